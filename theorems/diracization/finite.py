r"""D2: with Jensen self terms some graph law is at least as good as any law.

Claim: If for every label $i$ the self term is absent or $h_{ii}(x,y) \le \frac12 (h_{ii}(x,x) + h_{ii}(y,y))$ for
    all $x, y$, then every law $\mu$ has a tuple of Dirac masses of at least its energy: going through the labels
    and replacing each slice by its atom of best full energy gives one, and independent draws $x_i \sim \mu_i$ gain
    $\frac14 \sum_i \rho_i^2 \iint (h_{ii}(x,x) + h_{ii}(y,y) - 2 h_{ii}(x,y))\, d\mu_i d\mu_i$ on average.
Scope: Finite label laws in all three readings, d >= 1, n >= 1; the law is part of the instance, and finitely
    supported. Outside: weights not shared over depth, continuous depth, the surrogate model of the paper.
Route: With the other slices fixed, $E$ of a Dirac slice, averaged over the slice's own law, is E plus the i-th
    gain, which is not negative; so the best atom loses nothing.
Certificate: Attained (the tuple), EnergyValue (the greedy tuple), Compared (the average gain).
Boundary: Jensen: with C - eps I PSD and h = -k <x,y>, mean-zero slices have energy 0 and tuples at most -n eps/2;
    least n = 1, d = 1, reading atomic.
Source: summary section 2.2; claims.md D2.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from flint import fmpq

from theorems import draw
from theorems.diracization import repulsion
from theorems.model.assertion import Assertion, Domain, Energy, Identity, Relation, Supremum
from theorems.model.energy import energy, pair_interaction
from theorems.model.errors import InvalidInputError
from theorems.model.kernel import BilinearKernel, ZonalKernel
from theorems.model.labels import Reading
from theorems.model.law import Law, dirac, finite_measure, graph_law
from theorems.model.matrix import Matrix, matrix, product, transpose
from theorems.model.problem import Problem
from theorems.model.proof import Attained
from theorems.model.real import Real
from theorems.model.selfterm import is_jensen
from theorems.model.sphere import antipode, axis
from theorems.statement import Boundary, Hypothesis, Mutant, Source, Theorem

if TYPE_CHECKING:
    from theorems.model.law import Measure
    from theorems.model.proof import Proof


@dataclass(frozen=True, eq=False)
class LawInstance:
    """A problem and a law of it."""

    problem: Problem
    law: Law

    def __post_init__(self) -> None:
        if len(self.law.slices) != len(self.problem) or self.law.slices[0].dimension != self.problem.dimension:
            raise InvalidInputError("law: expected one slice a label, in the dimension of the problem")


def replacement_energy(problem: Problem, law: Law, i: int, piece: Measure, *, own: bool) -> Real:
    """What of E depends on slice i, for slice `piece`, over rho_i; `own` says whether its self term counts."""
    masses = problem.labels.masses
    total = Real(0)
    for j, other in enumerate(law.slices):
        if j != i:
            total += masses[j] * pair_interaction(problem, i, piece, j, other)
    if own and problem.labels.self_terms:
        total += masses[i] * pair_interaction(problem, i, piece, i, piece) / 2
    return total


def greedy(problem: Problem, law: Law, *, own: bool = True, at_once: bool = False, best: bool = True) -> Law:
    """Each slice in turn replaced by its atom of best full energy, the first of equals.

    Args:
        problem: the problem.
        law: the law to start from.
        own: whether the atom's own self term counts.
        at_once: whether each slice sees the others as they were, not as already replaced.
        best: whether the best atom is taken, not the worst.
    """
    current = law
    for i, piece in enumerate(law.slices):
        seen = law if at_once else current
        values = [replacement_energy(problem, seen, i, dirac(atom.point), own=own) for atom in piece.atoms]
        chosen = 0
        for k, value in enumerate(values):
            if (value > values[chosen]) if best else (value < values[chosen]):
                chosen = k
        current = current.replaced(i, dirac(piece.atoms[chosen].point))
    return current


def claim(
    x: LawInstance,
    *,
    own: bool = True,
    at_once: bool = False,
    best: bool = True,
    quarter: fmpq = fmpq(1, 4),
    strict: bool = False,
) -> dict[str, Assertion]:
    """The three parts of D2; the freedoms are how atoms are chosen, the factor of the gain, and strictness."""
    problem, law, masses = x.problem, x.law, x.problem.labels.masses
    value = energy(problem, law)
    gain, average = Real(0), value
    if problem.labels.self_terms:
        for i, piece in enumerate(law.slices):
            on_diagonal = Real(0)
            for atom in piece.atoms:
                one = dirac(atom.point)
                on_diagonal += atom.weight * pair_interaction(problem, i, one, i, one)
            self_pair = pair_interaction(problem, i, piece, i, piece)
            average += masses[i] ** 2 * (on_diagonal - self_pair) / 2
            gain += quarter * masses[i] ** 2 * (2 * on_diagonal - 2 * self_pair)
    chosen = greedy(problem, law, own=own, at_once=at_once, best=best)
    return {
        "exists": Supremum(problem, Domain.TUPLES, Relation.GE, value),
        "greedy": Energy(problem, chosen, Relation.GT if strict else Relation.GE, value),
        "average": Identity((average - value,), Relation.EQ, (gain,)),
    }


def witness(x: LawInstance) -> tuple[Proof, ...]:
    """The greedy tuple; for a repulsive linear bias, the bound that no tuple can pass."""
    return (Attained(greedy(x.problem, x.law)), *repulsion.tuple_bounds(x.problem))


def _positive_block(source: Source, d: int) -> Matrix:
    rows = matrix([[draw.fraction(source, 1) for _ in range(d)] for _ in range(source.integer(1, d))])
    return product(transpose(rows), rows)


def draw_jensen(source: Source) -> LawInstance:
    """A zonal kernel with k_ii >= 0 and a peaked profile, or a bilinear one with PSD diagonal blocks."""
    n, d, reading = draw.shape(source, draw.ALL_READINGS)
    labels = draw.labels(source, n, reading)
    law = draw.law(source, n, d)
    if source.turn((True, True, False)):
        phi = draw.profile(source.turn(draw.STRICT_PROFILES + draw.WEAK_PROFILES))
        bias = draw.bias(source, n)
        if reading is not Reading.TOKENS:
            bias = tuple(tuple(abs(e) if i == j else e for j, e in enumerate(row)) for i, row in enumerate(bias))
        gauges = draw.gauges(source, n, d) if source.integer(0, 1) else ()
        return LawInstance(Problem(d, labels, ZonalKernel(bias, phi, gauges)), law)
    blocks: list[list[Matrix]] = [[() for _ in range(n)] for _ in range(n)]
    for i in range(n):
        blocks[i][i] = _positive_block(source, d)
        for j in range(i):
            entries = [[fmpq(source.integer(-2, 2)) for _ in range(d)] for _ in range(d)]
            blocks[i][j] = matrix(entries)
            blocks[j][i] = transpose(blocks[i][j])
    return LawInstance(Problem(d, labels, BilinearKernel(tuple(map(tuple, blocks)))), law)


def draw_repulsive(source: Source) -> LawInstance:
    """C - eps I PSD, h = -k <x,y>, `atomic`, and mean-zero slices."""
    n, d, _ = draw.shape(source, (Reading.ATOMIC,))
    problem, _ = repulsion.drawn(source, n, d, Reading.ATOMIC)
    return LawInstance(problem, repulsion.mean_zero_law(problem))


def draw_own_self_term(source: Source) -> LawInstance:
    """n = 1, h = x_1 y_1, half the mass at e_2 and half at e_1: only the self term tells the atoms apart."""
    d = source.integer(2, 3)
    block = matrix([[int(i == j == 0) for j in range(d)] for i in range(d)])
    labels = draw.labels(source, 1, source.turn(draw.WITH_SELF_TERMS))
    half = fmpq(1, 2)
    piece = finite_measure((half, half), (axis(d, 1), axis(d, 0)))
    return LawInstance(Problem(d, labels, BilinearKernel(((block,),))), Law((piece,)))


def draw_two_repelling_tokens(source: Source) -> LawInstance:
    """Two tokens that repel, each half at u and half at -u."""
    d = source.integer(1, 3)
    kernel = ZonalKernel(matrix([[0, -1], [-1, 0]]), draw.profile("r"))
    u = draw.point(source, d)
    half = fmpq(1, 2)
    piece = finite_measure((half, half), (u, antipode(u)))
    return LawInstance(Problem(d, draw.labels(source, 2, Reading.TOKENS), kernel), Law((piece, piece)))


def draw_graph_law(source: Source) -> LawInstance:
    """An instance whose law is a graph law already."""
    x = draw_jensen(source)
    return LawInstance(x.problem, graph_law(piece.atoms[0].point for piece in x.law.slices))


THEOREM = Theorem(
    name="diracization.finite",
    number="D2",
    section="2.2",
    title="with Jensen self terms a graph law is as good as any law",
    text=__doc__ or "",
    instance=LawInstance,
    hypotheses=(
        Hypothesis(
            "Jensen",
            r"for each $i$ the self term is absent or $h_{ii}(x,y) \le (h_{ii}(x,x) + h_{ii}(y,y))/2$ for all $x, y$",
            lambda x: all(is_jensen(x.problem, i) for i in range(len(x.problem))),
        ),
    ),
    draw=draw_jensen,
    claim=claim,
    witness=witness,
    boundaries=(Boundary("Jensen", "exists", draw_repulsive, "n = 1, d = 1, reading atomic"),),
    mutants=(
        Mutant("own self term", "the atom's own self term is left out", partial(claim, own=False), draw_own_self_term),
        Mutant(
            "all at once",
            "all slices are replaced at once, each against the law as it was",
            partial(claim, at_once=True),
            draw_two_repelling_tokens,
        ),
        Mutant("any atom", "any choice of atoms will do, the worst too", partial(claim, best=False)),
        Mutant("doubled gain", "the average gain has the factor 1/2, not 1/4", partial(claim, quarter=fmpq(1, 2))),
        Mutant(
            "strict gain", "the greedy tuple has more energy, not as much", partial(claim, strict=True), draw_graph_law
        ),
    ),
)
