"""Linear forms in whole numbers: the same C, the same energies, enclosed where they are not rational."""

from __future__ import annotations

import random

import pytest
from flint import arb, ctx, fmpq

from tests.search.problems import bilinear_problem, random_law, rational, zonal_problem
from theorems.model import quadratic
from theorems.model.energy import enclosure, energy
from theorems.model.errors import InvalidInputError
from theorems.model.kernel import ZonalKernel
from theorems.model.labels import Labels, Reading
from theorems.model.law import Law, dirac, graph_law
from theorems.model.matrix import matrix
from theorems.model.multipliers import linear_matrix, needed_multipliers
from theorems.model.parser import parse
from theorems.model.problem import Problem
from theorems.model.quadratic import affine_profile, enclosed_energy
from theorems.model.real import Real
from theorems.model.sphere import axis, stereographic

READINGS = list(Reading)


def linear(bias, reading=Reading.ATOMIC, profile="r", dimension=2, masses=None):
    rows = matrix(bias)
    weights = masses or (fmpq(1, len(rows)),) * len(rows)
    return Problem(dimension, Labels(weights, reading), ZonalKernel(rows, parse(profile, names=("r",), parameters={})))


def entries(problem):
    """C as the whole form has it: (a, b) -> N_ab/q for b <= a, and r/q."""
    form = problem.whole_form
    found = {}
    for (start, stop), panel in zip(form.spans(), form.panels, strict=True):
        for a, row in enumerate(panel.tolist(), start=start):
            for b, entry in enumerate(row, start=start):
                assert abs(entry) <= form.peak
                found[a, b] = fmpq(entry, form.denominator)
                if a < stop:  # the block of the diagonal is there whole
                    assert panel[a - start, b - start] == panel[b - start, a - start]
    return found, fmpq(form.radius, form.denominator)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("panel", [2, 96])
def test_the_panels_hold_the_matrix_of_the_linear_form(seed, panel, monkeypatch):
    monkeypatch.setattr(quadratic, "PANEL", panel)
    rng = random.Random(seed)
    for reading in READINGS:
        problems = [
            zonal_problem(rng, 5, 2, reading, "2/3*r - 1"),
            bilinear_problem(rng, 2, 3, reading),
            linear([[rational(rng)] * 3] * 3, reading),
        ]
        for problem in problems:
            rows, constant = linear_matrix(problem)
            found, radius = entries(problem)
            assert radius == 0
            assert len(found) == sum(
                (len(rows) - start) * (min(len(rows), start + panel) - start) for start in range(0, len(rows), panel)
            )
            assert all(rows[a][b] == value for (a, b), value in found.items())
            if isinstance(problem.kernel, ZonalKernel):
                total = sum((entry for row in problem.weighted_bias() for entry in row), start=Real(0))
                assert constant == total * affine_profile(problem.kernel)[1]


@pytest.mark.parametrize("masses", [None, (fmpq(1, 5), fmpq(4, 5))])
def test_irrational_entries_lie_within_the_radius(masses):
    wave = Real.cosine("1/5")
    problem = linear([[wave, -3 * wave], [-3 * wave, Real.exp(2)]], profile="-5/3*r", masses=masses)
    rows, _ = linear_matrix(problem)
    found, radius = entries(problem)
    assert 0 < radius < fmpq(1, 2**180)
    assert all(abs(rows[a][b] - value) <= radius for (a, b), value in found.items())
    assert any(rows[a][b] != value for (a, b), value in found.items())


@pytest.mark.parametrize("seed", range(8))
def test_the_enclosed_energy_holds_the_exact_one(seed):
    rng = random.Random(seed)
    for problem in (
        zonal_problem(rng, 4, 3, rng.choice(READINGS), "-2*r"),
        bilinear_problem(rng, 3, 2, rng.choice(READINGS)),
    ):
        law = random_law(rng, len(problem), problem.dimension, 3)
        exact = energy(problem, law)
        low, high = enclosed_energy(problem, law)
        assert low <= exact <= high
        assert high - low < fmpq(1, 2**40)


def test_long_fractions_and_irrational_points_and_biases_are_enclosed_and_not_taken_for_exact():
    point = stereographic([fmpq(3**40, 7**20)])
    wave = (Real.cosine("1/7"), Real.sine("1/7"))
    for problem, law in (
        (linear([[1]]), graph_law([point])),
        (linear([[1, 1], [1, 1]]), graph_law([axis(2, 0), wave])),
        (linear([[Real.exp(1)]]), graph_law([axis(2, 0)])),
    ):
        low, high = enclosed_energy(problem, law)
        assert low <= energy(problem, law) <= high
        assert low < high < low + fmpq(1, 2**40)


def test_the_energy_of_many_simple_points_is_exact():
    """Beyond 64 atoms whole numbers take over; axes and their antipodes have the denominator 1."""
    n = 70
    rng = random.Random(1)
    bias = [[0] * n for _ in range(n)]
    for i in range(n):
        for j in range(i + 1):
            bias[i][j] = bias[j][i] = rng.randint(-9, 9)
    problem = linear(bias, Reading.TOKENS)
    signs = [rng.choice((1, -1)) for _ in range(n)]
    law = Law(tuple(dirac((Real(sign), Real(0))) for sign in signs))
    truth = sum(bias[i][j] * signs[i] * signs[j] for i in range(n) for j in range(i))
    assert energy(problem, law) == fmpq(truth, n**2)
    assert enclosed_energy(problem, law) == (fmpq(truth, n**2),) * 2
    with ctx.workprec(256):
        assert enclosure(problem, law, 128).contains(arb(fmpq(truth, n**2)))


def test_the_enclosure_of_a_large_law_agrees_with_the_pairs(monkeypatch):
    rng = random.Random(2)
    problem = zonal_problem(rng, 3, 3, Reading.CELLS)
    law = random_law(rng, 3, 3, 2)
    pairs = enclosure(problem, law, 192)
    monkeypatch.setattr("theorems.model.energy.MANY", 0)
    assert enclosure(problem, law, 192).overlaps(pairs)


def test_a_constant_in_the_profile_and_a_profile_that_is_not_linear_have_no_enclosed_energy():
    law = graph_law([axis(2, 0)])
    with pytest.raises(InvalidInputError, match="expected a r with"):
        enclosed_energy(linear([[1]], profile="r + 1"), law)
    with pytest.raises(InvalidInputError, match=r"expected a r \+ b"):
        enclosed_energy(linear([[1]], profile="r**2"), law)


@pytest.mark.parametrize("panel", [1, 2, 3])
def test_a_factor_may_leave_out_zeros_at_the_ends_of_rows(panel, monkeypatch):
    monkeypatch.setattr(quadratic, "PANEL", panel)
    problem = zonal_problem(random.Random(3), 4, 2, Reading.ATOMIC)
    ragged, full = ((1,), (), (2, 0, 5), (1, -1)), ((1, 0, 0), (0, 0, 0), (2, 0, 5), (1, -1, 0))
    assert needed_multipliers(problem, 3, ragged) == needed_multipliers(problem, 3, full)
