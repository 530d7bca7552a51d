"""Bounds of the oracle's own on the energy of all laws, and laws that come close to the maximum."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np

from benchmarks.oracle.formulas import UndefinedError
from benchmarks.oracle.numbers import (
    Matrix,
    Number,
    Vector,
    compare,
    least_eigenvalue,
    opposite,
    positive,
    rational,
    real,
    times,
    unit,
)
from benchmarks.oracle.problems import Law, Problem, dirac, energy
from benchmarks.oracle.profiles import greatest, top

MARGIN = 1e-9
"""A law found in plain floats breaks a bound if it passes it by so much, relative to the size of the weights."""

RESTARTS = 6
SWEEPS = 25


@dataclass(frozen=True)
class Linear:
    """E = (constant + sum C_ab <m_a, m_b>)/2, rows of C one a label, or `width` a label."""

    matrix: Matrix
    constant: Number
    width: int


@lru_cache(64)
def linear_form(problem: Problem) -> Linear | None:
    """The form, for a bilinear kernel or an affine profile with orthogonal gauges."""
    if problem.blocks is not None:
        n, d = problem.n, problem.d
        rows = [
            [problem.weight(i, j) * problem.blocks[i][j][a][b] for j in range(n) for b in range(d)]
            for i in range(n)
            for a in range(d)
        ]
        return Linear(rows, Fraction(0), d)
    if problem.weighted is None or not problem.isometric:
        return None
    phi = problem.phi
    constant = phi.at(Fraction(0))
    slope = phi.at(Fraction(1)) - constant
    probes = [Fraction(k, 7) for k in (-7, -5, -3, -1, 2, 4, 6)]
    if any(compare(phi.at(r), constant + slope * r) != 0 for r in probes):
        return None
    return Linear([[slope * entry for entry in row] for row in problem.weighted], constant * problem.total, 1)


@lru_cache(64)
def _greatest_eigenvalue(problem: Problem) -> Number:
    return -least_eigenvalue([[-entry for entry in row] for row in linear_form(problem).matrix])


def upper_bounds(problem: Problem, domain: str, hints: list[list[Fraction]], value: Number) -> Iterator[Number]:
    """Numbers that no law of the domain passes.

    Args:
        problem: the problem.
        domain: "laws" or "tuples".
        hints: multipliers to try, one a label; whether they dominate C is decided here.
        value: the number that is asked about, which says which uniform multipliers are worth trying.
    """
    yield from _pointwise(problem, domain)
    form = linear_form(problem)
    if form is None:
        return
    n = problem.n
    wanted = (2 * value - form.constant) / n
    uniform = [wanted] if isinstance(wanted, Fraction) else []
    for multipliers in [[entry] * n for entry in uniform] + hints:
        if len(multipliers) == n and _dominates(form, multipliers):
            paid = multipliers if domain == "tuples" else [max(entry, 0) for entry in multipliers]
            yield (sum(paid, start=Fraction(0)) + form.constant) / 2
    if len(form.matrix) <= 24:
        greatest_one = _greatest_eigenvalue(problem)
        paid_one = greatest_one if domain == "tuples" else max(greatest_one, real(Fraction(0)))
        yield (n * paid_one + form.constant) / 2


def _pointwise(problem: Problem, domain: str) -> Iterator[Number]:
    if problem.weighted is None or not problem.isometric:
        return
    try:
        high, low = (greatest(problem.phi, problem.d, sign) for sign in (1, -1))
    except UndefinedError:
        return
    total: Number = Fraction(0)
    for i, row in enumerate(problem.weighted):
        for j, weight in enumerate(row):
            if i == j and domain == "tuples":
                total += weight * top(problem.phi)
            else:
                total += weight * (high if compare(weight, Fraction(0)) >= 0 else low)
    yield total / 2


def _dominates(form: Linear, multipliers: list[Fraction]) -> bool:
    slack = [
        [(multipliers[a // form.width] if a == b else 0) - entry for b, entry in enumerate(row)]
        for a, row in enumerate(form.matrix)
    ]
    if not rational(slack) and len(slack) > 24:
        return False
    return positive(slack)


def structured_laws(problem: Problem) -> Iterator[Law]:
    """One point in the gauge frame and in content, with labels flipped or balanced, and circles."""
    d, n = problem.d, problem.n
    for k in range(min(d, 2)):
        points = problem.unturned(unit(d, k)) if problem.isometric else [unit(d, k)] * n
        yield [dirac(p) for p in points]
        yield [dirac(unit(d, k)) for _ in range(n)]
        for flipped in ([0], range(0, n, 2), range(n // 2)):
            yield [dirac(opposite(p) if i in flipped else p) for i, p in enumerate(points)]
        for balanced in (range(n), [0], [n - 1]):
            half = Fraction(1, 2)
            yield [[(half, p), (half, opposite(p))] if i in balanced else dirac(p) for i, p in enumerate(points)]
    rng = random.Random(7)
    for _ in range(3):
        yield [dirac(_random_point(rng, d)) for _ in range(n)]


def _random_point(rng: random.Random, d: int) -> Vector:
    y = [Fraction(rng.randint(-6, 6), rng.randint(1, 4)) for _ in range(d - 1)]
    square = sum((entry * entry for entry in y), start=Fraction(0))
    return (*(2 * entry / (1 + square) for entry in y), (square - 1) / (1 + square))


def ascended(problem: Problem) -> float | None:
    """The greatest energy of a tuple of Diracs that a plain ascent finds, in floats."""
    n, d = problem.n, problem.d
    weights = problem.weighted
    if weights is None or not problem.isometric:
        return None
    table = np.array([[float(entry) for entry in row] for row in weights])
    grid = np.linspace(-1.0, 1.0, 401)
    values = np.array([float(problem.phi.at(float(r))) for r in grid])
    rng = np.random.default_rng(11)
    best = -np.inf
    for _ in range(RESTARTS):
        y = _normal(rng, n, d)
        for _ in range(SWEEPS):
            for i in range(n):
                trial = np.vstack([y[i : i + 1], _normal(rng, 12, d), -y[i : i + 1], y])
                row = np.delete(table[i], i)
                gains = np.interp(trial @ np.delete(y, i, axis=0).T, grid, values) @ row
                y[i] = trial[int(np.argmax(gains))]
        pairs = np.clip(y @ y.T, -1.0, 1.0)
        exact = [[float(problem.phi.at(float(r))) for r in line] for line in pairs]
        best = max(best, float(np.sum(table * np.array(exact))) / 2)
    return best


def _normal(rng: np.random.Generator, count: int, d: int) -> np.ndarray:
    points = rng.normal(size=(count, d))
    return points / np.linalg.norm(points, axis=1, keepdims=True)


def passed(problem: Problem, domain: str, hints: list[Law], value: Number, *, reached: bool) -> Law | float | None:
    """A law of the domain with E > value (with `reached`, E >= value), if one is found."""
    for law in [*hints, *structured_laws(problem)]:
        if domain == "tuples" and not all(len(piece) == 1 for piece in law):
            continue
        try:
            sign = compare(energy(problem, law), value)
        except UndefinedError:
            continue
        if sign > 0 or (reached and sign == 0):
            return law
    try:
        found = ascended(problem) if problem.n * problem.d <= 80 else None
        sought = float(value)
    except OverflowError:  # numbers beyond floats: the search is for plain ones
        return None
    return found if found is not None and found > sought + MARGIN * (1 + abs(sought)) else None


def frame_means(problem: Problem, law: Law) -> Matrix:
    """All inner products of R_i m_i."""
    means = [
        times(problem.gauge(i), tuple(sum(w * x[c] for w, x in piece) for c in range(problem.d)))
        for i, piece in enumerate(law)
    ]
    return [[sum((a * b for a, b in zip(v, w, strict=True)), start=Fraction(0)) for w in means] for v in means]


def off_common(problem: Problem) -> Matrix:
    """The rows of all R_i - R_1, whose kernel holds the points p with R_i p the same for all i."""
    if not problem.gauges:
        return []
    first = problem.gauges[0]
    return [
        [a - b for a, b in zip(row, other, strict=True)]
        for gauge in problem.gauges
        for row, other in zip(gauge, first, strict=True)
    ]
