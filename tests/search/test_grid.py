"""The grid bound and the ascents of general kernels: never below a law, exact on S^0, and solved end to end."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from flint import fmpq

from theorems.model.assertion import Domain, Relation, Supremum
from theorems.model.energy import energy
from theorems.model.kernel import GeneralKernel, kernel_function
from theorems.model.law import Law, graph_law
from theorems.model.matrix import vector
from theorems.model.problem_file import read_problem
from theorems.model.proof import Grid
from theorems.model.real import Real
from verify.certificate import to_text
from verify.checker import check
from verify.checker.replay import replay_text
from verify.errors import SolverError
from verify.relax import grid as relaxed
from verify.search import general, grid
from verify.search.floats import FLOATS
from verify.search.general import GeneralArrays, general_arrays, general_laws
from verify.solver import solve


def text(expression, dimension, n=3, reading="atomic", law="circle"):
    return (
        f'[content]\ndimension = {dimension}\n[labels]\nlaw = "{law}"\ncount = {n}\nreading = "{reading}"\n'
        f'[kernel]\nexpression = "{expression}"\n'
    )


SIGNS = (
    "exp(x[1] * y[1] * cos(s - t)) + (s * x[1] + t * y[1]) / 7",
    "cos(s - t) * x[1] * y[1] - exp(x[1] + y[1]) / 5",
    "abs(x[1] - y[1]) * sin(s) * sin(t) + (1 + x[1]) * (1 + y[1]) / 3",
)


def brute_force(problem):
    """The greatest energy of a tuple of signs."""
    return max(
        float(energy(problem, graph_law([vector([e]) for e in signs])).ball(64).mid())
        for signs in product((1, -1), repeat=len(problem))
    )


@pytest.mark.parametrize("expression", SIGNS)
def test_on_two_points_the_search_finds_the_best_tuple(expression):
    problem = read_problem(text(expression, 1, 4, "tokens"))
    assert isinstance(problem.kernel, GeneralKernel)
    laws = general_laws(problem, problem.kernel, Domain.TUPLES, 0)
    best = max(float(energy(problem, law).ball(64).mid()) for law in laws)
    assert best == pytest.approx(brute_force(problem), abs=1e-12)


@pytest.mark.parametrize("expression", SIGNS)
@pytest.mark.parametrize("reading", ["atomic", "tokens"])
def test_on_two_points_the_bound_is_close_to_the_best_tuple_and_not_below(expression, reading):
    solution = solve(text(expression, 1, 3, reading), gap="1e-6")
    exact = brute_force(read_problem(text(expression, 1, 3, reading)))
    assert float(solution.graph.lower) <= exact + 1e-12
    assert exact - 1e-12 <= float(solution.graph.upper) <= exact + 0.05 * abs(exact)


def test_a_repulsive_kernel_on_two_points_is_closed_by_its_square_though_no_tuple_attains_it():
    solution = solve(text("-(1 + cos(s - t)) * (2 + x[1] * y[1])**2 / 9", 1, 3), gap="1e-6")
    assert solution.outcome == "closed"
    assert isinstance(solution.law, Law)
    assert not solution.law.is_tuple
    assert float(solution.graph.upper) < float(solution.lower)


@pytest.fixture
def few_boxes(monkeypatch):
    """A search of some seconds."""
    monkeypatch.setattr(grid, "BOXES", 400)
    monkeypatch.setattr(grid, "EASES", (1e-3,))
    monkeypatch.setattr(general, "STARTS", 2)
    monkeypatch.setattr(general, "STEPS", 60)
    monkeypatch.setattr(grid, "DEGREES", {1: (1,), 2: (2,), 3: (1,)})


CURVED = (
    (2, "exp(-abs(x[1] - y[1])) + cos(s - t) * x[1] * y[1]"),
    (2, "(s * x[1] + t * y[1]) * exp(-dot(x, y)) / 3"),
    (3, "x[1] * y[1] * exp(x[2] * y[2]) * cos(s - t)"),
)


@pytest.mark.usefixtures("few_boxes")
@pytest.mark.parametrize(("dimension", "expression"), CURVED)
@pytest.mark.parametrize("domain", Domain)
def test_a_grid_bound_is_accepted_and_not_below_the_laws_found(dimension, expression, domain):
    problem = read_problem(text(expression, dimension, 2))
    assert isinstance(problem.kernel, GeneralKernel)
    laws = general_laws(problem, problem.kernel, domain, 0)
    upper = grid.grid_upper(problem, domain, laws[:1], wanted=1e-6, enough=lambda _: False, say=lambda _: None)
    assert upper is not None
    arrays = general_arrays(problem, problem.kernel)
    assert all(float(energy_of(arrays, law, problem)) <= float(upper.value.ball(64).mid()) for law in laws)
    assert check(Supremum(problem, domain, Relation.LE, upper.value), upper.proof).accepted
    assert not check(Supremum(problem, domain, Relation.LT, upper.value), upper.proof).accepted


def energy_of(arrays: GeneralArrays, law, problem):
    labels = [i for i, piece in enumerate(law.slices) for _ in piece.atoms]
    weights = np.array([float(atom.weight) for piece in law.slices for atom in piece.atoms])
    points = np.array([[float(v.ball(64).mid()) for v in atom.point] for piece in law.slices for atom in piece.atoms])
    assert len(problem) == len(law.slices)
    return arrays.at_sites(labels, weights).energy(points)


@pytest.mark.usefixtures("few_boxes")
def test_a_bound_whose_ceilings_are_lowered_is_refused():
    problem = read_problem(text(CURVED[0][1], 2, 2))
    upper = grid.grid_upper(problem, Domain.TUPLES, (), wanted=1e-3, enough=lambda _: True, say=lambda _: None)
    assert upper is not None
    assert isinstance(upper.proof, Grid)
    ceilings = tuple(tuple(entry - fmpq(1, 2) for entry in row) for row in upper.proof.ceilings)
    lower = Grid(upper.proof.degree, upper.proof.denominator, upper.proof.factor, upper.proof.prices, ceilings)
    said = check(Supremum(problem, Domain.TUPLES, Relation.LE, upper.value - Real("1/4")), lower)
    assert "a value exceeds the ceiling" in said.reason


def test_the_slopes_of_a_general_kernel_are_those_of_differences():
    problem = read_problem(text("exp(x[1]*y[1] + s*t*x[2]*y[2]) + abs(x[1] - y[1]) + min(x[2], y[2])", 2, 3))
    assert isinstance(problem.kernel, GeneralKernel)
    arrays = general_arrays(problem, problem.kernel)
    points = np.random.default_rng(0).standard_normal((3, 2))
    values, slopes = arrays.values_and_slopes(points)
    assert np.allclose(values, arrays.values(points))
    assert np.allclose(values, values.T)
    for c in range(2):
        moved = points.copy()
        moved[0, c] += 1e-6
        difference = (arrays.values(moved) - values)[0, 1:] / 1e-6
        assert np.allclose(difference, slopes[0, 1:, c], atol=1e-4)


POINTS = np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.6, 0.8]])
FEATURES = np.concatenate([np.ones((4, 1)), POINTS], axis=1)


def relaxation(expression, constraints=relaxed.CONSTRAINTS, **options):
    problem = read_problem(text(expression, 2, 3, law="interval"))

    def kernel(i, j):
        x, y = list(POINTS.T[:, :, None]), list(POINTS.T[:, None, :])
        return np.broadcast_to(kernel_function(problem.kernel, i, j, FLOATS)(x, y), (4, 4))

    masses = np.full(3, 1 / 3)
    return relaxed.grid_relaxation(
        masses, [FEATURES] * 3, kernel, self_terms=True, diagonal=False, constraints=constraints, **options
    )


def test_the_relaxation_on_points_is_the_value_of_its_dual_and_each_constraint_counts():
    # -<x, y> <= 0 by the square; x_1 + y_1 against itself by the prices
    assert relaxation("-dot(x, y)").value == pytest.approx(0, abs=1e-6)
    assert relaxation("-dot(x, y)", ("mass", "marginal")).value == pytest.approx(0.5, abs=1e-6)
    conflict = "(s - 1/2) * x[1] + (t - 1/2) * y[1] + (x[1] - y[1])**2 * (s - t)**2 - s * t * dot(x, y)**3"
    whole = relaxation(conflict).value
    assert whole <= relaxation(conflict, ("mass", "moments")).value + 1e-7
    assert relaxation("-dot(x, y)", ease=1e-2).value > 1e-3


def test_a_relaxation_without_masses_is_unbounded_and_says_so():
    with pytest.raises(SolverError, match="status="):
        relaxation("1 + dot(x, y)", ("marginal", "moments"))


@pytest.mark.parametrize(("dimension", "n"), [(4, 2), (1, 25)])
def test_a_general_kernel_beyond_the_grid_is_refused_with_the_reason(dimension, n):
    with pytest.raises(SolverError, match="by the grid alone, for dimensions 1 to 3 and at most 24 labels"):
        solve(text("exp(x[1] * y[1])", dimension, n), time=0)


@pytest.mark.usefixtures("few_boxes")
@pytest.mark.parametrize(
    ("expression", "dimension", "reading"),
    [
        ("exp(cos(s - t) * dot(x, y))", 3, "tokens"),
        ("exp(x[1] * y[1]) * cos(s - t)", 1, "cells"),
        ("exp(-abs(x[1] - y[1])) + x[1] * y[1] / 5", 2, "atomic"),
    ],
)
def test_a_kernel_of_each_kind_is_solved_and_its_certificates_are_accepted(expression, dimension, reading):
    solution = solve(text(expression, dimension, 2, reading), gap="1e-6", time=5)
    assert float(solution.lower) <= float(solution.upper)
    assert len(solution.certificates) >= 2
    assert all(replay_text(to_text(each)).check.accepted for each in solution.certificates)
