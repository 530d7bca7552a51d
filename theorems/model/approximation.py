"""Polynomials near a profile on [-1, 1], with a rigorous distance: Taylor at 0, Cauchy's remainder, Chebyshev's basis.

Where the profile phi is analytic on the disc |z| <= R, R > 1, and |phi| <= M there, its Taylor coefficients are at most
M R^-k (Cauchy), so that the polynomial T of its first K of them has |phi - T| <= M R^(1-K)/(R - 1) on [-1, 1]. And
|T - p| <= sum_j |c_j| there, c_j the coefficients of T - p in Chebyshev polynomials, which are at most 1 in size.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, TypeVar

from flint import acb, arb, arb_series, ctx, fmpq, fmpq_poly, fmpz, fmpz_poly

from theorems.model.calculus import as_polynomial
from theorems.model.errors import InexactError
from theorems.model.evaluation import evaluate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from theorems.model.nodes import Expression

PRECISION = 512
"""Bits of the balls of the Taylor coefficients."""

ORDERS = (48, 96, 192, 384)
"""Orders K tried in turn, until the remainder is below 2^-NEGLIGIBLE of the coefficients."""

NEGLIGIBLE = 64

RADII = tuple(fmpq(*pair) for pair in ((9, 8), (5, 4), (3, 2), (2, 1), (3, 1), (4, 1), (8, 1), (16, 1), (32, 1)))
"""Radii R tried; that of the least remainder counts."""

ROUNDING = 160
"""Distances are rounded up, and coefficients to the nearest, multiple of 2^-ROUNDING."""

LARGEST = 4096
"""Bits of the largest coefficient or distance."""

MAX_DEGREE = 64
"""Greatest degree of an approximating polynomial."""

Scalar = TypeVar("Scalar", arb, fmpq)


@dataclass(frozen=True)
class _Analytic:
    """The arithmetic of `evaluate` for functions that are analytic where they are finite: series or complex balls.

    A ball that touches a pole or a branch cut is not finite; nor is the series at such a point.
    """

    disc: bool

    def number(self, value: fmpq, /) -> acb | arb_series:
        """The constant."""
        return acb(value) if self.disc else arb_series([value])

    def pi(self) -> acb | arb_series:
        """The constant pi."""
        return acb.pi() if self.disc else arb_series([arb.pi()])

    def call(self, function: str, arguments: Sequence[acb | arb_series], /) -> acb | arb_series:
        """exp, log, sqrt, cos or sin.

        Raises:
            InexactError: abs, min or max.
        """
        (first, *_) = arguments
        if function in {"abs", "min", "max"}:
            raise InexactError(f"profile: {function} has no analytic continuation, so that no polynomial is near it")
        if isinstance(first, acb) and function in {"log", "sqrt"}:
            return first.log(analytic=True) if function == "log" else first.sqrt(analytic=True)
        return getattr(first, function)()


def approximate(profile: Expression, degree: int) -> tuple[tuple[fmpq, ...], fmpq]:
    """(p, eps): the coefficients of a polynomial of at most the degree, lowest first, and eps >= |phi - p| on [-1, 1].

    The profile itself, and eps = 0, where it is a polynomial of such a degree; else its economised Taylor polynomial.

    Raises:
        InexactError: no disc was found on which the profile is analytic.
    """
    polynomial = as_polynomial(profile, "r")
    if polynomial is not None and polynomial.degree() <= degree:
        return _trimmed(polynomial), fmpq(0)
    with ctx.workprec(PRECISION):
        series = [arb(entry) for entry in polynomial.coeffs()] if polynomial is not None else _taylor(profile)[0]
        kept = in_chebyshev(series, arb(0))[: degree + 1]
        total = fmpq_poly()
        for j, coefficient in enumerate(kept):
            total += _ceiling(coefficient.mid()) * fmpq_poly(fmpz_poly.chebyshev_t(j))
    coefficients = _trimmed(total)
    return coefficients, distance(profile, coefficients)


def distance(profile: Expression, coefficients: Sequence[fmpq]) -> fmpq:
    """A rational eps with |phi(t) - p(t)| <= eps on [-1, 1], p given by its coefficients, lowest first.

    0 where p is the profile. Cost: some milliseconds a profile; nothing but the degree of p is taken on trust.

    Raises:
        InexactError: no disc was found on which the profile is analytic.
    """
    polynomial = as_polynomial(profile, "r")
    if polynomial is not None:
        exact = in_chebyshev((polynomial - fmpq_poly(list(coefficients))).coeffs(), fmpq(0))
        return sum((abs(entry) for entry in exact), start=fmpq(0))
    with ctx.workprec(PRECISION):
        series, remainder = _taylor(profile)
        difference = [arb(a) - arb(c) for a, c in zip_longest(series, coefficients, fillvalue=fmpq(0))]
        total = sum((abs(entry) for entry in in_chebyshev(difference, arb(0))), start=remainder)
        return _ceiling(total.upper())


def _ceiling(point: arb) -> fmpq:
    """The least multiple of 2^-ROUNDING at or above the centre of an exact ball."""
    whole = (point * 2**ROUNDING).ceil().unique_fmpz() if abs(point) < 2**LARGEST else None
    if whole is None:
        raise InexactError(f"profile: its polynomial is not enclosed by balls, or not below 2^{LARGEST}")
    return fmpq(whole, fmpz(2) ** ROUNDING)


def in_chebyshev(coefficients: Sequence[Scalar], zero: Scalar) -> list[Scalar]:
    """sum_k a_k t^k in Chebyshev polynomials, by Horner's rule with t T_j = (T_(j+1) + T_|j-1|)/2; exact in Q."""
    found: list[Scalar] = []
    for coefficient in reversed(coefficients):
        raised = [zero] * (len(found) + 1)
        for j, entry in enumerate(found):
            raised[j + 1] += entry / 2 if j else entry
            if j:
                raised[j - 1] += entry / 2
        raised[0] += coefficient
        found = raised
    return found


def _trimmed(polynomial: fmpq_poly) -> tuple[fmpq, ...]:
    return tuple(polynomial.coeffs())


def _taylor(profile: Expression) -> tuple[list[arb], arb]:
    """The first Taylor coefficients at 0, and an upper bound of what the others sum to on [-1, 1]."""
    sizes = [(radius, size) for radius in RADII if (size := _size(profile, radius)) is not None]
    if not sizes:
        raise InexactError("profile: no disc of radius above 1 is known on which it is analytic")
    series, remainder = [], arb(0)
    for order in ORDERS:
        series = _series(profile, order)
        tails = [size * arb(radius) ** (1 - order) / (arb(radius) - 1) for radius, size in sizes]
        remainder = min(tails, key=lambda ball: ball.mid())
        if remainder * 2**NEGLIGIBLE < sum((abs(entry) for entry in series), start=arb(0)):
            break
    return series, remainder


def _size(profile: Expression, radius: fmpq) -> arb | None:
    """A bound of |phi| on the square around the disc of the radius; None where it is not known to be analytic."""
    side = arb(0, radius)
    size = abs(evaluate(profile, {"r": acb(side, side)}, _Analytic(disc=True)))
    return size.upper() if size.is_finite() else None


def _series(profile: Expression, order: int) -> list[arb]:
    """The first Taylor coefficients at 0."""
    before = ctx.cap
    ctx.cap = order
    try:
        value = evaluate(profile, {"r": arb_series([0, 1])}, _Analytic(disc=False))
        return [value[k] for k in range(order)]
    finally:
        ctx.cap = before
