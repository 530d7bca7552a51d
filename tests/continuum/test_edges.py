"""Each refusal about problem files of a continuum has its reason, and what lies just inside is accepted."""

from __future__ import annotations

import pytest

from tests.continuum.edges import ACCEPTED, EDGES, STATEMENTS
from verify.checker import check
from verify.checker.replay import replay_text

edges = pytest.mark.parametrize("edge", EDGES, ids=[edge.name for edge in EDGES])


@edges
def test_a_proof_past_the_edge_is_refused_for_its_reason(edge):
    said = check(*edge.refused)
    assert not said.accepted
    assert edge.reason in said.reason


@edges
def test_the_neighbour_inside_the_edge_is_accepted(edge):
    said = check(*edge.accepted)
    assert (said.accepted, said.reason) == (True, "")


def test_no_two_edges_share_a_name():
    assert len({edge.name for edge in EDGES}) == len(EDGES)


@pytest.mark.parametrize(("certificate", "reason"), STATEMENTS)
def test_a_statement_without_meaning_is_refused(certificate, reason):
    said = replay_text(certificate).check
    assert not said.accepted
    assert reason in said.reason


@pytest.mark.parametrize("certificate", ACCEPTED)
def test_a_statement_about_a_continuum_is_replayed_from_its_text(certificate):
    assert replay_text(certificate).check.accepted
