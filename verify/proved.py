"""A claim about a problem file with a proof that the checker accepted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from verify.certificate import ProblemClaim

if TYPE_CHECKING:
    from theorems.model.proof import Proof
    from verify.verdict import Trust

Claim_co = TypeVar("Claim_co", bound=ProblemClaim, covariant=True)


@dataclass(frozen=True, eq=False)
class Proved(Generic[Claim_co]):
    """A bound or a property, its proof, and the trust that the checker gave it."""

    claim: Claim_co
    proof: Proof
    trust: Trust
