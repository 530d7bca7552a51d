"""Certificates about the maximisers of small problems: one for each rule behind the words of `solve` and `claim`."""

from __future__ import annotations

from collections.abc import Iterator

from flint import fmpq

from benchmarks.lies.lie import E1, E2, EQ, HALVES, NE, PAIR, UNIT, points, problem, spread
from theorems.model.assertion import Relation
from theorems.model.law import Law
from theorems.model.matrix import matrix
from theorems.model.proof import (
    AboveGraphs,
    Attained,
    Blocks,
    CircleEnergy,
    Circulant,
    CollapsedBelow,
    GramDirection,
    GramSegment,
    JensenSelfTerms,
    Maximiser,
    Pointwise,
    PositiveCoefficients,
    Proof,
    Rigid,
    Segment,
    Semidefinite,
    SplitCells,
    StrictSigns,
    UniqueGram,
)
from theorems.model.real import Real
from verify.certificate import Certificate, ProblemStatement, Property, PropertyClaim, to_text

W1, W2 = (-1, 0), (0, -1)
NOTHING = Semidefinite((fmpq(0),))
REPELLED = problem(2, ["1"], "-dot(x, y)")
APART = problem(2, HALVES, "bias(s, t) * dot(x, y)", bias=[["0", "-1"], ["-1", "0"]], reading="tokens")
UNSEEN = problem(2, HALVES, "bias(s, t) * dot(x, y)", bias=[["1", "0"], ["0", "1"]])
AXIS, OTHER = (Law((spread(("1/2", e), ("1/2", minus)),)) for e, minus in ((E1, W1), (E2, W2)))

TURNED = problem(
    2, HALVES, "dot(gauge(x, s), gauge(y, t))", gauges=[[["1", "0"], ["0", "1"]], [["0", "-1"], ["1", "0"]]]
)

SQUARE = problem(
    2,
    ["1/4"] * 4,
    "bias(s, t) * dot(x, y)",
    reading="tokens",
    bias=[["0" if i == j else "-1" for j in range(4)] for i in range(4)],
)
PAIRS = points(E1, W1, E2, W2)


def circle(n: int, expression: str) -> str:
    """Equispaced labels on the circle, in the plane."""
    return (
        f'[content]\ndimension = 2\n[labels]\nlaw = "circle"\ncount = {n}\nreading = "atomic"\n'
        f'[kernel]\nexpression = "{expression}"\n'
    )


SIGNS = problem(1, ["1"], "dot(x, y)")


def about_maximisers() -> Iterator[tuple[str, str]]:
    """(name, text) of each certificate."""
    for k, (text, kind, relation, proof) in enumerate(_stated()):
        statement = ProblemStatement(text, PropertyClaim(kind, relation))
        yield f"maximisers.{k:02d}", to_text(Certificate(statement, proof))


def _stated() -> Iterator[tuple[str, Property, Relation, Proof]]:
    yield from _classes()
    yield from _graph_laws()
    yield from _named_laws()


def _classes() -> Iterator[tuple[str, Property, Relation, Proof]]:
    dual = Semidefinite((fmpq(1, 4), fmpq(1, 4)))
    antipodal = UniqueGram(points(E1, W1), dual)
    for kind in (Property.UNIQUE, Property.ONE_OUTPUT, Property.SPREAD):
        yield APART, kind, EQ, antipodal
    yield PAIR, Property.COLLAPSE, EQ, UniqueGram(points(E1, E1), Circulant())
    yield PAIR, Property.UNIQUE, EQ, UniqueGram(points(E1, E1), Semidefinite((fmpq(1, 2), fmpq(1, 2))))
    yield REPELLED, Property.FINITE, NE, Segment(AXIS, OTHER, NOTHING)
    quarter = Semidefinite((fmpq(1, 4), fmpq(1, 4)))
    yield UNSEEN, Property.FINITE, NE, GramSegment(points(E1, E1), points(E1, E2), quarter)
    yield UNSEEN, Property.FINITE, NE, Blocks((0,), points(E1, E1), quarter)
    yield SQUARE, Property.FINITE, NE, GramDirection(PAIRS, matrix([[0, 1], [1, 0]]), Circulant())
    yield SIGNS, Property.FINITE, EQ, StrictSigns()
    yield REPELLED, Property.COLLAPSE, NE, CollapsedBelow(AXIS)


def _graph_laws() -> Iterator[tuple[str, Property, Relation, Proof]]:
    cells = problem(2, ["1"], "-dot(x, y)", reading="cells")
    yield cells, Property.GRAPH_LAW, EQ, SplitCells()
    yield PAIR, Property.GRAPH_LAW, EQ, JensenSelfTerms()
    yield PAIR, Property.GRAPH_LAW, EQ, PositiveCoefficients()
    yield PAIR, Property.GRAPH_LAW, EQ, Maximiser(points(E1, E1), UNIT)
    yield REPELLED, Property.GRAPH_LAW, NE, AboveGraphs(AXIS, Semidefinite((fmpq(-1),)))


def _named_laws() -> Iterator[tuple[str, Property, Relation, Proof]]:
    below = AboveGraphs(AXIS, Semidefinite((fmpq(-1),)))
    yield TURNED, Property.ORBIT, EQ, Maximiser(points(E1, W2), Pointwise(Real(-1), Real(1)))
    yield APART, Property.ORBIT, NE, Attained(points(E1, W1))
    yield REPELLED, Property.ORBIT, NE, below
    wave = circle(3, "cos(s - t) * dot(x, y)")
    yield wave, Property.GREAT_CIRCLE, EQ, CircleEnergy(1, Circulant())
    yield circle(2, "-dot(x, y)**2"), Property.GREAT_CIRCLE, NE, Attained(Law((AXIS.slices[0], OTHER.slices[0])))
    yield REPELLED, Property.GREAT_CIRCLE, NE, below
    yield PAIR, Property.GREAT_CIRCLE, NE, Rigid()
