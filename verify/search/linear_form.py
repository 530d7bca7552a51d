r"""The quadratic form of a linear profile or bilinear kernel, for the search: E = 1/2 (c + <X, C X>).

X holds the mean of slice i in its block i: `width` rows (1 for a linear profile, whose means are taken in the gauge
frame; d for a bilinear kernel) by `columns` columns (d, or 1). |X_i| <= 1 for laws, |X_i| = 1 for tuples of Diracs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from theorems.model.kernel import BilinearKernel
from theorems.model.matrix import all_rational
from theorems.model.multipliers import linear_matrix
from verify.search.floats import Floats, to_matrix

if TYPE_CHECKING:
    from theorems.model.matrix import Matrix
    from theorems.model.problem import Problem
    from theorems.model.real import Real


@dataclass(frozen=True, eq=False)
class LinearForm:
    """C exact and in floats.

    Attributes:
        matrix: C, exact; labels times width rows.
        constant: c.
        floats: C, each entry rounded once.
        labels: n.
        width: rows a label.
        columns: columns of X.
    """

    matrix: Matrix
    constant: Real
    floats: Floats
    labels: int
    width: int
    columns: int

    @property
    def is_rational(self) -> bool:
        """Whether C is rational by form."""
        return all_rational(self.matrix)


def linear_form(problem: Problem) -> LinearForm:
    """The form of a problem; n^2 exact products.

    Raises:
        InvalidInputError: the profile is not of degree 1 or less with rational coefficients.
    """
    matrix, constant = linear_matrix(problem)
    d = problem.dimension
    width, columns = (d, 1) if isinstance(problem.kernel, BilinearKernel) else (1, d)
    return LinearForm(matrix, constant, to_matrix(matrix), len(problem), width, columns)
