"""Rules about output laws and orbits: what a maximiser can put out, and what none can."""

from __future__ import annotations

from typing import TYPE_CHECKING

from theorems.model.assertion import Masses, Orbit, Realisable, Relation
from theorems.model.law import Law, content_marginal, graph_law, same_point
from theorems.model.matrix import all_rational, apply, is_orthogonal, shape_is, transpose
from theorems.model.problem import Problem, zonal
from theorems.model.refinement import relabelled
from theorems.model.sphere import is_on_sphere
from verify.checker.laws import require_shape
from verify.checker.maximisers import require_maximiser, require_rigid
from verify.errors import RefusedError
from verify.verdict import Trust

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flint import fmpq

    from theorems.model.matrix import Matrix, Vector
    from theorems.model.proof import OffOrbit, OrbitPoint, Realisation, Rigid


def restricted(problem: Problem, masses: Sequence[fmpq]) -> tuple[Problem, list[int]]:
    """The problem under other masses, without the labels of mass 0, and the labels that are kept."""
    kept = [i for i, mass in enumerate(masses) if mass != 0]
    return relabelled(problem, kept, [masses[i] for i in kept]), kept


def realisation(assertion: Realisable, proof: Realisation) -> Trust:
    """A maximiser that puts out the target.

    Lemma: a maximiser, under the masses of the problem or, where these are free, under others, whose content
    marginal is the target.
    """
    if assertion.relation is not Relation.EQ:
        raise RefusedError("a realisation proves no statement of the kind !=")
    problem = assertion.problem
    if len(proof.masses) != len(problem):
        raise RefusedError(f"{len(proof.masses)} masses for {len(problem)} labels")
    if assertion.masses is Masses.FIXED and proof.masses != problem.labels.masses:
        raise RefusedError("the masses are not those of the problem")
    require_shape(problem, proof.law)
    smaller, kept = restricted(problem, proof.masses)
    law = Law(tuple(proof.law.slices[i] for i in kept))
    if not content_marginal(smaller.labels, law).same_as(assertion.target):
        raise RefusedError("the content marginal of the law is not the target")
    return require_maximiser(smaller, law, proof.upper)


def rigid_output(assertion: Realisable, _: Rigid) -> Trust:
    """No maximiser of a rigid problem puts out the target.

    Lemma: for a rigid problem the outputs of maximisers are the laws sum_i rho_i delta(R_i^T u). If one is the
    target, its first point p is R_i^T u for some i, so u = R_i p: n candidates, each of which is seen to fail.

    Under free masses every choice of labels must be rigid, which holds if k_ij > 0 for all i, j and self terms count;
    the target must then lie on the orbit {R_i^T u} of one of the n candidates.
    """
    if assertion.relation is not Relation.NE:
        raise RefusedError("rigidity realises nothing")
    problem, target = assertion.problem, assertion.target
    if target.dimension != problem.dimension:
        raise RefusedError(f"the target lives in dimension {target.dimension}, the problem in {problem.dimension}")
    trust = require_rigid(problem)
    gauges = [problem.gauge(i) for i in range(len(problem))]
    points = [atom.point for atom in target.atoms]
    if assertion.masses is Masses.FREE:
        if not problem.labels.self_terms or any(entry <= 0 for row in zonal(problem).bias for entry in row):
            raise RefusedError("under free masses some choice of labels is not rigid")
        require_off_orbit(gauges, points)
        return trust
    for gauge in gauges:
        u = apply(gauge, points[0])
        law = graph_law([apply(transpose(other), u) for other in gauges])
        if content_marginal(problem.labels, law).same_as(target):
            raise RefusedError(f"the target is the output of the maximiser with u=({', '.join(map(str, u))})")
    return trust


def require_gauges(assertion: Orbit) -> int:
    """Refuses anything but orthogonal matrices and points on the sphere of one dimension, which it returns."""
    if not assertion.gauges or not assertion.points:
        raise RefusedError("an orbit needs a gauge and a point")
    dimension = len(assertion.points[0])
    for i, gauge in enumerate(assertion.gauges):
        if not shape_is(gauge, dimension, dimension) or not is_orthogonal(gauge):
            raise RefusedError(f"gauge {i} is not an orthogonal matrix of size {dimension}")
    for k, point in enumerate(assertion.points):
        if len(point) != dimension or not is_on_sphere(point):
            raise RefusedError(f"point {k} is not on the sphere of dimension {dimension}")
    return dimension


def on_orbit(gauges: Sequence[Matrix], u: Vector, point: Vector) -> bool:
    """Whether the point is R_i^T u for some i; for an orthogonal R_i, whether R_i point = u."""
    return any(same_point(apply(gauge, point), u) for gauge in gauges)


def require_off_orbit(gauges: Sequence[Matrix], points: Sequence[Vector]) -> None:
    """Refuses if one orbit holds all points: it would be that of u = R_i p for the first point p and some i."""
    for gauge in gauges:
        u = apply(gauge, points[0])
        if all(on_orbit(gauges, u, point) for point in points):
            raise RefusedError(f"the orbit of u=({', '.join(map(str, u))}) holds every point")


def orbit_point(assertion: Orbit, proof: OrbitPoint) -> Trust:
    """Lemma: each point p has R_i p = u for some i, that is p = R_i^T u."""
    if assertion.relation is not Relation.EQ:
        raise RefusedError("a point of the orbit proves no statement of the kind !=")
    dimension = require_gauges(assertion)
    if len(proof.point) != dimension:
        raise RefusedError(f"u has {len(proof.point)} coordinates, the points {dimension}")
    for k, point in enumerate(assertion.points):
        if not on_orbit(assertion.gauges, proof.point, point):
            raise RefusedError(f"point {k} is not on the orbit of u")
    return _orbit_trust(assertion)


def off_orbit(assertion: Orbit, _: OffOrbit) -> Trust:
    """Lemma: u = R_i p for the first point p and some i; each of these candidates leaves out a point."""
    if assertion.relation is not Relation.NE:
        raise RefusedError("candidates that fail prove no statement of the kind =")
    require_gauges(assertion)
    require_off_orbit(assertion.gauges, assertion.points)
    return _orbit_trust(assertion)


def _orbit_trust(assertion: Orbit) -> Trust:
    rational = all_rational(assertion.points) and all(all_rational(gauge) for gauge in assertion.gauges)
    return Trust.RATIONAL if rational else Trust.BALL
