r"""P3: prompts without atoms realise any law; atoms give subset sums of their masses alone.

Claim: Let the law of the prompts be non-atomic, u a point and nu a finitely supported law on the sphere. Then a
    quantile map f of the prompts has $f_\# \pi = \nu$, and the gauge of P2 makes $\Gamma[f]$ a maximiser with the
    output nu, exactly. Under strict phi every output of a maximiser gives each of its points a sum of masses of
    prompts: so atoms of masses 1/2, 1/2 never give (1/3, 1/3, 1/3).
Scope: Prompts as non-atomic cells, finitely supported targets of rational weights, d >= 1, n >= 1: the continuum,
    not a grid. Other targets by n-cell quantisation, with the error $n^{-1/(d-1)}$ in $W_1$ for d >= 2, are
    *quoted*. Outside: weights not shared over depth, continuous depth, the surrogate model of the paper.
Route: Lay the cells and the weights along [0, 1]; the cells of the common refinement lie in one cell and one weight
    each.
Certificate: Sharing (the masses), OutputLaw, EnergyValue, Pointwise; NoSharing at the boundary.
Boundary: non-atomic: more points than atoms, or weights that are no sums of masses, least n = 1; peak: as in P2.
Source: summary section 3.3, Theorem 4; claims.md P3.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from flint import fmpq

from theorems import draw, frame
from theorems.model.assertion import Assertion, Domain, Energy, Output, Relation, SubsetSums, Supremum
from theorems.model.errors import InvalidInputError
from theorems.model.labels import Labels, Reading
from theorems.model.law import Measure, finite_measure, graph_law
from theorems.model.profile import peaks_at_one
from theorems.model.proof import NoSharing, Sharing
from theorems.model.sphere import antipode, axis, is_on_sphere
from theorems.prefix.gauge import PrefixInstance
from theorems.statement import Boundary, Hypothesis, Mutant, Source, Theorem

if TYPE_CHECKING:
    from theorems.model.matrix import Vector
    from theorems.model.nodes import Expression
    from theorems.model.problem import Problem
    from theorems.model.proof import Proof


@dataclass(frozen=True, eq=False)
class TargetInstance:
    """Prompts with their masses, a target with distinct points, the point u, and a profile."""

    labels: Labels
    target: Measure
    u: Vector
    profile: Expression

    def __post_init__(self) -> None:
        if len(self.u) != self.target.dimension or not is_on_sphere(self.u):
            raise InvalidInputError(f"u: expected a point of S^{self.target.dimension - 1}")
        if len(self.target.merged().atoms) != len(self.target.atoms):
            raise InvalidInputError("target: expected each point once")

    @property
    def problem(self) -> Problem:
        """The problem of P2 for all prompts at u."""
        return PrefixInstance(self.labels, (self.u,) * len(self.labels), self.u, self.profile).problem


def refinement(x: TargetInstance) -> list[tuple[fmpq, int]]:
    """(mass, atom of the target) of each cell of the common refinement, along [0, 1]."""
    parts: list[tuple[fmpq, int]] = []
    atoms = [atom.weight for atom in x.target.atoms]
    k = 0
    for mass in x.labels.masses:
        left = mass
        while left > 0:
            part = min(left, atoms[k])
            parts.append((part, k))
            left, atoms[k] = left - part, atoms[k] - part
            if atoms[k] == 0:
                k += 1
    return parts


def claim(
    x: TargetInstance, *, shifted: bool = False, equal_cells: bool = False, token_terms: bool = False
) -> dict[str, Assertion]:
    """The parts of P3; the freedoms are where cells go, their masses, and the value. Atoms cannot be refined."""
    weights = tuple(atom.weight for atom in x.target.atoms)
    if x.labels.reading is not Reading.CELLS:
        return {"masses": SubsetSums(x.labels.masses, weights, Relation.EQ)}
    parts = refinement(x)
    masses = tuple(fmpq(1, len(parts)) if equal_cells else mass for mass, _ in parts)
    points = [x.target.atoms[(k + shifted) % len(weights)].point for _, k in parts]
    built = PrefixInstance(Labels(masses, x.labels.reading), tuple(points), x.u, x.profile).problem
    law = graph_law(points)
    value = frame.peak_value(built)
    if token_terms:
        value = value * (1 - sum((mass * mass for mass in masses), start=fmpq(0)))
    return {
        "masses": SubsetSums(masses, weights, Relation.EQ),
        "output": Output(built, law, Relation.EQ, x.target),
        "value": Energy(built, law, Relation.EQ, value),
        "bound": Supremum(built, Domain.LAWS, Relation.LE, value),
    }


def witness(x: TargetInstance) -> tuple[Proof, ...]:
    """The sharing of the refinement, its absence for atoms, the pointwise bound, and laws past a wrong peak."""
    parts = refinement(x)
    points = tuple(x.target.atoms[k].point for _, k in parts)
    built = PrefixInstance(Labels(tuple(m for m, _ in parts), x.labels.reading), points, x.u, x.profile).problem
    sharing = Sharing(tuple(k for _, k in parts))
    return (sharing, NoSharing(), frame.peak_bound(x.profile), *frame.laws_past_the_peak(built))


def _target(source: Source, d: int, most: int) -> Measure:
    """A target of distinct points; at most two for d = 1."""
    count = min(source.integer(1, most), 2) if d == 1 else source.integer(1, most)
    points: list[Vector] = []
    while len(points) < count:
        point = draw.point(source, d)
        if all(any(a != b for a, b in zip(point, known, strict=True)) for known in points):
            points.append(point)
        else:
            count -= 1
    return finite_measure(draw.weights(source, max(1, len(points))), points or [draw.point(source, d)])


def _made(source: Source, reading: Reading, texts: tuple[str, ...], n: int) -> TargetInstance:
    d = source.turn(draw.DIMENSIONS)
    phi = draw.profile(source.turn(texts))
    return TargetInstance(draw.labels(source, n, reading), _target(source, d, 5), draw.point(source, d), phi)


def draw_cells(source: Source) -> TargetInstance:
    """Cells and any small target."""
    return _made(
        source, Reading.CELLS, draw.STRICT_PROFILES + draw.WEAK_PROFILES, source.turn(range(1, source.size + 1))
    )


def draw_dipped(source: Source) -> TargetInstance:
    """A profile whose greatest value is not at 1."""
    return _made(source, Reading.CELLS, draw.DIPPED_PROFILES, source.turn(range(1, source.size + 1)))


def draw_atoms(source: Source) -> TargetInstance:
    """Atoms of masses k/n and a target with a weight that is no whole number of 1/n: halves against thirds first."""
    n = source.turn((2, 1, 4, 3, 6, 5))
    d = max(2, source.turn(draw.DIMENSIONS))
    labels = Labels((fmpq(1, n),) * n, source.turn((Reading.ATOMIC, Reading.TOKENS)))
    thirds = n % 3 != 0
    x = fmpq(1, 3) if thirds else fmpq(1, 4)
    points = [axis(d, 0), axis(d, 1), antipode(axis(d, 0))]
    weights = (x, x, 1 - 2 * x)
    phi = draw.profile(source.turn(draw.STRICT_PROFILES))
    return TargetInstance(labels, finite_measure(weights, points), draw.point(source, d), phi)


def draw_unequal(source: Source) -> TargetInstance:
    """Two cells of equal mass and a target of weights 1/4, 3/4."""
    d = source.integer(2, 4)
    labels = Labels((fmpq(1, 2), fmpq(1, 2)), Reading.CELLS)
    target = finite_measure((fmpq(1, 4), fmpq(3, 4)), (axis(d, 0), axis(d, 1)))
    return TargetInstance(labels, target, draw.point(source, d), draw.profile(source.turn(draw.STRICT_PROFILES)))


THEOREM = Theorem(
    name="prefix.universality",
    number="P3",
    section="3.3",
    title="prompts without atoms realise any law",
    text=__doc__ or "",
    instance=TargetInstance,
    hypotheses=(
        Hypothesis("non-atomic", "the law of the prompts has no atom", lambda x: x.labels.reading is Reading.CELLS),
        Hypothesis(
            "peak",
            r"$\varphi(t) \le \varphi(1)$ at every attainable $t$",
            lambda x: peaks_at_one(x.profile, len(x.u)),
        ),
    ),
    draw=draw_cells,
    claim=claim,
    witness=witness,
    boundaries=(
        Boundary("non-atomic", "masses", draw_atoms, "n = 1, d = 2"),
        Boundary("peak", "bound", draw_dipped, "n = 1, d = 1"),
    ),
    mutants=(
        Mutant("shifted", "each cell goes to the next point", partial(claim, shifted=True), draw_unequal),
        Mutant(
            "equal cells",
            "the cells of the refinement have equal masses",
            partial(claim, equal_cells=True),
            draw_unequal,
        ),
        Mutant("token terms", "the value leaves out the self terms", partial(claim, token_terms=True)),
    ),
)
