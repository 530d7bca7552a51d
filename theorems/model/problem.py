"""A finite problem: which laws compete, and for which energy."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from theorems.model.errors import InvalidInputError
from theorems.model.kernel import BilinearKernel, FramedKernel, Kernel, PairKernel, ZonalKernel, frame_gauges
from theorems.model.matrix import Matrix, all_rational, identity, shape_is
from theorems.model.quadratic import WholeForm, whole_form
from theorems.model.real import Real

if TYPE_CHECKING:
    from theorems.model.labels import Labels
    from theorems.model.nodes import Expression

MAX_DIMENSION = 1000
"""Greatest dimension: theorem files write out coordinate vectors, and the number is all that a file says of it."""


@dataclass(frozen=True, eq=False)
class Problem:
    """Maximise E[mu] = 1/2 sum_ij rho_i rho_j iint h_ij dmu_i dmu_j over tuples of probabilities on S^{d-1}.

    The i = j terms count unless the reading is `tokens`.

    Raises:
        InvalidInputError: d < 1 or d > `MAX_DIMENSION`, or a kernel whose shape is not that of n labels in dimension d.
    """

    dimension: int
    labels: Labels
    kernel: Kernel

    def __post_init__(self) -> None:
        if not 1 <= self.dimension <= MAX_DIMENSION:
            raise InvalidInputError(
                f"dimension={str(self.dimension)[:20]}: expected 1, the sphere S^0 = {{-1, 1}}, to {MAX_DIMENSION}"
            )
        n, d = len(self.labels), self.dimension
        if isinstance(self.kernel, ZonalKernel):
            if len(self.kernel.bias) != n:
                raise InvalidInputError(f"bias: {len(self.kernel.bias)} rows for {n} labels")
            blocks = self.kernel.gauges
        elif isinstance(self.kernel, BilinearKernel):
            if len(self.kernel.blocks) != n:
                raise InvalidInputError(f"blocks: {len(self.kernel.blocks)} rows for {n} labels")
            blocks = tuple(block for row in self.kernel.blocks for block in row)
        else:
            table = self.kernel.table
            if len(table.values) != n or table.dimension != d:
                raise InvalidInputError(
                    f"kernel: {len(table.values)} labels in dimension {table.dimension}, expected {n} in dimension {d}"
                )
            blocks = frame_gauges(self.kernel)
        for block in blocks:
            if not shape_is(block, d, d):
                raise InvalidInputError(f"a matrix of the kernel has not the shape {d} x {d} of dimension={d}")

    def __len__(self) -> int:
        return len(self.labels)

    def pair_weight(self, i: int, j: int) -> Real:
        """rho_i rho_j, or 0 for i = j in `tokens`."""
        if i == j and not self.labels.self_terms:
            return Real(0)
        return Real(self.labels.masses[i] * self.labels.masses[j])

    def weighted_bias(self) -> Matrix:
        """C_ij = rho_i rho_j k_ij of a zonal kernel, with zero diagonal in `tokens`; made once."""
        return self._weighted

    @cached_property
    def _weighted(self) -> Matrix:
        bias, masses = zonal(self).bias, self.labels.masses
        n = len(self)
        if any(mass != masses[0] for mass in masses):
            lower = [[self.pair_weight(i, j) * bias[i][j] for j in range(i + 1)] for i in range(n)]
        else:  # large tables of equal masses repeat few objects
            known = {id(entry): entry for row in bias for entry in row}
            square = Real(masses[0] ** 2)
            weighted = {key: square * entry for key, entry in known.items()}
            lower = [[weighted[id(entry)] for entry in row[: i + 1]] for i, row in enumerate(bias)]
            if not self.labels.self_terms:
                for i in range(n):
                    lower[i][i] = Real(0)
        return tuple(tuple(lower[max(i, j)][min(i, j)] for j in range(n)) for i in range(n))

    def pair_term(self, i: int, j: int) -> tuple[Real, Expression]:
        """(w, psi), psi in r: the pair's term of 2E is w psi(<u_i, u_j>), u = R x the points in the gauge frame.

        Raises:
            InvalidInputError: the kernel has no gauge frame.
        """
        if isinstance(self.kernel, ZonalKernel):
            return self.pair_weight(i, j) * self.kernel.bias[i][j], self.kernel.profile
        if isinstance(self.kernel, PairKernel):
            return self.pair_weight(i, j), self.kernel.profiles[i][j]
        raise InvalidInputError("kernel: expected one whose contents meet in <R_i x, R_j y> alone")

    @cached_property
    def whole_form(self) -> WholeForm:
        """C in whole numbers, for linear profiles or a bilinear kernel; made once, for it costs n^2 operations.

        Raises:
            InvalidInputError: a profile is not of degree 1 or less, or the kernel has no such form.
        """
        return whole_form(self)

    def gauge(self, i: int) -> Matrix:
        """R_i of a kernel with a gauge frame; the identity for another, which holds all there is."""
        gauges = frame_gauges(self.kernel)
        return gauges[i] if gauges else identity(self.dimension)

    @property
    def is_rational(self) -> bool:
        """Whether bias, gauges and blocks are rational by form; profiles are not looked at."""
        if isinstance(self.kernel, BilinearKernel):
            return all(all_rational(block) for row in self.kernel.blocks for block in row)
        bias = self.kernel.bias if isinstance(self.kernel, ZonalKernel) else ()
        framed = isinstance(self.kernel, FramedKernel)
        return framed and all_rational(bias) and all(all_rational(gauge) for gauge in frame_gauges(self.kernel))

    def with_labels(self, labels: Labels) -> Problem:
        """The same kernel under another label law on the same labels."""
        return replace(self, labels=labels)


def zonal(problem: Problem) -> ZonalKernel:
    """The kernel, if it is zonal.

    Raises:
        InvalidInputError: it is not.
    """
    if isinstance(problem.kernel, ZonalKernel):
        return problem.kernel
    kinds: dict[type, str] = {BilinearKernel: "bilinear", PairKernel: "pairwise"}
    kind = kinds.get(type(problem.kernel), "general")
    raise InvalidInputError(f"kernel={kind}: expected the form k(s,t) phi(<R_s x, R_t y>)")
