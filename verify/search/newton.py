"""Regularised Newton steps of 1/2 <X, C X> on a product of spheres or balls, by LAPACK on one triangle.

The step is that of S = Diag(l) - C, l_i = <X_i, (C X)_i>, with tangent blocks. Each costs some four Cholesky
factorisations of the size of C: S + s I, its inverse, and the n x n system of the tangency. Six or seven steps are
usual. Source: solver-notes section 4.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from verify.search.triangle import cholesky, gram, inverse, mirrored, solved, times

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from verify.search.ascent import Blocks
    from verify.search.floats import Floats

STEPS = 25
SETTLED = ((64, 1e-14), (10**9, 2e-9))
"""(rows of C, relative residual at which the steps end): exact bounds are looked for at small sizes alone."""


def newton(blocks: Blocks, x: Floats) -> Floats:
    """Steps from x; the energy falls by no more than rounding."""
    settled = next(least for most, least in SETTLED if len(x) <= most)
    shift, pull = np.inf, blocks.matrix @ x
    best = 0.5 * float((x * pull).sum())
    for _ in range(STEPS):
        prices = blocks.prices(x, pull)
        residual = pull - np.repeat(prices, blocks.width)[:, None] * x
        if float((residual**2).sum()) <= settled**2 * float((pull**2).sum()):
            break
        shift = min(0.1 * shift, 0.5 * float(np.sqrt((residual**2).sum() / blocks.count)))
        step, shift = _step(blocks, x, prices, residual, shift)
        for halving in range(6):
            trial = blocks.projected(x + 0.5**halving * step)
            moved = blocks.matrix @ trial
            value = 0.5 * float((trial * moved).sum())
            if value > best - 1e-14 * abs(best):
                x, pull, best = trial, moved, max(best, value)
                break
        else:
            break
    return x


def _step(blocks: Blocks, x: Floats, prices: Floats, residual: Floats, shift: float) -> tuple[Floats, float]:
    """U = Z (R - Diag(nu) X), Z = (S + shift)^{-1}, nu such that U is tangent to the spheres; and the shift it took."""
    scale = max(float(np.abs(blocks.matrix).max()), 1e-300)
    shift = max(shift, 1e-15 * scale)
    active = np.flatnonzero(blocks.active(x))
    while np.isfinite(shift):
        curvature = -blocks.matrix
        curvature[np.diag_indices_from(curvature)] += np.repeat(prices, blocks.width) + shift
        factor = cholesky(curvature)
        lower = None if factor is None else inverse(factor)
        if lower is not None:
            free = times(lower, residual)
            nu = _tangency(blocks, lower, x, free, active)
            if nu is not None:
                return free - times(lower, np.repeat(nu, blocks.width)[:, None] * x), shift
        shift *= 4
    return np.zeros_like(x), shift


def _tangency(blocks: Blocks, lower: Floats, x: Floats, free: Floats, active: NDArray[np.int_]) -> Floats | None:
    """nu, 0 but at the active blocks; None where its system is not positive. Of Z the lower triangle is given."""
    nu = np.zeros(blocks.count)
    if not len(active):
        return nu
    spread = lower * gram(x)
    if blocks.width > 1:
        starts = np.arange(0, len(x), blocks.width)
        spread = np.add.reduceat(np.add.reduceat(mirrored(spread), starts, axis=0), starts, axis=1)
    if len(active) < blocks.count:
        spread = mirrored(spread)[np.ix_(active, active)]
    factor = cholesky(spread)
    if factor is None:
        return None
    nu[active] = solved(factor, blocks.totals(free * x)[active])
    return nu
