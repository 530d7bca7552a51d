"""What can be proved of all maximisers of a continuum problem: each property tried with each proof that may fit."""

from __future__ import annotations

from itertools import combinations, islice
from typing import TYPE_CHECKING

from theorems.model.assertion import Relation
from theorems.model.errors import InvalidInputError
from theorems.model.proof import (
    BetterThanCircles,
    BetterThanCollapsed,
    ContinuumMaximiser,
    Fourier,
    NonNegativeBias,
    PositiveTransform,
    TwoContinuumMaximisers,
)
from verify.certificate import Property, PropertyClaim, claimed_of_text
from verify.checker import check
from verify.errors import ContradictionError
from verify.maximisers import Words
from verify.proved import Proved

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from theorems.model.continuum import ContinuumLaw
    from theorems.model.proof import ContinuumUpper, Proof
    from verify.certificate import ProblemClaim

EQ, NE = Relation.EQ, Relation.NE
MOST_PAIRS = 10
"""Pairs of maximisers that are compared."""

Key = tuple[Property, Relation]


def continuum_words(text: str, best: ContinuumLaw, maximal: Sequence[ContinuumLaw], upper: ContinuumUpper) -> Words:
    """The words for a problem text.

    Args:
        text: the problem file.
        best: the law of most energy that was found.
        maximal: laws whose energy is thought to be exactly the bound of `upper`.
        upper: the proof of the upper bound.

    Raises:
        ContradictionError: a property and its negation were both proved, which must not happen.
    """
    proved: dict[Key, Proved[ProblemClaim]] = {}
    for (kind, relation), proofs in attempts(best, maximal, upper):
        if kind is Property.ORBIT:  # one point in the frame: what SPREAD says without a gauge
            continue
        claim = PropertyClaim(kind, relation)
        try:
            assertion = claimed_of_text(text, claim)
        except InvalidInputError:  # under a gauge the content marginal is not that of the frame
            continue
        for proof in proofs:
            found = check(assertion, proof)
            if found.trust is not None:
                proved[kind, relation] = Proved(claim, proof, found.trust)
                break
    for kind in Property:
        if (kind, EQ) in proved and (kind, NE) in proved:
            raise ContradictionError(f"property={kind.value}: it and its negation were both proved; please report this")
    either = (Property.COLLAPSE, NE) in proved and (Property.SPREAD, NE) in proved
    collapsed, spread = (Property.COLLAPSE, EQ) in proved, (Property.SPREAD, EQ) in proved
    unique, continuum = (Property.UNIQUE, EQ) in proved, (Property.FINITE, NE) in proved
    # without a gauge O(d) acts on the content marginals too; with one, COLLAPSE has no meaning above
    framed = not (collapsed or spread or (Property.SPREAD, NE) in proved or (Property.COLLAPSE, NE) in proved)
    return Words(
        "collapsed" if collapsed else "spread" if spread else "either" if either else "unknown",
        "unique" if unique else "continuum" if continuum else "unknown",
        "one" if unique and not framed else "many" if either else "unknown",
        tuple(proved.values()),
    )


def attempts(
    best: ContinuumLaw, maximal: Sequence[ContinuumLaw], upper: ContinuumUpper
) -> Iterator[tuple[Key, list[Proof]]]:
    """Each property, and its negation, with the proofs that may fit."""
    lemmas: list[Proof] = [Fourier(), NonNegativeBias(), PositiveTransform()]
    reached: list[Proof] = [ContinuumMaximiser(law, upper) for law in maximal]
    yield (Property.COLLAPSE, EQ), lemmas
    yield (Property.SPREAD, EQ), [BetterThanCollapsed(best)]
    yield (Property.UNIQUE, EQ), lemmas
    yield (Property.COLLAPSE, NE), reached
    yield (Property.SPREAD, NE), [*lemmas, *reached]
    yield (Property.GRAPH_LAW, EQ), reached
    yield (Property.GRAPH_LAW, NE), lemmas
    yield (Property.ORBIT, EQ), [*lemmas, *reached]
    yield (Property.ORBIT, NE), [BetterThanCollapsed(best)]
    yield (Property.GREAT_CIRCLE, EQ), reached
    yield (Property.GREAT_CIRCLE, NE), [BetterThanCircles(best)]
    pairs = list(islice(combinations(maximal, 2), MOST_PAIRS))
    yield (Property.UNIQUE, NE), [TwoContinuumMaximisers(first, second, upper) for first, second in pairs]
    yield (Property.FINITE, NE), lemmas
