"""The linear certificate of a large C: a Cholesky factor in floats, rounded to whole numbers, and multipliers above it.

Nothing here is exact but the rounded factor; the multipliers are what it needs by an estimate in floats with the
bound of its rounding errors added, so that the checker's exact product finds them large enough.
"""

from __future__ import annotations

from math import frexp, isqrt
from typing import TYPE_CHECKING

import numpy as np
from flint import fmpq

from theorems.model.multipliers import needed_multipliers
from theorems.model.proof import Linear
from verify.search.triangle import cholesky

if TYPE_CHECKING:
    from theorems.model.problem import Problem
    from verify.search.floats import Floats
    from verify.search.linear_form import LinearForm

BITS = 44
"""F is rounded to 2^-BITS of its scale; the bound then loses about n 2^-(BITS + 2)."""

UNIT = 2.0**-53
"""Relative rounding error of float64."""

WORD = 2.0**60
"""Scale below which the entries of F, of some units at most, fit into a machine word."""

START = 2.0**-50
"""The first shift that is tried, relative to the greatest entry; then 4 times as much, and so on."""


def float_factor(problem: Problem, form: LinearForm, multipliers: Floats, *, exact: bool) -> tuple[Linear, int]:
    """A proof, and the number of rungs that its shift took. Cost: a Cholesky factorisation a rung, one product.

    Args:
        problem: gives the exact multipliers where they are asked for.
        form: C.
        multipliers: l_1..l_n, (n,).
        exact: whether the multipliers are to be the least ones, by an exact product, and not those of the estimate,
            which are larger by some n^2 2^-53 of the greatest.
    """
    prices = np.repeat(multipliers, form.width)
    peak = max(float(np.abs(prices - np.diag(form.floats)).max()), float(np.abs(form.floats).max()), 1e-290)
    even = 2 * (frexp(peak)[1] // 2)
    matrix, prices = np.ldexp(form.floats, -even), np.ldexp(prices, -even)
    factor, rung = _climb(np.diag(prices) - matrix)
    denominator = _denominator(int(form.whole.denominator), BITS - even // 2)
    scale = np.ldexp(float(denominator), even // 2)
    whole = np.rint(np.tril(factor) * scale)
    entries = whole.astype(np.int64).tolist() if scale < WORD else [list(map(int, row)) for row in whole.tolist()]
    rows = tuple(tuple(row[: a + 1]) for a, row in enumerate(entries))
    if exact:
        return Linear(denominator, rows, tuple(needed_multipliers(problem, denominator, rows))), rung
    needed = _estimated(matrix, whole / scale).reshape(form.labels, form.width).max(axis=1)
    step = fmpq(2) ** (even - 46)  # short numbers
    least = [step * (int(entry * 2**46) + 1) for entry in needed.tolist()]
    return Linear(denominator, rows, tuple(least)), rung


def _denominator(common: int, bits: int) -> int:
    """One of at least 2^bits whose square has a large factor in common with that of C: its product is then short."""
    odd = common >> ((common & -common).bit_length() - 1)
    root = isqrt(odd)
    base = root if root * root == odd and root.bit_length() < bits else 1
    return base << max(0, bits + 1 - base.bit_length())


def _climb(matrix: Floats) -> tuple[Floats, int]:
    """A Cholesky factor of the matrix plus the least shift of the ladder at which there is one; and the rung."""
    top, rung = max(float(np.abs(matrix).max()), 1e-300), 0
    while True:
        shifted = matrix.copy()
        shifted[np.diag_indices_from(shifted)] += START * 4.0**rung * top
        factor = cholesky(shifted)
        if factor is not None:
            return factor, rung
        rung += 1


def _estimated(matrix: Floats, factor: Floats) -> Floats:
    """What each row needs, in floats, no less than the truth: t_a = D_aa + sum_{b != a} |D_ab|, D = C + F F^T.

    A sum of n products is off by at most n 2^-53/(1 - n 2^-53) times the sum of the absolute products, which is at
    most |F_a| |F_b|; F, C and the last sums add some 2^-53 of their own. Twice that is added.
    """
    size = len(matrix)
    residual = factor @ factor.T
    residual += matrix
    lengths = np.sqrt((factor * factor).sum(axis=1))
    error = 2 * (size + 8) * UNIT * (lengths * lengths.sum() + np.abs(matrix).sum(axis=1))
    diagonal = np.diag(residual).copy()
    return np.abs(residual, out=residual).sum(axis=1) - np.abs(diagonal) + diagonal + error
