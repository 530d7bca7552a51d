"""The integrator keeps its order, the spheres and the energy, and what must not pass does not."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement, pairwise

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from theorems.model.errors import InvalidInputError
from verify.errors import SolverError
from verify.search.field import ExactField, Model, Normalisation, tangent, turned
from verify.search.integrator import (
    EMBEDDED,
    ORDER,
    STAGES,
    WEIGHTS,
    EnergyFellError,
    Reason,
    integrate,
    projected,
    take_step,
)
from verify.search.starts import equiangular, uniform

# Where a rooted tree is the tuple of the trees that hang at its root.


def trees(order: int) -> list[tuple]:
    """All rooted trees of so many vertices."""
    if order == 1:
        return [()]
    found = []
    for parts in partitions(order - 1):
        found += forests(parts)
    return found


def partitions(total: int, most: int | None = None) -> list[tuple[int, ...]]:
    most = total if most is None else most
    if total == 0:
        return [()]
    return [(part, *rest) for part in range(min(total, most), 0, -1) for rest in partitions(total - part, part)]


def forests(parts: tuple[int, ...]) -> list[tuple]:
    made = [()]
    for size in sorted(set(parts), reverse=True):
        choices = list(combinations_with_replacement(trees(size), parts.count(size)))
        made = [(*forest, *choice) for forest in made for choice in choices]
    return made


def size(tree) -> int:
    return 1 + sum(map(size, tree))


def density(tree) -> int:
    return size(tree) * math.prod(map(density, tree))


def stage_weights(tree, rows) -> list[Fraction]:
    """prod over the branches of sum_j a_ij times theirs, one a stage."""
    branches = [stage_weights(branch, rows) for branch in tree]

    def inner(row, branch) -> Fraction:
        return sum((a * w for a, w in zip(row, branch, strict=False)), Fraction(0))

    return [math.prod((inner(row, branch) for branch in branches), start=Fraction(1)) for row in rows]


def defects(weights, rows, order: int) -> list:
    """The trees of that order whose condition sum_i b_i Phi_i = 1/gamma fails."""
    return [
        tree
        for tree in trees(order)
        if sum(b * phi for b, phi in zip(weights, stage_weights(tree, rows), strict=True)) != Fraction(1, density(tree))
    ]


def test_there_are_as_many_rooted_trees_as_there_should_be():
    assert [len(trees(order)) for order in range(1, 7)] == [1, 1, 2, 4, 9, 20]


def test_the_tableau_satisfies_the_order_conditions_exactly():
    rows = [(), *STAGES]
    assert [len(defects(WEIGHTS, rows, order)) for order in range(1, ORDER + 1)] == [0] * ORDER
    assert defects(WEIGHTS, rows, ORDER + 1)
    rows = [*rows, WEIGHTS]
    assert [len(defects(EMBEDDED, rows, order)) for order in range(1, ORDER)] == [0] * (ORDER - 1)
    assert defects(EMBEDDED, rows, ORDER)


def rope(count: int, model: Model = Model.USA, beta: float = 1.0) -> ExactField:
    """Labels turn the contents about the third axis."""
    angles = 2 * np.pi * np.arange(count) / count
    gauges = np.zeros((count, 3, 3))
    gauges[:, 0, 0] = gauges[:, 1, 1] = np.cos(angles)
    gauges[:, 1, 0] = np.sin(angles)
    gauges[:, 0, 1] = -np.sin(angles)
    gauges[:, 2, 2] = 1
    return ExactField(masses=np.full(count, 1 / count), dimension=3, beta=beta, gauges=gauges, model=model)


def largest(difference) -> float:
    return float(np.linalg.norm(difference, axis=1).max())


def dormand_prince(field, points, h):
    return take_step(field, points, field.velocity(points), h).points


def frozen_attention(field: ExactField, points):
    """The field in which tokens move, but attend as they did at the points."""
    frame = field.frame(points)
    weights = np.exp(field.beta * frame @ frame.T) * field.masses

    assert field.gauges is not None
    back = field.gauges.transpose(0, 2, 1)

    def velocity(moved):
        pull = turned(back, weights @ field.frame(moved))
        return tangent(moved, pull)

    return velocity


def classical(velocity, points, h):
    """The classical method of order 4, projected."""
    k1 = velocity(points)
    k2 = velocity(projected(points + h / 2 * k1))
    k3 = velocity(projected(points + h / 2 * k2))
    k4 = velocity(projected(points + h * k3))
    return projected(points + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4))


def order_of(step, field, start) -> float:
    """The order seen when the step is halved twice: log2 of the ratio of the errors at time 1."""

    def end(steps: int):
        points = start
        for _ in range(steps):
            points = step(field, points, 1 / steps)
        return points

    reference = integrate(field, start, 1.0, 1e-13).points
    errors = [largest(end(steps) - reference) for steps in (8, 16, 32)]
    ratios = [math.log2(first / second) for first, second in pairwise(errors)]
    return min(ratios)


def require_order(step, field, start, order: int) -> None:
    seen = order_of(step, field, start)
    assert seen > order - 0.25, f"order {seen}, expected {order}"


@pytest.mark.parametrize("model", Model)
def test_halving_the_step_divides_the_error_as_the_order_says(model):
    require_order(dormand_prince, rope(12, model, 2.0), uniform(12, 3, 3), ORDER)


def test_a_method_of_order_four_that_freezes_attention_is_found_by_halving_the_step():
    field, start = rope(12, beta=2.0), uniform(12, 3, 3)
    require_order(lambda field, points, h: classical(field.velocity, points, h), field, start, 4)

    def frozen(field, points, h):
        return classical(frozen_attention(field, points), points, h)

    with pytest.raises(AssertionError, match="expected 4"):
        require_order(frozen, field, start, 4)
    assert order_of(frozen, field, start) == pytest.approx(1, abs=0.2)


@pytest.mark.parametrize("tolerance", [1e-4, 1e-7, 1e-10])
def test_the_error_at_the_end_goes_with_the_tolerance(tolerance):
    field, start = rope(16), uniform(16, 3, 1)
    reference = integrate(field, start, 2.0, 1e-13).points
    assert largest(integrate(field, start, 2.0, tolerance).points - reference) < 30 * tolerance


def watched(field, start, duration, tolerance=1e-8, **more):
    states = []
    result = integrate(field, start, duration, tolerance, states.append, **more)
    return states, result


@pytest.mark.parametrize("model", Model)
@pytest.mark.parametrize("seed", range(4))
def test_norms_are_kept_to_the_last_places_and_the_energy_does_not_fall(model, seed):
    rng = np.random.default_rng(seed)
    gauges = np.linalg.qr(rng.standard_normal((20, 4, 4)))[0]
    bias = rng.standard_normal((20, 20))
    bias = bias + bias.T if model is Model.USA else np.abs(bias + bias.T)
    field = ExactField(masses=rng.dirichlet(np.ones(20)), dimension=4, beta=1.5, gauges=gauges, bias=bias, model=model)
    states, result = watched(field, uniform(20, 4, seed), 5.0)
    norms = np.array([np.linalg.norm(state.points, axis=1) for state in states])
    assert np.abs(norms - 1).max() < 4 * np.finfo(float).eps
    energies = np.array([state.energy for state in states])
    assert np.diff(energies).min() > -8 * np.finfo(float).eps * np.abs(energies).max()
    assert energies[-1] > energies[0] + 1e-3
    assert result.steps == len(states) - 1
    assert max(state.error for state in states) <= 1e-8


@dataclass(frozen=True)
class Unrotated:
    """R4's boundary: queries and keys are rotated, values are not; the energy is the right one."""

    right: ExactField
    error_bound: float = 1e-15

    @property
    def masses(self):
        return self.right.masses

    @property
    def dimension(self) -> int:
        return self.right.dimension

    @property
    def count(self) -> int:
        return self.right.count

    def energy(self, points) -> float:
        return self.right.energy(points)

    def velocity(self, points):
        frame = self.right.frame(points)
        return tangent(points, (np.exp(self.right.beta * frame @ frame.T) * self.masses) @ points)


def test_values_that_are_not_rotated_lose_energy_at_the_rate_of_r4():
    gauges = np.array([np.eye(2), -np.eye(2)])
    field = Unrotated(ExactField(masses=np.full(2, 0.5), dimension=2, beta=1.0, gauges=gauges))
    with pytest.raises(EnergyFellError, match="the energy fell by") as caught:
        integrate(field, np.eye(2), 1.0, 1e-10, first_step=1e-4)
    assert caught.value.time == 0
    assert caught.value.amount / caught.value.step == pytest.approx(0.25, rel=1e-3)


def test_values_that_are_not_rotated_are_caught_from_any_start_at_once():
    for seed in range(5):
        with pytest.raises(EnergyFellError):
            integrate(Unrotated(rope(9)), uniform(9, 3, seed), 20.0)


def test_a_field_that_goes_backwards_is_caught():
    class Backwards(Unrotated):
        def velocity(self, points):
            return -self.right.velocity(points)

    with pytest.raises(EnergyFellError):
        integrate(Backwards(rope(9)), uniform(9, 3, 0), 20.0)


def measured_rate(field, points) -> float:
    """dE/dt by a central difference along the flow."""
    h = 1e-4
    velocity = field.velocity(points)
    ahead, behind = (field.energy(take_step(field, points, velocity, step).points) for step in (h, -h))
    return (ahead - behind) / (2 * h)


def usa_rate(field, points) -> float:
    """sum rho_i |x_i'|^2, whatever the model is."""
    return float(field.masses @ (field.velocity(points) ** 2).sum(axis=1))


@pytest.mark.parametrize("model", Model)
def test_the_energy_rises_at_the_rate_of_f1(model):
    field, points = rope(15, model, 2.0), uniform(15, 3, 4)
    assert measured_rate(field, points) == pytest.approx(field.energy_rate(points), rel=1e-6)


def test_the_rate_of_usa_is_not_that_of_sa():
    field, points = rope(15, Model.SA, 2.0), uniform(15, 3, 4)
    assert measured_rate(field, points) != pytest.approx(usa_rate(field, points), rel=0.1)
    assert measured_rate(rope(15), points) == pytest.approx(usa_rate(rope(15), points), rel=1e-6)


def equiangular_rate(r: float, n: int, beta: float, model: Model, end: float = 1.0) -> float:
    """R' of claims.md F2; `end` is 1, or the mutant's 1/n in the rate at which r comes to 1."""
    rising = (1 - r) * ((n - 1) * r + 1) * end
    if model is Model.USA:
        return 2 / n * math.exp(beta * r) * rising
    return 2 * math.exp(beta * r) * rising / (math.exp(beta) + (n - 1) * math.exp(beta * r))


def equiangular_end(n: int, beta: float, model: Model, end: float = 1.0) -> float:
    found = solve_ivp(
        lambda _, r: [equiangular_rate(r[0], n, beta, model, end)], (0, 1.5), [0.2], "DOP853", rtol=1e-12, atol=1e-13
    )
    return float(found.y[0, -1])


@pytest.mark.parametrize("model", Model)
@pytest.mark.parametrize(("n", "beta"), [(5, 1.3), (2, -1.0), (8, 3.0)])
def test_equiangular_tokens_follow_the_equation_of_f2(model, n, beta):
    field = ExactField(masses=np.full(n, 1 / n), dimension=n, beta=beta, model=model)
    points = integrate(field, equiangular(n, n, 0.2), 1.5, 1e-11).points
    inner = (points @ points.T)[~np.eye(n, dtype=bool)]
    assert inner == pytest.approx(equiangular_end(n, beta, model), abs=1e-8)
    assert inner != pytest.approx(equiangular_end(n, beta, model, 1 / n), abs=1e-2)


@pytest.mark.parametrize(("beta", "time"), [(1.0, 1.65252867749158749), (5.0, 30.9122833114250250)])
@pytest.mark.parametrize("mass", [0.5, 0.2])
def test_two_clusters_come_to_half_the_right_angle_at_the_time_of_f4(beta, time, mass):
    field = ExactField(
        masses=np.array([mass, 1 - mass]), dimension=2, beta=beta, normalisation=Normalisation.NORMALISED
    )
    points = integrate(field, np.eye(2), time, 1e-12).points
    assert math.acos(points[0] @ points[1]) == pytest.approx(math.pi / 4, abs=1e-9)


def test_the_bound_of_the_field_goes_into_the_step():
    @dataclass(frozen=True)
    class Blurred(Unrotated):
        error_bound: float = 1e-4

        def velocity(self, points):
            return self.right.velocity(points)

    sharp, blurred = rope(9), Blurred(rope(9))
    steps = [watched(field, uniform(9, 3, 0), 1.0, 1e-6)[0] for field in (sharp, blurred)]
    lengths = [max(b.time - a.time for a, b in pairwise(states)) for states in steps]
    assert lengths[0] > 0.02
    assert lengths[1] <= 1e-6 / 1e-4


def test_a_run_that_is_taken_up_again_ends_at_the_same_bits():
    field, start = rope(20), uniform(20, 3, 0)
    states, whole = watched(field, start, 3.0)
    for state in states[:: len(states) // 4]:
        rest, result = watched(field, state.points, 3.0, first_step=state.step, since=state.time)
        assert np.array_equal(result.points, whole.points)
        assert [one.time for one in rest] == [one.time for one in states[-len(rest) :]]


def test_the_run_ends_at_its_time_exactly():
    result = integrate(rope(6), uniform(6, 3, 0), 0.3)
    assert (result.time, result.reason) == (0.3, Reason.REACHED)
    still = integrate(rope(6), uniform(6, 3, 0), 0.0)
    assert (still.time, still.steps) == (0.0, 0)


def test_too_few_steps_are_a_reason_to_end():
    result = integrate(rope(6), uniform(6, 3, 0), 10.0, max_steps=3)
    assert (result.steps, result.reason) == (3, Reason.MOST_STEPS)
    assert result.time < 10


def test_tokens_at_rest_stay():
    start = np.tile([0.0, 0.0, 1.0], (4, 1))
    field = ExactField(masses=np.full(4, 0.25), dimension=3, beta=1.0)
    assert np.array_equal(integrate(field, start, 100.0).points, start)


def test_what_the_observer_raises_ends_the_run():
    seen = []

    def stop(state):
        seen.append(state)
        if len(seen) == 4:
            raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        integrate(rope(6), uniform(6, 3, 0), 10.0, observe=stop)
    assert len(seen) == 4


def test_a_field_that_is_not_finite_is_an_error_and_no_number():
    class Broken(Unrotated):
        def velocity(self, points):
            return np.where(points[:, :1] > 2, points, np.nan)

    with pytest.raises(SolverError, match="do not keep tolerance"):
        integrate(Broken(rope(6)), uniform(6, 3, 0), 1.0, first_step=0.1)


GOOD = uniform(6, 3, 0)


@pytest.mark.parametrize(
    ("start", "duration", "tolerance", "words"),
    [
        (np.vstack([[math.nan, 0.0, 0.0], GOOD[1:]]), 1.0, 1e-8, "start\\[0\\]: norm nan"),
        (GOOD * np.array([[1], [1], [0], [1], [1], [1]]), 1.0, 1e-8, "start\\[2\\]: norm 0.0"),
        (2 * GOOD, 1.0, 1e-8, "unit vectors"),
        (GOOD[:5], 1.0, 1e-8, "shape"),
        (GOOD[:, :2], 1.0, 1e-8, "shape"),
        (GOOD, -1.0, 1e-8, "duration=-1.0"),
        (GOOD, math.nan, 1e-8, "duration=nan"),
        (GOOD, math.inf, 1e-8, "duration=inf"),
        (GOOD, 1.0, 0.0, "tolerance=0.0"),
        (GOOD, 1.0, math.nan, "tolerance=nan"),
    ],
    ids=lambda value: str(value) if isinstance(value, str | float) else "",
)
def test_bad_input_is_refused(start, duration, tolerance, words):
    with pytest.raises(InvalidInputError, match=words):
        integrate(rope(6), start, duration, tolerance)
