"""Cholesky factorisations by LAPACK on the lower triangle of a matrix, half the work and memory of the whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np
from scipy.linalg import blas, lapack

if TYPE_CHECKING:
    from verify.search.floats import Floats

_LAPACK, _BLAS = cast("Any", lapack), cast("Any", blas)  # scipy makes their functions at run time


def cholesky(matrix: Floats) -> Floats | None:
    """The lower factor, what is above its diagonal undefined; None where the matrix is not seen to be positive.

    Args:
        matrix: overwritten; symmetric, or in Fortran's order, of which the lower triangle is read.
    """
    columns = matrix if matrix.flags.f_contiguous else matrix.T
    factor, failed = _LAPACK.dpotrf(columns, lower=1, clean=0, overwrite_a=1)
    return None if failed else factor


def inverse(factor: Floats) -> Floats | None:
    """The lower triangle of the inverse of F F^T; F is overwritten."""
    found, failed = _LAPACK.dpotri(factor, lower=1, overwrite_c=1)
    return None if failed else found


def solved(factor: Floats, right: Floats) -> Floats:
    """The solution of F F^T x = right."""
    found, _ = _LAPACK.dpotrs(factor, right, lower=1)
    return found


def times(lower: Floats, x: Floats) -> Floats:
    """The symmetric matrix of that lower triangle, times x."""
    return _BLAS.dsymm(1.0, lower, np.asfortranarray(x), lower=1)


def gram(x: Floats) -> Floats:
    """The lower triangle of X X^T."""
    return _BLAS.dsyrk(1.0, np.asfortranarray(x), lower=1)


def mirrored(lower: Floats) -> Floats:
    """The symmetric matrix of that lower triangle."""
    return np.tril(lower) + np.tril(lower, -1).T
