"""Edges of the moment rule: proofs by hand that are refused, each with its accepted neighbour."""

from __future__ import annotations

from dataclasses import replace

from flint import fmpq

from tests.checker.edges import Edge
from theorems.draw import ones, profile
from theorems.model.assertion import Domain, Relation, Supremum
from theorems.model.kernel import BilinearKernel, ZonalKernel
from theorems.model.labels import Labels, Reading
from theorems.model.matrix import identity, matrix
from theorems.model.problem import Problem
from theorems.model.proof import Moment, Relaxation
from theorems.model.real import Real

HALF = fmpq(1, 2)
ZERO, ONE = fmpq(0), fmpq(1)
PAIR = Relaxation(hausdorff=0, zonal=1, level=0, vertices=0, free_diagonal=False, torus=0)
TORUS = replace(PAIR, zonal=0, torus=1)
FREE = replace(PAIR, free_diagonal=True)
IDENTITY = (ZERO, ONE)
NOTHING = Moment(PAIR, (IDENTITY,), 0, (((0,), (0,)),))
"""Z = 0, the trivial bound 1/2 sum |C_ij|."""


def problem(bias: object, text: str = "r", reading: Reading = Reading.ATOMIC, gauges=()) -> Problem:
    """Two labels of mass 1/2 in the plane."""
    kernel = ZonalKernel(matrix([[bias, 1], [1, bias]]), profile(text), gauges)  # pyright: ignore[reportArgumentType]
    return Problem(2, Labels((HALF, HALF), reading), kernel)


def bound(proof: Moment, of: Problem | None = None, value: object = 1, domain: Domain = Domain.LAWS):
    """E <= value, which is far above what the trivial bound needs."""
    claim = Supremum(problem(1) if of is None else of, domain, Relation.LE, Real(value))  # pyright: ignore[reportArgumentType]
    return claim, proof


ACCEPTED = bound(NOTHING)
LONG = 2**512
DOT = Problem(2, Labels((ONE,), Reading.ATOMIC), BilinearKernel(((identity(2),),)))
STRETCHED = problem(1, gauges=(identity(2), matrix([[2, 0], [0, 1]])))
TURNED = problem(1, gauges=(identity(2), matrix([[0, -1], [1, 0]])))
HUGE = problem(Real.exp(fmpq(3000)))
LARGE = problem(Real.exp(fmpq(2)))

EDGES = (
    Edge(
        "a moment relaxation over Diracs where spreading a slice pays",
        "self term 0 gains from spreading the slice: free the diagonal",
        bound(NOTHING, problem(-1)),
        bound(replace(NOTHING, relaxation=FREE), problem(-1)),
    ),
    Edge(
        "moment factors on a grid of 2^-257",
        "bits 257: expected 0 to 256",
        bound(replace(NOTHING, bits=257)),
        bound(replace(NOTHING, bits=256)),
    ),
    Edge(
        "moment factors on a grid coarser than 1",
        "bits -1: expected 0 to 256",
        bound(replace(NOTHING, bits=-1)),
        ACCEPTED,
    ),
    Edge(
        "no factor for a block",
        "0 factors for 1 blocks",
        bound(replace(NOTHING, factors=())),
        ACCEPTED,
    ),
    Edge(
        "a factor of a block with a row too many",
        "factor 0: expected 2 rows of one length, at most that",
        bound(replace(NOTHING, factors=(((0,), (0,), (0,)),))),
        ACCEPTED,
    ),
    Edge(
        "a factor of a block with more columns than rows",
        "factor 0: expected 2 rows of one length, at most that",
        bound(replace(NOTHING, factors=(((0,) * 3, (0,) * 3),))),
        bound(replace(NOTHING, factors=(((0,) * 2, (0,) * 2),))),
    ),
    Edge(
        "a factor of a block whose rows differ in length",
        "factor 0: expected 2 rows of one length, at most that",
        bound(replace(NOTHING, factors=(((0,), ()),))),
        bound(replace(NOTHING, factors=(((), ()),))),
    ),
    Edge(
        "an entry of 513 bits",
        "factor 0: an entry is longer than 512 bits",
        bound(replace(NOTHING, factors=(((LONG,), (0,)),))),
        bound(replace(NOTHING, bits=256, factors=(((LONG - 1,), (0,)),)), value=2**513),
    ),
    Edge(
        "a polynomial of degree 65",
        "a polynomial of more than degree 64",
        bound(replace(NOTHING, polynomials=((*IDENTITY, *(ZERO,) * 64),))),
        bound(replace(NOTHING, polynomials=((*IDENTITY, *(ZERO,) * 63),))),
    ),
    Edge(
        "polynomials of degree 64 for 200 labels",
        "200 labels and polynomials of 65 terms: more than 1000000 in all",
        bound(
            Moment(PAIR, ((*IDENTITY, *(ZERO,) * 63),), 0, (((0,),) * 200,)),
            Problem(2, Labels((fmpq(1, 200),) * 200, Reading.ATOMIC), ZonalKernel(ones(200), profile("r"))),
        ),
        ACCEPTED,
    ),
    Edge(
        "a profile without a polynomial",
        "profile 1 has no polynomial",
        bound(replace(NOTHING, polynomials=())),
        ACCEPTED,
    ),
    Edge(
        "two polynomials for one profile",
        "2 polynomials for 1 profiles",
        bound(replace(NOTHING, polynomials=(IDENTITY, IDENTITY))),
        ACCEPTED,
    ),
    Edge(
        "a weight of exp(3000)",
        "expected less than 2^4096 in size",
        bound(NOTHING, HUGE),
        bound(NOTHING, LARGE, value=4),
    ),
    Edge(
        "moments of a bilinear kernel",
        "kernel: expected one whose contents meet in",
        bound(Moment(PAIR, (IDENTITY,), 0, (((0,),),)), DOT),
        ACCEPTED,
    ),
    Edge(
        "moments where a gauge stretches the sphere",
        "gauge 1 is not orthogonal",
        bound(NOTHING, STRETCHED),
        bound(NOTHING, TURNED),
    ),
    Edge(
        "a profile with a kink",
        "abs has no analytic continuation",
        bound(NOTHING, problem(0, "abs(r)")),
        bound(NOTHING, problem(0, "exp(r)")),
    ),
    Edge(
        "a profile with a pole at 1",
        "no disc of radius above 1 is known on which it is analytic",
        bound(NOTHING, problem(0, "1/(1 - r)")),
        bound(NOTHING, problem(0, "1/(2 - r)")),
    ),
    Edge(
        "a profile beyond 2^4096",
        "not below 2^4096",
        bound(NOTHING, problem(0, "exp(10**6*r)")),
        ACCEPTED,
    ),
    Edge(
        "an odd degree of Hausdorff's blocks",
        "hausdorff=3: expected an even degree from 0 to 32",
        bound(replace(NOTHING, relaxation=replace(PAIR, hausdorff=3))),
        ACCEPTED,
    ),
    Edge(
        "zonal blocks of degree 33",
        "zonal=33: expected a degree from 0 to 32",
        bound(replace(NOTHING, relaxation=replace(PAIR, zonal=33), factors=NOTHING.factors * 33)),
        bound(replace(NOTHING, relaxation=replace(PAIR, zonal=32), factors=NOTHING.factors * 32)),
    ),
    Edge(
        "Bachoc-Vallentin blocks of degree 6",
        "vertices=6: expected a degree from 0 to 5",
        bound(replace(NOTHING, relaxation=replace(PAIR, vertices=6))),
        ACCEPTED,
    ),
    Edge(
        "trigonometric blocks of radius 5",
        "torus=5: expected a radius from 1 to 4, in dimension 2",
        bound(replace(NOTHING, relaxation=replace(TORUS, torus=5))),
        bound(replace(NOTHING, relaxation=TORUS, factors=(((0,), (0,)), ((0,),), ()))),
    ),
    Edge(
        "trigonometric blocks beside those of the second level",
        "torus: expected no level, no vertices and no free diagonal beside it",
        bound(replace(NOTHING, relaxation=replace(TORUS, level=2))),
        ACCEPTED,
    ),
    Edge(
        "trigonometric blocks with turns of degree 33",
        "torus: expected hausdorff and zonal degrees from 0 to 32",
        bound(replace(NOTHING, relaxation=replace(TORUS, hausdorff=33))),
        ACCEPTED,
    ),
    Edge(
        "a fourth level",
        "level=4: expected one of (0, 2, 3)",
        bound(replace(NOTHING, relaxation=replace(PAIR, level=4))),
        ACCEPTED,
    ),
    Edge(
        "the second level with a free diagonal",
        "others hold at Diracs only",
        bound(replace(NOTHING, relaxation=replace(FREE, level=2))),
        ACCEPTED,
    ),
    Edge(
        "a bound just below what a moment proof gives",
        "the bound 1/2 is not <=",
        bound(NOTHING, value="49/100"),
        bound(NOTHING, value="1/2"),
    ),
)
