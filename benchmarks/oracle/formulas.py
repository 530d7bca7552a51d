"""Expressions read with Python's own grammar, node by node, and turned into functions; nothing is run as Python."""

from __future__ import annotations

import ast
import math
import operator
import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from benchmarks.oracle.numbers import MP, Number, inner, over, real, times

Environment = Mapping[str, Any]
Function = Callable[[Environment], Any]

OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: over}


class UndefinedError(Exception):
    """An expression has no value there."""


def _known(value: Number, at: int, result: int) -> Fraction | None:
    return Fraction(result) if isinstance(value, Fraction) and value == at else None


def _root(value: Number) -> Number:
    if isinstance(value, Fraction) and value >= 0:
        top, bottom = math.isqrt(value.numerator), math.isqrt(value.denominator)
        if top * top == value.numerator and bottom * bottom == value.denominator:
            return Fraction(top, bottom)
    if value < 0:
        raise UndefinedError("sqrt of a negative number")
    return math.sqrt(value) if isinstance(value, float) else MP.sqrt(real(value))


def _log(value: Number) -> Number:
    if value <= 0:
        raise UndefinedError("log of a number that is not positive")
    if isinstance(value, float):
        return math.log(value)
    return Fraction(0) if _known(value, 1, 0) is not None else MP.log(real(value))


def _exp(value: Number) -> Number:
    if isinstance(value, float):
        return math.exp(value)
    return Fraction(1) if _known(value, 0, 1) is not None else MP.exp(real(value))


def _cos(value: Number) -> Number:
    return math.cos(value) if isinstance(value, float) else _known(value, 0, 1) or MP.cos(real(value))


def _sin(value: Number) -> Number:
    if isinstance(value, float):
        return math.sin(value)
    return Fraction(0) if _known(value, 0, 0) is not None else MP.sin(real(value))


FUNCTIONS: dict[str, Callable[..., Number]] = {
    "exp": _exp,
    "log": _log,
    "sqrt": _root,
    "cos": _cos,
    "sin": _sin,
    "abs": abs,
    "min": min,
    "max": max,
}


@lru_cache(256)
def function(text: str) -> Function:
    """The expression as a function of its environment: labels, `r`, vectors, parameters and tables by name."""
    source = _written(text)
    return _built(ast.parse(source, mode="eval").body, source)


def _written(text: str) -> str:
    """The text in brackets, so that it may have several lines, and without the zeros before a number."""
    return f"({re.sub(r'(?<![0-9A-Za-z_.])0+(?=[0-9])', '', text)}\n)"


def _built(node: ast.expr, source: str) -> Function:
    match node:
        case ast.Constant():
            value = Fraction(ast.get_source_segment(source, node) or "")
            return lambda _: value
        case ast.Name("pi"):
            return lambda _: +MP.pi
        case ast.Name(name):
            return lambda environment: environment[name]
        case ast.UnaryOp(ast.USub(), operand):
            below = _built(operand, source)
            return lambda environment: -below(environment)
        case ast.UnaryOp(ast.UAdd(), operand):
            return _built(operand, source)
        case ast.BinOp(left, ast.Pow(), right):
            return _power(_built(left, source), _built(right, source))
        case ast.BinOp(left, action, right):
            return _binary(OPERATORS[type(action)], _built(left, source), _built(right, source))
        case ast.Subscript(value, ast.Constant(int() as index)):
            whole = _built(value, source)
            return lambda environment: whole(environment)[index - 1]
        case ast.Call(ast.Name(name), arguments):
            return _call(name, arguments, source)
    raise UndefinedError(ast.dump(node)[:60])


def _binary(action: Callable[[Any, Any], Any], left: Function, right: Function) -> Function:
    def value(environment: Environment) -> Number:
        try:
            return action(left(environment), right(environment))
        except ZeroDivisionError:
            raise UndefinedError("division by zero") from None

    return value


def _power(base: Function, exponent: Function) -> Function:
    def value(environment: Environment) -> Number:
        try:
            return base(environment) ** int(exponent(environment))
        except ZeroDivisionError:
            raise UndefinedError("0 to a negative power") from None

    return value


def _call(name: str, arguments: list[ast.expr], source: str) -> Function:
    if name in ("gauge", "bias"):
        labels = [argument.id for argument in arguments if isinstance(argument, ast.Name)]
        if name == "bias":
            return lambda e: e["bias"][e["index"][labels[0]]][e["index"][labels[1]]]
        below = _built(arguments[0], source)
        label = arguments[1].id if isinstance(arguments[1], ast.Name) else ""
        return lambda e: times(e["gauge"][e["index"][label]], below(e))
    parts = [_built(argument, source) for argument in arguments]
    if name == "dot":
        return lambda e: e["r"] if "r" in e else inner(parts[0](e), parts[1](e))
    if name == "rotate":
        return lambda e: _rotated(*(part(e) for part in parts))
    action = FUNCTIONS[name]
    return lambda e: action(*(part(e) for part in parts))


def _rotated(v: tuple[Number, ...], angle: Number, i: Number, j: Number) -> tuple[Number, ...]:
    c, s, a, b = _cos(angle), _sin(angle), int(i) - 1, int(j) - 1
    turned = list(v)
    turned[a], turned[b] = c * v[a] - s * v[b], s * v[a] + c * v[b]
    return tuple(turned)


def frames(text: str) -> tuple[Function, Function] | None:
    """The two sides of the inner product, if all inner products are one and there is no coordinate."""
    source = _written(text)
    tree = ast.parse(source, mode="eval").body
    dots = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "dot"]
    if any(isinstance(node, ast.Subscript) for node in ast.walk(tree)) or not dots:
        return None
    if len({ast.dump(node) for node in dots}) > 1:
        return None
    return _built(dots[0].args[0], source), _built(dots[0].args[1], source)


@lru_cache(256)
def slope(text: str) -> Function:
    """The derivative of a profile in r, rule by rule; kinks and conditions have none."""
    source = _written(text)
    return _slope(ast.parse(source, mode="eval").body, source)


def _slope(node: ast.expr, source: str) -> Function:
    match node:
        case ast.Constant() | ast.Name("pi"):
            return lambda _: Fraction(0)
        case ast.Name("r"):
            return lambda _: Fraction(1)
        case ast.UnaryOp(ast.USub(), operand):
            below = _slope(operand, source)
            return lambda e: -below(e)
        case ast.UnaryOp(ast.UAdd(), operand):
            return _slope(operand, source)
        case ast.BinOp(left, action, right):
            return _slope_of_two(left, action, right, source)
        case ast.Call(ast.Name(name), [argument]) if name in CHAIN:
            f, df, outer = _built(argument, source), _slope(argument, source), CHAIN[name]
            return lambda e: outer(f(e)) * df(e)
    raise UndefinedError(f"no derivative of {ast.dump(node)[:60]}")


def _slope_of_two(left: ast.expr, action: ast.operator, right: ast.expr, source: str) -> Function:
    f, g, df = _built(left, source), _built(right, source), _slope(left, source)
    if isinstance(action, ast.Pow):
        lower = _power(f, lambda e: g(e) - 1)
        return lambda e: g(e) * lower(e) * df(e) if g(e) != 0 else Fraction(0)
    dg = _slope(right, source)
    match action:
        case ast.Add():
            return lambda e: df(e) + dg(e)
        case ast.Sub():
            return lambda e: df(e) - dg(e)
        case ast.Mult():
            return lambda e: df(e) * g(e) + f(e) * dg(e)
    return lambda e: over(df(e) * g(e) - f(e) * dg(e), g(e) * g(e))


CHAIN: dict[str, Callable[[Number], Number]] = {
    "exp": _exp,
    "log": lambda value: over(Fraction(1), value),
    "sqrt": lambda value: over(Fraction(1), 2 * _root(value)),
    "cos": lambda value: -_sin(value),
    "sin": _cos,
}
