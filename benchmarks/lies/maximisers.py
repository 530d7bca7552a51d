"""Lies about all maximisers: laws that are said to be maximal, and the simple eigenvalue."""

from __future__ import annotations

from benchmarks.lies.lie import (
    E1,
    E2,
    EQ,
    HALVES,
    NE,
    ONE_LABEL,
    PAIR,
    REPELLED,
    UNIT,
    Lie,
    all_maximisers,
    points,
    problem,
    spread,
)
from theorems.model.law import Law
from theorems.model.proof import Circulant, CollapsedBelow, Maximiser, Pointwise, TwoMaximisers
from theorems.model.real import Real
from verify.certificate import Property

COLLAPSE, SPREAD, UNIQUE, ONE_OUTPUT = Property.COLLAPSE, Property.SPREAD, Property.UNIQUE, Property.ONE_OUTPUT

I2, I3 = [["1", "0"], ["0", "1"]], [["1", "0", "0"], ["0", "1", "0"], ["0", "0", "1"]]
QUARTER = [["0", "-1"], ["1", "0"]]
FLIP = [["-1", "0"], ["0", "1"]]
ABOUT_AXIS = [["0", "-1", "0"], ["1", "0", "0"], ["0", "0", "1"]]
MINUS = [["-1", "0", "0"], ["0", "-1", "0"], ["0", "0", "-1"]]
TURNED = "dot(gauge(x, s), gauge(y, t))"
EVEN = problem(2, ["1"], "dot(x, y)**2")


def gauged(*gauges: list[list[str]]) -> str:
    """Two labels that attract in the frames of their gauges."""
    return problem(len(gauges[0]), HALVES, TURNED, gauges=gauges)


def biased(*rows: list[str], expression: str = "bias(s, t) * dot(x, y)", reading: str = "atomic") -> str:
    """Two labels with the given bias."""
    return problem(2, HALVES, expression, bias=rows, reading=reading)


SAME, ABOUT, APART = gauged(I3, I3), gauged(I3, ABOUT_AXIS), gauged(I3, MINUS)
PLANE, MIRROR = gauged(I2, QUARTER), gauged(I2, FLIP)
TWO_ANTIPODAL = biased(["1", "-1"], ["-1", "1"])
ROUND = problem(2, ["1/3", "1/3", "1/3"], "dot(x, y)")
HALF_MINUS = Law((spread(("1/2", E1), ("1/2", (-1, 0))),))

U3, V3 = (1, 0, 0), (0, 0, 1)


def _maximal(kind: Property, law: Law, text: str = EVEN) -> str:
    return all_maximisers(text, kind, NE, Maximiser(law, UNIT))


def _pair(text: str, kind: Property, first: Law, second: Law) -> str:
    return all_maximisers(text, kind, NE, TwoMaximisers(first, second, UNIT))


LIES = (
    Lie(
        "a law below the maximum as a maximiser",
        "the energy of the law is not >= 1/2",
        _maximal(COLLAPSE, points(E1, E2), PAIR),
        _maximal(SPREAD, points(E1, E1), PAIR),
    ),
    Lie(
        "a collapsed maximiser for a spread one",
        "the content marginal of the maximiser is a Dirac mass",
        _maximal(COLLAPSE, points(E1)),
        _maximal(COLLAPSE, HALF_MINUS),
    ),
    Lie(
        "a spread maximiser for a collapsed one",
        "the content marginal of the maximiser is not a Dirac mass",
        _maximal(SPREAD, points(E1, (-1, 0)), TWO_ANTIPODAL),
        _maximal(SPREAD, points(E1)),
    ),
    Lie(
        "one maximiser for all of them",
        "one maximiser proves no statement of the kind =",
        all_maximisers(EVEN, COLLAPSE, EQ, Maximiser(points(E1), UNIT)),
        _maximal(COLLAPSE, HALF_MINUS),
    ),
    Lie(
        "a law with no more energy than a collapsed one",
        "the energy of the law is not > 1/2",
        all_maximisers(PAIR, SPREAD, EQ, CollapsedBelow(points(E1, E1))),
        all_maximisers(TWO_ANTIPODAL, SPREAD, EQ, CollapsedBelow(points(E1, (-1, 0)))),
    ),
    Lie(
        "a better law for a collapsed maximiser",
        "a better law proves no statement of the kind !=",
        all_maximisers(TWO_ANTIPODAL, SPREAD, NE, CollapsedBelow(points(E1, (-1, 0)))),
        all_maximisers(TWO_ANTIPODAL, SPREAD, EQ, CollapsedBelow(points(E1, (-1, 0)))),
    ),
    Lie(
        "collapsed laws of different energies",
        "the gauges differ, so that collapsed laws differ in energy",
        all_maximisers(ABOUT, SPREAD, EQ, CollapsedBelow(points(U3, (0, -1, 0)))),
        all_maximisers(TWO_ANTIPODAL, SPREAD, EQ, CollapsedBelow(points(E1, (-1, 0)))),
    ),
    Lie(
        "a maximiser and itself turned",
        "the two maximisers agree in the invariants",
        _pair(PAIR, UNIQUE, points(E1, E1), points(E2, E2)),
        _pair(EVEN, UNIQUE, points(E1), HALF_MINUS),
    ),
    Lie(
        "two maximisers for a unique one",
        "two maximisers prove no statement of the kind =",
        all_maximisers(EVEN, UNIQUE, EQ, TwoMaximisers(points(E1), HALF_MINUS, UNIT)),
        _pair(EVEN, UNIQUE, points(E1), HALF_MINUS),
    ),
    Lie(
        "two laws one of which is not maximal",
        "the energy of the law is not >= 1/2",
        _pair(PAIR, UNIQUE, points(E1, E1), points(E1, E2)),
        _pair(EVEN, UNIQUE, points(E1), HALF_MINUS),
    ),
    Lie(
        "two outputs that one rotation carries into each other",
        "the two maximisers agree in the invariants",
        _pair(PLANE, ONE_OUTPUT, points(E1, (0, -1)), points(E2, E1)),
        _pair(ABOUT, ONE_OUTPUT, points(U3, (0, -1, 0)), points(V3, V3)),
    ),
    Lie(
        "the collapse of a bias with two equal greatest eigenvalues",
        "lambda_0 is not greater than every other eigenvalue",
        all_maximisers(biased(["1", "0"], ["0", "1"]), COLLAPSE, EQ, Circulant()),
        all_maximisers(biased(["1", f"1/{10**30}"], [f"1/{10**30}", "1"]), COLLAPSE, EQ, Circulant()),
    ),
    Lie(
        "the collapse of a bias without energy",
        "lambda_0 is not positive",
        all_maximisers(REPELLED, COLLAPSE, EQ, Circulant()),
        all_maximisers(ONE_LABEL, COLLAPSE, EQ, Circulant()),
    ),
    Lie(
        "the collapse of contents that gauges turn",
        "a gauge turns the contents",
        all_maximisers(PLANE, COLLAPSE, EQ, Circulant()),
        all_maximisers(PAIR, COLLAPSE, EQ, Circulant()),
    ),
    Lie(
        "a simple eigenvalue for a spread maximiser",
        "a simple eigenvalue proves no statement of the kind !=",
        all_maximisers(ROUND, COLLAPSE, NE, Circulant()),
        all_maximisers(ROUND, COLLAPSE, EQ, Circulant()),
    ),
    Lie(
        "a maximiser by the bound of another profile",
        "the profile leaves",
        all_maximisers(PAIR, SPREAD, NE, Maximiser(points(E1, E1), Pointwise(Real(-1), Real("9/10")))),
        all_maximisers(PAIR, SPREAD, NE, Maximiser(points(E1, E1), UNIT)),
    ),
)
