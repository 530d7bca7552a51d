"""`anticollapse recheck`: certificates and runs, by the checker alone."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from theorems.model.errors import InvalidInputError
from verify.folder import CLAIM, RUN, SOLUTION
from verify.recheck import complaints, listed_paths, look_all, look_run, read_run
from verify.report.progress import progress

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from verify.recheck import Seen

SCHEMA = 1


def run(options: argparse.Namespace) -> int:
    """Replays everything named; 0 if all is accepted, 1 if something is refused."""
    paths = [Path(path) for path in options.paths]
    for path in paths:
        if not path.exists():
            raise InvalidInputError(f"path={path}: expected a certificate or the folder of a run; it does not exist")
        if path.is_dir() and not any((path / name).is_file() for name in (RUN, SOLUTION, CLAIM)):
            raise InvalidInputError(f"path={path}: expected a folder with {RUN}, as `check --out` writes it")
    start = time.monotonic()
    seen: list[Seen] = []
    refusals: list[str] = []
    said_aloud: list[Seen] = []
    for path in paths:
        if path.is_dir():
            looked, problems = _folder(path, options.jobs)
            said_aloud += looked if options.words or not (path / RUN).is_file() else []
            refusals += [f"{path}: {problem}" for problem in problems]
        else:
            looked = look_all([(path, str(path))], 1, lambda _: None)
            said_aloud += looked
        seen += looked
    refusals += [f"{one.path}: {one.reason}" for one in seen if one.trust is None]
    accepted = sum(one.trust is not None for one in seen)
    if options.json:
        listed = [
            {
                "path": one.path,
                "accepted": one.trust is not None,
                "trust": one.trust.label if one.trust is not None else None,
                "reason": one.reason,
                "proves": one.words,
            }
            for one in seen
        ]
        print(
            json.dumps({"schema": SCHEMA, "accepted": accepted, "refusals": refusals, "certificates": listed}, indent=1)
        )
    else:
        _print(said_aloud, refusals, accepted, time.monotonic() - start)
    return 1 if refusals else 0


def _folder(folder: Path, jobs: int) -> tuple[list[Seen], list[str]]:
    """All certificates of a run, and what its ledger says beyond them."""
    ledger = folder / RUN
    if not ledger.is_file():  # a solution or claim: what its certificates prove is said in words, its JSON is not read
        files = sorted((folder / "certificates").glob("*.json"))
        return look_all([(file, str(file)) for file in files], jobs, lambda _: None), []
    try:
        document = read_run(folder)
        names = listed_paths(document, folder)
    except InvalidInputError as error:
        return [], [str(error)]
    with progress("rechecking", len(names)) as step:
        files = [(folder / name, name) for name in names]
        seen, drawings = look_run(document, files, jobs, lambda _: step(""))
    return seen, complaints(document, {one.path: one for one in seen}, drawings)


def _print(said_aloud: Sequence[Seen], refusals: Sequence[str], accepted: int, seconds: float) -> None:
    for one in said_aloud:
        if one.trust is not None:
            print(f"accepted [{one.trust.label}] {one.path}: {one.words}")
    for refusal in refusals:
        print(f"refused {refusal}", file=sys.stderr)
    print(f"{accepted} certificates accepted, {len(refusals)} refusals, {seconds:.1f} s")
