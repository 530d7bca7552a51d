"""Lies about kernels that are neither zonal nor bilinear: ceilings of pairs, and the grid certificate."""

from __future__ import annotations

from dataclasses import replace

from flint import fmpq

from benchmarks.lies.lie import (
    EQ,
    HALVES,
    LE,
    ONE_LABEL,
    TINY,
    TUPLES,
    Lie,
    all_maximisers,
    bound,
    problem,
)
from theorems.model.proof import Ceilings, Grid, Rigid
from theorems.model.real import Real
from verify.certificate import Property

COLLAPSE = Property.COLLAPSE
ZERO = fmpq(0)

# psi_ii = r + r^2, psi_12 = r + r^2/2: the greatest values are 2 and 3/2, so that E <= (2 + 3 + 2)/8 at collapsed laws
PAIRS = problem(2, HALVES, "dot(x, y) + bias(s, t) * dot(x, y)**2", bias=[["1", "1/2"], ["1/2", "1"]])
TOPS = Ceilings(((Real(2),), (Real("3/2"), Real(2))))
# the same with a self term of the first label that peaks at -1, or with a pair that peaks at both ends
SUNK = problem(2, HALVES, "bias(s, t) * dot(x, y) + dot(x, y)**2", bias=[["-1", "1"], ["1", "1"]])
EVEN = problem(2, HALVES, "bias(s, t) * dot(x, y) + dot(x, y)**2", bias=[["1", "0"], ["0", "1"]])

# on S^0 = {-1, 1} the two monomials of degree 1 are 1 and x
PLAIN = Grid(1, 1, ((0,), (0,)), ((0,), (0,)), ((fmpq(2),),))
FIELD = problem(1, ["1"], "x[1] + y[1]")
REPELLED = problem(1, ["1"], "-x[1]*y[1]")
SQUARE = replace(PLAIN, factor=((0,), (1,)), ceilings=((ZERO,),))
THIRD = problem(1, ["1"], "(x[1]*y[1])**2 / 3")
TWO = problem(1, HALVES, "x[1] + y[1]")
FOR_TWO = Grid(1, 1, ((0,),) * 4, ((0, 0),) * 4, ((fmpq(2),), (fmpq(2), fmpq(2))))

# on S^1, without monomials but 1: greatest at x = y = -(1, 1)/sqrt(2), the corner of two faces of the square
DIAGONAL = problem(2, ["1"], "-x[1] - x[2] - y[1] - y[2]")
ROUND = Grid(0, 1, ((0,),), ((0,),), ((fmpq(3),),))

LIES = (
    Lie(
        "a ceiling of a pair that is too low by 2^-80",
        "a profile exceeds its ceiling",
        bound(PAIRS, LE, "7/8", Ceilings(((Real(2),), (Real("3/2") - TINY, Real(2))))),
        bound(PAIRS, LE, "7/8", TOPS),
    ),
    Lie(
        "a ceiling too few",
        "expected 2 rows of 1 to 2 ceilings",
        bound(PAIRS, LE, "7/8", Ceilings(((Real(2),), (Real("3/2"),)))),
        bound(PAIRS, LE, "7/8", TOPS),
    ),
    Lie(
        "ceilings of pairs for a zonal kernel",
        "the kernel has no profiles of pairs",
        bound(ONE_LABEL, LE, 0, Ceilings(((Real(0),),))),
        bound(PAIRS, LE, "7/8", TOPS),
    ),
    Lie(
        "a pair that peaks at -1",
        "the profile of labels 0 and 0 exceeds its value at 1",
        all_maximisers(SUNK, COLLAPSE, EQ, Rigid()),
        all_maximisers(PAIRS, COLLAPSE, EQ, Rigid()),
    ),
    Lie(
        "labels that hang together by a pair that peaks at both ends",
        "the pairs whose profile peaks at 1 alone do not join all labels",
        all_maximisers(EVEN, COLLAPSE, EQ, Rigid()),
        all_maximisers(PAIRS, COLLAPSE, EQ, Rigid()),
    ),
    Lie(
        "a grid ceiling that is too low by 2^-40",
        "labels 0 and 0: a value exceeds the ceiling",
        bound(FIELD, LE, 1, replace(PLAIN, ceilings=((fmpq(2) - fmpq(1, 2**40),),))),
        bound(FIELD, LE, 1, PLAIN),
    ),
    Lie(
        "a grid ceiling that holds at one of the two points",
        "labels 0 and 0: a value exceeds the ceiling",
        bound(FIELD, LE, -1, replace(PLAIN, ceilings=((fmpq(-2),),))),
        bound(FIELD, LE, 1, PLAIN),
    ),
    Lie(
        "a grid ceiling of the diagonal for all laws",
        "labels 0 and 0: a value exceeds the ceiling",
        bound(REPELLED, LE, "-1/2", replace(PLAIN, ceilings=((fmpq(-1),),))),
        bound(REPELLED, LE, "-1/2", replace(PLAIN, ceilings=((fmpq(-1),),)), TUPLES),
    ),
    Lie(
        "a grid without the square that it needs",
        "labels 0 and 0: a value exceeds the ceiling",
        bound(REPELLED, LE, 0, replace(SQUARE, factor=((0,), (0,)))),
        bound(REPELLED, LE, 0, SQUARE),
    ),
    Lie(
        "a grid square taken away instead of added",
        "labels 0 and 0: a value exceeds the ceiling",
        bound(FIELD, LE, "-1/2", replace(PLAIN, factor=((2,), (1,)), ceilings=((fmpq(-1),),))),
        bound(FIELD, LE, "11/2", replace(PLAIN, factor=((2,), (1,)), ceilings=((fmpq(11),),))),
    ),
    Lie(
        "grid prices that lower every pair",
        "a value exceeds the ceiling",
        bound(TWO, LE, -1, replace(FOR_TWO, prices=((-2, -2), (0, 0)) * 2, ceilings=((fmpq(-2),), (fmpq(-2),) * 2))),
        bound(TWO, LE, 1, replace(FOR_TWO, prices=((-2, -2), (0, 0)) * 2)),
    ),
    Lie(
        "a grid ceiling on the circle that holds in the middle of every face",
        "labels 0 and 0: a value exceeds the ceiling",
        bound(DIAGONAL, LE, "5/4", replace(ROUND, ceilings=((fmpq(5, 2),),))),
        bound(DIAGONAL, LE, "3/2", ROUND),
    ),
    Lie(
        "a grid ceiling that no ball can show, 1/3 itself",
        "the ceiling 1/3 is not shown by",
        bound(THIRD, LE, "1/6", replace(PLAIN, ceilings=((fmpq(1, 3),),))),
        bound(THIRD, LE, "1/5", replace(PLAIN, ceilings=((fmpq(2, 5),),))),
    ),
    Lie(
        "a grid in dimension 4",
        "dimension 4, more than 3: too many boxes",
        bound(problem(4, ["1"], "-x[1]*y[1]"), LE, "-1/2", PLAIN),
        bound(REPELLED, LE, 0, SQUARE),
    ),
    Lie(
        "a grid with the denominator 0",
        "degree 1, denominator 0: expected 0 to",
        bound(REPELLED, LE, "-1/2", replace(SQUARE, denominator=0)),
        bound(REPELLED, LE, 0, SQUARE),
    ),
    Lie(
        "a grid of degree 13",
        "degree 13, denominator 1: expected 0 to 12",
        bound(REPELLED, LE, "-1/2", replace(SQUARE, degree=13)),
        bound(REPELLED, LE, 0, replace(SQUARE, degree=12)),
    ),
    Lie(
        "a grid factor whose rows differ in length",
        "expected a factor with 2 rows of one length",
        bound(REPELLED, LE, "-1/2", replace(SQUARE, factor=((0, 1), (1,)))),
        bound(REPELLED, LE, 0, SQUARE),
    ),
    Lie(
        "a grid factor without columns",
        "a factor of 0 columns, expected 1 to",
        bound(REPELLED, LE, "-1/2", replace(SQUARE, factor=((), ()))),
        bound(REPELLED, LE, 0, SQUARE),
    ),
    Lie(
        "grid prices of too few labels",
        "expected prices with 4 rows of 2 entries",
        bound(TWO, LE, 0, replace(FOR_TWO, prices=((0,),) * 4)),
        bound(TWO, LE, 1, FOR_TWO),
    ),
    Lie(
        "a grid ceiling too few",
        "expected 2 rows of 1 to 2 ceilings",
        bound(TWO, LE, 0, replace(FOR_TWO, ceilings=((fmpq(2),), (fmpq(2),)))),
        bound(TWO, LE, 1, FOR_TWO),
    ),
)
