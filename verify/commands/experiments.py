"""`anticollapse experiments`: the experiments of the summary's section 3.5, with this suite's own constants."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table as Drawn

from theorems.model.errors import InvalidInputError
from verify.processes import mapped
from verify.report.experiments import DISCLAIMER, TABLES, cells, markdown
from verify.report.progress import progress

if TYPE_CHECKING:
    import argparse

    from verify.search.experiments import Settings

DEFAULT_OUT = "anticollapse-experiments"
SEEDS = 5
SETTINGS, DOCUMENT, REPORT, RUNS = "settings.json", "experiments.json", "experiments.md", "runs"
INTERRUPTED = 130
WIDTH = 100
"""Characters of a line of prose."""


def run(options: argparse.Namespace) -> int:
    """Runs what is not there yet, writes tables and pictures; 0 if all is as claimed, 1 if not, 130 after Ctrl-C."""
    # Late, so that the command line answers without numpy and matplotlib.
    from verify.search.experiments import finished, perform, plan

    start = time.monotonic()
    if options.resume is not None and options.out is not None:
        raise InvalidInputError(f"out={options.out}: expected none with --resume, which writes to its own folder")
    folder, settings = _resumed(options) if options.resume is not None else _fresh(options)
    runs = plan(settings)
    (folder / RUNS).mkdir(exist_ok=True)
    for _ in finished(runs, folder / RUNS):  # refuses a stranger before the work starts
        pass
    stopped = False
    try:
        with progress("following", len(runs)) as step:
            for name in mapped(perform, [(one, str(folder / RUNS)) for one in runs], options.jobs, 1):
                step(name)
    except KeyboardInterrupt:
        stopped = True
        print("anticollapse: stopped; writing what there is", file=sys.stderr)
    records = list(finished(runs, folder / RUNS))
    document = _document(settings, records, len(runs), folder)
    _replace(folder / DOCUMENT, json.dumps(document, indent=1, allow_nan=False) + "\n")
    _replace(folder / REPORT, markdown(document))
    if options.json:
        print(json.dumps(document, indent=1, allow_nan=False))
    else:
        _print(document, folder, time.monotonic() - start)
    return INTERRUPTED if stopped else 0 if document["claimed"] else 1


def _fresh(options: argparse.Namespace) -> tuple[Path, Settings]:
    """A new folder with its settings.

    Raises:
        InvalidInputError: it exists and is not empty, or cannot be made.
    """
    from verify.search.experiments import SCHEMA, Settings

    folder = Path(options.out or DEFAULT_OUT)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InvalidInputError(
            f"out={folder}: expected a new or empty folder; to go on with an earlier run: --resume {folder}"
        )
    if not folder.parent.is_dir():
        raise InvalidInputError(f"out={folder}: its parent folder does not exist; create it first")
    settings = Settings(options.seeds if options.seeds is not None else SEEDS, options.quick)
    folder.mkdir(exist_ok=True)
    _replace(folder / SETTINGS, json.dumps({"schema": SCHEMA, "seeds": settings.seeds, "quick": settings.quick}) + "\n")
    return folder, settings


def _resumed(options: argparse.Namespace) -> tuple[Path, Settings]:
    """The settings of a folder that an earlier run left.

    Raises:
        InvalidInputError: there are none, or they are not those asked for.
    """
    from verify.search.experiments import SCHEMA, Settings

    folder = Path(options.resume)
    try:
        found: dict[str, Any] = json.loads((folder / SETTINGS).read_text(encoding="utf-8"))
        settings = Settings(found["seeds"], found["quick"])
        known = found["schema"] == SCHEMA and type(settings.seeds) is int and type(settings.quick) is bool
    except (OSError, ValueError, KeyError, TypeError):
        known, settings = False, Settings(0, quick=False)
    if not known or settings.seeds < 1:
        raise InvalidInputError(f"resume={folder}: expected a folder with {SETTINGS}, as `experiments --out` writes it")
    if options.quick and not settings.quick:
        raise InvalidInputError(f"resume={folder}: it was begun without --quick; leave it out, or take a new folder")
    if options.seeds not in (None, settings.seeds):
        raise InvalidInputError(f"seeds={options.seeds}: {folder} was begun with {settings.seeds}; leave --seeds out")
    return folder, settings


def _document(settings: Settings, records: list[Any], planned: int, folder: Path) -> dict[str, Any]:
    """Everything but the runs themselves; draws the pictures."""
    from verify.search.comparison import tables
    from verify.search.experiments import DURATION, SCHEMA, TOLERANCE
    from verify.search.gallery import draw

    found = tables(records, settings)
    rows = [row for name in ("outcomes", "shapes") for row in found[name]]
    claimed = len(records) == planned and bool(rows) and all(row["claimed"] for row in rows)
    return {
        "schema": SCHEMA,
        "note": DISCLAIMER,
        "seeds": settings.seeds,
        "quick": settings.quick,
        "duration": DURATION,
        "tolerance": TOLERANCE,
        "runs": {"planned": planned, "finished": len(records)},
        "claimed": claimed,
        "verdict": _verdict(found, len(records), planned, claimed=claimed),
        "tables": found,
        "pictures": draw(records, found, settings, folder),
    }


def _verdict(found: dict[str, list[dict[str, Any]]], finished: int, planned: int, *, claimed: bool) -> str:
    outcomes, shapes = found["outcomes"], found["shapes"]
    met = sum(row["claimed"] for row in outcomes)
    ratios = [row["ratio"] for row in shapes if row["ratio"] is not None]
    parts = [f"{finished} of {planned} runs finished", f"F3 as claimed in {met} of {len(outcomes)} rows"]
    if ratios:
        parts.append(f"two shapes are at least {min(ratios):.1f} times as far apart as two seeds of one shape")
    return f"{'As claimed' if claimed else 'Not (yet) as claimed'}: {'; '.join(parts)}."


def _replace(path: Path, text: str) -> None:
    """Writes the file whole or not at all."""
    fresh = path.with_name(f".{path.name}.part")
    fresh.write_text(text, encoding="utf-8")
    fresh.replace(path)


def _print(document: dict[str, Any], folder: Path, seconds: float) -> None:
    console = Console() if sys.stdout.isatty() else Console(width=WIDTH)
    for table in TABLES:
        rows = document["tables"][table.name]
        if not rows:
            continue
        drawn = Drawn(box=None, pad_edge=False)
        for column in table.columns:
            drawn.add_column(column.heading, justify="right" if column.key != "shape" else "left")
        for row in cells(table, rows):
            drawn.add_row(*row)
        print(f"\n{table.title}")
        console.print(drawn)
        print(fill(table.words, WIDTH))
    for picture in document["pictures"]:
        print("\n" + fill(f"{folder / picture['file']}: {picture['caption']}", WIDTH))
    print(f"\n{fill(document['note'], WIDTH)}\n\n{document['verdict']}")
    print(f"written to {folder} ({REPORT}, {DOCUMENT}, pictures), {seconds:.0f} s; go on: --resume {folder}")
