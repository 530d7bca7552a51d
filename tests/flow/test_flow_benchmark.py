"""The benchmark of the flow runs, and what it measures is within what it claims; its times are not tested."""

from __future__ import annotations

import json

import numpy as np

from benchmarks.flow import TARGET, apart, euler, exact_field, loop, main, plain_velocity, uniform


def test_the_quick_benchmark_prints_one_json_document(capsys):
    assert main(["--quick", "--json", "--threads", "1"]) in (0, 1)
    document = json.loads(capsys.readouterr().out)
    assert [row["n"] for row in document["speed"]] == [32, 64]
    assert all(min(row["field"], row["step"], row["euler"], row["floor"]) > 0 for row in document["speed"])
    assert all(row["error"] <= TARGET and abs(row["euler_order"] - 1) < 0.1 for row in document["equal"])
    assert all(0 < row["error"] <= row["bound"] for row in document["fast"])
    assert len(document["growth"]) == len(document["fast"]) - 1


def test_the_peer_moves_the_tokens_like_our_field():
    x = uniform(40, 3)
    np.testing.assert_allclose(plain_velocity(x), exact_field(40).velocity(x), atol=1e-14)
    assert apart(loop(euler, x, 0.1, 1000)[1], loop(euler, x, 0.1, 2000)[1]) < 1e-4
