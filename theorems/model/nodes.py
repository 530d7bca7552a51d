"""The tree of a kernel's expression: sums, products, whole powers and a few functions of labels and contents.

There is one tree for each text: `add`, `multiply` and `power` keep nodes in canonical form (no sum inside a sum, no
product inside a product, at most one number in a product, in front), so that equal trees have equal texts and back.
Differences and quotients are products with -1 and powers with exponent -1. Build trees with these three functions.
"""

from __future__ import annotations

from dataclasses import dataclass

from flint import fmpq

from theorems.model.errors import InvalidInputError

FUNCTIONS = {"exp": 1, "log": 1, "sqrt": 1, "cos": 1, "sin": 1, "abs": 1, "min": 2, "max": 2}
"""The functions and how many arguments each takes; for min and max that is the least number."""


@dataclass(frozen=True)
class Number:
    """An exact rational."""

    value: fmpq

    def __post_init__(self) -> None:
        if type(self.value) is not fmpq:  # type hints keep no float out
            raise InvalidInputError(f"number={self.value!r}: expected an fmpq, not {type(self.value).__name__}")


@dataclass(frozen=True)
class Pi:
    """The number pi."""


@dataclass(frozen=True)
class Name:
    """A scalar: a label s or t, or the profile's variable r."""

    name: str


@dataclass(frozen=True)
class Bias:
    """The entry of the bias table at two labels."""

    row: str
    column: str


@dataclass(frozen=True)
class Content:
    """A content vector, x or y."""

    name: str


@dataclass(frozen=True)
class Rotate:
    """The vector turned by the angle in the plane of coordinates i, j: e_i goes to cos e_i + sin e_j."""

    vector: VectorExpression
    angle: Expression
    i: int
    j: int

    def __post_init__(self) -> None:
        if self.i < 1 or self.j < 1 or self.i == self.j:
            raise InvalidInputError(f"plane=({self.i}, {self.j}): expected two different coordinates, from 1")


@dataclass(frozen=True)
class Gauge:
    """The matrix of the gauge table at a label, times the vector."""

    vector: VectorExpression
    label: str


@dataclass(frozen=True)
class Coordinate:
    """A coordinate of a vector, counted from 1."""

    vector: VectorExpression
    index: int

    def __post_init__(self) -> None:
        if self.index < 1:
            raise InvalidInputError(f"index={self.index}: expected a coordinate, from 1")


@dataclass(frozen=True)
class Dot:
    """The inner product of two vectors."""

    left: VectorExpression
    right: VectorExpression


@dataclass(frozen=True)
class Sum:
    """Two terms or more, none of them a sum."""

    terms: tuple[Expression, ...]

    def __post_init__(self) -> None:
        if len(self.terms) < 2 or any(isinstance(term, Sum) for term in self.terms):
            raise InvalidInputError("terms: expected two or more, none a sum; build sums with add()")


@dataclass(frozen=True)
class Product:
    """Two factors or more, none of them a product; a number other than 1 may stand in front, and there only."""

    factors: tuple[Expression, ...]

    def __post_init__(self) -> None:
        bad = any(isinstance(factor, Product) for factor in self.factors)
        bad = bad or any(isinstance(factor, Number) for factor in self.factors[1:])
        if len(self.factors) < 2 or bad or self.factors[0] == Number(fmpq(1)):
            raise InvalidInputError("factors: expected the canonical form; build products with multiply()")


@dataclass(frozen=True)
class Power:
    """A whole power; exponent -1 is the reciprocal."""

    base: Expression
    exponent: int

    def __post_init__(self) -> None:
        if type(self.exponent) is not int or self.exponent == 1:
            raise InvalidInputError(f"exponent={self.exponent!r}: expected an int other than 1; build with power()")


@dataclass(frozen=True)
class Call:
    """One of `FUNCTIONS` at its arguments."""

    function: str
    arguments: tuple[Expression, ...]

    def __post_init__(self) -> None:
        least, given = FUNCTIONS.get(self.function), len(self.arguments)
        if least is None:
            raise InvalidInputError(f"function={self.function!r}: expected one of {', '.join(FUNCTIONS)}")
        if given < least or (given > least and least == 1):
            expected = "1 argument" if least == 1 else "2 arguments or more"
            raise InvalidInputError(f"{self.function} with {given} arguments: expected {expected}")


VectorExpression = Content | Rotate | Gauge
Expression = Number | Pi | Name | Bias | Coordinate | Dot | Sum | Product | Power | Call
Node = Expression | VectorExpression

ZERO = Number(fmpq(0))
ONE = Number(fmpq(1))
MINUS_ONE = Number(fmpq(-1))


def add(*terms: Expression) -> Expression:
    """The sum, flattened; 0 if there is no term. Numbers are not added up."""
    flat = [part for term in terms for part in (term.terms if isinstance(term, Sum) else (term,))]
    if len(flat) < 2:
        return flat[0] if flat else ZERO
    return Sum(tuple(flat))


def multiply(*factors: Expression) -> Expression:
    """The product, flattened, its numbers multiplied into one in front; a zero stays, so that 0/s is not 0 at s = 0."""
    flat = [part for factor in factors for part in (factor.factors if isinstance(factor, Product) else (factor,))]
    coefficient = fmpq(1)
    for factor in flat:
        if isinstance(factor, Number):
            coefficient *= factor.value
    others = [factor for factor in flat if not isinstance(factor, Number)]
    kept = others if coefficient == 1 and others else [Number(coefficient), *others]
    return kept[0] if len(kept) == 1 else Product(tuple(kept))


def power(base: Expression, exponent: int) -> Expression:
    """The whole power; numbers are not raised, so that no power grows here."""
    return base if exponent == 1 else Power(base, exponent)
