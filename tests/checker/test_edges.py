"""Every refusal has its reason, one step past the edge, and what lies one step inside is accepted."""

from __future__ import annotations

from typing import get_args

import pytest

from benchmarks.lies import LIES, Lie
from tests.checker.edges import EDGES, Edge
from theorems.model.assertion import Assertion
from theorems.model.proof import Proof
from verify.checker import RULES, check
from verify.checker.replay import replay_text

lies = pytest.mark.parametrize("lie", LIES, ids=[lie.name for lie in LIES])
edges = pytest.mark.parametrize("edge", EDGES, ids=[edge.name for edge in EDGES])


@lies
def test_a_planted_lie_is_refused_for_its_reason(lie: Lie):
    said = replay_text(lie.text).check
    assert not said.accepted
    assert lie.reason in said.reason


@lies
def test_the_truthful_neighbour_of_a_lie_is_accepted(lie: Lie):
    said = replay_text(lie.neighbour).check
    assert (said.accepted, said.reason) == (True, "")


@edges
def test_a_proof_past_the_edge_is_refused_for_its_reason(edge: Edge):
    said = check(*edge.refused)
    assert not said.accepted
    assert edge.reason in said.reason


@edges
def test_the_neighbour_inside_the_edge_is_accepted(edge: Edge):
    said = check(*edge.accepted)
    assert (said.accepted, said.reason) == (True, "")


def test_no_two_lies_or_edges_share_a_name():
    names = [one.name for one in (*LIES, *EDGES)]
    assert len(set(names)) == len(names)


def test_there_are_at_least_forty_planted_lies():
    assert len(LIES) >= 40


def test_a_proof_of_a_kind_that_no_rule_names_is_refused():
    for assertion in get_args(Assertion):
        for proof in get_args(Proof):
            if (assertion, proof) not in RULES:
                said = check(object.__new__(assertion), object.__new__(proof))
                assert said.reason == f"{proof.__name__} is no proof of {assertion.__name__}"
