"""The field in floats is the exact field, within the bound that it gives for its own rounding."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
import pytest
from flint import fmpq

from tests.search.problems import bilinear_problem, masses, rational, zonal_problem
from theorems.model.arithmetic import EXACT
from theorems.model.energy import interactions
from theorems.model.errors import InvalidInputError
from theorems.model.flow import velocity as exact_velocity
from theorems.model.gauge import cayley, reflection
from theorems.model.kernel import ZonalKernel
from theorems.model.labels import Labels, Reading
from theorems.model.matrix import apply, dot
from theorems.model.parser import parse
from theorems.model.problem import Problem, zonal
from theorems.model.problem_file import read_problem
from theorems.model.real import Real
from theorems.model.sphere import stereographic
from verify.search.field import ExactField, GradientField, Model, Normalisation, field_of
from verify.search.floats import to_matrix
from verify.search.starts import equiangular, twisted, uniform

SEEDS = range(12)


def profile(text: str):
    return parse(text, names=("r",), parameters={})


def exponential_problem(rng: random.Random, beta: fmpq, *, positive: bool = False) -> Problem:
    """Random rational gauges (or none), biases (or none) and masses."""
    n, d = rng.randint(1, 6), rng.randint(2, 4)
    bias = [[Real(1)] * n for _ in range(n)]
    if rng.random() < 0.7:
        entries = [[rational(rng) for _ in range(n)] for _ in range(n)]
        bias = [[entries[max(i, j)][min(i, j)] for j in range(n)] for i in range(n)]
    if positive:
        bias = [[abs(entry) + fmpq(1, 7) for entry in row] for row in bias]
    gauges = ()
    if rng.random() < 0.7:
        size = d * (d - 1) // 2
        turned = [cayley(d, [fmpq(rng.randint(-9, 9), 4) for _ in range(size)]) for _ in range(n)]
        flip = reflection(stereographic([fmpq(rng.randint(-5, 5), 3) for _ in range(d - 1)]))
        gauges = tuple(flip if rng.random() < 0.2 else one for one in turned)
    reading = Reading.CELLS if n == 1 or positive else rng.choice(list(Reading))
    kernel = ZonalKernel(tuple(map(tuple, bias)), profile(f"exp({beta}*r)/({beta})"), gauges)
    return Problem(d, Labels(masses(rng, n), reading), kernel)


def exactly(points):
    """The floats as the rationals that they are."""
    return [tuple(Real(fmpq(*float(entry).as_integer_ratio())) for entry in x) for x in points]


def start(problem: Problem, seed: int):
    return uniform(len(problem), problem.dimension, seed)


def exact_velocities(problem: Problem, points):
    return to_matrix([exact_velocity(problem, exactly(points), i) for i in range(len(problem))])


def known_energy(problem: Problem, points) -> float:
    n = range(len(problem))
    h = interactions(problem, [(i, fmpq(1), x) for i, x in enumerate(exactly(points))], EXACT)
    return float(Real.sum(problem.pair_weight(i, j) * h(i, j) for i in n for j in n).ball(128)) / 2


def largest(difference) -> float:
    return float(np.linalg.norm(difference, axis=1).max())


def normalisers(problem: Problem, points, beta: fmpq) -> list[Real]:
    """Z_i = sum_j rho_j k_ij exp(beta r_ij), exact."""
    frame = [apply(problem.gauge(i), x) for i, x in enumerate(exactly(points))]
    rows = range(len(problem))
    return [
        Real.sum(
            zonal(problem).bias[i][j]
            * Real(problem.labels.masses[j])
            * Real.exp(beta * dot(frame[i], frame[j]).rational())
            for j in rows
        )
        for i in rows
    ]


@pytest.mark.parametrize("seed", SEEDS)
def test_usa_is_the_exact_field_within_its_bound(seed):
    rng = random.Random(seed)
    problem = exponential_problem(rng, fmpq(rng.choice([-7, -1, 1, 3, 9]), rng.choice([1, 2, 5])))
    field, points = field_of(problem), start(problem, seed)
    assert isinstance(field, ExactField)
    assert largest(field.velocity(points) - exact_velocities(problem, points)) <= field.error_bound
    assert field.error_bound < 1e-8
    assert field.energy(points) == pytest.approx(known_energy(problem, points), abs=4 * field.error_bound)


@pytest.mark.parametrize("seed", SEEDS)
def test_sa_is_the_exact_field_within_its_bound(seed):
    rng = random.Random(seed)
    beta = fmpq(rng.choice([-3, 1, 2, 9]), 2)
    problem = exponential_problem(rng, beta, positive=True)
    field, points = field_of(problem, Model.SA), start(problem, seed)
    assert isinstance(field, ExactField)
    sums = to_matrix([normalisers(problem, points, beta)])[0]
    known = exact_velocities(problem, points) / sums[:, None]
    assert largest(field.velocity(points) - known) <= field.error_bound
    assert field.velocity_and_normaliser(points)[1] == pytest.approx(sums, rel=1e-13)


def test_the_bound_is_not_so_wide_that_it_hides_a_wrong_field():
    problem = exponential_problem(random.Random(1), fmpq(3, 2))
    field, points = field_of(problem), start(problem, 1)
    wrong = field.velocity(points) * (1 + 1e-10)
    assert largest(wrong - exact_velocities(problem, points)) > field.error_bound


@pytest.mark.parametrize("text", ["r", "r**3 - 2*r**2/5", "(1 - r)**4"])
@pytest.mark.parametrize("reading", Reading)
def test_a_polynomial_profile_moves_as_the_exact_field_says(text, reading):
    problem = zonal_problem(random.Random(7), 4, 3, reading, text)
    field, points = field_of(problem), start(problem, 2)
    assert isinstance(field, GradientField)
    assert largest(field.velocity(points) - exact_velocities(problem, points)) <= field.error_bound


@pytest.mark.parametrize(
    ("text", "slope"),
    [
        ("exp(r) + cos(2*r)", lambda r: np.exp(r) - 2 * np.sin(2 * r)),
        ("exp(r**2)", lambda r: 2 * r * np.exp(r * r)),
        ("1/(3 - r)", lambda r: (3 - r) ** -2),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_any_smooth_profile_pulls_by_its_slope(text, slope):
    problem = zonal_problem(random.Random(7), 5, 3, Reading.ATOMIC, text)
    field, points = field_of(problem), start(problem, 2)
    assert isinstance(field, GradientField)
    pull = (to_matrix(zonal(problem).bias) * slope(points @ points.T)) @ (field.masses[:, None] * points)
    known = pull - (pull * points).sum(axis=1)[:, None] * points
    assert largest(field.velocity(points) - known) <= field.error_bound


def test_a_bilinear_kernel_moves_as_the_exact_field_says():
    problem = bilinear_problem(random.Random(3), 4, 3, Reading.TOKENS)
    field, points = field_of(problem), start(problem, 2)
    assert largest(field.velocity(points) - exact_velocities(problem, points)) <= field.error_bound


@pytest.mark.parametrize("beta", [-2.0, 0.5, 9.0])
def test_the_normalised_field_is_the_raw_one_divided_by_exp_beta(beta):
    points, weights = uniform(40, 3, 0), np.full(40, 1 / 40)
    raw, normalised = (
        ExactField(masses=weights, dimension=3, beta=beta, normalisation=one)
        for one in (Normalisation.RAW, Normalisation.NORMALISED)
    )
    assert largest(raw.velocity(points) - math.exp(beta) * normalised.velocity(points)) < 1e-12 * math.exp(abs(beta))
    assert raw.energy(points) == pytest.approx(math.exp(beta) * normalised.energy(points), rel=1e-13)


def test_normalised_means_slope_one_at_one_for_every_way_to_write_the_kernel():
    points = uniform(5, 3, 0)
    weights = (fmpq(1, 5),) * 5
    ways = ["exp(3*r)", "exp(3*r)/3", "5*exp(3*r - 3)", "exp(3*r)*exp(1)", "exp(3*r) + 0*r"]
    fields = []
    for text in ways:
        kernel = ZonalKernel(((Real(1),) * 5,) * 5, profile(text))
        problem = Problem(3, Labels(weights, Reading.CELLS), kernel)
        fields.append(field_of(problem, normalisation=Normalisation.NORMALISED))
    velocities = [field.velocity(points) for field in fields]
    assert [isinstance(field, ExactField) for field in fields] == [True, True, True, True, False]
    assert all(largest(one - velocities[0]) < 1e-14 for one in velocities)


def test_a_raw_kernel_moves_as_it_is_written():
    points, weights = uniform(5, 3, 0), (fmpq(1, 5),) * 5

    def field(text):
        kernel = ZonalKernel(((Real(1),) * 5,) * 5, profile(text))
        return field_of(Problem(3, Labels(weights, Reading.CELLS), kernel))

    written = field("exp(3*r - 1)/2").velocity(points)
    assert largest(written - 1.5 * math.exp(-1) * field("exp(3*r)/3").velocity(points)) < 1e-14


@pytest.mark.parametrize("model", Model)
def test_gauges_turn_the_flow_into_that_of_the_gauge_frame(model):
    rng = np.random.default_rng(5)
    gauges = np.linalg.qr(rng.standard_normal((30, 3, 3)))[0]
    bias = np.abs(rng.standard_normal((30, 30)))
    shared: dict[str, Any] = {
        "masses": rng.dirichlet(np.ones(30)),
        "dimension": 3,
        "beta": 2.0,
        "bias": bias + bias.T,
        "model": model,
    }
    field, plain = ExactField(gauges=gauges, **shared), ExactField(**shared)
    points = uniform(30, 3, 1)
    frame = field.frame(points)
    moved = np.einsum("nij,nj->ni", gauges, field.velocity(points))
    assert largest(moved - plain.velocity(frame)) <= field.error_bound + plain.error_bound
    assert field.energy(points) == pytest.approx(plain.energy(frame), rel=1e-13)


@pytest.mark.parametrize("count", [1, 2, 181, 300, 700])
def test_strips_of_rows_leave_no_pair_out(count):
    rng = np.random.default_rng(count)
    bias = rng.standard_normal((count, count))
    bias = bias + bias.T
    weights, points = rng.dirichlet(np.ones(count)), uniform(count, 3, 0)
    for self_terms in (True, False):
        field = ExactField(masses=weights, dimension=3, beta=1.5, bias=bias, self_terms=self_terms)
        pairs = bias * np.exp(1.5 * points @ points.T) * weights
        if not self_terms:
            pairs[np.arange(count), np.arange(count)] = 0
        pull = pairs @ points
        known = pull - (pull * points).sum(axis=1)[:, None] * points
        assert largest(field.velocity(points) - known) <= 2 * field.error_bound
        assert field.energy(points) == pytest.approx(weights @ pairs.sum(axis=1) / 3, abs=1e-12)


def test_velocity_and_energy_at_once_are_the_two():
    field, points = ExactField(masses=np.full(9, 1 / 9), dimension=2, beta=1.0), uniform(9, 2, 0)
    velocity, energy = field.velocity_and_energy(points)
    assert np.array_equal(velocity, field.velocity(points))
    assert energy == field.energy(points)


@pytest.mark.parametrize(("model", "rate"), [(Model.USA, 0.7470317299), (Model.SA, 0.4217174522)])
def test_equiangular_points_move_at_the_rate_of_f2(model, rate):
    points = equiangular(5, 5, 0.2)
    velocity = ExactField(masses=np.full(5, 0.2), dimension=5, beta=1.3, model=model).velocity(points)
    rates = velocity @ points.T + points @ velocity.T
    assert rates[~np.eye(5, dtype=bool)] == pytest.approx(rate, abs=1e-10)


def test_a_twisted_state_does_not_move():
    bias = np.roll(np.eye(8), 1, axis=1) + np.roll(np.eye(8), -1, axis=1)
    field = ExactField(masses=np.full(8, 1 / 8), dimension=2, beta=1.0, bias=bias)
    assert largest(field.velocity(twisted(8, 1))) <= field.error_bound


@pytest.mark.parametrize("field", [ExactField, GradientField])
def test_velocities_are_tangent(field):
    text = "exp(r)" if field is ExactField else "r**2"
    problem = zonal_problem(random.Random(1), 6, 3, Reading.ATOMIC, text)
    found, points = field_of(problem), start(problem, 3)
    assert isinstance(found, field)
    assert np.abs((found.velocity(points) * points).sum(axis=1)).max() <= found.error_bound


GOOD: dict[str, Any] = {"masses": np.full(3, 1 / 3), "dimension": 3, "beta": 1.0}
SIGNED = np.array([[1.0, -0.5, 1.0], [-0.5, 1.0, 1.0], [1.0, 1.0, 1.0]])
TURNED = np.broadcast_to(np.eye(3), (3, 3, 3))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"masses": np.full(3, 0.5)}, "sum 1.5"),
        ({"masses": np.array([0.5, 0.5, 0.0])}, "positive numbers"),
        ({"masses": np.array([0.5, 0.5, np.nan])}, "positive numbers"),
        ({"masses": np.ones((1, 1))}, "expected \\(n,\\)"),
        ({"dimension": 1}, "dimension=1: expected 2 or more"),
        ({"beta": 0.0}, "beta=0.0"),
        ({"beta": math.nan}, "beta=nan"),
        ({"beta": 1000.0}, "beta=1000.0: exp.* beyond the range of float64; take the normalised"),
        ({"beta": -1000.0, "normalisation": Normalisation.NORMALISED}, "beyond the range"),
        ({"gauges": 2 * TURNED}, "orthogonal"),
        ({"gauges": TURNED[:2]}, "gauges: shape"),
        ({"gauges": np.full((3, 3, 3), np.nan)}, "finite"),
        ({"bias": np.ones((3, 2))}, "bias: shape"),
        ({"bias": np.triu(np.ones((3, 3)))}, "symmetric"),
        ({"bias": SIGNED, "model": Model.SA}, "bias\\[0\\]\\[1\\]=-0.5: SA needs Z_i > 0"),
        ({"bias": np.diag([1.0, 1.0, 0.0]), "model": Model.SA}, "Z_3 = 0"),
        ({"scale": -1.0, "model": Model.SA}, "scale=-1.0"),
    ],
    ids=lambda value: str(value)[:40] if isinstance(value, str) else "",
)
def test_what_has_no_flow_is_refused(changes, words):
    with pytest.raises(InvalidInputError, match=words):
        ExactField(**{**GOOD, **changes})


def test_a_signed_bias_moves_by_usa_and_a_large_beta_when_normalised():
    ExactField(**GOOD, bias=SIGNED)
    large: dict[str, Any] = {**GOOD, "beta": 1000.0, "normalisation": Normalisation.NORMALISED}
    field = ExactField(**large)
    assert np.isfinite(field.velocity(uniform(3, 3, 0))).all()


@pytest.mark.parametrize("expression", ["exp(s * t * dot(x, y))", "exp(x[1] * y[1])"])
def test_a_kernel_that_is_neither_zonal_nor_bilinear_has_no_flow(expression):
    text = '[content]\ndimension = 2\n[labels]\nlaw = "interval"\ncount = 2\nreading = "tokens"\n'
    problem = read_problem(f'{text}[kernel]\nexpression = "{expression}"\n')
    with pytest.raises(InvalidInputError, match="solve takes any kernel"):
        field_of(problem)


def test_points_of_another_shape_are_refused():
    with pytest.raises(InvalidInputError, match="shape"):
        ExactField(**GOOD).velocity(uniform(3, 2, 0))


@pytest.mark.parametrize(
    ("text", "model", "normalisation", "words"),
    [
        ("r**2", Model.SA, Normalisation.RAW, "exp\\(beta \\* dot"),
        ("exp(-r)", Model.SA, Normalisation.RAW, "< 0"),
        ("exp(-r)", Model.USA, Normalisation.NORMALISED, "< 0"),
        ("-r", Model.USA, Normalisation.NORMALISED, "expected a positive number"),
        ("abs(r)", Model.USA, Normalisation.RAW, "kink"),
        ("log(r - 1/2)", Model.USA, Normalisation.RAW, "not finite"),
    ],
)
def test_a_profile_that_has_no_such_flow_is_refused(text, model, normalisation, words):
    kernel = ZonalKernel(((Real(1),) * 2,) * 2, profile(text))
    problem = Problem(3, Labels((fmpq(1, 2),) * 2, Reading.CELLS), kernel)
    with pytest.raises(InvalidInputError, match=words):
        field_of(problem, model, normalisation)


def test_a_bilinear_kernel_has_no_normalised_flow():
    with pytest.raises(InvalidInputError, match="bilinear"):
        field_of(bilinear_problem(random.Random(0), 2, 3, Reading.CELLS), normalisation=Normalisation.NORMALISED)
