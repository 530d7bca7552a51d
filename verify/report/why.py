"""Why an accepted proof refutes a claim, for a reader: sentences, two numbers side by side, and laws to look at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flint import arb

from theorems.model.arithmetic import Balls
from theorems.model.assertion import Relation
from theorems.model.energy import energy
from theorems.model.errors import InexactError
from theorems.model.real import Real
from verify.report.words import WIDTH, number

if TYPE_CHECKING:
    from flint import fmpq

    from theorems.model.continuum import ContinuumLaw, ContinuumProblem
    from theorems.model.law import Law, Measure
    from theorems.model.matrix import Vector
    from theorems.model.problem import Problem

DIGITS = 10
"""Digits of a decimal that is not exact."""

PRECISION = 128
"""Bits of the balls behind decimals."""


@dataclass(frozen=True)
class Side:
    """A number in words, exactly where it has a short form, and as a decimal.

    Attributes:
        words: what the number is.
        exact: the number exactly, or "" where it has no exact form that can be read.
        decimal: the number rounded.
        value: the number as a float, for a picture.
    """

    words: str
    exact: str
    decimal: str
    value: float

    def __str__(self) -> str:
        if not self.exact:
            return f"about {self.decimal}"
        if self.exact == self.decimal:
            return self.exact
        terminates = Real(self.exact) == Real(self.decimal) if "exp" not in self.exact and _plain(self.exact) else False
        return f"{self.exact} {'=' if terminates else '≈'} {self.decimal}"


def _plain(text: str) -> bool:
    return all(c in "-/0123456789" for c in text)


@dataclass(frozen=True)
class Exhibit:
    """A law or a measure to look at.

    Attributes:
        title: what it is.
        content: the law, or the points of a measure, which have no label.
        problem: the problem it is a law of; None for a measure.
    """

    title: str
    content: Law | Measure | ContinuumLaw
    problem: Problem | ContinuumProblem | None = None


@dataclass(frozen=True)
class Stack:
    """Masses that sum to 1, to be drawn in a row."""

    words: str
    masses: tuple[fmpq, ...]


@dataclass(frozen=True)
class Why:
    """The reasons; the two numbers that do not fit together, if it is two; the laws, or the masses, they are about."""

    sentences: tuple[str, ...]
    sides: tuple[Side, Side] | None = None
    exhibits: tuple[Exhibit, ...] = ()
    stacks: tuple[Stack, ...] = ()


def side(words: str, value: Real | arb) -> Side:
    """A number beside its words."""
    ball = value if isinstance(value, arb) else value.ball(PRECISION)
    exact = "" if isinstance(value, arb) or len(str(value)) > WIDTH else str(value)
    if isinstance(value, Real) and value.is_rational and value.rational().q == 1:
        return Side(words, exact, exact, float(ball.mid()))
    rounded = ball.mid().str(DIGITS, radius=False)
    if "e" not in rounded and "." in rounded:
        rounded = rounded.rstrip("0").rstrip(".")
    return Side(words, exact, rounded, float(ball.mid()))


def energy_of(problem: Problem, law: Law) -> Real | arb:
    """E(law), exactly if it has an exact form, else as a ball."""
    try:
        return energy(problem, law)
    except InexactError:
        return energy(problem, law, Balls(PRECISION))


def mean_of(left: Real | arb, right: Real | arb) -> Real | arb:
    """(left + right)/2, exactly if both are exact."""
    if isinstance(left, Real) and isinstance(right, Real):
        return (left + right) / 2
    a, b = (value if isinstance(value, arb) else value.ball(PRECISION) for value in (left, right))
    return (a + b) / 2


def compared(left: Real | arb, right: Real | arb) -> str:
    """Whether the left number is more than, equal to or less than the right one, by form or by balls."""
    if isinstance(left, Real) and isinstance(right, Real):
        return {1: "more than", 0: "equal to", -1: "less than"}[(left - right).sign()]
    a, b = (value if isinstance(value, arb) else value.ball(PRECISION) for value in (left, right))
    return "more than" if a > b else "less than" if a < b else "not told apart from"


def against(found: Real | arb, relation: Relation, value: Real) -> str:
    """How the number found fails the relation to the value: more than 0, or not less than 0 where it is equal."""
    order = compared(found, value)
    if order == "equal to" and relation in (Relation.LT, Relation.GT):
        order = "not less than" if relation is Relation.LT else "not more than"
    return f"{order} {number(value)}"


def as_float(value: fmpq) -> float:
    """A rational as a float, for a picture."""
    return int(value.p) / int(value.q)


def point_text(point: Vector) -> str:
    """The coordinates, exactly: (3/5, 4/5); a long one is rounded."""
    return "(" + ", ".join(coordinate(entry) for entry in point) + ")"


def coordinate(entry: Real) -> str:
    """A coordinate exactly if that is short, else rounded to four digits."""
    text = str(entry.simplified())
    return text if len(text) <= 24 else "≈" + entry.ball(64).mid().str(4, radius=False)


def masses_text(masses: tuple[fmpq, ...]) -> str:
    """The masses in a row: (1/2, 1/2)."""
    return "(" + ", ".join(map(str, masses)) + ")"
