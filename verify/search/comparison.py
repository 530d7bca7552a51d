"""The tables of the experiments, made from the records of their runs."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np
from scipy.integrate import quad

from verify.search import measures
from verify.search.experiments import COLLAPSED, LONG_COUNT, Settings
from verify.search.field import Normalisation
from verify.search.shapes import SHAPES, STARTS, shape_named

Record = Mapping[str, Any]
Row = dict[str, Any]

SPREAD = 0.01
"""Spread from which a content law counts as not collapsed; the shapes have 0.3 to 1, RoPE less for u near its axis."""

RATIO = 10.0
"""How many times farther apart two shapes are to be than two seeds of one."""


def tables(records: Sequence[Record], settings: Settings) -> dict[str, list[Row]]:
    """All four, with rows for what has been run."""
    main = [one for one in records if one["beta"] == 1 and one["normalisation"] == Normalisation.RAW.value]
    return {
        "outcomes": outcomes(main, settings),
        "distances": distances(main, settings),
        "shapes": [row for n in settings.sizes if (row := shapes(main, n))],
        "long-times": long_times(records, settings),
    }


def _between(values: Sequence[float], digits: int) -> str:
    """The least and the greatest, or the one value."""
    low, high = (f"{round(value, digits):.{digits}f}" for value in (min(values), max(values)))
    return low if low == high else f"{low}..{high}"


def outcomes(records: Sequence[Record], settings: Settings) -> list[Row]:
    """F3: a row a shape and size, over the seeds of the uniform starts."""
    rows: list[Row] = []
    for shape in SHAPES:
        for n in settings.sizes:
            seen = [
                one["measures"]
                for one in records
                if (one["shape"], one["n"], one["start"]) == (shape.name, n, "uniform")
                and one["reached"] == one["duration"]
            ]
            if not seen:
                continue
            greatest = {key: max(one[key] for one in seen) for key in seen[0]}
            spread = min(one["spread"] for one in seen)
            rows.append(
                {
                    "shape": shape.name,
                    "n": n,
                    "seeds": len(seen),
                    "order": _between([one["order"] for one in seen], 2),
                    "disorder": greatest["disorder"],
                    "spread": _between([one["spread"] for one in seen], 2),
                    "clusters": _between([one["clusters"] for one in seen], 0),
                    "frame_disorder": greatest["frame_disorder"],
                    "frame_width": greatest["frame_width"],
                    # Rounding may leave it a little below 0.
                    "energy_gap": max(0.0, greatest["energy_gap"]),
                    "claimed": greatest["disorder"] < COLLAPSED
                    if shape.collapses
                    else greatest["frame_disorder"] < COLLAPSED and spread > SPREAD,
                }
            )
    return rows


def distances(records: Sequence[Record], settings: Settings) -> list[Row]:
    """Content laws against the laws predicted from the runs' own u."""
    rows: list[Row] = []
    for shape in SHAPES:
        for n in settings.sizes:
            seen = [one["measures"] for one in records if (one["shape"], one["n"]) == (shape.name, n)]
            if seen:
                predicted = max(one["predicted"] for one in seen)
                rows.append(
                    {
                        "shape": shape.name,
                        "n": n,
                        "own": max(one["own"] for one in seen),
                        "predicted": predicted,
                        "scaled": n * predicted if shape.is_curve else None,
                        "moved": min(one["moved"] for one in seen),
                    }
                )
    return rows


def shapes(records: Sequence[Record], n: int) -> Row | None:
    """How far apart shapes are, and seeds of one shape, at n tokens; None while there are no two of each."""
    here = [one for one in records if one["n"] == n]
    framed, free = ([one for one in here if one["start"] == start] for start in ("framed", "uniform"))
    within, between = _apart(framed, same=True), _apart(framed, same=False)
    if not within or not between:
        return None
    (widest, shape), (nearest, pair) = max(within), min(between)
    ratio = nearest / widest if widest > 0 else math.inf
    return {
        "n": n,
        "within": widest,
        "widest": shape,
        "between": nearest,
        "nearest": pair,
        "ratio": ratio if math.isfinite(ratio) else None,
        "claimed": ratio > RATIO,
        "free": max((apart for apart, _ in _apart(free, same=True)), default=None),
    }


def _apart(records: Sequence[Record], *, same: bool) -> list[tuple[float, str]]:
    """The distances of the content laws of all pairs of runs, of the same or of different shapes, with their names."""
    found: list[tuple[float, str]] = []
    for one, other in combinations(records, 2):
        if (one["shape"] == other["shape"]) is same:
            laws = [
                (shape_named(run["shape"]).family(run["n"], 0.0).masses, np.array(run["last"])) for run in (one, other)
            ]
            names = one["shape"] if same else f"{one['shape']}, {other['shape']}"
            found.append((measures.transport(*laws[0], *laws[1]), names))
    return found


def passage(beta: float, normalisation: Normalisation) -> float:
    """T of claims.md F4: two clusters from pi/2 to pi/4."""
    value = quad(lambda z: math.exp(beta * (1 - math.cos(z))) / math.sin(z), math.pi / 4, math.pi / 2)[0]
    return float(value) * (1.0 if normalisation is Normalisation.NORMALISED else math.exp(-beta))


def long_times(records: Sequence[Record], settings: Settings) -> list[Row]:
    """F4: without labels, over beta and both normalisations."""
    rows: list[Row] = []
    for normalisation in Normalisation:
        for beta in settings.betas:
            key = ("baseline", "uniform", LONG_COUNT, beta, normalisation.value)
            seen = [
                one
                for one in records
                if tuple(one[name] for name in ("shape", "start", "n", "beta", "normalisation")) == key
            ]
            if seen:
                times = [one["settled"] for one in seen if one["settled"] is not None]
                rows.append(
                    {
                        "beta": f"{beta:g}",
                        "normalisation": normalisation.value,
                        "n": LONG_COUNT,
                        "seeds": len(seen),
                        "passage": passage(beta, normalisation),
                        "disorder": max(one["measures"]["disorder"] for one in seen),
                        "clusters": _between([one["measures"]["clusters"] for one in seen], 0),
                        "collapsed": f"{len(times)} of {len(seen)}",
                        "settled": _between(times, 2) if times else "-",
                    }
                )
    return rows


def representative(records: Sequence[Record], start: str, settings: Settings) -> dict[str, Record]:
    """One run a shape for the pictures: seed 0 at the greatest size that has been run."""
    if start not in STARTS:
        raise KeyError(start)
    chosen: dict[str, Record] = {}
    for n in settings.sizes:
        for one in records:
            if (one["n"], one["start"], one["seed"]) == (n, start, 0) and (one["beta"], one["normalisation"]) == (
                1,
                "raw",
            ):
                chosen[one["shape"]] = one
    return chosen
