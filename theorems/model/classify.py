"""From an expression and labels to a kernel, in the narrowest of the forms of `theorems.model.kernel`.

k_ij phi(<R_i x, R_j y>) and <x, M_ij y> need exact tables; where a value has no exact form, or no such form fits, the
kernel is psi_ij(<R_i x, R_j y>) if contents meet in one inner product of like frames, and a general one elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, TypeVar

from theorems.model.boundedness import require_bounded
from theorems.model.calculus import as_polynomial
from theorems.model.errors import InexactError, InvalidInputError, UndecidedError
from theorems.model.evaluation import evaluate, evaluate_vector
from theorems.model.extent import frame_terms, terms
from theorems.model.kernel import BilinearKernel, GeneralKernel, Kernel, PairKernel, ZonalKernel
from theorems.model.label_table import LabelTable
from theorems.model.matrix import Matrix, Vector, identity, transpose
from theorems.model.nodes import ONE, Bias, Call, Content, Coordinate, Expression, Gauge, Rotate, VectorExpression
from theorems.model.occurrence import scalars_in, walk
from theorems.model.one_field import OneField, require_affordable
from theorems.model.real import MAX_EXPONENT, Real
from theorems.model.separation import InOneProduct, Separated, degrees, in_one_product, separate
from theorems.model.symmetry import require_symmetric
from theorems.model.text import to_text, vector_text
from theorems.model.translation import are_equispaced, depends_on_difference

if TYPE_CHECKING:
    from collections.abc import Callable

    from flint import fmpq

    Form = tuple[tuple[fmpq, fmpq, fmpq, int], ...]


@dataclass(frozen=True, eq=False)
class Classification:
    """A kernel and where it came from.

    Attributes:
        kernel: the exact kernel.
        source: what the expression was taken apart into: the zonal form, that in one inner product, or the expression.
    """

    kernel: Kernel
    source: Separated | InOneProduct | Expression

    @property
    def form(self) -> str:
        """The form in a line of words."""
        match self.source:
            case Separated(bias, profile, frame):
                return f"bias k(s, t) = {to_text(bias)}, profile phi(r) = {to_text(profile)}, {_gauge_text(frame)}"
            case InOneProduct(profile, frame):
                return f"pairwise, profile psi(r; s, t) = {to_text(profile)}, {_gauge_text(frame)}"
            case _ if isinstance(self.kernel, BilinearKernel):
                return "bilinear, h(x, y) = <x, M(s, t) y>"
            case expression:
                return f"general, h(x, y; s, t) = {to_text(expression)}"


def _gauge_text(frame: VectorExpression | None) -> str:
    return "no gauge" if frame is None or isinstance(frame, Content) else f"gauge R(s) x = {vector_text(frame)}"


def classify(expression: Expression, table: LabelTable) -> Classification:
    """The kernel of an expression in x, y, s, t, exactly.

    Raises:
        InvalidInputError: a table or coordinate is missing, the kernel is not symmetric or could not be shown to be, it
            could not be bounded, or the tables would be too large.
    """
    _require_names(expression, table)
    separated = separate(expression)
    try:
        if separated is not None:
            bias = _bias(separated.bias, table)
            kernel = ZonalKernel(bias, separated.profile, _gauges(separated.frame, table))
            return Classification(kernel, separated)
        if degrees(expression) == (1, 1):
            return Classification(BilinearKernel(_blocks(expression, table)), expression)
    except InexactError:
        pass
    return _in_one_product(expression, table) or _general(expression, table)


def _require_names(expression: Expression, table: LabelTable) -> None:
    _require_exponents(expression)
    unknown = scalars_in(expression) - {"s", "t"}
    if unknown:
        raise InvalidInputError(f"names={sorted(unknown)}: expected the labels s and t, and the contents x and y")
    for node in walk(expression):
        if isinstance(node, Gauge) and table.gauges is None:
            raise InvalidInputError("gauge(..): expected a [gauge] table with matrices, one a label")
        if isinstance(node, Bias) and table.bias is None:
            raise InvalidInputError("bias(..): expected a [bias] table with a matrix")
        greatest = (
            node.index if isinstance(node, Coordinate) else max(node.i, node.j) if isinstance(node, Rotate) else 1
        )
        if greatest > table.dimension:
            raise InvalidInputError(f"coordinate={greatest}: expected 1 to {table.dimension}, the dimension")


def _require_exponents(expression: Expression) -> None:
    """Refuses the exp of a rational that is written out and too large, which would not fit the floats of any search."""
    for node in walk(expression):
        if isinstance(node, Call) and node.function == "exp":
            argument = as_polynomial(node.arguments[0], "")
            if argument is not None and abs(argument[0]) > MAX_EXPONENT:
                raise InvalidInputError(
                    f"exp({str(argument[0])[:40]}): expected an argument from -{MAX_EXPONENT} to {MAX_EXPONENT}"
                )


def _in_one_product(expression: Expression, table: LabelTable) -> Classification | None:
    """Contents in one inner product of like frames with exact gauges; None where there is no such form."""
    found = in_one_product(expression)
    if found is None:
        return None
    try:
        gauges = _gauges(found.frame, table)
    except InexactError:
        return None
    n = len(table.values)
    require_affordable(n * n * sum(1 for _ in walk(found.profile)), terms(found.profile, table.dimension))
    require_symmetric(found.profile, table, expression)
    kernel = PairKernel(found.profile, table, gauges)
    require_bounded(kernel, table)
    return Classification(kernel, found)


def _general(expression: Expression, table: LabelTable) -> Classification:
    n = len(table.values)
    require_affordable(n * n, terms(expression, table.dimension))
    require_symmetric(expression, table, expression)
    kernel = GeneralKernel(expression, table)
    require_bounded(kernel, table)
    return Classification(kernel, expression)


def _bias(expression: Expression, table: LabelTable) -> Matrix:
    n = len(table.values)
    require_affordable(n * n, terms(expression, table.dimension))
    arithmetic = OneField()
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
    require_affordable(len(table.values) * table.dimension**2, frame_terms(frame, table.dimension))
    basis, arithmetic = identity(table.dimension), OneField()

    def column(i: int, axis: Vector) -> Vector:
        return tuple(evaluate_vector(frame, {**table.environment(i, i), "x": axis}, arithmetic))

    return tuple(
        transpose(tuple(_exactly(lambda i=i, e=e: column(i, e), "gauge", i, i, table) for e in basis))
        for i in range(len(table.values))
    )


def _blocks(expression: Expression, table: LabelTable) -> tuple[tuple[Matrix, ...], ...]:
    """(M_ij)_ab = h_ij(e_a, e_b), which is all of h_ij where it is linear in x and in y."""
    n, basis, arithmetic = len(table.values), identity(table.dimension), OneField()
    require_affordable((n * table.dimension) ** 2, terms(expression, table.dimension))

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
    except InexactError as error:
        raise InexactError(f"{part} at {table.name(i)} and {table.name(j)}: {error}") from error
    except (UndecidedError, InvalidInputError) as error:
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
