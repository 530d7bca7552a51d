"""Lies about upper bounds: Pointwise and Circulant."""

from __future__ import annotations

from flint import fmpq

from benchmarks.lies.lie import (
    GE,
    HALVES,
    LE,
    LT,
    ONE_LABEL,
    PAIR,
    REPELLED,
    TINY,
    TUPLES,
    UNIT,
    Lie,
    bound,
    of_theorem,
    points,
    problem,
)
from theorems.draw import profile
from theorems.model.labels import Labels, Reading
from theorems.model.matrix import matrix, vector
from theorems.model.proof import Attained, Circulant, Pointwise, Rigid
from theorems.model.real import Real
from theorems.rotary.bound import RotaryInstance
from verify.certificate import Role

THIRD = ("1/3", "1/3", "1/3")
LEAVES = "the profile leaves"

# -(r - 1/3)^2 + 10^-12 is positive on an interval of length 2 10^-6 alone
SPIKE = problem(2, ["1"], "1/10**12 - (dot(x, y) - 1/3)**2")
SPIKE_TOP = Real("1/1000000000000")

TOEPLITZ = problem(1, THIRD, "bias(s, t) * dot(x, y)", bias=[["0", "1", "-1"], ["1", "0", "1"], ["-1", "1", "0"]])
CIRCULANT = problem(1, THIRD, "bias(s, t) * dot(x, y)", bias=[["0", "1", "1"], ["1", "0", "1"], ["1", "1", "0"]])
EXPONENTIAL = problem(2, ["1"], "exp(dot(x, y))")
BILINEAR = problem(2, ["1"], "x[1]*y[1]")


def stretched(scale: str) -> RotaryInstance:
    """One label whose gauge stretches the first axis."""
    labels = Labels((fmpq(1),), Reading.ATOMIC)
    return RotaryInstance(labels, (matrix([[scale, 0], [0, 1]]),), profile("r"), vector([0, 1]))


def _rotary(scale: str, role: Role, variant: str) -> str:
    return of_theorem("rotary.bound", "bound", stretched(scale), UNIT, role=role, variant=variant)


LIES = (
    Lie(
        "a highest value just below the profile's",
        LEAVES,
        bound(ONE_LABEL, LE, Real("1/2") - TINY, Pointwise(Real(-1), 1 - Real(2 * TINY))),
        bound(ONE_LABEL, LE, "1/2", UNIT),
    ),
    Lie(
        "a profile that passes the highest value between grid points only",
        LEAVES,
        bound(SPIKE, LE, 0, Pointwise(Real(-2), Real(0))),
        bound(SPIKE, LE, SPIKE_TOP / 2, Pointwise(Real(-2), SPIKE_TOP)),
    ),
    Lie(
        "a profile that is lower at both ends than inside",
        LEAVES,
        bound(problem(2, ["1"], "1 - dot(x, y)**2"), LE, 0, Pointwise(Real(0), Real(0))),
        bound(problem(1, ["1"], "1 - dot(x, y)**2"), LE, 0, Pointwise(Real(0), Real(0))),
    ),
    Lie(
        "a lowest value just above the profile's, where the bias is negative",
        LEAVES,
        bound(REPELLED, LE, Real("1/2") - TINY, Pointwise(Real(-1) + 2 * TINY, Real(1))),
        bound(REPELLED, LE, "1/2", UNIT),
    ),
    Lie(
        "a highest value below exp(1)",
        LEAVES,
        bound(EXPONENTIAL, LE, "27/20", Pointwise(Real(0), Real("27/10"))),
        bound(EXPONENTIAL, LE, Real.exp(1) / 2, Pointwise(Real(0), Real.exp(1))),
    ),
    Lie(
        "a highest value below exp(1) in the 17th place, where balls end",
        "is not decided by balls",
        bound(EXPONENTIAL, LE, "1.3591409142295226", Pointwise(Real(0), Real("2.7182818284590452"))),
        bound(EXPONENTIAL, LE, "1.36", Pointwise(Real(0), Real("2.72"))),
    ),
    Lie(
        "a lowest value above the highest",
        "is above highest",
        bound(ONE_LABEL, LE, "-1/2", Pointwise(Real(1), Real(-1))),
        bound(ONE_LABEL, LE, "1/2", UNIT),
    ),
    Lie(
        "a bound with < that is reached",
        "the bound 1/2 is not < 1/2",
        bound(ONE_LABEL, LT, "1/2", UNIT),
        bound(ONE_LABEL, LT, Real("1/2") + TINY, UNIT),
    ),
    Lie(
        "a bound that is too small in the last place",
        "is not <=",
        bound(PAIR, LE, Real("1/2") - TINY, UNIT),
        bound(PAIR, LE, "1/2", UNIT),
    ),
    Lie(
        "the bound of tokens where self terms count",
        "the bound 1/2 is not <= 1/4",
        bound(PAIR, LE, "1/4", UNIT),
        bound(problem(2, HALVES, "dot(x, y)", reading="tokens"), LE, "1/4", UNIT),
    ),
    Lie(
        "the bound over tuples said of all laws",
        "the bound 1/2 is not <= -1/2",
        bound(REPELLED, LE, "-1/2", UNIT),
        bound(REPELLED, LE, "-1/2", UNIT, TUPLES),
    ),
    Lie(
        "an upper bound that is to show that a law exists",
        "an upper bound proves no statement of the kind >=",
        bound(ONE_LABEL, GE, Real("1/2") + TINY, UNIT),
        bound(ONE_LABEL, GE, "1/2", Attained(points((1, 0)))),
    ),
    Lie(
        "a lemma about maximisers that is to show a bound",
        "Rigid is no proof of Supremum",
        bound(ONE_LABEL, LE, "1/3", Rigid()),
        bound(ONE_LABEL, LE, "1/2", UNIT),
    ),
    Lie(
        "a gauge that stretches, with the range of the profile on [-1, 1]",
        "gauge 0 is not orthogonal",
        _rotary("2", Role.BOUNDARY, "orthogonal"),
        _rotary("-1", Role.CLAIM, ""),
    ),
    Lie(
        "a bilinear kernel bounded as if it were zonal",
        "expected the form k(s,t) phi",
        bound(BILINEAR, LE, "1/4", Pointwise(Real(0), Real("1/2"))),
        bound(problem(2, ["1"], "dot(x, y)/2"), LE, "1/4", UNIT),
    ),
    Lie(
        "a Toeplitz bias that is not circulant",
        "C is not circulant at (1, 0)",
        bound(TOEPLITZ, LE, 0, Circulant()),
        bound(CIRCULANT, LE, "1/3", Circulant()),
    ),
    Lie(
        "a circulant bound that is too small in the last place",
        "the bound 1/3 is not <=",
        bound(CIRCULANT, LE, Real("1/3") - TINY, Circulant()),
        bound(CIRCULANT, LE, "1/3", Circulant()),
    ),
    Lie(
        "a bilinear kernel with a circulant bound",
        "a kernel other than k(s, t) phi(r)",
        bound(BILINEAR, LE, "1/4", Circulant()),
        bound(ONE_LABEL, LE, "1/2", Circulant()),
    ),
)
