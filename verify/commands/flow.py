"""`anticollapse flow`: the tokens of one's own kernel in motion, with what must hold on the way looked at.

Everything here is a float: what is printed is an observation, trust `sampled`, and no verdict says more.
"""

# Beyond the 200 lines of the style sheet: what is kept of a run and how it is taken up again must agree to the bit.

from __future__ import annotations

import csv
import io
import json
import math
import signal
import sys
from contextlib import contextmanager
from dataclasses import asdict, astuple, dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from theorems.model.errors import InvalidInputError
from theorems.model.problem_file import MAX_BYTES
from verify.csv_tables import inlined
from verify.flow_file import FlowFile, Start, points_path, read_flow_file
from verify.folder import FLOW, POINTS, TRAJECTORY, require_writable, write_folder
from verify.reading import read_text
from verify.report.progress import progress
from verify.verdict import Trust

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Generator

    from verify.search.fast_field import FastField
    from verify.search.field import ExactField, GradientField
    from verify.search.floats import Floats
    from verify.search.integrator import State

    AnyField = ExactField | FastField | GradientField

SCHEMA = 1

COLLAPSED = 1e-6
"""Tokens are reported collapsed where 1 - |mean| is below this, and by nothing else: to be at rest is not enough."""

SPREAD = 1e-2
"""They are reported spread where it is above this. Between the two they are neither yet."""

REST = 1e-6
"""A largest speed below this is called at rest; a metastable state may look the same."""

ROWS = 200
"""Times of the trajectory: the first step at or after each of so many equal parts of tau."""

SHOWN = 12
"""Most times that are printed; trajectory.csv and --json have them all."""

MAX_STATE_BYTES = 1 << 26
"""Longest flow.json that is taken up again."""


class _StoppedError(Exception):
    """Ctrl-C, heard at the end of a step."""


@dataclass(frozen=True)
class Row:
    """The tokens at one time.

    Attributes:
        time: the time.
        order: |mean| of the contents.
        disorder: 1 - |mean|, without cancellation.
        frame_order: |mean| in the gauge frame.
        frame_disorder: 1 - |mean| there.
        energy: E.
        clusters: groups of contents.
        frame_clusters: groups in the gauge frame.
        speed: the largest |x_i'|.
        steps: accepted so far.
    """

    time: float
    order: float
    disorder: float
    frame_order: float
    frame_disorder: float
    energy: float
    clusters: int
    frame_clusters: int
    speed: float
    steps: int


@dataclass(frozen=True)
class Saved:
    """Where a run was when it was written.

    Attributes:
        time: the time.
        step: that will be tried next; None before the first.
        points: the points, n lists of d numbers.
        steps: accepted so far.
        norm_error: the largest | |x_i| - 1 | so far.
        energy_fall: the largest fall of the energy in a step so far.
        rows: the trajectory so far.
    """

    time: float
    step: float | None
    points: list[list[float]]
    steps: int = 0
    norm_error: float = 0.0
    energy_fall: float = 0.0
    rows: tuple[Row, ...] = ()


class Recorder:
    """Watches a run: `integrate` shows it each state."""

    def __init__(self, field: AnyField, tau: float, saved: Saved, tell: Callable[[str], None]) -> None:
        """Goes on from what was saved; `tell` hears of every row."""
        self._field, self._tau, self._tell = field, tau, tell
        self._norm_error, self._energy_fall = saved.norm_error, saved.energy_fall
        self._rows, self._steps = list(saved.rows), saved.steps
        self._last: State | None = None
        self.interrupted = False

    def __call__(self, state: State) -> None:
        """Notes a state.

        Raises:
            _StoppedError: Ctrl-C was heard meanwhile.
        """
        norms = (state.points * state.points).sum(axis=1) ** 0.5
        self._norm_error = max(self._norm_error, float(abs(norms - 1).max()))
        last, self._last = self._last, state
        if last is not None:
            self._steps += 1
            self._energy_fall = max(self._energy_fall, last.energy - state.energy)
        passed = self._part(state.time) - (0 if last is None else self._part(last.time))
        if (not self._rows) or (last is not None and passed):
            self._rows.append(self._row(state))
        for _ in range(passed):
            self._tell(f"time {state.time:.4g} of {self._tau:.4g}")
        if self.interrupted and state.time < self._tau:
            raise _StoppedError

    def _part(self, time: float) -> int:
        return math.floor(ROWS * (time / self._tau))

    def _row(self, state: State) -> Row:
        from verify.search.measures import clusters, disorder, order

        masses, points = self._field.masses, state.points
        frame = self._field.frame(points)
        velocity = self._field.velocity(points)
        return Row(
            state.time,
            order(masses, points),
            disorder(masses, points),
            order(masses, frame),
            disorder(masses, frame),
            state.energy,
            clusters(points),
            clusters(frame),
            float(((velocity * velocity).sum(axis=1) ** 0.5).max()),
            self._steps,
        )

    def saved(self) -> Saved:
        """All of it, the row of the last state included."""
        if self._last is None:
            raise RuntimeError("no state was seen")
        last = self._last
        points: list[list[float]] = last.points.tolist()
        return Saved(last.time, last.step, points, self._steps, self._norm_error, self._energy_fall, tuple(self._rows))

    def last_row(self) -> Row:
        """Of the last state."""
        if self._last is None:
            raise RuntimeError("no state was seen")
        return self._row(self._last)


def run(options: argparse.Namespace) -> int:
    """Follows the flow and prints; 0 if it reached tau, 3 if not, 130 after Ctrl-C, with what there is."""
    state = _read_state(Path(options.resume)) if options.resume else None
    text: str = (
        state["problem"] if state is not None else inlined(_text(Path(options.problem)), Path(options.problem).parent)
    )
    flow = read_flow_file(text)
    place = options.out or options.resume
    out = Path(place) if place else None
    if out is not None:
        require_writable(out)
    field = _field(flow)
    if state is not None:
        saved = _saved(state, field, Path(options.resume), flow.flow.tau)
    else:
        saved = Saved(0.0, None, _start(flow, Path(options.problem)).tolist())
    reached, recorder = _follow(flow, field, saved)
    saved, row = recorder.saved(), recorder.last_row()
    outcome = "stopped" if recorder.interrupted and not reached else "reached" if reached else "most steps"
    document = _document(text, outcome, saved, row)
    if out is not None:
        write_folder(out, _files(document, saved, field))
    if options.json:
        print(json.dumps(document, indent=1, allow_nan=False))
    else:
        _print(flow, field, saved, row, out)
    if outcome != "stopped":
        return 0 if reached else 3
    then = f"go on with: anticollapse flow --resume {out}" if out is not None else "no file was written: give --out"
    print(f"anticollapse: stopped at time {saved.time:.6g} of {flow.flow.tau:.6g}; {then}", file=sys.stderr)
    return 130


def _field(flow: FlowFile) -> AnyField:
    """The field of the problem: the fast one where it costs less, whose error then enters the step control."""
    from verify.search.fast_field import choose_field
    from verify.search.field import ExactField, Model, Normalisation, field_of

    field = field_of(flow.file.problem, Model(flow.flow.model), Normalisation(flow.flow.normalisation))
    return choose_field(field) if isinstance(field, ExactField) else field


def _follow(flow: FlowFile, field: AnyField, saved: Saved) -> tuple[bool, Recorder]:
    """Runs to the end or to Ctrl-C; whether tau was reached, and what was seen."""
    from verify.search.integrator import Reason, integrate
    from verify.search.starts import given

    tau, start = flow.flow.tau, given(saved.points)
    with progress("flow", ROWS) as tell:
        recorder = Recorder(field, tau, saved, tell)
        with _heard_interrupts(recorder):
            try:
                result = integrate(
                    field, start, tau, flow.flow.tolerance, recorder, first_step=saved.step, since=saved.time
                )
            except _StoppedError:
                return False, recorder
    return result.reason is Reason.REACHED, recorder


@contextmanager
def _heard_interrupts(recorder: Recorder) -> Generator[None]:
    """Ctrl-C is noted, and heard at the end of a step; a second one stops at once, as everywhere."""

    def note(_number: int, _frame: object) -> None:
        recorder.interrupted = True
        signal.signal(signal.SIGINT, signal.default_int_handler)

    earlier = signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, earlier)


def _start(flow: FlowFile, problem: Path) -> Floats:
    from verify.search import starts

    table, n, d = flow.flow, len(flow.file.problem), flow.file.problem.dimension
    match table.start:
        case Start.UNIFORM:
            return starts.uniform(n, d, table.seed)
        case Start.EQUIANGULAR:
            return starts.equiangular(n, d, table.inner)
        case Start.CLUSTERED:
            return starts.clustered(n, d, table.clusters, table.spread, table.seed)
        case Start.NEAR_UNIFORM:
            return starts.near_uniform(n, table.mode, table.amplitude)
        case Start.TWISTED:
            return starts.twisted(n, table.winding)
        case Start.FILE:
            return starts.from_file(points_path(table, problem), n, d)


def _text(path: Path) -> str:
    """The problem file's text.

    Raises:
        InvalidInputError: it is missing, a directory, too large, or not UTF-8.
    """
    return read_text(path, "problem", "a problem file", MAX_BYTES)


def _read_state(folder: Path) -> dict[str, Any]:
    """The document that an earlier run wrote.

    Raises:
        InvalidInputError: there is none.
    """
    if not folder.is_dir():
        raise InvalidInputError(f"resume={folder}: expected the folder of an earlier run, as `flow --out` writes it")
    text = read_text(folder / FLOW, "resume", f"a folder with {FLOW}", MAX_STATE_BYTES)
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        raise InvalidInputError(f"resume={folder / FLOW}: expected JSON, as `flow --out` writes it") from None
    found = cast("dict[str, Any]", document) if isinstance(document, dict) else {}
    if found.get("schema") != SCHEMA or not isinstance(found.get("problem"), str):
        raise InvalidInputError(f"resume={folder / FLOW}: expected schema {SCHEMA}, as `flow --out` writes it")
    return found


def _saved(document: dict[str, Any], field: AnyField, folder: Path, tau: float) -> Saved:
    """The state in a document: numbers, finite, of the right shape; `integrate` looks at the norms."""
    try:
        invariants = document["invariants"]
        names = [one.name for one in fields(Row)]
        rows = tuple(Row(**{name: _number(row[name]) for name in names}) for row in document["rows"])
        saved = Saved(
            _number(document["time"]),
            _number(document["next_step"]),
            [[_number(entry) for entry in point] for point in document["points"]],
            int(_number(document["steps"])),
            _number(invariants["norm_error"]),
            _number(invariants["energy_fall"]),
            rows,
        )
        shape = {len(point) for point in saved.points}
        if len(saved.points) != field.count or shape != {field.dimension} or not rows:
            raise ValueError("shape")
        if not 0 <= saved.time <= tau or not (saved.step or 0) > 0 or saved.steps < 0:
            raise ValueError("state")
    except (KeyError, TypeError, ValueError):
        where = f"resume={folder / FLOW}"
        raise InvalidInputError(f"{where}: not a state of its own problem, expected what `flow --out` wrote") from None
    return saved


def _number(value: object) -> Any:  # noqa: ANN401 - whole or not, as it was written
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError(value)
    return value


def _state_word(disorder: float) -> str:
    return "collapsed" if disorder < COLLAPSED else "spread" if disorder > SPREAD else "neither"


def _document(text: str, outcome: str, saved: Saved, row: Row) -> dict[str, Any]:
    """flow.json: no clock in it, so that a run taken up again ends with the same bytes."""
    return {
        "schema": SCHEMA,
        "outcome": outcome,
        "trust": Trust.SAMPLED.label,
        "content": _state_word(row.disorder),
        "gauge_frame": _state_word(row.frame_disorder),
        "thresholds": {"collapsed": COLLAPSED, "spread": SPREAD},
        "last": asdict(row),
        "invariants": {"norm_error": saved.norm_error, "energy_fall": saved.energy_fall},
        "time": saved.time,
        "steps": saved.steps,
        "next_step": saved.step,
        "points": saved.points,
        "rows": [asdict(one) for one in saved.rows],
        "problem": text,
    }


def _files(document: dict[str, Any], saved: Saved, field: AnyField) -> dict[str, str]:
    from verify.search.starts import given

    points = given(saved.points)
    frame: list[list[float]] = field.frame(points).tolist()
    masses: list[float] = field.masses.tolist()
    axes = range(1, field.dimension + 1)
    header = ["label", "mass", *(f"x{i}" for i in axes), *(f"u{i}" for i in axes)]
    tokens = [
        [i, mass, *x, *u] for i, (mass, x, u) in enumerate(zip(masses, saved.points, frame, strict=True), start=1)
    ]
    return {
        FLOW: json.dumps(document, indent=1, allow_nan=False) + "\n",
        TRAJECTORY: _csv([one.name for one in fields(Row)], [list(astuple(row)) for row in saved.rows]),
        POINTS: _csv(header, tokens),
    }


def _csv(header: list[str], rows: list[list[Any]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([header, *rows])
    return text.getvalue()


def _print(flow: FlowFile, field: AnyField, saved: Saved, row: Row, out: Path | None) -> None:
    table, labels = flow.flow, flow.file.problem.labels
    print(f"kernel        {flow.file.classification.form}")
    print(f"labels        n = {len(labels)}, {labels.reading.value}; dimension d = {flow.file.problem.dimension}")
    print(f"flow          {table.model}, {table.normalisation}, tau = {table.tau:g}, start {table.start.value}")
    print(f"field         {type(field).__name__}, error at most {field.error_bound:.2g} a token")
    print(f"\n{'time':>10} {'order':>12} {'gauge frame':>12} {'energy':>18} {'clusters':>9} {'steps':>7}")
    rows = saved.rows if saved.rows[-1] == row else (*saved.rows, row)
    count = min(SHOWN, len(rows))
    for k in range(count):
        one = rows[round(k * (len(rows) - 1) / max(1, count - 1))]
        print(
            f"{one.time:>10.4g} {one.order:>12.9f} {one.frame_order:>12.9f} {one.energy:>18.12g} "
            f"{one.clusters:>9} {one.steps:>7}"
        )
    print(f"\ncontent       {_words(row.disorder)}")
    print(f"gauge frame   {_words(row.frame_disorder)}")
    rest = "at rest, or too slow to be seen" if row.speed < REST else "in motion"
    print(f"motion        {rest}: largest speed {row.speed:.3g}")
    print(
        f"invariants    norms kept to {saved.norm_error:.2g}; the energy never fell by more than "
        f"{saved.energy_fall:.2g} in a step [{Trust.SAMPLED.label}: floats, not proved]"
    )
    if out is not None:
        print(f"\nwritten to {out}: {FLOW}, {TRAJECTORY}, {POINTS}")


def _words(disorder: float) -> str:
    value = f"1 - |mean| = {disorder:.3g}"
    match _state_word(disorder):
        case "collapsed":
            return f"collapsed: {value}, below {COLLAPSED:g}"
        case "spread":
            return f"spread, not collapsed: {value}, above {SPREAD:g}"
        case _:
            return f"neither collapsed nor spread: {value}, between {COLLAPSED:g} and {SPREAD:g}"
