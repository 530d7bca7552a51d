"""Predicates of profiles, held against decisions taken in another way."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
import sympy
from flint import fmpq, fmpq_poly
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.model.instances import polynomial_profile, polynomials, rationals
from theorems.model.errors import InexactError, UndecidedError
from theorems.model.parser import parse
from theorems.model.profile import (
    is_nonnegative,
    lies_within,
    peaks_at_one,
    peaks_only_at_one,
    roots_between,
    value_at,
)
from theorems.model.real import Real

T = sympy.Symbol("t")


@st.composite
def touching(draw):
    """A product of linear factors, many of them repeated or with roots at -1, 0 and 1."""
    roots = st.sampled_from([fmpq(-1), fmpq(0), fmpq(1), fmpq(1, 2), fmpq(-1, 3), fmpq(2)])
    made = fmpq_poly([draw(st.sampled_from([fmpq(1), fmpq(-1), fmpq(2, 3)]))])
    for root in draw(st.lists(roots, max_size=3)):
        made *= fmpq_poly([-root, 1]) ** draw(st.integers(1, 3))
    if draw(st.booleans()):
        made *= fmpq_poly([-2, 0, 1]) if draw(st.booleans()) else fmpq_poly([fmpq(-1, 2), 0, 1])  # irrational roots
    return made


anything = touching() | polynomials.map(fmpq_poly)


def in_sympy(polynomial: fmpq_poly) -> sympy.Poly:
    coefficients = [sympy.Rational(int(c.p), int(c.q)) for c in polynomial.coeffs()]
    return sympy.Poly(coefficients[::-1] or [0], T, domain="QQ")


def signs(polynomial: fmpq_poly) -> tuple[list[int], list[int]]:
    """The signs of p at -1 and 1, and on the open pieces of (-1, 1) between its roots.

    By sympy's isolating intervals of p (t^2 - 1), so that the ends are roots too, made finer until no two touch:
    between two neighbours p has one sign, that at any point there.
    """
    p = in_sympy(polynomial)
    width, apart = sympy.Rational(1, 10), False
    pairs = []
    while not apart:
        found: Any = (p * sympy.Poly(T**2 - 1, T)).intervals(eps=width)
        intervals = sorted(interval for interval, _ in found)
        pairs = [(b, a) for (_, b), (a, _) in pairwise(intervals)]
        apart, width = all(b < a for b, a in pairs), width / 10
    gaps = [(b + a) / 2 for b, a in pairs]
    inside = [p(gap) for gap in gaps if -1 < gap < 1]
    return [int(sympy.sign(p(end))) for end in (-1, 1)], [int(sympy.sign(value)) for value in inside]


def gap_to_one(polynomial: fmpq_poly) -> fmpq_poly:
    return fmpq_poly([polynomial(fmpq(1))]) - polynomial


def profile_of(polynomial: fmpq_poly):
    return polynomial_profile(polynomial.coeffs() or [fmpq(0)])


@given(anything)
def test_nonnegative_is_what_the_signs_between_the_roots_say(p):
    assume(p.degree() >= 0)
    ends, inside = signs(p)
    assert is_nonnegative(p) == all(sign >= 0 for sign in ends + inside)


@given(anything.map(lambda p: p * p))
def test_a_square_is_nonnegative_and_what_is_a_little_less_at_its_root_is_not(p):
    assert is_nonnegative(p)
    root = next((t for t in (fmpq(0), fmpq(1, 2), fmpq(1), fmpq(-1)) if p(t) == 0), None)
    if root is not None:
        assert not is_nonnegative(p - fmpq_poly([fmpq(1, 10**40)]))


@given(anything, st.sampled_from([(fmpq(-1), fmpq(1)), (fmpq(-1, 3), fmpq(1, 2)), (fmpq(0), fmpq(2))]))
def test_sturm_counts_the_roots_that_sympy_counts(p, interval):
    assume(p.degree() >= 0)
    low, high = interval
    by_sympy = in_sympy(p)
    expected = (
        0 if by_sympy.degree() < 1 else by_sympy.count_roots(*(sympy.Rational(int(e.p), int(e.q)) for e in interval))
    )
    assert roots_between(p, low, high) == expected


@given(anything | anything.map(lambda p: p * fmpq_poly([1, -1])), st.integers(2, 3))
def test_a_polynomial_peaks_at_one_iff_no_sign_of_the_gap_is_negative(p, dimension):
    gap = gap_to_one(p)
    if gap.degree() < 0:
        assert peaks_at_one(profile_of(p), dimension)
        assert not peaks_only_at_one(profile_of(p), dimension)
        return
    (left, _), inside = signs(gap)
    assert peaks_at_one(profile_of(p), dimension) == all(sign >= 0 for sign in [left, *inside])
    assert peaks_only_at_one(profile_of(p), dimension) == (left > 0 and inside == [1])


@given(anything)
def test_on_two_points_the_profile_is_looked_at_there_alone(p):
    left, right = p(fmpq(-1)), p(fmpq(1))
    assert peaks_at_one(profile_of(p), 1) == (left <= right)
    assert peaks_only_at_one(profile_of(p), 1) == (left < right)
    assert lies_within(profile_of(p), 1, Real(left), Real(left)) == (left == right)


@given(anything, rationals, rationals)
def test_the_bounds_of_a_profile_are_those_of_two_gaps(p, lowest, highest):
    within = lies_within(profile_of(p), 2, Real(lowest), Real(highest))
    assert within == (is_nonnegative(p - fmpq_poly([lowest])) and is_nonnegative(fmpq_poly([highest]) - p))
    assert lies_within(profile_of(p), 2, None, None)


@given(rationals, rationals)
def test_a_parabola_is_bounded_by_its_vertex_and_its_ends(a, b):
    """The range of a t^2 + b t on [-1, 1] in closed form."""
    profile = profile_of(fmpq_poly([0, b, a]))
    values = [a + b, a - b]
    if a and abs(b / (2 * a)) <= 1:
        values.append(-b * b / (4 * a))
    low, high, step = min(values), max(values), fmpq(1, 10**20)
    assert lies_within(profile, 2, Real(low), Real(high))
    assert not lies_within(profile, 2, Real(low + step), None)
    assert not lies_within(profile, 2, None, Real(high - step))


@given(rationals.filter(bool), st.integers(1, 3))
def test_an_exponential_peaks_at_one_iff_its_rate_is_positive(beta, dimension):
    profile = parse("exp(b * r)", names=("r",), parameters={"b": beta})
    assert peaks_at_one(profile, dimension) == (beta > 0)
    assert peaks_only_at_one(profile, dimension) == (beta > 0)
    assert value_at(profile, Real(1)) == Real.exp(beta)


@given(rationals.filter(bool))
def test_an_exponential_lies_between_its_values_at_the_ends(beta):
    profile = parse("exp(b * r)", names=("r",), parameters={"b": beta})
    low, high, step = Real.exp(-abs(beta)), Real.exp(abs(beta)), fmpq(1, 100)
    assert lies_within(profile, 2, low, high)
    assert not lies_within(profile, 2, low + step, None)
    assert not lies_within(profile, 2, None, high - step)


@pytest.mark.parametrize(
    ("text", "weakly", "strictly"),
    [
        ("r", True, True),
        ("r**2", True, False),
        ("-r", False, False),
        ("r - 2/5 * r**2", True, True),
        ("r**3", True, True),
        ("7", True, False),
        ("r**2 * (1 - r**2)", False, False),
        ("-(r - 1)**2 * (r - 1/2)**2", True, False),
        ("1 / (3 - r) - 1 / 5", True, True),
        ("exp(r) + exp(-r)", True, False),
        ("1 / (2 - r)", True, True),
    ],
)
def test_known_profiles_peak_where_they_are_known_to(text, weakly, strictly):
    profile = parse(text, names=("r",))
    assert peaks_at_one(profile, 2) is weakly
    assert peaks_only_at_one(profile, 2) is strictly


def test_a_profile_whose_top_is_no_exact_number_is_not_judged():
    profile = parse("cos(r) * exp(r)", names=("r",))
    for predicate in (peaks_at_one, peaks_only_at_one):
        with pytest.raises(InexactError, match=r"cos\(1\)"):
            predicate(profile, 2)


def test_a_bound_that_is_touched_inside_is_undecided_for_balls():
    profile = parse("exp(-(r * r))", names=("r",))
    with pytest.raises(UndecidedError, match="not decided by balls"):
        lies_within(profile, 2, None, Real(1))
    assert lies_within(profile, 2, None, Real(1) + fmpq(1, 1000))
    assert not lies_within(profile, 2, None, Real(1) - fmpq(1, 1000))
