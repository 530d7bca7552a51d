"""Exact laws that a kernel's structure suggests: one point in the gauge frame, and circles in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flint import fmpq, fmpq_mat, fmpz, fmpz_mat

from theorems.model.description import is_circulant
from theorems.model.energy import peak_energy
from theorems.model.errors import InexactError, InvalidInputError, UndecidedError
from theorems.model.kernel import FramedKernel, ZonalKernel, frame_gauges
from theorems.model.law import Law, dirac, graph_law
from theorems.model.matrix import Vector, all_rational, apply, is_orthogonal, null_space, vector
from theorems.model.real import Real
from theorems.model.sphere import axis, stereographic
from verify.search.rounding import pulled_back

if TYPE_CHECKING:
    from theorems.model.problem import Problem
    from theorems.model.quadratic import WholeForm
    from verify.search.linear_form import LinearForm

MOST_AXES = 6
"""Axes tried in a high dimension."""

MOST_CIRCLE = 48
"""Labels up to which circles are tried for a profile that is not linear."""

LARGEST_PRIME = 100
"""Prime factors up to this are given a square root by a Gauss sum."""


def gauge_frame_points(problem: Problem) -> list[Vector]:
    """The u whose laws Gamma[R^{-1} u] are worth a look: axes, points that all gauges carry together, a generic one.

    All of them have the same energy where the gauges are orthogonal; they differ in their content marginals. Without
    a gauge they are the same up to O(d), and one is enough.
    """
    d = problem.dimension
    if isinstance(problem.kernel, FramedKernel) and not problem.kernel.gauges:
        return [axis(d, 0)]
    axes = [axis(d, k) for k in dict.fromkeys([*range(min(d, MOST_AXES)), d - 1])]
    generic = stereographic([fmpq(2 * k + 3, 7) for k in range(d - 1)])
    return [*axes, *_common_points(problem), generic]


def one_point(problem: Problem, u: Vector) -> Law:
    """Gamma[R^{-1} u]: label i at R_i^T u; the collapsed law at u where there is no gauge."""
    if not frame_gauges(problem.kernel):
        return Law((dirac(u),) * len(problem))
    return graph_law([pulled_back(problem, i, u) for i in range(len(problem))])


def one_point_energy(problem: Problem, form: LinearForm | None) -> Real | None:
    """Their common energy 1/2 sum w_ij psi_ij(1) where the gauges are orthogonal; None if it has no exact form."""
    kernel = problem.kernel
    if not isinstance(kernel, FramedKernel) or not all(map(is_orthogonal, kernel.gauges)):
        return None
    if form is not None and form.is_rational:
        return (form.constant + Real(fmpq(_sum(form.whole), form.whole.denominator))) / 2
    try:
        return peak_energy(problem)
    except (InexactError, InvalidInputError, UndecidedError):
        return None


def _sum(whole: WholeForm) -> fmpz:
    """The sum of all N_ab."""
    found = fmpz(0)
    for (start, stop), panel in zip(whole.spans(), whole.panels, strict=True):
        sums = (panel * fmpz_mat([[1]] * (stop - start))).entries()
        found += 2 * sum(sums, fmpz(0)) - sum(sums[: stop - start], fmpz(0))
    return found


def has_circles(problem: Problem, form: LinearForm | None) -> bool:
    """Whether circles in the gauge frame suit the kernel: circulant, d >= 2, a linear form or few labels."""
    kernel, n = problem.kernel, len(problem)
    if not isinstance(kernel, ZonalKernel) or problem.dimension < 2 or n < 2 or (form is None and n > MOST_CIRCLE):
        return False
    return is_circulant(kernel.bias, problem.labels.masses)


def circle(problem: Problem, turns: int) -> Law:
    """Label j at (cos 2 pi m j/n, sin 2 pi m j/n, 0, ..) of the gauge frame, m turns. Source: claims.md S2."""
    rest = [Real(0)] * (problem.dimension - 2)
    steps = [fmpq(turns * j, len(problem)) for j in range(len(problem))]
    points = [(Real.cosine(step), Real.sine(step), *rest) for step in steps]
    return graph_law([pulled_back(problem, j, point) for j, point in enumerate(points)])


def _common_points(problem: Problem) -> list[Vector]:
    """R_1 p for unit vectors p with R_i p the same for all i: rational gauges only, one p a basis vector."""
    kernel = problem.kernel
    if not isinstance(kernel, ZonalKernel) or not kernel.gauges or not all(map(all_rational, kernel.gauges)):
        return []
    first = kernel.gauges[0]
    rows = [
        [(a - b).rational() for a, b in zip(row, other, strict=True)]
        for gauge in kernel.gauges[1:]
        for row, other in zip(gauge, first, strict=True)
    ]
    table = fmpq_mat(rows) if rows else fmpq_mat(1, problem.dimension)
    units = [unit for p in null_space(table) if (unit := _normalised(p)) is not None]
    return [apply(first, unit) for unit in units]


def _normalised(p: list[fmpq]) -> Vector | None:
    """p/|p|, exact; None if |p| has no exact form here."""
    square: fmpq = sum((entry * entry for entry in p), start=fmpq(0))
    whole = int(square.p) * int(square.q)  # |p| = sqrt(whole)/q
    root = square_root(whole)
    if root is None:
        return None
    return vector([root * entry * fmpq(int(square.q), whole) for entry in p])


def square_root(whole: int) -> Real | None:
    """The exact square root of a positive whole number, or None if a prime factor of it is too large.

    A prime p = 1 mod 4 has sqrt(p) = sum_k (k/p) cos(2 pi k/p), one 3 mod 4 the same with sines (Gauss).
    """
    root = Real(1)
    for p in (2, *range(3, LARGEST_PRIME, 2)):
        while whole % (p * p) == 0:
            whole //= p * p
            root = root * p
        if whole % p == 0:
            whole //= p
            root = root * _prime_root(p)
    return root if whole == 1 else None


def _prime_root(p: int) -> Real:
    if p == 2:
        return 2 * Real.cosine(fmpq(1, 8))
    wave = Real.cosine if p % 4 == 1 else Real.sine
    squares = {k * k % p for k in range(1, p)}
    return sum(((1 if k in squares else -1) * wave(fmpq(k, p)) for k in range(1, p)), start=Real(0))
