r"""F5: near the uniform law of the circle, Fourier mode k grows at the rate k^2 I_k(beta)/beta.

Claim: Let tokens be spread uniformly on the circle and move by raw USA, $h = e^{\beta r}/\beta$, beta > 0. To first
    order, a density $1 + \epsilon \cos k\theta$ grows at the rate $k^2 I_k(\beta)/\beta > 0$, k >= 1: between $S_M$
    and $S_M + t_M/(1 - q)$, with the first M >= 20 + beta terms of $k^2 I_k(\beta)/\beta = \frac{k^2}{\beta} \sum_m
    \frac{(\beta/2)^{2m + k}}{m! (m + k)!}$, the next term $t_M$ and $q = \frac{(\beta/2)^2}{(M + 1)(M + k + 1)}$. For
    $\varphi = r^p$ the rate is $k^2 2^{-p} \binom{p}{(p - k)/2}$ (0 unless p - k is even and >= 0), and N > p + k
    equispaced tokens, moved by $\eta_j = \sin(2\pi k j/N)$, have this very rate.
Scope: The limit of n -> infinity, linearised, d = 2; and tokens, n >= 3 and n > p + k, exactly. The linear operator
    is written out and proved in `theorems.model.growth`, for all d >= 2. That the flow follows it at first is *quoted*.
    Outside: weights not shared over depth, continuous depth, the surrogate model of the paper.
Route: $\partial_t \mu = -\partial_\theta(\mu v)$, $v(\theta) = \int \varphi'(\cos u) \sin(u)\,\mu(\theta + u)\,du$: the
    rate is k times the mean of $\varphi'(\cos u) \sin u \sin ku$, and k^2 times that of $\varphi(\cos u) \cos ku$.
Certificate: LinearisedField: exact for powers, by rigorous quadrature of the operator (not of the Bessel series it is
    held against) for exp; Compared for the tokens, in cyclotomic numbers.
Boundary: raw: normalised h, slower by $e^\beta$, n = 3; positive exponent: beta < 0, where even modes fade (n = 3);
    circle: d >= 3, where other constants hold (n = 3).
Source: summary section 3.5; claims.md F5.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from math import comb
from typing import TYPE_CHECKING

from flint import fmpq

from theorems import draw
from theorems.model.arithmetic import EXACT
from theorems.model.assertion import Assertion, GrowthRate, Identity, Relation
from theorems.model.calculus import derivative
from theorems.model.energy import profile_function
from theorems.model.errors import InvalidInputError
from theorems.model.kernel import ZonalKernel
from theorems.model.labels import Labels, Reading
from theorems.model.problem import Problem
from theorems.model.proof import LinearisedField
from theorems.model.real import Real
from theorems.statement import Boundary, Hypothesis, Mutant, Source, Theorem

if TYPE_CHECKING:
    from theorems.model.nodes import Expression
    from theorems.model.proof import Proof

MAX_BETA = fmpq(20)
"""Greatest |beta|."""


@dataclass(frozen=True, eq=False)
class HarmonicInstance:
    """A mode on the uniform law, under exp and under a power.

    Attributes:
        dimension: d >= 2.
        beta: not 0.
        normalised: whether h = exp(beta (r - 1))/beta, in place of exp(beta r)/beta.
        mode: k >= 1.
        degree: p >= 1 of the profile r^p.
        tokens: N > p + k.
    """

    dimension: int
    beta: fmpq
    normalised: bool
    mode: int
    degree: int
    tokens: int

    def __post_init__(self) -> None:
        if not 2 <= self.dimension <= 50 or self.beta == 0 or abs(self.beta) > MAX_BETA:
            raise InvalidInputError(f"(d, beta)=({self.dimension}, {self.beta}): expected 2 <= d <= 50, beta != 0")
        if not 1 <= self.mode <= 20 or not 1 <= self.degree <= 20 or not self.degree + self.mode < self.tokens <= 60:
            raise InvalidInputError(
                f"(k, p, N)=({self.mode}, {self.degree}, {self.tokens}): expected 1..20, 1..20, p + k < N <= 60"
            )

    @property
    def profile(self) -> Expression:
        """The exponential kernel."""
        exponent = f"{self.beta}*(r - 1)" if self.normalised else f"{self.beta}*r"
        return draw.profile(f"{1 / self.beta}*exp({exponent})")

    @property
    def power(self) -> Expression:
        """r^p."""
        return draw.profile(f"r**{self.degree}")

    @property
    def problem(self) -> Problem:
        """The equispaced tokens under the power."""
        n = self.tokens
        labels = Labels((fmpq(1, n),) * n, Reading.ATOMIC)
        return Problem(self.dimension, labels, ZonalKernel(draw.ones(n), self.power))


def power_rate(mode: int, degree: int) -> fmpq:
    """k^2 times the mean of cos^p(u) cos(ku)."""
    if degree < mode or (degree - mode) % 2:
        return fmpq(0)
    return fmpq(mode * mode * comb(degree, (degree - mode) // 2), 2**degree)


def token_rate(x: HarmonicInstance) -> Real:
    """1/N sum_j g'(u_j)(cos(k u_j) - 1), u_j = 2 pi j/N, where theta_i' = 1/N sum_j g(theta_j - theta_i).

    g(u) = phi'(cos u) sin u; to first order eta_i' = 1/N sum_j g'(u_{j-i})(eta_j - eta_i).
    """
    n, phi = x.tokens, x.power
    first, second = (profile_function(f, EXACT) for f in (derivative(phi, "r"), derivative(derivative(phi, "r"), "r")))
    total = Real(0)
    for j in range(n):
        cosine = Real.cosine(fmpq(j, n))
        slope = cosine * first(cosine) - (1 - cosine**2) * second(cosine)
        total += slope * (Real.cosine(fmpq(j * x.mode, n)) - 1)
    return total / n


def bessel_bounds(order: int, beta: fmpq) -> tuple[fmpq, fmpq]:
    """I_k(beta) from both sides for beta > 0: a partial sum, and a geometric series (ratio < 1/4) for the rest."""
    half, term, total, m = beta / 2, fmpq(1), fmpq(0), 0
    for j in range(1, order + 1):
        term = term * half / j
    while m < 20 + abs(beta):
        total += term
        m += 1
        term = term * half * half / (m * (m + order))
    ratio = half * half / ((m + 1) * (m + 1 + order))
    return total, total + term / (1 - ratio)


def claim(
    x: HarmonicInstance, *, squared: int = 2, shift: int = 0, divided: bool = True, doubled: bool = False
) -> dict[str, Assertion]:
    """The parts of F5; freedoms: k^2, the order of I_k, the factor 1/beta, and 2^-p."""
    least, most = bessel_bounds(x.mode + shift, x.beta)
    scale = fmpq(x.mode) ** squared / (x.beta if divided else 1)
    power = power_rate(x.mode, x.degree) * (2 if doubled else 1) * fmpq(x.mode) ** (squared - 2)

    def rate(relation: Relation, value: fmpq) -> GrowthRate:
        return GrowthRate(x.dimension, x.profile, x.mode, relation, Real(value))

    return {
        "grows": rate(Relation.GT, fmpq(0)),
        "at least": rate(Relation.GE, scale * least),
        "at most": rate(Relation.LE, scale * most),
        "power": GrowthRate(x.dimension, x.power, x.mode, Relation.EQ, Real(power)),
        "tokens": Identity((token_rate(x),), Relation.EQ, (Real(power),)),
    }


def witness(_: HarmonicInstance) -> tuple[Proof, ...]:
    """The linearised field; the rates of tokens are compared."""
    return (LinearisedField(),)


BETAS = ((1, 1), (1, 2), (13, 10), (2, 1), (4, 1), (9, 1), (20, 1), (1, 10))


def draw_harmonic(source: Source) -> HarmonicInstance:
    """Modes up to the size, and powers that see them in most cases."""
    mode = source.turn(range(1, min(source.size, 12) + 1))
    degree = mode + 2 * source.integer(0, 2) if source.integer(0, 3) else source.integer(1, 6)
    beta = source.turn([fmpq(*pair) for pair in BETAS])
    return HarmonicInstance(2, beta, False, mode, degree, degree + mode + source.integer(1, 3))


def draw_normalised(source: Source) -> HarmonicInstance:
    """h = exp(beta (r - 1))/beta."""
    return replace(draw_harmonic(source), normalised=True)


def draw_repelled(source: Source) -> HarmonicInstance:
    """An even mode and beta < 0."""
    x = draw_harmonic(source)
    mode = x.mode + x.mode % 2
    return replace(x, beta=-x.beta, mode=mode, tokens=x.degree + mode + 1)


def draw_solid(source: Source) -> HarmonicInstance:
    """p = k = 1 or 2 in d >= 3: rates (d - 1)/d and 4/(d + 2), not 1/2 and 1."""
    x, mode = draw_harmonic(source), source.turn((1, 2))
    return replace(x, dimension=source.turn((3, 4, 5)), mode=mode, degree=mode, tokens=2 * mode + 1)


THEOREM = Theorem(
    name="dynamics.harmonics",
    number="F5",
    section="3.5",
    title="how fast Fourier modes grow on the uniform law of the circle",
    text=__doc__ or "",
    instance=HarmonicInstance,
    hypotheses=(
        Hypothesis("raw", r"$h = e^{\beta r}/\beta$", lambda x: not x.normalised),
        Hypothesis("positive exponent", "beta > 0", lambda x: bool(x.beta > 0)),
        Hypothesis("circle", "d = 2", lambda x: x.dimension == 2),
    ),
    draw=draw_harmonic,
    claim=claim,
    witness=witness,
    boundaries=(
        Boundary("raw", "at least", draw_normalised, "n = 3, d = 2"),
        Boundary("positive exponent", "grows", draw_repelled, "n = 3, d = 2"),
        Boundary("circle", "power", draw_solid, "n = 3, d = 3"),
    ),
    mutants=(
        Mutant("first power", "k in place of k^2", partial(claim, squared=1)),
        Mutant("next order", "I_{k+1} in place of I_k", partial(claim, shift=1)),
        Mutant("not divided", "the factor 1/beta of h is lost", partial(claim, divided=False)),
        Mutant("cosine squared", "the mean of cos^2 is taken for 1", partial(claim, doubled=True)),
    ),
)
