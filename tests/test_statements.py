"""Statement lints: what every theorem file must say, and what its draws must be."""

from __future__ import annotations

import re
from functools import cache

import pytest

from theorems.catalogue import catalogue, theorem_named
from theorems.model.assertion import negation
from verify.certificate import Role
from verify.pipeline import Task, decide
from verify.prover import prove
from verify.verdict import Outcome

HEADINGS = ["Claim", "Scope", "Route", "Certificate", "Boundary", "Source"]

OUTSIDE = ("depth", "surrogate model")

PARTS_AT_TIMES = {"prefix.gauge": "rotation", "rotary.maximisers": "output"}
"""Parts that a claim makes of some instances only: a rotation with G f = u needs d >= 2, and the maximisers of a rotary
kernel have one output up to O(d) where its gauges agree, else no more than that is claimed."""

SEEDS = (0, 11)
INSTANCES = 12

each_theorem = pytest.mark.parametrize("theorem", catalogue(), ids=lambda theorem: theorem.number)
each_boundary = pytest.mark.parametrize(
    ("theorem", "boundary"),
    [(theorem, boundary) for theorem in catalogue() for boundary in theorem.boundaries],
    ids=lambda value: getattr(value, "number", getattr(value, "drops", "")),
)
each_mutant = pytest.mark.parametrize(
    ("theorem", "mutant"),
    [(theorem, mutant) for theorem in catalogue() for mutant in theorem.mutants],
    ids=lambda value: getattr(value, "number", value.name),
)


def paragraphs(text: str) -> dict[str, str]:
    """The text under each heading, in order, on one line."""
    found = re.split(r"^([A-Z][a-z]+): ", text, flags=re.MULTILINE)[1:]
    return {heading: " ".join(words.split()) for heading, words in zip(found[::2], found[1::2], strict=True)}


@cache
def drawn(name: str, role: Role, variant: str) -> tuple:
    theorem = theorem_named(name)
    return tuple(
        Task(theorem, role, variant, seed, index, 5).instance() for seed in SEEDS for index in range(INSTANCES)
    )


@each_theorem
def test_the_docstring_has_the_six_headings_in_order(theorem):
    assert list(paragraphs(theorem.text)) == HEADINGS
    assert all(paragraphs(theorem.text).values())


@each_theorem
def test_the_first_line_names_the_theorem_by_its_number(theorem):
    assert re.match(rf"{theorem.number}(: | and )", theorem.text)


@each_theorem
def test_the_scope_says_what_is_outside_and_which_sizes_and_readings_are_meant(theorem):
    scope = paragraphs(theorem.text)["Scope"]
    assert "Outside:" in scope
    assert all(words in scope.split("Outside:")[1] for words in OUTSIDE)
    assert "n >= " in scope
    assert "d >= " in scope


@each_theorem
def test_the_source_names_the_section_and_the_number(theorem):
    source = paragraphs(theorem.text)["Source"]
    assert f"section {theorem.section}" in source
    assert f"claims.md {theorem.number}" in source


@each_theorem
def test_the_boundary_names_every_hypothesis_that_has_one(theorem):
    said = paragraphs(theorem.text)["Boundary"].lower()
    assert [b.drops for b in theorem.boundaries if b.drops.lower() not in said] == []


@each_theorem
def test_every_hypothesis_has_a_boundary_or_says_what_was_tried(theorem):
    dropped = {boundary.drops for boundary in theorem.boundaries}
    assert all((hypothesis.name in dropped) != bool(hypothesis.tried) for hypothesis in theorem.hypotheses)
    assert all(hypothesis.statement for hypothesis in theorem.hypotheses)


@each_theorem
def test_there_are_at_least_three_mutants_each_with_its_change_in_words(theorem):
    assert len(theorem.mutants) >= 3
    assert len({mutant.change for mutant in theorem.mutants}) == len(theorem.mutants)


@each_theorem
def test_every_draw_is_of_the_declared_type_and_meets_every_hypothesis(theorem):
    for x in drawn(theorem.name, Role.CLAIM, ""):
        assert type(x) is theorem.instance
        assert [hypothesis.name for hypothesis in theorem.hypotheses if not hypothesis.holds(x)] == []


@each_boundary
def test_a_boundary_breaks_the_hypothesis_it_names_and_no_other(theorem, boundary):
    for x in drawn(theorem.name, Role.BOUNDARY, boundary.drops):
        assert [hypothesis.name for hypothesis in theorem.hypotheses if not hypothesis.holds(x)] == [boundary.drops]
        assert boundary.part in theorem.claim(x)
    assert re.search(r"n = \d", boundary.least)


@each_mutant
def test_a_mutant_is_tried_on_instances_of_the_theorem(theorem, mutant):
    """A mutant shown wrong on an instance that breaks a hypothesis would show nothing."""
    for x in drawn(theorem.name, Role.MUTANT, mutant.name):
        assert [hypothesis.name for hypothesis in theorem.hypotheses if not hypothesis.holds(x)] == []
        assert set(mutant.claim(x)) <= set(theorem.claim(x)) | {PARTS_AT_TIMES.get(theorem.name, "")}


@each_theorem
def test_the_parts_of_the_claim_are_the_same_on_all_instances_or_documented(theorem):
    found = {frozenset(theorem.claim(x)) for x in drawn(theorem.name, Role.CLAIM, "")}
    optional = PARTS_AT_TIMES.get(theorem.name)
    assert len({parts - {optional} for parts in found}) == 1
    assert (len(found) > 1) == (optional is not None)


@each_theorem
def test_no_claim_is_true_of_everything(theorem):
    """Each boundary refutes a part, and each mutant that says another thing of one is refuted on an instance."""
    for boundary in theorem.boundaries:
        task = Task(theorem, Role.BOUNDARY, boundary.drops, 0, 0, 5)
        assert decide(task, task.instance()).verdict.outcome is Outcome.REFUTED
    assert theorem.boundaries or all(hypothesis.tried for hypothesis in theorem.hypotheses)
    fallen = set()
    for mutant in theorem.mutants:
        for x in drawn(theorem.name, Role.MUTANT, mutant.name):
            parts = mutant.claim(x)
            fallen |= {part for part in parts if prove(negation(parts[part]), theorem.witness(x))[0] is not None}
    assert fallen


@each_theorem
def test_the_witness_offers_nothing_that_proves_a_part_and_its_negation(theorem):
    for x in drawn(theorem.name, Role.CLAIM, ""):
        offered = theorem.witness(x)
        for part, assertion in theorem.claim(x).items():
            proved, refuted = (prove(said, offered)[0] for said in (assertion, negation(assertion)))
            assert (proved is None, refuted is None) == (False, True), part
