"""From an instance to a decision: claim, proofs tried, certificates of what the checker accepted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from theorems.model import codec
from theorems.model.assertion import negation
from verify.certificate import Certificate, Role, TheoremStatement
from verify.checker.replay import claim_of, require_hypotheses
from verify.errors import ContradictionError
from verify.prover import prove
from verify.source import SeededSource
from verify.verdict import Outcome, Trust, Verdict, weakest

if TYPE_CHECKING:
    from theorems.model.proof import Proof
    from theorems.statement import Draw, Instance, Theorem


@dataclass(frozen=True)
class Decision:
    """What was found of one instance: the verdict, and the certificates it rests on."""

    verdict: Verdict
    certificates: tuple[Certificate, ...]


@dataclass(frozen=True)
class Task:
    """One instance of a theorem, a boundary or a mutant to draw and decide.

    Attributes:
        theorem: the theorem.
        role: claim, boundary or mutant.
        variant: the hypothesis dropped or the mutant's name; "" for the claim.
        seed: the run's seed.
        index: which instance of the stream.
        size: the greatest number of labels.
    """

    theorem: Theorem
    role: Role
    variant: str
    seed: int
    index: int
    size: int

    def instance(self) -> Instance:
        """The instance drawn."""
        stream = f"{self.role.value}:{self.variant}"
        return self._draw()(SeededSource(self.seed, self.theorem.name, stream, self.index, self.size))

    def _draw(self) -> Draw:
        if self.role is Role.BOUNDARY:
            return self.theorem.boundary(self.variant).draw
        mutant = self.theorem.mutant(self.variant) if self.role is Role.MUTANT else None
        return mutant.draw if mutant and mutant.draw else self.theorem.draw


def decide(task: Task, instance: Instance) -> Decision:
    """PROVED if every part is, REFUTED if the negation of one part is; a boundary looks at its own part alone.

    The negation of each part is tried even where the part is proved: the checker must accept one of them at most.

    Raises:
        InvalidInputError: a hypothesis does not hold as the role wants: the draw is wrong.
        ContradictionError: a part is both proved and refuted.
        UndecidedError, InexactError: a hypothesis could not be decided.
    """
    theorem = task.theorem
    part = theorem.boundary(task.variant).part if task.role is Role.BOUNDARY else ""
    encoded = codec.encode(instance, theorem.instance)
    statement = TheoremStatement(theorem.name, task.role, task.variant, part, negated=False, instance=encoded)
    require_hypotheses(theorem, task.role, task.variant, instance)
    parts = claim_of(theorem, task.role, task.variant)(instance)
    offered = tuple(theorem.witness(instance))
    proofs: list[tuple[str, Proof]] = []
    trusts: list[Trust] = []
    reasons: list[str] = []
    for name in [part] if part else sorted(parts):
        proved, said = prove(parts[name], offered) if task.role is Role.CLAIM else (None, None)
        refuted, denied = prove(negation(parts[name]), offered)
        if proved is not None and refuted is not None:
            raise ContradictionError(f"{name} of {theorem.name} {task.variant} is proved and refuted")
        if proved is not None and said is not None and said.trust is not None:
            proofs.append((name, proved))
            trusts.append(said.trust)
        elif refuted is not None and denied.trust is not None:
            verdict = Verdict(Outcome.REFUTED, denied.trust, f"{name} is refuted")
            return Decision(verdict, (_certificate(statement, name, refuted, negated=True),))
        else:
            reasons += [f"{name}: {said.reason}"] if said is not None else []
            reasons.append(f"not {name}: {denied.reason}")
    if reasons:
        return Decision(Verdict(Outcome.INCONCLUSIVE, Trust.SAMPLED, "; ".join(reasons)), ())
    certificates = tuple(_certificate(statement, name, proof, negated=False) for name, proof in proofs)
    return Decision(Verdict(Outcome.PROVED, weakest(trusts), "every part is proved"), certificates)


def _certificate(statement: TheoremStatement, part: str, proof: Proof, *, negated: bool) -> Certificate:
    said = TheoremStatement(
        statement.theorem, statement.role, statement.variant, part, negated=negated, instance=statement.instance
    )
    return Certificate(said, proof)
