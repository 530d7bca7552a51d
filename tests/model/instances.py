"""Hypothesis strategies for exact problems and laws; structured ones (equal, antipodal, n = 1, 0) among them."""

from __future__ import annotations

from flint import fmpq
from hypothesis import strategies as st

from theorems.model.gauge import cayley, reflection
from theorems.model.kernel import BilinearKernel, ZonalKernel
from theorems.model.labels import Labels, Reading
from theorems.model.law import Atom, Law, Measure
from theorems.model.matrix import identity, transpose, vector
from theorems.model.nodes import Call, Expression, Name, Number, add, multiply, power
from theorems.model.problem import Problem
from theorems.model.real import Real
from theorems.model.sphere import antipode, axis, pole, stereographic

R = Name("r")

rationals = st.builds(fmpq, st.integers(-6, 6), st.integers(1, 5))
dimensions = st.integers(1, 3)
turns = st.builds(fmpq, st.integers(-12, 12), st.sampled_from([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12]))
cosines = turns.map(Real.cosine)
reals = st.recursive(
    rationals.map(Real) | cosines | rationals.map(Real.exp) | st.just(Real.pi()),
    lambda below: st.builds(lambda a, b: a + b, below, below) | st.builds(lambda a, b: a * b, below, below),
    max_leaves=5,
)


def points(dimension: int):
    coordinates = st.lists(rationals, min_size=dimension - 1, max_size=dimension - 1)
    found = coordinates.map(stereographic) | st.just(pole(dimension)) | st.just(axis(dimension, 0))
    return found | found.map(antipode)


def weights(count: int):
    """Positive rationals with sum 1."""
    whole = st.lists(st.integers(1, 6), min_size=count, max_size=count)
    return whole.map(lambda parts: tuple(fmpq(part, sum(parts)) for part in parts))


@st.composite
def measures(draw, dimension: int, largest: int = 3):
    found = draw(st.lists(points(dimension), min_size=1, max_size=largest))
    parts = draw(weights(len(found)))
    return Measure(tuple(Atom(w, x) for w, x in zip(parts, found, strict=True)))


@st.composite
def skew_entries(draw, dimension: int):
    size = dimension * (dimension - 1) // 2
    return draw(st.lists(rationals, min_size=size, max_size=size))


def gauges(dimension: int):
    turned = skew_entries(dimension).map(lambda entries: cayley(dimension, entries))
    return turned | points(dimension).map(reflection) | st.just(identity(dimension))


polynomials = st.lists(rationals, min_size=1, max_size=5)


def polynomial_profile(coefficients: list[fmpq]) -> Expression:
    return add(*[multiply(Number(c), power(R, k)) for k, c in enumerate(coefficients)])


def exponential_profile(beta: fmpq) -> Expression:
    return Call("exp", (multiply(Number(beta), R),))


profiles = st.one_of(
    polynomials.map(polynomial_profile),
    rationals.map(exponential_profile),
    st.builds(lambda p, b: add(polynomial_profile(p), exponential_profile(b)), polynomials, rationals),
)


@st.composite
def symmetric(draw, size: int, entries):
    upper = {(i, j): draw(entries) for i in range(size) for j in range(i, size)}
    return tuple(tuple(upper[min(i, j), max(i, j)] for j in range(size)) for i in range(size))


@st.composite
def zonal_kernels(draw, count: int, dimension: int):
    entries = draw(st.sampled_from([rationals.map(Real), cosines]))
    turned = draw(st.just(()) | st.tuples(*[gauges(dimension)] * count))
    return ZonalKernel(draw(symmetric(count, entries)), draw(profiles), turned)


@st.composite
def bilinear_kernels(draw, count: int, dimension: int):
    row = st.lists(rationals, min_size=dimension, max_size=dimension)
    square = st.lists(row, min_size=dimension, max_size=dimension).map(lambda rows: tuple(map(vector, rows)))
    upper = {}
    for i in range(count):
        upper[i, i] = draw(symmetric(dimension, rationals.map(Real)))
        for j in range(i):
            upper[i, j] = draw(square)
            upper[j, i] = transpose(upper[i, j])
    return BilinearKernel(tuple(tuple(upper[i, j] for j in range(count)) for i in range(count)))


@st.composite
def label_laws(draw, count: int):
    return Labels(draw(weights(count)), draw(st.sampled_from(Reading)))


@st.composite
def problems(draw, largest: int = 2, kernels=None):
    count, dimension = draw(st.integers(1, largest)), draw(dimensions)
    of = kernels or draw(st.sampled_from([zonal_kernels, zonal_kernels, bilinear_kernels]))
    return Problem(dimension, draw(label_laws(count)), draw(of(count, dimension)))


def laws(problem: Problem):
    return st.tuples(*[measures(problem.dimension)] * len(problem)).map(Law)


def tuples(problem: Problem):
    return st.tuples(*[points(problem.dimension)] * len(problem))


@st.composite
def problems_with(draw, *of, largest: int = 2, kernels=None):
    """A problem, and one draw of each strategy that takes it."""
    problem = draw(problems(largest, kernels))
    return problem, *(draw(strategy(problem)) for strategy in of)
