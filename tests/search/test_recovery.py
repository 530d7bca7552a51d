"""Exact maximisers from an exact dual, directions of Gram matrices, and laws tried beside a maximiser."""

from __future__ import annotations

import numpy as np
import pytest
from flint import fmpq

from tests.test_maximisers import circle
from tests.test_solver import text
from theorems.model.energy import energy
from theorems.model.matrix import apply, dot
from theorems.model.problem_file import read_problem
from theorems.model.proof import Semidefinite
from theorems.model.real import Real
from verify.search.companions import balanced_laws, paired_tuple, with_companions
from verify.search.directions import gram_directions
from verify.search.groups import components, label_groups
from verify.search.recovery import recovered
from verify.search.windings import promising_windings


def repelling(*weights: str, d: int = 3):
    """-<x, y> between tokens: l_i = rho_i^2 is an exact dual where the points can sum to 0."""
    problem = read_problem(text("-dot(x, y)", "tokens", d, weights))
    return problem, Semidefinite(tuple(mass * mass for mass in problem.labels.masses))


def planar(d: int, *angles: float):
    """Unit vectors at the angles, in turns."""
    points = np.zeros((len(angles), d))
    points[:, 0], points[:, 1] = np.cos(2 * np.pi * np.array(angles)), np.sin(2 * np.pi * np.array(angles))
    return points


@pytest.mark.parametrize("d", [2, 3])
def test_a_triangle_with_sides_2_3_4_is_found_exactly(d):
    problem, dual = repelling("2/9", "1/3", "4/9", d=d)
    law = recovered(problem, dual, planar(d, 0.0, 0.3, 0.6))
    assert law is not None
    assert energy(problem, law) == Real("29/162")


def test_what_the_equations_leave_free_comes_from_the_floats():
    problem, dual = repelling(*("1/4",) * 4)
    near = np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]]) / np.sqrt(3)
    law = recovered(problem, dual, near)
    assert law is not None
    assert energy(problem, law) == Real("1/8")
    points = [piece.atoms[0].point for piece in law.slices]
    assert dot(points[0], points[1]) == fmpq(-1, 3)


def test_nothing_is_recovered_where_there_is_nothing_exact():
    problem, dual = repelling("2/9", "1/3", "4/9")
    point = planar(3, 0.0, 0.3, 0.6)
    assert recovered(problem, Semidefinite((fmpq(0), *dual.multipliers[1:])), point) is None  # a slice may be spread
    assert recovered(problem, Semidefinite((fmpq(1),) * 3), point) is None  # the dual has no kernel
    assert recovered(problem, dual, point[:, :2]) is None  # a point of another dimension
    line, dual = repelling("2/9", "1/3", "4/9", d=1)
    assert recovered(line, dual, np.array([[1.0], [1.0], [-1.0]])) is None  # the triangle needs two dimensions
    long, dual = repelling("41/100", "30/100", "29/100", d=2)
    assert recovered(long, dual, planar(2, 0.0, 0.3, 0.6)) is None  # its sine is a root of many terms
    flat = read_problem(text("3*x[1]*y[1]", dimension=2))
    assert recovered(flat, Semidefinite((fmpq(3),)), planar(2, 0.0)) is None


def test_a_direction_keeps_the_lengths_and_moves_the_gram_matrix():
    problem, _ = repelling(*("1/5",) * 5)
    law = paired_tuple(problem)
    assert law is not None
    found = list(gram_directions(problem, [law]))
    assert found
    for _, direction in found:
        points = [piece.atoms[0].point for piece in law.slices]
        assert all(dot(x, apply(direction, x)) == 0 for x in points)
        assert any(dot(x, apply(direction, y)) != 0 for x in points for y in points)


def test_there_is_no_direction_for_one_point_or_another_profile():
    problem, _ = repelling("1/2", "1/2")
    collapsed = read_problem(text("dot(x, y)", weights=("1/2", "1/2")))
    law = paired_tuple(problem)
    assert law is not None
    assert list(gram_directions(collapsed, [law])) == []
    assert list(gram_directions(read_problem(text("dot(x, y)**3", weights=("1/2", "1/2"))), [law])) == []


def test_companions_have_the_energy_of_the_maximiser():
    problem = read_problem(text("dot(x, y)**2", weights=("1/2", "1/2")))
    law = paired_tuple(problem)
    assert law is not None
    found = with_companions(problem, [law])
    assert len(found) == 2
    assert all(energy(problem, one) == Real("1/2") for one in found)
    assert with_companions(problem, []) == ()
    assert all(
        energy(read_problem(text("-dot(x, y)")), one) == 0 for one in balanced_laws(read_problem(text("-dot(x, y)")))
    )


def test_labels_hang_together_by_their_bias():
    table = "[[1, 0, 1], [0, 1, 0], [1, 0, 1]]"
    problem = read_problem(text("bias(s, t) * dot(x, y)", weights=("1/3",) * 3, bias=table))
    assert label_groups(problem) == [(0, 2), (1,)]
    assert components(problem) is not None
    assert label_groups(read_problem(text("x[1]*y[1]"))) == [(0,)]


def test_the_best_windings_are_told_and_none_where_labels_are_no_turns():
    problem = read_problem(circle(6, "cos(2*(s - t)) * dot(x, y)"))
    values = tuple(Real.pi() * fmpq(2 * j, 6) for j in range(6))
    assert promising_windings(problem, values) == [2, 4]
    assert promising_windings(problem, (Real(1),) * 6) == []
