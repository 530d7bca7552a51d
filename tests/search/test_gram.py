"""The Gram relaxation: its named constraints, its multipliers, its statuses."""

from __future__ import annotations

import numpy as np
import pytest

from theorems.model.assertion import Domain
from verify.errors import SolverError
from verify.relax.gram import CONSTRAINTS, gram_relaxation


def symmetric(size, seed):
    matrix = np.random.default_rng(seed).normal(size=(size, size))
    return (matrix + matrix.T) / 2


@pytest.mark.parametrize(
    ("matrix", "labels", "domain", "multipliers"),
    [
        ([[1.0]], 1, Domain.LAWS, [1.0]),
        ([[-1.0]], 1, Domain.LAWS, [0.0]),
        ([[-1.0]], 1, Domain.TUPLES, [-1.0]),
        ([[3.0, 0.0], [0.0, 0.0]], 1, Domain.LAWS, [3.0]),  # bilinear, d = 2: the larger of the two rows
        ([[0.0, 1.0], [1.0, 0.0]], 2, Domain.LAWS, [1.0, 1.0]),
    ],
)
def test_the_multipliers_of_the_slice_masses_are_those_known_by_hand(matrix, labels, domain, multipliers):
    found = gram_relaxation(np.array(matrix), labels, domain)
    assert found.multipliers == pytest.approx(multipliers, abs=1e-6)


@pytest.mark.parametrize("solver", ["CLARABEL", "SCS"])
def test_the_multipliers_are_dual_feasible_and_price_the_value(solver):
    matrix = symmetric(12, 0)
    found = gram_relaxation(matrix, 12, Domain.LAWS, solver=solver)
    assert found.status in {"optimal", "optimal_inaccurate"}
    assert np.linalg.eigvalsh(np.diag(found.multipliers) - matrix)[0] > -1e-3
    assert found.multipliers.sum() / 2 == pytest.approx(found.value, rel=1e-3)
    assert np.diag(found.gram) == pytest.approx(np.ones(12), abs=1e-3)


def test_without_the_slice_masses_the_bound_breaks_and_the_error_carries_the_status():
    with pytest.raises(SolverError, match="status=unbounded"):
        gram_relaxation(symmetric(6, 1), 6, Domain.LAWS, constraints=("slice_length",))


def test_with_all_constraints_named_it_is_the_default():
    matrix = symmetric(5, 2)
    assert gram_relaxation(matrix, 5, Domain.LAWS, constraints=CONSTRAINTS).value == pytest.approx(
        gram_relaxation(matrix, 5, Domain.LAWS).value
    )


def test_a_solver_that_is_stopped_early_is_an_error_with_its_status():
    with pytest.raises(SolverError, match=r"solver=CLARABEL: status=user_limit"):
        gram_relaxation(symmetric(6, 3), 6, Domain.LAWS, solver="CLARABEL", options={"max_iter": 1})
