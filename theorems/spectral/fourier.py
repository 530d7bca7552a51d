r"""S2 in the continuum: for a Toeplitz bias on the circle the spectrum decides.

Claim: Let labels be uniform on the circle, $k = a_0 + \sum_{m=1}^{M} a_m \cos(m(s - t))$, phi(t) = t, d >= 2;
    $\ell_0 = a_0$, $\ell_m = a_m/2$, $\ell^* = \max(0, \max_m \ell_m)$. Then $\max E = \ell^*/2$, attained by the
    graph law of the m-fold circle where $\ell_m = \ell^*$ (m = M + 1 where $\ell^* = 0$), by collapsed laws where
    $\ell_0 = \ell^*$. A collapsed law is a maximiser iff $\ell_0 = \ell^*$, and the only kind iff $\ell_0 > 0$ and
    $\ell_0 > \ell_m$ for all m >= 1.
Scope: The continuum itself (Parseval's identity), finitely many modes, d >= 2; d = 1 has no circle, and its
    two-point law 2/pi^2 is a lower bound there. Infinitely many modes, all of them negative, where 0 is attained by
    laws and not by graph laws, are *quoted*. Outside: weights not shared over depth, continuous depth, the
    surrogate model of the paper.
Route: $E = \frac12 \sum_p \ell_{|p|} |c_p|^2$ with the Fourier coefficients of the means, $\sum_p |c_p|^2 \le 1$.
Certificate: Fourier (the bound; collapse), ContinuumAttained (the circles, exactly), BetterThanCollapsed.
Boundary: linear: phi = r + r^3 or exp(2 r), whose circle passes l*/2 (the great circle is S4's).
Source: summary section 3.4; claims.md S2.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from flint import fmpq

from theorems import draw
from theorems.diracization.rank import mean_zero
from theorems.model.assertion import (
    Assertion,
    ContinuumCollapse,
    ContinuumSpread,
    ContinuumSupremum,
    Family,
    GraphMaximiser,
    Relation,
)
from theorems.model.continuum import ContinuumProblem, CurveLaw, Trigonometric
from theorems.model.errors import InvalidInputError
from theorems.model.profile import is_identity
from theorems.model.proof import BetterThanCollapsed, ContinuumAttained, Fourier
from theorems.model.real import Real
from theorems.statement import Boundary, Hypothesis, Mutant, Source, Theorem

if TYPE_CHECKING:
    from theorems.model.proof import Proof


@dataclass(frozen=True, eq=False)
class CircleInstance:
    """A continuum problem on the circle of labels, d >= 2."""

    problem: ContinuumProblem

    def __post_init__(self) -> None:
        if not isinstance(self.problem.bias, Trigonometric):
            raise InvalidInputError("bias: expected a trigonometric polynomial")
        if self.problem.dimension < 2:
            raise InvalidInputError(f"dimension={self.problem.dimension}: expected at least 2, for the circle")

    @property
    def coefficients(self) -> tuple[fmpq, ...]:
        """The coefficients a_0..a_M."""
        bias = self.problem.bias
        return bias.coefficients if isinstance(bias, Trigonometric) else ()

    @property
    def shape(self) -> tuple[int, int, str]:
        """No finite number of labels, the dimension, and the reading."""
        return 0, self.problem.dimension, "continuum"


def circle(m: int) -> CurveLaw:
    """The m-fold great circle; one point for m = 0."""
    return CurveLaw(m, fmpq(0))


def claim(
    x: CircleInstance, *, halved: bool = True, factor: fmpq = fmpq(1, 2), by_sign: bool = False, ties: bool = False
) -> dict[str, Assertion]:
    """The parts of S2; the freedoms are l_m, the value's factor, what collapse is decided by, and strictness."""
    problem = x.problem
    mean, *rest = x.coefficients
    levels = [mean, *(a / 2 if halved else a for a in rest)]
    greatest = max(fmpq(0), *levels)
    value = Real(factor * greatest)
    winners = [m for m, level in enumerate(levels) if level == greatest]
    collapsed = mean >= sum((abs(a) for a in rest), start=fmpq(0)) if by_sign else mean == greatest
    only = mean > 0 and (mean == greatest if ties else winners == [0])
    return {
        "bound": ContinuumSupremum(problem, Family.LAWS, Relation.LE, value),
        "attained": ContinuumSupremum(problem, Family.GRAPHS, Relation.GE, value),
        "graph": GraphMaximiser(problem, Relation.EQ),
        "spread": ContinuumSpread(problem, Relation.NE if collapsed else Relation.EQ),
        "collapse": ContinuumCollapse(problem, Relation.EQ if only else Relation.NE),
    }


def witness(x: CircleInstance) -> tuple[Proof, ...]:
    """Parseval's bound, the circles of all folds up to one that k lacks, and the mean-zero law."""
    laws = [circle(m) for m in range(len(x.coefficients) + 1)]
    return (
        Fourier(),
        *map(ContinuumAttained, laws),
        ContinuumAttained(mean_zero(x.problem.dimension)),
        *map(BetterThanCollapsed, laws),
    )


def made(d: int, coefficients: list[fmpq], text: str) -> CircleInstance:
    """The instance with those coefficients and that profile."""
    return CircleInstance(ContinuumProblem(max(d, 2), Trigonometric(tuple(coefficients)), draw.profile(text)))


def draw_circle(source: Source) -> CircleInstance:
    """Any coefficients, among them a tie of l_0 and l_1, 9/10 + cos, negative ones, cos, and none but 0, in turn."""
    d = source.turn(draw.DIMENSIONS)
    kind = source.turn(("any", "any", "tie", "sign", "negative", "cos", "zero"))
    one = fmpq(1)
    listed = {
        "tie": [one / 2, one],
        "sign": [fmpq(9, 10), one],
        "negative": [-draw.positive(source), -draw.positive(source)],
        "cos": [fmpq(0), one],
        "zero": [fmpq(0)],
    }
    drawn = [draw.fraction(source, 2) for _ in range(source.integer(1, 5))]
    return made(d, listed.get(kind, drawn), "r")


def draw_curved(source: Source) -> CircleInstance:
    """k = cos and a profile whose circle has more than 1/4: 7/16 for r + r^3, I_1(2)/2 for exp(2 r)."""
    d = source.turn(draw.DIMENSIONS)
    return made(d, [fmpq(0), fmpq(1)], source.turn(("r + r**3", "exp(2*r)")))


def draw_sign_changing(source: Source) -> CircleInstance:
    """k = 9/10 + cos, which changes sign and collapses."""
    return made(source.turn(draw.DIMENSIONS), [fmpq(9, 10), fmpq(1)], "r")


def draw_tie(source: Source) -> CircleInstance:
    """k = 1/2 + cos, where l_0 = l_1."""
    return made(source.turn(draw.DIMENSIONS), [fmpq(1, 2), fmpq(1)], "r")


THEOREM = Theorem(
    name="spectral.fourier",
    number="S2c",
    section="3.4",
    title="on the circle of labels the spectrum decides",
    text=__doc__ or "",
    instance=CircleInstance,
    hypotheses=(Hypothesis("linear", r"$\varphi(t) = t$", lambda x: is_identity(x.problem.profile)),),
    draw=draw_circle,
    claim=claim,
    witness=witness,
    boundaries=(Boundary("linear", "bound", draw_curved, "d = 2"),),
    mutants=(
        Mutant("whole modes", "l_m = a_m, not a_m/2", partial(claim, halved=False), draw_tie),
        Mutant("lost half", "the value is l*, not l*/2", partial(claim, factor=fmpq(1)), draw_tie),
        Mutant(
            "sign decides",
            "a collapsed maximiser iff k >= 0, not iff l_0 = l*",
            partial(claim, by_sign=True),
            draw_sign_changing,
        ),
        Mutant("ties collapse", "l_0 = l* is taken for l_0 > l_m", partial(claim, ties=True), draw_tie),
    ),
)
