"""`anticollapse refute`: counterexamples are found, small, certified and reported."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import pytest

from tests.command_line import files, interrupted, said
from theorems.catalogue import catalogue, theorem_named
from theorems.model import codec
from theorems.model.assertion import negation
from verify.certificate import Role, TheoremStatement
from verify.checker.replay import claim_of, replay_file
from verify.cli import main
from verify.commands import refute
from verify.report.counterexample import Found, document, why_of
from verify.report.markdown import report_files
from verify.search.counterexample import Aim, breaking_alone, search
from verify.verdict import Outcome

NAMES = {"report.md", "report.json", "picture.svg", "certificate.json"}

DROPPED = [
    ("D1", "flat", (1, 1)),
    ("D2", "Jensen", (1, 1)),
    ("D5", "gap", (2, 1)),
    ("D6", "infinite rank", (1, 2)),
    ("R1", "orthogonal", (1, 2)),
    ("R2", "strict", (1, 1)),
    ("R3", "orbit", (1, 1)),
    ("R4", "values", (2, 2)),
    ("R5", "coprime", (2, 2)),
    ("P1", "pairs", (1, 1)),
    ("P3", "non-atomic", (1, 2)),
    ("S1", "connected", (1, 1)),
    ("S2", "equal masses", (3, 2)),
    ("S2c", "linear", (0, 2)),
    ("S3", "resolved", (2, 2)),
    ("S4", "exponent", (0, 2)),
]
"""Theorem, hypothesis, and the least (n, d) by the theorem file; n = 0 for a continuum of labels."""

AIMS = [
    Aim(theorem, role, variant)
    for theorem in catalogue()
    for role, variants in (
        (Role.BOUNDARY, [boundary.drops for boundary in theorem.boundaries]),
        (Role.MUTANT, [mutant.name for mutant in theorem.mutants if mutant.draw]),
        (Role.CLAIM, [""] if theorem.wrong else []),
    )
    for variant in variants
]
"""Every boundary and sentence, and the mutants with a draw of their own: the others take a long search."""


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def nothing() -> None:
    """Hears of each instance looked at."""


@pytest.mark.parametrize(("number", "dropped", "least"), DROPPED)
def test_a_dropped_hypothesis_gives_a_small_certified_counterexample(capsys, number, dropped, least):
    assert main(["refute", number, "--drop", dropped, "--out", "why"]) == 1
    assert set(files(Path("why"))) == NAMES
    replay = replay_file(Path("why/certificate.json"))
    assert replay.check.accepted
    assert replay.certificate is not None
    statement = replay.certificate.statement
    assert isinstance(statement, TheoremStatement)
    theorem = theorem_named(number)
    assert (statement.theorem, statement.role, statement.variant) == (theorem.name, Role.BOUNDARY, dropped)
    assert statement.negated
    report = json.loads(Path("why/report.json").read_text())
    assert (report["n"], report["d"]) <= least
    assert report["dropped"] == dropped
    assert "On this instance" in capsys.readouterr().out


@pytest.mark.parametrize("number", [theorem.number for theorem in catalogue() if theorem.wrong])
def test_a_sentence_of_the_summary_is_refuted(number):
    assert main(["refute", number, "--out", "why"]) == 1
    assert replay_file(Path("why/certificate.json")).check.accepted
    assert theorem_named(number).wrong in Path("why/report.md").read_text()


def test_a_mutant_is_refuted(capsys):
    got = said(capsys, "refute", "R1", "--mutant", "lost half", "--json")
    assert got.code == 1
    assert json.loads(got.out)["mutant"] == "lost half"
    assert set(files(Path("anticollapse-refute-R1-lost-half"))) == NAMES


@pytest.mark.parametrize("aim", AIMS, ids=lambda aim: f"{aim.theorem.number}-{aim.role.value}-{aim.variant}")
def test_every_report_says_what_falls_and_draws_it(aim):
    result = search(aim, seed=1, tries=40, size=7, told=nothing)
    assert result.instance is not None
    assert result.decision is not None
    (certificate,) = result.decision.certificates
    found = Found(
        aim, result.instance, certificate, "text", result.decision.verdict.trust, result.searched, 1, "c", "f"
    )
    texts = report_files(found)
    assert set(texts) == NAMES
    ET.fromstring(texts["picture.svg"])  # noqa: S314 - our own text
    claim = re.search(r"Claim: (\S+)", aim.theorem.text)
    assert claim is not None
    assert f"> {claim.group(1)}" in texts["report.md"]
    why = why_of(found)
    assert all(sentence in texts["report.md"] for sentence in why.sentences)
    assert why.sides or why.exhibits or why.stacks or len(why.sentences) > 1
    assert "accepted a proof of the opposite" not in texts["report.md"]
    assert document(found)["instance"] == codec.encode(result.instance, aim.theorem.instance)


@pytest.mark.parametrize(("number", "dropped"), [("R2", "peak"), ("S1", "strict"), ("D4", "bias"), ("S2", "linear")])
def test_the_two_sides_are_those_of_the_assertion(number, dropped):
    theorem = theorem_named(number)
    aim = Aim(theorem, Role.BOUNDARY, dropped)
    result = search(aim, seed=0, tries=100, size=6, told=nothing)
    assert result.decision is not None
    (certificate,) = result.decision.certificates
    found = Found(aim, result.instance, certificate, "", result.decision.verdict.trust, result.searched, 0, "", "")
    claimed = claim_of(theorem, aim.role, dropped)(result.instance)[theorem.boundary(dropped).part]
    assert type(found.claimed) is type(claimed)
    assert negation(claimed).relation is not claimed.relation
    sides = why_of(found).sides
    assert sides is not None
    left, right = sides
    order = left.value - right.value
    assert order > 0 if number in {"D4", "S2"} else order == 0  # a bound is passed, or two maximisers are as good


def test_a_true_claim_is_not_refuted_and_that_proves_nothing(capsys):
    got = said(capsys, "refute", "R1", "--tries", "30")
    assert got.code == 3
    assert "This proves nothing" in got.out
    assert re.search(r"[0-9]+ different instances, n <= [0-9]+, d <= 5", got.out)
    assert list(Path().iterdir()) == []


def test_a_true_claim_as_json_is_one_document(capsys):
    got = said(capsys, "refute", "S2c", "--tries", "20", "--json")
    report = json.loads(got.out)
    assert got.code == 3
    assert report["outcome"] == "nothing found"
    assert 0 < report["searched"]["instances"] <= 20


def test_json_prints_one_document_that_is_the_file(capsys):
    got = said(capsys, "refute", "D2", "--drop", "Jensen", "--json", "--out", "why")
    assert (got.code, got.err) == (1, "")
    assert json.loads(got.out) == json.loads(Path("why/report.json").read_text())


def test_the_same_seed_gives_the_same_bytes():
    for _ in range(2):
        assert main(["refute", "S1", "--mutant", "token terms", "--seed", "5", "--out", "why"]) == 1
        Path("why").rename(f"why{len(list(Path().iterdir()))}")
    first, second = (files(folder) for folder in sorted(Path().iterdir()))
    assert first == second


def test_what_shrinks_is_smaller_than_what_was_looked_at():
    aim = Aim(theorem_named("D3"), Role.MUTANT, "equal parts")
    result = search(aim, seed=0, tries=100, size=6, told=nothing)
    assert result.instance is not None
    assert len(result.instance.problem) == 1
    assert result.instance.problem.dimension == 1
    assert result.searched.most_labels > 1
    assert result.searched.instances > 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["R99"], "theorem='R99'"),
        (["R1", "--drop", "colour"], "expected one of 'orthogonal', 'peak'"),
        (["R1", "--mutant", "colour"], "expected one of"),
        (["D6s", "--drop", "peak"], "none: D6s has no such names"),
        (["R1", "--drop", "peak", "--mutant", "lost half"], "not allowed with"),
        (["R1", "--tries", "0"], "expected a whole number"),
        (["R1", "--drop", "peak", "--out", "no/such/folder"], "its parent folder does not exist"),
    ],
)
def test_bad_input_is_one_line_and_writes_nothing(capsys, arguments, words):
    got = said(capsys, "refute", *arguments)
    assert got.code == 2
    assert got.out == ""
    assert got.err.count("\n") == 1
    assert words in got.err
    assert list(Path().iterdir()) == []


def test_an_earlier_report_is_replaced_and_a_folder_of_others_is_not(capsys):
    for _ in range(2):
        assert main(["refute", "R1", "--drop", "peak", "--out", "why"]) == 1
    Path("others").mkdir()
    Path("others/report.md").write_text("mine")
    got = said(capsys, "refute", "R1", "--drop", "peak", "--out", "others")
    assert got.code == 2
    assert files(Path("others")) == {"report.md": b"mine"}


def test_the_commands_of_the_report_do_what_they_say(capsys):
    assert main(["refute", "P2", "--drop", "peak"]) == 1
    report = json.loads(Path("anticollapse-refute-P2-peak/report.json").read_text())
    before = files(Path())
    for command, code in ((report["replay"]["recheck"], 0), (report["replay"]["refute"], 1)):
        assert main(command.split()[1:]) == code
    assert files(Path()) == before
    assert "accepted" in capsys.readouterr().out


def test_ctrl_c_writes_nothing(tmp_path):
    got = interrupted(tmp_path, 2.5, "refute", "R2", "--tries", "100000", "--size", "40")
    assert got.code == 130
    assert got.out == ""
    assert files(tmp_path) == {}


def test_a_hypothesis_without_boundary_says_how_far_it_was_tried(capsys, monkeypatch):
    known = theorem_named("R1")
    tried = replace(known.hypotheses[1], tried="nothing yet")
    bare = replace(known, hypotheses=(known.hypotheses[0], tried), boundaries=known.boundaries[:1])
    monkeypatch.setattr(refute, "theorem_named", lambda _: bare)
    got = said(capsys, "refute", "R1", "--drop", "peak", "--tries", "40")
    assert got.code == 3
    assert "not known to be needed; tried: nothing yet" in got.out
    assert "0 break it alone. This proves nothing." in got.out


def test_an_instance_that_breaks_one_hypothesis_alone_is_counted():
    searched = breaking_alone(Aim(theorem_named("R1"), Role.BOUNDARY, "peak"), seed=0, tries=60, size=3, told=nothing)
    assert 0 < searched.open < searched.instances


def test_what_the_search_decides_is_refuted():
    result = search(Aim(theorem_named("S1"), Role.BOUNDARY, "bias"), seed=3, tries=20, size=4, told=nothing)
    assert result.decision is not None
    assert result.decision.verdict.outcome is Outcome.REFUTED
