"""The numbers of an expression's text: literals, parameters, exponents and coordinates, each within its bound."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flint import fmpq

from theorems.model.errors import InvalidInputError
from theorems.model.nodes import Number, Product, multiply
from theorems.model.real import parse_rational
from theorems.model.tokens import ExpressionError, Words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from theorems.model.nodes import Expression
    from theorems.model.tokens import Token

MAX_EXPONENT = 64
MAX_COORDINATE = 64
MAX_NUMBER_BITS = 1328
"""Most bits of a numerator or denominator: 2**1328 has 400 digits, so that what was read can be written and read."""

_MAX_BITS_BEFORE_FOLDING = 64 * MAX_NUMBER_BITS

_WHOLE_DIGITS = 4


class Literals(Words):
    """Words that read numbers too."""

    def __init__(self, text: str, parameters: Mapping[str, fmpq]) -> None:
        super().__init__(text)
        self.parameters = parameters

    def number(self) -> Number:
        """A step over a literal."""
        token = self.take()
        try:
            return self.bounded(parse_rational(token.text), token)
        except ExpressionError:
            raise
        except InvalidInputError as error:
            raise self.error(str(error), token) from None

    def bounded(self, value: fmpq, token: Token) -> Number:
        """The number, if it is within `MAX_NUMBER_BITS`."""
        if value.height_bits() > MAX_NUMBER_BITS:
            raise self.error(f"expected numerators and denominators of at most {MAX_NUMBER_BITS} bits", token)
        return Number(value)

    def exponent(self) -> int:
        """A step over a whole exponent; a chain such as 9**9**9 is refused, whatever its value."""
        bracket = self.accept("(") is not None
        sign = -1 if self.accept("-") else 1
        token = self.token
        value = self.parameters.get(token.text) if token.kind == "name" else None
        if token.kind == "number" and token.text.isdigit():
            value = fmpq(int(token.text)) if len(token.text) <= _WHOLE_DIGITS else fmpq(MAX_EXPONENT + 1)
        if value is None or value.q != 1:
            raise self.error("expected a whole exponent; write sqrt(..) or exp(.. * log(..)) for another power")
        if abs(value) > MAX_EXPONENT:
            raise self.error(f"expected an exponent from -{MAX_EXPONENT} to {MAX_EXPONENT}")
        self.take()
        if bracket:
            self.expect(")")
        if self.token.text == "**":
            raise self.error("expected no chain of powers; write (a**b)**c")
        return sign * int(value.p)

    def coordinate(self) -> int:
        """A step over a coordinate, counted from 1."""
        token = self.token
        whole = token.kind == "number" and token.text.isdigit() and len(token.text) <= _WHOLE_DIGITS
        if not whole or not 1 <= int(token.text) <= MAX_COORDINATE:
            raise self.error(f"expected a coordinate from 1 to {MAX_COORDINATE}")
        return int(self.take().text)

    def reciprocal(self, value: fmpq, token: Token) -> Number:
        """One over a number that stands behind a slash."""
        if value == 0:
            raise self.error("division by zero", token)
        return Number(1 / value)

    def product(self, factors: list[Expression]) -> Expression:
        """The product, if the number that its numbers multiply to stays within `MAX_NUMBER_BITS`."""
        heads = [factor.factors[0] if isinstance(factor, Product) else factor for factor in factors]
        bits = sum(head.value.height_bits() for head in heads if isinstance(head, Number))
        product = multiply(*factors) if bits <= _MAX_BITS_BEFORE_FOLDING else None
        head = product.factors[0] if isinstance(product, Product) else product
        if product is None or (isinstance(head, Number) and head.value.height_bits() > MAX_NUMBER_BITS):
            raise self.error(f"expected a coefficient of at most {MAX_NUMBER_BITS} bits before this place")
        return product
