"""Numbers and words: another value, another writing, another kind of number."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction

from benchmarks.changes.scene import (
    CHANGES,
    Scene,
    change,
    chosen,
    is_rational,
    put,
    text_of,
)


def numeric(kind: str, altered: Callable[[random.Random, Fraction], str | None]) -> None:
    """Enters a change of one rational anywhere."""

    def made(scene: Scene) -> bool | None:
        place = chosen(scene, lambda _, value: is_rational(value))
        if place is None:
            return None
        text = altered(scene.rng, Fraction(place[1]))
        return None if text is None or text == place[1] else put(scene.document, place[0], text)

    CHANGES[kind] = made


numeric("number: sign", lambda _, q: text_of(-q))
numeric("number: off by one", lambda rng, q: text_of(Fraction(q.numerator + rng.choice((-1, 1)), q.denominator)))
numeric("number: plus one", lambda rng, q: text_of(q + rng.choice((-1, 1))))
numeric("number: last place", lambda rng, q: text_of(q + Fraction(rng.choice((-1, 1)), 10 ** rng.randint(3, 40))))
numeric("number: denominator", lambda rng, q: text_of(Fraction(q.numerator, q.denominator + rng.choice((1, 2)))))
numeric("number: inverted", lambda _, q: text_of(1 / q) if q else None)
numeric("number: doubled or halved", lambda rng, q: text_of(q * rng.choice((2, Fraction(1, 2)))))
numeric("number: huge", lambda rng, q: text_of(q + 10 ** rng.choice((5, 400, 4000))))
numeric("number: zero", lambda rng, _: rng.choice(("0", "1", "-1")))
numeric("number: other writing", lambda rng, q: rng.choice(writings(q)))


def writings(q: Fraction) -> list[str]:
    """Texts that mean the number, or almost, and are not of the form."""
    p, d = q.numerator, q.denominator
    return [
        f"{2 * p}/{2 * d}",
        f"{p}/{d} ",
        f"+{p}",
        f"{p}/-{d}",
        f"0{p}",
        f"{p}/0",
        f"{p}.0",
        f"-0/{d}",
        f"{p}/01",
        "1e9",
    ]


@change("number: swapped")
def swapped(scene: Scene) -> bool | None:
    """Two numbers of the file exchanged."""
    one, two = (chosen(scene, lambda _, value: is_rational(value)) for _ in range(2))
    if one is None or two is None or one[1] == two[1]:
        return None
    put(scene.document, one[0], two[1])
    return put(scene.document, two[0], one[1])


@change("number: irrational")
def irrational(scene: Scene) -> bool | None:
    """A rational replaced by exact terms, of the form or not."""
    place = chosen(scene, lambda _, value: is_rational(value))
    terms = [
        [["1", "1", "0", 0]],
        [["1/2", "0", "1/5", 0], ["1/3", "0", "0", 0]],
        [["1", "0", "0", 1]],
        [["1", "0", "1/2", 0]],
        [["2", "0", "1/5", 0], ["-2", "0", "1/10", 0]],
        [["1", "9999", "0", 0]],
        [["1", "0", "1/99991", 0], ["1", "0", "1/99989", 0]],
        [["1", "0", "0", 65]],
        [],
    ]
    return None if place is None else put(scene.document, place[0], scene.rng.choice(terms))


@change("number: a term of an exact form")
def term(scene: Scene) -> bool | None:
    """One entry of [c, q, t, k]."""
    place = chosen(scene, lambda _, value: isinstance(value, list) and len(value) == 4 and isinstance(value[3], int))
    if place is None:
        return None
    k = scene.rng.randrange(4)
    wrong = scene.rng.choice((1, -1, 70)) if k == 3 else scene.rng.choice(("1/7", "-1", "20000", "0"))
    return put(scene.document, (*place[0], k), wrong)


@change("whole number")
def whole(scene: Scene) -> bool | None:
    """Dimension, label, denominator, an entry of the factor, a power, the version."""
    place = chosen(scene, lambda _, value: type(value) is int)
    if place is None:
        return None
    step = scene.rng.choice((1, -1, 2, -place[1], -2 * place[1] or 1, 10**6, 10**200, -(10**30)))
    return put(scene.document, place[0], place[1] + step)


@change("relation, domain, reading, masses, property")
def word(scene: Scene) -> bool | None:
    """A word of a list exchanged for another."""
    families = (
        ("<=", "<", ">=", ">", "=", "!="),
        ("laws", "tuples"),
        ("atomic", "cells", "tokens"),
        ("collapse", "spread", "unique", "one-output"),
    )
    place = chosen(scene, lambda path, value: path[-1] != "problem" and any(value in family for family in families))
    if place is None:
        return None
    family = next(family for family in families if place[1] in family)
    return put(scene.document, place[0], scene.rng.choice([entry for entry in family if entry != place[1]]))
