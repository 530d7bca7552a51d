"""R4, R5, P1, P3 and the summary's sentence R3s of claims.md, stated anew."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import gcd
from typing import Any

from benchmarks.oracle.assertions import Asserted
from benchmarks.oracle.formulas import slope
from benchmarks.oracle.gauged import (
    bound,
    less,
    maximisers,
    mirror,
    on_sphere,
    ones,
    peak_value,
)
from benchmarks.oracle.numbers import Json, Matrix, Number, Vector, eye, inner, orthogonal, times, transposed
from benchmarks.oracle.numbers import vector as read_vector
from benchmarks.oracle.problems import Measure, dirac, labels_of, measure_of, merged, problem_of
from benchmarks.oracle.profiles import peaks_at_one
from benchmarks.oracle.spectral import cosine

HALF, ZERO = Fraction(1, 2), Fraction(0)


def read_flow(data: Json) -> dict[str, Any]:
    """A problem with gauges, points, and whether values are rotated."""
    problem = problem_of(data["problem"])
    points = [on_sphere(read_vector(point)) for point in data["points"]]
    if problem.bias is None or not problem.gauges or {len(x) for x in points} != {problem.d}:
        raise ValueError("instance")
    if len(points) != problem.n or not isinstance(data["rotate_values"], bool):
        raise ValueError("instance")
    text = data["problem"]["kernel"]["profile"]
    return {"problem": problem, "points": points, "rotated": data["rotate_values"], "slope": slope(text)}


def flow_hypotheses(x: dict[str, Any]) -> dict[str, bool | None]:
    """R4's."""
    return {"orthogonal": all(map(orthogonal, x["problem"].gauges)), "values": x["rotated"]}


def _pull(x: dict[str, Any], gauges: list[Matrix], points: list[Vector], i: int, *, rotated: bool) -> Vector:
    """Sum_j rho_j k_ij phi'(<R_i x_i, R_j x_j>) R_i^T R_j x_j, or with x_j where the values are not rotated."""
    problem = x["problem"]
    turned = [times(gauge, point) for gauge, point in zip(gauges, points, strict=True)]
    total: list[Number] = [ZERO] * problem.d
    for j, point in enumerate(points):
        if i == j and not problem.self_terms:
            continue
        factor = problem.masses[j] * problem.bias[i][j] * x["slope"]({"r": inner(turned[i], turned[j])})
        value = times(transposed(gauges[i]), turned[j]) if rotated else point
        total = [a + factor * b for a, b in zip(total, value, strict=True)]
    return tuple(total)


def _tangent(x: Vector, v: Vector) -> Vector:
    radial = inner(x, v)
    return tuple(a - radial * b for a, b in zip(v, x, strict=True))


def flow(x: dict[str, Any], mutant: str) -> dict[str, Asserted]:
    """R4: the same flow in the gauge frame, and the rate of the energy."""
    problem, points = x["problem"], x["points"]
    n, gauges, plain = problem.n, problem.gauges, [eye(problem.d)] * problem.n
    moving = [_tangent(points[i], _pull(x, gauges, points, i, rotated=x["rotated"])) for i in range(n)]
    turned = [transposed(gauge) for gauge in gauges] if mutant == "transposed gauge" else gauges
    frame = [times(gauge, point) for gauge, point in zip(turned, points, strict=True)]
    carried = [entry for gauge, v in zip(turned, moving, strict=True) for entry in times(gauge, v)]
    expected: list[Number] = []
    for i in range(n):
        pull = _pull(x, plain, frame, i, rotated=True)
        expected += pull if mutant == "no projection" else _tangent(frame[i], pull)
    rate = squares = ZERO
    for i in range(n):
        mass = problem.masses[i]
        rate += mass * inner(_pull(x, gauges, points, i, rotated=True), moving[i])
        squares += (1 if mutant == "lost masses" else mass) * inner(moving[i], moving[i])
    return {
        "conjugate": Asserted("identity", "=", left=tuple(carried), right=tuple(expected)),
        "ascent": Asserted("identity", "=", left=(rate,), right=(squares,)),
    }


def _latitude(d: int, radius: Fraction, height: Fraction, turn: Fraction) -> Vector:
    planar = (radius * cosine(turn), radius * cosine(turn - Fraction(1, 4)))
    return planar if d == 2 else (*planar, *(ZERO,) * (d - 3), height)


def read_latitude(data: Json) -> dict[str, Any]:
    """Positions turned by j/n each, u = (a, 0, .., b), a profile, and a path."""
    masses, reading = labels_of(data["labels"])
    n, d, step = len(masses), data["dimension"], data["step"]
    a, b, rate, length = (Fraction(data[key]) for key in ("radius", "height", "rate", "length"))
    if a * a + b * b != 1 or not 2 <= d <= 16 or (d == 2 and b != 0) or length <= 0 or not 0 <= step < 1000 or n > 64:
        raise ValueError("instance")
    gauges = []
    for s in range(n):
        turn = Fraction(step * s, n)
        gauge = eye(d)
        c, sine = cosine(turn), cosine(turn - Fraction(1, 4))
        gauge[0][0], gauge[0][1], gauge[1][0], gauge[1][1] = c, -sine, sine, c
        gauges.append(gauge)
    problem = ones(masses, reading, d, data["profile"], gauges)
    return {"problem": problem, "step": step, "radius": a, "height": b, "rate": rate, "length": length}


def latitude_hypotheses(x: dict[str, Any]) -> dict[str, bool | None]:
    """R5's."""
    problem, turns = x["problem"], x["rate"] * x["length"]
    return {
        "coprime": gcd(x["step"], problem.n) == 1,
        "equal masses": len(set(problem.masses)) == 1,
        "peak": peaks_at_one(problem.phi, problem.d),
        "whole periods": turns != 0 and turns.denominator == 1,
    }


def latitude(x: dict[str, Any], mutant: str) -> dict[str, Asserted]:
    """R5: the regular n-gon of a latitude."""
    problem, a, b = x["problem"], x["radius"], x["height"]
    n, d = problem.n, problem.d
    law = [dirac(p) for p in problem.unturned(_latitude(d, a, b, ZERO))]
    whole = 2 * n if mutant == "half turns" else n
    radius, height = (b, a) if mutant == "swapped" else (a, b)
    polygon = [(Fraction(1, n), _latitude(d, radius, height, Fraction(k, whole))) for k in range(n)]
    value = peak_value(problem)
    length = x["length"] / 2 if mutant == "half a period" else x["length"]
    return {
        "output": Asserted("output", "=", problem, law=law, target=polygon),
        "value": Asserted("energy", "=", problem, value, law=law),
        "bound": Asserted("supremum", "<=", problem, value),
        "winding": Asserted("uniform winding", "=", left=(x["rate"], length)),
    }


def read_path(data: Json) -> dict[str, Any]:
    """A rate other than 0."""
    if Fraction(data["rate"]) == 0:
        raise ValueError("rate")
    return {"rate": Fraction(data["rate"])}


def path_summary(x: dict[str, Any], _: str) -> dict[str, Asserted]:
    """R3s: an output with an atom, of positions without atoms."""
    return {"sentence": Asserted("winding atom", "=", left=(x["rate"],))}


def prompts(x: dict[str, Any], mutant: str) -> dict[str, Asserted]:
    """P1: R1, and the uniqueness of R2."""
    known = maximisers(x, mutant if mutant == "one output" else "")
    return {**bound(x, mutant), **{part: known[part] for part in ("unique", "output") if part in known}}


def read_target(data: Json) -> dict[str, Any]:
    """Prompts, a target with each point once, u and a profile."""
    masses, reading = labels_of(data["labels"])
    u, target = on_sphere(read_vector(data["u"])), measure_of(data["target"])
    if len(target[0][1]) != len(u) or len(merged(target)) != len(target):
        raise ValueError("target")
    problem = ones(masses, reading, len(u), data["profile"], [eye(len(u))] * len(masses))
    return {"problem": problem, "u": u, "target": target, "text": data["profile"]}


def target_hypotheses(x: dict[str, Any]) -> dict[str, bool | None]:
    """P3's."""
    return {
        "non-atomic": x["problem"].reading == "cells",
        "peak": peaks_at_one(x["problem"].phi, x["problem"].d),
    }


def refined(masses: list[Fraction], target: Measure) -> list[tuple[Fraction, int]]:
    """The cells between neighbouring ends of masses and of weights along [0, 1], each with its atom."""
    ends: list[Fraction] = []
    for parts in (masses, [w for w, _ in target]):
        place = ZERO
        for part in parts:
            place += part
            ends.append(place)
    places = sorted({ZERO, *ends})
    found: list[tuple[Fraction, int]] = []
    for low, high in pairwise(places):
        place = ZERO
        for k, (w, _) in enumerate(target):
            if place <= low < place + w:
                found.append((high - low, k))
            place += w
    return found


def target(x: dict[str, Any], mutant: str) -> dict[str, Asserted]:
    """P3: any law as an output of cells; sums of masses for atoms."""
    problem, nu, u = x["problem"], x["target"], x["u"]
    weights = tuple(w for w, _ in nu)
    if problem.reading != "cells":
        return {"masses": Asserted("subset sums", "=", left=tuple(problem.masses), right=weights)}
    parts = refined(problem.masses, nu)
    masses = [Fraction(1, len(parts)) if mutant == "equal cells" else mass for mass, _ in parts]
    points = [nu[(k + (mutant == "shifted")) % len(nu)][1] for _, k in parts]
    built = ones(masses, "cells", problem.d, x["text"], [mirror(less(point, u)) for point in points])
    law, value = [dirac(point) for point in points], peak_value(built)
    if mutant == "token terms":
        value = value * (1 - sum((mass * mass for mass in masses), start=ZERO))
    return {
        "masses": Asserted("subset sums", "=", left=tuple(masses), right=weights),
        "output": Asserted("output", "=", built, law=law, target=nu),
        "value": Asserted("energy", "=", built, value, law=law),
        "bound": Asserted("supremum", "<=", built, value),
    }
