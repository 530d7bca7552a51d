"""Problem files without `labels.count`: the continuum itself. `read_file` reads these and the finite ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flint import arb, fmpq

from theorems.model.arithmetic import enclose
from theorems.model.bias import General, Invariant, Space, difference, has_period, is_kinked, of_distance
from theorems.model.calculus import as_polynomial
from theorems.model.continuum import ContinuumProblem, Exponential, Trigonometric
from theorems.model.errors import InexactError, InvalidInputError
from theorems.model.nodes import (
    Bias,
    Call,
    Content,
    Expression,
    Gauge,
    Number,
    Pi,
    Product,
    Rotate,
    VectorExpression,
    multiply,
)
from theorems.model.occurrence import walk
from theorems.model.parser import CONTENTS, parse
from theorems.model.problem_file import MAX_DIMENSION, ProblemFile, read_problem_file, tables
from theorems.model.separation import R, Separated, separate
from theorems.model.text import to_text, vector_text
from theorems.model.trigonometric import cosine_coefficients

if TYPE_CHECKING:
    from theorems.model.continuum import ContinuumBias
    from theorems.model.fields import Fields

PROBES = (fmpq(1, 7), fmpq(3, 7), fmpq(9, 11), fmpq(1, 13))
"""Labels, in parts of the label space, at which a bias that is not symmetric is caught."""

MOST_TURNS = 1000
"""Greatest slope of an angle of a gauge."""


@dataclass(frozen=True, eq=False)
class ContinuumFile:
    """A problem with labels in a continuum and how it was written.

    Attributes:
        problem: the exact problem, in the frame of the gauge.
        text: the file.
        expression_text: the kernel's expression as written, parameters by name.
        expression: the same as a tree, parameters as numbers.
        separated: bias, profile and gauge as expressions.
    """

    problem: ContinuumProblem
    text: str
    expression_text: str
    expression: Expression
    separated: Separated

    @property
    def space(self) -> Space:
        """Where the labels live."""
        return self.problem.space

    @property
    def gauge(self) -> VectorExpression | None:
        """R(s) x, orthogonal for every s; None where it is x itself."""
        frame = self.separated.frame
        return None if frame is None or isinstance(frame, Content) else frame

    def describe(self) -> str:
        """The kernel in words."""
        bias, profile = to_text(self.separated.bias), to_text(self.separated.profile)
        gauge = "no gauge" if self.gauge is None else f"gauge R(s) x = {vector_text(self.gauge)}"
        kind = {
            Trigonometric: "trigonometric bias",
            Exponential: "exponential bias",
            Invariant: "bias of the difference of the labels",
            General: "bias of both labels",
        }[type(self.problem.bias)]
        words = [f"bias k(s, t) = {bias}, profile phi(r) = {profile}, {gauge}", kind]
        words += ["linear profile"] if self.separated.profile == R else []
        return "; ".join(words)


def read_file(text: str) -> ProblemFile | ContinuumFile:
    """Reads a problem file, of finitely many labels or of a continuum.

    Raises:
        InvalidInputError: anything that the format does not hold, or a kernel that has no form taken in the continuum.
    """
    root = tables(text)
    if not root.has("labels"):
        return read_problem_file(text)
    labels = root.table("labels")
    if labels.has("count") or labels.values.get("law") not in [space.value for space in Space]:
        return read_problem_file(text)
    return _continuum(text, root, labels)


def _continuum(text: str, root: Fields, labels: Fields) -> ContinuumFile:
    for key in ("gauge", "bias"):
        root.refuse(key, "for a continuum of labels, one row a label; write rotate(..) or a formula, or give count")
    root.refuse("flow", "here; the table belongs to the command `flow`, which takes finite labels: give count")
    root.only(("content", "labels", "kernel"))
    dimension = root.table("content").only(("dimension",)).whole("dimension", MAX_DIMENSION)
    for key in ("points", "weights"):
        labels.refuse(key, f'with law = "{labels.choice("law", tuple(space.value for space in Space))}"')
    labels.only(("law", "reading"))
    if labels.has("reading"):
        labels.choice("reading", ("cells",))  # non-atomic labels are read as cells
    space = Space(labels.choice("law", tuple(space.value for space in Space)))
    kernel = root.table("kernel").only(("expression", "parameters"))
    expression_text = kernel.text("expression")
    parameters = kernel.table("parameters") if kernel.has("parameters") else None
    numbers = {} if parameters is None else {name: parameters.number(name) for name in parameters.values}
    expression = parse(expression_text, parameters=numbers, contents=CONTENTS)
    separated = _separated(expression, dimension)
    problem = ContinuumProblem(dimension, label_bias(separated.bias, space), separated.profile)
    return ContinuumFile(problem, text, expression_text, expression, separated)


def _separated(expression: Expression, dimension: int) -> Separated:
    for node in walk(expression):
        if isinstance(node, Gauge | Bias):
            raise InvalidInputError("kernel: gauge(..) and bias(..) are tables of finitely many labels; give count")
    separated = separate(expression)
    if separated is None:
        raise InvalidInputError(
            "kernel: taken for a continuum of labels is k(s, t) * phi(dot(R(x, s), R(y, t))), R made of rotate with "
            "angles linear in its own label; or give count"
        )
    frame = separated.frame
    while isinstance(frame, Rotate):
        if max(frame.i, frame.j) > dimension:
            raise InvalidInputError(f"coordinate={max(frame.i, frame.j)}: expected 1 to {dimension}, the dimension")
        if not _is_linear(frame.angle):
            raise InvalidInputError(
                f"angle={to_text(frame.angle)[:60]}: expected a s + b, a and b rational or multiples of pi, |a| up to "
                f"{MOST_TURNS}, for a continuum of labels; or give count"
            )
        frame = frame.vector
    return separated


def _is_linear(angle: Expression) -> bool:
    """Whether the angle is a s + b, or pi times that."""
    factors = angle.factors if isinstance(angle, Product) else (angle,)
    rest = [factor for factor in factors if not isinstance(factor, Pi)]
    polynomial = as_polynomial(multiply(*rest), "s") if rest else None
    if polynomial is None:
        return not rest and len(factors) == 1
    return len(factors) - len(rest) <= 1 and polynomial.degree() <= 1 and abs(polynomial[1]) <= MOST_TURNS


def label_bias(node: Expression, space: Space) -> ContinuumBias:
    """The bias of an expression in s and t, in the first form that it has.

    Raises:
        InvalidInputError: it is found not to be symmetric.
    """
    if space is Space.CIRCLE:
        coefficients = cosine_coefficients(node)
        if coefficients is not None:
            return Trigonometric(coefficients)
    elif (decay := _decay(node)) is not None:
        return decay
    _require_symmetric(node, space)
    apart = difference(node)
    if apart is not None and space is Space.INTERVAL:
        apart = of_distance(apart)
    if apart is not None and not is_kinked(apart) and (space is Space.INTERVAL or has_period(apart)):
        return Invariant(space, apart)
    return General(space, node)


def _decay(node: Expression) -> Exponential | None:
    """c exp(-r |s - t|), r > 0."""
    apart = difference(node)
    apart = None if apart is None else of_distance(apart)
    scale = fmpq(1)
    if isinstance(apart, Product) and isinstance(apart.factors[0], Number):
        scale, apart = apart.factors[0].value, multiply(*apart.factors[1:])
    if not (isinstance(apart, Call) and apart.function == "exp"):
        return None
    exponent = as_polynomial(apart.arguments[0], "u")
    if exponent is None or exponent.degree() != 1 or exponent[0] != 0 or exponent[1] >= 0:
        return None
    return Exponential(scale, -exponent[1])


def _require_symmetric(node: Expression, space: Space) -> None:
    """Refuses a bias whose values at two labels and at the same exchanged are told apart by balls."""
    size = 2 * arb.pi() if space is Space.CIRCLE else arb(1)
    for a in PROBES:
        for b in PROBES:
            if a == b:
                continue
            s, t = arb(a) * size, arb(b) * size
            try:
                there, back = (enclose(node, {"s": p, "t": q}, 128) for p, q in ((s, t), (t, s)))
            except InexactError as error:
                raise InvalidInputError(f"the bias {to_text(node)[:60]}: {error}") from error
            if there < back or back < there:
                raise InvalidInputError(
                    f"the bias {to_text(node)[:60]} is not symmetric; expected h((x,s),(y,t)) = h((y,t),(x,s))"
                )
