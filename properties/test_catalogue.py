"""Every theorem of the catalogue on instances that Hypothesis draws: proved, or refuted where it does not stand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from properties import claims
from properties.source import instances
from theorems.catalogue import catalogue
from verify.certificate import Role

AREA_TESTS = {"D1", "D2", "D3", "D5", "R1", "R2", "R3", "P2", "S1", "S2"}
"""Those that the file of their area has tests of, with the laws beside them."""

OTHERS = [theorem for theorem in catalogue() if theorem.number not in AREA_TESTS]
BOUNDARIES = [(theorem, boundary.drops) for theorem in OTHERS for boundary in theorem.boundaries]


@pytest.mark.parametrize("theorem", OTHERS, ids=lambda theorem: theorem.number)
@given(data=st.data())
def test_a_theorem_is_decided_as_it_stands_on_every_instance(theorem, data):
    claims.is_decided_as_it_stands(theorem, data.draw(instances(theorem)))


@pytest.mark.parametrize(("theorem", "hypothesis"), BOUNDARIES, ids=lambda value: getattr(value, "number", value))
@given(data=st.data())
def test_a_theorem_without_one_hypothesis_is_refuted_on_every_instance(theorem, hypothesis, data):
    x = data.draw(instances(theorem, Role.BOUNDARY, hypothesis))
    claims.boundary_is_refuted(theorem, hypothesis, x)
