"""The experiments in tables: the same rows for the terminal, Markdown and JSON. No numbers are made here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Row = Mapping[str, Any]

Cell = str | int | float | None

DISCLAIMER = (
    "The sizes and the time are those of section 3.5 of the summary (n = 64, 128, 256; time 20). Dimension, profile, "
    "beta, gauges, targets and starts are this suite's own constants: the paper's are not at hand, and its tables are "
    "not reproduced. Floats, believed by nobody; what is proved is in the theorem files."
)


@dataclass(frozen=True)
class Column:
    """A heading, the row's entry, and how it is written."""

    heading: str
    key: str
    written: Callable[[Cell], str] = str


@dataclass(frozen=True)
class Table:
    """A table with the words that say what it shows and which claim it bears on."""

    name: str
    title: str
    words: str
    columns: tuple[Column, ...]


def _small(value: Cell) -> str:
    return "-" if value is None else f"{value:.1e}"


def _fixed(value: Cell) -> str:
    return "-" if value is None else f"{value:.4f}"


def _yes(value: Cell) -> str:
    return "yes" if value else "no"


OUTCOMES = Table(
    "outcomes",
    "F3: where the runs end, uniform starts, beta = 1, raw h, time 20",
    "Over the seeds: |mean|, spread (root mean square distance from the mean) and clusters (tokens nearer than 0.001 "
    "are joined) of the content; greatest 1 - |mean| of content and of gauge frame; how far the energy is below "
    "phi(1)/2. Met: without labels content 1 - |mean| < 1e-6; else the gauge frame's, and a content spread above 0.01, "
    "in every seed. Bears on F3, R1, R4 and P1: collapse in the gauge frame, none in the content.",
    (
        Column("shape", "shape"),
        Column("n", "n"),
        Column("|mean|", "order", str),
        Column("1-|mean|", "disorder", _small),
        Column("spread", "spread", str),
        Column("clusters", "clusters", str),
        Column("gauge 1-|mean|", "frame_disorder", _small),
        Column("1-E/max", "energy_gap", _small),
        Column("met", "claimed", _yes),
    ),
)

DISTANCES = Table(
    "distances",
    "W_1 between the content law and the law predicted from the run's own u",
    "Greatest over the seeds and both kinds of start. Same labels: sum rho_i delta at R_i^{-1} u, what R1 and P1 say "
    "of the n tokens. Continuum: the labels' limit (2048 labels), which n equispaced labels approach like 1/n (R5). "
    "From the start: the least distance that the content law has moved.",
    (
        Column("shape", "shape"),
        Column("n", "n"),
        Column("same labels", "own", _small),
        Column("continuum", "predicted", _small),
        Column("n x continuum", "scaled", _fixed),
        Column("from the start", "moved", _fixed),
    ),
)

SHAPES = Table(
    "shapes",
    "Shapes against seeds: W_1 between content laws at time 20, compared as they are",
    "Seeds: the greatest distance between two seeds of one shape. Shapes: the least distance between runs of two "
    "shapes, any seeds. Both from framed starts: a cap of 60 degrees in the gauge frame, uniform, its mean turned to "
    "one fixed u_0. The flow commutes with a common rotation of the gauge frame, so a uniform start leaves it to the "
    "seed which u, and so which latitude, say, a run ends on (last column); the frame fixes that one freedom at the "
    "start, and nothing is fitted to the end.",
    (
        Column("n", "n"),
        Column("seeds", "within", _fixed),
        Column("shapes", "between", _fixed),
        Column("ratio", "ratio", lambda value: "-" if value is None else f"{value:.1f}"),
        Column("above 10", "claimed", _yes),
        Column("nearest shapes", "nearest", str),
        Column("seeds, uniform", "free", _fixed),
    ),
)

LONG_TIMES = Table(
    "long-times",
    "F4: where time 20 is not enough, no labels, uniform starts",
    "By R4 the gauge frame of every rotary or prefix run moves like this. Greatest 1 - |mean| and greatest number of "
    "clusters over the seeds at time 20. T: the exact time in which two clusters go from pi/2 to pi/4 (F4), exp(beta) "
    "shorter for raw h; it grows like exp(beta)/beta, or 1/beta for raw h. Collapsed: in how many seeds 1 - |mean| < "
    "1e-6, and after what times. T is a scale, no bound: clusters farther apart than pi/2 take longer, raw h included.",
    (
        Column("beta", "beta"),
        Column("h", "normalisation"),
        Column("n", "n"),
        Column("seeds", "seeds"),
        Column("T", "passage", lambda value: f"{value:.3g}"),
        Column("1-|mean|", "disorder", _small),
        Column("clusters", "clusters", str),
        Column("collapsed", "collapsed", str),
        Column("after", "settled", str),
    ),
)

TABLES = (OUTCOMES, DISTANCES, SHAPES, LONG_TIMES)


def cells(table: Table, rows: Sequence[Row]) -> list[list[str]]:
    """The table's body as text."""
    return [[column.written(row[column.key]) for column in table.columns] for row in rows]


def markdown(document: Mapping[str, Any]) -> str:
    """The whole report: tables, pictures with their captions, what is claimed."""
    parts = ["# The experiments of section 3.5", DISCLAIMER, document["verdict"]]
    for table in TABLES:
        rows = document["tables"].get(table.name, [])
        if not rows:
            continue
        lines = ["| " + " | ".join(column.heading.replace("|", "\\|") for column in table.columns) + " |"]
        lines.append("|" + "---|" * len(table.columns))
        lines += ["| " + " | ".join(row) + " |" for row in cells(table, rows)]
        parts += [f"## {table.title}", "\n".join(lines), table.words]
    if document["pictures"]:
        parts.append("## Pictures")
    parts += [f"![{picture['file']}]({picture['file']})\n\n{picture['caption']}" for picture in document["pictures"]]
    return "\n\n".join(parts) + "\n"
