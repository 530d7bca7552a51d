"""Where a profile is greatest and least on the inner products that the sphere attains, by search and refinement."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from benchmarks.oracle.formulas import UndefinedError, function
from benchmarks.oracle.numbers import MP, Number, compare, real

CELLS = 4000
"""Cells of [-1, 1] in which a local maximum is looked for, in plain floats first."""

STEPS = 130
"""Golden sections of a cell: its width falls below 10^-27, where the value at a smooth peak is right to 50 digits."""

CLOSE = 1e-13
"""Gap in plain floats below which a value may be the peak's."""

TOUCH = MP.mpf(10) ** -40
"""Gap in 110 digits below which a refined local maximum counts as the peak's value."""


@dataclass(frozen=True)
class Profile:
    """A function phi of r."""

    at: Callable[[Any], Number]


@lru_cache(256)
def profile_of(text: str) -> Profile:
    """The profile with that text."""
    built = function(text)
    return Profile(lambda r: built({"r": r}))


def peaks(phi: Profile, d: int, sign: int) -> list[tuple[Number, Number]]:
    """(value, r) at the ends and at the local maxima of sign * phi, as values of phi."""
    ends = [(phi.at(Fraction(r)), Fraction(r)) for r in (-1, 1)]
    if d == 1:
        return ends
    grid = [2 * k / CELLS - 1 for k in range(CELLS + 1)]
    try:
        values = [sign * float(phi.at(float(r))) for r in grid]
    except OverflowError:
        raise UndefinedError("a value beyond floats") from None
    if any(value != value for value in values):
        raise UndefinedError("not a number")
    best = max(values)
    tops = [
        k
        for k in range(1, CELLS)
        if values[k] >= values[k - 1] and values[k] >= values[k + 1] and best - values[k] < 1e-3 * (1 + abs(best))
    ]
    flat = len(tops) > 40
    return ends + [_refined(phi, k, sign) for k in (tops[:3] if flat else tops)]


def _refined(phi: Profile, k: int, sign: int) -> tuple[Number, Number]:
    low, high = (real(Fraction(2 * (k + side), CELLS) - 1) for side in (-1, 1))
    ratio = (MP.sqrt(5) - 1) / 2
    for _ in range(STEPS):
        left, right = high - ratio * (high - low), low + ratio * (high - low)
        if sign * phi.at(left) >= sign * phi.at(right):
            high = right
        else:
            low = left
    middle = (low + high) / 2
    # a peak with a rational place of small height is looked at exactly
    near = Fraction(str(MP.nstr(middle, 25))).limit_denominator(10_000)
    if abs(middle - real(near)) < MP.mpf(10) ** -15 and compare(sign * phi.at(near), sign * phi.at(middle)) >= 0:
        return phi.at(near), near
    return phi.at(middle), middle


@lru_cache(256)
def greatest(phi: Profile, d: int, sign: int = 1) -> Number:
    """The greatest value of phi, or the least for sign = -1."""
    values = [value for value, _ in peaks(phi, d, sign)]
    best = values[0]
    for value in values[1:]:
        if compare(sign * value, sign * best) > 0:
            best = value
    return best


def top(phi: Profile) -> Number:
    """phi(1)."""
    return phi.at(Fraction(1))


def peaks_at_one(phi: Profile, d: int) -> bool:
    """Whether phi <= phi(1)."""
    return bool(greatest(phi, d) - top(phi) <= TOUCH)


@lru_cache(256)
def returns(phi: Profile, d: int) -> bool:
    """Whether phi takes the value phi(1) at an attainable r < 1."""
    peak = top(phi)
    if d == 1:
        return compare(phi.at(Fraction(-1)), peak) == 0
    if any(compare(r, Fraction(1)) != 0 and abs(value - peak) <= TOUCH for value, r in peaks(phi, d, 1)):
        return True
    if any(compare(r, Fraction(1)) != 0 and abs(value - peak) <= TOUCH for value, r in peaks(phi, d, -1)):
        return True
    gaps = [float(peak) - float(phi.at(2 * k / CELLS - 1)) for k in range(CELLS)]
    signs = {gap > 0 for gap in gaps if abs(gap) > CLOSE}
    return len(signs) > 1


def peaks_only_at_one(phi: Profile, d: int) -> bool:
    """Whether phi < phi(1) at every attainable r < 1."""
    return peaks_at_one(phi, d) and not returns(phi, d)


def constant(phi: Profile, d: int) -> bool:
    """Whether phi has one value."""
    return bool(abs(greatest(phi, d) - greatest(phi, d, -1)) <= TOUCH)
