"""Lies about output laws and orbits, as R3 claims them."""

from __future__ import annotations

from flint import fmpq

from benchmarks.lies.lie import E1, TINY, UNIT, Lie, of_theorem, points, spread
from theorems.draw import profile
from theorems.model.labels import Labels, Reading
from theorems.model.law import Measure, finite_measure
from theorems.model.matrix import identity, matrix, vector
from theorems.model.proof import OffOrbit, OrbitPoint, OutputLaw, Proof, Realisation, Rigid
from theorems.rotary.bound import RotaryInstance
from theorems.rotary.orbit import OrbitInstance
from verify.certificate import Role

QUARTER = matrix([[0, -1], [1, 0]])
THIRD, TWO_THIRDS, HALF = fmpq(1, 3), fmpq(2, 3), fmpq(1, 2)
MINUS_E2 = (0, -1)
THREE_FIFTHS = (fmpq(3, 5), fmpq(4, 5))
ON_ORBIT = spread(("1/3", E1), ("2/3", MINUS_E2))
OFF_IT = spread(("1/2", E1), ("1/2", THREE_FIFTHS))
MASSES = (THIRD, TWO_THIRDS)
LAW = points(E1, MINUS_E2)


def orbit(target: Measure = ON_ORBIT, reading: Reading = Reading.ATOMIC, text: str = "r") -> OrbitInstance:
    """Positions at 0 and a quarter turn; R^T e_1 = e_1 and -e_2."""
    labels = Labels((HALF, HALF), reading)
    return OrbitInstance(RotaryInstance(labels, (identity(2), QUARTER), profile(text), vector(E1)), target)


def _claimed(part: str, proof: Proof, *, negated: bool = False) -> str:
    return of_theorem("rotary.orbit", part, orbit(), proof, negated=negated)


def _boundary(x: OrbitInstance, proof: Proof, *, negated: bool = True) -> str:
    return of_theorem("rotary.orbit", "realised", x, proof, role=Role.BOUNDARY, variant="orbit", negated=negated)


def _mutant(part: str, proof: Proof, *, negated: bool = True) -> str:
    return of_theorem("rotary.orbit", part, orbit(), proof, role=Role.MUTANT, variant="any orbits", negated=negated)


def _output(first: fmpq, second: fmpq, *, negated: bool = False) -> str:
    measure = finite_measure([first, second], [vector(E1), vector(MINUS_E2)])
    return _claimed("output", OutputLaw(measure), negated=negated)


TRUE = _claimed("realised", Realisation(MASSES, LAW, UNIT))

LIES = (
    Lie(
        "an output law with weights off by 2^-80",
        "the stated content marginal is not that of the law",
        _output(THIRD + TINY, TWO_THIRDS - TINY, negated=True),
        _output(THIRD, TWO_THIRDS),
    ),
    Lie(
        "the right output law, said to be another",
        "the content marginal does not compare with the target as !=",
        _output(THIRD, TWO_THIRDS, negated=True),
        _output(THIRD, TWO_THIRDS),
    ),
    Lie(
        "a realisation of another target",
        "the content marginal of the law is not the target",
        _boundary(orbit(OFF_IT), Realisation((HALF, HALF), points(E1, MINUS_E2), UNIT), negated=False),
        TRUE,
    ),
    Lie(
        "a realisation that is no maximiser",
        "the energy of the law is not >=",
        _boundary(orbit(OFF_IT), Realisation((HALF, HALF), points(E1, THREE_FIFTHS), UNIT), negated=False),
        TRUE,
    ),
    Lie(
        "a realisation with a mass too few",
        "1 masses for 2 labels",
        _boundary(orbit(OFF_IT), Realisation((fmpq(1),), points(E1), UNIT), negated=False),
        TRUE,
    ),
    Lie(
        "a realisation with a negative mass",
        "expected a positive mass",
        _boundary(orbit(OFF_IT), Realisation((fmpq(3, 2), -HALF), LAW, UNIT), negated=False),
        TRUE,
    ),
    Lie(
        "a realisation that is to show that there is none",
        "a realisation proves no statement of the kind !=",
        _claimed("realised", Realisation(MASSES, LAW, UNIT), negated=True),
        TRUE,
    ),
    Lie(
        "rigidity that is to realise",
        "rigidity realises nothing",
        _boundary(orbit(OFF_IT), Rigid(), negated=False),
        _boundary(orbit(OFF_IT), Rigid()),
    ),
    Lie(
        "no realisation where the target is on one orbit",
        "the orbit of u=(1, 0) holds every point",
        _claimed("realised", Rigid(), negated=True),
        _boundary(orbit(OFF_IT), Rigid()),
    ),
    Lie(
        "no realisation in tokens, where one position alone is not rigid",
        "under free masses some choice of labels is not rigid",
        _boundary(orbit(spread(("1", THREE_FIFTHS)), Reading.TOKENS), Rigid()),
        _boundary(orbit(OFF_IT), Rigid()),
    ),
    Lie(
        "an orbit through points off it",
        "point 0 is not on the orbit of u",
        _mutant("orbit", OrbitPoint(vector(THREE_FIFTHS)), negated=False),
        _claimed("orbit", OrbitPoint(vector(E1))),
    ),
    Lie(
        "a point of the orbit in another dimension",
        "u has 3 coordinates, the points 2",
        _claimed("orbit", OrbitPoint(vector((1, 0, 0)))),
        _claimed("orbit", OrbitPoint(vector(E1))),
    ),
    Lie(
        "no orbit, where there is one",
        "the orbit of u=(1, 0) holds every point",
        _claimed("orbit", OffOrbit(), negated=True),
        _claimed("orbit", OrbitPoint(vector(E1))),
    ),
    Lie(
        "candidates that fail, for one that holds",
        "candidates that fail prove no statement of the kind =",
        _claimed("orbit", OffOrbit()),
        _claimed("orbit", OrbitPoint(vector(E1))),
    ),
    Lie(
        "a point of the orbit, for none",
        "a point of the orbit proves no statement of the kind !=",
        _claimed("orbit", OrbitPoint(vector(E1)), negated=True),
        _claimed("orbit", OrbitPoint(vector(E1))),
    ),
)
