"""Sympy's side of the numbers: no float, no text, and proofs of zero that are proofs."""

from __future__ import annotations

import pytest
import sympy
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from tests.model.instances import rationals, reals
from theorems.model.arithmetic import EXACT
from theorems.model.errors import InexactError
from theorems.model.evaluation import evaluate
from theorems.model.parser import parse
from theorems.model.real import Real
from theorems.symbolic.arithmetic import SYMBOLIC, vanishes

TINY = sympy.Rational(1, 10**60)


@given(reals, reals)
def test_sympy_adds_and_multiplies_as_the_exact_numbers_do(a, b):
    left, right = SYMBOLIC.lift(a), SYMBOLIC.lift(b)
    assert vanishes(left + right - SYMBOLIC.lift(a + b))
    assert vanishes(left * right - SYMBOLIC.lift(a * b))
    assert not vanishes(left * right - SYMBOLIC.lift(a * b) + TINY)


@given(rationals)
def test_rationals_are_lifted_as_rationals(q):
    assert SYMBOLIC.number(q) == sympy.Rational(int(q.p), int(q.q)) == SYMBOLIC.lift(Real(q))


@pytest.mark.parametrize("n", [2, 3, 5, 7, 8, 9, 10, 11, 12])
def test_the_corners_of_a_polygon_sum_to_zero_and_all_but_one_do_not(n):
    corners = [sympy.cos(2 * sympy.pi * sympy.Rational(7 * k + 1, 7 * n)) for k in range(n)]
    assert vanishes(sum(corners))
    assert not vanishes(sum(corners[1:]))


@pytest.mark.parametrize(
    ("zero", "expression"),
    [
        (True, 4 * sympy.cos(2 * sympy.pi / 5) + 1 - sympy.sqrt(5)),
        (True, sympy.sqrt(2) * sympy.cos(sympy.pi / 9) - sympy.cos(5 * sympy.pi / 36) - sympy.cos(13 * sympy.pi / 36)),
        (True, 1 / sympy.sqrt(6) - sympy.cos(sympy.pi / 4) * sympy.cos(sympy.pi / 6) * sympy.Rational(2, 3)),
        (True, sympy.exp(1) * sympy.exp(-1) - 1),
        (False, sympy.sqrt(2) - sympy.Rational(141421356237, 10**11)),
        (False, sympy.exp(1) - sympy.Rational(2718281828459045, 10**15)),
        (False, sympy.pi - sympy.Rational(355, 113)),
        (False, sympy.Symbol("x") - sympy.Symbol("y")),
    ],
)
def test_zeros_are_proved_and_near_misses_are_not(zero, expression):
    assert vanishes(expression) is zero


def test_a_float_proves_nothing():
    with pytest.raises(InexactError, match="found a float"):
        vanishes(sympy.Float(0.5) * sympy.Symbol("x"))


@pytest.mark.parametrize(
    "text",
    [
        "exp(2 * r) + r**3",
        "log(exp(r)) - abs(r - 1)",
        "min(r, 1/3, 2) + max(r**2, 1/5)",
        "sqrt(4 * r**2) / 3",
        "cos(pi * r) * sin(pi * r) + pi",
    ],
)
@pytest.mark.parametrize("r", [fmpq(0), fmpq(1, 3), fmpq(-5, 2)])
def test_every_function_has_the_same_value_in_sympy(text, r):
    profile = parse(text, names=("r",))
    exact = evaluate(profile, {"r": Real(r)}, EXACT)
    assert vanishes(evaluate(profile, {"r": SYMBOLIC.number(r)}, SYMBOLIC) - SYMBOLIC.lift(exact))


@given(st.lists(st.tuples(reals, reals), min_size=1, max_size=3))
def test_gram_is_all_inner_products(points):
    found, exact = SYMBOLIC.gram(points), EXACT.gram(points)
    assert all(vanishes(found[i][j] - SYMBOLIC.lift(exact[i][j])) for i in range(len(points)) for j in range(i + 1))
