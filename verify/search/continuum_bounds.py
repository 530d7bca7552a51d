"""Proof data of upper bounds for a continuum of labels, by cost."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from flint import fmpq

from theorems.model.assertion import Domain
from theorems.model.continuum import ContinuumProblem, is_turning
from theorems.model.errors import InexactError, InvalidInputError, UndecidedError
from theorems.model.kernel import ZonalKernel
from theorems.model.labels import Labels, Reading
from theorems.model.problem import Problem
from theorems.model.proof import Fourier, Pointwise, PositiveTransform, StepBound
from theorems.model.real import Real
from verify.checker.continuum_bounds import step_problem
from verify.search.range import pointwise
from verify.search.steps import Search
from verify.search.toeplitz import LADDER, toeplitz_proof

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from theorems.model.proof import ContinuumUpper

STEPS = (8, 16, 32, 64, 128, 256)
"""Cells of step biases, in turn."""


def ladder(problem: ContinuumProblem, say: Callable[[str], None]) -> Iterator[Callable[[], list[ContinuumUpper]]]:
    """What makes proofs, by cost; each is called only if it is needed."""
    outer = _range(problem)
    yield lambda: [PositiveTransform(), Fourier(), *([] if outer is None else [outer])]
    if is_turning(problem.bias):
        for sizes in LADDER:
            yield lambda sizes=sizes: [proof for proof in [toeplitz_proof(problem, sizes, say)] if proof is not None]
    elif outer is not None:
        for n in STEPS:
            yield lambda n=n: _step(problem, n, outer, say)


def _range(problem: ContinuumProblem) -> Pointwise | None:
    """The range of the profile, which a problem of one label is asked for."""
    labels = Labels((fmpq(1),), Reading.ATOMIC)
    found = pointwise(Problem(problem.dimension, labels, ZonalKernel(((Real(1),),), problem.profile)))
    return found if isinstance(found, Pointwise) else None


def _step(problem: ContinuumProblem, n: int, outer: Pointwise, say: Callable[[str], None]) -> list[ContinuumUpper]:
    """The bounds of the step problem of n cells, best first."""
    say(f"upper bound: a bias that is constant on {n} x {n} cells")
    greatest = max(outer.highest, -outer.lowest)
    try:
        finite, _ = step_problem(problem, n)
    except (InexactError, InvalidInputError, UndecidedError) as error:
        say(f"refused: {str(error)[:200]}")
        return []
    search = Search(finite, fmpq(1, 10**4), monotonic() + n / 8, say)
    search.run(Domain.LAWS)
    return [StepBound(n, greatest, upper.proof) for upper in search.uppers(Domain.LAWS)[:1]]
