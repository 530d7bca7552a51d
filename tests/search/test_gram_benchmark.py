"""The benchmark runs, and what it prints as certified is within its target."""

from __future__ import annotations

import json

from benchmarks.gram import TOLERANCE, main


def test_the_quick_benchmark_certifies_its_gap_and_prints_one_json_document(capsys):
    assert main(["--quick", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [row["n"] for row in document["rows"]] == [20, 50]
    assert all(0 <= row["gap"] <= TOLERANCE for row in document["rows"])
    assert all(row["scs_eps"] is not None and row["clarabel"] is not None for row in document["rows"])
