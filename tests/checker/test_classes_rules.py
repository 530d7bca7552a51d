"""Rules about how many maximisers there are: what each refuses just past its edge, and what it accepts just inside."""

from __future__ import annotations

import pytest
from flint import fmpq

from benchmarks.material import ngon
from tests.checker.edges import E1, E2, EQ, HALF, MINUS, MINUS_E2, NE, TINY, TURN, UPPER, Edge
from theorems.draw import ones, profile
from theorems.model.assertion import Collapse, Finite, OneOutput, Spread, Unique
from theorems.model.kernel import BilinearKernel, ZonalKernel
from theorems.model.labels import Labels, Reading
from theorems.model.law import Law, finite_measure, graph_law
from theorems.model.matrix import Matrix, identity, matrix, vector
from theorems.model.problem import Problem
from theorems.model.proof import (
    Blocks,
    Circulant,
    GramDirection,
    GramSegment,
    Pointwise,
    Segment,
    Semidefinite,
    StrictSigns,
    UniqueGram,
)
from theorems.model.real import Real, RealLike
from verify.checker import check
from verify.verdict import Trust


def zonal(
    bias: Matrix, text: str = "r", d: int = 2, reading: Reading = Reading.ATOMIC, gauges: tuple[Matrix, ...] = ()
) -> Problem:
    """Equal masses."""
    n = len(bias)
    return Problem(d, Labels((fmpq(1, n),) * n, reading), ZonalKernel(bias, profile(text), gauges))


def prices(*entries: int | fmpq) -> Semidefinite:
    """Exact multipliers."""
    return Semidefinite(tuple(map(fmpq, entries)))


QUARTER = fmpq(1, 4)
NOTHING = prices(0)
LONE = zonal(matrix([[-1]]))
AXIS, OTHER = (Law((finite_measure([HALF, HALF], [e, minus]),)) for e, minus in ((E1, MINUS), (E2, MINUS_E2)))
BILINEAR = Problem(2, LONE.labels, BilinearKernel(((matrix([[-1, 0], [0, -1]]),),)))
UNSEEN = zonal(identity(2))
PAIR = zonal(ones(2))
TURNED = zonal(ones(2), gauges=(identity(2), TURN))
APART = zonal(matrix([[0, -1], [-1, 0]]), reading=Reading.TOKENS)
TOGETHER, ASIDE = graph_law([E1, E1]), graph_law([E1, E2])
SQUARE = zonal(matrix([[-int(i != j) for j in range(4)] for i in range(4)]), reading=Reading.TOKENS)
SIDES = graph_law([E1, MINUS, E2, MINUS_E2])
SHEAR = matrix([[0, 1], [1, 0]])


def waves(n: int, constant: RealLike = 0, frequency: int = 1, d: int = 2) -> Problem:
    """k = constant + cos(frequency (s - t)) at n equispaced labels."""
    rows = [[Real.cosine(fmpq(frequency * (i - j), n)) + Real.of(constant) for j in range(n)] for i in range(n)]
    return zonal(matrix(rows), d=d)


DUAL = prices(QUARTER, QUARTER)
SEGMENT = (Finite(LONE, NE), Segment(AXIS, OTHER, NOTHING))
GRAMS = (Finite(UNSEEN, NE), GramSegment(TOGETHER, ASIDE, DUAL))
DIRECTION = (Finite(SQUARE, NE), GramDirection(SIDES, SHEAR, Circulant()))
BLOCKS = (Finite(UNSEEN, NE), Blocks((0,), TOGETHER, DUAL))
UNIQUE = (Unique(APART, EQ), UniqueGram(graph_law([E1, MINUS]), DUAL))
SIGNS = (Finite(zonal(matrix([[1]]), d=1), EQ), StrictSigns())
THIRDS = (Unique(waves(3), EQ), UniqueGram(ngon(3, 2), Circulant()))

EDGES = (
    Edge(
        "a segment of maximisers for finitely many",
        "a family of maximisers proves no statement of the kind =",
        (Finite(LONE, EQ), SEGMENT[1]),
        SEGMENT,
    ),
    Edge(
        "a segment from a law to its mirror image",
        "the invariants agree at both ends of the segment and halfway",
        (Finite(LONE, NE), Segment(AXIS, Law((finite_measure([HALF, HALF], [MINUS, E1]),)), NOTHING)),
        SEGMENT,
    ),
    Edge(
        "a segment whose middle is no maximiser",
        "the energy of the law is not >= 1/2",
        (Finite(PAIR, NE), Segment(TOGETHER, graph_law([E2, E2]), UPPER)),
        (Finite(zonal(ones(2), "r**2"), NE), Segment(TOGETHER, graph_law([E1, MINUS]), UPPER)),
    ),
    Edge(
        "a segment of a bilinear kernel, which has no gauge frame",
        "the kernel has no gauge frame in which O(d) is a symmetry",
        (Finite(BILINEAR, NE), Segment(AXIS, OTHER, NOTHING)),
        SEGMENT,
    ),
    Edge(
        "a segment by the bound of a smaller profile",
        "Diag(l) - C is not positive semidefinite",
        (Finite(LONE, NE), Segment(AXIS, OTHER, prices(-1 - TINY))),
        SEGMENT,
    ),
    Edge(
        "a segment of Gram matrices from one to itself",
        "the Gram matrices of the two maximisers agree",
        (Finite(UNSEEN, NE), GramSegment(TOGETHER, graph_law([E2, E2]), DUAL)),
        GRAMS,
    ),
    Edge(
        "a segment of Gram matrices to a law that is no maximiser",
        "the energy of the law is not >= 1/4",
        (Finite(UNSEEN, NE), GramSegment(TOGETHER, Law((AXIS.slices[0], TOGETHER.slices[0])), DUAL)),
        GRAMS,
    ),
    Edge(
        "a segment of Gram matrices that needs a third dimension",
        "the means of both maximisers may need dimension 3, more than 2",
        (Finite(waves(8, "1/2"), NE), GramSegment(graph_law([E1] * 8), ngon(8, 2), Circulant())),
        (
            Finite(waves(8, "1/2", d=3), NE),
            GramSegment(graph_law([vector([1, 0, 0])] * 8), ngon(8, 3), Circulant()),
        ),
    ),
    Edge(
        "a segment of Gram matrices of a profile that is not linear",
        "expected a r + b",
        (Finite(zonal(identity(2), "r**3"), NE), GramSegment(TOGETHER, ASIDE, Pointwise(Real(-1), Real(1)))),
        GRAMS,
    ),
    Edge(
        "a direction of another size",
        "the direction is no symmetric matrix of size 2",
        (Finite(SQUARE, NE), GramDirection(SIDES, matrix([[1]]), Circulant())),
        DIRECTION,
    ),
    Edge(
        "a direction that is not symmetric",
        "the direction is no symmetric matrix of size 2",
        (Finite(SQUARE, NE), GramDirection(SIDES, matrix([[0, 1], [-1, 0]]), Circulant())),
        DIRECTION,
    ),
    Edge(
        "a direction in which a length changes by 2^-80",
        "the mean of label 0 changes its length in the direction",
        (Finite(SQUARE, NE), GramDirection(SIDES, matrix([[TINY, 1], [1, 0]]), Circulant())),
        DIRECTION,
    ),
    Edge(
        "a direction that only the empty coordinates see",
        "the direction does not move the Gram matrix",
        (Finite(PAIR, NE), GramDirection(TOGETHER, matrix([[0, 1], [1, 0]]), UPPER)),
        DIRECTION,
    ),
    Edge(
        "blocks in dimension 1",
        "in dimension 1 there are only the turns by 1 and -1",
        (Finite(zonal(identity(2), d=1), NE), Blocks((0,), graph_law([vector([1])] * 2), DUAL)),
        BLOCKS,
    ),
    Edge(
        "a block of all labels",
        "the group is no proper part of the 2 labels",
        (Finite(UNSEEN, NE), Blocks((0, 1), TOGETHER, DUAL)),
        BLOCKS,
    ),
    Edge(
        "a block with a label twice",
        "the group is no proper part of the 2 labels",
        (Finite(UNSEEN, NE), Blocks((0, 0), TOGETHER, DUAL)),
        BLOCKS,
    ),
    Edge(
        "a block with a label that is not there",
        "the group is no proper part of the 2 labels",
        (Finite(UNSEEN, NE), Blocks((0, 2), TOGETHER, DUAL)),
        BLOCKS,
    ),
    Edge(
        "a block of no labels",
        "the group is empty",
        (Finite(UNSEEN, NE), Blocks((), TOGETHER, DUAL)),
        BLOCKS,
    ),
    Edge(
        "blocks with a bias of 2^-80 between them",
        "the bias of labels 0 and 1 is not 0",
        (Finite(zonal(matrix([[1, TINY], [TINY, 1]])), NE), Blocks((0,), TOGETHER, UPPER)),
        BLOCKS,
    ),
    Edge(
        "blocks one of which has mean zero",
        "all means vanish in the group or outside",
        (
            Finite(zonal(matrix([[-1, 0], [0, 1]])), NE),
            Blocks((0,), Law((AXIS.slices[0], TOGETHER.slices[0])), prices(0, QUARTER)),
        ),
        BLOCKS,
    ),
    Edge(
        "an exact dual for two maximisers",
        "a unique Gram matrix proves no statement of the kind !=",
        (Unique(APART, NE), UNIQUE[1]),
        UNIQUE,
    ),
    Edge(
        "a bound without a dual",
        "a bound of the kind Pointwise has no exact dual",
        (Unique(PAIR, EQ), UniqueGram(TOGETHER, UPPER)),
        (Unique(PAIR, EQ), UniqueGram(TOGETHER, Circulant())),
    ),
    Edge(
        "one output where the gauges differ",
        "the gauges differ: the maximisers agree in the gauge frame alone",
        (OneOutput(TURNED, EQ), UniqueGram(graph_law([E1, MINUS_E2]), Circulant())),
        (Unique(TURNED, EQ), UniqueGram(graph_law([E1, MINUS_E2]), Circulant())),
    ),
    Edge(
        "a collapsed maximiser for spread ones",
        "the maximiser is collapsed",
        (Spread(PAIR, EQ), UniqueGram(TOGETHER, Circulant())),
        (Collapse(PAIR, EQ), UniqueGram(TOGETHER, Circulant())),
    ),
    Edge(
        "a spread maximiser for collapsed ones",
        "the maximiser is spread",
        (Collapse(APART, EQ), UNIQUE[1]),
        (Spread(APART, EQ), UNIQUE[1]),
    ),
    Edge(
        "a unique law below the maximum",
        "the energy of the law is not >= 1/4",
        (Unique(APART, EQ), UniqueGram(ASIDE, DUAL)),
        UNIQUE,
    ),
    Edge(
        "a multiplier of 0",
        "a multiplier is not positive: a slice may be spread",
        (Unique(LONE, EQ), UniqueGram(AXIS, NOTHING)),
        (Unique(zonal(matrix([[TINY]])), EQ), UniqueGram(graph_law([E1]), prices(TINY))),
    ),
    Edge(
        "a dual that leaves two labels free",
        "the kernel of the dual has dimension 2: the Gram matrix is not unique",
        (Unique(UNSEEN, EQ), UniqueGram(TOGETHER, DUAL)),
        UNIQUE,
    ),
    Edge(
        "a dual whose kernel the unit lengths do not fix",
        "the unit lengths leave the Gram matrix free",
        (
            Unique(zonal(matrix([[int(i % 2 == j % 2) for j in range(4)] for i in range(4)])), EQ),
            UniqueGram(graph_law([E1] * 4), prices(*(fmpq(1, 8),) * 4)),
        ),
        (Unique(zonal(ones(4)), EQ), UniqueGram(graph_law([E1] * 4), prices(*(QUARTER,) * 4))),
    ),
    Edge(
        "a circulant dual without energy",
        "the greatest eigenvalue is not positive: a slice may be spread",
        (Unique(LONE, EQ), UniqueGram(AXIS, Circulant())),
        (Unique(zonal(matrix([[TINY]])), EQ), UniqueGram(graph_law([E1]), Circulant())),
    ),
    Edge(
        "a circulant dual of no bias at all",
        "the greatest eigenvalue is not positive: a slice may be spread",
        (Unique(zonal(matrix([[0]])), EQ), UniqueGram(graph_law([E1]), Circulant())),
        (Unique(zonal(matrix([[TINY]])), EQ), UniqueGram(graph_law([E1]), Circulant())),
    ),
    Edge(
        "a circulant dual with a tie",
        "two frequencies have the greatest eigenvalue",
        (Unique(waves(8, "1/2"), EQ), UniqueGram(ngon(8, 2), Circulant())),
        (Unique(waves(8, Real("1/2") - Real(TINY)), EQ), UniqueGram(ngon(8, 2), Circulant())),
    ),
    Edge(
        "a circulant dual of quarter turns",
        "the greatest eigenvalue belongs to quarter turns: two pairs of labels are free",
        (Unique(waves(4), EQ), UniqueGram(ngon(4, 2), Circulant())),
        THIRDS,
    ),
    Edge(
        "a circulant dual of quarter turns among eight labels",
        "the greatest eigenvalue belongs to quarter turns: two pairs of labels are free",
        (Unique(waves(8, frequency=2), EQ), UniqueGram(ngon(8, 2, 2), Circulant())),
        (Unique(waves(8, frequency=3), EQ), UniqueGram(ngon(8, 2, 3), Circulant())),
    ),
    Edge(
        "signs for infinitely many maximisers",
        "finitely many signs prove no statement of the kind !=",
        (Finite(SIGNS[0].problem, NE), StrictSigns()),
        SIGNS,
    ),
    Edge(
        "signs in the plane",
        "the dimension is not 1, or self terms do not count",
        (Finite(zonal(matrix([[1]])), EQ), StrictSigns()),
        SIGNS,
    ),
    Edge(
        "signs of tokens, whose self terms do not count",
        "the dimension is not 1, or self terms do not count",
        (Finite(zonal(ones(2), d=1, reading=Reading.TOKENS), EQ), StrictSigns()),
        (Finite(zonal(ones(2), d=1), EQ), StrictSigns()),
    ),
    Edge(
        "signs with a self term that is flat",
        "the self term of label 1 is not strictly convex",
        (Finite(zonal(matrix([[1, 0], [0, 0]]), d=1), EQ), StrictSigns()),
        (Finite(zonal(matrix([[1, 0], [0, TINY]]), d=1), EQ), StrictSigns()),
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


@pytest.mark.parametrize(("n", "frequency"), [(n, p) for n in (3, 4, 5, 6, 8, 12) for p in range(1, n // 2 + 1)])
def test_a_winding_is_unique_unless_it_is_by_quarter_turns(n, frequency):
    proof = UniqueGram(ngon(n, 2, frequency), Circulant())
    assert check(Unique(waves(n, frequency=frequency), EQ), proof).accepted == (4 * frequency != n)


def test_irrational_eigenvalues_are_told_by_balls():
    assert check(*THIRDS).trust is Trust.RATIONAL
    assert check(Unique(waves(5), EQ), UniqueGram(ngon(5, 2), Circulant())).trust in (Trust.RATIONAL, Trust.BALL)
