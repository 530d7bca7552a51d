"""Cells split into sub-cells: how a law with a step kernel becomes a graph law (claims.md section 0, `cells`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from theorems.model.kernel import BilinearKernel, GeneralKernel, PairKernel, ZonalKernel
from theorems.model.labels import Labels
from theorems.model.law import Law, graph_law
from theorems.model.problem import Problem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flint import fmpq

    from theorems.model.kernel import Kernel


def selected(kernel: Kernel, parents: Sequence[int]) -> Kernel:
    """The kernel on new labels, each with the kernel of its parent: h'_ab = h_{parent a, parent b}."""
    if isinstance(kernel, ZonalKernel):
        table = tuple(tuple(kernel.bias[i][j] for j in parents) for i in parents)
        return ZonalKernel(table, kernel.profile, tuple(kernel.gauges[i] for i in parents) if kernel.gauges else ())
    if isinstance(kernel, PairKernel):
        gauges = tuple(kernel.gauges[i] for i in parents) if kernel.gauges else ()
        return PairKernel(kernel.expression, kernel.table.selected(parents), gauges)
    if isinstance(kernel, GeneralKernel):
        return GeneralKernel(kernel.expression, kernel.table.selected(parents))
    return BilinearKernel(tuple(tuple(kernel.blocks[i][j] for j in parents) for i in parents))


def relabelled(problem: Problem, parents: Sequence[int], masses: Sequence[fmpq]) -> Problem:
    """The problem on new labels of the given masses, each with the kernel of its parent."""
    labels = Labels(tuple(masses), problem.labels.reading)
    return Problem(problem.dimension, labels, selected(problem.kernel, parents))


def split(problem: Problem, law: Law) -> tuple[Problem, Law]:
    """One sub-cell of mass rho_i w_ia an atom (w_ia, x_ia) of slice i, and the graph law that sends it to x_ia."""
    sites = [(i, atom) for i, piece in enumerate(law.slices) for atom in piece.atoms]
    parents = [i for i, _ in sites]
    masses = [problem.labels.masses[i] * atom.weight for i, atom in sites]
    return relabelled(problem, parents, masses), graph_law(atom.point for _, atom in sites)
