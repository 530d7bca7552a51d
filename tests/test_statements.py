"""Statement lints: what every theorem file must say, and what its draws must be."""

from __future__ import annotations

import json
import re
from functools import cache

import pytest

from theorems.catalogue import catalogue, theorem_named
from theorems.model.assertion import negation
from theorems.statement import shape_of
from verify.certificate import Role
from verify.cli import main
from verify.pipeline import Task, decide
from verify.prover import prove
from verify.verdict import Outcome, Trust

HEADINGS = ["Claim", "Scope", "Route", "Certificate", "Boundary", "Source"]

OUTSIDE = ("depth", "surrogate model")

PARTS_AT_TIMES = {
    "prefix.gauge": {"rotation"},
    "rotary.maximisers": {"output"},
    "prefix.maximisers": {"output"},
    "spectral.profile": {"latitude", "arc", "two points"},
}
"""Parts that a claim makes of some instances only: a rotation with G f = u needs d >= 2; the maximisers of a rotary
kernel, and of a gauge of prompts, have one output up to O(d) where the gauges agree, else no more than that is claimed;
latitudes need d >= 3, and each of S4's laws its own least beta."""

MUTANTS_SAY = {"spectral.criterion": {"spread"}}
"""Parts that a mutant has and the claim has not: S3's claim is that of collapse."""

SECTIONS = {"2.1", "2.2", "3.2", "3.3", "3.4", "3.5"}
"""The sections of the summary that state results; its 2.1 defines the flow, which R4 names as its source too."""

NUMBERED = {"Theorem 2": {"R3"}, "Theorem 4": {"P2"}}
"""The theorems that the summary numbers, by the statements that bear them in their titles."""

SEEDS = (0, 11)
INSTANCES = 12

each_theorem = pytest.mark.parametrize("theorem", catalogue(), ids=lambda theorem: theorem.number)
STATIC = [theorem for theorem in catalogue() if theorem.number not in {"F2", "F4", "F5", "F6"}]
"""All but those of motion whose n and d hang together, see tests/test_catalogue.py."""

each_that_stands = pytest.mark.parametrize(
    "theorem", [theorem for theorem in catalogue() if theorem.stands], ids=lambda theorem: theorem.number
)
each_that_does_not = pytest.mark.parametrize(
    "theorem", [theorem for theorem in catalogue() if not theorem.stands], ids=lambda theorem: theorem.number
)
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


def statement(theorem) -> str:
    """The number in claims.md, without the letter of a variant."""
    return theorem.number.rstrip("cs")


def in_the_continuum(theorem) -> bool:
    return shape_of(drawn(theorem.name, Role.CLAIM, "")[0])[2] == "continuum"


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
    assert re.match(rf"({theorem.number}|{statement(theorem)} in the continuum)(: | and )", theorem.text)


@each_theorem
def test_the_scope_says_what_is_outside_and_which_sizes_and_readings_are_meant(theorem):
    scope = paragraphs(theorem.text)["Scope"]
    assert "Outside:" in scope
    assert all(words in scope.split("Outside:")[1] for words in OUTSIDE)
    assert "n >= " in scope or (in_the_continuum(theorem) and "continuum" in scope)
    assert "d >= " in scope


@pytest.mark.parametrize("theorem", STATIC, ids=lambda theorem: theorem.number)
def test_one_label_and_one_dimension_are_drawn_or_excluded_by_the_scope(theorem):
    found = re.findall(r"\b([nd]) >= (\d+)", paragraphs(theorem.text)["Scope"])
    said = {letter: int(least) for letter, least in reversed(found)}  # the first counts
    assert said["d"] in (1, 2)
    shapes = [shape_of(x) for x in drawn(theorem.name, Role.CLAIM, "")]
    assert min(d for _, d, _ in shapes) == said["d"]
    if not in_the_continuum(theorem):
        assert min(n for n, _, _ in shapes) == said["n"]


@each_theorem
def test_readings_that_are_not_drawn_are_not_in_the_scope(theorem):
    """A scope that names a reading has instances of it, and one that names none has all three or says why not."""
    scope, shapes = paragraphs(theorem.text)["Scope"], [shape_of(x) for x in drawn(theorem.name, Role.CLAIM, "")]
    readings = {reading for _, _, reading in shapes}
    if "all three readings" in scope:
        assert readings == {"atomic", "cells", "tokens"}
    if re.search(r"readings `atomic` and `cells`", scope, re.IGNORECASE):
        assert readings == {"atomic", "cells"}


@each_theorem
def test_the_source_names_the_section_and_the_number(theorem):
    source = paragraphs(theorem.text)["Source"]
    assert re.match(r"summary sections? ", source)
    assert theorem.section in source.split(";")[0]
    assert re.search(rf"claims\.md .*\b{statement(theorem)}\b", source)


def test_every_section_of_the_summary_that_states_a_result_has_a_statement():
    assert {theorem.section for theorem in catalogue()} == SECTIONS
    sources = [paragraphs(theorem.text)["Source"] for theorem in catalogue()]
    assert any("2.1" in source for source in sources)


@pytest.mark.parametrize("numbered", NUMBERED)
def test_every_numbered_theorem_of_the_summary_is_in_the_list(capsys, numbered):
    assert main(["list", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)["theorems"]
    assert {one["number"] for one in listed if numbered in one["title"]} == NUMBERED[numbered]
    sources = {theorem.number: paragraphs(theorem.text)["Source"] for theorem in catalogue()}
    assert all(numbered in sources[number] for number in NUMBERED[numbered])


def test_the_list_has_every_statement_by_section(capsys):
    assert main(["list", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)["theorems"]
    assert [one["number"] for one in listed] == [theorem.number for theorem in catalogue()]
    assert {one["source"].split(",")[0] for one in listed} == {f"S {section}" for section in SECTIONS}
    assert main(["list"]) == 0
    printed = capsys.readouterr().out
    assert all(re.search(rf"\b{theorem.number}\b", printed) for theorem in catalogue())


@each_that_does_not
def test_a_sentence_that_does_not_stand_assumes_nothing_and_says_what_it_lacks(theorem):
    assert (theorem.hypotheses, theorem.boundaries, theorem.mutants) == ((), (), ())
    assert len(theorem.wrong.split()) >= 8
    assert "\n" not in theorem.wrong
    assert paragraphs(theorem.text)["Claim"].startswith('"')
    assert "does not stand" in paragraphs(theorem.text)["Boundary"]


@each_that_does_not
def test_a_sentence_that_does_not_stand_is_refuted_on_every_instance(theorem):
    for index in range(INSTANCES):
        task = Task(theorem, Role.CLAIM, "", SEEDS[0], index, 5)
        found = decide(task, task.instance())
        assert found.verdict.outcome is Outcome.REFUTED
        assert found.verdict.trust is not Trust.SAMPLED


@each_that_does_not
def test_a_sentence_that_does_not_stand_has_a_statement_that_does(theorem):
    assert any(other.stands and other.number == statement(theorem) for other in catalogue())


@each_theorem
def test_the_boundary_names_every_hypothesis_that_has_one(theorem):
    said = paragraphs(theorem.text)["Boundary"].lower()
    assert [b.drops for b in theorem.boundaries if b.drops.lower() not in said] == []


@each_theorem
def test_every_hypothesis_has_a_boundary_or_says_what_was_tried(theorem):
    dropped = {boundary.drops for boundary in theorem.boundaries}
    assert all((hypothesis.name in dropped) != bool(hypothesis.tried) for hypothesis in theorem.hypotheses)
    assert all(hypothesis.statement for hypothesis in theorem.hypotheses)


@each_that_stands
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
    assert re.search(r"[nd] = \d" if in_the_continuum(theorem) else r"n = \d", boundary.least)


@each_mutant
def test_a_mutant_is_tried_on_instances_of_the_theorem(theorem, mutant):
    """A mutant shown wrong on an instance that breaks a hypothesis would show nothing."""
    for x in drawn(theorem.name, Role.MUTANT, mutant.name):
        assert [hypothesis.name for hypothesis in theorem.hypotheses if not hypothesis.holds(x)] == []
        known = PARTS_AT_TIMES.get(theorem.name, set()) | MUTANTS_SAY.get(theorem.name, set())
        assert set(mutant.claim(x)) <= set(theorem.claim(x)) | known


@each_theorem
def test_the_parts_of_the_claim_are_the_same_on_all_instances_or_documented(theorem):
    found = {frozenset(theorem.claim(x)) for x in drawn(theorem.name, Role.CLAIM, "")}
    optional = PARTS_AT_TIMES.get(theorem.name, set())
    assert len({parts - optional for parts in found}) == 1
    assert {part for parts in found for part in parts} - frozenset.intersection(*found) == optional


@each_that_stands
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
            assert (proved is None, refuted is None) == (not theorem.stands, theorem.stands), part
