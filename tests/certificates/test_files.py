"""The files beside this one: what is accepted stays accepted, and what is refused is refused for its reason."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.certificates.write import FOLDER
from verify.certificate import MAX_BYTES
from verify.checker import RULES
from verify.checker.replay import replay_file
from verify.cli import main

REASONS = "reasons.json"
ACCEPTED = sorted((FOLDER / "accept").iterdir())
REFUSED = sorted(path for name in ("reject", "malformed") for path in (FOLDER / name).iterdir() if path.name != REASONS)


def reason_of(path: Path) -> str:
    return json.loads((path.parent / REASONS).read_text(encoding="utf-8"))[path.name]


@pytest.mark.parametrize("path", ACCEPTED, ids=lambda path: path.stem)
def test_a_certificate_of_an_earlier_run_is_still_accepted(path):
    replay = replay_file(path)
    assert (replay.check.accepted, replay.check.reason) == (True, "")
    assert replay.certificate is not None
    assert path.stem == f"{type(replay.assertion).__name__}-{type(replay.certificate.proof).__name__}"


@pytest.mark.parametrize("path", REFUSED, ids=lambda path: path.stem)
def test_a_bad_file_is_refused_for_its_reason(path):
    said = replay_file(path).check
    assert not said.accepted
    assert reason_of(path) in said.reason


def test_there_is_an_accepted_file_for_every_rule():
    assert {path.stem for path in ACCEPTED} == {f"{a.__name__}-{b.__name__}" for a, b in RULES}


@pytest.mark.parametrize("folder", ["reject", "malformed"])
def test_every_bad_file_has_a_reason_and_every_reason_a_file(folder):
    reasons = json.loads((FOLDER / folder / REASONS).read_text(encoding="utf-8"))
    assert set(reasons) | {REASONS} == {path.name for path in (FOLDER / folder).iterdir()}
    assert all(reasons.values())


def test_recheck_accepts_the_good_files_and_refuses_each_bad_one(capsys):
    files = [path for path in REFUSED if path.is_file()]
    assert main(["recheck", *map(str, ACCEPTED)]) == 0
    assert main(["recheck", *map(str, files)]) == 1
    captured = capsys.readouterr()
    assert f"{len(ACCEPTED)} certificates accepted, 0 refusals" in captured.out
    assert f"0 certificates accepted, {len(files)} refusals" in captured.out


def test_a_file_that_is_too_large_is_not_read(tmp_path):
    large = tmp_path / "large.json"
    with large.open("wb") as file:
        file.truncate(MAX_BYTES + 1)  # a hole: no such number of bytes is written
    assert replay_file(large).check.reason == f"the file has {MAX_BYTES + 1} bytes, more than {MAX_BYTES}"


def test_a_file_that_is_not_there_is_refused(tmp_path):
    assert replay_file(tmp_path / "absent.json").check.reason.startswith("unreadable: ")
