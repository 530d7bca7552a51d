"""What `claim` answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from theorems.model.assertion import NEGATED
from verify.certificate import BoundClaim, PropertyClaim

if TYPE_CHECKING:
    from verify.certificate import Certificate, ProblemClaim
    from verify.verdict import Verdict


@dataclass(frozen=True, eq=False)
class Answer:
    """What became of a claim.

    Attributes:
        kernel: the kernel in words.
        size: labels, reading and dimension in words.
        claim: the claim in one form.
        verdict: the outcome, its trust (sampled if inconclusive), and the reason in a sentence.
        certificates: what it rests on; of an inconclusive claim, none.
    """

    kernel: str
    size: str
    claim: str
    verdict: Verdict
    certificates: tuple[Certificate, ...]


def negated(claim: ProblemClaim) -> ProblemClaim:
    """The claim that holds iff this one does not."""
    if isinstance(claim, BoundClaim):
        return BoundClaim(claim.domain, NEGATED[claim.relation], claim.value)
    return PropertyClaim(claim.property, NEGATED[claim.relation])
