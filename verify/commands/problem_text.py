"""The text of a problem that a command names: a file, or a packaged example."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from theorems.model.errors import InvalidInputError
from theorems.model.problem_file import MAX_BYTES
from verify.csv_tables import inlined
from verify.reading import read_text


def problem_text(problem: str | None, example: str | None) -> str:
    """The text of the example, or else of the file, its CSV tables written into it.

    Raises:
        InvalidInputError: the file is missing, a directory, too large, or not UTF-8; there is no such example.
    """
    if example:
        return _example(example)
    hint = "; `--example NAME` needs none"
    path = Path(problem or "")
    return inlined(read_text(path, "problem", "a problem file", MAX_BYTES, hint), path.parent)


def _example(name: str) -> str:
    folder = resources.files("verify") / "examples"
    names = sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml"))
    if name not in names:
        raise InvalidInputError(f"example={name[:40]!r}: expected one of {', '.join(names)}")
    return (folder / f"{name}.toml").read_text(encoding="utf-8")
