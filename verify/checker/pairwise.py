"""Rules for profiles of pairs, h_ij = psi_ij(<R_i x, R_j y>): a bound pair by pair, and what makes maximisers rigid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from theorems.model.assertion import Domain
from theorems.model.calculus import as_polynomial
from theorems.model.errors import InexactError
from theorems.model.kernel import PairKernel
from theorems.model.matrix import is_orthogonal
from theorems.model.profile import lies_within, peaks_at_one, peaks_only_at_one, value_at
from theorems.model.real import Real
from verify.errors import RefusedError
from verify.verdict import Trust

if TYPE_CHECKING:
    from theorems.model.matrix import Matrix
    from theorems.model.nodes import Expression
    from theorems.model.problem import Problem
    from theorems.model.proof import Ceilings


def require_pairs(problem: Problem) -> PairKernel:
    """The kernel, if it has profiles of pairs and orthogonal gauges; refuses any other."""
    kernel = problem.kernel
    if not isinstance(kernel, PairKernel):
        raise RefusedError("the kernel has no profiles of pairs")
    if not all(map(is_orthogonal, kernel.gauges)):
        raise RefusedError("a gauge is not orthogonal")
    return kernel


def ceilings(problem: Problem, domain: Domain, proof: Ceilings) -> tuple[Real, Trust]:
    """A bound by the greatest value of each profile.

    Lemma: if psi_ij <= u_ij at every attainable inner product, E <= 1/2 sum_ij w_ij u_ij, w_ij = rho_i rho_j (no
    diagonal in `tokens`).

    Proof. R_i orthogonal puts <R_i x, R_j y> in the attainable set; integrate over mu_i x mu_j and sum, w_ij >= 0. For
    a tuple of Diracs the self term of label i is w_ii psi_ii(1) exactly, which is used where it has an exact form.
    """
    kernel, n = require_pairs(problem), len(problem)
    if [len(row) for row in proof.values] != list(range(1, n + 1)):
        raise RefusedError(f"expected {n} rows of 1 to {n} ceilings")
    lowest: dict[int, tuple[Expression, Real]] = {}
    total: list[Real] = []
    for i, row in enumerate(proof.values):
        for j, value in enumerate(row):
            weight, profile = problem.pair_term(i, j)
            if weight == 0:
                continue
            top = _top(profile) if i == j and domain is Domain.TUPLES else None
            total.append(weight * (value if top is None else top) * (1 if i == j else 2))
            if top is None and (id(profile) not in lowest or value < lowest[id(profile)][1]):
                lowest[id(profile)] = profile, value
    for profile, value in lowest.values():
        if not lies_within(profile, problem.dimension, None, value):
            raise RefusedError(f"a profile exceeds its ceiling {value} at an attainable inner product")
    irrational = any(not value.is_rational for _, value in lowest.values())
    return Real.sum(total) / 2, max(pair_trust(kernel), Trust.BALL) if irrational else pair_trust(kernel)


def _top(profile: Expression) -> Real | None:
    try:
        return value_at(profile, Real(1))
    except InexactError:
        return None


def pair_trust(kernel: PairKernel) -> Trust:
    """RATIONAL where every profile is a polynomial over Q, whose sign questions fall to Sturm's theorem; else BALL."""
    distinct = {id(profile): profile for row in kernel.profiles for profile in row}
    rational = all(as_polynomial(profile, "r") is not None for profile in distinct.values())
    return Trust.RATIONAL if rational else Trust.BALL


def bonds_of_pairs(problem: Problem) -> tuple[Matrix, Trust]:
    """1 for each pair whose profile is strictly below psi_ij(1) at every attainable t < 1, 0 for the others.

    Lemma: if psi_ij <= psi_ij(1) for every pair that counts, E <= 1/2 sum w_ij psi_ij(1), with equality iff psi_ij =
    psi_ij(1) almost surely for each of them, and where the bond is 1 that is R_i x = R_j y.

    Refuses a pair that counts whose profile exceeds psi_ij(1).
    """
    kernel, n = require_pairs(problem), len(problem)
    strict: dict[int, bool] = {}
    rows = [[Real(0)] * n for _ in range(n)]
    for i in range(n):
        for j in range(i + 1):
            weight, profile = problem.pair_term(i, j)
            if weight == 0:
                continue
            if id(profile) not in strict:
                if not peaks_at_one(profile, problem.dimension):
                    raise RefusedError(f"the profile of labels {i} and {j} exceeds its value at 1")
                strict[id(profile)] = peaks_only_at_one(profile, problem.dimension)
            rows[i][j] = rows[j][i] = Real(int(strict[id(profile)]))
    return tuple(map(tuple, rows)), pair_trust(kernel)
