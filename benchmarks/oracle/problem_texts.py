"""Problems of the oracle, read from problem texts: the kernel by direct evaluation, its form where it is seen."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any

from benchmarks.oracle.formulas import Environment, Function, UndefinedError, frames, function
from benchmarks.oracle.numbers import (
    MP,
    Json,
    Matrix,
    Number,
    Vector,
    compare,
    eye,
    inner,
    over,
    same,
    times,
    transposed,
    unit,
)
from benchmarks.oracle.problems import Problem
from benchmarks.oracle.profiles import Profile


@lru_cache(256)
def problem_of_text(text: str) -> Problem:
    """The problem of a TOML text, its kernel by direct evaluation; bias, profile and gauges where they can be seen."""
    data = tomllib.loads(text, parse_float=str)
    d, labels, kernel = data["content"]["dimension"], data["labels"], data["kernel"]
    if labels["law"] == "points":
        values = [Fraction(str(point)) for point in labels["points"]]
        masses = [Fraction(str(mass)) for mass in labels["weights"]]
    else:
        if "count" not in labels:
            raise UndefinedError("a continuum of labels")
        n = labels["count"]
        turns = [2 * MP.pi * j / n if j else Fraction(0) for j in range(n)]
        values = turns if labels["law"] == "circle" else [Fraction(2 * j + 1, 2 * n) for j in range(n)]
        masses = [Fraction(1, n)] * n
    if sum(masses) != 1 or min(masses) <= 0:
        raise ValueError("no label law")
    table = {name: Fraction(str(value)) for name, value in kernel.get("parameters", {}).items()}
    table["gauge"] = [_rows(rows) for rows in data.get("gauge", {}).get("matrices", [])]
    table["bias"] = _rows(data.get("bias", {}).get("matrix", []))
    value = function(kernel["expression"])

    def scene(i: int, j: int, **more: object) -> dict[str, Any]:
        return {**table, "s": values[i], "t": values[j], "index": {"s": i, "t": j}, **more}

    def direct(i: int, x: Vector, j: int, y: Vector) -> Number:
        return value(scene(i, j, x=x, y=y))

    problem = Problem(d, masses, labels["reading"], direct=direct, values=values)
    _see_zonal(problem, kernel["expression"], value, scene)
    _see_bilinear(problem)
    return problem


def _see_bilinear(problem: Problem) -> None:
    """Fills in blocks, and drops the direct kernel, if h is seen to be <x, M_ij y>."""
    h, n, d = problem.direct, problem.n, problem.d
    if h is None:
        return
    probes = [tuple(Fraction(k * c * c - 3, c + k) for c in range(1, d + 1)) for k in (1, 2, 5)]
    blocks = [
        [[[h(i, unit(d, a), j, unit(d, b)) for b in range(d)] for a in range(d)] for j in range(n)] for i in range(n)
    ]
    for i in range(n):
        for j in range(n):
            for x, y in zip(probes, reversed(probes), strict=True):
                if compare(h(i, x, j, y), inner(x, times(blocks[i][j], y))) != 0:
                    return
    problem.blocks, problem.direct = blocks, None


def _rows(rows: Json) -> Matrix:
    return [[Fraction(str(entry)) for entry in row] for row in rows]


def _see_zonal(problem: Problem, text: str, value: Function, scene: Callable[..., Environment]) -> None:
    """Fills in bias, profile and gauges if h is a k_ij phi(r) of one inner product r, and drops the direct kernel."""
    sides = frames(text)
    if sides is None:
        return
    n, d = problem.n, problem.d
    gauges: list[Matrix] = []
    for i in range(n):
        turned: list[Matrix] = []
        for side in sides:
            columns = [side(scene(i, i, x=unit(d, c), y=unit(d, c))) for c in range(d)]
            turned.append(transposed(columns))
        if not all(same(a, b) for a, b in zip(*turned, strict=True)):
            return
        gauges.append(turned[0])
    probes = [Fraction(k, 3) for k in (3, -3, -2, 0, 1)]
    pairs = [(i, j) for i in range(n) for j in range(n)]
    found = ((i, j, r) for r in probes for i, j in pairs if compare(value(scene(i, j, r=r)), Fraction(0)) != 0)
    place = next(found, None)
    if place is None:
        return
    a, b, r0 = place

    def phi(r: Number) -> Number:
        return value(scene(a, b, r=r))

    table = [[over(value(scene(i, j, r=r0)), phi(r0)) for j in range(n)] for i in range(n)]
    for i, j in pairs:
        if any(compare(value(scene(i, j, r=r)), table[i][j] * phi(r)) != 0 for r in probes):
            return
    problem.bias, problem.phi, problem.direct = table, Profile(phi), None
    problem.gauges = None if all(same(a, e) for g in gauges for a, e in zip(g, eye(d), strict=True)) else gauges
