"""The field of USA-AV: the gradient flow of the energy, labels frozen (claims.md section 0)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from theorems.model.energy import gradient
from theorems.model.matrix import Vector, dot
from theorems.model.real import Real

if TYPE_CHECKING:
    from collections.abc import Sequence

    from theorems.model.problem import Problem


def tangent(x: Vector, v: Vector) -> Vector:
    """P_x v = v - <v, x> x, the part of v tangent to the sphere at x."""
    inner = dot(v, x)
    return tuple(a - inner * b for a, b in zip(v, x, strict=True))


def velocity(problem: Problem, points: Sequence[Vector], i: int) -> Vector:
    """x_i' = P_{x_i} sum_j rho_j grad_x h_ij(x_i, x_j), exact; a self term pulls along x_i and drops out."""
    pull = gradient(problem, points, i)
    mass = Real(problem.labels.masses[i])
    return tangent(points[i], tuple(entry / mass for entry in pull))
