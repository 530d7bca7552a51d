"""Sizes at which LAPACK makes the factor, and kernels that are hard for an ascent or for a certificate."""

from __future__ import annotations

import json
import random
from time import monotonic

import numpy as np
import pytest
from flint import fmpq
from threadpoolctl import threadpool_limits

from benchmarks import kernels
from benchmarks.solver import main
from theorems.model.assertion import Domain, Relation, Supremum
from theorems.model.kernel import ZonalKernel
from theorems.model.labels import Labels, Reading
from theorems.model.multipliers import needed_multipliers
from theorems.model.problem import Problem
from theorems.model.proof import Linear
from theorems.model.real import Real
from verify.bracket import bracket
from verify.checker import check
from verify.decimals import relative_gap
from verify.search.float_factor import float_factor
from verify.search.interior import interior_point
from verify.search.linear_form import linear_form
from verify.search.multipliers import repaired
from verify.search.steps import Search

GAP = fmpq(1, 10**8)


@pytest.fixture(autouse=True)
def _one_thread():
    """As in `solve`: at these sizes more threads of BLAS only wait for one another."""
    with threadpool_limits(1):
        yield


def closed(problem, gap=GAP):
    """The bracket, certified; its relative gap is asserted."""
    found = bracket(Search(problem, gap, monotonic() + 60, lambda _: None), Domain.LAWS)
    assert relative_gap(found.below.claim.value, found.above.claim.value) <= gap
    return found


def scaled(problem, factor):
    rows = tuple(tuple(entry * factor for entry in row) for row in problem.kernel.bias)
    return Problem(problem.dimension, problem.labels, ZonalKernel(rows, problem.kernel.profile))


@pytest.mark.parametrize("name", ["rank_one", "max_cut", "positive", "gaussian", "repulsive"])
def test_a_kernel_of_seventy_labels_closes(name):
    closed(getattr(kernels, name)(70, 5))


def test_a_kernel_next_to_rank_one_closes():
    """K = J - 1e-9 I: the value is easy, and the second eigenvalue of S is 1e-9."""
    n = 70
    tiny = Real(1) - Real("1e-9")
    closed(kernels.problem(n, lambda i, j: tiny if i == j else Real(1), Reading.ATOMIC))


def test_no_interaction_at_all_has_the_exact_value_zero():
    found = closed(kernels.problem(70, lambda _i, _j: Real(0)))
    assert found.above.claim.value == 0


@pytest.mark.parametrize("count", [3, 70])
def test_masses_of_1e_minus_12_do_not_spoil_the_bound(count):
    small = fmpq(1, 10**12)
    rng = random.Random(1)
    base = kernels.problem(count, lambda _i, _j: kernels.on_grid(rng.gauss(0, 1)))
    masses = (small,) * (count - 2) + ((1 - small * (count - 2)) / 2,) * 2
    closed(Problem(base.dimension, Labels(masses, Reading.TOKENS), base.kernel))


@pytest.mark.parametrize("factor", ["1e-40", "1e40"])
def test_the_scale_of_the_kernel_does_not_matter(factor):
    closed(scaled(kernels.gaussian(70, 3), Real(factor)))


@pytest.mark.parametrize("exact", [False, True])
def test_the_estimated_multipliers_are_large_enough_and_hardly_larger(exact):
    problem = kernels.gaussian(100, 4)
    form = linear_form(problem)
    prices = np.abs(form.floats).sum(axis=1)
    proof, _ = float_factor(problem, form, prices, exact=exact)
    least = needed_multipliers(problem, proof.denominator, proof.factor)
    if exact:
        assert list(proof.multipliers) == least
    peak = max(least)
    assert all(low <= given <= low + peak / 10**10 for low, given in zip(least, proof.multipliers, strict=True))


@pytest.mark.parametrize("spoiled", ["zeros", "negative", "noise"])
def test_bad_multipliers_still_make_a_proof_that_the_checker_accepts(spoiled):
    problem = kernels.max_cut(80, 2)
    form = linear_form(problem)
    prices = {"zeros": np.zeros(80), "negative": np.full(80, -1.0), "noise": np.random.default_rng(0).normal(size=80)}
    found = repaired(problem, form, Domain.LAWS, prices[spoiled] * float(np.abs(form.floats).max()))
    assert check(Supremum(problem, Domain.LAWS, Relation.LE, found.value), found.proof).accepted
    below = found.value * (1 - fmpq(1, 10**6))
    assert not check(Supremum(problem, Domain.LAWS, Relation.LE, below), found.proof).accepted


@pytest.mark.parametrize("ball", [False, True])
@pytest.mark.parametrize("name", ["repulsive", "gaussian", "rank_one"])
def test_the_interior_point_ends_feasible_and_closed(name, ball):
    matrix = linear_form(getattr(kernels, name)(40, 6)).floats
    matrix /= np.abs(matrix).max()
    found = interior_point(matrix, ball=ball)
    diagonal = np.diag(found.gram)
    assert np.linalg.eigvalsh(np.diag(found.multipliers) - matrix)[0] > 0
    assert np.linalg.eigvalsh(found.gram)[0] > 0
    assert diagonal.max() < 1 + 1e-9
    assert ball or diagonal == pytest.approx(np.ones(40), abs=1e-9)
    assert found.multipliers.sum() / 2 == pytest.approx(found.value, rel=1e-9)
    x = found.point(12, ball=ball)
    assert np.linalg.norm(x, axis=1).max() < 1 + 1e-9


def test_in_balls_the_interior_point_lets_a_mean_vanish():
    found = interior_point(-np.eye(3), ball=True)
    assert found.multipliers == pytest.approx(np.zeros(3), abs=1e-6)
    assert np.diag(found.gram) == pytest.approx(np.zeros(3), abs=1e-3)


def test_a_dimension_below_the_rank_leaves_an_honest_gap():
    base = kernels.gaussian(70, 7)
    problem = Problem(1, base.labels, base.kernel)
    found = bracket(Search(problem, GAP, monotonic() + 60, lambda _: None), Domain.LAWS)
    assert found.below.claim.value < found.above.claim.value


def test_the_same_problem_is_solved_to_the_same_bytes():
    """Two searches in one process; test_solver compares processes."""
    first, second = (closed(kernels.gaussian(90, 8)) for _ in range(2))
    assert isinstance(first.above.proof, Linear)
    assert isinstance(second.above.proof, Linear)
    assert first.above.proof.factor == second.above.proof.factor
    assert first.above.claim.value == second.above.claim.value
    assert first.below.claim.value == second.below.claim.value


def test_the_quick_benchmark_meets_its_gaps_and_prints_one_json_document(capsys):
    assert main(["--quick", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [row["n"] for row in document["rows"]] == [20, 80]
    assert all(0 <= row["gap"] <= 1e-8 and row["scs_eps"] is not None for row in document["rows"])
    assert all(row["gap"] <= row["target"] for row in document["kernels"])
    assert document["growth"]["ours"] is not None
