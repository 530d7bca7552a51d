"""Hypothesis strategies for expressions, built with the constructors that keep them canonical."""

from __future__ import annotations

from flint import fmpq
from hypothesis import strategies as st

from theorems.model.expression import (
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

rationals = st.builds(fmpq, st.integers(-9, 9), st.integers(1, 9))
numbers = rationals.map(Number)


def _grown(leaves: st.SearchStrategy[Expression], functions: tuple[str, ...], least_exponent: int):
    def extend(below: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
        pairs = st.lists(below, min_size=2, max_size=3)
        grown = pairs.map(lambda parts: add(*parts)) | pairs.map(lambda parts: multiply(*parts))
        grown |= st.builds(power, below, st.integers(least_exponent, 3))
        for function in functions:
            grown |= st.builds(lambda part, name=function: Call(name, (part,)), below)
        return grown

    return st.recursive(leaves, extend, max_leaves=12)


labels = st.sampled_from(("s", "t"))
scalars = numbers | st.just(Pi()) | labels.map(Name) | st.builds(Bias, labels, labels)


def _turned(below: st.SearchStrategy[VectorExpression]) -> st.SearchStrategy[VectorExpression]:
    planes = st.permutations((1, 2, 3)).map(lambda order: order[:2])
    rotated = st.builds(lambda v, angle, plane: Rotate(v, angle, *plane), below, scalars, planes)
    return rotated | st.builds(Gauge, below, labels)


vectors = st.recursive(st.sampled_from(("x", "y")).map(Content), _turned, max_leaves=3)
kernels = _grown(
    scalars | st.builds(Coordinate, vectors, st.integers(1, 3)) | st.builds(Dot, vectors, vectors),
    ("exp", "log", "sqrt", "cos", "sin", "abs"),
    -2,
)
polynomials = _grown(numbers | st.just(Name("r")), (), 0)
profiles = _grown(numbers | st.just(Name("r")), ("exp", "cos", "sin"), 0)
