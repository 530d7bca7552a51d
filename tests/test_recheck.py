"""Recheck: a run must say no more than its certificates, and needs nothing but the checker to be replayed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command_line import ROOT, said
from tests.run_edits import EDITS, edited, ledger, theorem, write
from verify.cli import main
from verify.folder import RUN
from verify.recheck import complaints, listed_paths, look_all, read_run

SETTINGS = ("--instances", "10", "--seed", "3", "--size", "4")

HEAVY = ("numpy", "scipy", "cvxpy", "sympy", "clarabel", "scs", "hypothesis", "benchmarks")

# Python imports this module by itself when it starts, in the worker processes too.
SITECUSTOMIZE = f"""
import os, sys
from pathlib import Path

class Refusing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {HEAVY}:
            raise ImportError("refused: " + name)

sys.meta_path.insert(0, Refusing())
(Path(__file__).parent / ("process-" + str(os.getpid()))).touch()
"""


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A run of three theorems."""
    out = tmp_path_factory.mktemp("rechecked") / "run"
    assert main(["check", "R1", "D5", "S1", *SETTINGS, "--jobs", "1", "--out", str(out)]) == 0
    return out


def refusals(folder: Path) -> list[str]:
    """What recheck complains of."""
    code, document = rechecked(folder)
    assert code == (1 if document["refusals"] else 0)
    return document["refusals"]


def rechecked(folder: Path) -> tuple[int, dict]:
    """The exit code and the JSON document of recheck, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "verify", "recheck", str(folder), "--json", "--jobs", "1"],
        cwd=folder.parent,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    return done.returncode, json.loads(done.stdout)


def test_an_honest_run_is_accepted(capsys, run):
    got = said(capsys, "recheck", str(run), "--jobs", "1")
    assert got.code == 0
    assert "0 refusals" in got.out


@pytest.mark.parametrize("edit", EDITS, ids=[edit.name for edit in EDITS])
def test_a_run_that_says_more_than_its_certificates_is_refused(capsys, run, tmp_path, edit):
    folder = edited(run, tmp_path / "run", edit.change)
    got = said(capsys, "recheck", str(folder), "--jobs", "1")
    assert got.code == 1
    assert edit.reason in got.err


def test_every_edit_has_a_name_of_its_own():
    assert len({edit.name for edit in EDITS}) == len(EDITS)


def test_a_run_sealed_again_without_a_change_is_accepted(capsys, run, tmp_path):
    folder = edited(run, tmp_path / "run", lambda *_: None)
    assert said(capsys, "recheck", str(folder), "--jobs", "1").code == 0


def test_a_ledger_under_its_old_seal_is_refused(capsys, run, tmp_path):
    folder = shutil.copytree(run, tmp_path / "run")
    text = (folder / RUN).read_text(encoding="utf-8")
    (folder / RUN).write_text(text.replace('"seed": 3', '"seed": 4'), encoding="utf-8")
    got = said(capsys, "recheck", str(folder))
    assert got.code == 1
    assert "its seal does not fit; it was changed after the run" in got.err


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "expected one JSON document"),
        (b"[]", "and the keys"),
        (b"\xff", "codec can't decode"),
        (b'{"seed": 0.5}', "expected whole numbers"),
        (b'{"seed": 1, "seed": 2}', "expected each key once"),
        (b'{"a": "\\ud800"}', "and the keys"),
        (b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "recursion depth"),
    ],
    ids=["empty", "a list", "not UTF-8", "a float", "a key twice", "half a surrogate pair", "nested 100000 deep"],
)
def test_a_ledger_that_is_none_is_refused(capsys, run, tmp_path, data, reason):
    folder = shutil.copytree(run, tmp_path / "run")
    (folder / RUN).write_bytes(data)
    got = said(capsys, "recheck", str(folder))
    assert got.code == 1
    assert reason in got.err


def test_a_ledger_whose_text_utf_8_cannot_hold_is_refused(capsys, run, tmp_path):
    folder = shutil.copytree(run, tmp_path / "run")
    document = {**ledger(folder), "versions": "\ud800"}
    (folder / RUN).write_text(json.dumps(document), encoding="utf-8")
    got = said(capsys, "recheck", str(folder))
    assert got.code == 1
    assert "expected UTF-8 text" in got.err


def test_an_open_instance_may_stand_as_open(run, tmp_path):
    """What was not decided is no lie; its size is that of the instance drawn."""
    folder = shutil.copytree(run, tmp_path / "run")
    document = ledger(folder)
    entry = theorem(document)
    for path in entry["runs"][0]["certificates"]:
        (folder / path).unlink()
    entry["runs"][0] |= {"certificates": [], "outcome": "inconclusive", "trust": "sampled"}
    entry |= {"trust": "sampled", "inconclusive": 1, "proved": entry["proved"] - 1}
    write(folder, document)
    assert refusals(folder) == []


def test_recheck_finds_in_several_processes_what_it_finds_in_one(run):
    document = read_run(run)
    files = [(run / name, name) for name in listed_paths(document, run)]
    assert len(files) >= 50
    alone = look_all(files, 1, lambda _: None)
    told = []
    assert look_all(files, 2, told.append) == alone == told
    assert complaints(document, {one.path: one for one in alone}) == []


@pytest.fixture
def bare(tmp_path):
    """An environment in which numpy, scipy, cvxpy, sympy and the solvers cannot be imported, and its folder."""
    folder = tmp_path / "bare"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(SITECUSTOMIZE, encoding="utf-8")
    return folder, {**os.environ, "PYTHONPATH": os.pathsep.join((str(folder), str(ROOT)))}


@pytest.mark.parametrize("module", HEAVY)
def test_the_bare_environment_refuses_what_recheck_must_not_need(bare, module):
    _, environment = bare
    done = subprocess.run(
        [sys.executable, "-c", f"import {module}"], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert f"ImportError: refused: {module}" in done.stderr


def test_recheck_needs_no_solver_and_no_sympy_in_any_of_its_processes(bare, run):
    folder, environment = bare
    done = subprocess.run(
        [sys.executable, "-m", "verify", "recheck", str(run), "--jobs", "2"],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "0 refusals" in done.stdout
    assert len(list(folder.glob("process-*"))) >= 3, "recheck itself, and two workers"


def test_rechecking_a_solution_needs_neither(bare, tmp_path):
    """Certificates of `solve` are rechecked as the files that they are."""
    folder, environment = bare
    path = ROOT / "tests" / "certificates" / "accept" / "Supremum-Linear.json"
    done = subprocess.run(
        [sys.executable, "-m", "verify", "recheck", str(path)],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "1 certificates accepted, 0 refusals" in done.stdout
    assert folder.is_dir()
