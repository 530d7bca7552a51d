"""Outcomes and trust."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import NoReturn


class Outcome(Enum):
    """PROVED: a proof of the claim was checked. REFUTED: one of its negation. INCONCLUSIVE: neither."""

    PROVED = "proved"
    REFUTED = "refuted"
    INCONCLUSIVE = "inconclusive"


class Trust(IntEnum):
    """What a verdict rests on, strongest first; the greater number is the weaker trust."""

    KERNEL = 0
    """A proof assistant checked it."""

    RATIONAL = 1
    """Exact arithmetic alone: rationals, and exact forms compared by form."""

    BALL = 2
    """Ball arithmetic (Arb), rigorous enclosures."""

    CAS = 3
    """An identity that a computer algebra system found, expanded again over the rationals."""

    SAMPLED = 4
    """Floats, or no counterexample among those tried; never a proof."""

    @property
    def label(self) -> str:
        """As written in reports."""
        return self.name.lower()


def weakest(trusts: list[Trust]) -> Trust:
    """The trust of a conjunction; of an empty one, the strongest that anything has here."""
    return max(trusts, default=Trust.RATIONAL)


@dataclass(frozen=True)
class Verdict:
    """An outcome, what it rests on, and why."""

    outcome: Outcome
    trust: Trust
    reason: str

    def __bool__(self) -> NoReturn:
        raise TypeError("a verdict has three outcomes: compare verdict.outcome")
