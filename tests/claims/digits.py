"""Printed decimals held against balls: all digits, by the rounding interval and not by a tolerance."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from flint import arb, ctx, fmpq

PRECISION = 256
"""Bits to which the ends of a rounding interval are lifted; the values come with 128."""


def unit(text: str) -> fmpq:
    """One unit in the last place of the decimal."""
    exponent = Decimal(text).as_tuple().exponent
    assert isinstance(exponent, int)
    return fmpq(10) ** exponent


def number(text: str) -> fmpq:
    """The decimal itself."""
    exact = Fraction(text)
    return fmpq(exact.numerator, exact.denominator)


def neighbours(text: str) -> tuple[str, str]:
    """The decimals with the last digit one less and one more."""
    last = Decimal(1).scaleb(Decimal(text).as_tuple().exponent)  # pyright: ignore[reportArgumentType]
    return str(Decimal(text) - last), str(Decimal(text) + last)


def edges(text: str) -> tuple[fmpq, fmpq]:
    """The ends of the interval of all numbers that are printed so: half a unit in the last place to both sides."""
    return number(text) - unit(text) / 2, number(text) + unit(text) / 2


def prints(ball: arb, text: str) -> bool:
    """Whether every number of the ball is printed as the decimal."""
    low, high = edges(text)
    with ctx.workprec(PRECISION):
        return bool(arb(low) < ball) and bool(ball < arb(high))


def has_a_root(function: Callable[[fmpq], arb], text: str) -> bool:
    """Whether the continuous function changes sign, by balls, between the ends of the decimal's rounding interval."""
    low, high = (function(end) for end in edges(text))
    return bool(low < 0 < high) or bool(high < 0 < low)


@dataclass(frozen=True)
class Printed:
    """A decimal of claims.md and the ball that the suite has for it."""

    text: str
    ball: Callable[[], arb]


@dataclass(frozen=True)
class Root:
    """A decimal of claims.md and the function of which it is a zero."""

    text: str
    function: Callable[[fmpq], arb]
