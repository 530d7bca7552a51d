"""Flows of USA and SA seen in the Gram matrix: all that O(d) does not change follows from inner products alone.

Token i moves by x_i' = P_{x_i} sum_j c_ij x_j (USA), or by that divided by Z_i = sum_j c_ij (SA).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from theorems.model.arithmetic import EXACT
from theorems.model.calculus import derivative
from theorems.model.energy import profile_function
from theorems.model.matrix import dot
from theorems.model.problem import zonal
from theorems.model.real import Real

if TYPE_CHECKING:
    from theorems.model.matrix import Matrix, Vector
    from theorems.model.problem import Problem


def couplings(problem: Problem, gram: Matrix, bias: Matrix | None = None) -> Matrix:
    """c_ij = rho_j k_ij phi'(G_ij), exact; c_ii = 0 in `tokens`; rho_j k_ij exp(beta r) for h = k exp(beta r)/beta.

    Args:
        problem: a zonal kernel; its gauges are left out, so that G is the Gram matrix in the gauge frame.
        gram: the inner products G_ij.
        bias: takes the place of k; need not be symmetric.
    """
    kernel, masses = zonal(problem), problem.labels.masses
    slope = profile_function(derivative(kernel.profile, "r"), EXACT)
    k = kernel.bias if bias is None else bias
    n = len(problem)
    return tuple(
        tuple(
            masses[j] * k[i][j] * slope(gram[i][j]) if i != j or problem.labels.self_terms else Real(0)
            for j in range(n)
        )
        for i in range(n)
    )


def normalisers(coupling: Matrix) -> Vector:
    """Z_i = sum_j c_ij, which SA divides by."""
    return tuple(map(Real.sum, coupling))


def drift(coupling: Matrix, gram: Matrix) -> Matrix:
    """<P_{x_i} sum_l c_il x_l, x_j> = sum_l c_il (G_lj - G_il G_ij), G symmetric with G_ii = 1; cubic in n."""
    n = len(gram)
    along = [dot(coupling[i], gram[i]) for i in range(n)]  # what P_{x_i} takes away, in units of x_i
    return tuple(tuple(dot(coupling[i], gram[j]) - along[i] * gram[i][j] for j in range(n)) for i in range(n))


def gram_velocity(moved: Matrix) -> Matrix:
    """The derivative of G_ij = <x_i, x_j> under USA, exact; of the `drift`."""
    n = len(moved)
    return tuple(tuple(moved[i][j] + moved[j][i] for j in range(n)) for i in range(n))


def attention_gram_velocity(moved: Matrix, sizes: Vector) -> Matrix:
    """Z_i Z_j times the derivative of G_ij = <x_i, x_j> under SA, of the `drift` and Z: 1/Z has no exact form."""
    n = len(moved)
    return tuple(tuple(moved[i][j] * sizes[j] + moved[j][i] * sizes[i] for j in range(n)) for i in range(n))
