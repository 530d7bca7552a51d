"""How deep a tree is, and how large exact values of it can grow."""

from __future__ import annotations

from math import comb, prod

from theorems.model.nodes import (
    Call,
    Content,
    Coordinate,
    Dot,
    Expression,
    Gauge,
    Node,
    Number,
    Power,
    Product,
    Sum,
    VectorExpression,
)
from theorems.model.occurrence import children

MAX_DEPTH = 100
"""Deepest tree, which bounds every recursion over trees."""

MAX_EXTENT = 4096
"""Most factors that an expression may have when it is multiplied out. The numbers of one within this bound stay
below some megabits, and 9**9**9 is far beyond."""

_WORD = 64


def depth(node: Node) -> int:
    """The number of levels of the tree, without recursion."""
    levels, level = 0, [node]
    while level:
        levels += 1
        level = [child for above in level for child in children(above)]
    return levels


def extent(node: Node) -> int:
    """A bound on the length of exact values: leaves (a number for each 64 bits of it) times the powers above them."""
    total = 0
    stack = [(node, 1)]
    while stack:
        top, times = stack.pop()
        below = children(top)
        if isinstance(top, Number):
            total += times * (1 + top.value.height_bits() // _WORD)
        elif not below:
            total += times
        elif isinstance(top, Power):
            times *= max(1, abs(top.exponent))
        stack.extend((child, times) for child in below)
    return total


def terms(node: Expression, dimension: int) -> int:
    """A bound on the number of terms of the exact value as a `Real`, and so on the steps of its products.

    A function counts as two terms, since cos = (e^i + e^-i)/2, and a power of m terms as all monomials of its degree.
    """
    match node:
        case Sum(parts):
            return sum(terms(part, dimension) for part in parts)
        case Product(parts):
            return prod(terms(part, dimension) for part in parts)
        case Power(base, exponent):
            below = terms(base, dimension)
            return comb(below + abs(exponent) - 1, abs(exponent))
        case Call(_, arguments):
            return max(2, *(terms(argument, dimension) for argument in arguments))
        case Coordinate(vector):
            return max(_entries(vector, dimension))
        case Dot(left, right):
            pairs = zip(_entries(left, dimension), _entries(right, dimension), strict=True)
            return sum(a * b for a, b in pairs)
        case _:
            return 1


def frame_terms(node: VectorExpression, dimension: int) -> int:
    """The same for the entries of a vector whose content is one basis vector."""
    return max(_entries(node, dimension))


def _entries(node: VectorExpression, dimension: int) -> list[int]:
    if isinstance(node, Content):
        return [1] * dimension
    below = _entries(node.vector, dimension)
    if isinstance(node, Gauge):
        return [sum(below)] * dimension
    angle = terms(node.angle, dimension)
    if node.i <= dimension and node.j <= dimension:  # otherwise evaluation refuses it
        below[node.i - 1] = below[node.j - 1] = max(2, angle) * (below[node.i - 1] + below[node.j - 1])
    return below
