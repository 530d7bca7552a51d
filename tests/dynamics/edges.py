"""Edges of the rules on motion: a proof that is refused for a reason, and its accepted neighbour."""

from __future__ import annotations

from dataclasses import replace

from flint import arb, ctx, fmpq

from tests.checker.edges import Edge
from theorems.draw import ones, profile
from theorems.dynamics.twist import ring
from theorems.model.assertion import GrowthRate, NonNegative, PassageTime, Relation, StableTwist
from theorems.model.kernel import ZonalKernel
from theorems.model.labels import Labels, Reading
from theorems.model.matrix import Matrix, identity
from theorems.model.passage import Attention, Equiangular, Passage
from theorems.model.problem import Problem
from theorems.model.proof import LinearisedField, Signs, TimeIntegral, TwistHessian, TwistMoves
from theorems.model.real import Real

EQ, NE, LE, GE, GT = Relation.EQ, Relation.NE, Relation.LE, Relation.GE, Relation.GT
TINY = fmpq(1, 10**15)

# int_0^(1/2) dr/(1 - r^2) = log(3)/2
PASSAGE = Passage(Equiangular(2, fmpq(0), Attention.USA), fmpq(0), fmpq(1, 2))
with ctx.workprec(1024):
    HALF_LOG_3 = Real(fmpq((arb(3).log() / 2 * arb(10) ** 200).floor().unique_fmpz() or 0, 10**200))


def twisted(
    n: int,
    text: str = "r",
    *,
    d: int = 2,
    bonds: Matrix | None = None,
    masses: tuple[fmpq, ...] = (),
    gauges: tuple[Matrix, ...] = (),
) -> Problem:
    """A ring of n tokens."""
    labels = Labels(masses or (fmpq(1, n),) * n, Reading.ATOMIC)
    return Problem(d, labels, ZonalKernel(ring(n) if bonds is None else bonds, profile(text), gauges))


FIVE = StableTwist(twisted(5), 1, EQ)
UNEVEN = (fmpq(2, 6), *(fmpq(1, 6),) * 4)
CHAIN = ring(5, closed=False)
HESSIAN, MOVES = TwistHessian(), TwistMoves(0)
GROWS = GrowthRate(2, profile("exp(r)"), 1, GT, Real(0))
POWER = GrowthRate(2, profile("r"), 1, EQ, Real("1/2"))
# e^r at cos(2 pi/5) has no exact form, and the two exponentials cancel: an order that no ball decides
FLAT = "exp(r) - exp(r + 1)*exp(-1)"

EDGES = (
    Edge(
        "signs of no numbers",
        "there are no numbers",
        (NonNegative((), EQ), Signs()),
        (NonNegative((Real(0),), EQ), Signs()),
    ),
    Edge(
        "a number that is negative by 10^-15",
        "the numbers are not, as = says, all >= 0 or not",
        (NonNegative((Real(1), Real(-TINY)), EQ), Signs()),
        (NonNegative((Real(1), Real(-TINY)), NE), Signs()),
    ),
    Edge(
        "a time that is equal to a decimal",
        "balls prove no equality",
        (PassageTime(PASSAGE, EQ, HALF_LOG_3), TimeIntegral()),
        (PassageTime(PASSAGE, GE, HALF_LOG_3 - TINY), TimeIntegral()),
    ),
    Edge(
        "a time that is too short by 10^-15",
        "the number is not <= ",
        (PassageTime(PASSAGE, LE, HALF_LOG_3 - TINY), TimeIntegral()),
        (PassageTime(PASSAGE, LE, HALF_LOG_3 + TINY), TimeIntegral()),
    ),
    Edge(
        "a time that agrees with a decimal of 200 places",
        "is not decided by balls of 512 bits",
        (PassageTime(PASSAGE, GE, HALF_LOG_3), TimeIntegral()),
        (PassageTime(PASSAGE, GE, HALF_LOG_3 - fmpq(1, 10**100)), TimeIntegral()),
    ),
    Edge(
        "a rate of a power that is off by 10^-15",
        "the rate 1/2 is not = ",
        (replace(POWER, value=Real(fmpq(1, 2) + TINY)), LinearisedField()),
        (POWER, LinearisedField()),
    ),
    Edge(
        "a twist of two tokens",
        "a twisted state needs d >= 2, 3 to 512 labels, and no gauges",
        (StableTwist(twisted(2, bonds=ones(2)), 1, NE), HESSIAN),
        (StableTwist(twisted(3), 1, NE), HESSIAN),
    ),
    Edge(
        "a twist of tokens with gauges",
        "a twisted state needs d >= 2, 3 to 512 labels, and no gauges",
        (StableTwist(twisted(5, gauges=(identity(2),) * 5), 1, EQ), HESSIAN),
        (FIVE, HESSIAN),
    ),
    Edge(
        "a twist on the line",
        "a twisted state needs d >= 2, 3 to 512 labels, and no gauges",
        (StableTwist(twisted(5, d=1), 1, NE), MOVES),
        (StableTwist(twisted(5, bonds=CHAIN), 1, NE), MOVES),
    ),
    Edge(
        "a Hessian of tokens of unequal mass",
        "the masses are not equal",
        (StableTwist(twisted(5, masses=UNEVEN), 1, EQ), HESSIAN),
        (FIVE, HESSIAN),
    ),
    Edge(
        "a Hessian of a chain",
        "the bias is not circulant",
        (StableTwist(twisted(5, bonds=CHAIN), 1, EQ), HESSIAN),
        (FIVE, HESSIAN),
    ),
    Edge(
        "a twist that winds as often as there are tokens",
        "a winding of 5 with 5 tokens is no twist",
        (replace(FIVE, winding=5), HESSIAN),
        (replace(FIVE, winding=4), HESSIAN),
    ),
    Edge(
        "a twist that is stable in space",
        "that it is stable is known in the plane alone",
        (StableTwist(twisted(5, d=3), 1, EQ), HESSIAN),
        (StableTwist(twisted(5, d=3), 1, NE), HESSIAN),
    ),
    Edge(
        "a twist that is not stable, where it is",
        "every direction loses",
        (replace(FIVE, relation=NE), HESSIAN),
        (FIVE, HESSIAN),
    ),
    Edge(
        "a twist that is stable at a tie",
        "a direction does not lose",
        (StableTwist(twisted(6, "exp(2/3*r)"), 1, EQ), HESSIAN),
        (StableTwist(twisted(6, "exp(2/3*r)"), 1, NE), HESSIAN),
    ),
    Edge(
        "a sign of what cancels, but not by its form",
        "a sign is not decided by balls of 512 bits",
        (StableTwist(twisted(5, FLAT), 1, NE), HESSIAN),
        (StableTwist(twisted(5, "exp(r)"), 1, NE), HESSIAN),
    ),
    Edge(
        "a token that moves at a critical point",
        "label 0 does not move",
        (StableTwist(twisted(5), 1, NE), MOVES),
        (StableTwist(twisted(5, bonds=CHAIN), 1, NE), MOVES),
    ),
    Edge(
        "a token of the chain's middle, which is pulled both ways",
        "label 2 does not move",
        (StableTwist(twisted(5, bonds=CHAIN), 1, NE), TwistMoves(2)),
        (StableTwist(twisted(5, bonds=CHAIN), 1, NE), TwistMoves(4)),
    ),
    Edge(
        "a token that is not there",
        "label 5 is none of the 5 labels",
        (StableTwist(twisted(5, bonds=CHAIN), 1, NE), TwistMoves(5)),
        (StableTwist(twisted(5, bonds=CHAIN), 1, NE), TwistMoves(4)),
    ),
    Edge(
        "a stable state by a token that moves",
        "a moving token proves no statement of the kind =",
        (StableTwist(twisted(5, bonds=CHAIN), 1, EQ), MOVES),
        (StableTwist(twisted(5, bonds=CHAIN), 1, NE), MOVES),
    ),
    Edge(
        "a rate of a profile that is neither a polynomial nor one exponential",
        "expected a polynomial, or c exp(polynomial)",
        (replace(GROWS, profile=profile("exp(r) + r")), LinearisedField()),
        (GROWS, LinearisedField()),
    ),
    Edge(
        "a harmonic of the line",
        "(d, l)=(1, 1): expected 2 <= d",
        (replace(GROWS, dimension=1), LinearisedField()),
        (GROWS, LinearisedField()),
    ),
)
