"""Rules about the set of all maximisers: one class under O(d), finitely many, or infinitely many."""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING

from flint import fmpq_mat

from theorems.model.assertion import Collapse, Finite, OneOutput, Relation, Spread, Unique
from theorems.model.law import content_marginal
from theorems.model.matrix import all_rational, null_space
from theorems.model.multipliers import linear_matrix
from theorems.model.problem import Problem, zonal
from theorems.model.profile import value_at
from theorems.model.proof import Circulant, Semidefinite
from theorems.model.real import Real
from verify.checker.bounds import circulant_eigenvalues, profile_trust, require_orthogonal_gauges
from verify.checker.laws import require_shape
from verify.checker.maximisers import gauges_agree, require_maximiser
from verify.errors import RefusedError
from verify.verdict import Trust

if TYPE_CHECKING:
    from theorems.model.law import Law
    from theorems.model.proof import StrictSigns, UniqueGram


def unique_gram(assertion: Unique | OneOutput | Collapse | Spread, proof: UniqueGram) -> Trust:
    """One class of maximisers, from an exact dual.

    Lemma: let the profile be a r + b, l_i > 0 for all i, S = Diag(l) - C PSD, and let a law have the energy
    (sum_i l_i + c)/2 of that bound. If at most one Gram matrix G has S G = 0 and G_ii = 1, then the maximiser over laws
    is unique up to O(d) in the gauge frame. Where all gauges agree, all maximisers then have the content marginal of
    that law up to O(d), and are collapsed iff it is.

    Proof. sum_ij C_ij <m_i, m_j> = sum_i l_i |m_i|^2 - sum_ij S_ij <m_i, m_j> <= sum_i l_i, with equality iff S m = 0
    in every coordinate and |m_i| = 1, so that slice i is a Dirac mass. So a maximiser is a tuple of unit vectors whose
    Gram matrix G has S G = 0 and G_ii = 1; two such tuples in R^d with one Gram matrix differ by an element of O(d).
    `_require_rational` and `_require_circulant` say when G is unique.
    """
    problem, upper = assertion.problem, proof.upper
    if assertion.relation is not Relation.EQ:
        raise RefusedError(f"a unique Gram matrix proves no statement of the kind {assertion.relation.value}")
    require_shape(problem, proof.law)
    if not isinstance(assertion, Unique):
        _require_content(assertion, proof.law)
    trust = require_maximiser(problem, proof.law, upper)
    if isinstance(upper, Semidefinite):
        _require_rational(problem, upper)
    elif isinstance(upper, Circulant):
        _require_circulant(problem)
    else:
        raise RefusedError(f"a bound of the kind {type(upper).__name__} has no exact dual")
    return trust


def _require_content(assertion: OneOutput | Collapse | Spread, law: Law) -> None:
    """Refuses where the gauges differ, and a law that is not collapsed or spread as asked."""
    if not gauges_agree(assertion.problem):
        raise RefusedError("the gauges differ: the maximisers agree in the gauge frame alone")
    collapsed = content_marginal(assertion.problem.labels, law).is_dirac
    if isinstance(assertion, Collapse | Spread) and collapsed != isinstance(assertion, Collapse):
        raise RefusedError("the maximiser is collapsed" if collapsed else "the maximiser is spread")


def _require_rational(problem: Problem, upper: Semidefinite) -> None:
    """Lemma: G is unique if the products V_ia V_ib, a <= b, have rank k(k+1)/2, V a basis of ker S with k columns.

    Proof. G = V Q V^T for a symmetric Q, since S G = 0, and G_ii = sum_ab Q_ab V_ia V_ib = 1 is a linear system for Q
    with at most one solution.
    """
    zonal(problem)
    if any(entry <= 0 for entry in upper.multipliers):
        raise RefusedError("a multiplier is not positive: a slice may be spread")
    matrix, _ = linear_matrix(problem)
    n = len(problem)
    slack = fmpq_mat(n, n, [-entry.rational() for row in matrix for entry in row])
    for i, multiplier in enumerate(upper.multipliers):
        slack[i, i] += multiplier
    basis = null_space(slack)
    size = len(basis) * (len(basis) + 1) // 2
    if size > n:
        raise RefusedError(f"the kernel of the dual has dimension {len(basis)}: the Gram matrix is not unique")
    products = [[u[i] * v[i] for a, u in enumerate(basis) for v in basis[a:]] for i in range(n)]
    if fmpq_mat(products).rank() < size:
        raise RefusedError("the unit lengths leave the Gram matrix free")


def _require_circulant(problem: Problem) -> None:
    """Lemma: for a circulant C with lambda_p = lambda_-p > 0 above all others, G is unique unless n/gcd(n, p) = 4.

    Proof. With theta_j = 2 pi p j/n, S G = 0 says x_j = A cos theta_j + B sin theta_j. N = n/gcd(n, p) is the least
    number with N theta_j in 2 pi Z for all j. If N is 1 or 2, the sines vanish and x_j = A or -A. Else
    |x_j|^2 = (|A|^2 + |B|^2)/2 + (|A|^2 - |B|^2)/2 cos 2 theta_j + <A, B> sin 2 theta_j. For N = 3 and N >= 5 the
    angles 2 theta_j run through N/gcd(N, 2) >= 3 equal parts of the circle, where 1, cos and sin are independent: so
    |A| = |B| = 1, <A, B> = 0 and G_jl = cos(theta_j - theta_l). For N = 4 sin 2 theta_j = 0, and <A, B> is free.
    """
    eigenvalues, _, _ = circulant_eigenvalues(problem)
    n, greatest = len(problem), max(eigenvalues.values())
    if greatest <= 0:
        raise RefusedError("the greatest eigenvalue is not positive: a slice may be spread")
    winding, *more = [p for p, value in eigenvalues.items() if value == greatest]
    if more:
        raise RefusedError("two frequencies have the greatest eigenvalue")
    if n // gcd(n, winding) == 4:
        raise RefusedError("the greatest eigenvalue belongs to quarter turns: two pairs of labels are free")


def strict_signs(assertion: Finite, _proof: StrictSigns) -> Trust:
    """Finitely many maximisers in dimension 1.

    Lemma: let d = 1, all self terms count, and k_ii (phi(1) - phi(-1)) > 0 for all i. Then every maximiser over laws is
    a tuple of Dirac masses: there are at most 2^n.

    Proof. In the frame of the gauges, which are 1 or -1, a slice is given by its mean m in [-1, 1]. With the other
    slices held fixed E is a polynomial in m whose term of degree 2 is rho_i^2 k_ii (phi(1) - phi(-1)) m^2/4, for
    iint phi(x y) = (phi(1) + phi(-1))/2 + m^2 (phi(1) - phi(-1))/2. Strictly convex: greatest at m = 1 or -1 only.
    """
    problem = assertion.problem
    if assertion.relation is not Relation.EQ:
        raise RefusedError("finitely many signs prove no statement of the kind !=")
    kernel = zonal(problem)
    require_orthogonal_gauges(problem)
    if problem.dimension != 1 or not problem.labels.self_terms:
        raise RefusedError("the dimension is not 1, or self terms do not count")
    bend = value_at(kernel.profile, Real(1)) - value_at(kernel.profile, Real(-1))
    for i in range(len(problem)):
        if kernel.bias[i][i] * bend <= 0:
            raise RefusedError(f"the self term of label {i} is not strictly convex")
    return max(profile_trust(problem), Trust.RATIONAL if all_rational(kernel.bias) else Trust.BALL)
