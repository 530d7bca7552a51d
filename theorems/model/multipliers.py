r"""The multipliers that a factor F needs: what the linear certificate of claims.md section 4 costs a label.

For any real F and symmetric C, with D = C + F F^T,
    sum_ij C_ij <m_i, m_j> = sum_ij D_ij <m_i, m_j> - |F^T m|^2 <= sum_i t_i |m_i|^2,
    t_i = D_ii + sum_{j != i} |D_ij|,
since 2 |<m_i, m_j>| <= |m_i|^2 + |m_j|^2. So E <= 1/2 sum_i l_i |m_i|^2 whenever l_i >= t_i.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from flint import arb, ctx, fmpq, fmpq_mat, fmpz, fmpz_mat

from theorems.model.calculus import as_polynomial, derivative
from theorems.model.errors import InexactError, InvalidInputError
from theorems.model.kernel import GeneralKernel, PairKernel, ZonalKernel
from theorems.model.matrix import all_rational
from theorems.model.occurrence import scalars_in
from theorems.model.profile import value_at
from theorems.model.real import Real

if TYPE_CHECKING:
    from collections.abc import Sequence

    from theorems.model.matrix import Matrix
    from theorems.model.nodes import Expression
    from theorems.model.problem import Problem

PRECISION = 256
"""Bits of the balls in which an irrational C is summed."""

ROUNDING = 160
"""An enclosure of a multiplier is rounded up to a multiple of 2^-ROUNDING."""


def linear_matrix(problem: Problem) -> tuple[Matrix, Real]:
    """(C, c) with E = 1/2 (c + sum C_ab <m_a, m_b>): one row a label, or one a label and coordinate if bilinear.

    Orthogonality of the gauges is the caller's to check: m_i is then the mean of slice i in the gauge frame.

    Raises:
        InvalidInputError: the profile is not of degree 1 or less with rational coefficients, or with exact ones if it
            is one of a pair.
    """
    if isinstance(problem.kernel, ZonalKernel):
        polynomial = as_polynomial(problem.kernel.profile, "r")
        if polynomial is None or polynomial.degree() > 1:
            raise InvalidInputError("profile: expected a r + b with rational a, b for a linear certificate")
        slope, constant = Real(polynomial[1]), Real(polynomial[0])
        weighted = problem.weighted_bias()
        scaled = weighted if slope == 1 else tuple(tuple(slope * entry for entry in row) for row in weighted)
        return scaled, constant * Real.sum(entry for row in weighted for entry in row) if constant else constant
    if isinstance(problem.kernel, PairKernel):
        return _affine(problem)
    if isinstance(problem.kernel, GeneralKernel):
        raise InvalidInputError("kernel: a general one has no linear certificate")
    n, d, blocks = len(problem), problem.dimension, problem.kernel.blocks
    rows = tuple(
        tuple(problem.pair_weight(i, j) * blocks[i][j][a][b] for j in range(n) for b in range(d))
        for i in range(n)
        for a in range(d)
    )
    return rows, Real(0)


def _affine(problem: Problem) -> tuple[Matrix, Real]:
    """(C, c) of psi_ij(r) = a_ij r + b_ij: C_ij = w_ij a_ij, c = sum w_ij b_ij."""
    n = len(problem)
    known: dict[int, tuple[Real, Real]] = {}
    slopes: list[list[Real]] = []
    constants: list[Real] = []
    for i in range(n):
        slopes.append([])
        for j in range(i + 1):
            weight, profile = problem.pair_term(i, j)
            a, b = known.setdefault(id(profile), _coefficients(profile, problem.dimension))
            slopes[i].append(weight * a)
            constants.append(weight * b * (1 if i == j else 2))
    full = tuple(tuple(slopes[max(i, j)][min(i, j)] for j in range(n)) for i in range(n))
    return full, Real.sum(constants)


def _coefficients(profile: Expression, dimension: int) -> tuple[Real, Real]:
    """(a, b) with psi(r) = a r + b at all attainable r: -1 and 1 alone for d = 1."""
    try:
        if dimension == 1:
            low, high = value_at(profile, Real(-1)), value_at(profile, Real(1))
            return (high - low) / 2, (high + low) / 2
        slope = derivative(profile, "r")
        if not scalars_in(slope):
            return value_at(slope, Real(0)), value_at(profile, Real(0))
    except InexactError:
        pass
    raise InvalidInputError("profile of a pair: expected a r + b with exact a, b for a linear certificate")


def needed_multipliers(
    problem: Problem, matrix: Matrix, denominator: int, factor: Sequence[Sequence[int]]
) -> list[fmpq]:
    """For each label the least multiplier that F = factor/denominator allows, or a rational just above it.

    Exact where C is rational; else the upper end of a ball, rounded up. Cost: one whole-number product n x k x n.

    Args:
        problem: gives the labels and the kernel.
        matrix: C, from `linear_matrix`.
        denominator: q >= 1.
        factor: whole numbers, as many rows as C, of one length.
    """
    size = len(matrix)
    integers = fmpz_mat(size, len(factor[0]), [entry for row in factor for entry in row])
    square = integers * integers.transpose()
    rows = _exact_rows(matrix, square, denominator) if all_rational(matrix) else _ball_rows(matrix, square, denominator)
    width = size // len(problem)
    return [max(rows[i * width : (i + 1) * width]) for i in range(len(problem))]


def _exact_rows(matrix: Matrix, square: fmpz_mat, denominator: int) -> list[fmpq]:
    size = len(matrix)
    numerators, common = fmpq_mat(size, size, [entry.rational() for row in matrix for entry in row]).numer_denom()
    scale = fmpz(denominator) ** 2
    excess = numerators * scale + square * common
    totals: list[fmpq] = []
    for i, row in enumerate(excess.tolist()):
        total = sum((abs(entry) for entry in row), start=fmpz(0)) - abs(row[i]) + row[i]
        totals.append(fmpq(total, scale * common))
    return totals


def _ball_rows(matrix: Matrix, square: fmpz_mat, denominator: int) -> list[fmpq]:
    totals: list[fmpq] = []
    with ctx.workprec(PRECISION):
        scale = arb(denominator) ** 2
        for i, (row, other) in enumerate(zip(matrix, square.tolist(), strict=True)):
            total = arb(0)
            for j, (entry, product) in enumerate(zip(row, other, strict=True)):
                ball = entry.ball(PRECISION) + arb(product) / scale
                total += ball if i == j else abs(ball)
            up = (total * 2**ROUNDING).upper().ceil().unique_fmpz()
            if up is None:
                raise InvalidInputError("matrix: an entry of C is too large for a ball of the working precision")
            totals.append(fmpq(up, fmpz(2) ** ROUNDING))
    return totals
