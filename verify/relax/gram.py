r"""The Gram relaxation of a linear profile or a bilinear kernel under the fixed marginal, stated in cvxpy.

With m_i the mean of slice i (in the gauge frame) and G the Gram matrix of the means,

    maximise    1/2 <C, G> + c/2
    subject to  G positive semidefinite
                trace of the block G_ii  <=  p_i     "slice_length": |m_i|^2 is at most the mass of the slice, and
                                                     equal to it for tuples of Dirac masses
                p_i  ==  1                           "slice_mass": the fixed label marginal

Its dual is to minimise 1/2 sum l_i with Diag(l) - C positive semidefinite: the multiplier of the mass of slice i is
l_i/2, the price of that mass. Source: claims.md section 4, linear certificate.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import cvxpy as cp
import numpy as np
from threadpoolctl import threadpool_limits

from theorems.model.assertion import Domain
from verify.errors import SolverError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

CONSTRAINTS = ("slice_length", "slice_mass")
"""The names of the constraints, in the order of the docstring."""

CLARABEL_LIMIT = 80
"""Rows of C above which the first-order solver SCS takes over: an interior point costs about the sixth power."""

ACCEPTED = (cp.OPTIMAL, cp.OPTIMAL_INACCURATE)


@dataclass(frozen=True)
class GramSolution:
    """What the solver printed: floats, of its own accuracy.

    Attributes:
        gram: G, as many rows as C.
        multipliers: l_1..l_n, twice the multipliers of "slice_mass".
        value: the objective without the constant, 1/2 <C, G>.
        status: optimal or optimal_inaccurate.
        solver: CLARABEL or SCS.
    """

    gram: NDArray[np.float64]
    multipliers: NDArray[np.float64]
    value: float
    status: str
    solver: str


def gram_relaxation(
    matrix: NDArray[np.float64],
    labels: int,
    domain: Domain,
    *,
    constraints: Sequence[str] = CONSTRAINTS,
    solver: str | None = None,
    options: Mapping[str, float] | None = None,
) -> GramSolution:
    """Solves the relaxation.

    Cost: Clarabel about size^6 (0.1 s at 20 rows, tens of seconds at 100), SCS about size^3 an iteration.

    Args:
        matrix: C, symmetric, n x n, or nd x nd for a bilinear kernel.
        labels: n.
        domain: tuples turns "slice_length" into an equation.
        constraints: which of `CONSTRAINTS` are stated; leaving one out is for the test that the bound then breaks.
        solver: CLARABEL or SCS; by default chosen by size.
        options: passed to the solver, such as {"eps": 1e-6} for SCS.

    Raises:
        SolverError: the status is neither optimal nor optimal_inaccurate; the message carries it.
    """
    size = len(matrix)
    width = size // labels
    gram = cast("Any", cp.Variable((size, size), PSD=True))
    mass = cast("Any", cp.Variable(labels))
    blocks = np.kron(np.eye(labels), np.ones((1, width)))
    lengths = blocks @ cp.diag(gram)
    stated = {
        "slice_length": lengths == mass if domain is Domain.TUPLES else lengths <= mass,
        "slice_mass": mass == 1,
    }
    scale = float(np.abs(matrix).max()) or 1.0
    objective = cp.Maximize(cp.sum(cp.multiply(matrix / scale, gram)) / 2)
    problem = cp.Problem(objective, [stated[name] for name in constraints])
    name = solver or ("CLARABEL" if size <= CLARABEL_LIMIT else "SCS")
    _run(problem, name, options or {})
    prices = stated["slice_mass"].dual_value if "slice_mass" in constraints else np.zeros(labels)
    return GramSolution(gram.value, 2 * scale * np.asarray(prices), scale * float(problem.value), problem.status, name)  # pyright: ignore[reportArgumentType]


def _run(problem: cp.Problem, solver: str, options: Mapping[str, float]) -> None:
    with threadpool_limits(1), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # an inaccurate solution is told by its status
        try:
            problem.solve(solver=solver, **options)
        except cp.SolverError as error:
            raise SolverError(f"solver={solver}: status={problem.status}; {error}") from error
    if problem.status not in ACCEPTED:
        raise SolverError(f"solver={solver}: status={problem.status}, expected optimal or optimal_inaccurate")
