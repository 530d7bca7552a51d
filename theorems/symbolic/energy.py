"""The energy in sympy, and its potential, first variation and gradient by sympy's own differentiation.

A law is here a tuple of slices, each a tuple of weighted points whose weights and coordinates are any expressions.
Nothing is taken from `theorems.model.energy`, and no formula for a derivative is written down.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import sympy

from theorems.model.labels import Labels, Reading
from theorems.symbolic.arithmetic import SYMBOLIC, Formula
from theorems.symbolic.kernel import Point, content, kernel_expression

if TYPE_CHECKING:
    from theorems.model.law import Law
    from theorems.model.matrix import Vector
    from theorems.model.problem import Problem

Slice = tuple[tuple[Formula, Point], ...]
"""The weighted points of one label."""

Slices = tuple[Slice, ...]
"""One slice a label."""

Interaction = Callable[[int, int, Point, Point], Formula]
"""(i, j, x, y) -> h_ij(x, y)."""

HALF = sympy.Rational(1, 2)
"""The 1/2 in front of the energy; it occurs in `double_sum` and nowhere else."""


def double_sum(labels: Labels, slices: Slices, h: Interaction) -> Formula:
    """1/2 sum_ij rho_i rho_j iint h_ij dmu_i dmu_j; without the i = j terms in `tokens`, with them in the others."""
    masses = [SYMBOLIC.number(mass) for mass in labels.masses]
    total: Formula = sympy.S.Zero
    for i, left in enumerate(slices):
        for j, right in enumerate(slices):
            if i == j and labels.reading is Reading.TOKENS:
                continue
            for weight, x in left:
                for other, y in right:
                    total += masses[i] * masses[j] * weight * other * h(i, j, x, y)
    return HALF * total


def energy(problem: Problem, slices: Slices) -> Formula:
    """E[mu] of the problem's kernel."""
    return double_sum(problem.labels, slices, lambda i, j, x, y: kernel_expression(problem.kernel, i, j, x, y))


def exact_point(point: Vector) -> Point:
    """An exact point."""
    return tuple(SYMBOLIC.lift(entry) for entry in point)


def exact_slices(law: Law) -> Slices:
    """An exact law."""
    return tuple(
        tuple((SYMBOLIC.number(atom.weight), exact_point(atom.point)) for atom in piece.atoms) for piece in law.slices
    )


def graph_slices(points: Sequence[Point]) -> Slices:
    """The graph law at the points, one a label."""
    return tuple(((sympy.S.One, tuple(point)),) for point in points)


def symbolic_points(count: int, dimension: int) -> tuple[Point, ...]:
    """x_1, ..., x_n, each a vector of real symbols x_{i,c}; they are not constrained to the sphere."""
    return tuple(content(f"x_{i + 1}", dimension) for i in range(count))


def symbolic_weights(slices: Slices) -> Slices:
    """The same points with a real symbol w_{i,a} as weight of each; the weights of a slice are not made to sum to 1."""
    return tuple(
        tuple((sympy.Symbol(f"w_{i + 1}_{a + 1}", real=True), x) for a, (_, x) in enumerate(piece))
        for i, piece in enumerate(slices)
    )


def potential(problem: Problem, slices: Slices, i: int, x: Point) -> Formula:
    """V_i(x): the derivative of E in the mass of a new atom at x in slice i, per unit of rho_i."""
    e = sympy.Dummy("e")
    grown = (*slices[:i], (*slices[i], (e, x)), *slices[i + 1 :])
    return sympy.diff(energy(problem, grown), e).xreplace({e: sympy.S.Zero}) / SYMBOLIC.number(problem.labels.masses[i])


def first_variation(problem: Problem, slices: Slices, towards: Slices) -> Formula:
    """The derivative of E((1 - e) mu + e nu) at e = 0."""
    e = sympy.Dummy("e")
    mixed = tuple(
        (*(((1 - e) * weight, x) for weight, x in piece), *((e * weight, x) for weight, x in other))
        for piece, other in zip(slices, towards, strict=True)
    )
    return sympy.diff(energy(problem, mixed), e).xreplace({e: sympy.S.Zero})


def gradient(problem: Problem, points: Sequence[Point], i: int) -> Point:
    """The Euclidean gradient of the energy of the graph law in x_i, at the points."""
    free = symbolic_points(len(problem), problem.dimension)
    formula = energy(problem, graph_slices(free))
    values = {s: v for symbols, point in zip(free, points, strict=True) for s, v in zip(symbols, point, strict=True)}
    return tuple(sympy.diff(formula, symbol).xreplace(values) for symbol in free[i])
