r"""Local ascent of 1/2 <X, C X> on a product of spheres, or of balls: block sweeps, then regularised Newton steps.

X has n blocks of `width` rows. |X_i| = 1 on spheres (tuples of Dirac masses), |X_i| <= 1 in balls (means of slices).
A sweep exchanges one block at a time for the maximiser of a minorant that touches there; for width 1 that is the exact
maximiser (the "mixing method"). The Newton step is that of S = Diag(l) - C, l_i = <X_i, (C X)_i>, with tangent blocks.
Sweeps are fixed in number and starts in seed, so that no clock and hardly a tolerance decides. Source:
Wang, Chang, Kolter, "The mixing method", arXiv:1706.00476; solver-notes section 4.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from verify.search.newton import newton

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from verify.search.floats import Floats

SWEEPS = ((64, 12), (10**9, 8))
"""(blocks, sweeps): for many blocks, sweeps beyond eight do not save a Newton step."""

PANEL = 32
"""Rows whose pulls are made by one product, and brought up to date one by one."""

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
        return self.prices(x, self.matrix @ x)

    def prices(self, x: Floats, pull: Floats) -> Floats:
        """The same, given C X."""
        found = self.totals(x * pull)
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

    Cost: a sweep one product C X and n corrections; a Newton step about four Cholesky factorisations of the size of
    C. Some ten steps are taken at n = 500, so that the cost grows as n^3.
    """
    blocks = replace(blocks, matrix=scaled(blocks.matrix))
    found = []
    for start in range(starts):
        rng = np.random.default_rng((seed, start))
        first = rng.standard_normal((len(blocks.matrix), columns))
        lengths = np.sqrt(blocks.totals(first * first))
        x = first / np.repeat(lengths, blocks.width)[:, None]
        found.append(polished(blocks, x))
    energies = np.array([blocks.energy(x) for x in found])
    margin = TIE * max(float(np.abs(energies).max()), 1e-300)
    return found[int(np.argmax(energies >= energies.max() - margin))]


def polished(blocks: Blocks, x: Floats) -> Floats:
    """The point that sweeps and then Newton steps lead to from x, which is overwritten."""
    for _ in range(next(count for most, count in SWEEPS if blocks.count <= most)):
        sweep(blocks, x)
    return newton(blocks, x) if x.shape[1] * blocks.width > 1 else x


def scaled(matrix: Floats) -> Floats:
    """The matrix over the power of 2 next to its greatest entry: the same maximisers, and no square overflows."""
    return np.ldexp(matrix, -int(np.frexp(np.abs(matrix).max())[1]))


def sweep(blocks: Blocks, x: Floats) -> None:
    """One pass over the blocks, in place; the energy does not fall.

    With g = (C X)_i and t >= -lambda_min(C_ii), 1/2 <v, C_ii v> + .. >= <g, v> - t/2 |v - X_i|^2 + const: its maximum
    is g + t X_i scaled to length 1, or in a ball, for t > 0, X_i + g/t brought back into it.
    """
    width = blocks.width
    if width == 1:
        _sweep_rows(blocks, x)
        return
    for i in range(blocks.count):
        rows = slice(i * width, (i + 1) * width)
        own = blocks.matrix[rows, rows]
        bend = -float(np.linalg.eigvalsh(own)[0])
        target = blocks.matrix[rows] @ x + bend * x[rows]
        length = float(np.sqrt((target * target).sum()))
        if blocks.ball and bend > 0:
            x[rows] = target / max(length, bend)
        elif length > 0:
            x[rows] = target / length


def _sweep_rows(blocks: Blocks, x: Floats) -> None:
    """The same for width 1: the pulls of `PANEL` rows by one product, corrected as rows of the panel move."""
    matrix, ball = blocks.matrix, blocks.ball
    bends = (-np.diag(matrix)).tolist()
    for start in range(0, len(x), PANEL):
        stop = min(len(x), start + PANEL)
        own, mine = matrix[start:stop, start:stop], x[start:stop]
        pulls = matrix[start:stop] @ x
        for k in range(stop - start):
            bend, old = bends[start + k], mine[k].copy()
            target = pulls[k] + bend * old if bend else pulls[k]
            length = sqrt(target @ target)
            if ball and bend > 0:
                length = max(length, bend)
            if length > 0:
                np.divide(target, length, out=mine[k])
                pulls[k + 1 :] += own[k + 1 :, k, None] * (mine[k] - old)
