"""`anticollapse check`: random instances of theorems, their boundaries and their mutants."""

from __future__ import annotations

import json
import platform
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import flint
from rich.console import Console
from rich.table import Table

from theorems.catalogue import select, theorem_named
from theorems.model.errors import InvalidInputError
from verify import __version__
from verify.certificate import Role
from verify.folder import RUN, require_writable, run_text, write_folder
from verify.ledger import SCHEMA, Settings, entry, exit_code
from verify.report.progress import progress
from verify.run import plan, results
from verify.verdict import Outcome

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from theorems.statement import Theorem
    from verify.run import Found

DEFAULT_OUT = "anticollapse-run"


def run(options: argparse.Namespace) -> int:
    """Checks, writes the folder, prints the table or the JSON document, and returns the exit code."""
    theorems = select(options.names)
    settings = Settings(options.seed, options.instances, options.size)
    replayed = options.instance is not None
    out = Path(options.out) if options.out is not None else None if replayed else Path(DEFAULT_OUT)
    if replayed and out is not None:
        raise InvalidInputError(f"out={out}: expected no folder with --instance, which replays and keeps nothing")
    if out is not None:
        require_writable(out)
    start = time.monotonic()
    items = plan(theorems, settings, options.instance)
    with progress("checking", len(items)) as step:
        found = results(items, options.jobs, lambda one: step(one.theorem))
    entries = [
        entry(theorem, [one.record for one in found if one.theorem == theorem.name], settings) for theorem in theorems
    ]
    if replayed:
        return _replayed(found, as_json=options.json)
    document = {
        "schema": SCHEMA,
        "seed": settings.seed,
        "instances": settings.instances,
        "size": settings.size,
        "versions": {
            "anticollapse": __version__,
            "python": platform.python_version(),
            "python-flint": flint.__version__,
        },
        "theorems": entries,
    }
    texts = {path: text for one in found for path, text in one.texts.items()}
    ledger = run_text(document)
    if out is not None:
        write_folder(out, {RUN: ledger, **texts})
    _complain(found)
    if options.json:
        print(ledger, end="")
    else:
        _print(theorems, entries, len(texts), out, time.monotonic() - start)
    return exit_code(entries)


def _replayed(found: Sequence[Found], *, as_json: bool) -> int:
    """One instance of each theorem, in words or as a JSON document."""
    if as_json:
        listed = [
            {
                "theorem": one.theorem,
                "index": one.record.index,
                "n": one.record.n,
                "d": one.record.d,
                "reading": one.record.reading,
                "outcome": one.record.outcome.value,
                "trust": one.record.trust.label,
                "reason": one.reason,
            }
            for one in found
        ]
        print(json.dumps({"schema": SCHEMA, "instances": listed}, indent=1))
    for one in () if as_json else found:
        record = one.record
        print(f"{one.theorem} instance {record.index} (n = {record.n}, d = {record.d}, {record.reading}): ", end="")
        print(f"{record.outcome.value} [{record.trust.label}], {one.reason}")
    outcomes = {one.record.outcome for one in found}
    against = {Outcome.REFUTED if theorem_named(one.theorem).stands else Outcome.PROVED for one in found}
    return 1 if outcomes & against else 3 if Outcome.INCONCLUSIVE in outcomes else 0


def _complain(found: Sequence[Found]) -> None:
    """Says on stderr of each instance that did not come out as claimed why, and how to replay a claim's."""
    for one in found:
        record = one.record
        stands = record.role is Role.CLAIM and theorem_named(one.theorem).stands
        wanted = Outcome.PROVED if stands else Outcome.REFUTED
        if record.outcome is not wanted:
            where = " ".join(word for word in (record.role.value, record.variant) if word)
            print(
                f"{one.theorem} {where} instance {record.index}: {record.outcome.value}: {one.reason}", file=sys.stderr
            )


def _print(
    theorems: Sequence[Theorem], entries: Sequence[dict[str, Any]], count: int, out: Path | None, seconds: float
) -> None:
    table = Table(box=None, pad_edge=False)
    table.add_column("no.")
    table.add_column("theorem", no_wrap=True)
    for heading in ("proved", "trust", "needed", "boundaries", "mutants"):
        table.add_column(heading, justify="left" if heading == "trust" else "right")
    for theorem, found in zip(theorems, entries, strict=True):
        needed = sum(one["status"] == "needed" for one in found["hypotheses"])
        boundaries, mutants = (
            f"{sum(one['outcome'] == 'refuted' for one in found[kind])} of {len(found[kind])}"
            for kind in ("boundaries", "mutants")
        )
        table.add_row(
            theorem.number,
            theorem.name,
            f"{found['proved']} of {found['instances']}" if theorem.stands else "refuted",
            found["trust"],
            f"{needed} of {len(found['hypotheses'])}",
            boundaries,
            mutants,
        )
    Console().print(table)
    instances = sum(found["instances"] for found in entries)
    code = exit_code(entries)
    said = {0: "all as claimed, on these instances", 1: "a claim is refuted", 3: "something is inconclusive"}[code]
    print("\nneeded: hypotheses shown to be needed. Boundaries and mutants: how many of them are refuted.")
    for theorem, found in zip(theorems, entries, strict=True):
        _print_row(theorem, found)
    print()
    print(f"{said}: {instances} instances, {count} certificates, {seconds:.1f} s")
    if out is not None:
        print(f"written to {out}; replay it with: anticollapse recheck {out}")


def _print_row(theorem: Theorem, found: dict[str, Any]) -> None:
    """The theorem's row of the matrix: hypotheses by status and mutants by outcome, or what a sentence lacks."""
    if not theorem.stands:
        print(f"{theorem.number}: refuted on {found['refuted']} of {found['instances']} instances: {theorem.wrong}.")
        return
    groups = [
        ("needs", [one["name"] for one in found["hypotheses"] if one["status"] == "needed"]),
        ("not known to need", [one["name"] for one in found["hypotheses"] if one["status"] != "needed"]),
        ("refuted", [one["name"] for one in found["mutants"] if one["outcome"] == "refuted"]),
        ("not refuted", [one["name"] for one in found["mutants"] if one["outcome"] != "refuted"]),
    ]
    print(f"{theorem.number}: " + "; ".join(f"{words} {', '.join(names)}" for words, names in groups if names))
