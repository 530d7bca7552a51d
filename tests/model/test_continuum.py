"""Labels in a continuum: energies against mpmath's quadrature, cells against their refinements, exact against balls."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import mpmath
import pytest
from flint import arb, ctx, fmpq
from hypothesis import given
from hypothesis import strategies as st
from mpmath.calculus.quadrature import GaussLegendre

from properties import strategies
from theorems.draw import profile
from theorems.model import quadrature
from theorems.model.bias import General, Space
from theorems.model.continuum import (
    MAX_CELLS,
    ArcLaw,
    CellLaw,
    ContinuumLaw,
    ContinuumProblem,
    CurveLaw,
    Exponential,
    Trigonometric,
    _quadrature,
    cell_weight,
    continuum_ball,
    continuum_energy,
    is_graph_law,
    require_law,
)
from theorems.model.errors import InexactError, InvalidInputError
from theorems.model.evaluation import evaluate
from theorems.model.law import dirac, finite_measure
from theorems.model.parser import parse
from theorems.model.profile import value_at
from theorems.model.quadrature import pair_weights
from theorems.model.real import Real
from theorems.model.sphere import antipode, axis, stereographic

PRECISION = 128
DIGITS = 30
CLOSE = mpmath.mpf(10) ** -15
NODES = GaussLegendre(mpmath.mp).calc_nodes(5, 100)
"""Of the Gauss-Legendre rule on [-1, 1]; its error is below `CLOSE` for the entire functions here."""

ONE, HALF, ZERO = fmpq(1), fmpq(1, 2), fmpq(0)
WAVES = Trigonometric((fmpq(1, 3), ONE, fmpq(-2), fmpq(1, 2)))
DECAY = Exponential(fmpq(-3, 2), fmpq(2))
CIRCLE = CurveLaw(1, ZERO)

small = st.builds(fmpq, st.integers(-6, 6), st.integers(1, 4))
positive = st.builds(fmpq, st.integers(1, 6), st.integers(1, 4))
trigonometric = st.lists(small, min_size=1, max_size=4).map(lambda found: Trigonometric(tuple(found)))
exponential = st.builds(Exponential, small, positive)
polynomials = st.sampled_from(["r", "r**2", "r**3 + r", "1", "r**4 - 2*r + 1/3", "(1 + r)**3"])
heights = st.sampled_from([ZERO, fmpq(1, 4), fmpq(1, 2), fmpq(99, 100)])


def number(value: fmpq):
    return mpmath.mpf(int(value.p)) / int(value.q)


def close(ball: arb, value) -> bool:
    """Whether the ball's middle and mpmath's float agree to 15 digits; the ball is far finer than that."""
    assert ball.rad() < arb("1e-25")
    with mpmath.workdps(DIGITS), ctx.workprec(PRECISION):
        return abs(mpmath.mpf(ball.mid().str(DIGITS, radius=False)) - value) < CLOSE


def bias_at(bias: Trigonometric | Exponential, u):
    if isinstance(bias, Trigonometric):
        return sum(number(a) * mpmath.cos(m * u) for m, a in enumerate(bias.coefficients))
    return number(bias.scale) * mpmath.exp(-number(bias.rate) * abs(u))


def cells(problem: ContinuumProblem, count: int):
    """Laws of so many cells in the problem's dimension."""
    pieces = strategies.measures(problem.dimension, 2)
    return st.tuples(*[pieces] * count).map(CellLaw)


def point_of(law: CurveLaw | ArcLaw, s):
    if isinstance(law, ArcLaw):
        return mpmath.cos(number(law.rate) * s), mpmath.sin(number(law.rate) * s), mpmath.mpf(0)
    q = number(law.square_height)
    radius = mpmath.sqrt(1 - q)
    return radius * mpmath.cos(law.winding * s), radius * mpmath.sin(law.winding * s), mpmath.sqrt(q)


def gauss(low, high):
    """48 nodes and weights on [low, high]."""
    half, middle = (high - low) / 2, (high + low) / 2
    return [(middle + half * node, half * weight) for node, weight in NODES]


def double_integral(bias: Trigonometric, phi, law: CurveLaw | ArcLaw):
    """1/2 of the mean over s and t in (-pi, pi) of k phi(<x(s), x(t)>), by the definition."""
    with mpmath.workdps(DIGITS):
        points = [(s, weight, point_of(law, s)) for s, weight in gauss(-mpmath.pi, mpmath.pi)]
        total = mpmath.mpf(0)
        for s, v, x in points:
            for t, w, y in points:
                inner = sum(a * b for a, b in zip(x, y, strict=True))
                total += v * w * bias_at(bias, s - t) * phi(inner)
        return total / (2 * (2 * mpmath.pi) ** 2)


@pytest.mark.parametrize(
    ("law", "text", "phi"),
    [
        (CIRCLE, "cos(2*r)", lambda r: mpmath.cos(2 * r)),
        (CurveLaw(2, fmpq(1, 4)), "exp(r)", mpmath.exp),
        (CurveLaw(1, fmpq(1, 2)), "r**3 + r", lambda r: r**3 + r),
        (ArcLaw(fmpq(3, 4)), "exp(r)", mpmath.exp),
        (ArcLaw(fmpq(-5, 3)), "r**3 + r", lambda r: r**3 + r),
    ],
    ids=["circle", "latitude", "cubic latitude", "arc", "cubic arc"],
)
def test_a_curve_has_the_energy_that_mpmath_integrates(law, text, phi):
    problem = ContinuumProblem(3, WAVES, profile(text))
    assert close(continuum_ball(problem, law, PRECISION), double_integral(WAVES, phi, law))


@pytest.mark.parametrize("bias", [WAVES, DECAY], ids=["circle", "interval"])
@pytest.mark.parametrize(("n", "step"), [(1, 0), (2, 0), (2, 1), (3, 2), (5, 0), (5, 3)])
def test_a_cell_weight_is_the_double_integral_of_the_bias(bias, n, step):
    """S in the first cell, t in that `step` further on; the bias has a kink at s = t, so each side of it alone."""
    with mpmath.workdps(DIGITS):
        length = 2 * mpmath.pi if isinstance(bias, Trigonometric) else mpmath.mpf(1)
        cell = length / n
        total = mpmath.mpf(0)
        for s, weight in gauss(mpmath.mpf(0), cell):
            ends = [step * cell, *([s] if step == 0 else []), (step + 1) * cell]
            inner = (w * bias_at(bias, s - t) for low, high in pairwise(ends) for t, w in gauss(low, high))
            total += weight * sum(inner)
        assert close(cell_weight(bias, n, step).ball(PRECISION), total / length**2)


@given(trigonometric | exponential, st.integers(1, 6))
def test_the_cell_weights_sum_to_the_mean_of_the_bias(bias, n):
    total = Real.sum(cell_weight(bias, n, abs(i - j)) for i in range(n) for j in range(n))
    if isinstance(bias, Trigonometric):
        assert total == bias.coefficients[0]
    else:
        r = bias.rate
        assert total == 2 * bias.scale / r**2 * (Real(r - 1) + Real.exp(-r))


@given(st.data(), trigonometric | exponential, polynomials, st.integers(1, 3))
def test_cells_cut_into_equal_parts_keep_the_energy(data, bias, text, parts):
    problem = ContinuumProblem(data.draw(st.integers(1, 3)), bias, profile(text))
    law = data.draw(cells(problem, data.draw(st.integers(1, 3))))
    refined = CellLaw(tuple(piece for piece in law.slices for _ in range(parts)))
    assert continuum_energy(problem, refined) == continuum_energy(problem, law)


@given(st.data(), trigonometric)
def test_on_the_circle_cells_may_be_turned_and_on_both_label_spaces_read_backwards(data, bias):
    problem = ContinuumProblem(2, bias, profile("r**3 + r"))
    law = data.draw(cells(problem, 3))
    turned = CellLaw((*law.slices[1:], law.slices[0]))
    assert continuum_energy(problem, turned) == continuum_energy(problem, law)
    for other in (problem, ContinuumProblem(2, DECAY, problem.profile)):
        backwards = CellLaw(tuple(reversed(law.slices)))
        assert continuum_energy(other, backwards) == continuum_energy(other, law)


@given(st.data(), trigonometric | exponential)
def test_a_ball_of_cells_holds_the_exact_energy_and_is_narrow(data, bias):
    problem = ContinuumProblem(2, bias, profile("exp(r) - r/3"))
    law = data.draw(cells(problem, 2))
    ball, exact = continuum_ball(problem, law, PRECISION), continuum_energy(problem, law).ball(512)
    with ctx.workprec(512):
        assert ball.contains(exact)
        assert ball.rad() < arb("1e-25")


def test_cells_without_an_exact_energy_have_a_ball():
    problem = ContinuumProblem(2, WAVES, profile("sqrt(2 + r)"))
    law = CellLaw(
        (dirac(axis(2, 0)), dirac(axis(2, 1)), finite_measure([HALF, HALF], [axis(2, 0), antipode(axis(2, 1))]))
    )
    with pytest.raises(InexactError):
        continuum_energy(problem, law)
    with mpmath.workdps(DIGITS):
        sites = [(0, ONE, (1, 0)), (1, ONE, (0, 1)), (2, HALF, (1, 0)), (2, HALF, (0, -1))]
        total = sum(
            mpmath.mpf(cell_weight(WAVES, 3, abs(i - j)).ball(PRECISION).mid().str(DIGITS, radius=False))
            * number(v * w)
            * mpmath.sqrt(2 + x[0] * y[0] + x[1] * y[1])
            for i, v, x in sites
            for j, w, y in sites
        )
        assert close(continuum_ball(problem, law, PRECISION), total / 2)


@given(trigonometric, polynomials, st.integers(0, 5), heights)
def test_the_exact_energy_of_a_curve_is_in_the_ball_of_its_quadrature(bias, text, winding, height):
    problem, law = ContinuumProblem(3, bias, profile(text)), CurveLaw(winding, height)
    exact = continuum_energy(problem, law)
    with ctx.workprec(PRECISION):
        ball = _quadrature(problem, law)
        assert (ball - exact.ball(PRECISION)).contains(0)
        assert ball.rad() < arb("1e-25")


@given(trigonometric, polynomials, heights)
def test_a_curve_of_no_winding_is_one_point_and_has_the_collapsed_energy(bias, text, height):
    problem = ContinuumProblem(3, bias, profile(text))
    assert (
        continuum_energy(problem, CurveLaw(0, height)) == value_at(problem.profile, Real(1)) * bias.coefficients[0] / 2
    )


@given(trigonometric, polynomials, st.integers(1, 4), heights)
def test_a_curve_run_through_m_times_sees_every_mth_mode_alone(bias, text, m, height):
    spaced = [ZERO] * (m * (len(bias.coefficients) - 1) + 1)
    spaced[::m] = bias.coefficients
    once, often = (
        continuum_energy(ContinuumProblem(3, of, profile(text)), CurveLaw(winding, height))
        for of, winding in ((bias, 1), (Trigonometric(tuple(spaced)), m))
    )
    assert once == often


@given(st.integers(-3, 3), trigonometric)
def test_an_arc_of_a_whole_rate_is_a_circle_of_that_winding(rate, bias):
    problem = ContinuumProblem(2, bias, profile("exp(r)"))
    arc = continuum_ball(problem, ArcLaw(fmpq(rate)), PRECISION)
    closed = continuum_ball(problem, CurveLaw(abs(rate), ZERO), PRECISION)
    with ctx.workprec(PRECISION):
        assert arc.overlaps(closed)
        assert arc.rad() < arb("1e-25")


@given(positive, trigonometric)
def test_an_arc_and_its_mirror_image_have_one_energy(rate, bias):
    problem = ContinuumProblem(2, bias, profile("exp(r)"))
    with ctx.workprec(PRECISION):
        assert continuum_ball(problem, ArcLaw(rate), PRECISION).overlaps(
            continuum_ball(problem, ArcLaw(-rate), PRECISION)
        )


def polygon(n: int) -> CellLaw:
    """The great circle, constant on n equal cells."""
    return CellLaw(tuple(dirac((Real.cosine(fmpq(j, n)), Real.sine(fmpq(j, n)))) for j in range(n)))


@pytest.mark.parametrize("n", [3, 4, 6, 12])
def test_the_linear_energy_of_n_cells_along_the_circle_falls_short_by_a_sinc(n):
    problem = ContinuumProblem(2, Trigonometric((ZERO, ONE)), profile("r"))
    square = (1 - Real.cosine(fmpq(1, n))) * fmpq(n * n, 2) / Real.pi() ** 2
    assert continuum_energy(problem, polygon(n)) == square * continuum_energy(problem, CIRCLE)


def test_a_curve_is_the_limit_of_its_cells():
    """The gap falls like 1/n^2: n^2 times it stays between 2 and 3, for a profile that is no polynomial."""
    problem = ContinuumProblem(2, Trigonometric((ZERO, ONE)), profile("exp(2*r)"))
    limit = continuum_ball(problem, CIRCLE, PRECISION)
    with ctx.workprec(PRECISION):
        gaps = {n: abs(limit - continuum_ball(problem, _rational_polygon(n), PRECISION)) for n in (8, 16, 32)}
        assert all(2 < gap * n * n < 3 for n, gap in gaps.items())
        assert gaps[32] < gaps[16] < gaps[8]


def _rational_polygon(n: int) -> CellLaw:
    """Points at the angles 2 pi j/n to seven digits, rational: cell j is turned so that its middle has the angle."""
    found = []
    for j in range(n):
        half = mpmath.pi * (j + mpmath.mpf(1) / 2) / n - mpmath.pi / 2
        found.append(dirac(stereographic([fmpq(int(mpmath.nint(mpmath.tan(half) * 10**7)), 10**7)])))
    return CellLaw(tuple(found))


def test_which_laws_are_graph_laws():
    mixed = CellLaw((dirac(axis(2, 0)), finite_measure([HALF, HALF], [axis(2, 0), axis(2, 1)])))
    repeated = CellLaw((finite_measure([HALF, HALF], [axis(2, 0), axis(2, 0)]),))
    assert [is_graph_law(law) for law in (CIRCLE, ArcLaw(HALF), repeated, mixed)] == [True, True, True, False]


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda: Trigonometric(()), "expected a_0 at least"),
        (lambda: Exponential(ONE, ZERO), "rate=0: expected a positive rate"),
        (lambda: Exponential(ONE, -ONE), "rate=-1"),
        (lambda: ContinuumProblem(0, WAVES, profile("r")), "dimension=0: expected 1 to"),
        (lambda: CellLaw(()), "cells=0: expected 1 to 512"),
        (lambda: CellLaw((dirac(axis(1, 0)),) * (MAX_CELLS + 1)), "cells=513"),
        (lambda: CellLaw((dirac(axis(2, 0)), dirac(axis(3, 0)))), "expected points of one dimension"),
        (lambda: CurveLaw(-1, ZERO), r"curve=\(-1, 0\): expected m in 0..1000"),
        (lambda: CurveLaw(1001, ZERO), r"curve=\(1001, 0\)"),
        (lambda: CurveLaw(1, ONE), r"q in \[0, 1\)"),
        (lambda: CurveLaw(1, fmpq(-1, 10**9)), r"q in \[0, 1\)"),
        (lambda: ArcLaw(fmpq(1001)), r"rate=1001: expected \|a\| <= 1000"),
        (lambda: ArcLaw(fmpq(-10001, 10)), r"expected \|a\| <= 1000"),
    ],
)
def test_bad_input_is_refused_with_its_reason(make, reason):
    with pytest.raises(InvalidInputError, match=reason):
        make()


@pytest.mark.parametrize(
    ("law", "dimension", "bias", "reason"),
    [
        (CellLaw((dirac(axis(3, 0)),)), 2, WAVES, "law: dimension 3, expected 2"),
        (CIRCLE, 2, DECAY, "expected cells, the labels being an interval"),
        (ArcLaw(ONE), 2, DECAY, "expected cells, the labels being an interval"),
        (CIRCLE, 1, WAVES, "dimension=1: expected at least 2 for that curve"),
        (CurveLaw(1, HALF), 2, WAVES, "dimension=2: expected at least 3 for that curve"),
        (ArcLaw(ONE), 1, WAVES, "dimension=1: expected at least 2 for that curve"),
    ],
)
def test_a_law_of_another_space_is_refused_everywhere(law: ContinuumLaw, dimension, bias, reason):
    problem = ContinuumProblem(dimension, bias, profile("exp(r)"))
    for look in (require_law, continuum_energy, lambda of, law: continuum_ball(of, law, PRECISION)):
        with pytest.raises(InvalidInputError, match=reason):
            look(problem, law)


@pytest.mark.parametrize("text", ["abs(r)", "min(r, 0)", "exp(max(r, 0))"])
@pytest.mark.parametrize("law", [CIRCLE, ArcLaw(HALF)], ids=["curve", "arc"])
def test_a_profile_with_a_kink_has_no_quadrature(text, law):
    problem = ContinuumProblem(2, WAVES, profile(text))
    with pytest.raises(InexactError, match="no analytic continuation; expected none of"):
        continuum_ball(problem, law, PRECISION)


def test_a_pole_on_the_curve_gives_no_finite_ball():
    problem = ContinuumProblem(2, WAVES, profile("1/(1 - r)"))
    with pytest.raises(InexactError, match="integral: it is not enclosed, as for a bias with a pole"):
        continuum_ball(problem, CIRCLE, 32)


@pytest.mark.parametrize("text", ["sqrt(2 + r)", "log(2 + r)", "1/(2 - r)"])
def test_a_profile_that_is_analytic_near_the_interval_has_a_quadrature(text):
    problem = ContinuumProblem(2, WAVES, profile(text))
    assert continuum_ball(problem, CIRCLE, 64).rad() < arb("1e-12")


def test_a_branch_point_on_the_curve_is_not_integrated_through():
    with pytest.raises(InexactError, match="not enclosed"):
        continuum_ball(ContinuumProblem(2, WAVES, profile("sqrt(r - 1/2)")), CIRCLE, 32)


def test_an_arc_and_a_curve_with_another_profile_have_no_exact_energy():
    with pytest.raises(InexactError, match="an arc, or a profile that is no polynomial"):
        continuum_energy(ContinuumProblem(2, WAVES, profile("r")), ArcLaw(HALF))
    with pytest.raises(InexactError, match="along a curve"):
        continuum_energy(ContinuumProblem(2, WAVES, profile("exp(r)")), CIRCLE)


def test_a_bias_of_both_labels_is_integrated_by_few_values(monkeypatch):
    looked: list[object] = []

    def counted(*arguments: Any) -> Any:
        looked.append(arguments)
        return evaluate(*arguments)

    monkeypatch.setattr(quadrature, "evaluate", counted)
    bias = General(Space.CIRCLE, parse("exp(-abs(s - t))", names=("s", "t")))
    (mean,), size = pair_weights(bias, 1, 64)[0], 2 * mpmath.pi
    exact = 2 * (size - 1 + mpmath.exp(-size)) / size**2
    assert abs(float(mean.mid()) - float(exact)) < 1e-9
    assert mean.rad() < 1e-8
    assert len(looked) < 10_000


def test_nested_integrals_over_many_pairs_of_cells_are_refused():
    bias = General(Space.INTERVAL, parse("exp(s * t)", names=("s", "t")))
    with pytest.raises(InexactError, match="33 cells: expected at most 32 for a bias of both labels"):
        pair_weights(bias, 33, 64)


def test_laws_of_very_many_atoms_are_refused():
    point, many = axis(2, 0), 2049
    with pytest.raises(InvalidInputError, match="atoms=2049: expected at most 2048"):
        CellLaw((finite_measure((fmpq(1, many),) * many, (point,) * many),))


def test_the_exact_sum_over_many_atoms_is_left_to_balls():
    point, many = axis(2, 0), 257
    law = CellLaw((finite_measure((fmpq(1, many),) * many, (point,) * many),))
    with pytest.raises(InexactError, match="1 cells with 257 atoms"):
        continuum_energy(ContinuumProblem(2, WAVES, profile("r")), law)
