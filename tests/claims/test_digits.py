"""The comparison with printed decimals: what it accepts, and that it accepts nothing next to it."""

from __future__ import annotations

import pytest
from flint import arb, fmpq

from tests.claims.digits import edges, has_a_root, neighbours, number, prints, unit


@pytest.mark.parametrize(
    ("text", "last"), [("0.25", "1/100"), ("-1", "1"), ("-5.89e-5", "1/10000000"), ("0.30", "1/100"), ("3", "1")]
)
def test_the_last_digit_has_its_unit(text, last):
    assert unit(text) == fmpq(*map(int, last.split("/")))
    assert [number(other) - number(text) for other in neighbours(text)] == [-unit(text), unit(text)]
    assert edges(text)[1] - edges(text)[0] == unit(text)


@pytest.mark.parametrize("text", ["0.333", "-0.667", "2.00e-3"])
def test_a_ball_inside_the_rounding_interval_is_printed_so_and_one_across_its_edge_is_not(text):
    middle, half = number(text), unit(text) / 2
    assert prints(arb(middle, half / 3), text)
    assert not prints(arb(middle + half, half / 100), text)
    assert not prints(arb(middle, 2 * half), text)
    assert not any(prints(arb(middle), other) for other in neighbours(text))


def test_a_nan_is_printed_as_nothing():
    assert not prints(arb("nan"), "0.5")


def test_a_root_lies_in_one_rounding_interval_alone():
    assert has_a_root(lambda b: arb(b * b - 2), "1.41421356")
    assert has_a_root(lambda b: arb(2 - b * b), "1.41421356")
    assert not any(has_a_root(lambda b: arb(b * b - 2), other) for other in neighbours("1.41421356"))
