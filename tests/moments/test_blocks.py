"""Every block is PSD, exactly, at exact contents, labels fewer and more than dimensions; a wrong one is not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from flint import fmpq

from tests.moments.contents import contents, cosine_value, evaluated, inner_products, value
from theorems.model.matrix import is_positive_semidefinite, matrix
from theorems.model.moments.block import Block, Polynomial
from theorems.model.moments.pairs import gegenbauer, hausdorff_blocks, zonal_block
from theorems.model.moments.relaxation import blocks_of, indexed, sizes
from theorems.model.moments.second_level import second_level_blocks
from theorems.model.moments.third_level import third_level_blocks
from theorems.model.moments.torus import torus_blocks
from theorems.model.moments.vertex import vertex_blocks
from theorems.model.proof import Relaxation

SEEDS = range(4)
SHAPES = [(labels, dimension) for dimension in (1, 2, 3, 4) for labels in (2, 3, 5)]
"""(n, d) with n <= d and n > d."""


def blocks(family: str, labels: int, dimension: int) -> list[Block]:
    match family:
        case "zonal":
            return [zonal_block(labels, dimension, k, free=False) for k in range(1, 5 if dimension > 1 else 2)]
        case "torus":
            return list(torus_blocks(labels, 3, 4, 2)) if dimension == 2 else []
        case "hausdorff":
            return list(hausdorff_blocks(labels, 6, free=False))
        case "third level":
            return third_level_blocks(labels, dimension)
        case "second level":
            return second_level_blocks(labels, dimension)
        case _:
            return list(vertex_blocks(labels, dimension, 3)) if dimension > 1 else []


FAMILIES = ("zonal", "hausdorff", "second level", "third level", "vertex", "torus")
TORUS = {block.name for block in torus_blocks(5, 3, 4, 2)}


def holds(block: Block, labels: int, dimension: int) -> bool:
    """Whether the block is PSD at all the contents."""
    for seed in SEEDS:
        points = contents(labels, dimension, seed)
        inner = inner_products(points)
        # B023: called in this turn of the loop alone
        worth = (lambda m: cosine_value(m, points)) if block.name in TORUS else (lambda m: value(m, inner))  # noqa: B023
        if not is_positive_semidefinite(evaluated(block, worth)):
            return False
    return True


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize(("labels", "dimension"), SHAPES)
def test_every_block_is_positive_semidefinite_at_exact_contents(family, labels, dimension):
    for block in blocks(family, labels, dimension):
        assert holds(block, labels, dimension), block.name


def slips(block: Block) -> list[Block]:
    """The block with one coefficient of one entry off the diagonal turned, or with two of its entries exchanged."""
    off = [k for k, (row, column, polynomial) in enumerate(block.entries) if row < column and polynomial]
    made: list[Block] = []
    for k in off:
        polynomial = block.entries[k][2]
        for monomial in polynomial:
            turned: Polynomial = {**polynomial, monomial: -polynomial[monomial]}
            made.append(_with(block, k, turned))
        for other in off:
            moved = block.entries[other][2]
            if other != k and moved != polynomial:
                made.append(_with(block, k, moved))
    return made


def _with(block: Block, k: int, polynomial: Polynomial) -> Block:
    entries = list(block.entries)
    entries[k] = (*entries[k][:2], polynomial)
    return replace(block, entries=tuple(entries))


@pytest.mark.parametrize("family", FAMILIES)
def test_a_sign_or_an_index_that_is_wrong_is_seen(family):
    labels, dimension = 3, 2
    made = [slip for block in blocks(family, labels, dimension) for slip in slips(block)]
    seen = [not holds(slip, labels, dimension) for slip in made]
    assert made
    assert sum(seen) >= 0.8 * len(made), f"{sum(seen)} of {len(made)}"


def test_the_gegenbauer_polynomials_are_those_of_the_tables():
    assert gegenbauer(2, 3) == [0, -3, 0, 4]  # Chebyshev
    assert gegenbauer(3, 4) == [3, 0, -30, 0, 35]  # 8 times Legendre's
    assert gegenbauer(4, 2) == [-1, 0, 4]
    assert [gegenbauer(1, k) for k in (0, 1)] == [[1], [0, 1]]


@pytest.mark.parametrize("dimension", [1, 2, 3])
def test_the_pair_families_hold_for_moments_of_independent_draws(dimension):
    """Two labels; the first slice has three equal atoms, the second two: averages over copies are such moments."""
    draws = contents(5, dimension, 7)
    inner = inner_products(draws)
    slices = [(0, 1, 2), (3, 4)]
    pairs = Relaxation(4, 3 if dimension > 1 else 1, level=0, vertices=0, free_diagonal=True, torus=0)
    for block in blocks_of(pairs, 2, dimension):
        rows = [[fmpq(0)] * block.size for _ in range(block.size)]
        for row, column, polynomial in block.entries:
            for monomial, c in polynomial.items():
                i, j = monomial[0] if monomial else (0, 0)
                moment = sum((inner[a][b] ** len(monomial) for a in slices[i] for b in slices[j]), start=fmpq(0))
                rows[row][column] += c * moment / (len(slices[i]) * len(slices[j]))
            rows[column][row] = rows[row][column]
        assert is_positive_semidefinite(matrix(rows)), block.name


@pytest.mark.parametrize(("labels", "dimension"), [(2, 2), (4, 2), (4, 3), (3, 5)])
def test_the_sizes_are_those_of_the_blocks(labels, dimension):
    for relaxation in (
        Relaxation(0, 1, level=0, vertices=0, free_diagonal=False, torus=0),
        Relaxation(6, 3, level=0, vertices=0, free_diagonal=True, torus=0),
        Relaxation(5, 4, level=0, vertices=0, free_diagonal=False, torus=3),
        Relaxation(4, 2, level=3, vertices=3, free_diagonal=False, torus=0),
    ):
        if relaxation.torus and dimension != 2:
            continue
        made = [block.size for block in blocks_of(relaxation, labels, dimension)]
        assert made == sizes(relaxation, labels, dimension)
        assert made == [block.size for block in indexed(relaxation, labels, dimension, 6).blocks]
