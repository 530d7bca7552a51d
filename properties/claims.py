"""What a theorem says of an instance, decided by the suite's own pipeline: proved, refuted or open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from theorems.statement import shape_of
from verify.certificate import Role
from verify.pipeline import Decision, Task, decide
from verify.prover import prove
from verify.verdict import Outcome

if TYPE_CHECKING:
    from theorems.model.assertion import Assertion
    from theorems.model.proof import Proof
    from theorems.statement import Instance, Theorem


def decided(theorem: Theorem, instance: Instance, role: Role = Role.CLAIM, variant: str = "") -> Decision:
    """The decision on the instance; seed and index of the task are of no account to it."""
    return decide(Task(theorem, role, variant, 0, 0, shape_of(instance)[0]), instance)


def claim_is_proved(theorem: Theorem, instance: Instance) -> None:
    """Every part of the claim is proved."""
    verdict = decided(theorem, instance).verdict
    assert verdict.outcome is Outcome.PROVED, f"{theorem.name}: {verdict.outcome.value}: {verdict.reason}"


def sentence_is_refuted(theorem: Theorem, instance: Instance) -> None:
    """A sentence that does not stand is refuted on the instance, as it is on every one."""
    verdict = decided(theorem, instance).verdict
    assert verdict.outcome is Outcome.REFUTED, f"{theorem.name}: {verdict.outcome.value}: {verdict.reason}"


def is_decided_as_it_stands(theorem: Theorem, instance: Instance) -> None:
    """A claim is proved, and a sentence that does not stand refuted."""
    (claim_is_proved if theorem.stands else sentence_is_refuted)(theorem, instance)


def boundary_is_refuted(theorem: Theorem, hypothesis: str, instance: Instance) -> None:
    """Without the hypothesis, the part that the boundary names is refuted."""
    verdict = decided(theorem, instance, Role.BOUNDARY, hypothesis).verdict
    assert verdict.outcome is Outcome.REFUTED, (
        f"{theorem.name} without {hypothesis}: {verdict.outcome.value}: {verdict.reason}"
    )


def mutant_differs(theorem: Theorem, mutant: str, instance: Instance) -> bool:
    """Whether the mutant's claim is refuted on the instance."""
    return decided(theorem, instance, Role.MUTANT, mutant).verdict.outcome is Outcome.REFUTED


def is_proved(assertion: Assertion, *offered: Proof) -> None:
    """The checker accepts one of the proofs, or the one that needs only the assertion's own data."""
    proof, said = prove(assertion, offered)
    assert proof is not None, f"{type(assertion).__name__} {assertion.relation.value}: {said.reason}"
