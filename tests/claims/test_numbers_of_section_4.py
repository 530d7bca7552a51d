"""The numbers of claims.md section 4 but S4's: S1 to S3 and the linear certificate, exact."""

from __future__ import annotations

import pytest
from flint import arb, ctx, fmpq

from properties import claims
from tests.claims.digits import Printed, neighbours, prints
from theorems.draw import ones, profile
from theorems.model.assertion import (
    Collapse,
    ContinuumCollapse,
    ContinuumSpread,
    ContinuumSupremum,
    Domain,
    Energy,
    Family,
    Relation,
    Supremum,
    Unique,
)
from theorems.model.continuum import (
    FEW,
    CellLaw,
    ContinuumProblem,
    CurveLaw,
    Trigonometric,
    continuum_ball,
    continuum_energy,
)
from theorems.model.energy import energy
from theorems.model.kernel import BilinearKernel, ZonalKernel
from theorems.model.labels import Labels, Reading
from theorems.model.law import dirac, graph_law
from theorems.model.matrix import matrix
from theorems.model.problem import Problem
from theorems.model.proof import (
    Attained,
    BetterThanCollapsed,
    Circulant,
    ContinuumAttained,
    Fourier,
    Linear,
    Maximiser,
    Semidefinite,
    TwoMaximisers,
)
from theorems.model.real import Real
from theorems.model.sphere import antipode, axis
from theorems.spectral.profile import two_points

QUARTER, HALF = fmpq(1, 4), fmpq(1, 2)
COUNTS = range(1, 13)


def on_the_circle(dimension: int, *coefficients: fmpq, text: str = "r") -> ContinuumProblem:
    return ContinuumProblem(dimension, Trigonometric(coefficients), profile(text))


def equispaced(n: int, dimension: int, mean: fmpq = fmpq(0), *, reading: Reading = Reading.ATOMIC) -> Problem:
    """K = mean + cos(s - t) at n equispaced labels, phi(t) = t."""
    by_step = [Real(mean) + Real.cosine(fmpq(step, n)) for step in range(n)]
    bias = tuple(tuple(by_step[abs(i - j)] for j in range(n)) for i in range(n))
    return Problem(dimension, Labels((fmpq(1, n),) * n, reading), ZonalKernel(bias, profile("r")))


def polygon(n: int, dimension: int, folds: int = 1):
    """The m-fold great circle at n labels, exact points of the regular n-gon."""
    rest = (Real(0),) * (dimension - 2)
    return graph_law((Real.cosine(fmpq(folds * j, n)), Real.sine(fmpq(folds * j, n)), *rest) for j in range(n))


COSINE = on_the_circle(3, fmpq(0), fmpq(1))

DIGITS = [
    Printed("0.202642367284676", lambda: continuum_energy(COSINE, two_points(3)).ball()),
    Printed("0.202642367284676", (Real(2) / Real.pi() ** 2).ball),
]

each_number = pytest.mark.parametrize("printed", DIGITS, ids=["cells", "closed form"])


@each_number
def test_s2_the_best_two_point_law_has_the_digits_of_two_over_pi_squared(printed):
    assert prints(printed.ball(), printed.text)


@each_number
def test_s2_the_best_two_point_law_has_no_other_last_digit(printed):
    assert not any(prints(printed.ball(), wrong) for wrong in neighbours(printed.text))


@pytest.mark.parametrize("dimension", [1, 2, 3])
def test_s2_the_two_point_law_has_two_over_pi_squared_exactly(dimension):
    problem = on_the_circle(dimension, fmpq(0), fmpq(1))
    assert continuum_energy(problem, two_points(dimension)) == Real(2) / Real.pi() ** 2


@pytest.mark.parametrize("cells", [1, 2, 3, 4, 5, 6])
def test_s2_no_two_point_law_on_few_cells_has_more(cells):
    """Signs on a line by cells, all of them: the halves of the circle are best (the maximum for d = 1)."""
    problem, best = on_the_circle(1, fmpq(0), fmpq(1)), Real(2) / Real.pi() ** 2
    signs = ((bits >> j & 1 for j in range(cells)) for bits in range(2 ** (cells - 1)))
    top = (Real(1),)
    laws = (CellLaw(tuple(dirac(antipode(top) if sign else top) for sign in chosen)) for chosen in signs)
    energies = [continuum_energy(problem, law) for law in laws]
    assert all(value <= best for value in energies)
    assert any(value == best for value in energies) == (cells % 2 == 0)


@pytest.mark.parametrize("dimension", [2, 3, 5])
def test_s2_the_cosine_has_the_maximum_one_quarter_at_the_great_circle(dimension):
    problem = on_the_circle(dimension, fmpq(0), fmpq(1))
    claims.is_proved(ContinuumSupremum(problem, Family.LAWS, Relation.LE, Real(QUARTER)), Fourier())
    circle = ContinuumAttained(CurveLaw(1, fmpq(0)))
    claims.is_proved(ContinuumSupremum(problem, Family.GRAPHS, Relation.GE, Real(QUARTER)), circle)
    assert continuum_energy(problem, CurveLaw(1, fmpq(0))) == QUARTER


@pytest.mark.parametrize("n", COUNTS)
def test_s2_equispaced_labels_have_one_quarter_from_three_on_and_one_half_before(n):
    value = QUARTER if n >= 3 else HALF
    for dimension in (2, 3):
        problem = equispaced(n, dimension)
        claims.is_proved(Supremum(problem, Domain.LAWS, Relation.LE, Real(value)), Circulant())
        claims.is_proved(Energy(problem, polygon(n, dimension), Relation.EQ, Real(value)))


@pytest.mark.parametrize("n", COUNTS)
def test_s2_tokens_have_one_over_two_n_less(n):
    """The diagonal of C falls away: every eigenvalue of the circulant is less by 1/n^2, every tuple by 1/(2n)."""
    value = (QUARTER if n >= 3 else HALF) - fmpq(1, 2 * n)
    problem = equispaced(n, 2, reading=Reading.TOKENS)
    claims.is_proved(Supremum(problem, Domain.LAWS, Relation.LE, Real(value)), Circulant())
    claims.is_proved(Energy(problem, polygon(n, 2), Relation.EQ, Real(value)))


def test_s2_four_equispaced_labels_have_two_maximisers():
    problem, u = equispaced(4, 2), axis(2, 0)
    other = graph_law([u, u, antipode(u), antipode(u)])
    claims.is_proved(Energy(problem, other, Relation.EQ, Real(QUARTER)))
    claims.is_proved(Unique(problem, Relation.NE), TwoMaximisers(polygon(4, 2), other, Circulant()))


@pytest.mark.parametrize("height", ["0", "1/4", "16/25", "99/100"])
def test_s2_the_tie_of_one_half_and_cosine_makes_every_latitude_maximal(height):
    problem, square = on_the_circle(3, HALF, fmpq(1)), Real(height).rational()
    claims.is_proved(ContinuumSupremum(problem, Family.LAWS, Relation.LE, Real(QUARTER)), Fourier())
    assert continuum_energy(problem, CurveLaw(1, square)) == QUARTER
    claims.is_proved(ContinuumSpread(problem, Relation.NE), Fourier())
    claims.is_proved(ContinuumCollapse(problem, Relation.NE), ContinuumAttained(CurveLaw(1, square)))


def test_s2_the_bias_minus_one_has_minus_one_half_at_collapse_and_the_maximum_zero():
    problem = on_the_circle(2, fmpq(-1))
    assert continuum_energy(problem, CurveLaw(0, fmpq(0))) == -HALF
    claims.is_proved(ContinuumSupremum(problem, Family.LAWS, Relation.LE, Real(0)), Fourier())
    claims.is_proved(
        ContinuumSupremum(problem, Family.LAWS, Relation.GE, Real(0)), ContinuumAttained(CurveLaw(1, fmpq(0)))
    )


def test_s3_nine_tenths_and_cosine_changes_sign_and_collapses_on_the_circle():
    problem = on_the_circle(3, fmpq(9, 10), fmpq(1))
    assert fmpq(9, 10) - 1 < 0
    assert fmpq(9, 10) > HALF
    claims.is_proved(ContinuumCollapse(problem, Relation.EQ), Fourier())
    claims.is_proved(ContinuumSupremum(problem, Family.LAWS, Relation.LE, Real("9/20")), Fourier())
    assert continuum_energy(problem, CurveLaw(0, fmpq(0))) == fmpq(9, 20)


@pytest.mark.parametrize("n", range(3, 9))
def test_s3_nine_tenths_and_cosine_collapses_on_three_labels_and_more(n):
    problem = equispaced(n, 3, fmpq(9, 10))
    claims.is_proved(Collapse(problem, Relation.EQ), Circulant())
    claims.is_proved(Energy(problem, graph_law([axis(3, 0)] * n), Relation.EQ, Real("9/20")))


def test_s3_on_two_labels_antipodes_have_one_half_and_collapse_nine_twentieths():
    problem, u = equispaced(2, 3, fmpq(9, 10)), axis(3, 0)
    antipodal = graph_law([u, antipode(u)])
    claims.is_proved(Energy(problem, antipodal, Relation.EQ, Real(HALF)))
    claims.is_proved(Energy(problem, graph_law([u, u]), Relation.EQ, Real("9/20")))
    claims.is_proved(Supremum(problem, Domain.LAWS, Relation.LE, Real(HALF)), Circulant())
    claims.is_proved(Collapse(problem, Relation.NE), Maximiser(antipodal, Circulant()))


def test_the_linear_certificate_gives_minus_one_half_to_tuples_and_zero_to_laws_for_c_minus_one():
    problem = Problem(2, Labels((fmpq(1),), Reading.ATOMIC), ZonalKernel(matrix([[-1]]), profile("r")))
    proof = Linear(1, ((0,),), (fmpq(-1),))
    claims.is_proved(Supremum(problem, Domain.TUPLES, Relation.LE, Real(-HALF)), proof)
    claims.is_proved(Supremum(problem, Domain.LAWS, Relation.LE, Real(0)), proof)
    with pytest.raises(AssertionError):
        claims.is_proved(Supremum(problem, Domain.LAWS, Relation.LT, Real(0)), proof)


def test_the_linear_certificate_takes_the_largest_of_the_rows_of_a_block_three_and_not_three_and_zero():
    """n = 1, d = 2, M = diag(3, 0): multiplier 3, E <= 3/2, which e_1 attains; 3/2 would be too small."""
    block = matrix([[3, 0], [0, 0]])
    problem = Problem(2, Labels((fmpq(1),), Reading.ATOMIC), BilinearKernel(((block,),)))
    factor = ((0,), (0,))
    bound = Supremum(problem, Domain.LAWS, Relation.LE, Real("3/2"))
    claims.is_proved(bound, Linear(1, factor, (fmpq(3),)))
    claims.is_proved(Supremum(problem, Domain.TUPLES, Relation.GE, Real("3/2")), Attained(graph_law([axis(2, 0)])))
    with pytest.raises(AssertionError, match="multiplier 0 is too small"):
        claims.is_proved(bound, Linear(1, factor, (fmpq(299, 100),)))
    with pytest.raises(AssertionError, match="multiplier"):
        claims.is_proved(bound, Linear(1, factor, (fmpq(0),)))


@pytest.mark.parametrize("n", COUNTS)
@pytest.mark.parametrize("text", ["r", "r**3 + r", "exp(2*r)"])
def test_s4_equal_arc_steps_have_the_energy_of_n_labels_times_the_square_of_a_sinc(n, text):
    """(sin(pi/n)/(pi/n))^2 = n^2 (1 - cos(2 pi/n))/(2 pi^2), exactly; n labels at rational points of a parabola's."""
    points = [(fmpq(1 - j * j, 1 + j * j), fmpq(2 * j, 1 + j * j)) for j in range(n)]
    law = [tuple(map(Real, point)) for point in points]
    atoms = equispaced(n, 2)
    atoms = Problem(2, atoms.labels, ZonalKernel(atoms.kernel.bias, profile(text)))  # pyright: ignore[reportAttributeAccessIssue]
    square = (1 - Real.cosine(fmpq(1, n))) * fmpq(n * n, 2) / Real.pi() ** 2
    problem, cells = on_the_circle(2, fmpq(0), fmpq(1), text=text), CellLaw(tuple(map(dirac, law)))
    expected = square * energy(atoms, graph_law(law))
    if n <= FEW or "exp" not in text:
        assert continuum_energy(problem, cells) == expected
    with ctx.workprec(256):
        gap = continuum_ball(problem, cells, 256) - expected.ball(256)
    assert gap.contains(0)
    assert abs(gap) < arb(10) ** -60


def test_s2_a_collapsed_law_is_no_maximiser_of_the_cosine():
    claims.is_proved(ContinuumSpread(COSINE, Relation.EQ), BetterThanCollapsed(CurveLaw(1, fmpq(0))))


@pytest.mark.parametrize("reading", Reading)
@pytest.mark.parametrize("n", [1, 2, 5])
def test_s1_a_collapsed_law_has_half_of_the_mean_of_a_constant_bias_and_tokens_less_their_diagonal(reading, n):
    problem = Problem(2, Labels((fmpq(1, n),) * n, reading), ZonalKernel(ones(n), profile("r")))
    value = Real((1 - fmpq(1, n) if reading is Reading.TOKENS else fmpq(1)) / 2)
    claims.is_proved(Energy(problem, graph_law([axis(2, 1)] * n), Relation.EQ, value))
    if reading is not Reading.TOKENS:
        claims.is_proved(Supremum(problem, Domain.LAWS, Relation.LE, value), Semidefinite((fmpq(1, n),) * n))
