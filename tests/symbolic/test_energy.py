"""The energy as a formula of symbolic points and weights."""

from __future__ import annotations

import inspect

import pytest
import sympy
from flint import fmpq
from hypothesis import given

from tests.model.comparisons import same_in_sympy
from tests.model.instances import laws, problems_with, tuples
from theorems.model import energy as model
from theorems.model.kernel import BilinearKernel, ZonalKernel
from theorems.model.labels import Labels, Reading
from theorems.model.law import graph_law
from theorems.model.matrix import matrix
from theorems.model.parser import parse
from theorems.model.problem import Problem
from theorems.model.real import Real
from theorems.symbolic import energy as symbolic
from theorems.symbolic.arithmetic import SYMBOLIC, inner, vanishes
from theorems.symbolic.kernel import content, kernel_expression

HALVES = (fmpq(1, 2), fmpq(1, 2))
BIAS = matrix([[3, 5], [5, 7]])
TURN = matrix([[0, -1], [1, 0]])


def problem(reading: Reading, text: str = "r**2") -> Problem:
    return Problem(2, Labels(HALVES, reading), ZonalKernel(BIAS, parse(text, names=("r",))))


def test_the_half_of_the_energy_is_written_once():
    source = inspect.getsource(symbolic)
    assert source.count("HALF * ") == 1
    assert source.count("Rational(1, 2)") == 1
    assert "/ 2" not in source


@pytest.mark.parametrize("reading", Reading)
def test_the_energy_of_symbolic_points_is_the_formula_written_by_hand(reading):
    (a, b), (c, d) = points = symbolic.symbolic_points(2, 2)
    found = symbolic.energy(problem(reading), symbolic.graph_slices(points))
    cross = 5 * (a * c + b * d) ** 2
    own = 0 if reading is Reading.TOKENS else (3 * (a**2 + b**2) ** 2 + 7 * (c**2 + d**2) ** 2) / 2
    assert vanishes(found - (cross + own) / 4)


def test_cells_and_atoms_have_one_energy_and_tokens_another():
    points = symbolic.graph_slices(symbolic.symbolic_points(2, 2))
    atomic, cells, tokens = (symbolic.energy(problem(reading), points) for reading in Reading)
    assert vanishes(atomic - cells)
    assert not vanishes(atomic - tokens)


@given(problems_with(tuples))
def test_a_formula_of_symbolic_points_takes_its_values_at_exact_ones(case):
    found, points = case
    free = symbolic.symbolic_points(len(found), found.dimension)
    formula = symbolic.energy(found, symbolic.graph_slices(free))
    values = {
        symbol: SYMBOLIC.lift(entry)
        for symbols, point in zip(free, points, strict=True)
        for symbol, entry in zip(symbols, point, strict=True)
    }
    assert same_in_sympy(formula.xreplace(values), model.energy(found, graph_law(points)))


@given(problems_with(laws))
def test_a_formula_of_symbolic_weights_takes_its_values_at_exact_ones(case):
    found, law = case
    exact = symbolic.exact_slices(law)
    free = symbolic.symbolic_weights(exact)
    values = {
        w: v for ours, theirs in zip(free, exact, strict=True) for (w, _), (v, _) in zip(ours, theirs, strict=True)
    }
    assert same_in_sympy(symbolic.energy(found, free).xreplace(values), model.energy(found, law))


def test_kernels_of_symbolic_contents_are_the_formulas_written_by_hand():
    (a, b), (c, d) = x, y = content("x", 2), content("y", 2)
    rotated = ZonalKernel(BIAS, parse("exp(2 * r)", names=("r",)), (TURN, matrix([[1, 0], [0, 1]])))
    assert kernel_expression(rotated, 0, 1, x, y) == 5 * sympy.exp(2 * (a * d - b * c))
    assert kernel_expression(rotated, 1, 1, x, y) == 7 * sympy.exp(2 * inner(x, y))
    blocks = (matrix([[1, 2], [2, 0]]), matrix([[0, 3], [4, 0]]))
    bilinear = BilinearKernel(((blocks[0], blocks[1]), (tuple(zip(*blocks[1], strict=True)), blocks[0])))
    assert vanishes(kernel_expression(bilinear, 0, 1, x, y) - (3 * a * d + 4 * b * c))
    assert vanishes(kernel_expression(bilinear, 1, 0, y, x) - kernel_expression(bilinear, 0, 1, x, y))


@pytest.mark.parametrize("reading", Reading)
def test_the_potential_counts_the_own_slice_but_in_tokens(reading):
    (a, b), (c, d), x = *symbolic.symbolic_points(2, 2), content("z", 2)
    found = symbolic.potential(problem(reading, "r"), symbolic.graph_slices([(a, b), (c, d)]), 0, x)
    own = 0 if reading is Reading.TOKENS else 3 * inner(x, (a, b))
    assert vanishes(found - (own + 5 * inner(x, (c, d))) / 2)


def test_numbers_of_every_kind_go_into_a_formula():
    bias = ((Real.cosine("1/7") * Real.exp(2) + Real.pi(),),)
    single = Problem(1, Labels((fmpq(1),), Reading.CELLS), ZonalKernel(bias, parse("r", names=("r",))))
    x = symbolic.symbolic_points(1, 1)
    expected = (sympy.exp(2) * sympy.cos(2 * sympy.pi / 7) + sympy.pi) * x[0][0] ** 2 / 2
    assert vanishes(symbolic.energy(single, symbolic.graph_slices(x)) - expected)
