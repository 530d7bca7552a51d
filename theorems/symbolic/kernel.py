"""The kernels h_ij(x, y) as sympy expressions of symbolic contents."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sympy

from theorems.model.evaluation import evaluate
from theorems.model.kernel import Kernel, ZonalKernel
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
    """h_ij(x, y): k_ij phi(<R_i x, R_j y>), or <x, M_ij y>. The labels i, j count from 0."""
    if isinstance(kernel, ZonalKernel):
        if kernel.gauges:
            x, y = moved(lifted(kernel.gauges[i]), x), moved(lifted(kernel.gauges[j]), y)
        return SYMBOLIC.lift(kernel.bias[i][j]) * profile_expression(kernel.profile, inner(x, y))
    return inner(x, moved(lifted(kernel.blocks[i][j]), y))
