"""The text of a problem that a command names: a file, or a packaged example."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from theorems.model.errors import InvalidInputError
from theorems.model.problem_file import MAX_BYTES


def problem_text(problem: str | None, example: str | None) -> str:
    """The text of the example, or else of the file.

    Raises:
        InvalidInputError: the file is missing, a directory, too large, or not UTF-8; there is no such example.
    """
    return _example(example) if example else _text(Path(problem or ""))


def _text(path: Path) -> str:
    if path.is_dir():
        raise InvalidInputError(f"problem={path}: expected a problem file, found a directory")
    if not path.exists():
        raise InvalidInputError(f"problem={path}: the file does not exist; `--example NAME` needs none")
    if path.stat().st_size > MAX_BYTES:
        raise InvalidInputError(f"problem={path}: expected at most {MAX_BYTES} bytes")
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise InvalidInputError(f"problem={path}: expected UTF-8 text") from None


def _example(name: str) -> str:
    folder = resources.files("verify") / "examples"
    names = sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml"))
    if name not in names:
        raise InvalidInputError(f"example={name[:40]!r}: expected one of {', '.join(names)}")
    return (folder / f"{name}.toml").read_text(encoding="utf-8")
