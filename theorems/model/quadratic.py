r"""The quadratic form of a linear problem in whole numbers, by panels of its lower triangle.

E = 1/2 (c + sum_ab C_ab <m_a, m_b>), C from `theorems.model.multipliers.linear_matrix`. Here |C_ab - N_ab/q| <= r/q
with whole N, q, r, and r = 0 where the bias (or the blocks) is rational. Panel k holds the columns start..stop of N,
`PANEL` of them, from row start on: what is exact and large is then a product in C, and C = C^T is used once.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import lcm
from operator import mul
from typing import TYPE_CHECKING

from flint import arb, ctx, fmpq, fmpq_mat, fmpz, fmpz_mat

from theorems.model.calculus import as_polynomial, derivative
from theorems.model.errors import InexactError, InvalidInputError
from theorems.model.kernel import BilinearKernel, PairKernel, ZonalKernel, frame_gauges
from theorems.model.matrix import apply
from theorems.model.occurrence import scalars_in
from theorems.model.profile import value_at
from theorems.model.real import Real, rationals

if TYPE_CHECKING:
    from collections.abc import Sequence

    from theorems.model.law import Law
    from theorems.model.nodes import Expression
    from theorems.model.problem import Problem

PANEL = 170
"""Columns of a panel."""

GRID = 192
"""Irrational entries are enclosed between multiples of 2^-GRID."""

PRECISION = 256
"""Bits of the balls that are so enclosed."""

POINT_BITS = 60
"""Means are enclosed between multiples of 2^-POINT_BITS where an energy is, unless a shorter unit makes them whole."""

FEW = 64
"""Denominators up to which such a unit is looked for."""


@dataclass(frozen=True, eq=False)
class WholeForm:
    """C in whole numbers. Nobody changes the panels.

    Attributes:
        panels: those of N; panel k has size - k PANEL rows, its first ones a symmetric block of the diagonal.
        denominator: q >= 1.
        radius: r >= 0.
        peak: |N_ab| <= peak.
        size: rows of C.
        width: rows a label: 1 for a linear profile, d for a bilinear kernel.
    """

    panels: tuple[fmpz_mat, ...]
    denominator: fmpz
    radius: fmpz
    peak: fmpz
    size: int
    width: int

    def spans(self) -> list[tuple[int, int]]:
        """(start, stop) of each panel."""
        return [(start, min(self.size, start + PANEL)) for start in range(0, self.size, PANEL)]


def affine_profile(kernel: ZonalKernel) -> tuple[fmpq, fmpq]:
    """(a, b) of a profile a r + b.

    Raises:
        InvalidInputError: the profile is not of degree 1 or less with rational coefficients.
    """
    polynomial = as_polynomial(kernel.profile, "r")
    if polynomial is None or polynomial.degree() > 1:
        raise InvalidInputError("profile: expected a r + b with rational a, b for a linear certificate")
    return polynomial[1], polynomial[0]


def affine_pairs(problem: Problem) -> tuple[list[list[Real]], Real]:
    """(a, c) for profiles psi_ij(r) = a_ij r + b_ij of pairs: c = sum w_ij b_ij, the share of 2E without contents.

    Raises:
        InvalidInputError: a profile is not so, or a coefficient has no exact form.
    """
    n = len(problem)
    known: dict[int, tuple[Real, Real]] = {}  # equal profiles are one object
    slopes = [[Real(0)] * n for _ in range(n)]
    constants: list[Real] = []
    for i in range(n):
        for j in range(i + 1):
            weight, profile = problem.pair_term(i, j)
            if id(profile) not in known:
                known[id(profile)] = _coefficients(profile, problem.dimension)
            slopes[i][j], b = known[id(profile)]
            slopes[j][i] = slopes[i][j]
            constants.append(weight * b * (1 if i == j else 2))
    return slopes, Real.sum(constants)


def _coefficients(profile: Expression, dimension: int) -> tuple[Real, Real]:
    """(a, b) with psi(r) = a r + b at all attainable r: -1 and 1 alone for d = 1."""
    try:
        if dimension == 1:
            low, high = value_at(profile, Real(-1)), value_at(profile, Real(1))
            return (high - low) / 2, (high + low) / 2
        slope = derivative(profile, "r")
        if not scalars_in(slope):
            return value_at(slope, Real(0)), value_at(profile, Real(0))
    except InexactError:
        pass
    raise InvalidInputError("profile of a pair: expected a r + b with exact a, b for a linear certificate")


def whole_form(problem: Problem) -> WholeForm:
    """The form of a problem with linear profiles or a bilinear kernel. Cost: a few operations an entry of C.

    Raises:
        InvalidInputError: the profile is not linear, an entry is too large to be enclosed, or the kernel is general.
    """
    kernel, d = problem.kernel, problem.dimension
    width, slope = 1, fmpq(1)
    rows: Sequence[Sequence[Real]]
    if isinstance(kernel, ZonalKernel):
        slope, rows = affine_profile(kernel)[0], kernel.bias
    elif isinstance(kernel, PairKernel):
        rows = affine_pairs(problem)[0]
    elif isinstance(kernel, BilinearKernel):
        width = d
        rows = [[entry for block in row for entry in block[a]] for row in kernel.blocks for a in range(d)]
    else:
        raise InvalidInputError("kernel: a general one has no linear certificate")
    size = len(rows)
    # C is symmetric: of row a what its panels need, up to the end of the block of the diagonal
    exact, error = _exact([row[: (a // PANEL + 1) * PANEL] for a, row in enumerate(rows)])
    masses = [mass for mass in problem.labels.masses for _ in range(width)]
    unit = slope  # what is common to all entries; equal masses are
    if all(mass == masses[0] for mass in masses):
        unit = slope * masses[0] ** 2
    else:
        exact = [
            [mass * other * q for other, q in zip(masses, row, strict=False)]
            for mass, row in zip(masses, exact, strict=True)
        ]
        error *= max(masses) ** 2
    if not problem.labels.self_terms:
        for a in range(size):
            first = a - a % width
            exact[a][first : first + width] = [fmpq(0)] * width
    parts = [
        fmpq_mat(size - start, stop - start, [q for row in exact[start:] for q in row[start:stop]]).numer_denom()
        for start in range(0, size, PANEL)
        for stop in [min(size, start + PANEL)]
    ]
    common = fmpz(lcm(*(int(bottom) for _, bottom in parts)))
    if error:  # so that the radius is small in units of 1/q, whatever entries `tokens` leaves out
        common = fmpz(lcm(int(common), 1 << GRID))
    panels = [top if bottom == common else top * (common // bottom) for top, bottom in parts]
    if unit.p != 1:
        panels = [panel * unit.p for panel in panels]
    entries = [panel.entries() for panel in panels]
    peak = max(abs(extreme) for part in entries for extreme in (min(part), max(part)))
    denominator = common * unit.q
    return WholeForm(tuple(panels), denominator, (error * abs(unit) * denominator).ceil(), peak, size, width)


def _exact(rows: Sequence[Sequence[Real]]) -> tuple[list[list[fmpq]], fmpq]:
    """Rationals and how far the entries may be from them: 0 if all are rational by form."""
    read = [rationals(row) for row in rows]
    exact = [row for row in read if row is not None]
    if len(exact) == len(rows):
        return exact, fmpq(0)
    known: dict[int, fmpq] = {}  # large tables repeat few objects
    wide = fmpz(1)
    for entry in (entry for row in rows for entry in row):
        if id(entry) not in known:
            low, spread = floor_and_width(entry, GRID)
            known[id(entry)], wide = fmpq(low, fmpz(2) ** GRID), max(wide, spread)
    return [[known[id(entry)] for entry in row] for row in rows], fmpq(wide, fmpz(2) ** GRID)


def floor_and_width(entry: Real, bits: int) -> tuple[fmpz, fmpz]:
    """(k, w) of whole numbers with k <= 2^bits entry <= k + w; for a rational entry w is 1.

    Raises:
        InvalidInputError: the ball around the entry has no ends.
    """
    if entry.is_rational:
        q = entry.rational()
        return (q.p << bits) // q.q, fmpz(1)
    with ctx.workprec(PRECISION):
        scaled = entry.ball(PRECISION) * arb(2) ** bits
        low, high = scaled.lower().floor().unique_fmpz(), scaled.upper().ceil().unique_fmpz()
    if low is None or high is None:
        raise InvalidInputError("matrix: an entry of C is too large for a ball of the working precision")
    return low, high - low


def enclosed_energy(problem: Problem, law: Law) -> tuple[fmpq, fmpq]:
    """(low, high) with low <= E(law) <= high, for a profile a r or a bilinear kernel, by whole-number products.

    With u = 1/unit and whole p, w, h: the means m_a (in the gauge frame) have u p_ac <= m_ac <= u (p_ac + w) and
    |p_ac| <= h in each of k coordinates. So |<m_a, m_b> - u^2 <p_a, p_b>| <= u^2 k (2 w h + w^2), and, for n rows,
    sum N_ab <m_a, m_b> is within u^2 n^2 k peak (2 w h + w^2) of u^2 sum N_ab <p_a, p_b>; at last C is within r/q of
    N/q, and |<m_a, m_b>| <= u^2 k (h + w)^2. So low = high = E where the means have a short common denominator, and
    r = 0.

    Raises:
        InvalidInputError: the profile is not of the form a r.
    """
    form = problem.whole_form
    kernel = problem.kernel
    if isinstance(kernel, PairKernel) or (isinstance(kernel, ZonalKernel) and affine_profile(kernel)[1] != 0):
        raise InvalidInputError("profile: expected a r with rational a")
    points, unit, w = _whole_means(problem, law)
    columns = len(points) // form.size
    middle = fmpz(0)
    for (start, stop), panel in zip(form.spans(), form.panels, strict=True):
        mine = points[start * columns : stop * columns]
        below = points[start * columns :]
        pull = (panel * fmpz_mat(stop - start, columns, mine)).entries()
        once = sum(map(mul, mine, pull), start=fmpz(0))  # the block of the diagonal; what is below it counts twice
        middle += 2 * sum(map(mul, below, pull), start=fmpz(0)) - once
    h = max(map(abs, points))
    pairs = form.size**2 * columns
    error = pairs * (form.peak * (2 * w * h + w * w) + form.radius * (h + w) ** 2)
    scale = 2 * form.denominator * unit * unit
    return fmpq(middle - error, scale), fmpq(middle + error, scale)


def _whole_means(problem: Problem, law: Law) -> tuple[list[fmpz], fmpz, fmpz]:
    """The means of the slices in the gauge frame as (p, unit, w) of `enclosed_energy`, row by row."""
    means: list[Real] = []
    turned = bool(frame_gauges(problem.kernel))
    for i, piece in enumerate(law.slices):
        mean = piece.atoms[0].point if len(piece.atoms) == 1 else piece.mean()
        means += apply(problem.gauge(i), mean) if turned else mean
    exact = rationals(means)
    if exact is not None:
        bottoms = {int(q.q) for q in exact}
        common = lcm(*bottoms) if len(bottoms) <= FEW else 0
        if 0 < common < 2**POINT_BITS:
            return [q.p * (common // q.q) for q in exact], fmpz(common), fmpz(0)
        return [(q.p << POINT_BITS) // q.q for q in exact], fmpz(2) ** POINT_BITS, fmpz(1)
    ends = [floor_and_width(entry, POINT_BITS) for entry in means]
    return [low for low, _ in ends], fmpz(2) ** POINT_BITS, max(width for _, width in ends)
