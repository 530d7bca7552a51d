"""Lies about the linear certificate: multipliers, factors and exact elimination."""

from __future__ import annotations

from flint import fmpq

from benchmarks.lies.lie import HALVES, LE, ONE_LABEL, PAIR, REPELLED, TINY, TUPLES, Lie, bound, problem
from theorems.model.proof import Linear, Semidefinite

HALF, QUARTER, ZERO = fmpq(1, 2), fmpq(1, 4), fmpq(0)

# C = [[1, -2], [-2, 1]]/4: F = (1, 1)/2 leaves D = [[2, -1], [-1, 2]]/4
SIGNED = problem(2, HALVES, "bias(s, t) * dot(x, y)", bias=[["1", "-2"], ["-2", "1"]])
FITTING = ((1,), (1,))
THREES = (fmpq(3, 4), fmpq(3, 4))

MANY = 41


def _many(count: int) -> str:
    return problem(1, [f"1/{count}"] * count, "dot(x, y)")


def _uniform(count: int) -> Semidefinite:
    return Semidefinite((fmpq(1, count),) * count)


LIES = (
    Lie(
        "a multiplier that is too small by 2^-80",
        "multiplier 1 is too small",
        bound(SIGNED, LE, fmpq(3, 4) - TINY / 2, Linear(2, FITTING, (THREES[0], THREES[1] - TINY))),
        bound(SIGNED, LE, "3/4", Linear(2, FITTING, THREES)),
    ),
    Lie(
        "a denominator of 0",
        "denominator 0 is not positive",
        bound(SIGNED, LE, "1/4", Linear(0, FITTING, (QUARTER, QUARTER))),
        bound(SIGNED, LE, "3/4", Linear(2, FITTING, THREES)),
    ),
    Lie(
        "a negative denominator",
        "denominator -2 is not positive",
        bound(SIGNED, LE, "3/4", Linear(-2, FITTING, THREES)),
        bound(SIGNED, LE, "3/4", Linear(2, FITTING, THREES)),
    ),
    Lie(
        "an empty factor",
        "the factor has 0 rows, the matrix 2",
        bound(PAIR, LE, 0, Linear(1, (), (ZERO, ZERO))),
        bound(PAIR, LE, "1/2", Linear(1, ((), ()), (HALF, HALF))),
    ),
    Lie(
        "a factor with one row too few for a bilinear kernel",
        "the factor has 1 rows, the matrix 2",
        bound(problem(2, ["1"], "x[1]*y[1]"), LE, 0, Linear(1, ((0,),), (ZERO,))),
        bound(problem(2, ["1"], "x[1]*y[1]"), LE, "1/2", Linear(1, ((0,), (0,)), (fmpq(1),))),
    ),
    Lie(
        "the multiplier of a bilinear block that is not the largest of its rows",
        "multiplier 0 is too small: it is 0, the factor needs 3",
        bound(problem(2, ["1"], "3*x[1]*y[1]"), LE, 0, Linear(1, ((0,), (0,)), (ZERO,))),
        bound(problem(2, ["1"], "3*x[1]*y[1]"), LE, "3/2", Linear(1, ((0,), (0,)), (fmpq(3),))),
    ),
    Lie(
        "a factor with a row that is longer than any needs",
        "a row of the factor has 65 entries, more than 64",
        bound(SIGNED, LE, "3/4", Linear(2, ((1, *(0,) * 64), (1,)), THREES)),
        bound(SIGNED, LE, "3/4", Linear(2, ((1, *(0,) * 63), (1,)), THREES)),
    ),
    Lie(
        "a multiplier too few",
        "1 multipliers for 2 labels",
        bound(PAIR, LE, "1/4", Semidefinite((HALF,))),
        bound(PAIR, LE, "1/2", Semidefinite((HALF, HALF))),
    ),
    Lie(
        "a profile that is not linear",
        "expected a r + b with rational a, b",
        bound(problem(2, ["1"], "dot(x, y)**2 + dot(x, y)"), LE, "1/2", Semidefinite((fmpq(1),))),
        bound(problem(2, ["1"], "1 + dot(x, y)"), LE, 1, Semidefinite((fmpq(1),))),
    ),
    Lie(
        "multipliers that do not dominate by 2^-80",
        "Diag(l) - C is not positive semidefinite",
        bound(PAIR, LE, HALF - TINY / 2, Semidefinite((HALF, HALF - TINY))),
        bound(PAIR, LE, HALF, Semidefinite((HALF, HALF))),
    ),
    Lie(
        "a negative multiplier that pays over all laws",
        "the bound 0 is not <= -1/2",
        bound(REPELLED, LE, "-1/2", Semidefinite((fmpq(-1),))),
        bound(REPELLED, LE, "-1/2", Semidefinite((fmpq(-1),)), TUPLES),
    ),
    Lie(
        "a negative multiplier of a factor that pays over all laws",
        "the bound 0 is not <= -1/2",
        bound(REPELLED, LE, "-1/2", Linear(1, ((0,),), (fmpq(-1),))),
        bound(REPELLED, LE, "-1/2", Linear(1, ((0,),), (fmpq(-1),)), TUPLES),
    ),
    Lie(
        "elimination of an irrational matrix",
        "the matrix is not rational: give a factor",
        bound(problem(2, ["1"], "exp(1) * dot(x, y)"), LE, "1/2", Semidefinite((fmpq(1),))),
        bound(problem(2, ["1"], "exp(1) * dot(x, y)"), LE, "3/2", Linear(1, ((0,),), (fmpq(3),))),
    ),
    Lie(
        "a multiplier below exp(1) in the 21st place",
        "multiplier 0 is too small",
        bound(
            problem(2, ["1"], "exp(1) * dot(x, y)"), LE, 2, Linear(1, ((0,),), (fmpq(271828182845904523536, 10**20),))
        ),
        bound(
            problem(2, ["1"], "exp(1) * dot(x, y)"), LE, 2, Linear(1, ((0,),), (fmpq(271828182845904523537, 10**20),))
        ),
    ),
    Lie(
        "elimination beyond 40 rows",
        "a matrix of 41 rows, more than 40: give a factor",
        bound(_many(MANY), LE, "1/4", _uniform(MANY)),
        bound(_many(MANY - 1), LE, "1/2", _uniform(MANY - 1)),
    ),
    Lie(
        "two mean-zero labels, the multipliers of tuples",
        "the bound 0 is not <= -1/4",
        bound(problem(2, HALVES, "-(1 - abs(s - t)) * dot(x, y)"), LE, "-1/4", Semidefinite((-QUARTER, -QUARTER))),
        bound(
            problem(2, HALVES, "-(1 - abs(s - t)) * dot(x, y)"), LE, "-1/4", Semidefinite((-QUARTER, -QUARTER)), TUPLES
        ),
    ),
    Lie(
        "the constant of a profile left out",
        "the bound 1 is not <= 1/2",
        bound(problem(2, ["1"], "1 + dot(x, y)"), LE, "1/2", Linear(1, ((0,),), (fmpq(1),))),
        bound(ONE_LABEL, LE, "1/2", Linear(1, ((0,),), (fmpq(1),))),
    ),
)
