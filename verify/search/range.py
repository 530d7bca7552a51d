"""Where a profile lies: the values at the ends where they are extreme, else rationals just outside of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from flint import fmpq

from theorems.model.errors import InexactError, InvalidInputError, UndecidedError
from theorems.model.kernel import PairKernel, ZonalKernel
from theorems.model.profile import lies_within, value_at
from theorems.model.proof import Ceilings, Pointwise
from theorems.model.real import Real
from verify.decimals import is_writable, tidied
from verify.search.floats import Profile

if TYPE_CHECKING:
    from theorems.model.nodes import Expression
    from theorems.model.problem import Problem

MARGINS = (1e-12, 1e-9, 1e-6, 1e-4, 1e-2, 1.0)
"""Relative margins tried in turn; balls settle an extremum inside (-1, 1) only with some room."""

POINTS = 4097
"""Nodes from which an extremum is read off; the margin covers what lies between."""


def pointwise(problem: Problem) -> Pointwise | Ceilings | None:
    """The pointwise proof with the tightest range that could be proved; None if the kernel has no frame or none was."""
    kernel = problem.kernel
    if isinstance(kernel, PairKernel):
        return _ceilings(kernel, problem.dimension)
    if not isinstance(kernel, ZonalKernel):
        return None
    highest = _extreme(kernel.profile, problem.dimension, 1)
    lowest = _extreme(kernel.profile, problem.dimension, -1)
    return None if highest is None or lowest is None else Pointwise(lowest, highest)


def _ceilings(kernel: PairKernel, dimension: int) -> Ceilings | None:
    known: dict[int, Real | None] = {}
    rows: list[tuple[Real, ...]] = []
    for i, row in enumerate(kernel.profiles):
        for profile in row[: i + 1]:
            if id(profile) not in known:
                known[id(profile)] = _extreme(profile, dimension, 1)
        values = [value for profile in row[: i + 1] if (value := known[id(profile)]) is not None]
        if len(values) <= i:
            return None
        rows.append(tuple(values))
    return Ceilings(tuple(rows))


def _extreme(profile: Expression, dimension: int, side: int) -> Real | None:
    """The least proved upper bound of phi (side 1) or greatest lower one (side -1); exact at an end if possible."""
    values = [value for t in (1, -1) if (value := _value(profile, t)) is not None]
    ends = [value if is_writable(value) else tidied(value, side) for value in values]
    if dimension == 1 and len(ends) == 2:
        return max(ends, key=lambda value: side * value)
    guess = _guess(profile, side) if dimension > 1 else _larger_end(profile, side)
    if guess is None:
        return None
    scale = max(abs(guess), 1e-3)
    exact = [value for value in ends if abs(float(value.ball(64).mid()) - guess) <= 1e-9 * scale]
    outside = [Real(fmpq(round((guess + side * margin * scale) * 2**44), 2**44)) for margin in MARGINS]
    return next((bound for bound in exact + outside if _holds(profile, dimension, bound, side)), None)


def _value(profile: Expression, t: int) -> Real | None:
    try:
        return value_at(profile, Real(t))
    except (InexactError, InvalidInputError, UndecidedError):
        return None


def _guess(profile: Expression, side: int) -> float | None:
    """The extreme value on a grid, refined by two finer grids around the best node."""
    low, high = -1.0, 1.0
    best = None
    for _ in range(3):
        nodes = np.linspace(low, high, POINTS)
        values = side * Profile(profile).value(nodes)
        if not np.isfinite(values).all():
            return None
        k = int(values.argmax())
        best = side * float(values[k])
        width = (high - low) / (POINTS - 1)
        low, high = max(-1.0, float(nodes[k]) - width), min(1.0, float(nodes[k]) + width)
    return best


def _larger_end(profile: Expression, side: int) -> float | None:
    values = side * Profile(profile).value(np.array([1.0, -1.0]))
    return side * float(values.max()) if np.isfinite(values).all() else None


def _holds(profile: Expression, dimension: int, bound: Real, side: int) -> bool:
    try:
        lowest, highest = (None, bound) if side > 0 else (bound, None)
        return lies_within(profile, dimension, lowest, highest)
    except (InexactError, InvalidInputError, UndecidedError):
        return False
