"""Proofs worth trying for a property of the maximisers, made of the laws and bounds that a search found; untrusted."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, islice
from typing import TYPE_CHECKING

from theorems.model.assertion import Domain, Relation
from theorems.model.labels import Reading
from theorems.model.proof import (
    AboveGraphs,
    Attained,
    Blocks,
    CircleEnergy,
    Circulant,
    CollapsedBelow,
    GramDirection,
    GramSegment,
    JensenSelfTerms,
    Maximiser,
    PositiveCoefficients,
    Rigid,
    Segment,
    Semidefinite,
    SplitCells,
    StrictSigns,
    TwoMaximisers,
    UniqueGram,
)
from verify.bracket import bracket
from verify.certificate import BoundClaim, Property
from verify.search.companions import with_companions
from verify.search.directions import gram_directions
from verify.search.groups import label_groups
from verify.search.windings import promising_windings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from theorems.model.law import Law
    from theorems.model.matrix import Vector
    from theorems.model.problem import Problem
    from theorems.model.proof import Proof, UpperBound
    from verify.bracket import Bracket
    from verify.certificate import ProblemClaim
    from verify.search.steps import Search

MOST_PAIRS = 15
"""Pairs of maximisers that are compared."""

MOST_LAWS = 6
"""Laws that are offered as proofs of a lower bound."""


@dataclass(eq=False)
class Material:
    """What a search finds, each part when it is first asked for.

    Attributes:
        problem: the problem.
        values: its labels as numbers.
        search: the search.
    """

    problem: Problem
    values: Vector
    search: Search

    @cached_property
    def laws(self) -> Bracket:
        """The bracket over all laws."""
        return bracket(self.search, Domain.LAWS)

    @cached_property
    def graph(self) -> Bracket:
        """The bracket over graph laws: all laws in `cells`, the tuples of Dirac masses elsewhere."""
        cells = self.problem.labels.reading is Reading.CELLS
        return self.laws if cells else bracket(self.search, Domain.TUPLES)

    @cached_property
    def maximal(self) -> tuple[Law, ...]:
        """Laws whose energy is thought to be exactly the upper bound; () if none is known."""
        return with_companions(self.problem, self.laws.maximal)

    @property
    def upper(self) -> UpperBound:
        """The proof of the upper bound for all laws."""
        return self.laws.upper.proof

    @property
    def best(self) -> Law:
        """The law of most energy that was found."""
        return self.laws.law

    @cached_property
    def pairs(self) -> list[tuple[Law, Law]]:
        """Pairs of maximisers to compare."""
        return list(islice(combinations(self.maximal, 2), MOST_PAIRS))


def attempts(material: Material, claim: ProblemClaim) -> Iterator[Proof]:
    """The proofs to try, cheap ones first: lemmas that need no search, then what the bounds allow."""
    if isinstance(claim, BoundClaim):
        return _bounds(material, claim)
    return _for(material, claim.property) if claim.relation is Relation.EQ else _against(material, claim.property)


def _bounds(material: Material, claim: BoundClaim) -> Iterator[Proof]:
    """Upper bounds over all laws for <= and <, laws for >= and >."""
    bracket, search = material.laws, material.search
    if claim.relation in (Relation.LE, Relation.LT):
        yield from (upper.proof for upper in search.uppers(Domain.LAWS))
        return
    ranked = [entry.law for entry in search.pool.ranked(Domain.LAWS)[:MOST_LAWS]]
    yield from (Attained(law) for law in [*bracket.maximal, *ranked])


def _for(material: Material, kind: Property) -> Iterator[Proof]:
    match kind:
        case Property.COLLAPSE:
            yield from (Rigid(), Circulant())
            yield from _unique_grams(material)
        case Property.SPREAD:
            yield Rigid()
            yield CollapsedBelow(material.best)
            yield from _unique_grams(material)
        case Property.UNIQUE | Property.ONE_OUTPUT:
            yield Rigid()
            yield from _unique_grams(material)
        case Property.FINITE:
            yield StrictSigns()
        case Property.GRAPH_LAW:
            yield from (SplitCells(), JensenSelfTerms(), PositiveCoefficients())
            yield from _maximisers(material)
        case Property.ORBIT:
            yield from _maximisers(material)
        case Property.GREAT_CIRCLE:
            for winding in promising_windings(material.problem, material.values):
                yield CircleEnergy(winding, material.upper)


def _against(material: Material, kind: Property) -> Iterator[Proof]:
    match kind:
        case Property.COLLAPSE:
            yield Rigid()
            yield from _maximisers(material)
            yield CollapsedBelow(material.best)
        case Property.SPREAD:
            yield Rigid()
            yield from _maximisers(material)
        case Property.UNIQUE | Property.ONE_OUTPUT:
            yield from (TwoMaximisers(first, second, material.upper) for first, second in material.pairs)
        case Property.FINITE:
            yield from _families(material)
        case Property.GRAPH_LAW:
            yield AboveGraphs(material.best, material.graph.upper.proof)
        case Property.ORBIT | Property.GREAT_CIRCLE:
            if kind is Property.GREAT_CIRCLE:
                yield Rigid()
            yield Attained(material.best)
            yield AboveGraphs(material.best, material.graph.upper.proof)


def _maximisers(material: Material) -> Iterator[Proof]:
    yield from (Maximiser(law, material.upper) for law in material.maximal)


def _unique_grams(material: Material) -> Iterator[Proof]:
    if isinstance(material.upper, Semidefinite | Circulant):
        yield from (UniqueGram(law, material.upper) for law in material.maximal[:1])


def _families(material: Material) -> Iterator[Proof]:
    """Families of maximisers: two groups of labels, segments of laws, segments of Gram matrices."""
    group = label_groups(material.problem)[0]
    if len(group) < len(material.problem):
        yield from (Blocks(group, law, material.upper) for law in material.maximal)
    yield from (GramDirection(law, h, material.upper) for law, h in gram_directions(material.problem, material.maximal))
    yield from (GramSegment(first, second, material.upper) for first, second in material.pairs)
    yield from (Segment(first, second, material.upper) for first, second in material.pairs)
