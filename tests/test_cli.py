"""The commands list, show, check and recheck, as a person uses them."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
import time
from dataclasses import replace

import pytest

from tests.command_line import ROOT, files, interrupted, said, started
from theorems import catalogue as found_catalogue
from theorems.catalogue import catalogue, theorem_named
from verify import __version__
from verify.checker import Check
from verify.cli import main
from verify.verdict import Trust

FIELDS = {
    "name",
    "number",
    "source",
    "instances",
    "proved",
    "refuted",
    "inconclusive",
    "trust",
    "stands",
    "wrong",
    "hypotheses",
    "boundaries",
    "mutants",
    "runs",
}

SMALL = ("check", "R1", "D5", "--instances", "4", "--seed", "3", "--size", "5")


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def small_run(tmp_path_factory):
    """The folder of a small run by one process."""
    out = tmp_path_factory.mktemp("small") / "run"
    assert main([*SMALL, "--jobs", "1", "--out", str(out)]) == 0
    return out


def test_list_names_every_theorem_and_the_trusted_base(capsys):
    got = said(capsys, "list")
    assert (got.code, got.err) == (0, "")
    assert all(theorem.name in got.out for theorem in catalogue())
    assert "trusted base" in got.out


def test_list_as_json_is_one_document(capsys):
    got = said(capsys, "list", "--json")
    document = json.loads(got.out)
    assert got.code == 0
    assert [one["name"] for one in document["theorems"]] == [theorem.name for theorem in catalogue()]
    assert document["schema"] == 1


@pytest.mark.parametrize("theorem", catalogue(), ids=lambda theorem: theorem.number)
def test_show_says_all_that_the_theorem_file_says(capsys, theorem):
    by_name, by_number = (said(capsys, "show", word) for word in (theorem.name, theorem.number))
    assert by_name == by_number
    assert (by_name.code, by_name.err) == (0, "")
    said_words = [
        theorem.text.strip(),
        *(h.statement for h in theorem.hypotheses),
        *(m.change for m in theorem.mutants),
    ]
    assert all(words in by_name.out for words in said_words)


@pytest.mark.parametrize("command", ["", "list", "show", "check", "solve", "claim", "recheck"])
def test_help_goes_to_stdout_and_exits_with_zero(capsys, command):
    got = said(capsys, *([command] if command else []), "--help")
    assert (got.code, got.err) == (0, "")
    assert "usage: anticollapse" in got.out


def test_help_lists_only_the_commands_that_are_built(capsys):
    out = said(capsys, "--help").out
    assert "    claim " in out
    assert "    report " not in out


def test_the_module_and_the_command_are_one(tmp_path):
    ran = subprocess.run(
        [sys.executable, "-m", "verify", "list", "--json"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stderr == ""
    assert json.loads(ran.stdout)["schema"] == 1


def test_check_writes_a_ledger_of_the_form_that_architecture_fixes(small_run):
    ledger = json.loads((small_run / "run.json").read_text())
    assert set(ledger) == {"schema", "seed", "instances", "size", "versions", "theorems", "seal"}
    assert (ledger["schema"], ledger["seed"], ledger["instances"], ledger["size"]) == (1, 3, 4, 5)
    assert set(ledger["versions"]) == {"anticollapse", "python", "python-flint"}
    assert ledger["versions"]["anticollapse"] == __version__
    assert [one["name"] for one in ledger["theorems"]] == ["diracization.atoms", "rotary.bound"]
    for one in ledger["theorems"]:
        theorem = theorem_named(one["name"])
        assert set(one) == FIELDS
        assert (one["stands"], one["wrong"]) == (True, "")
        assert one["instances"] == one["proved"] == len(one["runs"]) == 4
        assert one["refuted"] == one["inconclusive"] == 0
        assert one["trust"] in {"rational", "ball"}
        assert one["hypotheses"] == [{"name": h.name, "status": "needed"} for h in theorem.hypotheses]
        assert [boundary["hypothesis"] for boundary in one["boundaries"]] == [b.drops for b in theorem.boundaries]
        assert [mutant["name"] for mutant in one["mutants"]] == [mutant.name for mutant in theorem.mutants]
        for variant in (*one["boundaries"], *one["mutants"]):
            assert variant["outcome"] == "refuted"
            assert variant["certificate"] == variant["certificates"][0]
        for index, run in enumerate(one["runs"]):
            keys = {"index", "n", "d", "reading", "outcome", "trust", "certificates", "replay"}
            assert set(run) == keys
            assert (run["index"], run["outcome"]) == (index, "proved")


def test_the_ledger_names_every_certificate_file_and_no_other(small_run):
    text = (small_run / "run.json").read_text()
    written = set(files(small_run)) - {"run.json"}
    assert written == {word for word in text.split('"') if word.startswith("certificates/")}


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_same_seed_gives_the_same_bytes_whatever_the_number_of_processes(small_run, tmp_path, jobs):
    assert main([*SMALL, "--jobs", jobs, "--out", "again"]) == 0
    assert files(tmp_path / "again") == files(small_run)


def test_another_seed_gives_other_instances(small_run, tmp_path):
    arguments = ["4" if word == "3" else word for word in SMALL]
    assert main([*arguments, "--jobs", "1", "--out", "other"]) == 0
    assert files(tmp_path / "other") != files(small_run)


def test_what_else_is_run_does_not_change_an_instance(small_run, tmp_path):
    assert main(["check", "R1", *SMALL[3:], "--jobs", "1", "--out", "alone"]) == 0
    both, alone = (json.loads((run / "run.json").read_text())["theorems"] for run in (small_run, tmp_path / "alone"))
    assert alone == both[1:]


def test_the_replay_command_of_the_ledger_decides_the_same_instance(capsys, small_run, tmp_path):
    for one in json.loads((small_run / "run.json").read_text())["theorems"]:
        for run in one["runs"]:
            program, *arguments = shlex.split(run["replay"])
            got = said(capsys, *arguments)
            assert program == "anticollapse"
            shape = f"(n = {run['n']}, d = {run['d']}, {run['reading']})"
            start = f"{one['name']} instance {run['index']} {shape}: {run['outcome']} [{run['trust']}]"
            assert got.code == 0
            assert got.out.startswith(start)
    assert files(tmp_path) == {}


def test_replay_as_json_is_one_document_and_keeps_nothing(capsys, small_run, tmp_path):
    got = said(capsys, "check", "R1", "--seed", "3", "--size", "5", "--instance", "2", "--json")
    (instance,) = json.loads(got.out)["instances"]
    run = json.loads((small_run / "run.json").read_text())["theorems"][1]["runs"][2]
    assert all(instance[key] == run[key] for key in ("index", "n", "d", "reading", "outcome", "trust"))
    assert files(tmp_path) == {}


def test_check_as_json_prints_the_ledger_and_nothing_else(capsys, small_run):
    got = said(capsys, *SMALL, "--jobs", "1", "--json", "--out", "run")
    assert (got.code, got.err) == (0, "")
    assert got.out == (small_run / "run.json").read_text()


def test_check_prints_a_table_and_the_command_that_replays_it(capsys):
    got = said(capsys, *SMALL, "--jobs", "1", "--out", "run")
    assert (got.code, got.err) == (0, "")
    assert "4 of 4" in got.out
    assert "all as claimed, on these instances" in got.out
    assert "anticollapse recheck run" in got.out


def test_check_without_a_folder_writes_to_the_default_one(tmp_path):
    assert main(["check", "D5", "--instances", "1", "--size", "3", "--jobs", "1"]) == 0
    assert {path.name for path in tmp_path.iterdir()} == {"anticollapse-run"}


def test_a_run_over_an_earlier_one_replaces_it_whole(small_run, tmp_path):
    assert main(["check", "R3", "--instances", "6", "--size", "3", "--jobs", "1", "--out", "run"]) == 0
    assert main([*SMALL, "--jobs", "1", "--out", "run"]) == 0
    assert files(tmp_path / "run") == files(small_run)
    assert {path.name for path in tmp_path.iterdir()} == {"run"}


def test_recheck_accepts_a_run_and_says_what_its_certificates_prove(capsys, small_run):
    got = said(capsys, "recheck", str(small_run), "--words", "--jobs", "1")
    assert (got.code, got.err) == (0, "")
    assert "0 refusals" in got.out
    assert "rotary.bound, claim, n = " in got.out


def test_recheck_accepts_a_single_certificate(capsys, small_run):
    name = min(path.name for path in (small_run / "certificates").glob("R1.claim.000.*"))
    got = said(capsys, "recheck", str(small_run / "certificates" / name))
    assert got.code == 0
    assert got.out.startswith("accepted [")


def test_recheck_as_json_is_one_document(capsys, small_run):
    got = said(capsys, "recheck", str(small_run), "--json")
    document = json.loads(got.out)
    assert got.code == 0
    assert document["refusals"] == []
    assert document["accepted"] == len(document["certificates"]) > 0


def test_a_changed_certificate_is_refused_with_exit_one(capsys, small_run, tmp_path):
    source = min((small_run / "certificates").glob("R1.claim.*"))
    changed = tmp_path / "changed.json"
    changed.write_text(source.read_text().replace('"negated":false', '"negated":true'))
    got = said(capsys, "recheck", str(changed))
    assert got.code == 1
    assert "seal" in got.err


def planted(monkeypatch, **changes):
    """Puts a changed R1 in the place of all theorems."""
    wrong = replace(theorem_named("R1"), **changes)
    monkeypatch.setattr(found_catalogue, "catalogue", lambda: (wrong,))
    return ("check", "--instances", "2", "--size", "3", "--jobs", "1", "--out", "run")


def test_a_false_claim_exits_with_one_and_says_which_part_is_refuted(capsys, monkeypatch):
    got = said(capsys, *planted(monkeypatch, claim=theorem_named("R1").mutant("lost half").claim))
    assert got.code == 1
    assert "a claim is refuted" in got.out
    assert "rotary.bound claim instance 0: refuted: attained is refuted" in got.err


def test_a_claim_without_a_proof_exits_with_three_and_says_why(capsys, monkeypatch):
    got = said(capsys, *planted(monkeypatch, witness=lambda _: ()))
    assert got.code == 3
    assert "something is inconclusive" in got.out
    assert "rotary.bound claim instance 0: inconclusive: bound: no proof of Supremum was offered" in got.err


def test_a_mutant_that_is_no_mutant_exits_with_three(capsys, monkeypatch):
    theorem = theorem_named("R1")
    same = replace(theorem.mutants[0], claim=theorem.claim)
    got = said(capsys, *planted(monkeypatch, mutants=(same, *theorem.mutants[1:])))
    assert got.code == 3
    assert f"rotary.bound mutant {same.name} instance 1: inconclusive" in got.err


def test_a_suite_that_contradicts_itself_exits_with_four_and_writes_nothing(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr("verify.pipeline.prove", lambda *_: (object(), Check(Trust.RATIONAL, "")))
    got = said(capsys, *SMALL, "--jobs", "1", "--out", "run")
    assert (got.code, got.out) == (4, "")
    assert "the suite contradicts itself" in got.err
    assert files(tmp_path) == {}


@pytest.fixture(scope="module")
def start(tmp_path_factory) -> float:
    """How many seconds it takes here until a command has imported what it needs."""
    begin = time.monotonic()
    started(tmp_path_factory.mktemp("start"), "list").communicate(timeout=120)
    return time.monotonic() - begin


# During the imports of the workers, and during the work.
@pytest.mark.parametrize("later", [0.1, 1.2])
def test_ctrl_c_exits_with_130_in_one_line_and_leaves_nothing_behind(tmp_path, start, later):
    got = interrupted(tmp_path, start + later, "check", "--instances", "300", "--jobs", "2", "--out", "run")
    assert (got.code, got.out) == (130, "")
    assert got.err == "anticollapse: stopped; no file was written\n"
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_leaves_an_earlier_run_as_it_was(tmp_path, start):
    assert main(["check", "D5", "--instances", "1", "--size", "3", "--jobs", "1", "--out", "run"]) == 0
    before = files(tmp_path)
    got = interrupted(tmp_path, start + 0.7, "check", "--instances", "300", "--jobs", "1", "--out", "run")
    assert got.code == 130
    assert files(tmp_path) == before
