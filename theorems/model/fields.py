"""Typed fields of a problem file's tables: there, of the right type and within bounds, or refused by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from flint import fmpq

from theorems.model.errors import InvalidInputError
from theorems.model.matrix import Matrix
from theorems.model.real import Real, parse_rational

MAX_WHOLE_BITS = 1400
"""Longest whole number, as long as the longest text of a rational."""


class Decimal(str):
    """The text of a TOML float, kept apart from a TOML string so that it stands where a number may."""

    __slots__ = ()


@dataclass(frozen=True)
class Fields:
    """One table.

    Attributes:
        path: its name with a dot behind it, "" for the file itself.
        values: what TOML holds under its keys.
    """

    path: str
    values: dict[str, object]

    def only(self, allowed: tuple[str, ...]) -> Fields:
        """The table itself, if it holds no key but the allowed ones."""
        for key in self.values:
            if key not in allowed:
                raise InvalidInputError(f"{self.path}{key[:40]!a}: unknown, expected one of {', '.join(allowed)}")
        return self

    def has(self, key: str) -> bool:
        """Whether the key is there."""
        return key in self.values

    def refuse(self, key: str, why: str) -> None:
        """Refuses the key, if it is there."""
        if self.has(key):
            raise InvalidInputError(f"{self.path}{key}: not allowed {why}")

    def _get(self, key: str, expected: str) -> object:
        if key not in self.values:
            raise InvalidInputError(f"{self.path}{key}: missing, expected {expected}")
        return self.values[key]

    def table(self, key: str) -> Fields:
        """A table."""
        value = self._get(key, "a table")
        if not isinstance(value, dict):
            raise _wrong(self.path + key, value, "a table")
        return Fields(f"{self.path}{key}.", cast("dict[str, object]", value))

    def text(self, key: str) -> str:
        """A string."""
        value = self._get(key, "a string")
        if not isinstance(value, str) or isinstance(value, Decimal):
            raise _wrong(self.path + key, value, "a string")
        return value

    def choice(self, key: str, options: tuple[str, ...]) -> str:
        """One of the options."""
        value = self._get(key, f"one of {', '.join(options)}")
        if value not in options:
            raise _wrong(self.path + key, value, f"one of {', '.join(options)}")
        return str(value)

    def whole(self, key: str, largest: int) -> int:
        """A whole number from 1."""
        value = self._get(key, f"a whole number from 1 to {largest}")
        if type(value) is not int or not 1 <= value <= largest:
            raise _wrong(self.path + key, value, f"a whole number from 1 to {largest}")
        return value

    def number(self, key: str) -> fmpq:
        """An exact rational: "1/3", 0.25, 2."""
        return _number(self.path + key, self._get(key, "an exact rational"))

    def numbers(self, key: str, most: int) -> tuple[fmpq, ...]:
        """A list of exact rationals."""
        name = self.path + key
        return tuple(_number(f"{name}[{i}]", entry) for i, entry in enumerate(self._list(key, most)))

    def matrix(self, key: str, most: int) -> Matrix:
        """A square matrix of exact rationals, as a list of rows."""
        return _matrix(self.path + key, self._list(key, most))

    def matrices(self, key: str, most: int) -> tuple[Matrix, ...]:
        """A list of square matrices."""
        found: list[Matrix] = []
        for i, rows in enumerate(self._list(key, most)):
            name = f"{self.path}{key}[{i}]"
            found.append(_matrix(name, _entries(name, rows, most)))
        return tuple(found)

    def _list(self, key: str, most: int) -> list[object]:
        return _entries(self.path + key, self._get(key, "a list"), most)


def _entries(name: str, value: object, most: int) -> list[object]:
    if not isinstance(value, list):
        raise _wrong(name, value, "a list")
    entries = cast("list[object]", value)
    if not 1 <= len(entries) <= most:
        raise InvalidInputError(f"{name}: {len(entries)} entries, expected 1 to {most}")
    return entries


def _matrix(name: str, rows: list[object]) -> Matrix:
    found: list[tuple[Real, ...]] = []
    for i, row in enumerate(rows):
        entries = _entries(f"{name}[{i}]", row, len(rows))
        if len(entries) != len(rows):
            raise InvalidInputError(f"{name}[{i}]: {len(entries)} entries, expected {len(rows)}, a square matrix")
        found.append(tuple(Real(_number(f"{name}[{i}][{j}]", entry)) for j, entry in enumerate(entries)))
    return tuple(found)


def _number(name: str, value: object) -> fmpq:
    if type(value) is int and value.bit_length() <= MAX_WHOLE_BITS:
        return fmpq(value)
    if not isinstance(value, str):
        raise _wrong(name, value, 'an exact rational, such as "1/3", 0.25 or 2')
    try:
        return parse_rational(value)
    except InvalidInputError as error:
        raise InvalidInputError(f"{name}: {error}") from None


def _wrong(name: str, value: object, expected: str) -> InvalidInputError:
    if isinstance(value, str):
        shown = f"the {'number' if isinstance(value, Decimal) else 'string'} {value[:40]!a}"
    elif isinstance(value, int) and not isinstance(value, bool):  # Python refuses to write numbers that are too long
        shown = f"the number {value}" if value.bit_length() <= MAX_WHOLE_BITS else "a number that is too long"
    else:
        shown = {"dict": "a table", "bool": "a boolean", "list": "a list"}.get(type(value).__name__, "a date or time")
    return InvalidInputError(f"{name}: found {shown}, expected {expected}")
