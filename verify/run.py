"""A run of `check`: the instances of every theorem, its boundaries and its mutants, over several processes.

The result depends on the settings alone, not on the number of processes. Cost: one task an instance, some
milliseconds each at n <= 12; the energy of a law of N atoms takes N^2 values of the profile.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from theorems.catalogue import theorem_named
from theorems.model.errors import InexactError, InvalidInputError, UndecidedError
from theorems.statement import shape_of
from verify.certificate import Certificate, Role, TheoremStatement, to_text
from verify.checker.replay import replay_text
from verify.errors import ContradictionError
from verify.ledger import Record, Settings
from verify.pipeline import Decision, Task, decide
from verify.processes import mapped
from verify.verdict import Outcome, Trust, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from theorems.statement import Theorem

BOUNDARY_SHARE = 5
"""One instance is drawn for a boundary where so many are for the claim."""


@dataclass(frozen=True)
class Work:
    """What one call of a worker does: one instance, or for a mutant instances until one is refuted.

    Attributes:
        theorem: its name.
        role: claim, boundary or mutant.
        variant: the hypothesis dropped or the mutant's name; "" for the claim.
        indices: the instances, in order.
        settings: of the run.
    """

    theorem: str
    role: Role
    variant: str
    indices: tuple[int, ...]
    settings: Settings


@dataclass(frozen=True)
class Found:
    """A record, the text of each certificate by its path, and the reason of the verdict."""

    theorem: str
    record: Record
    texts: dict[str, str]
    reason: str


def plan(theorems: Sequence[Theorem], settings: Settings, instance: int | None = None) -> list[Work]:
    """All the work of a run, in the order of its ledger; with `instance`, that instance of the claims alone."""
    listed: list[Work] = []
    for theorem in theorems:
        chosen = range(settings.instances) if instance is None else (instance,)
        listed += [Work(theorem.name, Role.CLAIM, "", (index,), settings) for index in chosen]
        if instance is None:
            for boundary in theorem.boundaries:
                few = range(max(1, settings.instances // BOUNDARY_SHARE))
                listed += [Work(theorem.name, Role.BOUNDARY, boundary.drops, (index,), settings) for index in few]
            every = tuple(range(settings.instances))
            listed += [Work(theorem.name, Role.MUTANT, mutant.name, every, settings) for mutant in theorem.mutants]
    return listed


def work(item: Work) -> Found:
    """Draws and decides; never raises for an instance that could not be decided."""
    theorem = theorem_named(item.theorem)
    found: Found | None = None
    for index in item.indices:
        task = Task(theorem, item.role, item.variant, item.settings.seed, index, item.settings.size)
        instance = task.instance()
        try:
            decision = decide(task, instance)
        except (InvalidInputError, InexactError, UndecidedError) as error:
            decision = Decision(Verdict(Outcome.INCONCLUSIVE, Trust.SAMPLED, str(error)), ())
        texts = {_path(theorem, item, index, c): _replayed(c) for c in decision.certificates}
        verdict = decision.verdict
        n, d, reading = shape_of(instance)
        record = Record(
            role=item.role,
            variant=item.variant,
            index=index,
            n=n,
            d=d,
            reading=reading,
            outcome=verdict.outcome,
            trust=verdict.trust,
            certificates=tuple(texts),
        )
        found = Found(theorem.name, record, texts, verdict.reason)
        if verdict.outcome is Outcome.REFUTED:
            break
    if found is None:
        raise InvalidInputError("instances=0: expected at least 1")
    return found


def _replayed(certificate: Certificate) -> str:
    """The text of a certificate, which the checker accepts as it will stand in the file."""
    text = to_text(certificate)
    replay = replay_text(text)
    if not replay.check.accepted:
        raise ContradictionError(f"an accepted proof is refused when read again: {replay.check.reason}")
    return text


def _path(theorem: Theorem, item: Work, index: int, certificate: Certificate) -> str:
    statement = certificate.statement
    part = statement.part if isinstance(statement, TheoremStatement) else ""
    words = [theorem.number, item.role.value, item.variant, f"{index:03d}", part]
    return "certificates/" + ".".join(re.sub(r"[^A-Za-z0-9]+", "-", word) for word in words if word) + ".json"


def results(items: Sequence[Work], jobs: int, done: Callable[[Found], None]) -> list[Found]:
    """The work done, in its order, whatever the number of processes; `done` is told of each as it comes."""
    gathered: list[Found] = []
    for found in _stream(items, jobs):
        gathered.append(found)
        done(found)
    return gathered


def _stream(items: Sequence[Work], jobs: int) -> Iterator[Found]:
    if jobs == 1 or len(items) == 1:
        yield from map(work, items)
        return
    yield from mapped(work, items, jobs, 4)
