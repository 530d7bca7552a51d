"""The two forms of kernel that the suite knows: k_ij phi(<R_i x, R_j y>) and the bilinear <x, M_ij y>."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from theorems.model.errors import InvalidInputError
from theorems.model.matrix import Matrix, equal, transpose

if TYPE_CHECKING:
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


Kernel = ZonalKernel | BilinearKernel
