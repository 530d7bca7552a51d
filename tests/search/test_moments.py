"""Moment relaxations: the readable statement and the direct one agree, certificates are close, the ladder climbs."""

from __future__ import annotations

from time import monotonic

import numpy as np
import pytest
from flint import fmpq

from benchmarks.ladder import CONFERENCE, drawn, problem_of
from theorems.model.approximation import approximate
from theorems.model.assertion import Domain
from theorems.model.labels import Reading
from theorems.model.moments.relaxation import indexed
from theorems.model.problem import Problem, zonal
from theorems.model.proof import Moment, Relaxation
from theorems.model.real import Real
from verify.bracket import Bracket, bracket
from verify.checker.bounds import upper_bound
from verify.errors import SolverError
from verify.relax.moment import CONSTRAINTS, moment_relaxation
from verify.search import ladder, moment_dual
from verify.search.moment_dual import solve_dual
from verify.search.moments import moment_proof, objective_of, polynomials_within
from verify.search.steps import Search

FULL = Relaxation(hausdorff=6, zonal=3, level=3, vertices=2, free_diagonal=False, torus=0)
FREE = Relaxation(hausdorff=6, zonal=6, level=0, vertices=0, free_diagonal=True, torus=0)


def curved(n: int = 3, dimension: int = 3, reading: Reading = Reading.TOKENS) -> Problem:
    return problem_of(drawn("gauss", n, 1), "r**3 - 2*r**2 + r/2", dimension, reading)


TORUS = Relaxation(hausdorff=4, zonal=4, level=0, vertices=0, free_diagonal=False, torus=3)


def by_monomial(problem: Problem, relaxation: Relaxation):
    blocks = indexed(relaxation, len(problem), problem.dimension, 3)
    objective = objective_of(problem, relaxation, polynomials_within(problem, 0.0), blocks)
    names = {place: monomial for monomial, place in blocks.places.items()}
    return blocks, objective, {names[place]: value for place, value in objective.items()}


@pytest.mark.parametrize(("dimension", "relaxation"), [(3, FULL), (2, FULL), (2, TORUS), (3, FREE)])
def test_the_readable_relaxation_and_the_direct_one_agree(dimension, relaxation):
    problem = curved(3, dimension)
    blocks, places, monomials = by_monomial(problem, relaxation)
    stated = moment_relaxation(relaxation, 3, dimension, monomials)
    direct = solve_dual(blocks, places, 60)
    assert direct.value == pytest.approx(stated.value, rel=1e-5, abs=1e-7)


@pytest.mark.parametrize("left_out", ["total_mass", "zonal", "hausdorff"])
def test_without_a_family_the_bound_rises_or_there_is_none(left_out):
    relaxation = Relaxation(hausdorff=4, zonal=3, level=0, vertices=0, free_diagonal=False, torus=0)
    _, _, monomials = by_monomial(curved(), relaxation)
    whole = moment_relaxation(relaxation, 3, 3, monomials).value
    fewer = [name for name in CONSTRAINTS if name != left_out]
    try:
        risen = moment_relaxation(relaxation, 3, 3, monomials, constraints=fewer).value
    except SolverError as error:
        risen = np.inf if "status=unbounded" in str(error) else np.nan
    assert risen > whole + 1e-3


def test_for_two_dimensions_the_torus_is_no_worse_than_the_second_level():
    problem = curved(4, 2)
    second = Relaxation(hausdorff=4, zonal=4, level=2, vertices=0, free_diagonal=False, torus=0)
    values = []
    for relaxation in (TORUS, second):
        found = moment_proof(problem, relaxation, polynomials_within(problem, 0.0), 60)
        upper, _ = upper_bound(problem, Domain.LAWS, found.proof)
        values.append(float(upper.ball(64).mid()))
        assert 0 <= values[-1] - found.value + 1e-7 < 1e-6
    assert values[0] <= values[1] + 1e-6


def test_a_certified_bound_is_close_to_the_value_of_its_relaxation():
    problem = curved(4)
    found = moment_proof(problem, FULL, polynomials_within(problem, 0.0), 60)
    upper, _ = upper_bound(problem, Domain.LAWS, found.proof)
    assert 0 <= float(upper.ball(64).mid()) - found.value + 1e-7 < 1e-6


def climbed(problem: Problem, domain: Domain = Domain.LAWS, gap: fmpq = fmpq(1, 10**6)) -> tuple[Bracket, list[str]]:
    search = Search(problem, gap, monotonic() + 60, lambda _: None)
    found = bracket(search, domain)
    return found, [step.upper.source for step in search.rungs]


def ends(found: Bracket, scale: int = 1) -> tuple[float, float]:
    low, high = found.below.claim.value, found.above.claim.value
    return float((scale * low).ball(64).mid()), float((scale * high).ball(64).mid())


def test_the_conference_matrix_keeps_its_gap(monkeypatch):
    """In units of sum over i < j: 6 is reached, the second level gives 6.0422, the Gram bound 3 sqrt 5."""
    monkeypatch.setattr(ladder, "TORUS", ())  # the rungs above take long
    bias = [[Real(entry) for entry in row] for row in CONFERENCE]
    problem = problem_of(bias, "r", 2)
    search = Search(problem, fmpq(1, 10**6), monotonic() + 60, lambda _: None)
    low, high = ends(bracket(search, Domain.LAWS), 36)
    assert low == pytest.approx(6, abs=1e-12)
    assert 6.04 < high < 6.043
    gram = min(step.upper.value for step in search.rungs if step.upper.source == "relaxation")
    assert float(gram.ball(64).mid()) * 36 == pytest.approx(3 * np.sqrt(5), abs=1e-5)


def test_equispaced_tokens_with_a_cosine_bias_close_at_the_second_level():
    bias = [[Real.cosine(fmpq(i - j, 6)) for j in range(6)] for i in range(6)]
    found, names = climbed(problem_of(bias, "exp(r/2)", 3))
    low, high = ends(found)
    assert names[-1] == "second level"
    assert 0 <= high - low <= 1e-6 * abs(low)


@pytest.mark.parametrize("diagonal_only", [True, False])
def test_repulsive_atoms_reach_over_laws_what_no_tuple_does(diagonal_only):
    """k = -I, phi = exp(r), d = 3: the uniform slice has -sinh(1)/2 for one atom; a Dirac mass -e/2."""
    bias = [[Real(-1 if i == j or not diagonal_only else 0) for j in range(2)] for i in range(2)]
    problem = problem_of(bias, "exp(r)", 3, Reading.ATOMIC)
    laws, names = climbed(problem, gap=fmpq(1, 10**4))
    low, high = ends(laws)
    value = -np.sinh(1) / (4 if diagonal_only else 2)
    assert low <= value + 1e-12 <= high + 1e-9
    assert high - value < 5e-5
    assert names[-1] == "zonal"
    assert isinstance(laws.upper.proof, Moment)
    assert laws.upper.proof.relaxation.free_diagonal
    above = ends(climbed(problem, Domain.TUPLES, fmpq(1, 10**3))[0])[1]
    assert above < value - 1e-2


def test_the_solver_s_status_is_an_error_not_a_number(monkeypatch):
    monkeypatch.setattr(moment_dual, "ACCEPTED", ())
    problem = curved()
    with pytest.raises(SolverError, match="solver=CLARABEL: status="):
        moment_proof(problem, FULL, polynomials_within(problem, 0.0), 60)


def test_a_profile_with_a_kink_has_no_moment_relaxation_and_the_solve_goes_on():
    found, names = climbed(problem_of(drawn("gauss", 2, 2), "abs(r)", 3))
    assert names == ["pointwise"]
    assert found.above.claim.value >= found.below.claim.value


def test_the_polynomial_is_refined_until_it_costs_little():
    problem = problem_of(drawn("gauss", 3, 2), "exp(2*r)", 3)
    profile = zonal(problem).profile
    coarse, fine = (polynomials_within(problem, allowed)[profile] for allowed in (1e-2, 1e-8))
    assert len(coarse[0]) < len(fine[0])
    assert fine == approximate(profile, len(fine[0]) - 1)
