"""Circles (cos ms, sin ms, 0, ..) of most energy in floats, over the labels' own values."""

from __future__ import annotations

from math import lcm
from typing import TYPE_CHECKING

import numpy as np

from theorems.model.errors import InexactError
from verify.search.floats import to_arrays

if TYPE_CHECKING:
    from theorems.model.matrix import Vector
    from theorems.model.problem import Problem

MOST_LABELS = 64
"""Labels up to which the exact energy of a circle is affordable."""

MOST_WINDINGS = 2000
"""Windings that are tried."""

CLOSE = 1e-9
"""Relative difference up to which two float energies are taken for a tie."""

MOST_TIES = 4
"""Windings of the greatest energy that are given."""


def promising_windings(problem: Problem, values: Vector) -> list[int]:
    """The m >= 1 whose circles have the greatest energy in floats, least first; [] where labels are no turns."""
    if problem.dimension < 2 or len(problem) > MOST_LABELS:
        return []
    try:
        turns = [value.rational_multiple_of_pi() / 2 for value in values]
    except InexactError:
        return []
    order = min(lcm(*(int(turn.q) for turn in turns)), MOST_WINDINGS)
    angles = 2 * np.pi * np.array([float(turn) for turn in turns])
    arrays = to_arrays(problem)
    energies: list[float] = []
    for m in range(1, order + 1):
        points = np.zeros((len(problem), problem.dimension))
        points[:, 0], points[:, 1] = np.cos(m * angles), np.sin(m * angles)
        energies.append(float(arrays.energy(points)))
    best = max(energies)
    return [m for m, value in enumerate(energies, 1) if value >= best - CLOSE * abs(best)][:MOST_TIES]
