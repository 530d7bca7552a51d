"""The exact values that stand behind a kernel's names: labels, and the tables of gauge and bias."""

from __future__ import annotations

from dataclasses import dataclass

from theorems.model.errors import InvalidInputError
from theorems.model.matrix import Matrix, Vector, is_orthogonal
from theorems.model.real import Real


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

    def name(self, i: int) -> str:
        """A label in words, counted from 1."""
        return f"label {i + 1} (s = {self.values[i]})"
