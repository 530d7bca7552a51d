r"""Blocks in the moments of single inner products: Schoenberg's zonal blocks and Hausdorff's.

They hold over tuples of Diracs, with g_ii = 1, and over all laws with a free diagonal: g_ij^m then stands for the
moment E <X_i, X'_j>^m of independent X_i ~ mu_i, X'_j ~ mu_j, where X_i, X'_i are two independent draws for i = j.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from flint import fmpq, fmpq_poly

from theorems.model.moments.block import Block, Entry, Monomial, Pair, combination

if TYPE_CHECKING:
    from collections.abc import Iterator


def gegenbauer(dimension: int, degree: int) -> list[int]:
    """A positive whole multiple of P_l, the Gegenbauer polynomial of S^{d-1}: coefficients, lowest first.

    P_0 = 1, P_1 = t, (l + d - 2) P_(l+1) = (2l + d - 2) t P_l - l P_(l-1). For d = 1 there are P_0 and P_1 alone.
    """
    before, found = fmpq_poly([1]), fmpq_poly([0, 1])
    if degree == 0:
        return [1]
    for k in range(1, degree):
        step = (2 * k + dimension - 2) * fmpq_poly([0, 1]) * found - k * before
        before, found = found, step * fmpq(1, k + dimension - 2)
    return [int(entry) for entry in found.numer().coeffs()]


def pairs_of(labels: int, *, free: bool) -> list[Pair]:
    """The pairs i < j, and i = j where the diagonal is free."""
    return [(i, j) for i in range(labels) for j in range(i if free else i + 1, labels)]


def power_of(pair: Pair, exponent: int, *, free: bool) -> Monomial:
    """g_ij^m; 1 for i = j unless the diagonal is free."""
    return (pair,) * exponent if free or pair[0] != pair[1] else ()


def zonal_block(labels: int, dimension: int, degree: int, *, free: bool) -> Block:
    """[P_l(g_ij)], n x n, l >= 1.

    Lemma (Schoenberg): it is PSD. Proof: the addition theorem, P_l(<x, y>) = c sum_k Y_k(x) Y_k(y) with c > 0 and an
    orthonormal basis Y_k of the spherical harmonics of degree l (d = 1: P_1 and Y = x). So the matrix is the Gram
    matrix of (Y_k(x_i))_k; with a free diagonal that of the means (E Y_k(X_i))_k, for independent X_i, X'_j.
    """
    coefficients = gegenbauer(dimension, degree)
    entries: list[Entry] = []
    for i, j in pairs_of(labels, free=True):
        terms = [(c, power_of((i, j), m, free=free)) for m, c in enumerate(coefficients)]
        entries.append((i, j, combination(*terms)))
    return Block(f"zonal {degree}", labels, tuple(entries))


def hausdorff_blocks(labels: int, degree: int, *, free: bool) -> Iterator[Block]:
    """For each pair [y^(a+b)], a, b <= D/2, and [y^(a+b) - y^(a+b+2)], a, b < D/2, with y = g_ij and D even.

    Lemma: they are PSD. Proof: they are v v^T and (1 - y^2) w w^T, v = (1, .., y^(D/2)), w = (1, .., y^(D/2-1)), and
    |y| <= 1; with a free diagonal expectations of such matrices, y = <X_i, X'_j>.
    """
    half = degree // 2
    for pair in pairs_of(labels, free=free):
        powers = [(pair,) * m for m in range(degree + 1)]
        full: list[Entry] = [(a, b, {powers[a + b]: 1}) for a in range(half + 1) for b in range(a, half + 1)]
        yield Block(f"moments of {pair}", half + 1, tuple(full))
        slack: list[Entry] = [
            (a, b, combination((1, powers[a + b]), (-1, powers[a + b + 2])))
            for a in range(half)
            for b in range(a, half)
        ]
        yield Block(f"interval of {pair}", half, tuple(slack))
