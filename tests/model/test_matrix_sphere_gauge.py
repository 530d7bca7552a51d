"""Exact matrices, points of the sphere and orthogonal matrices."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from tests.model.instances import cosines, dimensions, gauges, points, rationals, skew_entries, symmetric
from theorems.model.errors import InexactError, InvalidInputError
from theorems.model.gauge import (
    carrying,
    carrying_rotation,
    cayley,
    determinant,
    fixing_reflection,
    reflection,
)
from theorems.model.matrix import (
    apply,
    dot,
    equal,
    from_flint,
    gram,
    identity,
    is_orthogonal,
    is_positive_semidefinite,
    matrix,
    product,
    to_flint,
    transpose,
    vector,
)
from theorems.model.real import Real
from theorems.model.sphere import antipode, axis, is_on_sphere, pole, stereographic


def square(size: int, entries: st.SearchStrategy[Any] = rationals):
    row = st.lists(entries, min_size=size, max_size=size)
    return st.lists(row, min_size=size, max_size=size).map(matrix)


squares = dimensions.flatmap(square)


@st.composite
def nearly_semidefinite(draw):
    """B B^T of any rank, sometimes with one entry of the diagonal lowered by a little."""
    size = draw(st.integers(1, 4))
    columns = draw(st.integers(1, 4))
    rows = draw(
        st.lists(st.lists(rationals, min_size=columns, max_size=columns), min_size=size, max_size=size).map(matrix)
    )
    made = [list(row) for row in product(rows, transpose(rows))]
    k = draw(st.integers(0, size - 1))
    made[k][k] = made[k][k] - draw(st.sampled_from([fmpq(0), fmpq(1, 10**12), fmpq(1)]))
    return matrix(made)


def by_principal_minors(a) -> bool:
    """PSD iff every principal minor is >= 0, not the leading ones alone."""
    flint = to_flint(a)
    for size in range(1, len(a) + 1):
        for kept in combinations(range(len(a)), size):
            minor = from_flint(flint)
            part = tuple(tuple(minor[i][j] for j in kept) for i in kept)
            if to_flint(part).det() < 0:
                return False
    return True


@given(nearly_semidefinite() | st.integers(1, 4).flatmap(lambda size: symmetric(size, rationals.map(Real))))
def test_a_matrix_is_semidefinite_iff_no_principal_minor_is_negative(a):
    assert is_positive_semidefinite(a) == by_principal_minors(a)


@pytest.mark.parametrize(
    ("rows", "semidefinite"),
    [
        ([[0, 0], [0, -1]], False),  # the leading minors are 0 and 0
        ([[0, 1], [1, 0]], False),
        ([[0, 0], [0, 1]], True),
        ([[1, 1, 0], [1, 1, 1], [0, 1, 1]], False),
        ([[1, 1, 0], [1, 1, 0], [0, 0, 0]], True),
        ([[0]], True),
    ],
)
def test_zero_pivots_do_not_hide_a_negative_direction(rows, semidefinite):
    assert is_positive_semidefinite(matrix(rows)) is semidefinite


def test_semidefiniteness_is_for_rational_matrices_alone():
    with pytest.raises(InexactError):
        is_positive_semidefinite(((Real.exp(1),),))


@given(squares.flatmap(lambda a: st.tuples(st.just(a), square(len(a)), square(len(a)))))
def test_the_product_is_associative_and_reversed_by_transposition(case):
    a, b, c = case
    assert equal(product(product(a, b), c), product(a, product(b, c)))
    assert equal(transpose(product(a, b)), product(transpose(b), transpose(a)))
    assert equal(product(a, identity(len(a))), a)


@given(dimensions.flatmap(lambda d: st.tuples(square(d), square(d, cosines))))
def test_irrational_and_rational_entries_multiply_alike(case):
    """The rational path goes through python-flint: row by row it must give what dot gives."""
    a, b = case
    for left, right in ((a, a), (a, b), (b, a), (b, b)):
        columns = transpose(right)
        assert equal(product(left, right), matrix([[dot(row, column) for column in columns] for row in left]))


@given(squares | st.integers(1, 3).flatmap(lambda size: square(size, cosines)))
def test_the_gram_matrix_holds_all_inner_products(a):
    found = gram(a)
    assert all(found[i][j] == dot(v, w) for i, v in enumerate(a) for j, w in enumerate(a))


def test_rows_of_different_length_are_refused():
    with pytest.raises(InvalidInputError, match="one length"):
        matrix([[1, 2], [3]])


@given(st.lists(rationals, max_size=4))
def test_stereographic_points_lie_on_the_sphere_and_are_not_the_pole(parameters):
    point = stereographic(parameters)
    assert len(point) == len(parameters) + 1
    assert is_on_sphere(point)
    assert not all(a == b for a, b in zip(point, pole(len(point)), strict=True))


@given(st.lists(rationals, min_size=1, max_size=3))
def test_stereographic_coordinates_are_read_off_again(parameters):
    *rest, last = (entry.rational() for entry in stereographic(parameters))
    assert [entry / (1 - last) for entry in rest] == parameters


@given(dimensions.flatmap(points))
def test_the_antipode_is_on_the_sphere_and_at_inner_product_minus_one(point):
    assert is_on_sphere(antipode(point))
    assert dot(point, antipode(point)) == -1


@pytest.mark.parametrize("point", [vector(["3/5", "4/6"]), vector([]), vector([1, "1e-300"]), vector([2])])
def test_points_off_the_sphere_are_told_apart(point):
    assert not is_on_sphere(point)


def test_a_corner_of_a_pentagon_is_on_the_circle():
    assert is_on_sphere((Real.cosine("1/5"), Real.sine("1/5")))
    assert not is_on_sphere((Real.cosine("1/5"), Real.sine("2/5")))


@given(dimensions.flatmap(lambda d: st.tuples(st.just(d), skew_entries(d))))
def test_cayley_matrices_are_rotations(case):
    dimension, entries = case
    turn = cayley(dimension, entries)
    assert is_orthogonal(turn)
    assert determinant(turn) == 1
    back = cayley(dimension, [-entry for entry in entries])
    assert equal(product(turn, back), identity(dimension))


def test_the_cayley_angle_is_minus_two_arctangents():
    assert equal(cayley(2, [fmpq(1)]), matrix([[0, -1], [1, 0]]))
    assert equal(cayley(2, [fmpq(1, 2)]), matrix([["3/5", "-4/5"], ["4/5", "3/5"]]))


@given(st.integers(1, 4).flatmap(lambda d: st.lists(rationals, min_size=d, max_size=d)).filter(any))
def test_reflections_are_orthogonal_of_determinant_minus_one_and_turn_their_normal(entries):
    normal = vector(entries)
    found = reflection(normal)
    assert is_orthogonal(found)
    assert determinant(found) == -1
    assert all(a == -b for a, b in zip(apply(found, normal), normal, strict=True))


def test_a_reflection_needs_a_normal():
    with pytest.raises(InvalidInputError, match="non-zero"):
        reflection(vector([0, 0]))


@given(dimensions.flatmap(lambda d: st.tuples(points(d), points(d))))
def test_the_carrying_reflection_takes_start_to_end(case):
    start, end = case
    carried = carrying(start, end)
    assert is_orthogonal(carried)
    assert equal((apply(carried, start),), (end,))
    assert equal((apply(carried, end),), (start,))


@given(st.integers(2, 3).flatmap(lambda d: st.tuples(points(d), points(d))))
def test_the_carrying_rotation_takes_start_to_end_and_keeps_orientation(case):
    start, end = case
    turn = carrying_rotation(start, end)
    assert is_orthogonal(turn)
    assert determinant(turn) == 1
    assert equal((apply(turn, start),), (end,))


@given(st.integers(2, 3).flatmap(points))
def test_a_fixing_reflection_fixes_its_point(point):
    found = fixing_reflection(point)
    assert equal((apply(found, point),), (point,))
    assert determinant(found) == -1


def test_no_reflection_fixes_a_point_of_two():
    with pytest.raises(InvalidInputError, match="dimension=1"):
        fixing_reflection(axis(1, 0))


@given(dimensions.flatmap(lambda d: st.tuples(gauges(d), points(d), points(d))))
def test_orthogonal_matrices_keep_inner_products(case):
    gauge, x, y = case
    assert dot(apply(gauge, x), apply(gauge, y)) == dot(x, y)


@pytest.mark.parametrize(
    "rows", [[[1, 0], [0, 2]], [["3/5", "4/5"], ["4/5", "3/5"]], [[1, 0]], [[0, 0], [0, 0]], [[1], [0]]]
)
def test_matrices_that_are_not_orthogonal_are_told_apart(rows):
    assert not is_orthogonal(matrix(rows))
