"""What can be proved of all maximisers: each property tried with each proof that may fit, if the checker accepts it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from theorems.model.assertion import Relation
from verify.attempts import attempts
from verify.certificate import Property, PropertyClaim, claimed
from verify.checker import check
from verify.errors import ContradictionError
from verify.proved import Proved

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from verify.attempts import Material
    from verify.certificate import ProblemClaim

EQ, NE = Relation.EQ, Relation.NE

Key = tuple[Property, Relation]

MARGINAL: Mapping[str, tuple[Key, ...]] = {
    "collapsed": ((Property.COLLAPSE, EQ),),
    "spread": ((Property.SPREAD, EQ),),
    "either": ((Property.COLLAPSE, NE), (Property.SPREAD, NE)),
}
MAXIMISERS: Mapping[str, tuple[Key, ...]] = {
    "unique": ((Property.UNIQUE, EQ),),
    "finite": ((Property.FINITE, EQ),),
    "continuum": ((Property.FINITE, NE),),
}
OUTPUTS: Mapping[str, tuple[Key, ...]] = {
    "one": ((Property.ONE_OUTPUT, EQ),),
    "many": ((Property.ONE_OUTPUT, NE),),
}
"""The words of `solve`, each with the claims that it needs; the first of a table whose claims are proved is said."""


@dataclass(frozen=True, eq=False)
class Words:
    """What was proved.

    Attributes:
        marginal: collapsed, spread, either or unknown.
        maximisers: unique, finite, continuum or unknown.
        output_laws: one, many or unknown.
        proofs: what that rests on.
    """

    marginal: str
    maximisers: str
    output_laws: str
    proofs: tuple[Proved[ProblemClaim], ...]


def properties(material: Material) -> Words:
    """The words for a problem.

    Raises:
        ContradictionError: a property and its negation were both proved, which must not happen.
    """
    proved: dict[Key, Proved[ProblemClaim]] = {}
    for kind in (Property.COLLAPSE, Property.SPREAD, Property.UNIQUE, Property.ONE_OUTPUT, Property.FINITE):
        if kind is Property.FINITE and (Property.UNIQUE, EQ) in proved:
            continue
        for relation in (EQ, NE):
            found = proved_claim(material, PropertyClaim(kind, relation))
            if found is not None:
                proved[kind, relation] = found
        if (kind, EQ) in proved and (kind, NE) in proved:
            raise ContradictionError(f"property={kind.value}: it and its negation were both proved; please report this")
    marginal, maximisers, outputs = (_word(proved, table) for table in (MARGINAL, MAXIMISERS, OUTPUTS))
    return Words(marginal, maximisers, outputs, tuple(proved.values()))


def proved_claim(
    material: Material, claim: ProblemClaim, refused: Callable[[str], None] = lambda _: None
) -> Proved[ProblemClaim] | None:
    """The first proof of the claim that the checker accepts; None if there is none, each refusal told to `refused`."""
    for proof in attempts(material, claim):
        found = check(claimed(material.problem, claim, material.values), proof)
        if found.trust is not None:
            return Proved(claim, proof, found.trust)
        refused(f"{type(proof).__name__}: {found.reason}")
    return None


def _word(proved: dict[Key, Proved[ProblemClaim]], meanings: Mapping[str, tuple[Key, ...]]) -> str:
    """The first word all of whose claims were proved."""
    return next((word for word, needed in meanings.items() if all(key in proved for key in needed)), "unknown")
