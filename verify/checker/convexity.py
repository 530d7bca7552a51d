"""Rules about D4: whether the energy is convex on the laws with the fixed label marginal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flint import fmpq

from theorems.model.assertion import Convex, Relation
from theorems.model.energy import energy
from theorems.model.errors import InexactError
from theorems.model.kernel import BilinearKernel, ZonalKernel
from theorems.model.law import Law, mixture
from theorems.model.matrix import all_rational, is_positive_semidefinite
from theorems.model.profile import has_positive_coefficients
from verify.checker.bounds import MAX_ELIMINATION
from verify.checker.laws import require_shape
from verify.errors import RefusedError
from verify.verdict import Trust

if TYPE_CHECKING:
    from theorems.model.proof import NotConvex, PositiveCoefficients


def positive_coefficients(assertion: Convex, _proof: PositiveCoefficients) -> Trust:
    """A convex energy.

    Lemma: let self terms count, k be PSD and phi(r) = sum_m c_m r^m with c_m >= 0 for m >= 1. Then E is convex on the
    laws with the fixed label marginal. Proof. For a difference sigma of two such laws the constant term gives 0, each
    sigma_i having no mass; <R_i x, R_j y>^m is an inner product of tensor powers v_i of R_i x, so the rest is a sum of
    c_m sum_ij C_ij <int v_i dsigma_i, int v_j dsigma_j> >= 0. For a bilinear kernel the block matrix must be PSD.
    Source: claims.md D4.
    """
    problem = assertion.problem
    if assertion.relation is not Relation.EQ:
        raise RefusedError("positive coefficients prove no statement of the kind !=")
    if not problem.labels.self_terms:
        raise RefusedError("the self terms, which a PSD bias needs, do not count in tokens")
    kernel = problem.kernel
    if isinstance(kernel, ZonalKernel):
        if not has_positive_coefficients(kernel.profile):
            raise RefusedError("the profile is not seen to have coefficients >= 0 beyond the constant")
        table = kernel.bias
    elif not isinstance(kernel, BilinearKernel):
        raise RefusedError("the kernel is neither zonal nor bilinear")
    else:
        n, d = len(problem), problem.dimension
        table = tuple(
            tuple(kernel.blocks[i][j][a][b] for j in range(n) for b in range(d)) for i in range(n) for a in range(d)
        )
    if len(table) > MAX_ELIMINATION or not all_rational(table):
        raise RefusedError(f"the bias is not rational with at most {MAX_ELIMINATION} rows")
    if not is_positive_semidefinite(table):
        raise RefusedError("the bias is not positive semidefinite")
    return Trust.RATIONAL


def not_convex(assertion: Convex, proof: NotConvex) -> Trust:
    """Lemma: E at the midpoint of two laws is more than the mean of E at the ends, so that E is not convex."""
    if assertion.relation is not Relation.NE:
        raise RefusedError("a chord above proves no statement of the kind =")
    problem = assertion.problem
    require_shape(problem, proof.first)
    require_shape(problem, proof.second)
    pairs = zip(proof.first.slices, proof.second.slices, strict=True)
    middle = Law(tuple(mixture(a, b, fmpq(1, 2)) for a, b in pairs))
    try:
        bend = 2 * energy(problem, middle) - energy(problem, proof.first) - energy(problem, proof.second)
    except InexactError as error:
        raise RefusedError(f"the energy has no exact form: {error}") from None
    if bend <= 0:
        raise RefusedError("the midpoint is not above the chord")
    return Trust.RATIONAL if bend.is_rational else Trust.BALL
