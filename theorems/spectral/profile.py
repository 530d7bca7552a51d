r"""S4: for phi = exp the great circle beats collapse, and is itself beaten for large beta.

Claim: Let labels be uniform on the circle, k = cos(s - t), $\varphi(t) = e^{\beta t}$, beta > 0, d >= 2. Then no
    maximiser is collapsed: a collapsed law has energy 0, the great circle $I_1(\beta)/2 > 0$. But the great circle
    is not the maximiser for all beta: for d >= 3 and beta >= 8/5 a latitude circle has more energy ($e^{\beta q}
    I_1(\beta (1 - q))/2$ at the height $\sqrt q$); for beta >= 2 the arc $(\cos as, \sin as)$, a = 3/4, on $(-\pi,
    \pi)$ has more in d = 2 already; and for beta >= 11/4 the two-point law $\mathrm{sign}(\cos s)\, u$, $(2/\pi)^2
    \sinh(\beta)/2$, has more as well.
Scope: The continuum itself, by integrals enclosed in balls; d >= 2, beta rational, up to 6. The thresholds themselves
    (1.545127.. for the latitude, 1.786626.. for the second variation, 2.745508.. for two points) are numbers of the
    tests. That the circle is maximal for small beta is not claimed: not proved. Outside: weights not shared over
    depth, continuous depth, the surrogate model of the paper.
Route: Energies of explicit laws: Bessel integrals.
Certificate: BetterThanCollapsed, Enclosed (rigorous quadrature in Arb).
Boundary: exponent: beta = 0, where all laws have the same energy; mean zero: k = c + cos with c >= 1, which
    collapses.
Source: summary section 3.4; claims.md S4.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from flint import fmpq

from theorems import draw
from theorems.model.assertion import Assertion, ContinuumOrder, ContinuumSpread, ContinuumSupremum, Family, Relation
from theorems.model.continuum import ArcLaw, CellLaw, ContinuumProblem, CurveLaw, Trigonometric
from theorems.model.errors import InvalidInputError
from theorems.model.law import dirac
from theorems.model.proof import BetterThanCollapsed, ContinuumAttained, Enclosed, Fourier, NonNegativeBias
from theorems.model.real import Real
from theorems.model.sphere import antipode, axis
from theorems.spectral.fourier import circle
from theorems.statement import Boundary, Hypothesis, Mutant, Source, Theorem

if TYPE_CHECKING:
    from theorems.model.proof import Proof

GREATEST = fmpq(6)
"""Greatest beta drawn or accepted."""


@dataclass(frozen=True, eq=False)
class ExponentInstance:
    """k = c + cos(s - t), phi = exp(beta r), d >= 2."""

    dimension: int
    mean: fmpq
    beta: fmpq

    def __post_init__(self) -> None:
        if self.dimension < 2 or not 0 <= self.beta <= GREATEST:
            raise InvalidInputError(
                f"(d, beta)=({self.dimension}, {self.beta}): expected d >= 2, 0 <= beta <= {GREATEST}"
            )

    @property
    def problem(self) -> ContinuumProblem:
        """The problem; exp(0 r) is written 1."""
        text = f"exp({self.beta}*r)" if self.beta else "1"
        return ContinuumProblem(self.dimension, Trigonometric((self.mean, fmpq(1))), draw.profile(text))

    @property
    def shape(self) -> tuple[int, int, str]:
        """No finite number of labels, the dimension, and the reading."""
        return 0, self.dimension, "continuum"


def two_points(dimension: int) -> CellLaw:
    """Half of the circle of labels at e_1, the other half at -e_1."""
    unit = axis(dimension, 0)
    return CellLaw((dirac(unit), dirac(antipode(unit))))


def square_height(beta: fmpq) -> fmpq:
    """A height that is good enough for the latitude to win at beta >= 8/5; 1/4 at beta = 2."""
    return min(fmpq(1, 2), (beta - fmpq(3, 2)) / 2)


def claim(
    x: ExponentInstance, *, always_circle: bool = False, always_two: bool = False, swapped: bool = False
) -> dict[str, Assertion]:
    """The parts of S4; the freedoms are for which beta the circle or two points win, and which height is taken."""
    problem = x.problem
    great = circle(1)
    parts: dict[str, Assertion] = {
        "spread": ContinuumSpread(problem, Relation.EQ),
        "collapsed": ContinuumOrder(problem, circle(0), Relation.LT, great),
    }
    if x.dimension >= 3 and x.beta >= fmpq(8, 5):
        q = square_height(x.beta)
        latitude = CurveLaw(1, 1 - q if swapped else q)
        parts["latitude"] = ContinuumOrder(problem, great, Relation.GE if always_circle else Relation.LT, latitude)
    if x.beta >= 2:
        parts["arc"] = ContinuumOrder(problem, great, Relation.LT, ArcLaw(fmpq(3, 4)))
    if x.beta >= fmpq(11, 4) or always_two:
        parts["two points"] = ContinuumOrder(problem, great, Relation.LT, two_points(x.dimension))
    if x.mean == 0:
        parts["positive"] = ContinuumSupremum(problem, Family.GRAPHS, Relation.GT, Real(0))
    return parts


def witness(_: ExponentInstance) -> tuple[Proof, ...]:
    """The great circle, and what makes a collapsed law maximal at the boundaries."""
    great = circle(1)
    return (BetterThanCollapsed(great), Enclosed(), ContinuumAttained(great), NonNegativeBias(), Fourier())


def draw_exponent(source: Source) -> ExponentInstance:
    """The betas between the thresholds, and others, in turn."""
    betas = ("1", "2", "1/2", "8/5", "9/5", "3", "11/4", "3/2", "5", "5/2")
    beta = source.turn([fmpq(*map(int, text.split("/"))) for text in betas])
    return ExponentInstance(max(2, source.turn(draw.DIMENSIONS)), fmpq(0), beta)


def draw_constant(source: Source) -> ExponentInstance:
    """The exponent beta = 0."""
    return ExponentInstance(max(2, source.turn(draw.DIMENSIONS)), fmpq(0), fmpq(0))


def draw_lifted(source: Source) -> ExponentInstance:
    """k = c + cos, c >= 1."""
    mean = 1 + source.turn((fmpq(0), fmpq(1, 2), fmpq(3)))
    return ExponentInstance(max(2, source.turn(draw.DIMENSIONS)), mean, draw.positive(source))


def draw_two(source: Source) -> ExponentInstance:
    """At beta = 2, d >= 3."""
    return ExponentInstance(source.turn((3, 4, 5)), fmpq(0), fmpq(2))


THEOREM = Theorem(
    name="spectral.profile",
    number="S4",
    section="3.4",
    title="for phi = exp the great circle beats collapse, and is beaten for large beta",
    text=__doc__ or "",
    instance=ExponentInstance,
    hypotheses=(
        Hypothesis("exponent", "beta > 0", lambda x: bool(x.beta > 0)),
        Hypothesis("mean zero", "the mean of k over the labels is 0", lambda x: bool(x.mean == 0)),
    ),
    draw=draw_exponent,
    claim=claim,
    witness=witness,
    boundaries=(
        Boundary("exponent", "spread", draw_constant, "d = 2"),
        Boundary("mean zero", "spread", draw_lifted, "d = 2"),
    ),
    mutants=(
        Mutant("always the circle", "no latitude beats the great circle", partial(claim, always_circle=True), draw_two),
        Mutant(
            "always two points", "two points beat the circle at every beta", partial(claim, always_two=True), draw_two
        ),
        Mutant("swapped height", "the height is sqrt(1 - q), not sqrt(q)", partial(claim, swapped=True), draw_two),
    ),
)
