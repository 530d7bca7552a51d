r"""D5: atoms of the label law keep graph laws from the maximum.

Claim: Let $h_{ij} = -k_{ij} \langle x, y \rangle$ and $C_{ij} = \rho_i \rho_j k_{ij}$ with $C - \varepsilon I$ PSD
    and $\varepsilon > 0$, every label an atom. Then graph laws have $E \le -n\varepsilon/2 < 0$, while the maximum
    over laws is 0, attained where every slice has mean zero. For n = 1, k = 1: 0 against -1/2.
Scope: Finite label laws, d >= 1, n >= 1. Outside: weights not shared over depth, continuous depth, the surrogate
    model.
Route: $E = -\frac12 \sum_{ij} C_{ij} \langle m_i, m_j \rangle \le -\frac{\varepsilon}{2} \sum_i |m_i|^2$, and a
    Dirac slice has $|m_i| = 1$.
Certificate: Linear (where C = eps I) and Semidefinite (both bounds), EnergyValue (the mean-zero law).
Boundary: atomic: in `cells` graph laws reach 0, least n = 1, d = 1; definite: a direction in which C is not at
    least eps, least n = 1; gap: with eps = 0 a tuple reaches 0, least n = 2, d = 1.
Source: summary section 2.2; claims.md D5.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from flint import fmpq, fmpq_mat

from theorems import draw
from theorems.diracization import repulsion
from theorems.model.assertion import Assertion, Domain, Energy, Relation, Supremum
from theorems.model.labels import Reading
from theorems.model.law import graph_law
from theorems.model.problem import Problem
from theorems.model.proof import Attained, Linear, Semidefinite
from theorems.model.real import Real
from theorems.model.sphere import axis
from theorems.statement import Boundary, Hypothesis, Mutant, Source, Theorem

if TYPE_CHECKING:
    from theorems.model.proof import Proof


@dataclass(frozen=True, eq=False)
class RepulsiveInstance:
    """A problem with h_ij = -k_ij <x, y>, and eps."""

    problem: Problem
    epsilon: fmpq

    def __post_init__(self) -> None:
        repulsion.require_linear(self.problem)


def claim(
    x: RepulsiveInstance, *, half: fmpq = fmpq(1, 2), strict: bool = False, laws: bool = False
) -> dict[str, Assertion]:
    """The four parts of D5; the freedoms are the factor of the bound, strictness, and its domain."""
    n = len(x.problem)
    domain = Domain.LAWS if laws or x.problem.labels.reading is Reading.CELLS else Domain.TUPLES
    bound = Real(-half * n * x.epsilon)
    return {
        "graph": Supremum(x.problem, domain, Relation.LT if strict else Relation.LE, bound),
        "below": Supremum(x.problem, domain, Relation.LT, Real(0)),
        "laws": Supremum(x.problem, Domain.LAWS, Relation.LE, Real(0)),
        "zero": Energy(x.problem, repulsion.mean_zero_law(x.problem), Relation.EQ, Real(0)),
    }


def witness(x: RepulsiveInstance) -> tuple[Proof, ...]:
    """The multipliers -eps, with F = 0 where that is enough; the mean-zero law, and all labels at one point."""
    n, unit = len(x.problem), axis(x.problem.dimension, 0)
    return (
        Linear(1, ((0,),) * n, (-x.epsilon,) * n),
        Semidefinite((-x.epsilon,) * n),
        Attained(graph_law([unit] * n)),
        Attained(repulsion.mean_zero_law(x.problem)),
    )


def draw_atomic(source: Source) -> RepulsiveInstance:
    """C = eps I + B B^T, B of few columns or none."""
    n, d, reading = draw.shape(source, (Reading.ATOMIC,))
    return RepulsiveInstance(*repulsion.drawn(source, n, d, reading))


def draw_cells(source: Source) -> RepulsiveInstance:
    """The same in `cells`."""
    n, d, reading = draw.shape(source, (Reading.CELLS,))
    return RepulsiveInstance(*repulsion.drawn(source, n, d, reading))


def _balanced(source: Source, n: int, epsilon: fmpq, surplus: fmpq) -> RepulsiveInstance:
    """C = eps I + B B^T - surplus J with the columns of B summing to 0, so that 1^T (C - eps I) 1 = -surplus n^2."""
    b = fmpq_mat(n, 1, [fmpq(source.integer(-2, 2)) for _ in range(n)])
    mean = sum((b[i, 0] for i in range(n)), start=fmpq(0)) / n
    for i in range(n):
        b[i, 0] -= mean
    weighted = b * b.transpose()
    for i in range(n):
        for j in range(n):
            weighted[i, j] += (epsilon if i == j else 0) - surplus
    labels = draw.labels(source, n, Reading.ATOMIC)
    d = source.turn(draw.DIMENSIONS)
    return RepulsiveInstance(repulsion.repulsive_problem(labels, d, weighted), epsilon)


def draw_indefinite(source: Source) -> RepulsiveInstance:
    """C - eps I negative along (1, ..., 1): one point for all labels passes the bound."""
    n = source.turn(range(1, source.size + 1))
    return _balanced(source, n, draw.positive(source), draw.positive(source))


def draw_no_gap(source: Source) -> RepulsiveInstance:
    """eps = 0 and C (1, ..., 1) = 0: one point for all labels has energy 0."""
    n = max(2, source.turn(range(1, source.size + 1)))
    return _balanced(source, n, fmpq(0), fmpq(0))


def draw_diagonal(source: Source) -> RepulsiveInstance:
    """C = eps I, where every tuple has energy -n eps/2 exactly."""
    n, d, reading = draw.shape(source, (Reading.ATOMIC,))
    epsilon = draw.positive(source)
    weighted = fmpq_mat(n, n, [epsilon if i == j else fmpq(0) for i in range(n) for j in range(n)])
    return RepulsiveInstance(repulsion.repulsive_problem(draw.labels(source, n, reading), d, weighted), epsilon)


THEOREM = Theorem(
    name="diracization.atoms",
    number="D5",
    section="2.2",
    title="atoms keep graph laws from the maximum",
    text=__doc__ or "",
    instance=RepulsiveInstance,
    hypotheses=(
        Hypothesis("atomic", "every label is an atom", lambda x: x.problem.labels.reading is Reading.ATOMIC),
        Hypothesis(
            "definite",
            r"$C - \varepsilon I$ is positive semidefinite",
            lambda x: repulsion.is_repulsive(x.problem, x.epsilon),
        ),
        Hypothesis("gap", r"$\varepsilon > 0$", lambda x: bool(x.epsilon > 0)),
    ),
    draw=draw_atomic,
    claim=claim,
    witness=witness,
    boundaries=(
        Boundary("atomic", "graph", draw_cells, "n = 1, d = 1, reading cells"),
        Boundary("definite", "graph", draw_indefinite, "n = 1, d = 1"),
        Boundary("gap", "below", draw_no_gap, "n = 2, d = 1"),
    ),
    mutants=(
        Mutant("lost half", "the bound is -n eps, not -n eps/2", partial(claim, half=fmpq(1)), draw_diagonal),
        Mutant("strict bound", "graph laws stay below -n eps/2", partial(claim, strict=True), draw_diagonal),
        Mutant("all laws", "the bound holds for all laws, not for graph laws", partial(claim, laws=True)),
    ),
)
