"""Rules about P3's atoms: what each refuses just past its edge, and what it accepts just inside."""

from __future__ import annotations

from itertools import product

import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from tests.checker.edges import EQ, HALF, NE, THIRD, TINY, Edge
from theorems.model.assertion import SubsetSums
from theorems.model.proof import NoSharing, Sharing
from verify.checker import check

HALVES, THIRDS = (HALF, HALF), (THIRD,) * 3
QUARTERS = (fmpq(1, 4),) * 4
SHARED = (SubsetSums(QUARTERS, HALVES, EQ), Sharing((0, 1, 0, 1)))
UNSHARED = (SubsetSums(HALVES, THIRDS, NE), NoSharing())


def powers(count: int) -> tuple[fmpq, ...]:
    """Masses of which no two sets have the same sum, so that no two ways to share are one."""
    return tuple(fmpq(2**k) for k in range(count))


def far(count: int, targets: int = 4) -> SubsetSums:
    """Targets that take every prompt, and one of them half a unit more."""
    total = fmpq(2**count)
    return SubsetSums(powers(count), tuple(total + HALF * k for k in range(targets)), NE)


EDGES = (
    Edge(
        "a sharing where there is to be none",
        "a sharing proves no statement of the kind !=",
        (SubsetSums(QUARTERS, HALVES, NE), Sharing((0, 1, 0, 1))),
        SHARED,
    ),
    Edge(
        "a sharing that leaves a prompt out",
        "3 entries for 4 prompts",
        (SubsetSums(QUARTERS, HALVES, EQ), Sharing((0, 1, 0))),
        SHARED,
    ),
    Edge(
        "a sharing with a target past the last",
        "target 2 is none of 2",
        (SubsetSums(QUARTERS, HALVES, EQ), Sharing((0, 1, 0, 2))),
        SHARED,
    ),
    Edge(
        "a sharing with a target before the first",
        "target -1 is none of 2",
        (SubsetSums(QUARTERS, HALVES, EQ), Sharing((0, 1, 0, -1))),
        SHARED,
    ),
    Edge(
        "a sharing that gives a target 2^-80 too little",
        "a target gets another mass",
        (SubsetSums(QUARTERS, (HALF + TINY, HALF - TINY), EQ), Sharing((0, 1, 0, 1))),
        SHARED,
    ),
    Edge(
        "a sharing that gives all to one",
        "a target gets another mass",
        (SubsetSums(QUARTERS, HALVES, EQ), Sharing((0, 0, 0, 0))),
        SHARED,
    ),
    Edge(
        "an exhausted search for a sharing that exists",
        "an exhausted search proves no statement of the kind =",
        (SubsetSums(HALVES, THIRDS, EQ), NoSharing()),
        UNSHARED,
    ),
    Edge(
        "a prompt without mass, which the search would not place",
        "a mass is not positive",
        (SubsetSums((*HALVES, fmpq(0)), THIRDS, NE), NoSharing()),
        (SubsetSums((*HALVES, TINY), THIRDS, NE), NoSharing()),
    ),
    Edge(
        "no sharing where one exists",
        "a sharing exists",
        (SubsetSums(QUARTERS, HALVES, NE), NoSharing()),
        (SubsetSums(QUARTERS, (HALF + TINY, HALF - TINY), NE), NoSharing()),
    ),
    Edge(
        "a search that is too long",
        "more than 50000 ways to share",
        (far(9), NoSharing()),
        (far(6), NoSharing()),
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


@given(st.lists(st.integers(1, 6), min_size=1, max_size=5), st.lists(st.integers(0, 9), min_size=1, max_size=3))
def test_the_search_finds_what_trying_all_ways_finds(masses, targets):
    """Exactly one of the two relations has a proof, and it is the one that holds."""
    ways = product(range(len(targets)), repeat=len(masses))
    totals = (
        ([sum(m for m, k in zip(masses, way, strict=True) if k == j) for j in range(len(targets))], way) for way in ways
    )
    found = [way for total, way in totals if total == targets]
    shares = tuple(map(fmpq, masses)), tuple(map(fmpq, targets))
    assert check(SubsetSums(*shares, NE), NoSharing()).accepted == (not found)
    if found:
        assert check(SubsetSums(*shares, EQ), Sharing(tuple(found[0]))).accepted
