r"""The multipliers that a factor F needs: what the linear certificate of claims.md section 4 costs a label.

For any real F and symmetric C, with D = C + F F^T,
    sum_ij C_ij <m_i, m_j> = sum_ij D_ij <m_i, m_j> - |F^T m|^2 <= sum_i t_i |m_i|^2,
    t_i = D_ii + sum_{j != i} |D_ij|,
since 2 |<m_i, m_j>| <= |m_i|^2 + |m_j|^2. So E <= 1/2 sum_i l_i |m_i|^2 whenever l_i >= t_i.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from flint import fmpq, fmpz, fmpz_mat

from theorems.model.errors import InvalidInputError
from theorems.model.kernel import GeneralKernel, PairKernel, ZonalKernel
from theorems.model.matrix import total
from theorems.model.quadratic import affine_pairs, affine_profile
from theorems.model.real import Real

if TYPE_CHECKING:
    from collections.abc import Sequence

    from theorems.model.matrix import Matrix
    from theorems.model.problem import Problem


def linear_matrix(problem: Problem) -> tuple[Matrix, Real]:
    """(C, c) with E = 1/2 (c + sum C_ab <m_a, m_b>): one row a label, or one a label and coordinate if bilinear.

    Orthogonality of the gauges is the caller's to check: m_i is then the mean of slice i in the gauge frame.
    `Problem.whole_form` holds the same C in whole numbers, for large n.

    Raises:
        InvalidInputError: the profile is not of degree 1 or less with rational coefficients, or with exact ones if it
            is one of a pair.
    """
    if isinstance(problem.kernel, ZonalKernel):
        slope, offset = affine_profile(problem.kernel)
        weighted = problem.weighted_bias()
        scaled = weighted if slope == 1 else tuple(tuple(Real(slope) * entry for entry in row) for row in weighted)
        return scaled, _zonal_constant(problem, offset)
    if isinstance(problem.kernel, PairKernel):
        slopes, constant = affine_pairs(problem)
        n = len(problem)
        full = tuple(tuple(problem.pair_weight(i, j) * slopes[i][j] for j in range(n)) for i in range(n))
        return full, constant
    if isinstance(problem.kernel, GeneralKernel):
        raise InvalidInputError("kernel: a general one has no linear certificate")
    n, d, blocks = len(problem), problem.dimension, problem.kernel.blocks
    rows = tuple(
        tuple(problem.pair_weight(i, j) * blocks[i][j][a][b] for j in range(n) for b in range(d))
        for i in range(n)
        for a in range(d)
    )
    return rows, Real(0)


def linear_constant(problem: Problem) -> Real:
    """The c of `linear_matrix`, which is a sum over all pairs only where a profile has a constant.

    Raises:
        InvalidInputError: as `linear_matrix`.
    """
    if isinstance(problem.kernel, PairKernel):
        return affine_pairs(problem)[1]
    if isinstance(problem.kernel, ZonalKernel):
        return _zonal_constant(problem, affine_profile(problem.kernel)[1])
    return Real(0)


def _zonal_constant(problem: Problem, offset: fmpq) -> Real:
    """For a profile a r + offset: offset times the sum of all rho_i rho_j k_ij."""
    return Real(offset) * total(problem.weighted_bias()) if offset else Real(0)


def needed_multipliers(problem: Problem, denominator: int, factor: Sequence[Sequence[int]]) -> list[fmpq]:
    """For each label the least multiplier that F = factor/denominator allows, or a rational just above it.

    Exact where C is rational; else C is within r/q of N/q (`theorems.model.quadratic`), and each of the entries of a
    row pays r/q more. Cost: whole-number products, n^3/6 for a triangular F and n^2 k/2 for k columns.

    Args:
        problem: gives the labels and the kernel.
        denominator: q >= 1.
        factor: whole numbers, as many rows as C; a row may leave out zeros at its end.
    """
    form = problem.whole_form
    common, scale = form.denominator, fmpz(denominator) ** 2
    shared = common.gcd(scale)
    up, down = scale // shared, common // shared  # q D = up N + down F F^T, q the least common denominator
    totals = [fmpz(0)] * form.size
    for (start, stop), panel in zip(form.spans(), form.panels, strict=True):
        square = _square(factor, start, stop)
        residual = (panel * up + (square if down == 1 else square * down)).tolist()
        for a, row in enumerate(residual[: stop - start], start=start):
            own = row[a - start]
            totals[a] += sum(map(abs, row), start=own - abs(own))
        # what is below the block of the diagonal stands, by symmetry, for what is right of it too
        below = [list(map(abs, row)) for row in residual[stop - start :]]
        for a, row in enumerate(below, start=stop):
            totals[a] += sum(row, start=fmpz(0))
        for b, column in enumerate(zip(*below, strict=True), start=start):
            totals[b] += sum(column, start=fmpz(0))
    spread = form.radius * up * form.size
    rows = [fmpq(total + spread, up * common) for total in totals]
    return [max(rows[a : a + form.width]) for a in range(0, form.size, form.width)]


def _square(factor: Sequence[Sequence[int]], start: int, stop: int) -> fmpz_mat:
    """Rows from `start` on of columns start..stop of F F^T, for the whole numbers F."""
    used = max(1, *map(len, factor[start:stop]))
    rows = [[*row[:used], *(0,) * (used - len(row))] for row in factor[start:]]
    return fmpz_mat(rows) * fmpz_mat(rows[: stop - start]).transpose()
