"""CSV tables of a problem file, written into its text: a certificate then holds all that it is about.

    [labels]                   [bias]                  [gauge]
    law = "points"             file = "bias.csv"       file = "gauges.csv"
    file = "labels.csv"

labels.csv has two columns, points and weights; bias.csv n rows of n numbers; gauges.csv n matrices below one another, d
rows of d numbers each. Numbers are exact: 1/3, 0.25. A first row of words is a header. Paths start from the folder of
the problem file and stay in it.
"""

from __future__ import annotations

import csv
import re
import tomllib
from typing import TYPE_CHECKING, Any

from theorems.model.errors import InvalidInputError
from theorems.model.problem_file import MAX_BYTES, tables
from theorems.model.real import parse_rational

if TYPE_CHECKING:
    from pathlib import Path

Rows = list[list[str]]

TABLES = ("labels", "bias", "gauge")
"""The tables of a problem file that may name a CSV file."""

_HEADER = re.compile(r"^\s*\[([^\[\]]*)\]\s*(#.*)?$")
_FILE = re.compile(r"^\s*file\s*=.*$")


def inlined(text: str, folder: Path) -> str:
    """The problem file's text with the numbers of its CSV files in place of their names.

    Args:
        text: a problem file.
        folder: where its CSV files are.

    Raises:
        InvalidInputError: a path that leaves the folder, a file that is missing, too large or not of its shape, with
            row and column; or a line `file = ".."` that is not found as such.
    """
    root = tables(text)
    named = [name for name in TABLES if root.has(name) and root.table(name).has("file")]
    if not named:
        return text
    fields = {name: _fields(name, _read(folder, root.table(name).text("file"))) for name in named}
    lines: list[str] = []
    table = ""
    for line in text.splitlines():
        header = _HEADER.match(line)
        table = header[1].strip() if header else table
        lines += fields[table] if table in fields and _FILE.match(line) else [line]
    made = "\n".join(lines) + "\n"
    if _without(made, named, keep=False) != _without(text, named, keep=True):
        raise InvalidInputError(
            'file: expected a line of its own, file = "name.csv", below [labels], [bias] or [gauge]'
        )
    return made


def _without(text: str, named: list[str], *, keep: bool) -> dict[str, Any]:
    """The tables without what a CSV file may fill in; `keep` says whether the text still names the files."""
    found = tomllib.loads(text, parse_float=str)
    for name in named:
        for key in ("file",) if keep else ("points", "weights", "matrix", "matrices"):
            found[name].pop(key, None)
    return found


def _read(folder: Path, name: str) -> Rows:
    """The cells of a CSV file, a header left out, row by row."""
    path = folder / name
    if not re.fullmatch(r"[\w.-]+(/[\w.-]+)*", name, re.ASCII) or ".." in name.split("/"):
        raise InvalidInputError(
            f"file={name[:80]!a}: expected a path below the folder of the problem file, such as a/b.csv"
        )
    if not path.resolve().is_relative_to(folder.resolve()) or not path.is_file():
        raise InvalidInputError(f"file={name}: no such file in the folder of the problem file")
    if path.stat().st_size > MAX_BYTES:
        raise InvalidInputError(f"file={name}: {path.stat().st_size} bytes, expected at most {MAX_BYTES}")
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = [[cell.strip() for cell in row] for row in csv.reader(file, strict=True) if row]
    except (UnicodeDecodeError, csv.Error):
        raise InvalidInputError(f"file={name}: expected a CSV file in UTF-8") from None
    first = 1
    if rows and all(cell.replace("_", "").isalnum() and cell[0].isalpha() for cell in rows[0] if cell) and any(rows[0]):
        rows, first = rows[1:], 2
    if not rows:
        raise InvalidInputError(f"file={name}: expected a row of numbers")
    return [
        [_number(name, i, k, cell) for k, cell in enumerate(row, start=1)] for i, row in enumerate(rows, start=first)
    ]


def _number(name: str, row: int, column: int, cell: str) -> str:
    try:
        return f'"{parse_rational(cell)}"'
    except InvalidInputError as error:
        raise InvalidInputError(f"file={name}, row {row}, column {column}: {error}") from None


def _fields(table: str, rows: Rows) -> list[str]:
    """The lines that hold the numbers."""
    width = len(rows[0])
    for i, row in enumerate(rows, start=1):
        if len(row) != width:
            raise InvalidInputError(f"{table}.file, row {i} of numbers: {len(row)} entries, expected {width}")
    if table == "labels":
        if width != 2:
            raise InvalidInputError(f"labels.file: {width} columns, expected 2, points and weights")
        columns = zip(("points", "weights"), zip(*rows, strict=True), strict=True)
        return [f"{key} = [{', '.join(column)}]" for key, column in columns]
    if table == "bias":
        return [f"matrix = {_matrix(rows)}"]
    if len(rows) % width:
        raise InvalidInputError(f"gauge.file: {len(rows)} rows of {width} entries, expected a multiple of {width}")
    matrices = (_matrix(rows[k : k + width]) for k in range(0, len(rows), width))
    return [f"matrices = [{', '.join(matrices)}]"]


def _matrix(rows: Rows) -> str:
    return f"[{', '.join('[' + ', '.join(row) + ']' for row in rows)}]"
