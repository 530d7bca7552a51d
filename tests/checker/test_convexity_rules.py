"""Rules about D4: what each refuses just past its edge, and what it accepts just inside."""

from __future__ import annotations

import pytest
from flint import fmpq

from tests.checker.edges import EQ, HALF, NE, TINY, Edge
from theorems.draw import ones, profile
from theorems.model.assertion import Convex
from theorems.model.kernel import BilinearKernel, ZonalKernel
from theorems.model.labels import Labels, Reading
from theorems.model.law import graph_law
from theorems.model.matrix import Matrix, identity, matrix
from theorems.model.problem import Problem
from theorems.model.proof import NotConvex, PositiveCoefficients
from theorems.model.real import Real
from theorems.model.sphere import antipode, axis
from verify.checker import check
from verify.checker.convexity import MAX_ELIMINATION
from verify.verdict import Trust

POSITIVE = PositiveCoefficients()
U = axis(2, 0)


def zonal(bias: Matrix, text: str = "r", reading: Reading = Reading.ATOMIC) -> Problem:
    n = len(bias)
    return Problem(2, Labels((fmpq(1, n),) * n, reading), ZonalKernel(bias, profile(text)))


def lone(entry: object, text: str = "r", reading: Reading = Reading.ATOMIC) -> Problem:
    return zonal(matrix([[entry]]), text, reading)  # pyright: ignore[reportArgumentType]


def block(entry: object) -> Problem:
    """<x, diag(1, entry) y>, one atom."""
    kernel = BilinearKernel(((matrix([[1, 0], [0, entry]]),),))  # pyright: ignore[reportArgumentType]
    return Problem(2, Labels((fmpq(1),), Reading.ATOMIC), kernel)


FLIP = NotConvex(graph_law([U]), graph_law([antipode(U)]))
CROSS = NotConvex(graph_law([U, antipode(U)]), graph_law([antipode(U), U]))
PSD = (Convex(lone(0), EQ), POSITIVE)
BENT = (Convex(lone(-TINY), NE), FLIP)
EVEN = matrix([[1, -1], [-1, 1]])

EDGES = (
    Edge(
        "positive coefficients for an energy that is not convex",
        "positive coefficients prove no statement of the kind !=",
        (Convex(lone(0), NE), POSITIVE),
        PSD,
    ),
    Edge(
        "positive coefficients in tokens",
        "the self terms, which a PSD bias needs, do not count in tokens",
        (Convex(lone(1, reading=Reading.TOKENS), EQ), POSITIVE),
        (Convex(lone(1, reading=Reading.CELLS), EQ), POSITIVE),
    ),
    Edge(
        "a coefficient of -2^-80",
        "the profile is not seen to have coefficients >= 0 beyond the constant",
        (Convex(lone(1, f"r - {TINY}*r**2"), EQ), POSITIVE),
        (Convex(lone(1, f"r + {TINY}*r**2 - 5"), EQ), POSITIVE),
    ),
    Edge(
        "an exponential that falls",
        "the profile is not seen to have coefficients >= 0 beyond the constant",
        (Convex(lone(1, f"exp(-{TINY}*r)"), EQ), POSITIVE),
        (Convex(lone(1, "2*exp(r + r**3 - 1)"), EQ), POSITIVE),
    ),
    Edge(
        "a negative multiple of an exponential",
        "the profile is not seen to have coefficients >= 0 beyond the constant",
        (Convex(lone(1, "-2*exp(r)"), EQ), POSITIVE),
        (Convex(lone(1, "2*exp(r)"), EQ), POSITIVE),
    ),
    Edge(
        "a profile that is no power series that is known here",
        "the profile is not seen to have coefficients >= 0 beyond the constant",
        (Convex(lone(1, "sin(r)"), EQ), POSITIVE),
        (Convex(lone(1, "exp(r)"), EQ), POSITIVE),
    ),
    Edge(
        "a bias with an irrational entry",
        f"the bias is not rational with at most {MAX_ELIMINATION} rows",
        (Convex(lone(Real.cosine("1/5")), EQ), POSITIVE),
        (Convex(lone(Real.cosine("1/6")), EQ), POSITIVE),
    ),
    Edge(
        "a bias of one row too many",
        f"the bias is not rational with at most {MAX_ELIMINATION} rows",
        (Convex(zonal(ones(MAX_ELIMINATION + 1)), EQ), POSITIVE),
        (Convex(zonal(ones(MAX_ELIMINATION)), EQ), POSITIVE),
    ),
    Edge(
        "a self bias of -2^-80",
        "the bias is not positive semidefinite",
        (Convex(lone(-TINY), EQ), POSITIVE),
        PSD,
    ),
    Edge(
        "a bias that is indefinite by 2^-80",
        "the bias is not positive semidefinite",
        (Convex(zonal(matrix([[1, -1], [-1, 1 - TINY]])), EQ), POSITIVE),
        (Convex(zonal(EVEN), EQ), POSITIVE),
    ),
    Edge(
        "a block with an eigenvalue of -2^-80",
        "the bias is not positive semidefinite",
        (Convex(block(-TINY), EQ), POSITIVE),
        (Convex(block(0), EQ), POSITIVE),
    ),
    Edge(
        "a chord that lies below, for convexity",
        "a chord above proves no statement of the kind =",
        (Convex(lone(-TINY), EQ), FLIP),
        BENT,
    ),
    Edge(
        "a chord of an affine energy",
        "the midpoint is not above the chord",
        (Convex(lone(0), NE), FLIP),
        BENT,
    ),
    Edge(
        "a chord from a law to itself",
        "the midpoint is not above the chord",
        (Convex(lone(-1), NE), NotConvex(graph_law([U]), graph_law([U]))),
        (Convex(lone(-1), NE), FLIP),
    ),
    Edge(
        "a chord of an energy without exact form",
        "the energy has no exact form: sqrt(",
        (Convex(lone(-1, "sqrt(2 + r)"), NE), NotConvex(graph_law([U]), graph_law([axis(2, 1)]))),
        (Convex(lone(-1, "exp(r)"), NE), NotConvex(graph_law([U]), graph_law([axis(2, 1)]))),
    ),
    Edge(
        "a chord whose first end has a slice too many",
        "the law has 2 slices, the problem 1 labels",
        (Convex(lone(-1), NE), NotConvex(graph_law([U, U]), graph_law([U]))),
        (Convex(lone(-1), NE), FLIP),
    ),
    Edge(
        "a chord whose second end lives in another dimension",
        "the law lives in dimension 3, the problem in 2",
        (Convex(lone(-1), NE), NotConvex(graph_law([U]), graph_law([axis(3, 0)]))),
        (Convex(lone(-1), NE), FLIP),
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


def test_two_tokens_are_not_convex_where_two_atoms_are():
    """k = 1: without its diagonal the bias has the eigenvalue -1."""
    assert check(Convex(zonal(ones(2)), EQ), POSITIVE).accepted
    assert check(Convex(zonal(ones(2), reading=Reading.TOKENS), NE), CROSS).trust is Trust.RATIONAL


def test_gauges_do_not_matter_to_convexity_not_even_those_that_stretch():
    stretch = matrix([[3, 0], [0, 1]])
    kernel = ZonalKernel(ones(2), profile("r**2"), (identity(2), stretch))
    problem = Problem(2, Labels((HALF, HALF), Reading.ATOMIC), kernel)
    assert check(Convex(problem, EQ), POSITIVE).accepted
    assert not check(Convex(problem, NE), CROSS).accepted


def test_a_bend_of_an_exponential_is_decided_by_balls():
    assert check(Convex(lone(-1, "exp(r)"), NE), FLIP).trust is Trust.BALL
