"""The factorisation in whole numbers."""

from __future__ import annotations

import random

import pytest
from flint import fmpz_mat
from hypothesis import given
from hypothesis import strategies as st

from verify.search.cholesky import integer_cholesky, rounding_error


def positive(size, seed, bits=45):
    """A positive definite whole matrix: B B^T plus a small multiple of the identity, B of `bits` bits."""
    rng = random.Random(seed)
    b = fmpz_mat(size, size, [rng.randint(-(2**bits), 2**bits) for _ in range(size * size)])
    rows = [[int(entry) for entry in row] for row in (b * b.transpose()).tolist()]
    for i in range(size):
        rows[i][i] += 2 ** (bits + 20)
    return rows


def distance(matrix, factor):
    f = fmpz_mat(factor)
    return max(abs(int(entry)) for row in (f * f.transpose() - fmpz_mat(matrix)).tolist() for entry in row)


@pytest.mark.parametrize("size", [1, 2, 31, 32, 33, 65, 120])
def test_the_factor_reconstructs_within_the_stated_error(size):
    matrix = positive(size, size)
    factor = integer_cholesky(matrix)
    assert factor is not None
    assert all(not any(row[i + 1 :]) for i, row in enumerate(factor))
    assert distance(matrix, factor) <= rounding_error(factor)


def test_squares_are_factored_exactly():
    assert integer_cholesky([[9, 6], [6, 20]]) == [[3, 0], [2, 4]]
    assert integer_cholesky([[0, 0], [0, 4]]) == [[0, 0], [0, 2]]
    assert integer_cholesky([[0]]) == [[0]]


@pytest.mark.parametrize("matrix", [[[-1]], [[0, 1], [1, 5]], [[1, 2], [2, 1]]])
def test_a_matrix_that_is_not_positive_semidefinite_has_none(matrix):
    assert integer_cholesky(matrix) is None


def test_a_zero_pivot_in_the_first_block_is_held_against_the_rows_below_it():
    size = 40
    rows = [[2**80 if i == j else 0 for j in range(size)] for i in range(size)]
    rows[0][0] = 0
    assert integer_cholesky(rows) is not None
    rows[0][39] = rows[39][0] = 2**60
    assert integer_cholesky(rows) is None


@given(st.integers(1, 6), st.integers(0, 10**6), st.integers(1, 60))
def test_it_never_leaves_the_stated_error(size, seed, bits):
    matrix = positive(size, seed, bits)
    factor = integer_cholesky(matrix)
    assert factor is None or distance(matrix, factor) <= rounding_error(factor)
