"""Hypothesis as the source of the choices that `theorems.draw` and the theorem files make."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from hypothesis import strategies as st

from verify.certificate import Role

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hypothesis.strategies import DrawFn, SearchStrategy

    from theorems.statement import Draw, Source, Theorem

T = TypeVar("T")

SIZE = 4
"""Greatest number of labels by default: few enough for a person to read a failing instance."""


class HypothesisSource:
    """A `theorems.statement.Source` whose choices Hypothesis makes, and shrinks.

    Whole numbers shrink towards 0, or the end of their range next to it; a turn shrinks to the first option.
    """

    def __init__(self, draw: DrawFn, size: int = SIZE, lead: Sequence[int] = ()) -> None:
        """Choices by `draw`, with at most `size` labels.

        Args:
            draw: what a composite strategy is given.
            size: the greatest number of labels.
            lead: the first whole numbers, fixed: they choose one of the kinds that a function of `theorems.draw` mixes.
        """
        self._draw = draw
        self._size = size
        self._lead = list(lead)

    @property
    def size(self) -> int:
        """The greatest number of labels wanted."""
        return self._size

    def integer(self, low: int, high: int) -> int:
        """A whole number in [low, high]."""
        if self._lead:
            return self._lead.pop(0)
        return self._draw(st.integers(low, high))

    def turn(self, options: Sequence[T]) -> T:
        """One of the options, by its place: not all of them can be hashed."""
        return options[self._draw(st.integers(0, len(options) - 1))]


@st.composite
def _drawn(draw: DrawFn, function: Callable[[Source], T], size: int, lead: Sequence[int]) -> T:
    return function(HypothesisSource(draw, size, lead))


def drawn(function: Callable[[Source], T], *, size: int = SIZE, lead: Sequence[int] = ()) -> SearchStrategy[T]:
    """What the function draws from a source, as a strategy."""
    return _drawn(function, size, tuple(lead))


def draw_of(theorem: Theorem, role: Role = Role.CLAIM, variant: str = "") -> Draw:
    """The draw that the theorem gives for its claim, for the boundary that drops `variant`, or for that mutant."""
    if role is Role.BOUNDARY:
        return theorem.boundary(variant).draw
    mutant = theorem.mutant(variant) if role is Role.MUTANT else None
    return mutant.draw if mutant and mutant.draw else theorem.draw
