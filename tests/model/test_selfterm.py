"""Flat and Jensen self terms: decided exactly, against the definitions at the points that decide them."""

from __future__ import annotations

import pytest
from flint import fmpq
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.model.instances import points, symmetric
from theorems.draw import profile
from theorems.model.energy import pair_interaction
from theorems.model.errors import UndecidedError
from theorems.model.kernel import BilinearKernel, ZonalKernel
from theorems.model.labels import Labels, Reading
from theorems.model.law import dirac
from theorems.model.matrix import matrix
from theorems.model.problem import Problem
from theorems.model.real import Real
from theorems.model.selfterm import is_flat, is_jensen
from theorems.model.sphere import antipode

WITH_SELF_TERMS = (Reading.ATOMIC, Reading.CELLS)
PROFILES = ("r", "-r", "1", "r**2", "-r**2", "r**3", "r - 2/5*r**2", "exp(r)", "-exp(r)", "1 - r**2", "r**2 + r")
STRETCH = matrix([[2, 0], [0, 1]])


def lone(text: str, entry: object, reading: Reading = Reading.ATOMIC, dimension: int = 2, gauges=()) -> Problem:
    kernel = ZonalKernel(matrix([[entry]]), profile(text), gauges)  # pyright: ignore[reportArgumentType]
    return Problem(dimension, Labels((fmpq(1),), reading), kernel)


def lone_block(block) -> Problem:
    return Problem(len(block), Labels((fmpq(1),), Reading.ATOMIC), BilinearKernel(((block,),)))


def gap(problem: Problem, x, y) -> Real:
    """(h(x, x) + h(y, y))/2 - h(x, y)."""
    one, other = dirac(x), dirac(y)
    pairs = [(one, one), (other, other), (one, other)]
    first, second, mixed = (pair_interaction(problem, 0, a, 0, b) for a, b in pairs)
    return (first + second) / 2 - mixed


@pytest.mark.parametrize("reading", WITH_SELF_TERMS)
@pytest.mark.parametrize(
    ("text", "entry", "dimension", "flat", "jensen"),
    [
        ("r", 1, 2, False, True),
        ("r", -1, 2, False, False),
        ("r", 0, 2, True, True),
        ("-r", -1, 2, False, True),
        ("1", 1, 2, True, True),
        ("1", -1, 3, True, True),
        ("r**2", 1, 2, False, True),
        ("r**2", 1, 1, True, True),
        ("r**2", -1, 1, True, True),
        ("r**2", -1, 2, False, False),
        ("r**4 - r**2", 1, 1, True, True),
        ("r**4 - r**2", 1, 2, False, True),
        ("r - 2/5*r**2", 1, 2, False, True),
        ("r - 3/5*r**2", 1, 2, False, False),
        ("r - 3/5*r**2", 1, 1, False, True),
        ("exp(r)", 1, 2, False, True),
        ("exp(r)", -1, 2, False, False),
        ("exp(-r)", -1, 2, False, True),
    ],
)
def test_what_is_flat_and_what_is_jensen(reading, text, entry, dimension, flat, jensen):
    problem = lone(text, entry, reading, dimension)
    assert (is_flat(problem, 0), is_jensen(problem, 0)) == (flat, jensen)


@pytest.mark.parametrize("text", PROFILES)
@pytest.mark.parametrize("entry", [1, -1, 0])
def test_a_token_has_no_self_term_to_look_at(text, entry):
    problem = lone(text, entry, Reading.TOKENS, gauges=(STRETCH,))
    assert is_flat(problem, 0)
    assert is_jensen(problem, 0)


@given(st.sampled_from(PROFILES), st.integers(-2, 2), st.integers(1, 3), st.data())
def test_the_answers_hold_at_every_pair_of_points(text, entry, dimension, data):
    problem = lone(text, entry, dimension=dimension)
    x, y = data.draw(points(dimension)), data.draw(points(dimension))
    for other in (y, antipode(x)):
        found = gap(problem, x, other)
        assert not is_flat(problem, 0) or found == 0
        assert not is_jensen(problem, 0) or found >= 0
    if is_flat(problem, 0):
        assert is_jensen(problem, 0)


@given(st.integers(1, 3).flatmap(lambda d: st.tuples(symmetric(d, st.integers(-2, 2).map(Real)), points(d), points(d))))
def test_a_bilinear_self_term_is_jensen_iff_its_block_is_psd(drawn):
    block, x, y = drawn
    problem = lone_block(block)
    assert is_flat(problem, 0) == all(entry == 0 for row in block for entry in row)
    for other in (y, antipode(x)):
        assert not is_jensen(problem, 0) or gap(problem, x, other) >= 0
    if len(block) == 1:
        assert is_jensen(problem, 0) == (block[0][0] >= 0)


def test_a_block_with_a_negative_direction_is_not_jensen_there():
    problem = lone_block(matrix([[1, 2], [2, 1]]))
    assert not is_jensen(problem, 0)
    half = Real.cosine("1/8")
    x = (half, -half)
    assert gap(problem, x, antipode(x)) < 0


@given(st.sampled_from(PROFILES), st.integers(-1, 1))
def test_jensen_of_a_kernel_and_of_its_negative_together_is_flat(text, entry):
    assume(entry)
    both = is_jensen(lone(text, entry), 0) and is_jensen(lone(text, -entry), 0)
    assert both == is_flat(lone(text, entry), 0)


@pytest.mark.parametrize("decide", [is_flat, is_jensen])
def test_a_gauge_that_stretches_is_undecided_and_no_guess(decide):
    with pytest.raises(UndecidedError, match="gauge 0 is not orthogonal"):
        decide(lone("r", 1, gauges=(STRETCH,)), 0)
    assert decide(lone("r", 0, gauges=(STRETCH,)), 0)


def test_each_label_has_its_own_answer():
    kernel = ZonalKernel(matrix([[1, 5], [5, -1]]), profile("r"))
    problem = Problem(2, Labels((fmpq(1, 2), fmpq(1, 2)), Reading.ATOMIC), kernel)
    assert [is_jensen(problem, i) for i in range(2)] == [True, False]
