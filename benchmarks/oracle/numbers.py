"""Numbers of the oracle: fractions, and floats of 110 digits where a number is not rational."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import mpmath

MP = mpmath.mp.clone()
MP.dps = 110

# mpmath takes a Fraction on the right of + and * alone; this class of floats belongs to the context above.
MP.mpf.__rsub__ = lambda self, other: -(self - other)
MP.mpf.__rtruediv__ = lambda self, other: real(other) / self
for _name in ("__lt__", "__le__", "__gt__", "__ge__"):
    _order = getattr(MP.mpf, _name)
    setattr(MP.mpf, _name, lambda self, other, order=_order: order(self, real(other)))

EQUAL = MP.mpf(10) ** -85
"""Relative difference below which two numbers of 110 digits count as one."""

Json = Any
"""What `json.loads` returns."""

Number = Any
"""A Fraction, or a float of `MP`."""

Vector = tuple[Number, ...]
Matrix = list[list[Number]]


def number(data: Json) -> Number:
    """The number that the JSON of a certificate means: "p/q", or a list of [c, q, t, k]: c exp(q) cos(2 pi t) pi^k."""
    if isinstance(data, str):
        return Fraction(data)
    return sum((_term(tuple(entry)) for entry in data), start=Fraction(0))


@cache
def _term(entry: tuple[str, str, str, int]) -> Number:
    c, q, t = (Fraction(part) for part in entry[:3])
    value = Fraction(1) if q == 0 else MP.exp(real(q))
    if t:
        value = value * MP.cospi(2 * real(t))
    if entry[3]:
        value = value * MP.pi ** entry[3]
    return c * value


def real(value: Number) -> Number:
    """The number as a float of 110 digits."""
    return MP.mpf(value.numerator) / value.denominator if isinstance(value, Fraction) else MP.mpf(value)


def over(a: Number, b: Number) -> Number:
    """The quotient a/b."""
    if isinstance(a, float) or isinstance(b, float):
        return float(a) / float(b)
    return a / b if isinstance(a, Fraction) and isinstance(b, Fraction) else real(a) / real(b)


def compare(a: Number, b: Number) -> int:
    """-1, 0 or 1; exact for fractions."""
    difference = a - b
    if not isinstance(difference, Fraction) and abs(difference) <= EQUAL * (1 + abs(real(a)) + abs(real(b))):
        return 0
    return (difference > 0) - (difference < 0)


def holds(a: Number, relation: str, b: Number) -> bool:
    """Whether a relation b."""
    sign = compare(a, b)
    return {"<=": sign <= 0, "<": sign < 0, ">=": sign >= 0, ">": sign > 0, "=": sign == 0, "!=": sign != 0}[relation]


NEGATED = {"<=": ">", ">": "<=", "<": ">=", ">=": "<", "=": "!=", "!=": "="}


def vector(data: Iterable[Any]) -> Vector:
    """A vector of JSON numbers."""
    return tuple(number(entry) for entry in data)


def matrix(data: Iterable[Iterable[Any]]) -> Matrix:
    """A matrix of JSON numbers."""
    return [list(vector(row)) for row in data]


def inner(v: Sequence[Number], w: Sequence[Number]) -> Number:
    """The inner product."""
    return sum((a * b for a, b in zip(v, w, strict=True)), start=Fraction(0))


def times(a: Sequence[Sequence[Number]], v: Sequence[Number]) -> Vector:
    """A matrix times a vector."""
    return tuple(inner(row, v) for row in a)


def transposed(a: Sequence[Sequence[Number]]) -> Matrix:
    """The transposed matrix."""
    return [list(column) for column in zip(*a, strict=True)]


def multiplied(a: Sequence[Sequence[Number]], b: Sequence[Sequence[Number]]) -> Matrix:
    """The product of two matrices."""
    columns = transposed(b)
    return [[inner(row, column) for column in columns] for row in a]


def unit(d: int, k: int) -> Vector:
    """The k-th coordinate vector, from 0."""
    return tuple(Fraction(int(c == k)) for c in range(d))


def opposite(v: Sequence[Number]) -> Vector:
    """The vector -v."""
    return tuple(-entry for entry in v)


def eye(d: int) -> Matrix:
    """The identity matrix."""
    return [list(unit(d, k)) for k in range(d)]


def same(v: Sequence[Number], w: Sequence[Number]) -> bool:
    """Whether two vectors agree."""
    return len(v) == len(w) and all(compare(a, b) == 0 for a, b in zip(v, w, strict=True))


def orthogonal(a: Matrix) -> bool:
    """Whether the rows are an orthonormal basis."""
    return all(same(row, e) for row, e in zip(multiplied(a, transposed(a)), eye(len(a)), strict=True))


def rational(rows: Iterable[Iterable[Number]]) -> bool:
    """Whether all entries are fractions."""
    return all(isinstance(entry, Fraction) for row in rows for entry in row)


def least_eigenvalue(a: Matrix) -> Number:
    """The least eigenvalue of a symmetric matrix, to about 100 digits."""
    return min(MP.eigsy(MP.matrix([[real(entry) for entry in row] for row in a]), eigvals_only=True))


def positive(a: Matrix) -> bool:
    """Whether a symmetric matrix is positive semidefinite: by elimination for fractions, else by eigenvalues."""
    if not rational(a):
        return bool(least_eigenvalue(a) >= -EQUAL)
    rest = [list(row) for row in a]
    while rest:
        head, *others = rest
        if head[0] < 0 or (head[0] == 0 and any(head)):
            return False
        if head[0] == 0:
            rest = [row[1:] for row in others]
        else:
            rest = [[x - row[0] * y / head[0] for x, y in zip(row[1:], head[1:], strict=True)] for row in others]
    return True


def rank(rows: Matrix) -> int:
    """The rank, by elimination with the largest pivots."""
    rest, found = [list(row) for row in rows], 0
    for column in range(len(rows[0]) if rows else 0):
        pivot = max(rest, key=lambda row, c=column: abs(real(row[c])), default=None)
        if pivot is None or compare(pivot[column], Fraction(0)) == 0:
            continue
        found += 1
        rest.remove(pivot)
        rest = [[x - over(row[column] * y, pivot[column]) for x, y in zip(row, pivot, strict=True)] for row in rest]
    return found
