"""The bounds of a continuum hold for every law that is tried, and their parts agree with other computations."""

from __future__ import annotations

import math
import random

import pytest
from flint import arb, arb_mat, ctx, fmpq

from tests.continuum.edges import general, invariant, problem, waves
from theorems.model.bias import Space
from theorems.model.calculus import as_polynomial
from theorems.model.continuum import ArcLaw, CellLaw, CurveLaw, Exponential, continuum_ball
from theorems.model.errors import InexactError, InvalidInputError
from theorems.model.law import finite_measure
from theorems.model.parser import parse
from theorems.model.proof import Fourier, Pointwise, StepBound, ToeplitzZonal, Triangle
from theorems.model.real import Real
from theorems.model.series import bias_series, in_cosines, profile_series, zonal_polynomial
from theorems.model.sphere import stereographic
from verify.checker import maxima
from verify.checker.continuum_bounds import continuum_upper
from verify.checker.maxima import mean_of_maxima

LAWS = 6
BALL = 64


def cell_law(source, dimension):
    """Up to six cells of one or two random points."""
    slices = []
    for _ in range(source.randint(1, 6)):
        parameters = [[fmpq(source.randint(-9, 9), 4) for _ in range(dimension - 1)] for _ in range(2)]
        points = [stereographic(one) for one in parameters]
        slices.append(finite_measure((fmpq(1, 3), fmpq(2, 3)), points))
    return CellLaw(tuple(slices))


def toeplitz(source, steps):
    """Random data of the right signs."""
    rows = [[fmpq(source.randint(-8, 8), 8) for _ in range(4)] for _ in range(3)]
    prices = [max(fmpq(0), -row[0], *(-c / 2 for c in row[1:])) for row in rows]
    triangles = [
        Triangle(source.randint(0, steps), source.randint(0, steps), fmpq(source.randint(0, 9), 2), bool(k % 2))
        for k in range(5)
    ]
    return ToeplitzZonal(24, tuple(prices), tuple(map(tuple, rows)), steps, tuple(triangles))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("dimension", [2, 3])
def test_random_toeplitz_zonal_data_bound_the_energy_of_every_law(seed, dimension):
    source = random.Random(seed)
    of = problem(waves("-1/3", "1", "-1/2"), "exp(r) - r**3", dimension)
    value, _ = continuum_upper(of, toeplitz(source, 6))
    laws = [cell_law(source, dimension) for _ in range(LAWS)]
    laws += [CurveLaw(m, fmpq(0)) for m in range(4)] + [ArcLaw(fmpq(k, 3)) for k in range(1, 6)]
    assert all(continuum_ball(of, law, BALL) < value.ball(BALL) for law in laws)


@pytest.mark.parametrize(
    ("bias", "space"),
    [
        (general("s * t - 1/4"), Space.INTERVAL),
        (general("min(s, t)"), Space.INTERVAL),
        (Exponential(fmpq(-2), fmpq(3)), Space.INTERVAL),
        (invariant("1/4 - u", Space.INTERVAL), Space.INTERVAL),
        (invariant("cos(u) / (2 - cos(2*u))"), Space.CIRCLE),
    ],
)
def test_step_and_range_bounds_bound_the_energy_of_every_law(bias, space):
    of, source = problem(bias, "exp(r)"), random.Random(7)
    assert of.space is space
    outer = Pointwise(Real.exp(-1), Real.exp(1))
    values = [continuum_upper(of, proof)[0] for proof in (outer, StepBound(6, Real.exp(1), outer))]
    for law in [cell_law(source, 2) for _ in range(4)]:
        assert all(continuum_ball(of, law, BALL) < value.ball(BALL) for value in values)


def test_the_range_bound_weighs_distances_on_the_interval_by_their_density():
    value, _ = continuum_upper(problem(invariant("u - 1/4", Space.INTERVAL)), Pointwise(Real(-1), Real(1)))
    # 1/2 iint |u - 1/4| = int_0^1 (1 - u) |u - 1/4| du, by halves at 1/4
    exact = sum((1 - u) * abs(u - 0.25) for u in ((i + 0.5) / 4000 for i in range(4000))) / 4000
    assert exact - 1e-6 < float(value.ball(64).mid()) < exact + 1e-3


def test_a_bend_inside_a_cell_is_paid_for_however_the_cells_lie():
    with ctx.workprec(96):
        table = arb_mat([[arb(0)]] * 40 + [[arb(1)]])  # cos(40 u), whose mean is 0
        for cells in (39, 40, 41, 130, 200, 1000):
            assert mean_of_maxima(table, [], cells, only_ends=False) >= 0


def test_an_analytic_bias_gets_the_same_toeplitz_zonal_bound_as_its_polynomial():
    proof = ToeplitzZonal(24, (fmpq(1, 2),), ((fmpq(0), fmpq(-1)),), 0, ())
    exact, _ = continuum_upper(problem(waves("1/3", "1"), "exp(r)"), proof)
    series, _ = continuum_upper(problem(invariant("1/3 + cos(u)"), "exp(r)"), proof)
    assert abs(exact - series) < fmpq(1, 10**9)


def test_the_mean_of_maxima_is_just_above_that_of_a_fine_grid():
    source, rows, columns = random.Random(3), 4, 5
    entries = [[fmpq(source.randint(-9, 9), 9) for _ in range(columns)] for _ in range(rows)]
    weights = [fmpq(source.randint(-9, 9), 9) for _ in range(5)]
    with ctx.workprec(96):
        table = arb_mat([[arb(entry) for entry in row] for row in entries])
        bound = mean_of_maxima(table, weights, 512, only_ends=False)

    def height(u, v):
        place = u / math.pi * 4
        j = min(int(place), 3)
        angle = (j + 1 - place) * float(weights[j]) + (place - j) * float(weights[j + 1])
        return angle * v + sum(
            float(entries[m][k]) * math.cos(m * u) * math.cos(k * v) for m in range(rows) for k in range(columns)
        )

    grid = [math.pi * (i + 0.5) / 120 for i in range(120)]
    angles = [math.pi * i / 120 for i in range(121)]
    mean = sum(max(height(u, v) for v in angles) for u in grid) / 120
    assert mean - 1e-3 < float(bound.mid()) < mean + 4e-3
    coarse = mean_of_maxima(table, weights, 16, only_ends=False)
    assert float(coarse.mid()) > float(bound.mid()) - 1e-4


def test_a_top_that_is_flat_to_a_high_order_is_still_bounded():
    with ctx.workprec(96):
        polynomial = in_cosines(profile_polynomial("1 - (1 - r)**8"))
        bound = mean_of_maxima(arb_mat([[arb(c) for c in polynomial]]), [], 2, only_ends=False)
    assert 1 <= float(bound.mid()) < 1.001


def profile_polynomial(text):
    polynomial = as_polynomial(parse(text, names=("r",)), "r")
    assert polynomial is not None
    return polynomial


def test_cosine_series_are_those_of_bessel_and_of_the_geometric_series():
    series = profile_series(parse("exp(2*r)", names=("r",)), 12, 96)
    with ctx.workprec(96):
        for k, c in enumerate(series.coefficients):
            assert (c - (1 if k == 0 else 2) * arb(2).bessel_i(k)).contains(0)
            assert c.rad() < arb("1e-20")
    assert series.tail < arb("1e-5")
    root = arb(3).sqrt()
    for k, c in enumerate(bias_series(invariant("1 / (2 - cos(u))"), 12, 96).coefficients):
        assert abs(c - (1 if k == 0 else 2) / root * (2 - root) ** k) < arb("1e-12")


def test_zonal_polynomials_are_those_of_chebyshev_and_legendre():
    assert [str(c) for c in in_cosines(zonal_polynomial(2, 3))[:4]] == ["0", "0", "0", "1"]
    assert str(zonal_polynomial(3, 2)) == "3/2*x^2 + (-1/2)"
    assert all(zonal_polynomial(d, degree)(fmpq(1)) == 1 for d in (2, 3, 7) for degree in range(6))


def test_maxima_that_stop_early_bound_less_sharply(monkeypatch):
    with ctx.workprec(96):
        polynomial = arb_mat([[arb(c) for c in in_cosines(profile_polynomial("1 - (1 - r)**8"))]])
        sharp = mean_of_maxima(polynomial, [], 2, only_ends=False)
        monkeypatch.setattr(maxima, "MOST_TOGETHER", 8)
        early = mean_of_maxima(polynomial, [], 2, only_ends=False)
    assert sharp < early < 2


@pytest.mark.parametrize("proof", [Fourier(), StepBound(2, Real(1), Pointwise(Real(-1), Real(1)))], ids=["sum", "step"])
def test_a_number_too_large_to_write_is_no_bound_and_ends_no_process(proof):
    of = problem(invariant("exp(exp(exp(4*cos(u))))"))
    with pytest.raises(
        (InexactError, InvalidInputError), match=r"not enclosed by a finite ball|expected one that is bounded"
    ):
        continuum_upper(of, proof)
