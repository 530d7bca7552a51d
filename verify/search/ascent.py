r"""Local ascent of 1/2 <X, C X> on a product of spheres, or of balls: block sweeps, then regularised Newton steps.

X has n blocks of `width` rows. |X_i| = 1 on spheres (tuples of Dirac masses), |X_i| <= 1 in balls (means of slices).
A sweep exchanges one block at a time for the maximiser of a minorant that touches there; for width 1 that is the exact
maximiser (the "mixing method"). The Newton step is that of S = Diag(l) - C, l_i = <X_i, (C X)_i>, with tangent blocks.
Sweeps are fixed in number and starts in seed, so that no clock and hardly a tolerance decides. Source:
Wang, Chang, Kolter, "The mixing method", arXiv:1706.00476; solver-notes section 4.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from scipy.linalg import cho_factor, cho_solve

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from verify.search.floats import Floats

SWEEPS = 12
NEWTON_STEPS = 25
SETTLED = 1e-14
"""Relative residual at which Newton steps end."""

TIE = 1e-10
"""Relative distance of energies below which the first start wins."""


@dataclass(frozen=True, eq=False)
class Blocks:
    """The problem: C, (n width, n width), symmetric; `ball` where blocks may be shorter than 1."""

    matrix: Floats
    width: int
    ball: bool

    @property
    def count(self) -> int:
        """The number n of blocks."""
        return len(self.matrix) // self.width

    def totals(self, entries: Floats) -> Floats:
        """Sums over each block, (n width, columns) to (n,)."""
        return entries.reshape(self.count, -1).sum(axis=1)

    def energy(self, x: Floats) -> float:
        """1/2 <X, C X>."""
        return 0.5 * float((x * (self.matrix @ x)).sum())

    def multipliers(self, x: Floats) -> Floats:
        """l_i = <X_i, (C X)_i>, and 0 for a block inside its ball."""
        found = self.totals(x * (self.matrix @ x))
        return np.where(self.active(x), np.maximum(found, 0.0), 0.0) if self.ball else found

    def active(self, x: Floats) -> NDArray[np.bool_]:
        """Which blocks have length 1."""
        return self.totals(x * x) > (1 - 1e-9 if self.ball else -1.0)

    def projected(self, x: Floats) -> Floats:
        """Each block scaled to length 1, in balls only where it is longer."""
        lengths = np.sqrt(self.totals(x * x))
        floor = 1.0 if self.ball else 1e-300
        return x / np.repeat(np.maximum(lengths, floor), self.width)[:, None]


def ascend(blocks: Blocks, columns: int, starts: int, seed: int) -> Floats:
    """The best X of several starts, shape (n width, columns).

    Cost: a sweep n products of a row with X; a Newton step about ten Cholesky factorisations of the size of C.
    """
    blocks = replace(blocks, matrix=scaled(blocks.matrix))
    found = []
    for start in range(starts):
        rng = np.random.default_rng((seed, start))
        first = rng.standard_normal((len(blocks.matrix), columns))
        lengths = np.sqrt(blocks.totals(first * first))
        x = first / np.repeat(lengths, blocks.width)[:, None]
        for _ in range(SWEEPS):
            sweep(blocks, x)
        found.append(newton(blocks, x) if blocks.width * columns > 1 else x)
    energies = np.array([blocks.energy(x) for x in found])
    margin = TIE * max(float(np.abs(energies).max()), 1e-300)
    return found[int(np.argmax(energies >= energies.max() - margin))]


def scaled(matrix: Floats) -> Floats:
    """The matrix over the power of 2 next to its greatest entry: the same maximisers, and no square overflows."""
    return np.ldexp(matrix, -int(np.frexp(np.abs(matrix).max())[1]))


def sweep(blocks: Blocks, x: Floats) -> None:
    """One pass over the blocks, in place; the energy does not fall.

    With g = (C X)_i and t >= -lambda_min(C_ii), 1/2 <v, C_ii v> + .. >= <g, v> - t/2 |v - X_i|^2 + const: its maximum
    is g + t X_i scaled to length 1, or in a ball, for t > 0, X_i + g/t brought back into it.
    """
    width = blocks.width
    for i in range(blocks.count):
        rows = slice(i * width, (i + 1) * width)
        own = blocks.matrix[rows, rows]
        pull = blocks.matrix[rows] @ x
        bend = -float(own[0, 0]) if width == 1 else -float(np.linalg.eigvalsh(own)[0])
        target = pull + bend * x[rows]
        length = float(np.sqrt((target * target).sum()))
        if blocks.ball and bend > 0:
            x[rows] = target / max(length, bend)
        elif length > 0:
            x[rows] = target / length


def newton(blocks: Blocks, x: Floats) -> Floats:
    """Regularised Newton steps from x; the energy falls by no more than rounding."""
    shift, best = np.inf, blocks.energy(x)
    for _ in range(NEWTON_STEPS):
        pull = blocks.matrix @ x
        prices = blocks.multipliers(x)
        residual = pull - np.repeat(prices, blocks.width)[:, None] * x
        if float((residual**2).sum()) <= SETTLED**2 * float((pull**2).sum()):
            break
        shift = min(0.1 * shift, 0.5 * float(np.sqrt((residual**2).sum() / blocks.count)))
        step, shift = _step(blocks, x, prices, residual, shift)
        for halving in range(6):
            trial = blocks.projected(x + 0.5**halving * step)
            value = blocks.energy(trial)
            if value > best - 1e-14 * abs(best):
                x, best = trial, max(best, value)
                break
        else:
            break
    return x


def _step(blocks: Blocks, x: Floats, prices: Floats, residual: Floats, shift: float) -> tuple[Floats, float]:
    """U = Z (R - Diag(nu) X), Z = (S + shift)^{-1}, nu such that U is tangent to the spheres; and the shift it took."""
    size = len(x)
    curvature = np.diag(np.repeat(prices, blocks.width)) - blocks.matrix
    scale = max(float(np.abs(blocks.matrix).max()), 1e-300)
    shift = max(shift, 1e-15 * scale)
    while True:
        try:
            inverse = cho_solve(cho_factor(curvature + shift * np.eye(size)), np.eye(size))
            active = np.flatnonzero(blocks.active(x))
            spread = np.add.reduceat(inverse * (x @ x.T), np.arange(0, size, blocks.width), axis=0)
            coupling = np.add.reduceat(spread, np.arange(0, size, blocks.width), axis=1)[np.ix_(active, active)]
            free = inverse @ residual
            nu = np.zeros(blocks.count)
            nu[active] = cho_solve(cho_factor(coupling), blocks.totals(free * x)[active])
        except np.linalg.LinAlgError:
            shift *= 4
            continue
        return free - inverse @ (np.repeat(nu, blocks.width)[:, None] * x), shift
