"""First-order evaluation: a value with its slopes in some parameters, over any arithmetic that `evaluate` takes.

Over balls the slopes on a box enclose the generalised gradient of a Lipschitz function, kinks of abs, min and max
included, so that the mean value theorem holds with them (Clarke, "Optimization and Nonsmooth Analysis", 1983, theorem
2.3.7 and the chain rule 2.3.9).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flint import arb, fmpq

from theorems.model.evaluation import Value, raised

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from theorems.model.arithmetic import Arithmetic
    from theorems.model.matrix import Vector
    from theorems.model.real import Real


@dataclass(frozen=True, eq=False)
class Jet:
    """A value and its slopes, () where all are 0.

    Attributes:
        value: of the arithmetic below.
        slopes: the partial derivatives, of the same arithmetic.
    """

    value: Value
    slopes: tuple[Value, ...] = ()

    def __add__(self, other: Jet) -> Jet:
        if not self.slopes or not other.slopes:
            return Jet(self.value + other.value, self.slopes or other.slopes)
        return Jet(self.value + other.value, tuple(a + b for a, b in zip(self.slopes, other.slopes, strict=True)))

    def __sub__(self, other: Jet) -> Jet:
        return self + other.scaled(-1)

    def __mul__(self, other: Jet) -> Jet:
        left, right = other.value, self.value
        first = tuple(left * a for a in self.slopes)
        second = tuple(right * b for b in other.slopes)
        slopes = tuple(a + b for a, b in zip(first, second, strict=True)) if first and second else first or second
        return Jet(right * left, slopes)

    def __pow__(self, exponent: int) -> Jet:
        value = raised(self.value, exponent)
        if not self.slopes or exponent == 0:
            return Jet(value)
        return self.chained(value, exponent * raised(self.value, exponent - 1))

    def scaled(self, factor: Value) -> Jet:
        """The value and slopes times a constant of the arithmetic below, or a whole number."""
        return Jet(factor * self.value, tuple(factor * a for a in self.slopes))

    def chained(self, value: Value, slope: Value) -> Jet:
        """A function of this value: its own value and slope there."""
        return Jet(value, tuple(slope * a for a in self.slopes))


@dataclass(frozen=True)
class Jets:
    """The arithmetic of jets over another.

    Attributes:
        below: the arithmetic of values and slopes.
    """

    below: Arithmetic

    def number(self, value: fmpq, /) -> Jet:
        """A constant."""
        return Jet(self.below.number(value))

    def lift(self, value: Real, /) -> Jet:
        """A constant."""
        return Jet(self.below.lift(value))

    def gram(self, points: Sequence[Vector], /) -> Value:
        """All inner products of exact points, constants."""
        return [[Jet(entry) for entry in row] for row in self.below.gram(points)]

    def sum(self, values: Iterable[Jet], /) -> Jet:
        """The sum."""
        total = self.number(fmpq(0))
        for value in values:
            total = total + value
        return total

    def pi(self) -> Jet:
        """The constant pi."""
        return Jet(self.below.pi())

    def call(self, function: str, arguments: Sequence[Jet], /) -> Jet:
        """A function, by the chain rule; abs, min and max by `kink` and `extreme`."""
        first = arguments[0]
        if function in ("min", "max"):
            for other in arguments[1:]:
                first = self.extreme(function, first, other)
            return first
        value = self.below.call(function, [first.value])
        return first.chained(value, self._slope(function, first.value, value)) if first.slopes else Jet(value)

    def _slope(self, function: str, argument: Value, value: Value) -> Value:
        match function:
            case "exp":
                return value
            case "log":
                return argument**-1
            case "sqrt":
                return (2 * value) ** -1
            case "cos":
                return -self.below.call("sin", [argument])
            case "sin":
                return self.below.call("cos", [argument])
            case _:
                return self.kink(argument)

    def kink(self, argument: Value) -> Value:
        """The slopes of abs on the ball: its sign, or [-1, 1]."""
        return arb(1) if argument > 0 else arb(-1) if argument < 0 else arb(0, 1)

    def extreme(self, function: str, left: Jet, right: Jet) -> Jet:
        """Min or max of two: the slopes of the one that it is, or the hull of both."""
        value = self.below.call(function, [left.value, right.value])
        if left.value > right.value or left.value < right.value:
            chosen = left if (left.value > right.value) == (function == "max") else right
            return Jet(value, chosen.slopes)
        size = max(len(left.slopes), len(right.slopes))
        first, second = (each.slopes or (arb(0),) * size for each in (left, right))
        return Jet(value, tuple(a.union(b) for a, b in zip(first, second, strict=True)))


@dataclass(frozen=True, eq=False)
class SecondJet:
    """A value with its first and second derivatives in some parameters; products alone.

    Attributes:
        value: over any arithmetic.
        slopes: d/du_k.
        bends: d^2/du_k du_l, all pairs as rows.
    """

    value: Value
    slopes: tuple[Value, ...]
    bends: tuple[tuple[Value, ...], ...]

    def __mul__(self, other: SecondJet) -> SecondJet:
        f, g = self, other
        size = range(len(f.slopes))
        return SecondJet(
            f.value * g.value,
            tuple(f.slopes[k] * g.value + f.value * g.slopes[k] for k in size),
            tuple(
                tuple(
                    f.bends[k][m] * g.value
                    + f.slopes[k] * g.slopes[m]
                    + f.slopes[m] * g.slopes[k]
                    + f.value * g.bends[k][m]
                    for m in size
                )
                for k in size
            ),
        )
