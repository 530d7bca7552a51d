"""A relaxation as a list of blocks over a list of monomials, sized before it is built."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from flint import fmpq

from theorems.model.approximation import in_chebyshev
from theorems.model.errors import InvalidInputError
from theorems.model.moments.block import ONE, Block, Monomial
from theorems.model.moments.pairs import hausdorff_blocks, pairs_of, power_of, zonal_block
from theorems.model.moments.second_level import second_level_blocks
from theorems.model.moments.third_level import third_level_blocks, third_level_sizes
from theorems.model.moments.torus import charge_sizes, cosine, torus_blocks
from theorems.model.moments.vertex import vertex_blocks, vertex_sizes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from theorems.model.moments.block import Pair
    from theorems.model.proof import Relaxation

MAX_ENTRIES = 400_000
"""Most entries of all blocks together: a check stays within seconds."""

MAX_HAUSDORFF = MAX_ZONAL = 32
"""Greatest degrees in single inner products."""

MAX_TORUS = 4
"""Greatest radius of the trigonometric blocks."""

LEVELS = (0, 2, 3)

MAX_VERTICES = 5
"""Greatest degree of the Bachoc-Vallentin blocks."""


@dataclass(frozen=True, eq=False)
class IndexedBlock:
    """A block with its monomials replaced by their places.

    Attributes:
        name, size: those of the block.
        entries: (row, column, ((place, coefficient), ..)) with row <= column.
    """

    name: str
    size: int
    entries: tuple[tuple[int, int, tuple[tuple[int, int], ...]], ...]


@dataclass(frozen=True, eq=False)
class Blocks:
    """All blocks of a relaxation.

    Attributes:
        places: of each monomial; 1 has place 0.
        blocks: the blocks.
    """

    places: dict[Monomial, int]
    blocks: tuple[IndexedBlock, ...]


def sizes(relaxation: Relaxation, labels: int, dimension: int) -> list[int]:
    """The sizes of the blocks, in order.

    Raises:
        InvalidInputError: a degree or the number of entries is out of range, a family needs another dimension or more
            labels, or one other than the pair families is asked for with a free diagonal.
    """
    if relaxation.torus:
        return _torus_sizes(relaxation, labels, dimension)
    half, zonal, degree = relaxation.hausdorff // 2, relaxation.zonal, relaxation.vertices
    if relaxation.hausdorff % 2 or not 0 <= relaxation.hausdorff <= MAX_HAUSDORFF:
        raise InvalidInputError(f"hausdorff={relaxation.hausdorff}: expected an even degree from 0 to {MAX_HAUSDORFF}")
    if not 0 <= zonal <= (MAX_ZONAL if dimension > 1 else 1):
        raise InvalidInputError(f"zonal={zonal}: expected a degree from 0 to {MAX_ZONAL}, at most 1 in dimension 1")
    if relaxation.level not in LEVELS:
        raise InvalidInputError(f"level={relaxation.level}: expected one of {LEVELS}")
    if not 0 <= degree <= MAX_VERTICES or (degree and (dimension < 2 or labels < 2)):
        raise InvalidInputError(
            f"vertices={degree}: expected a degree from 0 to {MAX_VERTICES}, and dimension and labels from 2 on"
        )
    if relaxation.free_diagonal and (relaxation.level or degree):
        raise InvalidInputError("free_diagonal: expected zonal and hausdorff blocks alone; others hold at Diracs only")
    edges = labels * (labels - 1) // 2
    pairs = edges + labels if relaxation.free_diagonal else edges
    parts = [
        ([labels], zonal),
        ([half + 1, half] if half else [], pairs),
        ([1 + edges, edges + labels, edges], int(relaxation.level >= 2)),
        (third_level_sizes(labels, dimension), int(relaxation.level >= 3)),
        (vertex_sizes(labels, dimension, degree) if degree else [], labels),
    ]
    if sum(times * size * size for group, times in parts for size in group) > MAX_ENTRIES:
        raise InvalidInputError(f"relaxation of {labels} labels: expected at most {MAX_ENTRIES} entries in its blocks")
    return [size for group, times in parts for _ in range(times) for size in group]


def _torus_sizes(relaxation: Relaxation, labels: int, dimension: int) -> list[int]:
    if dimension != 2 or not 1 <= relaxation.torus <= MAX_TORUS:
        raise InvalidInputError(f"torus={relaxation.torus}: expected a radius from 1 to {MAX_TORUS}, in dimension 2")
    if relaxation.level or relaxation.vertices or relaxation.free_diagonal:
        raise InvalidInputError("torus: expected no level, no vertices and no free diagonal beside it")
    if not 0 <= relaxation.hausdorff <= MAX_HAUSDORFF or not 0 <= relaxation.zonal <= MAX_ZONAL:
        raise InvalidInputError(f"torus: expected hausdorff and zonal degrees from 0 to {MAX_ZONAL}")
    found: list[int] = []
    if labels * labels * relaxation.torus <= MAX_ENTRIES:
        found = charge_sizes(labels, relaxation.torus, relaxation.zonal, relaxation.hausdorff)
    if not found or sum(size * size for size in found) > MAX_ENTRIES:
        raise InvalidInputError(f"relaxation of {labels} labels: expected at most {MAX_ENTRIES} entries in its blocks")
    return found


def expanded(relaxation: Relaxation, pair: Pair, coefficients: Sequence[fmpq]) -> Iterator[tuple[Monomial, fmpq]]:
    """p(g_ij) in the monomials of the relaxation, p by its coefficients: powers, or cos m (t_i - t_j) = T_m(g_ij)."""
    if relaxation.torus:
        i, j = pair
        for m, coefficient in enumerate(in_chebyshev(coefficients, fmpq(0))):
            yield cosine(((i, m), (j, -m))), coefficient
        return
    for m, coefficient in enumerate(coefficients):
        yield power_of(pair, m, free=relaxation.free_diagonal), coefficient


def blocks_of(relaxation: Relaxation, labels: int, dimension: int) -> Iterator[Block]:
    """The blocks, in the order of `sizes`."""
    if relaxation.torus:
        yield from torus_blocks(labels, relaxation.torus, relaxation.zonal, relaxation.hausdorff)
        return
    free = relaxation.free_diagonal
    for degree in range(1, relaxation.zonal + 1):
        yield zonal_block(labels, dimension, degree, free=free)
    if relaxation.hausdorff:
        yield from hausdorff_blocks(labels, relaxation.hausdorff, free=free)
    if relaxation.level >= 2:
        yield from second_level_blocks(labels, dimension)
    if relaxation.level >= 3:
        yield from third_level_blocks(labels, dimension)
    if relaxation.vertices:
        yield from vertex_blocks(labels, dimension, relaxation.vertices)


@lru_cache(maxsize=8)
def indexed(relaxation: Relaxation, labels: int, dimension: int, degree: int) -> Blocks:
    """The blocks with numbered monomials, among them g_ij^m for all pairs and m <= degree. Sizes are not looked at."""
    free = relaxation.free_diagonal
    places: dict[Monomial, int] = {ONE: 0}
    for pair in pairs_of(labels, free=free):
        for monomial, _ in expanded(relaxation, pair, (fmpq(1),) * (degree + 1)):
            places.setdefault(monomial, len(places))
    found = [
        IndexedBlock(
            block.name,
            block.size,
            tuple(
                (row, column, tuple((places.setdefault(key, len(places)), c) for key, c in polynomial.items()))
                for row, column, polynomial in block.entries
            ),
        )
        for block in blocks_of(relaxation, labels, dimension)
    ]
    return Blocks(places, tuple(found))
