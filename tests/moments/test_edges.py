"""The moment rule refuses each bad proof for its reason, and accepts its neighbour."""

from __future__ import annotations

from time import perf_counter

import pytest
from flint import fmpq

from tests.moments.edges import EDGES, NOTHING, PAIR, bound, problem
from theorems.draw import ones, profile
from theorems.model.assertion import Domain
from theorems.model.kernel import ZonalKernel
from theorems.model.labels import Labels, Reading
from theorems.model.problem import Problem
from theorems.model.proof import Moment, Relaxation
from theorems.model.real import Real
from verify.checker import check
from verify.checker.bounds import upper_bound
from verify.verdict import Trust

edges = pytest.mark.parametrize("edge", EDGES, ids=[edge.name for edge in EDGES])


@edges
def test_a_moment_proof_past_the_edge_is_refused_for_its_reason(edge):
    began = perf_counter()
    said = check(*edge.refused)
    assert not said.accepted
    assert edge.reason in said.reason
    assert perf_counter() - began < 2


@edges
def test_its_neighbour_is_accepted(edge):
    said = check(*edge.accepted)
    assert (said.accepted, said.reason) == (True, "")


def test_a_relaxation_too_large_is_refused_before_it_is_built():
    vast = Relaxation(hausdorff=32, zonal=32, level=2, vertices=5, free_diagonal=False, torus=0)
    labels = Labels((fmpq(1, 200),) * 200, Reading.ATOMIC)
    large = Problem(2, labels, ZonalKernel(ones(200), profile("r")))
    began = perf_counter()
    said = check(*bound(Moment(vast, NOTHING.polynomials, 0, ()), large))
    assert "expected at most 400000 entries" in said.reason
    assert perf_counter() - began < 2


def test_the_bound_of_a_hand_made_proof_is_that_of_the_lemma():
    """k = 1 on two atoms, d = 2: E = (2 + 2 g)/8; Z = z J adds z (2 + 2 g)."""
    for numerator in range(4):
        proof = Moment(PAIR, NOTHING.polynomials, 1, (((numerator,), (numerator,)),))
        z = Real(numerator * numerator) / 4
        value, _ = upper_bound(problem(1), Domain.TUPLES, proof)
        assert value == Real("1/4") + 2 * z + (Real("1/4") + 2 * z)


def test_what_is_left_at_monomials_that_e_does_not_hold_is_paid_for():
    """Z = J for [P_2] = [2 g^2 - 1], d = 2, adds 2 + 2 (2 g^2 - 1) = 4 g^2."""
    two = Relaxation(hausdorff=0, zonal=2, level=0, vertices=0, free_diagonal=False, torus=0)
    proof = Moment(two, NOTHING.polynomials, 0, (*NOTHING.factors, ((1,), (1,))))
    assert upper_bound(problem(0), Domain.LAWS, proof)[0] == Real("1/4") + 4


def test_a_polynomial_that_is_not_the_profile_is_paid_for():
    """E = g/4; the polynomial 0 is 1 away from g, that is 1/4 in E; r + 1/8 is 1/8 away and adds its constant."""
    half, eighth, one = (Real(text).rational() for text in ("0", "1/8", "1"))
    for polynomial, value in (((half,), "1/4"), ((eighth, one), "5/16"), ((half, one), "1/4")):
        proof = Moment(PAIR, (polynomial,), 0, NOTHING.factors)
        assert upper_bound(problem(0), Domain.LAWS, proof)[0] == Real(value)


def test_an_irrational_weight_makes_the_trust_a_ball_s_and_the_bound_no_smaller():
    exact = Real.exp(Real(1).rational())
    value, trust = upper_bound(problem(exact), Domain.LAWS, NOTHING)
    assert trust is Trust.BALL
    assert exact / 4 + Real("1/4") < value < exact / 4 + Real("1/4") + Real("1/10000000000")
