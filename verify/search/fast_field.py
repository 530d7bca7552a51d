"""The tokens' field at a cost linear in n: exp(beta <u, v>) by a short sum of products, its rest bounded by balls.

Sums over all pairs become n sums over features: with the moments M = sum_j rho_j phi(u_j) (u_j, 1) the pull on token i
is phi(u_i)^T C M, so gauges only turn the points in and the pull out, and rotary and prefix kernels cost the same. A
bias of rank r, k_ij = sum_a s_a psi_ia psi_ja, takes r sets of moments.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from theorems.model.errors import InvalidInputError
from verify.search.expansion import UNIT, Expansion, expand
from verify.search.field import ExactField, Model, Normalisation, tangent, turned
from verify.search.floats import Floats

BLOCK = 1024
"""Tokens whose features are in work at a time: some MB, and short sums, which round less."""

ACCURACY = 1e-13
"""The expansion's rest, relative to e^|beta|: below what rounding costs anyway."""

MOST_FEATURES = 4000
"""Beyond it the matrix C is slow to build, and every n that fits in memory is better served by the exact field."""

PAIR, MONOMIAL, PRODUCT, CALL = 1.4e-9, 0.5e-9, 0.25e-9, 2e-4
"""Seconds for a pair of tokens, a monomial at a token, a product with it, and a call; seen once on one machine. Only
their ratios matter, and those only for the speed."""


@dataclass(frozen=True, eq=False)
class FastField:
    """The field of an `ExactField` without bias, or times a bias of low rank, by an `Expansion`.

    Attributes:
        exact: masses, beta, gauges, model, normalisation; its `bias` is None.
        expansion: of exp(beta <u, v>).
        factors: psi, (n, r), or None for k = 1.
        signs: s, (r,).
    """

    exact: ExactField
    expansion: Expansion
    factors: Floats | None = None
    signs: Floats | None = None

    def __post_init__(self) -> None:
        exact, expansion = self.exact, self.expansion
        if exact.bias is not None:
            raise InvalidInputError("exact.bias: expected none; a bias of low rank is given by factors and signs")
        if (expansion.dimension, expansion.beta) != (exact.dimension, exact.beta):
            raise InvalidInputError(
                f"expansion: of d = {expansion.dimension}, beta = {expansion.beta}, not the field's"
            )
        if (self.factors is None) != (self.signs is None):
            raise InvalidInputError("factors, signs: expected both or none")
        if self.factors is not None and self.signs is not None:
            if self.factors.shape != (exact.count, len(self.signs)):
                raise InvalidInputError(f"factors: shape {self.factors.shape}, expected (n, {len(self.signs)})")
            if exact.model is Model.SA:
                raise InvalidInputError("model=sa: expected no bias here; its Z_i > 0 could not be bounded from below")
        if exact.model is Model.SA and not self._pair_error < self._least_normaliser / 2:
            raise InvalidInputError(
                f"beta={exact.beta}: Z_i may be as small as the expansion's rest; take the exact field"
            )

    @property
    def masses(self) -> Floats:
        """The masses rho, (n,)."""
        return self.exact.masses

    @property
    def count(self) -> int:
        """The number n of tokens."""
        return self.exact.count

    @property
    def dimension(self) -> int:
        """The dimension d of the contents."""
        return self.exact.dimension

    @property
    def truncation(self) -> float:
        """What the cut of the series costs at most: proved by balls, the scale of the kernel included."""
        return self._size * self.expansion.truncation

    @property
    def roundoff(self) -> float:
        """What rounding costs at most: gamma_m times the sum of the absolute values of all terms, twice.

        Each term passes at most m roundings, whatever the order of the sums: K for each monomial and 3 F + K for C and
        its two products, a block and the number of blocks for the moments, 2 d for the gauges and the projection. The
        absolute values of the terms sum to at most sum |c_k| (Cauchy and Schwarz). Unit vectors that are so up to
        d + 6 units in the last place change a monomial of degree K by K times that.
        """
        d, K, features = self.dimension, self.expansion.degree, self.expansion.feature_count
        roundings = 5 * K + 3 * features + BLOCK + self.count // BLOCK + 4 * d + 24 + (2 * K + 2) * (d + 6)
        turn = 0.0
        if self.exact.gauges is not None:
            gauges = self.exact.gauges
            defect = float(np.abs(gauges @ gauges.transpose(0, 2, 1) - np.eye(d)).max())
            turn = (2 * abs(self.exact.beta) + 4) * (d**0.5 * (d + 2) + d * (defect / UNIT + d))
        share = (roundings + turn) * UNIT
        return 2 * self._size * self.expansion.magnitude * share / (1 - share)

    @property
    def error_bound(self) -> float:
        """A bound of the error of `velocity` for each token, and of that of the energy."""
        return self._error

    @cached_property
    def _error(self) -> float:
        error = self._pair_error
        if self.exact.model is Model.SA:
            # |F/Z - F'/Z'| <= (|F - F'| + |F/Z| |Z - Z'|)/Z', and |F/Z| <= 1: a mean of unit vectors.
            error = max(error, 2 * error / (self._least_normaliser - error) + 8 * UNIT)
        return error * max(1.0, 1 / (2 * abs(self.exact.beta)))

    @cached_property
    def _pair_error(self) -> float:
        return self.truncation + self.roundoff

    @cached_property
    def _factor(self) -> float:
        exact = self.exact
        offset = -exact.beta if exact.normalisation is Normalisation.NORMALISED else exact.offset
        return exact.scale * float(np.exp(offset))

    @cached_property
    def _size(self) -> float:
        """Above the factor times sum_j rho_j sum_a |s_a psi_ia psi_ja|, for every i."""
        size = abs(self._factor) * (1 + 8 * UNIT)
        if self.factors is None or self.signs is None:
            return size
        rows = np.abs(self.factors * self.signs) @ (self.masses @ np.abs(self.factors))
        return size * float(rows.max()) * (1 + 4 * (self.count + len(self.signs)) * UNIT)

    @cached_property
    def _least_normaliser(self) -> float:
        """Below Z_i: e^{-|beta|} times the masses that token i sees."""
        seen = 1.0 if self.exact.self_terms else 1 - float(self.masses.max())
        return self._factor * float(np.exp(-abs(self.exact.beta))) * seen * (1 - 1e-9)

    def frame(self, points: Floats) -> Floats:
        """The gauge frame u_i = R_i x_i."""
        return self.exact.frame(points)

    def velocity(self, points: Floats) -> Floats:
        """x_i' at the points, (n, d)."""
        frame = self._unit_frame(points)
        moments = self._moments(frame, np.column_stack([frame, np.ones(self.count)]))
        pull = np.empty((self.count, self.dimension + 1))
        for start in range(0, self.count, BLOCK):
            stop = min(start + BLOCK, self.count)
            features = self.expansion.features(frame[start:stop])
            below, top = (f.T @ m for f, m in zip(features, moments, strict=True))
            pull[start:stop] = self._combined(below + top, start, stop)
        pull *= self._factor
        if self.exact.model is Model.SA:
            if not self.exact.self_terms:
                own = self.masses * (self._factor * np.exp(self.exact.beta))
                pull[:, -1] -= own
                pull[:, :-1] -= own[:, None] * frame
            pull[:, :-1] /= pull[:, -1:]
        gauges = self.exact.gauges
        back = None if gauges is None else gauges.transpose(0, 2, 1)
        return tangent(points, turned(back, pull[:, :-1]))

    def energy(self, points: Floats) -> float:
        """E = 1/2 sum_ij rho_i rho_j h_ij; for SA too. M^T C M: the features are formed once."""
        frame = self._unit_frame(points)
        moments = self._raw_moments(frame, np.ones((self.count, 1)))
        signs = np.ones(1) if self.signs is None else self.signs
        total = 0.0
        for core, moment in zip(self.expansion.cores, moments, strict=True):
            total += float(np.einsum("fa,fg,ga,a->", moment, core, moment, signs, optimize=True))
        if not self.exact.self_terms:
            weights = np.ones(self.count) if self.factors is None else (self.factors**2) @ signs
            total -= float((self.masses**2) @ weights) * float(np.exp(self.exact.beta))
        return self._factor * total / (2 * self.exact.beta)

    def _unit_frame(self, points: Floats) -> Floats:
        if points.shape != (self.count, self.dimension):
            raise InvalidInputError(f"points: shape {points.shape}, expected {(self.count, self.dimension)}")
        frame = self.exact.frame(points)
        return frame / np.sqrt(np.einsum("ij,ij->i", frame, frame))[:, None]

    def _raw_moments(self, frame: Floats, columns: Floats) -> list[Floats]:
        """sum_j rho_j psi_ja phi(u_j) columns_jc of each degree, (features, r c)."""
        weighted = columns * self.masses[:, None]
        if self.factors is not None:
            weighted = (self.factors[:, :, None] * weighted[:, None, :]).reshape(self.count, -1)
        counts = [len(core) for core in self.expansion.cores]
        totals = [np.zeros((count, weighted.shape[1])) for count in counts]
        for start in range(0, self.count, BLOCK):
            stop = start + BLOCK
            for k, feature in enumerate(self.expansion.features(frame[start:stop])):
                totals[k] += feature @ weighted[start:stop]
        return totals

    def _moments(self, frame: Floats, columns: Floats) -> list[Floats]:
        """C times the moments."""
        return [
            core @ moment for core, moment in zip(self.expansion.cores, self._raw_moments(frame, columns), strict=True)
        ]

    def _combined(self, sums: Floats, start: int, stop: int) -> Floats:
        """sum_a s_a psi_ia times the a-th set of sums."""
        if self.factors is None or self.signs is None:
            return sums
        weights = self.factors[start:stop] * self.signs
        return np.einsum("ia,iac->ic", weights, sums.reshape(len(weights), len(self.signs), -1))


def fast_field(
    exact: ExactField, *, factors: Floats | None = None, signs: Floats | None = None, accuracy: float = ACCURACY
) -> FastField:
    """The fast field of an exact one without bias, times the bias given by factors and signs.

    Raises:
        InvalidInputError: the exact field has a bias, or |beta| or d ask for too long an expansion.
    """
    expansion = expand(exact.dimension, exact.beta, accuracy)
    if expansion.feature_count > MOST_FEATURES:
        raise InvalidInputError(
            f"(d, beta)=({exact.dimension}, {exact.beta}): {expansion.feature_count} features, expected at most "
            f"{MOST_FEATURES}; take the exact field"
        )
    return FastField(exact, expansion, factors, signs)


def costs(exact: ExactField, expansion: Expansion) -> tuple[float, float]:
    """About how many seconds a velocity takes, exact and fast."""
    n, d, features = exact.count, exact.dimension, expansion.feature_count
    token = 2 * (expansion.work * MONOMIAL + features * (d + 1) * PRODUCT)
    return n**2 * PAIR, n * token + features**2 * (d + 1) * PRODUCT + CALL


def choose_field(exact: ExactField, *, most_error: float = 1e-10) -> ExactField | FastField:
    """The faster of the two by cost, if the fast one's error is at most `most_error`.

    Only fields without a bias are looked at; for others the factors are for the caller to give.
    """
    if exact.bias is not None:
        return exact
    try:
        expansion = expand(exact.dimension, exact.beta, ACCURACY)
        if expansion.feature_count > MOST_FEATURES:
            return exact
        slow, quick = costs(exact, expansion)
        if quick >= slow:
            return exact
        field = FastField(exact, expansion)
    except InvalidInputError:
        return exact
    return field if field.error_bound <= most_error else exact
