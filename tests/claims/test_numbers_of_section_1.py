"""The numbers of claims.md sections 0 and 1, by the suite's own exact values and rules."""

from __future__ import annotations

from itertools import product

import pytest
from flint import fmpq

from properties import claims
from tests.claims.digits import Printed, neighbours, prints
from theorems.diracization.rank import alternating, mean_zero
from theorems.diracization.repulsion import mean_zero_law
from theorems.draw import ones, profile
from theorems.model.assertion import ContinuumSupremum, Domain, Energy, Family, GraphMaximiser, Relation, Supremum
from theorems.model.continuum import ContinuumProblem, Exponential, continuum_energy
from theorems.model.energy import energy, pair_interaction
from theorems.model.kernel import BilinearKernel, ZonalKernel
from theorems.model.labels import Labels, Reading
from theorems.model.law import Law, dirac, finite_measure, graph_law
from theorems.model.matrix import matrix
from theorems.model.problem import Problem
from theorems.model.proof import Attained, ContinuumAttained, PositiveTransform, Semidefinite
from theorems.model.real import Real
from theorems.model.selfterm import is_jensen
from theorems.model.sphere import antipode, axis

HALF, QUARTER = fmpq(1, 2), fmpq(1, 4)

REPULSIVE = ContinuumProblem(1, Exponential(fmpq(-1), fmpq(1)), profile("r"))
"""D6: h = -exp(-|s - t|) <x, y>, labels uniform on [0, 1]."""

ALTERNATING = {
    1: "-0.367879441171442",
    2: "-0.0582431976790914",
    4: "-0.0149508889484075",
    8: "-0.00376285691462017",
    64: "-5.89245626330744e-5",
}
"""D6: the energies of n alternating cells."""

DIGITS = [
    Printed(text, lambda n=n: continuum_energy(REPULSIVE, alternating(1, n)).ball()) for n, text in ALTERNATING.items()
]

each_number = pytest.mark.parametrize("printed", DIGITS, ids=lambda printed: printed.text)


@each_number
def test_d6_has_the_energies_that_claims_prints(printed):
    assert prints(printed.ball(), printed.text)


@each_number
def test_d6_has_no_energy_with_another_last_digit(printed):
    assert not any(prints(printed.ball(), wrong) for wrong in neighbours(printed.text))


def test_d6_one_cell_has_minus_one_over_e_exactly():
    assert continuum_energy(REPULSIVE, alternating(1, 1)) == -Real.exp(-1)


def test_d6_graph_laws_approach_zero_and_do_not_attain_it():
    laws, graphs = (
        lambda relation, value, family=family: ContinuumSupremum(REPULSIVE, family, relation, Real(value))
        for family in (Family.LAWS, Family.GRAPHS)
    )
    claims.is_proved(laws(Relation.LE, 0), PositiveTransform())
    claims.is_proved(laws(Relation.GE, 0), ContinuumAttained(mean_zero(1)))
    claims.is_proved(graphs(Relation.LT, 0), PositiveTransform())
    claims.is_proved(graphs(Relation.GT, "-59/1000000"), ContinuumAttained(alternating(1, 64)))
    claims.is_proved(GraphMaximiser(REPULSIVE, Relation.NE), PositiveTransform())


def lone(reading: Reading, dimension: int = 2) -> Problem:
    """D5: n = 1, h = -<x, y>."""
    return Problem(dimension, Labels((fmpq(1),), reading), ZonalKernel(matrix([[-1]]), profile("r")))


@pytest.mark.parametrize("dimension", [1, 2, 3])
def test_d5_one_repulsive_atom_has_the_maximum_zero_and_every_graph_law_minus_one_half(dimension):
    problem, bound = lone(Reading.ATOMIC, dimension), Semidefinite((fmpq(-1),))
    claims.is_proved(Supremum(problem, Domain.LAWS, Relation.LE, Real(0)), bound)
    claims.is_proved(Energy(problem, mean_zero_law(problem), Relation.EQ, Real(0)))
    claims.is_proved(Supremum(problem, Domain.TUPLES, Relation.LE, Real(-HALF)), bound)
    claims.is_proved(Energy(problem, graph_law([axis(dimension, 0)]), Relation.EQ, Real(-HALF)))


def test_section_0_one_token_has_the_energy_zero_whatever_its_law():
    problem = lone(Reading.TOKENS)
    for law in (graph_law([axis(2, 0)]), mean_zero_law(problem)):
        claims.is_proved(Energy(problem, law, Relation.EQ, Real(0)))


@pytest.mark.parametrize("n", [1, 2, 3])
def test_d5_graph_laws_stay_below_minus_n_eps_over_two_and_reach_it_for_a_diagonal_bias(n):
    epsilon = fmpq(1, 5)
    bias = matrix([[-epsilon * n * n if i == j else 0 for j in range(n)] for i in range(n)])
    problem = Problem(2, Labels((fmpq(1, n),) * n, Reading.ATOMIC), ZonalKernel(bias, profile("r")))
    least, bound = Real(-n * epsilon / 2), Semidefinite((-epsilon,) * n)
    claims.is_proved(Supremum(problem, Domain.TUPLES, Relation.LE, least), bound)
    claims.is_proved(Supremum(problem, Domain.TUPLES, Relation.GE, least), Attained(graph_law([axis(2, 0)] * n)))
    claims.is_proved(Energy(problem, mean_zero_law(problem), Relation.EQ, Real(0)))


def test_d2_an_independent_draw_of_every_slice_gains_a_quarter_of_the_spread_of_the_self_terms():
    """The mean of E over all tuples of atoms, weighted by their masses, against 1/4 sum rho_i^2 (..)."""
    u, v, w = (Real("3/5"), Real("4/5")), axis(2, 0), axis(2, 1)
    slices = (
        finite_measure([fmpq(1, 3), fmpq(2, 3)], [u, antipode(v)]),
        finite_measure([HALF, fmpq(1, 6), fmpq(1, 3)], [v, w, u]),
    )
    masses = (QUARTER, 3 * QUARTER)
    problem = Problem(2, Labels(masses, Reading.ATOMIC), ZonalKernel(matrix([[2, -1], [-1, 3]]), profile("r**3 + r")))
    mean, gain = Real(0), Real(0)
    for atoms in product(*(piece.atoms for piece in slices)):
        weight = atoms[0].weight * atoms[1].weight
        mean += weight * energy(problem, graph_law(atom.point for atom in atoms))
    for i, (mass, piece) in enumerate(zip(masses, slices, strict=True)):
        for a, b in product(piece.atoms, repeat=2):
            one, other = dirac(a.point), dirac(b.point)
            pairs = ((1, one, one), (1, other, other), (-2, one, other))
            spread = Real.sum(sign * pair_interaction(problem, i, p, i, q) for sign, p, q in pairs)
            gain += mass**2 * a.weight * b.weight * spread
    assert gain > 0
    assert mean - energy(problem, Law(slices)) == QUARTER * gain


def test_d2_a_pair_that_breaks_jensen_leaves_diracs_at_zero_and_a_mixture_above_under_a_field():
    """F(z) = -h(z, z)/2 for n = 1: Dirac slices have h(z, z)/2 + f(z) = 0, (delta_x + delta_y)/2 has more."""
    block = matrix([[-1, 0], [0, 2]])
    problem = Problem(2, Labels((fmpq(1),), Reading.ATOMIC), BilinearKernel(((block,),)))
    assert not is_jensen(problem, 0)

    def with_field(measure):
        own = Real.sum(a.weight * energy(problem, Law((dirac(a.point),))) for a in measure.atoms)
        return energy(problem, Law((measure,))) - own

    x = axis(2, 0)
    for point in (x, axis(2, 1), (Real("3/5"), Real("4/5"))):
        assert with_field(dirac(point)) == 0
    assert with_field(finite_measure([HALF, HALF], [x, antipode(x)])) == HALF


def test_d2_the_profile_r_minus_two_fifths_of_its_square_is_jensen_and_not_conditionally_definite():
    problem = Problem(2, Labels((fmpq(1),), Reading.ATOMIC), ZonalKernel(ones(1), profile("r - 2/5*r**2")))
    assert is_jensen(problem, 0)
    first, second = (finite_measure([HALF, HALF], [axis(2, c), antipode(axis(2, c))]) for c in (0, 1))
    signs = ((1, first, first), (-2, first, second), (1, second, second))
    assert Real.sum(sign * pair_interaction(problem, 0, a, 0, b) for sign, a, b in signs) == Real("-4/5")
