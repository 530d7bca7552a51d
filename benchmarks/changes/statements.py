"""What is claimed: fields of the statement, and parts of other certificates."""

from __future__ import annotations

import copy

from benchmarks.changes.scene import (
    Scene,
    change,
    places,
    put,
)

STATEMENT = ("theorem", "role", "variant", "part", "negated")


@change("statement: one field")
def statement_field(scene: Scene) -> bool | None:
    """Theorem, role, variant, part or negated, from another certificate or turned."""
    statement = scene.document["statement"]
    if "theorem" not in statement:
        return None
    key = scene.rng.choice(STATEMENT)
    if key == "negated":
        statement[key] = not statement[key]
        return True
    kin = [other["statement"] for other in scene.others if other["statement"].get("theorem") == statement["theorem"]]
    pool = kin if key != "theorem" and kin else [other["statement"] for other in scene.others]
    options = [other[key] for other in pool if key in other and other[key] != statement[key]]
    statement[key] = scene.rng.choice([*options, "R1", "", "claim"])
    return True


@change("statement: fields of a sibling")
def sibling(scene: Scene) -> bool | None:
    """Several fields of the statement, from a certificate of the same theorem, proof included in half the cases."""
    statement = scene.document["statement"]
    kin = [other for other in scene.others if other["statement"].get("theorem") == statement.get("theorem", "-")]
    if not kin:
        return None
    other = copy.deepcopy(scene.rng.choice(kin))
    for key in scene.rng.sample((*STATEMENT, "instance"), scene.rng.randint(1, 4)):
        statement[key] = other["statement"][key]
    if scene.rng.random() < 0.5:
        scene.document["proof"] = other["proof"]
    return True


@change("exchanged with another certificate")
def exchanged(scene: Scene) -> bool | None:
    """Instance, statement or proof, or a value at the same path."""
    other = scene.other()
    options = [("proof",), ("statement",)]
    options += [("statement", "instance")] if "instance" in other["statement"] else []
    shared = dict(places(other))
    options += [path for path, value in places(scene.document) if path in shared and shared[path] != value]
    path = scene.rng.choice(options)
    for key in path[:-1]:
        if key not in scene.document and not isinstance(key, int):
            return None
    return put(scene.document, path, shared[path])
