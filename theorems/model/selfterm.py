"""Two properties of a self term h_ii: flat (D1) and Jensen (D2), each decided exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from theorems.model.errors import UndecidedError
from theorems.model.kernel import BilinearKernel, GeneralKernel, ZonalKernel
from theorems.model.matrix import is_orthogonal, is_positive_semidefinite
from theorems.model.profile import lies_within, value_at
from theorems.model.real import Real

if TYPE_CHECKING:
    from theorems.model.nodes import Expression
    from theorems.model.problem import Problem


def is_flat(problem: Problem, i: int) -> bool:
    """Whether the self term of label i is absent, or h_ii(x,y) = (h_ii(x,x) + h_ii(y,y))/2 for all x, y.

    Zonal with R_i orthogonal: k_ii = 0, or phi = phi(1) on all attainable inner products. Bilinear: y = -x gives
    <x, M x> = 0 for all x, so that the symmetric M_ii vanishes.

    Raises:
        UndecidedError: k_ii != 0 and R_i is not orthogonal, the kernel is a general one, or the profile resists.
    """
    if not problem.labels.self_terms:
        return True
    kernel = problem.kernel
    if isinstance(kernel, BilinearKernel):
        return all(entry == 0 for row in kernel.blocks[i][i] for entry in row)
    if isinstance(kernel, ZonalKernel) and kernel.bias[i][i] == 0:
        return True
    profile = _self_profile(problem, i)
    top = value_at(profile, Real(1))
    return lies_within(profile, problem.dimension, top, top)


def is_jensen(problem: Problem, i: int) -> bool:
    """Whether the self term of label i is absent, or h_ii(x,y) <= (h_ii(x,x) + h_ii(y,y))/2 for all x, y.

    Zonal with R_i orthogonal: k_ii phi <= k_ii phi(1) at all attainable inner products. Bilinear: the condition is
    <x - y, M (x - y)> >= 0, that is M_ii PSD (differences of unit vectors point everywhere).

    Raises:
        UndecidedError: k_ii != 0 and R_i is not orthogonal, the kernel is a general one, or the profile resists.
    """
    if not problem.labels.self_terms:
        return True
    kernel = problem.kernel
    if isinstance(kernel, BilinearKernel):
        return is_positive_semidefinite(kernel.blocks[i][i])
    sign = kernel.bias[i][i].sign() if isinstance(kernel, ZonalKernel) else 1
    if sign == 0:
        return True
    profile = _self_profile(problem, i)
    top = value_at(profile, Real(1))
    lowest, highest = (None, top) if sign > 0 else (top, None)
    return lies_within(profile, problem.dimension, lowest, highest)


def _self_profile(problem: Problem, i: int) -> Expression:
    """Phi or psi_ii, a function of <x, y>."""
    if isinstance(problem.kernel, GeneralKernel):
        raise UndecidedError("the self term of a general kernel is not zonal")
    if not is_orthogonal(problem.gauge(i)):
        raise UndecidedError(f"gauge {i} is not orthogonal, so that the self term is not zonal")
    return problem.pair_term(i, i)[1]
