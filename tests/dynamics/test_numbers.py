"""The numbers of claims.md section 5, to all digits printed, by balls; a wrong last digit is seen."""

from __future__ import annotations

from math import exp

import pytest
from flint import arb, ctx, fmpq

from tests.dynamics.printed import has_digits, off_by_one
from theorems.draw import ones, profile, symmetric
from theorems.dynamics.clusters import PRINTED, time_bounds
from theorems.dynamics.harmonics import bessel_bounds
from theorems.dynamics.twist import ring
from theorems.model.assertion import GrowthRate, PassageTime, Relation, StableTwist
from theorems.model.gram_flow import attention_gram_velocity, couplings, drift, gram_velocity, normalisers
from theorems.model.growth import growth_ball, growth_rate
from theorems.model.kernel import ZonalKernel
from theorems.model.labels import Labels, Reading
from theorems.model.passage import Attention, Equiangular, Passage, TwoClusters, passage_ball
from theorems.model.problem import Problem
from theorems.model.proof import LinearisedField, TimeIntegral, TwistHessian
from theorems.model.real import Real
from verify.checker import check
from verify.verdict import Trust

BITS = 160
QUARTER, EIGHTH = fmpq(1, 4), fmpq(1, 8)


def equiangular() -> tuple[Problem, tuple]:
    """n = 5, beta = 1.3, r = 0.2, raw."""
    phi = profile("10/13*exp(13/10*r)")
    problem = Problem(5, Labels((fmpq(1, 5),) * 5, Reading.ATOMIC), ZonalKernel(ones(5), phi))
    entry = {(i, j): fmpq(1, 5) if i < j else fmpq(1) for i in range(5) for j in range(i, 5)}
    return problem, symmetric(5, entry)


def usa_speed() -> arb:
    problem, gram = equiangular()
    return gram_velocity(drift(couplings(problem, gram), gram))[1][3].ball(BITS)


def sa_speed() -> arb:
    problem, gram = equiangular()
    coupling = couplings(problem, gram)
    sizes = normalisers(coupling)
    with ctx.workprec(BITS):
        return attention_gram_velocity(drift(coupling, gram), sizes)[1][3].ball(BITS) / (sizes[1] * sizes[3]).ball(BITS)


def meeting_time(beta: int, *, normalised: bool = True) -> arb:
    return passage_ball(Passage(TwoClusters(fmpq(beta), normalised), QUARTER, EIGHTH), BITS)


def scaled_time(beta: int) -> arb:
    with ctx.workprec(BITS):
        return beta * arb(-beta).exp() * meeting_time(beta)


def threshold(n: int) -> arb:
    with ctx.workprec(BITS):
        turn = fmpq(1, n)
        return Real.cosine(turn).ball(BITS) / (Real.sine(turn) ** 2).ball(BITS)


NUMBERS = {
    "F2 raw USA": ("0.7470317299", usa_speed),
    "F2 SA": ("0.4217174522", sa_speed),
    "F4 T(1)": ("1.65252867749158749", lambda: meeting_time(1)),
    "F4 T(5)": ("30.9122833114250250", lambda: meeting_time(5)),
    "F4 T(10)": ("2249.26921565323610", lambda: meeting_time(10)),
    "F4 T(20)": ("24383471.5857286565", lambda: meeting_time(20)),
    "F4 limit at 20": ("1.0052", lambda: scaled_time(20)),
    "twist n = 5": ("0.3416", lambda: threshold(5)),
    "twist n = 8": ("1.4142", lambda: threshold(8)),
    "twist n = 16": ("6.3086", lambda: threshold(16)),
    "twist n = 64": ("103.59", lambda: threshold(64)),
}

each_number = pytest.mark.parametrize("name", NUMBERS)


@each_number
def test_the_ball_lies_within_what_rounds_to_the_printed_decimal(name):
    decimal, ball = NUMBERS[name]
    assert has_digits(ball(), decimal)


@each_number
def test_a_wrong_last_digit_is_seen(name):
    decimal, ball = NUMBERS[name]
    low, high = off_by_one(decimal)
    assert not has_digits(ball(), low)
    assert not has_digits(ball(), high)


def test_a_ball_that_is_too_wide_or_not_a_number_has_no_digits():
    assert not has_digits(arb("0.3416", "0.001"), "0.3416")
    assert not has_digits(arb("nan"), "0.3416")


@pytest.mark.parametrize("beta", [1, 5, 10, 20])
def test_the_checker_proves_the_printed_time_and_refuses_it_one_digit_off(beta):
    passage = Passage(TwoClusters(fmpq(beta), normalised=True), QUARTER, EIGHTH)
    low, high = time_bounds(fmpq(beta))
    assert high - low == Real(fmpq(1, 10 ** len(PRINTED[beta].split(".")[1])))
    for relation, value in ((Relation.GE, low), (Relation.LE, high)):
        assert check(PassageTime(passage, relation, value), TimeIntegral()).trust is Trust.BALL
    for relation, value in ((Relation.GE, low + high - low), (Relation.LE, low)):
        assert not check(PassageTime(passage, relation, value), TimeIntegral()).accepted


def test_the_table_of_the_theorem_file_is_that_of_claims():
    assert {beta: NUMBERS[f"F4 T({beta})"][0] for beta in (1, 5, 10, 20)} == PRINTED


@pytest.mark.parametrize("beta", [1, 5, 20])
def test_raw_clusters_are_faster_by_e_to_the_beta(beta):
    with ctx.workprec(BITS):
        assert (meeting_time(beta, normalised=False) * arb(beta).exp()).overlaps(meeting_time(beta))
        assert meeting_time(beta, normalised=False) < arb("0.7")


@pytest.mark.parametrize("beta", ["1", "-2", "13/10", "7"])
@pytest.mark.parametrize(("start", "end"), [(fmpq(0), fmpq(1, 2)), (fmpq(-9, 10), fmpq(99, 100))])
def test_two_tokens_merge_in_the_time_of_their_closed_form(beta, start, end):
    """int e^(-b r)/(1 - r^2) dr = (F(end) - F(start))/2, F(r) = -e^b E_1(b (1 + r)) - e^-b Ei(b (1 - r))."""
    passage = Passage(Equiangular(2, Real(beta).rational(), Attention.USA), start, end)
    with ctx.workprec(BITS):
        b = arb(Real(beta).rational())

        def antiderivative(r: fmpq) -> arb:
            # E_1(x) = -Ei(-x) for x > 0; for x < 0 the principal value is -Ei(-x) as well
            return b.exp() * (-b * (1 + arb(r))).ei() - (-b).exp() * (b * (1 - arb(r))).ei()

        closed = (antiderivative(end) - antiderivative(start)) / 2
        found = passage_ball(passage, BITS)
        assert found.overlaps(closed)
        assert found.rad() < arb("1e-30")
        assert closed.rad() < arb("1e-30")


@pytest.mark.parametrize("n", [2, 3, 7, 100])
def test_without_an_exponent_the_odds_of_r_grow_as_e_to_the_2t(n):
    start, end = fmpq(0), fmpq(9, 10)
    with ctx.workprec(BITS):
        odds = arb(((n - 1) * end + 1) / (1 - end))
        found = passage_ball(Passage(Equiangular(n, fmpq(0), Attention.USA), start, end), BITS)
        assert found.overlaps(odds.log() / 2)
        assert found.rad() < arb("1e-30")


def runge_kutta(n: int, beta: float, r: float, steps: int) -> float:
    """r(1) under raw USA in floats, by the classical method: a check of the enclosure by another road."""

    def field(r: float) -> float:
        return 2 / n * exp(beta * r) * (1 - r) * ((n - 1) * r + 1)

    h = 1 / steps
    for _ in range(steps):
        a = field(r)
        b = field(r + h / 2 * a)
        c = field(r + h / 2 * b)
        r += h / 6 * (a + 2 * b + 2 * c + field(r + h * c))
    return r


def test_the_solution_at_time_one_is_enclosed_by_two_passages():
    """n = 5, beta = 1.3, from r = 0.2: where the solution is at t = 1, to 17 digits by bisection."""
    equation, low, high = Equiangular(5, fmpq(13, 10), Attention.USA), fmpq(1, 5), fmpq(1)
    for _ in range(60):
        middle = (low + high) / 2
        passage = Passage(equation, fmpq(1, 5), middle)
        late = check(PassageTime(passage, Relation.GE, Real(1)), TimeIntegral()).accepted
        early = check(PassageTime(passage, Relation.LE, Real(1)), TimeIntegral()).accepted
        assert late != early
        low, high = (low, middle) if late else (middle, high)
    # the passage to `low` is over at t = 1, that to `high` is not
    assert high - low < fmpq(1, 10**17)
    assert abs(float(low.p) / float(low.q) - runge_kutta(5, 1.3, 0.2, 2000)) < 1e-11


@pytest.mark.parametrize("beta", ["1", "1/10", "5", "20", "-3"])
@pytest.mark.parametrize("mode", [1, 2, 3, 7])
def test_a_mode_of_the_circle_grows_at_k_squared_times_its_bessel_function(mode, beta):
    q = Real(beta).rational()
    with ctx.workprec(BITS):
        expected = mode**2 * arb(q).bessel_i(mode) / arb(q)
        found = growth_ball(2, profile(f"{1 / q}*exp({q}*r)"), mode, BITS)
        assert found.overlaps(expected)
        assert abs(found.rad() / expected) < arb("1e-25")


@pytest.mark.parametrize("mode", [1, 2, 3, 4])
def test_a_harmonic_of_the_sphere_grows_at_its_spherical_bessel_function(mode):
    """d = 3: l (l + 1) i_l(b)/b, i_l(b) = sqrt(pi/(2 b)) I_{l+1/2}(b)."""
    with ctx.workprec(BITS):
        b = arb(2)
        expected = mode * (mode + 1) * (arb.pi() / (2 * b)).sqrt() * b.bessel_i(mode + arb("0.5")) / b
        assert growth_ball(3, profile("1/2*exp(2*r)"), mode, BITS).overlaps(expected)


@pytest.mark.parametrize("beta", ["1/10", "1", "9", "20"])
@pytest.mark.parametrize("order", [1, 2, 5, 12])
def test_the_series_of_the_bessel_function_closes_in_on_it(order, beta):
    q = Real(beta).rational()
    low, high = bessel_bounds(order, q)
    with ctx.workprec(400):
        assert arb(low) < arb(q).bessel_i(order) < arb(high)
    assert (high - low) / low < fmpq(1, 10**5)


@pytest.mark.parametrize(("dimension", "degree", "mode", "rate"), [
    (2, 1, 1, "1/2"), (2, 2, 2, "1"), (2, 3, 1, "3/8"), (2, 3, 3, "9/8"), (2, 3, 2, "0"), (3, 1, 1, "2/3"),
    (3, 2, 2, "4/5"), (5, 1, 1, "4/5"), (2, 5, 0, "0"),
])  # fmt: skip
def test_the_rates_of_powers_are_rational(dimension, degree, mode, rate):
    assert growth_rate(dimension, profile(f"r**{degree}"), mode) == Real(rate).rational()
    right = GrowthRate(dimension, profile(f"r**{degree}"), mode, Relation.EQ, Real(rate))
    assert check(right, LinearisedField()).trust is Trust.RATIONAL


@pytest.mark.parametrize("n", [5, 8, 16, 64])
def test_a_twist_is_stable_just_below_its_threshold_and_not_just_above(n):
    decimal = NUMBERS[f"twist n = {n}"][0]
    low, high = (Real(one).rational() for one in off_by_one(decimal))
    for beta, relation in ((low, Relation.EQ), (high, Relation.NE)):
        kernel = ZonalKernel(ring(n), profile(f"exp({beta}*r)"))
        problem = Problem(2, Labels((fmpq(1, n),) * n, Reading.ATOMIC), kernel)
        assert check(StableTwist(problem, 1, relation), TwistHessian()).trust is Trust.BALL


@pytest.mark.parametrize("n", range(3, 13))
def test_a_twist_of_a_linear_profile_is_stable_from_five_tokens_on(n):
    problem = Problem(2, Labels((fmpq(1, n),) * n, Reading.ATOMIC), ZonalKernel(ring(n), profile("r")))
    relation = Relation.EQ if n >= 5 else Relation.NE
    assert check(StableTwist(problem, 1, relation), TwistHessian()).accepted
