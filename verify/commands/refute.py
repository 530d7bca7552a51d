"""`anticollapse refute NAME`: finds, shrinks, certifies and reports a counterexample."""

from __future__ import annotations

import json
import re
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from theorems.catalogue import theorem_named
from theorems.model.errors import InvalidInputError
from theorems.statement import shape_of
from verify.certificate import Role, to_text
from verify.checker.replay import replay_text
from verify.errors import ContradictionError
from verify.folder import require_writable, write_folder
from verify.report.counterexample import CERTIFICATE, SCHEMA, Found, document, title_of, why_of
from verify.report.markdown import MARKDOWN, report_files
from verify.report.words import shape

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from theorems.statement import Theorem
    from verify.certificate import Certificate
    from verify.search.counterexample import Aim, Result, Searched

REFUTED, NOTHING = 1, 3
"""Exit codes: a certified counterexample, none found."""


def run(options: argparse.Namespace) -> int:
    """Searches, writes the report and says where; 1 if there is one, 3 if nothing was found."""
    from verify.search.counterexample import breaking_alone, search

    aim = aim_of(options)
    out = Path(options.out if options.out is not None else default_folder(aim))
    require_writable(out)
    chosen = {"seed": options.seed, "tries": options.tries, "size": options.size}
    console = Console(stderr=True)
    with console.status("searching") as status:
        told = _counter(status.update if sys.stderr.isatty() else None)
        if aim.role is Role.BOUNDARY and not any(one.drops == aim.variant for one in aim.theorem.boundaries):
            return _without_boundary(aim, breaking_alone(aim, told=told, **chosen), options)
        result = search(aim, told=told, **chosen)
        found = _certified(aim, result, options, out)
    if found is None:
        return _nothing(aim, result.searched, options)
    write_folder(out, report_files(found))
    _say(found, out, as_json=options.json)
    return REFUTED


def aim_of(options: argparse.Namespace) -> Aim:
    """What the command line asks to be refuted.

    Raises:
        InvalidInputError: no such theorem, hypothesis or mutant.
    """
    from verify.search.counterexample import Aim

    theorem = theorem_named(options.name)
    if options.drop is not None:
        _require(theorem, "drop", options.drop, [hypothesis.name for hypothesis in theorem.hypotheses])
        return Aim(theorem, Role.BOUNDARY, options.drop)
    if options.mutant is not None:
        _require(theorem, "mutant", options.mutant, [mutant.name for mutant in theorem.mutants])
        return Aim(theorem, Role.MUTANT, options.mutant)
    return Aim(theorem, Role.CLAIM)


def _require(theorem: Theorem, kind: str, name: str, known: list[str]) -> None:
    if name not in known:
        listed = ", ".join(map(repr, known)) or f"none: {theorem.number} has no such names"
        raise InvalidInputError(f"{kind}={name[:60]!r} of {theorem.name}: expected one of {listed}")


def default_folder(aim: Aim) -> str:
    """Such as anticollapse-refute-R1-peak."""
    words = ["anticollapse-refute", aim.theorem.number, aim.variant]
    return "-".join(re.sub(r"[^A-Za-z0-9]+", "-", word) for word in words if word)


def _counter(update: Callable[[str], None] | None) -> Callable[[], None]:
    seen = [0]

    def told() -> None:
        seen[0] += 1
        if update is not None:
            update(f"searching: {seen[0]} instances")

    return told


def command_of(aim: Aim, options: argparse.Namespace) -> str:
    """The command that finds the same again."""
    words = ["anticollapse", "refute", aim.theorem.number]
    words += {Role.BOUNDARY: ["--drop", aim.variant], Role.MUTANT: ["--mutant", aim.variant]}.get(aim.role, [])
    words += ["--seed", str(options.seed), "--tries", str(options.tries), "--size", str(options.size)]
    return shlex.join(words)


def _certified(aim: Aim, result: Result, options: argparse.Namespace, out: Path) -> Found | None:
    if result.instance is None or result.decision is None:
        return None
    (certificate,) = result.decision.certificates
    return Found(
        aim=aim,
        instance=result.instance,
        certificate=certificate,
        text=_accepted(certificate),
        trust=result.decision.verdict.trust,
        searched=result.searched,
        seed=options.seed,
        command=command_of(aim, options),
        folder=shlex.quote(str(out)),
    )


def _accepted(certificate: Certificate) -> str:
    """The certificate's text, which the checker accepts as it will stand in the file."""
    text = to_text(certificate)
    replay = replay_text(text)
    if not replay.check.accepted:
        raise ContradictionError(f"an accepted proof is refused when read again: {replay.check.reason}")
    return text


def _say(found: Found, out: Path, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(document(found), indent=1, ensure_ascii=False))
        return
    print(f"{title_of(found.aim)}: refuted [{found.trust.label}]\n")
    print(f"On this instance ({shape(shape_of(found.instance))}), part {found.part!r}:")
    for sentence in why_of(found).sentences:
        print(f"  {sentence}")
    print(f"\nwritten to {out}; read {out / MARKDOWN}; replay {CERTIFICATE} with:\n  {found.recheck}")


def _far(searched: Searched) -> str:
    labels = f"n <= {searched.most_labels}, " if searched.most_labels else ""
    return f"{searched.instances} different instances, {labels}d <= {searched.most_dimensions}"


def _nothing(aim: Aim, searched: Searched, options: argparse.Namespace) -> int:
    what, decided = title_of(aim), ""
    if aim.role is Role.CLAIM:
        what = f"the claim of {aim.theorem.number}"
        proved = searched.instances - searched.open
        decided = f" It was proved on {proved} of them, each by itself, and left open on {searched.open}."
    words = (
        f"no counterexample to {what} in {_far(searched)}.{decided} This proves nothing: a search that finds none is "
        "no proof. More --tries or another --seed look further."
    )
    return _unfound(aim, searched, options, words)


def _without_boundary(aim: Aim, searched: Searched, options: argparse.Namespace) -> int:
    tried = next(one.tried for one in aim.theorem.hypotheses if one.name == aim.variant)
    words = (
        f"{aim.theorem.number} has no boundary for {aim.variant!r}, which is not known to be needed; tried: {tried}. "
        f"Among {_far(searched)}, {searched.open} break it alone. This proves nothing."
    )
    return _unfound(aim, searched, options, words)


def _unfound(aim: Aim, searched: Searched, options: argparse.Namespace, words: str) -> int:
    if options.json:
        made = {
            "schema": SCHEMA,
            "theorem": aim.theorem.name,
            "number": aim.theorem.number,
            "outcome": "nothing found",
            "aim": aim.role.value,
            "variant": aim.variant,
            "searched": {
                "instances": searched.instances,
                "seed": options.seed,
                "most_labels": searched.most_labels,
                "most_dimensions": searched.most_dimensions,
            },
            "words": words,
        }
        print(json.dumps(made, indent=1, ensure_ascii=False))
    else:
        print(words)
    return NOTHING
