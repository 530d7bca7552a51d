"""The command claim: each claim proved, refuted and left open, and what is refused before any work."""

from __future__ import annotations

import json

import pytest

from tests.command_line import files, said
from tests.test_maximisers import circle
from tests.test_solver import text
from theorems.model.errors import InvalidInputError
from verify.certificate import from_text, to_text
from verify.checker.replay import replay_text
from verify.claims import decide_claim, parse_claim
from verify.decimals import read_gap
from verify.verdict import Outcome, Trust

PROVED, REFUTED, INCONCLUSIVE = Outcome.PROVED, Outcome.REFUTED, Outcome.INCONCLUSIVE

HALVES = ("1/2", "1/2")
THIRDS = ("1/3",) * 3
ATTRACT = text("dot(x, y)", weights=HALVES)
REPEL = text("-dot(x, y)")
WAVE = circle(3, "cos(s - t) * dot(x, y)")
ROPE = circle(3, "exp(dot(rotate(x, s, 1, 2), rotate(y, t, 1, 2)))")
APART = text("bias(s, t) * dot(x, y)", "tokens", weights=HALVES, bias="[[0, -1], [-1, 0]]")
EVEN = text("dot(x, y)**2", weights=HALVES)
POLE = text("1/dot(x, y)", weights=HALVES)
# six tokens in the plane whose Gram relaxation is not tight: no exact maximum is known
SIX = text(
    "bias(s, t) * dot(x, y)",
    "tokens",
    2,
    ("1/6",) * 6,
    "[[0, 1, 1, 1, 1, 1], [1, 0, 1, -1, -1, 1], [1, 1, 0, 1, -1, -1], [1, -1, 1, 0, 1, -1], [1, -1, -1, 1, 0, 1], "
    "[1, 1, -1, -1, 1, 0]]",
)
# cubic, with few negative entries: the best law known is collapsed, the bound is above it
CUBIC = text(
    "bias(s, t) * (dot(x, y) + dot(x, y)**3)",
    weights=THIRDS,
    bias='[["-1/10", 1, 1], [1, 1, "-1/10"], [1, "-1/10", 1]]',
)

DECIDED = [
    ("collapses", ATTRACT, PROVED, "one u for all labels; the R_s all agree"),
    ("collapses", text("bias(s, t) * dot(x, y)", weights=HALVES, bias="[[4, -1], [-1, 4]]"), REFUTED, "not collapsed"),
    ("collapses", ROPE, REFUTED, "the maximisers are R_s^-1 u"),
    ("collapses", SIX, REFUTED, "more than any collapsed law"),
    ("collapses", CUBIC, INCONCLUSIVE, "neither it nor its negation was proved; the greatest energy is in ["),
    ("spreads", APART, PROVED, "a law has the energy 1/4, more than any collapsed law"),
    ("spreads", EVEN, REFUTED, "a collapsed law has the greatest energy"),
    ("spreads", CUBIC, INCONCLUSIVE, "neither"),
    ("diracizes", ATTRACT, PROVED, "every self term is absent or Jensen"),
    ("diracizes", REPEL.replace("atomic", "cells"), PROVED, "inside a cell a graph law may vary"),
    ("diracizes", text("exp(2*dot(x, y)) - 1/2"), PROVED, "Jensen"),
    ("diracizes", REPEL, REFUTED, "a law has the energy 0, no tuple of Dirac masses more than -1/2"),
    ("diracizes", CUBIC, INCONCLUSIVE, "neither"),
    ("orbit", ROPE, PROVED, "label s at R_s^-1 u has the greatest energy of all laws"),
    ("orbit", APART, REFUTED, "a law has more energy than label s at R_s^-1 u"),
    ("orbit", text("x[1]*y[1]", dimension=2), INCONCLUSIVE, "expected the form k(s,t) phi"),
    ("great-circle", WAVE, PROVED, "the circle with m = 1 has the greatest energy of all laws"),
    ("great-circle", ROPE, PROVED, "the circle with m = 2 has"),
    (
        "great-circle",
        circle(3, "dot(x, y)"),
        PROVED,
        "the circle with m = 3 has the greatest energy of all laws; it puts",
    ),
    ("great-circle", circle(2, "-dot(x, y)**2", 3), REFUTED, "a law has more energy than each circle"),
    ("great-circle", circle(8, "cos(s - t) * exp(2*dot(x, y))", 2), REFUTED, "a law has more energy than each circle"),
    ("great-circle", ATTRACT, REFUTED, "no circle has all these labels at one point"),
    ("great-circle", text("bias(s, t) * dot(x, y)", weights=HALVES, bias="[[-1, 0], [0, -1]]"), REFUTED, "no tuple"),
    ("great-circle", SIX, INCONCLUSIVE, "1 is not a rational multiple of pi"),
    ("energy <= 1/4", WAVE, PROVED, "no law has more energy than 1/4"),
    ("energy <= 0.249", WAVE, REFUTED, "some law has the energy 1/4"),
    ("energy < 1/4", WAVE, REFUTED, "some law has the energy 1/4"),
    ("energy < 0.2500001", WAVE, PROVED, "no law has more energy than 1/4"),
    ("energy >= 1/4", WAVE, PROVED, "some law has the energy 1/4"),
    ("energy > 1/4", WAVE, REFUTED, "no law has more energy than 1/4"),
    ("energy <= 0.16667", SIX, INCONCLUSIVE, "the greatest energy is in [0.16"),
    ("energy >= 0.16667", SIX, INCONCLUSIVE, "neither"),
    ("spreads", POLE, INCONCLUSIVE, "status=unbounded"),
    ("energy <= 1", POLE, INCONCLUSIVE, "status=unbounded"),
]


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(("claim", "problem", "outcome", "reason"), DECIDED)
def test_a_claim_is_decided_for_a_reason_that_the_checker_replays(claim, problem, outcome, reason):
    answer = decide_claim(problem, claim, read_gap("1e-8"), time=3.0)
    assert answer.verdict.outcome is outcome, answer.verdict.reason
    assert reason in answer.verdict.reason
    assert len(answer.certificates) == (outcome is not INCONCLUSIVE)
    assert all(replay_text(to_text(one)).check.trust is answer.verdict.trust for one in answer.certificates)
    assert (answer.verdict.trust is Trust.SAMPLED) == (outcome is INCONCLUSIVE)


def test_each_claim_is_proved_refuted_and_left_open_above():
    met = {(claim.split()[0], outcome) for claim, _, outcome, _ in DECIDED}
    names = ("collapses", "spreads", "diracizes", "orbit", "great-circle", "energy")
    assert met == {(name, outcome) for name in names for outcome in Outcome}


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        ("colapses", "'collapses'"),
        ("Spreads", "'spreads'"),
        ("great circle", "'great-circle'"),
        ("energy = 1/4", "'energy <= 1/4'"),
        ("energy <= pi", ""),
        ("energy <= 1/4 + 1/4", "'energy <= 1/4'"),
        ("energy <= nan", ""),
        ("energy <= 1/0", ""),
        ("__import__('os')", ""),
        ("unique", ""),
        ("", ""),
        ("x" * 100_000, ""),
    ],
)
def test_words_that_are_no_claim_are_refused_with_a_close_match(words, hint):
    with pytest.raises(InvalidInputError) as caught:
        parse_claim(words)
    message = str(caught.value)
    assert len(message) < 400
    assert f"did you mean {hint}" in message if hint else "did you mean" not in message


def test_a_claim_is_said_in_one_form():
    assert parse_claim(" energy  <=0.25 ")[0] == parse_claim("energy <= 1/4")[0] == "energy <= 1/4"
    assert parse_claim("energy > -2")[0] == "energy > -2"


def test_the_command_prints_the_answer_and_exits_by_it(capsys, tmp_path):
    (tmp_path / "mine.toml").write_text(WAVE)
    proved = said(capsys, "claim", "mine.toml", "great-circle")
    assert (proved.code, proved.err) == (0, "")
    assert "outcome       proved [rational]\n" in proved.out
    assert "because       the circle with m = 1 has the greatest energy" in proved.out
    refuted = said(capsys, "claim", "mine.toml", "energy", "<", "1/4")
    assert refuted.code == 1
    assert "claim         energy < 1/4\noutcome       refuted [rational]\n" in refuted.out
    (tmp_path / "open.toml").write_text(CUBIC)
    left = said(capsys, "claim", "open.toml", "spreads")
    assert left.code == 3
    assert "outcome       inconclusive\n" in left.out
    assert "certificates  0\n" in left.out


def test_an_example_needs_no_file_and_the_folder_can_be_rechecked(capsys, tmp_path):
    got = said(capsys, "claim", "--example", "rope", "orbit", "--out", "why", "--json")
    assert (got.code, got.err) == (0, "")
    document = json.loads(got.out)
    assert set(document) == {"schema", "problem", "claim", "outcome", "trust", "reason", "certificates"}
    assert (document["claim"], document["outcome"], document["trust"]) == ("orbit", "proved", "ball")
    assert set(document["problem"]) == {"kernel", "labels"}
    assert set(files(tmp_path)) == {"why/claim.json", "why/certificates/00.json"}
    assert json.loads((tmp_path / "why" / "claim.json").read_text()) == document
    assert from_text((tmp_path / "why" / "certificates" / "00.json").read_text()).statement
    again = said(capsys, "recheck", "why")
    assert again.code == 0
    assert "for the problem in it, label s at R_s^-1 u is a maximiser for some u" in again.out
    over = said(capsys, "claim", "--example", "rope", "collapses", "--out", "why")  # an earlier answer is replaced
    assert (over.code, over.err) == (1, "")
    assert set(files(tmp_path)) == {"why/claim.json", "why/certificates/00.json"}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["mine.toml"], "expected PROBLEM.toml and a claim"),
        (["mine.toml", "colapses"], "did you mean 'collapses'?"),
        (["absent.toml", "spreads"], "the file does not exist"),
        (["--example", "rop", "spreads"], "expected one of continuum-circle, continuum-repulsion, cosine-circle"),
        (["--example", "rope", "mine.toml", "spreads"], "claim='mine.toml spreads'"),
        (["mine.toml", "spreads", "--gap", "nan"], "gap='nan'"),
        (["mine.toml", "spreads", "--time", "0"], "expected a whole number from 1"),
        (["mine.toml", "spreads", "--out", "missing/why"], "create it first"),
        ([], "--help"),
    ],
)
def test_bad_input_is_refused_in_one_line(capsys, tmp_path, arguments, words):
    (tmp_path / "mine.toml").write_text(WAVE)
    before = files(tmp_path)
    got = said(capsys, "claim", *arguments)
    assert (got.code, got.out) == (2, "")
    assert words in got.err
    assert len(got.err.splitlines()) == 1
    assert files(tmp_path) == before
