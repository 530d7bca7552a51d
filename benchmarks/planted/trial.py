"""One error in a copy of the tree: do the named tests find it?"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.planted.error import ROOT
from benchmarks.planted.subsets import PLANTED, subset

if TYPE_CHECKING:
    from benchmarks.planted.error import Planted
    from benchmarks.planted.subsets import Subset

TIMEOUT = 90
"""Seconds after which an error counts as killed: the subsets take under 20 on a machine that does nothing else."""

INSTANCES = {True: 3, False: 20}
"""Instances of each theorem in the quick check: where all theorems are asked, and where some are."""

COPIED = ("theorems", "verify", "properties", "tests", "benchmarks")
OF_THE_LIST = ("test_every_planted_error_still_has_its_place", "test_the_generated_errors_are_the_same_in_every_run")
"""The tests that hold the list and the source together: any error breaks them, so they say nothing here."""


@dataclass(frozen=True)
class Found:
    """What became of an error: by which command it was found, or "" if it survived."""

    error: Planted
    by: str

    @property
    def killed(self) -> bool:
        """Whether some test fails."""
        return bool(self.by)


def copied(folder: Path) -> Path:
    """A copy of the tree in a folder, whose tests pass.

    Raises:
        ValueError: they do not pass without any error.
    """
    for name in COPIED:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("conftest.py", "pyproject.toml"):
        shutil.copy(ROOT / name, folder / name)
    return folder


def require_green(folder: Path, subsets: list[Subset]) -> None:
    """Refuses a tree in which a subset fails already; leaves compiled files, so that later runs start sooner."""
    tests = tuple(sorted({test for one in subsets for test in one.tests}))
    for command in (pytest_command(tests), check_command(())):
        ran = _run(command, folder, timeout=600, compiled=True)
        if ran.returncode:
            raise ValueError(
                f"without an error {' '.join(command[1:])} fails:\n{ran.stdout[-3000:]}{ran.stderr[-3000:]}"
            )


def pytest_command(tests: tuple[str, ...]) -> list[str]:
    """The tests, the first failure ends them, the same examples each time."""
    deselected = [f"--deselect={PLANTED}::{test}" for test in OF_THE_LIST]
    options = ["-x", "-q", "-p", "no:cacheprovider", "--hypothesis-seed=1", "-W", "ignore::pytest.PytestConfigWarning"]
    return [sys.executable, "-m", "pytest", *options, *deselected, *tests]


def check_command(theorems: tuple[str, ...]) -> list[str]:
    """A quick check of the theorems, boundaries and mutants."""
    options = ["--instances", str(INSTANCES[not theorems]), "--seed", "1", "--jobs", "1", "--out", "planted-run"]
    return [sys.executable, "-m", "verify", "check", *theorems, *options]


def tried(error: Planted, folder: Path) -> Found:
    """Plants the error in the copy, asks its subset, and takes it out again."""
    path = folder / error.file
    source = path.read_text(encoding="utf-8")
    for stale in (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc"):
        stale.unlink()  # compiled files are told apart by size and second, which an error may share
    path.write_text(error.planted_in(source), encoding="utf-8")
    try:
        chosen = subset(error.file)
        for command in (pytest_command(chosen.tests), check_command(chosen.theorems)):
            try:
                ran = _run(command, folder, timeout=TIMEOUT, compiled=False)
            except subprocess.TimeoutExpired:
                return Found(error, "timeout")
            if ran.returncode:
                return Found(error, _reason(command, ran.stdout + ran.stderr))
        return Found(error, "")
    finally:
        path.write_text(source, encoding="utf-8")
        shutil.rmtree(folder / "planted-run", ignore_errors=True)


def _run(command: list[str], folder: Path, *, timeout: int, compiled: bool) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "ANTICOLLAPSE_PROFILE": "dev", "OMP_NUM_THREADS": "1", "PYTHONPATH": ""}
    if not compiled:
        environment["PYTHONDONTWRITEBYTECODE"] = "1"
    return subprocess.run(  # noqa: S603  # the command is ours
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=timeout, check=False
    )


def _reason(command: list[str], output: str) -> str:
    if "pytest" in command:
        failed = [line for line in output.splitlines() if line.startswith(("FAILED ", "ERROR "))]
        return failed[0].split(" - ")[0].split(" ", 1)[1] if failed else "pytest stops"
    return "check"
