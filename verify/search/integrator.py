"""The tokens' flow, integrated on the sphere by Dormand and Prince's pair of order 5(4) with projection.

Why |x_i| = 1 and why the order is kept. The field is continued to all y != 0 by f(y) = field(y/|y|), which is smooth
and tangent to every sphere about 0, so the flow of f from a point of the sphere is the tokens' flow. A step of the pair
for f is off by O(h^6), and y -> y/|y| takes y to the nearest point of the sphere; the exact solution lies there too, so
the projected step is off by at most twice as much: the order stays 5, and the field is only ever asked at unit vectors.
Tests measure the order by halving the step, and hold the tableau to the order conditions.

Source: Dormand, Prince, "A family of embedded Runge-Kutta formulae", 1980, table 2; Hairer, Lubich, Wanner, "Geometric
Numerical Integration", 2006, IV.4, on projection.
"""

# A little beyond the 200 lines of the style sheet: the step, its control and what the run returns are one method.

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction as Q
from typing import TYPE_CHECKING

import numpy as np

from theorems.model.errors import InvalidInputError
from verify.errors import SolverError
from verify.search.field import velocity_and_energy
from verify.search.floats import Floats

if TYPE_CHECKING:
    from collections.abc import Callable

    from verify.search.field import Field

ORDER = 5
"""The order of the solution that is kept."""

STAGES: tuple[tuple[Q, ...], ...] = (
    (Q(1, 5),),
    (Q(3, 40), Q(9, 40)),
    (Q(44, 45), Q(-56, 15), Q(32, 9)),
    (Q(19372, 6561), Q(-25360, 2187), Q(64448, 6561), Q(-212, 729)),
    (Q(9017, 3168), Q(-355, 33), Q(46732, 5247), Q(49, 176), Q(-5103, 18656)),
)
"""Rows 2 to 6 of the tableau; row 7 is `WEIGHTS`, so the last slope of a step is the first of the next."""

WEIGHTS = (Q(35, 384), Q(0), Q(500, 1113), Q(125, 192), Q(-2187, 6784), Q(11, 84))
"""Of order 5."""

EMBEDDED = (Q(5179, 57600), Q(0), Q(7571, 16695), Q(393, 640), Q(-92097, 339200), Q(187, 2100), Q(1, 40))
"""Of order 4; the difference is the error that the control sees."""

SAFETY, LEAST_FACTOR, GREATEST_FACTOR = 0.9, 0.2, 5.0
"""The next step is the last one times SAFETY (tolerance/error)^(1/5), within these factors."""

UNIT_NORM = 1e-9
"""How far the start's norms may be from 1."""

LEAST_PART = 1e-15
"""Steps below this part of the duration no longer move the time."""

ENERGY_ULPS = 16
"""Rounding of an energy, in units of its last place, beside what the field's own bound says."""

_STAGES = [np.array([float(a) for a in row]) for row in (*STAGES, WEIGHTS)]
_EMBEDDED = np.array([float(a) for a in EMBEDDED])


class Reason(Enum):
    """Why a run ended."""

    REACHED = "the end was reached"
    MOST_STEPS = "the most steps were taken; allow more, or a greater tolerance"


@dataclass(frozen=True, eq=False)
class State:
    """Where a run is after an accepted step, or at its start.

    Attributes:
        time: the time.
        points: (n, d), unit vectors.
        step: the step that will be tried next. With `time` and `points` it is all that a run needs to go on.
        energy: E.
        error: the largest chordal error of a token in the step just taken, as the control sees it; 0 at the start.
    """

    time: float
    points: Floats
    step: float
    energy: float
    error: float


@dataclass(frozen=True, eq=False)
class Result:
    """The end of a run.

    Attributes:
        points: (n, d), unit vectors.
        time: the time reached.
        steps: accepted steps.
        rejected: steps that were tried and were too inexact.
        reason: why it ended.
    """

    points: Floats
    time: float
    steps: int
    rejected: int
    reason: Reason


class EnergyFellError(SolverError):
    """A step after which the energy is lower than the errors allow: the field is not what the energy says.

    Attributes:
        time: the time before the step.
        step: its length.
        amount: by how much the energy fell.
    """

    def __init__(self, time: float, step: float, amount: float, allowed: float) -> None:
        """See the class; `allowed` is the bound that was passed."""
        super().__init__(
            f"the energy fell by {amount:.3g} in the step of {step:.3g} from time {time:.6g}, where errors allow "
            f"{allowed:.3g}; the flow of this kernel cannot lose energy, so field and energy do not belong together"
        )
        self.time, self.step, self.amount = time, step, amount


@dataclass(frozen=True, eq=False)
class Step:
    """One step of the pair.

    Attributes:
        points: of order 5, (n, d), unit vectors.
        embedded: of order 4, likewise.
        velocity: the field at `points`.
        energy: E at `points`.
        error: their largest chordal distance.
    """

    points: Floats
    embedded: Floats
    velocity: Floats
    energy: float
    error: float


def projected(points: Floats) -> Floats:
    """The nearest points of the sphere, row by row; nan where there is none."""
    with np.errstate(all="ignore"):
        return points / np.sqrt(np.einsum("ij,ij->i", points, points))[:, None]


def take_step(field: Field, points: Floats, velocity: Floats, step: float) -> Step:
    """One step of the given length from the points, at which the field has the given velocity. Six evaluations."""
    n, d = points.shape
    slopes = np.empty((len(_EMBEDDED), n * d))
    slopes[0] = velocity.ravel()
    for s, row in enumerate(_STAGES[:-1], start=1):
        stage = projected(points + ((step * row) @ slopes[:s]).reshape(n, d))
        slopes[s] = field.velocity(stage).ravel()
    moved = projected(points + ((step * _STAGES[-1]) @ slopes[:-1]).reshape(n, d))
    end_velocity, energy = velocity_and_energy(field, moved)
    slopes[-1] = end_velocity.ravel()
    embedded = projected(points + ((step * _EMBEDDED) @ slopes).reshape(n, d))
    difference = moved - embedded
    error = math.sqrt(float(np.einsum("ij,ij->i", difference, difference).max()))
    return Step(moved, embedded, end_velocity, energy, error if math.isfinite(error) else math.inf)


def integrate(
    field: Field,
    start: Floats,
    duration: float,
    tolerance: float = 1e-8,
    observe: Callable[[State], None] | None = None,
    first_step: float | None = None,
    max_steps: int = 1_000_000,
    since: float = 0.0,
) -> Result:
    """Follows the flow from time `since` to time `duration`.

    A step is kept if its largest chordal token error, the field's own error over the step included, is at most the
    tolerance. With the `time`, `points` and `step` of a state as `since`, `start` and `first_step` a run goes on as if
    it had not been interrupted.

    Args:
        field: the field.
        start: (n, d), unit vectors.
        duration: the time at the end, >= 0.
        tolerance: of a step, > 0.
        observe: called at the start and after each accepted step; what it raises ends the run.
        first_step: the length tried first; None to choose it from the speeds.
        max_steps: most accepted steps.
        since: the time at the start.

    Raises:
        InvalidInputError: points that are not unit vectors of the field's shape, or arguments out of range.
        EnergyFellError: the energy fell by more than the errors allow.
        SolverError: the tolerance needs steps that no longer move the time.
    """
    _require(field, start, duration, tolerance, since)
    points, (velocity, energy) = start, velocity_and_energy(field, start)
    step = _first_step(velocity, duration - since) if first_step is None else first_step
    time, steps, rejected, field_error = since, 0, 0, field.error_bound
    if observe is not None:
        observe(State(time, points, step, energy, 0.0))
    while time < duration and steps < max_steps:
        last = step >= duration - time
        length = duration - time if last else step
        tried = take_step(field, points, velocity, length)
        error = tried.error + length * field_error
        factor = _factor(error, tolerance)
        if error > tolerance:
            rejected += 1
            step = length * factor
            if step <= LEAST_PART * duration:
                raise SolverError(
                    f"steps of {step:.3g} at time {time:.6g} do not keep tolerance={tolerance}; expected a greater one "
                    f"(the field's own error is up to {field_error:.3g} a unit of time)"
                )
            continue
        if not tried.energy >= energy:
            allowed = _allowed_fall(field, velocity, tried, error, energy)
            if not energy - tried.energy <= allowed:
                raise EnergyFellError(time, length, energy - tried.energy, allowed)
        time = duration if last else time + length
        points, velocity, energy, step, steps = tried.points, tried.velocity, tried.energy, length * factor, steps + 1
        if observe is not None:
            observe(State(time, points, step, energy, error))
    return Result(points, time, steps, rejected, Reason.REACHED if time >= duration else Reason.MOST_STEPS)


def _require(field: Field, start: Floats, duration: float, tolerance: float, since: float) -> None:
    if start.shape != (field.count, field.dimension):
        raise InvalidInputError(f"start: shape {start.shape}, expected {(field.count, field.dimension)}")
    norms = np.sqrt(np.einsum("ij,ij->i", start, start))
    wrong = np.flatnonzero(~(np.abs(norms - 1) <= UNIT_NORM))
    if len(wrong):
        raise InvalidInputError(f"start[{wrong[0]}]: norm {norms[wrong[0]]}, expected unit vectors")
    if not 0 <= since <= duration < math.inf:
        raise InvalidInputError(f"duration={duration}: expected a finite time, not below {since}")
    if not 0 < tolerance < math.inf:
        raise InvalidInputError(f"tolerance={tolerance}: expected a positive number")


def _first_step(velocity: Floats, remaining: float) -> float:
    """One in which the fastest token goes a hundredth; the control does the rest."""
    speed = float(np.sqrt(np.einsum("ij,ij->i", velocity, velocity).max()))
    return min(remaining, 0.01 / speed) if speed > 0 else remaining


def _factor(error: float, tolerance: float) -> float:
    if error <= 0:
        return GREATEST_FACTOR
    return min(GREATEST_FACTOR, max(LEAST_FACTOR, SAFETY * (tolerance / error) ** (1 / ORDER)))


def _allowed_fall(field: Field, before: Floats, tried: Step, error: float, earlier: float) -> float:
    """By how much errors alone may lower the energy in a step.

    The exact step raises it. A chordal error e of each token changes it by at most e sum rho_i |grad_i E|/rho_i, to
    first order, which is the speed for USA; for SA, whose gradient is Z_i times as long, the energies of the two
    solutions of the pair show it. A field off by b, and so an energy off by at most pi b along a great circle; the
    rest is rounding.
    """
    speeds = np.sqrt(np.maximum((before**2).sum(axis=1), (tried.velocity**2).sum(axis=1)))
    first_order = max(error * float(field.masses @ speeds), abs(tried.energy - field.energy(tried.embedded)))
    rounding = ENERGY_ULPS * np.finfo(float).eps * max(abs(tried.energy), abs(earlier))
    return first_order + 4 * field.error_bound + float(rounding)
