r"""S1s: the summary's sentence on non-negative biases, which needs one more hypothesis.

Claim: "Even with positional labels, if the kernel's factor is non-negative pointwise, the maximiser collapses to a
    Dirac mass."
Scope: Finite label laws in all three readings, d >= 1, n >= 1; non-negative biases that leave a label alone, or
    profiles that take phi(1) again. The wording is the summary's; the paper's own hypotheses are not at hand.
    Outside: weights not shared over depth, continuous depth, the surrogate model of the paper.
Route: Two components, or an even profile, leave maximisers that are spread: S1's boundaries.
Certificate: Maximiser.
Boundary: none, the sentence does not stand.
Source: summary section 3.4, first item; claims.md S1.
"""

from __future__ import annotations

from theorems.model.assertion import Assertion, Collapse, Relation
from theorems.spectral.nonnegative import BiasInstance, draw_disconnected, draw_weak, witness
from theorems.statement import Source, Theorem


def claim(x: BiasInstance) -> dict[str, Assertion]:
    """The sentence itself: every maximiser is collapsed."""
    return {"sentence": Collapse(x.problem, Relation.EQ)}


def draw_non_negative(source: Source) -> BiasInstance:
    """A bias in two components, or a profile that takes phi(1) at -1 as well, in turn."""
    return draw_disconnected(source) if source.turn((True, False)) else draw_weak(source)


THEOREM = Theorem(
    name="spectral.summary",
    number="S1s",
    section="3.4",
    title="the summary: a non-negative bias makes the maximiser collapse",
    text=__doc__ or "",
    instance=BiasInstance,
    hypotheses=(),
    draw=draw_non_negative,
    claim=claim,
    witness=witness,
    boundaries=(),
    mutants=(),
    wrong="k >= 0 is not enough: the labels must hang together through positive bias, and phi must be less than phi(1) "
    "below 1",
)
