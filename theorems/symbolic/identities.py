"""Identities that the theory rests on, each as expressions that vanish; `arithmetic.vanishes` proves it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import sympy

from theorems.model.labels import Labels, Reading
from theorems.symbolic.arithmetic import SYMBOLIC, Formula, inner
from theorems.symbolic.energy import Slices, double_sum
from theorems.symbolic.kernel import Point, content, moved, profile_expression

if TYPE_CHECKING:
    from theorems.model.nodes import Expression


def any_kernel(i: int, j: int, x: Point, y: Point) -> Formula:
    """h_ij(x, y) of an undetermined kernel with h_ij(x, y) = h_ji(y, x)."""
    if (j, _key(y)) < (i, _key(x)):
        i, j, x, y = j, i, y, x
    return sympy.Function(f"h_{i + 1}_{j + 1}")(*x, *y)


def _key(point: Point) -> tuple[object, ...]:
    return tuple(sympy.default_sort_key(entry) for entry in point)


def slice_expansion(labels: Labels, slices: Slices, i: int) -> tuple[Formula, Formula, Formula]:
    """D1: E as a polynomial in the weights of slice i, for every symmetric kernel.

    Args:
        labels: masses and reading.
        slices: symbols as weights in slice i, anything elsewhere.
        i: the label, from 0.

    Returns:
        What vanishes: the quadratic part less (rho_i^2/2) iint h_ii dmu_i dmu_i (0 in `tokens`); the linear part less
        rho_i sum_{j != i} rho_j iint h_ij dmu_i dmu_j; and the part of degree 3 and more.
    """
    rho = [SYMBOLIC.number(mass) for mass in labels.masses]
    weights = [weight for weight, _ in slices[i]]
    formula = sympy.Poly(double_sum(labels, slices, any_kernel), *weights)
    parts = [sympy.S.Zero, sympy.S.Zero, sympy.S.Zero, sympy.S.Zero]
    for powers, coefficient in formula.terms():
        monomial = sympy.prod(w**k for w, k in zip(weights, powers, strict=True))
        parts[min(sum(powers), 3)] += coefficient * monomial
    pairs = [(i, j, w, v, x, y) for w, x in slices[i] for j, piece in enumerate(slices) for v, y in piece]
    own = sum((w * v * any_kernel(i, i, x, y) for _, j, w, v, x, y in pairs if j == i), sympy.S.Zero)
    others = sum((rho[j] * w * v * any_kernel(i, j, x, y) for _, j, w, v, x, y in pairs if j != i), sympy.S.Zero)
    quadratic = sympy.S.Zero if labels.reading is Reading.TOKENS else rho[i] ** 2 * own / 2
    return parts[2] - quadratic, parts[1] - rho[i] * others, parts[3]


def cayley_matrix(dimension: int, entries: Sequence[Formula]) -> sympy.ImmutableDenseMatrix:
    """(I - A)(I + A)^{-1}, A skew with the d(d-1)/2 entries above its diagonal, row by row."""
    upper = iter(entries)
    skew = sympy.zeros(dimension, dimension)
    for i in range(dimension):
        for j in range(i + 1, dimension):
            skew[i, j] = next(upper)
            skew[j, i] = -skew[i, j]
    unit = sympy.eye(dimension)
    return sympy.ImmutableDenseMatrix((unit - skew) * (unit + skew).inv())


def gauge_invariance(profile: Expression, dimension: int) -> Formula:
    """phi(<Qx, Qy>) - phi(<x, y>) for every x, y and every rotation Q of Cayley form, which are dense among them.

    Q acts in the gauge frame: with R_i x_i in place of x this says that E does not change under
    x_i -> R_i^T Q R_i x_i.
    """
    x, y = content("x", dimension), content("y", dimension)
    a = [sympy.Symbol(f"a_{k + 1}", real=True) for k in range(dimension * (dimension - 1) // 2)]
    turn = cayley_matrix(dimension, a)
    turned = inner(moved(turn, x), moved(turn, y))
    return profile_expression(profile, sympy.cancel(turned)) - profile_expression(profile, sympy.expand(inner(x, y)))


def householder_residual(dimension: int, factor: int = 2) -> tuple[Formula, ...]:
    """P2: G f - u for G = I - factor v v^T/|v|^2, v = f - u, times |v|^2, modulo |f|^2 = |u|^2 = 1.

    It vanishes entry by entry for factor 2. The relations are a Groebner basis, since their leading terms f_1^2 and
    u_1^2 are coprime, so the remainder is 0 iff the entry is in their ideal.
    """
    f, u = content("f", dimension), content("u", dimension)
    v = [a - b for a, b in zip(f, u, strict=True)]
    relations = [inner(f, f) - 1, inner(u, u) - 1]
    entries = [inner(v, v) * (a - b) - factor * inner(v, f) * w for a, b, w in zip(f, u, v, strict=True)]
    return tuple(sympy.reduced(entry, relations, *f, *u)[1] for entry in entries)
