"""Labels in a continuum: what is left as it is, Parseval's bound, D6's repulsion, and S4 between its thresholds."""

from __future__ import annotations

import pytest
from flint import ctx, fmpq
from hypothesis import given, target
from hypothesis import strategies as st

from properties import claims, continuum, strategies
from theorems import draw as choose
from theorems.model.assertion import ContinuumOrder, Relation, negation
from theorems.model.continuum import (
    ArcLaw,
    ContinuumProblem,
    CurveLaw,
    Trigonometric,
    continuum_ball,
    continuum_energy,
)
from theorems.model.proof import Enclosed
from theorems.spectral import fourier, profile
from verify.checker import check

LINEAR = ("r", "2*r - 1/3", "1", "3*r + 2")
POLYNOMIAL = ("r", "r**3 + r", "r**2", "r - 2/5*r**2", "1 - 2*r")

on_the_circle = strategies.continuum_problems(strategies.trigonometric())
anywhere = strategies.continuum_problems(strategies.trigonometric() | strategies.exponential())
linear = strategies.continuum_problems(strategies.trigonometric(), texts=LINEAR)
repulsive = strategies.continuum_problems(strategies.exponential(repulsive=True), texts=("r", "2*r"))
curved = strategies.continuum_problems(strategies.trigonometric(), texts=POLYNOMIAL, least=2)


@given(strategies.with_cell_laws(anywhere), st.integers(1, 3))
def test_cells_cut_into_equal_ones_keep_their_energy(drawn, parts):
    problem, law = drawn
    continuum.refinement_keeps_energy(problem, law, parts)


@given(st.data(), strategies.with_cell_laws(anywhere))
def test_contents_turned_together_keep_their_energy(data, drawn):
    problem, law = drawn
    continuum.rotation_keeps_energy(problem, law, data.draw(strategies.orthogonals(problem.dimension)))


@given(strategies.with_cell_laws(on_the_circle), st.integers(0, 3))
def test_no_cell_of_the_circle_is_the_first(drawn, step):
    problem, law = drawn
    continuum.shift_keeps_energy(problem, law, step)


@given(strategies.with_cell_laws(on_the_circle), strategies.trigonometric(), strategies.fractions())
def test_the_energy_is_linear_in_the_bias(drawn, other, factor):
    problem, law = drawn
    continuum.energy_is_linear_in_the_bias(problem, law, other, factor)


@given(st.data(), curved, strategies.trigonometric(), strategies.fractions())
def test_the_energy_of_a_curve_is_linear_in_the_bias(data, problem, other, factor):
    law = data.draw(strategies.curves(problem.dimension))
    continuum.energy_is_linear_in_the_bias(problem, law, other, factor)


@given(strategies.with_cell_laws(on_the_circle))
def test_one_point_has_the_collapsed_energy(drawn):
    continuum.one_point_has_the_collapsed_energy(*drawn)


@given(strategies.with_cell_laws(linear))
def test_no_law_of_cells_passes_parsevals_bound(drawn):
    distance = continuum.energy_is_below_the_fourier_bound(*drawn)
    target(-float(distance.ball().mid()), label="distance to Parseval's bound")


@given(st.data(), strategies.continuum_problems(strategies.trigonometric(), texts=LINEAR, least=2))
def test_no_curve_passes_parsevals_bound(data, problem):
    distance = continuum.energy_is_below_the_fourier_bound(problem, data.draw(strategies.curves(problem.dimension)))
    target(-float(distance.ball().mid()), label="distance of a curve to Parseval's bound")


@given(strategies.continuum_problems(strategies.trigonometric(), texts=("r",), least=2), st.integers(0, 5))
def test_the_circle_of_m_turns_has_half_of_the_mth_mode(problem, winding):
    continuum.circle_is_a_lower_bound(problem, winding)


@given(strategies.with_cell_laws(repulsive))
def test_no_law_of_cells_is_positive_under_a_repulsive_bias(drawn):
    distance = continuum.repulsion_keeps_energy_below_zero(*drawn)
    target(-float(distance.ball().mid()), label="energy under a repulsive bias")


@given(strategies.with_cell_laws(repulsive, most=1))
def test_every_graph_law_of_cells_is_negative_under_a_repulsive_bias(drawn):
    distance = continuum.repulsion_keeps_energy_below_zero(*drawn)
    target(-float(distance.ball().mid()), label="energy of a graph law under a repulsive bias")


@given(strategies.trigonometric(5))
def test_the_spectrum_decides_whatever_the_coefficients(bias):
    x = fourier.made(3, list(bias.coefficients), "r")
    claims.claim_is_proved(fourier.THEOREM, x)


@given(st.integers(2, 4), st.integers(1, 48))
def test_for_an_exponential_profile_the_claims_hold_at_every_beta(dimension, eighths):
    """S4 at beta = 1/8, 2/8, .., 6: the latitude from 8/5, the arc from 2, two points from 11/4 on."""
    x = profile.ExponentInstance(dimension, fmpq(0), fmpq(eighths, 8))
    claims.claim_is_proved(profile.THEOREM, x)


@pytest.mark.parametrize("text", ["exp(r)", "exp(2*r)", "r**3 + r"])
@given(st.integers(1, 12), st.integers(0, 3))
def test_a_rate_between_two_whole_ones_has_an_arc_with_a_finite_energy(text, numerator, winding):
    """The ball of an arc is narrow, and is that of the circle where the rate is whole."""
    problem = ContinuumProblem(2, Trigonometric((fmpq(0), fmpq(1))), choose.profile(text))
    ball = continuum_ball(problem, ArcLaw(winding + fmpq(numerator, 12)), 96)
    with ctx.workprec(96):
        assert ball.rad() < fmpq(1, 10**20)
        if numerator == 12:
            assert ball.overlaps(continuum_ball(problem, CurveLaw(winding + 1, fmpq(0)), 96))


@given(st.data(), curved)
def test_energies_of_curves_compare_by_their_exact_values(data, problem):
    first, second = (data.draw(strategies.curves(problem.dimension)) for _ in range(2))
    gap = continuum_energy(problem, first) - continuum_energy(problem, second)
    relation = Relation.EQ if gap == 0 else Relation.GT if gap > 0 else Relation.LT
    asserted = ContinuumOrder(problem, first, relation, second)
    claims.is_proved(asserted, Enclosed())
    assert not check(negation(asserted), Enclosed()).accepted
