"""What a certificate may offer as a proof: data alone. Its meaning is the rule in `verify.checker` of the same name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flint import fmpq

    from theorems.model.continuum import ContinuumLaw
    from theorems.model.law import Law, Measure
    from theorems.model.matrix import Matrix, Vector
    from theorems.model.real import Real


@dataclass(frozen=True, eq=False)
class Pointwise:
    """An upper bound: lowest <= phi <= highest at every attainable inner product, the gauges orthogonal."""

    lowest: Real
    highest: Real


@dataclass(frozen=True, eq=False)
class Linear:
    """An upper bound for a linear profile or a bilinear kernel: multipliers that dominate those of F F^T.

    Attributes:
        denominator: q >= 1; F is `factor` divided by q.
        factor: whole numbers, one row a label (one row a label and coordinate if bilinear), any number of columns.
        multipliers: l_1..l_n, one a label: the price of the mass of each slice.
    """

    denominator: int
    factor: tuple[tuple[int, ...], ...]
    multipliers: tuple[fmpq, ...]


@dataclass(frozen=True, eq=False)
class Semidefinite:
    """An upper bound for a small rational C: Diag(l) - C is PSD, which the checker finds by exact elimination.

    Attributes:
        multipliers: l_1..l_n, one a label.
    """

    multipliers: tuple[fmpq, ...]


@dataclass(frozen=True, eq=False)
class Circulant:
    """An upper bound for a circulant C, by its eigenvalues; also the lemma that a simple greatest one collapses."""


@dataclass(frozen=True)
class Relaxation:
    """Which blocks of `theorems.model.moments` a moment certificate uses.

    Attributes:
        hausdorff: the even degree of the moments of each inner product; 0 leaves these blocks out.
        zonal: the greatest degree of the zonal blocks; 0 leaves them out.
        level: 2 for the blocks of the second level, 3 for those of the third too; 0 leaves both out.
        vertices: the degree of the Bachoc-Vallentin blocks at each label; 0 leaves them out.
        free_diagonal: whether <X, X'> of two draws from a slice is free; else every slice is a Dirac mass.
        torus: the radius of the trigonometric blocks of dimension 2, which take the place of levels and vertices; 0 for
            blocks in inner products.
    """

    hausdorff: int
    zonal: int
    level: int
    vertices: int
    free_diagonal: bool
    torus: int


@dataclass(frozen=True, eq=False)
class Moment:
    """An upper bound by a moment relaxation: dual matrices F F^T, one a block.

    Attributes:
        relaxation: the blocks.
        polynomials: one for each profile of the kernel, in order of occurrence: coefficients, lowest first.
        bits: k; each F is its `factors` divided by 2^k.
        factors: for each block as many rows of whole numbers as the block has, of any one length.
    """

    relaxation: Relaxation
    polynomials: tuple[tuple[fmpq, ...], ...]
    bits: int
    factors: tuple[tuple[tuple[int, ...], ...], ...]


@dataclass(frozen=True, eq=False)
class Ceilings:
    """An upper bound for profiles of pairs: psi_ij <= values[i][j] at every attainable inner product.

    Attributes:
        values: row i holds the entries j = 0..i.
    """

    values: tuple[tuple[Real, ...], ...]


@dataclass(frozen=True, eq=False)
class Grid:
    """An upper bound for any kernel on S^0, S^1 or S^2: a square and prices that lower the kernel pair by pair.

    With phi(x) the monomials of `theorems.model.features`, g_ij(x, y) = h_ij(x, y) + <F_i^T phi(x), F_j^T phi(y)> +
    p_ij(x) + p_ji(y) stays below ceiling ij; p_ij is the combination of monomials of column j, less its mean over j.

    Attributes:
        degree: of the monomials.
        denominator: q >= 1; F and the prices are `factor` and `prices` divided by q.
        factor: whole numbers, one row a label and monomial, any number of columns.
        prices: whole numbers, one row a label and monomial, one column a label.
        ceilings: row i holds the entries j = 0..i.
    """

    degree: int
    denominator: int
    factor: tuple[tuple[int, ...], ...]
    prices: tuple[tuple[int, ...], ...]
    ceilings: tuple[tuple[fmpq, ...], ...]


UpperBound = Pointwise | Ceilings | Linear | Semidefinite | Circulant | Moment | Grid


@dataclass(frozen=True, eq=False)
class Attained:
    """A law of the domain that has the energy asked for."""

    law: Law


@dataclass(frozen=True, eq=False)
class EnergyValue:
    """The exact energy of the law that the assertion names."""

    energy: Real


@dataclass(frozen=True, eq=False)
class OutputLaw:
    """The content marginal of the law that the assertion names."""

    marginal: Measure


@dataclass(frozen=True, eq=False)
class Compared:
    """left - right, entry by entry."""

    difference: Vector


@dataclass(frozen=True, eq=False)
class Rigid:
    """The lemma: non-negative connected bias, phi strictly below phi(1): maximisers are Dirac in the gauge frame."""


@dataclass(frozen=True, eq=False)
class Maximiser:
    """A law whose energy is no less than the upper bound for all laws."""

    law: Law
    upper: UpperBound


@dataclass(frozen=True, eq=False)
class CollapsedBelow:
    """A law of more energy than any with a Dirac content marginal; the gauges are equal."""

    law: Law


@dataclass(frozen=True, eq=False)
class TwoMaximisers:
    """Two laws whose energies are no less than the upper bound for all laws, and that differ in an invariant."""

    first: Law
    second: Law
    upper: UpperBound


@dataclass(frozen=True, eq=False)
class Segment:
    """Two laws that are maximisers with their midpoint, so that all mixtures are; an invariant differs along them."""

    first: Law
    second: Law
    upper: UpperBound


@dataclass(frozen=True, eq=False)
class GramSegment:
    """Two maximisers of a linear profile between whose Gram matrices there are others, realised in dimension d."""

    first: Law
    second: Law
    upper: UpperBound


@dataclass(frozen=True, eq=False)
class GramDirection:
    """A maximiser of a linear profile, and a direction in which its Gram matrix can move both ways.

    Attributes:
        law: the maximiser.
        direction: a symmetric d x d matrix H with <m_i, H m_i> = 0 for all means m_i in the gauge frame.
        upper: its bound.
    """

    law: Law
    direction: Matrix
    upper: UpperBound


@dataclass(frozen=True, eq=False)
class Blocks:
    """A maximiser, and labels without any bias to the others: they may be turned alone.

    Attributes:
        group: the labels, from 0.
        law: the maximiser.
        upper: its bound.
    """

    group: tuple[int, ...]
    law: Law
    upper: UpperBound


@dataclass(frozen=True, eq=False)
class UniqueGram:
    """A maximiser whose Gram matrix is the only one that an exact dual with positive multipliers allows."""

    law: Law
    upper: UpperBound


@dataclass(frozen=True, eq=False)
class StrictSigns:
    """The lemma: d = 1 and every self term strictly convex: maximisers are among the 2^n tuples of signs."""


@dataclass(frozen=True, eq=False)
class SplitCells:
    """The lemma: in `cells` every law has a graph law of the same energy."""


@dataclass(frozen=True, eq=False)
class JensenSelfTerms:
    """The lemma: where every self term is absent or Jensen, each law has a tuple of Diracs of at least its energy."""


@dataclass(frozen=True, eq=False)
class AboveGraphs:
    """A law of more energy than an upper bound for all tuples of Dirac masses."""

    law: Law
    upper: UpperBound


@dataclass(frozen=True, eq=False)
class CircleEnergy:
    """The winding m >= 1 of a circle whose energy is no less than the upper bound for all laws."""

    winding: int
    upper: UpperBound


@dataclass(frozen=True, eq=False)
class Realisation:
    """A maximiser whose content marginal is the target, under the given masses (0 allowed: the label is left out)."""

    masses: tuple[fmpq, ...]
    law: Law
    upper: UpperBound


@dataclass(frozen=True, eq=False)
class OrbitPoint:
    """The u whose orbit holds every point."""

    point: Vector


@dataclass(frozen=True, eq=False)
class OffOrbit:
    """No u: each of the finitely many candidates leaves out a point, which the checker finds again."""


@dataclass(frozen=True, eq=False)
class FlatSelfTerm:
    """The self term of the label is absent, or h_ii(x, y) = (h_ii(x, x) + h_ii(y, y))/2 for all x, y."""


@dataclass(frozen=True, eq=False)
class CurvedSelfTerm:
    """A law and another slice of the label such that E at their midpoint is not the mean of E at the ends."""

    law: Law
    other: Measure


@dataclass(frozen=True, eq=False)
class PositiveCoefficients:
    """k is PSD and the profile a power series with coefficients >= 0 beyond the constant: E is convex."""


@dataclass(frozen=True, eq=False)
class NotConvex:
    """Two laws such that E at their midpoint is more than the mean of E at the ends."""

    first: Law
    second: Law


@dataclass(frozen=True, eq=False)
class Fourier:
    """A linear profile and a trigonometric bias: E <= max(0, l_0, l_1, ..)/2 by Parseval's identity."""


@dataclass(frozen=True, eq=False)
class PositiveTransform:
    """A linear profile and the bias -c exp(-r |s - t|): E <= 0, and E = 0 only where almost all means vanish."""


@dataclass(frozen=True, eq=False)
class Triangle:
    """An inequality for angles of labels that are j, k and j + k steps of 2 pi/n apart, times a weight >= 0.

    Attributes:
        first: j.
        second: k.
        weight: the weight.
        perimeter: whether it says that the three angles sum to 2 pi at most, not that the third is at most the sum.
    """

    first: int
    second: int
    weight: fmpq
    perimeter: bool


@dataclass(frozen=True, eq=False)
class ToeplitzZonal:
    """An upper bound for a bias of s - t on the circle: zonal kernels of the contents, angles, and maxima on a grid.

    Attributes:
        cells: N, the cells of [0, pi] between the nodes at which maxima are taken.
        multipliers: lambda_l >= 0, l = 1..L.
        waves: c_lm, m = 0..M, one row for each l; lambda_l + c_l0 >= 0 and lambda_l + c_lm/2 >= 0.
        steps: n, even, or 0 where there are no triangles.
        triangles: inequalities for the angles.
    """

    cells: int
    multipliers: tuple[fmpq, ...]
    waves: tuple[tuple[fmpq, ...], ...]
    steps: int
    triangles: tuple[Triangle, ...]


@dataclass(frozen=True, eq=False)
class StepBound:
    """An upper bound by a bias that is constant on n x n cells, and what it is off by.

    Attributes:
        cells: n.
        greatest: a bound for |phi| at the attainable inner products.
        upper: an upper bound of the finite problem.
    """

    cells: int
    greatest: Real
    upper: UpperBound


@dataclass(frozen=True, eq=False)
class ContinuumMaximiser:
    """A law whose energy is no less than the upper bound for all laws."""

    law: ContinuumLaw
    upper: ContinuumUpper


@dataclass(frozen=True, eq=False)
class TwoContinuumMaximisers:
    """Two laws whose energies are no less than the upper bound for all laws, and that differ in an invariant."""

    first: ContinuumLaw
    second: ContinuumLaw
    upper: ContinuumUpper


@dataclass(frozen=True, eq=False)
class BetterThanCircles:
    """A law of more energy than every circle (cos ms, sin ms, 0..), m >= 1."""

    law: ContinuumLaw


ContinuumUpper = Fourier | PositiveTransform | Pointwise | ToeplitzZonal | StepBound


@dataclass(frozen=True, eq=False)
class ContinuumAttained:
    """A law of the family that has the energy asked for."""

    law: ContinuumLaw


@dataclass(frozen=True, eq=False)
class Enclosed:
    """Both energies, exactly or by balls, which the checker computes again."""


@dataclass(frozen=True, eq=False)
class BetterThanCollapsed:
    """A law of more energy than phi(1)/2 times the mean of the bias, which every collapsed law has."""

    law: ContinuumLaw


@dataclass(frozen=True, eq=False)
class WholeTurns:
    """rate * length is a whole number other than 0, or is not."""


@dataclass(frozen=True, eq=False)
class CountableFibres:
    """The rate is not 0, so that countably many s go to one point, or it is 0 and all do."""


@dataclass(frozen=True, eq=False)
class NonNegativeBias:
    """a_0 >= sum |a_m|, so that k >= 0, and phi <= phi(1): a collapsed law is a maximiser."""


@dataclass(frozen=True, eq=False)
class Sharing:
    """For each prompt the target that gets its mass."""

    targets: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class NoSharing:
    """Every way to share out the prompts, of which there are few, leaves a target with another mass."""


@dataclass(frozen=True, eq=False)
class Signs:
    """The sign of each number, which the checker finds again."""


@dataclass(frozen=True, eq=False)
class TimeIntegral:
    """The time as an integral over the state, which the checker encloses."""


@dataclass(frozen=True, eq=False)
class LinearisedField:
    """The rate as a mean over the sphere, exact for a polynomial profile, enclosed for c exp(polynomial)."""


@dataclass(frozen=True, eq=False)
class TwistHessian:
    """The second variation at a twisted state of a circulant bias, diagonal in Fourier modes."""


@dataclass(frozen=True, eq=False)
class TwistMoves:
    """A token that the field moves at the twisted state.

    Attributes:
        label: its index, from 0.
    """

    label: int


Proof = (
    Pointwise
    | Ceilings
    | Linear
    | Semidefinite
    | Circulant
    | Moment
    | Grid
    | Attained
    | EnergyValue
    | OutputLaw
    | Compared
    | Rigid
    | Maximiser
    | CollapsedBelow
    | TwoMaximisers
    | Segment
    | GramSegment
    | GramDirection
    | Blocks
    | UniqueGram
    | StrictSigns
    | SplitCells
    | JensenSelfTerms
    | AboveGraphs
    | CircleEnergy
    | Realisation
    | OrbitPoint
    | OffOrbit
    | FlatSelfTerm
    | CurvedSelfTerm
    | PositiveCoefficients
    | NotConvex
    | Fourier
    | PositiveTransform
    | ToeplitzZonal
    | StepBound
    | ContinuumMaximiser
    | TwoContinuumMaximisers
    | BetterThanCircles
    | ContinuumAttained
    | Enclosed
    | BetterThanCollapsed
    | WholeTurns
    | CountableFibres
    | NonNegativeBias
    | Sharing
    | NoSharing
    | Signs
    | TimeIntegral
    | LinearisedField
    | TwistHessian
    | TwistMoves
)
