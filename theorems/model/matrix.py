"""Small exact matrices and vectors over `Real`; python-flint does the work where all entries are rational."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from flint import fmpq, fmpq_mat

from theorems.model.errors import InvalidInputError
from theorems.model.real import Real

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from theorems.model.real import RealLike

Vector = tuple[Real, ...]
Matrix = tuple[tuple[Real, ...], ...]


def vector(entries: Iterable[RealLike]) -> Vector:
    """The entries as exact numbers."""
    return tuple(Real.of(entry) for entry in entries)


def matrix(rows: Iterable[Iterable[RealLike]]) -> Matrix:
    """The rows as exact numbers; they must be of one length."""
    made = tuple(vector(row) for row in rows)
    if len({len(row) for row in made}) > 1:
        raise InvalidInputError(f"rows={[len(row) for row in made]} entries: expected rows of one length")
    return made


def shape_is(a: Matrix, rows: int, columns: int) -> bool:
    """Whether a has that shape."""
    return len(a) == rows and all(len(row) == columns for row in a)


def identity(size: int) -> Matrix:
    """The identity matrix."""
    return tuple(tuple(Real(int(i == j)) for j in range(size)) for i in range(size))


def transpose(a: Matrix) -> Matrix:
    """The transposed matrix."""
    return tuple(zip(*a, strict=True))


def all_rational(a: Sequence[Vector]) -> bool:
    """Whether every entry is rational by form."""
    return all(entry.is_rational for row in a for entry in row)


def to_flint(a: Sequence[Vector]) -> fmpq_mat:
    """A rational matrix as python-flint's.

    Raises:
        InexactError: an entry is not rational.
    """
    return fmpq_mat(len(a), len(a[0]) if a else 0, [entry.rational() for row in a for entry in row])


def from_flint(a: fmpq_mat) -> Matrix:
    """The inverse of `to_flint`."""
    return tuple(tuple(Real(entry) for entry in row) for row in a.tolist())


def product(a: Matrix, b: Matrix) -> Matrix:
    """The matrix product; cubic, in C where both are rational."""
    if all_rational(a) and all_rational(b):
        return from_flint(to_flint(a) * to_flint(b))
    columns = transpose(b)
    return tuple(tuple(dot(row, column) for column in columns) for row in a)


def apply(a: Matrix, v: Vector) -> Vector:
    """The matrix times the vector."""
    return tuple(dot(row, v) for row in a)


def dot(v: Vector, w: Vector) -> Real:
    """The inner product."""
    return Real.sum(a * b for a, b in zip(v, w, strict=True))


def total(a: Iterable[Vector]) -> Real:
    """The sum of all entries; an object that occurs many times, as in large tables, is added up once."""
    entries = [entry for row in a for entry in row]
    distinct = {id(entry): entry for entry in entries}
    return Real.sum(distinct[key] * count for key, count in Counter(map(id, entries)).items())


def gram(points: Sequence[Vector]) -> Matrix:
    """All inner products of the points, an N x N symmetric matrix."""
    if all_rational(points):
        rows = to_flint(points)
        return from_flint(rows * rows.transpose())
    return product(tuple(points), transpose(tuple(points)))


def is_orthogonal(a: Matrix) -> bool:
    """Whether a^T a = I exactly."""
    return equal(product(transpose(a), a), identity(len(a)))


def equal(a: Matrix, b: Matrix) -> bool:
    """Whether the two agree entry by entry."""
    return len(a) == len(b) and all(
        len(v) == len(w) and all(x == y for x, y in zip(v, w, strict=True)) for v, w in zip(a, b, strict=True)
    )


def null_space(a: fmpq_mat) -> list[list[fmpq]]:
    """A basis of the v with a v = 0, by exact elimination; one vector a column without a leading entry."""
    reduced, rank = a.rref()
    width = a.ncols()
    leading = [next(j for j in range(width) if reduced[i, j] != 0) for i in range(rank)]
    basis: list[list[fmpq]] = []
    for free in (j for j in range(width) if j not in leading):
        solution = [fmpq(int(j == free)) for j in range(width)]
        for i, j in enumerate(leading):
            solution[j] = -reduced[i, free]
        basis.append(solution)
    return basis


def is_positive_semidefinite(a: Matrix) -> bool:
    """Whether a rational symmetric matrix is PSD, by exact elimination (LDL^T); cubic in the size.

    A zero pivot is legal only with a zero row: a PSD matrix with a_ii = 0 has a_ij = 0 for all j.
    """
    rows = [[entry.rational() for entry in row] for row in a]
    for k, pivot_row in enumerate(rows):
        pivot = pivot_row[k]
        if pivot < 0 or (pivot == 0 and any(entry != 0 for entry in pivot_row[k:])):
            return False
        if pivot == 0:
            continue
        for row in rows[k + 1 :]:
            factor: fmpq = row[k] / pivot
            if factor:
                for j in range(k, len(rows)):
                    row[j] -= factor * pivot_row[j]
    return True
