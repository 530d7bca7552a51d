"""The rule for any kernel on the spheres of dimension 0, 1 and 2: a bound pair by pair, proved on boxes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flint import arb, ctx, fmpq, fmpq_mat

from theorems.model.assertion import Domain
from theorems.model.errors import InexactError, UndecidedError
from theorems.model.features import exponents
from theorems.model.real import Real
from theorems.model.selfterm import is_jensen
from verify.checker.boxes import PRECISION, Charts, Residual
from verify.errors import RefusedError
from verify.verdict import Trust

if TYPE_CHECKING:
    from collections.abc import Iterator

    from theorems.model.problem import Problem
    from theorems.model.proof import Grid

MAX_DIMENSION = 3
"""Greatest d: a pair of contents has 2 (d - 1) parameters, and boxes grow with that as exponent."""

MAX_DEGREE = 12
"""Greatest degree of the monomials."""

MAX_ENTRIES = 2_000_000
"""Most whole numbers in a factor, rows times columns."""

MAX_BOXES = 60_000
"""Boxes looked at for all pairs together: a minute or so, and some ten in dimension 3 at the greatest degree."""


def grid(problem: Problem, domain: Domain, proof: Grid) -> tuple[Real, Trust]:
    """A bound by a square, prices, and the greatest value that is left for each pair.

    Lemma: let phi(x) be monomials, F_i matrices with a row a monomial, p_ij functions with sum_j rho_j p_ij = 0, and
    t_ij >= g_ij(x, y) = [h_ij(x, y)] + <F_i^T phi(x), F_j^T phi(y)> + p_ij(x) + p_ji(y) for all contents, where h_ii
    is left out in `tokens`. Then E <= 1/2 sum_ij rho_i rho_j t_ij over all laws, the i = j terms of the sum
    included in every reading. Over tuples of Diracs, and over laws if every self term is absent or Jensen, x = y is
    all that t_ii need cover.

    Proof. Integrate g_ij over mu_i x mu_j with weight rho_i rho_j and sum over all i, j. The first terms give 2 E. The
    second give |sum_i rho_i F_i^T int phi dmu_i|^2 >= 0. The prices give 2 sum_i rho_i int (sum_j rho_j p_ij) dmu_i =
    0. So 2 E <= the sum of the integrals <= sum rho_i rho_j t_ij. For mu_i = delta_x the integral of g_ii is
    g_ii(x, x). With absent or Jensen self terms every law has a tuple of at least its energy (claims.md D2). The
    checker centres the prices itself, and shows t_ij >= g_ij on boxes that cover the contents. For d = 1 these are the
    two points.
    """
    boxes, total = MAX_BOXES, fmpq(0)
    with ctx.workprec(PRECISION):
        for (i, j), residual in residuals(problem, domain, proof):
            ceiling = proof.ceilings[i][j]
            boxes = require_below(residual, ceiling, boxes, (i, j))
            total += problem.labels.masses[i] * problem.labels.masses[j] * ceiling * (1 if i == j else 2)
    return Real(total) / 2, Trust.BALL


def residuals(problem: Problem, domain: Domain, proof: Grid) -> Iterator[tuple[tuple[int, int], Residual]]:
    """g_ij of every pair j <= i; refuses a proof of another shape first. The ceilings are not looked at.

    Its values are balls at flint's precision of the caller: set it to `PRECISION`.
    """
    n, count = len(problem), _require_shapes(problem, proof)
    scale = fmpq(1, proof.denominator)
    factor = [
        fmpq_mat(count, len(proof.factor[0]), [e for row in rows for e in row]) * scale
        for rows in _by_label(proof.factor, count)
    ]
    prices = [_centred(problem, rows, scale) for rows in _by_label(proof.prices, count)]
    charts = Charts(problem.dimension, proof.degree)
    tuples = domain is Domain.TUPLES or all(_jensen(problem, i) for i in range(n))
    for i in range(n):
        for j in range(i + 1):
            square, both = factor[i] * factor[j].transpose(), (prices[i][j], prices[j][i])
            diagonal = tuples and i == j
            yield (i, j), Residual(problem, (i, j), square, both, charts, diagonal=diagonal)


def require_below(residual: Residual, ceiling: fmpq, boxes: int, pair: tuple[int, int]) -> int:
    """Refuses a ceiling that the residual exceeds, or that is not shown within the boxes; those that are left."""
    top = arb(ceiling)
    open_boxes = residual.whole()
    while open_boxes:
        box = open_boxes.pop()
        found = residual.enclosed(box)
        boxes -= 1
        if found.value <= top:
            continue
        if found.centre > top:
            raise RefusedError(f"labels {pair[0]} and {pair[1]}: a value exceeds the ceiling {ceiling}")
        if boxes <= 0 or not found.widths:
            raise RefusedError(
                f"labels {pair[0]} and {pair[1]}: the ceiling {ceiling} is not shown by {MAX_BOXES} boxes"
            )
        open_boxes += residual.halved(box, found.steepest)
    return boxes


def _require_shapes(problem: Problem, proof: Grid) -> int:
    """The number of monomials; refuses a proof of another shape or size before any work."""
    n = len(problem)
    if problem.dimension > MAX_DIMENSION:
        raise RefusedError(f"dimension {problem.dimension}, more than {MAX_DIMENSION}: too many boxes")
    if not 0 <= proof.degree <= MAX_DEGREE or proof.denominator < 1:
        raise RefusedError(
            f"degree {proof.degree}, denominator {proof.denominator}: expected 0 to {MAX_DEGREE}, and >= 1"
        )
    count = len(exponents(problem.dimension, proof.degree))
    columns = len(proof.factor[0]) if proof.factor else 0
    if len(proof.factor) != n * count or any(len(row) != columns for row in proof.factor):
        raise RefusedError(f"expected a factor with {n * count} rows of one length")
    if not 1 <= columns <= MAX_ENTRIES // len(proof.factor):
        raise RefusedError(f"a factor of {columns} columns, expected 1 to {MAX_ENTRIES // len(proof.factor)}")
    if len(proof.prices) != n * count or any(len(row) != n for row in proof.prices):
        raise RefusedError(f"expected prices with {n * count} rows of {n} entries")
    if [len(row) for row in proof.ceilings] != list(range(1, n + 1)):
        raise RefusedError(f"expected {n} rows of 1 to {n} ceilings")
    return count


def _by_label(rows: tuple[tuple[int, ...], ...], count: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    return (rows[k : k + count] for k in range(0, len(rows), count))


def _centred(problem: Problem, rows: tuple[tuple[int, ...], ...], scale: fmpq) -> list[fmpq_mat]:
    """The prices p_ij for each j, as rows of monomials, less sum_k rho_k p_ik."""
    means = [
        sum((mass * entry for mass, entry in zip(problem.labels.masses, row, strict=True)), start=fmpq(0))
        for row in rows
    ]
    return [
        fmpq_mat(1, len(rows), [(fmpq(row[j]) - mean) * scale for row, mean in zip(rows, means, strict=True)])
        for j in range(len(problem))
    ]


def _jensen(problem: Problem, i: int) -> bool:
    try:
        return is_jensen(problem, i)
    except (InexactError, UndecidedError):
        return False
