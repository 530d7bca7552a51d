"""What can be proved of all maximisers: each property tried with each proof that may fit, if the checker accepts it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, islice
from typing import TYPE_CHECKING

from theorems.model.assertion import Relation
from theorems.model.proof import Circulant, CollapsedBelow, Maximiser, Rigid, TwoMaximisers
from verify.certificate import Property, PropertyClaim, claimed
from verify.checker import check
from verify.errors import ContradictionError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from theorems.model.law import Law
    from theorems.model.problem import Problem
    from theorems.model.proof import Proof, UpperBound
    from verify.verdict import Trust

MOST_PAIRS = 10
"""Pairs of maximisers that are compared."""

Key = tuple[Property, Relation]


@dataclass(frozen=True, eq=False)
class ProvedProperty:
    """A claim about all maximisers, its proof, and the trust that the checker gave it."""

    claim: PropertyClaim
    proof: Proof
    trust: Trust


@dataclass(frozen=True, eq=False)
class Words:
    """What was proved.

    Attributes:
        marginal: collapsed, spread, either or unknown.
        maximisers: unique or unknown.
        output_laws: one, many or unknown.
        proofs: what that rests on.
    """

    marginal: str
    maximisers: str
    output_laws: str
    proofs: tuple[ProvedProperty, ...]


def properties(problem: Problem, best: Law, maximal: Sequence[Law], upper: UpperBound) -> Words:
    """The words for a problem.

    Args:
        problem: the problem.
        best: the law of most energy that was found.
        maximal: laws whose energy is thought to be exactly the bound of `upper` over laws; () if none is known.
        upper: the proof of the upper bound.

    Raises:
        ContradictionError: a property and its negation were both proved, which must not happen.
    """
    proved: dict[Key, ProvedProperty] = {}
    for (kind, relation), proofs in _attempts(best, maximal, upper):
        claim = PropertyClaim(kind, relation)
        for proof in proofs:
            found = check(claimed(problem, claim), proof)
            if found.trust is not None:
                proved[kind, relation] = ProvedProperty(claim, proof, found.trust)
                break
    for kind in Property:
        if (kind, Relation.EQ) in proved and (kind, Relation.NE) in proved:
            raise ContradictionError(f"property={kind.value}: it and its negation were both proved; please report this")
    is_not = (Property.COLLAPSE, Relation.NE), (Property.SPREAD, Relation.NE)
    collapsed, spread = [(Property.COLLAPSE, Relation.EQ)], [(Property.SPREAD, Relation.EQ)]
    one, many = [(Property.ONE_OUTPUT, Relation.EQ)], [(Property.ONE_OUTPUT, Relation.NE)]
    return Words(
        _word(proved, {"collapsed": collapsed, "spread": spread, "either": list(is_not)}),
        _word(proved, {"unique": [(Property.UNIQUE, Relation.EQ)]}),
        _word(proved, {"one": one, "many": many}),
        tuple(proved.values()),
    )


def _attempts(best: Law, maximal: Sequence[Law], upper: UpperBound) -> Iterator[tuple[Key, Iterable[Proof]]]:
    rigid: list[Proof] = [Rigid()]
    yield (Property.COLLAPSE, Relation.EQ), [*rigid, Circulant()]
    yield (Property.SPREAD, Relation.EQ), [*rigid, CollapsedBelow(best)]
    yield (Property.UNIQUE, Relation.EQ), rigid
    yield (Property.ONE_OUTPUT, Relation.EQ), rigid
    yield (Property.COLLAPSE, Relation.NE), [Maximiser(law, upper) for law in maximal]
    yield (Property.SPREAD, Relation.NE), [Maximiser(law, upper) for law in maximal]
    pairs = list(islice(combinations(maximal, 2), MOST_PAIRS))
    for kind in (Property.UNIQUE, Property.ONE_OUTPUT):
        yield (kind, Relation.NE), [TwoMaximisers(first, second, upper) for first, second in pairs]


def _word(proved: dict[Key, ProvedProperty], meanings: dict[str, list[Key]]) -> str:
    """The first word all of whose claims were proved."""
    return next((word for word, needed in meanings.items() if all(key in proved for key in needed)), "unknown")
