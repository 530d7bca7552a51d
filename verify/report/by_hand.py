"""The energy of a law term by term, as a person adds it up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from theorems.model.arithmetic import EXACT
from theorems.model.energy import interactions
from theorems.model.errors import InexactError
from theorems.model.kernel import FramedKernel
from theorems.model.law import Law
from theorems.model.matrix import apply, dot
from theorems.model.problem import Problem
from theorems.model.real import Real
from verify.report.layout import table
from verify.report.why import coordinate, point_text, side

if TYPE_CHECKING:
    from flint import fmpq

    from verify.report.why import Exhibit

MOST_TERMS = 15
"""Most terms of an energy that are written out."""


def by_hand(exhibit: Exhibit) -> list[str]:
    """The energy of a law term by term, if there are few: what a person adds up."""
    problem, law = exhibit.problem, exhibit.content
    if not isinstance(problem, Problem) or not isinstance(law, Law):
        return []
    masses = problem.labels.masses
    places = [(i, masses[i] * atom.weight, atom.point) for i, piece in enumerate(law.slices) for atom in piece.atoms]
    pairs = [
        (a, b)
        for a in range(len(places))
        for b in range(a, len(places))
        if places[a][0] != places[b][0] or problem.labels.self_terms
    ]
    if not pairs or len(pairs) > MOST_TERMS:
        return []
    kernel = problem.kernel
    framed = isinstance(kernel, FramedKernel)
    rows: list[list[str]] = []
    total = Real(0)
    try:
        h = interactions(problem, places, EXACT)
        for a, b in pairs:
            (i, w, x), (j, v, y) = places[a], places[b]
            weight = w * v / (2 if a == b else 1)
            value = h(a, b)
            total = total + value * weight
            inner = dot(apply(problem.gauge(i), x), apply(problem.gauge(j), y)) if framed else dot(x, y)
            names = f"{i + 1} at {point_text(x)}", f"{j + 1} at {point_text(y)}"
            rows.append(
                [
                    *names,
                    _weight(w, v, same=a == b),
                    coordinate(inner),
                    f"{side('', value)}",
                    f"{side('', value * weight)}",
                ]
            )
    except InexactError:
        return []
    inner_name = "$\\langle R_i x, R_j y \\rangle$" if framed and kernel.gauges else "$\\langle x, y \\rangle$"
    head = ["label i at x", "label j at y", "weight of the pair", inner_name, "$h_{ij}(x, y)$", "term"]
    words = "E term by term (a pair of different atoms counts once for both orders, an atom with itself half):"
    return [words, "", *table(head, rows), "", f"Sum: E = {side('', total)}."]


def _weight(w: fmpq, v: fmpq, *, same: bool) -> str:
    product = f"{w} · {v}"
    return f"1/2 · {product} = {w * v / 2}" if same else f"{product} = {w * v}"
