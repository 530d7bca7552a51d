"""Rules about P3's atoms: whether the masses of the prompts can be shared out to make the masses of a target."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flint import fmpq

from theorems.model.assertion import Relation, SubsetSums
from verify.errors import RefusedError
from verify.verdict import Trust

if TYPE_CHECKING:
    from theorems.model.proof import NoSharing, Sharing

MAX_WORK = 50_000
"""Most steps of the exhaustive search."""


def sharing(assertion: SubsetSums, proof: Sharing) -> Trust:
    """Lemma: the sharing named gives every target its mass exactly."""
    if assertion.relation is not Relation.EQ:
        raise RefusedError("a sharing proves no statement of the kind !=")
    if len(proof.targets) != len(assertion.masses):
        raise RefusedError(f"{len(proof.targets)} entries for {len(assertion.masses)} prompts")
    totals = [fmpq(0)] * len(assertion.targets)
    for mass, k in zip(assertion.masses, proof.targets, strict=True):
        if not 0 <= k < len(totals):
            raise RefusedError(f"target {k} is none of {len(totals)}")
        totals[k] += mass
    if totals != list(assertion.targets):
        raise RefusedError("a target gets another mass")
    return Trust.RATIONAL


def no_sharing(assertion: SubsetSums, _proof: NoSharing) -> Trust:
    """Lemma: no sharing of the prompts gives every target its mass; exhaustive, largest prompts first."""
    if assertion.relation is not Relation.NE:
        raise RefusedError("an exhausted search proves no statement of the kind =")
    if any(mass <= 0 for mass in assertion.masses):
        raise RefusedError("a mass is not positive")
    masses = sorted(assertion.masses, reverse=True)
    frontier = {tuple(sorted(assertion.targets))}  # what the targets still miss; equal states are one
    work = 0
    for mass in masses:
        following: set[tuple[fmpq, ...]] = set()
        for missing in frontier:
            for k, amount in enumerate(missing):
                work += 1
                if amount >= mass:
                    following.add(tuple(sorted((*missing[:k], amount - mass, *missing[k + 1 :]))))
            if work > MAX_WORK:
                raise RefusedError(f"more than {MAX_WORK} ways to share")
        frontier = following
    if any(all(amount == 0 for amount in missing) for missing in frontier):
        raise RefusedError("a sharing exists")
    return Trust.RATIONAL
