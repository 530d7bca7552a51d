"""A classified kernel in words, with the symmetries of its table; for the reader, never for a proof."""

from __future__ import annotations

from typing import TYPE_CHECKING

from theorems.model.errors import UndecidedError
from theorems.model.kernel import ZonalKernel
from theorems.model.separation import R

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flint import fmpq

    from theorems.model.classify import Classification
    from theorems.model.matrix import Matrix


def describe(classification: Classification, masses: Sequence[fmpq]) -> str:
    """The form, and which of these hold: linear profile, circulant bias, non-negative bias."""
    kernel = classification.kernel
    words = [classification.form]
    if isinstance(kernel, ZonalKernel):
        words += ["linear profile"] if kernel.profile == R else []
        words += ["circulant bias"] if is_circulant(kernel.bias, masses) else []
        words += ["non-negative bias"] if is_nonnegative(kernel.bias) else []
    return "; ".join(words)


def is_circulant(bias: Matrix, masses: Sequence[fmpq]) -> bool:
    """Whether all masses are equal and k_ij depends on (i - j) mod n alone."""
    n = len(bias)
    return all(mass == masses[0] for mass in masses) and all(
        bias[i][j] is bias[i - 1][j - 1] or bias[i][j] == bias[i - 1][j - 1] for i in range(n) for j in range(n)
    )


def is_nonnegative(bias: Matrix) -> bool:
    """Whether every entry is >= 0; an undecided sign says no. Each object is looked at once."""
    values = {id(entry): entry for row in bias for entry in row}
    try:
        return all(value.sign() >= 0 for value in values.values())
    except UndecidedError:
        return False
