"""Biases of a continuum of labels that have no closed form: functions of the difference, and of both labels.

The circle has labels in radians, 0 <= s < 2 pi, the interval 0 <= s <= 1; the label law is uniform. The energy hears
the symmetric part (k(s, t) + k(t, s))/2 of a bias alone, so that symmetry is not assumed here.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from flint import fmpq

from theorems.model.calculus import as_polynomial, substitute
from theorems.model.errors import InvalidInputError
from theorems.model.nodes import (
    MINUS_ONE,
    Call,
    Name,
    Number,
    Pi,
    Power,
    Product,
    Sum,
    add,
    multiply,
    power,
)
from theorems.model.occurrence import scalars_in, walk

if TYPE_CHECKING:
    from collections.abc import Callable

    from theorems.model.nodes import Expression

U = Name("u")
"""The difference of two labels."""

KINKED = ("abs", "min", "max")
"""The functions that are not analytic."""


class Space(Enum):
    """The labels: a circle of length 2 pi, or [0, 1]."""

    CIRCLE = "circle"
    INTERVAL = "interval"


@dataclass(frozen=True, eq=False)
class Invariant:
    """k(s, t) = (f(s - t) + f(t - s))/2 on the circle, f of period 2 pi, or f(|s - t|) on the interval.

    Attributes:
        space: where the labels live.
        function: f, an expression in u made of exp, log, sqrt, cos, sin, quotients: analytic where it is finite. On
            the circle u occurs in cos and sin of whole multiples alone, which makes the period.
    """

    space: Space
    function: Expression

    def __post_init__(self) -> None:
        if scalars_in(self.function) - {"u"} or is_kinked(self.function):
            raise InvalidInputError("function: expected an expression in u without abs, min and max")
        if self.space is Space.CIRCLE and not has_period(self.function):
            raise InvalidInputError("function: expected u in cos and sin of whole multiples of u alone, on the circle")


@dataclass(frozen=True, eq=False)
class General:
    """k(s, t), any expression in both labels; (k(s, t) + k(t, s))/2 is meant.

    Attributes:
        space: where the labels live.
        function: k.
    """

    space: Space
    function: Expression

    def __post_init__(self) -> None:
        if scalars_in(self.function) - {"s", "t"}:
            raise InvalidInputError("function: expected an expression in s and t")


def is_kinked(node: Expression) -> bool:
    """Whether abs, min or max occurs."""
    return any(isinstance(part, Call) and part.function in KINKED for part in walk(node))


def has_period(node: Expression) -> bool:
    """Whether u occurs in cos and sin of p u + c alone, p whole and c rational: then the period is 2 pi."""
    match node:
        case Name():
            return False
        case Call("cos" | "sin", (argument,)):
            polynomial = as_polynomial(argument, "u")
            if polynomial is not None:
                return polynomial.degree() <= 1 and polynomial[1].q == 1
            return has_period(argument)
        case Sum(parts) | Product(parts) | Call(_, parts):
            return all(has_period(part) for part in parts)
        case Power(base, _):
            return has_period(base)
        case _:
            return True


def linear(node: Expression) -> tuple[fmpq, fmpq, fmpq] | None:
    """(p, q, c) of p s + q t + c; None where the expression is not that by form."""
    match node:
        case Number(value):
            return fmpq(0), fmpq(0), value
        case Name("s"):
            return fmpq(1), fmpq(0), fmpq(0)
        case Name("t"):
            return fmpq(0), fmpq(1), fmpq(0)
        case Product((Number(value), factor)):
            below = linear(factor)
            return None if below is None else (value * below[0], value * below[1], value * below[2])
        case Sum(terms):
            found = [part for part in map(linear, terms) if part is not None]
            if len(found) < len(terms):
                return None
            p, q, c = (sum(entries, start=fmpq(0)) for entries in zip(*found, strict=True))
            return p, q, c
        case _:
            return None


def difference(node: Expression) -> Expression | None:
    """An expression in s and t as one in u = s - t; None where it is none by form."""
    line = linear(node)
    if line is not None:
        p, q, c = line
        parts = [multiply(Number(p), U)] if p else []
        return add(*parts, *([Number(c)] if c or not p else [])) if p == -q else None
    match node:
        case Sum(parts) | Product(parts) | Call(_, parts):
            made = [part for part in map(difference, parts) if part is not None]
            if len(made) < len(parts):
                return None
            whole = Call(node.function, tuple(made)) if isinstance(node, Call) else None
            return whole or (add(*made) if isinstance(node, Sum) else multiply(*made))
        case Power(base, exponent):
            below = difference(base)
            return None if below is None else power(below, exponent)
        case Pi():
            return node
        case _:
            return None


def of_distance(node: Expression) -> Expression:
    """The symmetric part of an expression in u = s - t, for u = |s - t| >= 0: (g(u) + g(-u))/2, |p u| written |p| u."""
    there, back = _unfolded(node), _unfolded(substitute(node, {"u": multiply(MINUS_ONE, U)}))
    return there if there == back else multiply(Number(fmpq(1, 2)), add(there, back))


def _unfolded(node: Expression) -> Expression:
    match node:
        case Call("abs", (argument,)):
            slope = as_polynomial(argument, "u")
            if slope is not None and slope.degree() == 1 and slope[0] == 0:
                return multiply(Number(abs(slope[1])), U)
            return Call("abs", (_unfolded(argument),))
        case _:
            return _mapped(node, _unfolded)


def _mapped(node: Expression, change: Callable[[Expression], Expression]) -> Expression:
    """The node with each part below it changed."""
    match node:
        case Sum(parts):
            return add(*map(change, parts))
        case Product(parts):
            return multiply(*map(change, parts))
        case Call(function, parts):
            return Call(function, tuple(map(change, parts)))
        case Power(base, exponent):
            return power(change(base), exponent)
        case _:
            return node


def below_diagonal(node: Expression) -> Expression:
    """The expression with |p (s - t)|, min(s, t) and max(s, t) written as they are where s < t."""
    match node:
        case Call("abs", (argument,)):
            line = linear(argument)
            if line is not None and line[0] == -line[1] and line[2] == 0:
                p = abs(line[0])
                return add(multiply(Number(p), Name("t")), multiply(Number(-p), Name("s")))
            return Call("abs", (below_diagonal(argument),))
        case Call("min" | "max", (Name("s"), Name("t")) | (Name("t"), Name("s"))):
            return Name("s" if node.function == "min" else "t")
        case _:
            return _mapped(node, below_diagonal)
