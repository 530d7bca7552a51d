r"""The second level of the Lasserre hierarchy, split by the irreducible representations of O(d).

Polynomials of degree <= 2 in the points fall into scalars 1, <x_i, x_j>; vectors x_i (the zonal block of degree 1);
symmetric traceless tensors; and skew ones. Each block is the Gram matrix of such tensors at a tuple of unit vectors,
hence PSD there. Source: solver-notes section 2.
"""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING

from theorems.model.moments.block import Block, Entry, Polynomial, combination, monomial

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from theorems.model.moments.block import Pair


def _gram(name: str, basis: Sequence[Pair], product: Callable[[Pair, Pair], Polynomial]) -> Block:
    entries: list[Entry] = [
        (a, b, product(basis[a], basis[b])) for a in range(len(basis)) for b in range(a, len(basis))
    ]
    return Block(name, len(basis), tuple(entries))


def scalar_block(labels: int) -> Block:
    """T: basis 1 and g_ij, i < j. T[(ij), (km)] = g_ij g_km: v v^T with the vector v of these numbers."""
    basis = [(0, 0), *combinations(range(labels), 2)]  # (0, 0) stands for g_00 = 1
    return _gram("T", basis, lambda p, q: {monomial((p, q)): 1})


def traceless_block(labels: int, dimension: int) -> Block:
    """S: basis x_i . x_j - g_ij I/d, i <= j, with x . y = (x y^T + y x^T)/2.

    <x_i . x_j, x_k . x_m> = (g_ik g_jm + g_im g_jk)/2 by the trace, and taking out the traces g_ij, g_km leaves
    S[(ij), (km)] = (g_ik g_jm + g_im g_jk)/2 - g_ij g_km/d. Multiplied by 2d.
    """

    def product(p: Pair, q: Pair) -> Polynomial:
        (i, j), (k, m) = p, q
        return combination(
            (dimension, monomial(((i, k), (j, m)))), (dimension, monomial(((i, m), (j, k)))), (-2, monomial((p, q)))
        )

    return _gram("S", list(combinations_with_replacement(range(labels), 2)), product)


def skew_block(labels: int) -> Block:
    """A: basis x_i ^ x_j, i < j. A[(ij), (km)] = g_ik g_jm - g_im g_jk, the inner product of bivectors."""

    def product(p: Pair, q: Pair) -> Polynomial:
        (i, j), (k, m) = p, q
        return combination((1, monomial(((i, k), (j, m)))), (-1, monomial(((i, m), (j, k)))))

    return _gram("A", list(combinations(range(labels), 2)), product)


def second_level_blocks(labels: int, dimension: int) -> list[Block]:
    """T, S and A."""
    return [scalar_block(labels), traceless_block(labels, dimension), skew_block(labels)]
