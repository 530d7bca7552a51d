"""A Cholesky factorisation in whole numbers: deterministic on every machine, no float anywhere.

Left-looking by blocks: the products are python-flint's, and plain Python works on the blocks of the diagonal alone.
"""

from __future__ import annotations

from math import isqrt

from flint import fmpz_mat

BLOCK = 32
"""Columns a block: plain Python costs n BLOCK^2 steps, the products n^3/(3 BLOCK) conversions."""

GUARD = 64
"""Bits beyond the length of the entries to which the inverse of a diagonal block is kept."""


def integer_cholesky(matrix: list[list[int]]) -> list[list[int]] | None:
    """A lower triangular F with F F^T close to the matrix, or None where the matrix is not seen to be PSD.

    |F F^T - A|_ij <= `rounding_error(F)`. None: a pivot is negative, or it is 0 and the column below it is not. Cost:
    n^3/3 products in C; at n = 200 with entries of 90 bits some 60 ms.

    Args:
        matrix: A, symmetric, whole numbers; best with entries of about 90 bits, so that those of F have 45.
    """
    n = len(matrix)
    factor = [[0] * n for _ in range(n)]
    for start in range(0, n, BLOCK):
        stop = min(n, start + BLOCK)
        panel = _remainder(matrix, factor, start, stop)
        head = _small_cholesky([[int(panel[i, j]) for j in range(stop - start)] for i in range(stop - start)])
        if head is None:
            return None
        tail = _tail(panel, head)
        if tail is None:
            return None
        for i, row in enumerate(head + tail, start=start):
            factor[i][start:stop] = row
    return factor


def rounding_error(factor: list[list[int]]) -> int:
    """A bound on every |F F^T - A|_ij: twice the greatest sum_k |F_jk|.

    Each entry of F is within 1 of the one that would make its column exact (within 1/2 off the diagonal), and such an
    error e in F_ik changes (F F^T)_ij by e |F_jk|; on the diagonal 0 <= p - isqrt(p)^2 <= 2 isqrt(p).
    """
    return 2 * max(sum(map(abs, row)) for row in factor)


def _remainder(matrix: list[list[int]], factor: list[list[int]], start: int, stop: int) -> fmpz_mat:
    """Columns start..stop of A - F F^T from row start on, F filled to its first `start` columns."""
    panel = fmpz_mat([row[start:stop] for row in matrix[start:]])
    if not start:
        return panel
    left = fmpz_mat([row[:start] for row in factor[start:]])
    top = fmpz_mat([row[:start] for row in factor[start:stop]])
    return panel - left * top.transpose()


def _small_cholesky(block: list[list[int]]) -> list[list[int]] | None:
    width = len(block)
    head = [[0] * width for _ in range(width)]
    for j in range(width):
        row = head[j]
        pivot = block[j][j] - sum(a * a for a in row[:j])
        if pivot < 0:
            return None
        row[j] = root = isqrt(pivot)
        for i in range(j + 1, width):
            rest = block[i][j] - sum(a * b for a, b in zip(head[i][:j], row, strict=False))
            if root:
                head[i][j] = _rounded(rest, root)
            elif rest:
                return None
    return head


def _tail(panel: fmpz_mat, head: list[list[int]]) -> list[list[int]] | None:
    """The rows X below a diagonal block L, with X L^T = panel up to rounding; None if a zero pivot forbids it."""
    width = len(head)
    bits = max(max(map(abs, row)) for row in head).bit_length() * 2 + GUARD
    inverse = fmpz_mat(_inverse(head, bits))
    half = 1 << (bits - 1)
    product = (panel * inverse.transpose()).tolist()[width:]
    tail = [[(int(entry) + half) >> bits for entry in row] for row in product]
    for j, row in enumerate(head):
        if not row[j]:
            for i, made in enumerate(tail, start=width):
                rest = int(panel[i, j]) - sum(a * b for a, b in zip(made, row, strict=True))
                if abs(rest) > sum(map(abs, row)):
                    return None
    return tail


def _inverse(head: list[list[int]], bits: int) -> list[list[int]]:
    """2^bits L^{-1}, rounded, for a lower triangular L; a zero pivot gives a zero row."""
    width = len(head)
    inverse = [[0] * width for _ in range(width)]
    for j in range(width):
        if not head[j][j]:
            continue
        inverse[j][j] = _rounded(1 << bits, head[j][j])
        for i in range(j + 1, width):
            if head[i][i]:
                total = sum(head[i][k] * inverse[k][j] for k in range(j, i))
                inverse[i][j] = _rounded(-total, head[i][i])
    return inverse


def _rounded(numerator: int, denominator: int) -> int:
    """The nearest whole number, halves upward, for a positive denominator."""
    return (2 * numerator + denominator) // (2 * denominator)
