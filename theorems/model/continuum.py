r"""Labels in a continuum, exactly: uniform on the circle or on [0, 1], a bias of the difference, laws of three kinds.

The circle has labels in radians and k = sum_m a_m cos(m(s - t)); the interval k = c exp(-r |s - t|). A law is constant
on equal cells, or a closed curve of constant height, or an arc run through once. Energies are finite sums or integrals
over one variable: exact where the profile is a polynomial (cells, curves), enclosed by balls else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flint import acb, arb, ctx, fmpq

from theorems.model.arithmetic import EXACT, enclose
from theorems.model.bias import KINKED, General, Invariant, Space
from theorems.model.calculus import as_polynomial
from theorems.model.errors import InexactError, InvalidInputError
from theorems.model.evaluation import evaluate
from theorems.model.matrix import gram
from theorems.model.nodes import Call
from theorems.model.occurrence import walk
from theorems.model.problem import MAX_DIMENSION
from theorems.model.quadrature import Analytic, difference_weights, integrated, pair_weights
from theorems.model.real import Real

if TYPE_CHECKING:
    from collections.abc import Callable

    from theorems.model.law import Measure
    from theorems.model.nodes import Expression

MAX_CELLS = 512
"""Most cells of a cell law."""

MAX_ATOMS = 2048
"""Most atoms of its slices together, each pair of which is a value of the profile."""

MAX_EXACT = 64
"""Most cells of which an exact energy is summed up, for a polynomial profile."""

FEW = 16
"""The same for another profile, each of whose values is a form of its own."""

ATOMS = 4
"""Atoms a cell, on the mean, up to which either is."""


@dataclass(frozen=True, eq=False)
class Trigonometric:
    """k(s, t) = sum_m a_m cos(m(s - t)) on the circle, labels uniform.

    Attributes:
        coefficients: a_0..a_M.
    """

    coefficients: tuple[fmpq, ...]

    def __post_init__(self) -> None:
        if not self.coefficients:
            raise InvalidInputError("coefficients=(): expected a_0 at least")


@dataclass(frozen=True, eq=False)
class Exponential:
    """k(s, t) = c exp(-r |s - t|) on [0, 1], labels uniform.

    Attributes:
        scale: c.
        rate: r > 0.
    """

    scale: fmpq
    rate: fmpq

    def __post_init__(self) -> None:
        if self.rate <= 0:
            raise InvalidInputError(f"rate={self.rate}: expected a positive rate")


ContinuumBias = Trigonometric | Exponential | Invariant | General


@dataclass(frozen=True, eq=False)
class ContinuumProblem:
    """Maximise E[mu] = 1/2 iint k(s,t) iint phi(<x,y>) mu_s(dx) mu_t(dy) ds dt over families of probabilities."""

    dimension: int
    bias: ContinuumBias
    profile: Expression

    @property
    def space(self) -> Space:
        """Where the labels live."""
        if isinstance(self.bias, Invariant | General):
            return self.bias.space
        return Space.CIRCLE if isinstance(self.bias, Trigonometric) else Space.INTERVAL

    def __post_init__(self) -> None:
        if not 1 <= self.dimension <= MAX_DIMENSION:
            raise InvalidInputError(f"dimension={self.dimension}: expected 1 to {MAX_DIMENSION}")


@dataclass(frozen=True, eq=False)
class CellLaw:
    """mu_s = slices[j] for s in the j-th of n equal cells of the circle or interval."""

    slices: tuple[Measure, ...]

    def __post_init__(self) -> None:
        if not 1 <= len(self.slices) <= MAX_CELLS:
            raise InvalidInputError(f"cells={len(self.slices)}: expected 1 to {MAX_CELLS}")
        if (atoms := sum(len(piece.atoms) for piece in self.slices)) > MAX_ATOMS:
            raise InvalidInputError(f"atoms={atoms}: expected at most {MAX_ATOMS}")
        if len({piece.dimension for piece in self.slices}) > 1:
            raise InvalidInputError("slices: expected points of one dimension")


@dataclass(frozen=True, eq=False)
class CurveLaw:
    """x(s) = (sqrt(1 - q) cos ms, sqrt(1 - q) sin ms, sqrt(q), 0..) on the circle: a latitude run through m times.

    Attributes:
        winding: m >= 0; 0 is one point.
        square_height: q in [0, 1), and 0 for d = 2.
    """

    winding: int
    square_height: fmpq

    def __post_init__(self) -> None:
        if not 0 <= self.winding <= 1000 or not 0 <= self.square_height < 1:
            raise InvalidInputError(f"curve=({self.winding}, {self.square_height}): expected m in 0..1000, q in [0, 1)")


@dataclass(frozen=True, eq=False)
class ArcLaw:
    """x(s) = (cos as, sin as, 0..), s in (-pi, pi): an arc, or a circle run through unevenly, with a jump.

    Attributes:
        rate: a.
    """

    rate: fmpq

    def __post_init__(self) -> None:
        if abs(self.rate) > 1000:
            raise InvalidInputError(f"rate={self.rate}: expected |a| <= 1000")


ContinuumLaw = CellLaw | CurveLaw | ArcLaw


def is_graph_law(law: ContinuumLaw) -> bool:
    """Whether almost every mu_s is a Dirac mass."""
    return not isinstance(law, CellLaw) or all(piece.is_dirac for piece in law.slices)


def require_law(problem: ContinuumProblem, law: ContinuumLaw) -> None:
    """Refuses a law that does not live in the problem's space."""
    if isinstance(law, CellLaw):
        if law.slices[0].dimension != problem.dimension:
            raise InvalidInputError(f"law: dimension {law.slices[0].dimension}, expected {problem.dimension}")
        return
    if not is_turning(problem.bias):
        raise InvalidInputError("law: expected cells, the labels being an interval or the bias no function of s - t")
    least = 3 if isinstance(law, CurveLaw) and law.square_height != 0 else 2
    if problem.dimension < least:
        raise InvalidInputError(f"dimension={problem.dimension}: expected at least {least} for that curve")


def is_turning(bias: ContinuumBias) -> bool:
    """Whether the labels are a circle whose turns leave the bias as it is."""
    return isinstance(bias, Trigonometric) or (isinstance(bias, Invariant) and bias.space is Space.CIRCLE)


def cell_weight(bias: Trigonometric | Exponential, n: int, step: int) -> Real:
    """The mean of k over cell i x cell j, |i - j| = step, times 1/n^2: iint k ds dt under the uniform label law."""
    if isinstance(bias, Trigonometric):
        # the mean over an arc of exp(ims) has the modulus sin(pi m/n)/(pi m/n)
        total = Real(bias.coefficients[0] / n**2)
        for m, a in enumerate(bias.coefficients[1:], start=1):
            square = (1 - Real.cosine(fmpq(m, n))) / (2 * m**2) / Real.pi() ** 2
            total += square * Real.cosine(fmpq(m * step, n)) * a
        return total
    r, c = bias.rate, bias.scale
    if step == 0:
        return (Real(r / n - 1) + Real.exp(-r / n)) * (2 * c / r**2)
    return (Real.exp(r / n) + Real.exp(-r / n) - 2) * Real.exp(-r * step / n) * (c / r**2)


def continuum_energy(problem: ContinuumProblem, law: ContinuumLaw) -> Real:
    """E[law], exact.

    Raises:
        InexactError: it is an integral without exact form here; see `continuum_ball`.
    """
    require_law(problem, law)
    if isinstance(law, CellLaw):
        return _cell_energy(problem, law)
    polynomial = as_polynomial(problem.profile, "r")
    if isinstance(law, ArcLaw) or polynomial is None or not isinstance(problem.bias, Trigonometric):
        raise InexactError("an arc, or a profile that is no polynomial, along a curve")
    # phi(q + (1 - q) cos v) as a cosine polynomial in v = m(s - t)
    q = law.square_height
    wave = [fmpq(0)]
    for k in range(polynomial.degree(), -1, -1):  # Horner in the ring of cosine polynomials
        wave = _added(_times_wave(wave, q, 1 - q), polynomial[k])
    total = fmpq(0)
    for j, amplitude in enumerate(wave):
        total += amplitude * _mean_product(problem.bias.coefficients, j * law.winding)
    return Real(total / 2)


def _times_wave(wave: list[fmpq], constant: fmpq, amplitude: fmpq) -> list[fmpq]:
    """The product of sum_j wave_j cos(jv) with constant + amplitude cos(v)."""
    made = [fmpq(0)] * (len(wave) + 1)
    for j, c in enumerate(wave):
        made[j] += constant * c
        made[j + 1] += amplitude * c / (1 if j == 0 else 2)
        if j > 0:
            made[j - 1] += amplitude * c / 2
    return made


def _added(wave: list[fmpq], constant: fmpq) -> list[fmpq]:
    return [wave[0] + constant, *wave[1:]]


def _mean_product(coefficients: tuple[fmpq, ...], frequency: int) -> fmpq:
    """The mean over the circle of k(u) cos(frequency u)."""
    if frequency >= len(coefficients):
        return fmpq(0)
    return coefficients[frequency] / (1 if frequency == 0 else 2)


def _cell_energy(problem: ContinuumProblem, law: CellLaw) -> Real:
    if isinstance(problem.bias, Invariant | General):
        raise InexactError("a bias without exact means over cells")
    n = len(law.slices)
    sites = [(j, atom.weight, atom.point) for j, piece in enumerate(law.slices) for atom in piece.atoms]
    most = MAX_EXACT if as_polynomial(problem.profile, "r") is not None else FEW
    if n > most or len(sites) > ATOMS * most:
        raise InexactError(f"{n} cells with {len(sites)} atoms, whose exact sum is too long")
    inner = gram([point for _, _, point in sites])
    weights = [cell_weight(problem.bias, n, step) for step in range(n)]
    return (
        Real.sum(
            weights[abs(i - j)] * (w * v) * evaluate(problem.profile, {"r": inner[a][b]}, EXACT)
            for a, (i, w, _) in enumerate(sites)
            for b, (j, v, _) in enumerate(sites)
        )
        / 2
    )


def continuum_ball(problem: ContinuumProblem, law: ContinuumLaw, precision: int) -> arb:
    """A ball around E[law]: by the exact value where there is one, else by rigorous quadrature (Petras, in Arb)."""
    require_law(problem, law)
    try:
        return continuum_energy(problem, law).ball(precision)
    except InexactError:
        pass
    if isinstance(law, CellLaw):
        return _cell_ball(problem, law, precision)
    with ctx.workprec(precision):
        return _quadrature(problem, law)


def cell_weights(bias: ContinuumBias, n: int, precision: int) -> Callable[[int, int], arb]:
    """Balls around iint k ds dt over cell i x cell j of n, the symmetric part of k, as a function of i and j."""
    if isinstance(bias, General):
        rows = pair_weights(bias, n, precision)
        return lambda i, j: rows[min(i, j)][abs(i - j)]
    if isinstance(bias, Invariant):
        steps = difference_weights(bias, n, precision)
    else:
        steps = [cell_weight(bias, n, step).ball(precision) for step in range(n)]
    return lambda i, j: steps[abs(i - j)]


def _cell_ball(problem: ContinuumProblem, law: CellLaw, precision: int) -> arb:
    """The same sum as `_cell_energy` with balls for the values of the profile."""
    n = len(law.slices)
    sites = [(j, atom.weight, atom.point) for j, piece in enumerate(law.slices) for atom in piece.atoms]
    inner = gram([point for _, _, point in sites])
    with ctx.workprec(precision):
        weights = cell_weights(problem.bias, n, precision)
        total = arb(0)
        for a, (i, w, _) in enumerate(sites):
            for b, (j, v, _) in enumerate(sites):
                value = enclose(problem.profile, {"r": inner[a][b].ball(precision)}, precision)
                total += weights(i, j) * arb(w * v) * value
        return total / 2


def _require_analytic(profile: Expression) -> None:
    """Refuses what has no analytic continuation, before Arb calls back: it makes a crash of an exception there."""
    for part in walk(profile):
        if isinstance(part, Call) and part.function in KINKED:
            raise InexactError(f"profile: {part.function} has no analytic continuation; expected none of {KINKED}")


def _quadrature(problem: ContinuumProblem, law: CurveLaw | ArcLaw) -> arb:
    """The integral over the difference u of the labels; even in u, so over half of its range.

    On the circle u is uniform on (0, pi). For an arc it has the density (2 pi - u)/(2 pi^2) on (0, 2 pi), both signs
    together, s and t being independent and uniform on (-pi, pi).
    """
    _require_analytic(problem.profile)
    precision = ctx.prec
    bias = _difference_bias(problem.bias, precision)

    def along(u: acb) -> acb:
        if isinstance(law, ArcLaw):
            return (u * acb(arb(law.rate))).cos()
        q = acb(arb(law.square_height))
        return q + (1 - q) * (u * law.winding).cos()

    def integrand(u: acb, _: bool) -> acb:
        value = bias(u) * evaluate(problem.profile, {"r": along(u)}, Analytic(precision))
        return value * (2 * acb(arb.pi()) - u) if isinstance(law, ArcLaw) else value

    pi = acb(arb.pi())
    if isinstance(law, ArcLaw):
        return integrated(acb.integral(integrand, acb(0), 2 * pi) / (2 * pi * pi)) / 2
    return integrated(acb.integral(integrand, acb(0), pi) / pi) / 2


def _difference_bias(bias: ContinuumBias, precision: int) -> Callable[[acb], acb]:
    """The symmetric part of the bias as an analytic function of the difference of two labels."""
    if isinstance(bias, Invariant):
        f = bias.function

        def symmetric(u: acb) -> acb:
            arithmetic = Analytic(precision)
            return (evaluate(f, {"u": u}, arithmetic) + evaluate(f, {"u": -u}, arithmetic)) / 2

        return symmetric
    coefficients = bias.coefficients if isinstance(bias, Trigonometric) else ()
    return lambda u: sum((acb(arb(a)) * (u * m).cos() for m, a in enumerate(coefficients)), start=acb(0))
