"""S1 and S2 of claims.md, stated anew: hypotheses, claims and their mutants."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from benchmarks.oracle.assertions import Asserted, connected
from benchmarks.oracle.numbers import MP, Json, Number, compare, inner, opposite, unit, vector
from benchmarks.oracle.problems import Law, Problem, dirac, labels_of, problem_of
from benchmarks.oracle.profiles import peaks_at_one, profile_of, returns, top

HALF = Fraction(1, 2)


def read_bias(data: Json) -> dict[str, Any]:
    """A problem without gauges, and u."""
    problem, u = problem_of(data["problem"]), vector(data["u"])
    if problem.bias is None or problem.gauges or len(u) != problem.d or compare(inner(u, u), Fraction(1)) != 0:
        raise ValueError("instance")
    return {"problem": problem, "u": u}


def nonnegative_hypotheses(x: dict[str, Any]) -> dict[str, bool | None]:
    """S1's."""
    problem = x["problem"]
    signs = [[compare(entry, Fraction(0)) for entry in row] for row in problem.weighted]
    return {
        "bias": all(sign >= 0 for row in signs for sign in row),
        "peak": peaks_at_one(problem.phi, problem.d),
        "strict": not returns(problem.phi, problem.d),
        "connected": connected(signs),
    }


def nonnegative(x: dict[str, Any], mutant: str) -> dict[str, Asserted]:
    """S1: phi(1)/2 sum C, at collapsed laws alone."""
    problem, u = x["problem"], x["u"]
    total = problem.total
    if mutant == "token terms":
        rho = problem.masses
        total = sum(k * rho[i] * rho[j] for i, row in enumerate(problem.bias) for j, k in enumerate(row))
    value = top(problem.phi) * total * (1 if mutant == "lost half" else HALF)
    law = [dirac(opposite(u) if mutant == "any tuple" and i == 0 else u) for i in range(problem.n)]
    return {
        "bound": Asserted("supremum", "<" if mutant == "strict bound" else "<=", problem, value),
        "attained": Asserted("energy", "=", problem, value, law=law),
        "collapse": Asserted("collapse", "=", problem),
    }


def cosine(turn: Fraction) -> Number:
    """cos(2 pi turn), exact at the quarters and sixths."""
    turn %= 1
    turn = min(turn, 1 - turn)
    sign = 1
    if turn > Fraction(1, 4):
        turn, sign = HALF - turn, -1
    exact = {Fraction(0): Fraction(1), Fraction(1, 4): Fraction(0), Fraction(1, 6): HALF}
    if turn in exact:
        return sign * exact[turn]
    return sign * MP.cospi(MP.mpf(2 * turn.numerator) / turn.denominator)


def read_toeplitz(data: Json) -> dict[str, Any]:
    """Labels 2 pi j/n, coefficients, a profile and d >= 2."""
    masses, reading = labels_of(data["labels"])
    a = [Fraction(entry) for entry in data["coefficients"]]
    n, d = len(masses), data["dimension"]
    if d < 2 or not a or reading == "tokens":
        raise ValueError("instance")
    steps = [sum(c * cosine(Fraction(m * step, n)) for m, c in enumerate(a)) for step in range(n)]
    bias = [[steps[abs(i - j)] for j in range(n)] for i in range(n)]
    phi = profile_of(data["profile"])
    return {"problem": Problem(d, masses, reading, bias, phi), "coefficients": a, "text": data["profile"]}


def toeplitz_hypotheses(x: dict[str, Any]) -> dict[str, bool | None]:
    """S2's; another text than "r" may mean the same profile, which the suite does not look into."""
    problem = x["problem"]
    linear = all(compare(problem.phi.at(Fraction(k, 9)), Fraction(k, 9)) == 0 for k in range(-9, 10))
    return {
        "resolved": 2 * (len(x["coefficients"]) - 1) < problem.n,
        "equal masses": len(set(problem.masses)) == 1,
        "linear": None if linear and x["text"].strip(" ()+") != "r" else linear,
    }


def _circle(n: int, d: int, m: int) -> Law:
    quarter = Fraction(1, 4)
    rest = (Fraction(0),) * (d - 2)
    turns = [Fraction(m * j, n) for j in range(n)]
    return [dirac((cosine(turn), cosine(turn - quarter), *rest)) for turn in turns]


def toeplitz(x: dict[str, Any], mutant: str) -> dict[str, Asserted]:
    """S2: the greatest mode decides."""
    problem, n, d = x["problem"], x["problem"].n, x["problem"].d
    a0, *others = x["coefficients"]
    modes = [a0, *(a if mutant == "whole modes" else a / 2 for a in others)]
    best = max([Fraction(0), *modes])
    value = best * (1 if mutant == "lost half" else HALF)
    first = next((m for m, mode in enumerate(modes) if mode == best), None)
    e = unit(d, 0)
    law = [[(HALF, e), (HALF, opposite(e))]] * n if first is None else _circle(n, d, first)
    parts = {
        "bound": Asserted("supremum", "<=", problem, value),
        "attained": Asserted("energy", "=", problem, value, law=law),
    }
    if mutant == "sign decides":
        signs = [compare(entry, Fraction(0)) >= 0 for entry in problem.bias[0]]
        parts["spread"] = Asserted("spread", "!=" if all(signs) else "=", problem)
        return parts
    parts["spread"] = Asserted("spread", "!=" if a0 == best else "=", problem)
    alone = a0 == best if mutant == "ties collapse" else a0 == best and modes.count(best) == 1
    parts["collapse"] = Asserted("collapse", "=" if alone and a0 > 0 else "!=", problem)
    return parts
