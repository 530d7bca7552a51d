"""Problem files: TOML text to an exact problem. Nothing in them is a float, and nothing in them is run."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flint import fmpq

from theorems.model.classify import Classification, classify
from theorems.model.description import describe
from theorems.model.errors import InvalidInputError
from theorems.model.fields import Decimal, Fields
from theorems.model.label_table import LabelTable
from theorems.model.labels import Labels, Reading
from theorems.model.parser import CONTENTS, parse
from theorems.model.problem import Problem
from theorems.model.real import Real

if TYPE_CHECKING:
    from theorems.model.matrix import Matrix, Vector
    from theorems.model.nodes import Expression

MAX_BYTES = 1 << 20
MAX_DIMENSION = 64
MAX_COUNT = 1000

MAX_DOTS = 1000
"""Most dots outside of numbers: tomllib's time grows with the square of the length of a dotted key."""

LAWS = ("circle", "interval", "points")
_DECIMAL = re.compile(r"(?<![\w.])\d+\.\d+(?!\w|\s*\.)", re.ASCII)


@dataclass(frozen=True, eq=False)
class ProblemFile:
    """A problem and how it was written.

    Attributes:
        problem: the exact problem.
        text: the file.
        expression_text: the kernel's expression as written, parameters by name.
        expression: the same as a tree, parameters as numbers.
        values: the labels s_1..s_n.
        classification: the form that the kernel has.
    """

    problem: Problem
    text: str
    expression_text: str
    expression: Expression
    values: Vector
    classification: Classification

    def describe(self) -> str:
        """The kernel in words."""
        return describe(self.classification, self.problem.labels.masses)


def read_problem(text: str) -> Problem:
    """The problem of a file's text; see `read_problem_file`."""
    return read_problem_file(text).problem


def read_problem_file(text: str, *, flow: bool = False) -> ProblemFile:
    """Reads a problem file.

    Args:
        text: the file.
        flow: whether a table [flow] may be there; of it only `beta` is read here, which replaces the kernel's.

    Raises:
        InvalidInputError: anything that the format does not hold: the message is one line, and for an expression two
            more, with a caret under the place.
    """
    root = tables(text)
    if not flow:
        root.refuse("flow", "here; the table belongs to the command `flow`, so leave it out or run that")
    root.only(("content", "labels", "kernel", "gauge", "bias", *(("flow",) if flow else ())))
    dimension = root.table("content").only(("dimension",)).whole("dimension", MAX_DIMENSION)
    values, labels = _labels(root.table("labels").only(("law", "count", "points", "weights", "reading")))
    kernel = root.table("kernel").only(("expression", "parameters"))
    expression_text = kernel.text("expression")
    parameters = kernel.table("parameters") if kernel.has("parameters") else None
    numbers = {} if parameters is None else {name: parameters.number(name) for name in parameters.values}
    if flow and root.has("flow") and root.table("flow").has("beta"):
        if "beta" not in numbers:
            raise InvalidInputError("flow.beta: expected a parameter beta in [kernel] parameters, which it replaces")
        numbers["beta"] = root.table("flow").number("beta")
    expression = parse(expression_text, parameters=numbers, contents=CONTENTS)
    table = LabelTable(dimension, values, _gauges(root), _bias(root))
    classification = classify(expression, table)
    problem = Problem(dimension, labels, classification.kernel)
    return ProblemFile(problem, text, expression_text, expression, values, classification)


def tables(text: str) -> Fields:
    """The tables of a file's text, numbers kept exact.

    Raises:
        InvalidInputError: too long, or not TOML.
    """
    return Fields("", _toml(text))


def _toml(text: str) -> dict[str, object]:
    if len(text.encode(errors="replace")) > MAX_BYTES:
        raise InvalidInputError(f"size={len(text)} characters: expected a file of at most {MAX_BYTES} bytes")
    dots = _DECIMAL.sub("", text).count(".")
    if dots > MAX_DOTS:
        raise InvalidInputError(f"toml: {dots} dots outside of numbers, expected at most {MAX_DOTS}")
    try:
        return tomllib.loads(text, parse_float=_exact)
    except InvalidInputError:
        raise
    except (ValueError, RecursionError) as error:
        first = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise InvalidInputError(f"toml: {first[:200]}; expected a TOML file") from error


def _exact(text: str) -> Decimal:
    """What TOML takes for a float: kept as text, but nan and inf."""
    if "n" in text:
        raise InvalidInputError(f"number={text}: expected an exact rational, not nan or inf")
    return Decimal(text.replace("_", ""))


def _labels(fields: Fields) -> tuple[Vector, Labels]:
    law = fields.choice("law", LAWS)
    reading = Reading(fields.choice("reading", tuple(reading.value for reading in Reading)))
    if law == "points":
        fields.refuse("count", 'with law = "points"; the points are counted')
        points, weights = fields.numbers("points", MAX_COUNT), fields.numbers("weights", MAX_COUNT)
        if len(points) != len(weights):
            raise InvalidInputError(f"labels: {len(points)} points and {len(weights)} weights, expected as many")
        total = sum(weights, fmpq(0))
        if total != 1:
            raise InvalidInputError(f"labels.weights: sum {total}, expected 1")
        return tuple(Real(point) for point in points), Labels(weights, reading)
    for key in ("points", "weights"):
        fields.refuse(key, f'with law = "{law}"; write law = "points", or count = .. alone')
    if not fields.has("count"):
        raise InvalidInputError(
            "labels.count: missing, which means the continuum; finite labels are needed here: give count"
        )
    n = fields.whole("count", MAX_COUNT)
    step = Real.pi() * fmpq(2, n)
    circle = tuple(step * j for j in range(n))
    interval = tuple(Real(fmpq(2 * j + 1, 2 * n)) for j in range(n))
    return circle if law == "circle" else interval, Labels((fmpq(1, n),) * n, reading)


def _gauges(root: Fields) -> tuple[Matrix, ...] | None:
    return root.table("gauge").only(("matrices",)).matrices("matrices", MAX_COUNT) if root.has("gauge") else None


def _bias(root: Fields) -> Matrix | None:
    return root.table("bias").only(("matrix",)).matrix("matrix", MAX_COUNT) if root.has("bias") else None
