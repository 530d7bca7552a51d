"""What the oracle knows of how many maximisers there are, and of graph laws, orbits and circles among them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from benchmarks.oracle.assertions import Asserted, Hints, connected, fits, maximisers, rigid
from benchmarks.oracle.bounds import frame_means, passed, upper_bounds
from benchmarks.oracle.diracization import jensen
from benchmarks.oracle.formulas import UndefinedError
from benchmarks.oracle.numbers import MP, Number, compare, inner, real, same, times
from benchmarks.oracle.problems import Law, Problem, dirac, energy
from benchmarks.oracle.profiles import top


def is_finite(said: Asserted, hints: Hints) -> bool | None:
    """Whether the maximisers fall into finitely many classes under O(d)."""
    problem, wanted = said.problem, said.relation == "="
    if rigid(problem):
        return wanted
    if problem.weighted is None or not problem.isometric:
        return None
    if problem.d == 1 and problem.self_terms:
        bend = top(problem.phi) - problem.phi.at(Fraction(-1))
        if all(compare(problem.bias[i][i] * bend, Fraction(0)) > 0 for i in range(problem.n)):
            return wanted
    found = maximisers(problem, hints)
    if problem.d > 1 and any(_blocks_turn(problem, law) for law in found):
        return not wanted
    if any(_segment(problem, one, two, hints) for one, two in combinations(found[:6], 2)):
        return not wanted
    return None


def _blocks_turn(problem: Problem, law: Law) -> bool:
    """Whether two labels that no path of bias joins have means other than 0."""
    n, means = problem.n, frame_means(problem, law)
    live = [i for i in range(n) if compare(means[i][i], Fraction(0)) != 0]
    signs = [[abs(compare(entry, Fraction(0))) for entry in row] for row in problem.weighted]
    reached = [_component(signs, i) for i in range(n)]
    return not connected(signs) and any(j not in reached[i] for i, j in combinations(live, 2))


def _component(signs: list[list[int]], first: int) -> set[int]:
    found, frontier = {first}, [first]
    while frontier:
        i = frontier.pop()
        new = {j for j, sign in enumerate(signs[i]) if sign and j not in found}
        found |= new
        frontier += new
    return found


def _segment(problem: Problem, one: Law, two: Law, hints: Hints) -> bool:
    """Whether the law halfway is a maximiser too, and an invariant changes on the way."""
    half = Fraction(1, 2)
    middle = [[(half * w, x) for w, x in (*a, *b)] for a, b in zip(one, two, strict=True)]
    value = energy(problem, one)
    if compare(energy(problem, middle), value) != 0:
        return False
    if not any(compare(value, bound) >= 0 for bound in upper_bounds(problem, "laws", hints.multipliers, value)):
        return False
    start, half_way, end = (_invariants(problem, law) for law in (one, middle, two))
    return not (same(start, half_way) and same(start, end))


def _invariants(problem: Problem, law: Law) -> tuple[Number, ...]:
    frame = [[(w, times(problem.gauge(i), x)) for w, x in piece] for i, piece in enumerate(law)]
    return tuple(
        sum((v * w * inner(x, y) ** power for v, x in a for w, y in b), start=Fraction(0))
        for power in (1, 2)
        for a in frame
        for b in frame
    )


def diracizes(said: Asserted, hints: Hints) -> bool | None:
    """Whether some graph law is a maximiser over laws."""
    problem, wanted = said.problem, said.relation == "="
    if problem.reading == "cells" or all(jensen(problem, i) for i in range(problem.n)):
        return wanted
    if any(all(len(piece) == 1 for piece in law) for law in maximisers(problem, hints)):
        return wanted
    return None if _none_reaches(problem, hints) is None else not wanted


def _none_reaches(problem: Problem, hints: Hints) -> Law | None:
    """A law above a bound for all tuples of Dirac masses."""
    for law in hints.laws:
        if fits(problem, law):
            value = energy(problem, law)
            if any(compare(value, bound) > 0 for bound in upper_bounds(problem, "tuples", hints.multipliers, value)):
                return law
    return None


def has_orbit(said: Asserted, hints: Hints) -> bool | None:
    """Whether label i at R_i^{-1} u is a maximiser for some u."""
    problem, wanted = said.problem, said.relation == "="
    if problem.weighted is None or not problem.isometric:
        return None
    value = problem.total * top(problem.phi) / 2
    return _is_greatest(problem, value, hints, wanted=wanted)


def has_circle(said: Asserted, hints: Hints) -> bool | None:
    """Whether (cos ms, sin ms, 0, ..) is a maximiser for some m >= 1."""
    problem, wanted = said.problem, said.relation == "="
    if problem.d < 2 or not problem.values:
        return None
    rational = [value for value in problem.values if isinstance(value, Fraction)]
    if any(value != rational[0] for value in rational):
        return not wanted if rigid(problem) and problem.gauges_agree else None
    laws = list(_circles(problem))
    best = max(laws, key=lambda points: real(energy(problem, [dirac(x) for x in points])))
    return _is_greatest(problem, energy(problem, [dirac(x) for x in best]), hints, wanted=wanted)


def _circles(problem: Problem) -> Iterator[list[tuple[Number, ...]]]:
    rest = (Fraction(0),) * (problem.d - 2)
    for m in range(1, problem.n + 1):
        yield [(MP.cos(m * real(s)), MP.sin(m * real(s)), *rest) for s in problem.values]


def _is_greatest(problem: Problem, value: Number, hints: Hints, *, wanted: bool) -> bool | None:
    """Whether the value, the most that laws of a kind reach, is the greatest there is."""
    try:
        if any(compare(value, bound) >= 0 for bound in upper_bounds(problem, "laws", hints.multipliers, value)):
            return wanted
        mine = [law for law in hints.laws if fits(problem, law)]
        return None if passed(problem, "laws", mine, value, reached=False) is None else not wanted
    except UndefinedError:
        return None


DECISIONS = {"finite": is_finite, "graph-law": diracizes, "orbit-law": has_orbit, "great-circle": has_circle}
"""By the name of the property, but for the orbit of the gauges, whose name another statement bears."""
