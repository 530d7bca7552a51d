"""What can be asserted, and the oracle's decision of most kinds: True, False, or None where it does not know."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations
from typing import Any

from benchmarks.oracle.bounds import passed, structured_laws, upper_bounds
from benchmarks.oracle.formulas import UndefinedError
from benchmarks.oracle.numbers import (
    NEGATED,
    Number,
    Vector,
    compare,
    holds,
    orthogonal,
    same,
    times,
)
from benchmarks.oracle.problems import Law, Measure, Problem, agree, energy, marginal
from benchmarks.oracle.profiles import constant, peaks_only_at_one


@dataclass(frozen=True)
class Hints:
    """What the untrusted proof offers: laws and multipliers that the oracle tries, and looks at itself."""

    laws: list[Law] = field(default_factory=list)
    multipliers: list[list[Fraction]] = field(default_factory=list)
    masses: list[Fraction] | None = None
    continuum: list[Any] = field(default_factory=list)


@dataclass(frozen=True)
class Asserted:
    """A statement of one of the kinds below or of `properties`; of a continuum, the problem and laws are its own."""

    kind: str
    relation: str
    problem: Any = None
    value: Number = None
    domain: str = "laws"
    law: Any = None
    other: Any = None
    target: Measure | None = None
    left: Vector = ()
    right: Vector = ()
    label: int = 0

    def negated(self) -> Asserted:
        """The statement that holds iff this one does not."""
        return replace(self, relation=NEGATED[self.relation])


def _supremum(said: Asserted, hints: Hints) -> bool | None:
    """<=, <: false with a law that breaks it, true by a bound of the oracle's. >=, >: the other way round."""
    every = said.relation in ("<=", "<")
    strict = said.relation in ("<", ">")
    laws = [law for law in hints.laws if fits(said.problem, law)]
    # a law past the value (for < and >=: at it) breaks "every", or shows "some"
    if passed(said.problem, said.domain, laws, said.value, reached=strict == every) is not None:
        return not every
    below = "<" if strict == every else "<="
    for bound in upper_bounds(said.problem, said.domain, hints.multipliers, said.value):
        if holds(bound, below, said.value):
            return every
    return None


def fits(problem: Problem, law: Law) -> bool:
    """Whether the law is one of the problem's."""
    return len(law) == problem.n and all(len(x) == problem.d for piece in law for _, x in piece)


def maximisers(problem: Problem, hints: Hints) -> list[Law]:
    """Laws that are seen to be maximal over laws: their energy is one of the upper bounds."""
    found: list[Law] = []
    for law in [law for law in hints.laws if fits(problem, law)] + list(structured_laws(problem)):
        try:
            value = energy(problem, law)
        except UndefinedError:
            continue
        if any(compare(value, bound) >= 0 for bound in upper_bounds(problem, "laws", hints.multipliers, value)):
            found.append(law)
    return found


def _energy(said: Asserted, _: Hints) -> bool:
    return holds(energy(said.problem, said.law), said.relation, said.value)


def _output(said: Asserted, _: Hints) -> bool:
    return agree(marginal(said.problem, said.law), said.target) == (said.relation == "=")


def _identity(said: Asserted, _: Hints) -> bool:
    return bool(said.left) and same(said.left, said.right) == (said.relation == "=")


def _affine(said: Asserted, _: Hints) -> bool | None:
    flat = flat_self_term(said.problem, said.label)
    return None if flat is None else flat == (said.relation == "=")


def flat_self_term(problem: Problem, i: int) -> bool | None:
    """Whether h_ii(x, y) = (h_ii(x, x) + h_ii(y, y))/2, or the term does not count."""
    if not problem.self_terms:
        return True
    if problem.blocks is not None:
        return all(compare(entry, Fraction(0)) == 0 for row in problem.blocks[i][i] for entry in row)
    if compare(problem.bias[i][i], Fraction(0)) == 0:
        return True
    return constant(problem.phi, problem.d) if orthogonal(problem.gauge(i)) else None


def rigid(problem: Problem) -> bool:
    """Whether k >= 0, the profile peaks at 1 alone, the gauges are orthogonal and the labels hang together."""
    if problem.weighted is None or not problem.isometric:
        return False
    signs = [[compare(entry, Fraction(0)) for entry in row] for row in problem.weighted]
    if any(sign < 0 for row in signs for sign in row) or not peaks_only_at_one(problem.phi, problem.d):
        return False
    return connected(signs)


def connected(signs: list[list[int]]) -> bool:
    """Whether the positive off-diagonal entries join all labels; for one label whether its own is positive."""
    n = len(signs)
    if n == 1:
        return signs[0][0] > 0
    parent = list(range(n))

    def root(i: int) -> int:
        while parent[i] != i:
            i = parent[i]
        return i

    for i, j in combinations(range(n), 2):
        if signs[i][j] > 0:
            parent[root(i)] = root(j)
    return len({root(i) for i in range(n)}) == 1


def _orbit(said: Asserted, _: Hints) -> bool | None:
    problem, points = said.problem, [x for _, x in said.target]
    if not problem.isometric:
        return None
    orbits = [problem.unturned(times(problem.gauge(i), points[0])) for i in range(problem.n)]
    met = any(all(any(same(x, p) for p in orbit) for x in points) for orbit in orbits)
    return met == (said.relation == "=")


DECISIONS = {
    "orbit": _orbit,
    "supremum": _supremum,
    "energy": _energy,
    "output": _output,
    "identity": _identity,
    "affine": _affine,
}
"""The kinds that say nothing of all maximisers."""
