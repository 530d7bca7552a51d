"""Why a claim about a problem holds or falls, in a sentence, by the kind of its proof."""

from __future__ import annotations

from typing import TYPE_CHECKING

from theorems.model.assertion import Domain
from theorems.model.proof import (
    Attained,
    CircleEnergy,
    Proof,
    Rigid,
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

RIGID = (
    "k >= 0 joins all labels and phi is below phi(1) elsewhere, so the maximisers are R_s^-1 u, one u for all labels"
)
MAXIMAL = {
    Property.COLLAPSE: "a law that is not collapsed has the greatest energy",
    Property.SPREAD: "a collapsed law has the greatest energy",
    Property.GRAPH_LAW: "a tuple of Dirac masses has the greatest energy of all laws",
    Property.ORBIT: "label s at R_s^-1 u has the greatest energy of all laws",
}
SAME = {
    Property.COLLAPSE: "; the R_s all agree",
    Property.SPREAD: "; the R_s^-1 u differ for every u",
    Property.GREAT_CIRCLE: "; labels whose difference is rational are never at one point of a circle",
}
ABOVE = {
    Property.ORBIT: "a law has more energy than label s at R_s^-1 u, the same for every u",
    Property.GREAT_CIRCLE: "a law has more energy than each of the circles, of which these labels allow finitely many",
}


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
        case Rigid():
            return RIGID + SAME.get(claim.property, "")
        case CircleEnergy(winding, _):
            steps = (winding * (value - file.values[0]).rational_multiple_of_pi() / 2 for value in file.values)
            one_point = "; it puts all these labels at one point" if all(step.q == 1 for step in steps) else ""
            return f"the circle with m = {winding} has the greatest energy of all laws{one_point}"
        case Attained():
            return ABOVE[claim.property]
        case _:
            return f"by {type(proof).__name__}"


def _bound(problem: Problem, proof: Proof) -> str:
    if isinstance(proof, Attained):
        return f"some law has the energy {_energy(problem, proof.law)}"
    most, _ = upper_bound(problem, Domain.LAWS, proof)  # pyright: ignore[reportArgumentType]  # accepted as one
    return f"no law has more energy than {number(most)}"


def _energy(problem: Problem, law: Law) -> str:
    value = energy_of(problem, law)
    return number(value) if isinstance(value, Real) else f"~{value.mid().str(17, radius=False)}"
