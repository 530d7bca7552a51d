r"""The quadratic form of a linear profile or bilinear kernel, for the search: E = 1/2 (c + <X, C X>).

X holds the mean of slice i in its block i: `width` rows (1 for a linear profile, whose means are taken in the gauge
frame; d for a bilinear kernel) by `columns` columns (d, or 1). |X_i| <= 1 for laws, |X_i| = 1 for tuples of Diracs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from theorems.model.errors import InvalidInputError
from theorems.model.kernel import BilinearKernel
from theorems.model.multipliers import linear_constant
from verify.search.floats import Floats

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flint import fmpz

    from theorems.model.problem import Problem
    from theorems.model.quadratic import WholeForm
    from theorems.model.real import Real


EXACT = 2**53
"""Whole numbers below this are floats."""


@dataclass(frozen=True, eq=False)
class LinearForm:
    """C in whole numbers and in floats.

    Attributes:
        whole: C, exact or enclosed.
        constant: c.
        floats: C, each entry rounded once.
        labels: n.
        width: rows a label.
        columns: columns of X.
    """

    whole: WholeForm
    constant: Real
    floats: Floats
    labels: int
    width: int
    columns: int

    @property
    def is_rational(self) -> bool:
        """Whether C is rational by form."""
        return self.whole.radius == 0


def linear_form(problem: Problem) -> LinearForm:
    """The form of a problem; a few operations an entry of C.

    Raises:
        InvalidInputError: the profile is not of degree 1 or less with rational coefficients, or an entry is beyond
            the range of float64.
    """
    whole, d = problem.whole_form, problem.dimension
    width, columns = (d, 1) if isinstance(problem.kernel, BilinearKernel) else (1, d)
    constant = linear_constant(problem)
    return LinearForm(whole, constant, _floats(whole), len(problem), width, columns)


def _floats(whole: WholeForm) -> Floats:
    made = np.zeros((whole.size, whole.size))
    try:
        for (start, stop), panel in zip(whole.spans(), whole.panels, strict=True):
            block = np.array(_quotients(panel.entries(), whole)).reshape(-1, stop - start)
            made[start:, start:stop] = block
            made[start:stop, start:] = block.T
    except OverflowError:
        raise InvalidInputError("number: beyond the range of float64; scale the kernel by a rational factor") from None
    return made


def _quotients(entries: Sequence[fmpz], whole: WholeForm) -> Sequence[float] | Floats:
    """Each entry over the denominator, rounded once."""
    if max(whole.peak, whole.denominator) < EXACT:
        return np.array(list(map(float, entries))) / float(whole.denominator)
    common = int(whole.denominator)
    return [int(entry) / common for entry in entries]
