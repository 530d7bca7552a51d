"""From an instance to a decision: three outcomes, certificates that replay, and refusals of a wrong draw."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.continuum_texts import about_continua
from benchmarks.material import about_examples
from benchmarks.maximiser_statements import about_maximisers
from theorems.catalogue import catalogue, theorem_named
from theorems.model.errors import InvalidInputError
from theorems.model.proof import EnergyValue
from theorems.model.real import Real
from verify.certificate import Role, TheoremStatement, to_text
from verify.checker import RULES, Check
from verify.checker.replay import replay_text
from verify.errors import ContradictionError
from verify.ledger import Settings, entry, exit_code
from verify.pipeline import Task, decide
from verify.run import plan, results, work
from verify.verdict import Outcome, Trust, Verdict, weakest

SETTINGS = Settings(seed=2, instances=4, size=4)
ROLES = [
    *((theorem, Role.CLAIM, "") for theorem in catalogue()),
    *((theorem, Role.BOUNDARY, boundary.drops) for theorem in catalogue() for boundary in theorem.boundaries),
]
BOUND = theorem_named("R1")


def statements(decision) -> list[TheoremStatement]:
    """What the certificates of a decision are about."""
    found = [certificate.statement for certificate in decision.certificates]
    assert all(isinstance(statement, TheoremStatement) for statement in found)
    return [statement for statement in found if isinstance(statement, TheoremStatement)]


def task(theorem=BOUND, role=Role.CLAIM, variant="", index=0):
    return Task(theorem, role, variant, SETTINGS.seed, index, SETTINGS.size)


@pytest.mark.parametrize(("theorem", "role", "variant"), ROLES, ids=lambda value: getattr(value, "name", str(value)))
def test_a_claim_that_stands_is_proved_and_any_other_and_a_boundary_refuted_with_certificates_that_replay(
    theorem, role, variant
):
    for index in range(2):
        asked = task(theorem, role, variant, index)
        instance = asked.instance()
        found = decide(asked, instance)
        parts = theorem.claim(instance)
        holds = role is Role.CLAIM and theorem.stands
        assert found.verdict.outcome is (Outcome.PROVED if holds else Outcome.REFUTED), found.verdict.reason
        assert [one.part for one in statements(found)] == (
            sorted(parts) if role is Role.CLAIM else [theorem.boundary(variant).part]
        )
        assert all(one.negated != holds for one in statements(found))
        assert all(replay_text(to_text(one)).check.accepted for one in found.certificates)


def test_a_false_claim_is_refuted_by_one_certificate():
    wrong = replace(BOUND, claim=BOUND.mutant("lost half").claim)
    found = decide(task(wrong), task().instance())
    assert found.verdict.outcome is Outcome.REFUTED
    assert [one.negated for one in statements(found)] == [True]


def test_a_claim_without_a_proof_is_inconclusive_and_says_why():
    found = decide(task(replace(BOUND, witness=lambda _: ())), task().instance())
    assert (found.verdict.outcome, found.verdict.trust) == (Outcome.INCONCLUSIVE, Trust.SAMPLED)
    assert found.certificates == ()
    assert "bound: no proof of Supremum was offered" in found.verdict.reason


def test_a_wrong_proof_is_no_proof():
    idle = replace(BOUND, witness=lambda _: (EnergyValue(Real(1)),))
    assert decide(task(idle), task().instance()).verdict.outcome is Outcome.INCONCLUSIVE


def test_a_part_that_is_proved_and_refuted_is_a_contradiction(monkeypatch):
    monkeypatch.setattr("verify.pipeline.prove", lambda *_: (object(), Check(Trust.RATIONAL, "")))
    with pytest.raises(ContradictionError, match=r"attained of rotary.bound .*proved and refuted"):
        decide(task(), task().instance())


def test_an_instance_that_breaks_a_hypothesis_is_no_instance_of_the_claim():
    broken = task(role=Role.BOUNDARY, variant="peak").instance()
    with pytest.raises(InvalidInputError, match=r"hypothesis 'peak' of rotary.bound does not hold"):
        decide(task(), broken)


def test_an_instance_that_meets_all_hypotheses_is_no_boundary():
    with pytest.raises(InvalidInputError, match=r"hypothesis 'peak' of rotary.bound holds"):
        decide(task(role=Role.BOUNDARY, variant="peak"), task().instance())


def test_a_verdict_is_no_truth_value():
    with pytest.raises(TypeError, match="three outcomes"):
        bool(Verdict(Outcome.PROVED, Trust.RATIONAL, ""))


def test_a_conjunction_is_as_weak_as_its_weakest_part():
    assert weakest([Trust.RATIONAL, Trust.BALL, Trust.KERNEL]) is Trust.BALL
    assert weakest([]) is Trust.RATIONAL


def test_a_plan_holds_every_claim_boundary_and_mutant():
    planned = plan(catalogue(), SETTINGS)
    for theorem in catalogue():
        mine = [(item.role, item.variant) for item in planned if item.theorem == theorem.name]
        assert mine.count((Role.CLAIM, "")) == SETTINGS.instances
        assert {variant for role, variant in mine if role is Role.BOUNDARY} == {b.drops for b in theorem.boundaries}
        assert [variant for role, variant in mine if role is Role.MUTANT] == [m.name for m in theorem.mutants]


def test_a_plan_to_replay_holds_that_instance_of_the_claims_alone():
    assert [(item.role, item.indices) for item in plan([BOUND], SETTINGS, 7)] == [(Role.CLAIM, (7,))]


def test_a_draw_that_breaks_a_hypothesis_is_reported_not_raised(monkeypatch):
    wrong = replace(BOUND, draw=BOUND.boundary("peak").draw)
    monkeypatch.setattr("theorems.catalogue.catalogue", lambda: (wrong,))
    found = work(plan([wrong], SETTINGS)[0])
    assert found.record.outcome is Outcome.INCONCLUSIVE
    assert "hypothesis 'peak'" in found.reason


def test_results_come_in_the_order_of_the_work_whatever_the_number_of_processes():
    items = plan([theorem_named("D5")], SETTINGS)
    told = []
    alone = results(items, 1, told.append)
    assert told == alone
    assert results(items, 2, lambda _: None) == alone


def test_every_rule_of_the_checker_occurs_in_a_run_or_for_a_problem_of_ones_own():
    """With "first success wins" a run could be all green while one rule never ran."""
    planned = plan(catalogue(), Settings(seed=0, instances=6, size=6))
    in_a_run = rules_of(text for item in planned for text in work(item).texts.values())
    stated = (*about_examples(), *about_maximisers(), *about_continua())
    assert in_a_run | rules_of(text for _, text in stated) == set(RULES)
    assert len(in_a_run) > len(RULES) / 2


def rules_of(texts):
    replays = [replay_text(text) for text in texts]
    assert all(replay.check.accepted for replay in replays)
    return {(type(replay.assertion), type(replay.certificate.proof)) for replay in replays if replay.certificate}


def records(*outcomes, role=Role.CLAIM, variant=""):
    found = work(plan([BOUND], SETTINGS)[0]).record
    return [replace(found, role=role, variant=variant, outcome=outcome) for outcome in outcomes]


def all_refuted():
    found = [records(Outcome.REFUTED, role=Role.BOUNDARY, variant=boundary.drops) for boundary in BOUND.boundaries]
    found += [records(Outcome.REFUTED, role=Role.MUTANT, variant=mutant.name) for mutant in BOUND.mutants]
    return [record for group in found for record in group]


@pytest.mark.parametrize(
    ("outcomes", "code"),
    [
        ((Outcome.PROVED, Outcome.PROVED), 0),
        ((Outcome.PROVED, Outcome.REFUTED), 1),
        ((Outcome.PROVED, Outcome.INCONCLUSIVE), 3),
        ((Outcome.INCONCLUSIVE, Outcome.REFUTED), 1),
    ],
    ids=str,
)
def test_the_exit_code_is_that_of_the_worst_claim(outcomes, code):
    assert exit_code([entry(BOUND, [*records(*outcomes), *all_refuted()], SETTINGS)]) == code


@pytest.mark.parametrize(
    ("outcomes", "said", "code"),
    [
        ((Outcome.REFUTED, Outcome.INCONCLUSIVE), Outcome.INCONCLUSIVE, 3),
        ((Outcome.REFUTED, Outcome.PROVED), Outcome.PROVED, 1),
        ((Outcome.REFUTED, Outcome.REFUTED), Outcome.REFUTED, 0),
    ],
    ids=str,
)
def test_a_boundary_is_refuted_only_if_each_of_its_instances_is(outcomes, said, code):
    kept = [record for record in all_refuted() if record.variant != "peak"]
    found = entry(
        BOUND, [*records(Outcome.PROVED), *kept, *records(*outcomes, role=Role.BOUNDARY, variant="peak")], SETTINGS
    )
    (boundary,) = [one for one in found["boundaries"] if one["hypothesis"] == "peak"]
    (status,) = [one["status"] for one in found["hypotheses"] if one["name"] == "peak"]
    assert boundary["outcome"] == said.value
    assert status == ("needed" if said is Outcome.REFUTED else "not-known")
    assert exit_code([found]) == code
