"""Rules about two named graph laws as maximisers: the orbits of the gauges, and circles over the labels' own values."""

from __future__ import annotations

from math import lcm
from typing import TYPE_CHECKING

from flint import ctx, fmpq

from theorems.model.arithmetic import Balls
from theorems.model.assertion import CircleMaximiser, OrbitMaximiser, Relation
from theorems.model.energy import energy
from theorems.model.kernel import ZonalKernel
from theorems.model.law import Law, graph_law, same_point
from theorems.model.matrix import apply
from theorems.model.problem import Problem, zonal
from theorems.model.profile import value_at
from theorems.model.real import Real
from verify.checker.bounds import require_orthogonal_gauges
from verify.checker.laws import PRECISION, require_energy, require_shape
from verify.checker.maximisers import gauges_agree, require_maximiser, require_rigid
from verify.errors import RefusedError
from verify.verdict import Trust

if TYPE_CHECKING:
    from theorems.model.proof import Attained, CircleEnergy, Maximiser, Rigid

MOST_PAIRS = 1_000_000
"""Windings times pairs of labels up to which all circles are looked at."""


def orbit_maximiser(assertion: OrbitMaximiser, proof: Maximiser) -> Trust:
    """Lemma: a maximiser with label i at x_i and R_i x_i = u for all i, that is x_i = R_i^{-1} u."""
    if assertion.relation is not Relation.EQ:
        raise RefusedError("a maximiser on an orbit proves no statement of the kind !=")
    problem, law = assertion.problem, proof.law
    zonal(problem)
    require_orthogonal_gauges(problem)
    trust = require_maximiser(problem, law, proof.upper)
    points = [apply(problem.gauge(i), atom.point) for i, piece in enumerate(law.slices) for atom in piece.atoms]
    if not all(same_point(point, points[0]) for point in points):
        raise RefusedError("the maximiser is on no orbit of the gauges")
    return trust


def above_orbits(assertion: OrbitMaximiser, proof: Attained) -> Trust:
    """A law above all orbits.

    Lemma: for orthogonal gauges every orbit has the energy phi(1)/2 sum C_ij; a law of more shows that none is maximal.
    Proof. R_i x_i = u for all i, so that every <R_i x_i, R_j x_j> is 1.
    """
    if assertion.relation is not Relation.NE:
        raise RefusedError("a law above the orbits proves no statement of the kind =")
    problem = assertion.problem
    kernel = zonal(problem)
    require_orthogonal_gauges(problem)
    total = Real.sum(entry for row in problem.weighted_bias() for entry in row)
    return require_energy(problem, proof.law, Relation.GT, total * value_at(kernel.profile, Real(1)) / 2)


def _require_circle(assertion: CircleMaximiser) -> None:
    if assertion.problem.dimension < 2:
        raise RefusedError("a circle needs dimension 2 or more")
    if len(assertion.values) != len(assertion.problem):
        raise RefusedError(f"{len(assertion.values)} label values for {len(assertion.problem)} labels")


def turns(assertion: CircleMaximiser) -> tuple[list[fmpq], int]:
    """s_i/(2 pi) and their common denominator N: a circle depends on its winding mod N alone.

    Raises:
        RefusedError: d = 1, or not one label a slice.
        InexactError: a label is no rational multiple of pi.
    """
    _require_circle(assertion)
    found = [value.rational_multiple_of_pi() / 2 for value in assertion.values]
    return found, lcm(*(int(turn.q) for turn in found))


def wound(problem: Problem, labels: list[fmpq], winding: int) -> Law:
    """Label i at (cos m s_i, sin m s_i, 0, ..), s_i in turns."""
    rest = (Real(0),) * (problem.dimension - 2)
    return graph_law((Real.cosine(winding * turn), Real.sine(winding * turn), *rest) for turn in labels)


def circle_energy(assertion: CircleMaximiser, proof: CircleEnergy) -> Trust:
    """Lemma: a circle whose energy is at least a bound for all laws is a maximiser; the winding m counts mod N."""
    if assertion.relation is not Relation.EQ:
        raise RefusedError("a maximal circle proves no statement of the kind !=")
    labels, order = turns(assertion)
    if not 1 <= proof.winding <= order:
        raise RefusedError(f"winding {str(proof.winding)[:20]} is not from 1 to {order}, beyond which circles recur")
    return require_maximiser(assertion.problem, wound(assertion.problem, labels, proof.winding), proof.upper)


def above_circles(assertion: CircleMaximiser, proof: Attained) -> Trust:
    """Lemma: a law of more energy than each of the N circles, all there are, shows that none of them is a maximiser.

    By balls. Without a gauge the windings m and N - m are mirror images, of the same energy under a zonal kernel.
    """
    if assertion.relation is not Relation.NE:
        raise RefusedError("a law above the circles proves no statement of the kind =")
    problem, law = assertion.problem, proof.law
    labels, order = turns(assertion)
    if order * len(problem) ** 2 > MOST_PAIRS:
        raise RefusedError(f"{order} windings of {len(problem)} labels are too many to be looked at")
    require_shape(problem, law)
    kernel = problem.kernel
    mirrored = isinstance(kernel, ZonalKernel) and not kernel.gauges
    with ctx.workprec(PRECISION):
        found = energy(problem, law, Balls(PRECISION))
        for winding in range(1, order + 1):
            if mirrored and winding < order and 2 * winding > order:
                continue
            circle = energy(problem, wound(problem, labels, winding), Balls(PRECISION))
            if not found > circle:
                raise RefusedError(f"the law is not seen to have more energy than the circle of winding {winding}")
    return Trust.BALL


def rigid_circles(assertion: CircleMaximiser, _proof: Rigid) -> Trust:
    """No circle where every maximiser is one point.

    Lemma: for a rigid problem whose gauges agree every maximiser is collapsed. Labels whose difference is a rational
    number other than 0 are at different points of every circle, since m (s_i - s_j) is no multiple of 2 pi.
    """
    problem, values = assertion.problem, assertion.values
    if assertion.relation is not Relation.NE:
        raise RefusedError("rigidity proves no circle to be a maximiser")
    _require_circle(assertion)
    trust = require_rigid(problem)
    if not gauges_agree(problem):
        raise RefusedError("the gauges differ: a maximiser may be a circle")
    differences = [value - values[0] for value in values]
    if not any(difference.is_rational and difference != 0 for difference in differences):
        raise RefusedError("no two labels are seen to differ by a rational number")
    return trust
