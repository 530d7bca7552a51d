r"""Proof data for the Toeplitz-zonal bound: a linear programme over a grid of differences u and angles v.

Minimise sum lambda_l + 2 pi b + mean_j M_j subject to M_j >= H(u_j, v) on the grid, lambda_l + c_l0 >= 0,
lambda_l + c_lm/2 >= 0, weights of triangles >= 0; see `verify.checker.toeplitz` for what these are. Angles are added
where they are violated, a few rounds long. HiGHS is asked; what it answers is rounded and repaired, and the checker
decides what it is worth.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from flint import fmpq
from scipy.optimize import linprog
from scipy.sparse import csr_matrix, hstack, vstack

from theorems.model.continuum import Trigonometric
from theorems.model.proof import ToeplitzZonal, Triangle
from theorems.model.series import bias_series, in_cosines, zonal_polynomial
from verify.search.floats import Profile

if TYPE_CHECKING:
    from collections.abc import Callable

    from theorems.model.continuum import ContinuumProblem
    from verify.search.floats import Floats

ROUNDS = 14
"""Most rounds of adding angles."""

SETTLED = 1e-8
"""Relative rise of the objective over a round below which no more angles are added."""

ANGLES = 400
"""Intervals of [0, pi]."""

LARGEST = 100.0
"""Bound for |c_lm| relative to the size of the kernel, which keeps the programme from running off."""

BITS = 34
"""Data are rounded to multiples of 2^-BITS."""


@dataclass(frozen=True)
class Sizes:
    """How large a programme: L, M, n of the triangles (0: none), and the checker's cells."""

    degrees: int
    frequencies: int
    steps: int
    cells: int


LADDER = (
    Sizes(4, 8, 24, 1200),
    Sizes(4, 12, 48, 2400),
    Sizes(6, 16, 64, 3200),
    Sizes(8, 20, 96, 4800),
)
"""Programmes by cost."""


def toeplitz_proof(problem: ContinuumProblem, sizes: Sizes, say: Callable[[str], None]) -> ToeplitzZonal | None:
    """The data of one programme; None if HiGHS has no answer."""
    return _Programme(problem, sizes).solved(say)


class _Programme:
    """One programme; its arrays are made once."""

    def __init__(self, problem: ContinuumProblem, sizes: Sizes) -> None:
        self.sizes, d = sizes, problem.dimension
        self.degrees = 1 if d == 1 else sizes.degrees
        self.half = sizes.steps // 2
        count = self.half * (2 if self.half > 24 else 4 if self.half < 16 else 3) if self.half else 64
        self.u = np.pi * np.arange(count + 1) / count
        self.mass = np.ones(count + 1) / count
        self.mass[[0, -1]] /= 2
        self.v = np.pi * np.arange(ANGLES + 1) / ANGLES
        self.profile = Profile(problem.profile).value(np.cos(self.v))
        bias = problem.bias
        if isinstance(bias, Trigonometric):
            waves = [float(a) for a in map(_float, bias.coefficients)]
        else:
            waves = [float(c.mid()) for c in bias_series(bias, 32, 64).coefficients]  # pyright: ignore[reportArgumentType]
        self.bias = sum((a * np.cos(m * self.u) for m, a in enumerate(waves)), start=np.zeros_like(self.u))
        self.zonal = np.array([_zonal(d, degree, self.v) for degree in range(1, self.degrees + 1)])
        self.waves = np.array([np.cos(m * self.u) for m in range(sizes.frequencies + 1)])
        self.triangles = [
            (j, k, whole)
            for j in range(1, self.half + 1)
            for k in range(j, self.half + 1)
            for whole in (False, True)
            if not whole or j + k >= self.half
        ]
        self.angles, self.price = self._angles()
        self.ends = d == 1

    def _angles(self) -> tuple[Floats, Floats]:
        """a at the nodes of u for each triangle, and what it adds to the objective."""
        n, size = self.sizes.steps, len(self.triangles)
        table, price = np.zeros((max(n, 1), size)), np.zeros(size)
        for column, (j, k, whole) in enumerate(self.triangles):
            sign = -1 if whole else 1
            table[j % n, column] += sign
            table[k % n, column] += sign
            table[(j + k) % n, column] -= 1
            price[column] = 2 * np.pi / n if whole else 0.0
        if not size:
            return np.zeros((len(self.u), 0)), price
        even = (table + table[-np.arange(n) % n]) / 2
        place = self.u / np.pi * self.half
        left = np.minimum(place.astype(int), self.half - 1)
        part = (place - left)[:, None]
        return (1 - part) * even[left] + part * even[left + 1], price

    def solved(self, say: Callable[[str], None]) -> ToeplitzZonal | None:
        """Rounds of the programme; the last answer, rounded."""
        if not (np.isfinite(self.profile).all() and np.isfinite(self.bias).all()):
            return None
        corners = [0, ANGLES]
        middle = [] if self.ends else [ANGLES // 4, ANGLES // 2, 3 * ANGLES // 4]
        near = () if self.ends else (-8, -2, 0, 2, 8)  # a great circle has the angle v = u
        active = [
            sorted({*corners, *middle, *(min(max(round(u / np.pi * ANGLES) + k, 0), ANGLES) for k in near)})
            for u in self.u
        ]
        best: Floats | None = None
        value = -np.inf
        for number in range(ROUNDS):
            answer = self._round(active)
            if answer is None:
                break
            best, before, value = answer, value, self._value(answer)
            say(f"upper bound: linear programme, round {number + 1}")
            if self.ends or not self._extended(active, answer) or value - before < SETTLED * abs(value):
                break
        return None if best is None else self._rounded(best)

    def _value(self, answer: Floats) -> float:
        """The objective."""
        prices, _, triangles, levels = self._split(answer)
        return float(prices.sum() + self.price @ triangles + self.mass @ levels)

    def _round(self, active: list[list[int]]) -> Floats | None:
        degrees, waves = self.degrees, self.waves.shape[0]
        rows = np.array([j for j, found in enumerate(active) for _ in found])
        columns = np.array([g for found in active for g in found])
        count = len(rows)
        zonal = np.einsum("mr,lr->rlm", self.waves[:, rows], self.zonal[:, columns]).reshape(count, -1)
        turned = self.angles[rows] * self.v[columns][:, None]
        picks = csr_matrix((-np.ones(count), (np.arange(count), rows)), shape=(count, len(self.u)))
        upper = hstack([csr_matrix((count, degrees)), csr_matrix(zonal), csr_matrix(turned), picks])
        lower = np.zeros((degrees * waves, degrees + degrees * waves))
        for degree in range(degrees):
            for m in range(waves):
                lower[degree * waves + m, degree] = -1
                lower[degree * waves + m, degrees + degree * waves + m] = -1 if m == 0 else -0.5
        rest = csr_matrix((len(lower), turned.shape[1] + len(self.u)))
        matrix = vstack([upper, hstack([csr_matrix(lower), rest])]).tocsr()
        right = np.concatenate([-self.bias[rows] * self.profile[columns], np.zeros(len(lower))])
        size = LARGEST * max(float(np.abs(self.bias).max() * np.abs(self.profile).max()), 1e-300)
        cost = np.concatenate([np.ones(degrees), np.zeros(degrees * waves), self.price, self.mass])
        bounds = (
            [(0, None)] * degrees
            + [(-size, size)] * (degrees * waves)
            + [(0, None)] * turned.shape[1]
            + [(None, None)] * len(self.u)
        )
        for method in ("highs-ds", "highs-ipm"):
            found = linprog(cost, A_ub=matrix, b_ub=right, bounds=bounds, method=method)
            if found.status == 0 and found.x is not None:
                return np.asarray(found.x)
        return None

    def _split(self, answer: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        cuts = np.cumsum([self.degrees, self.degrees * self.waves.shape[0], self.angles.shape[1]])
        prices, waves, triangles, levels = np.split(answer, cuts)
        return prices, waves.reshape(self.degrees, -1), triangles, levels

    def _extended(self, active: list[list[int]], answer: Floats) -> bool:
        """Adds the local maxima over v that are above their level; whether there were any."""
        _, waves, triangles, levels = self._split(answer)
        values = self.bias[:, None] * self.profile + np.einsum("lm,mu,lv->uv", waves, self.waves, self.zonal)
        values += (self.angles @ triangles)[:, None] * self.v
        scale = max(float(np.abs(values).max()), 1e-300)
        padded = np.pad(values, ((0, 0), (1, 1)), constant_values=-np.inf)
        peaks = (values >= padded[:, :-2]) & (values >= padded[:, 2:]) & (values > levels[:, None] + 1e-9 * scale)
        added = False
        for j, g in zip(*np.nonzero(peaks), strict=True):
            if int(g) not in active[j]:
                active[j].append(int(g))
                added = True
        return added

    def _rounded(self, answer: Floats) -> ToeplitzZonal:
        prices, waves, triangles, _ = self._split(answer)
        kept = [[_exact(c) for c in row] for row in waves]
        needed = [
            max(_exact(price), fmpq(0), -row[0], *(-c / 2 for c in row[1:]))
            for price, row in zip(prices, kept, strict=True)
        ]
        found = [
            Triangle(j, k, _exact(weight), whole)
            for (j, k, whole), weight in zip(self.triangles, triangles, strict=True)
            if _exact(weight) > 0
        ]
        cells = self.sizes.cells
        if self.half:
            cells = -(-cells // self.half) * self.half
        return ToeplitzZonal(cells, tuple(needed), tuple(map(tuple, kept)), self.sizes.steps, tuple(found))


def _float(value: fmpq) -> float:
    return int(value.p) / int(value.q)


def _exact(value: float) -> fmpq:
    return fmpq(round(float(value) * 2**BITS), 2**BITS)


def _zonal(dimension: int, degree: int, angles: Floats) -> Floats:
    """P_l(cos v)."""
    wave = in_cosines(zonal_polynomial(max(dimension, 2), degree))
    return sum((_float(c) * np.cos(k * angles) for k, c in enumerate(wave)), start=np.zeros_like(angles))
