r"""F4: two clusters take a time exponential in beta to meet, whatever their masses.

Claim: Let tokens sit at two points at an angle $\theta$, $h = e^{\beta (r - 1)}/\beta$ (normalised), beta > 0. Tokens
    at one point move alike, and $\theta' = -\sin(\theta) e^{-\beta (1 - \cos \theta)}$ for all masses a, 1 - a. From
    $\pi/2$ to $\pi/4$ they take $T(\beta) = \int_{\pi/4}^{\pi/2} e^{\beta (1 - \cos z)}/\sin(z)\,dz$, and
    $\frac{e^\beta - e^{3 \beta/10}}{\beta} \le T(\beta) \le e^\beta (\frac1\beta + \frac4{\beta^3})$, so that $\beta
    e^{-\beta} T \to 1$; for beta = 1, 5, 10, 20 it has the digits of claims.md. With raw h all is $e^\beta$ faster.
Scope: The field at rational points, all three readings, n >= 2 tokens, d >= 2; the angle obeys a scalar equation, so
    T is the time of the whole solution, enclosed to any number of digits by an integral. That tokens gather into
    clusters in a time of order 1 before is not claimed here. Outside: weights not shared over depth, the surrogate
    model of the paper.
Route: A token at x with mass 1 - a at y moves by $(1 - a) \varphi'(r)(y - r x)$; the two ends add up to $r' =
    \varphi'(r)(1 - r^2)$. With r = cos z, $T = e^\beta \int_0^{1/\sqrt 2} e^{-\beta r}/(1 - r^2)\,dr$, where $1 \le
    1/(1 - r^2) \le 1 + 2 r^2$ and $7/10 < 1/\sqrt 2$.
Certificate: Compared (velocities), TimeIntegral (rigorous quadrature in Arb).
Boundary: normalised: raw h, for which the angle moves $e^\beta$ faster, least n = 2, d = 2; attraction by proximity:
    beta < 0, where T < 1 (n = 2, d = 2).
Source: summary section 3.4, metastability; claims.md F4.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from flint import fmpq

from theorems import draw
from theorems.model.assertion import Assertion, Identity, PassageTime, Relation
from theorems.model.errors import InvalidInputError
from theorems.model.flow import velocities
from theorems.model.kernel import ZonalKernel
from theorems.model.labels import Labels
from theorems.model.matrix import dot
from theorems.model.passage import MAX_BETA, Passage, TwoClusters
from theorems.model.problem import Problem
from theorems.model.proof import TimeIntegral
from theorems.model.real import Real
from theorems.model.sphere import axis, is_on_sphere
from theorems.statement import Boundary, Hypothesis, Mutant, Source, Theorem

if TYPE_CHECKING:
    from theorems.model.matrix import Vector
    from theorems.model.proof import Proof

PRINTED = {
    1: "1.65252867749158749",
    5: "30.9122833114250250",
    10: "2249.26921565323610",
    20: "24383471.5857286565",
}
"""T(beta) as claims.md prints it."""


@dataclass(frozen=True, eq=False)
class ClusterInstance:
    """Tokens at two points.

    Attributes:
        labels: n >= 2.
        here: how many of the first tokens sit at the first point; 0 < here < n.
        first: a point.
        second: another, not its antipode.
        beta: not 0.
        normalised: whether h = exp(beta (r - 1))/beta, in place of exp(beta r)/beta.
    """

    labels: Labels
    here: int
    first: Vector
    second: Vector
    beta: fmpq
    normalised: bool

    def __post_init__(self) -> None:
        if not 0 < self.here < len(self.labels) or self.beta == 0 or abs(self.beta) > MAX_BETA:
            raise InvalidInputError(f"(here, beta)=({self.here}, {self.beta}): expected 0 < here < n, beta != 0")
        if len(self.first) != len(self.second) or not is_on_sphere(self.first) or not is_on_sphere(self.second):
            raise InvalidInputError("points: expected two of one sphere")
        if abs(dot(self.first, self.second)) == 1:
            raise InvalidInputError("points: expected two that are neither equal nor antipodal")

    @property
    def problem(self) -> Problem:
        """USA with k = 1."""
        exponent = f"{self.beta}*(r - 1)" if self.normalised else f"{self.beta}*r"
        phi = draw.profile(f"{1 / self.beta}*exp({exponent})")
        return Problem(len(self.first), self.labels, ZonalKernel(draw.ones(len(self.labels)), phi))


def time_bounds(beta: fmpq) -> tuple[Real, Real]:
    """Bounds of T: the printed decimal and half a unit of its last digit where there is one, else the closed forms."""
    if beta in PRINTED:
        digits = PRINTED[int(beta.p)]
        half = fmpq(1, 2 * 10 ** len(digits.split(".")[1]))
        return Real(digits) - half, Real(digits) + half
    least = (Real.exp(beta) - Real.exp(3 * beta / 10)) / beta
    return least, Real.exp(beta) * (1 / beta + 4 / beta**3)


def claim(
    x: ClusterInstance,
    *,
    one_end: bool = False,
    chord: bool = False,
    raw: bool = False,
    slowness: fmpq = fmpq(0),
) -> dict[str, Assertion]:
    """The parts of F4; freedoms: which ends move, sin^2 or 1 - r, the scale of h, and the exponent of T."""
    problem, inner = x.problem, dot(x.first, x.second)
    points = [x.first if i < x.here else x.second for i in range(len(x.labels))]
    moving = velocities(problem, points)
    speed = dot(moving[0], x.second) + dot(x.first, moving[-1])  # of cos(theta): -sin(theta) theta'
    share = sum(x.labels.masses[x.here :], start=fmpq(0)) if one_end else fmpq(1)
    sine = 1 - inner if chord else 1 - inner**2
    exponent = inner.rational() - (0 if raw else 1)
    alike = [entry for i, v in enumerate(moving) for entry in map(Real.__sub__, v, moving[0 if i < x.here else -1])]
    passage = Passage(TwoClusters(x.beta, x.normalised), fmpq(1, 4), fmpq(1, 8))
    least, most = time_bounds(x.beta)
    slower = Real.exp(slowness * x.beta)
    return {
        "alike": Identity(tuple(alike), Relation.EQ, (Real(0),) * len(alike)),
        "angle": Identity((speed,), Relation.EQ, (share * sine * Real.exp(x.beta * exponent),)),
        "at least": PassageTime(passage, Relation.GE, least * slower),
        "at most": PassageTime(passage, Relation.LE, most * slower),
    }


def witness(_: ClusterInstance) -> tuple[Proof, ...]:
    """The time integral; the velocities are compared."""
    return (TimeIntegral(),)


def draw_clusters(source: Source) -> ClusterInstance:
    """Two clusters of any sizes and masses; the betas of claims.md and others in turn."""
    n, d, reading = draw.shape(source, draw.ALL_READINGS, least=2)
    d = max(d, 2)
    first, second = draw.point(source, d), draw.point(source, d)
    if abs(dot(first, second)) == 1:  # then one of two axes is neither
        second = next(unit for unit in (axis(d, 0), axis(d, 1)) if abs(dot(first, unit)) != 1)
    beta = source.turn([fmpq(*pair) for pair in ((1, 1), (5, 1), (10, 1), (20, 1), (1, 2), (3, 1), (50, 1), (7, 3))])
    labels = draw.labels(source, n, reading)
    return ClusterInstance(labels, source.integer(1, n - 1), first, second, beta, normalised=True)


def draw_raw(source: Source) -> ClusterInstance:
    """h = exp(beta r)/beta."""
    return replace(draw_clusters(source), normalised=False)


def draw_repelled(source: Source) -> ClusterInstance:
    """beta < 0: far tokens attract more than near ones."""
    x = draw_clusters(source)
    return replace(x, beta=-x.beta)


THEOREM = Theorem(
    name="dynamics.clusters",
    number="F4",
    section="3.4",
    title="two clusters meet after a time exponential in beta",
    text=__doc__ or "",
    instance=ClusterInstance,
    hypotheses=(
        Hypothesis("normalised", r"$h = e^{\beta (r - 1)}/\beta$", lambda x: x.normalised),
        Hypothesis("attraction by proximity", "beta > 0", lambda x: bool(x.beta > 0)),
    ),
    draw=draw_clusters,
    claim=claim,
    witness=witness,
    boundaries=(
        Boundary("normalised", "angle", draw_raw, "n = 2, d = 2"),
        Boundary("attraction by proximity", "at most", draw_repelled, "n = 2, d = 2"),
    ),
    mutants=(
        Mutant("one end", "only the first cluster moves", partial(claim, one_end=True)),
        Mutant("chord", "1 - cos for sin^2 of the angle", partial(claim, chord=True)),
        Mutant("raw rate", "the rate of raw h for normalised h", partial(claim, raw=True)),
        Mutant("half as slow", "T grows as exp(beta/2)", partial(claim, slowness=fmpq(-1, 2))),
        Mutant("twice as slow", "T grows as exp(2 beta)", partial(claim, slowness=fmpq(1))),
    ),
)
