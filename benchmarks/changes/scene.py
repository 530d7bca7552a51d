"""What a change is and works on.

A change is a function of random choices, the document as JSON, and the documents of other certificates. It alters the
document in place, or returns the file's raw bytes; None says that it does not apply.
"""

from __future__ import annotations

import copy
import hashlib
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

Json = Any
Path = tuple[Any, ...]


@dataclass(frozen=True)
class Scene:
    """What a change works on."""

    rng: random.Random
    document: dict[str, Json]
    others: list[dict[str, Json]]

    def other(self) -> dict[str, Json]:
        """Another certificate, a copy."""
        return copy.deepcopy(self.rng.choice(self.others))


Change = Callable[[Scene], "bool | bytes | None"]
"""True: the document was altered. Bytes: the file as it shall stand. None: the change does not apply."""

CHANGES: dict[str, Change] = {}


def change(kind: str) -> Callable[[Change], Change]:
    """Enters a change under its kind."""

    def entered(made: Change) -> Change:
        CHANGES[kind] = made
        return made

    return entered


def canonical(document: Json) -> str:
    """JSON as the format wants it: sorted keys, no spaces, UTF-8."""
    return json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def resealed(document: dict[str, Json]) -> str:
    """The file's text with a seal that fits."""
    rest = {key: value for key, value in document.items() if key != "seal"}
    seal = hashlib.sha256(canonical(rest).encode("utf-8", "surrogatepass")).hexdigest()
    return canonical({**rest, "seal": seal}) + "\n"


def places(value: Json, path: Path = ()) -> Iterator[tuple[Path, Json]]:
    """Every value below, with its path; not the seal."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, below in items:
        if path or key != "seal":
            yield (*path, key), below
            yield from places(below, (*path, key))


def put(document: Json, path: Path, value: Json) -> bool:
    """Sets the value at the path."""
    for key in path[:-1]:
        document = document[key]
    document[path[-1]] = value
    return True


def chosen(scene: Scene, fits: Callable[[Path, Json], bool]) -> tuple[Path, Json] | None:
    """One of the places that fit."""
    found = [(path, value) for path, value in places(scene.document) if fits(path, value)]
    return scene.rng.choice(found) if found else None


def is_rational(value: Json) -> bool:
    """Whether the value is the text of a rational."""
    if not isinstance(value, str) or not value:
        return False
    try:
        Fraction(value)
    except (ValueError, ZeroDivisionError):
        return False
    return True


def text_of(value: Fraction) -> str:
    """As the format writes it."""
    return str(value)
