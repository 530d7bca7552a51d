"""Whether a ball has the digits that a text prints, and decimals with another last digit."""

from __future__ import annotations

from flint import arb, ctx, fmpq


def unit(decimal: str) -> fmpq:
    """One in the last place that is printed."""
    return fmpq(1, 10 ** len(decimal.partition(".")[2]))


def value(decimal: str) -> fmpq:
    """The decimal as it is printed."""
    whole, _, places = decimal.partition(".")
    return fmpq(int(whole + places), 10 ** len(places))


def has_digits(ball: arb, decimal: str) -> bool:
    """Whether every number of the ball rounds to the decimal; False for a ball that is too wide, or NaN."""
    with ctx.workprec(256):
        return bool(abs(ball - arb(value(decimal))) < arb(unit(decimal) / 2))


def off_by_one(decimal: str) -> list[str]:
    """The decimals one in the last place below and above."""
    places = len(decimal.partition(".")[2])
    scaled = int((value(decimal) * 10**places).p)
    return [_written(scaled + step, places) for step in (-1, 1)]


def _written(scaled: int, places: int) -> str:
    digits = str(scaled).rjust(places + 1, "0")
    return f"{digits[:-places]}.{digits[-places:]}"
