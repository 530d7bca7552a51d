"""Float64 evaluation of energies and gradients on whole arrays. Fast, rounded, and believed by nobody.

A problem becomes `ZonalArrays` or `BilinearArrays`, which take points as arrays of shape (..., n, d): one point a
label, any leading axes for independent tuples, such as the starts of an ascent. A law with N atoms is a tuple of N
sites (`at_sites`), so that there is one energy for both.
"""

# Beyond the 200 lines of the style sheet: the arithmetic and the two kinds of arrays are one evaluator, read together.

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isfinite
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from theorems.model.calculus import derivative
from theorems.model.errors import InvalidInputError
from theorems.model.evaluation import evaluate
from theorems.model.kernel import BilinearKernel, PairKernel, ZonalKernel
from theorems.model.real import rationals

if TYPE_CHECKING:
    from flint import fmpq

    from theorems.model.label_table import LabelTable
    from theorems.model.law import Law
    from theorems.model.matrix import Vector
    from theorems.model.nodes import Expression
    from theorems.model.problem import Problem
    from theorems.model.real import Real

Floats = NDArray[np.float64]

Value = Any
"""A float64 number or an array of them."""

_BITS = 128
"""Bits of the ball whose centre is rounded to float64."""


def to_float(value: Real) -> float:
    """The nearest float64; an irrational may miss it by a unit in the last place, if it lies all but halfway.

    Raises:
        InvalidInputError: the number is beyond the range of float64.
    """
    if value.is_rational:
        return _rational_to_float(value.rational())
    return _finite(float(value.ball(_BITS)))


def _rational_to_float(value: fmpq) -> float:
    try:
        return _finite(float(value))
    except OverflowError:
        return _finite(float("inf"))


def _finite(value: float) -> float:
    if not isfinite(value):
        raise InvalidInputError("number: beyond the range of float64; scale the kernel by a rational factor")
    return value


def to_matrix(matrix: Sequence[Sequence[Real]]) -> Floats:
    """A matrix, or points one a row."""
    return np.array([_row(row) for row in matrix], dtype=np.float64)


def _row(row: Sequence[Real]) -> Sequence[float]:
    exact = rationals(row)
    if exact is None:
        return [to_float(value) for value in row]
    try:
        return list(map(float, exact))
    except OverflowError:
        return [_rational_to_float(q) for q in exact]


@dataclass(frozen=True)
class FloatArithmetic:
    """The arithmetic of `evaluate` over float64 numbers and arrays; functions act entry by entry."""

    def number(self, value: fmpq, /) -> np.float64:
        """The rational, rounded."""
        return np.float64(_rational_to_float(value))

    def lift(self, value: Real, /) -> np.float64:
        """The number, rounded."""
        return np.float64(to_float(value))

    def gram(self, points: Sequence[Vector], /) -> Floats:
        """All inner products of the rounded points."""
        rounded = to_matrix(points)
        return rounded @ rounded.T

    def sum(self, values: Iterable[Value], /) -> Value:
        """The sum, in the order of the values."""
        total: Value = np.float64(0.0)
        for value in values:
            total = total + value
        return total

    def pi(self) -> np.float64:
        """The number pi, rounded."""
        return np.float64(np.pi)

    def call(self, function: str, arguments: Sequence[Value], /) -> Value:
        """One of `FUNCTIONS`; outside its domain the value is nan or infinite."""
        first, *others = arguments
        if function in {"min", "max"}:
            for other in others:
                first = np.minimum(first, other) if function == "min" else np.maximum(first, other)
            return first
        return getattr(np, function)(first)


FLOATS = FloatArithmetic()


@dataclass(frozen=True)
class Profile:
    """phi and phi' as functions of an array. Where they are not finite the array says so, without a warning."""

    expression: Expression

    def value(self, r: Floats) -> Floats:
        """phi(r), entry by entry."""
        return _spread(self.expression, r)

    def slope(self, r: Floats) -> Floats:
        """phi'(r), entry by entry.

        Raises:
            InvalidInputError: phi holds abs, min or max.
        """
        return _spread(derivative(self.expression, "r"), r)

    def selected(self, index: Sequence[int]) -> Profile:  # noqa: ARG002
        """The profile itself, one for all pairs of sites."""
        return self


@dataclass(frozen=True, eq=False)
class PairProfile:
    """The profiles of pairs, psi_ab for sites a, b, as functions of an array (..., N, N); see `Profile`.

    Attributes:
        kernel: the exact kernel.
        index: the label of each site.
    """

    kernel: PairKernel
    index: tuple[int, ...]

    @cached_property
    def _names(self) -> dict[str, Value]:
        return label_arrays(self.kernel.table, self.index)

    def value(self, r: Floats) -> Floats:
        """psi_ab(r_ab), entry by entry."""
        return self._evaluated(self.kernel.expression, r)

    def slope(self, r: Floats) -> Floats:
        """psi_ab'(r_ab), entry by entry.

        Raises:
            InvalidInputError: psi holds abs, min or max of r.
        """
        return self._evaluated(derivative(self.kernel.expression, "r"), r)

    def _evaluated(self, expression: Expression, r: Floats) -> Floats:
        with np.errstate(all="ignore"):
            value = evaluate(expression, {**self._names, "r": r}, FLOATS)
        return np.broadcast_to(value, np.broadcast_shapes(np.shape(r), (len(self.index), len(self.index))))

    def selected(self, index: Sequence[int]) -> PairProfile:
        """The profiles of other sites: site a is now the former site index[a]."""
        return PairProfile(self.kernel, tuple(self.index[a] for a in index))


def label_arrays(table: LabelTable, index: Sequence[int]) -> dict[str, Value]:
    """The names s, t, bias(.., ..), gauge(..) as arrays over all pairs of sites: s along rows, t along columns."""
    chosen = table.selected(index)
    values = to_matrix([chosen.values])[0]
    names: dict[str, Value] = {"s": values[:, None], "t": values[None, :]}
    if chosen.bias is not None:
        bias = to_matrix(chosen.bias)
        own = np.diag(bias)
        names |= {"bias(s, t)": bias, "bias(t, s)": bias.T, "bias(s, s)": own[:, None], "bias(t, t)": own[None, :]}
    if chosen.gauges is not None:
        stack = np.stack([to_matrix(gauge) for gauge in chosen.gauges])
        d = table.dimension
        names["gauge(s)"] = [[stack[:, a, b][:, None] for b in range(d)] for a in range(d)]
        names["gauge(t)"] = [[stack[:, a, b][None, :] for b in range(d)] for a in range(d)]
    return names


def _spread(expression: Expression, r: Floats) -> Floats:
    with np.errstate(all="ignore"):
        return np.broadcast_to(evaluate(expression, {"r": r}, FLOATS), np.shape(r))


def _turned(matrices: Floats, points: Floats) -> Floats:
    """Matrix i times point i."""
    return (matrices @ points[..., None])[..., 0]


@dataclass(frozen=True, eq=False)
class ZonalArrays:
    """E = 1/2 sum_ij C_ij phi(<R_i x_i, R_j x_j>).

    Attributes:
        masses: rho, (n,).
        weighted_bias: C, (n, n), C_ij = rho_i rho_j k_ij; its diagonal is 0 in `tokens`.
        gauges: R, (n, d, d); identities where the kernel has none.
        profile: phi, or the profiles of all pairs; C then holds the weights alone.
    """

    masses: Floats
    weighted_bias: Floats
    gauges: Floats
    profile: Profile | PairProfile

    def energy(self, points: Floats) -> Floats:
        """The energy of each tuple: (..., n, d) to (...)."""
        frame = _turned(self.gauges, points)
        return _half_total(self.weighted_bias * self.profile.value(frame @ np.swapaxes(frame, -1, -2)))

    def energy_and_gradient(self, points: Floats) -> tuple[Floats, Floats]:
        """The energies (...) and their Euclidean gradients (..., n, d), from one Gram matrix.

        The gradient in x_i is R_i^T sum_j C_ij phi'(r_ij) R_j x_j; the 1/2 is used up by the symmetry.
        """
        frame = _turned(self.gauges, points)
        inner = frame @ np.swapaxes(frame, -1, -2)
        pull = (self.weighted_bias * self.profile.slope(inner)) @ frame
        value = _half_total(self.weighted_bias * self.profile.value(inner))
        return value, _turned(np.swapaxes(self.gauges, -1, -2), pull)

    def gradient(self, points: Floats) -> Floats:
        """The Euclidean gradients, (..., n, d) to the same shape."""
        return self.energy_and_gradient(points)[1]

    def at_sites(self, labels: Sequence[int], weights: Floats) -> ZonalArrays:
        """The problem of N sites: site a is the part `weights[a]` of label `labels[a]`, and has a point of its own."""
        index = np.asarray(labels)
        bias = self.weighted_bias[np.ix_(index, index)] * np.outer(weights, weights)
        return ZonalArrays(self.masses[index] * weights, bias, self.gauges[index], self.profile.selected(labels))


@dataclass(frozen=True, eq=False)
class BilinearArrays:
    """E = 1/2 sum_ij <x_i, B_ij x_j>.

    Attributes:
        masses: rho, (n,).
        weighted_blocks: B, (n, n, d, d), B_ij = rho_i rho_j M_ij; B_ii is 0 in `tokens`.
    """

    masses: Floats
    weighted_blocks: Floats

    def energy(self, points: Floats) -> Floats:
        """The energy of each tuple: (..., n, d) to (...)."""
        return self.energy_and_gradient(points)[0]

    def energy_and_gradient(self, points: Floats) -> tuple[Floats, Floats]:
        """The energies (...) and their Euclidean gradients (..., n, d): sum_j B_ij x_j in x_i."""
        n, d = points.shape[-2:]
        form = self.weighted_blocks.transpose(0, 2, 1, 3).reshape(n * d, n * d)
        pull = (points.reshape(*points.shape[:-2], n * d) @ form).reshape(points.shape)  # form is symmetric
        return _half_total(points * pull), pull

    def gradient(self, points: Floats) -> Floats:
        """The Euclidean gradients, (..., n, d) to the same shape."""
        return self.energy_and_gradient(points)[1]

    def at_sites(self, labels: Sequence[int], weights: Floats) -> BilinearArrays:
        """The problem of N sites: site a is the part `weights[a]` of label `labels[a]`, and has a point of its own."""
        index = np.asarray(labels)
        blocks = self.weighted_blocks[np.ix_(index, index)] * np.outer(weights, weights)[..., None, None]
        return BilinearArrays(self.masses[index] * weights, blocks)


Arrays = ZonalArrays | BilinearArrays


def _half_total(terms: Floats) -> Floats:
    return 0.5 * terms.sum(axis=(-2, -1))


def to_arrays(problem: Problem) -> Arrays:
    """The problem in floats. What is exactly 0 stays exactly 0.

    Raises:
        InvalidInputError: a general kernel, which `verify.search.general` evaluates.
    """
    n, d = len(problem), problem.dimension
    masses = np.array([_rational_to_float(mass) for mass in problem.labels.masses])
    pairs = np.outer(masses, masses)
    if not problem.labels.self_terms:
        np.fill_diagonal(pairs, 0.0)
    kernel = problem.kernel
    if isinstance(kernel, PairKernel):
        gauges = np.stack([to_matrix(gauge) for gauge in kernel.gauges] or [np.eye(d)] * n)
        return ZonalArrays(masses, pairs, gauges, PairProfile(kernel, tuple(range(n))))
    if isinstance(kernel, ZonalKernel):
        gauges = np.stack([to_matrix(gauge) for gauge in kernel.gauges] or [np.eye(d)] * n)
        return ZonalArrays(masses, pairs * to_matrix(kernel.bias), gauges, Profile(kernel.profile))
    if not isinstance(kernel, BilinearKernel):
        raise InvalidInputError("kernel: a general one has other arrays")
    blocks = np.array([[to_matrix(block) for block in row] for row in kernel.blocks])
    return BilinearArrays(masses, pairs[..., None, None] * blocks)


def law_sites(law: Law) -> tuple[list[int], Floats, Floats]:
    """The atoms of a law: the label of each, its weight within the slice, (N,), and its point, (N, d)."""
    labels = [i for i, piece in enumerate(law.slices) for _ in piece.atoms]
    atoms = [atom for piece in law.slices for atom in piece.atoms]
    weights = np.array([_rational_to_float(atom.weight) for atom in atoms])
    return labels, weights, to_matrix([atom.point for atom in atoms])


def energy(problem: Problem, law: Law) -> float:
    """E[mu] of an exact law, in floats."""
    labels, weights, points = law_sites(law)
    return float(to_arrays(problem).at_sites(labels, weights).energy(points))


def gradient(problem: Problem, points: Sequence[Vector]) -> Floats:
    """The Euclidean gradient of the energy of the graph law at the points, (n, d)."""
    return to_arrays(problem).gradient(to_matrix(points))
