"""The Toeplitz-zonal bound: positive kernels of labels times zonal ones of contents, triangles, maxima on a grid."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from flint import arb, arb_mat, ctx, fmpq

from theorems.model.bias import Invariant
from theorems.model.continuum import ContinuumProblem, Trigonometric, is_turning
from theorems.model.series import CosineSeries, bias_series, in_cosines, profile_series, shortened, zonal_polynomial
from verify.checker.maxima import mean_of_maxima
from verify.errors import RefusedError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from theorems.model.proof import ToeplitzZonal

PRECISION = 96
"""Bits of all balls."""

TERMS = 32
"""Last term of the cosine series of a profile that is no polynomial, and of a bias that is no trigonometric one."""

MOST = {"degrees": 24, "frequencies": 64, "cells": 2**15, "steps": 2**10, "triangles": 10_000}
"""The largest certificate that is read on."""


@lru_cache(maxsize=4)  # a proof is replayed for the bound and for each maximiser that reaches it
def toeplitz_zonal(problem: ContinuumProblem, proof: ToeplitzZonal) -> arb:
    """An upper bound for all laws, labels on the circle and k(s, t) = f(s - t).

    Lemma: with P_l the zonal polynomials of S^{d-1}, P_l(1) = 1, theta = arccos <x, y>, a(u) the piecewise linear
    function of the triangles (`angle_weights`) and B its constant,
        E <= 1/2 (sum_l lambda_l + B + mean_u max_t H(u, t)),
        H(u, t) = f(u) phi(t) + sum_lm c_lm cos(mu) P_l(t) + a(u) arccos t.
    Proof. P_l(<x, y>) = C sum_k Y_lk(x) Y_lk(y) with C > 0 (addition theorem). So with g_k(s) = int Y_lk dmu_s,
        lambda_l int iint P_l dmu_s dmu_s ds + iint sum_m c_lm cos(m(s - t)) iint P_l dmu_s dmu_t ds dt
    is C sum_k <g_k, S_l g_k>, where S_l = lambda_l + the convolution by sum_m c_lm cos(mu) has the eigenvalues
    lambda_l + c_l0, lambda_l + c_lm/2 for 1 <= m <= M, and lambda_l: all >= 0, so the sum is >= 0. The first term is
    at most lambda_l, as |P_l| <= 1. Adding these, and B + iint a(s - t) iint theta >= 0, to 2E bounds it by
    sum lambda_l + B + iint iint H(s - t, <x, y>) dmu_s dmu_t ds dt. For d = 1: P_1 = t alone, and t = 1 or -1.
    A rest of f, or of phi, that is cut off costs at most its own bound times that of the other.
    Source: claims.md section 4, zonal certificate; the Toeplitz form and the triangles are this file's own.
    """
    degrees, frequencies = _require_positive(proof)
    if not is_turning(problem.bias):
        raise RefusedError("the bias is no function of the difference on the circle")
    if problem.dimension == 1 and degrees > 1:
        raise RefusedError(f"{degrees} degrees in dimension 1, where there is one")
    weights, constant = angle_weights(proof)
    with ctx.workprec(PRECISION):
        bias, profile = _bias(problem), shortened(profile_series(problem.profile, TERMS, PRECISION))
        rows = max(len(bias.coefficients), frequencies)
        columns = max(len(profile.coefficients), degrees + 1)
        table = arb_mat(rows, columns)
        for m, a in enumerate(bias.coefficients):
            for k, c in enumerate(profile.coefficients):
                table[m, k] = a * c
        for degree, row in enumerate(proof.waves, start=1):
            wave = in_cosines(zonal_polynomial(max(problem.dimension, 2), degree))[: degree + 1]
            for m, c in enumerate(row):
                for k, p in enumerate(wave):
                    table[m, k] += arb(c * p)
        mean = mean_of_maxima(table, weights, proof.cells, only_ends=problem.dimension == 1)
        rest = _size(bias) * profile.tail + bias.tail * (_size(profile) + profile.tail)
        prices = arb(sum(proof.multipliers, start=fmpq(0))) + 2 * arb.pi() * arb(constant)
        return (prices + mean + rest) / 2


def _size(series: CosineSeries) -> arb:
    """A bound for what is kept of the function."""
    return sum((abs(c) for c in series.coefficients), start=arb(0))


def _bias(problem: ContinuumProblem) -> CosineSeries:
    if isinstance(problem.bias, Trigonometric):
        return CosineSeries(tuple(map(arb, problem.bias.coefficients)), arb(0))
    if isinstance(problem.bias, Invariant):
        return shortened(bias_series(problem.bias, TERMS, PRECISION))
    raise RefusedError("the bias is no function of the difference on the circle")


def _require_positive(proof: ToeplitzZonal) -> tuple[int, int]:
    """L and M + 1, if every S_l is positive semidefinite and nothing is too large."""
    degrees, frequencies = len(proof.multipliers), max((len(row) for row in proof.waves), default=0)
    sizes = (degrees, frequencies, proof.cells, proof.steps, len(proof.triangles))
    for (name, most), size in zip(MOST.items(), sizes, strict=True):
        if size > most:
            raise RefusedError(f"{size} {name}, more than {most}")
    if proof.cells < 1:
        raise RefusedError(f"{proof.cells} cells, expected one at least")
    if len(proof.waves) != degrees:
        raise RefusedError(f"{len(proof.waves)} rows of waves for {degrees} multipliers")
    for degree, (price, row) in enumerate(zip(proof.multipliers, proof.waves, strict=True), start=1):
        if price < 0:
            raise RefusedError(f"multiplier {degree} is negative: {price}")
        for m, c in enumerate(row):
            if price + (c if m == 0 else c / 2) < 0:
                raise RefusedError(f"S_{degree} is not positive semidefinite at frequency {m}")
    return degrees, frequencies


def angle_weights(proof: ToeplitzZonal) -> tuple[list[fmpq], fmpq]:
    """a(2 pi j/n) for j = 0..n/2, and b with iint a(s - t) iint theta dmu_s dmu_t ds dt + 2 pi b >= 0.

    Lemma: let A_j be the mean of theta over pairs of labels at a difference of 2 pi j/n + v, v of the hat density on
    (-2 pi/n, 2 pi/n), and over their contents. Then A_(j+k) <= A_j + A_k and A_j + A_k + A_(j+k) <= 2 pi. Proof. theta
    is a metric on the sphere whose triangles have a perimeter of at most 2 pi. Take s uniform, and contents of s,
    s + 2 pi j/n + v and s + 2 pi (j + k)/n + v + w independently: it is enough that v, w and v + w may all have the
    hat density. V uniform on the sphere S^2 and unit vectors e_1, e_2, e_3 of sum 0 give <V, e_i>, uniform on
    (-1, 1) by Archimedes, of sum 0. The sum of two independent copies of the triple, scaled, has the hat density in
    each entry and sum 0; and that density is even. The sum over triangles of weight times inequality is
    sum_j a_j A_j + 2 pi n b >= 0, and (1/n) sum_j a_j A_j = iint a theta for the piecewise linear a with the values
    a_j, as each hat has the mass 1/n. A_j = A_-j, so that a may be made even.
    """
    n = proof.steps
    if n == 0:
        if proof.triangles:
            raise RefusedError("triangles without steps")
        return [], fmpq(0)
    if n < 2 or n % 2 or proof.cells % (n // 2):
        raise RefusedError(f"{n} steps, expected an even number whose half divides {proof.cells} cells")
    sides, constant = [fmpq(0)] * n, fmpq(0)
    for one in proof.triangles:
        if one.weight < 0:
            raise RefusedError(f"the weight of a triangle is negative: {one.weight}")
        sign = -1 if one.perimeter else 1
        sides[one.first % n] += sign * one.weight
        sides[one.second % n] += sign * one.weight
        sides[(one.first + one.second) % n] -= one.weight
        constant += one.weight / n if one.perimeter else 0
    return _even(sides), constant


def _even(sides: Sequence[fmpq]) -> list[fmpq]:
    n = len(sides)
    return [(sides[j] + sides[-j % n]) / 2 for j in range(n // 2 + 1)]
