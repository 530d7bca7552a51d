"""Identities of the theory, proved by sympy for all contents; each proof is shown to fail for a wrong identity."""

from __future__ import annotations

from typing import Any

import pytest
import sympy
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from tests.model.instances import label_laws, polynomial_profile, polynomials
from theorems.model.labels import Labels, Reading
from theorems.model.parser import parse
from theorems.symbolic import energy as symbolic
from theorems.symbolic import identities
from theorems.symbolic.arithmetic import vanishes
from theorems.symbolic.kernel import content


def free_slices(counts: list[int], dimension: int = 2) -> symbolic.Slices:
    """Slices with the given numbers of atoms; all weights and points are symbols."""
    return symbolic.symbolic_weights(
        tuple(
            tuple((sympy.S.One, content(f"p_{i}_{a}", dimension)) for a in range(count))
            for i, count in enumerate(counts)
        )
    )


@given(
    st.integers(1, 3).flatmap(
        lambda n: st.tuples(label_laws(n), st.lists(st.integers(1, 2), min_size=n, max_size=n), st.integers(0, n - 1))
    )
)
def test_the_energy_is_of_degree_two_in_a_slice_for_every_kernel(case):
    labels, counts, i = case
    assert all(vanishes(part) for part in identities.slice_expansion(labels, free_slices(counts), i))


@pytest.mark.parametrize(("reading", "holds"), [("atomic", False), ("cells", False), ("tokens", True)])
def test_without_the_half_the_slice_expansion_fails(reading, holds, monkeypatch):
    labels = Labels((fmpq(1, 3), fmpq(2, 3)), Reading(reading))
    monkeypatch.setattr(symbolic, "HALF", sympy.S.One)
    quadratic, linear, higher = identities.slice_expansion(labels, free_slices([2, 1]), 0)
    assert vanishes(quadratic) is holds  # tokens have no quadratic part to get wrong
    assert not vanishes(linear)
    assert vanishes(higher)


def test_an_undetermined_kernel_is_symmetric_and_nothing_more():
    x, y = content("x", 2), content("y", 2)
    kernel = identities.any_kernel
    assert kernel(0, 1, x, y) == kernel(1, 0, y, x)
    assert kernel(1, 1, x, y) == kernel(1, 1, y, x)
    assert kernel(0, 1, x, y) != kernel(0, 1, y, x)
    assert kernel(0, 0, x, y) != kernel(1, 1, x, y)


@pytest.mark.parametrize("dimension", [1, 2, 3])
@pytest.mark.parametrize("text", ["r", "exp(3 * r) - r**2", "cos(r) + abs(r)"])
def test_a_rotation_of_both_contents_leaves_a_zonal_kernel(dimension, text):
    assert vanishes(identities.gauge_invariance(parse(text, names=("r",)), dimension))


@given(polynomials)
def test_a_rotation_of_both_contents_leaves_every_polynomial_profile(coefficients):
    assert vanishes(identities.gauge_invariance(polynomial_profile(coefficients), 2))


def test_a_turn_that_is_not_orthogonal_is_noticed(monkeypatch):
    monkeypatch.setattr(identities, "cayley_matrix", lambda d, a: sympy.eye(d) * (1 + a[0]))
    assert not vanishes(identities.gauge_invariance(parse("r", names=("r",)), 2))


@pytest.mark.parametrize("dimension", [2, 3])
def test_the_cayley_matrix_is_a_rotation_for_all_entries(dimension):
    entries = sympy.symbols(f"a_1:{dimension * (dimension - 1) // 2 + 1}", real=True)
    turn = identities.cayley_matrix(dimension, entries)
    assert all(vanishes(entry) for entry in turn.T * turn - sympy.eye(dimension))
    determinant: Any = turn.det()
    assert vanishes(determinant - 1)


@pytest.mark.parametrize("dimension", [1, 2, 3, 4])
def test_the_householder_reflection_carries_f_to_u(dimension):
    assert all(vanishes(entry) for entry in identities.householder_residual(dimension))


@pytest.mark.parametrize("factor", [1, 3])
def test_a_householder_reflection_with_another_factor_does_not(factor):
    assert not any(vanishes(entry) for entry in identities.householder_residual(2, factor))
