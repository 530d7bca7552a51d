"""Cells split into sub-cells: kernels by parent, masses by share, and laws that become graph laws."""

from __future__ import annotations

import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from tests.model.instances import laws, problems_with
from theorems.draw import profile
from theorems.model.energy import energy
from theorems.model.errors import InvalidInputError
from theorems.model.kernel import BilinearKernel, ZonalKernel
from theorems.model.labels import Labels, Reading
from theorems.model.law import Law, content_marginal, dirac, finite_measure, same_point
from theorems.model.matrix import equal, identity, matrix
from theorems.model.problem import Problem
from theorems.model.refinement import relabelled, selected, split
from theorems.model.sphere import antipode, axis

HALF, THIRD = fmpq(1, 2), fmpq(1, 3)
QUARTER_TURN = matrix([[0, -1], [1, 0]])
ZONAL = ZonalKernel(matrix([[1, 2], [2, 3]]), profile("r"), (identity(2), QUARTER_TURN))
PLAIN = ZonalKernel(matrix([[1, 2], [2, 3]]), profile("r"))
BLOCK = matrix([[0, 1], [2, 3]])
BILINEAR = BilinearKernel(((identity(2), BLOCK), (matrix([[0, 2], [1, 3]]), QUARTER_TURN[::-1])))


def test_a_selected_kernel_has_the_entries_of_the_parents():
    chosen = selected(ZONAL, [1, 0, 1])
    assert isinstance(chosen, ZonalKernel)
    assert equal(chosen.bias, matrix([[3, 2, 3], [2, 1, 2], [3, 2, 3]]))
    assert [gauge is ZONAL.gauges[i] for gauge, i in zip(chosen.gauges, [1, 0, 1], strict=True)] == [True] * 3
    assert chosen.profile == ZONAL.profile


def test_a_selected_kernel_without_gauges_has_none():
    chosen = selected(PLAIN, [0, 0])
    assert isinstance(chosen, ZonalKernel)
    assert chosen.gauges == ()
    assert equal(chosen.bias, matrix([[1, 1], [1, 1]]))


def test_a_selected_bilinear_kernel_keeps_its_transposes():
    chosen = selected(BILINEAR, [1, 0])
    assert isinstance(chosen, BilinearKernel)
    assert [
        [block is BILINEAR.blocks[i][j] for j, block in zip([1, 0], row, strict=True)]
        for i, row in zip([1, 0], chosen.blocks, strict=True)
    ] == [[True, True], [True, True]]


@pytest.mark.parametrize("reading", Reading)
def test_new_labels_keep_the_reading_and_the_dimension(reading):
    problem = Problem(2, Labels((HALF, HALF), reading), ZONAL)
    made = relabelled(problem, [0, 1, 1], [HALF, fmpq(1, 4), fmpq(1, 4)])
    assert (made.dimension, made.labels.reading, len(made)) == (2, reading, 3)
    assert made.labels.masses == (HALF, fmpq(1, 4), fmpq(1, 4))


def test_masses_that_are_no_probability_are_refused():
    problem = Problem(2, Labels((HALF, HALF), Reading.CELLS), ZONAL)
    with pytest.raises(InvalidInputError, match=r"sum\(masses\)=5/6"):
        relabelled(problem, [0, 1], [HALF, THIRD])


def test_a_split_law_has_one_sub_cell_an_atom_in_order():
    u, v = axis(2, 0), axis(2, 1)
    law = Law((finite_measure([THIRD, 2 * THIRD], [u, v]), dirac(antipode(u))))
    refined, graph = split(Problem(2, Labels((fmpq(1, 4), fmpq(3, 4)), Reading.CELLS), ZONAL), law)
    assert refined.labels.masses == (fmpq(1, 12), fmpq(1, 6), fmpq(3, 4))
    assert isinstance(refined.kernel, ZonalKernel)
    assert equal(refined.kernel.bias, matrix([[1, 1, 2], [1, 1, 2], [2, 2, 3]]))
    points = [piece.atoms[0].point for piece in graph.slices]
    assert all(same_point(x, y) for x, y in zip(points, [u, v, antipode(u)], strict=True))
    assert graph.is_tuple


@given(problems_with(laws))
def test_a_split_keeps_energy_and_output_where_self_terms_count(case):
    problem, law = case
    refined, graph = split(problem, law)
    assert len(refined) == law.atom_count
    assert content_marginal(refined.labels, graph).same_as(content_marginal(problem.labels, law))
    if problem.labels.self_terms:
        assert energy(refined, graph) == energy(problem, law)


@given(problems_with(laws))
def test_splitting_twice_changes_nothing_more(case):
    problem, law = case
    refined, graph = split(problem, law)
    again, same = split(refined, graph)
    assert again.labels.masses == refined.labels.masses
    assert all(a.same_as(b) for a, b in zip(graph.slices, same.slices, strict=True))


@given(problems_with(laws), st.data())
def test_the_labels_as_they_are_give_the_problem_as_it_is(case, data):
    problem, law = case
    order = data.draw(st.permutations(range(len(problem))))
    back = [order.index(i) for i in range(len(problem))]
    there = relabelled(problem, order, [problem.labels.masses[i] for i in order])
    home = relabelled(there, back, [there.labels.masses[i] for i in back])
    assert home.labels == problem.labels
    assert energy(home, law) == energy(problem, law)


def test_a_token_that_is_split_gains_the_term_between_its_halves():
    """Why refinement is for cells: E = 0 for one token, and 1/4 for its halves at one point."""
    problem = Problem(2, Labels((fmpq(1),), Reading.TOKENS), ZonalKernel(matrix([[1]]), profile("r")))
    u = axis(2, 0)
    refined, graph = split(problem, Law((finite_measure([HALF, HALF], [u, u]),)))
    assert (energy(problem, Law((dirac(u),))), energy(refined, graph)) == (0, fmpq(1, 4))
