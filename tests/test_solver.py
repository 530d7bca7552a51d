"""`solve` on the problems whose answers claims.md tells, and its honesty where nothing is known."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

import verify
import verify.bracket
from theorems.model.errors import InvalidInputError
from theorems.model.real import Real
from verify.certificate import BoundClaim, ProblemStatement, to_text
from verify.checker.replay import replay_text
from verify.errors import ContradictionError, SolverError
from verify.search.pool import Pool
from verify.solver import solve
from verify.verdict import Trust

EXAMPLES = Path(verify.bracket.__file__).parent / "examples"


def example(name):
    return (EXAMPLES / f"{name}.toml").read_text(encoding="utf-8")


def text(expression, reading="atomic", dimension=3, weights=("1",), bias=None):
    labels = ", ".join(f'"{k}"' for k in range(len(weights)))
    table = f"[bias]\nmatrix = {bias}\n" if bias else ""
    masses = ", ".join(f'"{weight}"' for weight in weights)
    return (
        f'[content]\ndimension = {dimension}\n[labels]\nlaw = "points"\npoints = [{labels}]\nweights = [{masses}]\n'
        f'reading = "{reading}"\n[kernel]\nexpression = "{expression}"\n{table}'
    )


def words(solution):
    return solution.marginal, solution.maximisers, solution.output_laws


def bounds(solution):
    return Fraction(solution.lower), Fraction(solution.upper)


def assert_replayable(solution):
    """Every certificate, from its text, by the checker alone."""
    assert solution.certificates
    for certificate in solution.certificates:
        assert replay_text(to_text(certificate)).check.accepted


def test_the_cosine_kernel_spreads_and_its_bounds_enclose_a_quarter():
    solution = solve(example("cosine-circle"))
    low, high = bounds(solution)
    assert low <= Fraction(1, 4) <= high
    assert Fraction(solution.relative_gap) <= Fraction(1, 10**8)
    assert (solution.outcome, *words(solution)) == ("closed", "spread", "unique", "one")
    assert solution.lower_exact == "1/4"
    assert_replayable(solution)


@pytest.mark.parametrize("count", [49, 80])  # 80: eigenvalues by balls, the circle's energy too
def test_the_spectrum_closes_the_cosine_kernel_at_any_size(count):
    turned = example("cosine-circle").replace("count = 24", f"count = {count}")
    solution = solve(turned)
    low, high = bounds(solution)
    assert low <= Fraction(1, 4) <= high
    assert Fraction(solution.relative_gap) <= Fraction(1, 10**8)
    assert (solution.multiplier_source, solution.marginal) == ("circulant", "spread")
    assert solution.upper_exact == "1/4"
    assert len(solution.multipliers) == count


def test_a_distance_bias_collapses_at_half_of_phi_of_one_times_its_sum():
    solution = solve(example("distance-bias"))
    assert solution.lower_exact == solution.upper_exact
    assert solution.upper_exact.startswith("1/64*exp(1/8) + 1/32*exp(1/4)")  # sum over |i - j| = 7, 6, ..
    assert (solution.relative_gap, solution.outcome) == ("0", "closed")
    assert words(solution) == ("collapsed", "unique", "one")
    assert_replayable(solution)


def test_a_rotary_kernel_has_one_maximiser_in_its_frame_and_many_outputs_of_both_kinds():
    solution = solve(example("rope"))
    assert solution.lower_exact == solution.upper_exact == "1/2*exp(2)"
    assert words(solution) == ("either", "unique", "many")
    assert_replayable(solution)


def test_a_prefix_table_is_solved_exactly_and_its_common_point_is_found_though_irrational():
    solution = solve(example("prefix"))
    assert solution.lower_exact == solution.upper_exact == "1/2*exp(1)"
    assert words(solution) == ("either", "unique", "many")
    assert_replayable(solution)


def test_a_rotary_kernel_in_the_plane_has_one_output_and_spreads():
    planar = example("rope").replace("dimension = 3", "dimension = 2")
    assert words(solve(planar)) == ("spread", "unique", "one")


@pytest.mark.parametrize(
    ("reading", "laws", "graph"),
    [("cells", ("0", "0"), ("0", "0")), ("atomic", ("0", "0"), ("-0.5", "-0.5")), ("tokens", ("0", "0"), ("0", "0"))],
)
def test_one_repelling_label_reaches_zero_over_laws_but_not_over_atomic_graph_laws(reading, laws, graph):
    solution = solve(text("-dot(x, y)", reading))
    assert (solution.lower, solution.upper) == laws
    assert (solution.graph.lower, solution.graph.upper) == graph
    assert_replayable(solution)


def test_a_random_signed_kernel_in_the_plane_gets_an_honest_interval():
    steps = []
    solution = solve(example("signed"), progress=steps.append)
    low, high = bounds(solution)
    assert 0 < low < high < low * Fraction(101, 100)
    assert solution.outcome == "gap"
    assert solution.maximisers == solution.output_laws == "unknown"
    assert "upper bound: Gram relaxation" in steps
    assert_replayable(solution)


def test_unconnected_labels_have_maximisers_of_both_kinds():
    solution = solve(text("bias(s, t) * exp(dot(x, y))", weights=("1/2", "1/2"), bias="[[1, 0], [0, 2]]"))
    assert solution.lower_exact == solution.upper_exact == "3/8*exp(1)"
    assert words(solution) == ("either", "continuum", "many")


def test_two_repelling_tokens_are_antipodal_and_the_bounds_meet_exactly():
    solution = solve(text("bias(s, t) * dot(x, y)", "tokens", weights=("1/3", "2/3"), bias="[[0, -1], [-1, 0]]"))
    assert solution.lower_exact == solution.upper_exact == "2/9"
    assert solution.marginal == "spread"


def test_a_bilinear_kernel_is_bounded_by_its_own_relaxation():
    solution = solve(text("3*x[1]*y[1]", dimension=2))
    assert (solution.lower, solution.upper) == ("1.5", "1.5")
    assert solution.multipliers == ("3",)
    assert_replayable(solution)


def test_a_profile_without_exact_values_still_gets_certified_bounds():
    solution = solve(text("sqrt(2 + dot(x, y))", reading="atomic"))
    low, high = bounds(solution)
    assert low**2 <= Fraction(3, 4) <= high**2
    assert solution.trust is Trust.BALL
    assert_replayable(solution)


def test_in_dimension_one_the_signs_are_searched():
    solution = solve(text("bias(s, t) * exp(dot(x, y))", "tokens", 1, ("1/2", "1/2"), "[[0, -1], [-1, 0]]"))
    assert solution.lower_exact == solution.upper_exact == "-1/4*exp(-1)"


def test_a_profile_with_a_pole_is_an_error_with_a_status_and_no_number():
    with pytest.raises(SolverError, match="status=unbounded"):
        solve(text("1/dot(x, y)"))


def test_when_the_time_is_over_the_best_so_far_is_reported():
    solution = solve(example("signed"), time=0.0)
    low, high = bounds(solution)
    assert low < high
    assert solution.outcome == "gap"
    assert_replayable(solution)


@pytest.mark.parametrize("gap", ["nan", "inf", "-1", "much"])
def test_a_gap_that_is_no_number_of_at_least_zero_is_refused(gap):
    with pytest.raises(InvalidInputError, match="gap="):
        solve(example("rope"), gap=gap)


def test_a_lower_bound_above_the_upper_one_stops_the_program(monkeypatch):
    true_proved = verify.bracket.proved

    def lying(search, claim, proof):
        """As if the checker had accepted a higher energy than there is."""
        found = true_proved(search, claim, proof)
        return found if found is not None else verify.bracket.Proved(claim, proof, Trust.BALL)

    monkeypatch.setattr(verify.bracket, "proved", lying)
    monkeypatch.setattr(Pool, "short", lambda _pool, _entry: Real(7))
    with pytest.raises(ContradictionError, match="L=7 is above U="):
        solve(example("signed"))


def test_the_document_is_json_that_repeats_the_fields():
    solution = solve(text("-dot(x, y)"))
    document = solution.document()
    assert document["trust"] == "rational"
    assert document["graph"] == {"lower": "-0.5", "upper": "-0.5"}
    assert len(document["certificates"]) == len(solution.certificates)
    assert {"lower", "upper", "relative_gap", "multipliers", "law", "outcome"} <= set(document)


def test_a_certificate_with_another_bound_is_refused():
    solution = solve(text("-dot(x, y)"))
    certificate = solution.certificates[0]
    assert isinstance(certificate.statement, ProblemStatement)
    assert isinstance(certificate.statement.claim, BoundClaim)
    claim = replace(certificate.statement.claim, value=certificate.statement.claim.value - Real(1))
    changed = replace(certificate, statement=replace(certificate.statement, claim=claim))
    assert not replay_text(to_text(changed)).check.accepted


PROGRAM = """
import sys
from pathlib import Path
from verify.certificate import to_text
from verify.solver import solve
for name in sys.argv[1:]:
    for certificate in solve(Path(name).read_text(encoding="utf-8")).certificates:
        sys.stdout.write(to_text(certificate))
"""


def test_the_certificates_are_the_same_bytes_whatever_the_number_of_blas_threads():
    files = [str(EXAMPLES / f"{name}.toml") for name in ("cosine-circle", "signed", "distance-bias")]
    printed = []
    for threads in ("1", "2"):
        run = subprocess.run(
            [sys.executable, "-c", PROGRAM, *files],
            env={**os.environ, "OPENBLAS_NUM_THREADS": threads, "OMP_NUM_THREADS": threads},
            cwd=EXAMPLES.parents[1],
            capture_output=True,
            check=True,
        )
        printed.append(run.stdout)
    assert printed[0]
    assert printed[0] == printed[1]


def test_the_package_offers_solve_by_name():
    assert verify.solve is solve
    assert not hasattr(verify, "solved")
