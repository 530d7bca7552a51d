"""What the oracle knows of all maximisers, and its decision of any assertion."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from benchmarks.oracle import assertions, continuum_properties, named_laws
from benchmarks.oracle.assertions import Asserted, Hints, fits, maximisers, rigid
from benchmarks.oracle.bounds import frame_means, linear_form, off_common, passed
from benchmarks.oracle.convexity import convex
from benchmarks.oracle.numbers import MP, Number, compare, inner, rank, real, same, times
from benchmarks.oracle.problems import Measure, Problem, agree, dirac, marginal, one_point
from benchmarks.oracle.profiles import top


def decided(said: Asserted, hints: Hints) -> bool | None:
    """Whether the statement is true; None if the oracle does not know."""
    return DECISIONS[said.kind](said, hints)


def _collapse(said: Asserted, hints: Hints) -> bool | None:
    problem, wanted = said.problem, said.relation == "="
    if rigid(problem):
        return problem.gauges_agree == wanted
    if _constant_mode_wins(problem):
        return wanted
    if any(not one_point(marginal(problem, law)) for law in maximisers(problem, hints)):
        return not wanted
    return None


def _constant_mode_wins(problem: Problem) -> bool:
    """Whether the ones are the eigenvector of a positive, simple, greatest eigenvalue of C, without a gauge."""
    form = linear_form(problem)
    if form is None or form.width > 1 or problem.gauges or len(form.matrix) > 24:
        return False
    sums = [sum(row) for row in form.matrix]
    if any(compare(entry, sums[0]) != 0 for entry in sums) or compare(sums[0], Fraction(0)) <= 0:
        return False
    n = len(sums)
    shifted = [[real(entry - sums[0] / n * 2) for entry in row] for row in form.matrix]  # the ones now at -lambda_0
    return bool(max(MP.eigsy(MP.matrix(shifted), eigvals_only=True)) < real(sums[0]) * (1 - MP.mpf(10) ** -30))


def _spread(said: Asserted, hints: Hints) -> bool | None:
    problem, wanted = said.problem, said.relation == "="
    if rigid(problem):
        return (rank(off_common(problem)) == problem.d) == wanted
    if any(one_point(marginal(problem, law)) for law in maximisers(problem, hints)):
        return not wanted
    if problem.weighted is not None and problem.isometric and problem.gauges_agree:
        collapsed = problem.total * top(problem.phi) / 2
        laws = [law for law in hints.laws if fits(problem, law)]
        if passed(problem, "laws", laws, collapsed, reached=False) is not None:
            return wanted
    return None


def _unique(said: Asserted, hints: Hints) -> bool | None:
    problem, wanted = said.problem, said.relation == "="
    if rigid(problem):
        return wanted
    if problem.blocks is not None:
        return None
    grams = [frame_means(problem, law) for law in maximisers(problem, hints)]
    differ = any(not same(a, b) for one, two in combinations(grams, 2) for a, b in zip(one, two, strict=True))
    return not wanted if differ else None


def invariants(measure: Measure) -> tuple[Number, Number]:
    """Two numbers of an output law that O(d) keeps."""
    pairs = [(v * w, inner(x, y)) for v, x in measure for w, y in measure]
    return sum(w * r for w, r in pairs), sum(w * r * r for w, r in pairs)


def _one_output(said: Asserted, hints: Hints) -> bool | None:
    problem, wanted = said.problem, said.relation == "="
    if rigid(problem):
        turns = problem.gauges or []
        planar = problem.d == 2 and all(compare(g[0][0] * g[1][1] - g[0][1] * g[1][0], Fraction(1)) == 0 for g in turns)
        if problem.gauges_agree or problem.d == 1 or planar:
            return wanted
    found = [invariants(marginal(problem, law)) for law in maximisers(problem, hints)]
    return not wanted if any(not same(a, b) for a, b in combinations(found, 2)) else None


def _realisable(said: Asserted, hints: Hints) -> bool | None:
    problem, wanted, free = said.problem, said.relation == "=", said.domain == "free"
    if rigid(problem):
        fixed = [problem.unturned(times(problem.gauge(i), said.target[0][1])) for i in range(problem.n)]
        if not free:
            met = any(agree(marginal(problem, [dirac(p) for p in points]), said.target) for points in fixed)
            return met == wanted
        positive = problem.self_terms and all(compare(k, Fraction(0)) > 0 for row in problem.bias for k in row)
        on_one = any(all(any(same(x, p) for p in points) for _, x in said.target) for points in fixed)
        if positive or on_one:
            return on_one == wanted
    masses = hints.masses if free and hints.masses else problem.masses
    kept = [i for i, mass in enumerate(masses) if mass != 0]
    if sum(masses) != 1 or min(masses) < 0 or len(masses) != problem.n:
        return None
    smaller = problem.relabelled(kept, [masses[i] for i in kept])
    for law in hints.laws:
        short = [law[i] for i in kept] if len(law) == problem.n else []
        if (
            short
            and agree(marginal(smaller, short), said.target)
            and maximisers(smaller, Hints([short]))[:1] == [short]
        ):
            return wanted
    return None


DECISIONS = {
    **assertions.DECISIONS,
    **continuum_properties.DECISIONS,
    **named_laws.DECISIONS,
    "convex": convex,
    "collapse": _collapse,
    "spread": _spread,
    "unique": _unique,
    "one-output": _one_output,
    "realisable": _realisable,
}
