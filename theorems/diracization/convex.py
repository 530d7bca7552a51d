r"""D4: a convex energy has a graph law among its maximisers.

Claim: Let self terms count, k be PSD and phi have coefficients >= 0 beyond the constant (so that $\iint h\,d\sigma
    d\sigma \ge 0$ for every signed $\sigma$ with zero label marginal). Then E is convex on the laws with the fixed
    label marginal, whose extreme points are the graph laws; so every law has a graph law of at least its energy
    (Bauer).
Scope: Finite label laws, readings `atomic` and `cells`, atoms included, d >= 1, n >= 1; finitely supported laws for
    the second part. General label spaces are *quoted* (Bauer's maximum principle on the compact convex set of
    laws). Outside: weights not shared over depth, continuous depth, the surrogate model of the paper.
Route: Schoenberg: powers of an inner product are inner products of tensor powers; products of PSD kernels are PSD.
    Convexity in each slice makes the best atom of a slice no worse than the slice.
Certificate: PositiveCoefficients (convexity), EnergyValue (a chord), Attained (a graph law).
Boundary: bias: a negative self bias, least n = 1, d = 1; profile: one that is greater at -1 than at 1, least n = 1,
    d = 1; self terms: two tokens, least n = 2, d = 1.
Source: summary section 2.2; claims.md D4.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from flint import fmpq, fmpq_mat

from theorems import draw, frame
from theorems.diracization.finite import greedy
from theorems.model.assertion import Assertion, Convex, Domain, Energy, Relation, Supremum
from theorems.model.energy import energy
from theorems.model.errors import InvalidInputError
from theorems.model.kernel import ZonalKernel
from theorems.model.labels import Labels, Reading
from theorems.model.law import Law, graph_law, mixture
from theorems.model.matrix import from_flint, is_positive_semidefinite
from theorems.model.problem import Problem, zonal
from theorems.model.profile import has_positive_coefficients
from theorems.model.proof import Attained, NotConvex, PositiveCoefficients
from theorems.statement import Boundary, Hypothesis, Mutant, Source, Theorem

if TYPE_CHECKING:
    from theorems.model.matrix import Matrix
    from theorems.model.proof import Proof


@dataclass(frozen=True, eq=False)
class ChordInstance:
    """A problem with a zonal kernel, and two laws."""

    problem: Problem
    law: Law
    other: Law

    def __post_init__(self) -> None:
        zonal(self.problem)
        for law in (self.law, self.other):
            if len(law.slices) != len(self.problem) or law.slices[0].dimension != self.problem.dimension:
                raise InvalidInputError("law: expected one slice a label, in the dimension of the problem")


def claim(
    x: ChordInstance,
    *,
    share: fmpq = fmpq(1, 2),
    strict: bool = False,
    best: bool = True,
    self_terms: bool = True,
) -> dict[str, Assertion]:
    """The parts of D4; the freedoms are the chord's factor, strictness, the atoms chosen, and the reading."""
    problem = x.problem
    if not self_terms:
        problem = problem.with_labels(Labels(problem.labels.masses, Reading.TOKENS))
    value = energy(problem, x.law)
    pairs = zip(x.law.slices, x.other.slices, strict=True)
    middle = Law(tuple(mixture(a, b, fmpq(1, 2)) for a, b in pairs))
    return {
        "convex": Convex(problem, Relation.EQ),
        "chord": Energy(problem, middle, Relation.LE, share * (value + energy(problem, x.other))),
        "graph": Supremum(problem, Domain.TUPLES, Relation.GT if strict else Relation.GE, value),
        "greedy": Energy(problem, greedy(problem, x.law, best=best), Relation.GE, value),
    }


def witness(x: ChordInstance) -> tuple[Proof, ...]:
    """The lemma, the greedy tuple, the pointwise bound, and chords that may fail."""
    kernel = zonal(x.problem)
    u = x.law.slices[0].atoms[0].point
    chords = [NotConvex(frame.flipped_law(x.problem, u, [0]), frame.one_point_law(x.problem, u))]
    if len(x.problem) > 1:
        chords.append(NotConvex(frame.flipped_law(x.problem, u, [0]), frame.flipped_law(x.problem, u, [1])))
    return (
        PositiveCoefficients(),
        Attained(greedy(x.problem, x.law)),
        frame.peak_bound(kernel.profile),
        *chords,
    )


CONVEX_PROFILES = ("r", "exp(2*r)", "r**3 + r - 1", "(1 + r)**2", "r**2", "3*exp(r/2)", "1/2 + r**4")


def _made(source: Source, reading: Reading, n: int, d: int, bias: Matrix, texts: tuple[str, ...]) -> ChordInstance:
    phi = draw.profile(source.turn(texts))
    gauges = draw.gauges(source, n, d) if source.integer(0, 1) else ()
    problem = Problem(d, draw.labels(source, n, reading), ZonalKernel(bias, phi, gauges))
    return ChordInstance(problem, draw.law(source, n, d, 2), draw.law(source, n, d, 2))


def psd_bias(source: Source, n: int) -> fmpq_mat:
    """B B^T with B of one to three columns: singular for most n."""
    columns = source.integer(1, 3)
    b = fmpq_mat(n, columns, [draw.fraction(source, 2) for _ in range(n * columns)])
    return b * b.transpose()


def draw_convex(source: Source) -> ChordInstance:
    """A PSD bias, of low rank in most cases, and a profile with coefficients >= 0."""
    n, d, reading = draw.shape(source, draw.WITH_SELF_TERMS)
    return _made(source, reading, n, d, from_flint(psd_bias(source, n)), CONVEX_PROFILES)


def draw_indefinite(source: Source) -> ChordInstance:
    """The same with a negative self bias of label 0, and a profile with phi(-1) < phi(1)."""
    n, d, reading = draw.shape(source, draw.WITH_SELF_TERMS)
    bias = psd_bias(source, n)
    bias[0, 0] = -draw.positive(source)
    return _made(source, reading, n, d, from_flint(bias), ("r", "exp(2*r)", "r**3 + r - 1"))


def draw_dipped(source: Source) -> ChordInstance:
    """A profile with phi(-1) > phi(1), and a positive self bias of label 0."""
    n, d, reading = draw.shape(source, draw.WITH_SELF_TERMS)
    bias = psd_bias(source, n)
    bias[0, 0] += draw.positive(source)
    return _made(source, reading, n, d, from_flint(bias), draw.DIPPED_PROFILES)


def draw_tokens(source: Source) -> ChordInstance:
    """Tokens without self terms, k = 1, the profile r."""
    n, d, reading = draw.shape(source, (Reading.TOKENS,), least=2)
    return _made(source, reading, n, d, draw.ones(n), ("r",))


def draw_at_the_top(source: Source) -> ChordInstance:
    """k = 1 and a law at the maximum: all labels at one point of the gauge frame, which has no gauge here."""
    n, d, reading = draw.shape(source, draw.WITH_SELF_TERMS, least=2)
    phi = draw.profile(source.turn(("r", "exp(2*r)")))
    problem = Problem(d, draw.labels(source, n, reading), ZonalKernel(draw.ones(n), phi))
    law = graph_law([draw.point(source, d)] * n)
    return ChordInstance(problem, law, law)


THEOREM = Theorem(
    name="diracization.convex",
    number="D4",
    section="2.2",
    title="a convex energy has a graph law among its maximisers",
    text=__doc__ or "",
    instance=ChordInstance,
    hypotheses=(
        Hypothesis("bias", "k is positive semidefinite", lambda x: is_positive_semidefinite(zonal(x.problem).bias)),
        Hypothesis(
            "profile",
            r"$\varphi(r) = \sum_m c_m r^m$ with $c_m \ge 0$ for $m \ge 1$",
            lambda x: has_positive_coefficients(zonal(x.problem).profile),
        ),
        Hypothesis("self terms", "the reading is not `tokens`", lambda x: x.problem.labels.self_terms),
    ),
    draw=draw_convex,
    claim=claim,
    witness=witness,
    boundaries=(
        Boundary("bias", "convex", draw_indefinite, "n = 1, d = 1"),
        Boundary("profile", "convex", draw_dipped, "n = 1, d = 1"),
        Boundary("self terms", "convex", draw_tokens, "n = 2, d = 1"),
    ),
    mutants=(
        Mutant(
            "lost factor", "the chord has the factor 1/4, not 1/2", partial(claim, share=fmpq(1, 4)), draw_at_the_top
        ),
        Mutant(
            "strict gain", "some graph law has more energy, not as much", partial(claim, strict=True), draw_at_the_top
        ),
        Mutant("any vertex", "any choice of atoms will do, the worst too", partial(claim, best=False)),
        Mutant("without self terms", "convex in `tokens` too", partial(claim, self_terms=False), draw_at_the_top),
    ),
)
