"""Laws that may be maximisers beside one that is: slices of mean zero, a slice turned over."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from flint import fmpq

from theorems.model.kernel import ZonalKernel
from theorems.model.law import Law, finite_measure, mixture
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
