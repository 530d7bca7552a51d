r"""R5: what the maximisers of RoPE look like: points spread evenly over a latitude circle.

Claim: Let $R_s$ turn the first plane by the angle $\theta_s$, $u = (a, 0, .., b)$ with $a^2 + b^2 = 1$, $\varphi
    \le \varphi(1)$. For n positions of equal masses with steps $\theta_s = 2\pi j s/n$, gcd(j, n) = 1, the
    maximiser $\Gamma[R^{-1} u]$ has the uniform law on the regular n-gon of the latitude b as its output: a great
    circle's iff b = 0, a point iff a = 0. For positions uniform on $[0, L]$ turned at the rate v (in turns), the
    output is uniform on the latitude circle iff vL is a whole number other than 0.
Scope: d >= 2 (b = 0 for d = 2), one plane; n >= 1, all three readings. Several planes give torus windings, dense
    iff the frequencies are rationally independent: *quoted*. Outside: weights not shared over depth, continuous
    depth, the surrogate model.
Route: s -> js runs through Z/n iff gcd(j, n) = 1; Fourier coefficients of a path run at constant speed.
Certificate: OutputLaw with points of the n-gon in cyclotomic form, Pointwise, EnergyValue; WholeTurns for the
    continuum.
Boundary: coprime: gcd(j, n) > 1, least n = 2; equal masses: a heavier label, least n = 2; whole periods: a partial
    turn. These with a > 0. peak: phi = -r or 1 - 2 r, least n = 1 (`tokens`: n = 2).
Source: summary sections 3.2, 3.5; claims.md R5.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from math import gcd
from typing import TYPE_CHECKING

from flint import fmpq

from theorems import draw, frame
from theorems.model.assertion import Assertion, Domain, Energy, Output, Relation, Supremum, UniformWinding
from theorems.model.errors import InvalidInputError
from theorems.model.kernel import ZonalKernel
from theorems.model.labels import Labels
from theorems.model.law import finite_measure
from theorems.model.matrix import identity
from theorems.model.problem import Problem
from theorems.model.profile import peaks_at_one
from theorems.model.proof import WholeTurns
from theorems.model.real import Real
from theorems.rotary import bound
from theorems.statement import Boundary, Hypothesis, Mutant, Source, Theorem

if TYPE_CHECKING:
    from theorems.model.matrix import Matrix, Vector
    from theorems.model.nodes import Expression
    from theorems.model.proof import Proof

GREATEST = 16
"""Greatest dimension accepted: the gauges are d x d and written out from d alone."""


@dataclass(frozen=True, eq=False)
class LatitudeInstance:
    """Positions 0..n-1 turned by j/n each, u = (a, 0, .., b), a profile, and a path (rate, length) in turns.

    Attributes:
        labels: the positions.
        step: j.
        dimension: d.
        radius: a.
        height: b, with a^2 + b^2 = 1.
        profile: phi.
        rate: v.
        length: L > 0.
    """

    labels: Labels
    step: int
    dimension: int
    radius: fmpq
    height: fmpq
    profile: Expression
    rate: fmpq
    length: fmpq

    def __post_init__(self) -> None:
        if self.radius**2 + self.height**2 != 1:
            raise InvalidInputError(f"u=({self.radius}, 0, .., {self.height}): expected a point of the sphere")
        if not 2 <= self.dimension <= GREATEST or (self.dimension == 2 and self.height != 0):
            raise InvalidInputError(f"dimension={self.dimension}: expected 2 to {GREATEST}, and 3 for a height not 0")
        if self.length <= 0:
            raise InvalidInputError(f"length={self.length}: expected a positive length")
        if not 0 <= self.step < 1000 or len(self.labels) > 64:
            raise InvalidInputError(f"step={self.step}: expected 0 <= step < 1000, and at most 64 labels")

    @property
    def u(self) -> Vector:
        """(a, 0, .., b)."""
        return self.at(fmpq(0))

    def at(self, turn: fmpq) -> Vector:
        """The point of the latitude at that angle, in turns."""
        cosine, sine = Real.cosine(turn) * self.radius, Real.sine(turn) * self.radius
        if self.dimension == 2:
            return (cosine, sine)
        return (cosine, sine, *(Real(0),) * (self.dimension - 3), Real(self.height))

    @property
    def problem(self) -> Problem:
        """The RoPE problem with k = 1."""
        n = len(self.labels)
        gauges = tuple(plane_rotation(self.dimension, fmpq(self.step * s, n)) for s in range(n))
        return Problem(self.dimension, self.labels, ZonalKernel(draw.ones(n), self.profile, gauges))


def plane_rotation(dimension: int, turn: fmpq) -> Matrix:
    """The rotation of the first plane by an angle in turns, e_1 towards e_2."""
    rows = [list(row) for row in identity(dimension)]
    cosine, sine = Real.cosine(turn), Real.sine(turn)
    rows[0][:2], rows[1][:2] = [cosine, -sine], [sine, cosine]
    return tuple(map(tuple, rows))


def claim(
    x: LatitudeInstance, *, half_turns: bool = False, swapped: bool = False, any_rate: bool = False
) -> dict[str, Assertion]:
    """The parts of R5; the freedoms are the angles of the n-gon, its latitude, and which paths are even."""
    problem, n = x.problem, len(x.labels)
    law = frame.one_point_law(problem, x.u)
    polygon = [x.at(fmpq(k, 2 * n if half_turns else n)) for k in range(n)]
    if swapped:
        other = LatitudeInstance(x.labels, x.step, x.dimension, x.height, x.radius, x.profile, x.rate, x.length)
        polygon = [other.at(fmpq(k, n)) for k in range(n)]
    value = frame.peak_value(problem)
    length = x.length / 2 if any_rate else x.length
    return {
        "output": Output(problem, law, Relation.EQ, finite_measure((fmpq(1, n),) * n, polygon)),
        "value": Energy(problem, law, Relation.EQ, value),
        "bound": Supremum(problem, Domain.LAWS, Relation.LE, value),
        "winding": UniformWinding(x.rate, length, Relation.EQ),
    }


def witness(x: LatitudeInstance) -> tuple[Proof, ...]:
    """The pointwise bound, the turns counted, and laws past a wrong peak."""
    return (frame.peak_bound(x.profile), WholeTurns(), *frame.laws_past_the_peak(x.problem))


HEIGHTS = ((1, 0, 1), (3, 4, 5), (4, 3, 5), (5, 12, 13), (0, 1, 1))
"""(a, b) as Pythagorean triples; the first is a great circle, the last a point."""


def _made(
    source: Source, n: int, step: int, heights: tuple[tuple[int, int, int], ...], turns: fmpq
) -> LatitudeInstance:
    d = max(2, source.turn(draw.DIMENSIONS))
    a, b, c = source.turn(heights) if d > 2 else HEIGHTS[0]
    labels = Labels((fmpq(1, n),) * n, source.turn(draw.ALL_READINGS))
    phi = draw.profile(source.turn(draw.STRICT_PROFILES))
    length = draw.positive(source)
    return LatitudeInstance(labels, step, d, fmpq(a, c), fmpq(b, c), phi, turns / length, length)


def draw_even(source: Source) -> LatitudeInstance:
    """A step coprime to n, whole periods."""
    n = source.turn(range(1, source.size + 1))
    steps = [j for j in range(1, 2 * n + 1) if gcd(j, n) == 1]
    return _made(source, n, source.turn(steps), HEIGHTS, fmpq(source.integer(1, 3)))


def draw_common(source: Source) -> LatitudeInstance:
    """A step with a common divisor, off the axis."""
    n = source.turn(range(2, source.size + 1))
    steps = [j for j in range(n) if gcd(j, n) > 1]
    return _made(source, n, source.turn(steps), HEIGHTS[:4], fmpq(1))


def draw_heavy(source: Source) -> LatitudeInstance:
    """Label 0 heavier than the others, off the axis."""
    n = source.turn(range(2, source.size + 1))
    even = _made(source, n, 1, HEIGHTS[:4], fmpq(1))
    heavy = fmpq(1, n) + fmpq(1, 2 * n)
    masses = (heavy, *((1 - heavy) / (n - 1),) * (n - 1))
    return replace(even, labels=Labels(masses, even.labels.reading))


def draw_dipped(source: Source) -> LatitudeInstance:
    """A profile whose greatest value is not at 1; two labels or more in `tokens`."""
    n = source.turn(range(1, source.size + 1))
    even = _made(source, n, 1, HEIGHTS, fmpq(1))
    if n == 1:
        even = replace(even, labels=Labels((fmpq(1),), source.turn(draw.WITH_SELF_TERMS)))
    return replace(even, profile=draw.profile(source.turn(draw.DIPPED_PROFILES)))


def draw_partial(source: Source) -> LatitudeInstance:
    """A path of half a turn and more, not whole."""
    n = source.turn(range(1, source.size + 1))
    return _made(source, n, 1, HEIGHTS[:4], fmpq(2 * source.integer(0, 3) + 1, 2))


def draw_off_diagonal(source: Source) -> LatitudeInstance:
    """Three positions or more, d = 3, a latitude whose radius is not its height."""
    n = source.integer(3, 5)
    labels = Labels((fmpq(1, n),) * n, source.turn(draw.ALL_READINGS))
    return LatitudeInstance(labels, 1, 3, fmpq(3, 5), fmpq(4, 5), draw.profile("r"), fmpq(1), fmpq(1))


THEOREM = Theorem(
    name="rotary.shapes",
    number="R5",
    section="3.2",
    title="RoPE's maximisers spread evenly over a latitude circle",
    text=__doc__ or "",
    instance=LatitudeInstance,
    hypotheses=(
        Hypothesis("coprime", "gcd(j, n) = 1", lambda x: gcd(x.step, len(x.labels)) == 1),
        Hypothesis(
            "equal masses",
            r"$\rho_s = 1/n$",
            lambda x: all(mass == x.labels.masses[0] for mass in x.labels.masses),
        ),
        Hypothesis("peak", bound.PEAK.statement, lambda x: peaks_at_one(x.profile, x.dimension)),
        Hypothesis(
            "whole periods",
            "vL is a whole number other than 0",
            lambda x: x.rate != 0 and (x.rate * x.length).q == 1,
        ),
    ),
    draw=draw_even,
    claim=claim,
    witness=witness,
    boundaries=(
        Boundary("coprime", "output", draw_common, "n = 2, d = 2"),
        Boundary("equal masses", "output", draw_heavy, "n = 2, d = 2"),
        Boundary("peak", "bound", draw_dipped, "n = 1, d = 2; tokens: n = 2"),
        Boundary("whole periods", "winding", draw_partial, "n = 1, d = 2"),
    ),
    mutants=(
        Mutant("half turns", "the polygon covers half a turn", partial(claim, half_turns=True), draw_off_diagonal),
        Mutant("swapped", "radius and height are exchanged", partial(claim, swapped=True), draw_off_diagonal),
        Mutant(
            "half a period", "half of the whole periods is enough", partial(claim, any_rate=True), draw_off_diagonal
        ),
    ),
)
