"""Lies about labels in a continuum: D6, S2 on the circle, S4, the windings of R5 and R3s."""

from __future__ import annotations

from dataclasses import replace

from flint import fmpq

from benchmarks.lies.lie import TINY, Lie, edited, of_theorem
from theorems.diracization.rank import CellsInstance, alternating, mean_zero
from theorems.draw import profile
from theorems.model.continuum import ContinuumProblem, Exponential, Trigonometric
from theorems.model.labels import Labels, Reading
from theorems.model.proof import (
    BetterThanCollapsed,
    ContinuumAttained,
    CountableFibres,
    Enclosed,
    Fourier,
    NonNegativeBias,
    PositiveTransform,
    Proof,
    WholeTurns,
)
from theorems.rotary.shapes import LatitudeInstance
from theorems.rotary.summary import PathInstance
from theorems.spectral.fourier import circle, made
from theorems.spectral.profile import ExponentInstance
from verify.certificate import Role

ONE, HALF, ZERO = fmpq(1), fmpq(1, 2), fmpq(0)
CELLS = 4
GREAT = circle(1)

REPULSIVE = CellsInstance(ContinuumProblem(2, Exponential(-ONE, ONE), profile("r")), CELLS)
ATTRACTIVE = CellsInstance(ContinuumProblem(2, Exponential(ONE, ONE), profile("r")), CELLS)
TURNED = CellsInstance(ContinuumProblem(2, Exponential(-ONE, ONE), profile("-r")), CELLS)
RANK_ONE = CellsInstance(ContinuumProblem(2, Trigonometric((-ONE,)), profile("r")), CELLS)
WHOLE = LatitudeInstance(Labels((ONE,), Reading.ATOMIC), 1, 2, ONE, ZERO, profile("r"), ONE, ONE)


def _rank(part: str, proof: Proof, x: CellsInstance = REPULSIVE, *, mutant: str = "", negated: bool = False) -> str:
    role = Role.MUTANT if mutant else Role.CLAIM
    return of_theorem("diracization.rank", part, x, proof, role=role, variant=mutant, negated=negated)


def _edge(variant: str, x: CellsInstance, proof: Proof, *, negated: bool = False) -> str:
    return of_theorem("diracization.rank", "graphs", x, proof, role=Role.BOUNDARY, variant=variant, negated=negated)


def _waves(part: str, proof: Proof, *coefficients: fmpq, mutant: str = "", negated: bool = False) -> str:
    role = Role.MUTANT if mutant else Role.CLAIM
    x = made(2, list(coefficients), "r")
    return of_theorem("spectral.fourier", part, x, proof, role=role, variant=mutant, negated=negated)


def _curved(proof: Proof, *, negated: bool) -> str:
    x = made(2, [ZERO, ONE], "r + r**3")
    return of_theorem("spectral.fourier", "bound", x, proof, role=Role.BOUNDARY, variant="linear", negated=negated)


def _exponent(part: str, beta: fmpq, mutant: str = "") -> str:
    role = Role.MUTANT if mutant else Role.CLAIM
    x = ExponentInstance(3, ZERO, beta)
    return of_theorem("spectral.profile", part, x, Enclosed(), role=role, variant=mutant)


def _flat(variant: str, mean: fmpq, beta: fmpq, proof: Proof, *, negated: bool = True) -> str:
    x = ExponentInstance(2, mean, beta)
    return of_theorem("spectral.profile", "spread", x, proof, role=Role.BOUNDARY, variant=variant, negated=negated)


def _turns(rate: fmpq, *, negated: bool = False, boundary: bool = True) -> str:
    role, variant = (Role.BOUNDARY, "whole periods") if boundary else (Role.CLAIM, "")
    x = replace(WHOLE, rate=rate)
    return of_theorem("rotary.shapes", "winding", x, WholeTurns(), role=role, variant=variant, negated=negated)


def _path(*, negated: bool) -> str:
    return of_theorem("rotary.summary", "sentence", PathInstance(TINY), CountableFibres(), negated=negated)


CIRCLE = _waves("attained", ContinuumAttained(GREAT), ZERO, ONE)
ONE_TURN = _turns(ONE, boundary=False)

LIES = (
    Lie(
        "graph laws that stay below the energy of one cell",
        "the bound 0 is not <",
        _rank("graphs", PositiveTransform(), mutant="one cell"),
        _rank("graphs", PositiveTransform()),
    ),
    Lie(
        "a strict bound over all laws, which laws of mean zero reach",
        "the bound 0 is not < 0",
        _rank("laws", PositiveTransform(), mutant="strict over laws"),
        _rank("laws", PositiveTransform()),
    ),
    Lie(
        "a maximiser that is a graph law, said of a repulsive exponential",
        "the bias is no trigonometric polynomial",
        _rank("unattained", ContinuumAttained(alternating(2, 64)), mutant="attained"),
        _rank("unattained", PositiveTransform()),
    ),
    Lie(
        "a transform that shows a graph law",
        "a positive transform gives no graph law",
        _rank("unattained", PositiveTransform(), mutant="attained"),
        _rank("unattained", PositiveTransform(), mutant="attained", negated=True),
    ),
    Lie(
        "a mean-zero law for a graph law",
        "a slice of the law is not a Dirac mass",
        _rank("graphs", ContinuumAttained(mean_zero(2)), negated=True),
        _rank("reached", ContinuumAttained(mean_zero(2))),
    ),
    Lie(
        "a maximum 0 that alternating cells only approach",
        "is not >= 0",
        _rank("reached", ContinuumAttained(alternating(2, 64))),
        _rank("reached", ContinuumAttained(mean_zero(2))),
    ),
    Lie(
        "one cell that is to come as close as four",
        "-exp(-1) is not > -1/8",
        _rank("approached", ContinuumAttained(alternating(2, 1))),
        _rank("approached", ContinuumAttained(alternating(2, CELLS))),
    ),
    Lie(
        "an attractive exponential bias, bounded by 0",
        "the bias is not -c exp(-r |s - t|) with c > 0",
        _edge("repulsive", ATTRACTIVE, PositiveTransform()),
        _edge("repulsive", ATTRACTIVE, ContinuumAttained(alternating(2, 1)), negated=True),
    ),
    Lie(
        "a falling profile, bounded by 0",
        "the profile is not a r + b with a >= 0",
        _edge("linear", TURNED, PositiveTransform()),
        _edge("linear", TURNED, ContinuumAttained(alternating(2, 1)), negated=True),
    ),
    Lie(
        "a bias of rank one, which the circle brings to 0",
        "the bias is not -c exp(-r |s - t|) with c > 0",
        _edge("infinite rank", RANK_ONE, PositiveTransform()),
        _edge("infinite rank", RANK_ONE, ContinuumAttained(GREAT), negated=True),
    ),
    Lie(
        "Parseval's bound for a profile with a cube",
        "the profile is not a r + b with a >= 0",
        _curved(Fourier(), negated=False),
        _curved(ContinuumAttained(GREAT), negated=True),
    ),
    Lie(
        "a tie of l_0 and l_1 that is to collapse",
        "l_0 is not positive and greater than every l_m",
        _waves("collapse", Fourier(), HALF, ONE, mutant="ties collapse"),
        _waves("collapse", Fourier(), HALF + TINY, ONE),
    ),
    Lie(
        "a collapsed maximiser where l_0 is less than l_1 by 2^-80",
        "l_0 is not l*",
        _waves("spread", Fourier(), HALF - TINY, ONE, negated=True),
        _waves("spread", Fourier(), HALF, ONE),
    ),
    Lie(
        "a circle that is better than a point, at a tie",
        "1/4 is not > 1/4",
        _waves("spread", BetterThanCollapsed(GREAT), HALF, ONE, negated=True),
        _waves("spread", BetterThanCollapsed(GREAT), HALF - TINY, ONE),
    ),
    Lie(
        "a circle run through twice, for a bias of one mode",
        "0 is not >= 1/4",
        _waves("attained", ContinuumAttained(circle(2)), ZERO, ONE),
        _waves("attained", ContinuumAttained(GREAT), ZERO, ONE),
    ),
    Lie(
        "a spread maximiser that is one point",
        "the law is collapsed",
        _waves("collapse", ContinuumAttained(circle(0)), HALF + TINY, ONE, negated=True),
        _waves("collapse", ContinuumAttained(GREAT), HALF, ONE),
    ),
    Lie(
        "a great circle that no latitude beats",
        "the energies do not compare as >=",
        _exponent("latitude", fmpq(2), "always the circle"),
        _exponent("latitude", fmpq(2)),
    ),
    Lie(
        "two points that beat the circle before beta = 2.7455",
        "the energies do not compare as <",
        _exponent("two points", fmpq(274, 100), "always two points"),
        _exponent("two points", fmpq(275, 100)),
    ),
    Lie(
        "a better law where all laws have the same energy",
        "0 is not > 0",
        _flat("exponent", ZERO, ZERO, BetterThanCollapsed(GREAT), negated=False),
        _flat("exponent", ZERO, ZERO, Fourier()),
    ),
    Lie(
        "a bias that is negative by 2^-80 at opposite labels",
        "a_0 is less than the sum of the other |a_m|",
        _flat("mean zero", ONE - TINY, ONE, NonNegativeBias()),
        _flat("mean zero", ONE, ONE, NonNegativeBias()),
    ),
    Lie(
        "a path of one turn and 2^-80 that covers the circle evenly",
        "turns are not whole, or none",
        _turns(1 + TINY),
        _turns(1 + TINY, negated=True),
    ),
    Lie(
        "a path at rest that covers the circle evenly",
        "0 turns are not whole, or none",
        _turns(ZERO),
        _turns(-ONE, boundary=False),
    ),
    Lie(
        "a continuum of labels over a sphere without end",
        "expected 1 to 1000",
        edited(CIRCLE, "statement", "instance", "problem", "dimension", to=10**30),
        CIRCLE,
    ),
    Lie(
        "a latitude in a dimension without end",
        "expected 2 to 16",
        edited(ONE_TURN, "statement", "instance", "dimension", to=10**30),
        ONE_TURN,
    ),
    Lie(
        "an atom on the orbit of slow positions without atoms",
        "the rate is 1/1208925819614629174706176",
        _path(negated=False),
        _path(negated=True),
    ),
)
