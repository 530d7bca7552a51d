"""Rechecking by the checker alone: single certificates, and runs whose ledger must say no more than they prove."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from theorems.catalogue import theorem_named
from theorems.model import codec
from theorems.model.errors import InvalidInputError
from verify.certificate import MAX_BYTES, Role, TheoremStatement, seal_of
from verify.checker.replay import claim_parts, replay_file
from verify.drawing import Drawn, comparable, digest_of, drawn
from verify.folder import RUN
from verify.ledger import SCHEMA, Record, Settings, entry
from verify.processes import mapped
from verify.report.words import in_words, shape
from verify.run import Work, plan
from verify.verdict import Outcome, Trust, weakest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from theorems.statement import Theorem

PATH = re.compile(r"certificates/[A-Za-z0-9.-]+\.json")

KEYS = {"schema", "seed", "instances", "size", "versions", "theorems", "seal"}

LIMITS = {"schema": (SCHEMA, SCHEMA), "seed": (0, 2**31), "instances": (1, 100_000), "size": (3, 40)}
"""Least and greatest of the whole numbers in a ledger; `check` takes no others, and beyond them a draw has no end."""


@dataclass(frozen=True)
class Seen:
    """A certificate as the checker saw it.

    Attributes:
        path: the file.
        trust: what it earned, or None if it was refused.
        reason: why it was refused.
        words: what it proves.
        statement: what it is about, for a certificate of a theorem; its instance is given by its digest.
        problem: (n, d, reading) of its instance.
        parts: all parts of the claim, for a certificate of a theorem.
    """

    path: str
    trust: Trust | None
    reason: str = ""
    words: str = ""
    statement: TheoremStatement | None = None
    problem: tuple[int, int, str] = (0, 0, "")
    parts: tuple[str, ...] = ()


def look(file: tuple[Path, str]) -> Seen:
    """Replays one certificate file, given with the name it goes by."""
    path, name = file
    replay = replay_file(path)
    if replay.certificate is None or replay.assertion is None or replay.check.trust is None:
        return Seen(name, None, replay.check.reason)
    statement = replay.certificate.statement
    said = in_words(replay.assertion)
    if not isinstance(statement, TheoremStatement):
        return Seen(name, replay.check.trust, words=f"for the problem in it, {said}")
    size, parts = claim_parts(statement)
    role = " ".join(word for word in (statement.role.value, statement.variant) if word)
    words = f"{statement.theorem}, {role}, {shape(size)}: {said}"
    about = replace(statement, instance=digest_of(statement.instance))
    return Seen(name, replay.check.trust, "", words, about, size, tuple(sorted(parts)))


def look_all(files: Sequence[tuple[Path, str]], jobs: int, done: Callable[[Seen], None]) -> list[Seen]:
    """Replays many files, over several processes; in their order, so that those of one instance follow each other."""
    return _look_and_draw(files, (), jobs, done)[0]


def look_run(
    document: dict[str, Any], files: Sequence[tuple[Path, str]], jobs: int, done: Callable[[Seen], None]
) -> tuple[list[Seen], dict[Work, Drawn]]:
    """Replays the certificates of a run, and draws again what `complaints` compares them with; see `look_all`."""
    return _look_and_draw(files, comparable(document, _settings(document)), jobs, done)


def _look_and_draw(
    files: Sequence[tuple[Path, str]], works: Sequence[Work], jobs: int, done: Callable[[Seen], None]
) -> tuple[list[Seen], dict[Work, Drawn]]:
    """One pool of processes for both, since each takes a while to start."""
    seen: list[Seen] = []
    drawings: list[Drawn] = []
    for one in _spread([*files, *works], jobs):
        if isinstance(one, Drawn):
            drawings.append(one)
        else:
            seen.append(one)
            done(one)
    return seen, dict(zip(works, drawings, strict=True))


def _spread(items: Sequence[tuple[Path, str] | Work], jobs: int) -> Iterator[Seen | Drawn]:
    return map(_looked_or_drawn, items) if jobs == 1 or len(items) < 50 else mapped(_looked_or_drawn, items, jobs, 24)


def _looked_or_drawn(item: tuple[Path, str] | Work) -> Seen | Drawn:
    return drawn(item) if isinstance(item, Work) else look(item)


def _settings(document: dict[str, Any]) -> Settings:
    return Settings(document["seed"], document["instances"], document["size"])


def read_run(folder: Path) -> dict[str, Any]:
    """The ledger of a run.

    Raises:
        InvalidInputError: it is missing, too large, not sealed as it stands, or not of the form.
    """
    path = folder / RUN
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise InvalidInputError(f"{path}: larger than {MAX_BYTES} bytes")
        loaded: Any = codec.loads(data.decode("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInputError(f"{path}: {error}; expected the folder of a run") from None
    document = cast("dict[str, Any]", loaded) if type(loaded) is dict else {}
    if set(document) != KEYS:
        raise InvalidInputError(f"{path}: expected schema {SCHEMA} and the keys {', '.join(sorted(KEYS))}")
    if document["seal"] != seal_of(document):
        raise InvalidInputError(f"{path}: its seal does not fit; it was changed after the run")
    for key, (least, most) in LIMITS.items():
        if type(document[key]) is not int or not least <= document[key] <= most:
            raise InvalidInputError(f"{path}: expected {key}, a whole number from {least} to {most}")
    return document


def listed_paths(document: dict[str, Any], folder: Path) -> list[str]:
    """Every certificate that the ledger names.

    Raises:
        InvalidInputError: a path named twice or outside of the folder, or a file in it that is not named.
    """
    try:
        found = document["theorems"]
        paths = [path for one in found for run in one["runs"] for path in run["certificates"]]
        paths += [
            path for one in found for kind in ("boundaries", "mutants") for v in one[kind] for path in v["certificates"]
        ]
    except (KeyError, TypeError) as error:
        raise InvalidInputError(f"run.json: malformed at {error}; expected the form of architecture.md") from None
    if not paths or not all(isinstance(path, str) and PATH.fullmatch(path) for path in paths):
        raise InvalidInputError("run.json: expected certificates, each a path such as certificates/NAME.json")
    if len(set(paths)) != len(paths):
        raise InvalidInputError("run.json: a certificate is named twice")
    strays = {f"certificates/{file.name}" for file in (folder / "certificates").glob("*")} - set(paths)
    if strays:
        raise InvalidInputError(f"certificates: {len(strays)} files that run.json does not name, such as {min(strays)}")
    return paths


def complaints(
    document: dict[str, Any], seen: dict[str, Seen], drawings: Mapping[Work, Drawn] | None = None
) -> list[str]:
    """What the ledger says beyond its certificates; empty if every entry follows from them.

    Args:
        document: the ledger.
        seen: its certificates, by path.
        drawings: instances that were drawn already; the others are drawn here.
    """
    settings, known = _settings(document), drawings or {}
    said: list[str] = []
    names = [str(found.get("name")) for found in document["theorems"]]
    if len(set(names)) != len(names):
        return ["run.json: a theorem is listed twice"]
    for found in document["theorems"]:
        try:
            theorem = theorem_named(str(found["name"]))
            rebuilt = entry(theorem, _records(theorem, found, seen, known, settings), settings)
        except (InvalidInputError, KeyError, TypeError, ValueError) as error:
            said.append(f"{str(found.get('name'))[:60]}: {error}")
            continue
        said += [
            f"{theorem.name}: {key} is not what the certificates prove"
            for key in sorted(set(rebuilt) | set(found))
            if not (key in rebuilt and key in found and codec.dumps(rebuilt[key]) == codec.dumps(found[key]))
        ]
    return said


def _records(
    theorem: Theorem, found: dict[str, Any], seen: dict[str, Seen], known: Mapping[Work, Drawn], settings: Settings
) -> list[Record]:
    runs = iter(found["runs"])
    variants = {
        (role, one[key]): list(one["certificates"])
        for role, kind, key in ((Role.BOUNDARY, "boundaries", "hypothesis"), (Role.MUTANT, "mutants", "name"))
        for one in found[kind]
    }
    records: list[Record] = []
    for item in plan([theorem], settings):
        if item.role is Role.CLAIM:
            run = next(runs, None)
            if run is None:
                raise InvalidInputError(f"{found['instances']} instances, expected {settings.instances}")
            records.append(_claim_record(theorem, item, run, seen, known))
        else:
            paths = variants.get((item.role, item.variant), [])
            records.append(_variant_record(theorem, item, paths, seen, known))
    if next(runs, None) is not None:
        raise InvalidInputError(f"more runs than the {settings.instances} instances")
    for path in (path for paths in variants.values() for path in paths):
        raise InvalidInputError(f"{path} is about none of the instances of the run that are left")
    return records


def _claim_record(
    theorem: Theorem, item: Work, run: dict[str, Any], seen: dict[str, Seen], known: Mapping[Work, Drawn]
) -> Record:
    """The record that the certificates of one run support; what was not decided is taken from the ledger as open."""
    index = item.indices[0]
    looks = [seen[path] for path in run["certificates"]]
    expected = known.get(item) or drawn(item)
    if not looks:
        return Record(Role.CLAIM, "", index, *expected.problem, Outcome.INCONCLUSIVE, Trust.SAMPLED, ())
    parts: list[str] = []
    for one in looks:
        statement = _statement(theorem, item, one)
        if statement.instance != expected.digest:
            raise InvalidInputError(f"{one.path} is not about instance {index} of the run")
        parts.append(statement.part)
        if statement.negated and len(looks) > 1:
            raise InvalidInputError(f"{one.path} refutes a part, among others that are proved")
    negated = any(one.statement is not None and one.statement.negated for one in looks)
    if not negated and sorted(parts) != list(looks[0].parts):
        raise InvalidInputError(
            f"instance {index}: parts {sorted(parts)} are certified, the claim has {list(looks[0].parts)}"
        )
    trust = weakest([one.trust for one in looks if one.trust is not None])
    outcome = Outcome.REFUTED if negated else Outcome.PROVED
    return Record(Role.CLAIM, "", index, *looks[0].problem, outcome, trust, tuple(run["certificates"]))


def _variant_record(
    theorem: Theorem, item: Work, paths: list[str], seen: dict[str, Seen], known: Mapping[Work, Drawn]
) -> Record:
    """A boundary or mutant: refuted where the next of its certificates, which is then taken, says so; else open.

    Each instance of a boundary needs a certificate of its own; for a mutant one about any instance will do.
    """
    index = item.indices[0]
    one = seen[paths[0]] if paths else None
    if one is not None and one.trust is not None:
        statement = _statement(theorem, item, one)
        if not statement.negated:
            raise InvalidInputError(f"{one.path} proves a part of {item.variant!r} that is to be refuted")
        if item.role is Role.MUTANT or statement.instance == (known.get(item) or drawn(item)).digest:
            del paths[0]
            return Record(item.role, item.variant, index, *one.problem, Outcome.REFUTED, one.trust, (one.path,))
    return Record(item.role, item.variant, index, 0, 0, "", Outcome.INCONCLUSIVE, Trust.SAMPLED, ())


def _statement(theorem: Theorem, item: Work, one: Seen) -> TheoremStatement:
    statement = one.statement
    if one.trust is None or statement is None:
        raise InvalidInputError(f"{one.path} is refused or about no theorem")
    if (statement.theorem, statement.role, statement.variant) != (theorem.name, item.role, item.variant):
        raise InvalidInputError(f"{one.path} is about {statement.theorem} {statement.role.value} {statement.variant}")
    return statement
