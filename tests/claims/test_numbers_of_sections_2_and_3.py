"""The numbers of claims.md sections 2 and 3, by the suite's own exact values and rules."""

from __future__ import annotations

import pytest
from flint import fmpq

from properties import claims
from theorems import frame
from theorems.draw import ones, profile
from theorems.model.assertion import (
    Domain,
    Energy,
    Identity,
    Masses,
    Realisable,
    Relation,
    SubsetSums,
    Supremum,
    Unique,
)
from theorems.model.energy import gradient
from theorems.model.kernel import ZonalKernel
from theorems.model.labels import Labels, Reading
from theorems.model.law import finite_measure, graph_law
from theorems.model.matrix import dot, identity, matrix
from theorems.model.problem import Problem
from theorems.model.profile import value_at
from theorems.model.proof import Attained, NoSharing, Pointwise, Rigid, Semidefinite, Sharing, TwoMaximisers
from theorems.model.real import Real
from theorems.model.sphere import axis
from theorems.rotary.conjugacy import FlowInstance, moving_points

HALF, THIRD = fmpq(1, 2), fmpq(1, 3)
TURN = matrix([[0, -1], [1, 0]])
MINUS = matrix([[-1, 0], [0, -1]])


def rotary(masses: tuple[fmpq, ...], reading: Reading, text: str) -> Problem:
    """K = 1 in the plane, the gauges I, a quarter turn, I, ..."""
    gauges = tuple(TURN if i % 2 else identity(2) for i in range(len(masses)))
    return Problem(2, Labels(masses, reading), ZonalKernel(ones(len(masses)), profile(text), gauges))


@pytest.mark.parametrize("text", ["r", "exp(2*r)", "r - 2/5*r**2", "r**3 + r"])
@pytest.mark.parametrize("reading", Reading)
def test_r1_the_maximum_is_half_of_the_peak_less_the_squares_of_the_masses_in_tokens(text, reading):
    masses = (HALF, THIRD, fmpq(1, 6))
    problem, top = rotary(masses, reading, text), value_at(profile(text), Real(1))
    kept = fmpq(1) if reading is not Reading.TOKENS else 1 - sum((mass * mass for mass in masses), start=fmpq(0))
    value = top * kept / 2
    claims.is_proved(Supremum(problem, Domain.LAWS, Relation.LE, value), Pointwise(Real(-20), top))
    for u in (axis(2, 0), (Real("3/5"), Real("-4/5"))):
        claims.is_proved(Energy(problem, frame.one_point_law(problem, u), Relation.EQ, value))


@pytest.mark.parametrize("greatest", [fmpq(1), fmpq(3, 4), fmpq(3, 5), fmpq(501, 1000)])
def test_r2_a_heavy_label_keeps_repulsive_tuples_at_minus_half_of_its_squared_excess(greatest):
    rest = 1 - greatest
    masses = (greatest, rest / 3, 2 * rest / 3) if rest > 0 else (greatest,)
    problem, excess = rotary(masses, Reading.ATOMIC, "-r"), 2 * greatest - 1
    value = Real(-excess * excess / 2)
    multipliers = (-greatest * excess, *(mass * excess for mass in masses[1:]))
    claims.is_proved(Supremum(problem, Domain.TUPLES, Relation.LE, value), Semidefinite(multipliers))
    flipped = frame.flipped_law(problem, axis(2, 0), [0])
    claims.is_proved(Supremum(problem, Domain.TUPLES, Relation.GE, value), Attained(flipped))
    claims.is_proved(Supremum(problem, Domain.LAWS, Relation.LE, Real(0)), Semidefinite((fmpq(0),) * len(masses)))
    balanced = frame.balanced_law(problem, axis(2, 0), range(len(masses)))
    claims.is_proved(Energy(problem, balanced, Relation.EQ, Real(0)))


@pytest.mark.parametrize("masses", [(HALF, HALF), (THIRD, THIRD, THIRD), (HALF, fmpq(3, 10), fmpq(1, 5))])
def test_r2_where_no_label_has_more_than_half_repulsive_tuples_reach_zero(masses):
    problem = rotary(masses, Reading.ATOMIC, "-r")
    if len(masses) == 3 and masses[0] == THIRD:
        points = [(Real.cosine(fmpq(j, 3)), Real.sine(fmpq(j, 3))) for j in range(3)]
        law = graph_law(frame.apply(frame.transpose(problem.gauge(i)), p) for i, p in enumerate(points))
    else:
        law = frame.flipped_law(problem, axis(2, 0), [0])
    claims.is_proved(Supremum(problem, Domain.TUPLES, Relation.GE, Real(0)), Attained(law))


def test_r2_the_square_has_maximisers_on_both_of_two_antipodes():
    problem, u = rotary((HALF, HALF), Reading.ATOMIC, "r**2"), axis(2, 0)
    both = TwoMaximisers(
        frame.one_point_law(problem, u), frame.balanced_law(problem, u, [0]), Pointwise(Real(0), Real(1))
    )
    claims.is_proved(Unique(problem, Relation.NE), both)


@pytest.mark.parametrize(("text", "rate"), [("exp(r)", "-1/4"), ("r", "-1/4"), ("exp(2*r)", "-1")])
def test_r4_without_rotated_values_the_energy_falls_at_a_quarter(text, rate):
    """R = (I, -I), x = (e_1, e_2), rho = 1/2: phi'(0)^2/4 for any profile, 1/4 for e^t."""
    kernel = ZonalKernel(ones(2), profile(text), (identity(2), MINUS))
    problem = Problem(2, Labels((HALF, HALF), Reading.ATOMIC), kernel)
    x = FlowInstance(problem, (axis(2, 0), axis(2, 1)), rotate_values=False)
    pulls = [gradient(problem, x.points, i) for i in range(2)]
    slope = Real.sum(dot(pull, v) for pull, v in zip(pulls, moving_points(x), strict=True))
    claims.is_proved(Identity((slope,), Relation.EQ, (Real(rate),)))
    turned = FlowInstance(problem, x.points, rotate_values=True)
    rising = Real.sum(dot(pull, v) for pull, v in zip(pulls, moving_points(turned), strict=True))
    claims.is_proved(Identity((rising,), Relation.EQ, (-Real(rate),)))


def test_p3_halves_cannot_make_thirds_and_sixths_can():
    thirds = (THIRD,) * 3
    claims.is_proved(SubsetSums((HALF, HALF), thirds, Relation.NE), NoSharing())
    claims.is_proved(SubsetSums((fmpq(1, 6),) * 6, thirds, Relation.EQ), Sharing((0, 0, 1, 1, 2, 2)))
    problem = Problem(2, Labels((HALF, HALF), Reading.ATOMIC), ZonalKernel(ones(2), profile("r")))
    roots = [(Real.cosine(fmpq(j, 3)), Real.sine(fmpq(j, 3))) for j in range(3)]
    claims.is_proved(Realisable(problem, Masses.FIXED, finite_measure(thirds, roots), Relation.NE), Rigid())
