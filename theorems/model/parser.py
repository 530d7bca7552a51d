"""The whitelist parser of expressions: nothing is ever evaluated as Python.

sum      = product {("+" | "-") product}
product  = unary {("*" | "/") unary}
unary    = {"+" | "-"} atom ["**" exponent]
exponent = ["-"] whole | "(" ["-"] whole ")"            whole: digits, or a parameter with a whole value
atom     = number | "pi" | name | parameter | "(" sum ")" | function "(" sum {"," sum} ")"
| "dot" "(" vector "," vector ")" | "bias" "(" label "," label ")" | vector "[" digits "]"
vector   = content | "rotate" "(" vector "," sum "," digits "," digits ")" | "gauge" "(" vector "," label ")"
"""

# Beyond 200 lines by the grammar above and the list of nodes: one grammar, one file.

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from theorems.model.errors import InvalidInputError
from theorems.model.extent import MAX_DEPTH, MAX_EXTENT, depth, extent
from theorems.model.literals import Literals
from theorems.model.nodes import (
    FUNCTIONS,
    MINUS_ONE,
    Bias,
    Call,
    Content,
    Coordinate,
    Dot,
    Expression,
    Gauge,
    Name,
    Number,
    Pi,
    Rotate,
    VectorExpression,
    add,
    multiply,
    power,
)
from theorems.model.tokens import MAX_LENGTH, ExpressionError, Token

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from flint import fmpq

__all__ = ["CONTENTS", "LABELS", "MAX_LENGTH", "RESERVED", "ExpressionError", "parse"]

LABELS = ("s", "t")
CONTENTS = ("x", "y")
RESERVED = frozenset({*FUNCTIONS, *LABELS, *CONTENTS, "r", "pi", "dot", "rotate", "gauge", "bias"})
"""Names that no parameter may take."""

MAX_NAME = 40
"""Longest name of a parameter, which an error may quote."""

MAX_PARAMETERS = 40
"""Most parameters: an unknown name is told which there are."""

_PARAMETER = re.compile(rf"[A-Za-z_]\w{{0,{MAX_NAME - 1}}}", re.ASCII)
_VECTORS = ("rotate", "gauge")
_SCALARS = ("dot", "bias")
_NO_PARAMETERS: Mapping[str, fmpq] = {}


def parse(
    text: str,
    names: Collection[str] = LABELS,
    parameters: Mapping[str, fmpq] = _NO_PARAMETERS,
    contents: Collection[str] = (),
) -> Expression:
    """Reads an expression; parameters become their numbers.

    Args:
        text: at most `MAX_LENGTH` ASCII characters.
        names: the scalar names allowed: s and t for a kernel, r for a profile.
        parameters: exact values by name.
        contents: the vector names allowed: x and y for a kernel, none for a profile, which has no dot and no table.

    Raises:
        ExpressionError: anything outside the grammar or its bounds, with column and caret.
        InvalidInputError: a parameter with a reserved name.
    """
    for name in parameters:
        if name in RESERVED:
            raise InvalidInputError(f"parameter={name!r}: expected a name other than {', '.join(sorted(RESERVED))}")
        if not _PARAMETER.fullmatch(name):
            raise InvalidInputError(
                f"parameter={name[:40]!a}: expected at most {MAX_NAME} letters, digits and _, ASCII, no digit in front"
            )
    if len(parameters) > MAX_PARAMETERS:
        raise InvalidInputError(f"parameters: {len(parameters)}, expected at most {MAX_PARAMETERS}")
    return _Parser(text, names, parameters, contents).whole()


class _Parser(Literals):
    """Recursive descent; one instance reads one text."""

    def __init__(
        self, text: str, names: Collection[str], parameters: Mapping[str, fmpq], contents: Collection[str]
    ) -> None:
        super().__init__(text, parameters)
        self._names, self._contents = names, contents

    def whole(self) -> Expression:
        node = self._sum()
        if self.token.kind != "end":
            raise self.error("expected an operator or the end")
        if depth(node) > MAX_DEPTH:
            raise self.error(f"expected a tree of depth at most {MAX_DEPTH}, this one has {depth(node)}")
        if extent(node) > MAX_EXTENT:
            raise self.error(f"expected at most {MAX_EXTENT} factors when powers are multiplied out")
        return node

    def _sum(self) -> Expression:
        terms = [self._product()]
        while sign := self.accept("+", "-"):
            term = self._product()
            terms.append(term if sign == "+" else multiply(MINUS_ONE, term))
        return add(*terms)

    def _product(self) -> Expression:
        factors = [self._unary()]
        while sign := self.accept("*", "/"):
            token = self.token
            factor = self._unary()
            if sign == "/":
                factor = self.reciprocal(factor.value, token) if isinstance(factor, Number) else power(factor, -1)
            factors.append(factor)
        return self.product(factors)

    def _unary(self) -> Expression:
        negative = False
        while sign := self.accept("+", "-"):
            negative ^= sign == "-"
        node = self._atom()
        if self.accept("**"):
            node = power(node, self.exponent())
        return multiply(MINUS_ONE, node) if negative else node

    def _atom(self) -> Expression:
        token = self.token
        if token.kind == "number":
            return self.number()
        if token.kind == "symbol" and token.text == "(":
            self.open("(")
            node = self._sum()
            self.close(")")
            return node
        if token.kind != "name":
            raise self.error("expected a number, a name or '('")
        if token.text in self._contents or (self._contents and token.text in _VECTORS):
            return self._coordinate()
        return self._named(self.take())

    def _coordinate(self) -> Expression:
        token = self.token
        vector = self._vector()
        if self.token.text != "[":
            raise self.error("a vector where a number is needed; write dot(x, y) or x[1]", token)
        self.open("[")
        index = self.coordinate()
        self.close("]")
        return Coordinate(vector, index)

    def _named(self, token: Token) -> Expression:
        if token.text in self.parameters:
            return self.bounded(self.parameters[token.text], token)
        if token.text == "pi":
            return Pi()
        if token.text in self._names:
            return Name(token.text)
        if token.text in FUNCTIONS:
            return self._call(token)
        if self._contents and token.text in _SCALARS:
            return self._dot() if token.text == "dot" else self._bias()
        known = [*self._names, *self._contents, *self.parameters, "pi", *FUNCTIONS]
        known += [*_SCALARS, *_VECTORS] if self._contents else []
        raise self.error(f"unknown name; expected one of {', '.join(known)}", token)

    def _call(self, token: Token) -> Expression:
        self.open("(")
        arguments = [self._sum()]
        while self.accept(","):
            arguments.append(self._sum())
        self.close(")")
        try:
            return Call(token.text, tuple(arguments))
        except InvalidInputError as error:
            raise self.error(str(error), token) from None

    def _dot(self) -> Expression:
        self.open("(")
        left = self._vector()
        self.expect(",")
        right = self._vector()
        self.close(")")
        return Dot(left, right)

    def _bias(self) -> Expression:
        self.open("(")
        row = self._label()
        self.expect(",")
        column = self._label()
        self.close(")")
        return Bias(row, column)

    def _vector(self) -> VectorExpression:
        token = self.take()
        if token.kind == "name" and token.text in self._contents:
            return Content(token.text)
        if token.kind != "name" or token.text not in _VECTORS:
            raise self.error(f"expected a vector: {', '.join(self._contents)}, rotate(..) or gauge(..)", token)
        self.open("(")
        vector = self._vector()
        self.expect(",")
        node = Gauge(vector, self._label()) if token.text == "gauge" else self._rotation(vector)
        self.close(")")
        return node

    def _rotation(self, vector: VectorExpression) -> VectorExpression:
        angle = self._sum()
        self.expect(",")
        i = self.coordinate()
        self.expect(",")
        token = self.token
        j = self.coordinate()
        if i == j:
            raise self.error("a plane needs two different coordinates", token)
        return Rotate(vector, angle, i, j)

    def _label(self) -> str:
        if self.token.kind != "name" or self.token.text not in self._names:
            raise self.error(f"expected a label: {', '.join(self._names)}")
        return self.take().text
