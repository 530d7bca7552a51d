"""Proofs of other kinds, and coherent changes, which leave a file that means something."""

from __future__ import annotations

from fractions import Fraction

from benchmarks.changes.scene import (
    Json,
    Scene,
    change,
    chosen,
    is_rational,
    put,
    text_of,
)


@change("proof: of another kind")
def proof(scene: Scene) -> bool | None:
    """The proof of another certificate, its name alone, or the upper bound inside."""
    other = scene.other()["proof"]
    mine = scene.document["proof"]
    match scene.rng.choice(("whole", "name", "upper", "law")):
        case "whole":
            scene.document["proof"] = other
        case "name":
            mine["type"] = other["type"]
        case "upper" if "upper" in mine:
            mine["upper"] = other.get("upper", other)
        case "law" if "law" in mine and "law" in other:
            mine["law"] = other["law"]
        case _:
            return None
    return True


def _shifted(scene: Scene, entries: list[Json], key: str | None) -> bool | None:
    if len(entries) < 2:
        return None
    i, j = scene.rng.sample(range(len(entries)), 2)
    read = [Fraction(entries[k][key] if key else entries[k]) for k in (i, j)]
    step = min(read) * Fraction(scene.rng.choice((1, 1, 999)), scene.rng.choice((2, 3, 1000)))
    for k, value in zip((i, j), (read[0] + step, read[1] - step), strict=True):
        if key:
            entries[k][key] = text_of(value)
        else:
            entries[k] = text_of(value)
    return True


@change("coherent: masses or weights, sum kept")
def masses(scene: Scene) -> bool | None:
    """Mass moved from one label or atom to another."""
    place = chosen(
        scene,
        lambda path, value: path[-1] in ("masses", "atoms") and isinstance(value, list) and len(value) > 1,
    )
    return None if place is None else _shifted(scene, place[1], "weight" if place[0][-1] == "atoms" else None)


@change("coherent: a point, kept on the sphere")
def point(scene: Scene) -> bool | None:
    """Coordinates exchanged, signs turned, or a turn by the angle with cosine 3/5."""
    place = chosen(
        scene,
        lambda _, value: isinstance(value, list) and len(value) > 0 and all(map(is_rational, value))
        and sum(Fraction(entry) ** 2 for entry in value) == 1,
    )  # fmt: skip
    if place is None:
        return None
    x = [Fraction(entry) for entry in place[1]]
    i, j = (scene.rng.randrange(len(x)) for _ in range(2))
    if i == j:
        x[i] = -x[i]
    elif scene.rng.random() < 0.5:
        x[i], x[j] = x[j], -x[i]
    else:
        x[i], x[j] = (3 * x[i] - 4 * x[j]) / 5, (4 * x[i] + 3 * x[j]) / 5
    return put(scene.document, place[0], [text_of(entry) for entry in x])


@change("coherent: a symmetric pair of the bias")
def bias(scene: Scene) -> bool | None:
    """k_ij and k_ji alike."""
    place = chosen(scene, lambda path, value: path[-1] == "bias" and isinstance(value, list) and len(value) > 0)
    if place is None:
        return None
    table, n = place[1], len(place[1])
    i, j = (scene.rng.randrange(n) for _ in range(2))
    if not is_rational(table[i][j]):
        return None
    step = scene.rng.choice((Fraction(1), Fraction(-1), Fraction(1, 1000), -Fraction(1, 10**12)))
    value = text_of(Fraction(table[i][j]) + step)
    table[i][j] = table[j][i] = value
    return True


@change("coherent: a gauge, kept orthogonal")
def gauge(scene: Scene) -> bool | None:
    """Transposed, negated, a row turned, or two gauges exchanged."""
    place = chosen(scene, lambda path, value: path[-1] == "gauges" and isinstance(value, list) and len(value) > 0)
    if place is None:
        return None
    gauges = place[1]
    k = scene.rng.randrange(len(gauges))
    match scene.rng.choice(("transpose", "row", "exchange", "equal")):
        case "transpose":
            gauges[k] = [list(row) for row in zip(*gauges[k], strict=True)]
        case "row":
            row = scene.rng.choice(gauges[k])
            if not all(map(is_rational, row)):
                return None
            row[:] = [text_of(-Fraction(entry)) for entry in row]
        case "exchange":
            gauges.reverse()
        case "equal":
            gauges[:] = [gauges[k]] * len(gauges)
    return True


@change("coherent: the value of a claim, a slack bound")
def slack(scene: Scene) -> bool | None:
    """A value or bound moved by a little or a lot, either way; multipliers raised."""
    keys = ("value", "lowest", "highest", "energy", "epsilon", "multipliers", "coefficients")
    place = chosen(scene, lambda path, value: is_rational(value) and any(key in path for key in keys))
    if place is None:
        return None
    size = scene.rng.choice((Fraction(1), Fraction(1, 100), Fraction(1, 10**9), Fraction(1, 2**80)))
    return put(scene.document, place[0], text_of(Fraction(place[1]) + scene.rng.choice((1, -1)) * size))
