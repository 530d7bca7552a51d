r"""D3: in cells every law has a graph law of the same energy and content marginal.

Claim: If every label is a non-atomic cell on which the kernel is constant, then for every law $\mu$ there is a
    graph law with the energy and the content marginal of $\mu$, whatever the signs of the kernel: split cell $i$
    into sub-cells of masses $\rho_i w_{ia}$ and send sub-cell $a$ to $x_{ia}$.
Scope: Finite label laws in the reading `cells`, finitely supported slices, d >= 1, n >= 1. Outside: kernels that
    vary inside a cell (D6), weights not shared over depth, continuous depth, the surrogate model.
Route: The kernel of two sub-cells is that of their cells, so both sums have the same terms.
Certificate: EnergyValue and OutputLaw (of the split law), Attained (the split law is a tuple of Diracs).
Boundary: cells: an atom cannot be split; with C - eps I PSD and h = -k <x,y>, mean-zero slices have energy 0 and
    graph laws at most -n eps/2; least n = 1, d = 1, reading atomic.
Source: summary section 2.2; claims.md D3.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from theorems import draw
from theorems.diracization import repulsion
from theorems.diracization.finite import LawInstance, draw_repulsive
from theorems.model.assertion import Assertion, Domain, Energy, Output, Relation, Supremum
from theorems.model.energy import energy
from theorems.model.kernel import ZonalKernel
from theorems.model.labels import Labels, Reading
from theorems.model.law import content_marginal
from theorems.model.problem import Problem
from theorems.model.proof import Attained
from theorems.model.real import Real
from theorems.model.refinement import relabelled, split
from theorems.statement import Boundary, Hypothesis, Mutant, Source, Theorem

if TYPE_CHECKING:
    from theorems.model.proof import Proof


def claim(
    x: LawInstance, *, equal_parts: bool = False, equal_cells: bool = False, siblings: bool = True
) -> dict[str, Assertion]:
    """The four parts of D3; the freedoms are the masses of the sub-cells, and whether those of one cell interact."""
    value = energy(x.problem, x.law)
    refined, graph = split(x.problem, x.law)
    parents = [i for i, piece in enumerate(x.law.slices) for _ in piece.atoms]
    if equal_parts:
        masses = [x.problem.labels.masses[i] / parents.count(i) for i in parents]
        refined = relabelled(x.problem, parents, masses)
    if equal_cells:
        atoms = [atom for piece in x.law.slices for atom in piece.atoms]
        refined = relabelled(x.problem, parents, [atom.weight / len(x.problem) for atom in atoms])
    if not siblings:
        refined = _without_siblings(refined, parents)
    domain = Domain.LAWS if x.problem.labels.reading is Reading.CELLS else Domain.TUPLES
    return {
        "exists": Supremum(x.problem, domain, Relation.GE, value),
        "energy": Energy(refined, graph, Relation.EQ, value),
        "output": Output(refined, graph, Relation.EQ, content_marginal(x.problem.labels, x.law)),
        "graph": Supremum(refined, Domain.TUPLES, Relation.GE, value),
    }


def _without_siblings(problem: Problem, parents: list[int]) -> Problem:
    """The refined problem with no interaction between different sub-cells of one cell."""
    kernel = problem.kernel
    if not isinstance(kernel, ZonalKernel):
        return problem
    bias = tuple(
        tuple(Real(0) if a != b and parents[a] == parents[b] else entry for b, entry in enumerate(row))
        for a, row in enumerate(kernel.bias)
    )
    return Problem(problem.dimension, problem.labels, ZonalKernel(bias, kernel.profile, kernel.gauges))


def witness(x: LawInstance) -> tuple[Proof, ...]:
    """The law itself, the split law, and for a repulsive linear bias the bound that no tuple can pass."""
    return (Attained(x.law), Attained(split(x.problem, x.law)[1]), *repulsion.tuple_bounds(x.problem))


def draw_cells(source: Source) -> LawInstance:
    """Any signs, any profile, in `cells`."""
    n, d, reading = draw.shape(source, (Reading.CELLS,))
    phi = draw.profile(source.turn(draw.STRICT_PROFILES + draw.WEAK_PROFILES + draw.DIPPED_PROFILES))
    gauges = draw.gauges(source, n, d) if source.integer(0, 1) else ()
    labels = Labels(draw.weights(source, n), reading)
    return LawInstance(Problem(d, labels, ZonalKernel(draw.bias(source, n), phi, gauges)), draw.law(source, n, d))


THEOREM = Theorem(
    name="diracization.splitting",
    number="D3",
    section="2.2",
    title="in cells every law has a graph law of its energy and output",
    text=__doc__ or "",
    instance=LawInstance,
    hypotheses=(
        Hypothesis(
            "cells",
            "each label is a non-atomic cell on which the kernel is constant",
            lambda x: x.problem.labels.reading is Reading.CELLS,
        ),
    ),
    draw=draw_cells,
    claim=claim,
    witness=witness,
    boundaries=(Boundary("cells", "exists", draw_repulsive, "n = 1, d = 1, reading atomic"),),
    mutants=(
        Mutant("equal parts", "a cell is split into equal parts, not by the weights", partial(claim, equal_parts=True)),
        Mutant("equal cells", "sub-cells get the mass w/n, not rho w", partial(claim, equal_cells=True)),
        Mutant("no siblings", "sub-cells of one cell do not interact", partial(claim, siblings=False)),
    ),
)
