"""A process of its own that gives hostile texts to a command, one after the other, and says what came of each.

`python -m tests.hostile.session FOLDER` reads FOLDER/texts.json, a list of texts, and prints a JSON list of reports.
"""

from __future__ import annotations

import contextlib
import io
import json
import re
import resource
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

EVENTS = ("compile", "exec", "import", "os.", "subprocess.", "shutil.", "socket.", "ctypes.", "code.", "marshal.")
"""Audit events of the interpreter that nothing here may cause: code, modules, processes, files that are changed."""


@dataclass(frozen=True)
class Report:
    """What a text came to.

    Attributes:
        code: the exit code.
        out: stdout.
        err: stderr.
        seconds: how long it took.
        peak: the most memory that the process has had so far, in bytes.
        events: what it made the interpreter do, of `EVENTS`.
    """

    code: int
    out: str
    err: str
    seconds: float
    peak: int
    events: list[str]


def watched(main: Callable[[Sequence[str]], int], path: Path, texts: Sequence[str]) -> list[Report]:
    """Writes each text to the path and runs `solve` on it; the first is run twice, for what is loaded only once."""
    heard: list[str] = []
    listening = [False]

    def listen(event: str, arguments: tuple[Any, ...]) -> None:
        opened = event == "open" and any(letter in str(arguments[1]) for letter in "wax+")
        if listening[0] and (opened or event.startswith(EVENTS)):
            heard.append(f"{event} {arguments[:1]!s:.60}")

    sys.addaudithook(listen)  # for good: a process has no way to take one off
    reports: list[Report] = []
    for text in (texts[0], *texts):
        path.write_text(text, encoding="utf-8")
        out, err = io.StringIO(), io.StringIO()
        heard.clear()
        begin = time.perf_counter()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            listening[0] = True
            code = main(["solve", str(path)])
            listening[0] = False
        seconds = time.perf_counter() - begin
        reports.append(Report(code, out.getvalue(), err.getvalue(), seconds, _peak(), list(heard)))
    return reports[1:]


def _peak() -> int:
    """The most memory so far; `ru_maxrss` alone starts at that of the process which started this one, on Linux."""
    status = Path("/proc/self/status")
    if status.exists():
        return int(re.findall(r"VmHWM:\s+(\d+) kB", status.read_text())[0]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


if __name__ == "__main__":
    from verify.cli import main as command

    folder = Path(sys.argv[1])
    given = json.loads((folder / "texts.json").read_text(encoding="utf-8"))
    found = [asdict(report) for report in watched(command, folder / "mine.toml", given)]
    sys.stdout.write(json.dumps(found))
