"""Laws of much energy for the ladder: from many starts, from a relaxation's moments, and with slices of many atoms."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from verify.search.floats import ZonalArrays, to_arrays
from verify.search.rounding import FloatSlice, rounded_law
from verify.search.spheres import ascend_profile, climb

if TYPE_CHECKING:
    from collections.abc import Sequence

    from theorems.model.law import Law
    from theorems.model.problem import Problem
    from verify.search.floats import Floats

STARTS = 40
"""Starts of the search; few suffice for some tens of labels."""

SEED = 2

ATOMS = (4, 12, 24)
"""Atoms of a slice that is spread: in dimension 3 the corners of a simplex, of an icosahedron, a 7-design."""

MOST_SITES, FEW = 128, 3
"""Most atoms of a law, and starts of its ascent."""

TILTS = 6
"""Starts made from one solution of a relaxation."""


def many_starts(problem: Problem) -> list[Law]:
    """The best tuple of many starts."""
    arrays = to_arrays(problem)
    if not isinstance(arrays, ZonalArrays):
        return []
    points = ascend_profile(arrays.weighted_bias, arrays.profile, problem.dimension, STARTS, SEED)
    return [] if points is None else _laws(problem, points)


def from_moments(problem: Problem, gram: Floats) -> list[Law]:
    """The best tuple of ascents that start at the main directions of a matrix of moments of g_ij.

    If that matrix is of rank d it is the Gram matrix of a maximiser. If it is a mean over several, random weights of
    its directions lead to one or the other.
    """
    arrays = to_arrays(problem)
    if not isinstance(arrays, ZonalArrays):
        return []
    values, vectors = np.linalg.eigh(gram)
    roots = vectors * np.sqrt(np.maximum(values, 0.0))
    starts = [roots[:, ::-1][:, : problem.dimension]]
    for k in range(TILTS):
        turn = np.random.default_rng((SEED, k)).standard_normal((len(gram), problem.dimension))
        starts.append(roots @ turn)
    found = []
    for start in starts:
        lengths = np.sqrt((start * start).sum(axis=1))[:, None]
        padded = np.zeros((len(gram), problem.dimension))
        padded[:, : start.shape[1]] = start / np.maximum(lengths, 1e-300)
        padded[lengths[:, 0] < 1e-9, 0] = 1.0
        reached = climb(arrays.weighted_bias, arrays.profile, padded)
        if reached is not None:
            found.append(reached)
    if not found:
        return []
    energies = [float(arrays.energy(points)) for points in found]
    return _laws(problem, found[int(np.argmax(energies))])


def spread_slices(problem: Problem, jensen: Sequence[bool]) -> list[Law]:
    """Laws in which every slice that gains from being spread has several atoms of equal weight, placed by an ascent.

    Args:
        problem: a zonal problem.
        jensen: for each label whether a Dirac mass is as good as any slice.
    """
    arrays = to_arrays(problem)
    found: list[Law] = []
    for atoms in ATOMS if isinstance(arrays, ZonalArrays) else ():
        labels = [i for i, single in enumerate(jensen) for _ in range(1 if single else atoms)]
        if len(labels) > MOST_SITES:
            break
        weights = np.array([1.0 if jensen[i] else 1.0 / atoms for i in labels])
        sites = arrays.at_sites(labels, weights)
        points = ascend_profile(sites.weighted_bias, sites.profile, problem.dimension, FEW, SEED)
        if points is not None:
            mine = np.array(labels)
            slices = [FloatSlice(weights[mine == i], points[mine == i]) for i in range(len(jensen))]
            found.append(rounded_law(problem, slices, merge=False))
    return found


def _laws(problem: Problem, points: Floats) -> list[Law]:
    slices = [FloatSlice(np.ones(1), point[None]) for point in points]
    return [rounded_law(problem, slices, merge=merge) for merge in (True, False)]
