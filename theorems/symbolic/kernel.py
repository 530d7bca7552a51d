"""The kernels h_ij(x, y) as sympy expressions of symbolic contents."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sympy

from theorems.model.evaluation import evaluate
from theorems.model.kernel import BilinearKernel, Kernel, PairKernel, ZonalKernel, frame_gauges, kernel_function
from theorems.symbolic.arithmetic import SYMBOLIC, Formula, inner

if TYPE_CHECKING:
    from collections.abc import Sequence

    from theorems.model.matrix import Matrix
    from theorems.model.nodes import Expression

Point = tuple[Formula, ...]
"""A content vector of d expressions."""

R = sympy.Symbol("r", real=True)
"""The variable of a profile."""


def content(name: str, dimension: int) -> Point:
    """The vector (name_1, ..., name_d) of real symbols."""
    return tuple(sympy.Symbol(f"{name}_{c + 1}", real=True) for c in range(dimension))


def lifted(matrix: Matrix) -> sympy.ImmutableDenseMatrix:
    """An exact matrix as sympy's."""
    return sympy.ImmutableDenseMatrix([[SYMBOLIC.lift(entry) for entry in row] for row in matrix])


def moved(matrix: Formula, point: Sequence[Formula]) -> Point:
    """The matrix times the point."""
    return tuple(matrix * sympy.Matrix(point))


def profile_expression(profile: Expression, r: Formula = R) -> Formula:
    """phi(r)."""
    return evaluate(profile, {"r": r}, SYMBOLIC)


def kernel_expression(kernel: Kernel, i: int, j: int, x: Sequence[Formula], y: Sequence[Formula]) -> Formula:
    """h_ij(x, y), in whichever form the kernel has. The labels i, j count from 0."""
    if isinstance(kernel, BilinearKernel):
        return inner(x, moved(lifted(kernel.blocks[i][j]), y))
    gauges = frame_gauges(kernel)
    if gauges:
        x, y = moved(lifted(gauges[i]), x), moved(lifted(gauges[j]), y)
    if isinstance(kernel, ZonalKernel):
        return SYMBOLIC.lift(kernel.bias[i][j]) * profile_expression(kernel.profile, inner(x, y))
    if isinstance(kernel, PairKernel):
        return profile_expression(kernel.profiles[i][j], inner(x, y))
    return kernel_function(kernel, i, j, SYMBOLIC)(x, y)
