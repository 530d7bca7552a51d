"""One energy, evaluated exactly, by balls, in floats and in sympy."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import sympy
from flint import arb, fmpq
from hypothesis import given
from hypothesis import strategies as st

from tests.model.comparisons import (
    Evaluations,
    ball_energy,
    disagreements,
    gradient_disagreements,
    same_in_sympy,
    symbolic_energy,
)
from tests.model.instances import (
    bilinear_kernels,
    exponential_profile,
    laws,
    points,
    problems_with,
    symmetric,
    tuples,
    zonal_kernels,
)
from tests.model.rounding import energy_bound
from theorems.model import energy as model
from theorems.model.gauge import cayley
from theorems.model.kernel import BilinearKernel, ZonalKernel
from theorems.model.labels import Labels, Reading
from theorems.model.law import Law, finite_measure, graph_law, mixture
from theorems.model.matrix import matrix
from theorems.model.parser import parse
from theorems.model.problem import Problem
from theorems.model.real import Real
from theorems.model.sphere import stereographic
from theorems.symbolic import energy as symbolic
from theorems.symbolic.arithmetic import SYMBOLIC
from verify.search import floats

READINGS = list(Reading)
X, Y = stereographic([fmpq(1, 2)]), stereographic([fmpq(-2, 3)])


def exponential(reading: Reading) -> Problem:
    """exp(2 r), cosines of sevenths and twelfths, two rotations: the four values are four different computations."""
    bias = tuple(tuple(map(Real.cosine, row)) for row in (("1/7", "1/12"), ("1/12", "2/7")))
    gauges = (cayley(2, [fmpq(1, 3)]), cayley(2, [fmpq(-2)]))
    labels = Labels((fmpq(1, 3), fmpq(2, 3)), reading)
    return Problem(2, labels, ZonalKernel(bias, exponential_profile(fmpq(2)), gauges))


LAW = Law((finite_measure([fmpq(1, 4), fmpq(3, 4)], [X, Y]), finite_measure([fmpq(1, 2), fmpq(1, 2)], [Y, X])))


@given(problems_with(laws))
def test_the_four_evaluations_of_the_energy_agree(case):
    problem, law = case
    assert disagreements(problem, law, Evaluations()) == []


@given(problems_with(laws, kernels=zonal_kernels))
def test_the_model_evaluates_in_sympy_what_sympy_adds_up_by_itself(case):
    problem, law = case
    assert same_in_sympy(model.energy(problem, law, SYMBOLIC), model.energy(problem, law))
    assert same_in_sympy(symbolic_energy(problem, law), model.energy(problem, law))


@given(problems_with(laws, kernels=bilinear_kernels))
def test_the_evaluations_agree_on_every_bilinear_kernel(case):
    problem, law = case
    assert disagreements(problem, law, Evaluations()) == []


@pytest.mark.parametrize("reading", READINGS)
def test_the_evaluations_agree_where_exp_cosines_and_rotations_meet(reading):
    assert disagreements(exponential(reading), LAW, Evaluations()) == []


@given(
    st.sampled_from(READINGS),
    symmetric(2, st.sampled_from([Real(1), Real.cosine("1/5"), Real.cosine("1/3")])),
    st.lists(st.integers(0, 6), min_size=4, max_size=4),
)
def test_the_evaluations_agree_on_the_corners_of_a_regular_heptagon(reading, bias, corners):
    heptagon = [(Real.cosine(fmpq(k, 7)), Real.sine(fmpq(k, 7))) for k in corners]
    half = [fmpq(1, 2), fmpq(1, 2)]
    law = Law((finite_measure(half, heptagon[:2]), finite_measure(half, heptagon[2:])))
    kernel = ZonalKernel(bias, parse("r**3 - r / 2", names=("r",)))
    problem = Problem(2, Labels((fmpq(2, 5), fmpq(3, 5)), reading), kernel)
    assert disagreements(problem, law, Evaluations()) == []


@given(problems_with(laws, laws))
def test_the_first_variation_is_the_derivative_that_sympy_takes(case):
    problem, law, towards = case
    ours = model.first_variation(problem, law, towards)
    theirs = symbolic.first_variation(problem, symbolic.exact_slices(law), symbolic.exact_slices(towards))
    assert same_in_sympy(theirs, ours)


@given(problems_with(laws, lambda problem: points(problem.dimension)), st.data())
def test_the_potential_is_the_derivative_in_the_mass_of_a_new_atom(case, data):
    problem, law, x = case
    i = data.draw(st.integers(0, len(problem) - 1))
    theirs = symbolic.potential(problem, symbolic.exact_slices(law), i, symbolic.exact_point(x))
    assert same_in_sympy(theirs, model.potential(problem, law, i, x))


@given(problems_with(laws, laws))
def test_the_energy_along_a_mixture_is_the_parabola_of_its_first_variation(case):
    """E((1-e) mu + e nu) = E(mu) + e D + e^2 (E(nu) - E(mu) - D), exactly, at e = 1/3."""
    problem, law, towards = case
    e = fmpq(1, 3)
    mixed = Law(tuple(mixture(a, b, e) for a, b in zip(law.slices, towards.slices, strict=True)))
    start, end, slope = (
        model.energy(problem, law),
        model.energy(problem, towards),
        model.first_variation(problem, law, towards),
    )
    assert model.energy(problem, mixed) == start + slope * e + (end - start - slope) * (e * e)


@given(problems_with(tuples))
def test_the_gradients_agree(case):
    problem, found = case
    assert gradient_disagreements(problem, found) == []


@pytest.mark.parametrize("reading", READINGS)
def test_the_gradients_agree_where_a_gauge_is_not_its_own_transpose(reading):
    assert gradient_disagreements(exponential(reading), [X, Y]) == []


@pytest.mark.parametrize("reading", READINGS)
def test_an_energy_without_its_half_is_noticed(reading, monkeypatch):
    monkeypatch.setattr(symbolic, "HALF", sympy.S.One)
    assert disagreements(exponential(reading), LAW, Evaluations()) == ["symbolic"]
    assert gradient_disagreements(exponential(reading), [X, Y])[0].startswith("symbolic")


def test_a_first_variation_without_the_half_is_noticed(monkeypatch):
    problem, slices = exponential(Reading.CELLS), symbolic.exact_slices(LAW)
    towards = graph_law([X, X])
    ours = model.first_variation(problem, LAW, towards)
    assert same_in_sympy(symbolic.first_variation(problem, slices, symbolic.exact_slices(towards)), ours)
    monkeypatch.setattr(symbolic, "HALF", sympy.S.One)
    assert not same_in_sympy(symbolic.first_variation(problem, slices, symbolic.exact_slices(towards)), ours)


def other_reading(problem: Problem) -> Problem:
    """Self terms counted where they do not, and the other way round."""
    swapped = {Reading.TOKENS: Reading.ATOMIC}.get(problem.labels.reading, Reading.TOKENS)
    return problem.with_labels(Labels(problem.labels.masses, swapped))


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize(
    ("name", "honest"), [("ball", ball_energy), ("float", floats.energy), ("symbolic", symbolic_energy)]
)
def test_an_evaluation_that_gets_the_self_terms_wrong_is_noticed(reading, name, honest):
    by = replace(Evaluations(), **{name: lambda problem, law: honest(other_reading(problem), law)})
    assert disagreements(exponential(reading), LAW, by) == [name]


def test_an_exact_energy_that_is_wrong_disagrees_with_all_the_others():
    by = replace(Evaluations(), exact=lambda problem, law: model.energy(problem, law) + fmpq(1, 10**9))
    assert disagreements(exponential(Reading.ATOMIC), LAW, by) == ["ball", "float", "symbolic"]


@pytest.mark.parametrize("wrong", [arb(0, 10), arb("nan"), arb("[+/- inf]")])
def test_a_ball_that_holds_everything_or_nothing_is_noticed(wrong):
    by = replace(Evaluations(), ball=lambda _problem, _law: wrong)
    assert disagreements(exponential(Reading.ATOMIC), LAW, by) == ["ball"]


def test_a_ball_shifted_by_three_times_its_radius_is_noticed():
    def shifted(problem: Problem, law: Law) -> arb:
        ball = ball_energy(problem, law)
        return ball + 3 * ball.rad()

    assert disagreements(exponential(Reading.ATOMIC), LAW, replace(Evaluations(), ball=shifted)) == ["ball"]


@pytest.mark.parametrize("reading", READINGS)
def test_the_float_bound_is_small_and_a_float_twice_as_far_off_is_noticed(reading):
    problem = exponential(reading)
    bound = energy_bound(problem, LAW)
    assert bound < 1e-11
    by = replace(Evaluations(), float=lambda problem, law: floats.energy(problem, law) + 2 * bound)
    assert disagreements(problem, LAW, by) == ["float"]


def test_a_float_that_is_no_number_is_noticed():
    by = replace(Evaluations(), float=lambda _problem, _law: float("nan"))
    assert disagreements(exponential(Reading.ATOMIC), LAW, by) == ["float"]


@pytest.mark.parametrize("reading", READINGS)
def test_a_gradient_that_is_doubled_or_transposed_is_noticed(reading):
    problem = exponential(reading)
    every = [f"{name}[{i}][{c}]" for i in range(2) for c in range(2) for name in ("symbolic", "float")]
    doubled = gradient_disagreements(
        problem, [X, Y], exact=lambda *of: tuple(2 * entry for entry in model.gradient(*of))
    )
    assert doubled == every
    only_float = gradient_disagreements(problem, [X, Y], float_gradient=lambda *of: floats.gradient(*of)[::-1])
    assert only_float == [name for name in every if name.startswith("float")]


def test_a_wrong_block_order_of_a_bilinear_kernel_is_noticed():
    one, other = matrix([[1, 2], [2, -1]]), matrix([[0, 1], [3, 0]])
    labels = Labels((fmpq(1, 2), fmpq(1, 2)), Reading.ATOMIC)
    right = Problem(2, labels, BilinearKernel(((one, other), (tuple(zip(*other, strict=True)), one))))
    wrong = Problem(2, labels, BilinearKernel(((one, tuple(zip(*other, strict=True))), (other, one))))
    assert gradient_disagreements(right, [X, Y]) == []
    assert gradient_disagreements(right, [X, Y], exact=lambda _problem, *of: model.gradient(wrong, *of)) != []


@given(problems_with(tuples, tuples))
def test_floats_of_several_tuples_at_once_are_those_of_each(case):
    problem, first, second = case
    arrays = floats.to_arrays(problem)
    stacked = np.stack([floats.to_matrix(first), floats.to_matrix(second)])
    energies, gradients = arrays.energy_and_gradient(stacked)
    assert energies.shape == (2,)
    assert gradients.shape == stacked.shape
    for k, found in enumerate((first, second)):
        bound = energy_bound(problem, graph_law(found))
        assert abs(energies[k] - floats.energy(problem, graph_law(found))) <= 2 * bound
        np.testing.assert_allclose(gradients[k], floats.gradient(problem, found), atol=2 * bound + 1e-12)
        assert abs(arrays.energy(stacked)[k] - energies[k]) <= 2 * bound


def test_what_is_exactly_zero_is_exactly_zero_in_floats():
    arrays = floats.to_arrays(exponential(Reading.TOKENS))
    assert isinstance(arrays, floats.ZonalArrays)
    assert not np.diag(arrays.weighted_bias).any()


def test_a_profile_that_overflows_or_leaves_its_domain_gives_no_warning_and_no_number():
    r = np.array([-1.0, 1.0])
    assert np.isinf(floats.Profile(parse("exp(1000 * r)", names=("r",))).value(r)).tolist() == [False, True]
    assert np.isnan(floats.Profile(parse("log(r)", names=("r",))).value(r)).tolist() == [True, False]
    assert floats.Profile(parse("3", names=("r",))).value(r).tolist() == [3.0, 3.0]


def test_a_number_beyond_the_range_of_floats_is_refused():
    for number in (Real("1e320"), Real.exp(10**4)):
        with pytest.raises(ValueError, match="beyond the range of float64"):
            floats.to_float(number)
