"""The table [flow] of a problem file: how long, by which attention, and from where the tokens move.

    [flow]
    tau = 20                     # the time, positive
    start = "uniform"            # uniform | equiangular | clustered | near-uniform | twisted | file
    model = "usa"                # usa | sa; usa if left out
    normalisation = "raw"        # raw: h as [kernel] has it; normalised: h/phi'(1); raw if left out
    seed = 0                     # of uniform and clustered; 0 if left out
    tolerance = 1e-8             # chordal token error a step; 1e-8 if left out

and for one start each: `inner` (equiangular: <x_i, x_j>), `clusters` and `spread` (clustered), `mode` and `amplitude`
(near-uniform), `winding` (twisted), `points` (file: a CSV file, from the folder of the problem file). What the kernel
is, beta too, stands in [kernel] alone. The raw USA of claims.md is `exp(beta * dot(x, y)) / beta`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from theorems.model.errors import InvalidInputError
from theorems.model.problem_file import ProblemFile, read_problem_file, tables

if TYPE_CHECKING:
    from flint import fmpq

    from theorems.model.fields import Fields

MAX_SEED = 2**31
MAX_TAU = 10**9
LEAST_TOLERANCE, GREATEST_TOLERANCE = 1e-13, 1e-2
MAX_WINDING = 1000

MODELS = ("usa", "sa")
NORMALISATIONS = ("raw", "normalised")


class Start(Enum):
    """Where the tokens start; see `verify.search.starts`."""

    UNIFORM = "uniform"
    EQUIANGULAR = "equiangular"
    CLUSTERED = "clustered"
    NEAR_UNIFORM = "near-uniform"
    TWISTED = "twisted"
    FILE = "file"


OWN = {
    Start.UNIFORM: ("seed",),
    Start.EQUIANGULAR: ("inner",),
    Start.CLUSTERED: ("clusters", "spread", "seed"),
    Start.NEAR_UNIFORM: ("mode", "amplitude"),
    Start.TWISTED: ("winding",),
    Start.FILE: ("points",),
}
"""The keys of each start."""

SHARED = ("tau", "beta", "start", "model", "normalisation", "tolerance")


@dataclass(frozen=True)
class FlowTable:
    """The table as read. What a start does not use is 0 or empty.

    Attributes:
        tau: the time, positive.
        start: where the tokens start.
        model: one of `MODELS`.
        normalisation: one of `NORMALISATIONS`.
        tolerance: the chordal token error a step.
        seed: of the random starts.
        inner: <x_i, x_j> of the equiangular start.
        clusters: how many, of the clustered start.
        spread: about its centres.
        mode: of the near-uniform start.
        amplitude: of its mode, in radians.
        winding: of the twisted start, in turns.
        points: the file of points, as written.
    """

    tau: float
    start: Start
    model: str
    normalisation: str
    tolerance: float
    seed: int = 0
    inner: float = 0.0
    clusters: int = 0
    spread: float = 0.0
    mode: int = 0
    amplitude: float = 0.0
    winding: int = 0
    points: str = ""


@dataclass(frozen=True, eq=False)
class FlowFile:
    """A problem file with its table [flow].

    Attributes:
        file: the problem.
        flow: the table.
    """

    file: ProblemFile
    flow: FlowTable


def read_flow_file(text: str) -> FlowFile:
    """Reads a problem file with a table [flow].

    Raises:
        InvalidInputError: as `read_problem_file`; no such table, a key that is missing, unknown or of another start, or
            a value out of range; d = 1.
    """
    root = tables(text)
    if not root.has("flow"):
        raise InvalidInputError('flow: the table is missing, expected [flow] with tau and start, such as "uniform"')
    flow = _flow(root.table("flow"))
    file = read_problem_file(text, flow=True)
    dimension = file.problem.dimension
    if dimension < 2:
        raise InvalidInputError("content.dimension=1: expected 2 or more for a flow; on S^0 nothing moves")
    if flow.start in (Start.NEAR_UNIFORM, Start.TWISTED) and dimension != 2:
        raise InvalidInputError(f"flow.start={flow.start.value}: expected content.dimension=2, found {dimension}")
    return FlowFile(file, flow)


def _flow(fields: Fields) -> FlowTable:
    start = Start(fields.choice("start", tuple(start.value for start in Start)))
    every = tuple(dict.fromkeys(key for keys in OWN.values() for key in keys))
    fields.only((*SHARED, *every))
    for key in every:
        if key not in OWN[start]:
            users = " or ".join(one.value for one in Start if key in OWN[one])
            fields.refuse(key, f'with start = "{start.value}"; it belongs to {users}')
    tolerance = 1e-8
    if fields.has("tolerance"):
        tolerance = _within(fields, "tolerance", LEAST_TOLERANCE, GREATEST_TOLERANCE)
    return FlowTable(
        tau=_within(fields, "tau", 0, MAX_TAU, above=True),
        start=start,
        model=fields.choice("model", MODELS) if fields.has("model") else "usa",
        normalisation=fields.choice("normalisation", NORMALISATIONS) if fields.has("normalisation") else "raw",
        tolerance=tolerance,
        seed=_seed(fields) if fields.has("seed") else 0,
        inner=_within(fields, "inner", -1, 1) if start is Start.EQUIANGULAR else 0.0,
        clusters=fields.whole("clusters", MAX_SEED) if start is Start.CLUSTERED else 0,
        spread=_within(fields, "spread", 0, 100) if start is Start.CLUSTERED else 0.0,
        mode=fields.whole("mode", MAX_SEED) if start is Start.NEAR_UNIFORM else 0,
        amplitude=_within(fields, "amplitude", 0, 1) if start is Start.NEAR_UNIFORM else 0.0,
        winding=fields.whole("winding", MAX_WINDING) if start is Start.TWISTED else 0,
        points=fields.text("points") if start is Start.FILE else "",
    )


def _within(fields: Fields, key: str, least: float, most: float, *, above: bool = False) -> float:
    """A number as a float, from `least`, or above it, to `most`."""
    value = _float(fields.number(key))
    if not least <= value <= most or (above and value == least):
        range_words = f"above {least}, at most {most}" if above else f"from {least} to {most}"
        raise InvalidInputError(f"{fields.path}{key}={value}: expected a number {range_words}")
    return value


def _float(value: fmpq) -> float:
    try:
        return float(value)
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")


def _seed(fields: Fields) -> int:
    value = fields.number("seed")
    if value.q != 1 or not 0 <= value <= MAX_SEED:
        raise InvalidInputError(f"{fields.path}seed={str(value)[:40]}: expected a whole number from 0 to {MAX_SEED}")
    return int(value.p)


def points_path(flow: FlowTable, problem: Path) -> Path:
    """The file of points, from the folder of the problem file."""
    return problem.parent / flow.points
