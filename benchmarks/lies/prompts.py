"""Lies about convexity (D4), the flow in the gauge frame (R4), n-gons (R5) and shared masses (P3)."""

from __future__ import annotations

from collections.abc import Sequence

from flint import fmpq

from benchmarks.lies.lie import E1, E2, TINY, Lie, at, of_theorem, points, spread
from theorems.diracization.convex import ChordInstance
from theorems.draw import ones, profile
from theorems.model.kernel import ZonalKernel
from theorems.model.labels import Labels, Reading
from theorems.model.law import Law
from theorems.model.matrix import identity, matrix, vector
from theorems.model.problem import Problem
from theorems.model.proof import Compared, NoSharing, NotConvex, OutputLaw, PositiveCoefficients, Proof, Sharing
from theorems.prefix.universality import TargetInstance
from theorems.rotary.conjugacy import FlowInstance
from theorems.rotary.shapes import LatitudeInstance
from verify.certificate import Role

ONE, HALF, ZERO = fmpq(1), fmpq(1, 2), fmpq(0)
MINUS_E1, MINUS_E2 = (-1, 0), (0, -1)
THIRDS = (("1/3", E1), ("1/3", E2), ("1/3", MINUS_E1))
QUARTERS = (("1/4", E1), ("3/4", E2))
POINT, OPPOSITE = points(E1), points(MINUS_E1)


def _convex(
    proof: Proof,
    bias: fmpq = ONE,
    text: str = "r",
    variant: str = "",
    *,
    laws: tuple[Law, Law] = (POINT, OPPOSITE),
    negated: bool = False,
) -> str:
    """One label, or two tokens."""
    role, n = Role.BOUNDARY if variant else Role.CLAIM, len(laws[0].slices)
    labels = Labels((fmpq(1, n),) * n, Reading.TOKENS if n > 1 else Reading.ATOMIC)
    table = ones(n) if n > 1 else matrix([[bias]])
    x = ChordInstance(Problem(2, labels, ZonalKernel(table, profile(text))), *laws)
    return of_theorem("diracization.convex", "convex", x, proof, role=role, variant=variant, negated=negated)


TOKENS = points(MINUS_E1, E1), points(E1, MINUS_E1)


def _flow(*difference: fmpq, rotated: bool, mutant: str = "", negated: bool = False) -> str:
    """R = (I, -I) at e_1 and e_2, phi = r; velocities -e_2/2 and -e_1/2 where the values are rotated."""
    minus = matrix([[-1, 0], [0, -1]])
    problem = Problem(2, Labels((HALF, HALF), Reading.ATOMIC), ZonalKernel(ones(2), profile("r"), (identity(2), minus)))
    x = FlowInstance(problem, (vector(E1), vector(E2)), rotated)
    role, variant = (Role.MUTANT, mutant) if mutant else (Role.CLAIM, "") if rotated else (Role.BOUNDARY, "values")
    return of_theorem(
        "rotary.conjugacy", "ascent", x, Compared(at(*difference)), role=role, variant=variant, negated=negated
    )


def _polygon(step: int, *where: tuple[int, int], boundary: bool, negated: bool = False) -> str:
    x = LatitudeInstance(Labels((fmpq(1, 4),) * 4, Reading.ATOMIC), step, 2, ONE, ZERO, profile("r"), ONE, ONE)
    role, variant = (Role.BOUNDARY, "coprime") if boundary else (Role.CLAIM, "")
    proof = OutputLaw(spread(*((f"1/{len(where)}", point) for point in where)))
    return of_theorem("rotary.shapes", "output", x, proof, role=role, variant=variant, negated=negated)


def _shared(
    proof: Proof,
    atoms: Sequence[tuple[str, tuple[int, int]]],
    reading: Reading = Reading.ATOMIC,
    *,
    mutant: str = "",
    negated: bool = False,
) -> str:
    x = TargetInstance(Labels((HALF, HALF), reading), spread(*atoms), vector(E1), profile("r"))
    role, variant = (Role.MUTANT, mutant) if mutant else (Role.BOUNDARY, "non-atomic")
    role, variant = (role, variant) if mutant or reading is not Reading.CELLS else (Role.CLAIM, "")
    return of_theorem("prefix.universality", "masses", x, proof, role=role, variant=variant, negated=negated)


CELLS = Reading.CELLS

LIES = (
    Lie(
        "a bias that is negative by 2^-80, called convex",
        "the bias is not positive semidefinite",
        _convex(PositiveCoefficients(), -TINY, variant="bias"),
        _convex(PositiveCoefficients(), TINY),
    ),
    Lie(
        "a profile with the coefficient -2^-80, called convex",
        "the profile is not seen to have coefficients >= 0 beyond the constant",
        _convex(PositiveCoefficients(), text=f"r - r**2/{2**80}", variant="profile"),
        _convex(PositiveCoefficients(), text=f"r + r**2/{2**80}"),
    ),
    Lie(
        "two tokens, called convex",
        "the self terms, which a PSD bias needs, do not count in tokens",
        _convex(PositiveCoefficients(), variant="self terms", laws=TOKENS),
        _convex(NotConvex(*TOKENS), variant="self terms", laws=TOKENS, negated=True),
    ),
    Lie(
        "a chord below which the energy stays, said to be above",
        "the midpoint is not above the chord",
        _convex(NotConvex(POINT, OPPOSITE), negated=True),
        _convex(NotConvex(POINT, OPPOSITE), -TINY, variant="bias", negated=True),
    ),
    Lie(
        "convexity refuted by positive coefficients",
        "positive coefficients prove no statement of the kind !=",
        _convex(PositiveCoefficients(), negated=True),
        _convex(PositiveCoefficients()),
    ),
    Lie(
        "an ascent of the energy where values are not rotated",
        "entry 0: the stated difference 0 is not -1/2",
        _flow(ZERO, rotated=False),
        _flow(ZERO, rotated=True),
    ),
    Lie(
        "a rate of the energy without the masses",
        "the two lists do not compare as =",
        _flow(-fmpq(1, 4), rotated=True, mutant="lost masses"),
        _flow(-fmpq(1, 4), rotated=True, mutant="lost masses", negated=True),
    ),
    Lie(
        "a square, from a step that shares a divisor with 4",
        "the content marginal does not compare with the target as =",
        _polygon(2, E1, MINUS_E1, boundary=True),
        _polygon(2, E1, MINUS_E1, boundary=True, negated=True),
    ),
    Lie(
        "a square that is no square",
        "the content marginal does not compare with the target as !=",
        _polygon(3, E1, E2, MINUS_E1, MINUS_E2, boundary=False, negated=True),
        _polygon(3, E1, E2, MINUS_E1, MINUS_E2, boundary=False),
    ),
    Lie(
        "halves that are shared out into thirds",
        "a target gets another mass",
        _shared(Sharing((0, 1)), THIRDS),
        _shared(NoSharing(), THIRDS, negated=True),
    ),
    Lie(
        "a prompt that goes to a target that is not there",
        "target 3 is none of 3",
        _shared(Sharing((0, 3)), THIRDS),
        _shared(Sharing((0, 1, 1)), QUARTERS, CELLS),
    ),
    Lie(
        "three equal cells that give a quarter",
        "a target gets another mass",
        _shared(Sharing((0, 1, 1)), QUARTERS, CELLS, mutant="equal cells"),
        _shared(NoSharing(), QUARTERS, CELLS, mutant="equal cells", negated=True),
    ),
    Lie(
        "cells that cannot be shared out, where they can",
        "a sharing exists",
        _shared(NoSharing(), QUARTERS, CELLS, negated=True),
        _shared(Sharing((0, 1, 1)), QUARTERS, CELLS),
    ),
)
