"""Depth, size, and the bytes of the file."""

from __future__ import annotations

import copy
import json

from benchmarks.changes.scene import (
    Scene,
    canonical,
    change,
    chosen,
    places,
    put,
    resealed,
)


@change("deep")
def deep(scene: Scene) -> bytes | None:
    """A value replaced by nested lists."""
    path, _ = scene.rng.choice(list(places(scene.document)))
    put(scene.document, path, "HERE")
    depth = scene.rng.choice((3, 60, 400, 900, 1100, 3000, 100_000))
    return resealed(scene.document).replace('"HERE"', "[" * depth + "]" * depth).encode()


@change("huge")
def huge(scene: Scene) -> bool | None:
    """Numbers of many digits, long texts."""
    place = chosen(scene, lambda _, value: isinstance(value, str) or type(value) is int)
    if place is None:
        return None
    digits = "1" * scene.rng.choice((500, 5000, 9_000, 150_000))
    text = scene.rng.choice((digits, "-" + digits, "1/" + digits, digits + "/3"))
    return put(scene.document, place[0], text)


@change("raw: same meaning, other text")
def rewritten(scene: Scene) -> bytes:
    """A fitting seal, but not the canonical text."""
    document = json.loads(resealed(scene.document))
    text = resealed(document)
    options = (
        json.dumps(document, indent=1) + "\n",
        json.dumps(document, sort_keys=False) + "\n",
        text.rstrip("\n"),
        text + "\n",
        " " + text,
        "\ufeff" + text,
        text.replace('"statement"', '"st\\u0061tement"'),
        text.replace('"1"', '"\\u0031"'),
        canonical(document).replace(",", ", ") + "\n",
        text.replace(document["seal"], document["seal"].upper()),
        text.replace("\n", "\r\n"),
    )
    return scene.rng.choice([option for option in options if option != text]).encode()


@change("raw: bytes")
def raw(scene: Scene) -> bytes:
    """Cut, not UTF-8, NaN, half a surrogate pair, keys repeated, no JSON at all."""
    text = resealed(scene.document)
    k = scene.rng.randrange(len(text))
    repeated = text.replace('"proof":', '"proof":{"type":"Rigid"},"proof":', 1)
    path, _ = scene.rng.choice(list(places(scene.document)))
    half = copy.deepcopy(scene.document)
    put(half, path, "\ud800")
    inside = json.loads(json.dumps(scene.document))
    put(inside, path, "HERE")
    made = resealed(inside)
    options = (
        text[:k].encode(),
        text.encode()[:k] + b"\xff\xfe" + text.encode()[k:],
        text.encode("utf-16"),
        repeated.encode(),
        json.dumps(json.loads(resealed(half))).encode() + b"\n",
        resealed(half).encode("utf-8", "surrogatepass"),
        made.replace('"HERE"', "NaN").encode(),
        made.replace('"HERE"', "-Infinity").encode(),
        made.replace('"HERE"', "1.5").encode(),
        made.replace('"HERE"', "1E400").encode(),
        made.replace('"HERE"', "-0").encode(),
        b"",
        b"null\n",
        b"[]\n",
        b"{}\n",
        b"\x00" * 100,
        b'"' + b"a" * 1000,
    )
    return scene.rng.choice(options)


@change("seal")
def seal(scene: Scene) -> bytes:
    """The seal itself: a character, its case, that of another file, none."""
    right = resealed(scene.document)
    mine: str = json.loads(right)["seal"]
    k = scene.rng.randrange(len(mine))
    turned = mine[:k] + ("0" if mine[k] != "0" else "1") + mine[k + 1 :]
    theirs = json.loads(resealed(scene.other()))["seal"]
    options = (turned, mine.upper(), theirs, "", mine[:-1], mine + "0", None, 0, [mine])
    wrong = scene.rng.choice([option for option in options if option != mine])
    return (canonical({**scene.document, "seal": wrong}) + "\n").encode()
