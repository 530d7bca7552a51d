"""What occurs in an expression."""

from __future__ import annotations

from typing import TYPE_CHECKING

from theorems.model.nodes import (
    Bias,
    Call,
    Content,
    Coordinate,
    Dot,
    Gauge,
    Name,
    Node,
    Power,
    Product,
    Rotate,
    Sum,
)

if TYPE_CHECKING:
    from collections.abc import Iterator


def children(node: Node) -> tuple[Node, ...]:
    """The nodes right below."""
    match node:
        case Sum(parts) | Product(parts) | Call(_, parts):
            return parts
        case Rotate(vector, angle):
            return (vector, angle)
        case Dot(left, right):
            return (left, right)
        case Power(below) | Gauge(below) | Coordinate(below):
            return (below,)
        case _:
            return ()


def walk(node: Node) -> Iterator[Node]:
    """The node and all below it, without recursion."""
    stack = [node]
    while stack:
        top = stack.pop()
        yield top
        stack.extend(children(top))


def scalars_in(node: Node) -> frozenset[str]:
    """The scalar names that occur, labels of gauge and bias included."""
    found: set[str] = set()
    for part in walk(node):
        match part:
            case Name(name) | Gauge(_, name):
                found.add(name)
            case Bias(row, column):
                found.update((row, column))
            case _:
                pass
    return frozenset(found)


def holds_partial(node: Node) -> bool:
    """Whether a quotient, log or sqrt occurs; without one every value of the grammar is defined and continuous."""
    return any(
        (isinstance(part, Power) and part.exponent < 0) or (isinstance(part, Call) and part.function in ("log", "sqrt"))
        for part in walk(node)
    )


def contents_in(node: Node) -> frozenset[str]:
    """The content vectors that occur."""
    return frozenset(part.name for part in walk(node) if isinstance(part, Content))
