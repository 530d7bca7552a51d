"""Run folders: written whole or not at all."""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from theorems.model.errors import InvalidInputError
from verify.certificate import seal_of

if TYPE_CHECKING:
    from collections.abc import Mapping

RUN = "run.json"
"""The ledger in the folder of a run of `check`."""

SOLUTION = "solution.json"
"""The answer in the folder of a `solve`."""

CLAIM = "claim.json"
"""The answer in the folder of a `claim`."""

FLOW, TRAJECTORY, POINTS = "flow.json", "trajectory.csv", "points.csv"
"""The state, the times and the tokens in the folder of a `flow`."""

REPORT = "report.json"
"""What marks the folder of a counterexample that `refute` found."""

OURS = {RUN, SOLUTION, CLAIM, FLOW, TRAJECTORY, POINTS, REPORT, "certificates"}
"""What a folder that may be replaced holds: nothing else, since all of it goes."""

BESIDE_REPORT = {"report.md", "picture.svg", "certificate.json"}
"""What it may hold besides, where it holds a `REPORT`."""


def run_text(document: Mapping[str, Any]) -> str:
    """The text of run.json, sealed: sorted keys, one a line."""
    sealed = {**document, "seal": seal_of(dict(document))}
    return json.dumps(sealed, sort_keys=True, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def require_writable(out: Path) -> None:
    """Looks before the work starts whether a run may be written there.

    Raises:
        InvalidInputError: it is a file, a folder with something else in it, one that the process works in, or below
            what is not a folder.
    """
    if out.is_dir():
        if Path.cwd().is_relative_to(out.resolve()):
            raise InvalidInputError(f"out={out}: expected another folder than the current one, such as {out / 'run'}")
        names = {path.name for path in out.iterdir()}
        if strangers := names - OURS - (BESIDE_REPORT if REPORT in names else set()):
            raise InvalidInputError(
                f"out={out}: expected a new or empty folder, or one of an earlier run; it holds {min(strangers)}"
            )
    elif out.exists() or out.is_symlink():
        raise InvalidInputError(f"out={out}: expected a folder, found a file")
    elif not out.parent.is_dir():
        raise InvalidInputError(f"out={out}: its parent folder does not exist; create it first")


def write_folder(out: Path, files: Mapping[str, str]) -> None:
    """Writes the files, named relative to the folder, beside it and then moves them there in one step.

    What stops it on the way leaves an earlier run as it was.
    """
    require_writable(out)
    fresh = Path(tempfile.mkdtemp(prefix=f".{out.name}-", dir=out.parent))
    earlier = fresh.with_name(f"{fresh.name}-earlier")
    try:
        for name, text in files.items():
            path = fresh / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        fresh.chmod(0o755)
        if out.exists():
            out.rename(earlier)
        fresh.rename(out)
    except BaseException:
        if earlier.exists() and not out.exists():
            earlier.rename(out)
        raise
    finally:
        for path in (fresh, earlier):
            shutil.rmtree(path, ignore_errors=True)
