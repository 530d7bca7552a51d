"""One step of all tokens, each along its great circle, and how long it may be if the energy is not to fall.

The step is the Cayley transform: a point x with a rational tangent m goes to a rational point, through the angle
2 arctan(eps |m|/2).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from flint import arb, fmpq

from theorems.model.arithmetic import enclose
from theorems.model.calculus import as_polynomial, derivative
from theorems.model.flow import tangent
from theorems.model.matrix import dot
from theorems.model.problem import zonal
from theorems.model.real import Real

if TYPE_CHECKING:
    from collections.abc import Sequence

    from theorems.model.matrix import Vector
    from theorems.model.nodes import Expression
    from theorems.model.problem import Problem

GRID = 256
"""Rounded velocities are whole multiples of 1/GRID before they are projected."""


def stepped(points: Sequence[Vector], moves: Sequence[Vector], step: fmpq) -> list[Vector]:
    """x(eps) = ((1 - q) x + eps m)/(1 + q), q = eps^2 |m|^2/4, for every point and its tangent; x'(0) = m."""
    ends: list[Vector] = []
    for point, move in zip(points, moves, strict=True):
        quarter = step**2 * dot(move, move) / 4
        scale = (1 + quarter).inverse()
        ends.append(tuple(scale * ((1 - quarter) * a + step * b) for a, b in zip(point, move, strict=True)))
    return ends


def curvature_bound(problem: Problem, moves: Sequence[Vector]) -> fmpq:
    """L >= |d^2 E/d eps^2| along a step, for a zonal kernel without gauges and rational tangents.

    Lemma: L = (2 M_2 + 7/3 M_1) sum_{i != j} |C_ij| |m_i|^2 serves, M_1, M_2 bounds of |phi'|, |phi''| on [-1, 1].
    Proof. The angle a(eps) = 2 arctan(eps |m|/2) has |a'| <= |m|, |a''| <= |m|^2/3, so |x'| <= |m| and |x''| <= a'^2 +
    |a''| <= 4/3 |m|^2. Then r = <x_i, x_j> has r'^2 <= 2 (|m_i|^2 + |m_j|^2) and |r''| <= 4/3 (|m_i|^2 + |m_j|^2) + 2
    |m_i| |m_j| <= 7/3 (|m_i|^2 + |m_j|^2), and E'' = 1/2 sum_{i != j} C_ij (phi'' r'^2 + phi' r'').
    """
    slope = derivative(zonal(problem).profile, "r")
    first, second = _bound(slope), _bound(derivative(slope, "r"))
    total = fmpq(0)
    for i, row in enumerate(problem.weighted_bias()):
        strength = sum((abs(entry.rational()) for j, entry in enumerate(row) if j != i), start=fmpq(0))
        total += strength * dot(moves[i], moves[i]).rational()
    return (2 * second + fmpq(7, 3) * first) * total


def _bound(formula: Expression) -> fmpq:
    """A rational bound of |formula| on [-1, 1]: the sum of a polynomial's |coefficients|, or the end of a ball."""
    polynomial = as_polynomial(formula, "r")
    if polynomial is not None:
        return sum((abs(c) for c in polynomial.coeffs()), start=fmpq(0))
    mantissa, exponent = enclose(formula, {"r": arb(0, 1)}, 64).abs_upper().man_exp()
    return fmpq(mantissa) * fmpq(2) ** int(exponent)


def rounded_tangent(point: Vector, v: Vector) -> Vector:
    """A rational tangent at the point, near v."""
    whole = [(entry.ball(64).mid() * GRID + arb("0.5")).floor().unique_fmpz() for entry in v]
    return tangent(point, tuple(Real(fmpq(0 if k is None else k, GRID)) for k in whole))
