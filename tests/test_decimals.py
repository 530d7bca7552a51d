"""Decimals are rounded outward, never across the number."""

from __future__ import annotations

import pytest
from flint import arb, fmpq
from hypothesis import given
from hypothesis import strategies as st

from theorems.model.errors import UndecidedError
from theorems.model.real import Real
from verify.decimals import ball_edge, decimal_text, outward, relative_gap, shown, tidied


@pytest.mark.parametrize(
    ("value", "down", "up"),
    [
        (Real("1/4"), "0.25", "0.25"),
        (Real(0), "0", "0"),
        (Real("-1/2"), "-0.5", "-0.5"),
        (Real("1/3"), "0.33333333333333333", "0.33333333333333334"),
        (Real("-1/3"), "-0.33333333333333334", "-0.33333333333333333"),
        (Real.pi(), "3.1415926535897932", "3.1415926535897933"),
        (Real("1e-30"), "1e-30", "1e-30"),
        (Real(1000), "1000", "1000"),
    ],
)
def test_known_numbers(value, down, up):
    assert (shown(value, -1), shown(value, 1)) == (down, up)


@given(st.fractions(), st.integers(1, 25))
def test_a_rational_lies_between_its_two_roundings(fraction, digits):
    value = Real(fraction)
    low, high = outward(value, -1, digits), outward(value, 1, digits)
    assert low <= value <= high
    assert high - low <= abs(value.rational()) * fmpq(10) ** (2 - digits)
    assert Real(decimal_text(low)) == low


def test_a_short_form_is_kept_and_a_long_one_is_rounded_outward():
    assert tidied(Real("1/3"), 1) == Real("1/3")
    long = Real(fmpq(1, 3**90))
    assert tidied(long, -1) < long < tidied(long, 1)


def test_a_number_too_small_to_write_out_is_rounded_outward_to_zero_or_to_a_unit_of_the_last_place():
    tiny = Real.exp(-10_000)
    assert outward(tiny, -1) == 0 == outward(-tiny, 1)
    assert 0 < tiny < Real(outward(tiny, 1)) < Real(fmpq(1, 10**1000))
    assert outward(Real(fmpq(1, 10**999)), 1) == fmpq(1, 10**999)


def test_the_relative_gap_is_zero_iff_the_bounds_are_equal_by_form():
    assert relative_gap(Real.exp(1), Real.exp(1)) == 0
    assert relative_gap(Real("1/4"), Real("1/2")) == Real("1/2")
    assert relative_gap(Real(-1), Real(0)) == 1
    assert relative_gap(Real("2.71828"), Real.exp(1)) >= (Real.exp(1) - Real("2.71828")) / Real.exp(1)


def test_a_number_without_finite_decimals_is_refused():
    with pytest.raises(ValueError, match="finite decimal"):
        decimal_text(fmpq(1, 3))


@pytest.mark.parametrize("ball", [arb(60).exp().exp(), arb("nan"), arb("inf")])
def test_a_ball_too_large_to_write_has_no_edge(ball):
    with pytest.raises(UndecidedError, match=r"below 2\^65536"):
        ball_edge(ball, 1)
