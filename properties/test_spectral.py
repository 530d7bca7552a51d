"""The spectral dichotomy: S1 to S3 on instances that Hypothesis draws; the numbers of S2 and S3, exact."""

from __future__ import annotations

from dataclasses import replace

import pytest
from flint import fmpq
from hypothesis import given, target
from hypothesis import strategies as st

from properties import bounds, claims, continuum, invariance, strategies
from properties.source import instances
from theorems import draw as choose
from theorems.model.assertion import Collapse, ContinuumCollapse, Domain, Energy, Relation, Spread, Supremum, Unique
from theorems.model.continuum import ContinuumProblem, CurveLaw, continuum_energy
from theorems.model.energy import energy
from theorems.model.kernel import ZonalKernel
from theorems.model.labels import Labels, Reading
from theorems.model.law import Law, graph_law
from theorems.model.problem import Problem, zonal
from theorems.model.proof import (
    Attained,
    CollapsedBelow,
    ContinuumAttained,
    Fourier,
    Maximiser,
    Semidefinite,
    TwoMaximisers,
)
from theorems.model.real import Real
from theorems.model.sphere import antipode, axis
from theorems.spectral import criterion, toeplitz
from theorems.spectral.nonnegative import THEOREM
from verify.certificate import Role
from verify.checker.continuum import greatest_energy
from verify.prover import prove

RATIONAL_COUNTS = (1, 2, 3, 4, 6)
"""The n whose cosines of multiples of 2 pi/n are all rational."""

COUNTS = range(1, 13)


def equispaced(n: int, dimension: int, *, shift: fmpq = fmpq(0), reading: Reading = Reading.ATOMIC) -> Problem:
    """K = shift + cos(s - t) at n equispaced labels, phi(t) = t."""
    bias = tuple(tuple(Real(shift) + Real.cosine(fmpq(i - j, n)) for j in range(n)) for i in range(n))
    labels = Labels((fmpq(1, n),) * n, reading)
    return Problem(dimension, labels, ZonalKernel(bias, choose.profile("r")))


def circle(n: int, dimension: int, folds: int = 1):
    """The m-fold great circle (cos ms, sin ms, 0, ...), exact points of a cyclotomic field."""
    rest = (Real(0),) * (dimension - 2)
    return graph_law((Real.cosine(fmpq(folds * j, n)), Real.sine(fmpq(folds * j, n)), *rest) for j in range(n))


def collapsed(n: int, dimension: int):
    return graph_law([axis(dimension, 0)] * n)


@given(instances(THEOREM))
def test_a_connected_non_negative_bias_collapses(x):
    claims.claim_is_proved(THEOREM, x)


@pytest.mark.parametrize("hypothesis", [hypothesis.name for hypothesis in THEOREM.hypotheses])
@given(data=st.data())
def test_each_hypothesis_on_a_non_negative_bias_is_needed(hypothesis, data):
    claims.boundary_is_refuted(THEOREM, hypothesis, data.draw(instances(THEOREM, Role.BOUNDARY, hypothesis)))


@given(instances(toeplitz.THEOREM))
def test_the_spectrum_of_a_toeplitz_bias_decides(x):
    claims.claim_is_proved(toeplitz.THEOREM, x)


@pytest.mark.parametrize("hypothesis", [hypothesis.name for hypothesis in toeplitz.THEOREM.hypotheses])
@given(data=st.data())
def test_each_hypothesis_on_a_toeplitz_bias_is_needed(hypothesis, data):
    x = data.draw(instances(toeplitz.THEOREM, Role.BOUNDARY, hypothesis, size=7))
    claims.boundary_is_refuted(toeplitz.THEOREM, hypothesis, x)


@given(st.data(), instances(THEOREM))
def test_no_law_passes_the_collapsed_energy(data, x):
    law = data.draw(strategies.laws(x.problem, 2))
    target(-float(bounds.below_the_peak(x.problem, law).ball().mid()), label="distance to the collapsed energy")


@given(st.data(), instances(THEOREM))
def test_collapsed_laws_have_one_energy_whatever_their_point(data, x):
    law = graph_law([x.u] * len(x.problem))
    invariance.rotation_keeps_energy(x.problem, law, data.draw(strategies.orthogonals(x.problem.dimension)))


@pytest.mark.parametrize("n", COUNTS)
def test_the_great_circle_of_the_cosine_bias_has_one_quarter_from_three_labels_on(n):
    value = Real("1/4") if n >= 3 else Real("1/2")
    for dimension in (2, 3):
        claims.is_proved(Energy(equispaced(n, dimension), circle(n, dimension), Relation.EQ, value))
        tokens = equispaced(n, dimension, reading=Reading.TOKENS)
        claims.is_proved(Energy(tokens, circle(n, dimension), Relation.EQ, value - fmpq(1, 2 * n)))


@pytest.mark.parametrize("n", RATIONAL_COUNTS)
def test_the_great_circle_is_the_maximum_of_the_cosine_bias(n):
    value = fmpq(1, 4) if n >= 3 else fmpq(1, 2)
    problem = equispaced(n, 2)
    bound = Semidefinite((2 * value / n,) * n)
    claims.is_proved(Supremum(problem, Domain.LAWS, Relation.LE, Real(value)), bound)
    less = 2 * value / n - fmpq(1, n * n)
    tokens = equispaced(n, 2, reading=Reading.TOKENS)
    claims.is_proved(
        Supremum(tokens, Domain.LAWS, Relation.LE, Real(value - fmpq(1, 2 * n))), Semidefinite((less,) * n)
    )


@given(st.data(), st.integers(3, 6))
def test_no_law_of_the_cosine_bias_passes_one_quarter(data, n):
    problem = equispaced(n, 2)
    value = energy(problem, data.draw(strategies.laws(problem, 2)))
    target(float(value.ball().mid()), label="energy under the cosine bias")
    assert value <= Real("1/4")


@pytest.mark.parametrize("n", range(3, 13))
def test_no_collapsed_law_is_maximal_under_the_cosine_bias(n):
    problem = equispaced(n, 2)
    claims.is_proved(Energy(problem, collapsed(n, 2), Relation.EQ, Real(0)))
    claims.is_proved(Spread(problem, Relation.EQ), CollapsedBelow(circle(n, 2)))


def test_four_equispaced_labels_have_maximisers_beyond_the_circle():
    problem, u, v = equispaced(4, 2), axis(2, 0), axis(2, 1)
    other = graph_law([u, u, antipode(u), antipode(u)])
    claims.is_proved(Energy(problem, other, Relation.EQ, Real("1/4")))
    upper = Semidefinite((fmpq(1, 8),) * 4)
    claims.is_proved(
        Unique(problem, Relation.NE), TwoMaximisers(graph_law([u, v, antipode(u), antipode(v)]), other, upper)
    )


def test_the_tie_of_one_half_plus_cosine_makes_every_latitude_maximal():
    problem, upper = equispaced(6, 3, shift=fmpq(1, 2)), Semidefinite((fmpq(1, 12),) * 6)
    heights = [(Real(a), Real(b)) for a, b in ((1, 0), ("4/5", "3/5"), ("3/5", "4/5"), (0, 1))]
    for radius, height in heights:
        points = [(radius * Real.cosine(fmpq(j, 6)), radius * Real.sine(fmpq(j, 6)), height) for j in range(6)]
        claims.is_proved(Energy(problem, graph_law(points), Relation.EQ, Real("1/4")))
    claims.is_proved(Supremum(problem, Domain.LAWS, Relation.LE, Real("1/4")), upper)


@pytest.mark.parametrize("n", RATIONAL_COUNTS)
def test_the_bias_minus_one_has_minus_one_half_at_collapse_and_the_maximum_zero(n):
    labels = Labels((fmpq(1, n),) * n, Reading.CELLS)
    kernel = ZonalKernel(tuple(tuple(-entry for entry in row) for row in choose.ones(n)), choose.profile("r"))
    problem = Problem(2, labels, kernel)
    claims.is_proved(Energy(problem, collapsed(n, 2), Relation.EQ, Real("-1/2")))
    claims.is_proved(Supremum(problem, Domain.LAWS, Relation.LE, Real(0)), Semidefinite((fmpq(0),) * n))
    if n > 1:
        claims.is_proved(Supremum(problem, Domain.LAWS, Relation.GE, Real(0)), Attained(circle(n, 2)))


@pytest.mark.parametrize("n", [4, 6, 8, 12, 24])
def test_the_best_two_point_law_falls_to_two_over_pi_squared(n):
    """Signs by halves of n labels j + 1/2: E n^2 sin^2(pi/n) = 2 exactly, and n sin(pi/n) rises to pi."""
    problem = equispaced(n, 1)
    law = graph_law([(Real(1 if j < n // 2 else -1),) for j in range(n)])
    value = energy(problem, law)
    assert value * Real.sine(fmpq(1, 2 * n)) ** 2 * n**2 == 2
    limit = Real(2) / Real.pi() ** 2
    assert limit < value <= Real("1/4")
    if n == 24:
        assert abs(value - limit) < Real("2/1000")


def test_two_over_pi_squared_has_the_digits_that_claims_prints():
    limit = Real(2) / Real.pi() ** 2
    assert abs(limit - Real("0.202642367284676")) <= Real("5e-16")


@pytest.mark.parametrize("n", [3, 4, 6])
def test_nine_tenths_plus_cosine_changes_sign_from_four_labels_on_and_still_collapses(n):
    problem = equispaced(n, 3, shift=fmpq(9, 10))
    value = fmpq(9, 20)
    changes_sign = min(entry.rational() for row in zonal(problem).bias for entry in row) < 0
    assert changes_sign == (n >= 4)
    claims.is_proved(Energy(problem, collapsed(n, 3), Relation.EQ, Real(value)))
    claims.is_proved(Supremum(problem, Domain.LAWS, Relation.LE, Real(value)), Semidefinite((2 * value / n,) * n))


def test_two_labels_of_nine_tenths_plus_cosine_sit_at_antipodes():
    problem, u = equispaced(2, 3, shift=fmpq(9, 10)), axis(3, 0)
    antipodal, upper = graph_law([u, antipode(u)]), Semidefinite((fmpq(1, 2),) * 2)
    claims.is_proved(Energy(problem, collapsed(2, 3), Relation.EQ, Real("9/20")))
    claims.is_proved(Energy(problem, antipodal, Relation.EQ, Real("1/2")))
    claims.is_proved(Supremum(problem, Domain.LAWS, Relation.LE, Real("1/2")), upper)
    claims.is_proved(Collapse(problem, Relation.NE), Maximiser(antipodal, upper))


@pytest.mark.parametrize("n", range(2, 9))
def test_a_collapsed_law_has_energy_zero_under_the_cosine_bias_whatever_the_profile(n):
    """S4: the collapsed energy is phi(1)/2 times the mean of the bias."""
    for text in ("exp(r)", "exp(2*r)", "r**3 + r"):
        problem = equispaced(n, 3)
        problem = replace(problem, kernel=replace(zonal(problem), profile=choose.profile(text)))
        claims.is_proved(Energy(problem, collapsed(n, 3), Relation.EQ, Real(0)))


def raised(bias, entry: fmpq, i: int, j: int):
    """The bias with k_ij and k_ji greater by the entry."""
    return tuple(
        tuple(value + (entry if {a, b} == {i, j} else 0) for b, value in enumerate(row)) for a, row in enumerate(bias)
    )


@given(st.data(), strategies.with_laws(strategies.zonal_problems(texts=("exp(2*r)", "(1 + r)**2", "r**2", "1"))))
def test_under_a_positive_profile_the_energy_grows_with_the_bias(data, drawn):
    problem, law = drawn
    i, j = (data.draw(st.integers(0, len(problem) - 1)) for _ in range(2))
    kernel = zonal(problem)
    more = replace(problem, kernel=replace(kernel, bias=raised(kernel.bias, fmpq(1, 3), i, j)))
    assert energy(more, law) >= energy(problem, law)


@given(st.data(), instances(criterion.THEOREM, size=6))
def test_no_law_passes_a_collapsed_one_under_a_bias_that_changes_sign(data, x):
    """S3: a_0/2 is the greatest energy, on any labels and in the continuum."""
    top = Real(x.equispaced.coefficients[0] / 2)
    value = energy(x.problem, data.draw(strategies.laws(x.problem, 2)))
    target(float(value.ball().mid()), label="energy under a bias that changes sign")
    assert value <= top
    cells = data.draw(strategies.cell_laws(x.continuum))
    assert continuum.energy_is_below_the_fourier_bound(x.continuum, cells) >= 0
    assert greatest_energy(x.continuum) == top


@given(st.data(), strategies.trigonometric(3), st.integers(1, 4))
def test_equispaced_cells_and_atoms_differ_by_a_factor_a_mode(data, bias, n):
    """The means of cos(m s) over an arc of 1/n turn: each mode of n cells is that of n atoms times a squared sinc."""
    law = data.draw(strategies.cell_laws(ContinuumProblem(2, bias, choose.profile("r**3 + r")), size=n))
    n = len(law.slices)
    total = Real(0)
    for m, a in enumerate(bias.coefficients):
        table = tuple(tuple(a * Real.cosine(fmpq(m * (i - j), n)) for j in range(n)) for i in range(n))
        kernel = ZonalKernel(table, choose.profile("r**3 + r"))
        atoms = Problem(2, Labels((fmpq(1, n),) * n, Reading.ATOMIC), kernel)
        square = Real(1) if m == 0 else (1 - Real.cosine(fmpq(m, n))) * fmpq(n * n, 2 * m * m) / Real.pi() ** 2
        total += square * energy(atoms, Law(law.slices))
    assert continuum_energy(ContinuumProblem(2, bias, choose.profile("r**3 + r")), law) == total


@given(strategies.trigonometric(4), st.integers(0, 4))
def test_collapse_is_decided_by_the_spectrum_on_both_sides(bias, winding):
    """S2: one of ContinuumCollapse and its negation has a proof, by Parseval's bound or a circle that reaches it."""
    problem = ContinuumProblem(3, bias, choose.profile("r"))
    listed = [ContinuumAttained(CurveLaw(m, fmpq(0))) for m in range(len(bias.coefficients) + 1)]
    offered = (Fourier(), *listed, ContinuumAttained(CurveLaw(winding, fmpq(0))))
    proved = [prove(ContinuumCollapse(problem, relation), offered)[0] for relation in (Relation.EQ, Relation.NE)]
    assert [proof is not None for proof in proved].count(True) == 1
