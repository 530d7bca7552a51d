r"""P1: the maximum and the maximisers under any orthogonal gauge of the prompts.

Claim: Let $h = \varphi(\langle G(p) x, G(q) y \rangle)$ with G: P -> O(d) and phi as in R1. Then $E \le
    \varphi(1)/2$ (`tokens`: $\varphi(1) (1 - \sum_p \pi_p^2)/2$), attained at $x^*(p) = G(p)^{-1} u$ for every u;
    for $\varphi(t) < \varphi(1)$ at attainable $t < 1$ (`tokens`: n >= 2) these are all the maximisers, one up to
    O(d) in the gauge frame.
Scope: Finitely many prompts in all three readings, d >= 1, n >= 1; rotations and reflections. That G is measurable
    is *quoted*. Outside: weights not shared over depth, continuous depth, the surrogate model of the paper.
Route: R1 and R2, which use only that the gauges are orthogonal.
Certificate: Pointwise, EnergyValue, Rigid.
Boundary: as in R1 and R2: orthogonal, peak, strict, pairs.
Source: summary section 3.3; claims.md P1.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from flint import fmpq

from theorems import draw
from theorems.model.gauge import fixing_reflection, reflection
from theorems.model.matrix import Matrix, identity, product
from theorems.model.proof import Rigid
from theorems.rotary import bound, maximisers
from theorems.rotary.bound import RotaryInstance
from theorems.statement import Boundary, Mutant, Source, Theorem

if TYPE_CHECKING:
    from theorems.model.assertion import Assertion
    from theorems.model.proof import Proof


def claim(
    x: RotaryInstance,
    *,
    half: fmpq = fmpq(1, 2),
    transposed: bool = False,
    same_content: bool = False,
    one_output: bool = False,
) -> dict[str, Assertion]:
    """The parts of R1 with the uniqueness of R2; the freedoms are theirs."""
    known = maximisers.claim(x, one_output=one_output)
    return {
        **bound.claim(x, half=half, transposed=transposed, same_content=same_content),
        **{part: known[part] for part in ("unique", "output") if part in known},
    }


def witness(x: RotaryInstance) -> tuple[Proof, ...]:
    """What R1 and R2 offer."""
    return (Rigid(), *bound.witness(x), *maximisers.witness(x))


def draw_prefix(source: Source) -> RotaryInstance:
    """Rotations, reflections and products of both, a strictly peaked profile."""
    n, d, reading = draw.shape(source, draw.ALL_READINGS, tokens=2)
    gauges: list[Matrix] = []
    for _ in range(n):
        kind = source.integer(0, 2)
        gauges.append(
            identity(d) if kind == 0 else reflection(draw.point(source, d)) if kind == 1 else draw.orthogonal(source, d)
        )
    phi = draw.profile(source.turn(draw.STRICT_PROFILES))
    return RotaryInstance(draw.labels(source, n, reading), tuple(gauges), phi, draw.point(source, d))


def draw_mirrored(source: Source) -> RotaryInstance:
    """Three prompts, d = 3: the identity, a quarter turn, and the turn mirrored, u in the plane of the turn."""
    turned = bound.draw_turned(source)
    quarter = turned.gauges[1]
    mirrored = product(quarter, fixing_reflection(turned.u))
    labels = draw.labels(source, 3, source.turn(draw.ALL_READINGS))
    return RotaryInstance(labels, (identity(len(turned.u)), quarter, mirrored), turned.profile, turned.u)


THEOREM = Theorem(
    name="prefix.maximisers",
    number="P1",
    section="3.3",
    title="the maximum and the maximisers under any gauge of the prompts",
    text=__doc__ or "",
    instance=RotaryInstance,
    hypotheses=maximisers.THEOREM.hypotheses,
    draw=draw_prefix,
    claim=claim,
    witness=witness,
    boundaries=(
        Boundary("orthogonal", "bound", bound.draw_stretched, "n = 1, d = 2; tokens: n = 2"),
        Boundary("peak", "unique", maximisers.draw_repelling, "n = 2, d = 1, readings atomic and cells"),
        Boundary("strict", "unique", maximisers.draw_even, "n = 1, d = 1; tokens: n = 2"),
        Boundary("pairs", "unique", maximisers.draw_single_token, "n = 1, d = 1, reading tokens"),
    ),
    mutants=(
        Mutant(
            "transposed gauge",
            "contents are turned by G, not by its inverse",
            partial(claim, transposed=True),
            draw_mirrored,
        ),
        Mutant("lost half", "the value is phi(1), not phi(1)/2", partial(claim, half=fmpq(1))),
        Mutant("same content", "every prompt at u, not at G^{-1} u", partial(claim, same_content=True), draw_mirrored),
        Mutant(
            "one output",
            "all maximisers have one output up to O(d)",
            partial(claim, one_output=True),
            maximisers.draw_latitudes,
        ),
    ),
)
