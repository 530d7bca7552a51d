"""Greatest values over pairs of contents, by balls on boxes: what the grid rule asks of each pair of labels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flint import arb, arb_mat

from theorems.model.arithmetic import Balls
from theorems.model.cells import Cell, bent, faces, placed
from theorems.model.features import exponents, monomials
from theorems.model.jets import Jet, Jets, SecondJet
from theorems.model.kernel import GeneralKernel, Kernel, kernel_function
from theorems.model.nodes import ZERO
from theorems.model.polynomial_part import polynomial_part

if TYPE_CHECKING:
    from flint import fmpq_mat

    from theorems.model.problem import Problem

PRECISION = 64
"""Bits of the balls."""

BALLS = Balls(PRECISION)
JETS = Jets(BALLS)

Box = tuple[Cell, ...]
"""A cell of x and one of y, or one cell where y = x."""


@dataclass(frozen=True, eq=False)
class Enclosure:
    """What is known of a function on a box.

    Attributes:
        value: a ball around all its values there.
        centre: a ball around the value in the middle.
        widths: how much each parameter may add, as balls; the box is halved where that is most.
    """

    value: arb
    centre: arb
    widths: tuple[arb, ...]

    @property
    def steepest(self) -> int:
        """The parameter to halve: the first of the most; of any that balls do not bound, the first."""
        best = 0
        for k, width in enumerate(self.widths):
            if not width.is_finite():
                return k
            if width.mid() > self.widths[best].mid():
                best = k
        return best


class Charts:
    """The sphere in cells, and what functions of the contents have on each; kept, since pairs of labels share them.

    Balls are at flint's precision of the caller.
    """

    def __init__(self, dimension: int, degree: int) -> None:
        """The faces of the cube, and the monomials of a degree."""
        self.dimension, self.degree = dimension, degree
        self.faces = faces(dimension)
        self._chosen = exponents(dimension, degree)
        self._known: dict[tuple[Cell, bool], arb_mat] = {}
        self._points: dict[Cell, list[arb]] = {}
        self._jets: dict[tuple[Cell, int, int], list[Jet]] = {}

    def middle(self, cell: Cell) -> list[arb]:
        """The point in the middle."""
        if cell not in self._points:
            self._points[cell] = cell.point([arb(u) for u in cell.centre])
        return self._points[cell]

    def placed(self, cell: Cell, ahead: int, behind: int) -> list[Jet]:
        """The coordinates on the cell; see `theorems.model.cells.placed`."""
        key = cell, ahead, behind
        if key not in self._jets:
            self._jets[key] = placed(cell, ahead, behind)
        return self._jets[key]

    def rows(self, cell: Cell, *, middle: bool) -> arb_mat:
        """The monomials in a row, their slopes below, a row a parameter, and their second derivatives, a row a pair."""
        key = cell, middle
        if key not in self._known:
            d = self.dimension - 1
            zero = (arb(0),) * d
            point = bent(cell, [arb(u) for u in cell.centre] if middle else cell.enclosed())
            jets: list[SecondJet] = monomials(point, self._chosen, SecondJet(arb(1), zero, (zero,) * d))
            rows = [[jet.value for jet in jets], *([jet.slopes[k] for jet in jets] for k in range(d))]
            rows += [[jet.bends[k][m] for jet in jets] for k in range(d) for m in range(d)]
            self._known[key] = arb_mat(rows)
        return self._known[key]


class Residual:
    """g(x, y) = h_ij(x, y) + phi(x)^T S phi(y) + <p, phi(x)> + <q, phi(y)>, or g(x, x) where y = x is all that counts.

    All values are balls at flint's precision of the caller.
    """

    def __init__(
        self,
        problem: Problem,
        pair: tuple[int, int],
        square: fmpq_mat,
        prices: tuple[fmpq_mat, fmpq_mat],
        charts: Charts,
        *,
        diagonal: bool,
    ) -> None:
        """The function of a pair of labels.

        Args:
            problem: the problem; a self term that does not count is left out of g.
            pair: i, j.
            square: S, a row and column a monomial.
            prices: p and q, one row each.
            charts: the cells and their monomials.
            diagonal: whether y = x.
        """
        kernel: Kernel | None = problem.kernel if pair[0] != pair[1] or problem.labels.self_terms else None
        total = arb_mat(square)
        if isinstance(kernel, GeneralKernel):
            # what is a polynomial in the contents joins the square, where the two may cancel
            part, rest = polynomial_part(kernel, *pair, charts.degree, BALLS)
            total, kernel = total + part, None if rest == ZERO else GeneralKernel(rest, kernel.table)
        self._h = None if kernel is None else kernel_function(kernel, *pair, BALLS)
        self._jet = None if kernel is None else kernel_function(kernel, *pair, JETS)
        self._dimension, self._diagonal, self._charts = problem.dimension, diagonal, charts
        self._square = total
        self._prices = [arb_mat(price.transpose()) for price in prices]

    def whole(self) -> list[Box]:
        """Boxes that cover all contents."""
        cells = self._charts.faces
        return [(x,) for x in cells] if self._diagonal else [(x, y) for x in cells for y in cells]

    def halved(self, box: Box, k: int) -> tuple[Box, Box]:
        """The box cut in parameter k; for d = 1 there is none."""
        d = self._dimension - 1
        low, high = box[k // d].halved(k % d)
        place = k // d
        return (*box[:place], low, *box[place + 1 :]), (*box[:place], high, *box[place + 1 :])

    def enclosed(self, box: Box) -> Enclosure:
        """The function on the box: the narrower of a ball from balls, and an expansion around the middle.

        Lemma: let (u0, v0) be the middle, a_k half the widths, f the polynomial part of g. Then |g - g(u0, v0)| <=
        sum_k |d_k h + d_k f(u0, v0)| a_k + 1/2 sum_kl |d_kl f| a_k a_l, d_k h and d_kl f enclosed on the box. Proof:
        the mean value theorem for h, with generalised gradients at kinks, and Taylor's formula for f.
        """
        halves = [arb(high - low) / 2 for cell in box for low, high in cell.box]
        polynomial, slopes, bends = self._expanded(box)
        ball, middle = polynomial
        if self._h is not None and self._jet is not None:
            points = [self._charts.middle(cell) for cell in box]
            middle += self._h(points[0], points[-1])
            d = self._dimension - 1
            x = self._charts.placed(box[0], 0, (len(box) - 1) * d)
            jet = self._jet(x, x if self._diagonal else self._charts.placed(box[1], d, 0))
            ball += jet.value
            slopes = [a + b for a, b in zip(slopes, jet.slopes or (arb(0),) * len(slopes), strict=True)]
        widths = tuple(
            half * (abs(slope) + sum((abs(bend) * a for bend, a in zip(row, halves, strict=True)), start=arb(0)) / 2)
            for half, slope, row in zip(halves, slopes, bends, strict=True)
        )
        reach = sum(widths, start=arb(0)).abs_upper()
        if reach.is_finite() and middle.is_finite():
            expanded = middle + arb(0, reach)
            ball = expanded if not ball.is_finite() or expanded.rad() < ball.rad() else ball
        return Enclosure(ball, middle, widths)

    def _expanded(self, box: Box) -> tuple[tuple[arb, arb], list[arb], list[list[arb]]]:
        """The polynomial part: on the box and in the middle, its slopes in the middle, its second derivatives on it."""
        d = self._dimension - 1
        outer, inner = ([self._charts.rows(cell, middle=middle) for cell in box] for middle in (False, True))
        form = outer[0] * self._square * outer[-1].transpose()
        first, second = outer[0] * self._prices[0], outer[-1] * self._prices[1]
        centre = inner[0] * self._square * inner[-1].transpose()
        ahead, behind = inner[0] * self._prices[0], inner[-1] * self._prices[1]
        values = form[0, 0] + first[0, 0] + second[0, 0], centre[0, 0] + ahead[0, 0] + behind[0, 0]
        steps = range(d)
        place = [[1 + d + k * d + m for m in steps] for k in steps]
        left = [centre[1 + k, 0] + ahead[1 + k, 0] for k in steps]
        right = [centre[0, 1 + k] + behind[1 + k, 0] for k in steps]
        own = [[form[place[k][m], 0] + first[place[k][m], 0] for m in steps] for k in steps]
        others = [[form[0, place[k][m]] + second[place[k][m], 0] for m in steps] for k in steps]
        mixed = [[form[1 + k, 1 + m] for m in steps] for k in steps]
        if self._diagonal:
            slopes = [a + b for a, b in zip(left, right, strict=True)]
            return (
                values,
                slopes,
                [[own[k][m] + others[k][m] + mixed[k][m] + mixed[m][k] for m in steps] for k in steps],
            )
        bends = [own[k] + mixed[k] for k in steps] + [[mixed[m][k] for m in steps] + others[k] for k in steps]
        return values, left + right, bends
