"""`anticollapse flow` as a person uses it: what it says, what it writes, what it refuses, Ctrl-C and going on."""

from __future__ import annotations

import csv
import json
import signal
import time
from itertools import pairwise

import numpy as np
import pytest

from tests.command_line import files, interrupted, said, started
from verify.commands.flow import ROWS
from verify.search.field import ExactField

PROBLEM = """
[content]
dimension = 3
[labels]
law = "circle"
count = 24
reading = "cells"
[kernel]
expression = "exp(beta * dot(rotate(x, s, 1, 2), rotate(y, t, 1, 2))) / beta"
parameters = { beta = 1 }
[flow]
tau = 20
start = "uniform"
seed = 3
"""

PLAIN = PROBLEM.replace("dot(rotate(x, s, 1, 2), rotate(y, t, 1, 2))", "dot(x, y)")

RING = [[int((i - j) % 8 in (0, 1, 7)) for j in range(8)] for i in range(8)]

TWISTED = f"""
[content]
dimension = 2
[labels]
law = "circle"
count = 8
reading = "cells"
[kernel]
expression = "bias(s, t) * exp(dot(x, y))"
[bias]
matrix = {RING}
[flow]
tau = 20
start = "twisted"
winding = 1
"""


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def flow(capsys, tmp_path, text: str, *arguments: str):
    (tmp_path / "mine.toml").write_text(text)
    return said(capsys, "flow", "mine.toml", *arguments)


def table(path) -> list[dict[str, str]]:
    return list(csv.DictReader(path.read_text().splitlines()))


def line(text: str, start: str) -> str:
    (found,) = [one for one in text.splitlines() if one.startswith(start)]
    return found


def test_without_labels_the_contents_collapse(capsys, tmp_path):
    got = flow(capsys, tmp_path, PLAIN)
    assert (got.code, got.err) == (0, "")
    assert line(got.out, "content ").split()[1] == "collapsed:"
    assert line(got.out, "gauge frame ").split()[2] == "collapsed:"
    assert files(tmp_path) == {"mine.toml": PLAIN.encode()}


def test_with_rotary_labels_the_gauge_frame_collapses_and_the_contents_do_not(capsys, tmp_path):
    got = flow(capsys, tmp_path, PROBLEM)
    assert got.code == 0
    assert "spread, not collapsed" in line(got.out, "content ")
    assert "collapsed: 1 - |mean|" in line(got.out, "gauge frame ")


def test_a_twisted_state_is_at_rest_and_is_not_called_collapsed(capsys, tmp_path):
    got = flow(capsys, tmp_path, TWISTED, "--json")
    document = json.loads(got.out)
    assert (got.code, document["content"], document["gauge_frame"]) == (0, "spread", "spread")
    assert document["last"]["order"] < 1e-6
    assert document["last"]["speed"] < 1e-12
    words = flow(capsys, tmp_path, TWISTED).out
    assert "spread, not collapsed" in line(words, "content ")
    assert "at rest" in line(words, "motion ")


def test_tokens_that_are_still_coming_together_are_neither(capsys, tmp_path):
    text = PLAIN.replace('start = "uniform"', 'start = "clustered"\nclusters = 1\nspread = 0.05')
    got = flow(capsys, tmp_path, text.replace("tau = 20", "tau = 0.3"))
    assert line(got.out, "content ").split()[1:3] == ["neither", "collapsed"]


def test_what_is_printed_is_never_called_proved(capsys, tmp_path):
    for text in (PROBLEM, TWISTED):
        got = flow(capsys, tmp_path, text)
        assert "[sampled: floats, not proved]" in line(got.out, "invariants ")
        assert got.out.count("proved") == 1
        assert json.loads(flow(capsys, tmp_path, text, "--json").out)["trust"] == "sampled"


@pytest.mark.parametrize("more", ["", 'model = "sa"', 'normalisation = "normalised"', "tolerance = 1e-11"])
def test_the_folder_holds_the_state_the_times_and_the_tokens(capsys, tmp_path, more):
    got = flow(capsys, tmp_path, PROBLEM + more, "--out", "run", "--json")
    assert (got.code, got.err) == (0, "")
    document = json.loads(got.out)
    assert document == json.loads((tmp_path / "run" / "flow.json").read_text())
    assert {path.name for path in (tmp_path / "run").iterdir()} == {"flow.json", "trajectory.csv", "points.csv"}
    rows = table(tmp_path / "run" / "trajectory.csv")
    assert float(rows[0]["time"]) == 0
    assert float(rows[-1]["time"]) == document["time"] == 20
    assert 10 < len(rows) <= ROWS + 1
    energies = [float(row["energy"]) for row in rows]
    assert all(b >= a - 1e-12 for a, b in pairwise(energies))
    points = table(tmp_path / "run" / "points.csv")
    contents = np.array([[float(row[f"x{i}"]) for i in (1, 2, 3)] for row in points])
    assert np.array_equal(contents, np.array(document["points"]))
    frame = np.array([[float(row[f"u{i}"]) for i in (1, 2, 3)] for row in points])
    assert document["last"]["frame_order"] == pytest.approx(np.linalg.norm(frame.mean(axis=0)))
    assert document["invariants"]["norm_error"] < 1e-15
    assert document["invariants"]["energy_fall"] < 1e-14


def test_the_same_problem_gives_the_same_bytes(capsys, tmp_path):
    flow(capsys, tmp_path, PROBLEM, "--out", "one")
    flow(capsys, tmp_path, PROBLEM, "--out", "two")
    assert files(tmp_path / "one") == files(tmp_path / "two")


def test_the_end_of_a_run_can_be_the_start_of_another(capsys, tmp_path):
    flow(capsys, tmp_path, PROBLEM, "--out", "run")
    again = PROBLEM.replace('start = "uniform"\nseed = 3', 'start = "file"\npoints = "run/points.csv"')
    document = json.loads(flow(capsys, tmp_path, again, "--json").out)
    assert document["rows"][0]["frame_disorder"] < 1e-12


@pytest.mark.parametrize(
    "start",
    [
        'start = "clustered"\nclusters = 3\nspread = "1/20"\nseed = 1',
        'start = "equiangular"\ninner = "1/5"',
        'start = "near-uniform"\nmode = 2\namplitude = 0.01',
    ],
)
def test_every_start_runs(capsys, tmp_path, start):
    dimension = {"equiangular": 24, "near-uniform": 2}.get(start.split('"')[1], 3)
    text = PLAIN.replace('start = "uniform"\nseed = 3', start).replace("dimension = 3", f"dimension = {dimension}")
    got = flow(capsys, tmp_path, text.replace("tau = 20", "tau = 1"))
    assert (got.code, got.err) == (0, "")


BAD = {
    "tau below 0": ("tau = 20", "tau = -1", "flow.tau=-1.0", "above 0"),
    "tau 0": ("tau = 20", "tau = 0", "flow.tau=0.0", "above 0"),
    "tau beyond floats": ("tau = 20", "tau = 1e999", "tau", "expected"),
    "tau nan": ("tau = 20", "tau = nan", "nan", "expected an exact rational"),
    "no tau": ("tau = 20", "", "flow.tau: missing"),
    "no start": ('start = "uniform"', "", "flow.start: missing", "uniform"),
    "an unknown start": ('"uniform"', '"random"', "'random'", "equiangular"),
    "an unknown model": ("seed = 3", 'model = "gpt"', "'gpt'", "usa, sa"),
    "an unknown normalisation": ("seed = 3", 'normalisation = "on"', "'on'", "raw, normalised"),
    "an unknown key": ("seed = 3", "speed = 3", "flow.'speed'", "unknown"),
    "a seed that is no whole number": ("seed = 3", "seed = 1.5", "flow.seed=3/2", "whole number"),
    "a seed below 0": ("seed = 3", "seed = -1", "flow.seed=-1", "whole number"),
    "a tolerance of 0": ("seed = 3", "tolerance = 0", "flow.tolerance=0.0", "from 1e-13"),
    "a key of another start": ("seed = 3", "mode = 3", "flow.mode: not allowed", "near-uniform"),
    "a start without its key": ('"uniform"\nseed = 3', '"clustered"', "flow.clusters: missing"),
    "no table": ('[flow]\ntau = 20\nstart = "uniform"\nseed = 3\n', "", "flow: the table is missing"),
    "a start of the circle in space": ('"uniform"\nseed = 3', '"twisted"\nwinding = 1', "content.dimension=2", "3"),
    "a mode beyond the points": ("seed = 3", "", "mode=30", "n/2"),
    "too few dimensions": ('"uniform"\nseed = 3', '"equiangular"\ninner = 0', "dimension=3", "24"),
    "d = 1": ("dimension = 3", "dimension = 1", "dimension=1", "expected 2 or more"),
    "masses of the wrong length": (
        'law = "circle"\ncount = 24',
        'law = "points"\npoints = ["0", "1/3", "1/2"]\nweights = ["1/2", "1/2"]',
        "3 points and 2 weights",
    ),
    "masses that do not sum to 1": (
        'law = "circle"\ncount = 24',
        'law = "points"\npoints = ["0", "1/3"]\nweights = ["1/2", "1/3"]',
        "5/6",
    ),
    "a raw kernel beyond floats": ("beta = 1", "beta = 1000", "beta=1000.0", "normalised"),
    "a kink": ("exp(beta * dot(x, y)) / beta", "abs(dot(x, y))", "kink"),
    "SA of a kernel that is no exponential": (
        'exp(beta * dot(x, y)) / beta"\nparameters = { beta = 1 }\n[flow]',
        'dot(x, y)**2"\n[flow]\nmodel = "sa"',
        "flow.model=sa",
    ),
    "SA with a signed bias": (
        'exp(beta * dot(x, y)) / beta"\nparameters = { beta = 1 }\n[flow]',
        'cos(s - t) * exp(dot(x, y))"\n[flow]\nmodel = "sa"',
        "SA needs Z_i > 0",
    ),
    "a missing file of points": ("seed = 3", 'points = "absent.csv"', "absent.csv", "does not exist"),
    "a directory for points": ("seed = 3", 'points = "."', "found a directory"),
    "contents that are nan": ("seed = 3", 'points = "nan.csv"', "'nan' in row 1", "finite"),
    "a content of zeros": ("seed = 3", 'points = "zero.csv"', "row 2 is 0"),
    "too few contents": ("seed = 3", 'points = "few.csv"', "1 rows, expected 24"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_one_line_and_exit_two(capsys, tmp_path, name):
    old, new, *words = BAD[name]
    text = PLAIN if old in PLAIN else PROBLEM
    assert old in text
    text = text.replace(old, new)
    if name == "a mode beyond the points":
        text = text.replace("dimension = 3", "dimension = 2")
        text = text.replace('"uniform"', '"near-uniform"\nmode = 30\namplitude = 0.1')
    if "points = " in new and "weights" not in new:
        text = text.replace('"uniform"', '"file"')
    (tmp_path / "nan.csv").write_text("nan,0,1\n" + "1,0,0\n" * 23)
    (tmp_path / "zero.csv").write_text("1,0,0\n0,0,0\n" + "1,0,0\n" * 22)
    (tmp_path / "few.csv").write_text("1,0,0\n")
    (tmp_path / "mine.toml").write_text(text)
    before = files(tmp_path)
    refused(said(capsys, "flow", "mine.toml", "--out", "run"), *words)
    assert files(tmp_path) == before


def refused(got, *words: str) -> None:
    assert (got.code, got.out) == (2, "")
    (only,) = got.err.splitlines()
    assert only.startswith("anticollapse: error: ")
    assert all(word in only for word in words), only


def test_files_that_are_no_problem_are_refused(capsys, tmp_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "still.toml").write_text(PROBLEM.partition("[flow]")[0])
    refused(said(capsys, "flow", "absent.toml"), "absent.toml", "does not exist")
    refused(said(capsys, "flow", "folder"), "folder", "found a directory")
    refused(said(capsys, "flow", "bytes.toml"), "UTF-8")
    refused(said(capsys, "flow", "still.toml"), "flow: the table is missing")
    refused(said(capsys, "flow"), "PROBLEM.toml")
    refused(said(capsys, "flow", "still.toml", "--resume", "run"), "--resume")


def test_a_place_that_cannot_be_written_is_refused_before_anything_moves(capsys, tmp_path):
    before = PROBLEM.encode()
    refused(flow(capsys, tmp_path, PROBLEM, "--out", "missing/run"), "create it first")
    refused(flow(capsys, tmp_path, PROBLEM, "--out", "mine.toml"), "expected a folder")
    refused(flow(capsys, tmp_path, PROBLEM, "--out", "."), "another folder")
    assert files(tmp_path) == {"mine.toml": before}


def test_solve_says_whose_table_it_is(capsys, tmp_path):
    (tmp_path / "mine.toml").write_text(PROBLEM)
    refused(said(capsys, "solve", "mine.toml"), "flow: not allowed", "belongs to the command `flow`")


def interrupt_at(monkeypatch, evaluation: int) -> None:
    """Ctrl-C during that evaluation of the field."""
    calls = []
    velocity = ExactField.velocity

    def pressed(self, points):
        calls.append(1)
        if len(calls) == evaluation:
            signal.raise_signal(signal.SIGINT)
        return velocity(self, points)

    monkeypatch.setattr(ExactField, "velocity", pressed)


@pytest.mark.parametrize("evaluation", [1, 40, 333, 600])
def test_a_run_stopped_by_ctrl_c_goes_on_to_the_same_bytes(capsys, tmp_path, monkeypatch, evaluation):
    flow(capsys, tmp_path, PROBLEM, "--out", "whole")
    with monkeypatch.context() as patch:
        interrupt_at(patch, evaluation)
        got = flow(capsys, tmp_path, PROBLEM, "--out", "run")
    assert got.code == 130
    assert got.err.startswith("anticollapse: stopped at time ")
    assert "anticollapse flow --resume run" in got.err
    assert len(got.err.splitlines()) == 1
    document = json.loads((tmp_path / "run" / "flow.json").read_text())
    assert document["outcome"] == "stopped"
    assert 0 <= document["time"] < 20
    assert said(capsys, "flow", "--resume", "run").code == 0
    assert files(tmp_path / "run") == files(tmp_path / "whole")


def test_a_run_stopped_twice_goes_on_to_the_same_bytes(capsys, tmp_path, monkeypatch):
    flow(capsys, tmp_path, PROBLEM, "--out", "whole")
    for evaluation, arguments in ((50, ("mine.toml", "--out", "run")), (300, ("--resume", "run"))):
        with monkeypatch.context() as patch:
            interrupt_at(patch, evaluation)
            assert said(capsys, "flow", *arguments).code == 130
    assert said(capsys, "flow", "--resume", "run").code == 0
    assert files(tmp_path / "run") == files(tmp_path / "whole")


def test_ctrl_c_without_a_folder_still_prints_what_there_is(capsys, tmp_path, monkeypatch):
    interrupt_at(monkeypatch, 200)
    got = flow(capsys, tmp_path, PROBLEM)
    assert got.code == 130
    assert "no file was written" in got.err
    assert "content " in got.out
    assert files(tmp_path) == {"mine.toml": PROBLEM.encode()}


def test_a_run_that_has_ended_is_taken_up_without_a_change(capsys, tmp_path):
    flow(capsys, tmp_path, PROBLEM, "--out", "run")
    before = files(tmp_path / "run")
    assert said(capsys, "flow", "--resume", "run").code == 0
    assert files(tmp_path / "run") == before


def test_ctrl_c_is_heard_by_a_process(tmp_path):
    (tmp_path / "short.toml").write_text(PROBLEM.replace("tau = 20", "tau = 1"))
    (tmp_path / "long.toml").write_text(PROBLEM.replace("tau = 20", "tau = 1e8"))
    begin = time.monotonic()
    process = started(tmp_path, "flow", "short.toml")
    process.communicate(timeout=120)
    assert process.returncode == 0
    start = time.monotonic() - begin
    got = interrupted(tmp_path, 2 * start + 1, "flow", "long.toml", "--out", "run")
    assert got.code == 130
    assert "Traceback" not in got.err
    assert "anticollapse flow --resume run" in got.err
    assert {path.name for path in (tmp_path / "run").iterdir()} == {"flow.json", "trajectory.csv", "points.csv"}


def document_of(tmp_path, capsys) -> dict:
    flow(capsys, tmp_path, PROBLEM.replace("tau = 20", "tau = 1"), "--out", "run")
    return json.loads((tmp_path / "run" / "flow.json").read_text())


CHANGES = {
    "no points": lambda one: one.pop("points"),
    "a point too few": lambda one: one["points"].pop(),
    "a coordinate too few": lambda one: one["points"][0].pop(),
    "a word for a number": lambda one: one["points"][0].__setitem__(0, "1"),
    "a time beyond tau": lambda one: one.update(time=2.0),
    "a step of 0": lambda one: one.update(next_step=0),
    "no rows": lambda one: one.update(rows=[]),
    "a row that is none": lambda one: one.update(rows=[1]),
    "another schema": lambda one: one.update(schema=0),
    "points off the sphere": lambda one: one.update(points=[[2.0, 0.0, 0.0]] * 24),
    "contents that are nan": lambda one: one.update(points=[[float("nan"), 0.0, 0.0]] * 24),
    "no problem": lambda one: one.pop("problem"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_state_that_is_none_is_refused_and_left_as_it_is(capsys, tmp_path, name):
    document = document_of(tmp_path, capsys)
    CHANGES[name](document)
    (tmp_path / "run" / "flow.json").write_text(json.dumps(document))
    before = files(tmp_path)
    refused(said(capsys, "flow", "--resume", "run"))
    assert files(tmp_path) == before


def test_a_folder_without_a_state_is_refused(capsys, tmp_path):
    (tmp_path / "empty").mkdir()
    refused(said(capsys, "flow", "--resume", "empty"), "flow.json", "does not exist")
    refused(said(capsys, "flow", "--resume", "absent"), "absent", "the folder of an earlier run")
    (tmp_path / "empty" / "flow.json").write_text("[1")
    refused(said(capsys, "flow", "--resume", "empty"), "expected JSON")
    (tmp_path / "empty" / "flow.json").write_text("[1]")
    refused(said(capsys, "flow", "--resume", "empty"), "schema")


def test_an_energy_that_falls_ends_in_one_line_without_a_file(capsys, tmp_path, monkeypatch):
    energy = ExactField._energy
    monkeypatch.setattr(ExactField, "_energy", lambda self, sums: -energy(self, sums))
    got = flow(capsys, tmp_path, PROBLEM, "--out", "run")
    assert got.code == 3
    assert "the energy fell by" in got.err
    assert not (tmp_path / "run").exists()
