"""Laws of the flow USA-AV, one instant of it: contents stay on the sphere, the energy rises, gauges carry it.

Each law raises AssertionError where it is broken. `of` is the field that is held to it, by default the model's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from theorems.model.energy import gradient
from theorems.model.flow import velocity
from theorems.model.law import same_point
from theorems.model.matrix import Matrix, Vector, apply, dot
from theorems.model.problem import Problem, zonal
from theorems.model.real import Real

Field = Callable[[Problem, Sequence[Vector], int], Vector]
"""The velocity of one label's content at given contents."""


def contents_stay_on_the_sphere(problem: Problem, points: Sequence[Vector], *, of: Field = velocity) -> None:
    """Every velocity is tangent."""
    for i, point in enumerate(points):
        assert dot(of(problem, points, i), point) == 0, f"label {i} leaves the sphere"


def energy_rises(problem: Problem, points: Sequence[Vector], *, of: Field = velocity) -> Real:
    """F1: dE/dt = sum rho_i |x_i'|^2, which is not negative; returns it."""
    moving = [of(problem, points, i) for i in range(len(points))]
    rate = Real.sum(dot(gradient(problem, points, i), v) for i, v in enumerate(moving))
    squares = Real.sum(mass * dot(v, v) for mass, v in zip(problem.labels.masses, moving, strict=True))
    assert rate == squares, "the energy does not rise at the rate of the squared speeds"
    assert rate >= 0, "the energy falls"
    return rate


def gauges_carry_the_flow(problem: Problem, points: Sequence[Vector], *, of: Field = velocity) -> None:
    """R4: R_i x_i' is the velocity without gauges at R_i x_i."""
    plain = replace(problem, kernel=replace(zonal(problem), gauges=()))
    gauges = [problem.gauge(i) for i in range(len(problem))]
    turned = [apply(gauge, point) for gauge, point in zip(gauges, points, strict=True)]
    for i, gauge in enumerate(gauges):
        carried = apply(gauge, of(problem, points, i))
        assert same_point(carried, of(plain, turned, i)), f"the gauge does not carry the velocity of label {i}"


def rotation_turns_the_flow(
    problem: Problem, points: Sequence[Vector], rotation: Matrix, *, of: Field = velocity
) -> None:
    """Without gauges, contents turned together move as they did, turned."""
    plain = replace(problem, kernel=replace(zonal(problem), gauges=()))
    turned = [apply(rotation, point) for point in points]
    for i in range(len(points)):
        carried = apply(rotation, of(plain, points, i))
        assert same_point(of(plain, turned, i), carried), f"turned contents move label {i} in another way"
