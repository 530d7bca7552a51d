"""Hostile expressions in a problem file: exit 2, one clear line, at once, in flat memory, and nothing is executed."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests.command_line import ROOT, files, said
from tests.hostile.expressions import EXPRESSIONS
from tests.hostile.session import Report

PROBLEM = """[content]
dimension = 2
[labels]
law = "points"
points = ["0", "1/3"]
weights = ["1/2", "1/2"]
reading = "cells"
[kernel]
expression = "{}"
"""
GROWTH = 8_000_000
"""Bytes that the peak of memory may grow by over all of them, beyond the first ten."""


def problem(expression: str) -> str:
    """The file with the expression, each character that TOML might mind escaped."""
    plain = [c if " " <= c <= "~" and c not in '"\\' else f"\\U{ord(c):08x}" for c in expression]
    return PROBLEM.format("".join(plain))


def session(folder, texts) -> list[Report]:
    (folder / "texts.json").write_text(json.dumps(texts), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "tests.hostile.session", str(folder)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    assert done.stderr == ""
    return [Report(**one) for one in json.loads(done.stdout)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("hostile")


@pytest.fixture(scope="module")
def reports(folder):
    """A report for each expression, all from one process."""
    return session(folder, [problem(text) for _, text in EXPRESSIONS])


def test_there_are_two_hundred_of_them_and_each_is_another():
    assert len({text for _, text in EXPRESSIONS}) == len(EXPRESSIONS) >= 200


def test_each_is_refused_with_exit_2_in_one_clear_line_and_at_most_a_caret(reports):
    for (_, text), report in zip(EXPRESSIONS, reports, strict=True):
        assert (report.code, report.out) == (2, ""), text
        first, *more = report.err.splitlines()
        assert first.startswith("anticollapse: error: "), text
        assert len(first) < 600, text
        assert first.isprintable(), text
        assert "Traceback" not in report.err, text
        assert not more or (len(more) == 2 and more[1].strip() == "^" and len(more[0]) < 130), text


def test_each_is_refused_in_under_a_second(reports):
    assert max(report.seconds for report in reports) < 1


def test_memory_stays_flat(reports):
    assert reports[-1].peak - reports[9].peak < GROWTH


def test_nothing_is_executed_imported_or_written(reports, folder):
    assert {text: report.events for (_, text), report in zip(EXPRESSIONS, reports, strict=True) if report.events} == {}
    assert sorted(files(folder)) == ["mine.toml", "texts.json"]


def test_what_is_executed_would_be_seen(tmp_path):
    """The same watch over a command that evaluates its file, and over one that is slow and large."""
    program = (
        "import sys, pathlib; from tests.hostile.session import watched\n"
        "def main(arguments):\n"
        "    exec(pathlib.Path(arguments[1]).read_text())\n"
        "    return 0\n"
        "found = watched(main, pathlib.Path('mine.toml'), ['1', 'import wave', 'x = b\"1\" * 50_000_000',\n"
        "    'open(\"HOSTILE\", \"w\").close()', 'import time; time.sleep(0.2)'])\n"
        "plain, module, large, written, slow = found\n"
        "assert any(event.startswith('exec') for event in plain.events)\n"
        "assert any(event.startswith('import') for event in module.events)\n"
        f"assert large.peak - module.peak > {GROWTH}\n"
        "assert any('HOSTILE' in event for event in written.events)\n"
        "assert slow.seconds > 0.2\n"
    )
    subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=True
    )


@pytest.mark.parametrize("text", ["(" * 10_000, "9**9**9 * dot(x, y)", "__import__('os').system('touch HOSTILE')"])
def test_a_process_of_its_own_says_the_same(tmp_path, text):
    (tmp_path / "mine.toml").write_text(problem(text), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "verify", "solve", "mine.toml"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("anticollapse: error: expression, column ")
    assert "Traceback" not in done.stderr
    assert sorted(files(tmp_path)) == ["mine.toml"]


@pytest.mark.parametrize("text", ["dot(x, y)", "exp(2 * dot(x, y))", "min(s, t) * dot(x, y)**3"])
def test_the_neighbour_that_is_a_kernel_is_solved(capsys, tmp_path, text):
    (tmp_path / "mine.toml").write_text(problem(text), encoding="utf-8")
    assert said(capsys, "solve", str(tmp_path / "mine.toml"), "--time", "1").code in (0, 3)
