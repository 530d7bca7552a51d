"""Rational points on the unit sphere S^{d-1}, d >= 1."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flint import fmpq_mat

from theorems.model.matrix import dot, vector
from theorems.model.real import Real, rationals

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flint import fmpq

    from theorems.model.matrix import Vector


def stereographic(parameters: Sequence[fmpq]) -> Vector:
    """The rational point of S^{d-1} with the d - 1 given stereographic coordinates.

    Every rational point but the pole (0, ..., 0, 1) is reached, which `pole` gives. For d = 1 it is (-1).
    """
    square = sum((y * y for y in parameters), start=0)
    scale = 1 + square
    return vector([*(2 * y / scale for y in parameters), (square - 1) / Real(scale).rational()])


def pole(dimension: int) -> Vector:
    """The point (0, ..., 0, 1)."""
    return axis(dimension, dimension - 1)


def axis(dimension: int, index: int) -> Vector:
    """The coordinate vector e_index, counted from 0."""
    return tuple(Real(int(i == index)) for i in range(dimension))


def antipode(point: Vector) -> Vector:
    """The point -x."""
    return tuple(-entry for entry in point)


def is_on_sphere(point: Vector) -> bool:
    """Whether <x, x> = 1 exactly."""
    if not point:
        return False
    exact = rationals(point)
    if exact is None:
        return dot(point, point) == 1
    row = fmpq_mat(1, len(exact), exact)
    return (row * row.transpose())[0, 0] == 1
