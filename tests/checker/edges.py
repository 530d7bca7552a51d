"""Edges of the checker that no certificate reaches, since no theorem file claims them: assertions made by hand."""

from __future__ import annotations

from dataclasses import dataclass

from flint import fmpq

from theorems.draw import ones, profile
from theorems.model.assertion import (
    Affine,
    Assertion,
    Convex,
    Domain,
    Masses,
    Orbit,
    Realisable,
    Relation,
    Supremum,
    Unique,
)
from theorems.model.kernel import BilinearKernel, PairKernel, ZonalKernel
from theorems.model.label_table import LabelTable
from theorems.model.labels import Labels, Reading
from theorems.model.law import Law, Measure, finite_measure, graph_law
from theorems.model.matrix import Matrix, identity, matrix, vector
from theorems.model.parser import parse
from theorems.model.problem import Problem
from theorems.model.proof import (
    Ceilings,
    CurvedSelfTerm,
    FlatSelfTerm,
    Linear,
    OffOrbit,
    OrbitPoint,
    Pointwise,
    PositiveCoefficients,
    Proof,
    Realisation,
    Rigid,
    TwoMaximisers,
)
from theorems.model.real import Real

EQ, NE = Relation.EQ, Relation.NE
HALF, THIRD = fmpq(1, 2), fmpq(1, 3)
TINY = fmpq(1, 2**80)

E1, E2, MINUS = vector([1, 0]), vector([0, 1]), vector([-1, 0])
MINUS_E2 = vector([0, -1])
TURN = matrix([[0, -1], [1, 0]])
UPPER = Pointwise(Real(-1), Real(1))


@dataclass(frozen=True)
class Edge:
    """A proof that is refused for a reason, and its accepted neighbour.

    Attributes:
        name: what is wrong, in words.
        reason: a part of the message.
        refused: an assertion and a proof.
        accepted: the same, just inside.
    """

    name: str
    reason: str
    refused: tuple[Assertion, Proof]
    accepted: tuple[Assertion, Proof]


def atoms(text: str, *gauges: Matrix, masses: tuple[fmpq, ...] = (HALF, HALF)) -> Problem:
    """Atoms with k = 1, in the plane."""
    return Problem(2, Labels(masses, Reading.ATOMIC), ZonalKernel(ones(len(masses)), profile(text), gauges))


ONE = atoms("r", masses=(fmpq(1),))
EVEN = atoms("r**2", masses=(fmpq(1),))
FLAT = atoms("1", masses=(fmpq(1),))
TURNED = atoms("r", identity(2), TURN)
UNEQUAL = atoms("r", identity(2), TURN, masses=(THIRD, 1 - THIRD))
OUTPUT = finite_measure([HALF, HALF], [E1, MINUS_E2])
APART = finite_measure([HALF, HALF], [E1, vector([Real("3/5"), Real("4/5")])])
LAW = graph_law([E1, MINUS_E2])
BALANCED = Law((finite_measure([HALF, HALF], [E1, MINUS]),))
# <x, y> as a bilinear kernel
DOT = Problem(2, Labels((fmpq(1),), Reading.ATOMIC), BilinearKernel(((identity(2),),)))
SQUARE_ROOT = atoms("sqrt(2 + r)", masses=(fmpq(1),))
STRETCH = matrix([[1 + TINY, 0], [0, 1]])


def pairs(*gauges: Matrix) -> Problem:
    """One label, psi(r) = r + s t r^2 at s = t = 1."""
    kernel = PairKernel(parse("r + s * t * r**2", ("r", "s", "t")), LabelTable(2, vector([1])), gauges)
    return Problem(2, Labels((fmpq(1),), Reading.ATOMIC), kernel)


ZERO_FACTOR = Linear(1, ((0,), (0,)), (fmpq(1),))


def realisable(
    problem: Problem, relation: Relation, target: Measure = OUTPUT, kept: Masses = Masses.FIXED
) -> Realisable:
    """The target as an output of a maximiser."""
    return Realisable(problem, kept, target, relation)


CURVED = CurvedSelfTerm(graph_law([E1]), finite_measure([fmpq(1)], [MINUS]))
REALISED = Realisation((HALF, HALF), LAW, UPPER)
SPHERE = (identity(2), TURN)

TOP = Ceilings(((Real(2),),))

EDGES = (
    Edge(
        "ceilings of pairs whose gauge is orthogonal but for 2^-80",
        "a gauge is not orthogonal",
        (Supremum(pairs(STRETCH), Domain.LAWS, Relation.LE, Real(1)), TOP),
        (Supremum(pairs(TURN), Domain.LAWS, Relation.LE, Real(1)), TOP),
    ),
    Edge(
        "a convex energy by positive coefficients of a pair's profile",
        "the kernel is neither zonal nor bilinear",
        (Convex(pairs(), EQ), PositiveCoefficients()),
        (Convex(ONE, EQ), PositiveCoefficients()),
    ),
    Edge(
        "a flat self term of a label that is not there",
        "label 1 is none of the 1 labels",
        (Affine(FLAT, 1, EQ), FlatSelfTerm()),
        (Affine(FLAT, 0, EQ), FlatSelfTerm()),
    ),
    Edge(
        "a curved self term of a label before the first",
        "label -1 is none of the 1 labels",
        (Affine(ONE, -1, NE), CURVED),
        (Affine(ONE, 0, NE), CURVED),
    ),
    Edge(
        "a curved self term for an affine energy",
        "a curved self term proves no statement of the kind =",
        (Affine(ONE, 0, EQ), CURVED),
        (Affine(ONE, 0, NE), CURVED),
    ),
    Edge(
        "a bend that has no exact form",
        "the energy has no exact form: sqrt(",
        (Affine(SQUARE_ROOT, 0, NE), CurvedSelfTerm(graph_law([E1]), finite_measure([fmpq(1)], [MINUS]))),
        (Affine(ONE, 0, NE), CURVED),
    ),
    Edge(
        "two maximisers of a bilinear kernel, which has no gauge frame",
        "the kernel has no gauge frame in which O(d) is a symmetry",
        (Unique(DOT, NE), TwoMaximisers(graph_law([E1]), graph_law([E2]), ZERO_FACTOR)),
        (Unique(EVEN, NE), TwoMaximisers(graph_law([E1]), BALANCED, UPPER)),
    ),
    Edge(
        "a realisation with masses other than the problem's",
        "the masses are not those of the problem",
        (realisable(UNEQUAL, EQ), REALISED),
        (realisable(TURNED, EQ), REALISED),
    ),
    Edge(
        "a realisation under its own masses, where these are free",
        "the content marginal of the law is not the target",
        (realisable(UNEQUAL, EQ, kept=Masses.FREE), Realisation((THIRD, 1 - THIRD), LAW, UPPER)),
        (realisable(UNEQUAL, EQ, kept=Masses.FREE), REALISED),
    ),
    Edge(
        "no output in a dimension where none lives",
        "the target lives in dimension 1, the problem in 2",
        (realisable(TURNED, NE, finite_measure([fmpq(1)], [vector([1])])), Rigid()),
        (realisable(TURNED, NE, APART), Rigid()),
    ),
    Edge(
        "no output where the target is that of a maximiser",
        "the target is the output of the maximiser with u=(1, 0)",
        (realisable(TURNED, NE), Rigid()),
        (realisable(UNEQUAL, NE), Rigid()),
    ),
    Edge(
        "an orbit without gauges",
        "an orbit needs a gauge and a point",
        (Orbit((), (E1,), NE), OffOrbit()),
        (Orbit(SPHERE, (E1, MINUS_E2), EQ), OrbitPoint(E1)),
    ),
    Edge(
        "an orbit without points",
        "an orbit needs a gauge and a point",
        (Orbit(SPHERE, (), EQ), OrbitPoint(E1)),
        (Orbit(SPHERE, (E1,), EQ), OrbitPoint(E1)),
    ),
    Edge(
        "an orbit of a gauge that is orthogonal but for 2^-80",
        "gauge 0 is not an orthogonal matrix of size 2",
        (Orbit((matrix([[1 + TINY, 0], [0, 1]]),), (E1, E2), NE), OffOrbit()),
        (Orbit((identity(2),), (E1, E2), NE), OffOrbit()),
    ),
    Edge(
        "an orbit of a gauge of another size",
        "gauge 0 is not an orthogonal matrix of size 2",
        (Orbit((identity(3),), (E1,), EQ), OrbitPoint(E1)),
        (Orbit((identity(2),), (E1,), EQ), OrbitPoint(E1)),
    ),
    Edge(
        "a point of an orbit that is off the sphere by 2^-80",
        "point 1 is not on the sphere of dimension 2",
        (Orbit((identity(2),), (E1, vector([0, 1 + TINY])), NE), OffOrbit()),
        (Orbit((identity(2),), (E1, E2), NE), OffOrbit()),
    ),
    Edge(
        "a point of an orbit in another dimension",
        "point 1 is not on the sphere of dimension 2",
        (Orbit((identity(2),), (E1, vector([1])), NE), OffOrbit()),
        (Orbit((identity(2),), (E1, E2), NE), OffOrbit()),
    ),
)
