"""A certified interval for the supremum over a domain: found by `verify.search`, accepted by the checker."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from theorems.model.assertion import Domain, Relation, Supremum
from theorems.model.proof import Attained
from verify.certificate import BoundClaim
from verify.checker import check
from verify.decimals import is_writable, tidied
from verify.errors import ContradictionError, SolverError
from verify.proved import Proved

if TYPE_CHECKING:
    from collections.abc import Iterator

    from theorems.model.law import Law
    from theorems.model.proof import Proof
    from theorems.model.real import Real
    from verify.search.bounds import Upper
    from verify.search.steps import Search


@dataclass(frozen=True, eq=False)
class Bracket:
    """L <= the supremum over a domain <= U.

    Attributes:
        below: the proof of L, a law.
        above: the proof of U.
        upper: U's proof with its source, and its value before it was tidied.
        law: the law of L.
        maximal: laws of energy exactly U, () if none is known.
    """

    below: Proved[BoundClaim]
    above: Proved[BoundClaim]
    upper: Upper
    law: Law
    maximal: tuple[Law, ...]


def bracket(search: Search, domain: Domain) -> Bracket:
    """Runs the search over the domain and certifies its best interval.

    Raises:
        SolverError: no upper or no lower bound was proved.
        ContradictionError: L > U, which must not happen.
    """
    search.run(domain)
    search.say(f"checking the bounds over {domain.value}")
    above, upper, maximal = _above(search, domain)
    for law, value in _lower_values(search, domain, above.claim.value, maximal):
        below = proved(search, BoundClaim(domain, Relation.GE, value), Attained(law))
        if below is not None:
            if value > above.claim.value:
                raise ContradictionError(f"domain={domain.value}: L={value} is above U={above.claim.value}")
            return Bracket(below, above, upper, law, maximal)
    raise SolverError(f"domain={domain.value}: status=uncertified; the energy of no law could be certified")


def _above(search: Search, domain: Domain) -> tuple[Proved[BoundClaim], Upper, tuple[Law, ...]]:
    for upper in search.uppers(domain):
        maximal = tuple(entry.law for entry in search.pool.attaining(upper.value, domain))
        value = upper.value if maximal and is_writable(upper.value) else tidied(upper.value, 1)
        above = proved(search, BoundClaim(domain, Relation.LE, value), upper.proof)
        if above is not None:
            return above, upper, maximal
    raise SolverError(f"domain={domain.value}: status=unbounded; no upper bound was proved, {search.why_unbounded}")


def _lower_values(search: Search, domain: Domain, upper: Real, maximal: tuple[Law, ...]) -> Iterator[tuple[Law, Real]]:
    """Laws with the values to claim for them, best first: U itself, then exact values of short form, then decimals."""
    for law in maximal:
        yield law, upper
    for entry in search.pool.ranked(domain):
        for value in (search.pool.short(entry), search.pool.guess(entry)):
            if value is not None:
                yield entry.law, value
        yield entry.law, search.pool.lower_value(entry)


def proved(search: Search, claim: BoundClaim, proof: Proof) -> Proved[BoundClaim] | None:
    """The bound, if the checker accepts its proof; else the search's listener is told why not."""
    found = check(Supremum(search.problem, claim.domain, claim.relation, claim.value), proof)
    if found.trust is None:
        search.say(f"refused: {found.reason[:200]}")
        return None
    return Proved(claim, proof, found.trust)
