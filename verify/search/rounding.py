"""From floats to exact laws: rational points of the sphere, rational weights, and back through the gauge.

What is equal in truth must come out equal: points that agree, or are antipodal, to `CLOSE` share one rounding, and no
choice hangs on a float whose true value may be 0 or a tie.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from flint import fmpq

from theorems.model.kernel import FramedKernel, frame_gauges
from theorems.model.law import Law, finite_measure
from theorems.model.matrix import apply, transpose, vector
from theorems.model.real import Real
from theorems.model.sphere import antipode, axis

if TYPE_CHECKING:
    from collections.abc import Sequence

    from theorems.model.matrix import Vector
    from theorems.model.problem import Problem
    from verify.search.floats import Floats

BITS = 30
"""Parameters are rounded to multiples of 2^-BITS: at a maximum the energy then falls by the square of that."""

CLOSE = 1e-6
"""Points nearer than this are taken for one."""

CHART = 0.3
"""Last coordinate above which a point is projected from the other pole; parameters stay below 1.4."""


ZERO = Real(0)


@dataclass(frozen=True, eq=False)
class FloatSlice:
    """One slice in the gauge frame: weights, (k,), that sum to 1, and unit points, (k, d)."""

    weights: Floats
    points: Floats


def rational_point(point: Floats, bits: int = BITS) -> Vector:
    """The exact point of the sphere whose stereographic parameters are those of the given one on a grid of 2^-bits."""
    if len(point) == 1:
        return vector([1 if point[0] > 0 else -1])
    upper = point[-1] > CHART
    turned = -point if upper else point
    step = 2**bits
    parameters = [round(entry * step) for entry in (turned[:-1] / (1.0 - turned[-1])).tolist()]
    square = sum(k * k for k in parameters)
    scale, sign = step * step + square, -1 if upper else 1  # `sphere.stereographic`, with one denominator
    tops = [2 * step * sign * k for k in parameters] + [sign * (square - step * step)]
    return tuple(Real(fmpq(top, scale)) if top else ZERO for top in tops)


def rational_weights(weights: Floats, bits: int = BITS) -> list[fmpq]:
    """The weights on a grid of 2^-bits; the last takes what the others leave, and 0 is kept out by the caller."""
    step = 2**bits
    parts = [round(float(weight) * step) for weight in weights]
    parts[-1] = step - sum(parts[:-1])
    return [fmpq(part, step) for part in parts]


def mean_slice(mean: Floats) -> FloatSlice:
    """A slice with the given mean of length at most 1: two antipodal atoms, or one where the length is 1."""
    length = float(np.sqrt((mean * mean).sum()))
    if length < CLOSE:
        point = np.zeros_like(mean)
        point[0] = 1.0
        return FloatSlice(np.array([0.5, 0.5]), np.stack([point, -point]))
    point = mean / length
    if length > 1 - CLOSE:
        return FloatSlice(np.array([1.0]), point[None])
    return FloatSlice(np.array([1 + length, 1 - length]) / 2, np.stack([point, -point]))


def rounded_law(problem: Problem, slices: Sequence[FloatSlice], *, merge: bool) -> Law:
    """The exact law: each point rounded in the gauge frame, then carried back by R_i^T.

    Args:
        problem: gives the gauges.
        slices: one a label.
        merge: whether points that agree or are antipodal to `CLOSE` share one rounding; if all are one point up to
            sign and the kernel has a gauge frame, that point becomes the first axis.
    """
    points = np.concatenate([piece.points for piece in slices])
    exact = (
        _merged(points, framed=isinstance(problem.kernel, FramedKernel)) if merge else list(map(rational_point, points))
    )
    measures, place = [], 0
    for i, piece in enumerate(slices):
        mine = exact[place : place + len(piece.weights)]
        place += len(piece.weights)
        kept = [(w, p) for w, p in zip(rational_weights(piece.weights), mine, strict=True) if w > 0]
        measures.append(finite_measure([w for w, _ in kept], [pulled_back(problem, i, p) for _, p in kept]))
    return Law(tuple(measures))


def pulled_back(problem: Problem, i: int, point: Vector) -> Vector:
    """R_i^T z, the content of label i at z in the gauge frame; exact, and the inverse where R_i is orthogonal."""
    gauges = frame_gauges(problem.kernel)
    return apply(transpose(gauges[i]), point) if gauges else point


def _merged(points: Floats, *, framed: bool) -> list[Vector]:
    inner = points @ points.T
    near = np.abs(inner) > 1 - CLOSE**2
    if framed and near[0].all():
        first = axis(points.shape[1], 0)
        return [first if value > 0 else antipode(first) for value in inner[0]]
    exact: list[Vector] = []
    for i, leader in enumerate(near.argmax(axis=1)):
        rounded = exact[leader] if leader < i else rational_point(points[i])
        exact.append(antipode(rounded) if inner[i, leader] < 0 else rounded)
    return exact
