"""A law on the sphere as a drawing: two points for d = 1, a circle for d = 2, a shaded ball in projection above."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import cos, hypot, pi, radians, sin, sqrt
from typing import TYPE_CHECKING

from theorems.model.continuum import ArcLaw, CellLaw, CurveLaw
from theorems.model.law import Law
from theorems.model.problem import Problem
from verify.report import svg
from verify.report.why import as_float, point_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from theorems.model.matrix import Vector
    from verify.report.why import Exhibit

AZIMUTH, ELEVATION = radians(25), radians(20)
"""Where the eye stands for d >= 3."""

STEPS = 180
"""Straight pieces of a curve."""

LONGEST = 22
"""Longest name of a place that is written; with a longer one none is."""

NAMED = 6
"""Most places whose coordinates are written beside them."""


@dataclass(frozen=True)
class Place:
    """Where some mass is: coordinates as floats, whether in front, the shares of the labels, and a name."""

    x: float
    y: float
    front: bool
    shares: list[tuple[str, float]]
    name: str


def projected(point: Sequence[float]) -> tuple[float, float, float]:
    """(right, up, towards the eye) of a point: itself for d <= 2, else a view of its first three coordinates."""
    if len(point) == 1:
        return point[0], 0.0, 1.0
    if len(point) == 2:
        return point[0], point[1], 1.0
    x, y, z = point[:3]
    ahead, right = x * cos(AZIMUTH) + y * sin(AZIMUTH), y * cos(AZIMUTH) - x * sin(AZIMUTH)
    return right, z * cos(ELEVATION) - ahead * sin(ELEVATION), ahead * cos(ELEVATION) + z * sin(ELEVATION)


def floats(point: Vector) -> tuple[float, ...]:
    """The coordinates as floats."""
    return tuple(float(entry.ball(64).mid()) for entry in point)


def sites(exhibit: Exhibit) -> list[tuple[int, float, Vector]]:
    """(label, mass, point) of every atom; label -1 where the content is a measure without labels."""
    content = exhibit.content
    if isinstance(content, Law) and isinstance(exhibit.problem, Problem):
        masses = [as_float(mass) for mass in exhibit.problem.labels.masses]
        pieces = list(zip(masses, content.slices, strict=True))
    elif isinstance(content, CellLaw):
        pieces = [(1 / len(content.slices), piece) for piece in content.slices]
    elif isinstance(content, CurveLaw | ArcLaw):
        return []
    elif isinstance(content, Law):
        return []  # a law comes with its problem
    else:
        return [(-1, as_float(atom.weight), atom.point) for atom in content.atoms]
    return [
        (i, mass * as_float(atom.weight), atom.point) for i, (mass, piece) in enumerate(pieces) for atom in piece.atoms
    ]


def places(exhibit: Exhibit) -> list[Place]:
    """The places that hold mass, those behind first; the labels at one place share it."""
    gathered: dict[tuple[float, ...], dict[int, float]] = {}
    names: dict[tuple[float, ...], str] = {}
    for label, mass, point in sites(exhibit):
        key = tuple(round(entry, 9) + 0.0 for entry in floats(point))
        shares = gathered.setdefault(key, {})
        shares[label] = shares.get(label, 0.0) + mass
        names.setdefault(key, point_text(point))
    made: list[tuple[float, Place]] = []
    for key, shares in gathered.items():
        x, y, depth = projected(key)
        listed = [(svg.INK if label < 0 else svg.label_colour(label), mass) for label, mass in sorted(shares.items())]
        made.append((depth, Place(x, y, depth >= -1e-9, listed, names[key])))
    return [place for _, place in sorted(made, key=lambda one: one[0])]


def drawing(exhibit: Exhibit, dimension: int, room: tuple[float, float], y: float, r: float) -> list[str]:
    """The sphere of radius r in the middle of the room from left to right, at the height y, and the law on it."""
    x = sum(room) / 2
    parts = _sphere(dimension, x, y, r)
    if isinstance(exhibit.content, CurveLaw | ArcLaw):
        parts += _curve(exhibit.content, dimension, x, y, r)
    shown = places(exhibit)
    for place in shown:
        radius = 5 + 13 * sqrt(sum(mass for _, mass in place.shares))
        parts.append(svg.pie(x + r * place.x, y - r * place.y, radius, place.shares, front=place.front))
    if len(shown) <= NAMED and all(len(place.name) <= LONGEST for place in shown):
        parts += [_name(place, dimension, room, y, r) for place in shown]
    return parts


def _name(place: Place, dimension: int, room: tuple[float, float], y: float, r: float) -> str:
    """The coordinates beside the place, away from the middle, within the room."""
    x = sum(room) / 2
    if dimension == 1:
        return svg.text(x + r * place.x, y + 38, place.name, anchor="middle", size=12)
    far = hypot(place.x, place.y)
    across, up = (place.x / far, place.y / far) if far > 0.2 else (0.6, -0.8)
    gap = 24
    across_at, height = x + r * place.x + gap * across, y - r * place.y - gap * up + 4
    wide = 6.6 * len(place.name)
    share = 0.5 if abs(across) < 0.4 else 0.0 if across > 0 else 1.0
    start = min(max(across_at - share * wide, room[0] + 4), room[1] - wide - 4)
    inside = start + wide > across_at - gap and start < across_at + gap and share != 0.5
    crowded = inside and abs(start - (across_at - share * wide)) > 2  # it would cover its own disc: go above or below
    return svg.text(start, height + (-26 if up >= 0 else 26) * crowded, place.name, size=12)


def _sphere(dimension: int, x: float, y: float, r: float) -> list[str]:
    if dimension == 1:
        ends = [svg.circle(x + side * r, y, 3, fill=svg.FAINT) for side in (-1, 1)]
        return [svg.line(x - r, y, x + r, y, dash="4 4"), *ends]
    if dimension == 2:
        axes = [svg.line(x - r, y, x + r, y, dash="2 5"), svg.line(x, y - r, x, y + r, dash="2 5")]
        return [svg.circle(x, y, r), *axes]
    shade = svg.circle(x, y, r, fill="#f1f3f6")
    equator = [projected((cos(2 * pi * k / 72), sin(2 * pi * k / 72), 0.0)) for k in range(73)]
    parts = [shade]
    for a, b in pairwise(equator):
        dash = "" if a[2] + b[2] > 0 else "1 4"
        parts.append(svg.line(x + r * a[0], y - r * a[1], x + r * b[0], y - r * b[1], dash=dash))
    for k, name in enumerate(("x1", "x2", "x3")):
        axis = [float(i == k) for i in range(3)]
        right, up, _ = projected(axis)
        parts.append(svg.line(x, y, x + r * right, y - r * up, dash="2 5"))
        parts.append(svg.text(x + r * right * 0.55 + 5, y - r * up * 0.55 - 5, name, size=10, colour=svg.FAINT))
    return parts


def curve_point(law: CurveLaw | ArcLaw, dimension: int, s: float) -> tuple[float, ...]:
    """The content of label s in [-pi, pi]."""
    if isinstance(law, ArcLaw):
        rate, height = as_float(law.rate), 0.0
    else:
        rate, height = float(law.winding), sqrt(float(law.square_height.p) / float(law.square_height.q))
    radius = sqrt(1 - height * height)
    flat = radius * cos(rate * s), radius * sin(rate * s)
    return flat if dimension == 2 else (*flat, height)


def _curve(law: CurveLaw | ArcLaw, dimension: int, x: float, y: float, r: float) -> list[str]:
    """The curve in pieces, coloured by the label; turns that lie on each other are drawn a little further out."""
    if isinstance(law, CurveLaw) and law.winding == 0:
        right, up, _ = projected(curve_point(law, dimension, 0.0))
        at = x + r * right, y - r * up
        return [svg.pie(*at, 18, [(svg.cycle_colour(k / 24), 1 / 24) for k in range(24)])]
    turns = law.winding if isinstance(law, CurveLaw) else abs(as_float(law.rate))
    pieces: list[tuple[bool, str]] = []
    for k in range(STEPS):
        ends = [2 * pi * (k + e) / STEPS - pi for e in (0, 1)]
        seen = [projected(curve_point(law, dimension, s)) for s in ends]
        out = [r * (1 + 0.045 * turns * (k + e) / STEPS * (turns > 1)) for e in (0, 1)]
        front = seen[0][2] + seen[1][2] >= -1e-9
        (a, b, _), (c, d, _) = seen
        colour, width = svg.cycle_colour((k + 0.5) / STEPS), 6 if front else 3
        pieces.append(
            (
                front,
                svg.line(x + out[0] * a, y - out[0] * b, x + out[1] * c, y - out[1] * d, colour=colour, width=width),
            )
        )
    return [piece for _, piece in sorted(pieces, key=lambda one: one[0])]  # those behind first
