"""D1, D2, D3 and D5 of claims.md, stated anew: hypotheses, claims and their mutants."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from benchmarks.oracle.assertions import Asserted, flat_self_term
from benchmarks.oracle.formulas import UndefinedError
from benchmarks.oracle.numbers import Json, Number, compare, opposite, orthogonal, positive, unit
from benchmarks.oracle.problems import Law, Measure, Problem, dirac, energy, law_of, marginal, problem_of
from benchmarks.oracle.profiles import greatest, top

HALF = Fraction(1, 2)


def fitting(problem: Problem, law: Law) -> Law:
    """The law, which must be one of the problem's."""
    if len(law) != problem.n or any(len(x) != problem.d for piece in law for _, x in piece):
        raise ValueError("the law does not fit the problem")
    return law


def double(problem: Problem, i: int, first: Measure, j: int, second: Measure) -> Number:
    """Iint h_ij d(first) d(second)."""
    pairs = (v * w * problem.h(i, x, j, y) for v, x in first for w, y in second)
    return sum(pairs, start=Fraction(0))


def read_slices(data: Json) -> dict[str, Any]:
    """A problem, two laws and a label."""
    problem = problem_of(data["problem"])
    laws = [fitting(problem, law_of(data[name])) for name in ("law", "other")]
    if not 0 <= data["label"] < problem.n:
        raise ValueError("label")
    return {"problem": problem, "law": laws[0], "other": laws[1], "label": data["label"]}


def affinity_hypotheses(x: dict[str, Any]) -> dict[str, bool | None]:
    """D1's."""
    return {"flat": flat_self_term(x["problem"], x["label"])}


def affinity(x: dict[str, Any], mutant: str) -> dict[str, Asserted]:
    """D1: E as a function of one slice."""
    problem, law, other, i = x["problem"], x["law"], x["other"], x["label"]
    cross = HALF if mutant == "halved cross term" else Fraction(1)
    square = Fraction(1) if mutant == "lost half" else HALF
    rho = problem.masses
    left, right = [], []
    for piece in (law[i], other[i]):
        whole = [piece if j == i else law[j] for j in range(problem.n)]
        left.append(energy(problem, whole))
        others = [j for j in range(problem.n) if j != i]
        value = sum((cross * rho[i] * rho[j] * double(problem, i, piece, j, law[j]) for j in others), Fraction(0))
        for j in others:
            for k in others:
                if j != k or problem.self_terms:
                    value += HALF * rho[j] * rho[k] * double(problem, j, law[j], k, law[k])
        if problem.self_terms:
            value += square * rho[i] ** 2 * double(problem, i, piece, i, piece)
        right.append(value)
    parts = {
        "affine": Asserted("affine", "=", problem, label=i),
        "expansion": Asserted("identity", "=", left=tuple(left), right=tuple(right)),
    }
    if mutant == "jointly affine":
        middle = [[(w / 2, p) for w, p in [*a, *b]] for a, b in zip(law, other, strict=True)]
        mean = HALF * (energy(problem, law) + energy(problem, other))
        parts["affine"] = Asserted("identity", "=", left=(energy(problem, middle),), right=(mean,))
    return parts


def read_law(data: Json) -> dict[str, Any]:
    """A problem and a law."""
    problem = problem_of(data["problem"])
    return {"problem": problem, "law": fitting(problem, law_of(data["law"]))}


def jensen(problem: Problem, i: int) -> bool | None:
    """Whether h_ii(x, y) <= (h_ii(x, x) + h_ii(y, y))/2, or the term does not count."""
    if not problem.self_terms:
        return True
    if problem.blocks is not None:
        return positive(problem.blocks[i][i])
    sign = compare(problem.bias[i][i], Fraction(0))
    if sign == 0:
        return True
    if not orthogonal(problem.gauge(i)):
        raise UndefinedError("a gauge that is not orthogonal")
    return compare(sign * greatest(problem.phi, problem.d, sign), sign * top(problem.phi)) <= 0


def finite_hypotheses(x: dict[str, Any]) -> dict[str, bool | None]:
    """D2's."""
    return {"Jensen": all(jensen(x["problem"], i) for i in range(x["problem"].n))}


def finite(x: dict[str, Any], mutant: str) -> dict[str, Asserted]:
    """D2: a tuple of at least the energy of the law."""
    problem, law, rho = x["problem"], x["law"], x["problem"].masses
    value = energy(problem, law)
    chosen = greedy(problem, law, mutant)
    spread = Fraction(0)
    if problem.self_terms:
        for i, piece in enumerate(law):
            on_diagonal = sum((w * problem.h(i, p, i, p) for w, p in piece), start=Fraction(0))
            spread += rho[i] ** 2 * (on_diagonal - double(problem, i, piece, i, piece))
    factor = Fraction(1) if mutant == "doubled gain" else HALF
    return {
        "exists": Asserted("supremum", ">=", problem, value, "tuples"),
        "greedy": Asserted("energy", ">" if mutant == "strict gain" else ">=", problem, value, law=chosen),
        "average": Asserted("identity", "=", left=(HALF * spread,), right=(factor * spread,)),
    }


def greedy(problem: Problem, law: Law, mutant: str) -> Law:
    """Each slice in turn replaced by its best atom, but for what the mutant gets wrong."""
    current = list(law)
    for i, piece in enumerate(law):
        seen = law if mutant == "all at once" else current
        best, chosen = None, piece[0][1]
        for _, p in piece:
            value = Fraction(0)
            for j, other in enumerate(seen):
                if j != i:
                    value += problem.masses[j] * double(problem, i, dirac(p), j, other)
            if problem.self_terms and mutant != "own self term":
                value += problem.masses[i] * problem.h(i, p, i, p) / 2
            value = -value if mutant == "any atom" else value
            if best is None or compare(value, best) > 0:
                best, chosen = value, p
        current[i] = dirac(chosen)
    return current


def splitting_hypotheses(x: dict[str, Any]) -> dict[str, bool | None]:
    """D3's."""
    return {"cells": x["problem"].reading == "cells"}


def splitting(x: dict[str, Any], mutant: str) -> dict[str, Asserted]:
    """D3: cells split by the weights of their slices."""
    problem, law = x["problem"], x["law"]
    sites = [(i, w, p) for i, piece in enumerate(law) for w, p in piece]
    parents = [i for i, _, _ in sites]
    masses = [problem.masses[i] * w for i, w, _ in sites]
    if mutant == "equal parts":
        masses = [problem.masses[i] / len(law[i]) for i in parents]
    if mutant == "equal cells":
        masses = [w / problem.n for _, w, _ in sites]
    refined = problem.relabelled(parents, masses)
    if mutant == "no siblings" and refined.bias is not None:
        for a, i in enumerate(parents):
            for b, j in enumerate(parents):
                if a != b and i == j:
                    refined.bias[a][b] = Fraction(0)
    graph = [dirac(p) for _, _, p in sites]
    value = energy(problem, law)
    domain = "laws" if problem.reading == "cells" else "tuples"
    return {
        "exists": Asserted("supremum", ">=", problem, value, domain),
        "energy": Asserted("energy", "=", refined, value, law=graph),
        "output": Asserted("output", "=", refined, law=graph, target=marginal(problem, law)),
        "graph": Asserted("supremum", ">=", refined, value, "tuples"),
    }


def read_repulsive(data: Json) -> dict[str, Any]:
    """A problem with h_ij = -k_ij <x, y>, and eps."""
    problem = problem_of(data["problem"])
    probes = [Fraction(k, 7) for k in range(-7, 8)]
    if problem.bias is None or problem.gauges or any(problem.phi.at(r) != r for r in probes):
        raise ValueError("kernel")
    return {"problem": problem, "epsilon": Fraction(data["epsilon"])}


def atoms_hypotheses(x: dict[str, Any]) -> dict[str, bool | None]:
    """D5's."""
    problem, epsilon, rho = x["problem"], x["epsilon"], x["problem"].masses
    shifted = [
        [-entry * rho[i] * rho[j] - (epsilon if i == j else 0) for j, entry in enumerate(row)]
        for i, row in enumerate(problem.bias)
    ]
    return {"atomic": problem.reading == "atomic", "definite": positive(shifted), "gap": epsilon > 0}


def atoms(x: dict[str, Any], mutant: str) -> dict[str, Asserted]:
    """D5: graph laws stay below the maximum."""
    problem, n = x["problem"], x["problem"].n
    e = unit(problem.d, 0)
    domain = "laws" if mutant == "all laws" or problem.reading == "cells" else "tuples"
    bound = -n * x["epsilon"] * (1 if mutant == "lost half" else HALF)
    zero, nothing = [[(HALF, e), (HALF, opposite(e))]] * n, Fraction(0)
    return {
        "graph": Asserted("supremum", "<" if mutant == "strict bound" else "<=", problem, bound, domain),
        "below": Asserted("supremum", "<", problem, nothing, domain),
        "laws": Asserted("supremum", "<=", problem, nothing, "laws"),
        "zero": Asserted("energy", "=", problem, nothing, law=zero),
    }
