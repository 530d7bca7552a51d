"""The fast field's bound is honest: no token of many random instances is off by more, and a planted error shows."""

from __future__ import annotations

import dataclasses
from itertools import product

import numpy as np
import pytest
from flint import arb, ctx

from theorems.model.errors import InvalidInputError
from verify.search.expansion import MAX_DEGREE, Expansion, coefficients, expand, exponents, tail
from verify.search.fast_field import FastField, choose_field, fast_field
from verify.search.field import ExactField, Model, Normalisation
from verify.search.floats import Floats
from verify.search.integrator import integrate

BETAS = (0.1, 1.0, -2.0, 4.0, 9.0)
LOOSE = 1e-6
"""An accuracy at which the rest of the series is far above what rounding hides."""


def unit(random: np.random.Generator, n: int, d: int) -> Floats:
    """Points with all that goes wrong: equal, opposite and nearly equal ones among random ones."""
    x = random.normal(size=(n, d))
    x[1], x[2], x[3] = x[0], -x[0], x[0] + 1e-9 * x[3]
    return x / np.linalg.norm(x, axis=1, keepdims=True)


def instance(
    d: int, beta: float, n: int = 60, *, gauged: bool = False, seed: int = 0, **options: object
) -> tuple[ExactField, Floats]:
    random = np.random.default_rng((seed, d, round(100 * abs(beta))))
    masses = random.exponential(size=n)
    gauges = np.linalg.qr(random.normal(size=(n, d, d)))[0] if gauged else None
    field = ExactField(masses=masses / masses.sum(), dimension=d, beta=beta, gauges=gauges, **options)  # pyright: ignore[reportArgumentType]
    return field, unit(random, n, d)


def by_pairs(field: ExactField, points: Floats, bias: Floats | None = None) -> tuple[np.ndarray, np.longdouble]:
    """The field and the energy summed over all pairs in extended precision, straight from the definition."""
    wide = points.astype(np.longdouble)
    gauges = np.eye(points.shape[1])[None].repeat(len(points), 0) if field.gauges is None else field.gauges
    frame = np.einsum("nij,nj->ni", gauges.astype(np.longdouble), wide)
    offset = -field.beta if field.normalisation is Normalisation.NORMALISED else field.offset
    weights = field.scale * np.exp(field.beta * (frame @ frame.T) + offset) * field.masses
    if bias is not None:
        weights = weights * bias
    if not field.self_terms:
        np.fill_diagonal(weights, 0)
    pull = weights @ frame
    if field.model is Model.SA:
        pull = pull / weights.sum(axis=1)[:, None]
    pull = np.einsum("nji,nj->ni", gauges, pull)
    energy = (field.masses @ weights).sum() / (2 * field.beta)
    return pull - (pull * wide).sum(axis=1)[:, None] * wide, energy


def largest_error(field: FastField, points: Floats, bias: Floats | None = None) -> float:
    return float(np.linalg.norm(field.velocity(points) - by_pairs(field.exact, points, bias)[0], axis=1).max())


@pytest.mark.parametrize("beta", BETAS)
@pytest.mark.parametrize("d", [2, 3])
def test_no_token_is_off_by_more_than_the_bound(d: int, beta: float):
    expansions = [expand(d, beta, accuracy) for accuracy in (LOOSE, 1e-13)]  # shared: their matrices take a while
    for gauged, normalisation, expansion, seed in product((False, True), Normalisation, expansions, range(5)):
        exact, points = instance(d, beta, gauged=gauged, seed=seed, normalisation=normalisation)
        field = FastField(exact, expansion)
        error = largest_error(field, points)
        assert error <= field.error_bound
        energy = float(abs(field.energy(points) - by_pairs(exact, points)[1]))
        assert energy <= field.error_bound


@pytest.mark.parametrize("beta", [0.1, 1.0, -2.0, 4.0])
@pytest.mark.parametrize("self_terms", [True, False])
def test_softmax_and_missing_self_terms_keep_the_bound(beta: float, self_terms: bool):
    expansions = [expand(3, beta, accuracy) for accuracy in (1e-8, 1e-13)]
    for model, gauged, expansion, seed in product(Model, (False, True), expansions, range(4)):
        exact, points = instance(3, beta, gauged=gauged, seed=seed, model=model, self_terms=self_terms, scale=0.7)
        field = FastField(exact, expansion)
        assert largest_error(field, points) <= field.error_bound
        assert float(abs(field.energy(points) - by_pairs(exact, points)[1])) <= field.error_bound


@pytest.mark.parametrize("self_terms", [True, False])
def test_a_bias_of_low_rank_keeps_the_bound(self_terms: bool):
    # cos(s - t) - (1/2) f(s) f(t): rank 3 with a minus sign
    for beta, accuracy, seed in product((0.5, 2.0), (LOOSE, 1e-13), range(4)):
        exact, points = instance(3, beta, gauged=True, seed=seed, self_terms=self_terms)
        random = np.random.default_rng(seed)
        s = random.uniform(0, 2 * np.pi, exact.count)
        factors, signs = (
            np.column_stack([np.cos(s), np.sin(s), random.normal(size=exact.count)]),
            np.array([1, 1, -0.5]),
        )
        field = fast_field(exact, factors=factors, signs=signs, accuracy=accuracy)
        bias = (factors * signs) @ factors.T
        assert largest_error(field, points, bias) <= field.error_bound
        assert float(abs(field.energy(points) - by_pairs(exact, points, bias)[1])) <= field.error_bound


@pytest.mark.parametrize("beta", BETAS)
def test_a_planted_too_small_tail_is_seen(beta: float):
    exact, points = instance(3, beta)
    good = expand(3, beta, LOOSE)
    planted = dataclasses.replace(good, truncation=good.truncation / 100)
    assert largest_error(FastField(exact, planted), points) > FastField(exact, planted).error_bound


def test_a_planted_wrong_coefficient_is_seen():
    exact, points = instance(3, 1.0)
    good = expand(3, 1.0, 1e-13)
    polynomial = good.polynomial.copy()
    polynomial[5] *= 1 + 1e-6
    planted = FastField(exact, Expansion(3, 1.0, good.degree, polynomial, good.truncation))
    assert largest_error(planted, points) > planted.error_bound


@pytest.mark.parametrize("beta", BETAS)
def test_the_tail_is_above_the_true_rest_and_not_far_above(beta: float):
    with ctx.workprec(300):
        size = abs(arb(beta))
        for degree in (5, 9, 20):
            kept = size.bessel_i(arb(0)) + 2 * sum((size.bessel_i(arb(k)) for k in range(1, degree + 1)), arb(0))
            rest = size.exp() - kept  # the Chebyshev series at 1
            assert rest < tail(beta, degree) < 2 * rest


def test_the_error_of_the_polynomial_covers_the_whole_interval():
    with ctx.workprec(200):
        for beta, degree in ((1.0, 6), (-4.0, 14), (9.0, 20)):
            polynomial, error = coefficients(beta, degree)
            for step in range(-20, 21):
                r = arb(step) / 20
                value = sum((arb(float(c)) * r**k for k, c in enumerate(polynomial)), arb(0))
                assert abs(value - (arb(beta) * r).exp()) < error


@pytest.mark.parametrize(("d", "count"), [(2, 2 * 9 + 1), (3, 10**2), (4, 165 + 220)])
def test_there_are_as_many_features_as_spherical_harmonics(d: int, count: int):
    expansion = Expansion(d, 1.0, 9, np.ones(10), 0.0)
    assert expansion.feature_count == count
    points = unit(np.random.default_rng(0), 7, d)
    for values, degree in zip(expansion.features(points), (8, 9), strict=True):
        monomials = np.prod(points[None] ** exponents(d, degree)[:, None], axis=2)
        np.testing.assert_allclose(values, monomials, atol=1e-15)


def test_few_tokens_get_the_exact_field_and_many_the_fast_one():
    def chosen(n: int, beta: float = 1.0, bias: Floats | None = None) -> type:
        return type(choose_field(ExactField(masses=np.full(n, 1 / n), dimension=3, beta=beta, bias=bias)))

    assert chosen(64) is ExactField
    assert chosen(20_000) is FastField
    assert chosen(64, bias=np.eye(64)) is ExactField
    assert chosen(20_000, beta=60.0) is ExactField  # too long a series
    assert chosen(20_000, beta=20.0) is ExactField  # a bound of 1e-10 is not kept next to forces of exp(20)


def test_a_run_on_the_fast_field_ends_where_one_on_the_exact_field_does():
    exact, points = instance(3, 1.0, n=300, gauged=True)
    field = fast_field(exact, accuracy=1e-12)
    ends = [integrate(one, points, 2.0, 1e-9).points for one in (exact, field)]
    assert np.linalg.norm(ends[0] - ends[1], axis=1).max() < 1e-7


def test_the_bound_goes_into_the_control_of_the_step():
    exact, points = instance(3, 1.0, n=100)
    rough = fast_field(exact, accuracy=1e-8)
    steps = [integrate(one, points, 2.0, 1e-7).steps for one in (exact, rough)]
    assert rough.error_bound > 1e-9
    assert steps[1] > steps[0]


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda: expand(1, 1.0, 1e-9), "dimension=1"),
        (lambda: expand(3, 0.0, 1e-9), r"beta=0\.0"),
        (lambda: expand(3, float("nan"), 1e-9), "beta=nan"),
        (lambda: expand(3, 100.0, 1e-9), f"beta=100.0: .* degree {MAX_DEGREE}"),
        (lambda: tail(9.0, 2), "degree=2"),
        (lambda: fast_field(instance(5, 9.0)[0]), "features, expected at most"),
        (lambda: fast_field(instance(3, 1.0, bias=np.ones((60, 60)))[0]), r"exact\.bias"),
        (lambda: FastField(instance(3, 1.0)[0], expand(3, 2.0, 1e-9)), "expansion: of d = 3, beta = 2"),
        (lambda: fast_field(instance(3, 1.0)[0], factors=np.ones((60, 1))), "expected both or none"),
        (
            lambda: fast_field(instance(3, 1.0)[0], factors=np.ones((9, 1)), signs=np.ones(1)),
            r"factors: shape \(9, 1\)",
        ),
        (
            lambda: fast_field(instance(3, 1.0, model=Model.SA)[0], factors=np.ones((60, 1)), signs=np.ones(1)),
            "model=sa: expected no bias",
        ),
        (lambda: fast_field(instance(3, 9.0, model=Model.SA)[0], accuracy=1e-6), "Z_i may be as small"),
        (lambda: fast_field(instance(3, 1.0)[0]).velocity(np.ones((3, 3))), r"points: shape \(3, 3\)"),
    ],
)
def test_what_does_not_fit_is_refused(make, reason: str):
    with pytest.raises(InvalidInputError, match=reason):
        make()
