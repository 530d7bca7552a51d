r"""A moment relaxation under the fixed marginal, stated in cvxpy.

With one variable y_m = E m(g) for each monomial m in the inner products g_ij of the points in the gauge frame, and
M_b(y) the blocks of `theorems.model.moments` with y_m in place of m,

    maximise    c_0 + sum_m c_m y_m                     1/2 sum_ij w_ij p_ij(g_ij), p_ij polynomials near the profiles
    subject to  M_b(y) positive semidefinite            "zonal", "hausdorff", "levels", "vertices", "torus"
                y_1 == 1                                "total_mass"

Its dual is the certificate: Z_b PSD with c_m + sum_b <Z_b, M_(b,m)> = 0. It is the readable twin of
`verify.search.moment_dual`, which solves the same without cvxpy. Source: solver-notes sections 2, 3 and 5b.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

import cvxpy as cp
import numpy as np
from scipy.sparse import csr_matrix
from threadpoolctl import threadpool_limits

from theorems.model.moments.block import ONE
from theorems.model.moments.relaxation import blocks_of, indexed
from verify.errors import SolverError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from theorems.model.moments.block import Block, Monomial
    from theorems.model.proof import Relaxation

CONSTRAINTS = ("total_mass", "zonal", "hausdorff", "levels", "vertices", "torus")
"""The names of the constraints."""

ACCEPTED = (cp.OPTIMAL, cp.OPTIMAL_INACCURATE)


@dataclass(frozen=True)
class MomentSolution:
    """What the solver printed: floats, of its own accuracy.

    Attributes:
        value: the objective.
        moments: y by monomial.
        status: optimal or optimal_inaccurate.
    """

    value: float
    moments: dict[Monomial, float]
    status: str


def moment_relaxation(
    relaxation: Relaxation,
    labels: int,
    dimension: int,
    objective: Mapping[Monomial, float],
    *,
    constraints: Sequence[str] = CONSTRAINTS,
) -> MomentSolution:
    """Solves the relaxation by Clarabel; for tests and small problems, as cvxpy is slow here.

    Args:
        relaxation: the blocks.
        labels: n.
        dimension: d.
        objective: c_m by monomial.
        constraints: which of `CONSTRAINTS` are stated; leaving one out is for the test that the bound then rises.

    Raises:
        SolverError: the status is neither optimal nor optimal_inaccurate; the message carries it.
    """
    degree = max((len(monomial) for monomial in objective), default=1)
    places = indexed(relaxation, labels, dimension, degree).places
    none = replace(relaxation, zonal=0, hausdorff=0, level=0, vertices=0, torus=0)
    moments = cp.Variable(len(places))
    families = {
        "zonal": none if relaxation.torus else replace(none, zonal=relaxation.zonal),
        "hausdorff": none if relaxation.torus else replace(none, hausdorff=relaxation.hausdorff),
        "levels": replace(none, level=relaxation.level),
        "vertices": replace(none, vertices=relaxation.vertices),
        "torus": relaxation if relaxation.torus else none,
    }
    stated: dict[str, list[Any]] = {"total_mass": [moments[places[ONE]] == 1]}
    for name, family in families.items():
        stated[name] = [_matrix(block, places, moments) >> 0 for block in blocks_of(family, labels, dimension)]
    value = sum((c * moments[places[monomial]] for monomial, c in objective.items()), start=cp.Constant(0))
    problem = cp.Problem(cp.Maximize(cast("Any", value)), [each for name in constraints for each in stated[name]])
    with threadpool_limits(1), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # an inaccurate solution is told by its status
        problem.solve(solver="CLARABEL")
    if problem.status not in ACCEPTED:
        raise SolverError(f"solver=CLARABEL: status={problem.status}, expected optimal or optimal_inaccurate")
    found = cast("NDArray[np.float64]", moments.value)
    return MomentSolution(
        float(cast("Any", problem.value)), {m: float(found[k]) for m, k in places.items()}, problem.status
    )


def _matrix(block: Block, places: Mapping[Monomial, int], moments: cp.Variable) -> cp.Expression:
    """M_b(y), divided by its greatest coefficient."""
    rows, columns, values = [], [], []
    for i, j, polynomial in block.entries:
        for place in {i * block.size + j, j * block.size + i}:
            rows += [place] * len(polynomial)
            columns += [places[monomial] for monomial in polynomial]
            values += list(polynomial.values())
    scale = max((abs(value) for value in values), default=1)
    shape = (block.size**2, len(places))
    entries = csr_matrix((np.array(values, dtype=float) / scale, (rows, columns)), shape=shape)
    return cast("cp.Expression", cp.reshape(entries @ moments, (block.size, block.size), order="C"))
