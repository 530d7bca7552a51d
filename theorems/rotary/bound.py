r"""R1: the rotary kernel's maximum, attained on a rotation orbit.

Claim: Let $h = \varphi(\langle R_s x, R_t y \rangle)$ with $R_s$ orthogonal and $\varphi \le \varphi(1)$ on the
    attainable inner products. Then $E \le \varphi(1)/2$ for every law (in `tokens`: $\varphi(1) (1 - \sum_i
    \rho_i^2)/2$), with equality at $\Gamma[x^*]$, $x^*(s) = R_s^{-1} u$, for every $u$.
Scope: Finite label laws in all three readings, d >= 1, n >= 1 (`tokens`: n = 1 has E = 0 for every law and the
    value 0). Outside: weights not shared over depth, continuous depth, the surrogate model of the paper.
Route: Pointwise $\varphi(\langle R_i x, R_j y \rangle) \le \varphi(1)$, with equality where $R_i x = R_j y$.
Certificate: Pointwise (the bound), EnergyValue (the law on the orbit).
Boundary: peak: a profile that is greater elsewhere than at 1, least n = 1, d = 1 (`tokens`: n = 2); orthogonal:
    gauges that stretch, least n = 1, d = 2 (`tokens`: n = 2).
Source: summary section 3.2; claims.md R1.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from flint import fmpq

from theorems import draw, frame
from theorems.model.assertion import Assertion, Domain, Energy, Relation, Supremum
from theorems.model.errors import InvalidInputError
from theorems.model.kernel import ZonalKernel
from theorems.model.labels import Labels, Reading
from theorems.model.law import graph_law
from theorems.model.matrix import Matrix, apply, identity, is_orthogonal, matrix, shape_is
from theorems.model.problem import Problem
from theorems.model.profile import peaks_at_one, value_at
from theorems.model.proof import Attained
from theorems.model.real import Real
from theorems.model.sphere import axis, is_on_sphere
from theorems.statement import Boundary, Hypothesis, Mutant, Source, Theorem

if TYPE_CHECKING:
    from theorems.model.matrix import Vector
    from theorems.model.nodes import Expression
    from theorems.model.proof import Proof


@dataclass(frozen=True, eq=False)
class RotaryInstance:
    """Labels, one gauge a label, a profile, and the point u that the gauges turn."""

    labels: Labels
    gauges: tuple[Matrix, ...]
    profile: Expression
    u: Vector

    def __post_init__(self) -> None:
        d = len(self.u)
        if len(self.gauges) != len(self.labels) or not all(shape_is(gauge, d, d) for gauge in self.gauges):
            raise InvalidInputError(f"gauges: expected one {d} x {d} matrix for each of {len(self.labels)} labels")
        if not is_on_sphere(self.u):
            raise InvalidInputError("u: expected a point with <u, u> = 1")

    @property
    def problem(self) -> Problem:
        """The problem with k = 1."""
        return Problem(len(self.u), self.labels, ZonalKernel(draw.ones(len(self.labels)), self.profile, self.gauges))


def claim(
    x: RotaryInstance,
    *,
    half: fmpq = fmpq(1, 2),
    strict: bool = False,
    transposed: bool = False,
    same_content: bool = False,
    token_terms: bool = True,
) -> dict[str, Assertion]:
    """The two parts of R1; the freedoms are the value's factor and reading, strictness, and which way contents turn."""
    problem = x.problem
    pairs = fmpq(1)
    if problem.labels.reading is Reading.TOKENS and token_terms:
        pairs -= sum((mass * mass for mass in problem.labels.masses), start=fmpq(0))
    value = value_at(x.profile, Real(1)) * half * pairs
    points = frame.unrotated(x.gauges, x.u)
    if transposed:
        points = [apply(gauge, x.u) for gauge in x.gauges]
    if same_content:
        points = [x.u for _ in x.gauges]
    return {
        "bound": Supremum(problem, Domain.LAWS, Relation.LT if strict else Relation.LE, value),
        "attained": Energy(problem, graph_law(points), Relation.EQ, value),
    }


def witness(x: RotaryInstance) -> tuple[Proof, ...]:
    """The pointwise bound, the law on the orbit, laws past a wrong peak, and all labels at a coordinate axis."""
    problem = x.problem
    at_axis = Attained(graph_law([axis(problem.dimension, 0)] * len(problem)))
    proofs: list[Proof] = [frame.peak_bound(x.profile), at_axis]
    if ORTHOGONAL.holds(x):
        proofs += [Attained(frame.one_point_law(problem, x.u)), *frame.laws_past_the_peak(problem)]
    return tuple(proofs)


def _drawn(source: Source, texts: tuple[str, ...], tokens: int = 1) -> RotaryInstance:
    n, d, reading = draw.shape(source, draw.ALL_READINGS, tokens=tokens)
    phi = draw.profile(source.turn(texts))
    return RotaryInstance(draw.labels(source, n, reading), draw.gauges(source, n, d), phi, draw.point(source, d))


def draw_rotary(source: Source) -> RotaryInstance:
    """Orthogonal gauges and a peaked profile."""
    return _drawn(source, draw.STRICT_PROFILES + draw.WEAK_PROFILES)


def draw_dipped(source: Source) -> RotaryInstance:
    """A profile whose greatest value is not at 1; two labels or more in `tokens`."""
    return _drawn(source, draw.DIPPED_PROFILES, 2)


def draw_stretched(source: Source) -> RotaryInstance:
    """R_i = diag(c_i, 1, ..., 1), c_i >= 2, u = e_d, a profile that rises beyond 1; d >= 2."""
    n, d, reading = draw.shape(source, draw.ALL_READINGS, tokens=2)
    d = max(d, 2)
    phi = draw.profile(source.turn(("r", "exp(r/2)", "r**3 + r")))
    stretches = [source.integer(2, 4) for _ in range(n)]
    gauges = tuple(matrix([[c if i == j == 0 else int(i == j) for j in range(d)] for i in range(d)]) for c in stretches)
    return RotaryInstance(draw.labels(source, n, reading), gauges, phi, axis(d, d - 1))


def draw_turned(source: Source) -> RotaryInstance:
    """Two labels or more, one unturned and one by a quarter turn, d >= 2, u in the plane, a strict profile."""
    n, d, reading = draw.shape(source, draw.ALL_READINGS, least=2)
    d = max(d, 2)
    quarter = matrix([[{(0, 1): -1, (1, 0): 1}.get((i, j), int(i == j and i > 1)) for j in range(d)] for i in range(d)])
    phi = draw.profile(source.turn(draw.STRICT_PROFILES))
    return RotaryInstance(
        draw.labels(source, n, reading), (identity(d), quarter, *(quarter,) * (n - 2)), phi, axis(d, 0)
    )


ORTHOGONAL = Hypothesis("orthogonal", "every $R_s$ is orthogonal", lambda x: all(map(is_orthogonal, x.gauges)))
PEAK = Hypothesis(
    "peak",
    r"$\varphi(t) \le \varphi(1)$ at every attainable $t$ ($\pm 1$ for d = 1, $[-1, 1]$ for d >= 2)",
    lambda x: peaks_at_one(x.profile, len(x.u)),
)

THEOREM = Theorem(
    name="rotary.bound",
    number="R1",
    section="3.2",
    title="the rotary maximum is phi(1)/2, attained on every orbit",
    text=__doc__ or "",
    instance=RotaryInstance,
    hypotheses=(ORTHOGONAL, PEAK),
    draw=draw_rotary,
    claim=claim,
    witness=witness,
    boundaries=(
        Boundary("orthogonal", "bound", draw_stretched, "n = 1, d = 2; tokens: n = 2"),
        Boundary("peak", "bound", draw_dipped, "n = 1, d = 1; tokens: n = 2"),
    ),
    mutants=(
        Mutant(
            "transposed gauge",
            "contents are turned by R_s, not by its inverse",
            partial(claim, transposed=True),
            draw_turned,
        ),
        Mutant("lost half", "the value is phi(1), not phi(1)/2", partial(claim, half=fmpq(1))),
        Mutant("token terms", "the value in `tokens` keeps the self terms", partial(claim, token_terms=False)),
        Mutant("strict bound", "no law reaches the value", partial(claim, strict=True)),
        Mutant("same content", "every label at u, not at R_s^{-1} u", partial(claim, same_content=True), draw_turned),
    ),
)
