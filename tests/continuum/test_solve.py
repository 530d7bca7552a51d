"""`solve` and the claims on labels in a continuum: D6, S2's ties, S4, and what it says where it knows nothing."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import fmpq

import verify.continuum_solver
import verify.continuum_words
from tests.continuum.edges import text
from theorems.model.assertion import Domain, Relation
from theorems.model.continuum_file import ContinuumFile, read_file
from theorems.model.errors import InvalidInputError
from theorems.model.proof import Fourier
from theorems.model.real import Real
from verify.certificate import BoundClaim, Property, PropertyClaim, to_text
from verify.checker import Check
from verify.checker.replay import replay_text
from verify.cli import main
from verify.continuum_claims import continuum_claim
from verify.continuum_solver import ContinuumSearch, UpperEntry
from verify.errors import ContradictionError, SolverError
from verify.solver import solve
from verify.verdict import Outcome, Trust

GAP = fmpq(1, 10**8)


def solved(expression, law="circle", dimension=2, time=0.0):
    solution = solve(text(expression, law, dimension), time=time)
    for certificate in solution.certificates:
        assert replay_text(to_text(certificate)).check.accepted
    return solution


def words(solution):
    return solution.marginal, solution.maximisers, solution.output_laws


@pytest.mark.parametrize(
    ("expression", "law", "dimension", "value", "said"),
    [
        ("cos(s - t) * dot(x, y)", "circle", 2, "1/4", ("spread", "unique", "one")),
        ("cos(s - t) * dot(x, y)", "circle", 3, "1/4", ("spread", "unique", "one")),
        ("(1/2 + cos(s - t)) * dot(x, y)", "circle", 3, "1/4", ("either", "continuum", "many")),
        ("(9/10 + cos(s - t)) * dot(x, y)", "circle", 3, "9/20", ("collapsed", "unique", "one")),
        ("-dot(x, y)", "circle", 3, "0", ("spread", "continuum", "unknown")),
        ("-exp(-abs(s - t)) * dot(x, y)", "interval", 3, "0", ("spread", "continuum", "unknown")),
        ("exp(-abs(s - t)) * exp(dot(x, y))", "interval", 3, "1", ("collapsed", "unique", "one")),
        ("(1 - cos(s - t)) * exp(dot(x, y))", "circle", 3, "1/2*exp(1)", ("collapsed", "unique", "one")),
    ],
)
def test_the_maximum_is_exact_and_the_words_are_those_of_claims(expression, law, dimension, value, said):
    solution = solved(expression, law, dimension)
    assert solution.lower_exact == solution.upper_exact == value
    assert (solution.outcome, words(solution)) == ("closed", said)
    assert (solution.graph.lower, solution.graph.upper) == (solution.lower, solution.upper)


@pytest.mark.parametrize(
    ("expression", "law", "value"),
    [
        ("exp(cos(s - t)) * dot(x, y)", "circle", "0.633032938876004"),  # I_0(1)/2
        ("1 / (2 - cos(s - t)) * dot(x, y)", "circle", "0.288675134594813"),
        ("(1 + s * t) * exp(dot(x, y))", "interval", "1.698926142787"),  # 5/8 e
        ("exp(-(s - t)**2) * dot(x, y)", "interval", "0.430763853398148"),
    ],
)
def test_an_analytic_positive_bias_collapses_at_its_mean(expression, law, value):
    solution = solved(expression, law)
    assert Fraction(solution.lower) <= Fraction(value) + Fraction(1, 10**12)
    assert Fraction(solution.upper) >= Fraction(value) - Fraction(1, 10**12)
    assert Fraction(solution.relative_gap) < Fraction(1, 10**8)
    assert words(solution) == ("collapsed", "unique", "one")


def test_a_rotary_kernel_is_unique_in_its_frame_and_says_nothing_of_the_content_marginal():
    solution = solved("exp(2 * dot(rotate(x, s, 1, 2), rotate(y, t, 1, 2)))", dimension=3)
    assert solution.upper_exact == "1/2*exp(2)"
    assert words(solution) == ("unknown", "unique", "unknown")


def test_a_bias_of_both_labels_gets_an_honest_interval_that_step_kernels_narrow():
    wide, narrow = (solved("(s * t - 1/4) * exp(dot(x, y))", "interval", time=time) for time in (0.0, 1.5))
    assert wide.outcome == "gap"
    assert Fraction(narrow.upper) <= Fraction(wide.upper)
    assert Fraction(narrow.lower) <= Fraction(narrow.upper)


def claim(expression, law, dimension, asked, time=2.0):
    file = read_file(text(expression, law, dimension))
    assert isinstance(file, ContinuumFile)
    return continuum_claim(file, "", asked, GAP, time)


@pytest.mark.parametrize("dimension", [2, 3])
def test_the_great_circle_is_refuted_at_beta_2_by_a_law_in_a_ball(dimension):
    answer = claim(
        "cos(s - t) * exp(2 * dot(x, y))", "circle", dimension, PropertyClaim(Property.GREAT_CIRCLE, Relation.EQ)
    )
    assert (answer.verdict.outcome, answer.verdict.trust) == (Outcome.REFUTED, Trust.BALL)
    (certificate,) = answer.certificates
    assert replay_text(to_text(certificate)).check.accepted


COSINE, REPULSIVE = "cos(s - t) * dot(x, y)", "-exp(-abs(s - t)) * dot(x, y)"
ROTARY = "exp(2 * dot(rotate(x, s, 1, 2), rotate(y, t, 1, 2)))"


@pytest.mark.parametrize(
    ("expression", "law", "kind", "outcome"),
    [
        (COSINE, "circle", Property.GREAT_CIRCLE, Outcome.PROVED),
        (COSINE, "circle", Property.COLLAPSE, Outcome.REFUTED),
        (COSINE, "circle", Property.SPREAD, Outcome.PROVED),
        (COSINE, "circle", Property.ORBIT, Outcome.REFUTED),
        (COSINE, "circle", Property.GRAPH_LAW, Outcome.PROVED),
        (REPULSIVE, "interval", Property.GRAPH_LAW, Outcome.REFUTED),
        (REPULSIVE, "interval", Property.SPREAD, Outcome.PROVED),
        (ROTARY, "circle", Property.ORBIT, Outcome.PROVED),
        ("cos(s - t) * exp(1/10 * dot(x, y))", "circle", Property.GREAT_CIRCLE, Outcome.INCONCLUSIVE),
    ],
)
def test_claims_on_a_continuum_are_decided_by_exact_equality_or_stay_open(expression, law, kind, outcome):
    answer = claim(expression, law, 3, PropertyClaim(kind, Relation.EQ), time=0.0)
    assert answer.verdict.outcome is outcome
    assert bool(answer.certificates) == (outcome is not Outcome.INCONCLUSIVE)


def test_energy_claims_fall_to_a_law_or_hold_by_a_bound():
    below = BoundClaim(Domain.LAWS, Relation.LE, Real("28/100"))
    assert claim("cos(s - t) * exp(dot(x, y))", "circle", 2, below).verdict.outcome is Outcome.REFUTED
    below = BoundClaim(Domain.LAWS, Relation.LE, Real("38/100"))
    assert claim("cos(s - t) * exp(dot(x, y))", "circle", 2, below).verdict.outcome is Outcome.PROVED


def test_a_claim_without_meaning_is_refused_before_any_search():
    with pytest.raises(InvalidInputError, match="property=spread: not defined here under a gauge of a continuum"):
        claim(ROTARY, "circle", 3, PropertyClaim(Property.SPREAD, Relation.EQ))


def test_a_lower_bound_above_an_upper_one_stops_the_program(monkeypatch):
    def too_low(search, _, _began):
        search.uppers.append(UpperEntry(Fourier(), Real("1/8")))

    monkeypatch.setattr(ContinuumSearch, "add_upper", too_low)
    monkeypatch.setattr(verify.continuum_solver, "check", lambda *_: Check(Trust.RATIONAL, ""))
    with pytest.raises(ContradictionError, match="L=1/4 is above U=1/8"):
        solve(text(COSINE))


def test_a_property_and_its_negation_stop_the_program(monkeypatch):
    monkeypatch.setattr(verify.continuum_words, "check", lambda *_: Check(Trust.RATIONAL, ""))
    with pytest.raises(ContradictionError, match="it and its negation were both proved"):
        solve(text(COSINE))


def test_a_problem_without_any_bound_is_no_number():
    with pytest.raises(SolverError, match="status=unbounded; no upper bound was proved"):
        solve(text("cos(s - t) / (1 - dot(x, y))"), time=0.0)


def test_the_command_line_says_that_no_graph_law_attains_the_maximum(capsys):
    assert main(["solve", "--example", "continuum-repulsion"]) == 0
    printed = capsys.readouterr().out
    assert "labels        the interval, a continuum; dimension d = 3" in printed
    assert "graph laws    in [0, 0], attained by none" in printed
    assert "maximisers    continuum" in printed
    assert "law           a law of 1 cells" in printed


def test_the_command_line_prints_a_curve_in_words(capsys, tmp_path):
    path = tmp_path / "cosine.toml"
    path.write_text(text(COSINE), encoding="utf-8")
    assert main(["solve", str(path)]) == 0
    assert "law           the 1-fold circle" in capsys.readouterr().out
