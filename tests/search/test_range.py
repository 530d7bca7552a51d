"""Ranges of profiles: exact at the ends, proved just outside where the extremum is inside."""

from __future__ import annotations

import math

import pytest

from tests.search.problems import uniform_problem
from theorems.model.parser import parse
from theorems.model.profile import lies_within
from theorems.model.proof import Pointwise
from theorems.model.real import Real
from verify.search.range import pointwise
from verify.search.structured import square_root

EXACT = [
    ("r", 3, "-1", "1"),
    ("exp(2*r)", 3, Real.exp(-2), Real.exp(2)),
    ("r**2", 2, "0", "1"),
    ("r**2", 1, "1", "1"),
    ("r - 2/5*r**2", 3, "-7/5", "3/5"),
]


def bounded(text, dimension):
    proof = pointwise(uniform_problem(1, dimension, (), text))
    assert isinstance(proof, Pointwise)
    return proof


@pytest.mark.parametrize(("text", "dimension", "lowest", "highest"), EXACT)
def test_an_extremum_at_an_end_is_exact(text, dimension, lowest, highest):
    proof = bounded(text, dimension)
    assert (proof.lowest, proof.highest) == (Real.of(lowest), Real.of(highest))


@pytest.mark.parametrize(
    ("text", "dimension", "lowest", "highest"),
    [
        ("cos(3*r)", 3, math.cos(3), 1.0),
        ("cos(3*r)", 1, math.cos(3), math.cos(3)),
        ("r*exp(-3*r)", 3, -math.exp(3), math.exp(-1) / 3),
        ("abs(r)", 2, 0.0, 1.0),
        ("r**3 - r", 3, -0.3849001794597505, 0.3849001794597505),
    ],
)
def test_any_other_extremum_is_proved_with_a_small_margin(text, dimension, lowest, highest):
    proof = bounded(text, dimension)
    profile = parse(text, names=("r",), parameters={})
    assert lies_within(profile, dimension, proof.lowest, proof.highest)
    assert float(proof.lowest.ball(64).mid()) == pytest.approx(lowest, abs=1e-3)
    assert float(proof.highest.ball(64).mid()) == pytest.approx(highest, abs=1e-3)


def test_a_profile_with_a_pole_has_no_range():
    assert pointwise(uniform_problem(1, 3, (), "1/r")) is None


@pytest.mark.parametrize("whole", [1, 2, 3, 5, 6, 7, 45, 91, 30 * 97**2])
def test_square_roots_by_gauss_sums_are_exact(whole):
    root = square_root(whole)
    assert root is not None
    assert root * root == whole
    assert root > 0


def test_a_large_prime_has_no_square_root_here():
    assert square_root(10007) is None
