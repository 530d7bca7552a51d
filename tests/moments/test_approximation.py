"""Polynomials near a profile: the distance holds at every point tried, and is 0 for the profile itself."""

from __future__ import annotations

import pytest
from flint import arb, fmpq, fmpq_poly

from theorems.draw import profile
from theorems.model.approximation import approximate, distance, in_chebyshev
from theorems.model.arithmetic import enclose
from theorems.model.errors import InexactError

PROFILES = ("exp(2*r)", "exp(-4*r**2)", "1/(2 - r)", "log(3/2 + r)", "sqrt(2 + r)", "cos(3*r)*exp(r)", "sin(pi*r)")
POINTS = [fmpq(k, 16) for k in range(-16, 17)]


@pytest.mark.parametrize("text", [*PROFILES, "r**5 - r"])
@pytest.mark.parametrize("degree", [2, 5, 12])
def test_the_profile_is_within_the_distance_at_every_point_tried(text, degree):
    coefficients, epsilon = approximate(profile(text), degree)
    assert len(coefficients) <= degree + 1
    assert epsilon == distance(profile(text), coefficients)
    for t in POINTS:
        value = enclose(profile(text), {"r": arb(t)}, 128)
        assert abs(value - arb(fmpq_poly(list(coefficients))(t))) <= arb(epsilon) + arb(2) ** -40


@pytest.mark.parametrize("text", PROFILES)
def test_the_distance_falls_with_the_degree(text):
    distances = [approximate(profile(text), degree)[1] for degree in (2, 6, 12)]
    assert distances[0] > 3 * distances[1] > 30 * distances[2] > 0


def test_a_distance_that_is_halved_is_wrong_somewhere():
    """Near r = 1 and -1 the dropped terms of exp(2r) nearly add up, so that no factor is given away."""
    coefficients, epsilon = approximate(profile("exp(2*r)"), 6)
    gap = enclose(profile("exp(2*r)"), {"r": arb(1)}, 128) - arb(fmpq_poly(list(coefficients))(fmpq(1)))
    assert abs(gap) > arb(epsilon) * fmpq(9, 10)


def test_a_polynomial_is_its_own_approximation():
    assert approximate(profile("r**3 - r/2 + 1"), 3) == ((fmpq(1), fmpq(-1, 2), fmpq(0), fmpq(1)), fmpq(0))
    assert distance(profile("r**2"), (fmpq(0),)) == 1
    assert approximate(profile("0*r"), 3) == ((), fmpq(0))


def test_a_wrong_polynomial_is_as_far_as_it_is():
    right, epsilon = approximate(profile("exp(r)"), 8)
    wrong = (right[0] + fmpq(1, 3), *right[1:])
    assert fmpq(1, 3) - epsilon <= distance(profile("exp(r)"), wrong) <= fmpq(1, 3) + 2 * epsilon


@pytest.mark.parametrize(
    "text", ["abs(r)", "min(r, 0)", "1/(1 - r)", "sqrt(1 - r)", "log(1 + r)", "1/r", "exp(10**6*r)"]
)
def test_without_a_disc_or_of_a_size_beyond_measure_there_is_none(text):
    with pytest.raises(InexactError, match="profile: "):
        approximate(profile(text), 6)
    with pytest.raises(InexactError, match="profile: "):
        distance(profile(text), (fmpq(0),))


def test_chebyshev_coefficients_of_powers():
    assert in_chebyshev([fmpq(0), fmpq(0), fmpq(1)], fmpq(0)) == [fmpq(1, 2), fmpq(0), fmpq(1, 2)]
    assert in_chebyshev([fmpq(0), fmpq(0), fmpq(0), fmpq(4)], fmpq(0)) == [fmpq(0), fmpq(3), fmpq(0), fmpq(1)]
