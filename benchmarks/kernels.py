"""Exact problems of any size with a linear profile: random, structured and repulsive biases on a grid of 2^-30."""

from __future__ import annotations

import math
import random
from typing import TYPE_CHECKING

from flint import fmpq

from theorems.model.kernel import ZonalKernel
from theorems.model.labels import Labels, Reading
from theorems.model.parser import parse
from theorems.model.problem import Problem
from theorems.model.real import Real

if TYPE_CHECKING:
    from collections.abc import Callable

GRID = 2**30


def on_grid(value: float) -> Real:
    """The value rounded to a multiple of 1/GRID."""
    return Real(fmpq(round(value * GRID), GRID))


def problem(n: int, bias: Callable[[int, int], Real], reading: Reading = Reading.TOKENS) -> Problem:
    """Equal masses, profile r, d = ceil(sqrt(2n)) + 1, at which the Gram relaxation is tight.

    Args:
        n: the number of labels.
        bias: k_ij for j <= i, asked for row by row.
        reading: by default the diagonal does not count.
    """
    lower = [[bias(i, j) for j in range(i + 1)] for i in range(n)]
    rows = tuple(tuple(lower[max(i, j)][min(i, j)] for j in range(n)) for i in range(n))
    kernel = ZonalKernel(rows, parse("r", names=("r",), parameters={}))
    return Problem(math.ceil(math.sqrt(2 * n)) + 1, Labels((fmpq(1, n),) * n, reading), kernel)


def gaussian(n: int, seed: int) -> Problem:
    """k_ij Gaussian of variance 1/n."""
    rng = random.Random(seed * 1000 + n)
    return problem(n, lambda _i, _j: on_grid(rng.gauss(0, 1) / math.sqrt(n)))


def positive(n: int, seed: int) -> Problem:
    """k_ij uniform in [0, 1], of one sign: the maximiser collapses."""
    rng = random.Random(seed * 1000 + n)
    return problem(n, lambda _i, _j: on_grid(rng.random()))


def rank_one(n: int, seed: int) -> Problem:
    """k_ij = v_i v_j, v Gaussian, self terms counted."""
    rng = random.Random(seed * 1000 + n)
    v = [Real(fmpq(round(rng.gauss(0, 1) * 2**15), 2**15)) for _ in range(n)]
    return problem(n, lambda i, j: v[i] * v[j], Reading.ATOMIC)


def circulant(n: int, _seed: int) -> Problem:
    """k_ij = cos(2 pi (i - j)/n), self terms counted."""
    waves = [Real.cosine(fmpq(k, n)) for k in range(n)]
    return problem(n, lambda i, j: waves[min(i - j, n - i + j)], Reading.ATOMIC)


def max_cut(n: int, seed: int) -> Problem:
    """k = - the adjacency of a random 3-regular graph (n even): three matchings, repeated edges once."""
    rng = random.Random(seed * 1000 + n)
    edges: set[tuple[int, int]] = set()
    for _ in range(3):
        order = rng.sample(range(n), n)
        edges |= {(max(pair), min(pair)) for pair in zip(order[::2], order[1::2], strict=True)}
    return problem(n, lambda i, j: Real(-int((i, j) in edges)))


def repulsive(n: int, _seed: int) -> Problem:
    """k_ij = -exp(-|s_i - s_j|), s_i equispaced in [0, 1]: no strict complementarity."""
    decay = [on_grid(-math.exp(-k / n)) for k in range(n)]
    return problem(n, lambda i, j: decay[i - j])
