"""Closed cells that cover the sphere: boxes on the faces of the cube [-1, 1]^d, projected from the centre.

The face (k, sign) holds w with w_k = sign and the other d - 1 coordinates u in [-1, 1]; x = w/|w|. Every point of the
sphere lies on such a face: divide it by its greatest coordinate in size. For d = 1 the two faces are the two points.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from flint import arb, fmpq

from theorems.model.jets import Jet, SecondJet

if TYPE_CHECKING:
    from collections.abc import Sequence

Box = tuple[tuple[fmpq, fmpq], ...]
"""Closed intervals, one a parameter."""


@dataclass(frozen=True, eq=False)
class Cell:
    """The points w/|w| of the face with parameters in the box. Equal cells are made once: compared as objects.

    Attributes:
        dimension: d.
        coordinate: k, from 0.
        sign: 1 or -1.
        box: d - 1 intervals.
    """

    dimension: int
    coordinate: int
    sign: int
    box: Box

    @property
    def centre(self) -> tuple[fmpq, ...]:
        """The parameters in the middle."""
        return tuple((low + high) / 2 for low, high in self.box)

    def enclosed(self) -> list[arb]:
        """The parameters as balls."""
        return [arb((low + high) / 2, (high - low) / 2) for low, high in self.box]

    @cached_property
    def _halves(self) -> dict[int, tuple[Cell, Cell]]:
        return {}

    def halved(self, k: int) -> tuple[Cell, Cell]:
        """The two cells of half the width in parameter k, which cover this one; the same objects each time."""
        if k not in self._halves:
            self._halves[k] = self._cut(k)
        return self._halves[k]

    def _cut(self, k: int) -> tuple[Cell, Cell]:
        low, high = self.box[k]
        middle = (low + high) / 2
        before, after = self.box[:k], self.box[k + 1 :]
        return (
            Cell(self.dimension, self.coordinate, self.sign, (*before, (low, middle), *after)),
            Cell(self.dimension, self.coordinate, self.sign, (*before, (middle, high), *after)),
        )

    def point(self, parameters: Sequence[arb]) -> list[arb]:
        """X at the parameters, which lie in the box or enclose parts of it."""
        scale = _inverse_length(parameters)
        free = [u * scale for u in parameters]
        return [*free[: self.coordinate], self.sign * scale, *free[self.coordinate :]]

    def slopes(self, point: Sequence[arb], parameters: Sequence[arb]) -> list[list[arb]]:
        """d x_c/d u_k = (delta_ck - x_k x_c)/|w| for each coordinate c and parameter k."""
        scale = _inverse_length(parameters)
        free = [c for c in range(self.dimension) if c != self.coordinate]
        return [[((1 if c == k else 0) - point[k] * point[c]) * scale for k in free] for c in range(self.dimension)]


def _inverse_length(parameters: Sequence[arb]) -> arb:
    """1/|w|; the squares are enclosed from the ends of |u|, for a ball times itself may leave [0, 1]."""
    squares = [(u.abs_lower() ** 2).union(u.abs_upper() ** 2) for u in parameters]
    return sum(squares, start=arb(1)).rsqrt()


def bent(cell: Cell, parameters: Sequence[arb]) -> list[SecondJet]:
    """The coordinates as functions of the parameters, to second order, at the parameters or on the balls that they are.

    With s = 1/|w| and e_ck = delta_ck - x_k x_c: d x_c/d u_k = e_ck s and ds/d u_l = -x_l s^2, so that the second
    derivative is -(s e_kl x_c + x_k s e_cl) s - e_ck x_l s^2, for k and l free coordinates.
    """
    point, scale = cell.point(parameters), _inverse_length(parameters)
    free = [c for c in range(cell.dimension) if c != cell.coordinate]
    square = scale * scale

    def e(c: int, k: int) -> arb:
        return (1 if c == k else 0) - point[k] * point[c]

    return [
        SecondJet(
            point[c],
            tuple(e(c, k) * scale for k in free),
            tuple(
                tuple(-(e(k, m) * point[c] + point[k] * e(c, m) + e(c, k) * point[m]) * square for m in free)
                for k in free
            ),
        )
        for c in range(cell.dimension)
    ]


def faces(dimension: int) -> list[Cell]:
    """The 2d faces, which cover the sphere."""
    box = ((fmpq(-1), fmpq(1)),) * (dimension - 1)
    return [Cell(dimension, k, sign, box) for k in range(dimension) for sign in (1, -1)]


def placed(cell: Cell, before: int, after: int) -> list[Jet]:
    """The coordinates of the cell's points as jets, with `before` parameters ahead of its own and `after` behind."""
    parameters = cell.enclosed()
    point = cell.point(parameters)
    ahead, behind = (arb(0),) * before, (arb(0),) * after
    return [
        Jet(value, (*ahead, *row, *behind)) for value, row in zip(point, cell.slopes(point, parameters), strict=True)
    ]
