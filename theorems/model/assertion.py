"""What can be asserted of a problem. Assertions are closed under negation; the checker knows only proofs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flint import fmpq

    from theorems.model.continuum import ContinuumLaw, ContinuumProblem
    from theorems.model.law import Law, Measure
    from theorems.model.matrix import Matrix, Vector
    from theorems.model.nodes import Expression
    from theorems.model.passage import Passage
    from theorems.model.problem import Problem
    from theorems.model.real import Real


class Relation(Enum):
    """How two numbers, points or laws compare."""

    LE = "<="
    LT = "<"
    GE = ">="
    GT = ">"
    EQ = "="
    NE = "!="


NEGATED = {
    Relation.LE: Relation.GT,
    Relation.GT: Relation.LE,
    Relation.LT: Relation.GE,
    Relation.GE: Relation.LT,
    Relation.EQ: Relation.NE,
    Relation.NE: Relation.EQ,
}

ORDER = frozenset({Relation.LE, Relation.LT, Relation.GE, Relation.GT})
EQUALITY = frozenset({Relation.EQ, Relation.NE})


class Domain(Enum):
    """Over which laws a supremum runs: all with the fixed label marginal, or the tuples of Dirac masses."""

    LAWS = "laws"
    TUPLES = "tuples"


@dataclass(frozen=True, eq=False)
class Supremum:
    """<=, <: every law of the domain has E <= v (E < v). >=, >: some law of it has E >= v (E > v)."""

    problem: Problem
    domain: Domain
    relation: Relation
    value: Real


@dataclass(frozen=True, eq=False)
class Energy:
    """E(law) compares with the value; all six relations."""

    problem: Problem
    law: Law
    relation: Relation
    value: Real


@dataclass(frozen=True, eq=False)
class Output:
    """The content marginal of the law is (=) or is not (!=) the target."""

    problem: Problem
    law: Law
    relation: Relation
    target: Measure


@dataclass(frozen=True, eq=False)
class Collapse:
    """=: every maximiser over laws has a Dirac content marginal. !=: some maximiser has not."""

    problem: Problem
    relation: Relation


@dataclass(frozen=True, eq=False)
class Spread:
    """=: no maximiser over laws has a Dirac content marginal. !=: some maximiser has."""

    problem: Problem
    relation: Relation


@dataclass(frozen=True, eq=False)
class Unique:
    """=: the maximiser over laws is unique up to O(d), acting in the gauge frame. !=: two differ beyond that."""

    problem: Problem
    relation: Relation


@dataclass(frozen=True, eq=False)
class OneOutput:
    """=: all maximisers over laws have the same content marginal up to O(d). !=: two have not."""

    problem: Problem
    relation: Relation


@dataclass(frozen=True, eq=False)
class Finite:
    """=: the maximisers over laws form finitely many classes under O(d), in the gauge frame. !=: infinitely many."""

    problem: Problem
    relation: Relation


@dataclass(frozen=True, eq=False)
class Diracizes:
    """=: some graph law has the greatest energy of all laws. !=: none has.

    Graph laws are the tuples of Dirac masses in `atomic` and `tokens`, all laws in `cells`.
    """

    problem: Problem
    relation: Relation


@dataclass(frozen=True, eq=False)
class OrbitMaximiser:
    """=: label i at R_i^{-1} u, R the gauges, is a maximiser over laws for some u. !=: for no u."""

    problem: Problem
    relation: Relation


@dataclass(frozen=True, eq=False)
class CircleMaximiser:
    """=: label i at (cos m s_i, sin m s_i, 0, ..) is a maximiser over laws for some m >= 1. !=: for none.

    Attributes:
        problem: in dimension 2 or more.
        values: s_1..s_n, the labels as numbers (radians).
        relation: = or !=.
    """

    problem: Problem
    values: Vector
    relation: Relation


class Masses(Enum):
    """Whether the label law of the problem is kept, or any probability on the same labels may replace it."""

    FIXED = "fixed"
    FREE = "free"


@dataclass(frozen=True, eq=False)
class Realisable:
    """=: some maximiser over laws has the target as its content marginal. !=: none has."""

    problem: Problem
    masses: Masses
    target: Measure
    relation: Relation


@dataclass(frozen=True, eq=False)
class Orbit:
    """=: one u exists with every point among the R_i^T u. !=: there is none. The gauges R_i are square matrices."""

    gauges: tuple[Matrix, ...]
    points: tuple[Vector, ...]
    relation: Relation


@dataclass(frozen=True, eq=False)
class Affine:
    """=: E is affine in the slice of the label, the others held fixed at any law. !=: it is not."""

    problem: Problem
    label: int
    relation: Relation


@dataclass(frozen=True, eq=False)
class Convex:
    """=: E is convex on the laws with the fixed label marginal. !=: it is not."""

    problem: Problem
    relation: Relation


class Family(Enum):
    """Which laws of a continuum of labels: all, or the graph laws."""

    LAWS = "laws"
    GRAPHS = "graphs"


@dataclass(frozen=True, eq=False)
class ContinuumSupremum:
    """<=, <: every law of the family has E <= v (E < v). >=, >: some law of it has E >= v (E > v)."""

    problem: ContinuumProblem
    family: Family
    relation: Relation
    value: Real


@dataclass(frozen=True, eq=False)
class ContinuumOrder:
    """The energies of two laws compare; all six relations."""

    problem: ContinuumProblem
    first: ContinuumLaw
    relation: Relation
    second: ContinuumLaw


@dataclass(frozen=True, eq=False)
class GraphMaximiser:
    """=: some graph law has the greatest energy of all laws. !=: none has."""

    problem: ContinuumProblem
    relation: Relation


@dataclass(frozen=True, eq=False)
class ContinuumCollapse:
    """=: every maximiser over laws has a Dirac content marginal. !=: some maximiser has not."""

    problem: ContinuumProblem
    relation: Relation


@dataclass(frozen=True, eq=False)
class ContinuumSpread:
    """=: no maximiser over laws has a Dirac content marginal. !=: some maximiser has."""

    problem: ContinuumProblem
    relation: Relation


@dataclass(frozen=True, eq=False)
class ContinuumUnique:
    """=: the maximiser over laws is unique up to O(d) and null sets of labels. !=: two differ beyond that."""

    problem: ContinuumProblem
    relation: Relation


@dataclass(frozen=True, eq=False)
class ContinuumFinite:
    """=: the maximisers over laws are finitely many up to O(d). !=: they are a continuum."""

    problem: ContinuumProblem
    relation: Relation


@dataclass(frozen=True, eq=False)
class GreatCircle:
    """=: s -> (cos ms, sin ms, 0..) is a maximiser over laws for some m >= 1. !=: it is one for no m."""

    problem: ContinuumProblem
    relation: Relation


@dataclass(frozen=True, eq=False)
class UniformWinding:
    """The image of the uniform law on [0, length] turns under s -> rate s mod 1 turn is uniform (=) or not (!=)."""

    rate: fmpq
    length: fmpq
    relation: Relation


@dataclass(frozen=True, eq=False)
class WindingAtom:
    """=: some non-atomic law of s has an image with an atom under s -> rate s mod 1 turn. !=: none has."""

    rate: fmpq
    relation: Relation


@dataclass(frozen=True, eq=False)
class SubsetSums:
    """=: the prompts can be shared out so that target k gets exactly the mass targets[k]. !=: they cannot."""

    masses: tuple[fmpq, ...]
    targets: tuple[fmpq, ...]
    relation: Relation


@dataclass(frozen=True, eq=False)
class Identity:
    """Two lists of exact numbers agree entry by entry (=) or not (!=)."""

    left: Vector
    relation: Relation
    right: Vector


@dataclass(frozen=True, eq=False)
class NonNegative:
    """=: every one of the exact numbers is >= 0. !=: one of them is negative."""

    values: Vector
    relation: Relation


@dataclass(frozen=True, eq=False)
class PassageTime:
    """The time that a scalar solution takes between two states compares with the value."""

    passage: Passage
    relation: Relation
    value: Real


@dataclass(frozen=True, eq=False)
class GrowthRate:
    """The rate at which a harmonic of that degree grows on the uniform law of S^{d-1} compares with the value.

    The flow is that of h = phi(<x, y>), without labels, linearised at the uniform law; d >= 2.
    """

    dimension: int
    profile: Expression
    degree: int
    relation: Relation
    value: Real


@dataclass(frozen=True, eq=False)
class StableTwist:
    """=: x_j = (cos jδ, sin jδ, 0..), δ = 2 pi winding/n, is a critical point of E and a stable one. !=: it is not.

    Stable: the second variation along the spheres is negative in every direction but those of common rotations.
    """

    problem: Problem
    winding: int
    relation: Relation


Assertion = (
    Supremum
    | Energy
    | Output
    | Collapse
    | Spread
    | Unique
    | OneOutput
    | Finite
    | Diracizes
    | OrbitMaximiser
    | CircleMaximiser
    | Realisable
    | Orbit
    | Affine
    | Identity
    | Convex
    | ContinuumSupremum
    | ContinuumOrder
    | GraphMaximiser
    | ContinuumCollapse
    | ContinuumSpread
    | ContinuumUnique
    | ContinuumFinite
    | GreatCircle
    | UniformWinding
    | WindingAtom
    | SubsetSums
    | NonNegative
    | PassageTime
    | GrowthRate
    | StableTwist
)


def negation(assertion: Assertion) -> Assertion:
    """The assertion that holds iff this one does not."""
    return replace(assertion, relation=NEGATED[assertion.relation])
