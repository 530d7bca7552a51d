"""The rungs of `solve`: each has certified ends, a certificate that replays, and a place in the document."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from tests.test_solver import assert_replayable, text
from theorems.model.proof import Moment
from verify.certificate import BoundClaim
from verify.cli import main
from verify.solver import solve

BIAS = '[["0", "1", "-1"], ["1", "0", "1/2"], ["-1", "1/2", "0"]]'
CURVED = text("bias(s, t) * exp(dot(x, y))", "tokens", 3, ("1/3", "1/3", "1/3"), BIAS)


@pytest.fixture(scope="module")
def solution():
    return solve(CURVED, gap=1e-6)


def test_the_rungs_close_in_on_the_value_and_each_bound_is_certified(solution):
    assert solution.outcome == "closed"
    assert [rung.name for rung in solution.rungs][:2] == ["pointwise", "zonal"]
    uppers = [Fraction(rung.upper) for rung in solution.rungs]
    lowers = [Fraction(rung.lower) for rung in solution.rungs]
    assert uppers == sorted(uppers, reverse=True)
    assert max(lowers) <= Fraction(solution.lower) <= Fraction(solution.upper) == min(uppers)
    claims = [one.statement.claim for one in solution.certificates]
    bounds = [claim for claim in claims if isinstance(claim, BoundClaim)]
    assert len(bounds) >= len(solution.rungs) + 1
    assert any(isinstance(one.proof, Moment) for one in solution.certificates)
    assert_replayable(solution)


def test_the_document_and_the_command_show_them(solution, tmp_path, capsys):
    shown = solution.document()["rungs"]
    assert [set(rung) for rung in shown] == [{"name", "lower", "upper", "seconds"}] * len(solution.rungs)
    json.dumps(shown)
    (tmp_path / "problem.toml").write_text(CURVED, encoding="utf-8")
    assert main(["solve", str(tmp_path / "problem.toml"), "--gap", "1e-6"]) == 0
    assert "zonal: [" in capsys.readouterr().out
