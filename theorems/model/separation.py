"""Taking an expression apart: label factors, a profile in one inner product, and the frame inside that product."""

from __future__ import annotations

from dataclasses import dataclass

from theorems.model.calculus import substitute_vector
from theorems.model.nodes import (
    ONE,
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
    add,
    multiply,
    power,
)
from theorems.model.occurrence import contents_in, scalars_in

R = Name("r")


@dataclass(frozen=True)
class Separated:
    """h = bias(s, t) * profile(r), r = <frame of x at s, frame of y at t>; the frame is None where r does not occur."""

    bias: Expression
    profile: Expression
    frame: VectorExpression | None


@dataclass(frozen=True)
class InOneProduct:
    """h = profile(r; s, t), r = <frame of x at s, frame of y at t>; the frame is None where r does not occur."""

    profile: Expression
    frame: VectorExpression | None


def in_one_product(node: Expression) -> InOneProduct | None:
    """The form in which contents enter through one inner product of like frames alone, or None."""
    replaced, frames = _replace_dots(node)
    if len(frames) > 1 or contents_in(replaced):
        return None
    return InOneProduct(replaced, frames[0] if frames else None)


def separate(node: Expression) -> Separated | None:
    """The separated form, or None.

    Numbers and signs in front go to the bias, so that -dot(x, y) has bias -1 and profile r. Terms of a sum are merged
    where they share their profile, or their bias.
    """
    replaced, frames = _replace_dots(node)
    if len(frames) > 1:
        return None
    split = _factors(replaced)
    if split is None and isinstance(replaced, Sum):
        split = _merged(replaced)
    return None if split is None else Separated(*split, frames[0] if frames else None)


def degrees(node: Expression | VectorExpression) -> tuple[int, int] | None:
    """The degrees in x and in y of a homogeneous polynomial in them; None where the expression is not one by form."""
    match node:
        case Sum(terms):
            found = {degrees(term) for term in terms}
            return found.pop() if len(found) == 1 else None
        case Product(parts):
            return _added([degrees(part) for part in parts])
        case Dot(left, right):
            return _added([degrees(left), degrees(right)])
        case Power(base, exponent):
            below = degrees(base)
            return below if below == (0, 0) else _added([below] * exponent) if exponent > 0 else None
        case Call(_, arguments):
            return (0, 0) if all(not contents_in(argument) for argument in arguments) else None
        case Number() | Pi() | Name() | Bias():
            return (0, 0)
        case Coordinate(vector):
            return degrees(vector)
        case Content() | Rotate() | Gauge():
            return {"x": (1, 0), "y": (0, 1), None: None}[_content(node)]


def _content(node: VectorExpression) -> str | None:
    """The content that the vector is a linear function of; None if an angle depends on contents, as it then is none."""
    while not isinstance(node, Content):
        if isinstance(node, Rotate) and contents_in(node.angle):
            return None
        node = node.vector
    return node.name


def _added(parts: list[tuple[int, int] | None]) -> tuple[int, int] | None:
    known = [part for part in parts if part is not None]
    return (sum(x for x, _ in known), sum(y for _, y in known)) if len(known) == len(parts) else None


def _other(frame: VectorExpression) -> VectorExpression:
    """The frame of y at t that belongs to the one of x at s."""
    return substitute_vector(frame, {"s": Name("t")}, {"x": "y"})


def _frame(node: Dot) -> VectorExpression | None:
    """The frame of x at s, if the other side is the same frame of y at t."""
    for left, right in ((node.left, node.right), (node.right, node.left)):
        if _content(left) == "x" and "t" not in scalars_in(left) and _other(left) == right:
            return left
    return None


def _replace_dots(node: Expression) -> tuple[Expression, list[VectorExpression]]:
    """The expression with r in place of inner products of two like frames, and the different frames."""
    match node:
        case Dot():
            frame = _frame(node)
            return (node, []) if frame is None else (R, [frame])
        case Sum(parts) | Product(parts) | Call(_, parts):
            pairs = [_replace_dots(part) for part in parts]
            made = [part for part, _ in pairs]
            frames = [frame for _, found in pairs for frame in found]
            joined = add(*made) if isinstance(node, Sum) else multiply(*made)
            whole = Call(node.function, tuple(made)) if isinstance(node, Call) else joined
            return whole, list(dict.fromkeys(frames))
        case Power(base, exponent):
            made, frames = _replace_dots(base)
            return power(made, exponent), frames
        case _:
            return node, []


def _factors(node: Expression) -> tuple[Expression, Expression] | None:
    """The factors that depend on labels (or on nothing), and those that depend on r; None where one depends on both."""
    bias: list[Expression] = []
    profile: list[Expression] = []
    for factor in node.factors if isinstance(node, Product) else (node,):
        names = scalars_in(factor)
        if contents_in(factor) or ("r" in names and names != frozenset({"r"})):
            return None
        (profile if "r" in names else bias).append(factor)
    return multiply(*bias), multiply(*profile)


def _merged(node: Sum) -> tuple[Expression, Expression] | None:
    split: list[tuple[Expression, Expression]] = []
    for term in node.terms:
        pair = _factors(term)
        if pair is None:
            return None
        split.append(pair)
    biases, profiles = zip(*split, strict=True)
    if all(profile == profiles[0] for profile in profiles):
        return add(*biases), profiles[0]
    if all(_without_number(bias) == _without_number(biases[0]) for bias in biases):
        weighted = [multiply(_number(bias), profile) for bias, profile in split]
        return _without_number(biases[0]), add(*weighted)
    return None


def _number(bias: Expression) -> Expression:
    head = bias.factors[0] if isinstance(bias, Product) else bias
    return head if isinstance(head, Number) else ONE


def _without_number(bias: Expression) -> Expression:
    if isinstance(bias, Number):
        return ONE
    return multiply(*bias.factors[1:]) if _number(bias) != ONE and isinstance(bias, Product) else bias
