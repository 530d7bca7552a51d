"""Problems and laws that several tests of the search draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flint import fmpq

from theorems.model.kernel import BilinearKernel, ZonalKernel
from theorems.model.labels import Labels, Reading
from theorems.model.law import Law, finite_measure
from theorems.model.parser import parse
from theorems.model.problem import Problem
from theorems.model.real import Real
from theorems.model.sphere import stereographic

if TYPE_CHECKING:
    import random

    from theorems.model.matrix import Matrix


def rational(rng: random.Random) -> Real:
    return Real(fmpq(rng.randint(-9, 9), rng.randint(1, 5)))


def masses(rng: random.Random, n: int) -> tuple[fmpq, ...]:
    parts = [rng.randint(1, 4) for _ in range(n)]
    return tuple(fmpq(part, sum(parts)) for part in parts)


def uniform_problem(n: int, d: int, gauges: tuple[Matrix, ...] = (), profile: str = "r") -> Problem:
    """Equal masses and k = 1 for all pairs."""
    kernel = ZonalKernel(((Real(1),) * n,) * n, parse(profile, names=("r",), parameters={}), gauges)
    return Problem(d, Labels((fmpq(1, n),) * n, Reading.ATOMIC), kernel)


def zonal_problem(rng: random.Random, n: int, d: int, reading: Reading, profile: str = "r") -> Problem:
    """A random rational bias with random masses."""
    bias = [[rational(rng) for _ in range(n)] for _ in range(n)]
    symmetric = tuple(tuple(bias[max(i, j)][min(i, j)] for j in range(n)) for i in range(n))
    kernel = ZonalKernel(symmetric, parse(profile, names=("r",), parameters={}))
    return Problem(d, Labels(masses(rng, n), reading), kernel)


def bilinear_problem(rng: random.Random, n: int, d: int, reading: Reading) -> Problem:
    """Random rational blocks, M_ij the transpose of M_ji."""
    size = n * d
    full = [[rational(rng) for _ in range(size)] for _ in range(size)]
    entry = [[full[max(a, b)][min(a, b)] for b in range(size)] for a in range(size)]
    blocks = tuple(
        tuple(tuple(tuple(entry[i * d + a][j * d + b] for b in range(d)) for a in range(d)) for j in range(n))
        for i in range(n)
    )
    return Problem(d, Labels(masses(rng, n), reading), BilinearKernel(blocks))


def random_law(rng: random.Random, n: int, d: int, atoms: int) -> Law:
    """Exact: up to `atoms` rational points a slice, with rational weights."""
    slices = []
    for _ in range(n):
        weights = masses(rng, rng.randint(1, atoms))
        points = [stereographic([fmpq(rng.randint(-6, 6), rng.randint(1, 4)) for _ in range(d - 1)]) for _ in weights]
        slices.append(finite_measure(weights, points))
    return Law(tuple(slices))
