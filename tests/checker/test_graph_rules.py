"""Rules about graph laws, orbits and circles among the maximisers: each refusal just past its edge, and the inside."""

from __future__ import annotations

import pytest
from flint import fmpq

from tests.checker.edges import E1, E2, EQ, HALF, MINUS, MINUS_E2, NE, TINY, TURN, UPPER, Edge
from tests.checker.test_classes_rules import waves, zonal
from theorems.draw import ones
from theorems.model.assertion import CircleMaximiser, Collapse, Diracizes, OrbitMaximiser
from theorems.model.kernel import BilinearKernel, GeneralKernel, PairKernel
from theorems.model.label_table import LabelTable
from theorems.model.labels import Labels, Reading
from theorems.model.law import Law, finite_measure, graph_law
from theorems.model.matrix import Matrix, Vector, identity, matrix, product, vector
from theorems.model.parser import CONTENTS, parse
from theorems.model.problem import Problem
from theorems.model.proof import (
    AboveGraphs,
    Attained,
    CircleEnergy,
    Circulant,
    CollapsedBelow,
    JensenSelfTerms,
    Maximiser,
    PositiveCoefficients,
    Rigid,
    Semidefinite,
    SplitCells,
)
from theorems.model.real import Real
from verify.checker import check
from verify.checker.circles import MOST_PAIRS
from verify.verdict import Trust

AXIS = Law((finite_measure([HALF, HALF], [E1, MINUS]),))
TOGETHER = graph_law([E1, E1])
LONE = zonal(matrix([[-1]]))
LONE_CELL = zonal(matrix([[-1]]), reading=Reading.CELLS)
PAIR = zonal(ones(2))
TURNED = zonal(ones(2), gauges=(identity(2), TURN))
APART = zonal(matrix([[0, -1], [-1, 0]]), reading=Reading.TOKENS)
ANTIPODAL = graph_law([E1, MINUS])
BELOW = Semidefinite((fmpq(-1),))
ABOVE = AboveGraphs(AXIS, BELOW)
BILINEAR = Problem(2, Labels((fmpq(1),), Reading.ATOMIC), BilinearKernel(((matrix([[-1, 0], [0, 1]]),),)))


def around(n: int) -> Vector:
    """The labels 2 pi j/n."""
    return tuple(Real.pi() * fmpq(2 * j, n) for j in range(n))


WAVE, HALVES = waves(3), vector([0, "1/2"])
ZEROS = vector([0, 0])
CIRCLE = (CircleMaximiser(WAVE, around(3), EQ), CircleEnergy(1, Circulant()))
# two labels at right angles have E = 0; at the circles, where they agree or are antipodal, E = -1/4
SQUARES = zonal(matrix([[0, -1], [-1, 0]]), "r**2", reading=Reading.TOKENS)
AT_RIGHT_ANGLES = Attained(graph_law([E1, E2]))
NO_CIRCLE = (CircleMaximiser(SQUARES, around(2), NE), AT_RIGHT_ANGLES)
RIGID = (CircleMaximiser(PAIR, HALVES, NE), Rigid())
ORBIT = (OrbitMaximiser(TURNED, EQ), Maximiser(graph_law([E1, MINUS_E2]), UPPER))
NO_ORBIT = (OrbitMaximiser(APART, NE), Attained(ANTIPODAL))
SPLIT = (Diracizes(LONE_CELL, EQ), SplitCells())
TABLE = LabelTable(2, (Real(0), Real(1)), None, None)
JENSEN = (Diracizes(PAIR, EQ), JensenSelfTerms())
NO_GRAPH = (Diracizes(LONE, NE), ABOVE)

EDGES = (
    Edge(
        "a law above the collapsed ones for collapse",
        "a law above the collapsed ones proves no statement of the kind =",
        (Collapse(LONE, EQ), CollapsedBelow(AXIS)),
        (Collapse(LONE, NE), CollapsedBelow(AXIS)),
    ),
    Edge(
        "a law above the collapsed ones under a profile with a pole",
        "expected a finite ball",
        (Collapse(zonal(matrix([[1]]), "1/(r - 1/3)"), NE), CollapsedBelow(graph_law([E1]))),
        (Collapse(zonal(matrix([[-1]]), "1/(2 - r)"), NE), CollapsedBelow(AXIS)),
    ),
    Edge(
        "a reason for a graph law against one",
        "a reason for a graph law proves no statement of the kind !=",
        (Diracizes(LONE_CELL, NE), SplitCells()),
        SPLIT,
    ),
    Edge(
        "cells split where labels are atoms",
        "the labels are no cells",
        (Diracizes(LONE, EQ), SplitCells()),
        SPLIT,
    ),
    Edge(
        "cells split under a profile without a greatest value",
        "expected a finite ball",
        (Diracizes(zonal(matrix([[1]]), "1/r", reading=Reading.CELLS), EQ), SplitCells()),
        (Diracizes(zonal(matrix([[1]]), "1/(r + 2)", reading=Reading.CELLS), EQ), SplitCells()),
    ),
    Edge(
        "a self term that is not Jensen by 2^-80",
        "the self term of label 1 is not Jensen",
        (Diracizes(zonal(matrix([[1, 1], [1, -TINY]])), EQ), JensenSelfTerms()),
        (Diracizes(zonal(matrix([[1, 1], [1, 0]])), EQ), JensenSelfTerms()),
    ),
    Edge(
        "a convex energy of a bias that is not PSD",
        "the bias is not positive semidefinite",
        (Diracizes(LONE, EQ), PositiveCoefficients()),
        (Diracizes(PAIR, EQ), PositiveCoefficients()),
    ),
    Edge(
        "a spread slice for a graph law",
        "a slice of the maximiser is not a Dirac mass",
        (Diracizes(LONE, EQ), Maximiser(AXIS, Semidefinite((fmpq(0),)))),
        (Diracizes(PAIR, EQ), Maximiser(TOGETHER, UPPER)),
    ),
    Edge(
        "a law above the tuples for a graph law",
        "a law above the tuples proves no statement of the kind =",
        (Diracizes(LONE, EQ), ABOVE),
        NO_GRAPH,
    ),
    Edge(
        "a law above the tuples in cells",
        "in cells every law has a graph law of its energy",
        (Diracizes(LONE_CELL, NE), ABOVE),
        NO_GRAPH,
    ),
    Edge(
        "a law as good as the bound for tuples",
        "the energy of the law is not > 0",
        (Diracizes(LONE, NE), AboveGraphs(AXIS, Semidefinite((fmpq(0),)))),
        NO_GRAPH,
    ),
    Edge(
        "an orbit for none",
        "a maximiser on an orbit proves no statement of the kind !=",
        (OrbitMaximiser(TURNED, NE), ORBIT[1]),
        ORBIT,
    ),
    Edge(
        "a maximiser turned the wrong way",
        "the energy of the law is not >= 1/2",
        (OrbitMaximiser(TURNED, EQ), Maximiser(graph_law([E1, E2]), UPPER)),
        ORBIT,
    ),
    Edge(
        "a maximiser off all orbits",
        "the maximiser is on no orbit of the gauges",
        (OrbitMaximiser(zonal(ones(2), "r**2"), EQ), Maximiser(ANTIPODAL, UPPER)),
        (OrbitMaximiser(zonal(ones(2), "r**2"), EQ), Maximiser(TOGETHER, UPPER)),
    ),
    Edge(
        "an orbit of a bilinear kernel",
        "expected the form k(s,t) phi",
        (OrbitMaximiser(BILINEAR, EQ), Maximiser(graph_law([E2]), Semidefinite((fmpq(1),)))),
        (Diracizes(BILINEAR, EQ), Maximiser(graph_law([E2]), Semidefinite((fmpq(1),)))),
    ),
    Edge(
        "a law above the orbits for one",
        "a law above the orbits proves no statement of the kind =",
        (OrbitMaximiser(APART, EQ), NO_ORBIT[1]),
        NO_ORBIT,
    ),
    Edge(
        "a law no better than the orbits",
        "the energy of the law is not > -1/4",
        (OrbitMaximiser(APART, NE), Attained(TOGETHER)),
        NO_ORBIT,
    ),
    Edge(
        "a circle in dimension 1",
        "a circle needs dimension 2 or more",
        (CircleMaximiser(waves(3, d=1), around(3), EQ), CIRCLE[1]),
        CIRCLE,
    ),
    Edge(
        "a circle of other labels",
        "2 label values for 3 labels",
        (CircleMaximiser(WAVE, around(2), EQ), CIRCLE[1]),
        CIRCLE,
    ),
    Edge(
        "a circle of labels that are no turns",
        "1/2 is not a rational multiple of pi",
        (CircleMaximiser(PAIR, HALVES, EQ), CircleEnergy(1, UPPER)),
        (CircleMaximiser(PAIR, ZEROS, EQ), CircleEnergy(1, UPPER)),
    ),
    Edge(
        "a circle for none",
        "a maximal circle proves no statement of the kind !=",
        (CircleMaximiser(WAVE, around(3), NE), CIRCLE[1]),
        CIRCLE,
    ),
    Edge(
        "a circle of winding 0",
        "winding 0 is not from 1 to 3",
        (CircleMaximiser(WAVE, around(3), EQ), CircleEnergy(0, Circulant())),
        CIRCLE,
    ),
    Edge(
        "a circle of a great winding",
        "winding 10000000000000000000 is not from 1 to 3",
        (CircleMaximiser(WAVE, around(3), EQ), CircleEnergy(10**40, Circulant())),
        CIRCLE,
    ),
    Edge(
        "a circle that is one point",
        "the energy of the law is not >= 1/4",
        (CircleMaximiser(WAVE, around(3), EQ), CircleEnergy(3, Circulant())),
        (CircleMaximiser(WAVE, around(3), EQ), CircleEnergy(2, Circulant())),
    ),
    Edge(
        "a law above the circles for one",
        "a law above the circles proves no statement of the kind =",
        (CircleMaximiser(SQUARES, around(2), EQ), AT_RIGHT_ANGLES),
        NO_CIRCLE,
    ),
    Edge(
        "a law as good as a circle",
        "the law is not seen to have more energy than the circle of winding 1",
        (CircleMaximiser(SQUARES, around(2), NE), Attained(TOGETHER)),
        NO_CIRCLE,
    ),
    Edge(
        "a law above all circles but the one that is a point",
        "the law is not seen to have more energy than the circle of winding 2",
        (CircleMaximiser(PAIR, around(2), NE), Attained(graph_law([E1, E2]))),
        NO_CIRCLE,
    ),
    Edge(
        "a law above all circles but one inside the range",
        "the law is not seen to have more energy than the circle of winding 2",
        (CircleMaximiser(waves(8, frequency=2), around(8), NE), Attained(graph_law([E1, E1, MINUS, E1] * 2))),
        NO_CIRCLE,
    ),
    Edge(
        "more windings than can be looked at",
        f"{MOST_PAIRS // 4 + 1} windings of 2 labels are too many to be looked at",
        (CircleMaximiser(SQUARES, (Real(0), Real.pi() * fmpq(2, MOST_PAIRS // 4 + 1)), NE), AT_RIGHT_ANGLES),
        NO_CIRCLE,
    ),
    Edge(
        "rigidity for a circle",
        "rigidity proves no circle to be a maximiser",
        (CircleMaximiser(PAIR, HALVES, EQ), Rigid()),
        RIGID,
    ),
    Edge(
        "no circle where a label that is none of the problem's is elsewhere",
        "3 label values for 2 labels",
        (CircleMaximiser(PAIR, vector([0, 0, 1]), NE), Rigid()),
        RIGID,
    ),
    Edge(
        "no circle where the gauges differ",
        "the gauges differ: a maximiser may be a circle",
        (CircleMaximiser(TURNED, HALVES, NE), Rigid()),
        RIGID,
    ),
    Edge(
        "no circle where all labels may be at one point of it",
        "no two labels are seen to differ by a rational number",
        (CircleMaximiser(PAIR, ZEROS, NE), Rigid()),
        (CircleMaximiser(PAIR, (Real(0), Real(TINY)), NE), Rigid()),
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


def test_circles_of_a_gauge_are_not_mirrored():
    turn = matrix([[0, -1], [1, 0]])
    problem = zonal(ones(4), gauges=tuple(_power(turn, j) for j in range(4)))  # R_s^-1 e_1 has the winding -1
    assert check(CircleMaximiser(problem, around(4), EQ), CircleEnergy(3, UPPER)).accepted
    assert not check(CircleMaximiser(problem, around(4), EQ), CircleEnergy(1, UPPER)).accepted
    flipped = Attained(graph_law([E1, MINUS_E2, MINUS, MINUS_E2]))  # above the windings 1, 2 and 4
    said = check(CircleMaximiser(problem, around(4), NE), flipped)
    assert said.reason == "the law is not seen to have more energy than the circle of winding 3"


def _power(turn: Matrix, exponent: int) -> Matrix:
    power = identity(2)
    for _ in range(exponent):
        power = product(power, turn)
    return power


def test_a_bias_whose_signs_balls_decide_has_the_trust_of_balls():
    assert check(Diracizes(waves(5), EQ), JensenSelfTerms()).trust is Trust.BALL
    assert check(*JENSEN).trust is Trust.RATIONAL


@pytest.mark.parametrize(
    ("kernel", "accepted"),
    [
        (PairKernel(parse("exp(cos(s - t) * r)", names=("r", "s", "t")), TABLE), True),
        (PairKernel(parse("1 / (r - s)", names=("r", "s", "t")), TABLE), False),
        (GeneralKernel(parse("x[1] * y[1] / (2 + dot(x, y))", contents=CONTENTS), TABLE), True),
        (GeneralKernel(parse("x[1] * y[1] / dot(x, y)", contents=CONTENTS), TABLE), False),
    ],
)
def test_tokens_under_a_kernel_of_any_form_have_a_graph_maximiser_if_balls_bound_it(kernel, accepted):
    problem = Problem(2, Labels((fmpq(1, 2),) * 2, Reading.TOKENS), kernel)
    found = check(Diracizes(problem, EQ), JensenSelfTerms())
    assert found.trust is (Trust.BALL if accepted else None)
    assert accepted or "expected a bounded kernel" in found.reason
