"""Each mutant of each theorem in the catalogue differs from the claim on an instance that Hypothesis draws."""

from __future__ import annotations

import pytest
from hypothesis import Phase, find, settings

from properties import claims
from properties.source import instances
from theorems.catalogue import catalogue
from verify.certificate import Role

MUTANTS = [(theorem, mutant.name) for theorem in catalogue() for mutant in theorem.mutants]

# How long a search may go on, not how many examples must pass: it ends at the first instance that differs.
SEARCH = settings(max_examples=500, phases=[Phase.generate], database=None, derandomize=True)


@pytest.mark.parametrize(("theorem", "mutant"), MUTANTS, ids=lambda value: getattr(value, "name", value))
def test_a_mutant_differs_from_the_claim(theorem, mutant):
    drawn = instances(theorem, Role.MUTANT, mutant)
    found = find(drawn, lambda x: claims.mutant_differs(theorem, mutant, x), settings=SEARCH)
    claims.claim_is_proved(theorem, found)


def test_an_instance_on_which_a_mutant_differs_shrinks_to_one_that_a_person_can_check():
    theorem = next(theorem for theorem in catalogue() if theorem.number == "R1")
    found = find(instances(theorem), lambda x: claims.mutant_differs(theorem, "transposed gauge", x))
    assert len(found.problem) == 2
    assert found.problem.dimension == 2
    assert {entry.rational().q for point in (found.u,) for entry in point} == {1}
