"""Random model objects from whole-number choices; every theorem file and every property draws from here.

Numbers stay small, so that a failing instance can be read, and corners come up often: equal labels, antipodal
contents, repeated atoms, coordinate axes, zero and rank-one biases, n = 1, d = 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from flint import fmpq

from theorems.model.gauge import cayley, reflection
from theorems.model.labels import Labels, Reading
from theorems.model.law import Atom, Law, Measure
from theorems.model.matrix import identity, product
from theorems.model.parser import parse
from theorems.model.real import Real
from theorems.model.sphere import antipode, axis, stereographic

if TYPE_CHECKING:
    from collections.abc import Sequence

    from theorems.model.matrix import Matrix, Vector
    from theorems.model.nodes import Expression
    from theorems.statement import Source

ALL_READINGS = (Reading.ATOMIC, Reading.CELLS, Reading.TOKENS)
WITH_SELF_TERMS = (Reading.ATOMIC, Reading.CELLS)

STRICT_PROFILES = ("r", "exp(2*r)", "r**3 + r", "exp(r/2)", "r - 2/5*r**2", "(1 + r)**2", "exp(r) - 1/3")
"""Profiles with phi(t) < phi(1) for t in [-1, 1): linear, convex, not positive definite, of both trusts."""

WEAK_PROFILES = ("r**2", "1", "r**4 - r**2 + r", "r**2 + r**4")
"""Profiles with phi <= phi(1), some of which reach phi(1) elsewhere."""

DIPPED_PROFILES = ("-r", "1 - 2*r")
"""Profiles whose greatest value is at -1 alone: they work in every dimension."""

DIMENSIONS = (1, 2, 3, 4, 5)


def profile(text: str) -> Expression:
    """The profile of that text, in the variable r."""
    return parse(text, names=("r",), parameters={})


def shape(source: Source, readings: Sequence[Reading], *, tokens: int = 1, least: int = 1) -> tuple[int, int, Reading]:
    """(n, d, reading), each coming up in turn; n from `least`, and from `tokens` in that reading."""
    reading = source.turn(readings)
    n = source.turn(range(1, source.size + 1))
    d = source.turn(DIMENSIONS)
    return max(n, least, tokens if reading is Reading.TOKENS else 1), d, reading


def fraction(source: Source, bound: int = 3) -> fmpq:
    """A small rational in [-bound, bound]."""
    denominator = source.integer(1, 4)
    return fmpq(source.integer(-bound * denominator, bound * denominator), denominator)


def positive(source: Source) -> fmpq:
    """A small positive rational."""
    return fmpq(source.integer(1, 6), source.integer(1, 4))


def weights(source: Source, count: int) -> tuple[fmpq, ...]:
    """Positive rationals that sum to 1; equal ones in half the cases."""
    equal = source.integer(0, 1) == 0
    parts = [1 if equal else source.integer(1, 6) for _ in range(count)]
    total = sum(parts)
    return tuple(fmpq(part, total) for part in parts)


def labels(source: Source, n: int, reading: Reading) -> Labels:
    """A label law of n labels."""
    return Labels(weights(source, n), reading)


def point(source: Source, d: int) -> Vector:
    """A rational point of S^{d-1}: an axis or its antipode in a third of the cases."""
    kind = source.integer(0, 5)
    if d == 1 or kind < 2:
        unit = axis(d, source.integer(0, d - 1))
        return unit if kind % 2 else antipode(unit)
    return stereographic([fraction(source, 2) for _ in range(d - 1)])


def measure(source: Source, d: int, most: int = 3) -> Measure:
    """A probability with few atoms, antipodal or repeated in some cases."""
    count = source.integer(1, most)
    first = point(source, d)
    points = [first]
    for _ in range(count - 1):
        kind = source.integer(0, 4)
        points.append(antipode(first) if kind == 0 else first if kind == 1 else point(source, d))
    return Measure(tuple(Atom(w, p) for w, p in zip(weights(source, count), points, strict=True)))


def law(source: Source, n: int, d: int, most: int = 3) -> Law:
    """A law of n slices; fewer atoms a slice where there are many labels."""
    return Law(tuple(measure(source, d, most if n <= 8 else min(most, 2)) for _ in range(n)))


def orthogonal(source: Source, d: int) -> Matrix:
    """A rational orthogonal matrix: a Cayley rotation, with a reflection in half the cases."""
    rotation = cayley(d, [fmpq(source.integer(-2, 2), source.integer(1, 2)) for _ in range(d * (d - 1) // 2)])
    return product(reflection(point(source, d)), rotation) if source.integer(0, 1) else rotation


def gauges(source: Source, n: int, d: int) -> tuple[Matrix, ...]:
    """One orthogonal matrix a label; all equal or with repetitions in some cases."""
    kind = source.integer(0, 4)
    if kind == 0:
        return (orthogonal(source, d),) * n
    if kind == 1:
        pool = (identity(d), orthogonal(source, d))
        return tuple(pool[source.integer(0, 1)] for _ in range(n))
    return tuple(orthogonal(source, d) for _ in range(n))


def symmetric(n: int, entry: dict[tuple[int, int], fmpq]) -> Matrix:
    """The symmetric matrix with the given entries at i <= j, 0 elsewhere."""
    zero = fmpq(0)
    return tuple(tuple(Real(entry.get((min(i, j), max(i, j)), zero)) for j in range(n)) for i in range(n))


def bias(source: Source, n: int) -> Matrix:
    """A signed symmetric matrix: random, circulant, rank-one, block, 0/1, zero diagonal, all equal or zero."""
    kind = source.integer(0, 7)
    v = [fraction(source) for _ in range(n)]
    upper = [(i, j) for i in range(n) for j in range(i, n)]
    if kind == 0:
        return symmetric(n, {(i, j): v[min(j - i, n - j + i)] for i, j in upper})
    if kind == 1:
        return symmetric(n, {(i, j): v[i] * v[j] for i, j in upper})
    if kind == 2:
        return symmetric(n, dict.fromkeys(upper, v[0]))
    if kind == 3:
        return symmetric(n, {(i, j): v[i % 2] for i, j in upper if i % 2 == j % 2})
    if kind == 4:
        return symmetric(n, {(i, j): fmpq(source.integer(0, 1)) for i, j in upper})
    if kind == 5:
        return symmetric(n, {(i, j): fraction(source) for i, j in upper if i != j})
    if kind == 6 and source.integer(0, 1):
        return symmetric(n, {})
    return symmetric(n, {(i, j): fraction(source) for i, j in upper})


def non_negative_bias(source: Source, n: int, *, connected: bool) -> Matrix:
    """A symmetric matrix >= 0 whose positive off-diagonal entries join all labels, or leave label n - 1 alone.

    For n = 1 the entry is positive iff connected.
    """
    entry: dict[tuple[int, int], fmpq] = {}
    for j in range(n):
        if connected or j < n - 1 or n > 1:
            entry[j, j] = fmpq(source.integer(0, 3), 2)
        for i in range(j):
            if (connected or j < n - 1) and source.integer(0, 1):
                entry[i, j] = positive(source)
    if connected and n == 1:
        entry[0, 0] = positive(source)
    for j in range(1, n if connected else n - 1):
        entry[source.integer(0, j - 1), j] = positive(source)  # a random spanning tree
    return symmetric(n, entry)


def ones(n: int) -> Matrix:
    """The bias k = 1."""
    return symmetric(n, {(i, j): fmpq(1) for i in range(n) for j in range(i, n)})
