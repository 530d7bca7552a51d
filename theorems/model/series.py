"""Cosine series of even functions of period 2 pi, with a bound for the rest; zonal polynomials as such series."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flint import acb, arb, ctx, fmpq, fmpq_poly

from theorems.model.bias import Invariant, is_kinked
from theorems.model.calculus import as_polynomial
from theorems.model.errors import InexactError, InvalidInputError
from theorems.model.evaluation import evaluate
from theorems.model.quadrature import Analytic

if TYPE_CHECKING:
    from collections.abc import Callable

    from theorems.model.nodes import Expression

HALF_WIDTHS = (fmpq(2), fmpq(1), fmpq(1, 2), fmpq(1, 4), fmpq(1, 8), fmpq(1, 16))
"""Half the widths of the strips around the real line that are tried."""

COLUMNS, ROWS = 48, 6
"""Boxes that cover half a period of the upper half of a strip."""

SMALL_BITS = 44
"""What `shortened` leaves out, relative to the largest term."""

MAX_DEGREE = 200
"""Greatest degree of a polynomial that is written as a cosine series."""


@dataclass(frozen=True)
class CosineSeries:
    """F(v) = sum_k c_k cos(kv) + a rest of modulus at most `tail`."""

    coefficients: tuple[arb, ...]
    tail: arb


def cosine_series(function: Callable[[acb], acb], count: int, precision: int) -> CosineSeries:
    """The coefficients c_0..c_count of an even function of period 2 pi, real on the line, and a bound for the rest.

    Lemma: if f is analytic and |f| <= M on |Im v| <= a, then |c_k| <= 2 M exp(-ka) for k >= 1. Proof. The k-th Fourier
    coefficient is the mean of f(v) exp(-ikv) over a period, which may be moved to Im v = -a, where |exp(-ikv)| is
    exp(-ka); c_k is the sum of the coefficients of k and -k. So the mean over N equispaced points of 2 f(v) cos(kv)
    (of f(v) for k = 0) is c_k plus the sum over j >= 1 of c_(jN - k) + c_(jN + k), off by at most
    4 M exp(-(N - k)a)/(1 - exp(-Na)), N > k.

    Args:
        function: f on complex balls, not finite where it is not known to be analytic.
        count: the last k.
        precision: bits.

    Raises:
        InexactError: no strip is found on which f is seen to be analytic.
    """
    nodes = 4 * count + 64
    with ctx.workprec(precision):
        a, greatest = _strip(function, count)
        values = [function(acb(2 * arb.pi() * arb(fmpq(j, nodes)))).real for j in range(nodes // 2 + 1)]
        waves = [arb.cos_pi_fmpq(fmpq(2 * j, nodes)) for j in range(nodes)]
        found: list[arb] = []
        for k in range(count + 1):
            inner = sum((values[j] * waves[j * k % nodes] for j in range(1, nodes // 2)), start=arb(0))
            total = 2 * inner + values[0] + values[-1] * waves[nodes // 2 * k % nodes]
            off = 4 * greatest * (-(nodes - k) * a).exp() / (1 - (-nodes * a).exp())
            found.append(total * (1 if k == 0 else 2) / nodes + arb(0, off.upper()))
        tail = 2 * greatest * (-(count + 1) * a).exp() / (1 - (-a).exp())
        return CosineSeries(tuple(found), arb(tail.upper()))


def shortened(series: CosineSeries) -> CosineSeries:
    """The series without its last terms, which together are below 2^-`SMALL_BITS` of the largest one."""
    size = _largest(list(map(abs, series.coefficients)))
    kept, tail = list(series.coefficients), series.tail
    while len(kept) > 1 and tail + abs(kept[-1]) < size * arb(2) ** -SMALL_BITS:
        tail += abs(kept.pop())
    return CosineSeries(tuple(kept), arb(tail.upper()))


def _largest(values: list[arb]) -> arb:
    best = arb(0)
    for value in values:
        best = best.max(value)
    return best


def _strip(function: Callable[[acb], acb], count: int) -> tuple[arb, arb]:
    """(a, M): half the width of the strip that bounds the rest of the series best, and a bound for |f| on it."""
    best: tuple[arb, arb] | None = None
    for half_width in HALF_WIDTHS:
        a = arb(half_width)
        greatest = _greatest(function, a)
        if greatest.is_finite():
            size = greatest * (-(count + 1) * a).exp()
            if best is None or size < best[1] * (-(count + 1) * best[0]).exp():
                best = a, greatest
    if best is None:
        raise InexactError("series: no strip around the real line on which the function is seen to be analytic")
    return best


def _greatest(function: Callable[[acb], acb], a: arb) -> arb:
    """A bound for |f| over boxes that cover the strip; not finite where there is none."""
    greatest = arb(0)
    for i in range(COLUMNS):
        for j in range(ROWS):
            x = (arb(fmpq(2 * i + 1, 2 * COLUMNS)) + arb(0, arb(fmpq(1, 2 * COLUMNS)))) * arb.pi()
            y = (arb(fmpq(2 * j + 1, 2 * ROWS)) + arb(0, arb(fmpq(1, 2 * ROWS)))) * a
            # f(-v) = f(v), and f of the conjugate is the conjugate: one half of a half of the period is enough
            value = abs(function(acb(x, y)))
            if not value.is_finite():
                return value
            greatest = greatest.max(value)
    return arb(greatest.upper())


def bias_series(bias: Invariant, count: int, precision: int) -> CosineSeries:
    """The series of the symmetric part of a bias on the circle."""

    def f(u: acb) -> acb:
        arithmetic = Analytic(precision)
        return (evaluate(bias.function, {"u": u}, arithmetic) + evaluate(bias.function, {"u": -u}, arithmetic)) / 2

    return cosine_series(f, count, precision)


def profile_series(profile: Expression, count: int, precision: int) -> CosineSeries:
    """The series of phi(cos v): exact for a polynomial of at most that degree.

    Raises:
        InexactError: the profile has a kink, or no strip is found.
    """
    polynomial = as_polynomial(profile, "r")
    if polynomial is not None and polynomial.degree() <= count:
        with ctx.workprec(precision):
            return CosineSeries(tuple(map(arb, in_cosines(polynomial))), arb(0))
    if is_kinked(profile):
        raise InexactError("profile: abs, min and max have no analytic continuation")

    def f(v: acb) -> acb:
        return evaluate(profile, {"r": v.cos()}, Analytic(precision))

    return cosine_series(f, count, precision)


def in_cosines(polynomial: fmpq_poly) -> list[fmpq]:
    """The coefficients of p(cos v) in cos(kv).

    Raises:
        InvalidInputError: the degree is beyond `MAX_DEGREE`.
    """
    if polynomial.degree() > MAX_DEGREE:
        raise InvalidInputError(f"degree={polynomial.degree()}: expected at most {MAX_DEGREE}")
    wave = [fmpq(0)]
    for k in range(polynomial.degree(), -1, -1):  # Horner in the ring of cosine polynomials
        made = [fmpq(0)] * (len(wave) + 1)
        for j, c in enumerate(wave):
            made[j + 1] += c if j == 0 else c / 2
            if j > 0:
                made[j - 1] += c / 2
        made[0] += polynomial[k]
        wave = made
    return wave


def zonal_polynomial(dimension: int, degree: int) -> fmpq_poly:
    """P_l of S^{d-1}, d >= 2, P_l(1) = 1: the Gegenbauer polynomial, for d = 2 that of Chebyshev."""
    before, now = fmpq_poly([1]), fmpq_poly([0, 1])
    if degree == 0:
        return before
    for k in range(1, degree):
        before, now = now, (fmpq_poly([0, 2 * k + dimension - 2]) * now - k * before) / (k + dimension - 2)
    return now
