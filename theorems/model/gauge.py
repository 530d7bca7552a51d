"""Rational orthogonal matrices: Cayley rotations and Householder reflections."""

from __future__ import annotations

from typing import TYPE_CHECKING

from theorems.model.errors import InvalidInputError
from theorems.model.matrix import Matrix, Vector, dot, from_flint, identity, product, to_flint
from theorems.model.real import Real
from theorems.model.sphere import axis

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flint import fmpq


def cayley(dimension: int, skew: Sequence[fmpq]) -> Matrix:
    """The rotation (I - A)(I + A)^{-1}, A skew with the d(d-1)/2 given entries above its diagonal, row by row.

    I + A is invertible for every skew A, and every rotation without the eigenvalue -1 is of this form.
    """
    entries = iter(skew)
    rows = [[Real(int(i == j)) for j in range(dimension)] for i in range(dimension)]
    for i in range(dimension):
        for j in range(i + 1, dimension):
            a = next(entries)
            rows[i][j], rows[j][i] = Real(a), Real(-a)
    plus = to_flint([tuple(row) for row in rows])
    return from_flint(plus.transpose() * plus.inv())


def reflection(normal: Vector) -> Matrix:
    """The Householder reflection I - 2 v v^T / |v|^2.

    Raises:
        InvalidInputError: v = 0.
    """
    square = dot(normal, normal)
    if square == 0:
        raise InvalidInputError("normal=0: a reflection needs a non-zero vector")
    factor = Real(2) / square
    return tuple(tuple(Real(int(i == j)) - factor * v * w for j, w in enumerate(normal)) for i, v in enumerate(normal))


def carrying(start: Vector, end: Vector) -> Matrix:
    """An orthogonal G with G start = end: the reflection in start - end, or the identity if they agree."""
    difference = tuple(a - b for a, b in zip(start, end, strict=True))
    if all(entry == 0 for entry in difference):
        return identity(len(start))
    return reflection(difference)


def fixing_reflection(point: Vector) -> Matrix:
    """A reflection with Q point = point.

    Raises:
        InvalidInputError: d = 1, where the identity alone fixes a point.
    """
    dimension = len(point)
    for index in range(dimension):
        basis = axis(dimension, index)
        inner = point[index]
        normal = tuple(e - inner * p for e, p in zip(basis, point, strict=True))
        if any(entry != 0 for entry in normal):
            return reflection(normal)
    raise InvalidInputError("dimension=1: no reflection fixes a point of S^0")


def carrying_rotation(start: Vector, end: Vector) -> Matrix:
    """A rotation (determinant 1) with G start = end, for d >= 2."""
    carried = carrying(start, end)
    same = all(a == b for a, b in zip(start, end, strict=True))
    return carried if same else product(fixing_reflection(end), carried)


def determinant(a: Matrix) -> Real:
    """The determinant of a rational matrix."""
    return Real(to_flint(a).det())
