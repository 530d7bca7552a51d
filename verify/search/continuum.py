"""Laws of much energy for labels in a continuum: curves, arcs, and cells found by the ascents of finite labels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from flint import fmpq

from theorems.model.assertion import Domain
from theorems.model.bias import Invariant
from theorems.model.calculus import as_polynomial
from theorems.model.continuum import (
    ArcLaw,
    CellLaw,
    ContinuumLaw,
    ContinuumProblem,
    CurveLaw,
    Trigonometric,
    cell_weights,
    is_turning,
)
from theorems.model.kernel import ZonalKernel
from theorems.model.labels import Labels, Reading
from theorems.model.law import dirac, finite_measure
from theorems.model.problem import Problem
from theorems.model.real import Real
from theorems.model.series import bias_series
from theorems.model.sphere import antipode, axis
from verify.search.floats import Profile
from verify.search.linear_form import linear_form
from verify.search.primal import linear_laws, profile_laws

if TYPE_CHECKING:
    from verify.search.floats import Floats

NODES = 512
"""Points of the circle at which energies of curves are taken in floats."""

HEIGHTS = 40
"""Squared heights of latitudes tried."""

RATES = 48
"""Rates of arcs tried, in steps of 1/16."""

BITS = 40


def simple_laws(problem: ContinuumProblem) -> list[ContinuumLaw]:
    """One point; a slice of mean zero; two halves; on the circle curves and the best latitude and arc by floats."""
    d = problem.dimension
    unit, half = axis(d, 0), fmpq(1, 2)
    laws: list[ContinuumLaw] = [
        CellLaw((dirac(unit),)),
        CellLaw((finite_measure((half, half), (unit, antipode(unit))),)),
        CellLaw((dirac(unit), dirac(antipode(unit)))),
    ]
    if d < 2 or not is_turning(problem.bias):
        return laws
    u = 2 * np.pi * (np.arange(NODES) + 0.5) / NODES
    waves = _waves(problem)
    bias = _summed(waves, u)
    profile = Profile(problem.profile)
    windings = range(1, min(len(waves), 16) + 1)
    laws += [CurveLaw(m, fmpq(0)) for m in windings]
    if d >= 3:
        heights = [fmpq(k, HEIGHTS) for k in range(1, HEIGHTS)]
        tried = [(_curve(bias, profile, u, m, _float(q)), -m, q) for m in windings for q in heights]
        _, m, q = max(tried, key=lambda one: (round(one[0], 10), one[1]))
        laws.append(CurveLaw(-m, q))
    rates = [fmpq(k, 16) for k in range(1, RATES)]
    laws.append(ArcLaw(max(rates, key=lambda a: round(_arc(waves, profile, _float(a)), 10))))
    return laws


def _waves(problem: ContinuumProblem) -> list[float]:
    if isinstance(problem.bias, Trigonometric):
        return [_float(a) for a in problem.bias.coefficients]
    if isinstance(problem.bias, Invariant):
        return [float(c.mid()) for c in bias_series(problem.bias, 16, 64).coefficients]
    return []


def _float(value: fmpq) -> float:
    return int(value.p) / int(value.q)


def _summed(waves: list[float], u: Floats) -> Floats:
    return sum((a * np.cos(m * u) for m, a in enumerate(waves)), start=np.zeros_like(u))


def _curve(bias: Floats, profile: Profile, u: Floats, m: int, q: float) -> float:
    return 0.5 * float((bias * profile.value(q + (1 - q) * np.cos(m * u))).mean())


def _arc(waves: list[float], profile: Profile, rate: float) -> float:
    """The density of the difference is (2 pi - u)/(2 pi^2) on (0, 2 pi), both signs together."""
    u = 2 * np.pi * (np.arange(NODES) + 0.5) / NODES
    bias = _summed(waves, u)
    return 0.5 * float((bias * profile.value(np.cos(rate * u)) * (2 * np.pi - u)).mean()) / np.pi


def cell_law(problem: ContinuumProblem, n: int, domain: Domain) -> list[CellLaw]:
    """Laws that are constant on n cells, by an ascent of the finite problem whose bias is the mean over cells."""
    finite = cell_problem(problem, n)
    polynomial = as_polynomial(problem.profile, "r")
    if polynomial is not None and polynomial.degree() <= 1:
        found = linear_laws(finite, linear_form(finite), domain, 0)
    else:
        found = profile_laws(finite, domain, 0)
    return [CellLaw(law.slices) for law in found.laws]


def cell_problem(problem: ContinuumProblem, n: int) -> Problem:
    """n labels with the mean of the bias over pairs of cells, rounded."""
    weights = cell_weights(problem.bias, n, 64)
    rows = [[Real(0)] * n for _ in range(n)]
    for i in range(n):
        for j in range(i + 1):
            rows[i][j] = rows[j][i] = _rounded(float(weights(j, i).mid()) * n * n)
    labels = Labels((fmpq(1, n),) * n, Reading.CELLS)
    return Problem(problem.dimension, labels, ZonalKernel(tuple(map(tuple, rows)), problem.profile))


def _rounded(value: float) -> Real:
    return Real(fmpq(round(value * 2**BITS), 2**BITS))
