"""Laws that may be maximisers beside one that is: slices of mean zero, a slice turned over."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from flint import fmpq

from theorems.model.kernel import ZonalKernel
from theorems.model.law import Law, finite_measure, graph_law, mixture
from theorems.model.real import Real
from theorems.model.sphere import antipode, axis
from verify.search.floats import energy
from verify.search.rounding import pulled_back

if TYPE_CHECKING:
    from collections.abc import Sequence

    from theorems.model.law import Measure
    from theorems.model.problem import Problem

CLOSE = 1e-9
"""Relative difference of float energies up to which a companion is kept; the checker decides."""

MOST_LABELS = 64
"""Labels up to which companions are made."""


def balanced_laws(problem: Problem) -> list[Law]:
    """Every slice half at an axis and half at its antipode, in the gauge frame: one law each for the first two axes."""
    if not isinstance(problem.kernel, ZonalKernel) or len(problem) > MOST_LABELS:
        return []
    half, laws = fmpq(1, 2), []
    for k in range(min(problem.dimension, 2)):
        ends = axis(problem.dimension, k), antipode(axis(problem.dimension, k))
        pairs = ([pulled_back(problem, i, end) for end in ends] for i in range(len(problem)))
        laws.append(Law(tuple(finite_measure((half, half), pair) for pair in pairs)))
    return laws


def paired_tuple(problem: Problem) -> Law | None:
    """Labels at antipodes two by two, the last three of an odd number at a triangle: a sum of 0 under equal masses."""
    n, d = len(problem), problem.dimension
    if not isinstance(problem.kernel, ZonalKernel) or not 2 <= n <= MOST_LABELS or n == 3 or (n % 2 and d < 2):
        return None
    pairs = (n - 3) // 2 if n % 2 else n // 2
    ends = [axis(d, k % d) for k in range(pairs)]
    points = [point for end in ends for point in (end, antipode(end))]
    if n % 2:
        plane = (1, 2) if d > 2 else (0, 1)
        for k in range(3):
            wave = {plane[0]: Real.cosine(fmpq(k, 3)), plane[1]: Real.sine(fmpq(k, 3))}
            points.append(tuple(wave.get(c, Real(0)) for c in range(d)))
    return graph_law(pulled_back(problem, i, point) for i, point in enumerate(points))


def with_companions(problem: Problem, maximal: Sequence[Law]) -> tuple[Law, ...]:
    """The laws; the first with one slice turned to its antipodes; and the mean of the first two; if E stays."""
    if not maximal or len(problem) > MOST_LABELS:
        return tuple(maximal)
    first = maximal[0]
    top = energy(problem, first)

    def keeps(law: Law) -> bool:
        return abs(energy(problem, law) - top) <= CLOSE * abs(top)

    turned = (first.replaced(i, _turned(piece)) for i, piece in enumerate(first.slices))
    found = list(islice(filter(keeps, turned), 1))
    if len(maximal) > 1:
        pairs = zip(first.slices, maximal[1].slices, strict=True)
        found += filter(keeps, [Law(tuple(mixture(a, b, fmpq(1, 2)) for a, b in pairs))])
    return (*maximal, *found)


def _turned(piece: Measure) -> Measure:
    return finite_measure([atom.weight for atom in piece.atoms], [antipode(atom.point) for atom in piece.atoms])
