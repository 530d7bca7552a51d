"""Exact values whose angles together are bounded, and how large tables of them may be."""

from __future__ import annotations

from math import lcm
from typing import TYPE_CHECKING

from theorems.model.arithmetic import MAX_TURN_DENOMINATOR, Exact, turn_of
from theorems.model.errors import InvalidInputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from theorems.model.real import Real

MAX_TERMS = 10_000
"""Most terms that one exact value may grow to, by the bound of `extent.terms`."""

MAX_EVALUATIONS = 1_000_000
"""Most exact values that a kernel's tables may need; a few minutes at worst."""


class OneField(Exact):
    """Exact values whose angles together are bounded: cosines are compared in the cyclotomic field of all of them."""

    def __init__(self) -> None:
        self._order = 1

    def call(self, function: str, arguments: Sequence[Real], /) -> Real:
        """As `Exact`, within `MAX_TURN_DENOMINATOR` for all calls together.

        Raises:
            InvalidInputError: they are not.
        """
        value = super().call(function, arguments)
        if function in ("cos", "sin"):
            self._order = lcm(self._order, int(turn_of(arguments[0]).q))
            if self._order > MAX_TURN_DENOMINATOR:
                raise InvalidInputError(
                    f"angles: all are multiples of 1/{self._order} turn, expected at most {MAX_TURN_DENOMINATOR} parts"
                )
        return value


def require_affordable(evaluations: int, most_terms: int) -> None:
    """Refuses a table of that many exact values, each of that many terms.

    Raises:
        InvalidInputError: they are too many.
    """
    if most_terms > MAX_TERMS:
        raise InvalidInputError(
            f"kernel: more than {MAX_TERMS} terms when multiplied out; take lower powers or fewer rotations of a plane"
        )
    if evaluations > MAX_EVALUATIONS:
        raise InvalidInputError(
            f"kernel: {evaluations} exact values, expected at most {MAX_EVALUATIONS}; take fewer labels or dimensions"
        )
