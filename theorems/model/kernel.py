"""The forms of kernel: k_ij phi(<R_i x, R_j y>), <x, M_ij y>, psi_ij(<R_i x, R_j y>), and any other expression.

Theorem instances hold the first two; the others are made by `classify` from the expression of a problem file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from theorems.model.errors import InvalidInputError
from theorems.model.evaluation import Value, evaluate
from theorems.model.label_table import LabelTable
from theorems.model.matrix import Matrix, equal, transpose
from theorems.model.pairwise import pair_profiles

if TYPE_CHECKING:
    from theorems.model.arithmetic import Arithmetic
    from theorems.model.nodes import Expression


@dataclass(frozen=True, eq=False)
class ZonalKernel:
    """h_ij(x, y) = k_ij phi(<R_i x, R_j y>).

    Attributes:
        bias: k, an n x n symmetric matrix.
        profile: phi, an expression in the variable r.
        gauges: R_1..R_n, d x d matrices, or () where every R_i is the identity. Orthogonality is not assumed.
    """

    bias: Matrix
    profile: Expression
    gauges: tuple[Matrix, ...] = ()

    def __post_init__(self) -> None:
        n = len(self.bias)
        for i, row in enumerate(self.bias):
            if len(row) != n:
                raise InvalidInputError(f"bias[{i}] has {len(row)} entries: expected {n}, one a label")
            for j in range(i):
                if row[j] != self.bias[j][i]:
                    raise InvalidInputError(
                        f"bias[{i}][{j}]={row[j]} but bias[{j}][{i}]={self.bias[j][i]}: expected a symmetric matrix"
                    )
        if self.gauges and len(self.gauges) != n:
            raise InvalidInputError(f"gauges: {len(self.gauges)} matrices for {n} labels, expected one a label or none")


@dataclass(frozen=True, eq=False)
class BilinearKernel:
    """h_ij(x, y) = <x, M_ij y>.

    Attributes:
        blocks: n x n blocks M_ij of shape d x d, with M_ij = M_ji^T.
    """

    blocks: tuple[tuple[Matrix, ...], ...]

    def __post_init__(self) -> None:
        n = len(self.blocks)
        for i, row in enumerate(self.blocks):
            if len(row) != n:
                raise InvalidInputError(f"blocks[{i}] has {len(row)} blocks: expected {n}, one a label")
            if any(len(entries) != len(block[0]) for block in row for entries in block):
                raise InvalidInputError(f"blocks[{i}]: expected matrices with rows of one length")
        for i in range(n):
            for j in range(i + 1):
                if not equal(self.blocks[i][j], transpose(self.blocks[j][i])):
                    raise InvalidInputError(f"blocks[{i}][{j}]: expected the transpose of blocks[{j}][{i}]")


@dataclass(frozen=True, eq=False)
class PairKernel:
    """h_ij(x, y) = psi_ij(<R_i x, R_j y>): contents enter through one inner product, by a profile of the pair.

    Symmetry, psi_ij = psi_ji, is `classify`'s to prove.

    Attributes:
        expression: psi in r and the labels s and t.
        table: the values of the labels and of bias(s, t); its gauges are not used.
        gauges: R_1..R_n, orthogonal d x d matrices, or () where every R_i is the identity.
    """

    expression: Expression
    table: LabelTable
    gauges: tuple[Matrix, ...] = ()

    def __post_init__(self) -> None:
        given, labels = len(self.gauges), len(self.table.values)
        if given not in (0, labels):
            raise InvalidInputError(f"gauges: {given} matrices for {labels} labels, expected one a label or none")

    @cached_property
    def profiles(self) -> tuple[tuple[Expression, ...], ...]:
        """psi_ij, expressions in r alone, n x n; equal ones are one object."""
        return pair_profiles(self.expression, self.table)


@dataclass(frozen=True, eq=False)
class GeneralKernel:
    """h_ij(x, y), any expression in the contents and the labels.

    Symmetry and boundedness are `classify`'s to prove.

    Attributes:
        expression: h in x, y, s, t.
        table: what s, t, gauge and bias stand for.
    """

    expression: Expression
    table: LabelTable


PairFunction = Callable[[Sequence[Value], Sequence[Value]], Value]
"""(x, y) -> h(x, y) over an arithmetic."""

FramedKernel = ZonalKernel | PairKernel
"""The kernels whose contents meet in <R_i x, R_j y> alone: O(d), acting in the gauge frame, keeps their energy."""

Kernel = ZonalKernel | BilinearKernel | PairKernel | GeneralKernel


def kernel_function(kernel: Kernel, i: int, j: int, arithmetic: Arithmetic) -> PairFunction:
    """(x, y) -> h_ij(x, y) of any kernel; the entries of x and y are values of the arithmetic."""
    if isinstance(kernel, GeneralKernel):
        expression, names = kernel.expression, kernel.table.lifted(i, j, arithmetic)
        return lambda x, y: evaluate(expression, {**names, "x": x, "y": y}, arithmetic)

    def inner(x: Sequence[Value], y: Sequence[Value]) -> Value:
        return arithmetic.sum(a * b for a, b in zip(x, y, strict=True))

    def turned(matrix: list[list[Value]], x: Sequence[Value]) -> Sequence[Value]:
        return [inner(row, x) for row in matrix] if matrix else x

    if isinstance(kernel, BilinearKernel):
        block = _lifted(kernel.blocks[i][j], arithmetic)
        return lambda x, y: inner(x, turned(block, y))
    left, right = (_lifted(kernel.gauges[k] if kernel.gauges else (), arithmetic) for k in (i, j))
    if isinstance(kernel, PairKernel):
        psi = kernel.profiles[i][j]
        return lambda x, y: evaluate(psi, {"r": inner(turned(left, x), turned(right, y))}, arithmetic)
    phi, bias = kernel.profile, arithmetic.lift(kernel.bias[i][j])
    return lambda x, y: bias * evaluate(phi, {"r": inner(turned(left, x), turned(right, y))}, arithmetic)


def _lifted(matrix: Matrix, arithmetic: Arithmetic) -> list[list[Value]]:
    return [[arithmetic.lift(entry) for entry in row] for row in matrix]


def frame_gauges(kernel: Kernel) -> tuple[Matrix, ...]:
    """R_1..R_n of a kernel with a gauge frame; () where all are the identity, and for a kernel without a frame."""
    return kernel.gauges if isinstance(kernel, FramedKernel) else ()
