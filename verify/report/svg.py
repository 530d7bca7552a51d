"""A small writer of SVG: elements as text, escaped, and colours that a colour-blind reader can tell apart."""

from __future__ import annotations

from math import cos, pi, sin
from xml.sax.saxutils import escape, quoteattr

PALETTE = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#8B7500", "#333333")
"""Okabe and Ito's colours, the yellow darkened to be seen on white."""

CYCLE = ((0, 63, 136), (86, 180, 233), (240, 190, 60), (213, 94, 0), (90, 10, 60))
"""A cycle of colours for labels on the circle, dark at its seam."""

INK, FAINT, PAPER = "#222222", "#9a9a9a", "#ffffff"


def element(name: str, content: str = "", **attributes: float | str) -> str:
    """One element; underscores in names of attributes stand for hyphens, and numbers are rounded to 0.01."""
    written = "".join(f" {key.replace('_', '-')}={quoteattr(_text(value))}" for key, value in attributes.items())
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


def _text(value: float | str) -> str:
    if isinstance(value, str):
        return value
    rounded = round(value, 2)
    return f"{rounded + 0.0:g}" if rounded == int(rounded) else f"{rounded:.2f}"


def text(x: float, y: float, words: str, *, size: float = 13, colour: str = INK, anchor: str = "start") -> str:
    """Words whose baseline starts, or has its middle or end, at (x, y)."""
    return element("text", escape(words), x=x, y=y, font_size=size, fill=colour, text_anchor=anchor)


def line(x: float, y: float, x2: float, y2: float, *, colour: str = FAINT, width: float = 1, dash: str = "") -> str:
    """A straight line."""
    style = {"stroke": colour, "stroke_linecap": "round", **({"stroke_dasharray": dash} if dash else {})}
    return element("line", x1=x, y1=y, x2=x2, y2=y2, stroke_width=width, **style)


def circle(x: float, y: float, r: float, *, fill: str = "none", stroke: str = FAINT, width: float = 1.2) -> str:
    """A circle."""
    return element("circle", cx=x, cy=y, r=r, fill=fill, stroke=stroke, stroke_width=width)


def pie(x: float, y: float, r: float, shares: list[tuple[str, float]], *, front: bool = True) -> str:
    """A disc shared out to colours; pale where it is on the far side of the sphere."""
    opacity = 1.0 if front else 0.45
    total = sum(share for _, share in shares)
    made: list[str] = []
    if len(shares) == 1:
        made = [element("circle", cx=x, cy=y, r=r, fill=shares[0][0])]
    else:
        start = -pi / 2
        for colour, share in shares:
            end = start + 2 * pi * share / total
            large = int(end - start > pi)
            path = (
                f"M{x:.2f} {y:.2f}L{x + r * cos(start):.2f} {y + r * sin(start):.2f}"
                f"A{r:.2f} {r:.2f} 0 {large} 1 {x + r * cos(end):.2f} {y + r * sin(end):.2f}Z"
            )
            made.append(element("path", d=path, fill=colour))
            start = end
    dash = {} if front else {"stroke_dasharray": "3 2"}
    made.append(element("circle", cx=x, cy=y, r=r, fill="none", stroke=INK, stroke_width=1, **dash))
    return element("g", "".join(made), opacity=opacity)


def label_colour(index: int) -> str:
    """The colour of a label; from the ninth on they come round again."""
    return PALETTE[index % len(PALETTE)]


def cycle_colour(share: float) -> str:
    """The colour of a label on the circle, at a share in [0, 1] of the way round."""
    place = (share % 1) * len(CYCLE)
    k, along = int(place), place - int(place)
    first, second = CYCLE[k % len(CYCLE)], CYCLE[(k + 1) % len(CYCLE)]
    return "#" + "".join(f"{round(a + along * (b - a)):02x}" for a, b in zip(first, second, strict=True))


def document(width: float, height: float, title: str, parts: list[str]) -> str:
    """The whole file."""
    size = f"0 0 {width:g} {height:g}"
    paper = element("rect", width=width, height=height, fill=PAPER)
    content = element("title", escape(title)) + "\n" + paper + "\n" + "\n".join(parts) + "\n"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}" width="{width:g}" height="{height:g}" '
        f'font-family="Helvetica, Arial, sans-serif" role="img">\n{content}</svg>\n'
    )
