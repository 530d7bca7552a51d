r"""R3: every law on a rotation orbit is the output of a maximiser (Theorem 2 of the paper, finite targets).

Claim: Let $h = \varphi(\langle R_s x, R_t y \rangle)$, $R_s$ orthogonal, $\varphi \le \varphi(1)$, and let $\nu$ be
    a finitely supported law on the orbit $\{R_s^{-1} u\}$. Then some law of the positions makes $\Gamma[R^{-1} u]$
    a maximiser with content marginal $\nu$: give each atom's mass to the positions that send u there. For strict
    $\varphi$ only laws on one orbit are outputs of maximisers: the boundary `orbit`.
Scope: Finitely many positions, all three readings, d >= 1, n >= 1. A non-atomic label law gives no atom of $\nu$
    where the fibres are countable; in `cells` and with independent angles it does. General targets are *quoted*.
    Outside: weights not shared over depth, continuous depth, the surrogate model of the paper.
Route: R1 for the maximum; the fibres of s -> R_s^{-1} u carry the masses.
Certificate: OrbitPoint, Realisation, OutputLaw, EnergyValue, Pointwise; Rigid at the boundary (n candidates for u,
    each fails).
Boundary: orthogonal and peak as in R1; orbit: two latitudes of a finite rotation group, for strict phi, least n =
    1, d = 1, readings atomic and cells.
Source: summary section 3.2, Theorem 2; claims.md R3.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from flint import fmpq

from theorems import draw, frame
from theorems.model.assertion import Assertion, Domain, Energy, Masses, Orbit, Output, Realisable, Relation, Supremum
from theorems.model.errors import InvalidInputError
from theorems.model.labels import Labels, Reading
from theorems.model.law import Measure, finite_measure, graph_law, mixture, same_point
from theorems.model.matrix import Matrix, apply, identity, matrix, product
from theorems.model.problem import Problem
from theorems.model.proof import Attained, OrbitPoint, Realisation, Rigid
from theorems.model.real import Real
from theorems.model.refinement import relabelled
from theorems.model.sphere import axis
from theorems.rotary import bound
from theorems.rotary.bound import RotaryInstance
from theorems.statement import Boundary, Hypothesis, Mutant, Source, Theorem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from theorems.model.proof import Proof


@dataclass(frozen=True, eq=False)
class OrbitInstance:
    """A rotary instance, whose masses are free, and a finitely supported target law on the sphere."""

    rotary: RotaryInstance
    target: Measure

    def __post_init__(self) -> None:
        if self.target.dimension != len(self.rotary.u):
            raise InvalidInputError(f"target: expected points of dimension {len(self.rotary.u)}")

    @property
    def problem(self) -> Problem:
        """The problem under the instance's own masses, which only give the positions."""
        return self.rotary.problem


def carried_masses(x: OrbitInstance) -> tuple[fmpq, ...] | None:
    """Masses on the positions carried to the target by s -> R_s^T u, equal on each fibre; None off the orbit."""
    points = frame.unrotated(x.rotary.gauges, x.rotary.u)
    masses = [fmpq(0)] * len(points)
    for atom in x.target.merged().atoms:
        fibre = [i for i, p in enumerate(points) if same_point(p, atom.point)]
        if not fibre:
            return None
        for i in fibre:
            masses[i] = atom.weight / len(fibre)
    return tuple(masses)


def claim(
    x: OrbitInstance, *, transposed: bool = False, equal_masses: bool = False, second_orbit: bool = False
) -> dict[str, Assertion]:
    """The parts of R3; the freedoms are which way contents turn, the masses, and how many orbits the target meets.

    Off the orbit no construction exists, and the first two parts alone are claimed.
    """
    problem, rotary = x.problem, x.rotary
    target = (
        mixture(x.target, finite_measure((fmpq(1),), (_elsewhere(rotary),)), fmpq(1, 2)) if second_orbit else x.target
    )
    parts: dict[str, Assertion] = {
        "orbit": Orbit(rotary.gauges, tuple(atom.point for atom in target.atoms), Relation.EQ),
        "realised": Realisable(problem, Masses.FREE, target, Relation.EQ),
    }
    masses = carried_masses(x)
    if masses is None or second_orbit:
        return parts
    kept = [i for i, mass in enumerate(masses) if mass != 0]
    chosen = [fmpq(1, len(kept)) if equal_masses else masses[i] for i in kept]
    built = relabelled(problem, kept, chosen)
    points = frame.unrotated(rotary.gauges, rotary.u)
    if transposed:
        points = [apply(gauge, rotary.u) for gauge in rotary.gauges]
    law = graph_law(points[i] for i in kept)
    value = frame.peak_value(built)
    return {
        **parts,
        "output": Output(built, law, Relation.EQ, target),
        "value": Energy(built, law, Relation.EQ, value),
        "bound": Supremum(built, Domain.LAWS, Relation.LE, value),
    }


def _elsewhere(rotary: RotaryInstance) -> tuple[Real, ...]:
    """A point of another latitude: the last axis, which `draw_cyclic` keeps off the orbit of u."""
    return axis(len(rotary.u), len(rotary.u) - 1)


def witness(x: OrbitInstance) -> tuple[Proof, ...]:
    """The realisation, the pointwise bound, rigidity, and the laws that pass a wrong bound."""
    problem = x.problem
    upper = frame.peak_bound(x.rotary.profile)
    masses = carried_masses(x)
    proofs: list[Proof] = [upper, Rigid(), OrbitPoint(x.rotary.u)]
    if masses is not None:
        law = graph_law(frame.unrotated(x.rotary.gauges, x.rotary.u))
        proofs.append(Realisation(masses, law, upper))
        kept = [i for i, mass in enumerate(masses) if mass != 0]
        built = relabelled(problem, kept, [masses[i] for i in kept])
        proofs.append(Attained(graph_law([axis(problem.dimension, 0)] * len(kept))))
        if bound.ORTHOGONAL.holds(x.rotary):
            proofs += frame.laws_past_the_peak(built)
    return tuple(proofs)


def _target_on_orbit(source: Source, rotary: RotaryInstance, least: int = 1) -> OrbitInstance:
    """A target on some of the points R_i^T u, at least `least` positions."""
    points = frame.unrotated(rotary.gauges, rotary.u)
    count = max(least, source.integer(1, len(points)))
    chosen = [points[(source.integer(0, len(points) - 1) + k) % len(points)] for k in range(count)]
    if least > 1:
        chosen = list(points)
    return OrbitInstance(rotary, finite_measure(draw.weights(source, len(chosen)), chosen))


def draw_on_orbit(source: Source) -> OrbitInstance:
    """A target with atoms at some of the points R_i^{-1} u; fibres of several positions in some cases."""
    return _target_on_orbit(source, bound.draw_rotary(source))


def draw_dipped(source: Source) -> OrbitInstance:
    """A profile whose greatest value is not at 1, every position used."""
    return _target_on_orbit(source, bound.draw_dipped(source), 2)


def draw_stretched(source: Source) -> OrbitInstance:
    """Gauges that stretch, every position used."""
    return _target_on_orbit(source, bound.draw_stretched(source), 2)


def _powers(turn: Matrix, count: int) -> tuple[Matrix, ...]:
    gauges = [identity(len(turn))]
    for _ in range(count - 1):
        gauges.append(product(turn, gauges[-1]))
    return tuple(gauges)


def cyclic(source: Source, n: int, d: int, reading: Reading, texts: Sequence[str]) -> RotaryInstance:
    """The quarter turns of the first plane (d >= 3), cyclically repeated over the labels; the identity below.

    u is e_1, and -e_1 for d = 1: for d <= 2 the orbit is that point, for d >= 3 its four quarter turns.
    """
    turn = identity(d)
    if d >= 3:
        entries = {(0, 1): -1, (1, 0): 1}
        turn = matrix([[entries.get((i, j), int(i == j and i > 1)) for j in range(d)] for i in range(d)])
    u = axis(d, 0) if d > 1 else (Real(-1),)
    labels = Labels(draw.weights(source, n), reading)
    return RotaryInstance(labels, _powers(turn, n), draw.profile(source.turn(texts)), u)


def draw_cyclic(source: Source) -> OrbitInstance:
    """A target on one orbit of a finite rotation group that does not hold the last axis; strict profile."""
    n, d, reading = draw.shape(source, draw.WITH_SELF_TERMS)
    return _target_on_orbit(source, cyclic(source, n, d, reading, draw.STRICT_PROFILES))


def draw_two_orbits(source: Source) -> OrbitInstance:
    """Half of the target on one orbit of a finite rotation group, half at another latitude; strict profile."""
    x = draw_cyclic(source)
    return OrbitInstance(x.rotary, mixture(x.target, finite_measure((fmpq(1),), (_elsewhere(x.rotary),)), fmpq(1, 2)))


def draw_turned(source: Source) -> OrbitInstance:
    """As in R1's `draw_turned`, with unequal masses of the target, every position used."""
    rotary = bound.draw_turned(source)
    points = frame.unrotated(rotary.gauges, rotary.u)[:2]
    weights = (fmpq(1, 3), fmpq(2, 3))
    return OrbitInstance(rotary, finite_measure(weights, points))


THEOREM = Theorem(
    name="rotary.orbit",
    number="R3",
    section="3.2",
    title="every law on a rotation orbit is an output (Theorem 2)",
    text=__doc__ or "",
    instance=OrbitInstance,
    hypotheses=(
        Hypothesis(bound.ORTHOGONAL.name, bound.ORTHOGONAL.statement, lambda x: bound.ORTHOGONAL.holds(x.rotary)),
        Hypothesis(bound.PEAK.name, bound.PEAK.statement, lambda x: bound.PEAK.holds(x.rotary)),
        Hypothesis("orbit", r"$\nu(\{R_s^{-1} u\}) = 1$", lambda x: carried_masses(x) is not None),
    ),
    draw=draw_on_orbit,
    claim=claim,
    witness=witness,
    boundaries=(
        Boundary("orthogonal", "bound", draw_stretched, "n = 1, d = 2; tokens: n = 2"),
        Boundary("peak", "bound", draw_dipped, "n = 1, d = 1; tokens: n = 2"),
        Boundary("orbit", "realised", draw_two_orbits, "n = 1, d = 1, readings atomic and cells"),
    ),
    mutants=(
        Mutant(
            "transposed gauge",
            "contents are turned by R_s, not by its inverse",
            partial(claim, transposed=True),
            draw_turned,
        ),
        Mutant("equal masses", "the positions used keep equal masses", partial(claim, equal_masses=True), draw_turned),
        Mutant(
            "any orbits",
            "each point of the target has a u of its own, not all the same",
            partial(claim, second_orbit=True),
            draw_cyclic,
        ),
    ),
)
