"""What the oracle decides about labels in a continuum, and about windings and shared masses."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import lcm

from benchmarks.oracle.assertions import Asserted, Hints
from benchmarks.oracle.continuum import (
    Arc,
    Cells,
    Continuum,
    ContinuumLaw,
    Curve,
    continuum_energy,
    is_graph,
    lives_in,
    ordered,
)
from benchmarks.oracle.formulas import UndefinedError
from benchmarks.oracle.numbers import Number, compare, holds, opposite, unit
from benchmarks.oracle.problems import dirac
from benchmarks.oracle.profiles import constant, greatest, peaks_at_one, returns

HALF, ZERO = Fraction(1, 2), Fraction(0)
MAX_STATES = 20_000


def levels(problem: Continuum) -> tuple[list[Number], Number] | None:
    """l_0, l_1, .. and the constant b a_0 for an affine profile on the circle."""
    if problem.affine is None or problem.modes is None:
        return None
    a, b = problem.affine
    first, *rest = problem.modes
    return [a * first, *(a * entry / 2 for entry in rest)], b * first


def supremum(problem: Continuum, family: str) -> tuple[Number, bool] | None:
    """The supremum and whether it is attained, where it is known."""
    found = levels(problem)
    if found is not None:
        modes, constant_part = found
        best = max([ZERO, *modes])
        # on S^0 there is no circle: only a constant, or signs of a frequency that k lacks, reach the bound
        if problem.d > 1 or best in (ZERO, modes[0]):
            return (best + constant_part) / 2, True
        return None
    if problem.affine is not None:
        a, b = problem.affine
        sign = compare(a * problem.scale, ZERO)
        if sign < 0:
            return b * problem.mean * HALF, family == "laws"
        return (a + b) * problem.mean * HALF, True
    if problem.non_negative and peaks_at_one(problem.phi, problem.d):
        return problem.collapsed, True
    return None


def trials(problem: Continuum, hints: Hints) -> Iterator[tuple[ContinuumLaw, tuple[Number, Number]]]:
    """Laws to try, with their energies."""
    e = unit(problem.d, 0)
    laws: list[ContinuumLaw] = list(hints.continuum)
    laws += [Cells(tuple(dirac(e if j % 2 == 0 else opposite(e)) for j in range(n))) for n in (1, 2, 3, 4, 8)]
    laws.append(Cells((((HALF, e), (HALF, opposite(e))),)))
    laws += [Curve(m, q) for m in range(1, len(problem.modes or ()) + 1) for q in map(Fraction, ("0", "1/4", "1/2"))]
    laws.append(Arc(Fraction(3, 4)))
    for law in laws:
        if lives_in(problem, law):
            try:
                yield law, continuum_energy(problem, law)
            except UndefinedError:
                continue


def _found(problem: Continuum, hints: Hints, family: str, value: Number, *, reached: bool) -> bool:
    for law, energy in trials(problem, hints):
        if family == "graphs" and not is_graph(law):
            continue
        try:
            sign = ordered(energy, (value, ZERO))
        except UndefinedError:
            continue
        if sign > 0 or (reached and sign == 0):
            return True
    return False


def _supremum(said: Asserted, hints: Hints) -> bool | None:
    """As for finitely many labels: <=, < speak of every law, >=, > of some."""
    problem, every, known = said.problem, said.relation in ("<=", "<"), supremum(said.problem, said.domain)
    if known is not None:
        best, attained = known
        sign = compare(best, said.value)
        strict = said.relation in ("<", ">=")  # these turn on whether the value itself is reached
        passes = sign > 0 or (strict and sign == 0 and attained)
        return passes != every
    if _found(problem, hints, said.domain, said.value, reached=said.relation in ("<", ">=")):
        return not every
    size = max(abs(greatest(problem.phi, problem.d, sign)) for sign in (1, -1))
    crude = problem.greatest_bias * size * HALF
    return every if holds(crude, "<" if said.relation in ("<", ">=") else "<=", said.value) else None


def _order(said: Asserted, _: Hints) -> bool:
    sign = ordered(continuum_energy(said.problem, said.law), continuum_energy(said.problem, said.other))
    return holds(Fraction(sign), said.relation, ZERO)


def _graph_maximiser(said: Asserted, _: Hints) -> bool | None:
    """A polynomial profile on the circle has a kernel of finite joint rank (Lyapunov); else by the supremum."""
    problem, wanted = said.problem, said.relation == "="
    known = supremum(problem, "graphs")
    if known is not None:
        return known[1] == wanted
    return wanted if problem.affine is not None and problem.modes is not None else None


def _collapse(said: Asserted, hints: Hints) -> bool | None:
    problem, wanted = said.problem, said.relation == "="
    if constant(problem.phi, problem.d):
        return not wanted
    found = levels(problem)
    if found is not None and problem.d > 1:
        (first, *others), _ = found
        return (first > 0 and all(first > other for other in others)) == wanted
    if problem.affine is not None and problem.modes is None:
        return (compare(problem.affine[0] * problem.scale, ZERO) > 0) == wanted
    if problem.non_negative and peaks_at_one(problem.phi, problem.d) and not returns(problem.phi, problem.d):
        first, *others = problem.modes or (problem.scale,)
        if first > sum(map(abs, others), start=ZERO):
            return wanted
    return not wanted if _found(problem, hints, "laws", problem.collapsed, reached=False) else None


def _spread(said: Asserted, hints: Hints) -> bool | None:
    problem, wanted = said.problem, said.relation == "="
    if constant(problem.phi, problem.d):
        return not wanted
    known = supremum(problem, "laws")
    if known is not None:
        return (compare(known[0], problem.collapsed) > 0) == wanted
    return wanted if _found(problem, hints, "laws", problem.collapsed, reached=False) else None


def _winding(said: Asserted, _: Hints) -> bool:
    rate, length = said.left
    turns = rate * length
    return length > 0 and (turns != 0 and turns.denominator == 1) == (said.relation == "=")


def _atom(said: Asserted, _: Hints) -> bool:
    return (said.left[0] == 0) == (said.relation == "=")


def _shares(said: Asserted, _: Hints) -> bool | None:
    answer = shared(list(said.left), list(said.right))
    return None if answer is None else answer == (said.relation == "=")


def shared(masses: list[Fraction], targets: list[Fraction]) -> bool | None:
    """Whether the masses can be shared out among the targets: target by target, by subsets of what is left."""
    if sum(masses, ZERO) != sum(targets, ZERO):
        return False
    scale = lcm(*(entry.denominator for entry in [*masses, *targets]))
    parts = sorted((int(mass * scale) for mass in masses), reverse=True)
    wanted = sorted(int(target * scale) for target in targets)
    states = 0
    seen: set[tuple[int, tuple[int, ...]]] = set()

    def filled(k: int, missing: int, rest: tuple[int, ...], start: int) -> bool:
        nonlocal states
        states += 1
        if states > MAX_STATES:
            raise UndefinedError("too many ways to share")
        if missing == 0 and k == len(wanted) - 1:
            return not rest
        if missing == 0:
            if (k, rest) in seen:
                return False
            seen.add((k, rest))
            return filled(k + 1, wanted[k + 1], rest, 0)
        tried: set[int] = set()
        for c in range(start, len(rest)):
            if rest[c] <= missing and rest[c] not in tried:
                tried.add(rest[c])
                if filled(k, missing - rest[c], rest[:c] + rest[c + 1 :], c):
                    return True
        return False

    return filled(0, wanted[0], tuple(parts), 0)


DECISIONS = {
    "continuum supremum": _supremum,
    "continuum order": _order,
    "graph maximiser": _graph_maximiser,
    "continuum collapse": _collapse,
    "continuum spread": _spread,
    "uniform winding": _winding,
    "winding atom": _atom,
    "subset sums": _shares,
}
