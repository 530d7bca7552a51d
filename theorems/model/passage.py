r"""How long a scalar solution takes between two states: y' = f(y) goes from y_0 to y_1 in the time $\int dy / f(y)$.

The integral is enclosed by rigorous quadrature (Petras, in Arb): no step is taken, and no error is estimated. A bound
for the solution at a time is two such statements: y(t) >= y_1 iff the passage to y_1 takes at most t.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from flint import acb, arb, ctx, fmpq

from theorems.model.errors import InvalidInputError

MAX_BETA = 200
"""Greatest |beta| of an equation."""


class Attention(Enum):
    """Whether the field is left as it is, or divided by its normaliser, the self term included."""

    USA = "usa"
    SA = "sa"


@dataclass(frozen=True)
class Equiangular:
    """r' = (2/n) e^(beta r)(1 - r)((n - 1) r + 1) for raw USA; SA divides by (e^beta + (n - 1) e^(beta r))/n.

    The state is the common inner product r of n >= 2 tokens of equal mass (claims.md F2).
    """

    count: int
    beta: fmpq
    attention: Attention

    def __post_init__(self) -> None:
        if not 2 <= self.count <= 10**6 or abs(self.beta) > MAX_BETA:
            raise InvalidInputError(
                f"(n, beta)=({self.count}, {self.beta}): expected 2 <= n <= 10^6, |beta| <= {MAX_BETA}"
            )

    def pace(self, r: acb) -> acb:
        """1/r' at r."""
        n, beta = self.count, acb(arb(self.beta))
        field = 2 * (beta * r).exp() * (1 - r) * ((n - 1) * r + 1)
        if self.attention is Attention.USA:
            return n / field
        return (beta.exp() + (n - 1) * (beta * r).exp()) / field


@dataclass(frozen=True)
class TwoClusters:
    """z' = -sin(z) e^(-beta (1 - cos z)) for normalised h, e^beta times as fast for raw h.

    The state is the angle z between two clusters of any masses, given in turns (claims.md F4).
    """

    beta: fmpq
    normalised: bool

    def __post_init__(self) -> None:
        if abs(self.beta) > MAX_BETA:
            raise InvalidInputError(f"beta={self.beta}: expected |beta| <= {MAX_BETA}")

    def pace(self, z: acb) -> acb:
        """1/|z'| at an angle in radians."""
        exponent = (1 if self.normalised else 0) - z.cos()
        return (acb(arb(self.beta)) * exponent).exp() / z.sin()


Equation = Equiangular | TwoClusters


@dataclass(frozen=True)
class Passage:
    """A solution on its way: start and end lie where f has no zero and points from the one to the other.

    Attributes:
        equation: what moves.
        start: r, or an angle in turns.
        end: r > start below 1, or an angle less than start and above 0.
    """

    equation: Equation
    start: fmpq
    end: fmpq

    def __post_init__(self) -> None:
        if isinstance(self.equation, Equiangular):
            fine = fmpq(-1, self.equation.count - 1) < self.start < self.end < 1
            wanted = "-1/(n - 1) < start < end < 1"
        else:
            fine = 0 < self.end < self.start < fmpq(1, 2)
            wanted = "0 < end < start < 1/2 turn"
        if not fine:
            raise InvalidInputError(f"(start, end)=({self.start}, {self.end}): expected {wanted}")


def passage_ball(passage: Passage, precision: int) -> arb:
    """A ball around the time that the passage takes, computed at the given precision in bits."""
    equation = passage.equation
    with ctx.workprec(precision):
        low, high = acb(arb(passage.start)), acb(arb(passage.end))
        if isinstance(equation, TwoClusters):
            turn = 2 * acb(arb.pi())
            low, high = high * turn, low * turn
        return acb.integral(lambda y, _analytic: equation.pace(y), low, high).real
