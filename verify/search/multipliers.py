"""From multipliers in floats to a linear certificate: rounded once, then whole numbers only, then repaired.

A = Diag(l + s) - C on a grid, F from `integer_cholesky`, s the first rung of a ladder at which that succeeds, and at
last l_i = what F needs (`theorems.model.multipliers`): the proof then holds whatever the floats were.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import frexp
from typing import TYPE_CHECKING

import numpy as np
from flint import fmpq

from theorems.model.assertion import Domain
from theorems.model.multipliers import needed_multipliers
from theorems.model.proof import Linear
from theorems.model.real import Real
from verify.search.cholesky import integer_cholesky
from verify.search.float_factor import float_factor

if TYPE_CHECKING:
    from collections.abc import Sequence

    from theorems.model.problem import Problem
    from theorems.model.quadratic import WholeForm
    from verify.search.floats import Floats
    from verify.search.linear_form import LinearForm

BITS = 46
"""C is rounded to 2^-BITS of its scale and F has about so many bits; the bound then loses about n 2^-BITS."""

COARSE, FINE = 34, 43
"""Multipliers are rounded to 2^-COARSE of the scale, coarser than the noise of a float search; or, where the gap asked
for is too small for that, to 2^-FINE."""

RATIO = 4
"""Quotient of the rungs of the ladder."""

STRUCTURED = 64
"""Rows up to which whole numbers alone are used and rung 0 is tried, at which a bound may come out exact; it fails for
almost every larger C, whose factor is made by LAPACK (`verify.search.float_factor`)."""


@dataclass(frozen=True, eq=False)
class Repaired:
    """A linear proof and what it cost.

    Attributes:
        proof: with multipliers exactly as F needs them.
        value: the bound that it gives, exact.
        shift: the rung s that the ladder ended on, in units of the grid of the multipliers; above `STRUCTURED` rows the
            number of rungs.
        price: (sum of the repaired multipliers - sum of those given)/max(|either sum|), those given read exactly.
    """

    proof: Linear
    value: Real
    shift: int
    price: fmpq


def repaired(problem: Problem, form: LinearForm, domain: Domain, multipliers: Floats, grid: int = COARSE) -> Repaired:
    """The proof that starts from the given multipliers; never fails, but may be poor. Cost: one factorisation a rung.

    Args:
        problem: the problem.
        form: its quadratic form.
        domain: laws pay max(0, l_i), tuples l_i.
        multipliers: l_1..l_n in floats, (n,).
        grid: they are rounded to 2^-grid of the scale; at most `BITS`.
    """
    if len(form.floats) > STRUCTURED:
        return _settled(form, domain, multipliers, float_factor(problem, form, multipliers, exact=grid == FINE))
    peak = max(float(np.abs(multipliers).max()), float(np.abs(form.floats).max()))
    exponent = frexp(peak * 1.4)[1] if peak > 0 else 0  # 1.4: a peak that is exactly a power of 2 is then no tie
    rounded = [round(float(np.ldexp(entry, grid - exponent))) for entry in multipliers]
    # A is held in units of 2^(exponent - BITS) and lengthened by `spare` bits, so that F is F_real 2^half
    half = max(0, BITS - exponent // 2)
    spare = 2 * half + exponent - BITS
    rows = [[-entry << spare for entry in row] for row in _on_grid(form.whole, BITS - exponent)]
    factor, shift = _climb(rows, [entry for entry in rounded for _ in range(form.width)], 1 << (BITS - grid + spare))
    needed = needed_multipliers(problem, 1 << half, factor)
    proof = Linear(1 << half, tuple(map(tuple, factor)), tuple(needed))
    return _settled(form, domain, multipliers, (proof, shift))


def _settled(form: LinearForm, domain: Domain, multipliers: Floats, made: tuple[Linear, int]) -> Repaired:
    """The proof with the bound that it gives and what it cost."""
    proof, shift = made
    total = sum((max(fmpq(0), entry) if domain is Domain.LAWS else entry for entry in proof.multipliers), fmpq(0))
    given = sum((fmpq(*float(entry).as_integer_ratio()) for entry in multipliers), start=fmpq(0))
    size = max(abs(total), abs(given))
    price = (total - given) / size if size else fmpq(0)
    return Repaired(proof, (Real(total) + form.constant) / 2, shift, price)


def _climb(negated: list[list[int]], prices: Sequence[int], step: int) -> tuple[list[list[int]], int]:
    """The factor at the first rung 0, 1, RATIO, RATIO^2, .. where Diag((l + s) step) - C has one; then half of it."""

    def attempt(shift: int) -> list[list[int]] | None:
        matrix = [list(row) for row in negated]
        for a, row in enumerate(matrix):
            row[a] += (prices[a] + shift) * step
        return integer_cholesky(matrix)

    shift = 0
    factor = attempt(shift)
    while factor is None:
        shift = shift * RATIO if shift else 1
        factor = attempt(shift)
    better = attempt(shift // 2) if shift > 1 else None
    return (factor, shift) if better is None else (better, shift // 2)


def _on_grid(whole: WholeForm, bits: int) -> list[list[int]]:
    """The entries times 2^bits, rounded: exactly where all are rational, else from the lower ends of enclosures."""
    scale, q = fmpq(2) ** bits, whole.denominator
    up, down = 2 * int(scale.p), int(scale.q * q)
    made = [[0] * whole.size for _ in range(whole.size)]
    for (start, _), panel in zip(whole.spans(), whole.panels, strict=True):
        for a, row in enumerate(panel.tolist(), start=start):
            for b, entry in enumerate(row, start=start):
                made[a][b] = made[b][a] = (int(entry) * up + down) // (2 * down)
    return made
