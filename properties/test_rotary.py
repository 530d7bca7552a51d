"""Rotary labels: R1 and R3 on instances that Hypothesis draws, and what R2 says of phi = -t and phi = t^2."""

from __future__ import annotations

import pytest
from flint import fmpq
from hypothesis import given, target
from hypothesis import strategies as st

from properties import bounds, claims, invariance, strategies
from properties.source import instances
from theorems import draw as choose
from theorems import frame
from theorems.model.assertion import Domain, Energy, Masses, Orbit, Realisable, Relation, Supremum, Unique
from theorems.model.kernel import ZonalKernel
from theorems.model.labels import Labels, Reading
from theorems.model.law import finite_measure
from theorems.model.problem import Problem
from theorems.model.proof import Attained, OrbitPoint, Rigid, Semidefinite, TwoMaximisers
from theorems.model.real import Real
from theorems.model.sphere import axis
from theorems.rotary import bound, maximisers, orbit
from verify.certificate import Role

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
