"""The reason behind a refutation of what is claimed of all maximisers, or of one orbit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flint import fmpq

from theorems.model.assertion import Collapse, Domain, OneOutput, Realisable, Relation, Spread, Unique
from theorems.model.energy import peak_energy
from theorems.model.law import content_marginal, finite_measure
from theorems.model.proof import (
    Ceilings,
    CollapsedBelow,
    Grid,
    Linear,
    Maximiser,
    Moment,
    OrbitPoint,
    Pointwise,
    Proof,
    Realisation,
    Rigid,
    Semidefinite,
    TwoMaximisers,
)
from theorems.model.real import Real
from verify.checker.bounds import upper_bound
from verify.checker.maximisers import content_invariants, gauge_frame_means
from verify.report.why import Exhibit, Why, energy_of, masses_text, point_text, side
from verify.report.words import number

if TYPE_CHECKING:
    from theorems.model.matrix import Vector


def collapse_reason(claimed: Collapse | Spread, proof: Proof, says: str) -> Why:
    """Why not every maximiser, or why some maximiser, is collapsed."""
    problem = claimed.problem
    if isinstance(proof, Maximiser):
        sides = (
            side("E of the law", energy_of(problem, proof.law)),
            side("the bound for every law", _top(claimed, proof)),
        )
        points = len(content_marginal(problem.labels, proof.law).merged().atoms)
        spread = "one point: it is collapsed" if points == 1 else f"{points} points: it is not collapsed"
        words = f"But the law below has E = {sides[0]}, and no law has more: it is a maximiser."
        words += f" Its contents are at {spread}."
        return Why((says, words), sides, (Exhibit("a maximiser", proof.law, problem),))
    if isinstance(proof, CollapsedBelow):
        collapsed = peak_energy(problem)
        sides = side("E of the law", energy_of(problem, proof.law)), side("E of every collapsed law", collapsed)
        words = f"But every collapsed law has E = {sides[1]}, and the law below has more, E = {sides[0]}."
        return Why((says, words), sides, (Exhibit("a law above all collapsed ones", proof.law, problem),))
    if not isinstance(proof, Rigid):
        return Why((says, "But every maximiser is: the constant mode is the greatest eigenvalue and a simple one."))
    wrong = claimed.relation is Relation.EQ
    said = {
        (True, True): "some u has its R_i^{-1} u at the same point for all labels, so that maximiser is collapsed",
        (True, False): "no u has its R_i^{-1} u at the same point for all labels, so none is collapsed",
        (False, True): "the R_i differ, so some u gives a maximiser at several points",
        (False, False): "the R_i agree, so each of them is at one point",
    }
    words = f"But the maximisers are all R_i^{{-1}} u, any u on the sphere: {said[isinstance(claimed, Spread), wrong]}."
    return Why((says, words))


def _top(claimed: Collapse | Spread | Unique | OneOutput, proof: Maximiser | TwoMaximisers) -> Real:
    return upper_bound(claimed.problem, Domain.LAWS, proof.upper)[0]


def two_reason(claimed: Unique | OneOutput, proof: TwoMaximisers, says: str) -> Why:
    """Why two maximisers are different beyond the symmetries."""
    problem = claimed.problem
    sides = (
        side("E of both laws", energy_of(problem, proof.first)),
        side("the bound for every law", _top(claimed, proof)),
    )
    both = f"But both laws below have E = {sides[0]}, and no law has more: both are maximisers."
    if isinstance(claimed, Unique):
        first, second = (gauge_frame_means(problem, law) for law in (proof.first, proof.second))
        i, j = next((i, j) for i, row in enumerate(first) for j, a in enumerate(row) if a != second[i][j])
        what = (
            "the squared length of the mean" if i == j else f"the inner product of its mean with that of label {j + 1}"
        )
        a, b = number(first[i][j]), number(second[i][j])
        words = (
            f"Label {i + 1} tells them apart: {what} (in the gauge frame) is {a} in the first and {b} in the second."
        )
    else:
        pair = (content_invariants(content_marginal(problem.labels, law)) for law in (proof.first, proof.second))
        names = "|mean|^2", "the squared length of the second moment"
        said = [
            f"{name} is {number(a)} in the first output and {number(b)} in the second"
            for name, a, b in zip(names, *pair, strict=True)
            if a != b
        ]
        words = f"Their outputs differ: {said[0]}."
    end = "No rotation or reflection of the contents changes that number, so they differ beyond O(d)."
    exhibits = (
        Exhibit("the first maximiser", proof.first, problem),
        Exhibit("the second maximiser", proof.second, problem),
    )
    return Why((says, both, words, end), sides, exhibits)


def realisable_reason(claimed: Realisable, proof: Proof, says: str) -> Why:
    """Why no maximiser, or some maximiser, has the target as its output."""
    target = Exhibit("the target", claimed.target)
    if isinstance(proof, Realisation):
        words = f"But the law below is one, under the masses {masses_text(proof.masses)}."
        return Why((says, words), None, (Exhibit("a maximiser with that output", proof.law, claimed.problem), target))
    words = (
        "But every maximiser puts label i at R_i^{-1} u, with one u for all labels: so all points of its output lie on "
        "one orbit {R_i^{-1} u}, and there is no u whose orbit holds all points of the target (the checker tries each)."
    )
    return Why((says, words), None, (target,))


def orbit_reason(points: tuple[Vector, ...], proof: Proof, says: str) -> Why:
    """Why the points lie on no one orbit, or on one."""
    if isinstance(proof, OrbitPoint):
        words = f"But they lie on the orbit of u = {point_text(proof.point)}."
    else:
        words = (
            "But a u with the first point p on its orbit is one of the R_i p, finitely many, and the orbit of each of "
            "them leaves out another point."
        )
    weight = fmpq(1, len(points))
    shown = finite_measure([weight] * len(points), points)
    return Why((says, words), None, (Exhibit("the points", shown),))


def bound_words(proof: Proof) -> str:
    """How an upper bound for all laws, or all tuples of Dirac masses, comes about."""
    match proof:
        case Pointwise(lowest, highest):
            return (
                f"phi is between {number(lowest)} and {number(highest)} at every pair of contents; sum over the pairs"
            )
        case Linear() | Semidefinite():
            listed = masses_text(proof.multipliers)
            return (
                f"with C_ij = rho_i rho_j k_ij and l = {listed}, sum_ij C_ij <m_i, m_j> <= sum_i l_i |m_i|^2 for the "
                "means m_i of the slices of any law, and |m_i| = 1 for a Dirac mass"
            )
        case Moment():
            return (
                "every law has moments of inner products, in which E is linear up to the error of a polynomial and for "
                "which matrices are positive semidefinite; a dual solution bounds E under these conditions"
            )
        case Ceilings():
            return "every psi_ij is at most its ceiling at every pair of contents; sum over the pairs"
        case Grid():
            return (
                "h_ij plus a square and prices that cancel in the sum over the pairs is at most a ceiling for each "
                "pair of labels; the square adds nothing negative"
            )
        case _:
            return "n/2 times the greatest eigenvalue of the circulant C_ij = rho_i rho_j k_ij"
