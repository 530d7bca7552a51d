"""Bad input is one clear line on stderr that names the value and the remedy: exit 2, nothing written, no traceback."""

from __future__ import annotations

import pytest

from tests.command_line import files, said

PROBLEM = """
[content]
dimension = 2
[labels]
law = "points"
points = ["0", "1/3"]
weights = ["1/2", "1/2"]
reading = "cells"
[kernel]
expression = "exp(-abs(s - t)) * dot(x, y)"
"""

CHECKS = [
    (["--instances", "0"], "'0'", "from 1 to"),
    (["--instances", "-3"], "'-3'", "from 1 to"),
    (["--instances", "1e3"], "'1e3'", "a whole number"),
    (["--instances", "9" * 40], "'99999", "from 1 to"),
    (["--seed", "-1"], "'-1'", "from 0 to"),
    (["--seed", "x"], "'x'", "a whole number"),
    (["--seed", "1.5"], "'1.5'", "a whole number"),
    (["--seed", "\u0663"], "'\u0663'", "a whole number"),
    (["--size", "2"], "'2'", "from 3 to"),
    (["--size", "4000"], "'4000'", "from 3 to"),
    (["--jobs", "0"], "'0'", "from 1 to"),
    (["--jobs", "many"], "'many'", "a whole number"),
    (["--instance", "-1"], "'-1'", "from 0 to"),
    (["--instance", "1", "--out", "run"], "out=run", "no folder with --instance"),
    (["R99"], "'R99'", "rotary.bound"),
    (["rotary"], "'rotary'", "rotary.bound"),
    (["--gap", "1"], "--gap", "--help"),
    (["--out", "missing/run"], "out=missing/run", "create it first"),
    (["--out", "."], "out=.", "another folder than the current one"),
    (["--out", ""], "out=.", "another folder than the current one"),
]

PROBLEMS = {
    "an unknown key": ("[kernel]", "[kernel]\ncolour = 1", "colour", "expected"),
    "an unknown table": ("[kernel]", "[colour]\n[kernel]", "colour", "expected"),
    "masses that do not sum to 1": ('["1/2", "1/2"]', '["1/2", "1/3"]', "5/6", "expected 1"),
    "a label count of 0": (
        'law = "points"\npoints = ["0", "1/3"]\nweights = ["1/2", "1/2"]',
        'law = "circle"\ncount = 0',
        "count",
        "0",
    ),
    "dimension 0": ("dimension = 2", "dimension = 0", "dimension", "0"),
    "a dimension that is no whole number": ("dimension = 2", "dimension = 2.5", "dimension", "expected"),
    "a kernel that is not symmetric": ("exp(-abs(s - t))", "exp(s - t)", "symmetric", "label"),
    "a call of Python": ("exp(-abs(s - t)) * dot(x, y)", "__import__('os')", "column 12", "no place", "expected"),
    "a name of Python": ("exp(-abs(s - t))", "__import__(s)", "'__import__'", "column 1"),
    "a name that is not known": ("exp(-abs(s - t))", "cosine(s - t)", "cosine", "expected"),
    "nan": ('"1/2", "1/2"', "nan, 0.5", "nan", "expected an exact rational"),
    "inf in the expression": ("exp(-abs(s - t))", "inf", "inf", "expected"),
    "a weight of 0": ('["1/2", "1/2"]', '["1", "0"]', "0", "expected a positive mass"),
    "a reading that is not known": ('"cells"', '"cell"', "cell", "atomic"),
    "text that is not TOML": ("[kernel]", "[kernel", "toml", "expected a TOML file"),
    "a key given twice": ("dimension = 2", "dimension = 2\ndimension = 2", "toml", "expected a TOML file"),
}


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def refused(got, *words: str) -> None:
    """Exit 2, nothing on stdout, one line on stderr that holds the words; a place in an expression may follow."""
    assert (got.code, got.out) == (2, "")
    first, *more = got.err.splitlines()
    assert first.startswith("anticollapse: error: ")
    assert all(word in first for word in words), first
    assert more == [] or (more[-1].strip() == "^" and len(more) == 2), got.err
    assert all(character.isprintable() for character in first)


@pytest.mark.parametrize(("arguments", "value", "remedy"), CHECKS, ids=lambda words: " ".join(words)[:40])
def test_bad_arguments_of_check_are_refused(capsys, tmp_path, arguments, value, remedy):
    refused(said(capsys, "check", *arguments), value, remedy)
    assert files(tmp_path) == {}


@pytest.mark.parametrize(
    "arguments",
    [[], ["chek"], ["show"], ["show", "R1", "R2"], ["solve"], ["recheck"], ["list", "R1"], ["--jsn"]],
    ids=" ".join,
)
def test_bad_usage_points_at_help(capsys, tmp_path, arguments):
    refused(said(capsys, *arguments), "--help")
    assert files(tmp_path) == {}


def test_show_names_the_theorems_there_are(capsys):
    refused(said(capsys, "show", "X1"), "'X1'", "rotary.bound")


def test_a_long_name_is_cut(capsys):
    got = said(capsys, "show", "X" * 10_000)
    refused(got, "XXX")
    assert len(got.err) < 1000


def test_a_file_is_no_folder_to_write_to(capsys, tmp_path):
    (tmp_path / "taken").write_text("mine")
    before = files(tmp_path)
    refused(said(capsys, "check", "--out", "taken"), "out=taken", "expected a folder, found a file")
    refused(said(capsys, "check", "--out", "taken/run"), "out=taken/run", "parent folder")
    assert files(tmp_path) == before


@pytest.mark.parametrize("more", [[], ["run.json"]], ids=["alone", "beside a run"])
def test_a_folder_with_other_things_is_left_as_it_is(capsys, tmp_path, more):
    (tmp_path / "run").mkdir()
    for name in ("thesis.tex", *more):
        (tmp_path / "run" / name).write_text("mine")
    before = files(tmp_path)
    refused(said(capsys, "check", "--out", "run"), "out=run", "thesis.tex", "new or empty folder")
    assert files(tmp_path) == before


def test_a_parent_that_is_a_dead_link_is_refused(capsys, tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    refused(said(capsys, "check", "--out", "link/run"), "out=link/run", "parent folder")
    refused(said(capsys, "check", "--out", "link"), "out=link", "expected a folder")


@pytest.mark.parametrize("name", PROBLEMS)
def test_a_bad_problem_file_is_refused(capsys, tmp_path, name):
    old, new, *words = PROBLEMS[name]
    assert old in PROBLEM
    (tmp_path / "mine.toml").write_text(PROBLEM.replace(old, new))
    before = files(tmp_path)
    refused(said(capsys, "solve", "mine.toml", "--out", "solution"), *words)
    assert files(tmp_path) == before


def test_a_missing_problem_file_is_refused(capsys, tmp_path):
    refused(said(capsys, "solve", "absent.toml", "--out", "solution"), "absent.toml", "does not exist")
    assert files(tmp_path) == {}


def test_a_directory_is_no_problem_file(capsys, tmp_path):
    (tmp_path / "folder").mkdir()
    refused(said(capsys, "solve", "folder", "--out", "solution"), "folder", "expected a problem file")
    assert not (tmp_path / "solution").exists()


def test_a_problem_file_that_is_not_text_is_refused(capsys, tmp_path):
    (tmp_path / "mine.toml").write_bytes(b"\xff\xfe\x00")
    refused(said(capsys, "solve", "mine.toml"), "mine.toml", "UTF-8")


def test_a_problem_that_cannot_be_written_is_refused_before_it_is_solved(capsys, tmp_path):
    (tmp_path / "mine.toml").write_text(PROBLEM)
    before = files(tmp_path)
    refused(said(capsys, "solve", "mine.toml", "--out", "missing/solution"), "missing/solution", "create it first")
    refused(said(capsys, "solve", "mine.toml", "--out", "mine.toml"), "mine.toml", "expected a folder")
    assert files(tmp_path) == before


@pytest.mark.parametrize("gap", ["x", "-1", "nan", "inf"])
def test_a_gap_that_is_no_number_is_refused(capsys, tmp_path, gap):
    (tmp_path / "mine.toml").write_text(PROBLEM)
    refused(said(capsys, "solve", "mine.toml", "--gap", gap), gap, "expected")


@pytest.mark.parametrize("seconds", ["x", "-1", "nan"])
def test_a_time_that_is_no_number_is_refused(capsys, tmp_path, seconds):
    (tmp_path / "mine.toml").write_text(PROBLEM)
    refused(said(capsys, "solve", "mine.toml", "--time", seconds), seconds, "expected")


def test_an_unknown_example_names_those_there_are(capsys):
    refused(said(capsys, "solve", "--example", "cosine"), "'cosine'", "cosine-circle", "rope")


def test_a_problem_and_an_example_at_once_are_refused(capsys):
    refused(said(capsys, "solve", "mine.toml", "--example", "rope"), "--example", "--help")


def test_recheck_names_the_path_that_is_missing(capsys):
    refused(said(capsys, "recheck", "absent"), "path=absent", "does not exist")


def test_recheck_of_a_folder_that_is_no_run_is_refused(capsys, tmp_path):
    (tmp_path / "folder").mkdir()
    refused(said(capsys, "recheck", "folder"), "path=folder", "run.json")
