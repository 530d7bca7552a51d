"""Assertions and instances in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from theorems.model.assertion import (
    Affine,
    Assertion,
    CircleMaximiser,
    Collapse,
    ContinuumCollapse,
    ContinuumFinite,
    ContinuumOrder,
    ContinuumSpread,
    ContinuumSupremum,
    ContinuumUnique,
    Convex,
    Diracizes,
    Domain,
    Energy,
    Family,
    Finite,
    GraphMaximiser,
    GreatCircle,
    GrowthRate,
    Identity,
    Masses,
    NonNegative,
    OneOutput,
    Orbit,
    OrbitMaximiser,
    Output,
    PassageTime,
    Realisable,
    Relation,
    Spread,
    StableTwist,
    SubsetSums,
    Supremum,
    UniformWinding,
    Unique,
    WindingAtom,
)
from theorems.model.continuum import ArcLaw, ContinuumLaw, CurveLaw
from theorems.model.passage import Equiangular, Passage
from theorems.model.text import to_text

if TYPE_CHECKING:
    from theorems.model.real import Real

WIDTH = 60
"""Longest exact number written out; a longer one is given by its leading digits."""

DIGITS = 17
"""Digits of a number that is not written out."""

_DOMAIN = {Domain.LAWS: "law", Domain.TUPLES: "tuple of Dirac masses"}


def number(value: Real) -> str:
    """The number exactly if that is short, else rounded, with a sign that says so."""
    text = str(value)
    return text if len(text) <= WIDTH else f"~{value.ball(128).mid().str(DIGITS, radius=False)}"


def shape(size: tuple[int, int, str]) -> str:
    """The size of an instance, such as "n = 5, d = 3, cells"."""
    n, d, reading = size
    return f"n = {n}, d = {d}, {reading}" if n else f"d = {d}, {reading}"


def in_words(assertion: Assertion) -> str:  # noqa: C901 - one sentence a kind of assertion
    """One sentence that says what is asserted."""
    holds = assertion.relation is Relation.EQ
    match assertion:
        case Supremum(_, domain, relation, value):
            quantifier = "every" if relation in (Relation.LE, Relation.LT) else "some"
            return f"{quantifier} {_DOMAIN[domain]} has E {relation.value} {number(value)}"
        case Energy(_, law, relation, value):
            return f"the given law of {law.atom_count} atoms has E {relation.value} {number(value)}"
        case Output(_, _, _, target):
            verb = "is" if holds else "is not"
            return f"the content marginal of the given law {verb} the target of {len(target.atoms)} atoms"
        case Collapse():
            return "every maximiser is collapsed" if holds else "some maximiser is not collapsed"
        case Spread():
            return "no maximiser is collapsed" if holds else "some maximiser is collapsed"
        case Unique():
            return f"the maximiser is {'' if holds else 'not '}unique up to O(d) in the gauge frame"
        case OneOutput():
            return f"the maximisers have {'one output law' if holds else 'several output laws'} up to O(d)"
        case Finite():
            return f"the maximisers form {'finitely' if holds else 'infinitely'} many classes up to O(d)"
        case Diracizes():
            return "some graph law is a maximiser" if holds else "no graph law is a maximiser"
        case OrbitMaximiser():
            return f"label s at R_s^-1 u is a maximiser for {'some' if holds else 'no'} u"
        case CircleMaximiser():
            return f"(cos ms, sin ms, 0, ..) is a maximiser for {'some' if holds else 'no'} m >= 1"
        case Realisable(_, masses, target, _):
            whose = "its masses" if masses is Masses.FIXED else "some masses on its labels"
            verb = "some" if holds else "no"
            return f"under {whose} {verb} maximiser has the target of {len(target.atoms)} atoms as its output"
        case Orbit(gauges, points, _):
            verb = "lie" if holds else "do not lie"
            return f"{len(points)} points {verb} on one orbit of {len(gauges)} gauges"
        case ContinuumSupremum(_, family, relation, value):
            quantifier = "every" if relation in (Relation.LE, Relation.LT) else "some"
            kind = "law" if family is Family.LAWS else "graph law"
            return f"{quantifier} {kind} of the continuum has E {relation.value} {number(value)}"
        case ContinuumOrder(_, first, relation, second):
            return f"the energy of {law_words(first)} is {relation.value} that of {law_words(second)}"
        case GraphMaximiser():
            return "some graph law is a maximiser" if holds else "no graph law is a maximiser"
        case ContinuumCollapse():
            return "every maximiser is collapsed" if holds else "some maximiser is not collapsed"
        case ContinuumSpread():
            return "no maximiser is collapsed" if holds else "some maximiser is collapsed"
        case ContinuumUnique():
            return f"the maximiser is {'' if holds else 'not '}unique up to O(d)"
        case ContinuumFinite():
            return f"the maximisers are {'finitely many' if holds else 'a continuum'} up to O(d)"
        case GreatCircle():
            return f"s -> (cos ms, sin ms, 0..) is a maximiser for {'some m >= 1' if holds else 'no m'}"
        case UniformWinding(rate, length, _):
            verb = "is" if holds else "is not"
            return f"the path at {rate} turns a unit over a length of {length} {verb} spread evenly over its circle"
        case WindingAtom(rate, _):
            quantifier = "some" if holds else "no"
            return f"{quantifier} law of positions without atoms has an atom in its output at {rate} turns a unit"
        case SubsetSums(masses, targets, _):
            verb = "can" if holds else "cannot"
            return f"{len(masses)} prompts {verb} be shared out to the masses ({', '.join(map(str, targets))})"
        case NonNegative(values, _):
            return f"{len(values)} exact numbers are {'all' if holds else 'not all'} >= 0"
        case PassageTime(passage, relation, value):
            return f"{passage_words(passage)} takes a time {relation.value} {number(value)}"
        case GrowthRate(dimension, profile, degree, relation, value):
            where = f"near the uniform law of S^{dimension - 1}, phi = {to_text(profile)},"
            return f"{where} harmonics of degree {degree} grow at a rate {relation.value} {number(value)}"
        case StableTwist(_, winding, _):
            return f"the state of winding {winding} is {'' if holds else 'not '}a stable critical point of the energy"
        case Convex():
            return f"the energy is {'' if holds else 'not '}convex on the laws with that label law"
        case Affine(_, label, _):
            return f"the energy is {'' if holds else 'not '}affine in the slice of label {label}"
        case Identity(left, _, _):
            return f"{len(left)} exact numbers {'agree' if holds else 'do not all agree'} with their formulas"


def passage_words(passage: Passage) -> str:
    """A scalar solution on its way, such as "5 tokens from the inner product 0 to 1/2 by raw USA, beta = 1"."""
    equation = passage.equation
    if isinstance(equation, Equiangular):
        by = "raw USA" if equation.attention.value == "usa" else "SA"
        way = f"{equation.count} tokens from the inner product {passage.start} to {passage.end} by {by}"
    else:
        by = "normalised" if equation.normalised else "raw"
        way = f"two clusters from an angle of {passage.start} to {passage.end} turns by {by} USA"
    return f"{way}, beta = {equation.beta},"


def law_words(law: ContinuumLaw) -> str:
    """A law of the continuum, such as "the 1-fold circle at height^2 1/4"."""
    match law:
        case CurveLaw(winding, square_height):
            at = f" at height^2 {square_height}" if square_height else ""
            return f"the {winding}-fold circle{at}" if winding else "one point"
        case ArcLaw(rate):
            return f"the arc of rate {rate}"
        case _:
            return f"a law of {len(law.slices)} cells"
