r"""R4: the gauge carries the rotary flow to the flow without labels.

Claim: Let $h = k_{ij} \varphi(\langle R_i x, R_j y \rangle)$ with $R_i$ orthogonal, and let $x_i$ move by USA-AV.
    Then $u_i = R_i x_i$ moves by the same flow without gauges (USA for k = 1), any masses; and $dE/dt = \sum_i
    \rho_i |x_i'|^2$. So what is known of USA holds in the gauge frame.
Scope: The field at rational points, exactly, so one instant of the flow; all three readings, d >= 1, n >= 1.
    Trajectories follow by uniqueness of the flow (*quoted*). Outside: weights not shared over depth, the surrogate
    model of the paper.
Route: $\nabla_x h(x, y) = k \varphi'(\cdot) R_i^T R_j y$ and $R_i P_x v = P_{R_i x} R_i v$.
Certificate: Compared (velocities in both frames, rate of the energy).
Boundary: orthogonal: gauges that stretch, least n = 1 (`tokens`: 2), d = 2; values: queries and keys rotated but
    not values, where for n = 2, R = (I, -I), x = e_1, e_2, phi = e^t the energy falls at the rate 1/4.
Source: summary sections 2.1 and 3.2; claims.md R4.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from flint import fmpq

from theorems import draw
from theorems.model.assertion import Assertion, Identity, Relation
from theorems.model.calculus import derivative
from theorems.model.energy import gradients
from theorems.model.errors import InvalidInputError
from theorems.model.flow import tangent, velocities
from theorems.model.kernel import ZonalKernel
from theorems.model.labels import Labels
from theorems.model.matrix import apply, dot, identity, is_orthogonal, matrix, transpose
from theorems.model.problem import Problem, zonal
from theorems.model.profile import value_at
from theorems.model.real import Real
from theorems.model.sphere import axis, is_on_sphere
from theorems.statement import Boundary, Hypothesis, Mutant, Source, Theorem

if TYPE_CHECKING:
    from theorems.model.matrix import Vector
    from theorems.model.proof import Proof


@dataclass(frozen=True, eq=False)
class FlowInstance:
    """A problem with gauges, a point a label, and whether the values are rotated with queries and keys."""

    problem: Problem
    points: tuple[Vector, ...]
    rotate_values: bool

    def __post_init__(self) -> None:
        if not zonal(self.problem).gauges:
            raise InvalidInputError("gauges=(): expected one a label")
        if len(self.points) != len(self.problem):
            raise InvalidInputError(f"points: {len(self.points)} for {len(self.problem)} labels")
        for point in self.points:
            if len(point) != self.problem.dimension or not is_on_sphere(point):
                raise InvalidInputError(f"point: expected one of S^{self.problem.dimension - 1}")


def unrotated_values(problem: Problem, points: tuple[Vector, ...], i: int) -> Vector:
    """The velocity with queries and keys rotated and values not: P sum_j rho_j k_ij phi'(<R_i x_i, R_j x_j>) x_j."""
    kernel = zonal(problem)
    slope = derivative(kernel.profile, "r")
    total = (Real(0),) * problem.dimension
    for j, point in enumerate(points):
        if i != j or problem.labels.self_terms:
            inner = dot(apply(kernel.gauges[i], points[i]), apply(kernel.gauges[j], point))
            weight = problem.labels.masses[j] * kernel.bias[i][j] * value_at(slope, inner)
            total = tuple(a + weight * b for a, b in zip(total, point, strict=True))
    return tangent(points[i], total)


def moving_points(x: FlowInstance) -> list[Vector]:
    """x_i' of every label."""
    if x.rotate_values:
        return velocities(x.problem, x.points)
    return [unrotated_values(x.problem, x.points, i) for i in range(len(x.points))]


def claim(
    x: FlowInstance, *, transposed: bool = False, tangential: bool = True, weighted: bool = True
) -> dict[str, Assertion]:
    """The two parts of R4; the freedoms are which way the gauge turns, the projection, and the masses in the rate."""
    kernel, masses = zonal(x.problem), x.problem.labels.masses
    moving = moving_points(x)
    turned = [transpose(gauge) if transposed else gauge for gauge in kernel.gauges]
    plain = Problem(x.problem.dimension, x.problem.labels, ZonalKernel(kernel.bias, kernel.profile))
    frame = tuple(apply(gauge, point) for gauge, point in zip(turned, x.points, strict=True))
    carried = [apply(gauge, v) for gauge, v in zip(turned, moving, strict=True)]
    pulls = gradients(x.problem, x.points)
    rate = Real.sum(dot(pull, v) for pull, v in zip(pulls, moving, strict=True))
    squares = Real.sum((mass if weighted else fmpq(1)) * dot(v, v) for mass, v in zip(masses, moving, strict=True))
    expected = (
        velocities(plain, frame)
        if tangential
        else [tuple(entry / mass for entry in pull) for mass, pull in zip(masses, gradients(plain, frame), strict=True)]
    )
    return {
        "conjugate": Identity(_flat(carried), Relation.EQ, _flat(expected)),
        "ascent": Identity((rate,), Relation.EQ, (squares,)),
    }


def _flat(vectors: list[Vector]) -> Vector:
    return tuple(entry for v in vectors for entry in v)


def witness(_: FlowInstance) -> tuple[Proof, ...]:
    """Nothing: the two lists are compared."""
    return ()


PROFILES = ("r", "exp(2*r)", "r**3 + r", "r**2", "-r", "exp(-r)")


def _drawn(source: Source, *, rotate_values: bool, least: int = 1) -> FlowInstance:
    n, d, reading = draw.shape(source, draw.ALL_READINGS, least=least)
    phi = draw.profile(source.turn(PROFILES))
    kernel = ZonalKernel(draw.bias(source, n), phi, draw.gauges(source, n, d))
    problem = Problem(d, draw.labels(source, n, reading), kernel)
    return FlowInstance(problem, tuple(draw.point(source, d) for _ in range(n)), rotate_values)


def draw_rotary(source: Source) -> FlowInstance:
    """Any bias, gauges and points."""
    return _drawn(source, rotate_values=True)


def _apart(source: Source, gauges: tuple[tuple[tuple[Real, ...], ...], ...], *, rotate_values: bool) -> FlowInstance:
    """Two labels at e_1 and e_2 with k_12 = 1 and the given gauges, a rising profile."""
    d = len(gauges[0])
    phi = draw.profile(source.turn(("exp(r)", "r", "r**3 + r")))
    labels = Labels(draw.weights(source, 2), source.turn(draw.ALL_READINGS))
    problem = Problem(d, labels, ZonalKernel(draw.ones(2), phi, gauges))
    return FlowInstance(problem, (axis(d, 0), axis(d, 1)), rotate_values)


def draw_unrotated(source: Source) -> FlowInstance:
    """R = (I, -I), points e_1 and e_2, values not rotated: the energy falls."""
    d = max(2, source.turn(draw.DIMENSIONS))
    minus = matrix([[-int(i == j) for j in range(d)] for i in range(d)])
    return _apart(source, (identity(d), minus), rotate_values=False)


def draw_stretched(source: Source) -> FlowInstance:
    """R_1 = diag(c, 1, ..), c >= 2."""
    d = max(2, source.turn(draw.DIMENSIONS))
    c = source.integer(2, 4)
    stretch = matrix([[c if i == j == 0 else int(i == j) for j in range(d)] for i in range(d)])
    x = _apart(source, (stretch, identity(d)), rotate_values=True)
    first, second = x.points
    between = tuple(fmpq(3, 5) * a + fmpq(4, 5) * b for a, b in zip(first, second, strict=True))
    return FlowInstance(x.problem, (between, first), rotate_values=True)


THEOREM = Theorem(
    name="rotary.conjugacy",
    number="R4",
    section="3.2",
    title="the gauge carries the rotary flow to the flow without labels",
    text=__doc__ or "",
    instance=FlowInstance,
    hypotheses=(
        Hypothesis(
            "orthogonal", "every $R_i$ is orthogonal", lambda x: all(map(is_orthogonal, zonal(x.problem).gauges))
        ),
        Hypothesis("values", "the values are rotated with queries and keys", lambda x: x.rotate_values),
    ),
    draw=draw_rotary,
    claim=claim,
    witness=witness,
    boundaries=(
        Boundary("orthogonal", "conjugate", draw_stretched, "n = 2, d = 2"),
        Boundary("values", "ascent", draw_unrotated, "n = 2, d = 2"),
    ),
    mutants=(
        Mutant("transposed gauge", "u_i = R_i^T x_i, not R_i x_i", partial(claim, transposed=True)),
        Mutant("no projection", "the field is not projected to the sphere", partial(claim, tangential=False)),
        Mutant("lost masses", "the rate is sum |x_i'|^2, without the masses", partial(claim, weighted=False)),
    ),
)
