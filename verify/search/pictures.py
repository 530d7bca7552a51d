"""The pictures of the experiments, drawn without a display; colours that the colour-blind can tell apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, NullLocator, ScalarFormatter

from verify.search.floats import Floats
from verify.search.shapes import SHAPES, Shape

INK = {
    "baseline": ("#000000", "-"),
    "rope": ("#0072B2", "-"),
    "generalised": ("#D55E00", "--"),
    "prefix-points": ("#009E73", "-."),
    "prefix-curve": ("#CC79A7", ":"),
}
"""A colour of Okabe and Ito and a dash for each shape, so that lines differ in grey too."""

VIEW = (30.0, 40.0)
"""Elevation and azimuth of the eye, in degrees, seen from far away."""

STYLE: dict[Any, Any] = {
    "font.size": 9,
    "axes.titlesize": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "svg.hashsalt": "anticollapse",
    "figure.dpi": 150,
}
DOT = 13


def _projected(points: Floats) -> tuple[Floats, Floats]:
    """Places on the paper (n, 2), and the depth (n,), positive in front."""
    elevation, azimuth = np.radians(VIEW)
    eye = np.array([np.cos(elevation) * np.cos(azimuth), np.cos(elevation) * np.sin(azimuth), np.sin(elevation)])
    right = np.array([-np.sin(azimuth), np.cos(azimuth), 0.0])
    up = np.cross(eye, right)
    return points @ np.stack([right, up], axis=1), points @ eye


def _halves(axes: Axes, curve: Floats, colour: str, width: float, level: int) -> None:
    """A curve: full where it is in front, faint where the sphere hides it."""
    place, depth = _projected(curve)
    for visible, alpha in ((depth >= 0, 1.0), (depth < 0, 0.35)):
        drawn = np.where(visible[:, None], place, np.nan)
        axes.plot(drawn[:, 0], drawn[:, 1], color=colour, linewidth=width, zorder=level, alpha=alpha)


def _globe(axes: Axes) -> None:
    s = np.linspace(0, 2 * np.pi, 241)
    axes.fill(np.cos(s), np.sin(s), color="#f4f4f4", zorder=0)
    axes.plot(np.cos(s), np.sin(s), color="#888888", linewidth=0.8, zorder=1)
    for height in (-0.5, 0.0, 0.5):
        radius = np.sqrt(1 - height**2)
        circle = np.stack([radius * np.cos(s), radius * np.sin(s), np.full_like(s, height)], axis=1)
        _halves(axes, circle, "#cccccc", 0.5, 1)
    axes.set_aspect("equal")
    axes.set_axis_off()
    axes.set_xlim(-1.06, 1.06)
    axes.set_ylim(-1.06, 1.06)


def _tokens(axes: Axes, points: Floats, hues: Floats) -> None:
    """Tokens coloured by their label; those behind the sphere are hollow."""
    place, depth = _projected(points)
    # Not the last part of viridis, which is too pale for dots on a light ground.
    colours = mpl.colormaps["viridis"](0.95 * hues)
    front, back = depth >= 0, depth < 0
    axes.scatter(
        *place[back].T, s=DOT, facecolors="none", edgecolors=[*map(tuple, colours[back])], linewidths=0.7, zorder=3
    )
    axes.scatter(*place[front].T, s=DOT, c=colours[front], edgecolors="#222222", linewidths=0.25, zorder=4)


def spheres(runs: Mapping[str, Mapping[str, Any]], path: Path) -> None:
    """Start, gauge frame at the end and content at the end, one column a shape.

    Args:
        runs: one run a shape, by the shape's name.
        path: of the file to write.
    """
    shown = [shape for shape in SHAPES if shape.name in runs]
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(2.1 * len(shown) + 0.5, 6.6), layout="constrained")
        grid = figure.subplots(3, len(shown), squeeze=False)
        for column, shape in enumerate(shown):
            _column(list(grid[:, column]), shape, runs[shape.name])
        for axes, words in zip(grid[:, 0], ("content, τ = 0", "gauge frame, end", "content, end"), strict=True):
            axes.text(-1.2, 0, words, rotation=90, va="center", ha="right")
        figure.savefig(path)


def _column(column: Sequence[Axes], shape: Shape, run: Mapping[str, Any]) -> None:
    start, end = np.array(run["first"]), np.array(run["last"])
    family = shape.family(len(end), 0.0)
    frame = family.frame(end)
    column[0].set_title(f"{shape.name}\nn = {len(end)}")
    for axes, points in zip(column, (start, frame, end), strict=True):
        _globe(axes)
        _tokens(axes, points, family.hues)
    if shape.is_curve:  # the predicted curve, under the tokens
        u = family.masses @ frame
        line = shape.family(512, 0.0).orbit(u / np.linalg.norm(u))
        _halves(column[2], np.vstack([line, line[:1]]), "#F2BE5C", 7, 2)
    else:
        for place in np.unique(np.round(end, 3), axis=0):
            mass = family.masses[np.linalg.norm(end - place, axis=1) < 0.05].sum()
            here, _ = _projected(place[None])
            column[2].annotate(f"{mass:.3g}", here[0], xytext=(6, 4), textcoords="offset points", fontsize=8)


def times(runs: Sequence[Mapping[str, Any]], path: Path, *, greatest_energy: float) -> None:
    """Order parameter of the content and of the gauge frame, and the energy, against time; a line a run."""
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(9.6, 3.3), layout="constrained")
        order, frame, energy = figure.subplots(1, 3)
        seen: set[str] = set()
        for run in runs:
            colour, dash = INK[run["shape"]]
            series = np.array(run["series"])
            label = None if run["shape"] in seen else run["shape"]
            seen.add(run["shape"])
            style = {"color": colour, "linestyle": dash, "linewidth": 1.4, "alpha": 0.9}
            time, content, gap, value = series.T
            order.plot(time, content, label=label, **style)
            frame.plot(time, np.maximum(gap, 1e-17), **style)
            energy.plot(time, value / greatest_energy, **style)
        for axes in (order, frame, energy):
            axes.set_xlabel("time τ")
        order.set_title("content: |mean|")
        order.set_ylim(-0.03, 1.03)
        frame.set_title("gauge frame: 1 − |mean|")
        frame.set_yscale("log")
        energy.set_title("energy / greatest energy")
        figure.legend(loc="outside lower center", ncols=5, frameon=False)
        figure.savefig(path)


def distances(rows: Sequence[Mapping[str, Any]], path: Path) -> None:
    """The distance of the content law from the predicted law of the continuum against n, both axes logarithmic."""
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(4.6, 3.4), layout="constrained")
        axes = figure.subplots()
        for shape in SHAPES:
            found = [row for row in rows if row["shape"] == shape.name]
            if found and shape.is_curve:
                colour, dash = INK[shape.name]
                sizes = [row["n"] for row in found]
                axes.plot(sizes, [row["predicted"] for row in found], color=colour, linestyle=dash, marker="o", ms=4)
                axes.annotate(
                    shape.name,
                    (sizes[0], found[0]["predicted"]),
                    xytext=(6, 3),
                    textcoords="offset points",
                    color=colour,
                    fontsize=8,
                )
        axes.set_xscale("log", base=2)
        axes.set_yscale("log")
        axes.yaxis.set_major_locator(FixedLocator([0.005, 0.01, 0.02, 0.05, 0.1, 0.2]))
        axes.yaxis.set_major_formatter(ScalarFormatter())
        axes.yaxis.set_minor_locator(NullLocator())
        ticks = sorted({row["n"] for row in rows})
        axes.set_xticks(ticks, [str(n) for n in ticks])
        axes.plot(ticks, [1 / n for n in ticks], color="#999999", linewidth=0.9)
        axes.annotate("1/n", (ticks[-1], 1 / ticks[-1]), xytext=(-4, 6), textcoords="offset points", color="#777777")
        axes.set_xlabel("tokens n")
        axes.set_title("$W_1$(content law, predicted curve)")
        figure.savefig(path)
