"""Laws of much energy for the ladder: from many starts, from a relaxation's moments, and with slices of many atoms."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from verify.search.ascent import scaled
from verify.search.floats import ZonalArrays, to_arrays
from verify.search.rounding import FloatSlice, rounded_law
from verify.search.spheres import ascend_profile, climb, slope_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from theorems.model.law import Law
    from theorems.model.problem import Problem
    from verify.search.floats import Floats

STARTS, STEPS, KEPT = 128, 150, 4
"""Starts that ascend together, their steps, and how many of the best are then brought to a maximum each."""

SEED = 2

SMALL = 1e-18
"""Squared length below which a start has no direction."""

TILTS = 3
"""Starts made from one solution of a relaxation, beside its main directions."""

ATOMS = (4, 12, 24)
"""Atoms of a slice that is spread: in dimension 3 the corners of a simplex, of an icosahedron, a 7-design."""

MOST_SITES, FEW = 128, 3
"""Most atoms of a law, and starts of its ascent."""


def many_starts(problem: Problem) -> list[Law]:
    """The best tuple of many starts."""
    arrays = to_arrays(problem)
    if not isinstance(arrays, ZonalArrays):
        return []
    return _best(problem, arrays, _crowd(arrays, problem.dimension))


def _crowd(arrays: ZonalArrays, dimension: int) -> list[Floats]:
    """The best of many points that ascend by gradient steps, each of its own length: halved where E would fall."""
    weights, profile = scaled(arrays.weighted_bias), arrays.profile
    slope = slope_of(profile)
    x = _units(np.random.default_rng(SEED).standard_normal((STARTS, len(weights), dimension)))
    inner = x @ np.swapaxes(x, -1, -2)
    energies = (weights * profile.value(inner)).sum(axis=(-2, -1))
    lengths = np.full((STARTS, 1, 1), 0.5)
    for _ in range(STEPS):
        trial = _units(x + lengths * ((weights * slope(inner)) @ x))
        tried = trial @ np.swapaxes(trial, -1, -2)
        reached = (weights * profile.value(tried)).sum(axis=(-2, -1))
        better = (reached >= energies)[:, None, None]
        x, inner = np.where(better, trial, x), np.where(better, tried, inner)
        energies = np.where(better[:, 0, 0], reached, energies)
        lengths = np.where(better, 1.5 * lengths, 0.5 * lengths)
    order = np.argsort(-np.where(np.isfinite(energies), energies, -np.inf), kind="stable")
    return [x[k] for k in order[:KEPT]]


def _units(x: Floats) -> Floats:
    return x / np.sqrt((x * x).sum(axis=-1, keepdims=True))


def _best(problem: Problem, arrays: ZonalArrays, starts: list[Floats]) -> list[Law]:
    """The best tuple to which the starts lead in the gauge frame, rounded."""
    climbs = [climb(arrays.weighted_bias, arrays.profile, start) for start in starts]
    found = [points for points in climbs if points is not None]
    if not found:
        return []
    frame = replace(arrays, gauges=np.broadcast_to(np.eye(problem.dimension), arrays.gauges.shape))
    points = found[int(np.argmax([float(frame.energy(each)) for each in found]))]
    slices = [FloatSlice(np.ones(1), point[None]) for point in points]
    return [rounded_law(problem, slices, merge=merge) for merge in (True, False)]


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
    d = problem.dimension
    main = roots[:, ::-1][:, :d]
    starts = [np.pad(main, ((0, 0), (0, d - main.shape[1])))]
    axis = np.eye(1, d)
    for k in range(TILTS):
        turn = np.random.default_rng((SEED, k)).standard_normal((len(gram), d))
        starts.append(roots @ turn)
    tangible = [np.where((start * start).sum(axis=1, keepdims=True) > SMALL, start, axis) for start in starts]
    return _best(problem, arrays, tangible)


def spread_slices(problem: Problem, jensen: Sequence[bool]) -> Iterator[Law]:
    """Laws in which every slice that gains from being spread has several atoms of equal weight, placed by an ascent.

    Args:
        problem: a zonal problem.
        jensen: for each label whether a Dirac mass is as good as any slice.
    """
    arrays = to_arrays(problem)
    if not isinstance(arrays, ZonalArrays):
        return
    for atoms in ATOMS:
        labels = [i for i, single in enumerate(jensen) for _ in range(1 if single else atoms)]
        if len(labels) > MOST_SITES:
            return
        weights = np.array([1.0 if jensen[i] else 1.0 / atoms for i in labels])
        sites = arrays.at_sites(labels, weights)
        points = ascend_profile(sites.weighted_bias, sites.profile, problem.dimension, FEW, SEED)
        if points is not None:
            mine = np.array(labels)
            slices = [FloatSlice(weights[mine == i], points[mine == i]) for i in range(len(jensen))]
            yield rounded_law(problem, slices, merge=False)
