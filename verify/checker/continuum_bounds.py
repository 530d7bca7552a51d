"""Rules that bound the energy of all laws of a continuum of labels from above."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flint import arb, ctx, fmpq

from theorems.model.arithmetic import enclose
from theorems.model.assertion import Domain, Relation
from theorems.model.bias import General, Invariant, Space
from theorems.model.calculus import as_polynomial
from theorems.model.continuum import ContinuumProblem, Exponential, Trigonometric, cell_weight, cell_weights
from theorems.model.errors import InexactError, InvalidInputError
from theorems.model.kernel import ZonalKernel
from theorems.model.labels import Labels, Reading
from theorems.model.problem import Problem
from theorems.model.profile import lies_within
from theorems.model.proof import Pointwise, PositiveTransform, StepBound, ToeplitzZonal
from theorems.model.quadrature import range_on
from theorems.model.real import Real
from theorems.model.series import bias_series
from verify.checker.bounds import upper_bound
from verify.checker.continuum import affine_profile, greatest_energy, require_positive_transform
from verify.checker.laws import order_trust
from verify.checker.toeplitz import PRECISION, toeplitz_zonal
from verify.errors import RefusedError
from verify.verdict import Trust

if TYPE_CHECKING:
    from theorems.model.assertion import ContinuumSupremum
    from theorems.model.proof import ContinuumUpper

PIECES = 1024
"""Pieces of the circle, or of the interval, on which the sign of a bias of the difference is looked at."""

SQUARES = 48
"""Pieces a side for a bias of both labels."""

MAX_CELLS = 400
"""Most cells of a step bias."""

BITS = 60
"""Bits behind the point of a bound that comes from a ball, and of the values of a step bias."""

LARGEST = arb(2) ** 4096
"""What is beyond is no bound: Arb ends the process where it is to write a number like exp(exp(50)) in digits."""

TERMS = 64
"""Last Fourier coefficient that is enclosed; the others are bounded together."""


def continuum_upper(problem: ContinuumProblem, proof: ContinuumUpper) -> tuple[Real, Trust]:
    """A U with E <= U for every law, which the proof shows.

    Raises:
        RefusedError: it does not show one.
    """
    if isinstance(proof, ToeplitzZonal):
        return above(toeplitz_zonal(problem, proof)), Trust.BALL
    if isinstance(proof, StepBound):
        return step_bound(problem, proof)
    if isinstance(proof, Pointwise):
        return pointwise(problem, proof)
    if isinstance(proof, PositiveTransform):
        require_positive_transform(problem)
        return Real(0), Trust.RATIONAL
    if isinstance(problem.bias, Invariant):
        return fourier_series(problem)
    return greatest_energy(problem), Trust.RATIONAL


def bound(assertion: ContinuumSupremum, proof: ContinuumUpper) -> Trust:
    """Lemma: U <= v (< v) for a bound U of every law shows that every law has E <= v (< v)."""
    if assertion.relation not in (Relation.LE, Relation.LT):
        raise RefusedError(f"an upper bound proves no statement of the kind {assertion.relation.value}")
    upper, trust = continuum_upper(assertion.problem, proof)
    if not (upper <= assertion.value if assertion.relation is Relation.LE else upper < assertion.value):
        raise RefusedError(f"the bound {upper} is not {assertion.relation.value} {assertion.value}")
    return max(trust, order_trust(upper, assertion.value, assertion.relation))


def above(ball: arb) -> Real:
    """A rational of `BITS` bits behind the point that is at least every number of the ball."""
    with ctx.workprec(4 * PRECISION):
        whole = (ball.upper() * arb(2) ** BITS).ceil().unique_fmpz() if abs(ball) < LARGEST else None
    if whole is None:
        raise InexactError("the bound is not enclosed by a finite ball")
    return Real(fmpq(whole) / fmpq(2) ** BITS)


def fourier_series(problem: ContinuumProblem) -> tuple[Real, Trust]:
    """A bound for all laws under an analytic bias of period 2 pi and an affine profile.

    Lemma: E <= (max(0, a l_0, a l_1, ..) + b l_0)/2 with phi = a r + b, a >= 0, and l_p the Fourier coefficients of
    the bias: as `greatest_energy`, whose proof asks for absolutely summable coefficients alone. Those beyond `TERMS`
    are at most the bound for the rest of the series.
    """
    slope, constant = affine_profile(problem)
    if not (isinstance(problem.bias, Invariant) and problem.bias.space is Space.CIRCLE):
        raise RefusedError("the bias has no Fourier series on the circle")
    with ctx.workprec(PRECISION):
        series = bias_series(problem.bias, TERMS, PRECISION)
        mean, *rest = series.coefficients
        greatest = arb(0).max(mean).max(series.tail)
        for c in rest:
            greatest = greatest.max(c / 2)
        return above((arb(slope) * greatest + arb(constant) * mean) / 2), Trust.BALL


def pointwise(problem: ContinuumProblem, proof: Pointwise) -> tuple[Real, Trust]:
    """A bound by the range of the profile.

    Lemma: if lowest <= phi <= highest, E <= 1/2 (highest iint k + (highest - lowest) iint max(0, -k)). Proof.
    k phi <= max(k lowest, k highest) = highest k + (highest - lowest) max(0, -k). Likewise with lowest iint k and
    max(0, k); the side is chosen by the sign of iint k.
    """
    if proof.lowest > proof.highest:
        raise RefusedError(f"lowest {proof.lowest} is above highest {proof.highest}")
    if not lies_within(problem.profile, problem.dimension, proof.lowest, proof.highest):
        raise RefusedError(f"the profile leaves [{proof.lowest}, {proof.highest}] at an attainable inner product")
    exact = as_polynomial(problem.profile, "r") is not None
    if isinstance(problem.bias, Trigonometric | Exponential):
        mean = cell_weight(problem.bias, 1, 0)
        side = -1 if mean < 0 else 1
        outer = proof.highest if side > 0 else proof.lowest
        if _has_sign(problem.bias, side):
            return mean * outer / 2, Trust.RATIONAL if exact and mean.is_rational else Trust.BALL
    with ctx.workprec(PRECISION):
        total = cell_weights(problem.bias, 1, PRECISION)(0, 0)
        side = -1 if total < 0 else 1
        outer = proof.highest if side > 0 else proof.lowest
        spread = (proof.highest - proof.lowest).ball(PRECISION)
        value = total * outer.ball(PRECISION) + spread * _wrong_part(problem, side)
        return above(value / 2), Trust.BALL


def _has_sign(bias: Trigonometric | Exponential, side: int) -> bool:
    """Whether side * k >= 0, by the coefficients."""
    if isinstance(bias, Exponential):
        return side * bias.scale >= 0
    mean, *rest = bias.coefficients
    return side * mean >= sum((abs(a) for a in rest), start=fmpq(0))


def _wrong_part(problem: ContinuumProblem, side: int) -> arb:
    """An upper bound for iint max(0, -side k), by the range of k on pieces."""
    total = arb(0)
    if isinstance(problem.bias, General):
        mass = fmpq(1, SQUARES**2)
        cells = [(fmpq(i, SQUARES), fmpq(j, SQUARES), mass) for i in range(SQUARES) for j in range(SQUARES)]
        width = fmpq(1, SQUARES)
    else:
        # on the interval |s - t| has the density 2(1 - u)
        even, n = problem.space is Space.CIRCLE, PIECES
        cells = [(fmpq(i, n), fmpq(0), fmpq(1, n) if even else fmpq(2 * (n - i) - 1, n**2)) for i in range(n)]
        width = fmpq(1, PIECES)
    for first, second, mass in cells:
        value = bias_range(problem, first, second, width)
        total += arb((-side * value).max(arb(0)).upper()) * arb(mass)
    return total


def bias_range(problem: ContinuumProblem, first: fmpq, second: fmpq, width: fmpq) -> arb:
    """A ball around k at labels of two cells; for a bias of the difference the cell of s - t that starts at first."""
    bias = problem.bias
    if isinstance(bias, General):
        return range_on(bias, first, second, width, PRECISION)
    with ctx.workprec(PRECISION):
        apart = arb(first + width / 2) + arb(0, arb(width / 2))
        if isinstance(bias, Trigonometric):
            angle = 2 * arb.pi() * apart
            return sum((arb(a) * (m * angle).cos() for m, a in enumerate(bias.coefficients)), start=arb(0))
        if isinstance(bias, Exponential):
            return arb(bias.scale) * (-arb(bias.rate) * apart).exp()
        return _difference_range(bias, apart)


def step_bound(problem: ContinuumProblem, proof: StepBound) -> tuple[Real, Trust]:
    """A bound by a bias that is constant on pairs of cells.

    Lemma: with k_ij any numbers, |k - k_ij| <= r_ij on cell i x cell j of n equal cells, and |phi| <= G,
    E <= U + G/2 sum_ij r_ij/n^2, U a bound for the problem of n labels of mass 1/n with the bias k_ij, read as cells.
    Proof. The mean mu_i of mu_s over cell i is a law of that problem, and under k_ij both have the same energy; the
    bias is off by at most r_ij, the profile at most G. Here k_ij is the middle of the ball of k, in `BITS` bits.
    """
    n = proof.cells
    if not 1 <= n <= MAX_CELLS:
        raise RefusedError(f"{n} cells, expected 1 to {MAX_CELLS}")
    if not lies_within(problem.profile, problem.dimension, -proof.greatest, proof.greatest):
        raise RefusedError(f"the profile leaves [{-proof.greatest}, {proof.greatest}] at an attainable inner product")
    finite, rest = step_problem(problem, n)
    value, trust = upper_bound(finite, Domain.LAWS, proof.upper)
    with ctx.workprec(PRECISION):
        slack = above(proof.greatest.ball(PRECISION) * rest / 2)
    return value + slack, max(trust, Trust.BALL)


def step_problem(problem: ContinuumProblem, n: int) -> tuple[Problem, arb]:
    """The problem of n cells, and sum_ij r_ij/n^2."""
    with ctx.workprec(PRECISION):
        rest = arb(0)
        rows = [[Real(0)] * n for _ in range(n)]
        known: dict[int, tuple[Real, arb]] = {}
        for i in range(n):
            for j in range(i, n):
                found = known.get(j - i) if not isinstance(problem.bias, General) else None
                if found is None:
                    found = _settled(_pair_range(problem, i, j, n))
                    known[j - i] = found
                rows[i][j] = rows[j][i] = found[0]
                rest += found[1] * (1 if i == j else 2)
        labels = Labels((fmpq(1, n),) * n, Reading.CELLS)
        bias = tuple(map(tuple, rows))
        return Problem(problem.dimension, labels, ZonalKernel(bias, problem.profile)), rest / n**2


def _pair_range(problem: ContinuumProblem, i: int, j: int, n: int) -> arb:
    """A ball around k on cell i x cell j, i <= j."""
    if isinstance(problem.bias, General):
        return range_on(problem.bias, fmpq(i, n), fmpq(j, n), fmpq(1, n), PRECISION)
    # s - t covers two steps, and |s - t| one where the cells are the same
    if problem.space is Space.INTERVAL and i == j:
        return bias_range(problem, fmpq(0), fmpq(0), fmpq(1, n))
    return bias_range(problem, fmpq(j - i - 1, n), fmpq(0), fmpq(2, n))


def _settled(ball: arb) -> tuple[Real, arb]:
    """A rational near the middle of the ball, and how far any number of the ball is from it at most."""
    whole = (ball.mid() * arb(2) ** BITS).floor().unique_fmpz() if abs(ball) < LARGEST else None
    if whole is None:
        raise InvalidInputError("bias: expected one that is bounded on every pair of cells")
    value = fmpq(whole) / fmpq(2) ** BITS
    return Real(value), arb(abs(ball - arb(value)).upper())


def _difference_range(bias: Invariant, apart: arb) -> arb:
    """A ball around the symmetric part of f at the differences in a ball of parts of the label space."""
    if bias.space is Space.INTERVAL:
        return enclose(bias.function, {"u": apart}, PRECISION)
    u = 2 * arb.pi() * apart
    return (enclose(bias.function, {"u": u}, PRECISION) + enclose(bias.function, {"u": -u}, PRECISION)) / 2
