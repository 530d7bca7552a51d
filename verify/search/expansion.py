r"""exp(beta <u, v>) on the sphere as a short sum of products of monomials in u and in v, with a bound of the rest.

The Chebyshev series of the exponential is e^{beta r} = I_0 + 2 sum_k I_k(beta) T_k(r) on [-1, 1], so that cutting it
after degree K leaves at most 2 sum_{k>K} I_k(|beta|). The kept polynomial sum_k c_k r^k is made homogeneous, which is
free on the sphere: <u,v>^k = <u,v>^k |u|^{2q} |v|^{2q}, k + 2q = K or K - 1. So the monomials of the two degrees K and
K - 1 are enough, as many as spherical harmonics up to degree K: 2K + 1 for d = 2, (K + 1)^2 for d = 3.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from flint import arb, ctx, fmpz_poly

from theorems.model.errors import InvalidInputError
from verify.search.floats import Floats

PRECISION = 256
"""Bits of the balls. The coefficients lose at most some 2 K bits to cancellation, K <= `MAX_DEGREE`."""

MAX_DEGREE = 60
"""Greatest degree K: beta = 25 or so in d = 3."""

UNIT = 2.0**-53
"""The unit roundoff of float64."""


def exponents(dimension: int, degree: int) -> np.ndarray:
    """All exponent vectors of sum `degree`, (count, d), in the order in which `Expansion.features` has them."""
    levels = np.zeros((1, dimension), dtype=np.int64)
    for m in range(1, degree + 1):
        parts = []
        for i in range(dimension):
            tail = levels[-_count(dimension - i, m - 1) :].copy()
            tail[:, i] += 1
            parts.append(tail)
        levels = np.concatenate(parts)
    return levels


def _count(variables: int, degree: int) -> int:
    return math.comb(degree + variables - 1, variables - 1)


def tail(beta: float, degree: int) -> arb:
    """A ball above 2 sum_{k > K} I_k(|beta|), K = degree >= |beta|/2.

    By the power series, term by term, I_{k+1} <= |beta|/(2(k + 1)) I_k: a geometric series from I_{K+1} on.
    """
    with ctx.workprec(PRECISION):
        size = abs(arb(beta))
        ratio = size / (2 * (degree + 2))
        if not ratio < 1:
            raise InvalidInputError(f"degree={degree}: expected at least |beta|/2, beta={beta}")
        return 2 * size.bessel_i(arb(degree + 1)) / (1 - ratio)


def coefficients(beta: float, degree: int) -> tuple[Floats, arb]:
    """c_0..c_K in floats, and a ball above the largest |e^{beta r} - sum c_k r^k|, -1 <= r <= 1, c as rounded."""
    with ctx.workprec(PRECISION):
        size, sign = abs(arb(beta)), -1 if beta < 0 else 1
        exact = [arb(0)] * (degree + 1)
        for k in range(degree + 1):
            scale = size.bessel_i(arb(k)) * (1 if k == 0 else 2 * sign**k)
            polynomial = fmpz_poly.chebyshev_t(k)
            for j in range(k % 2, k + 1, 2):
                exact[j] += scale * polynomial[j]
        rounded = np.array([float(c.mid()) for c in exact])
        error = tail(beta, degree)
        for c, near in zip(exact, rounded, strict=True):
            error += abs(c - arb(float(near)))
        return rounded, error


def upper(ball: arb) -> float:
    """A float above every number of the ball."""
    return math.nextafter(float(ball.upper()), math.inf)


@dataclass(frozen=True, eq=False)
class Expansion:
    """e^{beta <u, v>} = sum over two degrees of phi(u)^T C phi(v) + a rest of at most `truncation`, |u| = |v| = 1.

    Attributes:
        dimension: d >= 2.
        beta: any float; the cost grows with |beta|.
        degree: K.
        polynomial: c_0..c_K.
        truncation: the bound of the rest on the sphere, proved by balls.
    """

    dimension: int
    beta: float
    degree: int
    polynomial: Floats
    truncation: float

    @property
    def feature_count(self) -> int:
        """How many monomials there are of the degrees K - 1 and K."""
        return _count(self.dimension, self.degree - 1) + _count(self.dimension, self.degree)

    @property
    def work(self) -> int:
        """How many monomials of the degrees up to K are formed on the way."""
        return math.comb(self.degree + self.dimension, self.dimension)

    @cached_property
    def magnitude(self) -> float:
        """sum |c_k|, above every |phi(u)|^T |C| |phi(v)|: what rounding errors are relative to."""
        return float(np.abs(self.polynomial).sum())

    @cached_property
    def cores(self) -> tuple[Floats, Floats]:
        """C of degree K - 1 and of degree K."""
        return self._core(self.degree - 1), self._core(self.degree)

    def _core(self, degree: int) -> Floats:
        """sum_k c_k sum_g k!/g! t_g t_g^T, t_g the coefficients of u^g |u|^{2q}, k + 2q = degree."""
        index = {tuple(row): a for a, row in enumerate(exponents(self.dimension, degree).tolist())}
        core = np.zeros((len(index), len(index)))
        for k in range(degree % 2, degree + 1, 2):
            q = (degree - k) // 2
            lower, squares = exponents(self.dimension, k), exponents(self.dimension, q)
            rows = np.zeros((len(index), len(lower)))
            weights = [float(_multinomial(row)) for row in squares.tolist()]
            for b, weight in zip(squares, weights, strict=True):
                places = [index[tuple(row)] for row in (lower + 2 * b).tolist()]
                rows[places, np.arange(len(lower))] = weight
            scales = np.array([float(_multinomial(row)) for row in lower.tolist()])
            core += self.polynomial[k] * ((rows * scales) @ rows.T)
        return core

    def features(self, points: Floats) -> tuple[Floats, Floats]:
        """The monomials of degree K - 1 and of degree K at the points (n, d), each (count, n)."""
        d = self.dimension
        variables = np.ascontiguousarray(points.T)
        below = level = np.ones((1, len(points)))
        for m in range(1, self.degree + 1):
            below, level = level, np.empty((_count(d, m), len(points)))
            ends = np.cumsum([0] + [_count(d - i, m - 1) for i in range(d)])
            for i, (start, end) in enumerate(pairwise(ends.tolist())):
                np.multiply(below[len(below) - (end - start) :], variables[i], out=level[start:end])
        return below, level


def _multinomial(row: list[int]) -> int:
    value = math.factorial(sum(row))
    for entry in row:
        value //= math.factorial(entry)
    return value


def expand(dimension: int, beta: float, accuracy: float) -> Expansion:
    """The shortest expansion whose rest is at most `accuracy` e^|beta|.

    Raises:
        InvalidInputError: d < 2, beta = 0 or not finite, or |beta| asks for a degree above `MAX_DEGREE`.
    """
    if dimension < 2:
        raise InvalidInputError(f"dimension={dimension}: expected at least 2")
    if not math.isfinite(beta) or beta == 0:
        raise InvalidInputError(f"beta={beta}: expected a finite number other than 0")
    with ctx.workprec(PRECISION):
        goal = arb(accuracy) * abs(arb(beta)).exp()
        for degree in range(max(1, math.ceil(abs(beta) / 2)), MAX_DEGREE + 1):
            if tail(beta, degree) < goal:
                polynomial, error = coefficients(beta, degree)
                return Expansion(dimension, beta, degree, polynomial, upper(error))
    raise InvalidInputError(f"beta={beta}: expected less, the expansion would pass degree {MAX_DEGREE}")
