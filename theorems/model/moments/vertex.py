r"""Bachoc-Vallentin blocks: three-point positivity around one label.

Around the unit vector e = x_i write x_j = u_j e + y_j with y_j orthogonal to e, u_j = g_ij, |y_j|^2 = 1 - u_j^2 and
<y_j, y_k> = g_jk - u_j u_k. Let P be a Gegenbauer polynomial of the sphere S^{d-2} of directions orthogonal to e, of
degree l. By the addition theorem there, |y|^l |z|^l P(<y, z>/(|y||z|)) = c sum_m Y_m(y) Y_m(z) with c > 0 and harmonic
polynomials Y_m homogeneous of degree l, for all y, z orthogonal to e. So

    [u_j^a u_k^b K_l(u_j, u_k, g_jk)],   K_l = ((1-u^2)(1-v^2))^(l/2) P((t - uv)/sqrt((1-u^2)(1-v^2))),

rows (j, a), columns (k, b), is the Gram matrix of the vectors (u_j^a Y_m(y_j))_m, hence PSD. K_l is a polynomial: P has
powers of the parity of l alone. Source: Bachoc, Vallentin, arXiv:math/0608426.
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import TYPE_CHECKING

from theorems.model.moments.block import Block, Entry, Polynomial
from theorems.model.moments.pairs import gegenbauer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from theorems.model.moments.block import Pair


@cache
def kernel_terms(dimension: int, degree: int) -> tuple[tuple[int, int, int, int], ...]:
    """A positive whole multiple of K_l as terms (coefficient, power of u, of v, of t); d >= 2, and l <= 1 for d = 2."""
    total: dict[tuple[int, int, int], int] = {}
    for m, c in enumerate(gegenbauer(dimension - 1, degree)):
        half = (degree - m) // 2
        for k in range(m + 1) if c else ():  # (t - uv)^m
            for p in range(half + 1):  # (1 - u^2)^half
                for q in range(half + 1):  # (1 - v^2)^half
                    key = (m - k + 2 * p, m - k + 2 * q, k)
                    sign = (-1) ** (m - k + p + q)
                    total[key] = total.get(key, 0) + sign * c * comb(m, k) * comb(half, p) * comb(half, q)
    return tuple((value, *key) for key, value in total.items() if value)


def vertex_block(labels: int, dimension: int, vertex: int, degree: int, harmonic: int) -> Block:
    """Rows (j, a) with j other than the vertex and a <= D - l; for l = 0 the rows 1 and (j, a), 1 <= a <= D.

    For l = 0 it is v v^T with v = (1, u_j^a).
    """
    others = [j for j in range(labels) if j != vertex]
    least = 0 if harmonic else 1
    basis = [(j, a) for j in others for a in range(least, degree - harmonic + 1)]
    if not harmonic:
        basis = [(others[0], 0), *basis]
    terms = kernel_terms(dimension, harmonic)
    entries: list[Entry] = []
    for row, (j, a) in enumerate(basis):
        for column in range(row, len(basis)):
            k, b = basis[column]
            u, v, t = _pair(vertex, j), _pair(vertex, k), _pair(j, k)
            entry: Polynomial = {}
            for c, in_u, in_v, in_t in terms:
                factors = (u,) * (in_u + a) + (v,) * (in_v + b) + ((t,) * in_t if j != k else ())
                key = tuple(sorted(factors))
                entry[key] = entry.get(key, 0) + c
            entries.append((row, column, {key: value for key, value in entry.items() if value}))
    return Block(f"vertex {vertex}, l = {harmonic}", len(basis), tuple(entries))


def vertex_sizes(labels: int, dimension: int, degree: int) -> list[int]:
    """The sizes of the blocks of one vertex, l = 0, 1, .."""
    harmonics = range(1, (degree if dimension > 2 else min(degree, 1)) + 1)
    return [1 + (labels - 1) * degree, *((labels - 1) * (degree - k + 1) for k in harmonics)]


def vertex_blocks(labels: int, dimension: int, degree: int) -> Iterator[Block]:
    """All of them, by vertex and l."""
    for vertex in range(labels):
        for harmonic in range(len(vertex_sizes(labels, dimension, degree))):
            yield vertex_block(labels, dimension, vertex, degree, harmonic)


def _pair(i: int, j: int) -> Pair:
    return (i, j) if i < j else (j, i)
