r"""An interior point for the Gram relaxation, where an ascent leaves a gap.

So it does for repulsive kernels, such as -exp(-|s - t|), whose optimum is not strictly complementary.

    maximise <C, G>/2 with G PSD and G_ii = 1 (tuples) or G_ii + p_i = 1, p_i >= 0 (laws);
    dual: sum l_i/2 with S = Diag(l) - C PSD (and l_i >= 0 for laws).

Primal and dual steps towards S G = mu I, p_i l_i = mu: with Z = S^{-1},
    (Z o G + Diag(p/l)) dl = mu (diag Z + 1/l) - 1,   dG = mu Z - G - Z Diag(dl) G, made symmetric,
without the terms in p and 1/l for tuples. Some 20 steps, up to 60 for a repulsive kernel at n = 500, each of about
8 n^3 multiplications; a step is shortened until Cholesky succeeds. Source: Helmberg, Rendl, Vanderbei, Wolkowicz, "An
interior-point method for semidefinite programming", SIAM J. Optim. 6 (1996), section 4.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from verify.search.triangle import cholesky, inverse, mirrored, solved

if TYPE_CHECKING:
    from verify.search.floats import Floats

STEPS = 60
CLOSED = 1e-10
"""Relative duality gap at which the steps end."""


@dataclass(frozen=True, eq=False)
class Interior:
    """Where the steps ended; floats, of no proven accuracy.

    Attributes:
        multipliers: l, (n,).
        gram: G, (n, n).
        value: <C, G>/2.
    """

    multipliers: Floats
    gram: Floats
    value: float

    def point(self, columns: int, *, ball: bool) -> Floats:
        """X of so many columns, X X^T near G; rows of length 1, at most 1 in balls."""
        values, vectors = np.linalg.eigh(self.gram)
        x = vectors[:, : -columns - 1 : -1] * np.sqrt(np.maximum(values[: -columns - 1 : -1], 0))
        x = np.pad(x, ((0, 0), (0, columns - x.shape[1])))
        lengths = np.sqrt((x * x).sum(axis=1))
        return x / np.maximum(lengths, 1.0 if ball else 1e-300)[:, None]


def interior_point(matrix: Floats, *, ball: bool) -> Interior:
    """Solves the relaxation.

    Args:
        matrix: C, symmetric, one row a label, not 0, its greatest entry of order 1.
        ball: whether G_ii <= 1 only, as for laws.
    """
    n = len(matrix)
    prices = 1.1 * np.abs(matrix).sum(axis=1) + 1e-3 * np.abs(matrix).max()
    gram = np.eye(n) * (0.5 if ball else 1.0)
    spare = np.full(n, 0.5) if ball else np.zeros(n)
    mu = _complementarity(matrix, prices, gram, spare) / 2
    for _ in range(STEPS):
        factor = cholesky(np.diag(prices) - matrix)
        lower = None if factor is None else inverse(factor)
        if lower is None:
            break
        central = mirrored(lower)
        bent = central * gram
        bent[np.diag_indices(n)] += spare / prices
        pull = np.diag(central) + (1 / prices if ball else 0.0)
        factor = cholesky(bent)
        if factor is None:
            break
        move = solved(factor, mu * pull - 1.0)
        turn = mu * central - gram - (central * move) @ gram
        turn = (turn + turn.T) / 2
        spared = (mu - spare * move) / prices - spare if ball else np.zeros(n)
        first = _length(gram, turn, spare, spared)
        second = _length(np.diag(prices) - matrix, np.diag(move), prices if ball else spare, move * ball)
        gram, spare, prices = gram + first * turn, spare + first * spared, prices + second * move
        value = 0.5 * float((matrix * gram).sum())
        if 0.5 * prices.sum() - value <= CLOSED * abs(value):
            break
        mu = _complementarity(matrix, prices, gram, spare) * min(0.9, max(0.1, 1 - min(first, second)))
    return Interior(prices, gram, 0.5 * float((matrix * gram).sum()))


def _complementarity(matrix: Floats, prices: Floats, gram: Floats, spare: Floats) -> float:
    """(<S, G> + sum p_i l_i)/(n, or 2n where p is there)."""
    total = float(prices @ np.diag(gram) - (matrix * gram).sum() + prices @ spare)
    return total / (len(matrix) * (2 if spare.any() else 1))


def _length(matrix: Floats, move: Floats, entries: Floats, moves: Floats) -> float:
    """A step length of at most 1 that keeps the matrix positive definite, and positive what was positive."""
    falling = moves < 0
    length = min(1.0, float((0.95 * entries[falling] / -moves[falling]).min(initial=1.0)))
    while length > 1e-8:
        if cholesky(matrix + length * move) is not None:
            return length if length == 1.0 else 0.95 * length
        length *= 0.8
    return 0.0
