"""The runs of `anticollapse experiments`: what is run, and what is kept of a run. Floats, believed by nobody."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from theorems.model.errors import InvalidInputError
from verify.search import measures
from verify.search.fast_field import choose_field
from verify.search.field import ExactField, Normalisation
from verify.search.floats import Floats
from verify.search.integrator import State, integrate
from verify.search.shapes import SHAPES, STARTS, Family, Shape, generator, shape_named

SCHEMA = 1

DURATION = 20.0
TOLERANCE = 1e-8
"""Of a step, the largest chordal token error."""

SERIES_FACTOR = 1.05
"""A state is kept for the curves when its time is so many times that of the last one kept."""

COLLAPSED = 1e-6
"""1 - |mean| below which a law counts as collapsed (claims.md F3)."""

LONG_COUNT = 64
"""Tokens of the runs over beta."""


@dataclass(frozen=True)
class Settings:
    """What a set of experiments consists of.

    Attributes:
        seeds: runs a shape, size and kind of start.
        quick: small sizes and few betas, for a first look and for tests.
    """

    seeds: int
    quick: bool

    @property
    def sizes(self) -> tuple[int, ...]:
        """The numbers of tokens."""
        return (32, 64) if self.quick else (64, 128, 256)

    @property
    def betas(self) -> tuple[float, ...]:
        """The betas of the last table."""
        return (1.0, 4.0) if self.quick else (1.0, 2.0, 4.0, 9.0)


@dataclass(frozen=True)
class Run:
    """One trajectory: `shape` and `start` are names of `SHAPES` and `STARTS`."""

    shape: str
    start: str
    n: int
    seed: int
    beta: float = 1.0
    normalisation: str = Normalisation.RAW.value
    duration: float = DURATION

    @property
    def name(self) -> str:
        """As in the names of files."""
        return f"{self.shape}.{self.start}.{self.normalisation}-{self.beta:g}.n{self.n:03d}.seed{self.seed}"

    @property
    def greatest_energy(self) -> float:
        """phi(1)/2, the maximum by R1 and P1."""
        exponent = 0.0 if self.normalisation == Normalisation.NORMALISED.value else self.beta
        return math.exp(exponent) / (2 * self.beta)


def plan(settings: Settings) -> list[Run]:
    """All runs: every shape from both kinds of start, then the betas without labels. No run occurs twice."""
    runs = [
        Run(shape.name, start, n, seed)
        for n in settings.sizes
        for start in STARTS
        for shape in SHAPES
        for seed in range(settings.seeds)
    ]
    runs += [
        Run("baseline", "uniform", LONG_COUNT, seed, beta, normalisation.value)
        for beta in settings.betas
        for normalisation in Normalisation
        for seed in range(settings.seeds)
    ]
    return list(dict.fromkeys(runs))


def start_of(run: Run, family: Family) -> Floats:
    """The contents at time 0; the same for all betas and both normalisations."""
    return STARTS[run.start](family, generator("experiments", run.shape, run.start, run.n, run.seed))


def follow(run: Run) -> dict[str, Any]:
    """The run, in numbers: its settings, start and end, curves and measures."""
    shape = shape_named(run.shape)
    family = shape.family(run.n, 0.0)
    start = start_of(run, family)
    exact = ExactField(
        masses=family.masses,
        dimension=3,
        beta=run.beta,
        gauges=None if shape.collapses else family.gauges,
        normalisation=Normalisation(run.normalisation),
    )
    series: list[list[float]] = []
    settled: list[float] = []

    def observe(state: State) -> None:
        disorder = measures.disorder(family.masses, family.frame(state.points))
        if disorder < COLLAPSED and not settled:
            settled.append(state.time)
        if not series or state.time >= series[-1][0] * SERIES_FACTOR or state.time >= run.duration:
            series.append([state.time, measures.order(family.masses, state.points), disorder, state.energy])

    with threadpool_limits(limits=1):
        result = integrate(choose_field(exact), start, run.duration, TOLERANCE, observe)
    return {
        "schema": SCHEMA,
        **asdict(run),
        "steps": result.steps,
        "reached": result.time,
        "settled": settled[0] if settled else None,
        "measures": measured(shape, family, start, result.points, series[-1][3] / run.greatest_energy),
        "series": series,
        "first": start.tolist(),
        "last": result.points.tolist(),
    }


def measured(shape: Shape, family: Family, start: Floats, end: Floats, energy: float) -> dict[str, float]:
    """What the tables say of one run; `energy` is relative to the greatest."""
    masses, frame = family.masses, family.frame(end)
    centre = measures.mean(masses, frame)
    u = centre / np.linalg.norm(centre)
    fine = shape.family(shape.fine, 0.5)
    return {
        "order": measures.order(masses, end),
        "disorder": measures.disorder(masses, end),
        "spread": measures.spread(masses, end),
        "clusters": measures.clusters(end),
        "frame_disorder": measures.disorder(masses, frame),
        "frame_width": measures.width(masses, frame),
        "frame_clusters": measures.clusters(frame),
        "energy_gap": 1 - energy,
        "height": float(u[2]),
        "own": measures.transport(masses, end, masses, family.orbit(u)),
        "predicted": measures.transport(masses, end, fine.masses, fine.orbit(u)),
        "moved": measures.transport(masses, end, masses, start),
    }


def perform(item: tuple[Run, str]) -> str:
    """Follows a run and writes it to the folder, whole or not at all; returns its name. Skips one that is there."""
    run, folder = item
    path = Path(folder) / f"{run.name}.json"
    if not path.exists():
        text = json.dumps(follow(run), allow_nan=False)
        fresh = path.with_suffix(".part")
        fresh.write_text(text + "\n", encoding="utf-8")
        fresh.replace(path)
    return run.name


def finished(runs: list[Run], folder: Path) -> Iterator[Mapping[str, Any]]:
    """The records in the folder of those runs that have one, in the order of the runs.

    Raises:
        InvalidInputError: a file is not the record of its run.
    """
    for run in runs:
        path = folder / f"{run.name}.json"
        if path.exists():
            try:
                record = json.loads(path.read_text(encoding="utf-8"))
                ours = record["schema"] == SCHEMA and all(record[key] == value for key, value in asdict(run).items())
            except (ValueError, KeyError, TypeError):
                record, ours = {}, False
            if not ours:
                raise InvalidInputError(f"run={path}: expected the record of that run; delete the file and resume")
            yield record
