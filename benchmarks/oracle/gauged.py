"""R1, R2, R3 and P2 of claims.md, stated anew: hypotheses, claims and their mutants."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from benchmarks.oracle.assertions import Asserted
from benchmarks.oracle.bounds import off_common
from benchmarks.oracle.numbers import (
    Json,
    Matrix,
    Number,
    Vector,
    compare,
    eye,
    inner,
    matrix,
    multiplied,
    orthogonal,
    over,
    rank,
    same,
    times,
    transposed,
    unit,
    vector,
)
from benchmarks.oracle.problems import Law, Problem, dirac, energy, labels_of, measure_of, merged
from benchmarks.oracle.profiles import peaks_at_one, profile_of, returns, top

HALF = Fraction(1, 2)


def on_sphere(x: Vector) -> Vector:
    """The point, which must have the length 1."""
    if not x or compare(inner(x, x), Fraction(1)) != 0:
        raise ValueError("off the sphere")
    return x


def ones(masses: list[Fraction], reading: str, d: int, profile: str, gauges: list[Matrix]) -> Problem:
    """The problem with k = 1."""
    bias: Matrix = [[Fraction(1)] * len(masses) for _ in masses]
    return Problem(d, masses, reading, bias, profile_of(profile), gauges)


def read_rotary(data: Json) -> dict[str, Any]:
    """Labels, gauges, a profile and u."""
    masses, reading = labels_of(data["labels"])
    u, gauges = on_sphere(vector(data["u"])), [matrix(gauge) for gauge in data["gauges"]]
    d = len(u)
    if len(gauges) != len(masses) or any(len(g) != d or any(len(row) != d for row in g) for g in gauges):
        raise ValueError("shape")
    return {"problem": ones(masses, reading, d, data["profile"], gauges), "u": u}


def bound_hypotheses(x: dict[str, Any]) -> dict[str, bool | None]:
    """R1's."""
    problem = x["problem"]
    return {"orthogonal": all(map(orthogonal, problem.gauges)), "peak": peaks_at_one(problem.phi, problem.d)}


def peak_value(problem: Problem, *, tokens_pay: bool = False) -> Number:
    """phi(1)/2, less the self terms in `tokens`."""
    lost = Fraction(0)
    if problem.reading == "tokens" and not tokens_pay:
        lost = sum((mass * mass for mass in problem.masses), start=Fraction(0))
    return HALF * top(problem.phi) * (1 - lost)


def _orbit_law(problem: Problem, u: Vector, mutant: str) -> Law:
    if mutant == "same content":
        return [dirac(u) for _ in problem.masses]
    turned = [times(gauge, u) for gauge in problem.gauges]
    return [dirac(p) for p in (turned if mutant == "transposed gauge" else problem.unturned(u))]


def bound(x: dict[str, Any], mutant: str) -> dict[str, Asserted]:
    """R1: phi(1)/2, attained on the orbit."""
    problem = x["problem"]
    value = peak_value(problem, tokens_pay=mutant == "token terms")
    value = 2 * value if mutant == "lost half" else value
    return {
        "bound": Asserted("supremum", "<" if mutant == "strict bound" else "<=", problem, value),
        "attained": Asserted("energy", "=", problem, value, law=_orbit_law(problem, x["u"], mutant)),
    }


def maximisers_hypotheses(x: dict[str, Any]) -> dict[str, bool | None]:
    """R2's."""
    problem = x["problem"]
    return {
        **bound_hypotheses(x),
        "strict": not returns(problem.phi, problem.d),
        "pairs": problem.n > 1 or problem.self_terms,
    }


def maximisers(x: dict[str, Any], mutant: str) -> dict[str, Asserted]:
    """R2: these are all."""
    problem = x["problem"]
    value = energy(problem, _orbit_law(problem, x["u"], mutant))
    agree = problem.gauges_agree
    spread = not agree if mutant == "always spread" else rank(off_common(problem)) == problem.d
    parts = {
        "maximal": Asserted("supremum", "<" if mutant == "strict bound" else "<=", problem, value),
        "unique": Asserted("unique", "=", problem),
        "collapse": Asserted("collapse", "=" if agree else "!=", problem),
        "spread": Asserted("spread", "=" if spread else "!=", problem),
    }
    if agree or mutant == "one output":
        parts["output"] = Asserted("one-output", "=", problem)
    return parts


def read_orbit(data: Json) -> dict[str, Any]:
    """A rotary instance and a target."""
    rotary = read_rotary(data["rotary"])
    target = measure_of(data["target"])
    if len(target[0][1]) != len(rotary["u"]):
        raise ValueError("target")
    return {**rotary, "target": target}


def _carried(x: dict[str, Any]) -> list[Fraction] | None:
    points = x["problem"].unturned(x["u"])
    masses = [Fraction(0)] * len(points)
    for w, p in merged(x["target"]):
        fibre = [i for i, q in enumerate(points) if same(p, q)]
        if not fibre:
            return None
        for i in fibre:
            masses[i] = w / len(fibre)
    return masses


def orbit_hypotheses(x: dict[str, Any]) -> dict[str, bool | None]:
    """R3's."""
    return {**bound_hypotheses(x), "orbit": _carried(x) is not None}


def orbit(x: dict[str, Any], mutant: str) -> dict[str, Asserted]:
    """R3: every law on the orbit is an output."""
    problem, u, target = x["problem"], x["u"], x["target"]
    if mutant == "any orbits":
        target = [*((w / 2, p) for w, p in target), (HALF, unit(problem.d, problem.d - 1))]
    parts = {
        "orbit": Asserted("orbit", "=", problem, target=target),
        "realised": Asserted("realisable", "=", problem, domain="free", target=target),
    }
    masses = _carried(x)
    if masses is None or mutant == "any orbits":
        return parts
    kept = [i for i, mass in enumerate(masses) if mass]
    chosen = [Fraction(1, len(kept)) if mutant == "equal masses" else masses[i] for i in kept]
    built = problem.relabelled(kept, chosen)
    law = _orbit_law(built, u, mutant)
    value = peak_value(built)
    return {
        **parts,
        "output": Asserted("output", "=", built, law=law, target=target),
        "value": Asserted("energy", "=", built, value, law=law),
        "bound": Asserted("supremum", "<=", built, value),
    }


def mirror(v: Vector, factor: int = 2) -> Matrix:
    """I - factor v v^T/|v|^2, or I for v = 0."""
    square = inner(v, v)
    if compare(square, Fraction(0)) == 0:
        return eye(len(v))
    return [[(1 if i == j else 0) - over(factor * a * b, square) for j, b in enumerate(v)] for i, a in enumerate(v)]


def less(a: Vector, b: Vector) -> Vector:
    """a - b."""
    return tuple(p - q for p, q in zip(a, b, strict=True))


def read_prefix(data: Json) -> dict[str, Any]:
    """Prompts, images, u and a profile."""
    masses, reading = labels_of(data["labels"])
    u, images = on_sphere(vector(data["u"])), [on_sphere(vector(image)) for image in data["images"]]
    if len(images) != len(masses) or any(len(image) != len(u) for image in images):
        raise ValueError("shape")
    gauges = [mirror(less(image, u)) for image in images]
    return {"problem": ones(masses, reading, len(u), data["profile"], gauges), "u": u, "images": images}


def prefix_hypotheses(x: dict[str, Any]) -> dict[str, bool | None]:
    """P2's."""
    return {"peak": peaks_at_one(x["problem"].phi, x["problem"].d)}


def determinant(a: Matrix) -> Number:
    """By the first row."""
    if not a:
        return Fraction(1)
    minors = ([row[:c] + row[c + 1 :] for row in a[1:]] for c in range(len(a)))
    return sum(((-1) ** c * a[0][c] * determinant(minor) for c, minor in enumerate(minors)), start=Fraction(0))


def _fixing(p: Vector) -> Matrix:
    for k in range(len(p)):
        normal = less(unit(len(p), k), tuple(p[k] * entry for entry in p))
        if any(compare(entry, Fraction(0)) != 0 for entry in normal):
            return mirror(normal)
    raise ValueError("d = 1")


def prefix(x: dict[str, Any], mutant: str) -> dict[str, Asserted]:
    """P2: a gauge for any map of the prompts."""
    problem, u, images, d = x["problem"], x["u"], x["images"], x["problem"].d
    minus = tuple(-entry for entry in u)
    differences = [less(image, minus if mutant == "wrong sign" else u) for image in images]
    gauges = [mirror(v, 1 if mutant == "projection" else 2) for v in differences]
    carried = [entry for gauge, image in zip(gauges, images, strict=True) for entry in times(gauge, image)]
    squares = [entry for gauge in gauges for row in multiplied(transposed(gauge), gauge) for entry in row]
    flat = [entry for _ in images for row in eye(d) for entry in row]
    n, law = problem.n, [dirac(image) for image in images]
    masses = [Fraction(1, n)] * n if mutant == "equal masses" else problem.masses
    value = peak_value(problem, tokens_pay=mutant == "token terms")
    parts = {
        "gauge": Asserted("identity", "=", left=(*carried, *squares), right=(*(list(u) * n), *flat)),
        "bound": Asserted("supremum", "<=", problem, value),
        "value": Asserted("energy", "=", problem, value, law=law),
        "output": Asserted("output", "=", problem, law=law, target=list(zip(masses, images, strict=True))),
    }
    if d >= 2:
        left: list[Number] = []
        for image in images:
            moved = not same(image, u)
            second = _fixing(image if mutant == "wrong side" else u)
            turn = multiplied(second, mirror(less(image, u))) if moved else eye(d)
            left += [determinant(turn), *times(turn, image)]
        right = tuple(entry for _ in images for entry in (Fraction(1), *u))
        parts["rotation"] = Asserted("identity", "=", left=tuple(left), right=right)
    return parts
