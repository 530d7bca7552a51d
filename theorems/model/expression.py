"""Expressions of kernels and profiles: the tree, its value over any arithmetic, and its calculus.

The one name to import from; `parser` reads a tree from text and `text` writes it.
"""

from theorems.model.calculus import as_polynomial, derivative, substitute
from theorems.model.evaluation import Environment, evaluate, evaluate_vector
from theorems.model.nodes import (
    FUNCTIONS,
    Bias,
    Call,
    Content,
    Coordinate,
    Dot,
    Expression,
    Gauge,
    Name,
    Node,
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

__all__ = [
    "FUNCTIONS",
    "Bias",
    "Call",
    "Content",
    "Coordinate",
    "Dot",
    "Environment",
    "Expression",
    "Gauge",
    "Name",
    "Node",
    "Number",
    "Pi",
    "Power",
    "Product",
    "Rotate",
    "Sum",
    "VectorExpression",
    "add",
    "as_polynomial",
    "derivative",
    "evaluate",
    "evaluate_vector",
    "multiply",
    "power",
    "substitute",
]
