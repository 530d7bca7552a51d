"""All planted errors: those written by hand, and those made from the syntax tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.planted import claims, generated, model, rules
from benchmarks.planted.error import ROOT, Planted, located

if TYPE_CHECKING:
    from pathlib import Path

FOLDERS = {"theorems/model": model.ERRORS, "verify/checker": rules.ERRORS, "theorems": claims.ERRORS}


def written(root: Path = ROOT) -> list[Planted]:
    """The errors of the three lists, each at its place in the source.

    Raises:
        ValueError: a place is not found exactly once.
    """
    return [
        located(f"{folder}/{file}.py", *error, root)
        for folder, by_file in FOLDERS.items()
        for file, errors in by_file.items()
        for error in errors
    ]


def planted(root: Path = ROOT) -> list[Planted]:
    """Every error, by file and place; none twice."""
    by_text: dict[tuple[str, int, int, str], Planted] = {}
    for error in [*written(root), *generated.errors(root)]:
        by_text.setdefault((error.file, error.start, error.end, error.new), error)
    return sorted(by_text.values(), key=lambda error: (error.file, error.start, error.what))
