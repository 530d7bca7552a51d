"""Why a claim about a problem holds or falls, in a sentence, by the kind of its proof."""

from __future__ import annotations

from typing import TYPE_CHECKING

from theorems.model.assertion import Domain, Relation
from theorems.model.proof import (
    AboveGraphs,
    Attained,
    CircleEnergy,
    Circulant,
    CollapsedBelow,
    JensenSelfTerms,
    Maximiser,
    PositiveCoefficients,
    Proof,
    Rigid,
    SplitCells,
    UniqueGram,
)
from theorems.model.real import Real
from verify.certificate import BoundClaim, ProblemClaim, Property
from verify.checker.bounds import upper_bound
from verify.report.why import energy_of
from verify.report.words import number

if TYPE_CHECKING:
    from theorems.model.law import Law
    from theorems.model.problem import Problem
    from theorems.model.problem_file import ProblemFile

EQ, NE = Relation.EQ, Relation.NE

RIGID = (
    "k >= 0 joins all labels and phi is below phi(1) elsewhere, so the maximisers are R_s^-1 u, one u for all labels; "
)
LEMMAS: dict[tuple[type[Proof], Property, Relation], str] = {
    (
        Circulant,
        Property.COLLAPSE,
        EQ,
    ): "the constant mode has the greatest eigenvalue of the bias, simple and > 0",
    (Rigid, Property.COLLAPSE, EQ): RIGID + "the R_s all agree",
    (Rigid, Property.COLLAPSE, NE): RIGID + "the R_s differ",
    (Rigid, Property.SPREAD, EQ): RIGID + "they are at several points for every u",
    (Rigid, Property.SPREAD, NE): RIGID + "they are at one point for some u",
    (Rigid, Property.GREAT_CIRCLE, NE): RIGID + "the R_s agree, and no circle has all these labels at one point",
    (Maximiser, Property.COLLAPSE, NE): "a law that is not collapsed has the greatest energy",
    (Maximiser, Property.SPREAD, NE): "a collapsed law has the greatest energy",
    (Maximiser, Property.GRAPH_LAW, EQ): "a tuple of Dirac masses has the greatest energy of all laws",
    (Maximiser, Property.ORBIT, EQ): "label s at R_s^-1 u has the greatest energy of all laws",
    (UniqueGram, Property.COLLAPSE, EQ): "an exact dual leaves one maximiser up to O(d), and it is collapsed",
    (UniqueGram, Property.SPREAD, EQ): "an exact dual leaves one maximiser up to O(d), and it is at several points",
    (
        SplitCells,
        Property.GRAPH_LAW,
        EQ,
    ): "inside a cell a graph law may vary, and reaches the energy of any law",
    (JensenSelfTerms, Property.GRAPH_LAW, EQ): (
        "every self term is absent or Jensen, so that each slice of a maximiser can be drawn together to one point"
    ),
    (PositiveCoefficients, Property.GRAPH_LAW, EQ): "the energy is convex, so greatest at a tuple of Dirac masses",
    (Attained, Property.ORBIT, NE): "a law has more energy than label s at R_s^-1 u, which is the same for every u",
    (Attained, Property.GREAT_CIRCLE, NE): "a law has more energy than each circle; these labels allow finitely many",
}
"""The reasons that name no number, by the kind of proof and what it proves."""


def because(file: ProblemFile, claim: ProblemClaim, proof: Proof) -> str:
    """The reason behind a proof that the checker accepted.

    Args:
        file: the problem.
        claim: what is proved: the claim, or its negation where it is refuted.
        proof: its proof.
    """
    problem = file.problem
    if isinstance(claim, BoundClaim):
        return _bound(problem, proof)
    match proof:
        case CollapsedBelow(law):
            return f"a law has the energy {_energy(problem, law)}, more than any collapsed law"
        case AboveGraphs(law, upper):
            most, _ = upper_bound(problem, Domain.TUPLES, upper)
            return f"a law has the energy {_energy(problem, law)}, no tuple of Dirac masses more than {number(most)}"
        case CircleEnergy(winding, _):
            steps = (winding * (value - file.values[0]).rational_multiple_of_pi() / 2 for value in file.values)
            one_point = "; it puts all these labels at one point" if all(step.q == 1 for step in steps) else ""
            return f"the circle with m = {winding} has the greatest energy of all laws{one_point}"
        case _:
            return LEMMAS[type(proof), claim.property, claim.relation]


def _bound(problem: Problem, proof: Proof) -> str:
    if isinstance(proof, Attained):
        return f"some law has the energy {_energy(problem, proof.law)}"
    most, _ = upper_bound(problem, Domain.LAWS, proof)  # pyright: ignore[reportArgumentType]  # accepted as one
    return f"no law has more energy than {number(most)}"


def _energy(problem: Problem, law: Law) -> str:
    value = energy_of(problem, law)
    return number(value) if isinstance(value, Real) else f"~{value.mid().str(17, radius=False)}"
