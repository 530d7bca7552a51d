"""Exact contents at which blocks are evaluated: rational points, repeated and antipodal ones among them."""

from __future__ import annotations

import random
from collections.abc import Callable

from flint import fmpq

from theorems.model.matrix import Vector, gram
from theorems.model.moments.block import Block, Monomial
from theorems.model.real import Real
from theorems.model.sphere import antipode, stereographic

Gram = list[list[fmpq]]


def contents(labels: int, dimension: int, seed: int) -> list[Vector]:
    """Points with small denominators; one in five repeats an earlier one or is opposite to it."""
    rng = random.Random(seed * 100 + 10 * labels + dimension)
    points: list[Vector] = []
    for _ in range(labels):
        if points and rng.random() < 0.2:
            points.append(rng.choice([points[0], antipode(points[-1])]))
            continue
        point = stereographic([fmpq(rng.randint(-6, 6), rng.randint(1, 5)) for _ in range(dimension - 1)])
        points.append(rng.choice([point, antipode(point)]))
    return points


def inner_products(points: list[Vector]) -> Gram:
    return [[entry.rational() for entry in row] for row in gram(points)]


def value(monomial: Monomial, inner: Gram) -> fmpq:
    product = fmpq(1)
    for i, j in monomial:
        product *= inner[i][j]
    return product


def cosine_value(monomial: Monomial, points: list[Vector]) -> fmpq:
    """cos(a . t) at points (cos t_i, sin t_i), by multiplication of x + i y."""
    real, imaginary = fmpq(1), fmpq(0)
    for index, exponent in monomial:
        x, y = (entry.rational() for entry in points[index])
        for _ in range(abs(exponent)):
            turn = y if exponent > 0 else -y
            real, imaginary = real * x - imaginary * turn, real * turn + imaginary * x
    return real


def evaluated(block: Block, worth: Callable[[Monomial], fmpq]) -> tuple[tuple[Real, ...], ...]:
    """The block where each monomial has the given worth."""
    rows = [[Real(0)] * block.size for _ in range(block.size)]
    for row, column, polynomial in block.entries:
        entry = sum((c * worth(monomial) for monomial, c in polynomial.items()), start=fmpq(0))
        rows[row][column] = rows[column][row] = Real(entry)
    return tuple(map(tuple, rows))
