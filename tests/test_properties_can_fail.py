"""Each law of properties/ finds a model that breaks it: shown once, on a planted error."""

from __future__ import annotations

import inspect
from dataclasses import replace
from typing import Any

import pytest
from flint import fmpq
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample

from properties import bounds, claims, continuum, invariance, motion, strategies, variation
from properties.source import instances
from theorems import draw as choose
from theorems.catalogue import catalogue
from theorems.diracization.finite import greedy
from theorems.model.assertion import Energy, Relation
from theorems.model.continuum import continuum_energy
from theorems.model.energy import energy, gradient
from theorems.model.flow import tangent, velocity
from theorems.model.kernel import ZonalKernel
from theorems.model.labels import Labels, Reading
from theorems.model.law import Atom, Law, Measure, finite_measure, graph_law
from theorems.model.matrix import transpose
from theorems.model.problem import Problem
from theorems.model.proof import Linear
from theorems.model.real import Real
from theorems.model.sphere import axis
from verify.certificate import Role
from verify.errors import RefusedError

SEARCH = settings(max_examples=300, phases=[Phase.generate], database=None, derandomize=True)


def lost_half(problem, law):
    return 2 * energy(problem, law)


def raised(problem, law):
    return energy(problem, law) + 1


def squared(problem, law):
    return energy(problem, law) ** 2


def with_a_favourite_axis(problem, law):
    return energy(problem, law) + law.slices[0].atoms[0].point[0]


def with_a_favourite_label(problem, law):
    return energy(problem, law) + problem.labels.masses[0]


def without_self_terms(problem, law):
    return energy(problem.with_labels(Labels(problem.labels.masses, Reading.TOKENS)), law)


def always_with_self_terms(problem, law):
    return energy(problem.with_labels(Labels(problem.labels.masses, Reading.ATOMIC)), law)


def without_gauges(problem, law):
    kernel = problem.kernel
    bare = replace(kernel, gauges=()) if isinstance(kernel, ZonalKernel) else kernel
    return energy(replace(problem, kernel=bare), law)


def with_one_gauge_transposed(problem, law):
    kernel = problem.kernel
    if not isinstance(kernel, ZonalKernel) or not kernel.gauges:
        return energy(problem, law)
    gauges = (transpose(kernel.gauges[0]), *kernel.gauges[1:])
    return energy(replace(problem, kernel=replace(kernel, gauges=gauges)), law)


def by_number_of_atoms(problem, law):
    slices = (finite_measure((fmpq(1, len(p.atoms)),) * len(p.atoms), [a.point for a in p.atoms]) for p in law.slices)
    return energy(problem, Law(tuple(slices)))


def with_half_the_self_term(problem, law):
    return (energy(problem, law) + without_self_terms(problem, law)) / 2


def equal_masses(labels, law):
    n = len(labels)
    return Measure(tuple(Atom(a.weight / n, a.point) for piece in law.slices for a in piece.atoms))


def twice_the_mass(labels, law):
    return replace_unchecked(equal_masses(labels, law))


def replace_unchecked(marginal):
    """Two copies of every atom, which `Measure` itself would refuse."""
    made = object.__new__(Measure)
    object.__setattr__(made, "atoms", marginal.atoms * 2)
    return made


def with_a_favourite_cell(problem, law):
    return continuum_energy(problem, law) + len(law.slices)


def with_a_favourite_axis_of_cells(problem, law):
    return continuum_energy(problem, law) + law.slices[0].atoms[0].point[0]


def raised_in_the_continuum(problem, law):
    return continuum_energy(problem, law) + 1


def turned_over(problem, law):
    return -continuum_energy(problem, law)


def without_projection(problem, points, i):
    mass = problem.labels.masses[i]
    return tuple(entry / mass for entry in gradient(problem, points, i))


def with_its_own_mass(problem, points, i):
    return tuple(entry * problem.labels.masses[i] for entry in velocity(problem, points, i))


def against_the_flow(problem, points, i):
    return tuple(-entry for entry in velocity(problem, points, i))


def drifting_along_an_axis(problem, points, i):
    found, drift = velocity(problem, points, i), axis(problem.dimension, 0)
    return tangent(points[i], tuple(a + b for a, b in zip(found, drift, strict=True)))


def blind_to_its_gauge(problem, points, i):
    return velocity(replace(problem, kernel=replace(problem.kernel, gauges=())), points, i)


def bent_down(problem, law):
    return -energy(problem, law)


def worst_atoms(problem, law):
    return greedy(problem, law, best=False)


def unchanged(_problem, law):
    return law


zonal = strategies.with_laws(strategies.zonal_problems())
any_form = strategies.problems_with_laws()
pairs = strategies.problems_with_laws(2, size=3)
linear = strategies.with_laws(strategies.zonal_problems(texts=("r",)), 2)
non_negative = strategies.zonal_problems(
    texts=choose.STRICT_PROFILES, bias=lambda n: strategies.non_negative_biases(n, connected=True)
)


def turned(problem):
    return strategies.gauges(len(problem), problem.dimension)


def label_of(problem):
    return st.integers(0, len(problem) - 1)


convex = strategies.with_laws(strategies.convex_problems(size=2, dimension=2), 2, most=2)
cells = strategies.with_cell_laws(strategies.continuum_problems(strategies.trigonometric()))
linear_cells = strategies.with_cell_laws(strategies.continuum_problems(strategies.trigonometric(), texts=("r",)))
repulsive_cells = strategies.with_cell_laws(
    strategies.continuum_problems(strategies.exponential(repulsive=True), texts=("r",))
)
flows = strategies.zonal_problems(size=2, gauged=True)
moving = flows.flatmap(lambda p: st.tuples(st.just(p), st.tuples(*[strategies.points(p.dimension)] * len(p))))

PLANTED: dict[str, tuple[Any, Any, Any]] = {
    "energy that bends up, turned over, lies below a chord": (
        convex,
        None,
        lambda p, a, b: variation.energy_is_convex_along_segments(p, a, b, of=bent_down),
    ),
    "the worst vertex of a convex energy": (
        convex,
        None,
        lambda p, a, _: variation.best_vertex_is_as_good(p, a, choose=worst_atoms),
    ),
    "cells counted, not weighed, break refinement": (
        cells,
        None,
        lambda p, law: continuum.refinement_keeps_energy(p, law, 2, of=with_a_favourite_cell),
    ),
    "a favourite axis breaks O(d) in the continuum": (
        cells,
        lambda p: strategies.orthogonals(p.dimension),
        lambda p, law, q: continuum.rotation_keeps_energy(p, law, q, of=with_a_favourite_axis_of_cells),
    ),
    "a favourite first cell breaks the circle of labels": (
        cells,
        None,
        lambda p, law: continuum.shift_keeps_energy(p, law, 1, of=with_a_favourite_axis_of_cells),
    ),
    "a raised energy is not linear in the bias of a continuum": (
        cells,
        lambda _: strategies.trigonometric(),
        lambda p, law, k: continuum.energy_is_linear_in_the_bias(p, law, k, fmpq(2), of=raised_in_the_continuum),
    ),
    "a raised energy is not the collapsed one": (
        cells,
        None,
        lambda p, law: continuum.one_point_has_the_collapsed_energy(p, law, of=raised_in_the_continuum),
    ),
    "a raised energy passes Parseval's bound": (
        linear_cells,
        None,
        lambda p, law: continuum.energy_is_below_the_fourier_bound(p, law, of=raised_in_the_continuum),
    ),
    "a repulsive energy turned over is positive": (
        repulsive_cells,
        None,
        lambda p, law: continuum.repulsion_keeps_energy_below_zero(p, law, of=turned_over),
    ),
    "a raised energy is not that of a circle": (
        strategies.continuum_problems(strategies.trigonometric(), texts=("r",), least=2).map(lambda p: (p, 1)),
        None,
        lambda p, m: continuum.circle_is_a_lower_bound(p, m, of=raised_in_the_continuum),
    ),
    "a velocity that is not projected leaves the sphere": (
        moving,
        None,
        lambda p, x: motion.contents_stay_on_the_sphere(p, x, of=without_projection),
    ),
    "a velocity that is slowed by its own mass breaks the rate": (
        moving,
        None,
        lambda p, x: motion.energy_rises(p, x, of=with_its_own_mass),
    ),
    "a flow run backwards": (
        moving,
        None,
        lambda p, x: motion.energy_rises(p, x, of=against_the_flow),
    ),
    "a velocity blind to its gauge is not carried": (
        moving,
        None,
        lambda p, x: motion.gauges_carry_the_flow(p, x, of=blind_to_its_gauge),
    ),
    "a drift along an axis does not turn with the contents": (
        moving,
        lambda p: strategies.orthogonals(p.dimension),
        lambda p, x, q: motion.rotation_turns_the_flow(p, x, q, of=drifting_along_an_axis),
    ),
    "a favourite axis breaks O(d)": (
        zonal,
        lambda p: strategies.orthogonals(p.dimension),
        lambda p, law, q: invariance.rotation_keeps_energy(p, law, q, of=with_a_favourite_axis),
    ),
    "a transposed gauge breaks gauge covariance": (
        any_form,
        turned,
        lambda p, law, q: invariance.gauge_covariance(p, law, q, of=with_one_gauge_transposed),
    ),
    "a lost gauge breaks the gauge frame": (
        zonal,
        None,
        lambda p, law: invariance.gauge_is_a_frame(p, law, of=without_gauges),
    ),
    "a favourite label breaks relabelling": (
        any_form,
        lambda p: st.permutations(range(len(p))),
        lambda p, law, o: invariance.relabelling_keeps_energy_and_output(p, law, o, of=with_a_favourite_label),
    ),
    "lost self terms break halving": (
        strategies.with_laws(strategies.problems(readings=choose.WITH_SELF_TERMS)),
        label_of,
        lambda p, law, i: invariance.halving_keeps_energy_and_output(p, law, i, of=without_self_terms),
    ),
    "lost self terms break splitting": (
        any_form,
        None,
        lambda p, law: invariance.splitting_keeps_energy_and_output(p, law, of=without_self_terms),
    ),
    "atoms counted, not weighed, break merging": (
        any_form,
        None,
        lambda p, law: invariance.merging_atoms_keeps_energy(p, law, of=by_number_of_atoms),
    ),
    "self terms in tokens are seen": (
        any_form,
        None,
        lambda p, law: invariance.tokens_leave_out_self_terms(p, law, of=always_with_self_terms),
    ),
    "a raised energy is not linear in the bias": (
        zonal,
        lambda p: strategies.biases(len(p)),
        lambda p, law, k: invariance.energy_is_linear_in_the_bias(p, law, k, fmpq(2), of=raised),
    ),
    "equal masses break the mean of the content marginal": (
        any_form,
        None,
        lambda p, law: invariance.content_marginal_is_a_mixture(p.labels, law, of=equal_masses),
    ),
    "a content marginal of mass two is seen": (
        any_form,
        None,
        lambda p, law: invariance.content_marginal_is_a_mixture(p.labels, law, of=twice_the_mass),
    ),
    "a squared energy is not quadratic": (
        pairs,
        None,
        lambda p, a, b: variation.energy_is_quadratic_along_segments(p, a, b, of=squared),
    ),
    "a lost half breaks the first variation": (
        pairs,
        None,
        lambda p, a, b: variation.first_variation_is_the_slope(p, a, b, of=lost_half),
    ),
    "a lost half breaks the potential": (
        any_form,
        None,
        lambda p, law: variation.potential_integrates_to_twice_the_energy(p, law, of=lost_half),
    ),
    "half a self term bends too little": (
        any_form,
        lambda p: strategies.measures(p.dimension),
        lambda p, law, m: variation.bend_is_the_self_term(p, law, 0, m, of=with_half_the_self_term),
    ),
    "a squared energy is not affine in a flat slice": (
        any_form,
        lambda p: strategies.measures(p.dimension),
        lambda p, law, m: variation.flat_slice_is_affine(p, law, 0, m, of=squared),
    ),
    "the worst atoms lose energy": (
        any_form,
        None,
        lambda p, law: variation.greedy_tuple_loses_nothing(p, law, choose=worst_atoms),
    ),
    "a law left as it is is no tuple": (
        any_form,
        None,
        lambda p, law: variation.greedy_tuple_loses_nothing(p, law, choose=unchanged),
    ),
    "a lost half passes the linear bound": (
        linear,
        bounds.factors,
        lambda p, low, law, f: bounds.bracket_holds(p, low, law, bounds.linear_proof(p, *f), of=lost_half),
    ),
    "a raised energy passes the pointwise bound": (
        zonal,
        None,
        lambda p, law: bounds.energy_is_below(p, law, bounds.pointwise_proof(p), of=raised),
    ),
    "a raised energy passes the peak": (
        strategies.with_laws(non_negative),
        None,
        lambda p, law: bounds.below_the_peak(p, law, of=raised),
    ),
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_law_finds_the_planted_error(name):
    strategy, more, law = PLANTED[name]
    full = strategy if more is None else strategy.flatmap(lambda x: st.tuples(*map(st.just, x), more(x[0])))

    def broken(drawn):
        try:
            law(*drawn)
        except AssertionError:
            return True
        return False

    find(full, broken, settings=SEARCH)


def test_every_law_has_a_planted_error():
    laws = {
        name
        for module in (invariance, variation, bounds, continuum, motion)
        for name, value in vars(module).items()
        if inspect.isfunction(value)
        and value.__module__ == module.__name__
        and {"of", "choose"} & set(inspect.signature(value).parameters)
    }
    planted = {name for _, _, law in PLANTED.values() for name in law.__code__.co_names}
    assert len(laws) >= 31
    assert laws <= planted


def test_a_search_that_finds_nothing_says_so():
    with pytest.raises(NoSuchExample):
        find(any_form, lambda drawn: energy(*drawn) != energy(*drawn), settings=SEARCH)


def test_a_failing_property_prints_one_line_that_replays_it():
    @settings(SEARCH, print_blob=True)
    @given(any_form)
    def halved(drawn):
        assert energy(*drawn) == lost_half(*drawn)

    with pytest.raises(AssertionError) as caught:
        halved()
    notes = [note for note in caught.value.__notes__ if "@reproduce_failure" in note]
    assert len(notes) == 1


def test_a_claim_that_is_not_proved_fails_with_its_reason():
    theorem = next(theorem for theorem in catalogue() if theorem.number == "R1")
    wrong = replace(theorem, claim=theorem.mutant("lost half").claim)

    def broken(x):
        try:
            claims.claim_is_proved(wrong, x)
        except AssertionError as error:
            return "rotary.bound: refuted: attained is refuted" in str(error)
        return False

    find(instances(theorem), broken, settings=SEARCH)


def test_a_boundary_that_is_not_refuted_fails_with_its_reason():
    theorem = next(theorem for theorem in catalogue() if theorem.number == "R1")
    idle = replace(theorem, witness=lambda _: ())
    drawn = instances(theorem, Role.BOUNDARY, "peak")

    @settings(SEARCH)
    @given(drawn)
    def refuted(x):
        claims.boundary_is_refuted(idle, "peak", x)

    with pytest.raises(AssertionError, match=r"rotary.bound without peak: inconclusive"):
        refuted()


def test_a_false_assertion_is_not_proved():
    problem = Problem(1, Labels((fmpq(1),), Reading.ATOMIC), ZonalKernel(choose.ones(1), choose.profile("r")))
    with pytest.raises(AssertionError, match="Energy"):
        claims.is_proved(Energy(problem, graph_law([axis(1, 0)]), Relation.EQ, Real(1)))


def test_multipliers_below_what_the_factor_needs_are_no_bound():
    problem = Problem(2, Labels((fmpq(1),), Reading.ATOMIC), ZonalKernel(choose.ones(1), choose.profile("r")))
    proof = bounds.linear_proof(problem, 1, [[0]])
    short = Linear(1, ((0,),), tuple(multiplier / 2 for multiplier in proof.multipliers))
    law = graph_law([axis(2, 0)])
    with pytest.raises(RefusedError, match="multiplier 0 is too small"):
        bounds.bracket_holds(problem, law, law, short)
