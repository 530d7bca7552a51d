"""The field of USA-AV: tangent, equal to what sympy derives from the energy, and the two-token law in closed form."""

from __future__ import annotations

import pytest
import sympy
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from tests.model.comparisons import same_in_sympy
from tests.model.instances import gauges, points, problems_with, tuples
from theorems.draw import ones, profile
from theorems.model.energy import gradient
from theorems.model.flow import tangent, velocity
from theorems.model.kernel import ZonalKernel
from theorems.model.labels import Labels, Reading
from theorems.model.law import same_point
from theorems.model.matrix import apply, dot, identity, matrix
from theorems.model.problem import Problem
from theorems.model.real import Real
from theorems.model.sphere import axis
from theorems.symbolic import energy as symbolic
from theorems.symbolic.arithmetic import SYMBOLIC

HALF = fmpq(1, 2)


@given(st.integers(1, 3).flatmap(lambda d: st.tuples(points(d), points(d))))
def test_the_tangent_part_is_orthogonal_to_the_point_and_leaves_tangent_vectors_as_they_are(pair):
    x, v = pair
    part = tangent(x, v)
    assert dot(part, x) == 0
    assert same_point(tangent(x, part), part)
    assert same_point(tangent(x, tuple(3 * entry for entry in x)), (Real(0),) * len(x))


@given(problems_with(tuples))
def test_contents_stay_on_the_sphere(case):
    problem, found = case
    assert all(dot(velocity(problem, found, i), found[i]) == 0 for i in range(len(problem)))


@given(problems_with(tuples))
def test_the_velocity_is_what_sympy_derives_from_the_energy(case):
    """P_x grad_x E/rho, entry by entry; the gradient is sympy's derivative of the formula of the energy."""
    problem, found = case
    lifted = [symbolic.exact_point(point) for point in found]
    for i, mass in enumerate(problem.labels.masses):
        pull = sympy.Matrix(list(symbolic.gradient(problem, lifted, i))) / SYMBOLIC.number(mass)
        x = sympy.Matrix(list(lifted[i]))
        wanted = pull - (pull.T * x)[0] * x
        moving = velocity(problem, found, i)
        assert all(same_in_sympy(wanted[c], entry) for c, entry in enumerate(moving))


@given(problems_with(tuples))
def test_the_energy_grows_at_the_rate_of_the_squared_speeds(case):
    """F1: dE/dt = sum rho_i |x_i'|^2, which is not negative."""
    problem, found = case
    moving = [velocity(problem, found, i) for i in range(len(problem))]
    rate = Real.sum(dot(gradient(problem, found, i), v) for i, v in enumerate(moving))
    squares = Real.sum(mass * dot(v, v) for mass, v in zip(problem.labels.masses, moving, strict=True))
    assert rate == squares
    assert rate >= 0


def zonal(text: str, reading: Reading, n: int = 2, masses: tuple[fmpq, ...] = ()) -> Problem:
    return Problem(2, Labels(masses or (fmpq(1, n),) * n, reading), ZonalKernel(ones(n), profile(text)))


@pytest.mark.parametrize("text", ["r", "exp(2*r)", "r**3 + r"])
def test_a_self_term_of_a_zonal_kernel_does_not_move_its_label(text):
    """It pulls along x itself: with and without it the velocities agree."""
    found = [axis(2, 0), (Real("3/5"), Real("4/5"))]
    with_terms, without = (zonal(text, reading) for reading in (Reading.ATOMIC, Reading.TOKENS))
    assert all(same_point(velocity(with_terms, found, i), velocity(without, found, i)) for i in range(2))
    assert not same_point(gradient(with_terms, found, 0), gradient(without, found, 0))


@given(st.integers(1, 3), st.data())
def test_labels_at_one_point_or_at_antipodes_do_not_move(dimension, data):
    x = data.draw(points(dimension))
    kernel = ZonalKernel(ones(3), profile("exp(r)"))
    problem = Problem(dimension, Labels((fmpq(1, 3),) * 3, Reading.ATOMIC), kernel)
    for signs in ((1, 1, 1), (1, -1, 1)):
        found = [tuple(sign * entry for entry in x) for sign in signs]
        assert all(entry == 0 for i in range(3) for entry in velocity(problem, found, i))


@pytest.mark.parametrize("beta", [1, 2, -1])
@pytest.mark.parametrize(("cosine", "sine"), [("3/5", "4/5"), ("0", "1"), ("-5/13", "12/13"), ("1", "0"), ("-1", "0")])
def test_two_tokens_close_in_at_the_rate_that_the_equiangular_start_has(beta, cosine, sine):
    """F2 with n = 2, raw: r' = exp(beta r)(1 - r)(1 + r)."""
    r = Real(cosine)
    found = [axis(2, 0), (r, Real(sine))]
    problem = zonal(f"exp({beta}*r)/{beta}", Reading.ATOMIC)
    first, second = (velocity(problem, found, i) for i in range(2))
    rate = dot(first, found[1]) + dot(found[0], second)
    assert rate == Real.exp(beta * r.rational()) * (1 - r) * (1 + r)


def test_the_masses_of_the_others_set_the_speed_and_not_ones_own():
    heavy = zonal("r", Reading.TOKENS, masses=(fmpq(9, 10), fmpq(1, 10)))
    found = [axis(2, 0), axis(2, 1)]
    assert same_point(velocity(heavy, found, 0), (Real(0), Real("1/10")))
    assert same_point(velocity(heavy, found, 1), (Real("9/10"), Real(0)))


@given(st.data(), problems_with(tuples, kernels=None))
def test_turned_contents_have_turned_velocities(data, case):
    """A zonal kernel without gauges does not see O(d)."""
    problem, found = case
    d, n = problem.dimension, len(problem)
    plain = Problem(d, problem.labels, ZonalKernel(ones(n), profile("r**3 + r")))
    turn = data.draw(gauges(d))
    turned = [apply(turn, x) for x in found]
    for i in range(n):
        assert same_point(velocity(plain, turned, i), apply(turn, velocity(plain, found, i)))


def test_a_gauge_turns_what_a_label_sees():
    """R_2 a quarter turn: x_1 is pulled to R_2 x_2 and x_2 to R_2^T x_1."""
    quarter = matrix([[0, -1], [1, 0]])
    kernel = ZonalKernel(ones(2), profile("r"), (identity(2), quarter))
    problem = Problem(2, Labels((HALF, HALF), Reading.TOKENS), kernel)
    found = [axis(2, 0), axis(2, 0)]
    assert same_point(velocity(problem, found, 0), (Real(0), Real(HALF)))
    assert same_point(velocity(problem, found, 1), (Real(0), Real(-HALF)))
