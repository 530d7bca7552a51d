"""Rules about a continuum of labels: what each refuses just past its edge, and what it accepts just inside."""

from __future__ import annotations

import pytest
from flint import fmpq

from tests.checker.edges import EQ, HALF, NE, TINY, Edge
from theorems.diracization.rank import mean_zero
from theorems.draw import profile
from theorems.model.assertion import (
    Assertion,
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
from theorems.model.continuum import (
    ArcLaw,
    CellLaw,
    ContinuumLaw,
    ContinuumProblem,
    CurveLaw,
    Exponential,
    Trigonometric,
)
from theorems.model.law import dirac
from theorems.model.proof import (
    BetterThanCollapsed,
    ContinuumAttained,
    CountableFibres,
    Enclosed,
    Fourier,
    NonNegativeBias,
    PositiveTransform,
    Proof,
    WholeTurns,
)
from theorems.model.real import Real
from theorems.model.sphere import axis
from theorems.spectral.profile import two_points
from verify.checker import check
from verify.verdict import Trust

LE, LT, GE, GT = Relation.LE, Relation.LT, Relation.GE, Relation.GT
LAWS, GRAPHS = Family.LAWS, Family.GRAPHS
ONE, ZERO = fmpq(1), fmpq(0)
QUARTER = fmpq(1, 4)

CIRCLE, POINT = CurveLaw(1, ZERO), CurveLaw(0, ZERO)
MIXED = mean_zero(2)


def waves(*coefficients: fmpq, text: str = "r") -> ContinuumProblem:
    """K = sum a_m cos(m(s - t)) on the circle, in the plane."""
    return ContinuumProblem(2, Trigonometric(coefficients), profile(text))


def decay(scale: fmpq, text: str = "r") -> ContinuumProblem:
    """K = c exp(-|s - t|) on [0, 1], in the plane."""
    return ContinuumProblem(2, Exponential(scale, ONE), profile(text))


COSINE, REPULSIVE, EXPONENT = waves(ZERO, ONE), decay(-ONE), waves(ZERO, ONE, text="exp(2*r)")
LIFTED = waves(ONE, ONE)
IN_SPACE = ContinuumProblem(3, Trigonometric((ZERO, ONE)), profile("r"))


def over(problem: ContinuumProblem, relation: Relation, value: fmpq, family: Family = LAWS) -> ContinuumSupremum:
    return ContinuumSupremum(problem, family, relation, Real(value))


def order(first: ContinuumLaw, relation: Relation, second: ContinuumLaw) -> ContinuumOrder:
    return ContinuumOrder(EXPONENT, first, relation, second)


AT_A_QUARTER: tuple[Assertion, Proof] = (over(COSINE, LE, QUARTER), Fourier())
BELOW_ZERO: tuple[Assertion, Proof] = (over(REPULSIVE, LT, ZERO, GRAPHS), PositiveTransform())
GREAT, MEAN_ZERO = ContinuumAttained(CIRCLE), ContinuumAttained(MIXED)
SPREADS: tuple[Assertion, Proof] = (ContinuumSpread(COSINE, EQ), BetterThanCollapsed(CIRCLE))
COLLAPSES: tuple[Assertion, Proof] = (ContinuumCollapse(waves(HALF + TINY, ONE), EQ), Fourier())
STAYS: tuple[Assertion, Proof] = (ContinuumSpread(LIFTED, NE), NonNegativeBias())
WHOLE: tuple[Assertion, Proof] = (UniformWinding(fmpq(2), HALF, EQ), WholeTurns())

EDGES = (
    Edge(
        "a profile that falls at the rate 2^-80 for Parseval's bound",
        "the profile is not a r + b with a >= 0",
        (over(waves(ZERO, ONE, text=f"-{TINY}*r"), LE, ONE), Fourier()),
        (over(waves(ZERO, ONE, text="1"), LE, ZERO), Fourier()),
    ),
    Edge(
        "a profile that bends by 2^-80 for Parseval's bound",
        "the profile is not a r + b with a >= 0",
        (over(waves(ZERO, ONE, text=f"r + {TINY}*r**2"), LE, ONE), Fourier()),
        (over(waves(ZERO, ONE, text=f"r + {TINY}"), LE, QUARTER), Fourier()),
    ),
    Edge(
        "a profile that is no polynomial for Parseval's bound",
        "the profile is not a r + b with a >= 0",
        (over(EXPONENT, LE, fmpq(9)), Fourier()),
        AT_A_QUARTER,
    ),
    Edge(
        "Parseval's bound for labels in an interval",
        "the bias is no trigonometric polynomial",
        (over(REPULSIVE, LE, ONE), Fourier()),
        AT_A_QUARTER,
    ),
    Edge(
        "Parseval's bound for a law of much energy",
        "an upper bound proves no statement of the kind >=",
        (over(COSINE, GE, QUARTER), Fourier()),
        AT_A_QUARTER,
    ),
    Edge(
        "Parseval's bound less 2^-80",
        "the bound 1/4 is not <= ",
        (over(COSINE, LE, QUARTER - TINY), Fourier()),
        AT_A_QUARTER,
    ),
    Edge(
        "Parseval's bound, strictly",
        "the bound 1/4 is not < 1/4",
        (over(COSINE, LT, QUARTER), Fourier()),
        (over(COSINE, LT, QUARTER + TINY), Fourier()),
    ),
    Edge(
        "a mean that outweighs the others, for a spread maximiser",
        "a greatest mode proves no statement of the kind !=",
        (ContinuumCollapse(waves(HALF + TINY, ONE), NE), Fourier()),
        COLLAPSES,
    ),
    Edge(
        "a tie of l_0 and l_1 that is to collapse",
        "l_0 is not positive and greater than every l_m",
        (ContinuumCollapse(waves(HALF, ONE), EQ), Fourier()),
        COLLAPSES,
    ),
    Edge(
        "a mean of 0 that is to collapse",
        "l_0 is not positive and greater than every l_m",
        (ContinuumCollapse(waves(ZERO, -ONE), EQ), Fourier()),
        (ContinuumCollapse(waves(TINY, -ONE), EQ), Fourier()),
    ),
    Edge(
        "a positive transform with a constant of 2^-80 in the profile",
        "the profile is not a r with a > 0",
        (over(decay(-ONE, f"r + {TINY}"), LE, ONE), PositiveTransform()),
        (over(decay(-ONE, f"{TINY}*r"), LE, ZERO), PositiveTransform()),
    ),
    Edge(
        "a positive transform of a constant profile",
        "the profile is not a r with a > 0",
        (over(decay(-ONE, "0*r"), LE, ZERO), PositiveTransform()),
        (over(decay(-ONE, f"{TINY}*r"), LE, ZERO), PositiveTransform()),
    ),
    Edge(
        "a positive transform of the bias 0, under which graph laws reach 0",
        "the bias is not -c exp(-r |s - t|) with c > 0",
        (GraphMaximiser(decay(ZERO), NE), PositiveTransform()),
        (GraphMaximiser(decay(-TINY), NE), PositiveTransform()),
    ),
    Edge(
        "a positive transform of a bias of finite rank, under which the circle reaches 0",
        "the bias is not -c exp(-r |s - t|) with c > 0",
        (over(waves(-ONE), LT, ZERO, GRAPHS), PositiveTransform()),
        BELOW_ZERO,
    ),
    Edge(
        "a positive transform for a law of much energy",
        "an upper bound proves no statement of the kind >=",
        (over(REPULSIVE, GE, ZERO), PositiveTransform()),
        BELOW_ZERO,
    ),
    Edge(
        "a positive transform below 0 over all laws, among them those of mean zero",
        "the bound 0 is not < 0",
        (over(REPULSIVE, LT, ZERO, LAWS), PositiveTransform()),
        BELOW_ZERO,
    ),
    Edge(
        "a positive transform below -2^-80 over graph laws, which approach 0",
        "the bound 0 is not <= ",
        (over(REPULSIVE, LE, -TINY, GRAPHS), PositiveTransform()),
        (over(REPULSIVE, LE, ZERO, GRAPHS), PositiveTransform()),
    ),
    Edge(
        "a graph law that is maximal by a positive transform",
        "a positive transform gives no graph law",
        (GraphMaximiser(REPULSIVE, EQ), PositiveTransform()),
        (GraphMaximiser(REPULSIVE, NE), PositiveTransform()),
    ),
    Edge(
        "no maximal graph law, by a maximal one",
        "a maximiser proves no statement of the kind !=",
        (GraphMaximiser(COSINE, NE), GREAT),
        (GraphMaximiser(COSINE, EQ), GREAT),
    ),
    Edge(
        "a graph law 2^-80 short of the maximum",
        "is not >= 1/4",
        (GraphMaximiser(IN_SPACE, EQ), ContinuumAttained(CurveLaw(1, TINY))),
        (GraphMaximiser(COSINE, EQ), GREAT),
    ),
    Edge(
        "a maximal law that is no graph law",
        "a slice of the law is not a Dirac mass",
        (GraphMaximiser(waves(-ONE), EQ), MEAN_ZERO),
        (GraphMaximiser(waves(-ONE), EQ), GREAT),
    ),
    Edge(
        "a law in an upper bound",
        "one law proves no bound of the kind <=",
        (over(COSINE, LE, QUARTER), GREAT),
        (over(COSINE, GE, QUARTER), GREAT),
    ),
    Edge(
        "a law of mixed slices among the graph laws",
        "a slice of the law is not a Dirac mass",
        (over(REPULSIVE, GE, ZERO, GRAPHS), MEAN_ZERO),
        (over(REPULSIVE, GE, ZERO, LAWS), MEAN_ZERO),
    ),
    Edge(
        "an energy of 1/4 where 2^-80 more is asked for",
        "1/4 is not >= ",
        (over(COSINE, GE, QUARTER + TINY), GREAT),
        (over(COSINE, GE, QUARTER), GREAT),
    ),
    Edge(
        "an equality of two integrals",
        "balls prove no equality",
        (order(CIRCLE, EQ, CurveLaw(2, ZERO)), Enclosed()),
        (ContinuumOrder(COSINE, POINT, EQ, CurveLaw(2, ZERO)), Enclosed()),
    ),
    Edge(
        "two integrals in the wrong order",
        "the energies do not compare as >",
        (order(CIRCLE, GT, ArcLaw(fmpq(3, 4))), Enclosed()),
        (order(CIRCLE, LT, ArcLaw(fmpq(3, 4))), Enclosed()),
    ),
    Edge(
        "two integrals that are equal",
        "the order is not decided by balls of 256 bits",
        (order(CIRCLE, LE, ArcLaw(ONE)), Enclosed()),
        (order(CIRCLE, GE, ArcLaw(ONE + fmpq(1, 10**6))), Enclosed()),
    ),
    Edge(
        "a collapsed maximiser by a better law",
        "a better law proves no statement of the kind !=",
        (ContinuumSpread(COSINE, NE), BetterThanCollapsed(CIRCLE)),
        SPREADS,
    ),
    Edge(
        "a law that is as good as a collapsed one",
        "is not > 1/4",
        (ContinuumSpread(waves(HALF, ONE), EQ), BetterThanCollapsed(CIRCLE)),
        (ContinuumSpread(waves(HALF - TINY, ONE), EQ), BetterThanCollapsed(CIRCLE)),
    ),
    Edge(
        "no collapsed maximiser by a greatest mean",
        "a collapsed maximiser proves no statement of the kind =",
        (ContinuumSpread(waves(HALF, ONE), EQ), Fourier()),
        (ContinuumSpread(waves(HALF, ONE), NE), Fourier()),
    ),
    Edge(
        "a collapsed maximiser where the mean is 2^-80 short of l_1",
        "l_0 is not l*",
        (ContinuumSpread(waves(HALF - TINY, ONE), NE), Fourier()),
        (ContinuumSpread(waves(HALF, ONE), NE), Fourier()),
    ),
    Edge(
        "a collapsed maximiser of a mean below 0",
        "l_0 is not l*",
        (ContinuumSpread(waves(-TINY, -ONE), NE), Fourier()),
        (ContinuumSpread(waves(ZERO, -ONE), NE), Fourier()),
    ),
    Edge(
        "no collapsed maximiser of a bias that is not negative",
        "a non-negative bias proves no statement of the kind =",
        (ContinuumSpread(LIFTED, EQ), NonNegativeBias()),
        STAYS,
    ),
    Edge(
        "a bias that falls below 0 by 2^-80",
        "a_0 is less than the sum of the other |a_m|",
        (ContinuumSpread(waves(ONE - TINY, -ONE), NE), NonNegativeBias()),
        (ContinuumSpread(waves(ONE, -ONE), NE), NonNegativeBias()),
    ),
    Edge(
        "a non-negative bias with a profile that is greater elsewhere by 2^-80",
        "the profile is greater elsewhere than at 1",
        (ContinuumSpread(waves(ONE, ONE, text=f"r**2 - {TINY}*r"), NE), NonNegativeBias()),
        (ContinuumSpread(waves(ONE, ONE, text="r**2"), NE), NonNegativeBias()),
    ),
    Edge(
        "only collapsed maximisers by one that is spread",
        "a spread maximiser proves no statement of the kind =",
        (ContinuumCollapse(COSINE, EQ), GREAT),
        (ContinuumCollapse(COSINE, NE), GREAT),
    ),
    Edge(
        "a spread maximiser that is one point",
        "the law is collapsed",
        (ContinuumCollapse(waves(HALF, ONE), NE), ContinuumAttained(POINT)),
        (ContinuumCollapse(waves(HALF, ONE), NE), GREAT),
    ),
    Edge(
        "a spread maximiser that is an arc of no length",
        "the law is collapsed",
        (ContinuumCollapse(waves(HALF, ONE), NE), ContinuumAttained(ArcLaw(ZERO))),
        (ContinuumCollapse(waves(HALF, ONE), NE), GREAT),
    ),
    Edge(
        "a spread maximiser of two cells at one point",
        "the law is collapsed",
        (ContinuumCollapse(waves(-ONE), NE), ContinuumAttained(CellLaw((dirac(axis(2, 0)),) * 2))),
        (ContinuumCollapse(waves(-ONE), NE), MEAN_ZERO),
    ),
    Edge(
        "a spread law 2^-80 short of the maximum",
        "is not >= 1/4",
        (ContinuumCollapse(IN_SPACE, NE), ContinuumAttained(CurveLaw(1, TINY))),
        (ContinuumCollapse(COSINE, NE), GREAT),
    ),
    Edge(
        "a path of no length",
        "length 0 is not positive",
        (UniformWinding(ONE, ZERO, NE), WholeTurns()),
        (UniformWinding(ONE, TINY, NE), WholeTurns()),
    ),
    Edge(
        "a path of one turn and 2^-80 that is to be even",
        "turns are not whole, or none",
        (UniformWinding(fmpq(2), HALF + TINY, EQ), WholeTurns()),
        WHOLE,
    ),
    Edge(
        "a path of no turn that is to be even",
        "0 turns are not whole, or none",
        (UniformWinding(ZERO, HALF, EQ), WholeTurns()),
        WHOLE,
    ),
    Edge(
        "a whole turn that is to be uneven",
        "1 turns are whole",
        (UniformWinding(fmpq(2), HALF, NE), WholeTurns()),
        WHOLE,
    ),
    Edge(
        "an atom of a path that moves",
        "the rate is ",
        (WindingAtom(TINY, EQ), CountableFibres()),
        (WindingAtom(TINY, NE), CountableFibres()),
    ),
    Edge(
        "no atom of a path that stands still",
        "the rate is 0",
        (WindingAtom(ZERO, NE), CountableFibres()),
        (WindingAtom(ZERO, EQ), CountableFibres()),
    ),
)

edges = pytest.mark.parametrize("edge", EDGES, ids=[edge.name for edge in EDGES])


@edges
def test_a_proof_past_the_edge_is_refused_for_its_reason(edge: Edge):
    said = check(*edge.refused)
    assert not said.accepted
    assert edge.reason in said.reason


@edges
def test_the_neighbour_inside_the_edge_is_accepted(edge: Edge):
    said = check(*edge.accepted)
    assert (said.accepted, said.reason) == (True, "")


def test_no_two_edges_share_a_name():
    assert len({edge.name for edge in EDGES}) == len(EDGES)


@pytest.mark.parametrize(
    ("said", "trust"),
    [
        (AT_A_QUARTER, Trust.RATIONAL),
        (BELOW_ZERO, Trust.RATIONAL),
        (SPREADS, Trust.RATIONAL),
        (STAYS, Trust.RATIONAL),
        ((ContinuumSpread(waves(ONE, ONE, text="exp(r)"), NE), NonNegativeBias()), Trust.BALL),
        ((order(CIRCLE, LT, ArcLaw(fmpq(3, 4))), Enclosed()), Trust.BALL),
        ((over(COSINE, GT, fmpq(1, 5)), ContinuumAttained(two_points(2))), Trust.BALL),
        ((over(COSINE, GE, QUARTER), GREAT), Trust.RATIONAL),
    ],
)
def test_a_rule_earns_the_trust_of_its_weakest_step(said, trust):
    assert check(*said).trust is trust


@pytest.mark.parametrize(
    ("law", "reason"),
    [
        (two_points(3), "law: dimension 3, expected 2"),
        (CurveLaw(1, QUARTER), "expected at least 3 for that curve"),
    ],
)
def test_a_law_of_another_space_is_refused_and_no_crash(law, reason):
    for relation in (GE, GT):
        said = check(over(COSINE, relation, ZERO), ContinuumAttained(law))
        assert not said.accepted
        assert reason in said.reason
    said = check(over(REPULSIVE, GE, ZERO), GREAT)
    assert "expected cells, the labels being an interval" in said.reason


@pytest.mark.parametrize("text", ["abs(r)", "max(r, 0)"])
def test_a_profile_without_an_analytic_continuation_is_refused_along_a_curve(text):
    said = check(over(waves(ZERO, ONE, text=text), GE, ZERO), GREAT)
    assert not said.accepted
    assert "no analytic continuation" in said.reason
