"""What the rules about problem files of a continuum refuse just past their edge, and accept just inside."""

from __future__ import annotations

from dataclasses import replace

from flint import fmpq

from tests.checker.edges import EQ, HALF, NE, Edge
from theorems.draw import profile
from theorems.model.assertion import (
    ContinuumCollapse,
    ContinuumFinite,
    ContinuumSpread,
    ContinuumSupremum,
    ContinuumUnique,
    Domain,
    Family,
    GraphMaximiser,
    GreatCircle,
    Relation,
)
from theorems.model.bias import General, Invariant, Space
from theorems.model.continuum import CellLaw, ContinuumBias, ContinuumProblem, CurveLaw, Exponential, Trigonometric
from theorems.model.law import dirac, finite_measure
from theorems.model.parser import parse
from theorems.model.proof import (
    BetterThanCircles,
    ContinuumAttained,
    ContinuumMaximiser,
    Fourier,
    NonNegativeBias,
    Pointwise,
    PositiveTransform,
    StepBound,
    ToeplitzZonal,
    Triangle,
    TwoContinuumMaximisers,
)
from theorems.model.real import Real
from theorems.model.sphere import antipode, axis
from verify.certificate import BoundClaim, Certificate, ProblemStatement, Property, PropertyClaim, to_text

LE, GE = Relation.LE, Relation.GE
ZERO, ONE = fmpq(0), fmpq(1)


def problem(bias: ContinuumBias, text: str = "r", dimension: int = 2) -> ContinuumProblem:
    """k(s, t) phi(<x, y>)."""
    return ContinuumProblem(dimension, bias, profile(text))


def waves(*coefficients: str) -> Trigonometric:
    """sum a_m cos(m(s - t))."""
    return Trigonometric(tuple(fmpq(*map(int, text.split("/"))) for text in coefficients))


def invariant(text: str, space: Space = Space.CIRCLE) -> Invariant:
    """A function of the difference."""
    return Invariant(space, parse(text, names=("u",)))


def general(text: str, space: Space = Space.INTERVAL) -> General:
    """A function of both labels."""
    return General(space, parse(text, names=("s", "t")))


def below(of: ContinuumProblem, value: str) -> ContinuumSupremum:
    """E <= value for all laws."""
    return ContinuumSupremum(of, Family.LAWS, LE, Real(value))


COSINE, CURVED = problem(waves("0", "1")), problem(waves("0", "1"), "exp(r)")
TIED, LIFTED = problem(waves("1/2", "1"), dimension=3), problem(waves("9/10", "1"))
SMOOTH = problem(invariant("exp(cos(u))"))
REPULSIVE, ATTRACTIVE = problem(Exponential(-ONE, ONE)), problem(Exponential(ONE, ONE))
PRODUCT = problem(general("1 + s * t"))
CIRCLE, DOUBLE, POINT = CurveLaw(1, ZERO), CurveLaw(2, ZERO), CurveLaw(0, ZERO)
ZERO_SLICE = CellLaw((finite_measure((HALF, HALF), (axis(2, 0), antipode(axis(2, 0)))),))
HALVES = CellLaw((dirac(axis(2, 0)), dirac(antipode(axis(2, 0)))))
RANGE = Pointwise(Real(-1), Real(1))
STEP = StepBound(4, Real(1), RANGE)
FLAT = ToeplitzZonal(8, (HALF,), ((ZERO, -ONE),), 0, ())
TURNED = replace(FLAT, steps=4, triangles=(Triangle(1, 1, HALF, perimeter=False),))
CLOSED = ContinuumMaximiser(CIRCLE, Fourier())
BEST_TWO = ContinuumProblem(2, waves("0", "1"), profile("exp(3*r)"))
LATTICE = below(COSINE, "1/2")


def _toeplitz(name: str, reason: str, proof: ToeplitzZonal, of: ContinuumProblem = COSINE) -> Edge:
    return Edge(name, reason, (below(of, "9"), proof), (below(COSINE, "9"), FLAT))


EDGES = (
    Edge(
        "an upper bound of a continuum for a statement that some law has so much",
        "an upper bound proves no statement of the kind >=",
        (ContinuumSupremum(COSINE, Family.LAWS, GE, Real("1/2")), FLAT),
        (LATTICE, FLAT),
    ),
    Edge("a Toeplitz-zonal bound claimed too small", "is not <= 1/5", (below(COSINE, "1/5"), FLAT), (LATTICE, FLAT)),
    _toeplitz(
        "a Toeplitz-zonal bound on an interval", "the bias is no function of the difference on", FLAT, ATTRACTIVE
    ),
    _toeplitz(
        "two zonal degrees in dimension 1",
        "2 degrees in dimension 1, where there is one",
        replace(FLAT, multipliers=(HALF, HALF), waves=((ZERO,), (ZERO,))),
        problem(waves("0", "1"), dimension=1),
    ),
    _toeplitz("a negative multiplier", "multiplier 1 is negative: -1/2", replace(FLAT, multipliers=(-HALF,))),
    _toeplitz(
        "a negative mode of a label kernel",
        "S_1 is not positive semidefinite at frequency 1",
        replace(FLAT, waves=((ZERO, fmpq(-1001, 1000)),)),
    ),
    _toeplitz(
        "a negative mean of a label kernel",
        "S_1 is not positive semidefinite at frequency 0",
        replace(FLAT, waves=((fmpq(-501, 1000),),)),
    ),
    _toeplitz("no cell", "0 cells, expected one at least", replace(FLAT, cells=0)),
    _toeplitz("too many cells", "32769 cells, more than 32768", replace(FLAT, cells=2**15 + 1)),
    _toeplitz("a row of waves too few", "1 rows of waves for 2 multipliers", replace(FLAT, multipliers=(HALF, HALF))),
    _toeplitz("triangles without steps", "triangles without steps", replace(TURNED, steps=0)),
    _toeplitz(
        "an odd number of steps",
        "3 steps, expected an even number whose half divides 8 cells",
        replace(TURNED, steps=3),
    ),
    _toeplitz(
        "steps that do not divide the cells",
        "6 steps, expected an even number whose half divides 8 cells",
        replace(TURNED, steps=6),
    ),
    _toeplitz(
        "a triangle of negative weight",
        "the weight of a triangle is negative: -1/2",
        replace(TURNED, triangles=(Triangle(1, 1, -HALF, perimeter=False),)),
    ),
    Edge(
        "a range that is upside down",
        "lowest 1 is above highest -1",
        (below(ATTRACTIVE, "1"), Pointwise(Real(1), Real(-1))),
        (below(ATTRACTIVE, "1"), RANGE),
    ),
    Edge(
        "a range that the profile leaves",
        "the profile leaves [-1, 1/2] at an attainable inner product",
        (below(ATTRACTIVE, "1"), Pointwise(Real(-1), Real("1/2"))),
        (below(ATTRACTIVE, "1"), RANGE),
    ),
    Edge(
        "a Fourier series on an interval",
        "the bias has no Fourier series on the circle",
        (below(problem(invariant("exp(-u**2)", Space.INTERVAL)), "1"), Fourier()),
        (below(SMOOTH, "7/10"), Fourier()),
    ),
    Edge(
        "a Fourier series claimed too small",
        "is not <= 3/5",
        (below(SMOOTH, "3/5"), Fourier()),
        (below(SMOOTH, "7/10"), Fourier()),
    ),
    Edge(
        "a step bias of no cell",
        "0 cells, expected 1 to",
        (below(PRODUCT, "1"), replace(STEP, cells=0)),
        (below(PRODUCT, "1"), STEP),
    ),
    Edge(
        "a step bias whose profile is greater",
        "the profile leaves [-1/2, 1/2] at an attainable inner product",
        (below(PRODUCT, "1"), replace(STEP, greatest=Real("1/2"))),
        (below(PRODUCT, "1"), STEP),
    ),
    Edge(
        "a step bias claimed without what it is off by",
        "is not <= 5/8",
        (below(PRODUCT, "5/8"), STEP),
        (below(PRODUCT, "3/4"), STEP),
    ),
    Edge(
        "a maximiser for a statement about all of them",
        "a maximiser proves no statement of the kind =",
        (ContinuumCollapse(COSINE, EQ), CLOSED),
        (ContinuumCollapse(COSINE, NE), CLOSED),
    ),
    Edge(
        "a collapsed maximiser for a spread one",
        "the law is not of the kind that the assertion is about",
        (ContinuumCollapse(TIED, NE), ContinuumMaximiser(POINT, Fourier())),
        (ContinuumSpread(TIED, NE), ContinuumMaximiser(POINT, Fourier())),
    ),
    Edge(
        "a latitude for a great circle",
        "the law is not of the kind that the assertion is about",
        (GreatCircle(TIED, EQ), ContinuumMaximiser(CurveLaw(1, HALF), Fourier())),
        (GreatCircle(TIED, EQ), CLOSED),
    ),
    Edge(
        "a maximiser that is none",
        "0 is not >= 1/4",
        (GreatCircle(COSINE, EQ), ContinuumMaximiser(DOUBLE, Fourier())),
        (GreatCircle(COSINE, EQ), CLOSED),
    ),
    Edge(
        "mean-zero slices for a graph law",
        "the law is not of the kind that the assertion is about",
        (GraphMaximiser(REPULSIVE, EQ), ContinuumMaximiser(ZERO_SLICE, PositiveTransform())),
        (GraphMaximiser(COSINE, EQ), CLOSED),
    ),
    Edge(
        "two maximisers for a unique one",
        "two maximisers prove no statement of the kind =",
        (ContinuumUnique(TIED, EQ), TwoContinuumMaximisers(POINT, CIRCLE, Fourier())),
        (ContinuumUnique(TIED, NE), TwoContinuumMaximisers(POINT, CIRCLE, Fourier())),
    ),
    Edge(
        "one maximiser twice",
        "the two laws are not told apart by an invariant of O(d)",
        (ContinuumUnique(TIED, NE), TwoContinuumMaximisers(CIRCLE, CIRCLE, Fourier())),
        (ContinuumUnique(TIED, NE), TwoContinuumMaximisers(CIRCLE, CurveLaw(1, HALF), Fourier())),
    ),
    Edge(
        "one point at two heights",
        "the two laws are not told apart by an invariant of O(d)",
        (ContinuumUnique(TIED, NE), TwoContinuumMaximisers(POINT, CurveLaw(0, HALF), Fourier())),
        (ContinuumUnique(TIED, NE), TwoContinuumMaximisers(POINT, CIRCLE, Fourier())),
    ),
    Edge(
        "a simple mode for several maximisers",
        "a simple greatest mode proves no statement of the kind !=",
        (ContinuumUnique(COSINE, NE), Fourier()),
        (ContinuumUnique(COSINE, EQ), Fourier()),
    ),
    Edge(
        "a tie for one maximiser",
        "no l_m is positive and greater than all others",
        (ContinuumUnique(TIED, EQ), Fourier()),
        (ContinuumUnique(LIFTED, EQ), Fourier()),
    ),
    Edge(
        "a unique circle in dimension 1",
        "the greatest mode is not the mean, and there is no circle in dimension 1",
        (ContinuumUnique(replace(COSINE, dimension=1), EQ), Fourier()),
        (ContinuumUnique(replace(LIFTED, dimension=1), EQ), Fourier()),
    ),
    Edge(
        "a tie for finitely many",
        "a tie of modes proves no statement of the kind =",
        (ContinuumFinite(TIED, EQ), Fourier()),
        (ContinuumFinite(TIED, NE), Fourier()),
    ),
    Edge(
        "a simple mode for a continuum",
        "one l_m alone is greatest",
        (ContinuumFinite(COSINE, NE), Fourier()),
        (ContinuumFinite(problem(waves("-1")), NE), Fourier()),
    ),
    Edge(
        "latitudes in the plane",
        "dimension 2, expected at least 3 for a family of ties",
        (ContinuumFinite(replace(TIED, dimension=2), NE), Fourier()),
        (ContinuumFinite(TIED, NE), Fourier()),
    ),
    Edge(
        "two circles in space",
        "dimension 3, expected at least 4 for a family of ties",
        (ContinuumFinite(problem(waves("0", "1", "1"), dimension=3), NE), Fourier()),
        (ContinuumFinite(problem(waves("0", "1", "1"), dimension=4), NE), Fourier()),
    ),
    Edge(
        "mean-zero slices for finitely many",
        "a family of mean-zero slices proves no statement of the kind =",
        (ContinuumFinite(REPULSIVE, EQ), PositiveTransform()),
        (ContinuumFinite(REPULSIVE, NE), PositiveTransform()),
    ),
    Edge(
        "mean-zero slices in dimension 1",
        "in dimension 1 one slice alone has mean zero",
        (ContinuumFinite(replace(REPULSIVE, dimension=1), NE), PositiveTransform()),
        (ContinuumFinite(REPULSIVE, NE), PositiveTransform()),
    ),
    Edge(
        "a positive bias for a spread maximiser",
        "a positive bias proves no statement of the kind !=",
        (ContinuumCollapse(ATTRACTIVE, NE), NonNegativeBias()),
        (ContinuumCollapse(ATTRACTIVE, EQ), NonNegativeBias()),
    ),
    Edge(
        "a bias of both signs",
        "the bias is not seen to be positive almost everywhere",
        (ContinuumCollapse(problem(general("s * t - 1/10")), EQ), NonNegativeBias()),
        (ContinuumCollapse(PRODUCT, EQ), NonNegativeBias()),
    ),
    Edge(
        "an even profile under a positive bias",
        "the profile is as great elsewhere as at 1",
        (ContinuumCollapse(problem(Exponential(ONE, ONE), "r**2"), EQ), NonNegativeBias()),
        (ContinuumUnique(SMOOTH, EQ), NonNegativeBias()),
    ),
    Edge(
        "a collapsed maximiser of a repulsive bias by its sign",
        "the bias is not seen to be positive almost everywhere",
        (ContinuumSpread(REPULSIVE, NE), NonNegativeBias()),
        (ContinuumSpread(ATTRACTIVE, NE), NonNegativeBias()),
    ),
    Edge(
        "a better law for a circle that is maximal",
        "a better law proves no statement of the kind =",
        (GreatCircle(BEST_TWO, EQ), BetterThanCircles(HALVES)),
        (GreatCircle(BEST_TWO, NE), BetterThanCircles(HALVES)),
    ),
    Edge(
        "no great circle where there is none",
        "no great circle: the labels are no circle, the bias no function of s - t",
        (GreatCircle(ATTRACTIVE, NE), BetterThanCircles(HALVES)),
        (GreatCircle(BEST_TWO, NE), BetterThanCircles(HALVES)),
    ),
    Edge(
        "two points for a law better than the circle where they are not",
        "the energies do not compare as >",
        (GreatCircle(CURVED, NE), BetterThanCircles(HALVES)),
        (GreatCircle(BEST_TWO, NE), BetterThanCircles(HALVES)),
    ),
    Edge(
        "a circle better than the circles of an analytic bias",
        "the law is not seen to have more energy than every circle",
        (GreatCircle(SMOOTH, NE), BetterThanCircles(CIRCLE)),
        (GreatCircle(SMOOTH, NE), BetterThanCircles(POINT)),
    ),
)


def text(expression: str, law: str = "circle", dimension: int = 2) -> str:
    """A problem file of a continuum."""
    return f'[content]\ndimension = {dimension}\n[labels]\nlaw = "{law}"\n[kernel]\nexpression = "{expression}"\n'


TURNING = text("exp(dot(rotate(x, s, 1, 2), rotate(y, t, 1, 2)))")


def _stated(problem_text: str, kind: Property, relation: Relation = EQ) -> str:
    statement = ProblemStatement(problem_text, PropertyClaim(kind, relation))
    return to_text(Certificate(statement, Fourier()))


STATEMENTS = (
    (_stated(text("cos(s - t) * dot(x, y)"), Property.ONE_OUTPUT), "expected one that is defined for the continuum"),
    (_stated(TURNING, Property.SPREAD), "property=spread: not defined here under a gauge of a continuum"),
)
"""Certificates whose statement has no meaning, and why."""

ACCEPTED = (
    _stated(text("cos(s - t) * dot(x, y)"), Property.UNIQUE),
    to_text(
        Certificate(
            ProblemStatement(text("cos(s - t) * dot(x, y)"), BoundClaim(Domain.TUPLES, GE, Real("1/4"))),
            ContinuumAttained(CIRCLE),
        )
    ),
)
