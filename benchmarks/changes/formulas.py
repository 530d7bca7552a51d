"""The texts of profiles and problems."""

from __future__ import annotations

import re

from benchmarks.changes.scene import (
    Scene,
    change,
    chosen,
    put,
)

FORMULAS = (
    "r", "-r", "1", "0", "r**2", "-r**2", "1 - r", "r**3", "exp(r)", "exp(-r)", "exp(3*r)", "abs(r)", "-abs(r)",
    "1/r", "1/(2 - r)", "1/(r - 1)", "sqrt(1 - r)", "sqrt(1 + r)", "log(2 + r)", "log(r)", "cos(r)", "sin(pi*r)",
    "cos(pi*r)", "max(r, 1/2)", "min(r, 1/2)", "max(r, -r)", "r + r**2 - r**2", "r * 1", "(r)", " r", "r**64",
    "2*r - r", "r/1", "0*r + r", "1 - (1 - r)**2 * (r + 1/2)**2", "1 - (r - 1)**2", "r - 9*(r - 3/10)**2",
    "r**2 + 1/10000*r", "x", "__import__('os')", "r" + " + r" * 3000, "(" * 90 + "r" + ")" * 90, "(" * 3000 + "r",
    "9**9**9", "r**9999", "1e400*r", "nan", "r.real",
)  # fmt: skip

WORDS = (
    ("atomic", "cells"), ("atomic", "tokens"), ("cells", "atomic"), ("tokens", "atomic"), ("cos", "sin"),
    ("exp(", "log("), ("circle", "interval"), ("interval", "circle"), ("dot(x, y)", "dot(x, x)"), ("-abs", "abs"),
    ("dot(x, y)", "dot(x, y)**2"), ("s - t", "s + t"), ("dot", "-dot"), ("* dot", "- dot"), ("x", "y"), ("beta", "pi"),
    ("dimension", "dimensions"), ("[kernel]", "[kernel]\nx = 1"),
)  # fmt: skip


@change("formula: of a profile")
def profile(scene: Scene) -> bool | None:
    """Another profile, a profile with something added, or a character changed."""
    place = chosen(scene, lambda path, value: path[-1] == "profile" and isinstance(value, str))
    if place is None:
        return None
    text = place[1]
    added = [f"{text} + 1", f"2*({text})", f"-({text})", f"({text})**2", f"{text} - 1/1000*r", f"{text} + 1/1000*r**2"]
    added += [f"{text} - (r - 1/3)**2", f"{text} + (1 - r)/10**9", f"({text})/2"]
    match scene.rng.choice(("other", "other", "added", "character")):
        case "other":
            text = scene.rng.choice(FORMULAS)
        case "added":
            text = scene.rng.choice(added)
        case "character":
            text = _mistyped(scene, text)
    return put(scene.document, place[0], text)


def _mistyped(scene: Scene, text: str) -> str:
    k = scene.rng.randrange(len(text)) if text else 0
    return text[:k] + scene.rng.choice(("", *"0123456789+-*/()r \x00é")) + text[k + scene.rng.randint(0, 1) :]


@change("formula: of a problem")
def problem(scene: Scene) -> bool | None:
    """A number, a word or a character of the problem text."""
    statement = scene.document["statement"]
    if "problem" not in statement:
        return None
    text: str = statement["problem"]
    numbers = list(re.finditer(r"\d+", text))
    match scene.rng.choice(("number", "number", "word", "character")):
        case "number":
            found = scene.rng.choice(numbers)
            value = int(found[0]) + scene.rng.choice((-1, 1, 1, 10))
            text = text[: found.start()] + str(value) + text[found.end() :]
        case "word":
            old, new = scene.rng.choice(WORDS)
            text = text.replace(old, new, scene.rng.choice((1, -1)))
        case "character":
            text = _mistyped(scene, text)
    if text == statement["problem"]:
        return None
    statement["problem"] = text
    return True
