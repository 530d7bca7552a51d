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
    """The rungs of a search whose brackets are certified; a bound that the checker refuses is left out.

    The lower end of a rung is at most that of the final bracket, whose law is certified.
    """
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
        final = bracket.below.claim.value
        lower = final if step.lower is None or step.lower > final else step.lower
        name = step.upper.source + ("" if step.domain is Domain.LAWS else ", graph laws")
        rungs.append(Rung(name, shown(lower, -1), shown(above.claim.value, 1), round(step.seconds, 3)))
    return Climb(tuple(rungs), tuple(proofs))
