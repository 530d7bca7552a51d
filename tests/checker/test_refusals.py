"""No refusal of the trusted base is without a test: each message in its source is met by a planted lie or an edge."""

from __future__ import annotations

import pytest

from benchmarks.lies import LIES
from tests.checker import (
    test_classes_rules,
    test_continuum_rules,
    test_convexity_rules,
    test_graph_rules,
    test_sharing_rules,
)
from tests.checker.edges import EDGES
from tests.checker.refusals import SOURCES, refusals, refusals_in
from tests.continuum import edges as continuum
from tests.dynamics import edges as dynamics
from tests.moments import edges as moments
from verify.checker import check
from verify.checker.replay import replay_text

ALL_EDGES = (
    *EDGES,
    *test_continuum_rules.EDGES,
    *test_convexity_rules.EDGES,
    *test_classes_rules.EDGES,
    *test_graph_rules.EDGES,
    *test_sharing_rules.EDGES,
    *dynamics.EDGES,
    *moments.EDGES,
    *continuum.EDGES,
)

SURROGATE = '{"proof":{},"schema":1,"seal":"","statement":"\\ud800"}\n'


@pytest.fixture(scope="module")
def reasons() -> list[str]:
    """Every reason that the lies, the edges, and a text that UTF-8 cannot hold are refused for."""
    seen = [replay_text(lie.text).check.reason for lie in LIES] + [check(*edge.refused).reason for edge in ALL_EDGES]
    seen += [replay_text(text).check.reason for text, _ in continuum.STATEMENTS]
    return [*seen, replay_text(SURROGATE).check.reason]


@pytest.mark.parametrize("refusal", refusals(), ids=lambda refusal: refusal.place)
def test_a_refusal_in_the_source_is_met(refusal, reasons):
    assert any(refusal.fits(reason) for reason in reasons), refusal.pattern


def test_the_refusals_of_every_trusted_file_are_read():
    raising = {path.name for path in SOURCES if "raise " in path.read_text(encoding="utf-8")}
    assert raising == {refusal.place.split(":")[0] for refusal in refusals()}
    assert len(refusals()) >= 110


def test_a_refusal_without_a_test_would_be_found(reasons):
    source = 'def f(x):\n    raise RefusedError(f"the label {x} is too loud" + ("" if x else "!"))\n'
    (planted,) = refusals_in(source, "planted.py", ("RefusedError",))
    assert planted.fits("the label 3 is too loud!")
    assert not any(planted.fits(reason) for reason in reasons)
