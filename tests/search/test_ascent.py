"""The two ascents reach maxima that are known."""

from __future__ import annotations

import numpy as np
import pytest

from theorems.model.parser import parse
from verify.search.ascent import Blocks, ascend
from verify.search.floats import Profile
from verify.search.spheres import ascend_profile


def test_the_ascent_reaches_the_dual_value_to_twelve_digits():
    rng = np.random.default_rng(5)
    matrix = rng.normal(size=(30, 30)) / np.sqrt(30)
    matrix = (matrix + matrix.T) / 2
    blocks = Blocks(matrix, 1, ball=False)
    x = ascend(blocks, 9, 1, 0)
    prices = blocks.multipliers(x)
    least = np.linalg.eigvalsh(np.diag(prices) - matrix)[0]
    assert prices.sum() / 2 - blocks.energy(x) == pytest.approx(0, abs=1e-12 * blocks.energy(x))
    assert least > -1e-12


@pytest.mark.parametrize("width", [1, 2])
def test_in_balls_the_multipliers_are_not_negative_and_still_price_the_value(width):
    rng = np.random.default_rng(6)
    matrix = rng.normal(size=(12, 12))
    matrix = (matrix + matrix.T) / 2 - 3 * np.eye(12)
    blocks = Blocks(matrix, width, ball=True)
    x = ascend(blocks, 6, 3, 0)
    prices = blocks.multipliers(x)
    assert (prices >= 0).all()
    assert 0 < (prices == 0).sum() < len(prices)  # some slices are spread, some are not
    assert prices.sum() / 2 == pytest.approx(blocks.energy(x), rel=1e-10)
    assert np.linalg.eigvalsh(np.diag(np.repeat(prices, width)) - matrix)[0] > -1e-10


def test_a_sweep_and_its_newton_steps_never_lose_energy():
    rng = np.random.default_rng(7)
    matrix = rng.normal(size=(10, 10))
    blocks = Blocks((matrix + matrix.T) / 2, 1, ball=False)
    start = np.linalg.qr(rng.normal(size=(10, 3)))[0]
    start /= np.linalg.norm(start, axis=1)[:, None]
    assert blocks.energy(ascend(blocks, 3, 1, 0)) >= blocks.energy(start)


def test_for_a_peaked_profile_the_ascent_finds_the_collapse():
    weights = np.full((6, 6), 1 / 36)
    points = ascend_profile(weights, Profile(parse("exp(2*r)", names=("r",), parameters={})), 3, 3, 0)
    assert points is not None
    assert points @ points[0] == pytest.approx(np.ones(6), abs=1e-9)


def test_a_kink_in_the_profile_is_climbed_by_differences():
    weights = np.ones((4, 4))
    points = ascend_profile(weights, Profile(parse("abs(r)", names=("r",), parameters={})), 3, 5, 0)
    assert points is not None
    assert np.abs(points @ points[0]) == pytest.approx(np.ones(4), abs=1e-5)


def test_a_profile_that_is_not_finite_yields_nothing():
    profile = Profile(parse("log(r - 2)", names=("r",), parameters={}))
    assert ascend_profile(np.ones((2, 2)), profile, 3, 1, 0) is None
