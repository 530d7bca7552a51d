"""The flow in the Gram matrix is that of the tokens; the passage and growth types refuse what has no meaning."""

from __future__ import annotations

import pytest
from flint import fmpq
from hypothesis import given

from properties.source import drawn
from theorems import draw
from theorems.model.errors import InexactError, InvalidInputError
from theorems.model.flow import velocity
from theorems.model.gram_flow import attention_gram_velocity, couplings, drift, gram_velocity, normalisers
from theorems.model.growth import growth_rate, harmonic, sphere_mean
from theorems.model.kernel import ZonalKernel
from theorems.model.matrix import dot, gram
from theorems.model.passage import Attention, Equiangular, Passage, TwoClusters
from theorems.model.problem import Problem
from theorems.model.real import Real
from theorems.model.sphere import is_on_sphere
from theorems.model.step import stepped


def tokens(source):
    """A problem without gauges and a point a label."""
    n, d, reading = draw.shape(source, draw.ALL_READINGS)
    phi = draw.profile(source.turn(("r", "exp(r)", "r**3 + r", "r**2")))
    problem = Problem(d, draw.labels(source, n, reading), ZonalKernel(draw.bias(source, n), phi))
    return problem, tuple(draw.point(source, d) for _ in range(n))


@given(drawn(tokens))
def test_the_gram_matrix_moves_as_the_tokens_do(drawn_tokens):
    problem, points = drawn_tokens
    inner, moving = gram(points), [velocity(problem, points, i) for i in range(len(points))]
    found = gram_velocity(drift(couplings(problem, inner), inner))
    for i, x in enumerate(points):
        for j, y in enumerate(points):
            assert found[i][j] == dot(moving[i], y) + dot(x, moving[j])


@given(drawn(tokens))
def test_attention_moves_the_gram_matrix_as_its_normalised_rows_do(drawn_tokens):
    problem, points = drawn_tokens
    inner = gram(points)
    coupling = couplings(problem, inner)
    sizes, moving = normalisers(coupling), [velocity(problem, points, i) for i in range(len(points))]
    found = attention_gram_velocity(drift(coupling, inner), sizes)
    for i, x in enumerate(points):
        for j, y in enumerate(points):
            assert found[i][j] == sizes[j] * dot(moving[i], y) + sizes[i] * dot(x, moving[j])


def tangents(source):
    """A point, a rational tangent there, and a step."""
    d = source.integer(2, 5)
    x, v = draw.point(source, d), draw.point(source, d)
    inner = dot(x, v)
    return x, tuple(b - inner * a for a, b in zip(x, v, strict=True)), draw.positive(source)


@given(drawn(tangents))
def test_a_step_stays_on_the_sphere_and_leaves_along_its_tangent(drawn_tangent):
    x, m, step = drawn_tangent
    (end,) = stepped([x], [m], step)
    assert is_on_sphere(end)
    quarter = step**2 * dot(m, m) / 4
    # x(eps) - x = (eps m - 2 q x)/(1 + q): along m but for terms of second order
    assert all((1 + quarter) * (e - a) == step * b - 2 * quarter * a for e, a, b in zip(end, x, m, strict=True))


@pytest.mark.parametrize("dimension", [2, 3, 4, 7])
def test_harmonics_of_different_degree_are_orthogonal_and_one_at_the_pole(dimension):
    for first in range(7):
        assert harmonic(dimension, first)(fmpq(1)) == 1
        for second in range(first):
            assert sphere_mean(dimension, harmonic(dimension, first) * harmonic(dimension, second)) == 0


@pytest.mark.parametrize(("dimension", "degree"), [(1, 1), (201, 1), (2, -1), (2, 201)])
def test_a_harmonic_that_is_not_there_is_an_error(dimension, degree):
    with pytest.raises(InvalidInputError, match="expected 2 <= d"):
        harmonic(dimension, degree)


def test_the_exact_rate_of_an_exponential_is_an_error():
    with pytest.raises(InexactError):
        growth_rate(2, draw.profile("exp(r)"), 1)


@pytest.mark.parametrize(
    ("equation", "start", "end"),
    [
        (Equiangular(3, fmpq(1), Attention.USA), "-1/2", "0"),
        (Equiangular(3, fmpq(1), Attention.USA), "0", "1"),
        (Equiangular(3, fmpq(1), Attention.SA), "1/2", "1/2"),
        (TwoClusters(fmpq(1), normalised=True), "1/8", "1/4"),
        (TwoClusters(fmpq(1), normalised=True), "1/2", "1/4"),
        (TwoClusters(fmpq(1), normalised=True), "1/4", "0"),
    ],
)
def test_a_passage_that_never_arrives_is_an_error(equation, start, end):
    with pytest.raises(InvalidInputError, match="expected"):
        Passage(equation, Real(start).rational(), Real(end).rational())


@pytest.mark.parametrize(("count", "beta"), [(1, 1), (10**6 + 1, 1), (2, 201)])
def test_an_equation_out_of_bounds_is_an_error(count, beta):
    with pytest.raises(InvalidInputError, match="expected 2 <= n"):
        Equiangular(count, fmpq(beta), Attention.USA)
    if beta > 200:
        with pytest.raises(InvalidInputError, match=r"expected \|beta\| <= 200"):
            TwoClusters(fmpq(beta), normalised=False)
