"""Expressions at a pair of labels: label values put in, and what no content touches folded into one number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flint import fmpq

from theorems.model.calculus import substitute
from theorems.model.errors import InexactError, UndecidedError
from theorems.model.evaluation import evaluate
from theorems.model.nodes import (
    ZERO,
    Bias,
    Call,
    Expression,
    Number,
    Pi,
    Power,
    Product,
    Sum,
    add,
    multiply,
    power,
)
from theorems.model.occurrence import holds_partial, scalars_in
from theorems.model.one_field import OneField

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from theorems.model.label_table import LabelTable
    from theorems.model.real import Real


def formula(value: Real) -> Expression:
    """The exact number as an expression: one tree for one form."""
    parts: list[Expression] = []
    for c, exponent, turn, power_of_pi in value.terms:
        factors: list[Expression] = [Number(c)]
        factors += [Call("exp", (Number(exponent),))] if exponent else []
        factors += [Call("cos", (multiply(Number(2 * turn), Pi()),))] if turn else []
        factors += [power(Pi(), power_of_pi)] if power_of_pi else []
        parts.append(multiply(*factors))
    return add(*parts)


def pair_profiles(expression: Expression, table: LabelTable) -> tuple[tuple[Expression, ...], ...]:
    """psi_ij(r) of an expression in r, s, t, symmetric in the labels, for every pair; equal ones are one object."""
    n = len(table.values)
    labels = [formula(value) for value in table.values]
    known: dict[Expression, Expression] = {}

    def profile(i: int, j: int) -> Expression:
        names = {"s": labels[i], "t": labels[j]}
        biases = {
            f"bias({a}, {b})": _entry(table, p, q) for a, p in (("s", i), ("t", j)) for b, q in (("s", i), ("t", j))
        }
        made = _folded(substitute(_without_bias(expression, biases), names))
        return known.setdefault(made, made)

    lower = [[profile(i, j) for j in range(i + 1)] for i in range(n)]
    return tuple(tuple(lower[max(i, j)][min(i, j)] for j in range(n)) for i in range(n))


def _entry(table: LabelTable, i: int, j: int) -> Expression:
    return Number(fmpq(0)) if table.bias is None else formula(table.bias[i][j])


def _without_bias(node: Expression, values: Mapping[str, Expression]) -> Expression:
    """The expression with the entries of the bias table in place of bias(.., ..)."""
    return (
        values[f"bias({node.row}, {node.column})"]
        if isinstance(node, Bias)
        else _mapped(node, lambda part: _without_bias(part, values))
    )


def _mapped(node: Expression, change: Callable[[Expression], Expression]) -> Expression:
    """The node with its parts changed, for scalar expressions."""
    match node:
        case Sum(parts):
            return add(*map(change, parts))
        case Product(parts):
            return multiply(*map(change, parts))
        case Power(base, exponent):
            return power(change(base), exponent)
        case Call(function, arguments):
            return Call(function, tuple(map(change, arguments)))
        case _:
            return node


def _folded(node: Expression) -> Expression:
    """The expression with each part that holds no name as the formula of its exact value, where it has one.

    Raises:
        InvalidInputError: such a part is not defined, as 1/0 or the log of a negative number.
    """
    if not scalars_in(node):
        value = _number(node)
        return _mapped(node, _folded) if value is node else value
    node = _mapped(node, _folded)
    if isinstance(node, Product) and node.factors[0] == ZERO and not holds_partial(node):
        return ZERO
    if not scalars_in(node):
        return _number(node)
    if not isinstance(node, Sum | Product):
        return node
    parts = node.terms if isinstance(node, Sum) else node.factors
    join = add if isinstance(node, Sum) else multiply
    if isinstance(node, Sum):
        parts = tuple(part for part in parts if part != ZERO)
    constants = [part for part in parts if not scalars_in(part)]
    others = [part for part in parts if scalars_in(part)]
    return join(_number(join(*constants)), *others) if len(constants) > 1 else join(*parts)


def _number(node: Expression) -> Expression:
    try:
        return formula(evaluate(node, {}, OneField()))
    except (InexactError, UndecidedError):
        return node
