"""D4 of claims.md, stated anew, and whether an energy is convex on the laws with the fixed label marginal.

With orthogonal gauges E is convex iff b_l C is PSD for every l >= 1, phi = sum_l b_l P_l in Gegenbauer polynomials
(d = 1: in 1 and r): the harmonics of degree l of the slices are free, and those of degree 0 are the masses.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Any

from benchmarks.oracle.assertions import Asserted, Hints
from benchmarks.oracle.diracization import fitting, greedy
from benchmarks.oracle.numbers import MP, Json, Matrix, Number, compare, positive, real
from benchmarks.oracle.problems import Problem, energy, law_of, problem_of
from benchmarks.oracle.profiles import Profile, constant

HALF = Fraction(1, 2)
NODES = 48
DEGREES = 10
"""Harmonics looked at for a sign; power series that are known to be >= 0 need none."""

FAINT = MP.mpf(10) ** -60


@lru_cache(256)
def power_series(phi: Profile) -> list[Number] | None:
    """The coefficients of a polynomial of degree <= 14; or of c exp(b r) + a, as many as tell their signs; or None."""
    size = 15
    places = [Fraction(k - 7, 8) for k in range(size)]
    values = [phi.at(r) for r in places]
    if all(isinstance(value, Fraction) for value in values):
        found = _interpolated(places, values)
        checks = [Fraction(k, 11) for k in (-11, -4, 3, 7, 11)]
        if all(sum(c * r**m for m, c in enumerate(found)) == phi.at(r) for r in checks):
            return found
        return None
    steps = [phi.at(Fraction(k, 4)) - phi.at(Fraction(k - 1, 4)) for k in range(-3, 5)]
    ratios = [b / a if compare(a, Fraction(0)) else None for a, b in pairwise(steps)]
    if ratios[0] is None or any(ratio is None or compare(ratio, ratios[0]) != 0 for ratio in ratios):
        return None
    if compare(ratios[0], Fraction(1)) == 0:
        return [phi.at(Fraction(0)), 4 * steps[3]]
    if ratios[0] <= 0:
        return None
    growth = MP.log(real(ratios[0])) * 4
    scale = steps[3] / (1 - MP.exp(-growth / 4))  # phi(0) - phi(-1/4) = c (1 - exp(-b/4))
    return [phi.at(Fraction(0)), *(scale * growth**m / MP.factorial(m) for m in range(1, size))]


def _interpolated(places: list[Fraction], values: list[Fraction]) -> list[Fraction]:
    """Newton's divided differences, multiplied out."""
    table = list(values)
    for order in range(1, len(places)):
        for k in range(len(places) - 1, order - 1, -1):
            table[k] = (table[k] - table[k - 1]) / (places[k] - places[k - order])
    made = [Fraction(0)]
    for place, entry in zip(reversed(places), reversed(table), strict=True):
        shifted = [Fraction(0), *made]
        made = [a - place * b for a, b in zip(shifted, [*made, Fraction(0)], strict=True)]
        made[0] += entry
    return made


@lru_cache(64)
def harmonics(phi: Profile, d: int) -> list[Number]:
    """b_1, b_2, .. up to positive factors."""
    if d == 1:
        return [phi.at(Fraction(1)) - phi.at(Fraction(-1))]
    found = [MP.mpf(0)] * DEGREES
    for node, weight in _nodes(d):
        value = weight * phi.at(node)
        before, now = MP.mpf(1), node
        for m in range(1, DEGREES + 1):
            found[m - 1] += value * now
            before, now = now, ((2 * m + d - 2) * node * now - m * before) / (m + d - 2)
    return found


@lru_cache(8)
def _nodes(d: int) -> list[tuple[Number, Number]]:
    """Gauss's rule for the weight (1 - t^2)^((d - 3)/2): of Chebyshev for even d, of Legendre for odd d."""
    if d % 2 == 0:
        nodes = [MP.cospi(MP.mpf(2 * k + 1) / (2 * NODES)) for k in range(NODES)]
        return [(t, (1 - t * t) ** ((d - 2) // 2)) for t in nodes]
    made: list[tuple[Number, Number]] = []
    for k in range(NODES):
        t = MP.cospi((MP.mpf(k) + MP.mpf(3) / 4) / (NODES + HALF))
        for _ in range(12):
            value, slope = _legendre(t)
            t -= value / slope
        _, slope = _legendre(t)
        made.append((t, 2 / ((1 - t * t) * slope * slope) * (1 - t * t) ** ((d - 3) // 2)))
    return made


def _legendre(t: Number) -> tuple[Number, Number]:
    before, now = MP.mpf(1), t
    for m in range(1, NODES):
        before, now = now, ((2 * m + 1) * t * now - m * before) / (m + 1)
    return now, NODES * (before - t * now) / (1 - t * t)


def _definite(c: Matrix, sign: int) -> bool:
    return positive([[sign * entry for entry in row] for row in c])


def convex(said: Asserted, hints: Hints) -> bool | None:
    """Whether E is convex, by the harmonics or by a chord; by the power series for gauges that are not orthogonal."""
    problem, wanted = said.problem, said.relation == "="
    c = problem.weighted
    if all(compare(entry, Fraction(0)) == 0 for row in c for entry in row):
        return wanted
    if problem.isometric and constant(problem.phi, problem.d):
        return wanted
    series = power_series(problem.phi)
    if series is not None and all(entry >= 0 for entry in series[1:]) and _definite(c, 1):
        return wanted
    if _chord_bends(problem, hints):
        return not wanted
    if not problem.isometric:
        return None
    found = harmonics(problem.phi, problem.d)
    size = max(map(abs, found))
    signs = {1 if entry > 0 else -1 for entry in found if abs(entry) > FAINT * (1 + size)}
    if any(not _definite(c, sign) for sign in signs):
        return not wanted
    polynomial = problem.d == 1 or (series is not None and len(series) > 0 and not any(series[DEGREES + 1 :]))
    return wanted if polynomial else None


def _chord_bends(problem: Problem, hints: Hints) -> bool:
    """Whether two laws of the proof have a midpoint above their chord."""
    laws = [law for law in hints.laws if len(law) == problem.n and all(len(x) == problem.d for p in law for _, x in p)]
    if len(laws) < 2:
        return False
    first, second = laws[:2]
    middle = [[(w / 2, x) for w, x in [*a, *b]] for a, b in zip(first, second, strict=True)]
    return compare(2 * energy(problem, middle), energy(problem, first) + energy(problem, second)) > 0


def read_chord(data: Json) -> dict[str, Any]:
    """A problem with a zonal kernel, and two laws."""
    problem = problem_of(data["problem"])
    if problem.bias is None:
        raise ValueError("kernel")
    return {"problem": problem, **{name: fitting(problem, law_of(data[name])) for name in ("law", "other")}}


def convex_hypotheses(x: dict[str, Any]) -> dict[str, bool | None]:
    """D4's; a profile of another form than a polynomial or c exp(b r) + a is not decided."""
    series = power_series(x["problem"].phi)
    return {
        "bias": positive(x["problem"].bias),
        "profile": None if series is None else all(entry >= 0 for entry in series[1:]),
        "self terms": x["problem"].self_terms,
    }


def convexity(x: dict[str, Any], mutant: str) -> dict[str, Asserted]:
    """D4: the chord, and a graph law as good as the law."""
    problem, law, other = x["problem"], x["law"], x["other"]
    if mutant == "without self terms":
        problem = Problem(problem.d, problem.masses, "tokens", problem.bias, problem.phi, problem.gauges)
    value = energy(problem, law)
    middle = [[(w / 2, p) for w, p in [*a, *b]] for a, b in zip(law, other, strict=True)]
    share = Fraction(1, 4) if mutant == "lost factor" else HALF
    chosen = greedy(problem, law, "any atom" if mutant == "any vertex" else "")
    return {
        "convex": Asserted("convex", "=", problem),
        "chord": Asserted("energy", "<=", problem, share * (value + energy(problem, other)), law=middle),
        "graph": Asserted("supremum", ">" if mutant == "strict gain" else ">=", problem, value, "tuples"),
        "greedy": Asserted("energy", ">=", problem, value, law=chosen),
    }
