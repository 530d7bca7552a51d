"""The canonical text of an expression, so that certificates can hold it.

`parse(to_text(node)) == node` for every canonical tree within the bounds of `parse`; all that was parsed is.
"""

from __future__ import annotations

from theorems.model.nodes import (
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
    Power,
    Product,
    Rotate,
    Sum,
    VectorExpression,
    multiply,
)

_SUM, _PRODUCT, _POWER, _ATOM = range(4)


def to_text(node: Expression) -> str:
    """The text, in the grammar of `parse`: `(s + t)**2`, `1 / s`, `2/3 * r`, `-exp(-r)`."""
    match node:
        case Number(value):
            return str(value)
        case Sum(terms):
            return to_text(terms[0]) + "".join(_signed(term) for term in terms[1:])
        case Product(factors):
            return _product(factors)
        case Power(base, exponent):
            return f"1 / {_within(base, _POWER)}" if _is_reciprocal(node) else f"{_within(base, _ATOM)}**{exponent}"
        case Call(function, arguments):
            return f"{function}({', '.join(map(to_text, arguments))})"
        case _:
            return _atom(node)


def vector_text(node: VectorExpression) -> str:
    """The text of a vector: `rotate(x, s, 1, 2)`."""
    match node:
        case Content(name):
            return name
        case Rotate(vector, angle, i, j):
            return f"rotate({vector_text(vector)}, {to_text(angle)}, {i}, {j})"
        case Gauge(vector, label):
            return f"gauge({vector_text(vector)}, {label})"


def _atom(node: Pi | Name | Bias | Coordinate | Dot) -> str:
    match node:
        case Pi():
            return "pi"
        case Name(name):
            return name
        case Bias(row, column):
            return f"bias({row}, {column})"
        case Coordinate(vector, index):
            return f"{vector_text(vector)}[{index}]"
        case Dot(left, right):
            return f"dot({vector_text(left)}, {vector_text(right)})"


def _is_reciprocal(node: Expression) -> bool:
    """Whether the node is written with a slash; 3**-1 is not, since 1 / 3 is read as one number."""
    return isinstance(node, Power) and node.exponent == -1 and not isinstance(node.base, Number)


def _level(node: Expression) -> int:
    match node:
        case Sum():
            return _SUM
        case Product():
            return _PRODUCT
        case Number(value):
            return _ATOM if value >= 0 and value.q == 1 else _PRODUCT
        case Power():
            return _PRODUCT if _is_reciprocal(node) else _POWER
        case _:
            return _ATOM


def _within(node: Expression, level: int) -> str:
    return to_text(node) if _level(node) >= level else f"({to_text(node)})"


def _signed(term: Expression) -> str:
    match term:
        case Number(value) | Product((Number(value), *_)) if value < 0:
            return f" - {_within(multiply(MINUS_ONE, term), _PRODUCT)}"
        case _:
            return f" + {_within(term, _PRODUCT)}"


def _product(factors: tuple[Expression, ...]) -> str:
    if factors[0] == MINUS_ONE:
        return "-" + _within(multiply(*factors[1:]), _PRODUCT)
    text = _within(factors[0], _PRODUCT)
    for factor in factors[1:]:
        if isinstance(factor, Power) and _is_reciprocal(factor):
            text += f" / {_within(factor.base, _POWER)}"
        else:
            text += f" * {_within(factor, _POWER)}"
    return text
