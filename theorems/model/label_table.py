"""The exact values that stand behind a kernel's names: labels, and the tables of gauge and bias."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from theorems.model.errors import InvalidInputError
from theorems.model.evaluation import Value
from theorems.model.matrix import Matrix, Vector, is_orthogonal
from theorems.model.real import Real

if TYPE_CHECKING:
    from collections.abc import Sequence

    from theorems.model.arithmetic import Arithmetic


@dataclass(frozen=True, eq=False)
class LabelTable:
    """What an expression's names mean on n labels in dimension d.

    Attributes:
        dimension: d.
        values: the labels s_1..s_n.
        gauges: n orthogonal d x d matrices, or None.
        bias: the n x n matrix of bias(s, t), or None.
    """

    dimension: int
    values: Vector
    gauges: tuple[Matrix, ...] | None = None
    bias: Matrix | None = None

    def __post_init__(self) -> None:
        n, d = len(self.values), self.dimension
        shapes = [] if self.gauges is None else [("gauge", matrix, d) for matrix in self.gauges]
        shapes += [] if self.bias is None else [("bias", self.bias, n)]
        for name, matrix, size in shapes:
            if len(matrix) != size or any(len(row) != size for row in matrix):
                raise InvalidInputError(f"{name}: a matrix with {len(matrix)} rows, expected {size} x {size}")
        if self.gauges is not None and len(self.gauges) != n:
            raise InvalidInputError(f"gauge: {len(self.gauges)} matrices, expected {n}, one a label")
        for i, matrix in enumerate(self.gauges or ()):
            if not is_orthogonal(matrix):
                raise InvalidInputError(f"gauge: the matrix of label {i + 1} is not orthogonal; check its rows")

    def environment(self, i: int, j: int) -> dict[str, Real | Vector | Matrix]:
        """The names at s = s_i, t = t_j; bias(t, s) is the entry at (j, i)."""
        names: dict[str, Real | Vector | Matrix] = {"s": self.values[i], "t": self.values[j]}
        if self.gauges is not None:
            names |= {"gauge(s)": self.gauges[i], "gauge(t)": self.gauges[j]}
        if self.bias is not None:
            places = {"s": i, "t": j}
            names |= {f"bias({a}, {b})": self.bias[p][q] for a, p in places.items() for b, q in places.items()}
        return names

    def lifted(self, i: int, j: int, arithmetic: Arithmetic) -> dict[str, Any]:
        """The same names as values of an arithmetic."""
        return {key: _lifted(value, arithmetic) for key, value in self.environment(i, j).items()}

    def selected(self, parents: Sequence[int]) -> LabelTable:
        """The table on new labels, each with what stands behind its parent."""
        gauges = None if self.gauges is None else tuple(self.gauges[i] for i in parents)
        bias = None if self.bias is None else tuple(tuple(self.bias[i][j] for j in parents) for i in parents)
        return replace(self, values=tuple(self.values[i] for i in parents), gauges=gauges, bias=bias)

    def name(self, i: int) -> str:
        """A label in words, counted from 1."""
        return f"label {i + 1} (s = {self.values[i]})"


def _lifted(value: Value, arithmetic: Arithmetic) -> Value:
    return arithmetic.lift(value) if isinstance(value, Real) else [_lifted(entry, arithmetic) for entry in value]
