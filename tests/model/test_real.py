"""Exact numbers: ring laws, equality by form, order by balls, and a gate that lets no float in."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from flint import arb, ctx, fmpq, fmpz
from hypothesis import given
from hypothesis import strategies as st

from tests.model.instances import rationals, reals, turns
from theorems.model.errors import InexactError, InvalidInputError, UndecidedError
from theorems.model.real import MAX_DIGITS, MAX_ORDER, Real, parse_rational, rational

FINE = 1024


def sign_by_balls(value: Real) -> int:
    """The sign of a number that is not 0, by the definition alone: the sum of its terms in balls."""
    with ctx.workprec(FINE):
        total = arb(0)
        for c, q, t, k in value.terms:
            total += arb(c) * arb(q).exp() * (2 * arb.pi() * arb(t)).cos() * arb.pi() ** k
        return (total > 0) - (total < 0)


@given(reals, reals, reals)
def test_the_ring_laws_hold(a, b, c):
    assert a + b == b + a
    assert a * b == b * a
    assert (a + b) + c == a + (b + c)
    assert (a * b) * c == a * (b * c)
    assert a * (b + c) == a * b + a * c
    assert a - a == 0
    assert a + 0 == a
    assert a * 1 == a
    assert (a - b) + b == a
    assert (-a) * -1 == a


@given(reals, st.integers(0, 4))
def test_a_whole_power_is_a_repeated_product(a, k):
    product = Real(1)
    for _ in range(k):
        product = product * a
    assert a**k == product


@given(reals, reals)
def test_sums_and_products_lie_in_the_sums_and_products_of_balls(a, b):
    with ctx.workprec(200):
        left, right = a.ball(200), b.ball(200)
        assert (left + right).overlaps((a + b).ball(FINE))
        assert (left * right).overlaps((a * b).ball(FINE))
        assert (left - right).overlaps((a - b).ball(FINE))


@given(reals)
def test_a_ball_of_few_bits_contains_that_of_many(a):
    assert a.ball(64).contains(a.ball(FINE))


@given(rationals, rationals)
def test_exponentials_multiply_by_adding_exponents(p, q):
    assert Real.exp(p) * Real.exp(q) == Real.exp(p + q)
    assert 1 / Real.exp(p) == Real.exp(-p)
    assert Real.exp(0) == 1


@given(turns, turns)
def test_the_addition_theorem_of_the_cosine_holds(s, t):
    assert 2 * Real.cosine(s) * Real.cosine(t) == Real.cosine(s + t) + Real.cosine(s - t)
    assert Real.sine(s + t) == Real.sine(s) * Real.cosine(t) + Real.cosine(s) * Real.sine(t)
    assert Real.cosine(s) ** 2 + Real.sine(s) ** 2 == 1


@given(st.builds(fmpq, st.integers(-60, 60), st.integers(1, 30)))
def test_cosine_and_sine_of_a_turn_are_what_balls_say(t):
    with ctx.workprec(FINE):
        angle = 2 * arb.pi() * arb(t)
        assert Real.cosine(t).ball(FINE).overlaps(angle.cos())
        assert Real.sine(t).ball(FINE).overlaps(angle.sin())


@given(turns, st.integers(2, 15))
def test_the_corners_of_a_regular_polygon_sum_to_zero(t, n):
    total = sum((Real.cosine(t + fmpq(k, n)) for k in range(n)), start=Real(0))
    assert total == 0
    assert total + Real("1/1000000000000000000000000000000") > 0


def test_the_relations_of_fifths_and_sevenths_are_found():
    fifth, tenth = Real.cosine("1/5"), Real.cosine("1/10")
    assert fifth - tenth == fmpq(-1, 2)
    assert 4 * fifth * tenth == 1
    assert (4 * fifth + 1) ** 2 == 5
    assert Real.cosine("1/14") - Real.cosine("1/7") + Real.cosine("3/14") == fmpq(1, 2)
    assert Real.cosine("1/8") ** 2 == fmpq(1, 2)
    assert not (2 * fifth - 2 * tenth).is_rational


def test_near_misses_are_not_equal():
    fifth = Real.cosine("1/5")
    near = parse_rational("0.30901699437494742410229341718281905886")
    assert fifth != near
    assert abs(fifth - near) < Real("1e-37")
    assert Real.exp(1) != Real.exp(1) + Real("1e-390")
    assert Real.pi() != Fraction(355, 113)
    assert Real.pi() < Fraction(355, 113)


@given(reals, reals)
def test_the_order_is_that_of_the_balls(a, b):
    assert (a < b) + (a == b) + (a > b) == 1
    assert (a <= b) == (not a > b)
    assert (a >= b) == (b <= a)
    if a != b:
        assert (a - b).sign() == sign_by_balls(a - b)


@given(reals, reals, reals)
def test_sorting_agrees_with_every_comparison(a, b, c):
    low, middle, high = sorted([a, b, c])
    assert low <= middle <= high
    assert low <= high


def test_an_order_finer_than_the_finest_ball_is_undecided_and_never_equal():
    with ctx.workprec(8000):
        near = Real.exp(1).ball(8000).mid().fmpq()
    with pytest.raises(UndecidedError, match="not decided"):
        Real.exp(1).__eq__(near)


def test_cosines_of_an_immense_field_are_ordered_by_balls_or_undecided_but_never_expanded():
    a, b = Real.cosine(fmpq(1, 10**9 + 7)), Real.cosine(fmpq(1, 10**9 + 9))
    assert a < b < 1
    with ctx.workprec(8000):
        near = (a + b).ball(8000).mid().fmpq()
    with pytest.raises(UndecidedError, match="not decided by balls"):
        (a + b - near).sign()
    with pytest.raises(UndecidedError, match=f"at most {MAX_ORDER}"):
        (a + b - near).is_zero()


@given(reals)
def test_the_terms_give_the_number_back(a):
    again = Real.from_terms(a.terms)
    assert again == a
    assert again.terms == a.terms


@given(rationals, rationals, st.integers(-3, 3))
def test_the_inverse_of_one_term_is_exact(c, q, k):
    number = Real.from_terms([(c, q, fmpq(0), k)])
    if c == 0:
        with pytest.raises(InvalidInputError, match="division by zero"):
            number.inverse()
    else:
        assert number * number.inverse() == 1
        assert number**-2 * number**2 == 1


@pytest.mark.parametrize("number", [Real.exp(1) + 1, Real.cosine("1/5"), Real.pi() + Real.exp(2)])
def test_a_reciprocal_without_exact_form_is_refused(number):
    with pytest.raises(InexactError, match="no exact form"):
        number.inverse()


@given(st.fractions(), st.fractions())
def test_rationals_are_those_of_python(p, q):
    assert Real(p) + Real(q) == p + q
    assert Real(p) * Real(q) == p * q
    assert (Real(p) < Real(q)) == (p < q)
    assert Real(p).is_rational
    assert Fraction(str(Real(p))) == p


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3", fmpq(3)),
        ("-1/3", fmpq(-1, 3)),
        ("+2/4", fmpq(1, 2)),
        ("0.25", fmpq(1, 4)),
        ("-0.5", fmpq(-1, 2)),
        ("1e-9", fmpq(1, 10**9)),
        ("2.5E2", fmpq(250)),
        (" 7 ", fmpq(7)),
        ("0/5", fmpq(0)),
        ("0.1", fmpq(1, 10)),
    ],
)
def test_texts_of_rationals_are_read_exactly(text, value):
    assert parse_rational(text) == value


@pytest.mark.parametrize(
    "text",
    [
        "1e999999999",  # 10^999999999 would fill the memory
        "1e-999999999",
        "nan",
        "inf",
        "-inf",
        "",
        "1/0",
        "1//2",
        "1/-2",
        "0x10",
        "1_000",
        "1.5/2",
        "1e1/2",
        "--1",
        "1.",
        ".5",
        "٣",  # an Arabic digit
        "9" * (MAX_DIGITS + 1),
        "exp(1)",
    ],
)
def test_texts_that_are_no_short_rational_are_refused(text):
    with pytest.raises(InvalidInputError, match="number="):
        parse_rational(text)


@pytest.mark.parametrize(
    "value", [0.5, 1.0, float("nan"), float("inf"), True, False, None, 1j, Decimal(1), np.float64(1), arb(1), [1]]
)
def test_the_gate_refuses_what_is_not_an_exact_rational(value):
    for gate in (rational, Real, Real.of, Real.exp, Real.cosine):
        with pytest.raises(InvalidInputError, match="expected an exact rational"):
            gate(value)


@pytest.mark.parametrize("value", [0.5, float("nan"), 1j])
def test_arithmetic_with_a_float_is_an_error(value):
    with pytest.raises(TypeError):
        _ = Real(1) + value
    with pytest.raises(TypeError):
        _ = value * Real(1)
    with pytest.raises(InvalidInputError):
        _ = Real(1) < value


@pytest.mark.parametrize("value", [3, Fraction(3), fmpq(3), fmpz(3), "3", "3.0"])
def test_the_gate_lets_every_exact_rational_in(value):
    assert Real.of(value) == 3


def test_numbers_have_no_hash_since_equal_ones_have_several_forms():
    with pytest.raises(TypeError, match="unhashable"):
        hash(Real(1))


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (Real("1/3"), "1/3"),
        (Real.pi() ** 2 * 2, "2*pi^2"),
        (Real.exp(2) - Real.pi(), "-pi + exp(2)"),
        (Real.cosine("1/5") * 3, "3*cos(2*pi*1/5)"),
        (1 - Real.cosine("2/5"), "1 + cos(2*pi*1/10)"),
    ],
)
def test_the_text_names_the_terms(number, text):
    assert str(number) == text


def test_only_a_multiple_of_pi_gives_its_factor():
    assert (Real.pi() * fmpq(2, 3)).rational_multiple_of_pi() == fmpq(2, 3)
    assert Real(0).rational_multiple_of_pi() == 0
    for number in (Real(1), Real.pi() ** 2, Real.pi() + 1, Real.pi() * Real.exp(1)):
        with pytest.raises(InexactError, match="multiple of pi"):
            number.rational_multiple_of_pi()
