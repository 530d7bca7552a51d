"""What a run found: records of instances, and the entry of a theorem that follows from them.

`check` and `recheck` both build entries here, the one from decisions, the other from certificates alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from verify.certificate import Role
from verify.verdict import Outcome, Trust, weakest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from theorems.statement import Theorem

SCHEMA = 1
"""Version of the format of run.json."""


@dataclass(frozen=True)
class Settings:
    """What a run was asked for: its seed, how many instances a theorem, and the greatest number of labels."""

    seed: int = 0
    instances: int = 20
    size: int = 12

    def replay(self, theorem: str, index: int) -> str:
        """The command that decides one instance of the run again."""
        return f"anticollapse check {theorem} --seed {self.seed} --size {self.size} --instance {index}"


@dataclass(frozen=True)
class Record:
    """The outcome of one instance.

    Attributes:
        role: claim, boundary or mutant.
        variant: the hypothesis dropped or the mutant's name; "" for the claim.
        index: which instance of its stream.
        n: its number of labels.
        d: its dimension.
        reading: its reading.
        outcome: of the claim, which a boundary or mutant wants refuted.
        trust: what the outcome rests on.
        certificates: paths below the run's folder, or () where none is kept.
    """

    role: Role
    variant: str
    index: int
    n: int
    d: int
    reading: str
    outcome: Outcome
    trust: Trust
    certificates: tuple[str, ...]


def entry(theorem: Theorem, records: Sequence[Record], settings: Settings) -> dict[str, Any]:
    """The theorem's entry in run.json, of the form that architecture.md fixes."""
    claims = [record for record in records if record.role is Role.CLAIM]
    boundaries = [_variant(records, Role.BOUNDARY, boundary.drops) for boundary in theorem.boundaries]
    needed = {found["name"] for found in boundaries if found["outcome"] == Outcome.REFUTED.value}
    return {
        "name": theorem.name,
        "number": theorem.number,
        "source": f"S {theorem.section}, {theorem.number}",
        "stands": theorem.stands,
        "wrong": theorem.wrong,
        "instances": len(claims),
        **{outcome.value: sum(record.outcome is outcome for record in claims) for outcome in Outcome},
        "trust": weakest([record.trust for record in claims]).label,
        "hypotheses": [
            {"name": hypothesis.name, "status": "needed" if hypothesis.name in needed else "not-known"}
            for hypothesis in theorem.hypotheses
        ],
        "boundaries": [{"hypothesis": found.pop("name"), **found} for found in boundaries],
        "mutants": [_variant(records, Role.MUTANT, mutant.name) for mutant in theorem.mutants],
        "runs": [
            {
                "index": record.index,
                "n": record.n,
                "d": record.d,
                "reading": record.reading,
                "outcome": record.outcome.value,
                "trust": record.trust.label,
                "certificates": list(record.certificates),
                "replay": settings.replay(theorem.name, record.index),
            }
            for record in claims
        ],
    }


def _variant(records: Sequence[Record], role: Role, name: str) -> dict[str, Any]:
    """A boundary, refuted iff every instance drawn for it is; or a mutant, refuted iff one instance is."""
    found = [record for record in records if record.role is role and record.variant == name]
    refuted = [record for record in found if record.outcome is Outcome.REFUTED]
    enough = bool(refuted) and (role is Role.MUTANT or len(refuted) == len(found))
    worst = Outcome.PROVED if any(record.outcome is Outcome.PROVED for record in found) else Outcome.INCONCLUSIVE
    certificates = [path for record in refuted for path in record.certificates]
    return {
        "name": name,
        "outcome": (Outcome.REFUTED if enough else worst).value,
        "certificate": certificates[0] if certificates else None,
        "certificates": certificates,
    }


def exit_code(entries: Sequence[dict[str, Any]]) -> int:
    """0 if all is as claimed; 1 if a claim is refuted, or a boundary or mutant proved; 3 if something is open.

    A sentence of the summary that does not stand is as claimed where it is refuted on every instance.
    """
    wanted = [variant["outcome"] for found in entries for variant in (*found["boundaries"], *found["mutants"])]
    against = {True: Outcome.REFUTED.value, False: Outcome.PROVED.value}
    if any(found[against[found["stands"]]] for found in entries) or Outcome.PROVED.value in wanted:
        return 1
    open_claims = any(found["inconclusive"] for found in entries)
    return 3 if open_claims or any(outcome != Outcome.REFUTED.value for outcome in wanted) else 0
