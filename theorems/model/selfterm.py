"""Two properties of a self term h_ii: flat (D1) and Jensen (D2), each decided exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from theorems.model.errors import UndecidedError
from theorems.model.kernel import BilinearKernel
from theorems.model.matrix import is_orthogonal, is_positive_semidefinite
from theorems.model.profile import lies_within, value_at
from theorems.model.real import Real

if TYPE_CHECKING:
    from theorems.model.problem import Problem


def is_flat(problem: Problem, i: int) -> bool:
    """Whether the self term of label i is absent, or h_ii(x,y) = (h_ii(x,x) + h_ii(y,y))/2 for all x, y.

    Zonal with R_i orthogonal: k_ii = 0, or phi = phi(1) on all attainable inner products. Bilinear: y = -x gives
    <x, M x> = 0 for all x, so that the symmetric M_ii vanishes.

    Raises:
        UndecidedError: k_ii != 0 and R_i is not orthogonal, or the profile resists.
    """
    if not problem.labels.self_terms:
        return True
    kernel = problem.kernel
    if isinstance(kernel, BilinearKernel):
        return all(entry == 0 for row in kernel.blocks[i][i] for entry in row)
    if kernel.bias[i][i] == 0:
        return True
    _require_orthogonal(problem, i)
    top = value_at(kernel.profile, Real(1))
    return lies_within(kernel.profile, problem.dimension, top, top)


def is_jensen(problem: Problem, i: int) -> bool:
    """Whether the self term of label i is absent, or h_ii(x,y) <= (h_ii(x,x) + h_ii(y,y))/2 for all x, y.

    Zonal with R_i orthogonal: k_ii phi <= k_ii phi(1) at all attainable inner products. Bilinear: the condition is
    <x - y, M (x - y)> >= 0, that is M_ii PSD (differences of unit vectors point everywhere).

    Raises:
        UndecidedError: k_ii != 0 and R_i is not orthogonal, or the profile resists.
    """
    if not problem.labels.self_terms:
        return True
    kernel = problem.kernel
    if isinstance(kernel, BilinearKernel):
        return is_positive_semidefinite(kernel.blocks[i][i])
    sign = kernel.bias[i][i].sign()
    if sign == 0:
        return True
    _require_orthogonal(problem, i)
    top = value_at(kernel.profile, Real(1))
    lowest, highest = (None, top) if sign > 0 else (top, None)
    return lies_within(kernel.profile, problem.dimension, lowest, highest)


def _require_orthogonal(problem: Problem, i: int) -> None:
    if not is_orthogonal(problem.gauge(i)):
        raise UndecidedError(f"gauge {i} is not orthogonal, so that the self term is not zonal")
