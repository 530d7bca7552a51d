"""Run folders are written whole or not at all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.command_line import files
from theorems.model.errors import InvalidInputError
from verify.certificate import seal_of
from verify.folder import OURS, RUN, require_writable, run_text, write_folder

FILES = {"run.json": "{}\n", "certificates/a.json": "1", "certificates/b.json": "\u03c6"}


def test_a_new_folder_holds_exactly_the_files(tmp_path):
    write_folder(tmp_path / "run", FILES)
    assert files(tmp_path) == {f"run/{name}": text.encode() for name, text in FILES.items()}


@pytest.mark.parametrize("name", sorted(OURS))
def test_a_folder_of_ours_is_replaced_whole(tmp_path, name):
    (tmp_path / "run" / name).mkdir(parents=True)
    (tmp_path / "run" / name / "stale").write_text("old")
    write_folder(tmp_path / "run", FILES)
    assert files(tmp_path) == {f"run/{name}": text.encode() for name, text in FILES.items()}


def test_an_empty_folder_is_taken(tmp_path):
    (tmp_path / "run").mkdir()
    write_folder(tmp_path / "run", FILES)
    assert set(files(tmp_path / "run")) == set(FILES)


def test_others_may_read_the_folder(tmp_path):
    write_folder(tmp_path / "run", FILES)
    assert (tmp_path / "run").stat().st_mode & 0o777 == 0o755


@pytest.mark.parametrize("stop", [OSError("disk full"), KeyboardInterrupt()], ids=["full disk", "Ctrl-C"])
@pytest.mark.parametrize("earlier", [False, True], ids=["new", "over an earlier run"])
def test_what_stops_the_writing_leaves_the_place_as_it_was(tmp_path, monkeypatch, stop, earlier):
    if earlier:
        write_folder(tmp_path / "run", {"run.json": "earlier"})
    before = files(tmp_path)
    write = Path.write_text

    def failing(path, text, **options):
        if path.name == "b.json":
            raise stop
        return write(path, text, **options)

    monkeypatch.setattr(Path, "write_text", failing)
    with pytest.raises(type(stop)):
        write_folder(tmp_path / "run", FILES)
    assert files(tmp_path) == before


def test_a_move_that_fails_puts_the_earlier_run_back(tmp_path, monkeypatch):
    write_folder(tmp_path / "run", {"run.json": "earlier"})
    before = files(tmp_path)
    move = Path.rename

    def failing(path, target):
        if path.name.startswith(".run-") and not path.name.endswith("-earlier"):
            raise OSError("the device is gone")
        return move(path, target)

    monkeypatch.setattr(Path, "rename", failing)
    with pytest.raises(OSError, match="device is gone"):
        write_folder(tmp_path / "run", FILES)
    assert files(tmp_path) == before


def test_the_current_folder_and_those_above_it_are_not_replaced(tmp_path, monkeypatch):
    (tmp_path / "here" / "below").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "here" / "below")
    for out in (Path(), tmp_path / "here" / "below", tmp_path / "here"):
        with pytest.raises(InvalidInputError, match="another folder than the current one"):
            require_writable(out)


def test_looking_writes_nothing(tmp_path):
    require_writable(tmp_path / "run")
    assert list(tmp_path.iterdir()) == []


def test_the_ledger_is_sealed_and_its_keys_are_sorted():
    text = run_text({"b": 1, "a": "\u03c6"})
    document = json.loads(text)
    assert text.endswith("}\n")
    assert list(document) == sorted(document)
    assert document["seal"] == seal_of({"b": 1, "a": "\u03c6"})


def test_the_ledger_holds_no_number_that_json_does_not_know():
    with pytest.raises(ValueError, match="JSON"):
        run_text({"a": float("nan")})


def test_the_ledger_has_one_name():
    assert RUN == "run.json"
