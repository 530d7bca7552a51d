"""Rules about the maximisers of a continuum problem: a law that reaches a bound, two of them, and who is unique."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flint import arb, ctx, fmpq

from theorems.model.assertion import ContinuumCollapse, ContinuumSpread, GraphMaximiser, GreatCircle, Relation
from theorems.model.bias import General, Invariant
from theorems.model.calculus import as_polynomial
from theorems.model.continuum import (
    ContinuumLaw,
    ContinuumProblem,
    CurveLaw,
    Exponential,
    Trigonometric,
    continuum_ball,
    is_graph_law,
    is_turning,
)
from theorems.model.profile import peaks_only_at_one
from theorems.model.series import bias_series, profile_series
from verify.checker.continuum import (
    compare_laws,
    is_collapsed,
    modes,
    non_negative_bias,
    require_positive_transform,
)
from verify.checker.continuum_bounds import PIECES, SQUARES, bias_range, continuum_upper
from verify.checker.toeplitz import PRECISION, TERMS
from verify.errors import RefusedError
from verify.verdict import Trust

if TYPE_CHECKING:
    from theorems.model.assertion import ContinuumFinite, ContinuumUnique
    from theorems.model.proof import (
        BetterThanCircles,
        ContinuumMaximiser,
        ContinuumUpper,
        Fourier,
        NonNegativeBias,
        PositiveTransform,
        TwoContinuumMaximisers,
    )

EQ, NE = Relation.EQ, Relation.NE


def require_maximiser(problem: ContinuumProblem, law: ContinuumLaw, upper: ContinuumUpper) -> Trust:
    """Lemma: a law with E >= U, for a bound U of every law, is a maximiser."""
    value, trust = continuum_upper(problem, upper)
    return max(trust, compare_laws(problem, law, Relation.GE, value))


def maximiser(
    assertion: ContinuumCollapse | ContinuumSpread | GraphMaximiser | GreatCircle, proof: ContinuumMaximiser
) -> Trust:
    """Lemma: a maximiser that is not collapsed, or is, or is a graph law, or a great circle, is one."""
    wanted = EQ if isinstance(assertion, GraphMaximiser | GreatCircle) else NE
    if assertion.relation is not wanted:
        raise RefusedError(f"a maximiser proves no statement of the kind {assertion.relation.value}")
    law = proof.law
    match assertion:
        case ContinuumCollapse():
            fits = not is_collapsed(law)
        case ContinuumSpread():
            fits = is_collapsed(law)
        case GraphMaximiser():
            fits = is_graph_law(law)
        case _:
            fits = isinstance(law, CurveLaw) and law.winding >= 1 and law.square_height == 0
    if not fits:
        raise RefusedError("the law is not of the kind that the assertion is about")
    return require_maximiser(assertion.problem, law, proof.upper)


def two_maximisers(assertion: ContinuumUnique, proof: TwoContinuumMaximisers) -> Trust:
    """Lemma: two maximisers that no map of O(d) carries into each other leave none of them unique.

    Proof that they differ: O(d) keeps the distribution of <x, y> under mu_s x mu_t for every s and t: whether a law is
    collapsed; whether it is a graph law; for curves q + (1 - q) cos m(s - t), which tells m and q for m >= 1.
    """
    if assertion.relation is not NE:
        raise RefusedError("two maximisers prove no statement of the kind =")
    first, second = proof.first, proof.second
    apart = is_collapsed(first) != is_collapsed(second) or is_graph_law(first) != is_graph_law(second)
    if isinstance(first, CurveLaw) and isinstance(second, CurveLaw) and not is_collapsed(first):
        apart = apart or (first.winding, first.square_height) != (second.winding, second.square_height)
    if not apart:
        raise RefusedError("the two laws are not told apart by an invariant of O(d)")
    trusts = (require_maximiser(assertion.problem, law, proof.upper) for law in (first, second))
    return max(trusts)


def fourier_unique(assertion: ContinuumUnique, _proof: Fourier) -> Trust:
    """When a simple greatest mode leaves one maximiser.

    Lemma: if l_m is positive and greater than all others, m = 0 or d >= 2, then the maximiser is unique up to O(d).
    Proof. The bound (l_m + b a_0)/2 is reached: by one point, or the m-fold circle. Equality forces the means m(s) into
    the modes m and -m with |m(s)| = 1 almost everywhere, so every mu_s is a Dirac mass. For m = 0 they are constant;
    else m(s) = a cos ms + b sin ms, and |m(s)| = 1 for all s makes a and b orthonormal. Source: claims.md S2.
    """
    if assertion.relation is not EQ:
        raise RefusedError("a simple greatest mode proves no statement of the kind !=")
    levels, _ = modes(assertion.problem)
    greatest = max(levels)
    if greatest <= 0 or sum(level == greatest for level in levels) > 1:
        raise RefusedError("no l_m is positive and greater than all others")
    if levels[0] != greatest and assertion.problem.dimension < 2:
        raise RefusedError("the greatest mode is not the mean, and there is no circle in dimension 1")
    return Trust.RATIONAL


def fourier_continuum(assertion: ContinuumFinite, _proof: Fourier) -> Trust:
    """When the maximisers of a trigonometric bias with an affine profile are a continuum.

    Lemma: they are if (a) l* = 0, so that no l_m is positive; (b) l_0 = l_m = l* > 0 for some m >= 1 and d >= 3; or
    (c) l_m = l_p = l* > 0 for two m, p >= 1 and d >= 4. Proof. (a) E = b a_0/2 + 1/2 sum_p l_|p| |c_p|^2 with all terms
    of the sum <= 0, so that the maximisers are the laws with c_p = 0 where l_p < 0, a convex set. It holds the slices
    (delta_e + delta_-e)/2, and those of mean cos(ps)/2 at e and -e, p > M: two points and the segment between, whose
    laws no map of O(d) exchanges, their means having different lengths. (b) the latitudes x(s) = (sqrt(1 - q) cos ms,
    sqrt(1 - q) sin ms, sqrt(q)), for each q. (c) sqrt(1 - q) and sqrt(q) times circles of m and of p turns in two
    planes. In (b) and (c) |m| = 1, and <x(s), x(t)> tells q. Source: claims.md S2.
    """
    if assertion.relation is not NE:
        raise RefusedError("a tie of modes proves no statement of the kind =")
    levels, _ = modes(assertion.problem)
    greatest = max(levels)
    ties = [m for m, level in enumerate(levels) if level == greatest]
    least = 1 if greatest <= 0 else 3 if ties[0] == 0 else 4
    if greatest > 0 and len(ties) == 1:
        raise RefusedError("one l_m alone is greatest")
    if assertion.problem.dimension < least:
        raise RefusedError(f"dimension {assertion.problem.dimension}, expected at least {least} for a family of ties")
    return Trust.RATIONAL


def transform_continuum(assertion: ContinuumFinite, _proof: PositiveTransform) -> Trust:
    """When the maximisers of a repulsive bias are a continuum.

    Lemma: E = 0 iff almost every slice has mean zero, by `require_positive_transform`; for d >= 2 the slices
    w (delta_e + delta_-e)/2 + (1 - w)(delta_f + delta_-f)/2, e and f orthogonal, 0 <= w <= 1/2, are maximisers that no
    map of O(d) exchanges. Source: claims.md D6.
    """
    if assertion.relation is not NE:
        raise RefusedError("a family of mean-zero slices proves no statement of the kind =")
    require_positive_transform(assertion.problem)
    if assertion.problem.dimension < 2:
        raise RefusedError("in dimension 1 one slice alone has mean zero")
    return Trust.RATIONAL


def positive_bias(assertion: ContinuumCollapse | ContinuumUnique, _proof: NonNegativeBias) -> Trust:
    """When a bias that is positive almost everywhere leaves the collapsed laws alone.

    Lemma: if k > 0 almost everywhere and phi(t) < phi(1) at every other attainable t, the maximisers are the collapsed
    laws. Proof. E <= phi(1)/2 iint k, with equality iff phi(<x, y>) = phi(1), so x = y, almost surely under
    mu_s x mu_t for almost all s, t: then almost all mu_s are one Dirac mass. k > 0 almost everywhere if a trigonometric
    polynomial other than 0 has a_0 >= sum |a_m|, since it is then >= 0 with finitely many zeros; if it is
    c exp(-r |s - t|), c > 0; or if the ball of k on each piece is positive. Source: claims.md S1.
    """
    if assertion.relation is not EQ:
        raise RefusedError("a positive bias proves no statement of the kind !=")
    problem = assertion.problem
    if not is_positive(problem):
        raise RefusedError("the bias is not seen to be positive almost everywhere")
    if not peaks_only_at_one(problem.profile, problem.dimension):
        raise RefusedError("the profile is as great elsewhere as at 1")
    exact = isinstance(problem.bias, Trigonometric | Exponential) and as_polynomial(problem.profile, "r") is not None
    return Trust.RATIONAL if exact else Trust.BALL


def is_positive(problem: ContinuumProblem) -> bool:
    """Whether k > 0 almost everywhere, as in `positive_bias`."""
    bias = problem.bias
    if isinstance(bias, Exponential):
        return bias.scale > 0
    if isinstance(bias, Trigonometric):
        mean, *rest = bias.coefficients
        return mean > 0 and mean >= sum((abs(a) for a in rest), start=fmpq(0))
    if isinstance(bias, General):
        width, count = fmpq(1, SQUARES), SQUARES
        pairs = [(fmpq(i, count), fmpq(j, count)) for i in range(count) for j in range(i + 1)]
    else:
        width = fmpq(1, PIECES)
        pairs = [(fmpq(i, PIECES), fmpq(0)) for i in range(PIECES)]
    return all(bias_range(problem, first, second, width) > 0 for first, second in pairs)


def collapsed_by_sign(assertion: ContinuumSpread, proof: NonNegativeBias) -> Trust:
    """Lemma: `non_negative_bias` for a trigonometric bias; for another one that is positive, as in `positive_bias`."""
    if isinstance(assertion.problem.bias, Trigonometric) or assertion.relation is not NE:
        return non_negative_bias(assertion, proof)
    return positive_bias(ContinuumCollapse(assertion.problem, EQ), proof)


def better_than_circles(assertion: GreatCircle, proof: BetterThanCircles) -> Trust:
    """Lemma: a law of more energy than (cos ms, sin ms, 0..) for every m >= 1 leaves none of them maximal.

    With k = sum_p k_p cos(pu) and phi(cos v) = sum_j f_j cos(jv), the m-fold circle has
    E_m = k_0 f_0/2 + 1/4 sum_(j >= 1) k_(jm) f_j. So all m greater than the degree of k share one energy, k_0 f_0/2;
    for another bias E_m is at most that plus 1/4 T sum_(j >= 1) |f_j|, T the bound for all k_p that are left out.
    Source: claims.md S4.
    """
    if assertion.relation is not NE:
        raise RefusedError("a better law proves no statement of the kind =")
    problem = assertion.problem
    if not is_turning(problem.bias) or problem.dimension < 2:
        raise RefusedError("no great circle: the labels are no circle, the bias no function of s - t, or d = 1")
    if isinstance(problem.bias, Invariant):
        return _better_than_series(problem, problem.bias, proof.law)
    last = len(problem.bias.coefficients) if isinstance(problem.bias, Trigonometric) else 0
    return max(compare_laws(problem, proof.law, Relation.GT, CurveLaw(m, fmpq(0))) for m in range(1, last + 1))


def _better_than_series(problem: ContinuumProblem, bias: Invariant, law: ContinuumLaw) -> Trust:
    with ctx.workprec(PRECISION):
        waves = bias_series(bias, TERMS, PRECISION)
        profile = profile_series(problem.profile, TERMS, PRECISION)
        size = sum((abs(f) for f in profile.coefficients[1:]), start=arb(0)) + profile.tail
        level = waves.coefficients[0] * profile.coefficients[0] / 2
        slack = waves.tail * size / 4 + abs(waves.coefficients[0]) * profile.tail / 2
        greatest = level + slack
        for m in range(1, len(waves.coefficients)):
            greatest = greatest.max(continuum_ball(problem, CurveLaw(m, fmpq(0)), PRECISION))
        if not continuum_ball(problem, law, PRECISION) > greatest:
            raise RefusedError("the law is not seen to have more energy than every circle")
    return Trust.BALL
