r"""D6s: the summary's sentence on conditional Diracization, which needs one more hypothesis.

Claim: "Since rho is non-atomic and the energy is affine in each slice, a global maximiser may be taken to be a
    graph law."
Scope: Labels uniform on [0,1] and $h = -c\,e^{-r|s-t|} \langle x, y \rangle$, the continuum itself; d >= 1. The
    wording is the summary's; the paper's own hypotheses are not at hand. Outside: weights not shared over depth,
    continuous depth, the surrogate model.
Route: All slices change at once, so affinity in each says nothing: D6.
Certificate: PositiveTransform.
Boundary: none, the sentence does not stand.
Source: summary section 2.2, second list; claims.md D6.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from theorems.diracization.rank import CellsInstance, draw_repulsive, witness
from theorems.model.assertion import Assertion, GraphMaximiser, Relation
from theorems.statement import Theorem

if TYPE_CHECKING:
    from theorems.model.continuum import ContinuumProblem


def claim(x: CellsInstance) -> dict[str, Assertion]:
    """The sentence itself."""
    problem: ContinuumProblem = x.problem
    return {"sentence": GraphMaximiser(problem, Relation.EQ)}


THEOREM = Theorem(
    name="diracization.summary",
    number="D6s",
    section="2.2",
    title="the summary: affine in each slice, so a maximiser is a graph law",
    text=__doc__ or "",
    instance=CellsInstance,
    hypotheses=(),
    draw=draw_repulsive,
    claim=claim,
    witness=witness,
    boundaries=(),
    mutants=(),
    wrong="a non-atomic label law and affinity in each slice are not enough: the energy must be convex, or the kernel "
    "a step kernel or of finite joint rank",
)
