"""The linear certificate's inequality, and the multipliers that a factor needs."""

from __future__ import annotations

import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from tests.model.instances import (
    bilinear_kernels,
    cosines,
    gauges,
    label_laws,
    laws,
    problems_with,
    rationals,
    symmetric,
)
from theorems.model.energy import energy
from theorems.model.errors import InvalidInputError
from theorems.model.kernel import ZonalKernel
from theorems.model.labels import Labels, Reading
from theorems.model.matrix import apply, dot
from theorems.model.multipliers import linear_matrix, needed_multipliers
from theorems.model.nodes import Name, Number, add, multiply
from theorems.model.parser import parse
from theorems.model.problem import Problem
from theorems.model.real import Real

STEP = fmpq(1, 2**160)


@st.composite
def linear_problems(draw, entries=None):
    count, dimension = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    labels = draw(label_laws(count))
    if entries is None and draw(st.booleans()):
        return Problem(dimension, labels, draw(bilinear_kernels(count, dimension)))
    bias = draw(symmetric(count, rationals.map(Real) if entries is None else entries))
    profile = add(multiply(Number(draw(rationals)), Name("r")), Number(draw(rationals)))
    turned = draw(st.just(()) | st.tuples(*[gauges(dimension)] * count))
    return Problem(dimension, labels, ZonalKernel(bias, profile, turned))


def factors(rows: int):
    """Rows of whole numbers, of one length from 1, zero rows among them."""
    return st.integers(1, 3).flatmap(
        lambda k: st.lists(st.lists(st.integers(-9, 9), min_size=k, max_size=k), min_size=rows, max_size=rows)
    )


@st.composite
def certified(draw, of):
    problem = draw(of)
    matrix, _ = linear_matrix(problem)
    return problem, matrix, draw(st.integers(1, 20)), draw(factors(len(matrix)))


def naive(problem: Problem, matrix, denominator: int, factor) -> list[Real]:
    """t_a = D_aa + sum_{b != a} |D_ab|, D = C + F F^T, row by row in `Real`; the largest over the rows of a label."""
    size, width = len(matrix), len(matrix) // len(problem)
    totals = []
    for a in range(size):
        total = Real(0)
        for b in range(size):
            product = sum(x * y for x, y in zip(factor[a], factor[b], strict=True))
            entry = matrix[a][b] + fmpq(product, denominator**2)
            total = total + (entry if a == b else abs(entry))
        totals.append(total)
    return [max(totals[i * width : (i + 1) * width]) for i in range(len(problem))]


@given(certified(linear_problems()))
def test_rational_multipliers_are_the_least_ones_exactly(case):
    problem, matrix, denominator, factor = case
    found = needed_multipliers(problem, denominator, factor)
    assert [Real(multiplier) for multiplier in found] == naive(problem, matrix, denominator, factor)


@given(certified(linear_problems(cosines)))
def test_irrational_multipliers_are_rounded_up_and_by_no_more_than_a_step(case):
    problem, matrix, denominator, factor = case
    found = needed_multipliers(problem, denominator, factor)
    for multiplier, least in zip(found, naive(problem, matrix, denominator, factor), strict=True):
        assert least <= multiplier <= least + 2 * STEP


@given(certified(linear_problems() | linear_problems(st.sampled_from([Real(1), Real.cosine("1/5")]))), st.data())
def test_the_multipliers_dominate_the_quadratic_form_at_every_vector(case, data):
    problem, matrix, denominator, factor = case
    multipliers = needed_multipliers(problem, denominator, factor)
    size, width = len(matrix), len(matrix) // len(problem)
    columns = 1 if width > 1 else data.draw(st.integers(1, 3))
    row = st.lists(rationals, min_size=columns, max_size=columns).map(lambda entries: tuple(map(Real, entries)))
    m = data.draw(st.lists(row, min_size=size, max_size=size))
    left = sum((matrix[a][b] * dot(m[a], m[b]) for a in range(size) for b in range(size)), start=Real(0))
    right = sum((dot(m[a], m[a]) * multipliers[a // width] for a in range(size)), start=Real(0))
    assert left <= right


@given(certified(linear_problems()), st.data())
def test_no_law_has_more_energy_than_its_multipliers_allow(case, data):
    """E <= (c + sum_i l_i |m_i|^2)/2 with m_i the mean of slice i, and so <= (c + sum_i max(0, l_i))/2."""
    problem, _, denominator, factor = case
    law = data.draw(laws(problem))
    _, constant = linear_matrix(problem)
    multipliers = needed_multipliers(problem, denominator, factor)
    means = [piece.mean() for piece in law.slices]
    bound = constant + sum((dot(m, m) * t for m, t in zip(means, multipliers, strict=True)), start=Real(0))
    found = 2 * energy(problem, law)
    assert found <= bound
    assert found <= constant + sum(max(t, fmpq(0)) for t in multipliers)
    if law.is_tuple:
        assert found <= constant + sum(multipliers, start=fmpq(0))


@given(problems_with(laws, kernels=bilinear_kernels))
def test_the_energy_of_a_bilinear_kernel_is_the_form_of_its_means(case):
    problem, law = case
    matrix, constant = linear_matrix(problem)
    stacked = [entry for piece in law.slices for entry in piece.mean()]
    assert 2 * energy(problem, law) == constant + dot(tuple(stacked), apply(matrix, tuple(stacked)))


@given(linear_problems(cosines).flatmap(lambda problem: st.tuples(st.just(problem), laws(problem))))
def test_the_energy_of_a_linear_profile_is_the_form_of_its_means_in_the_gauge_frame(case):
    problem, law = case
    matrix, constant = linear_matrix(problem)
    means = [apply(problem.gauge(i), piece.mean()) for i, piece in enumerate(law.slices)]
    form = [matrix[i][j] * dot(means[i], means[j]) for i in range(len(problem)) for j in range(len(problem))]
    assert 2 * energy(problem, law) == sum(form, start=constant)


def test_multipliers_that_are_a_little_smaller_fail_at_the_vector_of_ones():
    """C = ((0, 1), (1, 0)) with F = 0: t = (1, 1), and equality holds at m = (1, 1), so nothing less will do."""
    bias = ((Real(0), Real(4)), (Real(4), Real(0)))
    problem = Problem(1, Labels((fmpq(1, 2), fmpq(1, 2)), Reading.ATOMIC), ZonalKernel(bias, Name("r")))
    matrix, _ = linear_matrix(problem)
    assert needed_multipliers(problem, 1, [[0], [0]]) == [1, 1]
    assert sum((matrix[a][b] for a in range(2) for b in range(2)), start=Real(0)) == 2


@pytest.mark.parametrize("text", ["r**2", "exp(r)", "pi * r", "abs(r)"])
def test_a_profile_that_is_not_linear_over_the_rationals_is_refused(text):
    kernel = ZonalKernel(((Real(1),),), parse(text, names=("r",)))
    with pytest.raises(InvalidInputError, match=r"expected a r \+ b"):
        linear_matrix(Problem(2, Labels((fmpq(1),), Reading.CELLS), kernel))
