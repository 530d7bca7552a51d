r"""R2: a strictly peaked rotary kernel has no other maximisers, and when these spread.

Claim: Let $h = \varphi(\langle R_s x, R_t y \rangle)$, $R_s$ orthogonal, $\varphi(t) < \varphi(1)$ at attainable $t
    < 1$ (`tokens`: n >= 2). Then the maximisers over laws are exactly the $\Gamma[R^{-1} u]$: one up to O(d) in the
    gauge frame. So all are collapsed iff the $R_s$ agree, and none is iff no point p has $R_s p$ the same for all
    s.
Scope: Finite label laws in all three readings, d >= 1, n >= 1; "up to null labels" has no content there. Outside:
    weights not shared over depth, continuous depth, the surrogate model of the paper.
Route: Equality in R1 forces $R_i x = R_j y$ for almost all pairs, so all slices are one Dirac mass in the gauge
    frame.
Certificate: Rigid (the lemma above, its hypotheses decided exactly); Pointwise and EnergyValue for the maximum.
Boundary: orthogonal: as in R1; peak: phi = -r over laws, where the mean-zero laws are maximal, least n = 2, d = 1,
    readings atomic and cells; strict: phi = r^2, slices w delta + (1 - w) delta of the antipode, least n = 1, d =
    1; pairs: one token, where every law has E = 0.
Source: summary section 3.2; claims.md R2.
"""

from __future__ import annotations

from functools import partial
from math import lcm
from typing import TYPE_CHECKING

from flint import fmpq

from theorems import draw, frame
from theorems.model.assertion import Assertion, Collapse, Domain, OneOutput, Relation, Spread, Supremum, Unique
from theorems.model.energy import energy
from theorems.model.labels import Labels, Reading
from theorems.model.law import Law, finite_measure, graph_law
from theorems.model.matrix import apply, equal, to_flint
from theorems.model.profile import returns_to_peak
from theorems.model.proof import Attained, Linear, Rigid, TwoMaximisers
from theorems.model.sphere import antipode, axis
from theorems.rotary import bound, orbit
from theorems.rotary.bound import RotaryInstance
from theorems.statement import Boundary, Hypothesis, Mutant, Source, Theorem

if TYPE_CHECKING:
    from theorems.model.proof import Proof


def common_dimension(x: RotaryInstance) -> int:
    """The dimension of the space of p with R_i p the same for all i."""
    first = x.gauges[0]
    rows = [
        tuple(a - b for a, b in zip(row, other, strict=True))
        for gauge in x.gauges
        for row, other in zip(gauge, first, strict=True)
    ]
    return len(x.u) - to_flint(rows).rank()


def claim(
    x: RotaryInstance,
    *,
    strict: bool = False,
    transposed: bool = False,
    differing_spread: bool = False,
    one_output: bool = False,
) -> dict[str, Assertion]:
    """The parts of R2; the freedoms are which way contents turn, strictness, and what differing gauges imply."""
    problem = x.problem
    points = [apply(g, x.u) for g in x.gauges] if transposed else frame.unrotated(x.gauges, x.u)
    agree = all(equal(gauge, x.gauges[0]) for gauge in x.gauges)
    spread = not agree if differing_spread else common_dimension(x) == 0
    parts: dict[str, Assertion] = {
        "maximal": Supremum(
            problem,
            Domain.LAWS,
            Relation.LT if strict else Relation.LE,
            energy(problem, graph_law(points)),
        ),
        "unique": Unique(problem, Relation.EQ),
        "collapse": Collapse(problem, Relation.EQ if agree else Relation.NE),
        "spread": Spread(problem, Relation.EQ if spread else Relation.NE),
    }
    if agree or one_output:
        parts["output"] = OneOutput(problem, Relation.EQ)
    return parts


def witness(x: RotaryInstance) -> tuple[Proof, ...]:
    """Rigidity, the pointwise bound, and pairs of maximisers for the boundaries and for the outputs."""
    problem, d = x.problem, len(x.u)
    upper = frame.peak_bound(x.profile)
    at_axis = Attained(graph_law([axis(d, 0)] * len(problem)))
    if not bound.ORTHOGONAL.holds(x):
        return (at_axis,)
    one = frame.one_point_law(problem, x.u)
    pairs = [TwoMaximisers(one, frame.balanced_law(problem, x.u, [0]), upper)]
    pairs += [TwoMaximisers(one, frame.one_point_law(problem, axis(d, k)), upper) for k in range(d)]
    return (Rigid(), upper, Attained(one), *pairs, *_balanced_pair(x))


def _balanced_pair(x: RotaryInstance) -> tuple[TwoMaximisers, ...]:
    """For phi = -r: two laws with sum rho_i R_i m_i = 0, one with all means 0, one not; F = rho gives the bound 0."""
    masses = x.labels.masses
    if len(masses) < 2:
        return ()
    problem = x.problem
    everything = range(len(masses))
    zero = frame.balanced_law(problem, x.u, everything)
    least = min(masses[0], masses[1])
    moved = list(zero.slices)
    for i, sign in ((0, 1), (1, -1)):
        plus = frame.unrotated(x.gauges, x.u)[i]
        weight = (1 + sign * least / masses[i]) / 2
        atoms = [(w, p) for w, p in ((weight, plus), (1 - weight, antipode(plus))) if w != 0]
        moved[i] = finite_measure([w for w, _ in atoms], [p for _, p in atoms])
    denominator = lcm(*(int(mass.q) for mass in masses))
    rows = tuple((int((mass * denominator).p),) for mass in masses)
    return (TwoMaximisers(zero, Law(tuple(moved)), Linear(denominator, rows, (fmpq(0),) * len(masses))),)


def draw_strict(source: Source) -> RotaryInstance:
    """Orthogonal gauges, equal, repeated, about one axis, or any; a strictly peaked profile."""
    n, d, reading = draw.shape(source, draw.ALL_READINGS, tokens=2)
    if source.turn((False, False, True)):
        return orbit.cyclic(source, n, d, reading, draw.STRICT_PROFILES)
    phi = draw.profile(source.turn(draw.STRICT_PROFILES))
    return RotaryInstance(draw.labels(source, n, reading), draw.gauges(source, n, d), phi, draw.point(source, d))


def draw_repelling(source: Source) -> RotaryInstance:
    """phi = -r, two labels or more, self terms."""
    n, d, reading = draw.shape(source, draw.WITH_SELF_TERMS, least=2)
    labels = draw.labels(source, n, reading)
    return RotaryInstance(labels, draw.gauges(source, n, d), draw.profile("-r"), draw.point(source, d))


def draw_even(source: Source) -> RotaryInstance:
    """A profile that takes phi(1) at -1 as well."""
    n, d, reading = draw.shape(source, draw.ALL_READINGS, tokens=2)
    phi = draw.profile(source.turn(("r**2", "r**2 + r**4")))
    return RotaryInstance(draw.labels(source, n, reading), draw.gauges(source, n, d), phi, draw.point(source, d))


def draw_single_token(source: Source) -> RotaryInstance:
    """One token."""
    d = source.turn(draw.DIMENSIONS)
    phi = draw.profile(source.turn(draw.STRICT_PROFILES))
    return RotaryInstance(Labels((fmpq(1),), Reading.TOKENS), draw.gauges(source, 1, d), phi, draw.point(source, d))


def draw_latitudes(source: Source) -> RotaryInstance:
    """Quarter turns about an axis, three labels or more, d >= 3: on the axis collapsed, off it spread."""
    n, d, reading = draw.shape(source, draw.ALL_READINGS, least=3)
    return orbit.cyclic(source, n, max(d, 3), reading, draw.STRICT_PROFILES)


THEOREM = Theorem(
    name="rotary.maximisers",
    number="R2",
    section="3.2",
    title="a strictly peaked rotary kernel has no other maximisers",
    text=__doc__ or "",
    instance=RotaryInstance,
    hypotheses=(
        bound.ORTHOGONAL,
        bound.PEAK,
        Hypothesis(
            "strict",
            r"$\varphi(t) \ne \varphi(1)$ at every attainable $t < 1$",
            lambda x: not returns_to_peak(x.profile, len(x.u)),
        ),
        Hypothesis(
            "pairs",
            "two labels or more, or self terms",
            lambda x: len(x.labels) > 1 or x.labels.self_terms,
        ),
    ),
    draw=draw_strict,
    claim=claim,
    witness=witness,
    boundaries=(
        Boundary("orthogonal", "maximal", bound.draw_stretched, "n = 1, d = 2; tokens: n = 2"),
        Boundary("peak", "unique", draw_repelling, "n = 2, d = 1, readings atomic and cells"),
        Boundary("strict", "unique", draw_even, "n = 1, d = 1; tokens: n = 2"),
        Boundary("pairs", "unique", draw_single_token, "n = 1, d = 1, reading tokens"),
    ),
    mutants=(
        Mutant(
            "transposed gauge",
            "contents are turned by R_s, not by its inverse",
            partial(claim, transposed=True),
            bound.draw_turned,
        ),
        Mutant("strict bound", "no law reaches the value", partial(claim, strict=True)),
        Mutant(
            "always spread",
            "gauges that differ leave no collapsed maximiser",
            partial(claim, differing_spread=True),
            draw_latitudes,
        ),
        Mutant(
            "one output", "all maximisers have one output up to O(d)", partial(claim, one_output=True), draw_latitudes
        ),
    ),
)
