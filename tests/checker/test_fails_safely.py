"""A small campaign of `benchmarks.fails_safely`: changed certificates, a fixed seed."""

from __future__ import annotations

import ast
import json
import sys
from pathlib import Path

import pytest

from benchmarks import fails_safely, oracle
from benchmarks.changes import CHANGES, resealed
from benchmarks.fails_safely import Bench, calibrated, campaign, judged
from benchmarks.lies import LIES
from benchmarks.material import collected, evenly
from benchmarks.oracle import judge
from verify.checker import RULES
from verify.recheck import Seen
from verify.verdict import Trust

CHANGED = 220
FALSE_BOUND = next(lie for lie in LIES if lie.name == "a Toeplitz bias that is not circulant")


@pytest.fixture(scope="module")
def material():
    return evenly(collected(3), 120)


@pytest.fixture
def bench(tmp_path):
    return Bench(tmp_path)


def test_the_material_has_a_certificate_of_every_rule(material):
    assert {one.rule for one in material} == {(a.__name__, b.__name__) for a, b in RULES}


def test_no_change_lets_a_false_statement_through(bench, material):
    campaign(bench, judged(material), CHANGED, 5, lambda _: None)
    report = bench.report
    assert report.violations == []
    assert set(report.counts) == set(CHANGES)
    assert report.total("accepted true") > CHANGED / 20
    assert report.total("undecided") <= CHANGED / 50


def test_the_oracle_finds_the_material_true_and_its_negation_false(material):
    some = judged(material)[:16]
    assert calibrated(some) == (len(some), sum('"negated"' in one.text for one in some))


def test_a_checker_that_lets_a_lie_through_is_found_out(bench, monkeypatch):
    monkeypatch.setattr(fails_safely, "look", lambda file: Seen(file[1], Trust.RATIONAL, words="anything"))
    bench.soundness("planted", FALSE_BOUND.text.encode(), "a lie")
    assert bench.report.violations[0].startswith("accepted, and false (supremum <=: false): a lie")


def test_a_checker_that_looks_at_no_seal_is_found_out(bench, monkeypatch, material):
    monkeypatch.setattr(fails_safely, "look", lambda file: Seen(file[1], Trust.RATIONAL))
    bench.integrity("planted", material[0].text.encode(), "changed")
    assert bench.report.violations[0].startswith("accepted under a seal that does not fit: changed")


def test_a_checker_that_crashes_is_found_out(bench, monkeypatch, material):
    def crashing(_):
        raise ZeroDivisionError("in the checker")

    monkeypatch.setattr(fails_safely, "look", crashing)
    bench.soundness("planted", material[0].text.encode(), "a file")
    assert bench.report.violations[0].startswith("crash, ZeroDivisionError: in the checker in a file")


def test_most_planted_lies_are_false_and_no_wrong_proof_of_a_truth():
    said = [judge(lie.text).true for lie in LIES]
    assert said.count(False) > len(LIES) / 2


def test_a_seal_made_anew_fits(material):
    assert resealed(json.loads(material[0].text)) == material[0].text


def test_the_oracle_shares_no_code_with_what_it_judges():
    allowed = {*sys.stdlib_module_names, "mpmath", "numpy"}
    for path in sorted(Path(oracle.__file__).parent.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for name in names:
                assert name.split(".")[0] in allowed or name.startswith("benchmarks.oracle"), f"{path.name}: {name}"
