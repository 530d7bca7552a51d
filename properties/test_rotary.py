"""Rotary labels: R1 and R3 on instances that Hypothesis draws, R2 for phi = -t and phi = t^2, flows, shapes."""

from __future__ import annotations

from math import gcd

import pytest
from flint import fmpq
from hypothesis import given, target
from hypothesis import strategies as st

from properties import bounds, claims, invariance, motion, strategies
from properties.source import instances
from theorems import draw as choose
from theorems import frame
from theorems.model.assertion import (
    Domain,
    Energy,
    Masses,
    Orbit,
    Realisable,
    Relation,
    Supremum,
    UniformWinding,
    Unique,
    negation,
)
from theorems.model.flow import velocity
from theorems.model.kernel import ZonalKernel
from theorems.model.labels import Labels, Reading
from theorems.model.law import content_marginal, finite_measure
from theorems.model.problem import Problem
from theorems.model.proof import Attained, OrbitPoint, Rigid, Semidefinite, TwoMaximisers, WholeTurns
from theorems.model.real import Real
from theorems.model.sphere import axis
from theorems.rotary import bound, conjugacy, maximisers, orbit, shapes
from verify.certificate import Role
from verify.checker import check

THEOREMS = (bound.THEOREM, maximisers.THEOREM, orbit.THEOREM)
BOUNDARIES = [(theorem, boundary.drops) for theorem in THEOREMS for boundary in theorem.boundaries]


@given(instances(bound.THEOREM))
def test_the_rotary_maximum_is_attained_on_every_orbit(x):
    claims.claim_is_proved(bound.THEOREM, x)


@given(instances(maximisers.THEOREM))
def test_a_strictly_peaked_rotary_kernel_has_no_other_maximisers(x):
    claims.claim_is_proved(maximisers.THEOREM, x)


@given(instances(orbit.THEOREM))
def test_every_law_on_a_rotation_orbit_is_an_output(x):
    claims.claim_is_proved(orbit.THEOREM, x)


@pytest.mark.parametrize(("theorem", "hypothesis"), BOUNDARIES, ids=lambda value: getattr(value, "name", value))
@given(data=st.data())
def test_each_rotary_hypothesis_is_needed(theorem, hypothesis, data):
    x = data.draw(instances(theorem, Role.BOUNDARY, hypothesis))
    claims.boundary_is_refuted(theorem, hypothesis, x)


@given(st.data(), instances(bound.THEOREM))
def test_no_law_passes_the_rotary_maximum(data, x):
    law = data.draw(strategies.laws(x.problem, 2))
    distance = bounds.below_the_peak(x.problem, law)
    target(-float(distance.ball().mid()), label="distance to the rotary maximum")


@given(st.data(), instances(bound.THEOREM))
def test_the_orbit_law_keeps_its_energy_when_u_turns(data, x):
    law = frame.one_point_law(x.problem, x.u)
    invariance.rotation_keeps_energy(x.problem, law, data.draw(strategies.orthogonals(len(x.u))))


@given(strategies.orbit_targets())
def test_the_target_lies_on_the_orbit_of_u(x):
    points = tuple(atom.point for atom in x.target.atoms)
    claims.is_proved(Orbit(x.rotary.gauges, points, Relation.EQ), OrbitPoint(x.rotary.u))


@given(instances(orbit.THEOREM, Role.BOUNDARY, "orbit"))
def test_a_target_on_two_orbits_lies_on_none(x):
    points = tuple(atom.point for atom in x.target.atoms)
    claims.is_proved(Orbit(x.rotary.gauges, points, Relation.NE))


def repulsive(masses: tuple[fmpq, ...], dimension: int) -> Problem:
    """h = -<x, y>, atomic."""
    labels = Labels(masses, Reading.ATOMIC)
    return Problem(dimension, labels, ZonalKernel(choose.ones(len(masses)), choose.profile("-r")))


@given(strategies.masses(3), st.integers(1, 3))
def test_a_heavy_label_keeps_repulsive_graph_laws_below_zero(rest, dimension):
    """R2, phi = -t: the maximum over tuples is -(2 max rho - 1)^2/2 where max rho > 1/2; over laws it is 0."""
    heavy = fmpq(1, 2) + rest[0] / 2
    masses = (heavy, *(mass / 2 for mass in rest[1:]))
    problem, excess = repulsive(masses, dimension), 2 * heavy - 1
    value = Real(-excess * excess / 2)
    multipliers = (-heavy * excess, *(mass * excess for mass in masses[1:]))
    claims.is_proved(Supremum(problem, Domain.TUPLES, Relation.LE, value), Semidefinite(multipliers))
    best = frame.flipped_law(problem, axis(dimension, 0), [0])
    claims.is_proved(Energy(problem, best, Relation.EQ, value))
    spread = frame.balanced_law(problem, axis(dimension, 0), range(len(masses)))
    claims.is_proved(Energy(problem, spread, Relation.EQ, Real(0)))


def test_three_equal_repulsive_labels_reach_zero_on_the_circle():
    """Max rho = 1/3 <= 1/2: the third roots of unity have mean zero."""
    third = fmpq(1, 3)
    problem = repulsive((third,) * 3, 2)
    roots = frame.graph_law((Real.cosine(fmpq(j, 3)), Real.sine(fmpq(j, 3))) for j in range(3))
    claims.is_proved(Supremum(problem, Domain.TUPLES, Relation.GE, Real(0)), Attained(roots))


@given(instances(bound.THEOREM))
def test_an_even_profile_has_maximisers_beyond_the_orbit(x):
    """R2, phi = t^2: slices at u and -u are maximisers too, so that the maximiser is not unique."""
    even = bound.RotaryInstance(x.labels, x.gauges, choose.profile("r**2"), x.u)
    problem = even.problem
    if len(problem) == 1 and problem.labels.reading is Reading.TOKENS:
        return
    first, second = frame.one_point_law(problem, x.u), frame.balanced_law(problem, x.u, [0])
    upper = bounds.pointwise_proof(problem)
    claims.is_proved(Unique(problem, Relation.NE), TwoMaximisers(first, second, upper))


def test_two_equal_atoms_cannot_be_carried_to_three_equal_masses():
    """P3's boundary holds for positions with fixed masses too: each output mass is a sum of masses of labels."""
    half, third = fmpq(1, 2), fmpq(1, 3)
    problem = Problem(2, Labels((half, half), Reading.ATOMIC), ZonalKernel(choose.ones(2), choose.profile("r")))
    roots = [(Real.cosine(fmpq(j, 3)), Real.sine(fmpq(j, 3))) for j in range(3)]
    claims.is_proved(Realisable(problem, Masses.FIXED, finite_measure((third,) * 3, roots), Relation.NE), Rigid())


flows = strategies.zonal_problems(gauged=True, texts=conjugacy.PROFILES)


def contents(problem: Problem):
    return st.tuples(*[strategies.points(problem.dimension)] * len(problem))


@given(st.data(), flows)
def test_a_gauge_carries_the_flow_to_the_flow_without_labels(data, problem):
    motion.gauges_carry_the_flow(problem, data.draw(contents(problem)))


@given(st.data(), strategies.problems())
def test_the_energy_rises_at_the_rate_of_the_squared_speeds_whatever_the_kernel(data, problem):
    points = data.draw(contents(problem))
    motion.contents_stay_on_the_sphere(problem, points)
    target(-float(motion.energy_rises(problem, points).ball().mid()), label="how little the energy rises")


@given(st.data(), flows)
def test_turned_contents_move_as_they_did(data, problem):
    turn = data.draw(strategies.orthogonals(problem.dimension))
    motion.rotation_turns_the_flow(problem, data.draw(contents(problem)), turn)


@given(instances(bound.THEOREM))
def test_a_maximiser_does_not_move(x):
    points = frame.unrotated(x.gauges, x.u)
    assert all(entry == 0 for i in range(len(points)) for entry in velocity(x.problem, points, i))


@given(st.integers(1, 9), st.integers(0, 20), st.integers(0, 4))
def test_the_polygon_of_a_step_has_as_many_corners_as_n_over_the_common_divisor(n, step, kind):
    """R5: n positions turned by j/n have n/gcd(j, n) points of equal mass on their latitude."""
    a, b, c = shapes.HEIGHTS[kind % 4]
    labels = Labels((fmpq(1, n),) * n, Reading.ATOMIC)
    x = shapes.LatitudeInstance(labels, step, 3, fmpq(a, c), fmpq(b, c), choose.profile("r"), fmpq(1), fmpq(1))
    found = content_marginal(labels, frame.one_point_law(x.problem, x.u)).merged().atoms
    assert len(found) == n // gcd(step, n)
    assert {atom.weight for atom in found} == {fmpq(gcd(step, n), n)}
    assert all(atom.point[2] == x.height for atom in found)


@given(st.integers(-12, 12), st.integers(1, 6), st.integers(1, 6))
def test_a_path_is_even_iff_it_makes_whole_turns_and_moves(numerator, denominator, length):
    rate = fmpq(numerator, denominator)
    whole = numerator != 0 and (numerator * length) % denominator == 0
    relation = Relation.EQ if whole else Relation.NE
    claims.is_proved(UniformWinding(rate, fmpq(length), relation), WholeTurns())
    assert not check(negation(UniformWinding(rate, fmpq(length), relation)), WholeTurns()).accepted
