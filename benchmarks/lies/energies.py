"""Lies about a given law: its energy, its shape, its points and weights, and numbers computed from it."""

from __future__ import annotations

from flint import fmpq

from benchmarks.lies.lie import (
    E1,
    E2,
    GE,
    GT,
    LAWS,
    LE,
    ONE_LABEL,
    PAIR,
    REPELLED,
    TINY,
    TUPLES,
    UNIT,
    Lie,
    bound,
    edited,
    of_theorem,
    points,
    problem,
    spread,
)
from theorems.diracization.affinity import SliceInstance
from theorems.diracization.finite import LawInstance
from theorems.draw import ones, profile
from theorems.model.kernel import ZonalKernel
from theorems.model.labels import Labels, Reading
from theorems.model.law import Law, graph_law
from theorems.model.matrix import vector
from theorems.model.problem import Problem
from theorems.model.proof import Attained, Compared, CurvedSelfTerm, EnergyValue, FlatSelfTerm
from theorems.model.real import Real, RealLike
from verify.certificate import Role

HALF = fmpq(1, 2)
EXPONENTIAL = problem(2, ["1"], "exp(dot(x, y))")
BALANCED = Law((spread(("1/2", E1), ("1/2", (-1, 0))),))
TILTED = spread(("1/2", E1), ("1/2", E2))

ATOM = "proof", "law", "slices", 0, "atoms", 0


def slices(text: str, *, label: int = 0) -> SliceInstance:
    """One atom, k = 1, two laws."""
    made = Problem(2, Labels((fmpq(1),), Reading.ATOMIC), ZonalKernel(ones(1), profile(text)))
    return SliceInstance(made, graph_law([vector(E1)]), graph_law([vector((-1, 0))]), label)


def pair() -> LawInstance:
    """Two atoms that attract, at a right angle; E = 1/4."""
    made = Problem(2, Labels((HALF, HALF), Reading.ATOMIC), ZonalKernel(ones(2), profile("r")))
    return LawInstance(made, graph_law([vector(E1), vector(E2)]))


def _curved(text: str, end: tuple[int, int]) -> str:
    proof = CurvedSelfTerm(points(E1), spread(("1", end)))
    x = slices(text)
    return of_theorem("diracization.affinity", "affine", x, proof, role=Role.BOUNDARY, variant="flat", negated=True)


def _flat(text: str, role: Role = Role.CLAIM, variant: str = "") -> str:
    return of_theorem("diracization.affinity", "affine", slices(text), FlatSelfTerm(), role=role, variant=variant)


def _expansion(*difference: RealLike, negated: bool = False) -> str:
    proof = Compared(vector(difference))
    return of_theorem("diracization.affinity", "expansion", slices("1"), proof, negated=negated)


def _greedy(energy: RealLike, *, negated: bool = False) -> str:
    proof = EnergyValue(Real.of(energy))
    return of_theorem("diracization.finite", "greedy", pair(), proof, negated=negated)


LIES = (
    Lie(
        "an energy that is too small by 2^-80",
        "the energy of the law is not >=",
        bound(PAIR, GE, fmpq(1, 4) + TINY, Attained(points(E1, E2))),
        bound(PAIR, GE, "1/4", Attained(points(E1, E2))),
    ),
    Lie(
        "an energy that is only reached, with >",
        "the energy of the law is not > 1/2",
        bound(PAIR, GT, "1/2", Attained(points(E1, E1))),
        bound(PAIR, GT, HALF - TINY, Attained(points(E1, E1))),
    ),
    Lie(
        "an energy exp(1)/2 that is rounded up",
        "the energy of the law is not >=",
        bound(EXPONENTIAL, GE, "1.35914091422952261769", Attained(points(E1))),
        bound(EXPONENTIAL, GE, "1.35914091422952261768", Attained(points(E1))),
    ),
    Lie(
        "an energy without an exact form, off by 10^-15",
        "the energy of the law is not >=",
        bound(problem(2, ["1"], "sqrt(1 + dot(x, y))"), GE, "0.707106781186548", Attained(points(E1))),
        bound(problem(2, ["1"], "sqrt(1 + dot(x, y))"), GE, "0.707106781186547", Attained(points(E1))),
    ),
    Lie(
        "a tie without an exact form",
        "the energy has no exact form and balls do not decide",
        bound(problem(2, ["1"], "sqrt(1 + dot(x, y))**2 / 2"), GT, "1/2", Attained(points(E1))),
        bound(problem(2, ["1"], "(1 + dot(x, y)) / 2"), GE, "1/2", Attained(points(E1))),
    ),
    Lie(
        "a tuple one slice of which is no Dirac mass",
        "a slice of the law is not a Dirac mass",
        bound(REPELLED, GE, 0, Attained(BALANCED), TUPLES),
        bound(REPELLED, GE, 0, Attained(BALANCED), LAWS),
    ),
    Lie(
        "one law that is to bound all laws",
        "one law proves no bound of the kind <=",
        bound(PAIR, LE, "1/4", Attained(points(E1, E2))),
        bound(PAIR, LE, "1/2", UNIT),
    ),
    Lie(
        "a law with a slice too many",
        "the law has 2 slices, the problem 1 labels",
        bound(ONE_LABEL, GE, 1, Attained(points(E1, E1))),
        bound(ONE_LABEL, GE, "1/2", Attained(points(E1))),
    ),
    Lie(
        "a law without a slice",
        "the law has 0 slices, the problem 1 labels",
        bound(ONE_LABEL, GE, 1, Attained(Law(()))),
        bound(ONE_LABEL, GE, "1/2", Attained(points(E1))),
    ),
    Lie(
        "a law in a higher dimension",
        "the law lives in dimension 3, the problem in 2",
        bound(problem(2, ["1"], "x[1]*y[1]"), GE, 1, Attained(points((1, 0, 0)))),
        bound(problem(2, ["1"], "x[1]*y[1]"), GE, "1/2", Attained(points(E1))),
    ),
    Lie(
        "a point just off the sphere",
        "expected a point with <x, x> = 1",
        edited(bound(ONE_LABEL, GE, HALF + TINY, Attained(points(E1))), *ATOM, "point", to=[str(1 + TINY), "0"]),
        bound(ONE_LABEL, GE, HALF, Attained(points(E1))),
    ),
    Lie(
        "weights that sum to 1 + 2^-80",
        f"sum(weights)={1 + TINY}: expected 1",
        edited(bound(ONE_LABEL, GE, HALF + TINY, Attained(points(E1))), *ATOM, "weight", to=str(1 + TINY)),
        bound(ONE_LABEL, GE, HALF, Attained(points(E1))),
    ),
    Lie(
        "a negative weight",
        "expected a positive weight",
        edited(
            edited(bound(ONE_LABEL, GE, 2, Attained(Law((TILTED,)))), *ATOM, "weight", to="2"),
            "proof",
            "law",
            "slices",
            0,
            "atoms",
            1,
            "weight",
            to="-1",
        ),
        bound(ONE_LABEL, GE, "1/4", Attained(Law((TILTED,)))),
    ),
    Lie(
        "points of two dimensions in one slice",
        "points of dimensions 2 and 1 in one measure",
        edited(
            bound(ONE_LABEL, GE, HALF, Attained(Law((TILTED,)))),
            "proof",
            "law",
            "slices",
            0,
            "atoms",
            1,
            "point",
            to=["1"],
        ),
        bound(ONE_LABEL, GE, "1/4", Attained(Law((TILTED,)))),
    ),
    Lie(
        "a stated energy that is off by 2^-80",
        "the energy of the law is not =",
        _greedy(fmpq(1, 4) + TINY),
        _greedy(fmpq(1, 4)),
    ),
    Lie(
        "a true energy that is said not to compare",
        "the energy 1/4 is not < 1/4",
        _greedy(fmpq(1, 4), negated=True),
        _greedy(fmpq(1, 4)),
    ),
    Lie(
        "a stated difference that is not that of the lists",
        "entry 1: the stated difference",
        _expansion(0, TINY, negated=True),
        _expansion(0, 0),
    ),
    Lie(
        "a comparison of no numbers",
        "lists of 2, 2 and 0 numbers do not compare",
        _expansion(negated=True),
        _expansion(0, 0),
    ),
    Lie(
        "two lists that agree and are said not to",
        "the two lists do not compare as !=",
        _expansion(0, 0, negated=True),
        _expansion(0, 0),
    ),
    Lie(
        "a self term that is flat but for 10^-30",
        "the self term of label 0 is not flat",
        _flat("1 + r/10**30", Role.BOUNDARY, "flat"),
        _flat("1"),
    ),
    Lie(
        "a bent self term that is said to be flat, by the lemma of flat ones",
        "a flat self term proves no statement of the kind !=",
        of_theorem("diracization.affinity", "affine", slices("1"), FlatSelfTerm(), negated=True),
        _flat("1"),
    ),
    Lie(
        "two slices between which the energy does not bend",
        "the energy at the midpoint is the mean of those at the ends",
        _curved("r", E1),
        _curved("r", (-1, 0)),
    ),
)
