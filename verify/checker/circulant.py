"""The eigenvalues of a circulant matrix that may be its greatest: all for small n, those that balls leave for large."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flint import acb, ctx, fmpq

from theorems.model.real import Real
from verify.errors import RefusedError

if TYPE_CHECKING:
    from theorems.model.matrix import Matrix, Vector

SMALL = 64
"""Rows up to which every eigenvalue is written out exactly."""

PRECISION = 192
"""Bits of the balls of a discrete Fourier transform."""


def circulant_row(matrix: Matrix) -> Vector:
    """Row 0 of a symmetric matrix with C_ij = c_(j-i mod n); refuses any other. Equal objects are seen at a glance."""
    n, row = len(matrix), matrix[0]
    for i in range(1, n):
        for j, entry in enumerate(matrix[i]):
            expected = row[(j - i) % n]
            if entry is not expected and entry != expected:
                raise RefusedError(f"C is not circulant at ({i}, {j})")
    return row


def leading_eigenvalues(row: Vector) -> dict[int, Real]:
    """Exact lambda_p, by p from 0 to n/2, of every eigenvalue that may be the greatest of a symmetric circulant C.

    Lemma: the eigenvalues are lambda_p = sum_j c_j cos(2 pi p j/n), p = 0..n-1, and lambda_(n-p) = lambda_p; one that
    is left out here is less than one that is not.

    Proof. exp(2 pi i p j/n) is an eigenvector of a circulant matrix with the eigenvalue sum_j c_j exp(2 pi i p j/n),
    which is real, C being symmetric, and the same for n - p. For n > `SMALL` a discrete Fourier transform encloses all
    of them, and lambda_p is left out where its ball lies below the greatest lower end of a ball.
    """
    n = len(row)
    kept = list(range(n // 2 + 1))
    if n > SMALL:
        with ctx.workprec(PRECISION):
            balls = [value.real for value in acb.dft([acb(entry.ball(PRECISION)) for entry in row])][: n // 2 + 1]
            lowest = [ball.lower() for ball in balls]
            peak = lowest[0]
            for low in lowest:
                peak = max(peak, low)
            kept = [p for p, ball in enumerate(balls) if not ball < peak]
    return {p: Real.sum(c * Real.cosine(fmpq(p * j, n)) for j, c in enumerate(row)).simplified() for p in kept}
