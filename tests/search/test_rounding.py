"""Rounding keeps what is equal equal, and stays on the sphere."""

from __future__ import annotations

import numpy as np
import pytest
from flint import fmpq

from tests.search.problems import uniform_problem
from theorems.model.law import same_point
from theorems.model.matrix import matrix
from theorems.model.sphere import antipode, axis, is_on_sphere
from verify.search.rounding import FloatSlice, mean_slice, rational_point, rational_weights, rounded_law


def diracs(points):
    return [FloatSlice(np.ones(1), np.array([point])) for point in points]


@pytest.mark.parametrize("dimension", [1, 2, 3, 21])
def test_a_rounded_point_is_on_the_sphere_and_near(dimension):
    rng = np.random.default_rng(dimension)
    for _ in range(10):
        z = rng.normal(size=dimension)
        z /= np.linalg.norm(z)
        rounded = rational_point(z)
        assert is_on_sphere(rounded)
        assert [float(entry.rational()) for entry in rounded] == pytest.approx(z, abs=1e-8)


def test_noise_at_a_structural_zero_does_not_change_the_point():
    tilted = rational_point(np.array([0.6, 0.8, 1e-17]))
    assert same_point(tilted, rational_point(np.array([0.6, 0.8, -1e-17])))


def test_nearly_collapsed_points_become_one_axis_and_antipodes_its_antipode():
    point = np.array([0.36, 0.48, 0.8])
    law = rounded_law(uniform_problem(3, 3), diracs([point, point + np.array([1e-9, 0, 0]), -point]), merge=True)
    first, second, third = (piece.atoms[0].point for piece in law.slices)
    assert same_point(first, axis(3, 0))
    assert same_point(first, second)
    assert same_point(third, antipode(first))


def test_points_are_carried_back_through_the_gauge_exactly():
    turn = matrix([["3/5", "-4/5"], ["4/5", "3/5"]])
    flipped = matrix([[-1, 0], [0, 1]])
    law = rounded_law(uniform_problem(2, 2, (turn, flipped)), diracs([[0.6, 0.8], [0.6, 0.8]]), merge=True)
    frame = [tuple(map(str, piece.atoms[0].point)) for piece in law.slices]
    assert frame == [("3/5", "-4/5"), ("-1", "0")]  # R_i^T e_1


def test_a_mean_inside_the_ball_becomes_two_antipodal_atoms_with_that_mean():
    piece = mean_slice(np.array([0.3, 0.4]))
    assert piece.weights @ piece.points == pytest.approx([0.3, 0.4])
    assert rational_weights(piece.weights) == [fmpq(3, 4), fmpq(1, 4)]
    assert len(mean_slice(np.array([0.6, 0.8])).weights) == 1
    assert rational_weights(mean_slice(np.zeros(2)).weights) == [fmpq(1, 2), fmpq(1, 2)]
