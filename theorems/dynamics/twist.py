r"""F6: the maximiser is collapsed, and yet the flow may stick at a twisted state.

Claim: Let d = 2, n >= 3 tokens of equal mass on a ring, $k_{ij} = 1$ for neighbours and 0 else, $h = k e^{\beta
    r}/\beta$ (phi(t) = t for beta = 0). The twisted state of winding w, $x_j = (\cos j\delta, \sin j\delta)$, $\delta
    = 2\pi w/n$, is a critical point, stable iff $\cos \delta > \beta \sin^2 \delta$. Every maximiser is collapsed.
Scope: n >= 3, d >= 2 in the model and d = 2 in the claim, all three readings, 0 < w < n/2. Stable: the second
    variation is negative but along common rotations, so that the flow returns from all states near (*quoted*:
    linearised stability of a gradient flow). Thresholds for w = 1: beta < 0.3416, 1.4142, 6.3086, 103.59 at n = 5, 8,
    16, 64; phi = t: n >= 5. Outside: weights not shared over depth, the surrogate model of the paper.
Route: The angles have the energy $\frac1{n^2} \sum_j \psi(\theta_{j+1} - \theta_j)$, $\psi = \varphi \circ \cos$, and
    $\psi'' = \sin^2 \varphi''(\cos) - \cos \varphi'(\cos)$; S1 for the maximisers.
Certificate: TwistHessian (circulant, its eigenvalues by form or by balls), Rigid; at the boundaries TwistMoves.
Boundary: plane: d >= 3, where the tokens rise off the great circle and meet, least n = 3; ring: one bond cut, n = 3;
    equal masses: a heavy token, n = 3; each at a state that the criterion calls stable.
Source: summary section 3.4; claims.md F6 (the boundary at the end of section 5, which has no number there).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from flint import fmpq

from theorems import draw
from theorems.model.assertion import Assertion, Collapse, Relation, StableTwist
from theorems.model.errors import InvalidInputError
from theorems.model.kernel import ZonalKernel
from theorems.model.labels import Labels
from theorems.model.problem import Problem
from theorems.model.proof import Rigid, TwistHessian, TwistMoves
from theorems.model.real import Real
from theorems.statement import Boundary, Hypothesis, Mutant, Source, Theorem

if TYPE_CHECKING:
    from theorems.model.matrix import Matrix
    from theorems.model.proof import Proof

MAX_BETA = fmpq(200)
"""Greatest |beta|."""


@dataclass(frozen=True, eq=False)
class TwistInstance:
    """Tokens, their bonds, and a winding.

    Attributes:
        labels: n >= 3.
        dimension: d >= 2.
        beta: the exponent; 0 stands for phi(t) = t.
        bonds: k, n x n.
        winding: w, 0 < w < n/2.
    """

    labels: Labels
    dimension: int
    beta: fmpq
    bonds: Matrix
    winding: int

    def __post_init__(self) -> None:
        n = len(self.labels)
        if n < 3 or self.dimension < 2 or abs(self.beta) > MAX_BETA or not 0 < 2 * self.winding < n:
            raise InvalidInputError(
                f"(n, d, beta, w)=({n}, {self.dimension}, {self.beta}, {self.winding}): "
                f"expected n >= 3, d >= 2, |beta| <= {MAX_BETA}, 0 < w < n/2"
            )

    @property
    def problem(self) -> Problem:
        """The tokens with their bonds."""
        text = f"{1 / self.beta}*exp({self.beta}*r)" if self.beta != 0 else "r"
        return Problem(self.dimension, self.labels, ZonalKernel(self.bonds, draw.profile(text)))


def ring(n: int, *, closed: bool = True) -> Matrix:
    """k_ij = 1 for neighbours on the ring; without the bond between the last and the first if it is not closed."""
    return draw.symmetric(
        n, {(i, j): fmpq(1) for i in range(n) for j in (i + 1, i + n - 1) if j < n and (closed or j == i + 1)}
    )


def is_ring(x: TwistInstance) -> bool:
    """Whether the bonds are those of the closed ring."""
    closed = ring(len(x.labels))
    return all(a == b for row, other in zip(x.bonds, closed, strict=True) for a, b in zip(row, other, strict=True))


def margin(x: TwistInstance, *, squared: bool = True, half: bool = False) -> Real:
    """cos(delta) - beta sin(delta)^2."""
    turn = fmpq(x.winding, len(x.labels)) / (2 if half else 1)
    sine = Real.sine(turn)
    return Real.cosine(turn) - x.beta * (sine * sine if squared else sine)


def claim(x: TwistInstance, *, squared: bool = True, half: bool = False, weak: bool = False) -> dict[str, Assertion]:
    """The parts of F6; freedoms: sin or sin^2, the angle between neighbours, and what a tie means."""
    stable = margin(x, squared=squared, half=half) >= 0 if weak else margin(x, squared=squared, half=half) > 0
    return {
        "twist": StableTwist(x.problem, x.winding, Relation.EQ if stable else Relation.NE),
        "collapse": Collapse(x.problem, Relation.EQ),
    }


def witness(x: TwistInstance) -> tuple[Proof, ...]:
    """The Hessian; the lemma of S1; or a token that moves."""
    return (TwistHessian(), Rigid(), *map(TwistMoves, range(len(x.labels))))


BETAS = ((0, 1), (1, 3), (7, 20), (1, 1), (7, 5), (3, 2), (6, 1), (13, 2), (-1, 2), (-3, 1), (2, 3), (1, 8))


def draw_twist(source: Source) -> TwistInstance:
    """Any n >= 3 and winding; betas on both sides of the thresholds."""
    n, _, reading = draw.shape(source, draw.ALL_READINGS, least=3)
    winding = source.turn((1, 1, 2))
    beta = source.turn([fmpq(*pair) for pair in BETAS])
    labels = Labels((fmpq(1, n),) * n, reading)
    return TwistInstance(labels, 2, beta, ring(n), winding if 2 * winding < n else 1)


def draw_lifted(source: Source) -> TwistInstance:
    """d >= 3, at a beta for which the plane is stable."""
    n, d, reading = draw.shape(source, draw.ALL_READINGS, least=3)
    beta = source.turn((fmpq(0), fmpq(1, 3), fmpq(-1))) if n >= 5 else fmpq(-1)
    return TwistInstance(Labels((fmpq(1, n),) * n, reading), max(d, 3), beta, ring(n), 1)


def draw_cut(source: Source) -> TwistInstance:
    """The chain: its ends are pulled by one neighbour alone."""
    x = replace(draw_lifted(source), dimension=2)
    return replace(x, bonds=ring(len(x.labels), closed=False))


def draw_heavy(source: Source) -> TwistInstance:
    """The first token is twice as heavy: its neighbours are pulled towards it."""
    x = replace(draw_lifted(source), dimension=2)
    n = len(x.labels)
    return replace(x, labels=Labels((fmpq(2, n + 1), *(fmpq(1, n + 1),) * (n - 1)), x.labels.reading))


def draw_tie(source: Source) -> TwistInstance:
    """cos(delta) = beta sin(delta)^2: four tokens and phi = t, or six and beta = 2/3."""
    n, beta = source.turn(((4, fmpq(0)), (6, fmpq(2, 3))))
    return TwistInstance(Labels((fmpq(1, n),) * n, source.turn(draw.ALL_READINGS)), 2, beta, ring(n), 1)


def draw_near(source: Source) -> TwistInstance:
    """Five tokens between the thresholds of sin and sin^2, and of pi/n and 2 pi/n."""
    labels = Labels((fmpq(1, 5),) * 5, source.turn(draw.ALL_READINGS))
    return TwistInstance(labels, 2, source.turn((fmpq(1, 3), fmpq(2, 5), fmpq(1))), ring(5), 1)


THEOREM = Theorem(
    name="dynamics.twist",
    number="F6",
    section="3.4",
    title="the flow may stick at a twisted state though the maximiser is collapsed",
    text=__doc__ or "",
    instance=TwistInstance,
    hypotheses=(
        Hypothesis("plane", "d = 2", lambda x: x.dimension == 2),
        Hypothesis("ring", "$k_{ij} = 1$ for neighbours on a closed ring, 0 else", is_ring),
        Hypothesis("equal masses", "all masses are 1/n", lambda x: len({str(m) for m in x.labels.masses}) == 1),
    ),
    draw=draw_twist,
    claim=claim,
    witness=witness,
    boundaries=(
        Boundary("plane", "twist", draw_lifted, "n = 3, d = 3"),
        Boundary("ring", "twist", draw_cut, "n = 3, d = 2"),
        Boundary("equal masses", "twist", draw_heavy, "n = 3, d = 2"),
    ),
    mutants=(
        Mutant("sine not squared", "cos > beta sin for cos > beta sin^2", partial(claim, squared=False), draw_near),
        Mutant("half the angle", "delta = pi/n for 2 pi/n", partial(claim, half=True), draw_near),
        Mutant("a tie is stable", "cos >= beta sin^2", partial(claim, weak=True), draw_tie),
    ),
)
