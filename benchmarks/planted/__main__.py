"""Plants every error, one at a time, and prints the score: python -m benchmarks.planted."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING

from benchmarks.planted.errors import planted
from benchmarks.planted.subsets import subset
from benchmarks.planted.trial import Found, copied, require_green, tried

if TYPE_CHECKING:
    from benchmarks.planted.error import Planted


def main(arguments: list[str] | None = None) -> int:
    """Runs the errors that are asked for; 0 if the tree was green and every error was tried."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.planted", description=__doc__)
    parser.add_argument("--jobs", type=int, default=2, help="copies of the tree that work at once")
    parser.add_argument("--only", default="", metavar="SUBSTRING", help="the errors whose file or words hold it")
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")
    parser.add_argument("--list", action="store_true", help="names the errors and stops")
    asked = parser.parse_args(arguments)
    errors = [error for error in planted() if asked.only in error.name]
    if asked.list or not errors:
        print(*(error.name for error in errors), sep="\n")
        return 0 if errors else 2
    started = time.monotonic()
    found = campaign(errors, asked.jobs)
    elapsed = round(time.monotonic() - started)
    if asked.json:
        print(json.dumps(_document(found, elapsed), indent=1))
    else:
        _print_table(found, elapsed)
    return 0


def campaign(errors: list[Planted], jobs: int) -> list[Found]:
    """What became of each error, in their order."""
    with tempfile.TemporaryDirectory(prefix="planted-") as place:
        folders: SimpleQueue[Path] = SimpleQueue()
        for job in range(jobs):
            folders.put(copied(Path(place) / str(job)))

        def run(error: Planted) -> Found:
            folder = folders.get()
            try:
                found = tried(error, folder)
            finally:
                folders.put(folder)
            print("killed  " if found.killed else "SURVIVED", error.name, found.by, file=sys.stderr, flush=True)
            return found

        with ThreadPoolExecutor(jobs) as pool:
            subsets = [subset(error.file) for error in errors]
            list(pool.map(lambda job: require_green(Path(place) / str(job), subsets), range(jobs)))
            return list(pool.map(run, errors))


def _document(found: list[Found], elapsed: int) -> dict[str, object]:
    return {
        "planted": len(found),
        "killed": sum(one.killed for one in found),
        "seconds": elapsed,
        "errors": [
            {"file": one.error.file, "error": one.error.what, "killed": one.killed, "by": one.by} for one in found
        ],
    }


def _print_table(found: list[Found], elapsed: int) -> None:
    files = sorted({one.error.file for one in found})
    for file in files:
        here = [one for one in found if one.error.file == file]
        print(f"{file:45} {sum(one.killed for one in here):3} of {len(here):3}")
    for one in found:
        if not one.killed:
            print(f"survived  {one.error.name}")
    print(f"killed {sum(one.killed for one in found)} of {len(found)} planted errors in {elapsed} s")


if __name__ == "__main__":
    sys.exit(main())
