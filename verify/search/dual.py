"""Linear certificates: multipliers from the ascent's own point, from the Gram relaxation, or from a lifted ascent.

The best certified bound counts, compared exactly; each source is asked only if those before it left a gap.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, sqrt
from typing import TYPE_CHECKING

import numpy as np

from theorems.model.assertion import Domain
from verify.errors import SolverError
from verify.search.ascent import Blocks, ascend, polished
from verify.search.interior import interior_point
from verify.search.multipliers import COARSE, FINE, Repaired, repaired

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from theorems.model.problem import Problem
    from theorems.model.real import Real
    from verify.search.floats import Floats
    from verify.search.linear_form import LinearForm

INTERIOR = 40
"""Rows of C up to which the relaxation of a bilinear kernel is solved before the lifted ascent is tried; that of a
linear profile always is."""

FIRST_ORDER = 200
"""Rows of C up to which it is solved at all."""

REACHED = 1e-8
"""Relative distance to the value of its own relaxation at which a bound is improved by a finer grid, not by the next
source."""


@dataclass(frozen=True, eq=False)
class Dual:
    """A repaired linear proof, with the multipliers it was made from and their source: ascent, relaxation or lifted."""

    repaired: Repaired
    given: Floats
    source: str


def linear_bound(
    problem: Problem,
    form: LinearForm,
    domain: Domain,
    point: Floats,
    *,
    enough: Callable[[Real], bool],
    learn: Callable[[Floats], None],
    say: Callable[[str], None],
) -> Dual:
    """The best linear proof found.

    Args:
        problem: the problem.
        form: its quadratic form.
        domain: laws or tuples.
        point: X from the ascent over that domain, (n width, columns).
        enough: whether a bound leaves nothing to wish for; asked before each further source, so that it may watch time.
        learn: told of each other X that a source comes upon, of the same shape; it may hold a better law.
        say: told of each source.
    """
    best: Dual | None = None
    for source, multipliers, value in _sources(form, domain, point, learn, say):
        for grid in (COARSE, FINE):
            found = Dual(repaired(problem, form, domain, multipliers, grid), multipliers, source)
            if best is None or found.repaired.value < best.repaired.value:
                best = found
            own = float((2 * found.repaired.value - form.constant).ball(64).mid()) / 2
            reached = own - value <= REACHED * abs(own)
            if enough(best.repaired.value):
                return best
            if not reached:  # a finer grid would not help
                break
        if reached and source != "ascent":
            break
    if best is None:
        raise AssertionError("the ascent's own multipliers always make a proof")
    return best


def _sources(
    form: LinearForm, domain: Domain, point: Floats, learn: Callable[[Floats], None], say: Callable[[str], None]
) -> Iterator[tuple[str, Floats, float]]:
    """(source, multipliers, the value that it reached without the constant), in the order in which they are tried."""
    blocks = Blocks(form.floats, form.width, ball=domain is Domain.LAWS)
    yield "ascent", blocks.multipliers(point), blocks.energy(point)
    size = len(form.floats)
    if size <= INTERIOR or form.width == 1:
        yield from _relaxation(form, domain, learn, say)
    columns = max(point.shape[1], ceil(sqrt(2 * size))) + 1
    say(f"upper bound: ascent lifted to dimension {columns}")
    lifted = ascend(blocks, columns, 1, seed=1)
    yield "lifted", blocks.multipliers(lifted), blocks.energy(lifted)
    if form.width > 1 and INTERIOR < size <= FIRST_ORDER:
        yield from _relaxation(form, domain, learn, say)


def _relaxation(
    form: LinearForm, domain: Domain, learn: Callable[[Floats], None], say: Callable[[str], None]
) -> Iterator[tuple[str, Floats, float]]:
    say("upper bound: Gram relaxation")
    if form.width == 1:
        if form.floats.any():
            ball, exponent = domain is Domain.LAWS, int(np.frexp(np.abs(form.floats).max())[1])
            scaled = np.ldexp(form.floats, -exponent)
            found = interior_point(scaled, ball=ball)
            learn(polished(Blocks(scaled, 1, ball), found.point(form.columns, ball=ball)))
            yield "relaxation", np.ldexp(found.multipliers, exponent), float(np.ldexp(found.value, exponent))
        return
    from verify.relax.gram import gram_relaxation  # late: cvxpy takes seconds to load, and most problems do not need it

    try:
        solution = gram_relaxation(form.floats, form.labels, domain)
    except SolverError as error:
        say(f"the relaxation gave no multipliers: {error}")
        return
    yield "relaxation", solution.multipliers, solution.value
