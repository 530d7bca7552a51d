"""Laws that hold for every kernel, whatever its signs: what a change of coordinates or of labels leaves as it is.

Each law raises AssertionError where it is broken. `of` is the energy that is held to it, by default the model's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from flint import fmpq

from theorems.model.energy import energy, pair_interaction
from theorems.model.kernel import BilinearKernel, ZonalKernel
from theorems.model.labels import Labels, Reading
from theorems.model.law import Atom, Law, Measure, content_marginal
from theorems.model.matrix import Matrix, apply, product, transpose
from theorems.model.problem import Problem, zonal
from theorems.model.real import Real
from theorems.model.refinement import relabelled, split

EnergyFunction = Callable[[Problem, Law], Real]
"""The energy of a law under a problem, exact."""

MarginalFunction = Callable[[Labels, Law], Measure]
"""The content marginal of a law."""


def moved(law: Law, matrices: Sequence[Matrix]) -> Law:
    """The law with the contents of label i carried by the i-th matrix."""
    return Law(
        tuple(
            Measure(tuple(Atom(atom.weight, apply(matrix, atom.point)) for atom in piece.atoms))
            for matrix, piece in zip(matrices, law.slices, strict=True)
        )
    )


def regauged(problem: Problem, turns: Sequence[Matrix]) -> Problem:
    """The problem whose contents are turned by Q_i: R_i Q_i^T for R_i, or Q_i M_ij Q_j^T for M_ij."""
    kernel = problem.kernel
    if isinstance(kernel, ZonalKernel):
        gauges = tuple(product(problem.gauge(i), transpose(turn)) for i, turn in enumerate(turns))
        return replace(problem, kernel=replace(kernel, gauges=gauges))
    assert isinstance(kernel, BilinearKernel)
    blocks = tuple(
        tuple(product(product(turns[i], block), transpose(turns[j])) for j, block in enumerate(row))
        for i, row in enumerate(kernel.blocks)
    )
    return replace(problem, kernel=BilinearKernel(blocks))


def rotation_keeps_energy(problem: Problem, law: Law, rotation: Matrix, *, of: EnergyFunction = energy) -> None:
    """O(d) acts in the gauge frame, x_i -> R_i^T Q R_i x_i (x -> Q x without gauges), and keeps a zonal energy."""
    zonal(problem)
    gauges = [problem.gauge(i) for i in range(len(problem))]
    turns = [product(transpose(gauge), product(rotation, gauge)) for gauge in gauges]
    assert of(problem, moved(law, turns)) == of(problem, law), "O(d), acting in the gauge frame, changes the energy"


def gauge_covariance(problem: Problem, law: Law, turns: Sequence[Matrix], *, of: EnergyFunction = energy) -> None:
    """Contents turned by Q_i have, under the kernel in the turned coordinates, the energy that they had."""
    turned = of(regauged(problem, turns), moved(law, turns))
    assert turned == of(problem, law), "contents turned together with the kernel have another energy"


def gauge_is_a_frame(problem: Problem, law: Law, *, of: EnergyFunction = energy) -> None:
    """A kernel with gauges has at x_i the energy that the kernel without has at R_i x_i."""
    gauges = [problem.gauge(i) for i in range(len(problem))]
    plain = replace(problem, kernel=replace(zonal(problem), gauges=()))
    assert of(plain, moved(law, gauges)) == of(problem, law), "the gauge frame has another energy"


def relabelling_keeps_energy_and_output(
    problem: Problem, law: Law, order: Sequence[int], *, of: EnergyFunction = energy
) -> None:
    """The names of the labels do not matter: in another order, energy and content marginal are the same."""
    renamed = relabelled(problem, order, [problem.labels.masses[i] for i in order])
    permuted = Law(tuple(law.slices[i] for i in order))
    assert of(renamed, permuted) == of(problem, law), f"the order {tuple(order)} of the labels changes the energy"
    _same_output(renamed.labels, permuted, problem.labels, law)


def halving_keeps_energy_and_output(problem: Problem, law: Law, label: int, *, of: EnergyFunction = energy) -> None:
    """A label with self term, split into two equal halves with its kernel and its slice, counts as it did."""
    assert problem.labels.reading is not Reading.TOKENS, "tokens: the two halves would interact, the token does not"
    parents = [*range(len(problem)), label]
    half = problem.labels.masses[label] / 2
    shares = [half if i == label else problem.labels.masses[i] for i in parents]
    halved, doubled = relabelled(problem, parents, shares), Law(tuple(law.slices[i] for i in parents))
    assert of(halved, doubled) == of(problem, law), f"two halves of label {label} have another energy than the whole"
    _same_output(halved.labels, doubled, problem.labels, law)


def splitting_keeps_energy_and_output(problem: Problem, law: Law, *, of: EnergyFunction = energy) -> None:
    """In cells, one sub-cell an atom makes a graph law of the same energy and content marginal (D3)."""
    cells = problem.with_labels(Labels(problem.labels.masses, Reading.CELLS))
    refined, graph = split(cells, law)
    assert graph.is_tuple, "a sub-cell has more than one content"
    assert of(refined, graph) == of(cells, law), "the graph law on sub-cells has another energy"
    _same_output(refined.labels, graph, cells.labels, law)


def merging_atoms_keeps_energy(problem: Problem, law: Law, *, of: EnergyFunction = energy) -> None:
    """A point named twice in a slice counts as one atom with the sum of the weights."""
    merged = Law(tuple(piece.merged() for piece in law.slices))
    assert of(problem, merged) == of(problem, law), "merging equal atoms changes the energy"


def tokens_leave_out_self_terms(problem: Problem, law: Law, *, of: EnergyFunction = energy) -> None:
    """E in `tokens` is E in `atomic`, and in `cells`, less 1/2 sum rho_i^2 iint h_ii dmu_i dmu_i."""
    tokens, *others = (
        of(problem.with_labels(Labels(problem.labels.masses, reading)), law)
        for reading in (Reading.TOKENS, Reading.ATOMIC, Reading.CELLS)
    )
    own = Real.sum(
        mass * mass * pair_interaction(problem, i, piece, i, piece) / 2
        for i, (mass, piece) in enumerate(zip(problem.labels.masses, law.slices, strict=True))
    )
    assert all(other - own == tokens for other in others), "tokens differ from atoms by something else than self terms"


def energy_is_linear_in_the_bias(
    problem: Problem, law: Law, other: Matrix, factor: fmpq, *, of: EnergyFunction = energy
) -> None:
    """E of k + c k' is E of k plus c times E of k'."""
    kernel = zonal(problem)
    rows = zip(kernel.bias, other, strict=True)
    together = tuple(tuple(a + factor * b for a, b in zip(row, more, strict=True)) for row, more in rows)
    first, second, both = (
        of(replace(problem, kernel=replace(kernel, bias=bias)), law) for bias in (kernel.bias, other, together)
    )
    assert both == first + factor * second, "the energy is not linear in the bias"


def content_marginal_is_a_mixture(labels: Labels, law: Law, *, of: MarginalFunction = content_marginal) -> None:
    """The content marginal is a probability whose mean is the mean of the slices' means, by the masses."""
    marginal = of(labels, law)
    assert sum((atom.weight for atom in marginal.atoms), start=fmpq(0)) == 1, "the content marginal has not the mass 1"
    means = [piece.mean() for piece in law.slices]
    for c, entry in enumerate(marginal.mean()):
        wanted = Real.sum(mass * mean[c] for mass, mean in zip(labels.masses, means, strict=True))
        assert entry == wanted, f"coordinate {c} of the mean of the content marginal is not that of the slices"


def _same_output(labels: Labels, law: Law, before_labels: Labels, before: Law) -> None:
    same = content_marginal(labels, law).same_as(content_marginal(before_labels, before))
    assert same, "the content marginal changes"
