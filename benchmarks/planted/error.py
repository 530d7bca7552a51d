"""One planted error, and the text of a file that bears it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
"""The checkout that errors are planted in copies of."""


@dataclass(frozen=True)
class Planted:
    """An error: in `file`, relative to the root, the text from `start` to `end` becomes `new`.

    Attributes:
        file: path with slashes.
        start: offset of the first character replaced.
        end: offset behind the last one.
        new: what stands there instead.
        what: the error in words.
    """

    file: str
    start: int
    end: int
    new: str
    what: str

    @property
    def name(self) -> str:
        """The file and the error: what `--only` looks into."""
        return f"{self.file}: {self.what}"

    def planted_in(self, source: str) -> str:
        """The source of the file with the error."""
        return source[: self.start] + self.new + source[self.end :]


def located(file: str, old: str, new: str, what: str, root: Path = ROOT) -> Planted:
    """The error that replaces `old` by `new`.

    Raises:
        ValueError: `old` is not found exactly once, so that the list is behind the source.
    """
    source = (root / file).read_text(encoding="utf-8")
    if (found := source.count(old)) != 1:
        raise ValueError(f"file={file!r} old={old!r}: expected once, found {found} times; bring the list up to date")
    start = source.index(old)
    return Planted(file, start, start + len(old), new, what)
