"""Labels in a continuum, for the oracle: problems and laws read from JSON, energies by sums and quadrature of its own.

Cells by the means of the bias over pairs of cells; curves by the trapezoidal rule, which converges geometrically on a
period of an entire function and is exact for polynomials; arcs by `mpmath.quad` at 50 digits.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache

from benchmarks.oracle.formulas import UndefinedError
from benchmarks.oracle.numbers import MP, Json, Number, compare, inner, real
from benchmarks.oracle.problems import Measure, measure_of
from benchmarks.oracle.profiles import Profile, profile_of, top

HALF = Fraction(1, 2)

ROUGH = MP.mpf(10) ** -30
"""What the energy of an arc may be off by."""

SETTLED = MP.mpf(10) ** -95
"""Relative difference of two trapezoidal sums that counts as convergence."""


@dataclass(frozen=True, eq=False)
class Continuum:
    """Labels uniform on the circle, k = sum_m a_m cos(m(s - t)), or on [0, 1], k = c exp(-r |s - t|).

    Attributes:
        d: the dimension.
        modes: a_0..a_M, or None on the interval.
        scale: c.
        rate: r > 0.
        phi: the profile.
        text: the profile's text.
    """

    d: int
    modes: tuple[Fraction, ...] | None
    scale: Fraction
    rate: Fraction
    phi: Profile
    text: str

    @cached_property
    def mean(self) -> Number:
        """The mean of k."""
        if self.modes is not None:
            return self.modes[0]
        return self.scale * 2 * (self.rate - 1 + MP.exp(-real(self.rate))) / self.rate**2

    @cached_property
    def affine(self) -> tuple[Number, Number] | None:
        """(a, b) of a profile a r + b."""
        b = self.phi.at(Fraction(0))
        a = self.phi.at(Fraction(1)) - b
        probes = [Fraction(k, 7) for k in (-7, -5, -3, -1, 2, 4, 6)]
        return (a, b) if all(compare(self.phi.at(r), a * r + b) == 0 for r in probes) else None

    @property
    def collapsed(self) -> Number:
        """The energy of a law with a Dirac content marginal."""
        return top(self.phi) * self.mean * HALF

    @property
    def greatest_bias(self) -> Number:
        """A bound for |k|."""
        return abs(self.scale) if self.modes is None else sum(map(abs, self.modes), start=Fraction(0))

    @property
    def non_negative(self) -> bool:
        """Whether k is seen to be >= 0."""
        return self.scale >= 0 if self.modes is None else self.modes[0] >= sum(map(abs, self.modes[1:]), Fraction(0))


@dataclass(frozen=True, eq=False)
class Cells:
    """mu_s = slices[j] on the j-th of n equal cells."""

    slices: tuple[Measure, ...]


@dataclass(frozen=True)
class Curve:
    """The latitude of the squared height q, run through m times."""

    winding: int
    square: Fraction


@dataclass(frozen=True)
class Arc:
    """(cos as, sin as, 0..) for s in (-pi, pi)."""

    rate: Fraction


ContinuumLaw = Cells | Curve | Arc


def continuum_of(data: Json) -> Continuum:
    """A continuum problem of a certificate."""
    d, bias, text = data["dimension"], data["bias"], data["profile"]
    if not 1 <= d <= 1000:
        raise ValueError("dimension")
    zero = Fraction(0)
    if bias["type"] == "Trigonometric":
        modes = tuple(Fraction(a) for a in bias["coefficients"])
        if not modes:
            raise ValueError("no coefficient")
        return Continuum(d, modes, zero, zero, profile_of(text), text)
    scale, rate = Fraction(bias["scale"]), Fraction(bias["rate"])
    if bias["type"] != "Exponential" or rate <= 0:
        raise ValueError("bias")
    return Continuum(d, None, scale, rate, profile_of(text), text)


def circle_of(d: int, modes: tuple[Fraction, ...], text: str) -> Continuum:
    """A problem on the circle."""
    return Continuum(d, modes, Fraction(0), Fraction(0), profile_of(text), text)


def continuum_law_of(data: Json) -> ContinuumLaw:
    """A law of a certificate."""
    if data["type"] == "CellLaw":
        return Cells(tuple(measure_of(piece) for piece in data["slices"]))
    if data["type"] == "CurveLaw":
        return Curve(data["winding"], Fraction(data["square_height"]))
    if data["type"] == "ArcLaw":
        return Arc(Fraction(data["rate"]))
    raise ValueError("law")


def lives_in(problem: Continuum, law: ContinuumLaw) -> bool:
    """Whether the law is one of the problem's."""
    if isinstance(law, Cells):
        return len({len(x) for piece in law.slices for _, x in piece} | {problem.d}) == 1
    if problem.modes is None or problem.d < 2:
        return False
    return isinstance(law, Arc) or (law.winding >= 0 and 0 <= law.square < 1 and (law.square == 0 or problem.d > 2))


def is_graph(law: ContinuumLaw) -> bool:
    """Whether every slice is a Dirac mass."""
    if not isinstance(law, Cells):
        return True
    return all(compare(inner(x, piece[0][1]), Fraction(1)) == 0 for piece in law.slices for _, x in piece)


@lru_cache(1024)
def continuum_energy(problem: Continuum, law: ContinuumLaw) -> tuple[Number, Number]:
    """E and what it may be off by: 0 but for an arc."""
    if not lives_in(problem, law):
        raise ValueError("the law does not fit the problem")
    if isinstance(law, Cells):
        return _of_cells(problem, law), Fraction(0)
    if isinstance(law, Curve):
        return _of_curve(problem, law), Fraction(0)
    return _of_arc(problem, law), ROUGH


def ordered(first: tuple[Number, Number], second: tuple[Number, Number]) -> int:
    """-1, 0 or 1 for two energies; undefined where the quadrature does not tell."""
    gap, slack = first[0] - second[0], first[1] + second[1]
    if slack and abs(real(gap)) <= slack * (1 + abs(real(first[0])) + abs(real(second[0]))):
        raise UndefinedError("two energies that quadrature does not tell apart")
    return compare(first[0], second[0])


def _mean_over_cells(problem: Continuum, n: int, step: int) -> Number:
    """iint k ds dt over two cells, the labels' density being 1."""
    if problem.modes is None:
        w, r = Fraction(1, n), problem.rate
        if step == 0:
            return problem.scale * 2 * (r * w - 1 + MP.exp(-real(r * w))) / r**2
        once = 1 - MP.exp(-real(r * w))  # int over one cell of exp(-r distance to its edge), times r
        return problem.scale * once * once * MP.exp(-real(r * w * (step - 1))) / r**2
    total: Number = problem.modes[0]
    for m, a in enumerate(problem.modes[1:], start=1):
        if a:
            arc = MP.sinpi(real(Fraction(m, n))) / (MP.pi * real(Fraction(m, n)))
            total += a * arc * arc * MP.cospi(real(Fraction(2 * m * step, n)))
    return total / n**2


def _of_cells(problem: Continuum, law: Cells) -> Number:
    n = len(law.slices)
    means = [_mean_over_cells(problem, n, step) for step in range(n)]
    values: dict[Number, Number] = {}
    total: Number = Fraction(0)
    for i, piece in enumerate(law.slices):
        for j, other in enumerate(law.slices):
            for v, x in piece:
                for w, y in other:
                    r = inner(x, y)
                    if r not in values:
                        values[r] = problem.phi.at(r)
                    total += v * w * means[abs(i - j)] * values[r]
    return total * HALF


def _of_curve(problem: Continuum, law: Curve) -> Number:
    """The mean of k(u) phi(q + (1 - q) cos mu): only the frequencies of k that m divides count."""
    if law.winding == 0:
        return problem.collapsed
    folds = [(p // law.winding, a) for p, a in enumerate(problem.modes) if p % law.winding == 0 and a]
    return _trapezoidal(problem.phi, law.square, tuple(folds)) * HALF


@lru_cache(1024)
def _trapezoidal(phi: Profile, q: Fraction, folds: tuple[tuple[int, Fraction], ...]) -> Number:
    if not folds:
        return Fraction(0)
    before: Number = None
    count = 32 + 2 * max(j for j, _ in folds)
    while count <= 5000:
        total = MP.mpf(0)
        for k in range(count):
            turn = Fraction(2 * k, count)
            wave = sum((a * MP.cospi(real(j * turn)) for j, a in folds), start=Fraction(0))
            total += wave * phi.at(q + (1 - q) * MP.cospi(real(turn)))
        total = total / count
        if before is not None and abs(total - before) <= SETTLED * (1 + abs(total)):
            return total
        before, count = total, 2 * count
    raise UndefinedError("a curve whose trapezoidal sums do not settle")


def _of_arc(problem: Continuum, law: Arc) -> Number:
    """By the difference u of two labels, which has the density (2 pi - u)/(2 pi^2) on (0, 2 pi)."""
    pieces = 2 + len(problem.modes) + int(abs(law.rate))
    if pieces > 24:
        raise UndefinedError("an arc that winds too often")
    with MP.workdps(50):

        def integrand(u: Number) -> Number:
            wave = sum((a * MP.cos(m * u) for m, a in enumerate(problem.modes)), start=Fraction(0))
            return wave * problem.phi.at(MP.cos(u * law.rate)) * (2 * MP.pi - u)

        ends = [2 * MP.pi * k / pieces for k in range(pieces + 1)]
        value, error = MP.quad(integrand, ends, method="gauss-legendre", error=True)
        if error > MP.mpf(10) ** -35:
            raise UndefinedError("an arc whose integral does not settle")
        return value / (4 * MP.pi**2)
