"""Rules that bound the energy of every law, or of every tuple of Diracs, from above."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flint import fmpq

from theorems.model.assertion import Domain
from theorems.model.calculus import as_polynomial
from theorems.model.errors import InexactError, InvalidInputError
from theorems.model.kernel import ZonalKernel, frame_gauges
from theorems.model.matrix import all_rational, is_orthogonal, is_positive_semidefinite
from theorems.model.multipliers import linear_constant, linear_matrix, needed_multipliers
from theorems.model.problem import Problem, zonal
from theorems.model.profile import lies_within, value_at
from theorems.model.proof import Ceilings, Grid, Linear, Moment, Pointwise, Semidefinite, UpperBound
from theorems.model.quadratic import affine_profile
from theorems.model.real import Real
from verify.checker.circulant import SMALL, circulant_row, leading_eigenvalues
from verify.checker.grid import grid
from verify.checker.moments import moment
from verify.checker.pairwise import ceilings
from verify.errors import RefusedError
from verify.verdict import Trust

if TYPE_CHECKING:
    from collections.abc import Sequence

    from theorems.model.matrix import Matrix

MAX_ELIMINATION = 40
"""Rows up to which exact elimination stays short."""

MAX_SPARE = 64
"""Columns that the factor of a smaller matrix may have; else as many as rows, which is enough for any."""


def upper_bound(problem: Problem, domain: Domain, proof: UpperBound) -> tuple[Real, Trust]:
    """A U with E <= U for every law of the domain, which the proof shows.

    Raises:
        RefusedError: it does not show one.
    """
    if isinstance(proof, Pointwise):
        return pointwise(problem, domain, proof)
    if isinstance(proof, Ceilings):
        return ceilings(problem, domain, proof)
    if isinstance(proof, Grid):
        return grid(problem, domain, proof)
    if isinstance(proof, Linear):
        return linear(problem, domain, proof)
    if isinstance(proof, Semidefinite):
        return semidefinite(problem, domain, proof)
    if isinstance(proof, Moment):
        require_orthogonal_gauges(problem)
        return moment(problem, domain, proof)
    return circulant(problem, domain)


def require_orthogonal_gauges(problem: Problem) -> None:
    """Refuses a kernel with a gauge R_i that is not orthogonal: <R_i x, R_j y> may then leave [-1, 1]."""
    for i, gauge in enumerate(frame_gauges(problem.kernel)):
        if not is_orthogonal(gauge):
            raise RefusedError(f"gauge {i} is not orthogonal")


def profile_trust(problem: Problem) -> Trust:
    """RATIONAL where sign questions about the profile fall to Sturm's theorem, BALL elsewhere."""
    polynomial = as_polynomial(zonal(problem).profile, "r")
    return Trust.BALL if polynomial is None else Trust.RATIONAL


def pointwise(problem: Problem, domain: Domain, proof: Pointwise) -> tuple[Real, Trust]:
    """Lemma: E <= 1/2 sum_ij max(C_ij lowest, C_ij highest), C_ij = rho_i rho_j k_ij (no diagonal in `tokens`).

    Proof. R_i orthogonal gives <R_i x, R_j y> in the attainable set, so C_ij phi(..) is at most C_ij highest where
    C_ij >= 0 and C_ij lowest elsewhere; integrate over mu_i x mu_j and sum. For a tuple of Diracs the self term of
    label i is C_ii phi(1) exactly, which is used where phi(1) has an exact form. Source: claims.md R1, S1.
    """
    kernel = zonal(problem)
    require_orthogonal_gauges(problem)
    if proof.lowest > proof.highest:
        raise RefusedError(f"lowest {proof.lowest} is above highest {proof.highest}")
    if not lies_within(kernel.profile, problem.dimension, proof.lowest, proof.highest):
        raise RefusedError(f"the profile leaves [{proof.lowest}, {proof.highest}] at an attainable inner product")
    diagonal = _top(problem) if domain is Domain.TUPLES else None
    weights = problem.weighted_bias()
    values = {id(weight): weight for row in weights for weight in row}  # a large table repeats few objects
    chosen = {key: proof.highest if weight >= 0 else proof.lowest for key, weight in values.items()}
    total = Real.sum(
        weight * (diagonal if i == j and diagonal is not None else chosen[id(weight)])
        for i, row in enumerate(weights)
        for j, weight in enumerate(row)
    )
    irrational = any(not weight.is_rational for weight in values.values())
    trust = profile_trust(problem)
    return total / 2, max(trust, Trust.BALL) if irrational else trust


def _top(problem: Problem) -> Real | None:
    try:
        return value_at(zonal(problem).profile, Real(1))
    except InexactError:
        return None


def linear(problem: Problem, domain: Domain, proof: Linear) -> tuple[Real, Trust]:
    """Lemma: for l_i >= t_i(F), E <= 1/2 sum l_i over tuples of Diracs and E <= 1/2 sum max(0, l_i) over laws.

    Proof. `theorems.model.multipliers`: E <= 1/2 sum l_i |m_i|^2, m_i the mean of slice i in the gauge frame, whose
    length is 1 for a Dirac mass and at most 1 for any slice. Source: claims.md section 4, linear certificate.
    """
    require_orthogonal_gauges(problem)
    _require_one_a_label(problem, len(proof.multipliers))
    try:
        form = problem.whole_form
    except InvalidInputError as error:
        raise RefusedError(str(error)) from None
    size = form.size
    if proof.denominator < 1:
        raise RefusedError(f"denominator {proof.denominator} is not positive")
    if len(proof.factor) != size:
        raise RefusedError(f"the factor has {len(proof.factor)} rows, the matrix {size}")
    if (longest := max(map(len, proof.factor))) > max(size, MAX_SPARE):
        raise RefusedError(f"a row of the factor has {longest} entries, more than {max(size, MAX_SPARE)}")
    needed = needed_multipliers(problem, proof.denominator, proof.factor)
    for i, (given, least) in enumerate(zip(proof.multipliers, needed, strict=True)):
        if given < least:
            raise RefusedError(f"multiplier {i} is too small: it is {given}, the factor needs {least}")
    trust = Trust.BALL if form.radius else Trust.RATIONAL
    return _paid(domain, proof.multipliers) + linear_constant(problem) / 2, trust


def semidefinite(problem: Problem, domain: Domain, proof: Semidefinite) -> tuple[Real, Trust]:
    """Lemma: if Diag(l) - C is PSD, then E <= 1/2 sum l_i over tuples and E <= 1/2 sum max(0, l_i) over laws.

    Proof. sum_ij C_ij <m_i, m_j> <= sum_i l_i |m_i|^2, coordinate by coordinate; then as in `linear`. Exact
    elimination over the rationals, cubic in the size, so at most `MAX_ELIMINATION` rows.
    """
    matrix, constant = _linear_form(problem, len(proof.multipliers))
    if len(matrix) > MAX_ELIMINATION:
        raise RefusedError(f"a matrix of {len(matrix)} rows, more than {MAX_ELIMINATION}: give a factor")
    if not all_rational(matrix):
        raise RefusedError("the matrix is not rational: give a factor")
    width = len(matrix) // len(problem)
    slack = tuple(
        tuple((Real(proof.multipliers[i // width]) if i == j else 0) - entry for j, entry in enumerate(row))
        for i, row in enumerate(matrix)
    )
    if not is_positive_semidefinite(slack):
        raise RefusedError("Diag(l) - C is not positive semidefinite")
    return _paid(domain, proof.multipliers) + constant / 2, Trust.RATIONAL


def circulant(problem: Problem, domain: Domain) -> tuple[Real, Trust]:
    """A bound by the eigenvalues of a circulant C.

    Lemma: if C_ij = c_(j-i mod n), then E <= n lambda/2 over tuples and E <= n max(0, lambda)/2 over laws, lambda the
    greatest of lambda_p = sum_j c_j cos(2 pi p j/n).

    Proof. The lambda_p are the eigenvalues of the symmetric C (`verify.checker.circulant`); so
    sum_ij C_ij <m_i, m_j> <= lambda sum_i |m_i|^2, and |m_i| <= 1, with equality for Dirac masses.
    Source: claims.md S2.
    """
    eigenvalues, constant, trust = circulant_eigenvalues(problem)
    greatest = max(eigenvalues.values())
    if domain is Domain.LAWS:
        greatest = max(greatest, Real(0))
    return (len(problem) * greatest + constant) / 2, trust


def circulant_eigenvalues(problem: Problem) -> tuple[dict[int, Real], Real, Trust]:
    """The leading eigenvalues of a circulant C, the constant of a profile a r + b, and who is trusted for the order."""
    require_orthogonal_gauges(problem)
    if not isinstance(problem.kernel, ZonalKernel):
        raise RefusedError("a kernel other than k(s, t) phi(r) is not looked at for a circulant C")
    try:
        slope, _ = affine_profile(problem.kernel)
    except InvalidInputError as error:
        raise RefusedError(str(error)) from None
    row = circulant_row(problem.weighted_bias())
    values = leading_eigenvalues(tuple(Real(slope) * entry for entry in row))
    by_form = len(row) <= SMALL and all(value.is_rational for value in values.values())
    return values, linear_constant(problem), Trust.RATIONAL if by_form else Trust.BALL


def _linear_form(problem: Problem, multipliers: int) -> tuple[Matrix, Real]:
    require_orthogonal_gauges(problem)
    _require_one_a_label(problem, multipliers)
    try:
        return linear_matrix(problem)
    except InvalidInputError as error:
        raise RefusedError(str(error)) from None


def _require_one_a_label(problem: Problem, multipliers: int) -> None:
    if multipliers != len(problem):
        raise RefusedError(f"{multipliers} multipliers for {len(problem)} labels")


def _paid(domain: Domain, multipliers: Sequence[fmpq]) -> Real:
    """Half the sum of the multipliers; over laws a slice may have mean zero, so that a negative one pays nothing."""
    paid = multipliers if domain is Domain.TUPLES else [entry for entry in multipliers if entry > 0]
    return Real(sum(paid, start=fmpq(0))) / 2
