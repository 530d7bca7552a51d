"""Label laws, measures, laws and content marginals."""

from __future__ import annotations

import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from tests.model.instances import dimensions, laws, measures, points, problems_with, rationals, tuples, weights
from theorems.model.errors import InvalidInputError
from theorems.model.labels import Labels, Reading
from theorems.model.law import (
    Atom,
    Law,
    Measure,
    content_marginal,
    dirac,
    finite_measure,
    graph_law,
    mixture,
    same_point,
)
from theorems.model.matrix import vector
from theorems.model.real import Real
from theorems.model.sphere import antipode, axis, stereographic

NORTH, EAST = axis(2, 1), axis(2, 0)
HALF = fmpq(1, 2)


@pytest.mark.parametrize(
    ("masses", "reason"),
    [
        ((), "at least one label"),
        ((HALF, HALF, fmpq(0)), r"masses\[2\]=0: expected a positive mass"),
        ((fmpq(3, 2), -HALF), r"masses\[1\]=-1/2"),
        ((HALF,), r"sum\(masses\)=1/2: expected 1"),
        ((HALF, HALF, fmpq(1, 10**30)), "expected 1; divide each mass"),
    ],
)
def test_masses_that_are_no_probability_are_refused(masses, reason):
    with pytest.raises(InvalidInputError, match=reason):
        Labels(masses, Reading.ATOMIC)


@pytest.mark.parametrize(("reading", "counted"), [("atomic", True), ("cells", True), ("tokens", False)])
def test_self_terms_count_but_in_tokens(reading, counted):
    assert Labels((fmpq(1),), Reading(reading)).self_terms is counted


@pytest.mark.parametrize(
    ("atoms", "reason"),
    [
        ((), r"sum\(weights\)=0"),
        ((Atom(HALF, NORTH),), r"sum\(weights\)=1/2"),
        ((Atom(fmpq(1), NORTH), Atom(fmpq(0), EAST)), "weight=0: expected a positive weight"),
        ((Atom(fmpq(2), NORTH), Atom(fmpq(-1), EAST)), "weight=-1"),
        ((Atom(HALF, NORTH), Atom(HALF, axis(3, 0))), "dimensions 2 and 3"),
        ((Atom(fmpq(1), vector([1, 1])),), "expected a point with <x, x> = 1"),
        ((Atom(fmpq(1), vector([])),), "expected a point with <x, x> = 1"),
    ],
)
def test_atoms_that_are_no_probability_on_the_sphere_are_refused(atoms, reason):
    with pytest.raises(InvalidInputError, match=reason):
        Measure(atoms)


def test_slices_of_different_dimensions_are_refused():
    with pytest.raises(InvalidInputError, match="dimensions"):
        Law((dirac(NORTH), dirac(axis(3, 0))))


@given(dimensions.flatmap(measures))
def test_merging_keeps_the_measure_and_repeats_no_point(measure):
    merged = measure.merged()
    assert merged.same_as(measure)
    assert measure.same_as(merged)
    found = [atom.point for atom in merged.atoms]
    assert not any(same_point(a, b) for i, a in enumerate(found) for b in found[:i])
    assert merged.is_dirac == measure.is_dirac == (len(found) == 1)
    assert all(a == b for a, b in zip(merged.mean(), measure.mean(), strict=True))


@given(dimensions.flatmap(lambda d: st.tuples(measures(d), measures(d))), st.sampled_from([fmpq(0), HALF, fmpq(1)]))
def test_the_mean_of_a_mixture_is_the_mixture_of_the_means(pair, weight):
    first, second = pair
    mixed = mixture(first, second, weight)
    for found, a, b in zip(mixed.mean(), first.mean(), second.mean(), strict=True):
        assert found == a * (1 - weight) + b * weight
    if weight == 0:
        assert mixed.same_as(first)
    if weight == 1:
        assert mixed.same_as(second)


@given(dimensions.flatmap(lambda d: st.lists(points(d), min_size=2, max_size=4)), st.data())
def test_the_order_of_the_atoms_does_not_matter(found, data):
    parts = data.draw(weights(len(found)))
    order = data.draw(st.permutations(range(len(found))))
    measure = finite_measure(parts, found)
    assert measure.same_as(finite_measure([parts[k] for k in order], [found[k] for k in order]))


def test_measures_with_the_same_points_but_other_weights_differ():
    first = finite_measure([fmpq(1, 3), fmpq(2, 3)], [NORTH, EAST])
    assert not first.same_as(finite_measure([fmpq(2, 3), fmpq(1, 3)], [NORTH, EAST]))
    assert not first.same_as(dirac(NORTH))
    assert not dirac(NORTH).same_as(dirac(antipode(NORTH)))


def test_points_that_agree_by_value_but_not_by_form_are_merged():
    half = Real.cosine("1/5") - Real.cosine("1/10") + 1
    point = (half, Real.sine("1/3"))
    other = (Real(HALF), Real.cosine("1/12"))
    measure = finite_measure([HALF, HALF], [point, other])
    assert measure.is_dirac
    assert len(measure.merged().atoms) == 1


@given(problems_with(laws))
def test_the_content_marginal_weighs_the_slices_by_the_masses(case):
    problem, law = case
    marginal = content_marginal(problem.labels, law)
    for c, found in enumerate(marginal.mean()):
        expected = sum(
            (piece.mean()[c] * mass for mass, piece in zip(problem.labels.masses, law.slices, strict=True)),
            start=Real(0),
        )
        assert found == expected
    assert len(marginal.atoms) == law.atom_count


@given(problems_with(tuples))
def test_a_graph_law_is_a_tuple_of_its_points(case):
    problem, found = case
    law = graph_law(found)
    assert law.is_tuple
    assert len(law.slices) == law.atom_count == len(problem)
    assert all(piece.same_as(dirac(x)) for piece, x in zip(law.slices, found, strict=True))


@given(rationals)
def test_replacing_a_slice_leaves_the_others(y):
    law = graph_law([NORTH, EAST])
    changed = law.replaced(1, dirac(stereographic([y])))
    assert changed.slices[0] is law.slices[0]
    assert same_point(changed.slices[1].atoms[0].point, stereographic([y]))
    assert len(changed.slices) == 2
