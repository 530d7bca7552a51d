r"""Polynomials with whole coefficients in the inner products g_ij = <x_i, x_j>, and symmetric matrices of them.

A monomial is the sorted tuple of its factors, each a pair (i, j) with i <= j; the empty one is 1. On the sphere every
g_ij lies in [-1, 1], so every monomial does, and g_ii = 1 is left out unless the diagonal is free.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

Pair = tuple[int, int]
Monomial = tuple[Pair, ...]
Polynomial = dict[Monomial, int]
Entry = tuple[int, int, Polynomial]

ONE: Monomial = ()


@dataclass(frozen=True, eq=False)
class Block:
    """A symmetric matrix of polynomials.

    Attributes:
        name: family and place, such as "zonal 2" or "vertex 0, l = 1".
        size: number of rows.
        entries: (row, column, polynomial) with row <= column; what is left out is 0.
    """

    name: str
    size: int
    entries: tuple[Entry, ...]


def monomial(pairs: Iterable[Pair]) -> Monomial:
    """The product of g_ij over the pairs, g_ii = 1."""
    return tuple(sorted((i, j) if i < j else (j, i) for i, j in pairs if i != j))


def combination(*terms: tuple[int, Monomial]) -> Polynomial:
    """The sum of the terms (coefficient, monomial), like terms added, zeros left out."""
    total: Polynomial = {}
    for coefficient, factors in terms:
        total[factors] = total.get(factors, 0) + coefficient
    return {factors: coefficient for factors, coefficient in total.items() if coefficient}
