"""Rigorous integrals of biases over pairs of label cells, by Arb's quadrature (Petras) in one or two variables."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from flint import acb, arb, ctx, fmpq

from theorems.model.arithmetic import enclose
from theorems.model.bias import General, Invariant, Space, below_diagonal, is_kinked
from theorems.model.calculus import substitute
from theorems.model.errors import InexactError
from theorems.model.evaluation import Value, evaluate
from theorems.model.matrix import gram
from theorems.model.nodes import Name

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from theorems.model.matrix import Vector
    from theorems.model.nodes import Expression
    from theorems.model.real import Real

PIECES = 24
"""Pieces a side into which a cell is cut where the bias has kinks off the diagonal."""

EVALUATIONS, OUTER_EVALUATIONS, INNER_EVALUATIONS = 10_000, 400, 1000
"""Evaluations of an integral over one label, and over two, where Arb's own limit is 1000 * precision each."""

WIDE_EVALUATIONS = 100
"""Evaluations of an inner integral over one label where the other is a wide ball."""

MOST_NESTED = 32
"""Most cells on each pair of which a nested integral is taken."""


@dataclass(frozen=True)
class Analytic:
    """Complex balls; a function that is not analytic on its argument, or not real, gives a ball that is not finite.

    Attributes:
        precision: bits to which exact numbers are lifted.
    """

    precision: int

    def number(self, value: fmpq, /) -> acb:
        """The rational, rounded outward."""
        return acb(arb(value))

    def lift(self, value: Real, /) -> acb:
        """A ball around the number."""
        return acb(value.ball(self.precision))

    def gram(self, points: Sequence[Vector], /) -> Value:
        """All inner products, lifted."""
        return [[self.lift(entry) for entry in row] for row in gram(points)]

    def sum(self, values: Iterable[Value], /) -> acb:
        """A ball around the sum."""
        return sum(values, start=acb(0))

    def pi(self) -> acb:
        """A ball around pi."""
        return acb(arb.pi())

    def call(self, function: str, arguments: Sequence[Value], /) -> acb:
        """One of exp, cos, sin, log, sqrt; `is_kinked` has kept out the others before Arb calls back."""
        if function in ("log", "sqrt"):
            return getattr(arguments[0], function)(
                analytic=True
            )  # off the branch cut also where Arb does not ask: there it is not real
        return getattr(arguments[0], function)()


def length(space: Space) -> acb:
    """The length of the label space."""
    return acb(2 * arb.pi()) if space is Space.CIRCLE else acb(1)


def integrated(value: acb) -> arb:
    """The real part of a finite integral.

    Raises:
        InexactError: Arb has not enclosed it, as at a pole.
    """
    if not value.is_finite():
        raise InexactError("integral: it is not enclosed, as for a bias with a pole; expected a bounded bias")
    return value.real


def difference_weights(bias: Invariant, n: int, precision: int) -> list[arb]:
    """iint k ds dt over two of n equal cells that are 0..n-1 steps apart, the label law being uniform.

    Two labels in cells at a distance of j steps differ by (j + v) steps, v of the density 1 - |v| on (-1, 1); the
    bias is f(|s - t|) on the interval, and even in s - t on the circle after taking its symmetric part.
    """
    with ctx.workprec(precision):
        step = length(bias.space) / n

        def density(j: int, v: acb) -> acb:
            arithmetic = Analytic(precision)

            def f(u: acb) -> acb:
                return evaluate(bias.function, {"u": u}, arithmetic)

            ahead, behind = (j + v) * step, (j - v) * step
            if bias.space is Space.INTERVAL:
                return (1 - v) * (f(ahead) + (f(ahead) if j == 0 else f(behind)))
            return (1 - v) * (f(ahead) + f(behind) + f(-ahead) + f(-behind)) / 2

        def mean(j: int) -> arb:
            return integrated(acb.integral(lambda v, _: density(j, v), acb(0), acb(1), eval_limit=EVALUATIONS))

        return [mean(j) / n**2 for j in range(n)]


@lru_cache(maxsize=8)
def pair_weights(bias: General, n: int, precision: int) -> list[list[arb]]:
    """iint k ds dt over cell i x cell j for i <= j, as rows of a triangle, of the symmetric part of k.

    Analytic below the diagonal: nested quadrature there. Else each pair of cells is cut into `PIECES` x `PIECES`, and
    the mean of k on each piece lies in its ball.
    """
    with ctx.workprec(precision):
        k = bias.function
        swapped = substitute(k, {"s": Name("t"), "t": Name("s")})
        parts = below_diagonal(k), below_diagonal(swapped)
        if any(map(is_kinked, parts)):
            return [[_mean_in_pieces(bias, i, j, n, precision) / n**2 for j in range(i, n)] for i in range(n)]
        if n > MOST_NESTED:
            raise InexactError(f"{n} cells: expected at most {MOST_NESTED} for a bias of both labels")
        return [[_below(parts, bias.space, i, j, n, precision) for j in range(i, n)] for i in range(n)]


def _below(parts: tuple[Expression, Expression], space: Space, i: int, j: int, n: int, precision: int) -> arb:
    """The integral of the symmetric part over cell i x cell j, i <= j; for i = j twice the part where s < t."""
    size = length(space)

    def value(s: acb, t: acb) -> acb:
        arithmetic = Analytic(precision)
        names = {"s": s * size, "t": t * size}
        return (evaluate(parts[0], names, arithmetic) + evaluate(parts[1], names, arithmetic)) / 2

    low = acb(arb(fmpq(i, n)))
    width = acb(arb(fmpq(1, n)))
    tolerance = arb(2) ** (-precision // 2)

    def outer(t: acb, _: bool) -> acb:
        reach = t - low if i == j else width

        def inner(v: acb, _: bool) -> acb:
            return reach * value(low + reach * v, t)

        # a wide ball of t, by which Arb bounds the integrand, meets no tolerance: it would take 1000 * precision values
        limit = INNER_EVALUATIONS if t.rad() < tolerance else WIDE_EVALUATIONS
        return acb.integral(inner, acb(0), acb(1), abs_tol=tolerance, eval_limit=limit)

    ends = acb(arb(fmpq(j, n))), acb(arb(fmpq(j + 1, n)))
    found = acb.integral(outer, *ends, abs_tol=tolerance, eval_limit=OUTER_EVALUATIONS)
    return integrated(found) * (2 if i == j else 1)


def _mean_in_pieces(bias: General, i: int, j: int, n: int, precision: int) -> arb:
    pieces = max(1, PIECES // n)
    total = arb(0)
    for a in range(pieces):
        for b in range(pieces):
            first, second = fmpq(i * pieces + a, n * pieces), fmpq(j * pieces + b, n * pieces)
            total += (range_on(bias, first, second, fmpq(1, n * pieces), precision)) / pieces**2
    return total


def range_on(bias: Invariant | General, first: fmpq, second: fmpq, width: fmpq, precision: int) -> arb:
    """A ball around the symmetric part of k for s and t in two cells of that width, both in parts of the label space.

    Raises:
        InexactError: no finite ball is found.
    """
    with ctx.workprec(precision):
        size = length(bias.space).real
        s, t = ((arb(start + width / 2) + arb(0, arb(width / 2))) * size for start in (first, second))
        if isinstance(bias, General):
            ends = ({"s": s, "t": t}, {"s": t, "t": s})
        else:
            apart = s - t
            ends = ({"u": apart}, {"u": -apart}) if bias.space is Space.CIRCLE else ({"u": abs(apart)},)
        return sum((enclose(bias.function, names, precision) for names in ends), start=arb(0)) / len(ends)
