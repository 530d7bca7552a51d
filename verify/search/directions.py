"""Directions in which the Gram matrix of a law can move while all its means keep their lengths.

The law is rational but for a factor common to each coordinate, such as one with square roots.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from flint import fmpq, fmpq_mat

from theorems.model.calculus import as_polynomial
from theorems.model.kernel import ZonalKernel
from theorems.model.matrix import apply, null_space
from theorems.model.real import Real

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from theorems.model.law import Law
    from theorems.model.matrix import Matrix, Vector
    from theorems.model.problem import Problem

MOST_COORDINATES = 12
"""Dimension up to which the linear system for a direction, of d(d+1)/2 unknowns, is solved."""


def gram_directions(problem: Problem, laws: Sequence[Law]) -> Iterator[tuple[Law, Matrix]]:
    """A law with a direction that moves its Gram matrix; for linear profiles alone, where such a family has one E."""
    kernel, d = problem.kernel, problem.dimension
    if not isinstance(kernel, ZonalKernel) or d > MOST_COORDINATES:
        return
    polynomial = as_polynomial(kernel.profile, "r")
    if polynomial is None or polynomial.degree() > 1:
        return
    for law in laws:
        scaled = _scaled([apply(problem.gauge(i), piece.mean()) for i, piece in enumerate(law.slices)])
        if scaled is not None:
            points, scales = scaled
            yield from ((law, _turned_back(h, scales)) for h in _directions(points) if _moves(points, h))


def _scaled(means: Sequence[Vector]) -> tuple[fmpq_mat, list[Real]] | None:
    """(R, p) with R = M diag(p) rational, each p_j an entry of its column; None if there is none."""
    columns: list[list[fmpq]] = []
    scales: list[Real] = []
    for column in zip(*means, strict=True):
        scale = next((entry for entry in column if entry != 0), Real(1))
        entries = [(entry * scale).simplified() for entry in column]
        if not all(entry.is_rational for entry in entries):
            return None
        columns.append([entry.rational() for entry in entries])
        scales.append(scale)
    return fmpq_mat(columns).transpose(), scales


def _turned_back(direction: fmpq_mat, scales: Sequence[Real]) -> Matrix:
    """Diag(p) H diag(p): <m, that m> is <r, H r> of the row r = m diag(p)."""
    return tuple(
        tuple(a * b * entry for b, entry in zip(scales, row, strict=True))
        for a, row in zip(scales, direction.tolist(), strict=True)
    )


def _directions(points: fmpq_mat) -> Iterator[fmpq_mat]:
    """A basis of the symmetric H with <m_i, H m_i> = 0."""
    n, d = points.nrows(), points.ncols()
    places = [(a, b) for a in range(d) for b in range(a, d)]
    products = [[points[i, a] * points[i, b] * (1 if a == b else 2) for a, b in places] for i in range(n)]
    for solution in null_space(fmpq_mat(products)):
        h = fmpq_mat(d, d)
        for (a, b), entry in zip(places, solution, strict=True):
            h[a, b] = h[b, a] = fmpq(entry)
        yield h


def _moves(points: fmpq_mat, h: fmpq_mat) -> bool:
    return points * h * points.transpose() != fmpq_mat(points.nrows(), points.nrows())
