"""Exact model objects as strategies: few labels, small denominators, small d; `theorems.draw` makes every choice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from properties.source import SIZE, HypothesisSource, drawn
from theorems import draw as choose
from theorems.diracization import convex, repulsion
from theorems.model.continuum import CellLaw, ContinuumProblem, CurveLaw, Exponential, Trigonometric
from theorems.model.kernel import BilinearKernel, ZonalKernel
from theorems.model.matrix import from_flint, matrix, transpose
from theorems.model.problem import Problem
from theorems.model.real import Real
from theorems.rotary.orbit import OrbitInstance, draw_on_orbit

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from flint import fmpq
    from hypothesis.strategies import DrawFn, SearchStrategy

    from theorems.model.labels import Labels, Reading
    from theorems.model.law import Law, Measure
    from theorems.model.matrix import Matrix, Vector
    from theorems.model.nodes import Expression
    from theorems.statement import Source

PROFILES = choose.STRICT_PROFILES + choose.WEAK_PROFILES + choose.DIPPED_PROFILES

BIAS_KINDS = {"circulant": 0, "low-rank": 1, "constant": 2, "block": 3, "zero-one": 4, "hollow": 5, "random": 7}
"""The first choice of `theorems.draw.bias`, by what the bias is then."""

DIMENSION = 3
"""Greatest d by default."""


def fractions(bound: int = 3) -> SearchStrategy[fmpq]:
    """Small rationals in [-bound, bound]."""
    return drawn(lambda source: choose.fraction(source, bound))


def points(dimension: int) -> SearchStrategy[Vector]:
    """Rational points of the sphere; axes and their antipodes among them."""
    return drawn(lambda source: choose.point(source, dimension))


def orthogonals(dimension: int) -> SearchStrategy[Matrix]:
    """Rational orthogonal matrices of both determinants."""
    return drawn(lambda source: choose.orthogonal(source, dimension))


def gauges(count: int, dimension: int) -> SearchStrategy[tuple[Matrix, ...]]:
    """One orthogonal matrix a label."""
    return drawn(lambda source: choose.gauges(source, count, dimension))


def masses(count: int) -> SearchStrategy[tuple[fmpq, ...]]:
    """Positive rationals that sum to 1."""
    return drawn(lambda source: choose.weights(source, count))


def labels(count: int, readings: Sequence[Reading] = choose.ALL_READINGS) -> SearchStrategy[Labels]:
    """Label laws."""
    return drawn(lambda source: choose.labels(source, count, source.turn(readings)))


def measures(dimension: int, most: int = 3) -> SearchStrategy[Measure]:
    """Probabilities of few atoms, antipodal and repeated ones among them."""
    return drawn(lambda source: choose.measure(source, dimension, most))


def laws(problem: Problem, most: int = 3) -> SearchStrategy[Law]:
    """Laws of the problem, with at most so many atoms a slice."""
    return drawn(lambda source: choose.law(source, len(problem), problem.dimension, most))


def tuples(problem: Problem) -> SearchStrategy[Law]:
    """Laws whose slices are Dirac masses."""
    return laws(problem, 1)


def biases(count: int, kind: str | None = None) -> SearchStrategy[Matrix]:
    """Signed symmetric matrices, of one of `BIAS_KINDS` or of any."""
    lead = () if kind is None else (BIAS_KINDS[kind],)
    return drawn(lambda source: choose.bias(source, count), lead=lead)


def non_negative_biases(count: int, *, connected: bool) -> SearchStrategy[Matrix]:
    """Non-negative symmetric matrices that join all labels, or leave the last alone."""
    return drawn(lambda source: choose.non_negative_bias(source, count, connected=connected))


def profiles(texts: Sequence[str] = PROFILES) -> SearchStrategy[Expression]:
    """Profiles in r of the given texts, by default of every kind that the theorem files use."""
    return drawn(lambda source: choose.profile(source.turn(texts)))


@st.composite
def _problems(
    draw: DrawFn,
    size: int,
    dimension: int,
    readings: Sequence[Reading],
    kernel: Callable[[DrawFn, Source, int, int], ZonalKernel | BilinearKernel],
) -> Problem:
    source = HypothesisSource(draw, size)
    n, d = source.integer(1, size), source.integer(1, dimension)
    return Problem(d, choose.labels(source, n, source.turn(readings)), kernel(draw, source, n, d))


def zonal_problems(
    *,
    size: int = SIZE,
    dimension: int = DIMENSION,
    readings: Sequence[Reading] = choose.ALL_READINGS,
    texts: Sequence[str] = PROFILES,
    gauged: bool | None = None,
    bias: Callable[[int], SearchStrategy[Matrix]] = biases,
) -> SearchStrategy[Problem]:
    """Problems with h = k_ij phi(<R_i x, R_j y>).

    Args:
        size: greatest number of labels.
        dimension: greatest d.
        readings: the readings wanted.
        texts: the profiles wanted.
        gauged: whether there are gauges; None for both.
        bias: the strategy of k for n labels.
    """

    def kernel(draw: DrawFn, source: Source, n: int, d: int) -> ZonalKernel:
        turned = gauged if gauged is not None else source.integer(0, 1) == 1
        phi = choose.profile(source.turn(texts))
        return ZonalKernel(draw(bias(n)), phi, choose.gauges(source, n, d) if turned else ())

    return _problems(size, dimension, tuple(readings), kernel)


def bilinear_problems(
    *, size: int = SIZE, dimension: int = DIMENSION, readings: Sequence[Reading] = choose.ALL_READINGS
) -> SearchStrategy[Problem]:
    """Problems with h = <x, M_ij y>, M_ij = M_ji^T of any signs."""

    def kernel(_draw: DrawFn, source: Source, n: int, d: int) -> BilinearKernel:
        blocks: list[list[Matrix]] = [[() for _ in range(n)] for _ in range(n)]
        for i in range(n):
            blocks[i][i] = choose.bias(source, d)
            for j in range(i):
                blocks[i][j] = matrix([[source.integer(-2, 2) for _ in range(d)] for _ in range(d)])
                blocks[j][i] = transpose(blocks[i][j])
        return BilinearKernel(tuple(map(tuple, blocks)))

    return _problems(size, dimension, tuple(readings), kernel)


def problems(
    *, size: int = SIZE, dimension: int = DIMENSION, readings: Sequence[Reading] = choose.ALL_READINGS
) -> SearchStrategy[Problem]:
    """Problems of both forms, with and without gauges."""
    return zonal_problems(size=size, dimension=dimension, readings=readings) | bilinear_problems(
        size=size, dimension=dimension, readings=readings
    )


def repulsive_problems(reading: Reading, *, size: int = SIZE) -> SearchStrategy[tuple[Problem, fmpq]]:
    """(problem, eps) with h = -k <x, y> and C - eps I positive semidefinite, as in D5."""

    def made(source: Source) -> tuple[Problem, fmpq]:
        return repulsion.drawn(source, source.integer(1, size), source.integer(1, DIMENSION), reading)

    return drawn(made, size=size)


def convex_problems(*, size: int = SIZE, dimension: int = DIMENSION) -> SearchStrategy[Problem]:
    """Problems of convex energy, as in D4: self terms count, k = B B^T of low rank at times, coefficients >= 0."""
    return zonal_problems(
        size=size,
        dimension=dimension,
        readings=choose.WITH_SELF_TERMS,
        texts=convex.CONVEX_PROFILES,
        bias=lambda n: drawn(lambda source: from_flint(convex.psd_bias(source, n))),
    )


def trigonometric(most: int = 4, bound: int = 2) -> SearchStrategy[Trigonometric]:
    """Biases on the circle of labels of at most so many coefficients: zero ones, ties and signs among them."""

    def made(source: Source) -> Trigonometric:
        kind = source.turn(("any", "any", "tie", "zero", "sparse"))
        count = source.integer(1, most)
        found = [choose.fraction(source, bound) for _ in range(count)]
        if kind == "tie":
            found = [found[0], *(2 * found[0] for _ in found[1:])]
        if kind == "zero":
            found = [found[0] * 0] * count
        if kind == "sparse":
            found = [*(entry * 0 for entry in found[:-1]), found[-1]]
        return Trigonometric(tuple(found))

    return drawn(made)


def exponential(*, repulsive: bool = False) -> SearchStrategy[Exponential]:
    """Biases c exp(-r |s - t|) on [0, 1]; c < 0 if `repulsive`."""

    def made(source: Source) -> Exponential:
        scale = -choose.positive(source) if repulsive else choose.fraction(source)
        return Exponential(scale, choose.positive(source))

    return drawn(made)


def continuum_problems(
    bias: SearchStrategy[Trigonometric | Exponential] | SearchStrategy[Trigonometric] | SearchStrategy[Exponential],
    *,
    texts: Sequence[str] = PROFILES,
    least: int = 1,
    dimension: int = DIMENSION,
) -> SearchStrategy[ContinuumProblem]:
    """Problems over a continuum of labels with such a bias, d from `least` on."""
    return st.builds(ContinuumProblem, st.integers(least, dimension), bias, profiles(texts))


def cell_laws(problem: ContinuumProblem, *, size: int = SIZE, most: int = 2) -> SearchStrategy[CellLaw]:
    """Laws of few cells and few atoms a cell."""

    def made(source: Source) -> CellLaw:
        return CellLaw(choose.law(source, source.integer(1, size), problem.dimension, most).slices)

    return drawn(made)


def curves(dimension: int) -> SearchStrategy[CurveLaw]:
    """Circles, and latitudes for d >= 3, of small winding."""
    heights = ("0", "0", "1/4", "1/2", "9/10") if dimension >= 3 else ("0",)
    return st.builds(CurveLaw, st.integers(0, 4), st.sampled_from([Real(text).rational() for text in heights]))


def with_cell_laws(of: SearchStrategy[ContinuumProblem], *, most: int = 2) -> SearchStrategy[tuple[Any, ...]]:
    """A problem over a continuum of labels, and a law of few cells."""
    return of.flatmap(lambda problem: st.tuples(st.just(problem), cell_laws(problem, most=most)))


def with_laws(of: SearchStrategy[Problem], count: int = 1, *, most: int = 3) -> SearchStrategy[tuple[Any, ...]]:
    """A problem, and so many laws of it."""
    return of.flatmap(lambda problem: st.tuples(st.just(problem), *[laws(problem, most)] * count))


def problems_with_laws(
    count: int = 1, *, size: int = SIZE, dimension: int = DIMENSION
) -> SearchStrategy[tuple[Any, ...]]:
    """A problem of any form, and so many laws of it."""
    return with_laws(problems(size=size, dimension=dimension), count)


def orbit_targets(*, size: int = SIZE) -> SearchStrategy[OrbitInstance]:
    """Positions, gauges, a point u, and a finitely supported law on the orbit {R_i^T u}."""
    return drawn(draw_on_orbit, size=size)
