r"""S3: a bias that changes sign may still collapse.

Claim: Let $k = a_0 + a_1 \cos(s - t)$ with $a_1/2 < a_0 < a_1$, phi(t) = t, d >= 2: k changes sign, since a_0 - a_1
    < 0, and yet every maximiser is collapsed, $\max E = a_0/2$: on n >= 3 equispaced labels, where k changes sign
    among them if n is even or large, and on the circle. So the criterion is spectral ($\ell_0 > \ell_1$), not the
    sign; k = 9/10 + cos is the example.
Scope: Readings `atomic` and `cells`, and the continuum of the circle; d >= 2, n >= 3. Outside: other profiles (S4),
    weights not shared over depth, continuous depth, the surrogate model of the paper.
Route: S2 with the single greatest mode l_0.
Certificate: Circulant and Fourier (bound and collapse), EnergyValue, Compared (the sign).
Boundary: spectral: a_0 <= a_1/2, where the circle is as good or better; resolved: n = 2, where antipodal points
    have a_1/2 > a_0/2.
Source: summary section 3.4; claims.md S3.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from flint import fmpq

from theorems import draw
from theorems.model.assertion import (
    Assertion,
    Collapse,
    ContinuumCollapse,
    Domain,
    Energy,
    Identity,
    Relation,
    Spread,
    Supremum,
)
from theorems.model.continuum import ContinuumProblem, Trigonometric
from theorems.model.errors import InvalidInputError
from theorems.model.labels import Labels
from theorems.model.proof import ContinuumAttained, Fourier
from theorems.model.real import Real
from theorems.spectral import fourier, toeplitz
from theorems.spectral.toeplitz import ToeplitzInstance
from theorems.statement import Boundary, Hypothesis, Mutant, Source, Theorem

if TYPE_CHECKING:
    from theorems.model.problem import Problem
    from theorems.model.proof import Proof


@dataclass(frozen=True, eq=False)
class SignInstance:
    """Equispaced labels of equal masses with k = a_0 + a_1 cos and the profile r."""

    equispaced: ToeplitzInstance

    def __post_init__(self) -> None:
        inner, n = self.equispaced, len(self.equispaced.labels)
        if len(inner.coefficients) != 2 or not 0 < inner.coefficients[0] < inner.coefficients[1]:
            raise InvalidInputError("coefficients: expected 0 < a_0 < a_1, so that k changes sign")
        if inner.profile != draw.profile("r") or any(mass != fmpq(1, n) for mass in inner.labels.masses):
            raise InvalidInputError("profile and masses: expected r and 1/n")

    @property
    def problem(self) -> Problem:
        """The problem on the n labels."""
        return self.equispaced.problem

    @property
    def continuum(self) -> ContinuumProblem:
        """The problem on the circle of labels."""
        inner = self.equispaced
        return ContinuumProblem(inner.dimension, Trigonometric(inner.coefficients), inner.profile)


def claim(x: SignInstance, *, by_sign: bool = False, mode: int = 0, factor: fmpq = fmpq(1, 2)) -> dict[str, Assertion]:
    """The parts of S3; the freedoms are what decides, the mode whose value is taken, and its factor."""
    problem, (mean, wave) = x.problem, x.equispaced.coefficients
    value = Real(factor * (mean if mode == 0 else wave / 2))
    least = Real(mean - wave)  # k at opposite labels; among n labels it is reached for even n
    parts: dict[str, Assertion] = {
        "bound": Supremum(problem, Domain.LAWS, Relation.LE, value),
        "attained": Energy(problem, toeplitz.circle(x.equispaced, 0), Relation.EQ, value),
        "sign": Identity((Real(least.sign()),), Relation.EQ, (Real(-1),)),
    }
    if by_sign:
        parts["spread"] = Spread(problem, Relation.EQ)
        return parts
    return {
        **parts,
        "collapse": Collapse(problem, Relation.EQ),
        "continuum": ContinuumCollapse(x.continuum, Relation.EQ),
    }


def witness(x: SignInstance) -> tuple[Proof, ...]:
    """What S2 offers, on the labels and on the circle."""
    return (*toeplitz.witness(x.equispaced), Fourier(), ContinuumAttained(fourier.circle(1)))


def _made(source: Source, n: int, mean: fmpq) -> SignInstance:
    d = max(2, source.turn(draw.DIMENSIONS))
    labels = Labels((fmpq(1, n),) * n, source.turn(draw.WITH_SELF_TERMS))
    return SignInstance(ToeplitzInstance(d, labels, (mean, fmpq(1)), draw.profile("r")))


MEANS = tuple(fmpq(*pair) for pair in ((9, 10), (3, 5), (51, 100), (7, 8)))


def draw_collapsing(source: Source) -> SignInstance:
    """1/2 < a_0 < 1 and three labels or more."""
    n = max(3, source.turn(range(1, source.size + 1)))
    return _made(source, n, source.turn(MEANS))


def draw_spreading(source: Source) -> SignInstance:
    """0 < a_0 <= 1/2, the tie included."""
    n = max(3, source.turn(range(1, source.size + 1)))
    return _made(source, n, source.turn((fmpq(1, 2), fmpq(1, 4), fmpq(1, 10))))


def draw_pair(source: Source) -> SignInstance:
    """Two labels, s and s + pi, where antipodal points have a_1/2."""
    return _made(source, 2, source.turn(MEANS))


THEOREM = Theorem(
    name="spectral.criterion",
    number="S3",
    section="3.4",
    title="a bias that changes sign may still collapse",
    text=__doc__ or "",
    instance=SignInstance,
    hypotheses=(
        Hypothesis(
            "spectral",
            "a_0 > a_1/2",
            lambda x: x.equispaced.coefficients[0] > x.equispaced.coefficients[1] / 2,
        ),
        Hypothesis("resolved", "n >= 3", lambda x: len(x.equispaced.labels) >= 3),
    ),
    draw=draw_collapsing,
    claim=claim,
    witness=witness,
    boundaries=(
        Boundary("spectral", "collapse", draw_spreading, "n = 3, d = 2"),
        Boundary("resolved", "bound", draw_pair, "n = 2, d = 2"),
    ),
    mutants=(
        Mutant("sign decides", "k takes negative values, so no maximiser is collapsed", partial(claim, by_sign=True)),
        Mutant("first mode", "the value is that of the circle, a_1/4", partial(claim, mode=1)),
        Mutant("lost half", "the value is a_0, not a_0/2", partial(claim, factor=fmpq(1))),
    ),
)
