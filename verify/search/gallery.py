"""Which pictures the experiments come with, and what is seen on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from verify.search.comparison import Record, representative
from verify.search.experiments import Run, Settings
from verify.search.pictures import distances, spheres, times
from verify.search.shapes import SHAPES

SPHERES = (
    "Columns: shapes; colour: label; hollow: behind the sphere; orange band: the law predicted from the run's own u; "
    "numbers: masses at a site. The contents start spread out (top), gather in one point of the gauge frame (middle) "
    "and end on that point's orbit (bottom)"
)
FRAMED = (
    ": one point without labels, a latitude, a wavy closed curve, three points, a figure of eight. Framed starts: u "
    "is near u_0, so the sites are the prompts' targets, and the eight is Viviani's curve, but for a small turn. "
    "Bears on F3, R4, R5, P1 and P2."
)
UNIFORM = (
    ", which is another one for each column and seed: the latitude, the sites and the curves are not those of the "
    "framed starts, and the tokens are as near to their predicted law. Uniform starts. Bears on F3, R4, R5 and P1."
)
TIMES = (
    "A line a run at the greatest n, uniform starts. Left: the content's |mean| goes to 1 without labels only. "
    "Middle: in the gauge frame 1 - |mean| falls below 1e-6 for every shape, at one exponential rate once gathered; "
    "what is below 1e-17 is drawn there; a plateau before is a few tokens that have still to join. Right: no energy "
    "falls, and each reaches the greatest value. Bears on F1, F2, F3, F4 and R4."
)
DISTANCES = (
    "The greatest distance over seeds and starts falls like 1/n (grey) on each curve: n equispaced labels draw n "
    "points of it, and the flow adds nothing that is seen. Bears on F3 and R5."
)


def draw(
    records: Sequence[Record], found: Mapping[str, list[dict[str, Any]]], settings: Settings, folder: Path
) -> list[dict[str, str]]:
    """Draws what the records allow; the files with their captions."""
    pictures: list[dict[str, str]] = []
    for start, words in (("framed", FRAMED), ("uniform", UNIFORM)):
        chosen = representative(records, start, settings)
        if chosen:
            name = f"spheres-{start}.png"
            spheres(chosen, folder / name)
            pictures.append({"file": name, "caption": SPHERES + words})
    greatest = max((one["n"] for one in records), default=0)
    lines = [
        one
        for shape in SHAPES
        for one in records
        if (one["shape"], one["start"], one["n"]) == (shape.name, "uniform", greatest)
        and (one["beta"], one["normalisation"]) == (1, "raw")
    ]
    if lines:
        times(lines, folder / "times.png", greatest_energy=Run("baseline", "uniform", greatest, 0).greatest_energy)
        pictures.append({"file": "times.png", "caption": TIMES})
    if any(row["scaled"] is not None for row in found["distances"]):
        distances(found["distances"], folder / "distances.png")
        pictures.append({"file": "distances.png", "caption": DISTANCES})
    return pictures
