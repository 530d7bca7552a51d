"""Every refusal of the rules on motion has its reason, one step past the edge; one step inside is accepted."""

from __future__ import annotations

import pytest

from tests.checker.edges import Edge
from tests.checker.refusals import ROOT, refusals_in
from tests.dynamics.edges import EDGES
from verify.checker import RULES, check

SOURCE = ROOT / "verify" / "checker" / "dynamics.py"

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


@pytest.mark.parametrize(
    "refusal",
    list(refusals_in(SOURCE.read_text(encoding="utf-8"), SOURCE.name, ("RefusedError",))),
    ids=lambda refusal: refusal.place,
)
def test_a_refusal_in_the_source_is_met(refusal):
    assert any(refusal.fits(check(*edge.refused).reason) for edge in EDGES), refusal.pattern


def test_every_rule_on_motion_occurs_among_the_accepted():
    accepted = {(type(assertion), type(proof)) for assertion, proof in (edge.accepted for edge in EDGES)}
    assert accepted == {kinds for kinds, rule in RULES.items() if rule.__module__ == "verify.checker.dynamics"}
