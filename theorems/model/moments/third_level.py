r"""Blocks of the third level: vectors, symmetric traceless tensors and, in dimension 3, pseudo-tensors of degree 3.

Each is the Gram matrix of tensors that are polynomials in a tuple of unit vectors, hence PSD there. Of the tensors of
degree 3 those with at most two different points are taken. Source: solver-notes section 3.
"""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

from theorems.model.moments.block import Block, Entry, Polynomial, combination, monomial

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from theorems.model.moments.block import Pair


def _gram(name: str, basis: Sequence[Pair], entry: Callable[[Pair, Pair], Polynomial]) -> Block:
    entries: list[Entry] = [(a, b, entry(basis[a], basis[b])) for a in range(len(basis)) for b in range(a, len(basis))]
    return Block(name, len(basis), tuple(entries))


def vector_block(labels: int) -> Block:
    """V: basis g_ij x_i, all i, j (x_i itself for j = i). V[(ij), (km)] = g_ij g_km g_ik."""
    return _gram("V", _ordered(labels), lambda p, q: {monomial((p, q, (p[0], q[0]))): 1})


def cubic_block(labels: int, dimension: int) -> Block:
    """Q: basis the traceless parts of sym(x_i x_i x_j), all i, j. Multiplied by 6 (d + 2).

    For A = sym(a_1 a_2 a_3) and B = sym(b_1 b_2 b_3): <A, B> is 1/6 of the permanent of the <a_p, b_q>, the trace of A
    is t_A = (<a_1, a_2> a_3 + <a_1, a_3> a_2 + <a_2, a_3> a_1)/3, and taking out the traces leaves
    <A_0, B_0> = <A, B> - 3/(d + 2) <t_A, t_B>. Here t = (x_j + 2 g_ij x_i)/3.
    """

    def entry(p: Pair, q: Pair) -> Polynomial:
        (i, j), (k, m) = p, q
        left, right = (i, i, j), (k, k, m)
        permanent = [(dimension + 2, monomial(zip(left, order, strict=True))) for order in permutations(right)]
        traces = [(-2 * c * e, monomial((*f, *g, (a, b)))) for c, f, a in _trace(i, j) for e, g, b in _trace(k, m)]
        return combination(*permanent, *traces)

    return _gram("Q", _ordered(labels), entry)


def _ordered(labels: int) -> list[Pair]:
    return [(i, j) for i in range(labels) for j in range(labels)]


def _trace(i: int, j: int) -> tuple[tuple[int, tuple[Pair, ...], int], ...]:
    """3 t as (coefficient, factors, point): x_j + 2 g_ij x_i."""
    return (1, (), j), (2, ((i, j),), i)


def pseudo_block(labels: int) -> Block:
    """H, for d = 3: basis (x_i x x_j) . x_i, i != j, where y . z = (y z^T + z y^T)/2 has the trace <y, z> = 0.

    With y = x_i x x_j, z = x_i, y' = x_k x x_m, z' = x_k: <y . z, y' . z'> = (<y, y'><z, z'> + <y, z'><y', z>)/2,
    <y, y'> = g_ik g_jm - g_im g_jk, and <y, z'><y', z> = det(x_i, x_j, x_k) det(x_k, x_m, x_i) is the determinant of
    the inner products of one triple with the other. Multiplied by 2.
    """

    def entry(p: Pair, q: Pair) -> Polynomial:
        (i, j), (k, m) = p, q
        rows, columns = (i, j, k), (k, m, i)
        determinant = [
            (_sign(order), monomial(zip(rows, (columns[a] for a in order), strict=True)))
            for order in permutations(range(3))
        ]
        cross = [(1, monomial(((i, k), (j, m), (i, k)))), (-1, monomial(((i, m), (j, k), (i, k))))]
        return combination(*cross, *determinant)

    return _gram("H", [(i, j) for i, j in _ordered(labels) if i != j], entry)


def _sign(order: tuple[int, ...]) -> int:
    return (-1) ** sum(order[a] > order[b] for a in range(3) for b in range(a + 1, 3))


def third_level_sizes(labels: int, dimension: int) -> list[int]:
    """The sizes of the blocks."""
    square = labels * labels
    return [square, square, square - labels] if dimension == 3 else [square, square]


def third_level_blocks(labels: int, dimension: int) -> list[Block]:
    """V, Q and, for d = 3, H."""
    found = [vector_block(labels), cubic_block(labels, dimension)]
    return [*found, pseudo_block(labels)] if dimension == 3 else found
