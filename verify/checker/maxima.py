"""The mean over u of the greatest value over an angle of a double cosine series, bounded by balls at nodes."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from flint import arb, arb_mat, arb_poly, fmpq, fmpz_poly

if TYPE_CHECKING:
    from collections.abc import Sequence

ZERO = arb(0)

ANGLES = 64
"""Intervals of [0, pi] that a maximum over the angle starts from."""

BLOCK = 128
"""Cells of [0, pi] on each of which the second derivative in u is bounded."""

TOLERANCE = arb(2) ** -44
"""What a maximum over the angle may be bounded too high by, times the size of the series."""

NEWTON_STEPS = 4
"""Steps towards the top of a concave piece."""

MOST_PIECES = 2000
"""Intervals cut for one maximum; a top that is flat to a high order is then bounded less sharply."""

MOST_TOGETHER = 2**22
"""Intervals cut for all maxima: a minute or two."""


def mean_of_maxima(table: arb_mat, weights: Sequence[fmpq], cells: int, *, only_ends: bool) -> arb:
    """An upper bound for the mean over u in [0, pi] of M(u) = max_v H(u, v), v in [0, pi].

    H(u, v) = sum_mk table[m, k] cos(mu) cos(kv) + a(u) v, a piecewise linear between the nodes of `weights`, which are
    among the cells' ends. With `only_ends` v is 0 or pi.

    Lemma: if -d^2H/du^2 <= K on a cell of width h, for all v, the mean of M over the cell is at most that of its ends
    plus K h^2/12. Proof. H + K u^2/2 is convex in u there, so M + K u^2/2 is convex, being a maximum of convex
    functions, and its mean over the cell is at most that of its ends; the mean of K u^2/2 is less than that of its
    ends by K h^2/12. On the whole of [0, pi] this is the trapezoidal rule plus the mean of K times h^2/12.
    """
    half = len(weights) - 1
    nodes = [fmpq(j, cells) for j in range(cells + 1)]
    rows = _cosines(nodes, table.nrows()) * table
    grid = [fmpq(g, ANGLES) for g in range(ANGLES + 1)]
    values = rows * _cosines(grid, table.ncols()).transpose()
    powers = rows * _chebyshev(table.ncols())
    total, pieces = arb(0), min(MOST_PIECES, MOST_TOGETHER // cells)
    for j in range(cells + 1):
        a = arb(_between(weights, fmpq(j * half, cells))) if half > 0 else arb(0)
        row = [values[j, g] + a * arb.pi() * arb(grid[g]) for g in range(ANGLES + 1)]
        if only_ends:
            most = row[0].max(row[-1])
        else:
            series = [rows[j, k] for k in range(table.ncols())]
            most = _Wave(series, a, arb_poly([powers[j, k] for k in range(table.ncols())])).greatest(row, pieces)
        total += most if 0 < j < cells else most / 2
    step = arb.pi() / cells
    return total / cells + _bending(table, cells) * step * step / 12


def _between(weights: Sequence[fmpq], place: fmpq) -> fmpq:
    """The piecewise linear function with those values at 0, 1, 2.."""
    j = min(int(place.floor()), len(weights) - 2)
    part = place - j
    return (1 - part) * weights[j] + part * weights[j + 1]


def _cosines(parts: Sequence[fmpq], count: int) -> arb_mat:
    """cos(k pi p) for each part p, k = 0..count - 1."""
    return arb_mat([[arb.cos_pi_fmpq(k * part) for k in range(count)] for part in parts])


def _chebyshev(count: int) -> arb_mat:
    """Row k: the coefficients of T_k, cos(kv) = T_k(cos v)."""
    before, now, found = fmpz_poly([1]), fmpz_poly([0, 1]), [fmpz_poly([1])]
    for _ in range(count - 1):
        found.append(now)
        before, now = now, fmpz_poly([0, 2]) * now - before
    return arb_mat([[arb(polynomial[k]) for k in range(count)] for polynomial in found])


def _bending(table: arb_mat, cells: int) -> arb:
    """The mean over the cells of an upper bound K of -d^2H/du^2; the angle's term is linear in u on each cell.

    K is found on blocks. A cell of at most a block's width meets two neighbours at most, so that the greatest K of a
    block and its neighbours serves for the part of the cell in it; for wider cells the greatest K of all does.

    D(u, v) = sum m^2 table cos(mu) cos(kv) on a rectangle of sides h, g is at most its greatest value at the corners
    plus h^2/8 sup |D_uu| + g^2/8 sup |D_vv|, by convexity as above, first in u and then in v.
    """
    rows, columns = table.nrows(), table.ncols()
    scaled = arb_mat([[table[m, k] * m**2 for k in range(columns)] for m in range(rows)])
    places = [fmpq(j, BLOCK) for j in range(BLOCK + 1)]
    grid = [fmpq(g, ANGLES) for g in range(ANGLES + 1)]
    values = _cosines(places, rows) * scaled * _cosines(grid, columns).transpose()
    wide, high = arb.pi() / BLOCK, arb.pi() / ANGLES
    slack = sum(
        (
            abs(scaled[m, k]) * (m**2 * wide * wide + k**2 * high * high) / 8
            for m in range(rows)
            for k in range(columns)
        ),
        start=arb(0),
    )
    tops = [_largest([values[j, g] for g in range(ANGLES + 1)]) for j in range(BLOCK + 1)]
    blocks = [(tops[j].max(tops[j + 1]) + slack).max(arb(0)) for j in range(BLOCK)]
    if cells < BLOCK:
        return _largest(blocks)
    wider = [_largest(blocks[max(j - 1, 0) : j + 2]) for j in range(BLOCK)]
    return sum(wider, start=arb(0)) / BLOCK


def _largest(values: Sequence[arb]) -> arb:
    best = values[0]
    for value in values[1:]:
        best = best.max(value)
    return best


@dataclass(frozen=True)
class _Wave:
    """f(v) = sum_k series_k cos(kv) + angle v = polynomial(cos v) + angle v."""

    series: Sequence[arb]
    angle: arb
    polynomial: arb_poly

    @cached_property
    def slope(self) -> arb_poly:
        """The derivative of the polynomial."""
        return self.polynomial.derivative()

    @cached_property
    def curve(self) -> arb_poly:
        """Its second derivative."""
        return self.slope.derivative()

    def greatest(self, row: Sequence[arb], pieces: int) -> arb:
        """An upper bound for f on [0, pi], its values at the grid being known, that cuts so many intervals at most.

        On an interval of half the width w around c: f <= f(c) + |f'(c)| w + K_2 w^2/2; where f'' < 0 throughout, f
        lies below its tangent at any point; where |f'(c)| > K_2 w, the greatest value is at an end.
        """
        second = sum((k**2 * abs(b) for k, b in enumerate(self.series)), start=arb(0))
        third = sum((k**3 * abs(b) for k, b in enumerate(self.series)), start=arb(0))
        slack = TOLERANCE * (second + 1)
        width = arb.pi() / ANGLES
        near = second * width * width / 8
        low, top = _highest(row)
        best = _largest(row)
        tops = [(g, row[g].max(row[g + 1]) + near) for g in range(ANGLES)]
        stack = deque((fmpq(g, ANGLES), fmpq(g + 1, ANGLES), bound) for g, bound in tops if not bound < low + slack)
        stack.rotate(-next((k for k, (_, right, _) in enumerate(stack) if right * ANGLES >= top), 0))
        looked = 0
        while stack:
            looked += 1
            left, right, bound = stack.popleft()
            if bound < low + slack or looked > pieces:
                best = best.max(bound)
                continue
            middle = (left + right) / 2
            half = arb.pi() * arb((right - left) / 2)
            value, first, bend = self._at(middle)
            low = low.max(value.lower())
            if bend + third * half < 0:
                bound = self._concave((left, middle, right), half, slack)
                best = best.max(bound)
            elif abs(first) > second * half:
                best = best.max(self._at(left)[0]).max(self._at(right)[0])
            else:
                bound = value + abs(first) * half + second * half * half / 2
                stack += [(left, middle, bound), (middle, right, bound)]
        return arb(best.max(low + slack).upper())  # pieces left out stay below low + slack

    def _at(self, part: fmpq, shift: arb = ZERO) -> tuple[arb, arb, arb]:
        """f, f' and f'' at pi part + shift; at 0 and pi the sine is 0 exactly."""
        cosine, sine = arb.cos_pi_fmpq(part), arb.sin_pi_fmpq(part)
        if shift != 0:
            cosine, sine = cosine * shift.cos() - sine * shift.sin(), sine * shift.cos() + cosine * shift.sin()
        tilt = self.slope(cosine)
        return (
            self.polynomial(cosine) + self.angle * (arb.pi() * arb(part) + shift),
            self.angle - sine * tilt,
            sine * sine * self.curve(cosine) - cosine * tilt,
        )

    def _concave(self, piece: tuple[fmpq, fmpq, fmpq], half: arb, slack: arb) -> arb:
        """Where f is concave: an end from which f falls, or the tangent at a point near the top, at its worse end."""
        left, middle, right = piece
        first, last = self._at(left), self._at(right)
        if first[1] <= 0:
            return first[0]
        if last[1] >= 0:
            return last[0]
        reach, shift = (half * arb(fmpq(99, 100))).lower(), arb(0)
        value, tilt, bend = self._at(middle)
        for _ in range(NEWTON_STEPS):
            if abs(tilt) * 2 * half < slack:
                break
            shift = (shift - tilt / bend).mid().min(reach).max(-reach)
            value, tilt, bend = self._at(middle, shift)
        return value + abs(tilt) * 2 * half


def _highest(row: Sequence[arb]) -> tuple[arb, int]:
    """The greatest lower end of a ball, and where it is."""
    best, place = row[0].lower(), 0
    for g, value in enumerate(row):
        if value.lower() > best:
            best, place = value.lower(), g
    return best, place
