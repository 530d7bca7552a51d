"""Repulsive linear biases: h = -k <x, y> with C - eps I PSD, C_ij = rho_i rho_j k_ij. Shared by D2, D3 and D5."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flint import fmpq, fmpq_mat

from theorems import draw
from theorems.model.errors import InvalidInputError
from theorems.model.kernel import ZonalKernel
from theorems.model.law import Law, finite_measure
from theorems.model.matrix import all_rational, is_positive_semidefinite
from theorems.model.multipliers import linear_matrix
from theorems.model.problem import Problem
from theorems.model.proof import Semidefinite
from theorems.model.real import Real
from theorems.model.sphere import antipode, axis

if TYPE_CHECKING:
    from theorems.model.labels import Labels, Reading
    from theorems.statement import Source

HALVINGS = 16
"""How small an eps is tried before a bias is taken for one that is not repulsive."""


def repulsive_problem(labels: Labels, dimension: int, weighted: fmpq_mat) -> Problem:
    """The problem with h_ij = -k_ij <x, y> where rho_i rho_j k_ij are the given weights."""
    masses = labels.masses
    n = len(masses)
    bias = tuple(tuple(Real(-weighted[i, j] / (masses[i] * masses[j])) for j in range(n)) for i in range(n))
    return Problem(dimension, labels, ZonalKernel(bias, draw.profile("r")))


def drawn(source: Source, n: int, d: int, reading: Reading) -> tuple[Problem, fmpq]:
    """(problem, eps) with C = eps I + B B^T, eps > 0; B = 0, one column or more in turn."""
    columns = source.turn((0, 1, 2, n))
    b = fmpq_mat(
        n, max(columns, 1), [fmpq(source.integer(-2, 2) if columns else 0) for _ in range(n * max(columns, 1))]
    )
    epsilon = draw.positive(source)
    weighted = b * b.transpose()
    for i in range(n):
        weighted[i, i] += epsilon
    return repulsive_problem(draw.labels(source, n, reading), d, weighted), epsilon


def mean_zero_law(problem: Problem) -> Law:
    """Every slice half at e_1 and half at -e_1."""
    half, unit = fmpq(1, 2), axis(problem.dimension, 0)
    return Law((finite_measure((half, half), (unit, antipode(unit))),) * len(problem))


def require_linear(problem: Problem) -> ZonalKernel:
    """The kernel, if it is k_ij <x, y> without gauge.

    Raises:
        InvalidInputError: it is not.
    """
    kernel = problem.kernel
    if not isinstance(kernel, ZonalKernel) or kernel.gauges or kernel.profile != draw.profile("r"):
        raise InvalidInputError("kernel: expected -k_ij <x, y>, the profile r without a gauge")
    return kernel


def is_repulsive(problem: Problem, epsilon: fmpq) -> bool:
    """Whether rho_i rho_j k_ij - eps I, h = -k <x, y>, is PSD; self terms count even in `tokens`."""
    kernel, masses = require_linear(problem), problem.labels.masses
    shifted = tuple(
        tuple(-entry * (masses[i] * masses[j]) - (epsilon if i == j else 0) for j, entry in enumerate(row))
        for i, row in enumerate(kernel.bias)
    )
    return is_positive_semidefinite(shifted)


def tuple_bounds(problem: Problem) -> tuple[Semidefinite, ...]:
    """The bound -n eps/2 over tuples, for the greatest eps = c 2^-k with C - eps I PSD, c the least diagonal entry."""
    try:
        require_linear(problem)
        rows, _ = linear_matrix(problem)
    except InvalidInputError:
        return ()
    if not all_rational(rows):
        return ()
    epsilon = min(-row[i].rational() for i, row in enumerate(rows))
    for _ in range(HALVINGS if epsilon > 0 else 0):
        if is_repulsive(problem, epsilon):
            return (Semidefinite((-epsilon,) * len(problem)),)
        epsilon /= 2
    return ()
