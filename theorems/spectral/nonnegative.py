r"""S1: a non-negative bias collapses.

Claim: Let $h = k(s,t) \varphi(\langle x, y \rangle)$ with $k \ge 0$ and $\varphi \le \varphi(1)$ on the attainable
    inner products. Then $\max E = \frac{\varphi(1)}{2} \sum_{ij} \rho_i \rho_j k_{ij}$ (`tokens`: over $i \ne j$),
    attained by every collapsed law. If moreover $\varphi(t) \ne \varphi(1)$ at attainable $t < 1$ and the labels
    hang together (n >= 2: the graph of $k_{ij} > 0$, $i \ne j$, is connected; n = 1: $k_{11} > 0$ and not
    `tokens`), collapse is the only maximiser over laws.
Scope: Finite label laws in all three readings, d >= 1, n >= 1. Non-atomic label laws (no B with 0 < rho(B) < 1 and
    k = 0 on B x B^c) are *quoted*, but for `cells`. Outside: weights not shared over depth, continuous depth, the
    surrogate model of the paper.
Route: Pointwise $\varphi \le \varphi(1)$; in the case of equality every edge makes two slices Dirac at one point.
Certificate: Pointwise (the bound), EnergyValue (a collapsed law), Rigid (the only maximiser), Maximiser (at
    boundaries).
Boundary: bias: a negative entry, least n = 2, d = 1 (`tokens`: n = 3); peak: a profile greater elsewhere, least n =
    1, d = 1; strict: phi(t) = phi(1) for some t < 1, least n = 1, d = 1; connected: two components or a label
    without bias, least n = 1, d = 1.
Source: summary section 3.4; claims.md S1.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from flint import fmpq

from theorems import draw, frame
from theorems.model.assertion import Assertion, Collapse, Domain, Energy, Relation, Supremum
from theorems.model.errors import InvalidInputError
from theorems.model.kernel import ZonalKernel
from theorems.model.labels import Reading
from theorems.model.law import graph_law
from theorems.model.matrix import Matrix
from theorems.model.problem import Problem, zonal
from theorems.model.profile import peaks_at_one, returns_to_peak, value_at
from theorems.model.proof import Attained, Maximiser, Rigid
from theorems.model.real import Real
from theorems.model.sphere import is_on_sphere
from theorems.statement import Boundary, Hypothesis, Mutant, Source, Theorem

if TYPE_CHECKING:
    from theorems.model.matrix import Vector
    from theorems.model.proof import Proof


@dataclass(frozen=True, eq=False)
class BiasInstance:
    """A problem with kernel k_ij phi(<x, y>), without gauges, and a point u."""

    problem: Problem
    u: Vector

    def __post_init__(self) -> None:
        if zonal(self.problem).gauges:
            raise InvalidInputError("gauges: expected none")
        if len(self.u) != self.problem.dimension or not is_on_sphere(self.u):
            raise InvalidInputError(f"u: expected a point of S^{self.problem.dimension - 1}")


def is_non_negative(problem: Problem) -> bool:
    """Whether every weight that counts is >= 0."""
    return all(entry >= 0 for row in problem.weighted_bias() for entry in row)


def hangs_together(problem: Problem) -> bool:
    """Whether the graph of positive off-diagonal weights is connected; for n = 1, the self weight positive."""
    weights = problem.weighted_bias()
    if len(weights) == 1:
        return weights[0][0] > 0
    return component(weights) == set(range(len(weights)))


def component(weights: Matrix) -> set[int]:
    """The labels that label 0 reaches through positive off-diagonal weights."""
    reached, frontier = {0}, [0]
    while frontier:
        i = frontier.pop()
        new = {j for j, weight in enumerate(weights[i]) if j != i and weight > 0} - reached
        reached |= new
        frontier += sorted(new)
    return reached


def claim(
    x: BiasInstance,
    *,
    half: fmpq = fmpq(1, 2),
    strict: bool = False,
    token_terms: bool = True,
    any_signs: bool = False,
) -> dict[str, Assertion]:
    """The three parts of S1; the freedoms are the value's factor and reading, strictness, and which laws attain it."""
    problem, kernel = x.problem, zonal(x.problem)
    weights = problem.weighted_bias()
    if not token_terms:
        masses = problem.labels.masses
        weights = tuple(
            tuple(entry * (masses[i] * masses[j]) for j, entry in enumerate(row)) for i, row in enumerate(kernel.bias)
        )
    total = sum((entry for row in weights for entry in row), start=Real(0))
    value = value_at(kernel.profile, Real(1)) * half * total
    law = frame.flipped_law(problem, x.u, [0] if any_signs else [])
    return {
        "bound": Supremum(problem, Domain.LAWS, Relation.LT if strict else Relation.LE, value),
        "attained": Energy(problem, law, Relation.EQ, value),
        "collapse": Collapse(problem, Relation.EQ),
    }


def witness(x: BiasInstance) -> tuple[Proof, ...]:
    """The pointwise bound, rigidity, collapsed laws, and laws with one label or component flipped or balanced."""
    problem = x.problem
    upper = frame.peak_bound(zonal(problem).profile)
    n = len(problem)
    laws = [
        graph_law([x.u] * n),
        frame.flipped_law(problem, x.u, [0]),
        frame.balanced_law(problem, x.u, [0]),
        frame.flipped_law(problem, x.u, sorted(component(problem.weighted_bias()))),
    ]
    maximisers = [Maximiser(law, upper) for law in laws[1:]]
    return (upper, Rigid(), *map(Attained, laws), *frame.laws_past_the_peak(problem), *maximisers)


def _made(source: Source, n: int, d: int, reading: Reading, texts: tuple[str, ...], *, connected: bool) -> BiasInstance:
    bias = draw.non_negative_bias(source, n, connected=connected)
    phi = draw.profile(source.turn(texts))
    problem = Problem(d, draw.labels(source, n, reading), ZonalKernel(bias, phi))
    return BiasInstance(problem, draw.point(source, d))


def _drawn(source: Source, texts: tuple[str, ...]) -> BiasInstance:
    n, d, reading = draw.shape(source, draw.ALL_READINGS, tokens=2)
    return _made(source, n, d, reading, texts, connected=True)


def draw_collapsing(source: Source) -> BiasInstance:
    """A connected non-negative bias and a strictly peaked profile; for d = 1 also one that peaks inside as well."""
    n, d, reading = draw.shape(source, draw.ALL_READINGS, tokens=2)
    texts = (*draw.STRICT_PROFILES, "r - 3*r**2") if d == 1 else draw.STRICT_PROFILES
    return _made(source, n, d, reading, texts, connected=True)


def draw_dipped(source: Source) -> BiasInstance:
    """A profile whose greatest value is not at 1."""
    return _drawn(source, draw.DIPPED_PROFILES)


def draw_weak(source: Source) -> BiasInstance:
    """A profile that takes phi(1) at -1 as well."""
    return _drawn(source, ("r**2", "1", "r**2 + r**4"))


def draw_disconnected(source: Source) -> BiasInstance:
    """The last label without positive bias to the others; for n = 1 without self bias, or in `tokens`."""
    n, d, reading = draw.shape(source, draw.ALL_READINGS)
    return _made(source, n, d, reading, draw.STRICT_PROFILES, connected=False)


def draw_negative(source: Source) -> BiasInstance:
    """Odd profile; the bias of label 0 to itself, or in `tokens` to label 2, outweighs all its positive bias."""
    n, d, reading = draw.shape(source, draw.ALL_READINGS, tokens=3, least=2)
    x = _made(source, n, d, reading, ("r", "r**3 + r"), connected=True)
    masses = x.problem.labels.masses
    rows = [list(row) for row in zonal(x.problem).bias]
    rows[0][1] = rows[1][0] = Real(1)
    if reading is Reading.TOKENS:  # the path 0 - 1 - 2 stays positive
        rows[1][2] = rows[2][1] = Real(1)
    others = [rows[0][j].rational() * masses[j] for j in range(1, n)]
    outweighed = 2 * sum(others, start=fmpq(0)) + draw.positive(source)
    if reading is Reading.TOKENS:
        rows[0][2] = rows[2][0] = Real(-outweighed / masses[2])
    else:
        rows[0][0] = Real(-outweighed / masses[0])
    kernel = ZonalKernel(tuple(map(tuple, rows)), zonal(x.problem).profile)
    problem = Problem(d, x.problem.labels, kernel)
    if not hangs_together(problem):  # label 2 was the only tie of a third label: tie everything to label 1
        for j in range(2, n):
            rows[1][j] = rows[j][1] = Real(1)
        problem = Problem(d, x.problem.labels, ZonalKernel(tuple(map(tuple, rows)), kernel.profile))
    return BiasInstance(problem, x.u)


THEOREM = Theorem(
    name="spectral.nonnegative",
    number="S1",
    section="3.4",
    title="a non-negative bias collapses",
    text=__doc__ or "",
    instance=BiasInstance,
    hypotheses=(
        Hypothesis("bias", r"$k_{ij} \ge 0$ wherever the term counts", lambda x: is_non_negative(x.problem)),
        Hypothesis(
            "peak",
            r"$\varphi(t) \le \varphi(1)$ at every attainable $t$",
            lambda x: peaks_at_one(zonal(x.problem).profile, x.problem.dimension),
        ),
        Hypothesis(
            "strict",
            r"$\varphi(t) \ne \varphi(1)$ at every attainable $t < 1$",
            lambda x: not returns_to_peak(zonal(x.problem).profile, x.problem.dimension),
        ),
        Hypothesis(
            "connected",
            r"n >= 2: the graph of $k_{ij} > 0$, $i \ne j$, is connected; n = 1: $k_{11} > 0$ and not `tokens`",
            lambda x: hangs_together(x.problem),
        ),
    ),
    draw=draw_collapsing,
    claim=claim,
    witness=witness,
    boundaries=(
        Boundary("bias", "bound", draw_negative, "n = 2, d = 1; tokens: n = 3"),
        Boundary("peak", "bound", draw_dipped, "n = 1, d = 1; tokens: n = 2"),
        Boundary("strict", "collapse", draw_weak, "n = 1, d = 1; tokens: n = 2"),
        Boundary("connected", "collapse", draw_disconnected, "n = 1, d = 1"),
    ),
    mutants=(
        Mutant("lost half", "the value is phi(1) sum C, not half of it", partial(claim, half=fmpq(1))),
        Mutant("token terms", "the value in `tokens` keeps the self terms", partial(claim, token_terms=False)),
        Mutant("strict bound", "no law reaches the value", partial(claim, strict=True)),
        Mutant("any tuple", "one label may sit at -u", partial(claim, any_signs=True)),
    ),
)
