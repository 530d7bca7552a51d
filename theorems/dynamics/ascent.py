r"""F1: the energy rises along the flow, at a rate that is the weighted square of the speed.

Claim: Under $x_i' = P_{x_i} \sum_j \rho_j k_{ij} \varphi'(\langle x_i, x_j \rangle) x_j$ (USA-AV), k symmetric:
    $\langle x_i, x_i' \rangle = 0$ and $dE/dt = \sum_i \rho_i |x_i'|^2 \ge 0$. Under SA, which divides this field for
    $h = k e^{\beta r}/\beta$ by $Z_i = \sum_j \rho_j k_{ij} e^{\beta r_{ij}} > 0$: $dE/dt = \sum_i \rho_i Z_i
    |x_i'|^2 \ge 0$. And a step along rational tangents m_i that is short, $\epsilon L \le 2 \sum_i \langle \nabla_i
    E, m_i \rangle$ with $L = (2 M_2 + \frac73 M_1) \sum_{i \ne j} |C_{ij}| |m_i|^2$, does not lower the energy.
Scope: The fields at rational points, exactly: one instant of the flow, and one step of it. All three readings,
    n >= 1, d >= 1 (d = 1 does not move); labels are frozen, since the field has no part along them; gauges by R4.
    Along a trajectory the rate integrates (*quoted*). Outside: weights not shared over depth, the surrogate model.
Route: $\nabla_i E = \rho_i \sum_j \rho_j k_{ij} \varphi' x_j$, the self term along x_i. SA is stated label by label
    and multiplied by $Z_i^2$. A step is the circle $x(\epsilon)$ with $x'(0) = m$, $|x'| \le |m|$, $|x''| \le \frac43
    |m|^2$; then $|E''| \le L$ where $M_1$ and $M_2$ bound $|\varphi'|$ and $|\varphi''|$ on [-1, 1].
Certificate: Compared, Signs, EnergyValue.
Boundary: symmetric: h that pulls one way more than the other, least n = 2, d = 2; normaliser: signed biases with
    $Z_i < 0$, where the energy falls (n = 2, d = 2); short step: two tokens that overshoot (n = 2, d = 2).
Source: summary section 2.1; claims.md F1.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from flint import fmpq

from theorems import draw
from theorems.model.assertion import Assertion, Energy, Identity, NonNegative, Relation
from theorems.model.energy import energy, gradients
from theorems.model.errors import InvalidInputError
from theorems.model.flow import tangent
from theorems.model.gram_flow import couplings, normalisers
from theorems.model.kernel import ZonalKernel
from theorems.model.labels import Reading
from theorems.model.law import graph_law
from theorems.model.matrix import dot, gram, shape_is
from theorems.model.problem import Problem, zonal
from theorems.model.proof import Signs
from theorems.model.real import Real
from theorems.model.sphere import axis, is_on_sphere
from theorems.model.step import curvature_bound, rounded_tangent, stepped
from theorems.statement import Boundary, Hypothesis, Mutant, Source, Theorem

if TYPE_CHECKING:
    from theorems.model.matrix import Matrix, Vector
    from theorems.model.proof import Proof


@dataclass(frozen=True, eq=False)
class AscentInstance:
    """A problem, a point a label, SA's own bias and exponent, what breaks the symmetry, and a step.

    Attributes:
        problem: a zonal kernel without gauges.
        skew: added to k in USA-AV's field alone: 0 for the flow of a symmetric h.
        affinity: k of SA, symmetric, n x n.
        beta: its exponent, not 0.
        points: x_i.
        moves: m_i, tangent at x_i.
        step: epsilon >= 0.
    """

    problem: Problem
    skew: Matrix
    affinity: Matrix
    beta: fmpq
    points: tuple[Vector, ...]
    moves: tuple[Vector, ...]
    step: fmpq

    def __post_init__(self) -> None:
        n, d = len(self.problem), self.problem.dimension
        if zonal(self.problem).gauges or not shape_is(self.skew, n, n) or self.beta == 0 or self.step < 0:
            raise InvalidInputError("instance: expected no gauges, a skew matrix of n rows, beta != 0, a step >= 0")
        if not shape_is(self.points, n, d) or not shape_is(self.moves, n, d):
            raise InvalidInputError(f"points and moves: expected {n} of each, in dimension {d}")
        if not all(is_on_sphere(x) and dot(x, m) == 0 for x, m in zip(self.points, self.moves, strict=True)):
            raise InvalidInputError("points and moves: expected points of the sphere and tangents there")

    @property
    def attention(self) -> Problem:
        """h = k exp(beta r)/beta with SA's own k."""
        phi = draw.profile(f"{1 / self.beta}*exp({self.beta}*r)")
        return Problem(self.problem.dimension, self.problem.labels, ZonalKernel(self.affinity, phi))


def pulled(coupling: Matrix, points: tuple[Vector, ...], *, tangential: bool = True) -> list[Vector]:
    """P_{x_i} sum_j c_ij x_j of every label."""
    columns = tuple(zip(*points, strict=True))
    pulls = [tuple(dot(row, column) for column in columns) for row in coupling]
    return [tangent(x, v) if tangential else v for x, v in zip(points, pulls, strict=True)]


def claim(
    x: AscentInstance,
    *,
    weighted: bool = True,
    tangential: bool = True,
    normalised: bool = True,
    scale: fmpq = fmpq(1),
    backward: bool = False,
) -> dict[str, Assertion]:
    """The parts of F1; freedoms: masses, projection, Z in SA's rate, the factor 1/2 of E, the sign of the step."""
    problem, masses, inner = x.problem, x.problem.labels.masses, gram(x.points)
    bias = tuple(tuple(map(Real.__add__, row, more)) for row, more in zip(zonal(problem).bias, x.skew, strict=True))
    moving = pulled(couplings(problem, inner, bias), x.points, tangential=tangential)
    rate = Real.sum(dot(pull, v) for pull, v in zip(gradients(problem, x.points), moving, strict=True))
    squares = Real.sum((mass if weighted else fmpq(1)) * dot(v, v) for mass, v in zip(masses, moving, strict=True))
    coupling = couplings(x.attention, inner)
    sizes, pulls = normalisers(coupling), pulled(coupling, x.points)  # Z_i and Z_i x_i'
    gains = [dot(a, v) for a, v in zip(gradients(x.attention, x.points), pulls, strict=True)]  # Z_i <grad_i E, x_i'>
    shares = tuple(z * gain for z, gain in zip(sizes, gains, strict=True))
    expected = tuple(
        mass * (z if normalised else Real(1)) * dot(v, v) for mass, z, v in zip(masses, sizes, pulls, strict=True)
    )
    here, there = graph_law(x.points), graph_law(stepped(x.points, x.moves, x.step))
    before, after = (there, here) if backward else (here, there)
    return {
        "sphere": Identity(tuple(map(dot, x.points, moving)), Relation.EQ, (Real(0),) * len(moving)),
        "rate": Identity((rate,), Relation.EQ, (scale * squares,)),
        "attention": Identity(shares, Relation.EQ, expected),
        "attention rises": NonNegative(shares, Relation.EQ),
        "step": Energy(problem, after, Relation.GE, energy(problem, before)),
    }


def witness(_: AscentInstance) -> tuple[Proof, ...]:
    """Signs; all else is compared."""
    return (Signs(),)


def is_positive(x: AscentInstance) -> bool:
    """Whether every Z_i > 0."""
    return all(z > 0 for z in normalisers(couplings(x.attention, gram(x.points))))


def gain_and_curvature(x: AscentInstance) -> tuple[Real, Real]:
    """Sum <grad_i E, m_i>, and the bound L of the energy's curvature along the moves."""
    pulls = gradients(x.problem, x.points)
    gain = Real.sum(dot(pull, move) for pull, move in zip(pulls, x.moves, strict=True))
    return gain, Real.of(curvature_bound(x.problem, x.moves))


def is_short(x: AscentInstance) -> bool:
    """Whether eps L <= 2 sum <grad_i E, m_i>."""
    gain, curvature = gain_and_curvature(x)
    return 2 * gain >= x.step * curvature


PROFILES = ("r", "exp(r)", "r**3 + r", "1/2*exp(2*r)", "r**2", "-r", "-exp(-r)", "r**4 - r")


def zeros(n: int) -> Matrix:
    """The n x n matrix 0."""
    return ((Real(0),) * n,) * n


def _with_step(x: AscentInstance) -> AscentInstance:
    """The instance with tangents near the field and the longest short step among 4, 2, 1, 1/2, ..; else no move."""
    moving = pulled(couplings(x.problem, gram(x.points)), x.points)
    moves = tuple(map(rounded_tangent, x.points, moving))
    made = AscentInstance(x.problem, x.skew, x.affinity, x.beta, x.points, moves, fmpq(4))
    gain, curvature = gain_and_curvature(made)
    steps = (fmpq(4) / 2**k for k in range(24))
    step = next((step for step in steps if 2 * gain >= step * curvature), None)
    return x if step is None else replace(made, step=step)


def draw_ascent(source: Source) -> AscentInstance:
    """Any bias and points; a connected non-negative bias for SA."""
    n, d, reading = draw.shape(source, draw.ALL_READINGS)
    if n == 1 and reading is Reading.TOKENS:  # one token that does not look at itself has Z = 0
        reading = Reading.ATOMIC
    phi = draw.profile(source.turn(PROFILES))
    problem = Problem(d, draw.labels(source, n, reading), ZonalKernel(draw.bias(source, n), phi))
    beta = source.turn((fmpq(1), fmpq(1, 2), fmpq(-1), fmpq(2), fmpq(3)))
    affinity = draw.non_negative_bias(source, n, connected=True)
    points = tuple(draw.point(source, d) for _ in range(n))
    still = ((Real(0),) * d,) * n
    return _with_step(AscentInstance(problem, zeros(n), affinity, beta, points, still, fmpq(0)))


def _pair(source: Source, entry: fmpq, skew: fmpq, affinity: Matrix | None = None) -> AscentInstance:
    """Labels 0 and 1 at e_1 and e_2 with k_01 = entry, all others at e_1 and without a bond."""
    n, d, reading = draw.shape(source, draw.ALL_READINGS, least=2)
    d = max(d, 2)
    phi = draw.profile(source.turn(("r", "exp(r)", "r**3 + r")))
    kernel = ZonalKernel(draw.symmetric(n, {(0, 1): entry}), phi)
    points = (axis(d, 0), axis(d, 1), *(axis(d, 0),) * (n - 2))
    rows = [list(row) for row in zeros(n)]
    rows[0][1], rows[1][0] = Real(skew), Real(-skew)
    problem = Problem(d, draw.labels(source, n, reading), kernel)
    still = ((Real(0),) * d,) * n
    k = draw.ones(n) if affinity is None else affinity
    return AscentInstance(problem, tuple(map(tuple, rows)), k, fmpq(1), points, still, fmpq(0))


def draw_skewed(source: Source) -> AscentInstance:
    """k_01 = 1 + c and k_10 = 1 - c, c >= 1."""
    return _pair(source, fmpq(1), 1 + draw.positive(source))


def draw_signed(source: Source) -> AscentInstance:
    """SA's bias is negative between all labels: each Z_i < 0."""
    x = _pair(source, fmpq(1), fmpq(0))
    minus = tuple(tuple(-entry for entry in row) for row in draw.ones(len(x.points)))
    return AscentInstance(x.problem, x.skew, minus, x.beta, x.points, x.moves, x.step)


def draw_overshooting(source: Source) -> AscentInstance:
    """Two tokens at a right angle turn by more than a half turn together, and end further apart."""
    x = _pair(source, fmpq(1), fmpq(0))
    first, second, *rest = x.problem.labels.masses
    d = x.problem.dimension
    moves = (
        tuple(second * entry for entry in axis(d, 1)),
        tuple(first * entry for entry in axis(d, 0)),
        *((Real(0),) * d,) * len(rest),
    )
    # tan(a) tan(b) = eps^2 rho_0 rho_1/4 > 1 for the half angles a, b: together they pass a quarter turn
    step = 3 / (first * second)
    return AscentInstance(x.problem, x.skew, x.affinity, x.beta, x.points, moves, step)


THEOREM = Theorem(
    name="dynamics.ascent",
    number="F1",
    section="2.1",
    title="the energy rises along the flow at the rate of the squared speed",
    text=__doc__ or "",
    instance=AscentInstance,
    hypotheses=(
        Hypothesis("symmetric", "$h(z, z') = h(z', z)$", lambda x: all(e == 0 for row in x.skew for e in row)),
        Hypothesis("normaliser", "every $Z_i > 0$", is_positive),
        Hypothesis("short step", r"$\epsilon L \le 2 \sum_i \langle \nabla_i E, m_i \rangle$", is_short),
    ),
    draw=draw_ascent,
    claim=claim,
    witness=witness,
    boundaries=(
        Boundary("symmetric", "rate", draw_skewed, "n = 2, d = 2"),
        Boundary("normaliser", "attention rises", draw_signed, "n = 2, d = 2"),
        Boundary("short step", "step", draw_overshooting, "n = 2, d = 2"),
    ),
    mutants=(
        Mutant("USA's rate for SA", "SA's energy rises by sum rho_i |x_i'|^2", partial(claim, normalised=False)),
        Mutant("lost masses", "the rate is sum |x_i'|^2", partial(claim, weighted=False)),
        Mutant("half the rate", "the factor 1/2 of E is kept in its rate", partial(claim, scale=fmpq(1, 2))),
        Mutant("no projection", "the field is not projected to the sphere", partial(claim, tangential=False)),
        Mutant("backward step", "the energy does not rise", partial(claim, backward=True)),
    ),
)
