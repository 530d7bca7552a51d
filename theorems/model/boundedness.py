"""Whether a kernel is bounded, as balls see it: a finite enclosure on each cell of a cover of its contents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flint import arb, ctx, fmpq

from theorems.model.arithmetic import Balls
from theorems.model.cells import faces
from theorems.model.errors import InvalidInputError
from theorems.model.evaluation import evaluate
from theorems.model.kernel import GeneralKernel, PairKernel, kernel_function
from theorems.model.occurrence import holds_partial, scalars_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from theorems.model.cells import Cell
    from theorems.model.label_table import LabelTable
    from theorems.model.nodes import Expression

PRECISION = 64
"""Bits of the balls."""

MAX_CELLS = 2000
"""Cells looked at for one pair of labels."""

MAX_PROFILE_CELLS = 200_000
"""Cells looked at for all profiles of pairs together; half a minute."""

MAX_LABELS = 40
"""Labels up to which a general kernel that may be unbounded is looked at."""


def require_bounded(kernel: PairKernel | GeneralKernel, table: LabelTable) -> None:
    """Refuses a kernel that balls do not bound on the contents of some pair of labels.

    Raises:
        InvalidInputError: the message says for which labels and where.
    """
    if not holds_partial(kernel.expression):
        return
    n = len(table.values) if scalars_in(kernel.expression) - {"r"} else 1
    if isinstance(kernel, GeneralKernel) and n > MAX_LABELS:
        raise InvalidInputError(
            f"kernel: a general one with a quotient, log or sqrt on {n} labels, expected at most {MAX_LABELS}: it is "
            "bounded pair by pair"
        )
    looked: set[int] = set()
    cells = 0
    with ctx.workprec(PRECISION):
        for i in range(n):
            for j in range(i + 1):
                if isinstance(kernel, PairKernel):
                    profile = kernel.profiles[i][j]
                    where, used = (None, 0) if id(profile) in looked else _unbounded_on_interval(profile)
                    looked.add(id(profile))
                    cells += used
                    if cells > MAX_PROFILE_CELLS:
                        raise InvalidInputError(
                            f"kernel: its profiles are not bounded by {MAX_PROFILE_CELLS} cells in all; take fewer "
                            "labels, or keep divisors and the arguments of log and sqrt further above 0"
                        )
                else:
                    where = _unbounded_on_spheres(kernel, i, j)
                if where is not None:
                    raise InvalidInputError(
                        f"kernel: balls do not bound it at {table.name(i)} and {table.name(j)}, {where}; expected a "
                        "bounded kernel: keep divisors and the arguments of log and sqrt above 0 on the whole sphere"
                    )


def _unbounded_on_interval(profile: Expression) -> tuple[str | None, int]:
    """A place that `MAX_CELLS` halvings leave open, or None; and the number of cells looked at."""
    balls = Balls(PRECISION)
    cells = [(fmpq(-1), fmpq(1))]
    for used in range(MAX_CELLS):
        if not cells:
            return None, used
        low, high = cells.pop()
        if not evaluate(profile, {"r": arb((low + high) / 2, (high - low) / 2)}, balls).is_finite():
            middle = (low + high) / 2
            cells += [(low, middle), (middle, high)]
    return f"inner product near {_decimal(cells[-1][0])}" if cells else None, MAX_CELLS


def _unbounded_on_spheres(kernel: GeneralKernel, i: int, j: int) -> str | None:
    h = kernel_function(kernel, i, j, Balls(PRECISION))

    def finite(x: Cell, y: Cell) -> bool:
        return h(x.point(x.enclosed()), y.point(y.enclosed())).is_finite()

    return unsettled([(x, y) for x in faces(kernel.table.dimension) for y in faces(kernel.table.dimension)], finite)


def unsettled(pairs: list[tuple[Cell, Cell]], settled: Callable[[Cell, Cell], bool]) -> str | None:
    """A place that `MAX_CELLS` halvings leave open, or None."""
    for _ in range(MAX_CELLS):
        if not pairs:
            return None
        x, y = pairs.pop()
        if settled(x, y):
            continue
        widths = [high - low for low, high in (*x.box, *y.box)]
        if not widths:
            return f"x = {_place(x)}, y = {_place(y)}"
        k = widths.index(max(widths))
        d = len(x.box)
        pairs += [(half, y) for half in x.halved(k)] if k < d else [(x, half) for half in y.halved(k - d)]
    return f"near x = {_place(pairs[-1][0])}, y = {_place(pairs[-1][1])}" if pairs else None


def _place(cell: Cell) -> str:
    return f"({', '.join(_decimal(entry) for entry in cell.point([arb(u) for u in cell.centre]))})"


def _decimal(value: fmpq | arb) -> str:
    return arb(value).str(6, radius=False)
