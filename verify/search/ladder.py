"""The ladder of moment relaxations: which rungs a problem has, by cost, and how they are climbed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from theorems.model.assertion import Domain
from theorems.model.errors import InexactError, InvalidInputError, UndecidedError
from theorems.model.kernel import BilinearKernel
from theorems.model.matrix import is_orthogonal
from theorems.model.moments.relaxation import sizes
from theorems.model.proof import Relaxation
from theorems.model.selfterm import is_jensen

if TYPE_CHECKING:
    from theorems.model.problem import Problem

ZONAL = 8
"""Greatest degree of the zonal blocks beside others."""

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
    if isinstance(kernel, BilinearKernel) or problem.dimension < 2:
        return False
    return all(map(is_orthogonal, kernel.gauges))


def needs_free_diagonal(problem: Problem, domain: Domain) -> bool:
    """Whether slices that are no Dirac masses compete, so that the pair families alone apply."""
    if domain is Domain.TUPLES:
        return False
    try:
        return not all(is_jensen(problem, i) for i in range(len(problem)))
    except (InexactError, UndecidedError):
        return True


def rungs(problem: Problem, domain: Domain, degree: int) -> list[Rung]:
    """The relaxations to climb, the cheapest first.

    A linear profile starts at the second level: its zonal relaxation is Gram's.

    Args:
        problem: the problem.
        domain: laws or tuples.
        degree: of the polynomials in place of the profiles.
    """
    even = max(2, degree + degree % 2)
    if needs_free_diagonal(problem, domain):
        return _sized(problem, [("zonal", Relaxation(even, even, False, 0, True))])
    curved = degree > 1
    zonal = min(even, ZONAL) if curved else 1
    hausdorff = even if curved else 0
    wide = hausdorff or 4
    found = [("zonal", Relaxation(hausdorff, zonal, False, 0, False))] if curved else []
    found.append(("second level", Relaxation(hausdorff, zonal, True, 0, False)))
    found += [(f"second level and vertices {v}", Relaxation(wide, max(zonal, 4), True, v, False)) for v in (2, 3, 4)]
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
