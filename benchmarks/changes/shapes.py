"""Lists, matrices, types and keys."""

from __future__ import annotations

import copy

from benchmarks.changes.scene import (
    Json,
    Scene,
    change,
    chosen,
    places,
    put,
)


@change("list")
def listed(scene: Scene) -> bool | None:
    """An entry dropped or repeated, the order changed, nothing left, or many times as long."""
    place = chosen(scene, lambda _, value: isinstance(value, list) and len(value) > 0)
    if place is None:
        return None
    path, value = place[0], list(place[1])
    k = scene.rng.randrange(len(value))
    match scene.rng.choice(("drop", "repeat", "shuffle", "reverse", "empty", "long")):
        case "drop":
            del value[k]
        case "repeat":
            value.insert(k, value[k])
        case "shuffle":
            scene.rng.shuffle(value)
        case "reverse":
            value.reverse()
        case "empty":
            value = []
        case "long":
            value = value * scene.rng.choice((3, 40))
    return put(scene.document, path, value)


@change("shape")
def shape(scene: Scene) -> bool | None:
    """A row of a matrix removed or shortened, a coordinate added, a matrix transposed or nested once more."""
    place = chosen(
        scene, lambda _, value: isinstance(value, list) and value != [] and all(isinstance(row, list) for row in value)
    )
    vector = chosen(scene, lambda path, value: isinstance(value, list) and path[-1] in ("point", "u", "left", "images"))
    if place is None or (vector is not None and scene.rng.random() < 0.3):
        return None if vector is None else put(scene.document, vector[0], [*vector[1], "0"])
    path, rows = place[0], copy.deepcopy(place[1])
    k = scene.rng.randrange(len(rows))
    match scene.rng.choice(("row", "entry", "more", "transpose", "nest")):
        case "row":
            del rows[k]
        case "entry":
            rows[k] = rows[k][:-1]
        case "more":
            rows[k] = [*rows[k], "1"]
        case "transpose":
            rows = [list(row) for row in zip(*rows, strict=False)]
        case "nest":
            rows = [rows]
    return put(scene.document, path, rows)


@change("type")
def typed(scene: Scene) -> bool | None:
    """A value of another type."""
    path, value = scene.rng.choice(list(places(scene.document)))
    options: list[Json] = [None, True, False, 0, 1, "", "0", [], {}, [value], {"type": value}, 0.5, str(value), 1.0]
    return put(scene.document, path, scene.rng.choice(options))


@change("key")
def keyed(scene: Scene) -> bool | None:
    """A key renamed, added or removed."""
    below = [((), scene.document), *((path, v) for path, v in places(scene.document) if isinstance(v, dict))]
    _, owner = scene.rng.choice(below)
    key = scene.rng.choice(sorted(key for key in owner if key != "seal") or ["x"])
    match scene.rng.choice(("rename", "add", "remove", "case")):
        case "rename":
            owner[key + "_"] = owner.pop(key, None)
        case "case":
            owner[key.upper()] = owner.pop(key, None)
        case "add":
            owner["status"] = "proved"
        case "remove":
            owner.pop(key, None)
    return True
