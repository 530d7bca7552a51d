"""Two arithmetics for `evaluate`: exact numbers, which may refuse, and balls, which enclose."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from flint import arb, ctx, fmpq

from theorems.model.errors import InexactError, InvalidInputError
from theorems.model.evaluation import Value, evaluate
from theorems.model.matrix import all_rational, gram, to_flint
from theorems.model.real import MAX_EXPONENT, Real

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from theorems.model.evaluation import Environment
    from theorems.model.matrix import Matrix, Vector
    from theorems.model.nodes import Expression

MAX_TURN_DENOMINATOR = 100_000
"""Finest part of a turn whose cosine is exact here; equality of cosines works in the cyclotomic field of that order."""

EXACT_FORMS = (
    f"rationals, pi, exp of a rational from -{MAX_EXPONENT} to {MAX_EXPONENT}, cos and sin of a rational multiple of "
    "pi, log 1, sqrt of a square"
)


class ScalarArithmetic(Protocol):
    """What the evaluation of an expression asks for beside the operators + - * ** of the values."""

    def number(self, value: fmpq, /) -> Value:
        """A rational."""

    def pi(self) -> Value:
        """The number pi."""

    def call(self, function: str, arguments: Sequence[Value], /) -> Value:
        """One of `FUNCTIONS` at the values of its arguments."""


class Arithmetic(ScalarArithmetic, Protocol):
    """What the evaluation of an energy asks for on top of that."""

    def lift(self, value: Real, /) -> Value:
        """An exact number."""

    def gram(self, points: Sequence[Vector], /) -> Value:
        """All inner products of exact points, as rows."""

    def sum(self, values: Iterable[Value], /) -> Value:
        """The sum of the values; 0 if there are none."""


@dataclass(frozen=True)
class Exact:
    """Values are `Real`; what has no form there raises InexactError naming the function and its argument."""

    def number(self, value: fmpq, /) -> Real:
        """The rational itself."""
        return Real(value)

    def lift(self, value: Real, /) -> Real:
        """The number itself."""
        return value

    def gram(self, points: Sequence[Vector], /) -> Matrix:
        """All inner products."""
        return gram(points)

    def sum(self, values: Iterable[Real], /) -> Real:
        """The exact sum."""
        return Real.sum(values)

    def pi(self) -> Real:
        """The form pi."""
        return Real.pi()

    def call(self, function: str, arguments: Sequence[Real], /) -> Real:
        """The exact value.

        Raises:
            InexactError: the value has no form in `Real` that is known here.
            InvalidInputError: log of a number <= 0, or sqrt of a negative one.
            UndecidedError: an order that abs, min or max needs is not decided.
        """
        first = arguments[0]
        try:
            match function:
                case "abs":
                    return abs(first)
                case "min" | "max":
                    return _extreme(arguments, -1 if function == "min" else 1)
                case "exp":
                    return _exp(first.rational())
                case "cos":
                    return Real.cosine(turn_of(first))
                case "sin":
                    return Real.sine(turn_of(first))
                case "log":
                    return _log(first)
                case _:
                    return _sqrt(first.rational())
        except InexactError as error:
            raise InexactError(f"{function}({first}) has no exact form here; exact are {EXACT_FORMS}") from error


EXACT = Exact()


@dataclass(frozen=True)
class Balls:
    """Values are Arb balls. Operators round at flint's global precision: set it by `ctx.workprec`, or use `enclose`.

    Total: outside a function's domain, and where a ball straddles its edge (a divisor or log with 0 inside), the ball
    is not finite (NaN, or the whole line). No later step but cos, sin, min or max makes such a ball finite again, and
    those from the whole line alone, where they are right; NaN stays NaN. Comparisons with NaN are all False.

    Attributes:
        precision: bits to which exact numbers are lifted.
    """

    precision: int

    def number(self, value: fmpq, /) -> arb:
        """The rational, rounded outward."""
        return arb(value)

    def lift(self, value: Real, /) -> arb:
        """A ball around the number."""
        return value.ball(self.precision)

    def gram(self, points: Sequence[Vector], /) -> tuple[tuple[arb, ...], ...]:
        """Balls around all inner products, which are taken exactly first."""
        if all_rational(points):
            rows = to_flint(points)
            return tuple(tuple(map(arb, row)) for row in (rows * rows.transpose()).tolist())
        return tuple(tuple(self.lift(entry) for entry in row) for row in gram(points))

    def sum(self, values: Iterable[arb], /) -> arb:
        """A ball around the sum."""
        return sum(values, start=arb(0))

    def pi(self) -> arb:
        """A ball around pi."""
        return arb.pi()

    def call(self, function: str, arguments: Sequence[arb], /) -> arb:
        """A ball that contains every value of the function on the arguments' balls, or one that is not finite."""
        first = arguments[0]
        match function:
            case "exp":
                return first.exp()
            case "log":
                return first.log()
            case "sqrt":
                return first.sqrt()
            case "cos":
                return first.cos()
            case "sin":
                return first.sin()
            case "abs":
                return abs(first)
            case _:
                for other in arguments[1:]:
                    first = first.min(other) if function == "min" else first.max(other)
                return first


def enclose(node: Expression, environment: Environment, precision: int) -> arb:
    """A finite ball that contains the value at every point of the environment's balls.

    Raises:
        InexactError: the ball is not finite, so that nobody compares with NaN, where each comparison is False.
    """
    with ctx.workprec(precision):
        ball: arb = evaluate(node, environment, Balls(precision))
        if not ball.is_finite():
            raise InexactError(
                f"precision={precision} bits: expected a finite ball; try more bits, smaller balls, or keep divisors, "
                "log and sqrt away from 0"
            )
        return ball


def turn_of(angle: Real) -> fmpq:
    """The angle as a rational part of a turn, or InexactError."""
    turn = angle.rational_multiple_of_pi() / 2
    if turn.q > MAX_TURN_DENOMINATOR:
        raise InexactError(f"turn={turn}: expected a denominator of at most {MAX_TURN_DENOMINATOR}")
    return turn


def _extreme(arguments: Sequence[Real], sign: int) -> Real:
    best = arguments[0]
    for value in arguments[1:]:
        if (value - best).sign() == sign:
            best = value
    return best


def _exp(argument: fmpq) -> Real:
    if abs(argument) > MAX_EXPONENT:
        raise InexactError(f"exp({argument})")
    return Real.exp(argument)


def _log(argument: Real) -> Real:
    """The log of exp(q), where the form is that."""
    if argument <= 0:
        raise InvalidInputError(f"log({argument}): expected a positive argument")
    terms = argument.terms
    c, exponent, turn, power_of_pi = terms[0]
    if len(terms) > 1 or c != 1 or turn or power_of_pi:
        raise InexactError(f"log({argument})")
    return Real(exponent)


def _sqrt(argument: fmpq) -> Real:
    if argument < 0:
        raise InvalidInputError(f"sqrt({argument}): expected an argument >= 0")
    root = fmpq(argument.p.isqrt(), argument.q.isqrt())
    if root * root != argument:
        raise InexactError(f"sqrt({argument})")
    return Real(root)
