"""The field of USA-AV: the gradient flow of the energy, labels frozen (claims.md section 0)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from theorems.model.energy import gradients
from theorems.model.matrix import Vector, dot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from theorems.model.problem import Problem


def tangent(x: Vector, v: Vector) -> Vector:
    """P_x v = v - <v, x> x, the part of v tangent to the sphere at x."""
    inner = dot(v, x)
    return tuple(a - inner * b for a, b in zip(v, x, strict=True))


def velocities(problem: Problem, points: Sequence[Vector]) -> list[Vector]:
    """x_i' = P_{x_i} sum_j rho_j grad_x h_ij(x_i, x_j) of every label, exact; a self term is radial and drops out."""
    pulls = gradients(problem, points)
    masses = problem.labels.masses
    return [
        tangent(x, tuple(entry / mass for entry in pull)) for x, mass, pull in zip(points, masses, pulls, strict=True)
    ]


def velocity(problem: Problem, points: Sequence[Vector], i: int) -> Vector:
    """The velocity of label i alone; see `velocities`."""
    return velocities(problem, points)[i]
