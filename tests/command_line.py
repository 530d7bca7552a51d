"""The command line as a person uses it, in this process or in one of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from verify.cli import main

ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Said:
    """An exit code, and what was printed."""

    code: int
    out: str
    err: str


def said(capsys, *arguments: str) -> Said:
    """Runs the command in this process."""
    code = main(arguments)
    captured = capsys.readouterr()
    return Said(code, captured.out, captured.err)


def started(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    """Starts the command in a process group of its own, as a terminal does."""
    return subprocess.Popen(
        [sys.executable, "-m", "verify", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


LATEST = 20
"""Seconds after which Python has surely started."""


def interrupted(folder: Path, seconds: float, *arguments: str) -> Said:
    """Presses Ctrl-C after so many seconds: the whole process group hears it.

    On a busy machine Python itself may still be starting by then, and ends by the signal: it is pressed later then.
    """
    process = started(folder, *arguments)
    time.sleep(seconds)
    os.killpg(process.pid, signal.SIGINT)
    try:
        out, err = process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        raise
    if process.returncode == -signal.SIGINT and seconds < LATEST:
        return interrupted(folder, 2 * seconds, *arguments)
    return Said(process.returncode, out, err)


def files(folder: Path) -> dict[str, bytes]:
    """Every file below the folder, by its relative path; an empty folder counts as a file without content."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else b""
        for path in sorted(folder.rglob("*"))
        if path.is_file() or not any(path.iterdir())
    }
