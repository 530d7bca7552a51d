"""Rules about labels in a continuum: bounds by Fourier analysis, laws by exact sums or rigorous integrals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flint import arb, ctx, fmpq

from theorems.model.assertion import (
    ORDER,
    ContinuumCollapse,
    ContinuumOrder,
    ContinuumSpread,
    ContinuumSupremum,
    Family,
    GraphMaximiser,
    Relation,
    UniformWinding,
    WindingAtom,
)
from theorems.model.calculus import as_polynomial
from theorems.model.continuum import (
    ArcLaw,
    CellLaw,
    ContinuumLaw,
    ContinuumProblem,
    CurveLaw,
    Exponential,
    Trigonometric,
    continuum_ball,
    continuum_energy,
    is_graph_law,
)
from theorems.model.errors import InexactError
from theorems.model.law import dirac, same_point
from theorems.model.profile import peaks_at_one
from theorems.model.real import Real
from theorems.model.sphere import axis
from verify.checker.laws import COMPARE, order_trust
from verify.errors import RefusedError
from verify.verdict import Trust

if TYPE_CHECKING:
    from theorems.model.proof import (
        BetterThanCollapsed,
        ContinuumAttained,
        CountableFibres,
        Enclosed,
        Fourier,
        NonNegativeBias,
        PositiveTransform,
        WholeTurns,
    )

PRECISIONS = (64, 128, 256)
"""Bits of the balls tried for an integral, in turn."""


def affine_profile(problem: ContinuumProblem) -> tuple[fmpq, fmpq]:
    """(a, b) of a profile a r + b with a >= 0; refuses any other."""
    polynomial = as_polynomial(problem.profile, "r")
    if polynomial is None or polynomial.degree() > 1 or polynomial[1] < 0:
        raise RefusedError("the profile is not a r + b with a >= 0")
    return polynomial[1], polynomial[0]


def modes(problem: ContinuumProblem) -> tuple[list[fmpq], fmpq]:
    """l_0 = a a_0 and l_m = a a_m/2 of a trigonometric bias with the profile a r + b, and b a_0."""
    slope, constant = affine_profile(problem)
    if not isinstance(problem.bias, Trigonometric):
        raise RefusedError("the bias is no trigonometric polynomial")
    mean, *rest = problem.bias.coefficients
    return [slope * mean, *(slope * a / 2 for a in rest)], constant * mean


def greatest_energy(problem: ContinuumProblem) -> Real:
    """A bound for all laws under a trigonometric bias and an affine profile.

    Lemma: E <= (l* + b a_0)/2 over all laws, l* = max(0, l_0, .., l_M). Proof. With the Fourier coefficients c_p of
    the means m(s), E = b a_0/2 + 1/2 sum_p l_|p| |c_p|^2, and sum_p |c_p|^2 is the mean of |m|^2 <= 1.
    Source: claims.md S2.
    """
    levels, constant = modes(problem)
    return Real((max(fmpq(0), *levels) + constant) / 2)


def fourier_collapse(assertion: ContinuumCollapse, _proof: Fourier) -> Trust:
    """When collapse is the only maximiser of a trigonometric bias with an affine profile.

    Lemma: if l_0 > 0 and l_0 > l_m for all m >= 1, every maximiser is collapsed. Proof. The bound forces all of the
    means into the constant mode and |m| = 1 almost everywhere. Source: claims.md S2.
    """
    if assertion.relation is not Relation.EQ:
        raise RefusedError("a greatest mode proves no statement of the kind !=")
    (constant, *others), _ = modes(assertion.problem)
    if constant <= 0 or any(other >= constant for other in others):
        raise RefusedError("l_0 is not positive and greater than every l_m")
    return Trust.RATIONAL


def require_positive_transform(problem: ContinuumProblem) -> None:
    """Refuses unless the bias is -c exp(-r |s - t|), c > 0, with a profile a r, a > 0.

    Lemma: then E <= 0 over all laws, and E = 0 iff the mean of almost every mu_s is 0; so E < 0 for every graph law.
    Proof. exp(-r |u|) has the transform 2 r/(r^2 + w^2) > 0: a bounded measurable function m on [0, 1] gives
    iint exp(-r |s - t|) <m(s), m(t)> = 1/(2 pi) int 2 r/(r^2 + w^2) |m^(w)|^2 dw, which is >= 0 and vanishes iff m = 0
    almost everywhere; a Dirac slice has |m| = 1. Source: claims.md D6.
    """
    slope, constant = affine_profile(problem)
    if slope <= 0 or constant != 0:
        raise RefusedError("the profile is not a r with a > 0")
    if not isinstance(problem.bias, Exponential) or problem.bias.scale >= 0:
        raise RefusedError("the bias is not -c exp(-r |s - t|) with c > 0")


def positive_transform(assertion: ContinuumSupremum, _proof: PositiveTransform) -> Trust:
    """Lemma: E <= 0 over laws and E < 0 over graph laws; see `require_positive_transform`."""
    require_positive_transform(assertion.problem)
    strict = assertion.relation is Relation.LT
    if assertion.relation not in (Relation.LE, Relation.LT):
        raise RefusedError(f"an upper bound proves no statement of the kind {assertion.relation.value}")
    reached = strict and assertion.family is Family.LAWS  # by laws of mean zero
    if assertion.value < 0 or (assertion.value == 0 and reached):
        raise RefusedError(f"the bound 0 is not {assertion.relation.value} {assertion.value}")
    return Trust.RATIONAL


def no_graph_maximiser(assertion: GraphMaximiser, _proof: PositiveTransform) -> Trust:
    """Lemma: slices of mean zero have E = 0 and no graph law has; see `require_positive_transform`."""
    if assertion.relation is not Relation.NE:
        raise RefusedError("a positive transform gives no graph law")
    require_positive_transform(assertion.problem)
    return Trust.RATIONAL


def graph_maximiser(assertion: GraphMaximiser, proof: ContinuumAttained) -> Trust:
    """Lemma: a graph law that reaches the bound (l* + b a_0)/2 for all laws is a maximiser; see `greatest_energy`."""
    if assertion.relation is not Relation.EQ:
        raise RefusedError("a maximiser proves no statement of the kind !=")
    value = greatest_energy(assertion.problem)
    return attained(ContinuumSupremum(assertion.problem, Family.GRAPHS, Relation.GE, value), proof)


def compare_laws(problem: ContinuumProblem, law: ContinuumLaw, relation: Relation, value: Real | ContinuumLaw) -> Trust:
    """Refuses unless E(law) compares with a number, or with the energy of another law, as asked."""
    try:
        left = continuum_energy(problem, law)
        right = value if isinstance(value, Real) else continuum_energy(problem, value)
    except InexactError:
        left = right = None
    if left is not None and right is not None:
        if not COMPARE[relation](left, right):
            raise RefusedError(f"{left} is not {relation.value} {right}")
        return order_trust(left, right, relation)
    if relation not in ORDER:
        raise RefusedError("balls prove no equality")
    for precision in PRECISIONS:
        other = value.ball(precision) if isinstance(value, Real) else continuum_ball(problem, value, precision)
        with ctx.workprec(precision):
            gap: arb = continuum_ball(problem, law, precision) - other
        if gap > 0 or gap < 0:
            if (gap > 0) != (relation in (Relation.GE, Relation.GT)):
                raise RefusedError(f"the energies do not compare as {relation.value}")
            return Trust.BALL
    raise RefusedError(f"the order is not decided by balls of {PRECISIONS[-1]} bits")


def attained(assertion: ContinuumSupremum, proof: ContinuumAttained) -> Trust:
    """Lemma: a law of the family with E >= v (> v) shows that some law has."""
    if assertion.relation not in (Relation.GE, Relation.GT):
        raise RefusedError(f"one law proves no bound of the kind {assertion.relation.value}")
    if assertion.family is Family.GRAPHS and not is_graph_law(proof.law):
        raise RefusedError("a slice of the law is not a Dirac mass")
    return compare_laws(assertion.problem, proof.law, assertion.relation, assertion.value)


def enclosed(assertion: ContinuumOrder, _proof: Enclosed) -> Trust:
    """Lemma: both energies are finite sums or integrals, and compare as asked, exactly or by balls."""
    return compare_laws(assertion.problem, assertion.first, assertion.relation, assertion.second)


def collapsed(problem: ContinuumProblem) -> CellLaw:
    """A law with a Dirac content marginal; all of them have the energy phi(1)/2 iint k."""
    return CellLaw((dirac(axis(problem.dimension, 0)),))


def better_than_collapsed(assertion: ContinuumSpread, proof: BetterThanCollapsed) -> Trust:
    """Lemma: a law of more energy than the collapsed ones, which all have the same, leaves none of them maximal."""
    if assertion.relation is not Relation.EQ:
        raise RefusedError("a better law proves no statement of the kind !=")
    return compare_laws(assertion.problem, proof.law, Relation.GT, collapsed(assertion.problem))


def collapsed_maximiser(assertion: ContinuumSpread, _proof: Fourier) -> Trust:
    """Lemma: if l_0 = l*, a collapsed law, whose energy is (l_0 + b a_0)/2, is a maximiser."""
    if assertion.relation is not Relation.NE:
        raise RefusedError("a collapsed maximiser proves no statement of the kind =")
    (constant, *others), _ = modes(assertion.problem)
    if constant < 0 or any(other > constant for other in others):
        raise RefusedError("l_0 is not l*")
    return Trust.RATIONAL


def non_negative_bias(assertion: ContinuumSpread, _proof: NonNegativeBias) -> Trust:
    """Lemma: k >= a_0 - sum |a_m| >= 0 and phi <= phi(1) give E <= phi(1)/2 iint k, which collapsed laws attain."""
    if assertion.relation is not Relation.NE:
        raise RefusedError("a non-negative bias proves no statement of the kind =")
    problem = assertion.problem
    if not isinstance(problem.bias, Trigonometric):
        raise RefusedError("the bias is no trigonometric polynomial")
    mean, *rest = problem.bias.coefficients
    if mean < sum((abs(a) for a in rest), start=fmpq(0)):
        raise RefusedError("a_0 is less than the sum of the other |a_m|")
    if not peaks_at_one(problem.profile, problem.dimension):
        raise RefusedError("the profile is greater elsewhere than at 1")
    return Trust.RATIONAL if as_polynomial(problem.profile, "r") is not None else Trust.BALL


def spread_maximiser(assertion: ContinuumCollapse, proof: ContinuumAttained) -> Trust:
    """Lemma: a curve or cell law that is not collapsed and reaches the bound is a maximiser that is not."""
    if assertion.relation is not Relation.NE:
        raise RefusedError("a spread maximiser proves no statement of the kind =")
    problem, law = assertion.problem, proof.law
    if is_collapsed(law):
        raise RefusedError("the law is collapsed")
    value = greatest_energy(problem)
    return compare_laws(problem, law, Relation.GE, value)


def is_collapsed(law: ContinuumLaw) -> bool:
    """Whether the content marginal is one Dirac mass."""
    if isinstance(law, CurveLaw):
        return law.winding == 0
    if isinstance(law, ArcLaw):
        return law.rate == 0
    points = [atom.point for piece in law.slices for atom in piece.atoms]
    return all(same_point(point, points[0]) for point in points)


def whole_turns(assertion: UniformWinding, _proof: WholeTurns) -> Trust:
    """When a path run at constant speed covers a circle evenly.

    Lemma: the image of the uniform law on [0, L] under s -> v s mod 1 is uniform iff v L is whole and not 0.
    Proof. Its Fourier coefficients are 1/L int exp(2 pi i m v s) ds = (exp(2 pi i m v L) - 1)/(2 pi i m v L), all 0 for
    m != 0 iff v L is whole and not 0; for v L = 0 all are 1. Source: claims.md R5.
    """
    if assertion.length <= 0:
        raise RefusedError(f"length {assertion.length} is not positive")
    turns = assertion.rate * assertion.length
    whole = turns != 0 and turns.q == 1
    if whole != (assertion.relation is Relation.EQ):
        raise RefusedError(f"{turns} turns are " + ("whole" if whole else "not whole, or none"))
    return Trust.RATIONAL


def countable_fibres(assertion: WindingAtom, _proof: CountableFibres) -> Trust:
    """Lemma: for a rate other than 0 countably many s go to one point, and a non-atomic law gives them no mass."""
    if (assertion.rate == 0) != (assertion.relation is Relation.EQ):
        raise RefusedError(f"the rate is {assertion.rate}")
    return Trust.RATIONAL
