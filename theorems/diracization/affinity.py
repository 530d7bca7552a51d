r"""D1: the energy is affine in one slice iff its self term is absent or flat.

Claim: For a finite problem and a label $i$, $E = \rho_i \sum_{j \ne i} \rho_j \iint h_{ij}\, d\mu_i d\mu_j +
    \frac{\rho_i^2}{2} \iint h_{ii}\, d\mu_i d\mu_i + \mathrm{const}$, and $E$ is affine in $\mu_i$ iff the self
    term is absent or $h_{ii}(x,y) = \frac12 (h_{ii}(x,x) + h_{ii}(y,y))$ for all $x, y$.
Scope: Finite label laws, all three readings, d >= 1, n >= 1. For a non-atomic label law one slice is a null set and
    affinity in it says nothing. The expansion is checked at the instance's law; affinity is shown for every law.
    Outside: weights not shared over depth, continuous depth, the surrogate model of the paper.
Route: Only the self term is not affine in the slice. It is affine iff it vanishes on differences of probabilities;
    a flat $h_{ii} = g(x) + g(y)$ does, and where it is not flat two Dirac slices and their midpoint show it.
Certificate: FlatSelfTerm (decides flatness exactly), Compared (the expansion), CurvedSelfTerm (three energies).
Boundary: flat: a self term that is not flat bends the energy; least n = 1, d = 1, readings atomic and cells.
Source: summary section 2.2; claims.md D1.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from flint import fmpq

from theorems import draw
from theorems.model.assertion import Affine, Assertion, Identity, Relation
from theorems.model.energy import energy, pair_interaction
from theorems.model.errors import InvalidInputError
from theorems.model.kernel import ZonalKernel
from theorems.model.law import Law, Measure, dirac, mixture
from theorems.model.problem import Problem, zonal
from theorems.model.proof import CurvedSelfTerm
from theorems.model.real import Real
from theorems.model.selfterm import is_flat
from theorems.statement import Boundary, Hypothesis, Mutant, Source, Theorem

if TYPE_CHECKING:
    from theorems.model.labels import Reading
    from theorems.model.proof import Proof


@dataclass(frozen=True, eq=False)
class SliceInstance:
    """A problem, a law, another law, and the label whose slice moves from the one to the other."""

    problem: Problem
    law: Law
    other: Law
    label: int

    def __post_init__(self) -> None:
        if not 0 <= self.label < len(self.problem):
            raise InvalidInputError(f"label={self.label}: expected one of 0..{len(self.problem) - 1}")
        for law in (self.law, self.other):
            if len(law.slices) != len(self.problem) or law.slices[0].dimension != self.problem.dimension:
                raise InvalidInputError("law: expected one slice a label, in the dimension of the problem")


def expansion(x: SliceInstance, piece: Measure, cross: fmpq, square: fmpq) -> Real:
    """The right-hand side of the claim at the slice, with factors `cross` and `square` before its two terms."""
    problem, i, masses = x.problem, x.label, x.problem.labels.masses
    total = Real(0)
    for j, other in enumerate(x.law.slices):
        if j != i:
            total += cross * masses[i] * masses[j] * pair_interaction(problem, i, piece, j, other)
            for k in range(len(problem)):
                if k != i and (k != j or problem.labels.self_terms):
                    pair = pair_interaction(problem, j, other, k, x.law.slices[k])
                    total += masses[j] * masses[k] * pair / 2
    if problem.labels.self_terms:
        total += square * masses[i] ** 2 * pair_interaction(problem, i, piece, i, piece)
    return total


def claim(
    x: SliceInstance, *, cross: fmpq = fmpq(1), square: fmpq = fmpq(1, 2), jointly: bool = False
) -> dict[str, Assertion]:
    """The two parts of D1; the freedoms are the factors of the expansion, and which slices move."""
    i = x.label
    moved = x.law.replaced(i, x.other.slices[i])
    parts: dict[str, Assertion] = {
        "affine": Affine(x.problem, i, Relation.EQ),
        "expansion": Identity(
            (energy(x.problem, x.law), energy(x.problem, moved)),
            Relation.EQ,
            tuple(expansion(x, law.slices[i], cross, square) for law in (x.law, moved)),
        ),
    }
    if jointly:
        half = fmpq(1, 2)
        pairs = zip(x.law.slices, x.other.slices, strict=True)
        middle = Law(tuple(mixture(a, b, half) for a, b in pairs))
        mean = (energy(x.problem, x.law) + energy(x.problem, x.other)) / 2
        parts["affine"] = Identity((energy(x.problem, middle),), Relation.EQ, (mean,))
    return parts


def witness(x: SliceInstance) -> tuple[Proof, ...]:
    """Slices between which the energy may bend: those of the two laws, and Dirac masses at their points."""
    i = x.label
    points = [atom.point for law in (x.law, x.other) for atom in law.slices[i].atoms]
    diracs = [CurvedSelfTerm(x.law.replaced(i, dirac(points[0])), dirac(point)) for point in points[1:]]
    return (CurvedSelfTerm(x.law, x.other.slices[i]), *diracs)


def _drawn(source: Source, readings: tuple[Reading, ...], texts: tuple[str, ...]) -> SliceInstance:
    n, d, reading = draw.shape(source, readings)
    phi = draw.profile(source.turn(texts))
    gauges = draw.gauges(source, n, d) if source.integer(0, 1) else ()
    problem = Problem(d, draw.labels(source, n, reading), ZonalKernel(draw.bias(source, n), phi, gauges))
    law, other = draw.law(source, n, d, 2), draw.law(source, n, d, 2)
    return SliceInstance(problem, law, other, source.integer(0, n - 1))


def _with_self_bias(x: SliceInstance, value: fmpq) -> SliceInstance:
    """The instance with k_ii set for the label."""
    kernel, i = zonal(x.problem), x.label
    rows = [list(row) for row in kernel.bias]
    rows[i][i] = Real(value)
    bias = tuple(map(tuple, rows))
    problem = Problem(x.problem.dimension, x.problem.labels, ZonalKernel(bias, kernel.profile, kernel.gauges))
    return SliceInstance(problem, x.law, x.other, i)


def draw_flat(source: Source) -> SliceInstance:
    """Tokens, a zero self bias, or a constant profile, in turn."""
    constant = source.turn((False, True, False))
    x = _drawn(source, draw.ALL_READINGS, ("1", "2/3") if constant else ("r", "exp(r)", "r**2"))
    return x if constant else _with_self_bias(x, fmpq(0))


def draw_curved(source: Source) -> SliceInstance:
    """A self bias that is not 0, a profile with phi(-1) != phi(1), and two Dirac slices that differ."""
    x = _with_self_bias(_drawn(source, draw.WITH_SELF_TERMS, ("r", "exp(r)", "r**3")), draw.positive(source))
    start = x.law.slices[x.label].atoms[0].point
    end = tuple(-entry for entry in start)
    law, other = (whole.replaced(x.label, dirac(p)) for whole, p in ((x.law, start), (x.other, end)))
    return SliceInstance(x.problem, law, other, x.label)


THEOREM = Theorem(
    name="diracization.affinity",
    number="D1",
    section="2.2",
    title="the energy is affine in a slice iff its self term is flat",
    text=__doc__ or "",
    instance=SliceInstance,
    hypotheses=(
        Hypothesis(
            "flat",
            r"the self term of label $i$ is absent, or $h_{ii}(x,y) = (h_{ii}(x,x) + h_{ii}(y,y))/2$ for all $x, y$",
            lambda x: is_flat(x.problem, x.label),
        ),
    ),
    draw=draw_flat,
    claim=claim,
    witness=witness,
    boundaries=(Boundary("flat", "affine", draw_curved, "n = 1, d = 1, readings atomic and cells"),),
    mutants=(
        Mutant("lost half", "the self term has the factor 1, not 1/2", partial(claim, square=fmpq(1))),
        Mutant("halved cross term", "the cross terms have the factor 1/2, not 1", partial(claim, cross=fmpq(1, 2))),
        Mutant("jointly affine", "affine when all slices move at once, not one", partial(claim, jointly=True)),
    ),
)
