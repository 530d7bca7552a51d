"""Hostile TOML around an expression: nan and booleans for numbers, endless files, deep and huge tables; exit 2."""

from __future__ import annotations

from pathlib import Path

import pytest
from flint import fmpq

from tests.command_line import said
from theorems.model.errors import InvalidInputError
from theorems.model.parser import MAX_NAME, MAX_PARAMETERS, parse
from theorems.model.problem_file import MAX_BYTES
from verify.certificate import MAX_BYTES as MOST_OF_A_CERTIFICATE

PROBLEM = """[content]
dimension = 2
[labels]
law = "points"
points = ["0", "1/3"]
weights = ["1/2", "1/4", "1/4"]
reading = "cells"
[kernel]
expression = "b * bias(s, t) * dot(gauge(x, s), gauge(y, t))"
parameters = { b = "5" }
[bias]
matrix = [["7", "0"], ["0", "1"]]
[gauge]
matrices = [[[-1, 0], [0, 1]], [[1, 0], [0, 1]]]
""".replace('"1/2", "1/4", "1/4"', '"1/2", "1/2"')
PLACES = {"dimension": "2", "points": '"1/3"', "weights": '"1/2"', "b": '"5"', "matrix": '"7"', "matrices": "-1"}
NO_NUMBERS = (
    "nan",
    "+nan",
    "inf",
    "-inf",
    '"nan"',
    '"inf"',
    "true",
    "false",
    "1e999999",
    "-1e999999",
    '"1e999999"',
    '"1/0"',
    '"0x10"',
    '"1_0"',
    '""',
    "[]",
    "{}",
    "1979-05-27",
    "07:32:00",
    '"\\u0661"',
    '"' + "9" * 5000 + '"',
    "0x" + "f" * 3000,
)

FILES = {
    "a key given twice": (PROBLEM.replace("dimension = 2", "dimension = 2\ndimension = 2"), "toml"),
    "a table given twice": (PROBLEM + "[bias]\n", "toml"),
    "a parameter given twice": (PROBLEM.replace('{ b = "5" }', '{ b = "5", b = "6" }'), "toml"),
    "a table that is an array": (PROBLEM + "[[bias]]\n", "toml"),
    "a byte order mark": ("\ufeff" + PROBLEM, "toml"),
    "a control character": (PROBLEM.replace("dimension", "dim\x01ension"), "toml"),
    "a null": ("\x00", "toml"),
    "nothing": ("", "content: missing"),
    "deep arrays": (PROBLEM.replace("= 2\n", "= " + "[" * 5000 + "]" * 5000 + "\n"), "toml"),
    "deep tables": (PROBLEM.replace('{ b = "5" }', "{a=" * 2000 + "1" + "}" * 2000), "toml"),
    "a deep key": (PROBLEM + "[" + ".".join("a" * 900) + "]\n", "'a': unknown"),
    "many tables": (PROBLEM + "".join(f"[t{k}]\n" for k in range(9000)), "'t0': unknown"),
    "a long key": (PROBLEM.replace("dimension", "d" * 100_000), "'dddd"),
    "many points": (PROBLEM.replace('["0", "1/3"]', "[" + "0," * 50_000 + "]"), "50000 entries, expected 1 to 1000"),
    "many parameters": (
        PROBLEM.replace('{ b = "5" }', "{" + ",".join(f"b{k}=1" for k in range(9000)) + "}"),
        f"9000, expected at most {MAX_PARAMETERS}",
    ),
    "a parameter of another alphabet": (PROBLEM.replace("{ b", '{ "\u0430"'), "parameter='\\u0430'"),
    "a parameter with a long name": (PROBLEM.replace("{ b", "{ " + "b" * 9000), f"at most {MAX_NAME} letters"),
    "a parameter that is code": (PROBLEM.replace("{ b", '{ "b()"'), "parameter='b()'"),
    "a large file": (PROBLEM + "#" * MAX_BYTES, f"at most {MAX_BYTES} bytes"),
}


def refused(got, *words: str) -> None:
    """Exit 2, nothing on stdout, one short printable line on stderr that holds the words."""
    assert (got.code, got.out) == (2, "")
    (line,) = got.err.splitlines()
    assert line.startswith("anticollapse: error: ")
    assert all(word in line for word in words), line
    assert line.isprintable()
    assert len(line) < 500


def solved(capsys, path: Path):
    return said(capsys, "solve", str(path), "--time", "1")


def test_the_file_that_is_changed_is_a_problem(capsys, tmp_path):
    (tmp_path / "mine.toml").write_text(PROBLEM)
    assert solved(capsys, tmp_path / "mine.toml").code == 0


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("value", NO_NUMBERS, ids=lambda text: text[:12])
def test_what_is_no_number_stands_nowhere_for_one(capsys, tmp_path, place, value):
    key = PROBLEM.index(f"{place} = ")
    at = PROBLEM.index(PLACES[place], key)
    (tmp_path / "mine.toml").write_text(PROBLEM[:at] + value + PROBLEM[at + len(PLACES[place]) :])
    refused(solved(capsys, tmp_path / "mine.toml"), "expected")


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_no_problem_is_refused(capsys, tmp_path, name):
    text, word = FILES[name]
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    refused(solved(capsys, tmp_path / "mine.toml"), word)


def test_bytes_that_are_not_utf_8_are_refused(capsys, tmp_path):
    for bad in (b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", PROBLEM.encode("utf-16")):
        (tmp_path / "mine.toml").write_bytes(bad)
        refused(solved(capsys, tmp_path / "mine.toml"), "UTF-8")


def test_links_that_lead_nowhere_or_in_a_circle_are_refused(capsys, tmp_path):
    for name, target in (("one", "other"), ("other", "one"), ("dead", "absent"), ("self", "self")):
        (tmp_path / name).symlink_to(tmp_path / target)
        refused(solved(capsys, tmp_path / name), "does not exist")


def test_a_file_without_an_end_is_read_no_further_than_a_problem_may_go(capsys):
    refused(solved(capsys, Path("/dev/zero")), f"at most {MAX_BYTES} bytes")
    refused(said(capsys, "flow", "/dev/zero"), f"at most {MAX_BYTES} bytes")
    refused(solved(capsys, Path("/dev/null")), "content: missing")


def test_a_certificate_without_an_end_is_refused(capsys):
    got = said(capsys, "recheck", "/dev/zero")
    assert got.code == 1
    assert f"more than {MOST_OF_A_CERTIFICATE}" in got.err


def test_parameters_just_within_the_bounds_are_taken():
    one = fmpq(1)
    many = dict.fromkeys([f"b{k}" for k in range(MAX_PARAMETERS)], one)
    assert parse("s", parameters=many) == parse("s", parameters={"b" * MAX_NAME: one})
    with pytest.raises(InvalidInputError, match=f"parameters: {MAX_PARAMETERS + 1}, expected"):
        parse("s", parameters={**many, "more": one})
    with pytest.raises(InvalidInputError, match="letters, digits and _"):
        parse("s", parameters={"b" * (MAX_NAME + 1): one})
