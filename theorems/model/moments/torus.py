r"""Trigonometric blocks for d = 2: x_i = (cos t_i, sin t_i), and the monomials are cos(a . t) with sum_i a_i = 0.

A multi-index a is the tuple of its (index, exponent) with exponents other than 0, in order of the indices. cos(a . t)
is that of a or -a, whichever begins with a positive exponent; a = () is 1. Rotations add the same to every t_i and
reflections turn all t_i round, so that these cosines are what is left of all trigonometric monomials.

Lemma: for any multi-indices a, b of a basis the matrices [cos((a - b) . t)], [cos((a - b) . t) + cos((a + b) . t)] and
[cos((a - b) . t) - cos((a + b) . t)] are PSD at every t. Proof: they are u u^T + v v^T, 2 u u^T and 2 v v^T with
u = (cos a . t)_a and v = (sin a . t)_a. Source: solver-notes section 2.
"""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

from theorems.model.moments.block import Block, Entry, Monomial, combination

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from theorems.model.moments.block import Pair


def cosine(exponents: Iterable[Pair]) -> Monomial:
    """cos(a . t) for a given as (index, exponent), like indices added up."""
    total: dict[int, int] = {}
    for index, exponent in exponents:
        total[index] = total.get(index, 0) + exponent
    kept = tuple(sorted((index, exponent) for index, exponent in total.items() if exponent))
    return tuple((index, -exponent) for index, exponent in kept) if kept and kept[0][1] < 0 else kept


def turned(a: Monomial) -> Monomial:
    """-a, as it stands."""
    return tuple((index, -exponent) for index, exponent in a)


def indices(labels: int, radius: int, charge: int) -> list[Monomial]:
    """The a of sum c with at most two indices and sum |a_i| <= R; for c = 0 one of a and -a, and a = () first."""
    found: list[Monomial] = [] if charge else [()]
    if 0 < charge <= radius:
        found += [((i, charge),) for i in range(labels)]
    for i, j in permutations(range(labels), 2):
        for p in range(1, radius):
            q = charge - p
            if q and p + abs(q) <= radius and (q < 0 or i < j) and (charge or i < j):
                found.append(((i, p), (j, q)))
    return found


def charge_sizes(labels: int, radius: int, zonal: int, degree: int) -> list[int]:
    """The sizes of the blocks, in order."""
    charged = [len(indices(labels, radius, charge)) for charge in range(1, radius + 1)]
    neutral = len(indices(labels, radius, 0))
    higher = [labels] * max(0, zonal - radius)
    pairs = [degree + 1] * (labels * (labels - 1) // 2) if degree else []
    return [*charged, neutral, neutral - 1, *higher, *pairs]


def torus_blocks(labels: int, radius: int, zonal: int, degree: int) -> Iterator[Block]:
    """Charges 1 to R, cosines and sines of charge 0, single indices of charges up to L, and turns of each pair."""
    for charge in range(1, radius + 1):
        yield _differences(f"charge {charge}", indices(labels, radius, charge))
    neutral = indices(labels, radius, 0)
    yield _products("cosines", neutral, 1)
    yield _products("sines", neutral[1:], -1)
    for charge in range(radius + 1, zonal + 1):
        yield _differences(f"charge {charge}", [((i, charge),) for i in range(labels)])
    for i in range(labels if degree else 0):
        for j in range(i + 1, labels):
            yield _differences(f"turns of {(i, j)}", [((i, m), (j, -m)) if m else () for m in range(degree + 1)])


def _differences(name: str, basis: list[Monomial]) -> Block:
    entries: list[Entry] = [
        (row, column, {cosine((*a, *turned(basis[column]))): 1})
        for row, a in enumerate(basis)
        for column in range(row, len(basis))
    ]
    return Block(name, len(basis), tuple(entries))


def _products(name: str, basis: list[Monomial], sign: int) -> Block:
    entries: list[Entry] = []
    for row, a in enumerate(basis):
        for column in range(row, len(basis)):
            b = basis[column]
            entries.append((row, column, combination((1, cosine((*a, *turned(b)))), (sign, cosine((*a, *b))))))
    return Block(name, len(basis), tuple(entries))
