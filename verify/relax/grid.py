r"""The grid relaxation of any kernel under the fixed marginal, stated in cvxpy on a finite set of contents a label.

With W_ij the joint law of two contents with labels i and j, on the points A_i x A_j, and phi(x) monomials,

    maximise    1/2 sum_ij rho_i rho_j <h_ij, W_ij>
    subject to  W_ij >= 0, W_ji = W_ij^T             the self terms on the diagonal x = y alone where Diracs are enough
                sum of W_ij  ==  1                   "mass": the fixed label marginal
                sum_ab phi(a) W_ij(a, b)  ==  m_i    "marginal": one law of the content of label i, whatever the other
                [rho_i rho_j sum_ab phi(a) W_ij(a, b) phi(b)^T]_ij positive semidefinite
                                                     "moments": for W_ij = mu_i x mu_j it is a square

Its dual is what `verify.checker.grid` asks for on all of the sphere: twice the multiplier of "moments" is F F^T, that
of "marginal" the prices, that of "mass" the ceilings, here on the points alone. With `ease` > 0, "moments" may fail by
that multiple of I: the dual then pays for the trace of F F^T, and of its many solutions a flat one is found, whose
ceilings need fewer boxes.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import cvxpy as cp
import numpy as np
from threadpoolctl import threadpool_limits

from verify.errors import SolverError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

CONSTRAINTS = ("mass", "marginal", "moments")
"""The names of the constraints, in the order of the docstring."""

ACCEPTED = (cp.OPTIMAL, cp.OPTIMAL_INACCURATE)


@dataclass(frozen=True, eq=False)
class GridSolution:
    """What the solver printed: floats, of its own accuracy.

    Attributes:
        value: the objective.
        square: F F^T, a row and column a label and monomial.
        prices: p_ij, (n, n, monomials).
        status: optimal or optimal_inaccurate.
    """

    value: float
    square: Floats
    prices: Floats
    status: str


def grid_relaxation(
    masses: Floats,
    features: Sequence[Floats],
    kernel: Callable[[int, int], Floats],
    *,
    self_terms: bool,
    diagonal: bool,
    ease: float = 0.0,
    constraints: Sequence[str] = CONSTRAINTS,
) -> GridSolution:
    """Solves the relaxation by Clarabel.

    Cost: grows with the number of all pairs of points; a second at some 10,000.

    Args:
        masses: rho.
        features: for each label the monomials at its points, one row a point.
        kernel: (i, j) -> h_ij at all pairs of points of labels i and j.
        self_terms: whether the i = j terms count.
        diagonal: whether W_ii lives on x = y.
        ease: the multiple of I by which "moments" may fail.
        constraints: which of `CONSTRAINTS` are stated; leaving one out is for the test that the value then rises.

    Raises:
        SolverError: the status is neither optimal nor optimal_inaccurate; the message carries it.
    """
    n, width = len(masses), features[0].shape[1]
    means = [cp.Variable(width) for _ in range(n)]
    joint: dict[tuple[int, int], Any] = {}
    terms: list[Any] = []
    stated: dict[str, list[Any]] = {name: [] for name in CONSTRAINTS}
    blocks: list[list[Any]] = [[None] * n for _ in range(n)]
    marginals: dict[tuple[int, int], Any] = {}
    for i in range(n):
        for j in range(i + 1):
            weight = float(masses[i] * masses[j])
            rows, columns = len(features[i]), len(features[j])
            if i == j and diagonal:
                w = joint[i, i] = cp.diag(cp.Variable(rows, nonneg=True))
            elif i == j:
                w = joint[i, i] = cp.Variable((rows, rows), symmetric=True)
            else:
                w = joint[i, j] = cp.Variable((rows, columns), nonneg=True)
            nonnegative = [w >= 0] if i == j and not diagonal else []
            stated["mass"] += [cp.sum(w) == 1, *nonnegative]
            marginals[i, j] = weight * (features[i].T @ cp.sum(w, axis=1) - means[i]) == 0
            if i != j:
                marginals[j, i] = weight * (features[j].T @ cp.sum(w, axis=0) - means[j]) == 0
            blocks[i][j] = weight * (features[i].T @ w @ features[j])
            blocks[j][i] = blocks[i][j].T
            if i != j or self_terms:
                terms.append(weight * (0.5 if i == j else 1.0) * cp.sum(cp.multiply(kernel(i, j), w)))
    matrix = cp.bmat(blocks)
    moments = (matrix + matrix.T) / 2 + ease * np.eye(n * width) >> 0
    stated["moments"], stated["marginal"] = [moments], list(marginals.values())
    objective = cp.Maximize(cp.sum(cast("Any", terms))) if terms else cp.Maximize(0)
    problem = cp.Problem(objective, [each for name in constraints for each in stated[name]])
    _run(problem)
    square = 2 * np.asarray(moments.dual_value) if "moments" in constraints else np.zeros((n * width, n * width))
    prices = np.zeros((n, n, width))
    if "marginal" in constraints:
        for (i, j), each in marginals.items():
            prices[i, j] = -each.dual_value
    return GridSolution(float(cast("Any", problem.value)), square, prices, problem.status)


def _run(problem: cp.Problem) -> None:
    with threadpool_limits(1), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # an inaccurate solution is told by its status
        try:
            problem.solve(solver="CLARABEL")
        except cp.SolverError as error:
            raise SolverError(f"solver=CLARABEL: status={problem.status}; {error}") from error
    if problem.status not in ACCEPTED:
        raise SolverError(f"solver=CLARABEL: status={problem.status}, expected optimal or optimal_inaccurate")
