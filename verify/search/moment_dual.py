r"""Dual solutions of moment relaxations by Clarabel's own interface, polished and rounded to whole numbers.

In moments y (one a monomial, y_1 = 1) the relaxation is to maximise c_0 + c.y under M_b(y) PSD. Its dual Z_b has
c_m + <Z_b, M_(b,m)> = 0. Clarabel gets the blocks as triangles, columns one after another, off-diagonal entries times
sqrt 2; building them through cvxpy takes longer than solving. `verify.relax.moment` states the same readably.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import frexp
from typing import TYPE_CHECKING, Any, cast

import clarabel
import numpy as np
from scipy.linalg import cho_factor, cho_solve
from scipy.sparse import csc_matrix

from verify.errors import SolverError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from theorems.model.moments.relaxation import Blocks
    from verify.search.floats import Floats

ACCEPTED = ("Solved", "AlmostSolved")

TOLERANCE = 1e-9
"""Clarabel's tolerances of gap and feasibility."""

POLISHES = 3
"""Projections on the equations of the dual, each followed by a clip to the cone."""

GRID = 48
"""Bits of a factor below its greatest entry."""

NEGLIGIBLE = 1e-14
"""Eigenvalues below this part of the greatest are left out."""


@dataclass(frozen=True, eq=False)
class Cone:
    """The constraints in Clarabel's form.

    Attributes:
        matrix: one column a monomial but 1, one row a triangle's entry: the blocks' coefficients, scaled.
        constant: the same column of 1.
        sizes: of the blocks.
        scales: the number by which each block was divided.
    """

    matrix: csc_matrix
    constant: Floats
    sizes: tuple[int, ...]
    scales: tuple[float, ...]


@dataclass(frozen=True, eq=False)
class Solved:
    """What the solver printed.

    Attributes:
        duals: Z_b of the blocks as they are in `theorems.model.moments`.
        moments: y by place; y_0 = 1.
        value: c_0 + c.y.
    """

    duals: tuple[Floats, ...]
    moments: Floats
    value: float


@lru_cache(maxsize=4)
def cone(blocks: Blocks) -> Cone:
    """The constraints of a relaxation."""
    rows: list[int] = []
    columns: list[int] = []
    values: list[float] = []
    scales: list[float] = []
    start = 0
    for block in blocks.blocks:
        scale = float(max((abs(c) for *_, terms in block.entries for _, c in terms), default=1))
        for row, column, terms in block.entries:
            place = start + column * (column + 1) // 2 + row
            weight = (1.0 if row == column else np.sqrt(2.0)) / scale
            for index, coefficient in terms:
                rows.append(place)
                columns.append(index)
                values.append(weight * coefficient)
        scales.append(scale)
        start += block.size * (block.size + 1) // 2
    full = csc_matrix((values, (rows, columns)), shape=(start, len(blocks.places)))
    constant = full[:, 0].toarray().ravel()
    return Cone(full[:, 1:].tocsc(), constant, tuple(block.size for block in blocks.blocks), tuple(scales))


def solve_dual(blocks: Blocks, objective: Mapping[int, float], seconds: float) -> Solved:
    """Solves a relaxation.

    Args:
        blocks: the relaxation.
        objective: c by place, c_0 among them.
        seconds: time after which the solver stops.

    Raises:
        SolverError: the status is neither Solved nor AlmostSolved; the message carries it.
    """
    form = cone(blocks)
    full = np.zeros(len(blocks.places))
    for place, value in objective.items():
        full[place] = value
    scale = float(np.abs(full[1:]).max(initial=0.0)) or 1.0
    aim = full[1:] / scale
    solver = cast("Any", clarabel)  # a compiled module without stubs
    settings = solver.DefaultSettings()
    settings.verbose = False
    settings.max_threads = 1
    settings.direct_solve_method = "faer"  # ten times as fast as its default on these dense blocks
    settings.time_limit = max(seconds, 0.1)
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = TOLERANCE
    cones = [solver.PSDTriangleConeT(size) for size in form.sizes]
    nothing = csc_matrix((len(aim), len(aim)))
    found = solver.DefaultSolver(nothing, -aim, -form.matrix, form.constant, cones, settings).solve()
    status = str(found.status)
    if status not in ACCEPTED:
        raise SolverError(f"solver=CLARABEL: status={status}, expected {' or '.join(ACCEPTED)}")
    dual = _polished(form, aim, np.array(found.z))
    duals = tuple(scale / size * matrix for size, matrix in zip(form.scales, _matrices(form, dual), strict=True))
    moments = np.concatenate([[1.0], np.array(found.x)])
    return Solved(duals, moments, float(full @ moments))


def factors_of(duals: tuple[Floats, ...]) -> tuple[int, tuple[tuple[tuple[int, ...], ...], ...]]:
    """(k, F): whole factors with Z close to F F^T/4^k, columns of next to no weight left out."""
    roots = [_root(dual) for dual in duals]
    greatest = max((float(np.abs(root).max(initial=0.0)) for root in roots), default=0.0)
    bits = max(0, GRID - frexp(greatest)[1]) if greatest else 0
    grid = 2.0**bits
    return bits, tuple(tuple(tuple(int(entry) for entry in row) for row in np.rint(root * grid)) for root in roots)


def _root(dual: Floats) -> Floats:
    values, vectors = np.linalg.eigh(dual)
    kept = values > NEGLIGIBLE * max(float(values[-1]), 0.0)
    return vectors[:, kept] * np.sqrt(values[kept])


def _polished(form: Cone, aim: Floats, dual: Floats) -> Floats:
    """Nearer to the equations: least squares, then a clip to the cone, a few times."""
    square = (form.matrix.T @ form.matrix).toarray()
    square[np.diag_indices_from(square)] += 1e-14 * float(square.diagonal().max(initial=1.0))
    try:
        factor = cho_factor(square)
    except np.linalg.LinAlgError:
        return dual
    for _ in range(POLISHES):
        dual = dual - form.matrix @ cho_solve(factor, form.matrix.T @ dual + aim)
        dual = np.concatenate([_triangle(_clipped(matrix)) for matrix in _matrices(form, dual)])
    return dual


def _clipped(matrix: Floats) -> Floats:
    values, vectors = np.linalg.eigh(matrix)
    return (vectors * np.maximum(values, 0.0)) @ vectors.T


def _matrices(form: Cone, entries: Floats) -> list[Floats]:
    """The symmetric matrices of the triangles."""
    made: list[Floats] = []
    start = 0
    for size in form.sizes:
        count = size * (size + 1) // 2
        lower = np.zeros((size, size))
        lower[np.tril_indices(size)] = entries[
            start : start + count
        ]  # rows of the lower triangle: columns of the upper
        off = np.tril(lower, -1) / np.sqrt(2.0)
        made.append(off + off.T + np.diag(np.diag(lower)))
        start += count
    return made


def _triangle(matrix: Floats) -> Floats:
    lower = matrix * np.sqrt(2.0)
    np.fill_diagonal(lower, np.diag(matrix))
    return lower[np.tril_indices(len(matrix))]
