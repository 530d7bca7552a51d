"""The climb as it is told: each upper bound that was found, certified like the one that counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from theorems.model.assertion import Domain, Relation
from verify.bracket import proved
from verify.certificate import BoundClaim
from verify.decimals import shown, tidied
from verify.solution import Rung

if TYPE_CHECKING:
    from collections.abc import Mapping

    from theorems.model.real import Real
    from verify.bracket import Bracket
    from verify.certificate import BoundClaim
    from verify.proved import Proved
    from verify.search.steps import Search


@dataclass(frozen=True, eq=False)
class Climb:
    """The rungs, and the proofs of their upper bounds beside those of the brackets."""

    rungs: tuple[Rung, ...]
    proofs: tuple[Proved[BoundClaim], ...]


def climbed(search: Search, brackets: Mapping[Domain, Bracket]) -> Climb:
    """The rungs of a search whose brackets are certified; a bound that the checker refuses is left out."""
    rungs: list[Rung] = []
    proofs: list[Proved[BoundClaim]] = []
    for step in search.rungs:
        bracket = brackets[step.domain]
        above = bracket.above
        if step.upper.proof is not above.proof:
            claim = BoundClaim(step.domain, Relation.LE, tidied(step.upper.value, 1))
            extra = proved(search, claim, step.upper.proof)
            if extra is None:
                continue
            proofs.append(extra)
            above = extra
        name = step.upper.source + ("" if step.domain is Domain.LAWS else ", graph laws")
        rungs.append(rung(name, step.lower, bracket.below.claim.value, above.claim.value, step.seconds))
    return Climb(tuple(rungs), tuple(proofs))


def rung(name: str, lower: Real | None, final: Real, upper: Real, seconds: float) -> Rung:
    """A rung with decimals rounded outward; its lower end is at most the final one, whose law is certified."""
    shown_lower = final if lower is None or lower > final else lower
    return Rung(name, shown(shown_lower, -1), shown(upper, 1), round(seconds, 3))
