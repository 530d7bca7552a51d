"""Exact maximisers from an exact dual: the Gram matrix that S G = 0 and G_ii = 1 leave, and points that have it.

With S = Diag(l) - C, V a rational basis of ker S and G = V Q V^T, the unit lengths are linear equations for Q. What
they leave free is rounded from the floats; Q = L D L^T then gives the points V L sqrt(D), where square roots are exact.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
from flint import fmpq, fmpq_mat

from theorems.model.kernel import ZonalKernel
from theorems.model.law import graph_law
from theorems.model.matrix import null_space
from theorems.model.multipliers import linear_matrix
from theorems.model.real import Real
from verify.search.rounding import pulled_back
from verify.search.structured import square_root

if TYPE_CHECKING:
    from theorems.model.law import Law
    from theorems.model.matrix import Vector
    from theorems.model.problem import Problem
    from theorems.model.proof import Semidefinite
    from verify.search.floats import Floats

MOST_LABELS = 24
"""Labels up to which exact energies of such points are affordable."""

MOST_TERMS = 8
"""Terms of a square root up to which it is used: the exact energy grows with their square."""

SIMPLE = 24
"""Greatest denominator to which a free entry of Q is rounded."""


def recovered(problem: Problem, proof: Semidefinite, point: Floats) -> Law | None:
    """A tuple of Dirac masses with S G = 0, near the floats; None where there is none of exact form.

    Args:
        problem: a problem with a quadratic form and a rational C.
        proof: exact multipliers, all positive where there is anything to recover.
        point: unit vectors of the gauge frame, (n, d), from the ascent.
    """
    n, d = point.shape
    if (
        not isinstance(problem.kernel, ZonalKernel)
        or n > MOST_LABELS
        or d != problem.dimension
        or any(entry <= 0 for entry in proof.multipliers)
    ):
        return None
    matrix, _ = linear_matrix(problem)
    slack = fmpq_mat(n, n, [-entry.rational() for row in matrix for entry in row])
    for i, multiplier in enumerate(proof.multipliers):
        slack[i, i] += multiplier
    basis = null_space(slack)
    inner = _inner(basis, point) if basis else None
    factor = None if inner is None else _factor(inner)
    if factor is None or factor[0].ncols() > d:
        return None
    lower, roots = factor
    places = fmpq_mat(basis).transpose() * lower
    points = [_placed(places, roots, i, d) for i in range(n)]
    return graph_law(pulled_back(problem, i, z) for i, z in enumerate(points))


def _inner(basis: list[list[fmpq]], point: Floats) -> fmpq_mat | None:
    """The symmetric Q with V_i Q V_i^T = 1 whose free entries are rounded from the floats; None if there is none."""
    k, n = len(basis), len(point)
    columns = np.array([[float(entry) for entry in vector] for vector in basis])
    spread = np.linalg.lstsq(columns.T, point, rcond=None)[0]
    guess = spread @ spread.T
    places = [(a, b) for a in range(k) for b in range(a, k)]
    system = [[basis[a][i] * basis[b][i] * (1 if a == b else 2) for a, b in places] + [fmpq(1)] for i in range(n)]
    reduced, rank = fmpq_mat(system).rref()
    leading = [next(j for j in range(len(places) + 1) if reduced[i, j] != 0) for i in range(rank)]
    if len(places) in leading:
        return None
    entries = [_simple(guess[place]) for place in places]
    for i, j in reversed(list(enumerate(leading))):
        free = (reduced[i, c] * entries[c] for c in range(j + 1, len(places)) if c not in leading)
        entries[j] = reduced[i, len(places)] - sum(free, start=fmpq(0))
    made = fmpq_mat(k, k)
    for (a, b), entry in zip(places, entries, strict=True):
        made[a, b] = made[b, a] = entry
    return made


def _simple(value: float) -> fmpq:
    near = Fraction(float(value)).limit_denominator(SIMPLE)
    return fmpq(near.numerator, near.denominator)


def _factor(inner: fmpq_mat) -> tuple[fmpq_mat, list[Real]] | None:
    """(L, sqrt D) with Q = L D L^T, zero pivots left out; None if Q is not PSD or a root has no exact form."""
    k = inner.nrows()
    rest = fmpq_mat(inner)
    columns: list[list[fmpq]] = []
    roots: list[Real] = []
    for j in range(k):
        pivot = rest[j, j]
        column = [rest[i, j] for i in range(k)]
        if pivot == 0 and not any(column):
            continue
        root = square_root(int(pivot.p) * int(pivot.q)) if pivot > 0 else None
        if root is None or len(root.terms) > MOST_TERMS:
            return None
        columns.append([entry / pivot for entry in column])
        roots.append(root * fmpq(1, int(pivot.q)))
        for a in range(k):
            for b in range(k):
                rest[a, b] -= column[a] * column[b] / pivot
    return fmpq_mat(columns).transpose(), roots


def _placed(places: fmpq_mat, roots: list[Real], i: int, d: int) -> Vector:
    known = [root * places[i, c] for c, root in enumerate(roots)]
    return (*known, *[Real(0)] * (d - len(known)))
