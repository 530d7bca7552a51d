"""Exact numbers as decimals rounded outward: a lower bound down, an upper bound up."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from flint import arb, ctx, fmpq, fmpz

from theorems.model import codec
from theorems.model.errors import InvalidInputError, UndecidedError
from theorems.model.real import Real

DIGITS = 17
"""Significant digits shown."""

PRECISIONS = (256, 1024, 4096)
"""Bits of the balls that round an irrational number, tried in turn."""

LEAST_MAGNITUDE = -1000
"""Power of ten below which a number is rounded outward to 0 or to one unit of the last place kept."""

MOST_CHARACTERS = 40
"""Longest text of an exact form that is kept as it is."""


def read_gap(gap: float | str | Fraction) -> fmpq:
    """The relative gap as an exact number.

    Raises:
        InvalidInputError: it is no number of at least 0.
    """
    try:
        exact = Fraction(gap)
    except (ValueError, ZeroDivisionError, OverflowError):
        raise InvalidInputError(f"gap={gap!r}: expected a number such as 1e-8") from None
    if exact < 0:
        raise InvalidInputError(f"gap={gap!r}: expected a number of at least 0")
    return fmpq(exact.numerator, exact.denominator)


def outward(value: Real, side: int, digits: int = DIGITS) -> fmpq:
    """The nearest decimal of so many significant digits at or below (side -1), or at or above (side 1), the value.

    Raises:
        UndecidedError: no ball kept away from 0.
    """
    if value.is_rational:
        exact = value.rational()
        if exact == 0:
            return exact
        scale = fmpq(10) ** (digits - _magnitude(arb(exact)))
        scaled = exact * scale
        return fmpq(scaled.ceil() if side > 0 else scaled.floor()) / scale
    for precision in PRECISIONS:
        with ctx.workprec(precision):
            ball = value.ball(precision)
            if abs(ball) > 0:
                return ball_edge(ball, side, digits)
    raise UndecidedError(f"{value}: not told from 0 by balls of {PRECISIONS[-1]} bits")


def ball_edge(ball: arb, side: int, digits: int = DIGITS) -> fmpq:
    """A decimal of so many significant digits below (side -1) or above (side 1) every number of a finite ball."""
    if not abs(ball) < arb(2) ** 2**16:  # its digits would fill the memory
        raise UndecidedError("ball: expected one that is finite and below 2^65536")
    with ctx.workprec(PRECISIONS[-1]):
        scale = fmpq(10) ** (digits - _magnitude(ball))
        scaled = ball * arb(scale)
        whole = (scaled.upper().ceil() if side > 0 else scaled.lower().floor()).unique_fmpz()
    if whole is None:
        raise UndecidedError(f"ball={ball}: expected one that is narrow enough for {digits} digits")
    return fmpq(whole) / scale


def _magnitude(ball: arb) -> int:
    """A k >= `LEAST_MAGNITUDE` with |value| < 10^k for every number of the ball; 0 for the ball of 0 alone."""
    if ball == 0:
        return 0
    if abs(ball) < arb(10) ** LEAST_MAGNITUDE:
        return LEAST_MAGNITUDE
    text = abs(ball).upper().str(3, radius=False)
    return Decimal(text).adjusted() + 1


def decimal_text(value: fmpq) -> str:
    """A decimal number exactly, such as "0.25" or "1.3e-10".

    Raises:
        ValueError: the number has no finite decimal expansion.
    """
    places = 0
    scaled = value
    while scaled.q != 1:
        if places > 5000:
            raise ValueError(f"value={value}: expected a finite decimal")
        scaled, places = scaled * 10, places + 1
    number = Decimal(int(scaled.p)).scaleb(-places)
    if number == 0:
        return "0"
    plain = -7 < number.adjusted() < 21
    return f"{number:f}" if plain else str(number.normalize()).lower().replace("e+", "e")


def shown(value: Real, side: int, digits: int = DIGITS) -> str:
    """The value as decimal text, rounded outward."""
    return decimal_text(outward(value, side, digits))


def is_writable(value: Real) -> bool:
    """Whether a certificate may hold the exact form."""
    try:
        codec.decode(codec.encode(value, Real), Real)
    except InvalidInputError:
        return False
    return True


def is_short(value: Real) -> bool:
    """Whether the form is short enough to be read, and may stand in a certificate."""
    return len(str(value)) <= MOST_CHARACTERS and is_writable(value)


def tidied(value: Real, side: int, digits: int = 20) -> Real:
    """The value itself if its form is short, else a decimal of so many digits outside of it."""
    return value if is_short(value) else Real(outward(value, side, digits))


def relative_gap(lower: Real, upper: Real) -> Real:
    """(U - L)/max(|L|, |U|), rounded up to a decimal of 4 digits where it is not exact; 0 if U = L."""
    gap = upper - lower
    if gap == 0:
        return Real(0)
    size = max(abs(lower), abs(upper))
    if gap.is_rational and size.is_rational:
        return gap / size
    for precision in PRECISIONS:
        with ctx.workprec(precision):
            size_ball = size.ball(precision)
            if size_ball > 0:
                scaled = (gap.ball(precision) / size_ball * 2**200).upper().ceil().unique_fmpz()
                if scaled is not None:
                    return Real(fmpq(scaled, fmpz(2) ** 200))
    raise UndecidedError(f"the gap between {lower} and {upper} is not enclosed")
