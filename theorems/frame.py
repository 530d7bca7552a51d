"""Laws in the gauge frame, and the value phi(1)/2 sum C that they are held against. Shared by R, P and S."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flint import fmpq

from theorems.model.law import Law, dirac, finite_measure, graph_law
from theorems.model.matrix import apply, transpose
from theorems.model.problem import Problem, zonal
from theorems.model.profile import value_at
from theorems.model.proof import Attained, Pointwise
from theorems.model.real import Real
from theorems.model.sphere import antipode, axis

if TYPE_CHECKING:
    from collections.abc import Sequence

    from theorems.model.matrix import Matrix, Vector
    from theorems.model.nodes import Expression


def peak_value(problem: Problem) -> Real:
    """phi(1)/2 sum C_ij, C_ij = rho_i rho_j k_ij without the diagonal in `tokens`."""
    total = sum((entry for row in problem.weighted_bias() for entry in row), start=Real(0))
    return value_at(zonal(problem).profile, Real(1)) * total / 2


def peak_bound(profile: Expression) -> Pointwise:
    """A proof to try: phi <= phi(1), with a lower end that lies below every profile that is drawn."""
    top, bottom = value_at(profile, Real(1)), value_at(profile, Real(-1))
    return Pointwise(min(top, bottom) - 4, top)


def unrotated(gauges: Sequence[Matrix], u: Vector) -> list[Vector]:
    """The points R_i^T u, which the gauges carry to u if they are orthogonal."""
    return [apply(transpose(gauge), u) for gauge in gauges]


def all_gauges(problem: Problem) -> list[Matrix]:
    """R_1..R_n, identities included."""
    return [problem.gauge(i) for i in range(len(problem))]


def one_point_law(problem: Problem, u: Vector) -> Law:
    """Gamma[R^T u]: every label at u in the gauge frame."""
    return graph_law(unrotated(all_gauges(problem), u))


def flipped_law(problem: Problem, u: Vector, flipped: Sequence[int]) -> Law:
    """Every label at u in the gauge frame, but the flipped ones at -u."""
    points = unrotated(all_gauges(problem), u)
    return graph_law(antipode(p) if i in flipped else p for i, p in enumerate(points))


def balanced_law(problem: Problem, u: Vector, balanced: Sequence[int]) -> Law:
    """Every label at u in the gauge frame, but the balanced ones half at u and half at -u."""
    half = fmpq(1, 2)
    points = unrotated(all_gauges(problem), u)
    return Law(
        tuple(
            finite_measure((half, half), (p, antipode(p))) if i in balanced else dirac(p) for i, p in enumerate(points)
        )
    )


def laws_past_the_peak(problem: Problem) -> tuple[Attained, ...]:
    """Every slice half at z and half at w in the gauge frame, for <z, w> = -1, 0, 3/5.

    Where phi(<z, w>) > phi(1) and k = 1, its energy passes phi(1)/2.
    """
    d, half = problem.dimension, fmpq(1, 2)
    first = axis(d, 0)
    seconds = [antipode(first)]
    if d > 1:
        second = axis(d, 1)
        seconds += [second, tuple(fmpq(3, 5) * a + fmpq(4, 5) * b for a, b in zip(first, second, strict=True))]
    laws: list[Attained] = []
    for other in seconds:
        pairs = zip(unrotated(all_gauges(problem), first), unrotated(all_gauges(problem), other), strict=True)
        laws.append(Attained(Law(tuple(finite_measure((half, half), pair) for pair in pairs))))
    return tuple(laws)
