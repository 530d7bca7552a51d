"""Derivatives, substitution and the polynomial form of scalar expressions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flint import fmpq, fmpq_poly

from theorems.model.errors import InvalidInputError
from theorems.model.nodes import (
    MINUS_ONE,
    ONE,
    ZERO,
    Bias,
    Call,
    Content,
    Coordinate,
    Dot,
    Expression,
    Gauge,
    Name,
    Number,
    Power,
    Product,
    Rotate,
    Sum,
    VectorExpression,
    add,
    multiply,
    power,
)
from theorems.model.occurrence import scalars_in

if TYPE_CHECKING:
    from collections.abc import Mapping


def derivative(node: Expression, name: str) -> Expression:
    """The derivative of a scalar expression, such as a profile, in one of its names.

    Exact as formulas: it agrees with the derivative wherever the expression is differentiable. Terms whose derivative
    is 0 by form are left out.

    Raises:
        InvalidInputError: abs, min, max or a vector that depends on the name.
    """
    if name not in scalars_in(node):
        return ZERO
    match node:
        case Sum(terms):
            parts = [derivative(term, name) for term in terms]
            return add(*(part for part in parts if part != ZERO))
        case Product(factors):
            return _product_rule(factors, name)
        case Power(base, exponent):
            outer = multiply(Number(fmpq(exponent)), power(base, exponent - 1)) if exponent else ZERO
            return ZERO if outer == ZERO else _scaled(outer, derivative(base, name))
        case Call(function, (argument, *_)):
            return _scaled(_call_rule(function, argument), derivative(argument, name))
        case Name():
            return ONE
        case _:
            raise InvalidInputError(f"derivative in {name}: expected a scalar expression, without x, y and tables")


def _scaled(outer: Expression, inner: Expression) -> Expression:
    return ZERO if inner == ZERO else multiply(outer, inner)


def _product_rule(factors: tuple[Expression, ...], name: str) -> Expression:
    terms: list[Expression] = []
    for i, factor in enumerate(factors):
        inner = derivative(factor, name)
        if inner != ZERO:
            terms.append(multiply(*factors[:i], inner, *factors[i + 1 :]))
    return add(*terms)


def _call_rule(function: str, argument: Expression) -> Expression:
    """The derivative of the function itself, at the argument."""
    match function:
        case "exp":
            return Call("exp", (argument,))
        case "log":
            return power(argument, -1)
        case "sqrt":
            return multiply(Number(fmpq(1, 2)), power(Call("sqrt", (argument,)), -1))
        case "sin":
            return Call("cos", (argument,))
        case "cos":
            return multiply(MINUS_ONE, Call("sin", (argument,)))
        case _:
            raise InvalidInputError(
                f"function={function}: expected exp, log, sqrt, cos or sin where a derivative is needed; "
                f"{function} has a kink"
            )


def substitute(
    node: Expression,
    scalars: Mapping[str, Expression] | None = None,
    contents: Mapping[str, str] | None = None,
) -> Expression:
    """The expression with scalar names replaced by expressions, and content vectors renamed.

    Raises:
        InvalidInputError: a label of gauge or bias is replaced by something that is not a name.
    """
    scalars, contents = scalars or {}, contents or {}
    match node:
        case Name(name):
            return scalars.get(name, node)
        case Bias(row, column):
            return Bias(_label(row, scalars), _label(column, scalars))
        case Sum(terms):
            return add(*[substitute(term, scalars, contents) for term in terms])
        case Product(factors):
            return multiply(*[substitute(factor, scalars, contents) for factor in factors])
        case Power(base, exponent):
            return power(substitute(base, scalars, contents), exponent)
        case Call(function, arguments):
            return Call(function, tuple([substitute(part, scalars, contents) for part in arguments]))
        case Coordinate(vector, index):
            return Coordinate(substitute_vector(vector, scalars, contents), index)
        case Dot(left, right):
            return Dot(substitute_vector(left, scalars, contents), substitute_vector(right, scalars, contents))
        case _:
            return node


def substitute_vector(
    node: VectorExpression, scalars: Mapping[str, Expression], contents: Mapping[str, str]
) -> VectorExpression:
    """The same for a vector expression."""
    match node:
        case Content(name):
            return Content(contents.get(name, name))
        case Rotate(vector, angle, i, j):
            turned = substitute_vector(vector, scalars, contents)
            return Rotate(turned, substitute(angle, scalars, contents), i, j)
        case Gauge(vector, label):
            return Gauge(substitute_vector(vector, scalars, contents), _label(label, scalars))


def _label(name: str, scalars: Mapping[str, Expression]) -> str:
    replaced = scalars.get(name, Name(name))
    if not isinstance(replaced, Name):
        raise InvalidInputError(f"label={name}: expected a name in its place, since it is a label of a table")
    return replaced.name


def as_polynomial(node: Expression, name: str) -> fmpq_poly | None:
    """The expression as a polynomial in the name with rational coefficients; None iff it is not one by form."""
    match node:
        case Number(value):
            return fmpq_poly([value])
        case Name(found) if found == name:
            return fmpq_poly([0, 1])
        case Sum(terms):
            return _combined(terms, name, adding=True)
        case Product(factors):
            return _combined(factors, name, adding=False)
        case Power(base, exponent):
            below = as_polynomial(base, name)
            if below is None or (exponent < 0 and below.degree() != 0):
                return None
            return below**exponent if exponent >= 0 else fmpq_poly([1 / below[0] ** -exponent])
        case _:
            return None


def _combined(parts: tuple[Expression, ...], name: str, *, adding: bool) -> fmpq_poly | None:
    total = fmpq_poly([0 if adding else 1])
    for part in parts:
        below = as_polynomial(part, name)
        if below is None:
            return None
        total = total + below if adding else total * below
    return total
