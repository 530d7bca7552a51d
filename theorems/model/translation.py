"""Expressions in the labels s, t that depend on s - t alone: on equispaced labels they have one value a diagonal."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from flint import fmpq

from theorems.model.nodes import Call, Name, Number, Pi, Power, Product, Sum

if TYPE_CHECKING:
    from theorems.model.matrix import Vector
    from theorems.model.nodes import Expression


def depends_on_difference(node: Expression) -> bool:
    """Whether s and t occur only in sums in which their coefficients add up to 0, such as s - t; only `if`."""
    match node:
        case Number() | Pi():
            return True
        case Sum(terms):
            linear = [_multiple(term) for term in terms]
            balanced = sum((c for c in linear if c is not None), start=fmpq(0)) == 0
            return balanced and all(
                depends_on_difference(term) for term, c in zip(terms, linear, strict=True) if c is None
            )
        case Product(parts) | Call(_, parts):
            return all(map(depends_on_difference, parts))
        case Power(base, _):
            return depends_on_difference(base)
        case _:
            return False


def _multiple(node: Expression) -> fmpq | None:
    """The c of a term c s or c t; None for any other."""
    match node:
        case Name("s" | "t"):
            return fmpq(1)
        case Product((Number(c), Name("s" | "t"))):
            return c
        case _:
            return None


def are_equispaced(values: Vector) -> bool:
    """Whether neighbours differ by one exact step."""
    return all(b - a == values[1] - values[0] for a, b in pairwise(values))
