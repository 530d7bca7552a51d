"""From an expression and labels to a kernel: k_ij phi(<R_i x, R_j y>), or <x, M_ij y>, or a refusal that says why."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import lcm
from typing import TYPE_CHECKING, TypeVar

from theorems.model.arithmetic import MAX_TURN_DENOMINATOR, Exact, turn_of
from theorems.model.errors import InexactError, InvalidInputError, UndecidedError
from theorems.model.evaluation import evaluate, evaluate_vector
from theorems.model.extent import frame_terms, terms
from theorems.model.kernel import BilinearKernel, Kernel, ZonalKernel
from theorems.model.label_table import LabelTable
from theorems.model.matrix import Matrix, Vector, identity, transpose
from theorems.model.nodes import ONE, Bias, Content, Expression, Gauge, VectorExpression
from theorems.model.occurrence import scalars_in, walk
from theorems.model.real import Real
from theorems.model.separation import Separated, degrees, separate
from theorems.model.text import to_text, vector_text
from theorems.model.translation import are_equispaced, depends_on_difference

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from flint import fmpq

    Form = tuple[tuple[fmpq, fmpq, fmpq, int], ...]

FORMS = (
    "taken are k(s, t) * phi(dot(x, y)); k(s, t) * phi(dot(R(x, s), R(y, t))), R made of rotate and gauge with angles "
    "in its own label; and expressions linear in x and in y"
)
MAX_TERMS = 10_000
"""Most terms that one exact value may grow to, by the bound of `extent.terms`."""

MAX_EVALUATIONS = 1_000_000
"""Most exact values that a kernel's tables may need; a few minutes at worst."""


@dataclass(frozen=True, eq=False)
class Classification:
    """A kernel and where it came from.

    Attributes:
        kernel: the exact kernel.
        separated: the zonal form, or None for a bilinear kernel.
    """

    kernel: Kernel
    separated: Separated | None

    @property
    def form(self) -> str:
        """The form in a line of words."""
        if self.separated is None:
            return "bilinear, h(x, y) = <x, M(s, t) y>"
        bias, profile, frame = self.separated.bias, self.separated.profile, self.separated.frame
        gauge = "no gauge" if frame is None or isinstance(frame, Content) else f"gauge R(s) x = {vector_text(frame)}"
        return f"bias k(s, t) = {to_text(bias)}, profile phi(r) = {to_text(profile)}, {gauge}"


def classify(expression: Expression, table: LabelTable) -> Classification:
    """The kernel of an expression in x, y, s, t, exactly.

    Raises:
        InvalidInputError: no form fits, a table is missing, a value has no exact form, the kernel is not symmetric, or
            the tables would be too large.
    """
    unknown = scalars_in(expression) - {"s", "t"}
    if unknown:
        raise InvalidInputError(f"names={sorted(unknown)}: expected the labels s and t, and the contents x and y")
    for node in walk(expression):
        if isinstance(node, Gauge) and table.gauges is None:
            raise InvalidInputError("gauge(..): expected a [gauge] table with matrices, one a label")
        if isinstance(node, Bias) and table.bias is None:
            raise InvalidInputError("bias(..): expected a [bias] table with a matrix")
    separated = separate(expression)
    if isinstance(separated, Separated):
        bias = _bias(separated.bias, table)
        return Classification(ZonalKernel(bias, separated.profile, _gauges(separated.frame, table)), separated)
    if degrees(expression) != (1, 1):
        raise InvalidInputError(f"kernel: {separated}; {FORMS}")
    return Classification(BilinearKernel(_blocks(expression, table)), None)


def _bias(expression: Expression, table: LabelTable) -> Matrix:
    n = len(table.values)
    _affordable(n * n, terms(expression, table.dimension))
    arithmetic = _OneField()
    if expression == ONE:
        return ((Real(1),) * n,) * n
    forms: dict[Form, Real] = {}  # one object for each irrational form: equal ones are then seen at a glance

    def value(i: int, j: int) -> Real:
        names = table.environment(i, j)
        made = _exactly(lambda: evaluate(expression, names, arithmetic), "bias", i, j, table)
        return made if made.is_rational else forms.setdefault(made.terms, made)

    if depends_on_difference(expression) and are_equispaced(table.values):
        diagonals = {k: value(max(k, 0), max(-k, 0)) for k in (*range(0, -n, -1), *range(1, n))}
        known = {(i, j): diagonals[i - j] for i, j in product(range(n), repeat=2)}
    else:
        known = {(i, j): value(i, j) for i, j in product(range(n), repeat=2)}
    for i in range(n):
        for j in range(i):
            if _differ(known[i, j], known[j, i]):
                raise _asymmetric(f"the bias {to_text(expression)}", (i, j), (known[i, j], known[j, i]), table)
    return tuple(tuple(known[i, j] for j in range(n)) for i in range(n))


def _gauges(frame: VectorExpression | None, table: LabelTable) -> tuple[Matrix, ...]:
    """R_i, column by column: the frame of the basis vectors at label i."""
    if frame is None or isinstance(frame, Content):
        return ()
    _affordable(len(table.values) * table.dimension**2, frame_terms(frame, table.dimension))
    basis, arithmetic = identity(table.dimension), _OneField()

    def column(i: int, axis: Vector) -> Vector:
        return tuple(evaluate_vector(frame, {**table.environment(i, i), "x": axis}, arithmetic))

    return tuple(
        transpose(tuple(_exactly(lambda i=i, e=e: column(i, e), "gauge", i, i, table) for e in basis))
        for i in range(len(table.values))
    )


def _blocks(expression: Expression, table: LabelTable) -> tuple[tuple[Matrix, ...], ...]:
    """(M_ij)_ab = h_ij(e_a, e_b), which is all of h_ij where it is linear in x and in y."""
    n, basis, arithmetic = len(table.values), identity(table.dimension), _OneField()
    _affordable((n * table.dimension) ** 2, terms(expression, table.dimension))

    def block(i: int, j: int) -> Matrix:
        names = table.environment(i, j)
        return tuple(tuple(evaluate(expression, {**names, "x": a, "y": b}, arithmetic) for b in basis) for a in basis)

    made = tuple(
        tuple(_exactly(lambda i=i, j=j: block(i, j), "kernel", i, j, table) for j in range(n)) for i in range(n)
    )
    for i in range(n):
        for j in range(i + 1):
            for row, column in zip(made[i][j], transpose(made[j][i]), strict=True):
                for value, other in zip(row, column, strict=True):
                    if _differ(value, other):
                        raise _asymmetric("the kernel", (i, j), (value, other), table)
    return made


T = TypeVar("T")


def _exactly(compute: Callable[[], T], part: str, i: int, j: int, table: LabelTable) -> T:
    try:
        return compute()
    except (InexactError, UndecidedError, InvalidInputError) as error:
        raise InvalidInputError(f"{part} at {table.name(i)} and {table.name(j)}: {error}") from error


def _differ(value: Real, other: Real) -> bool:
    try:
        return value is not other and value != other
    except UndecidedError as error:
        raise InvalidInputError(f"symmetry: {value} = {other}? {error}; write both sides in one form") from error


def _asymmetric(part: str, pair: tuple[int, int], values: tuple[Real, Real], table: LabelTable) -> InvalidInputError:
    i, j = pair
    return InvalidInputError(
        f"{part} is not symmetric: {values[0]} at ({table.name(i)}, {table.name(j)}), {values[1]} with the two "
        "exchanged, contents too; expected h((x,s),(y,t)) = h((y,t),(x,s))"
    )


class _OneField(Exact):
    """Exact values whose angles together are bounded: cosines are compared in the cyclotomic field of all of them."""

    def __init__(self) -> None:
        self._order = 1

    def call(self, function: str, arguments: Sequence[Real], /) -> Real:
        """As `Exact`, within `MAX_TURN_DENOMINATOR` for all calls together."""
        value = super().call(function, arguments)
        if function in ("cos", "sin"):
            self._order = lcm(self._order, int(turn_of(arguments[0]).q))
            if self._order > MAX_TURN_DENOMINATOR:
                raise InexactError(
                    f"angles: all are multiples of 1/{self._order} turn, expected at most {MAX_TURN_DENOMINATOR} parts"
                )
        return value


def _affordable(evaluations: int, most_terms: int) -> None:
    if most_terms > MAX_TERMS:
        raise InvalidInputError(
            f"kernel: more than {MAX_TERMS} terms when multiplied out; take lower powers or fewer rotations of a plane"
        )
    if evaluations > MAX_EVALUATIONS:
        raise InvalidInputError(
            f"kernel: {evaluations} exact values, expected at most {MAX_EVALUATIONS}; take fewer labels or dimensions"
        )
