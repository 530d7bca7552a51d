"""Reading a file that somebody names: never more of it than is allowed, so that an endless one is refused too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from theorems.model.errors import InvalidInputError

if TYPE_CHECKING:
    from pathlib import Path


def read_text(path: Path, name: str, expected: str, most: int, hint: str = "") -> str:
    """The file's text.

    Args:
        path: the file.
        name: what errors call it, such as "problem".
        expected: what it should be, such as "a problem file".
        most: the bytes that are allowed.
        hint: added where it does not exist.

    Raises:
        InvalidInputError: it is missing, a directory, too large, or not UTF-8.
    """
    if path.is_dir():
        raise InvalidInputError(f"{name}={path}: expected {expected}, found a directory")
    if not path.exists():
        raise InvalidInputError(f"{name}={path}: the file does not exist{hint}")
    with path.open("rb") as file:
        data = file.read(most + 1)  # a device tells no size
    if len(data) > most:
        raise InvalidInputError(f"{name}={path}: expected at most {most} bytes")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise InvalidInputError(f"{name}={path}: expected UTF-8 text") from None
