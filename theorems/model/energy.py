"""The energy, its potential and first variation, and its gradient, over any arithmetic.

Every function takes the arithmetic its values live in: exact numbers by default, Arb balls in the checker, numpy
floats in `verify.search`, sympy in `theorems.symbolic`. Costs are in the number N of atoms of the law: one Gram
matrix and N (N + 1)/2 values of the profile.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flint import arb, ctx, fmpq

from theorems.model.arithmetic import EXACT, Balls, Exact
from theorems.model.calculus import as_polynomial, derivative
from theorems.model.errors import InvalidInputError
from theorems.model.evaluation import evaluate
from theorems.model.kernel import (
    BilinearKernel,
    FramedKernel,
    GeneralKernel,
    PairFunction,
    PairKernel,
    ZonalKernel,
    kernel_function,
)
from theorems.model.law import Law, Measure, dirac
from theorems.model.matrix import apply, transpose
from theorems.model.matrix import total as matrix_total
from theorems.model.quadratic import enclosed_energy
from theorems.model.real import Real

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from theorems.model.arithmetic import Arithmetic
    from theorems.model.matrix import Vector
    from theorems.model.nodes import Expression
    from theorems.model.problem import Problem

MANY = 64
"""Atoms above which the energy of a linear form is enclosed from the means of the slices."""

Value = Any
"""A value of the arithmetic that was passed."""

Site = tuple[int, fmpq, "Vector"]
"""A label, a weight, and a point."""


def profile_function(profile: Expression, arithmetic: Arithmetic) -> Callable[[Value], Value]:
    """The profile as a function of r over the arithmetic; for exact numbers a polynomial is evaluated in C."""
    polynomial = as_polynomial(profile, "r") if isinstance(arithmetic, Exact) else None

    def phi(r: Value) -> Value:
        if polynomial is not None and isinstance(r, Real) and r.is_rational:
            return Real(polynomial(r.rational()))
        return evaluate(profile, {"r": r}, arithmetic)

    return phi


def gauge_frame(kernel: FramedKernel, placed: Iterable[tuple[int, Vector]]) -> list[Vector]:
    """R_i x of each label i and point x."""
    return [apply(kernel.gauges[i], x) if kernel.gauges else x for i, x in placed]


def pair_functions(kernel: PairKernel, arithmetic: Arithmetic) -> Callable[[int, int], Callable[[Value], Value]]:
    """(i, j) -> psi_ij as a function over the arithmetic; one function for one profile."""
    made: dict[int, Callable[[Value], Value]] = {}

    def function(i: int, j: int) -> Callable[[Value], Value]:
        profile = kernel.profiles[i][j]
        if id(profile) not in made:
            made[id(profile)] = profile_function(profile, arithmetic)
        return made[id(profile)]

    return function


def interactions(problem: Problem, sites: Sequence[Site], arithmetic: Arithmetic) -> Callable[[int, int], Value]:
    """(a, b) -> h_ij(x_a, x_b) for the labels i, j and the points of sites a and b."""
    kernel = problem.kernel
    if isinstance(kernel, ZonalKernel):
        frame = gauge_frame(kernel, ((i, x) for i, _, x in sites))
        inner = arithmetic.gram(frame)
        phi = profile_function(kernel.profile, arithmetic)
        bias = kernel.bias
        return lambda a, b: arithmetic.lift(bias[sites[a][0]][sites[b][0]]) * phi(inner[a][b])
    if isinstance(kernel, PairKernel):
        inner = arithmetic.gram(gauge_frame(kernel, ((i, x) for i, _, x in sites)))
        psi = pair_functions(kernel, arithmetic)
        return lambda a, b: psi(sites[a][0], sites[b][0])(inner[a][b])
    points = [[arithmetic.lift(entry) for entry in x] for _, _, x in sites]
    if isinstance(kernel, GeneralKernel):
        made: dict[tuple[int, int], PairFunction] = {}

        def general(a: int, b: int) -> Value:
            pair = sites[a][0], sites[b][0]
            if pair not in made:
                made[pair] = kernel_function(kernel, *pair, arithmetic)
            return made[pair](points[a], points[b])

        return general

    def bilinear(a: int, b: int) -> Value:
        block = kernel.blocks[sites[a][0]][sites[b][0]]
        return arithmetic.sum(
            points[a][c] * arithmetic.lift(entry) * points[b][e]
            for c, row in enumerate(block)
            for e, entry in enumerate(row)
        )

    return bilinear


def _sites(problem: Problem, law: Law) -> list[Site]:
    return [
        (i, problem.labels.masses[i] * atom.weight, atom.point)
        for i, piece in enumerate(law.slices)
        for atom in piece.atoms
    ]


def energy(problem: Problem, law: Law, arithmetic: Arithmetic = EXACT) -> Value:
    """E[mu] = 1/2 sum_ij rho_i rho_j iint h_ij dmu_i dmu_j, without the i = j terms in `tokens`."""
    if isinstance(arithmetic, Exact) and (ends := _ends(problem, law)) is not None and ends[0] == ends[1]:
        return Real(ends[0])
    sites = _sites(problem, law)
    h = interactions(problem, sites, arithmetic)
    return arithmetic.sum(
        arithmetic.number(weight * sites[b][1] / (2 if a == b else 1)) * h(a, b)
        for a, (i, weight, _) in enumerate(sites)
        for b in range(a, len(sites))
        if i != sites[b][0] or problem.labels.self_terms
    )


def enclosure(problem: Problem, law: Law, precision: int) -> arb:
    """A ball around E[mu]: by whole-number products for a large law and a linear form, else pair by pair."""
    with ctx.workprec(precision):
        ends = _ends(problem, law)
        return energy(problem, law, Balls(precision)) if ends is None else arb(ends[0]).union(arb(ends[1]))


def _ends(problem: Problem, law: Law) -> tuple[fmpq, fmpq] | None:
    """Rationals around the energy of a large law, by whole numbers; None for a small one or a profile not a r."""
    if law.atom_count <= MANY:
        return None
    try:
        return enclosed_energy(problem, law)
    except InvalidInputError:
        return None


def peak_energy(problem: Problem) -> Real:
    """1/2 sum_ij w_ij psi_ij(1), exact: the energy of a law with one point in the gauge frame, the gauges orthogonal.

    Raises:
        InvalidInputError: the kernel has no gauge frame.
        InexactError: a value has no exact form.
    """
    kernel = problem.kernel
    if isinstance(kernel, ZonalKernel):
        return evaluate(kernel.profile, {"r": Real(1)}, EXACT) * matrix_total(problem.weighted_bias()) / 2
    n, tops = len(problem), dict[int, Real]()
    total: list[Real] = []
    for i in range(n):
        for j in range(i + 1):
            weight, profile = problem.pair_term(i, j)
            if id(profile) not in tops:
                tops[id(profile)] = evaluate(profile, {"r": Real(1)}, EXACT)
            total.append(weight * tops[id(profile)] * (1 if i == j else 2))
    return Real.sum(total) / 2


def pair_interaction(problem: Problem, i: int, first: Measure, j: int, second: Measure) -> Value:
    """Iint h_ij d(first) d(second), exact."""
    left = [(i, atom.weight, atom.point) for atom in first.atoms]
    right = [(j, atom.weight, atom.point) for atom in second.atoms]
    h = interactions(problem, left + right, EXACT)
    return EXACT.sum(
        EXACT.number(weight * other) * h(a, b)
        for a, (_, weight, _) in enumerate(left)
        for b, (_, other, _) in enumerate(right, start=len(left))
    )


def potential(problem: Problem, law: Law, i: int, x: Vector) -> Value:
    """V_i(x) = sum_j rho_j int h_ij(x, y) mu_j(dy); j = i counts unless the reading is `tokens`."""
    total = EXACT.number(fmpq(0))
    for j, piece in enumerate(law.slices):
        if i != j or problem.labels.self_terms:
            pair = pair_interaction(problem, i, dirac(x), j, piece)
            total = total + EXACT.number(problem.labels.masses[j]) * pair
    return total


def first_variation(problem: Problem, law: Law, towards: Law) -> Value:
    """The derivative of E((1 - e) mu + e nu) at e = 0: sum_i rho_i int V_i d(nu_i - mu_i)."""
    total = EXACT.number(fmpq(0))
    for i, mass in enumerate(problem.labels.masses):
        for sign, piece in ((1, towards.slices[i]), (-1, law.slices[i])):
            for atom in piece.atoms:
                value = potential(problem, law, i, atom.point)
                total = total + EXACT.number(sign * mass * atom.weight) * value
    return total


def gradients(problem: Problem, points: Sequence[Vector]) -> list[tuple[Value, ...]]:
    """The Euclidean gradient in each x_i of the energy of the graph law at the points, exact; one Gram matrix.

    The flow of claims.md section 0 is the part of each tangent to the sphere, divided by rho_i.

    Raises:
        InvalidInputError: the kernel is neither zonal nor bilinear.
    """
    kernel, n = problem.kernel, len(points)
    weights = [[problem.pair_weight(i, j) for j in range(n)] for i in range(n)]
    if isinstance(kernel, BilinearKernel):
        return [_combined(weights[i], [apply(kernel.blocks[i][j], x) for j, x in enumerate(points)]) for i in range(n)]
    if not isinstance(kernel, ZonalKernel):
        raise InvalidInputError("kernel: expected k(s, t) phi(<R_s x, R_t y>) or <x, M(s, t) y> for an exact gradient")
    frame = gauge_frame(kernel, enumerate(points))
    inner = EXACT.gram(frame)
    slope = profile_function(derivative(kernel.profile, "r"), EXACT)
    pulls: list[tuple[Value, ...]] = []
    for i in range(n):
        pull = _combined([weights[i][j] * kernel.bias[i][j] * slope(inner[i][j]) for j in range(n)], frame)
        pulls.append(apply(transpose(kernel.gauges[i]), pull) if kernel.gauges else pull)
    return pulls


def _combined(weights: Sequence[Value], vectors: Sequence[Vector]) -> tuple[Value, ...]:
    """The sum of the vectors with the weights."""
    return tuple(
        EXACT.sum(w * v for w, v in zip(weights, entries, strict=True)) for entries in zip(*vectors, strict=True)
    )


def gradient(problem: Problem, points: Sequence[Vector], i: int) -> tuple[Value, ...]:
    """The gradient in x_i alone; see `gradients`."""
    return gradients(problem, points)[i]
