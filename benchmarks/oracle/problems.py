"""Problems and laws of the oracle, read from JSON and from problem texts, and the energy by its definition."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from benchmarks.oracle.numbers import (
    Json,
    Matrix,
    Number,
    Vector,
    compare,
    eye,
    inner,
    matrix,
    orthogonal,
    same,
    times,
    transposed,
    vector,
)
from benchmarks.oracle.profiles import Profile, profile_of

Measure = list[tuple[Fraction, Vector]]
Law = list[Measure]


@dataclass(eq=False)
class Problem:
    """Labels, and h_ij(x, y) = k_ij phi(<R_i x, R_j y>) or <x, M_ij y> or, where no form is seen, a function alone."""

    d: int
    masses: list[Fraction]
    reading: str
    bias: Matrix | None = None
    phi: Profile | None = None
    gauges: list[Matrix] | None = None
    blocks: list[list[Matrix]] | None = None
    direct: Callable[[int, Vector, int, Vector], Number] | None = None
    known: dict[Any, Number] = field(default_factory=dict)
    values: list[Number] = field(default_factory=list)

    @property
    def n(self) -> int:
        """The number of labels."""
        return len(self.masses)

    @property
    def self_terms(self) -> bool:
        """Whether the i = j terms count."""
        return self.reading != "tokens"

    def gauge(self, i: int) -> Matrix:
        """R_i."""
        return self.gauges[i] if self.gauges else eye(self.d)

    def h(self, i: int, x: Vector, j: int, y: Vector) -> Number:
        """The kernel."""
        if self.direct is not None:
            return self.direct(i, x, j, y)
        if self.blocks is not None:
            return inner(x, times(self.blocks[i][j], y))
        left, right = (x, y) if not self.gauges else (times(self.gauges[i], x), times(self.gauges[j], y))
        return self.bias[i][j] * self.at(inner(left, right))

    def at(self, r: Number) -> Number:
        """phi(r), remembered."""
        if r not in self.known:
            self.known[r] = self.phi.at(r)
        return self.known[r]

    def weight(self, i: int, j: int) -> Fraction:
        """rho_i rho_j, or 0 for a self term that does not count."""
        return self.masses[i] * self.masses[j] if i != j or self.self_terms else Fraction(0)

    @cached_property
    def weighted(self) -> Matrix | None:
        """C_ij = rho_i rho_j k_ij."""
        if self.bias is None:
            return None
        return [[self.weight(i, j) * self.bias[i][j] for j in range(self.n)] for i in range(self.n)]

    @cached_property
    def total(self) -> Number:
        """The sum of all C_ij."""
        return sum((entry for row in self.weighted or [] for entry in row), start=Fraction(0))

    @cached_property
    def isometric(self) -> bool:
        """Whether every R_i is orthogonal."""
        return all(orthogonal(gauge) for gauge in self.gauges or [])

    @cached_property
    def gauges_agree(self) -> bool:
        """Whether all R_i are one matrix."""
        return all(same(a, b) for gauge in self.gauges or [] for a, b in zip(gauge, self.gauges[0], strict=True))

    def unturned(self, u: Vector) -> list[Vector]:
        """R_i^T u for all i."""
        return [times(transposed(self.gauge(i)), u) for i in range(self.n)]

    def relabelled(self, parents: Sequence[int], masses: list[Fraction]) -> Problem:
        """The same kernel on new labels, each with the kernel of its parent."""
        bias = None if self.bias is None else [[self.bias[i][j] for j in parents] for i in parents]
        blocks = None if self.blocks is None else [[self.blocks[i][j] for j in parents] for i in parents]
        gauges = [self.gauges[i] for i in parents] if self.gauges else None
        return Problem(self.d, masses, self.reading, bias, self.phi, gauges, blocks)


def energy(problem: Problem, law: Law) -> Number:
    """E = 1/2 sum_ij rho_i rho_j iint h_ij dmu_i dmu_j, term by term."""
    sites = [(i, problem.masses[i] * w, x) for i, piece in enumerate(law) for w, x in piece]
    total: Number = Fraction(0)
    for a, (i, v, x) in enumerate(sites):
        for j, w, y in sites[a:] if problem.direct is None else sites:
            if i != j or problem.self_terms:
                once = problem.direct is not None or (x is y and i == j and w is v)
                total += v * w * problem.h(i, x, j, y) * (Fraction(1, 2) if once else 1)
    return total


def dirac(x: Vector) -> Measure:
    """All mass at x."""
    return [(Fraction(1), x)]


def marginal(problem: Problem, law: Law) -> Measure:
    """The content marginal."""
    return [(mass * w, x) for mass, piece in zip(problem.masses, law, strict=True) for w, x in piece]


def merged(measure: Measure) -> Measure:
    """One atom a point."""
    found: Measure = []
    for w, x in measure:
        for k, (v, y) in enumerate(found):
            if same(x, y):
                found[k] = (v + w, y)
                break
        else:
            found.append((w, x))
    return found


def agree(first: Measure, second: Measure) -> bool:
    """Whether two measures are one."""
    one, two = merged(first), merged(second)
    return len(one) == len(two) and all(any(w == v and same(x, y) for v, y in two) for w, x in one)


def one_point(measure: Measure) -> bool:
    """Whether a measure is a Dirac mass."""
    return all(same(x, measure[0][1]) for _, x in measure)


def measure_of(data: Json) -> Measure:
    """A measure of a certificate, which must be a probability on the sphere."""
    made = [(Fraction(atom["weight"]), vector(atom["point"])) for atom in data["atoms"]]
    if sum(w for w, _ in made) != 1 or any(w <= 0 for w, _ in made):
        raise ValueError("no probability")
    if any(compare(inner(x, x), Fraction(1)) != 0 or len(x) != len(made[0][1]) for _, x in made):
        raise ValueError("a point off the sphere")
    return made


def law_of(data: Json) -> Law:
    """A law of a certificate."""
    return [measure_of(piece) for piece in data["slices"]]


def labels_of(data: Json) -> tuple[list[Fraction], str]:
    """Masses, which must sum to 1, and the reading."""
    masses = [Fraction(mass) for mass in data["masses"]]
    if sum(masses) != 1 or min(masses) <= 0 or data["reading"] not in ("atomic", "cells", "tokens"):
        raise ValueError("no label law")
    return masses, data["reading"]


def problem_of(data: Json) -> Problem:
    """A problem of a certificate."""
    masses, reading = labels_of(data["labels"])
    kernel, d, n = data["kernel"], data["dimension"], len(masses)
    if not 1 <= d <= 1000:
        raise ValueError("dimension")
    if kernel["type"] == "BilinearKernel":
        blocks = [[matrix(block) for block in row] for row in kernel["blocks"]]
        square = all(len(b) == d and all(len(row) == d for row in b) for line in blocks for b in line)
        if len(blocks) != n or not square:
            raise ValueError("shape")
        pairs = ((blocks[i][j], transposed(blocks[j][i])) for i in range(n) for j in range(n))
        if not all(same(a, b) for one, two in pairs for a, b in zip(one, two, strict=True)):
            raise ValueError("not symmetric")
        return Problem(d, masses, reading, blocks=blocks)
    bias, gauges = matrix(kernel["bias"]), [matrix(gauge) for gauge in kernel["gauges"]]
    if len(bias) != n or not all(same(a, b) for a, b in zip(bias, transposed(bias), strict=True)):
        raise ValueError("bias not symmetric")
    if gauges and (len(gauges) != n or any(len(g) != d or any(len(row) != d for row in g) for g in gauges)):
        raise ValueError("shape")
    return Problem(d, masses, reading, bias, profile_of(kernel["profile"]), gauges or None)
