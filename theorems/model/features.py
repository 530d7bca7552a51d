"""The monomials in which the grid certificate writes squares and prices: a basis of the polynomials on the sphere."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from theorems.model.evaluation import Value

Exponents = tuple[int, ...]


def exponents(dimension: int, degree: int) -> list[Exponents]:
    """Exponents of total degree at most D, at most 1 in the last coordinate, whose square the others give; sorted."""
    found: list[Exponents] = [()]
    for k in range(dimension):
        most = degree if k < dimension - 1 else min(degree, 1)
        found = [(*head, e) for head in found for e in range(most + 1) if sum(head) + e <= degree]
    return sorted(found, key=lambda each: (sum(each), each))


def monomials(point: Sequence[Value], chosen: Sequence[Exponents], one: Value) -> list[Value]:
    """Their values at the point, over any arithmetic; each from one of lower degree, so that a value is a product."""
    known: dict[Exponents, Value] = {(0,) * len(point): one}
    for each in chosen:
        if each not in known:
            k = next(k for k, e in enumerate(each) if e)
            known[each] = _value(known, (*each[:k], each[k] - 1, *each[k + 1 :]), point) * point[k]
    return [known[each] for each in chosen]


def _value(known: dict[Exponents, Value], each: Exponents, point: Sequence[Value]) -> Value:
    if each not in known:
        k = next(k for k, e in enumerate(each) if e)
        known[each] = _value(known, (*each[:k], each[k] - 1, *each[k + 1 :]), point) * point[k]
    return known[each]
