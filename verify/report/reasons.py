"""The reason behind a refutation, one function a kind of assertion about finitely many labels."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from flint import fmpq

from theorems.model.assertion import (
    Affine,
    Assertion,
    Collapse,
    Convex,
    Domain,
    Energy,
    GrowthRate,
    Identity,
    NonNegative,
    OneOutput,
    Orbit,
    Output,
    PassageTime,
    Realisable,
    Relation,
    Spread,
    StableTwist,
    SubsetSums,
    Supremum,
    Unique,
)
from theorems.model.law import Law, mixture, same_point
from theorems.model.proof import (
    Attained,
    CurvedSelfTerm,
    EnergyValue,
    NotConvex,
    OutputLaw,
    Proof,
    TwoMaximisers,
)
from theorems.model.real import Real
from verify.checker.bounds import upper_bound
from verify.report.continuum_reasons import continuum_reason
from verify.report.identities import UNNAMED
from verify.report.maximiser_reasons import bound_words, collapse_reason, orbit_reason, realisable_reason, two_reason
from verify.report.motion_reasons import motion_reason
from verify.report.why import (
    Exhibit,
    Stack,
    Why,
    against,
    compared,
    energy_of,
    masses_text,
    mean_of,
    point_text,
    side,
)
from verify.report.words import in_words, number

if TYPE_CHECKING:
    from theorems.model.law import Measure
    from theorems.model.matrix import Vector
    from theorems.model.problem import Problem

MOST_SUMS = 12
"""Most prompts whose subset sums are listed."""


def said(claimed: Assertion) -> str:
    """What is claimed, with labels counted from 1 and laws that stand below."""
    match claimed:
        case Energy(_, _, relation, value):
            return f"the law below has E {relation.value} {number(value)}"
        case Output(_, _, relation, _):
            verb = "is" if relation is Relation.EQ else "is not"
            return f"the content marginal of the law below {verb} the target below"
        case Affine(_, label, _):
            return in_words(claimed).replace(f"label {label}", f"label {label + 1}")
        case Identity(left, _, _):
            return (
                "a number equals its formula" if len(left) == 1 else f"each of {len(left)} numbers equals its formula"
            )
        case Orbit(gauges, points, _):
            return f"one u has all {len(points)} points on its orbit {{R_i^{{-1}} u}} under {len(gauges)} gauges"
        case _:
            return in_words(claimed)


def reason(claimed: Assertion, proof: Proof, speaker: str, names: tuple[str, str] = UNNAMED) -> Why:  # noqa: C901 - one case a kind
    """Why the proof, which the checker accepted for the negation, refutes what is claimed.

    Args:
        claimed: what is refuted.
        proof: the proof of its negation.
        speaker: who claims it.
        names: what the two numbers of an identity are.
    """
    says = f"{speaker} says: {said(claimed)}."
    match claimed, proof:
        case Supremum(), _:
            return _supremum(claimed, proof, says)
        case Energy(problem, law, _, value), EnergyValue(found):
            sides = side("E of the law", found), side("E as claimed", value)
            return Why((says, f"It has E = {sides[0]}."), sides, (Exhibit("the law", law, problem),))
        case Output(), OutputLaw(marginal):
            return _output(claimed, marginal, says)
        case ((Collapse() | Spread()), _):
            return collapse_reason(claimed, proof, says)
        case ((Unique() | OneOutput()), TwoMaximisers()):
            return two_reason(claimed, proof, says)
        case Realisable(), _:
            return realisable_reason(claimed, proof, says)
        case Orbit(_, points, _), _:
            return orbit_reason(points, proof, says)
        case Affine(problem, label, _), CurvedSelfTerm(law, other):
            ends = law, law.replaced(label, other)
            middle = law.replaced(label, mixture(law.slices[label], other, fmpq(1, 2)))
            words = f"Move the slice of label {label + 1} halfway from the first law to the second"
            return _bent(problem, ends, middle, f"{says} {words}:", "An affine function takes the mean there.")
        case Convex(problem, _), NotConvex(first, second):
            pairs = zip(first.slices, second.slices, strict=True)
            middle = Law(tuple(mixture(a, b, fmpq(1, 2)) for a, b in pairs))
            words = "A convex function takes at most the mean there."
            return _bent(problem, (first, second), middle, f"{says} Take the law halfway between two laws:", words)
        case Identity(left, _, right), _:
            return _identity(left, right, speaker, names)
        case SubsetSums(masses, targets, _), _:
            return _sums(masses, targets, says)
        case ((NonNegative() | PassageTime() | GrowthRate() | StableTwist()), _):
            return motion_reason(claimed, says)
        case _:
            return continuum_reason(claimed, proof, says)


def _supremum(claimed: Supremum, proof: Proof, says: str) -> Why:
    problem, value = claimed.problem, claimed.value
    if isinstance(proof, Attained):
        found = energy_of(problem, proof.law)
        sides = side("E of the law", found), side("the claimed bound", value)
        words = f"But the law below has E = {sides[0]}, which is {against(found, claimed.relation, value)}."
        return Why((says, words), sides, (Exhibit("the law that refutes the claim", proof.law, problem),))
    upper, _ = upper_bound(problem, claimed.domain, proof)  # pyright: ignore[reportArgumentType]  # accepted as one
    sides = side("the greatest E there can be", upper), side("E as claimed", value)
    kind = "tuple of Dirac masses" if claimed.domain is Domain.TUPLES else "law"
    words = f"But no {kind} has more than E = {sides[0]}, which is {against(upper, claimed.relation, value)}."
    return Why((says, words, f"The bound: {bound_words(proof)}."), sides)


def _output(claimed: Output, marginal: Measure, says: str) -> Why:
    found, target = marginal.merged(), claimed.target.merged()
    words = "It is the target." if found.same_as(target) else ""
    for atom in (*found.atoms, *target.atoms):
        a, b = (_mass(measure, atom.point) for measure in (found, target))
        if a != b and not words:
            words = f"At the point {point_text(atom.point)} the content marginal has the mass {a}, the target {b}."
    exhibits = Exhibit("the law", claimed.law, claimed.problem), Exhibit("the target", target)
    return Why((says, words), None, exhibits)


def _mass(measure: Measure, point: tuple[Real, ...]) -> fmpq:
    return sum((atom.weight for atom in measure.atoms if same_point(atom.point, point)), start=fmpq(0))


def _bent(problem: Problem, ends: tuple[Law, Law], middle: Law, says: str, end: str) -> Why:
    first, second = (energy_of(problem, law) for law in ends)
    found = energy_of(problem, middle)
    mean = mean_of(first, second)
    sides = side("E of the law halfway", found), side("the mean of E at the two ends", mean)
    order = compared(found, mean)
    words = f"E = {side('', first)} at the first law, E = {side('', second)} at the second, mean {sides[1]}."
    half = f"E = {sides[0]} halfway, which is {order} the mean. {end}"
    titles = "the first law", "the second law", "the law halfway"
    exhibits = tuple(Exhibit(title, law, problem) for title, law in zip(titles, (*ends, middle), strict=True))
    return Why((says, words, half), sides, exhibits)


def _identity(left: Vector, right: Vector, speaker: str, names: tuple[str, str]) -> Why:
    says = f"{speaker} says: {names[0]} is {names[1]}."
    k = next((k for k, (a, b) in enumerate(zip(left, right, strict=True)) if a != b), None)
    if k is None:
        return Why((f"{speaker} says that two lists of numbers differ.", "But all of them agree."))
    where = "" if len(left) == 1 else f", in place {k + 1} of {len(left)}"
    sides = side(names[0], left[k]), side(names[1], right[k])
    return Why((says, f"But on this instance{where} the first is {sides[0]}, the second {sides[1]}."), sides)


def _sums(masses: tuple[fmpq, ...], targets: tuple[fmpq, ...], says: str) -> Why:
    prompts = f"The prompts have the masses {masses_text(masses)}, the target the weights {masses_text(targets)}."
    if len(masses) > MOST_SUMS:
        return Why((says, prompts, "Whole prompts only can be handed out; the checker tried every way."))
    sums = sorted({sum(chosen, start=fmpq(0)) for k in range(len(masses) + 1) for chosen in combinations(masses, k)})
    missing = [weight for weight in targets if weight not in sums]
    words = (
        f"An atom sends all its mass to one point, so each weight must be one of the sums {masses_text(tuple(sums))}"
    )
    end = (
        f"{missing[0]} is none of them."
        if missing
        else "each weight is, but not all at once: the checker tried every way."
    )
    stacks = Stack("the masses of the prompts", masses), Stack("the weights of the target", targets)
    return Why((says, prompts, f"{words}; {end}"), stacks=stacks)
