"""An a-priori bound on what float64 may be off, derived operation by operation; exact values never enter.

Standard model: with u = 2^-53, fl(a op b) = (a op b)(1 + e), |e| <= u, for + - * and for rounding an exact number;
numpy's exp, pow and the like are within 4 units in the last place, that is 8 u relative. `Rounded(size, error)` stands
for a number of at most `size` in absolute value whose float is off by at most `error`, to first order in u:

    a + b    errors add, and u (|a| + |b|) more
    a * b    |a| err(b) + |b| err(a), and u |a| |b| more
    a ** k   k |a|^(k-1) err(a), and 8 u |a|^k more
    exp a    e^|a| err(a), and 8 u e^|a| more

The factor 2 in the bounds at the end pays for all terms of second order (the errors here are below 1e-9 of the sizes)
and for the rounding of the bound itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp, sqrt

from flint import fmpq

from theorems.model.calculus import derivative
from theorems.model.energy import energy
from theorems.model.evaluation import evaluate
from theorems.model.kernel import BilinearKernel, ZonalKernel
from theorems.model.matrix import Vector
from theorems.model.problem import Problem
from theorems.model.real import Real

U = 2.0**-53

FUNCTION = 8 * U

NUMBER = 8 * U
"""A weight rho_i rho_j w_a w_b k_ij phi / 2: four conversions and three products beside those that are followed."""


@dataclass(frozen=True)
class Rounded:
    size: float
    error: float

    def __add__(self, other: Rounded) -> Rounded:
        size = self.size + other.size
        return Rounded(size, self.error + other.error + U * size)

    def __mul__(self, other: Rounded) -> Rounded:
        size = self.size * other.size
        return Rounded(size, self.size * other.error + other.size * self.error + U * size)

    def __pow__(self, exponent: int) -> Rounded:
        if exponent == 0:
            return Rounded(1.0, 0.0)
        size = self.size**exponent
        return Rounded(size, exponent * self.size ** (exponent - 1) * self.error + FUNCTION * size)


class Rounding:
    """The arithmetic of `Rounded`, for orthogonal gauges."""

    def number(self, value: fmpq, /) -> Rounded:
        return Rounded(abs(float(value)), NUMBER * abs(float(value)))

    def lift(self, value: Real, /) -> Rounded:
        size = abs(float(value.ball(64)))
        return Rounded(size, 2 * U * size)

    def gram(self, points: Sequence[Vector], /) -> list[list[Rounded]]:
        """<R x, R' y>: d products of entries of |R| |x| and |R'| |y|, each at most 1 by Cauchy-Schwarz, so size d.

        An entry of R x carries 2 conversions and d operations of products and sums, in any order; the inner product
        carries those of both and d operations of its own: 2 (d + 2) + d roundings.
        """
        d = len(points[0])
        return [[Rounded(d, (3 * d + 4) * U * d)] * len(points)] * len(points)

    def sum(self, values: Iterable[Rounded], /) -> Rounded:
        total = Rounded(0.0, 0.0)
        for value in values:
            total = total + value
        return total

    def pi(self) -> Rounded:
        return Rounded(4.0, 4 * U)

    def call(self, function: str, arguments: Sequence[Rounded], /) -> Rounded:
        assert function == "exp", f"{function}: no bound is derived"
        (a,) = arguments
        return Rounded(exp(a.size), exp(a.size) * a.error + FUNCTION * exp(a.size))


ROUNDING = Rounding()


def energy_bound(problem: Problem, law) -> float:
    """How far the float energy may be from the exact one.

    At most T = (N d)^2 products are added, in another order than here; any order costs at most (T - 1) u sum |terms|.
    """
    followed = energy(problem, law, ROUNDING)
    terms = (law.atom_count * problem.dimension) ** 2
    return 2 * (followed.error + terms * U * followed.size)


def gradient_bound(problem: Problem, points, i: int) -> float:
    """How far an entry of the float gradient in x_i may be from the exact one.

    Zonal: sum_j C_ij phi'(r_ij) (R_i^T R_j x_j)_c, with (|R_i^T| |R_j| |x_j|)_c <= sum_e |R_i|_ec <= sqrt(d), after
    3 conversions and 2 d operations. Bilinear: sum_je |B_ij|_ce, since |x_j|_e <= 1. n d terms in any order.
    """
    n, d, kernel = len(problem), problem.dimension, problem.kernel
    total = Rounded(0.0, 0.0)
    for j in range(n):
        weight = ROUNDING.number(problem.pair_weight(i, j).rational())
        if isinstance(kernel, ZonalKernel):
            inner = ROUNDING.gram([points[i], points[j]])[0][1]
            slope = evaluate(derivative(kernel.profile, "r"), {"r": inner}, ROUNDING)
            pull = Rounded(sqrt(d), (2 * d + 3) * U * sqrt(d))
            total = total + weight * ROUNDING.lift(kernel.bias[i][j]) * slope * pull
        else:
            assert isinstance(kernel, BilinearKernel)
            largest = max(sum(abs(float(entry.ball(64))) for entry in row) for row in kernel.blocks[i][j])
            total = total + weight * Rounded(largest, 4 * U * largest)
    return 2 * (total.error + n * d * U * total.size)
