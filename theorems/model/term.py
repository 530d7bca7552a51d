"""The terms exp(q) cos(2 pi t) pi^k of which exact real numbers are made, as keys that hash in C.

A `fmpq` hashes through a `Fraction` in Python, which took a third of the time of a recheck.
"""

from __future__ import annotations

from functools import lru_cache
from math import gcd

from flint import fmpq

Term = tuple[int, int, int, int, int]
"""(a, b, c, d, k) stands for exp(a/b) * cos(2 pi c/d) * pi^k, both quotients in lowest terms, c/d in [0, 1/4)."""

UNIT: Term = (0, 1, 0, 1, 0)
"""The term 1."""

_ZERO = fmpq(0)
_HALF = fmpq(1, 2)
_QUARTER = fmpq(1, 4)
_SIXTH = fmpq(1, 6)


def term(q: fmpq, t: fmpq, k: int) -> Term:
    """The term exp(q) cos(2 pi t) pi^k, t in [0, 1/4)."""
    return int(q.p), int(q.q), int(t.p), int(t.q), k


def parts(of: Term) -> tuple[fmpq, fmpq, int]:
    """The inverse of `term`: (q, t, k)."""
    a, b, c, d, k = of
    return fmpq(a, b), fmpq(c, d), k


def reduced_cosine(turn: fmpq) -> tuple[fmpq, fmpq]:
    """cos(2 pi turn) as (coefficient, turn') with turn' in [0, 1/4)."""
    turn = turn - turn.floor()
    if turn > _HALF:
        turn = 1 - turn
    sign = fmpq(1)
    if turn > _QUARTER:
        turn, sign = _HALF - turn, fmpq(-1)
    if turn == _QUARTER:
        return _ZERO, _ZERO
    if turn == _SIXTH:
        return sign / 2, _ZERO
    return sign, turn


def product(one: Term, other: Term) -> tuple[tuple[Term, fmpq | None], ...]:
    """The product of two terms, as terms with their coefficients, None for 1: two terms where both have a cosine."""
    a, b, c, d, k = one
    a2, b2, c2, d2, k2 = other
    if not a:
        a, b = a2, b2
    elif a2:
        a, b = a * b2 + a2 * b, b * b2
        common = gcd(a, b)
        a, b = a // common, b // common
    k += k2
    if c and c2:
        return tuple(((a, b, *turn, k), factor) for factor, turn in _cosines(c, d, c2, d2))
    return (((a, b, c, d, k) if c else (a, b, c2, d2, k), None),)


@lru_cache(maxsize=4096)
def _cosines(c: int, d: int, c2: int, d2: int) -> tuple[tuple[fmpq, tuple[int, int]], ...]:
    """The product of two cosines, of c/d and of c2/d2 turns: half the cosines of the sum and of the difference."""
    t, t2 = fmpq(c, d), fmpq(c2, d2)
    reduced = [reduced_cosine(turn) for turn in (t + t2, t - t2)]
    return tuple((factor / 2, (int(turn.p), int(turn.q))) for factor, turn in reduced)
