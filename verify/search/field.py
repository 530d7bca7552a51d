"""The field of the tokens' flow in floats: USA, SA and USA-AV, with gauges, biases and masses (claims.md section 0).

`ExactField` is the field of the exponential kernels at a cost of n^2 d; `GradientField` that of any other kernel of a
problem file; `field_of` chooses. "Exact" means: no term is left out. It rounds, and `error_bound` says by how much.
"""

# Beyond the 200 lines of the style sheet: the protocol, its two fields and the choice between them are read together.

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, Protocol, runtime_checkable

import numpy as np

from theorems.model.calculus import as_polynomial
from theorems.model.errors import InvalidInputError
from theorems.model.evaluation import evaluate
from theorems.model.kernel import BilinearKernel, ZonalKernel
from theorems.model.nodes import Call, Expression, Product, multiply
from theorems.model.occurrence import scalars_in
from verify.search.floats import (
    FLOATS,
    Arrays,
    BilinearArrays,
    Floats,
    ZonalArrays,
    to_arrays,
    to_float,
    to_matrix,
)

if TYPE_CHECKING:
    from theorems.model.problem import Problem

UNIT = 2.0**-53
"""The unit roundoff of float64."""

TILE = 1 << 15
"""Entries of the Gram matrix that are in work at a time: 256 KiB, which stay in a core's second-level cache."""

ORTHOGONAL = 1e-12
"""How far R R^T may be from the identity, entry by entry."""

GRID = 1025
"""Points of [-1, 1] at which a profile is looked at where only an estimate is wanted."""


class Normalisation(Enum):
    """Which multiple of the kernel moves the tokens: their times differ by the factor."""

    RAW = "raw"
    """h = k_ij exp(beta r)/beta; in a problem file, h as it is written."""

    NORMALISED = "normalised"
    """h = k_ij exp(beta (r - 1))/beta; in a problem file, h/phi'(1), which is the same for exp(beta r)."""


class Model(Enum):
    """Which attention moves the tokens."""

    USA = "usa"
    """Not normalised: the gradient flow of the energy."""

    SA = "sa"
    """Softmax: the pull on token i is divided by Z_i."""


class Field(Protocol):
    """A tangent field on (S^{d-1})^n whose flow must not lose energy. Points are unit vectors, (n, d).

    Attributes:
        masses: rho, (n,), with sum 1.
        error_bound: a bound of the error of `velocity`, for each token in the Euclidean norm.
        dimension: d.
        count: n.
    """

    @property
    def masses(self) -> Floats: ...  # noqa: D102 - above

    @property
    def error_bound(self) -> float: ...  # noqa: D102

    @property
    def dimension(self) -> int: ...  # noqa: D102

    @property
    def count(self) -> int: ...  # noqa: D102

    def velocity(self, points: Floats) -> Floats:
        """x_i' at the points, (n, d), tangent to the spheres."""
        ...

    def energy(self, points: Floats) -> float:
        """The energy E of the graph law at the points."""
        ...


@runtime_checkable
class WithEnergy(Protocol):
    """A field that has the energy at hand when it has the velocity: a seventh less work a step."""

    def velocity_and_energy(self, points: Floats) -> tuple[Floats, float]:
        """Both at the points, equal to what `velocity` and `energy` give."""
        ...


def velocity_and_energy(field: Field, points: Floats) -> tuple[Floats, float]:
    """Both at the points, in one evaluation where the field can."""
    if isinstance(field, WithEnergy):
        return field.velocity_and_energy(points)
    return field.velocity(points), field.energy(points)


def tangent(points: Floats, vectors: Floats) -> Floats:
    """P_x v = v - <v, x> x, row by row."""
    return vectors - np.einsum("ij,ij->i", points, vectors)[:, None] * points


def turned(matrices: Floats | None, points: Floats) -> Floats:
    """Matrix i times point i; the points themselves where there are no matrices."""
    return points if matrices is None else np.einsum("nij,nj->ni", matrices, points)


@dataclass(frozen=True, eq=False, kw_only=True)
class ExactField:
    """The field of h_ij(x, y) = scale k_ij exp(beta r + offset)/beta, r = <R_i x, R_j y>, all n^2 pairs summed.

    USA: x_i' = P sum_j rho_j w_ij R_i^T R_j x_j, w_ij = scale k_ij exp(beta r_ij + offset). SA divides by
    Z_i = sum_j rho_j w_ij. One Gram matrix, an exponential in place and one product, a strip of rows at a time.

    Attributes:
        masses: rho, (n,), positive with sum 1.
        dimension: d >= 2.
        beta: not 0.
        gauges: R, (n, d, d), orthogonal; None where all are the identity.
        bias: k, (n, n), symmetric; None where all are 1. For SA not negative.
        model: USA or SA.
        normalisation: RAW takes the offset as given; NORMALISED takes -beta.
        self_terms: whether the i = j terms count (`tokens`: not), in the energy and in Z_i.
        scale: a factor of h; for SA positive.
        offset: added to the exponent in RAW.

    Raises:
        InvalidInputError: shapes that do not fit, values that are not finite, SA with a bias that is not positive, or
            weights beyond the range of float64.
    """

    masses: Floats
    dimension: int
    beta: float
    gauges: Floats | None = None
    bias: Floats | None = None
    model: Model = Model.USA
    normalisation: Normalisation = Normalisation.RAW
    self_terms: bool = True
    scale: float = 1.0
    offset: float = 0.0

    def __post_init__(self) -> None:
        _require_masses(self.masses)
        n, d = self.count, self.dimension
        if d < 2:
            raise InvalidInputError(f"dimension={d}: expected 2 or more; on S^0 nothing moves")
        if not np.isfinite(self.beta) or self.beta == 0:
            raise InvalidInputError(f"beta={self.beta}: expected a finite number other than 0")
        if self.gauges is not None:
            _require_shape("gauges", self.gauges, (n, d, d))
            square = self.gauges @ self.gauges.transpose(0, 2, 1)
            if np.abs(square - np.eye(d)).max() > ORTHOGONAL:
                raise InvalidInputError("gauges: expected orthogonal matrices")
        if self.bias is not None:
            _require_shape("bias", self.bias, (n, n))
            if not np.array_equal(self.bias, self.bias.T):
                raise InvalidInputError("bias: expected a symmetric matrix")
        if self.model is Model.SA:
            self._require_positive()
        with np.errstate(over="ignore", invalid="ignore"):
            largest = self._largest_pull()
        if not np.isfinite(largest):
            raise InvalidInputError(
                f"beta={self.beta}: exp(beta r) is beyond the range of float64; take the normalised kernel or less beta"
            )

    def _require_positive(self) -> None:
        if self.scale <= 0:
            raise InvalidInputError(f"scale={self.scale}: expected a positive factor for SA, which needs Z_i > 0")
        if self.bias is not None and self.bias.min() < 0:
            i, j = np.unravel_index(self.bias.argmin(), self.bias.shape)
            raise InvalidInputError(
                f"bias[{i}][{j}]={self.bias[i, j]}: SA needs Z_i > 0, expected no negative bias; take the model usa"
            )
        empty = np.flatnonzero(self._row_sums() <= 0)
        if len(empty):
            raise InvalidInputError(f"bias: Z_{empty[0] + 1} = 0, and SA needs Z_i > 0; token {empty[0] + 1} sees none")

    @property
    def count(self) -> int:
        """The number n of tokens."""
        return len(self.masses)

    @property
    def _exponent(self) -> float:
        return -self.beta if self.normalisation is Normalisation.NORMALISED else self.offset

    def _row_sums(self) -> Floats:
        """sum_j rho_j |k_ij|, (n,)."""
        if self.bias is None:
            return np.ones(self.count) if self.self_terms else 1 - self.masses
        return np.abs(self.bias) @ self.masses - (0 if self.self_terms else np.abs(np.diag(self.bias)) * self.masses)

    def _largest_pull(self) -> float:
        """A bound of sum_j rho_j |w_ij|."""
        return float(abs(self.scale) * np.exp(abs(self.beta) + self._exponent) * self._row_sums().max())

    @property
    def error_bound(self) -> float:
        """A first-order bound of the rounding, the data's own rounding to float64 included."""
        return self._rounding

    @cached_property
    def _rounding(self) -> float:
        """See `error_bound`.

        In units u = 2^-53: a turned vector is off by sqrt(d) (d + 2); an exponent, a sum of d + 1 products of size
        |beta| at most, by |beta| times 2 (d + 1) and what the two vectors are off; exp by 8 (4 units in the last
        place); factors by 8; a sum of n terms by n times the sum of their sizes; the projection by d + 6.
        """
        d = self.dimension
        turn = 0.0 if self.gauges is None else d**0.5 * (d + 2)
        exponent = (abs(self.beta) + abs(self._exponent)) * (d + 1) + abs(self.beta) * (2 * turn + 2)
        weights = exponent + 16 + self.count
        softmax = self.model is Model.SA
        size = 1.0 if softmax else self._largest_pull()
        return 1.01 * UNIT * size * (weights * (2 if softmax else 1) + 2 * turn + d + 6)

    def frame(self, points: Floats) -> Floats:
        """The gauge frame u_i = R_i x_i."""
        return turned(self.gauges, points)

    def velocity(self, points: Floats) -> Floats:
        """x_i' at the points, (n, d)."""
        return self.velocity_and_normaliser(points)[0]

    def velocity_and_normaliser(self, points: Floats) -> tuple[Floats, Floats]:
        """x_i', and sum_j rho_j w_ij, (n,), which is Z_i for SA."""
        sums = self._sums(points)
        pull, normaliser = sums[:, :-1], sums[:, -1]
        if self.model is Model.SA:
            pull = pull / normaliser[:, None]
        if self.gauges is not None:
            pull = turned(self.gauges.transpose(0, 2, 1), pull)
        return tangent(points, pull), normaliser

    def energy(self, points: Floats) -> float:
        """E = 1/2 sum_ij rho_i rho_j h_ij; for SA too."""
        return self._energy(self._sums(points)[:, -1])

    def velocity_and_energy(self, points: Floats) -> tuple[Floats, float]:
        """Both, from one Gram matrix."""
        velocity, normaliser = self.velocity_and_normaliser(points)
        return velocity, self._energy(normaliser)

    def _energy(self, normaliser: Floats) -> float:
        return float(self.masses @ normaliser / (2 * self.beta))

    def energy_rate(self, points: Floats) -> float:
        """dE/dt along the flow: sum rho_i |x_i'|^2, for SA sum rho_i Z_i |x_i'|^2 (claims.md F1)."""
        velocity, normaliser = self.velocity_and_normaliser(points)
        factors = normaliser if self.model is Model.SA else np.ones(self.count)
        return float((self.masses * factors) @ np.einsum("ij,ij->i", velocity, velocity))

    def _sums(self, points: Floats) -> Floats:
        """sum_j rho_j w_ij (u_j, 1), (n, d + 1)."""
        n, d = self.count, self.dimension
        if points.shape != (n, d):
            raise InvalidInputError(f"points: shape {points.shape}, expected {(n, d)}")
        frame = self.frame(points)
        left, right = self.beta * frame, frame.T
        if self._exponent:
            left = np.column_stack([left, np.full(n, self._exponent)])
            right = np.vstack([right, np.ones(n)])
        right = np.ascontiguousarray(right)
        values = np.empty((n, d + 1))
        np.multiply(frame, (self.scale * self.masses)[:, None], out=values[:, :-1])
        values[:, -1] = self.scale * self.masses
        rows = min(n, max(1, TILE // n))
        strip, result = np.empty((rows, n)), np.empty((n, d + 1))
        for start in range(0, n, rows):
            stop = min(start + rows, n)
            weights = np.matmul(left[start:stop], right, out=strip[: stop - start])
            np.exp(weights, out=weights)
            if self.bias is not None:
                weights *= self.bias[start:stop]
            if not self.self_terms:
                np.fill_diagonal(weights[:, start:stop], 0.0)
            np.matmul(weights, values, out=result[start:stop])
        return result


@dataclass(frozen=True, eq=False)
class GradientField:
    """USA-AV of any kernel of a problem file: x_i' = P_{x_i} (dE/dx_i)/rho_i, all n^2 pairs at once.

    Attributes:
        arrays: the kernel in floats.
    """

    arrays: Arrays

    def __post_init__(self) -> None:
        if self.dimension < 2:
            raise InvalidInputError(f"dimension={self.dimension}: expected 2 or more; on S^0 nothing moves")
        if not np.isfinite(self.error_bound):
            raise InvalidInputError("kernel: its slope is not finite on all of [-1, 1]; expected a smooth profile")

    @property
    def masses(self) -> Floats:
        """The masses rho, (n,)."""
        return self.arrays.masses

    @property
    def count(self) -> int:
        """The number n of tokens."""
        return len(self.masses)

    @property
    def dimension(self) -> int:
        """The dimension d of the contents."""
        arrays = self.arrays
        return arrays.gauges.shape[-1] if isinstance(arrays, ZonalArrays) else arrays.weighted_blocks.shape[-1]

    @property
    def error_bound(self) -> float:
        """An estimate of the rounding, from the largest slope on a grid of `GRID`; not a proof for every profile."""
        return self._rounding

    @cached_property
    def _rounding(self) -> float:
        arrays = self.arrays
        if isinstance(arrays, BilinearArrays):
            largest = np.linalg.norm(arrays.weighted_blocks, axis=(2, 3)).sum(axis=1) / arrays.masses
        else:
            slope = np.abs(arrays.profile.slope(np.linspace(-1, 1, GRID))).max()
            largest = slope * np.abs(arrays.weighted_bias).sum(axis=1) / arrays.masses
        return float(8 * UNIT * (self.count + 8 * self.dimension**2) * largest.max())

    def frame(self, points: Floats) -> Floats:
        """The gauge frame u_i = R_i x_i; the points themselves for a bilinear kernel."""
        return turned(self.arrays.gauges, points) if isinstance(self.arrays, ZonalArrays) else points

    def velocity(self, points: Floats) -> Floats:
        """x_i' at the points, (n, d)."""
        return tangent(points, self.arrays.gradient(points) / self.masses[:, None])

    def energy(self, points: Floats) -> float:
        """E = 1/2 sum_ij rho_i rho_j h_ij."""
        return float(self.arrays.energy(points))


class Exponential(NamedTuple):
    """phi(r) = factor exp(beta r + offset)."""

    factor: float
    beta: float
    offset: float


def exponential(profile: Expression) -> Exponential | None:
    """The profile as an exponential of a linear function with rational coefficients; None where it is not by form."""
    factors = profile.factors if isinstance(profile, Product) else (profile,)
    constants = [factor for factor in factors if "r" not in scalars_in(factor)]
    match [factor for factor in factors if "r" in scalars_in(factor)]:
        case [Call("exp", (argument,))]:
            polynomial = as_polynomial(argument, "r")
            if polynomial is None or polynomial.degree() != 1:
                return None
            factor = evaluate(multiply(*constants), {}, FLOATS) if constants else 1.0
            return Exponential(float(factor), float(FLOATS.number(polynomial[1])), float(FLOATS.number(polynomial[0])))
        case _:
            return None


def field_of(
    problem: Problem, model: Model = Model.USA, normalisation: Normalisation = Normalisation.RAW
) -> ExactField | GradientField:
    """The field of a problem, h as it is written (RAW) or divided by phi'(1) (NORMALISED).

    Raises:
        InvalidInputError: d = 1; SA for a profile other than c exp(beta r), c beta > 0, or with a negative bias;
            a bilinear kernel normalised; phi'(1) <= 0 normalised; a profile with a kink.
    """
    kernel, normalised = problem.kernel, normalisation is Normalisation.NORMALISED
    if problem.dimension < 2:
        raise InvalidInputError("content.dimension=1: expected 2 or more for a flow; on S^0 nothing moves")
    if not isinstance(kernel, ZonalKernel | BilinearKernel):
        raise InvalidInputError(
            "kernel: expected k(s, t) phi(<R(x, s), R(y, t)>) or <x, M(s, t) y> for a flow, whose rounding is "
            "estimated from one slope; solve takes any kernel"
        )
    form = exponential(kernel.profile) if isinstance(kernel, ZonalKernel) else None
    if isinstance(kernel, ZonalKernel) and form is not None and form.factor:
        scale = form.factor * form.beta
        if scale < 0 and (normalised or model is Model.SA):
            raise InvalidInputError(
                f"kernel: phi'(1) = {scale} exp(..) < 0, expected a kernel that rises at r = 1 for "
                f"{'SA' if model is Model.SA else 'the normalised flow'}"
            )
        return ExactField(
            masses=np.array([FLOATS.number(mass) for mass in problem.labels.masses]),
            dimension=problem.dimension,
            beta=form.beta,
            gauges=np.stack([to_matrix(gauge) for gauge in kernel.gauges]) if kernel.gauges else None,
            bias=_bias(kernel),
            model=model,
            normalisation=normalisation,
            self_terms=problem.labels.self_terms,
            scale=1.0 if normalised else scale,
            offset=form.offset,
        )
    if model is Model.SA:
        raise InvalidInputError("flow.model=sa: expected a kernel k(s, t) * exp(beta * dot(..)); take the model usa")
    arrays = to_arrays(problem)
    return GradientField(_normalised(arrays) if normalised else arrays)


def _bias(kernel: ZonalKernel) -> Floats | None:
    """The bias in floats, None where all are 1. Large tables hold few objects, and each is looked at once."""
    distinct = {id(entry): entry for row in kernel.bias for entry in row}
    if all(entry == 1 for entry in distinct.values()):
        return None
    rounded = {key: to_float(entry) for key, entry in distinct.items()}
    return np.array([[rounded[id(entry)] for entry in row] for row in kernel.bias])


def _normalised(arrays: Arrays) -> Arrays:
    if isinstance(arrays, BilinearArrays):
        raise InvalidInputError("flow.normalisation=normalised: a bilinear kernel has no phi'(1), expected raw")
    slope = float(arrays.profile.slope(np.ones(1))[0])
    if not slope > 0 or not np.isfinite(slope):
        raise InvalidInputError(f"kernel: phi'(1) = {slope}, expected a positive number for the normalised flow")
    return ZonalArrays(arrays.masses, arrays.weighted_bias / slope, arrays.gauges, arrays.profile)


def _require_masses(masses: Floats) -> None:
    if masses.ndim != 1 or not len(masses):
        raise InvalidInputError(f"masses: shape {masses.shape}, expected (n,)")
    if not np.isfinite(masses).all() or masses.min() <= 0 or abs(masses.sum() - 1) > 1e-9:
        raise InvalidInputError(f"masses: sum {masses.sum()}, expected positive numbers with sum 1")


def _require_shape(name: str, values: Floats, shape: tuple[int, ...]) -> None:
    if values.shape != shape:
        raise InvalidInputError(f"{name}: shape {values.shape}, expected {shape}")
    if not np.isfinite(values).all():
        raise InvalidInputError(f"{name}: expected finite numbers")
