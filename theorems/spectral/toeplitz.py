r"""S2 and S3 on equispaced labels: for a Toeplitz bias the spectrum decides, not the sign.

Claim: Let n labels 2 pi j/n have equal masses, $k = a_0 + \sum_{m=1}^{M} a_m \cos(m(s - t))$ with 2M < n, phi(t) =
    t, d >= 2; $\ell_0 = a_0$, $\ell_m = a_m/2$, $\ell^* = \max(0, \max_m \ell_m)$. Then $\max E = \ell^*/2$ over
    laws, attained by the m-fold circle $(\cos ms, \sin ms)$ where $\ell_m = \ell^*$, by collapsed laws where
    $\ell_0 = \ell^*$, by mean-zero slices where $\ell^* = 0$. A collapsed law is a maximiser iff $\ell_0 = \ell^*$,
    and the only kind iff $\ell_0 > 0$ and $\ell_0 > \ell_m$ for all m >= 1. So k = 9/10 + cos changes sign and
    still collapses.
Scope: n equispaced labels, readings `atomic` and `cells`, d >= 2, n >= 1. Over graph laws of `atomic` the value is
    attained where $\ell^*$ is some $\ell_m$. The continuum is the limit and not claimed here. d = 1 has no circle:
    `instance` refuses it. Outside: weights not shared over depth, continuous depth, the surrogate model of the
    paper.
Route: C is circulant with the eigenvalues $\ell_p/n$ at the frequencies $\pm p$, 0 at those that k lacks.
Certificate: Circulant (the bound; for collapse a simple greatest eigenvalue), EnergyValue with points of the n-gon
    in cyclotomic form, CollapsedBelow (a better circle), Maximiser (ties).
Boundary: resolved: n = M or 2M, where frequencies coincide, least n = 1; equal masses: one label that outweighs the
    others, least n = 3; linear: phi = r + r^3, least n = 7.
Source: summary section 3.4; claims.md S2, S3.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from flint import fmpq

from theorems import draw, frame
from theorems.model.assertion import Assertion, Collapse, Domain, Energy, Relation, Spread, Supremum
from theorems.model.errors import InvalidInputError
from theorems.model.kernel import ZonalKernel
from theorems.model.labels import Labels, Reading
from theorems.model.law import graph_law
from theorems.model.problem import Problem
from theorems.model.profile import is_identity
from theorems.model.proof import Attained, Circulant, CollapsedBelow, Maximiser
from theorems.model.real import Real
from theorems.model.sphere import axis
from theorems.statement import Boundary, Hypothesis, Mutant, Source, Theorem

if TYPE_CHECKING:
    from theorems.model.law import Law
    from theorems.model.nodes import Expression
    from theorems.model.proof import Proof


@dataclass(frozen=True, eq=False)
class ToeplitzInstance:
    """Labels 2 pi j/n with their masses, the coefficients a_0..a_M of the bias, a profile, and d >= 2."""

    dimension: int
    labels: Labels
    coefficients: tuple[fmpq, ...]
    profile: Expression

    def __post_init__(self) -> None:
        if self.dimension < 2:
            raise InvalidInputError(f"dimension={self.dimension}: expected at least 2, for the circle")
        if not self.coefficients:
            raise InvalidInputError("coefficients=(): expected a_0 at least")
        if self.labels.reading is Reading.TOKENS:
            raise InvalidInputError("reading=tokens: expected atomic or cells")

    @property
    def problem(self) -> Problem:
        """The problem with k_ij = a_0 + sum a_m cos(2 pi m (i - j)/n)."""
        n = len(self.labels)
        by_step = [self._bias(step) for step in range(n)]
        bias = tuple(tuple(by_step[abs(i - j)] for j in range(n)) for i in range(n))
        return Problem(self.dimension, self.labels, ZonalKernel(bias, self.profile))

    def _bias(self, step: int) -> Real:
        n = len(self.labels)
        return Real.sum(a * Real.cosine(fmpq(m * step, n)) for m, a in enumerate(self.coefficients)).simplified()


def circle(x: ToeplitzInstance, m: int) -> Law:
    """The m-fold circle: label 2 pi j/n at (cos, sin) of m times that, exact; for m = 0 every label at e_1."""
    n = len(x.labels)
    rest = (Real(0),) * (x.dimension - 2)
    return graph_law((Real.cosine(fmpq(m * j, n)), Real.sine(fmpq(m * j, n)), *rest) for j in range(n))


def claim(
    x: ToeplitzInstance, *, halved: bool = True, factor: fmpq = fmpq(1, 2), by_sign: bool = False, ties: bool = False
) -> dict[str, Assertion]:
    """The parts of S2; the freedoms are l_m, the value's factor, what collapse is decided by, and strictness."""
    problem = x.problem
    constant, *rest = x.coefficients
    modes = [constant, *(a / 2 if halved else a for a in rest)]
    greatest = max(fmpq(0), *modes)
    value = Real(factor * greatest)
    winners = [m for m, mode in enumerate(modes) if mode == greatest]
    law = circle(x, winners[0]) if winners else frame.balanced_law(problem, axis(x.dimension, 0), range(len(x.labels)))
    parts: dict[str, Assertion] = {
        "bound": Supremum(problem, Domain.LAWS, Relation.LE, value),
        "attained": Energy(problem, law, Relation.EQ, value),
    }
    if by_sign:
        collapsing = all(entry >= 0 for entry in problem.weighted_bias()[0])
        parts["spread"] = Spread(problem, Relation.NE if collapsing else Relation.EQ)
        return parts
    parts["spread"] = Spread(problem, Relation.NE if modes[0] == greatest else Relation.EQ)
    only = modes[0] > 0 and (modes[0] == greatest if ties else winners == [0])
    parts["collapse"] = Collapse(problem, Relation.EQ if only else Relation.NE)
    return parts


def witness(x: ToeplitzInstance) -> tuple[Proof, ...]:
    """The circulant bound, and the circles of all folds, the antipodal and the mean-zero laws."""
    problem, n = x.problem, len(x.labels)
    laws = [circle(x, m) for m in range(len(x.coefficients))]
    unit = axis(x.dimension, 0)
    laws.append(frame.balanced_law(problem, unit, range(n)))
    laws.append(frame.flipped_law(problem, unit, range(1, n, 2)))
    upper = Circulant()
    return (upper, *map(Attained, laws), *map(CollapsedBelow, laws), *(Maximiser(law, upper) for law in laws))


def _made(d: int, masses: tuple[fmpq, ...], reading: Reading, coefficients: list[fmpq], text: str) -> ToeplitzInstance:
    return ToeplitzInstance(d, Labels(masses, reading), tuple(coefficients), draw.profile(text))


def _equal(n: int) -> tuple[fmpq, ...]:
    return (fmpq(1, n),) * n


def draw_equispaced(source: Source) -> ToeplitzInstance:
    """Any coefficients, among them a tie of l_0 and l_1, 9/10 + cos, and negative ones, in turn."""
    n, d, reading = draw.shape(source, draw.WITH_SELF_TERMS)
    kind = source.turn(("any", "any", "tie", "sign", "negative", "cos"))
    highest = min((n - 1) // 2, 3)
    coefficients = [draw.fraction(source, 2) for _ in range(1 + (source.integer(0, highest) if highest else 0))]
    if highest and kind != "any":
        one = fmpq(1)
        coefficients = {
            "tie": [one / 2, one],
            "sign": [fmpq(9, 10), one],
            "negative": [-draw.positive(source), -draw.positive(source)],
            "cos": [fmpq(0), one],
        }[kind]
    return _made(max(d, 2), _equal(n), reading, coefficients, "r")


def draw_aliased(source: Source) -> ToeplitzInstance:
    """k = cos(M(s - t)) at n = M, where every label sees the same sign, or n = 2M, where the signs alternate."""
    d = max(2, source.turn(draw.DIMENSIONS))
    reading = source.turn(draw.WITH_SELF_TERMS)
    highest = source.turn((1, 2, 3))
    n = source.turn((1, 2)) * highest
    coefficients = [fmpq(0)] * highest + [draw.positive(source)]
    return _made(d, _equal(n), reading, coefficients, "r")


def draw_outweighed(source: Source) -> ToeplitzInstance:
    """k = cos, one label of mass 9/10: all labels at one point have E >= (9/10 - 1/10)^2/2 > 1/4."""
    n, d, reading = draw.shape(source, draw.WITH_SELF_TERMS, least=3)
    masses = (fmpq(9, 10), *(fmpq(1, 10 * (n - 1)),) * (n - 1))
    return _made(max(d, 2), masses, reading, [fmpq(0), fmpq(1)], "r")


def draw_cubic(source: Source) -> ToeplitzInstance:
    """k = cos, phi = r + r^3, whose circle has 7/16 > 1/4; n >= 7, so that cos^4 is resolved."""
    n, d, reading = draw.shape(source, draw.WITH_SELF_TERMS, least=7)
    return _made(max(d, 2), _equal(n), reading, [fmpq(0), fmpq(1)], "r + r**3")


def draw_sign_changing(source: Source) -> ToeplitzInstance:
    """k = 9/10 + cos, which changes sign, n >= 3."""
    n, d, reading = draw.shape(source, draw.WITH_SELF_TERMS, least=3)
    return _made(max(d, 2), _equal(n), reading, [fmpq(9, 10), fmpq(1)], "r")


def draw_tie(source: Source) -> ToeplitzInstance:
    """k = 1/2 + cos, where l_0 = l_1, n >= 3."""
    n, d, reading = draw.shape(source, draw.WITH_SELF_TERMS, least=3)
    return _made(max(d, 2), _equal(n), reading, [fmpq(1, 2), fmpq(1)], "r")


THEOREM = Theorem(
    name="spectral.toeplitz",
    number="S2",
    section="3.4",
    title="on equispaced labels the spectrum decides, not the sign",
    text=__doc__ or "",
    instance=ToeplitzInstance,
    hypotheses=(
        Hypothesis("resolved", "2M < n", lambda x: 2 * (len(x.coefficients) - 1) < len(x.labels)),
        Hypothesis("equal masses", r"$\rho_i = 1/n$", lambda x: all(m == x.labels.masses[0] for m in x.labels.masses)),
        Hypothesis("linear", r"$\varphi(t) = t$", lambda x: is_identity(x.profile)),
    ),
    draw=draw_equispaced,
    claim=claim,
    witness=witness,
    boundaries=(
        Boundary("resolved", "bound", draw_aliased, "n = 1, d = 2"),
        Boundary("equal masses", "bound", draw_outweighed, "n = 3, d = 2"),
        Boundary("linear", "bound", draw_cubic, "n = 7, d = 2"),
    ),
    mutants=(
        Mutant("whole modes", "l_m = a_m, not a_m/2", partial(claim, halved=False), draw_tie),
        Mutant("lost half", "the value is l*, not l*/2", partial(claim, factor=fmpq(1))),
        Mutant(
            "sign decides",
            "a collapsed maximiser iff k >= 0, not iff l_0 = l*",
            partial(claim, by_sign=True),
            draw_sign_changing,
        ),
        Mutant("ties collapse", "l_0 = l* is taken for l_0 > l_m", partial(claim, ties=True), draw_tie),
    ),
)
