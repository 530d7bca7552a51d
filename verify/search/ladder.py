"""The ladder of moment relaxations: which rungs a problem has, by cost, and how they are climbed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from theorems.model.errors import InexactError, InvalidInputError, UndecidedError
from theorems.model.kernel import FramedKernel
from theorems.model.matrix import is_orthogonal
from theorems.model.moments.relaxation import sizes
from theorems.model.proof import Relaxation
from theorems.model.selfterm import is_jensen

if TYPE_CHECKING:
    from theorems.model.problem import Problem

ZONAL = 8
"""Greatest degree of the zonal blocks beside others."""

HIGHER = ((2, 2), (2, 3), (3, 2), (3, 3), (3, 4))
"""Level and degree at the vertices of the rungs above the second level."""

TORUS = (3, 4)
"""Radii of the trigonometric blocks that take their place in dimension 2; radius 2 is the second level."""

LEVELS = {2: "second", 3: "third"}

BASE_SECONDS, SECONDS_PER_CUBE = 0.3, 3e-9
"""The forecast: an interior point costs about the cube of the triangles' entries."""


@dataclass(frozen=True)
class Rung:
    """A relaxation, its name, and a forecast of the seconds that its solution takes."""

    name: str
    relaxation: Relaxation
    seconds: float


def is_climbable(problem: Problem) -> bool:
    """Whether the moment relaxations apply: inner products in an orthogonal gauge frame, dimension 2 or more."""
    kernel = problem.kernel
    return isinstance(kernel, FramedKernel) and problem.dimension >= 2 and all(map(is_orthogonal, kernel.gauges))


def jensen_labels(problem: Problem) -> list[bool]:
    """For each label whether its self term is known to be absent or Jensen, so that Dirac masses are as good as any."""
    return [_is_jensen(problem, i) for i in range(len(problem))]


def _is_jensen(problem: Problem, i: int) -> bool:
    try:
        return is_jensen(problem, i)
    except (InexactError, UndecidedError):
        return False


def rungs(problem: Problem, degree: int, *, free_diagonal: bool) -> list[Rung]:
    """The relaxations to climb, the cheapest first.

    A linear profile starts at the second level: its zonal relaxation is Gram's.

    Args:
        problem: the problem.
        degree: of the polynomials in place of the profiles.
        free_diagonal: whether slices that are no Dirac masses compete, so that the pair families alone apply.
    """
    even = max(2, degree + degree % 2)
    if free_diagonal:
        return _sized(problem, [("zonal", Relaxation(even, even, level=0, vertices=0, free_diagonal=True, torus=0))])
    curved = degree > 1
    pairs = Relaxation(even if curved else 0, min(even, ZONAL) if curved else 1, 0, 0, free_diagonal=False, torus=0)
    wide = pairs if curved else replace(pairs, hausdorff=4, zonal=4)
    found = [("zonal", pairs)] if curved else []
    found.append(("second level", replace(pairs, level=2)))
    if problem.dimension == 2:
        turns = degree if curved else 0
        found += [
            (f"torus {radius}", Relaxation(turns, turns, 0, 0, free_diagonal=False, torus=radius)) for radius in TORUS
        ]
    else:
        found += [(f"{LEVELS[k]} level, vertices {v}", replace(wide, level=k, vertices=v)) for k, v in HIGHER]
    return _sized(problem, found)


def _sized(problem: Problem, named: list[tuple[str, Relaxation]]) -> list[Rung]:
    """Those within the checker's bounds, with forecasts, cheapest first."""
    found: list[Rung] = []
    for name, relaxation in named:
        try:
            blocks = sizes(relaxation, len(problem), problem.dimension)
        except InvalidInputError:
            continue
        cubes = sum((size * (size + 1) // 2) ** 3 for size in blocks)
        found.append(Rung(name, relaxation, BASE_SECONDS + SECONDS_PER_CUBE * cubes))
    return sorted(found, key=lambda rung: rung.seconds)
