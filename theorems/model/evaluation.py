"""One definition of an expression's value, for any arithmetic: exact numbers, balls, floats or formulas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from flint import arb

from theorems.model.errors import InvalidInputError
from theorems.model.nodes import (
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
    Sum,
    VectorExpression,
)

if TYPE_CHECKING:
    from theorems.model.arithmetic import ScalarArithmetic

Value = Any
"""A value of the arithmetic that was passed; it must have the operators + - * and ** with a whole exponent."""

Environment = Mapping[str, Any]
"""What an expression refers to: `s`, `t`, `r` a value; `x`, `y` a sequence of values; `gauge(s)`, the matrix of the
gauge table at the label s, rows of values; `bias(s, t)`, a value of the bias table."""


def evaluate(node: Expression, environment: Environment, arithmetic: ScalarArithmetic) -> Value:
    """The value; recursive, as deep as the tree, which the parser bounds.

    Raises:
        InvalidInputError: a name, table or coordinate that the environment does not hold.
    """
    match node:
        case Sum(terms):
            return _total([evaluate(term, environment, arithmetic) for term in terms])
        case Product(factors):
            value = evaluate(factors[0], environment, arithmetic)
            for factor in factors[1:]:
                value = value * evaluate(factor, environment, arithmetic)
            return value
        case Power(base, exponent):
            return raised(evaluate(base, environment, arithmetic), exponent)
        case Call(function, arguments):
            return arithmetic.call(function, [evaluate(part, environment, arithmetic) for part in arguments])
        case Coordinate(vector, index):
            return _coordinate(evaluate_vector(vector, environment, arithmetic), index)
        case Dot(left, right):
            left_value = evaluate_vector(left, environment, arithmetic)
            return _inner(left_value, evaluate_vector(right, environment, arithmetic))
        case _:
            return _leaf(node, environment, arithmetic)


def raised(value: Value, exponent: int) -> Value:
    """The whole power; Arb's own is NaN for a ball around exactly 0, so one that holds 0 is raised at its ends."""
    if not isinstance(value, arb) or exponent <= 0 or value.is_exact() or not value.contains(0):
        return value**exponent
    ends = value.lower() ** exponent, value.upper() ** exponent
    return ends[0].union(ends[1]).union(arb(0))


def evaluate_vector(node: VectorExpression, environment: Environment, arithmetic: ScalarArithmetic) -> Sequence[Value]:
    """The value of a vector expression; see `evaluate`."""
    if isinstance(node, Content):
        return _held(environment, node.name)
    entries = list(evaluate_vector(node.vector, environment, arithmetic))
    if isinstance(node, Gauge):
        return [_inner(row, entries) for row in _held(environment, f"gauge({node.label})")]
    angle = [evaluate(node.angle, environment, arithmetic)]
    cosine, sine = arithmetic.call("cos", angle), arithmetic.call("sin", angle)
    first, second = _coordinate(entries, node.i), _coordinate(entries, node.j)
    entries[node.i - 1] = cosine * first - sine * second
    entries[node.j - 1] = sine * first + cosine * second
    return entries


def _leaf(node: Number | Pi | Name | Bias, environment: Environment, arithmetic: ScalarArithmetic) -> Value:
    match node:
        case Number(value):
            return arithmetic.number(value)
        case Pi():
            return arithmetic.pi()
        case Name(name):
            return _held(environment, name)
        case Bias(row, column):
            return _held(environment, f"bias({row}, {column})")


def _held(environment: Environment, key: str) -> Value:
    if key not in environment:
        raise InvalidInputError(f"{key}: no value in the environment; expected one of {', '.join(environment)}")
    return environment[key]


def _coordinate(entries: Sequence[Value], index: int) -> Value:
    if index > len(entries):
        raise InvalidInputError(f"coordinate={index}: expected 1 to {len(entries)}, the dimension")
    return entries[index - 1]


def _total(values: Sequence[Value]) -> Value:
    total = values[0]
    for value in values[1:]:
        total = total + value
    return total


def _inner(left: Sequence[Value], right: Sequence[Value]) -> Value:
    return _total([a * b for a, b in zip(left, right, strict=True)])
