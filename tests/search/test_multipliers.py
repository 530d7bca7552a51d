"""From floats to linear certificates: sound whatever the floats were, exact where they can be."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from tests.search.problems import bilinear_problem, random_law, zonal_problem
from theorems.model.assertion import Domain, Relation, Supremum
from theorems.model.energy import energy
from theorems.model.kernel import ZonalKernel
from theorems.model.labels import Labels, Reading
from theorems.model.matrix import matrix
from theorems.model.parser import parse
from theorems.model.problem import Problem
from theorems.model.real import Real
from verify.checker import check
from verify.relax.gram import gram_relaxation
from verify.search.ascent import Blocks, ascend
from verify.search.linear_form import linear_form
from verify.search.multipliers import repaired

READINGS = st.sampled_from(list(Reading))


def one_label(bias, reading=Reading.ATOMIC):
    kernel = ZonalKernel(matrix([[bias]]), parse("r", names=("r",), parameters={}))
    return Problem(2, Labels((fmpq(1),), reading), kernel)


def best_multipliers(form, domain):
    blocks = Blocks(form.floats, form.width, ball=domain is Domain.LAWS)
    return blocks.multipliers(ascend(blocks, form.columns + 4, 2, 0))


@given(st.integers(0, 10**9), st.integers(1, 5), st.integers(1, 3), READINGS, st.booleans())
def test_the_certified_bound_is_above_the_energy_of_random_exact_laws(seed, n, d, reading, bilinear):
    rng = random.Random(seed)
    problem = bilinear_problem(rng, n, d, reading) if bilinear else zonal_problem(rng, n, d, reading)
    form = linear_form(problem)
    for domain, atoms in ((Domain.LAWS, 3), (Domain.TUPLES, 1)):
        found = repaired(problem, form, domain, best_multipliers(form, domain))
        accepted = check(Supremum(problem, domain, Relation.LE, found.value), found.proof)
        assert accepted.accepted, accepted.reason
        for _ in range(3):
            assert energy(problem, random_law(rng, n, d, atoms)) <= found.value


@given(st.integers(0, 10**9), st.lists(st.floats(-10, 10), min_size=4, max_size=4))
def test_any_floats_become_a_proof_that_the_checker_accepts(seed, floats):
    problem = zonal_problem(random.Random(seed), 4, 2, Reading.ATOMIC)
    found = repaired(problem, linear_form(problem), Domain.LAWS, np.array(floats))
    assert check(Supremum(problem, Domain.LAWS, Relation.LE, found.value), found.proof).accepted


def test_the_relaxation_and_the_ascent_lead_to_the_same_bound():
    problem = zonal_problem(random.Random(3), 8, 6, Reading.TOKENS)
    form = linear_form(problem)
    relaxed = repaired(problem, form, Domain.LAWS, gram_relaxation(form.floats, 8, Domain.LAWS).multipliers)
    climbed = repaired(problem, form, Domain.LAWS, best_multipliers(form, Domain.LAWS))
    assert float((relaxed.value / climbed.value.rational()).rational()) == pytest.approx(1, abs=1e-6)


def test_one_repelling_atom_keeps_its_exact_bounds_over_tuples_and_over_laws():
    problem = one_label(-1)
    form = linear_form(problem)
    tuples = repaired(problem, form, Domain.TUPLES, np.array([-1.0]))
    assert (tuples.value, tuples.proof.multipliers, tuples.shift, tuples.price) == (Real("-1/2"), (fmpq(-1),), 0, 0)
    assert repaired(problem, form, Domain.LAWS, np.array([0.0])).value == 0


def test_an_attained_bound_of_a_rank_one_kernel_loses_almost_nothing():
    n = 40
    problem = Problem(
        3,
        Labels((fmpq(1, n),) * n, Reading.ATOMIC),
        ZonalKernel(((Real(1),) * n,) * n, parse("r", names=("r",), parameters={})),
    )
    found = repaired(problem, linear_form(problem), Domain.LAWS, np.full(n, 1 / n))
    assert 0 <= (found.value - Real("1/2")).rational() <= fmpq(n, 2**34)


def test_irrational_entries_are_rounded_for_the_factor_alone():
    cosine = Real.cosine("1/5")
    problem = replace(one_label(0), kernel=ZonalKernel(((cosine,),), parse("r", names=("r",), parameters={})))
    found = repaired(problem, linear_form(problem), Domain.LAWS, np.array([0.30901699437494745]))
    assert cosine / 2 <= found.value
    assert float((found.value - cosine / 2).ball(64).mid()) < 1e-9


@pytest.mark.parametrize("scale", ["1e-30", "1", "1e30"])
def test_the_loss_is_relative_at_any_scale(scale):
    bias = matrix([[0, scale], [scale, 0]])
    kernel = ZonalKernel(bias, parse("r", names=("r",), parameters={}))
    problem = Problem(2, Labels((fmpq(1, 2),) * 2, Reading.TOKENS), kernel)
    found = repaired(problem, linear_form(problem), Domain.LAWS, np.full(2, float(scale) / 4))
    truth = Real(scale) / 4
    assert truth <= found.value <= truth * (1 + fmpq(1, 10**9))


@pytest.mark.parametrize("change", ["multiplier", "factor", "denominator", "shorter"])
def test_a_mutated_proof_is_refused(change):
    problem = zonal_problem(random.Random(11), 6, 3, Reading.TOKENS)
    form = linear_form(problem)
    found = repaired(problem, form, Domain.LAWS, best_multipliers(form, Domain.LAWS))
    proof = found.proof
    first, *rest = proof.multipliers
    rows = [list(row) for row in proof.factor]
    rows[2][1] += proof.denominator // 2**20
    mutated = {
        "multiplier": replace(proof, multipliers=(first - fmpq(1, 2**200), *rest)),
        "factor": replace(proof, factor=tuple(map(tuple, rows))),
        "denominator": replace(proof, denominator=2 * proof.denominator),
        "shorter": replace(proof, multipliers=tuple(rest)),
    }[change]
    reason = {"shorter": "5 multipliers for 6 labels"}.get(change, "is too small")
    refused = check(Supremum(problem, Domain.LAWS, Relation.LE, found.value), mutated)
    assert not refused.accepted
    assert reason in refused.reason


def test_a_bound_below_the_proved_one_is_refused():
    problem = zonal_problem(random.Random(12), 4, 3, Reading.TOKENS)
    form = linear_form(problem)
    found = repaired(problem, form, Domain.LAWS, best_multipliers(form, Domain.LAWS))
    below = found.value - Real("1e-30")
    assert "is not <=" in check(Supremum(problem, Domain.LAWS, Relation.LE, below), found.proof).reason
