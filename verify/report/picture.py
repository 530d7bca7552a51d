"""The picture of a counterexample: the contents on the sphere, the labels by colour, and the two numbers as bars."""

from __future__ import annotations

from typing import TYPE_CHECKING

from theorems.model.continuum import ArcLaw, CellLaw, CurveLaw
from theorems.model.law import Law, Measure
from verify.report import svg
from verify.report.sphere import drawing, sites
from verify.report.why import as_float

if TYPE_CHECKING:
    from collections.abc import Sequence

    from verify.report.why import Exhibit, Side, Stack, Why

PANEL = 340
"""Width of the part of a law."""

SPHERE = 105
"""Radius of a sphere."""

TOP = 64
"""Where the laws begin, below the title."""

BAR = 270
"""Length of the longest bar."""

LISTED = 7
"""Most labels in the legend."""

WORDS = 44
"""Most characters above a bar beside a law."""


def picture(title: str, why: Why) -> str:
    """The SVG file's text: one panel a law, the numbers beside one law or below several, a legend of the labels."""
    exhibits = why.exhibits
    width = max(2, len(exhibits)) * PANEL
    parts = [svg.text(24, 32, title, size=16)]
    flat = all(dimension_of(exhibit) == 1 for exhibit in exhibits)
    tall = 0 if not exhibits else 130 if flat else 2 * SPHERE + 100
    for k, exhibit in enumerate(exhibits):
        middle = TOP + (70 if flat else SPHERE + 58)
        parts += _panel(exhibit, k * PANEL, middle)
    beside = len(exhibits) == 1
    left, top = (PANEL + 10, TOP + max(0, tall - 120) / 2) if beside else (30, TOP + tall + 30 * bool(exhibits))
    numbers = _numbers(why, left, top)
    legend = _legend(exhibits, TOP + tall)
    bottom = TOP + tall + (30 if legend else 0)
    bottom += 0 if beside or not numbers else 118
    return svg.document(width, max(bottom, TOP + 130), title, [*parts, *legend, *numbers])


def _panel(exhibit: Exhibit, left: float, y: float) -> list[str]:
    heading = svg.text(left + PANEL / 2, TOP + 8, exhibit.title, anchor="middle", size=14)
    return [heading, *drawing(exhibit, dimension_of(exhibit), (left, left + PANEL), y, SPHERE)]


def dimension_of(exhibit: Exhibit) -> int:
    """The dimension of the contents."""
    content = exhibit.content
    if isinstance(content, Measure):
        return content.dimension
    if isinstance(content, Law | CellLaw):
        return content.slices[0].dimension
    return exhibit.problem.dimension if exhibit.problem is not None else 2


def _is_curve(exhibit: Exhibit) -> bool:
    return isinstance(exhibit.content, CurveLaw | ArcLaw)


def _legend(exhibits: Sequence[Exhibit], y: float) -> list[str]:
    """What the colours mean: a strip for a curve of labels, a disc for each label or cell."""
    parts: list[str] = []
    x = 30.0
    if any(map(_is_curve, exhibits)):
        path = all(exhibit.problem is None for exhibit in exhibits)
        name, ends = ("position", ("first", "last")) if path else ("label s", ("-π", "π"))
        parts += [svg.text(x - 6, y + 11, name), svg.text(x + 92, y + 11, ends[0], anchor="end")]
        for k in range(60):
            colour = svg.cycle_colour((k + 0.5) / 60)
            parts.append(svg.element("rect", x=x + 98 + 3 * k, y=y, width=3.4, height=12, fill=colour))
        parts.append(svg.text(x + 284, y + 11, ends[1]))
        x += 350
    known = sorted({label for exhibit in exhibits for label, _, _ in sites(exhibit)}, key=lambda k: (k < 0, k))
    words = "cell" if any(isinstance(exhibit.content, CellLaw) for exhibit in exhibits) else "label"
    for label in known[:LISTED]:
        name = "without label" if label < 0 else f"{words} {label + 1}"
        colour = svg.INK if label < 0 else svg.label_colour(label)
        parts += [svg.circle(x, y + 6, 6, fill=colour, stroke=svg.INK, width=1), svg.text(x + 12, y + 11, name)]
        x += 32 + 7.4 * len(name)
    if len(known) > LISTED:
        parts.append(svg.text(x, y + 11, f"and {len(known) - LISTED} more"))
    return parts


def _numbers(why: Why, left: float, y: float) -> list[str]:
    if why.sides is not None:
        return _bars(why.sides, left, y)
    return [part for k, stack in enumerate(why.stacks) for part in _stacked(stack, left, y + 64 * k)]


def _bars(sides: tuple[Side, Side], left: float, y: float) -> list[str]:
    """Two bars from one zero, with the numbers above them."""
    values = [one.value for one in sides]
    low, high = min(0.0, *values), max(0.0, *values)
    scale = BAR / (high - low) if high > low else 0.0
    zero = left - low * scale
    parts: list[str] = []
    for k, one in enumerate(sides):
        top = y + 8 + 50 * k
        start, length = min(zero, zero + one.value * scale), abs(one.value) * scale
        words = f"{one.words}: {one}"
        shown = words if len(words) <= WORDS else f"{one.words}: about {one.decimal}"
        colour = svg.PALETTE[1 if k else 0]
        parts.append(svg.text(left, top + 10, shown))
        parts.append(svg.element("rect", x=start, y=top + 17, width=length, height=16, fill=colour))
        parts.append(svg.line(zero, top + 14, zero, top + 36, colour=svg.INK, width=1.5))
    parts.append(svg.text(zero, y + 108, "0", anchor="middle", size=11))
    return parts


def _stacked(stack: Stack, left: float, y: float) -> list[str]:
    """Masses in a row, in the length of their sum 1."""
    parts = [svg.text(left, y + 16, stack.words)]
    x = left
    for k, mass in enumerate(stack.masses):
        length = BAR * as_float(mass)
        fill = "#d5dbe3" if k % 2 else "#eef1f5"
        parts.append(
            svg.element("rect", x=x, y=y + 24, width=length, height=22, fill=fill, stroke=svg.INK, stroke_width=1)
        )
        if length > 30:
            parts.append(svg.text(x + length / 2, y + 39, str(mass), anchor="middle", size=12))
        x += length
    return parts


def caption(why: Why) -> str:
    """What the picture shows, in one or two sentences."""
    bars = " The bars compare the two numbers." if why.sides else ""
    bars += " The rows show the masses to be shared out and the weights asked for." if why.stacks else ""
    if not why.exhibits:
        return bars.strip() or "There is no law to draw here."
    d = dimension_of(why.exhibits[0])
    back = ", pale and dashed where it is behind"
    high = f"the sphere for d = {d}, seen from one side{', by its first three coordinates' if d > 3 else ''}{back}"
    space = {1: "the two points of the sphere for d = 1", 2: "the unit circle, d = 2"}.get(d, high)
    kinds = {_is_curve(exhibit) for exhibit in why.exhibits}
    what = [*(["a disc grows with its mass, its colours are the labels"] if False in kinds else [])]
    what += ["the curve is coloured by the label"] if True in kinds else []
    titles = "; ".join(exhibit.title for exhibit in why.exhibits)
    return f"{titles[:1].upper()}{titles[1:]}, on {space}; {'; '.join(what)}.{bars}"
