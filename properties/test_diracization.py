"""Conditional Diracization: D1 to D5 on instances that Hypothesis draws, and their numbers."""

from __future__ import annotations

import pytest
from flint import fmpq
from hypothesis import given, target
from hypothesis import strategies as st

from properties import claims, strategies, variation
from properties.source import instances
from theorems import draw as choose
from theorems.diracization import affinity, atoms, finite, repulsion, splitting
from theorems.model.assertion import Convex, Domain, Energy, Relation, Supremum
from theorems.model.energy import energy
from theorems.model.kernel import ZonalKernel
from theorems.model.labels import Labels, Reading
from theorems.model.law import dirac, finite_measure, graph_law
from theorems.model.matrix import matrix
from theorems.model.problem import Problem
from theorems.model.proof import Attained, NotConvex, PositiveCoefficients, Semidefinite
from theorems.model.real import Real
from theorems.model.selfterm import is_jensen
from theorems.model.sphere import antipode, axis
from verify.certificate import Role
from verify.checker import check

HALF = fmpq(1, 2)


@given(instances(affinity.THEOREM))
def test_the_energy_is_affine_in_a_slice_with_flat_self_term(x):
    claims.claim_is_proved(affinity.THEOREM, x)
    variation.flat_slice_is_affine(x.problem, x.law, x.label, x.other.slices[x.label])


@given(instances(affinity.THEOREM, Role.BOUNDARY, "flat"))
def test_a_self_term_that_is_not_flat_bends_the_energy(x):
    claims.boundary_is_refuted(affinity.THEOREM, "flat", x)


@given(st.data(), strategies.problems_with_laws())
def test_only_the_self_term_bends_the_energy_in_a_slice(data, drawn):
    problem, law = drawn
    label = data.draw(st.integers(0, len(problem) - 1))
    variation.bend_is_the_self_term(problem, law, label, data.draw(strategies.measures(problem.dimension)))


@given(instances(finite.THEOREM))
def test_with_jensen_self_terms_the_greedy_tuple_is_as_good_as_the_law(x):
    claims.claim_is_proved(finite.THEOREM, x)
    variation.greedy_tuple_loses_nothing(x.problem, x.law)


@given(instances(finite.THEOREM, Role.BOUNDARY, "Jensen"))
def test_without_jensen_self_terms_tuples_stay_below_a_law(x):
    claims.boundary_is_refuted(finite.THEOREM, "Jensen", x)


@given(strategies.problems_with_laws(size=3))
def test_the_greedy_tuple_loses_nothing_wherever_jensen_holds(drawn):
    variation.greedy_tuple_loses_nothing(*drawn)


@given(instances(splitting.THEOREM))
def test_in_cells_every_law_has_a_graph_law_of_its_energy_and_output(x):
    claims.claim_is_proved(splitting.THEOREM, x)


@given(instances(splitting.THEOREM, Role.BOUNDARY, "cells"))
def test_atoms_cannot_be_split(x):
    claims.boundary_is_refuted(splitting.THEOREM, "cells", x)


@given(instances(atoms.THEOREM))
def test_atoms_keep_graph_laws_from_the_maximum(x):
    claims.claim_is_proved(atoms.THEOREM, x)


@pytest.mark.parametrize("hypothesis", [hypothesis.name for hypothesis in atoms.THEOREM.hypotheses])
@given(data=st.data())
def test_each_hypothesis_on_atoms_is_needed(hypothesis, data):
    claims.boundary_is_refuted(
        atoms.THEOREM, hypothesis, data.draw(instances(atoms.THEOREM, Role.BOUNDARY, hypothesis))
    )


def lone_repulsive(reading: Reading, dimension: int) -> Problem:
    """n = 1, h = -<x, y>."""
    return Problem(dimension, Labels((fmpq(1),), reading), ZonalKernel(matrix([[-1]]), choose.profile("r")))


@pytest.mark.parametrize("dimension", choose.DIMENSIONS)
def test_one_repulsive_atom_has_the_maximum_zero_and_graph_laws_minus_one_half(dimension):
    problem = lone_repulsive(Reading.ATOMIC, dimension)
    at_rest = repulsion.mean_zero_law(problem)
    bound, reached = Semidefinite((fmpq(-1),)), graph_law([axis(dimension, 0)])
    claims.is_proved(Supremum(problem, Domain.LAWS, Relation.LE, Real(0)), bound)
    claims.is_proved(Energy(problem, at_rest, Relation.EQ, Real(0)))
    claims.is_proved(Supremum(problem, Domain.TUPLES, Relation.LE, Real("-1/2")), bound)
    claims.is_proved(Supremum(problem, Domain.TUPLES, Relation.GE, Real("-1/2")), Attained(reached))


@given(st.data(), strategies.repulsive_problems(Reading.ATOMIC))
def test_every_graph_law_of_a_repulsive_bias_on_atoms_stays_below_minus_half_n_eps(data, drawn):
    problem, epsilon = drawn
    law = data.draw(strategies.tuples(problem))
    assert energy(problem, law) <= -HALF * len(problem) * epsilon
    assert energy(problem, repulsion.mean_zero_law(problem)) == 0


@given(st.integers(1, 4))
def test_in_cells_the_repulsive_kernel_has_graph_laws_of_energy_zero(dimension):
    problem = lone_repulsive(Reading.CELLS, dimension)
    refined, graph = splitting.split(problem, repulsion.mean_zero_law(problem))
    assert graph.is_tuple
    assert energy(refined, graph) == 0


def test_jensen_is_weaker_than_positive_semidefinite_on_differences():
    """d = 2, phi = t - (2/5) t^2: Jensen, and negative on delta_u + delta_-u - delta_v - delta_-v."""
    labels = Labels((fmpq(1),), Reading.ATOMIC)
    problem = Problem(2, labels, ZonalKernel(matrix([[1]]), choose.profile("r - 2/5*r**2")))
    assert is_jensen(problem, 0)
    u, v = axis(2, 0), axis(2, 1)
    first, second = (finite_measure((HALF, HALF), (w, antipode(w))) for w in (u, v))
    square = Real(0)
    for sign, a, b in ((1, first, first), (-2, first, second), (1, second, second)):
        square += sign * finite.pair_interaction(problem, 0, a, 0, b)
    # each of the three signed squares is a mean of phi over four pairs
    assert square == Real("-4/5")
    assert all(finite.pair_interaction(problem, 0, dirac(w), 0, dirac(w)) == Real("3/5") for w in (u, v))


@given(strategies.with_laws(strategies.convex_problems(size=3), 2, most=2))
def test_a_convex_energy_bends_down_along_no_chord(drawn):
    gap = variation.energy_is_convex_along_segments(*drawn)
    target(-float(gap.ball().mid()), label="how little a chord lies above a convex energy")


@given(strategies.with_laws(strategies.zonal_problems(size=3, readings=choose.WITH_SELF_TERMS), 2, most=2))
def test_wherever_the_checker_sees_convexity_no_chord_lies_below(drawn):
    variation.energy_is_convex_along_segments(*drawn)


@given(strategies.with_laws(strategies.convex_problems(size=3), most=2))
def test_a_convex_energy_has_a_vertex_as_good_as_any_law(drawn):
    variation.best_vertex_is_as_good(*drawn)


@given(strategies.with_laws(strategies.convex_problems(), 2, most=2))
def test_convexity_has_a_proof_and_its_negation_none(drawn):
    problem, first, second = drawn
    claims.is_proved(Convex(problem, Relation.EQ), PositiveCoefficients())
    assert not check(Convex(problem, Relation.NE), NotConvex(first, second)).accepted
