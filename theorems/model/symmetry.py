"""Whether h((x, s), (y, t)) = h((y, t), (x, s)): shown by form, or refuted at a point, or neither."""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from typing import TYPE_CHECKING

from flint import arb, ctx, fmpq

from theorems.model.arithmetic import EXACT, Balls
from theorems.model.calculus import substitute
from theorems.model.errors import InexactError, InvalidInputError, UndecidedError
from theorems.model.evaluation import evaluate
from theorems.model.matrix import equal, transpose
from theorems.model.nodes import Name
from theorems.model.normal_form import NormalForm
from theorems.model.sphere import axis, stereographic

if TYPE_CHECKING:
    from theorems.model.label_table import LabelTable
    from theorems.model.matrix import Vector
    from theorems.model.nodes import Expression
    from theorems.model.real import Real

PRECISION = 128
"""Bits of the balls in which two values without exact form are told apart."""

MOST_LABELS = 6
"""Labels, the first ones and the last, among which a point of asymmetry is looked for."""

MOST_POINTS = 5
"""Points of the sphere at which one is looked for."""


def exchanged(node: Expression) -> Expression:
    """The expression with s and t, x and y exchanged."""
    return substitute(node, {"s": Name("t"), "t": Name("s")}, {"x": "y", "y": "x"})


def is_symmetric_by_form(node: Expression, table: LabelTable) -> bool:
    """Whether the expression and its exchange have one normal form, which shows that they are one function."""
    even = table.bias is not None and equal(table.bias, transpose(table.bias))
    form = NormalForm(table.dimension, symmetric_bias=even)
    return form.polynomial(node) == form.polynomial(exchanged(node))


def require_symmetric(node: Expression, table: LabelTable, written: Expression) -> None:
    """Refuses a kernel that is not shown to be symmetric.

    Args:
        node: what is to have a symmetric form: the kernel, or its profile in r, s and t.
        table: the labels.
        written: the kernel as written, in which a counterexample is looked for.

    Raises:
        InvalidInputError: it is not symmetric, with a point; or no form shows it.
    """
    if is_symmetric_by_form(node, table):
        return
    n, d = len(table.values), table.dimension
    labels = range(n) if n <= MOST_LABELS else [*range(MOST_LABELS // 2), *range(n - MOST_LABELS // 2, n)]
    for (i, j), (x, y) in product(combinations_with_replacement(labels, 2), product(_points(d), repeat=2)):
        values = _value(written, table, (i, j), (x, y)), _value(written, table, (j, i), (y, x))
        if _apart(*values):
            raise InvalidInputError(
                f"the kernel is not symmetric: {_shown(values[0])} at x = {_place(x)}, {table.name(i)} and "
                f"y = {_place(y)}, {table.name(j)}; {_shown(values[1])} with the two exchanged, contents too; expected "
                "h((x,s),(y,t)) = h((y,t),(x,s))"
            )
    raise InvalidInputError(
        "the kernel could not be shown symmetric, and no point was found where it is not; write it as "
        "(h(x, y) + h(y, x))/2, with s and t exchanged too in the second"
    )


def _points(dimension: int) -> list[Vector]:
    """Rational points of the sphere, generic ones first."""
    if dimension == 1:
        return [axis(1, 0), tuple(-entry for entry in axis(1, 0))]
    slopes = (fmpq(1, 3), fmpq(-2, 5), fmpq(3, 7))
    generic = [stereographic([fmpq(k + 1) * slope for k in range(dimension - 1)]) for slope in slopes]
    return [*generic, axis(dimension, 0), axis(dimension, dimension - 1)][:MOST_POINTS]


def _value(node: Expression, table: LabelTable, pair: tuple[int, int], points: tuple[Vector, Vector]) -> Real | arb:
    """The exact value, or a ball around it."""
    (i, j), (x, y) = pair, points
    try:
        return evaluate(node, {**table.environment(i, j), "x": x, "y": y}, EXACT)
    except (InexactError, UndecidedError):
        pass
    except InvalidInputError as error:
        place = f"x = {_place(x)}, {table.name(i)} and y = {_place(y)}, {table.name(j)}"
        raise InvalidInputError(f"kernel at {place}: {error}") from error
    with ctx.workprec(PRECISION):
        balls = Balls(PRECISION)
        names = {**table.lifted(i, j, balls), "x": [balls.lift(v) for v in x], "y": [balls.lift(v) for v in y]}
        return evaluate(node, names, balls)


def _apart(left: Real | arb, right: Real | arb) -> bool:
    """Whether the values certainly differ."""
    with ctx.workprec(PRECISION):
        gap = (left if isinstance(left, arb) else left.ball(PRECISION)) - (
            right if isinstance(right, arb) else right.ball(PRECISION)
        )
        return bool(gap > 0) or bool(gap < 0)


def _shown(value: Real | arb) -> str:
    return value.str(10) if isinstance(value, arb) else str(value)


def _place(point: Vector) -> str:
    return f"({', '.join(map(str, point))})"
