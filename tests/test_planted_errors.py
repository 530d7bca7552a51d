"""What planted errors showed to be untested, by module; and that the list of them holds (benchmarks/planted).

Longer than the house's cap: benchmarks/planted asks this one file first of every error, so that most need no other.
"""

from __future__ import annotations

from itertools import product as pairs
from types import SimpleNamespace

import pytest
from flint import arb, ctx, fmpq, fmpq_mat, fmpq_poly

from benchmarks.planted import generated
from benchmarks.planted.errors import planted, written
from theorems.catalogue import theorem_named
from theorems.diracization import atoms, convex, finite, rank, repulsion
from theorems.draw import ones, profile
from theorems.model import codec
from theorems.model.arithmetic import EXACT, Balls, enclose
from theorems.model.assertion import (
    NEGATED,
    Affine,
    Collapse,
    ContinuumCollapse,
    ContinuumOrder,
    ContinuumSpread,
    ContinuumSupremum,
    Convex,
    Domain,
    Energy,
    Family,
    GraphMaximiser,
    Identity,
    Masses,
    OneOutput,
    Orbit,
    Output,
    Realisable,
    Relation,
    Spread,
    SubsetSums,
    Supremum,
    UniformWinding,
    Unique,
)
from theorems.model.calculus import derivative
from theorems.model.continuum import (
    ArcLaw,
    CellLaw,
    ContinuumProblem,
    CurveLaw,
    Exponential,
    Trigonometric,
    cell_weight,
    continuum_ball,
    continuum_energy,
    is_graph_law,
    require_law,
)
from theorems.model.energy import energy, first_variation, gradient, potential
from theorems.model.errors import InexactError, InvalidInputError, UndecidedError
from theorems.model.evaluation import evaluate
from theorems.model.flow import velocity
from theorems.model.gauge import carrying, carrying_rotation, cayley, fixing_reflection, reflection
from theorems.model.kernel import BilinearKernel, ZonalKernel
from theorems.model.labels import Labels, Reading
from theorems.model.law import Law, dirac, finite_measure, graph_law, mixture
from theorems.model.matrix import apply, identity, is_positive_semidefinite, matrix, product, vector
from theorems.model.multipliers import linear_matrix, needed_multipliers
from theorems.model.nodes import Bias, Content, Coordinate, Name, Rotate
from theorems.model.problem import Problem
from theorems.model.profile import (
    has_positive_coefficients,
    is_nonnegative,
    lies_within,
    peaks_only_at_one,
    returns_to_peak,
    roots_between,
)
from theorems.model.proof import (
    Attained,
    BetterThanCollapsed,
    Circulant,
    CollapsedBelow,
    Compared,
    ContinuumAttained,
    CurvedSelfTerm,
    EnergyValue,
    FlatSelfTerm,
    Fourier,
    Linear,
    Maximiser,
    NonNegativeBias,
    NoSharing,
    NotConvex,
    OffOrbit,
    OrbitPoint,
    OutputLaw,
    Pointwise,
    PositiveCoefficients,
    PositiveTransform,
    Realisation,
    Rigid,
    Semidefinite,
    Sharing,
    TwoMaximisers,
    WholeTurns,
)
from theorems.model.real import Real, parse_rational
from theorems.model.refinement import relabelled
from theorems.model.selfterm import is_flat, is_jensen
from theorems.model.sphere import is_on_sphere, stereographic
from theorems.spectral import criterion, toeplitz
from theorems.spectral import profile as exponential
from verify.certificate import MAX_BYTES, Role, TheoremStatement
from verify.checker import check, laws
from verify.checker.laws import CERTAIN
from verify.checker.replay import claim_of, claim_parts, replay_file, require_hypotheses, require_part
from verify.verdict import Trust

LE, LT, GE, GT, EQ, NE = Relation.LE, Relation.LT, Relation.GE, Relation.GT, Relation.EQ, Relation.NE
ONE, HALF, THIRD = fmpq(1), fmpq(1, 2), fmpq(1, 3)
E1, E2, MINUS = vector([1, 0]), vector([0, 1]), vector([-1, 0])
A, B = vector([Real("3/5"), Real("4/5")]), vector([Real("5/13"), Real("12/13")])
QUARTER_TURN = matrix([[0, -1], [1, 0]])
MIRROR = matrix([[1, 0], [0, -1]])
STRETCHED = matrix([[2, 0], [0, 1]])
UPPER = Pointwise(Real(-1), Real(1))
BALANCED = finite_measure([HALF, HALF], [E1, MINUS])
COSINE = Trigonometric((fmpq(0), ONE))


def atoms_of(text, *gauges, bias=None, masses=(HALF, HALF), reading=Reading.ATOMIC, d=2):
    return Problem(d, Labels(masses, reading), ZonalKernel(bias or ones(len(masses)), profile(text), gauges))


def one(text, **more):
    return atoms_of(text, masses=(ONE,), **more)


def bilinear(*rows, masses=(HALF, HALF), reading=Reading.ATOMIC):
    return Problem(2, Labels(masses, reading), BilinearKernel(tuple(tuple(map(matrix, row)) for row in rows)))


def circle(*coefficients, text="r", d=2):
    return ContinuumProblem(d, Trigonometric(tuple(map(fmpq, coefficients))), profile(text))


def accepted(assertion, proof):
    return check(assertion, proof).accepted


def same(a, b):
    return all(x == y for v, w in zip(a, b, strict=True) for x, y in zip(v, w, strict=True))


# The list of planted errors


def test_every_planted_error_still_has_its_place():
    errors = planted()
    for error in errors:
        source = (generated.ROOT / error.file).read_text(encoding="utf-8")
        compile(error.planted_in(source), error.file, "exec")
    assert len(written()) >= 60
    assert len(errors) >= 120
    assert {error.file for error in errors} >= set(generated.files())


def test_the_generated_errors_are_the_same_in_every_run():
    assert generated.errors() == generated.errors()


# Numbers


def test_a_sum_of_cosines_and_pi_is_no_multiple_of_pi():
    with pytest.raises(Exception, match="multiple of pi"):
        (1 + Real.pi()).rational_multiple_of_pi()


def test_the_inverse_of_a_power_of_pi_is_its_inverse():
    assert (Real.pi() * Real.pi().inverse()).rational() == 1


def test_a_number_with_pi_keeps_it_when_simplified():
    assert not (Real.pi() * Real.cosine(fmpq(1, 5)) - Real.pi() * Real.cosine(fmpq(1, 10))).simplified().is_rational


def test_a_rational_multiple_of_exp_does_not_vanish():
    assert (Real.exp(1) * Real.cosine(fmpq(1, 10)) - Real.exp(1) * Real.cosine(fmpq(1, 5))).sign() == 1


def test_a_decimal_has_its_places():
    assert parse_rational("-2.75") == fmpq(-11, 4)


@pytest.mark.parametrize("twelfth", range(-13, 14))
def test_a_cosine_lies_in_the_ball_that_arb_computes(twelfth):
    turn = fmpq(twelfth, 12)
    for number, ball in ((Real.cosine(turn), arb.cos_pi_fmpq(2 * turn)), (Real.sine(turn), arb.sin_pi_fmpq(2 * turn))):
        assert number.ball(64).overlaps(ball)
        assert abs(number.ball(64) - ball) < fmpq(1, 2**40)


def test_a_number_is_at_most_itself():
    assert Real.exp(1) <= Real.exp(1)
    assert Real(2) <= Real(2)


# Matrices, gauges, points


def test_a_zero_pivot_beside_a_non_zero_entry_is_not_positive_semidefinite():
    assert not is_positive_semidefinite(matrix([[0, 1], [1, 1]]))
    assert not is_positive_semidefinite(matrix([[1, 0, 0], [0, 0, 1], [0, 1, 5]]))
    assert is_positive_semidefinite(matrix([[2, -1], [-1, 1]]))
    assert not is_positive_semidefinite(matrix([[1, 2], [2, 1]]))


def test_an_irrational_product_is_that_of_rows_and_columns():
    shear = ((Real(1), Real.pi()), (Real(0), Real(1)))
    assert same(product(shear, shear), ((Real(1), 2 * Real.pi()), (Real(0), Real(1))))


def test_a_cayley_rotation_times_one_plus_a_is_one_minus_a():
    plus, minus = matrix([[1, 2], [-2, 1]]), matrix([[1, -2], [2, 1]])
    assert same(product(cayley(2, [fmpq(2)]), plus), minus)


def test_a_reflection_sends_its_normal_to_the_opposite():
    normal = vector([3, 1])
    assert same([apply(reflection(normal), normal)], [vector([-3, -1])])


def test_what_carries_a_point_to_another_does():
    assert same(
        [apply(carrying(A, B), A), apply(carrying_rotation(A, B), A), apply(fixing_reflection(A), A)], [B, B, A]
    )


def test_stereographic_coordinates_at_the_origin_are_the_south_pole():
    assert same([stereographic([fmpq(0)]), stereographic([])], [vector([0, -1]), vector([-1])])
    assert same([stereographic([fmpq(2)])], [vector([Real("4/5"), Real("3/5")])])


def test_a_point_inside_the_sphere_is_not_on_it():
    assert not is_on_sphere(vector([HALF, HALF]))


# Laws and labels


def test_masses_must_be_positive_and_sum_to_one():
    for masses in ((fmpq(0), ONE), (THIRD, THIRD)):
        with pytest.raises(InvalidInputError):
            Labels(masses, Reading.ATOMIC)


def test_cells_have_self_terms():
    assert Labels((ONE,), Reading.CELLS).self_terms


def test_a_weight_of_zero_is_refused():
    with pytest.raises(InvalidInputError, match="positive weight"):
        finite_measure([fmpq(0), ONE], [E1, E2])


def test_measures_with_the_same_points_and_other_weights_differ():
    assert not finite_measure([THIRD, 1 - THIRD], [E1, E2]).same_as(finite_measure([HALF, HALF], [E1, E2]))


def test_a_mixture_holds_the_weight_of_its_second_measure():
    assert mixture(dirac(E1), dirac(E2), THIRD).same_as(finite_measure([1 - THIRD, THIRD], [E1, E2]))


def test_one_spread_slice_makes_a_law_no_tuple():
    assert not Law((dirac(E1), BALANCED)).is_tuple
    assert not BALANCED.is_dirac


def test_the_mean_weighs_its_atoms():
    assert same([finite_measure([THIRD, 1 - THIRD], [E1, MINUS]).mean()], [vector([Real("-1/3"), 0])])


# Energy and flow


def test_the_energy_of_one_spread_slice_counts_each_pair_of_atoms_twice():
    assert energy(one("r**2"), Law((finite_measure([THIRD, 1 - THIRD], [E1, A]),))) == fmpq(1, 2) * (
        fmpq(1, 9) + fmpq(4, 9) + 2 * fmpq(2, 9) * fmpq(9, 25)
    )


def test_two_labels_count_both_ways_in_the_energy():
    assert energy(atoms_of("r"), graph_law([E1, E1])) == HALF


def test_tokens_leave_out_all_pairs_of_atoms_of_one_slice():
    tokens = one("r", reading=Reading.TOKENS)
    law = Law((finite_measure([HALF, HALF], [E1, A]),))
    assert energy(tokens, law) == 0
    assert potential(tokens, law, 0, E1) == 0


def test_a_bilinear_energy_reads_its_blocks_by_rows():
    block = [[0, 1], [0, 0]]
    problem = bilinear(([[0, 0], [0, 0]], block), ([[0, 0], [1, 0]], [[0, 0], [0, 0]]))
    assert energy(problem, graph_law([E1, E2])) == fmpq(1, 4)
    assert energy(problem, graph_law([E2, E1])) == 0


def test_a_gauge_acts_by_itself_not_by_its_inverse():
    turned = matrix([[Real("3/5"), Real("-4/5")], [Real("4/5"), Real("3/5")]])
    problem = atoms_of("r", identity(2), turned)
    assert energy(problem, graph_law([A, E1])) == HALF
    assert same([gradient(problem, [A, E1], 1)], [vector([Real("1/2"), 0])])


def test_the_potential_weighs_with_the_mass_of_the_other_label():
    problem = atoms_of("r", masses=(THIRD, 1 - THIRD), bias=matrix([[0, 1], [1, 0]]))
    assert potential(problem, graph_law([E1, E1]), 0, E1) == 1 - THIRD


def test_the_first_variation_towards_the_law_itself_vanishes():
    law = graph_law([E1, A])
    assert first_variation(atoms_of("r**3"), law, law) == 0


def test_a_gradient_has_the_slope_of_the_profile():
    assert same([gradient(atoms_of("r**3", bias=matrix([[0, 1], [1, 0]])), [A, E1], 0)], [vector([Real("27/100"), 0])])


def test_a_velocity_is_tangent_and_divided_by_the_mass():
    problem = atoms_of("r", masses=(THIRD, 1 - THIRD), bias=matrix([[0, 1], [1, 0]]))
    assert same([velocity(problem, [A, E1], 0)], [vector([Real("32/75"), Real("-8/25")])])


# Kernels and problems


def test_a_bias_must_be_symmetric_in_its_first_column_too():
    with pytest.raises(InvalidInputError, match="symmetric"):
        ZonalKernel(matrix([[0, 1], [2, 0]]), profile("r"))


def test_a_diagonal_block_must_be_symmetric():
    with pytest.raises(InvalidInputError, match="transpose"):
        BilinearKernel(((matrix([[0, 1], [0, 0]]),),))


def test_a_kernel_has_no_gauges_left_over():
    with pytest.raises(InvalidInputError, match="gauges"):
        ZonalKernel(ones(1), profile("r"), (identity(2), identity(2)))


def test_an_irrational_gauge_makes_a_problem_irrational():
    angle = fmpq(1, 5)
    turn = (
        (Real.cosine(angle), -Real.sine(angle)),
        (Real.sine(angle), Real.cosine(angle)),
    )
    assert one("r").is_rational
    assert not atoms_of("r", turn, masses=(ONE,)).is_rational


def test_a_gauge_of_another_width_is_refused():
    with pytest.raises(InvalidInputError, match="shape"):
        atoms_of("r", matrix([[1, 0, 0], [0, 1, 0]]), masses=(ONE,))


# Profiles


def test_a_profile_that_is_least_at_one_does_not_peak_there():
    assert not peaks_only_at_one(profile("-r"), 2)


def test_on_two_points_an_even_profile_returns_to_its_peak():
    assert not peaks_only_at_one(profile("r**2"), 1)
    assert not lies_within(profile("-r"), 1, None, Real(0))


def test_one_return_to_the_peak_counts():
    assert returns_to_peak(profile("r**2"), 2)
    assert returns_to_peak(profile("r**3 - 3/4*r"), 2)


def test_roots_at_both_ends_are_counted_once_each_whatever_their_multiplicity():
    for roots, multiplicity in pairs(((-1,), (1,), (-1, 1), (-1, 0, 1), (0,)), (1, 2, 3)):
        polynomial = fmpq_poly([1])
        for root in roots:
            polynomial *= fmpq_poly([-root, 1]) ** multiplicity
        assert roots_between(polynomial, fmpq(-1), fmpq(1)) == len(roots)


def test_a_cube_changes_sign():
    assert not is_nonnegative(fmpq_poly([0, 0, 0, 1]) * fmpq_poly([2, 1]) + fmpq_poly([0]))
    assert not is_nonnegative(fmpq_poly([0, 1]) ** 3 * fmpq_poly([-1, 1]) * fmpq_poly([1, 1]))


def test_the_leading_coefficient_counts():
    assert not has_positive_coefficients(profile("r - r**2"))
    assert not has_positive_coefficients(profile("-exp(r)"))
    assert not has_positive_coefficients(profile("exp(r - r**2)"))


@pytest.mark.parametrize("text", ["exp(r)", "exp(2*r) + r"])
def test_a_rising_profile_by_balls_has_its_extremes_at_the_ends(text):
    low, high = (evaluate(profile(text), {"r": Real(end)}, EXACT) for end in (-1, 1))
    assert lies_within(profile(text), 2, low, high)
    assert not lies_within(profile(text), 2, None, low)
    assert not lies_within(profile(text), 2, high, None)


def test_a_profile_by_balls_that_is_as_high_at_minus_one_returns():
    assert not peaks_only_at_one(profile("exp(r**2)"), 2)


# Self terms


def test_a_negative_self_bias_turns_jensen_round():
    assert not is_jensen(one("r", bias=matrix([[-1]])), 0)
    assert is_jensen(one("-r", bias=matrix([[-1]])), 0)


def test_a_block_with_one_zero_entry_is_not_flat():
    assert not is_flat(bilinear(([[1, 0], [0, 1]],), masses=(ONE,)), 0)


@pytest.mark.parametrize("decided", [is_flat, is_jensen])
def test_a_self_term_under_a_gauge_that_is_not_orthogonal_is_undecided(decided):
    with pytest.raises(UndecidedError, match="not orthogonal"):
        decided(atoms_of("r", STRETCHED, masses=(ONE,)), 0)


# Multipliers


def test_a_multiplier_pays_the_diagonal_and_the_absolute_row():
    problem = bilinear(
        ([[1, 0], [0, 3]], [[0, -2], [0, 0]]), ([[0, 0], [-2, 0]], [[-1, 0], [0, 0]]), masses=(THIRD, 1 - THIRD)
    )
    rows, _ = linear_matrix(problem)
    assert rows[0][3] == fmpq(-4, 9)
    assert needed_multipliers(problem, 1, ((0,),) * 4) == [fmpq(5, 9), fmpq(4, 9)]


def test_a_factor_is_squared_over_the_square_of_its_denominator():
    problem = atoms_of("r", bias=matrix([[THIRD, -1], [-1, 0]]))
    assert needed_multipliers(problem, 2, ((1,), (1,))) == [fmpq(1, 12) + HALF * HALF, HALF * HALF]


def test_the_constant_of_a_profile_is_weighed_by_the_bias():
    assert linear_matrix(atoms_of("r + 3", bias=matrix([[1, 1], [1, 0]])))[1] == fmpq(9, 4)


def test_an_irrational_multiplier_lies_above_the_row():
    bias = ((Real(-2), -Real.exp(1)), (-Real.exp(1), Real(0)))
    problem = atoms_of("r", bias=bias)
    first, second = needed_multipliers(problem, 1, ((0,), (0,)))
    assert Real.exp(1) / 4 - HALF <= first < Real.exp(1) / 4 - HALF + fmpq(1, 2**150)
    assert Real.exp(1) / 4 <= second < Real.exp(1) / 4 + fmpq(1, 2**150)


@pytest.mark.parametrize("exponent", [HALF, *(fmpq(200 + k) for k in range(8))])
def test_an_irrational_multiplier_is_never_below_the_row(exponent):
    entry = Real.exp(exponent)  # of the great ones a ball of the working precision is wider than the rounding
    problem = one("r", bias=((entry,),))
    assert needed_multipliers(problem, 1, ((0,),))[0] >= entry


# Refinement


def test_new_labels_keep_the_gauge_the_blocks_and_the_reading_of_their_parents():
    problem = atoms_of("r", identity(2), QUARTER_TURN, reading=Reading.CELLS)
    made = relabelled(problem, [1, 0, 1], [THIRD, THIRD, THIRD])
    assert made.labels.reading is Reading.CELLS
    assert made.gauge(2) is problem.gauge(1)
    block = matrix([[0, 1], [0, 0]])
    blocks = bilinear(([[0, 0], [0, 0]], block), ([[0, 0], [1, 0]], [[0, 0], [0, 0]]))
    kept = relabelled(blocks, [0, 1], [HALF, HALF]).kernel
    assert isinstance(kept, BilinearKernel)
    assert same(kept.blocks[0][1], block)


# The continuum


@pytest.mark.parametrize("bias", [Trigonometric((ONE, fmpq(2), fmpq(-3))), Exponential(fmpq(-2), fmpq(3, 2))])
def test_finer_cells_of_the_same_law_have_the_same_energy(bias):
    problem = ContinuumProblem(2, bias, profile("r**2 + r"))
    coarse = CellLaw((dirac(E1), dirac(A), BALANCED))
    fine = CellLaw(tuple(piece for piece in coarse.slices for _ in range(2)))
    assert (continuum_energy(problem, coarse) - continuum_energy(problem, fine)).ball(256).contains(0)


def test_two_atoms_of_one_cell_have_both_weights():
    law = CellLaw((finite_measure([THIRD, 1 - THIRD], [E1, A]),))
    expected = THIRD**2 + (1 - THIRD) ** 2 + 2 * THIRD * (1 - THIRD) * fmpq(3, 5)
    assert continuum_energy(circle(2), law) == expected
    ball = continuum_ball(circle(2, text="sqrt(r**2)"), law, 64)
    with ctx.workprec(512):
        assert ball.contains(expected)


def test_all_cells_together_weigh_the_mean_of_the_bias():
    assert (cell_weight(Trigonometric((fmpq(3), ONE)), 1, 0)) == 3
    assert cell_weight(Exponential(ONE, ONE), 1, 0) == 2 * Real.exp(-1)


def test_a_great_circle_has_half_of_half_of_its_coefficient():
    problem = circle(5, 3, 1)
    assert continuum_energy(problem, CurveLaw(1, fmpq(0))) == fmpq(3, 4)
    assert continuum_energy(problem, CurveLaw(0, fmpq(0))) == fmpq(5, 2)
    assert continuum_energy(problem, CurveLaw(3, fmpq(0))) == 0


def test_a_latitude_pays_its_height_to_the_mean():
    assert continuum_energy(circle(4, 2, d=3), CurveLaw(1, THIRD)) == fmpq(1, 2) * (THIRD * 4 + (1 - THIRD))


def test_an_arc_of_rate_one_is_the_great_circle():
    problem = circle(1, 1, text="exp(r)")
    arc, curve = (continuum_ball(problem, law, 96) for law in (ArcLaw(ONE), CurveLaw(1, fmpq(0))))
    assert abs(arc - curve) < fmpq(1, 2**60)


def test_an_arc_of_rate_zero_is_one_point():
    assert abs(continuum_ball(circle(1, 1, text="exp(r)"), ArcLaw(fmpq(0)), 96) - arb(1).exp() / 2) < fmpq(1, 2**40)


def test_cells_of_one_dirac_and_one_spread_slice_are_no_graph():
    assert not is_graph_law(CellLaw((dirac(E1), BALANCED)))


def test_a_latitude_needs_three_dimensions():
    with pytest.raises(InvalidInputError, match="at least 3"):
        require_law(circle(1, 1), CurveLaw(1, THIRD))


def test_balls_and_exact_numbers_give_one_energy_of_cells():
    law = CellLaw((dirac(A), finite_measure([THIRD, 1 - THIRD], [E1, E2])))
    exact = continuum_energy(circle(1, 2, text="r**2"), law).ball(128)
    assert abs(exact - continuum_ball(circle(1, 2, text="sqrt(r**4)"), law, 128)) < fmpq(1, 2**90)


# Codec, arithmetic, calculus, evaluation


@pytest.mark.parametrize("data", ["2/4", [["1", "0", "0", 1], ["1", "0", "0", 0]], [["1", "10001", "0", 0]]])
def test_a_number_out_of_form_is_refused(data):
    with pytest.raises(InvalidInputError):
        codec.decode(data, Real)


def test_a_field_that_is_not_there_and_a_truth_for_a_number_are_refused():
    for data in ({"multipliers": ["1"], "more": 1}, {"multipliers": True}):
        with pytest.raises(InvalidInputError):
            codec.decode(data, Semidefinite)
    with pytest.raises(InvalidInputError):
        codec.decode({"denominator": True, "factor": [[0]], "multipliers": ["1"]}, Linear)
    with pytest.raises(InvalidInputError, match="once"):
        codec.loads('{"a":1,"a":1}')


@pytest.mark.parametrize("arithmetic", [EXACT, Balls(64)])
def test_min_is_the_least_and_max_the_greatest(arithmetic):
    low, high = arithmetic.number(ONE), arithmetic.number(fmpq(2))
    assert arithmetic.call("min", [low, high]) == 1
    assert arithmetic.call("max", [low, high]) == 2


def test_a_sum_of_balls_holds_the_exact_sum():
    assert Balls(64).sum([]) == 0
    assert Balls(64).sum([arb(2), arb(3)]) == 5
    law = Law((finite_measure([THIRD, 1 - THIRD], [E1, A]), dirac(B)))
    assert energy(atoms_of("r**2"), law, Balls(64)).overlaps(energy(atoms_of("r**2"), law).ball(64))


def test_a_ball_that_is_the_whole_line_is_no_enclosure():
    with pytest.raises(InexactError, match="finite"):
        enclose(profile("r"), {"r": arb(0, "inf")}, 64)


def test_the_greatest_exponents_are_taken():
    assert codec.decode([["1", "0", "0", 64]], Real).terms == ((ONE, fmpq(0), fmpq(0), 64),)
    assert codec.decode([["1", "10000", "0", 0]], Real).terms == ((ONE, fmpq(10000), fmpq(0), 0),)


def test_functions_refuse_what_has_no_exact_form():
    for function, value in (("log", 2 * Real.exp(1)), ("sqrt", Real(2)), ("cos", Real(1))):
        with pytest.raises(Exception, match="no exact form"):
            EXACT.call(function, [value])
    assert EXACT.call("cos", [Real.pi()]) == -1


def test_a_rotation_turns_the_first_coordinate_towards_the_second():
    turned = Rotate(Content("x"), Name("s"), 1, 2)
    for index, expected in ((1, Real("-4/5")), (2, Real("3/5"))):
        assert evaluate(Coordinate(turned, index), {"x": A, "s": Real.pi() / 2}, EXACT) == expected


def test_a_bias_table_is_read_at_its_row_and_column():
    assert evaluate(Bias("s", "t"), {"bias(s, t)": Real(2), "bias(t, s)": Real(3)}, EXACT) == 2


@pytest.mark.parametrize(
    ("text", "slope"),
    [("r**3", 3), ("cos(r)", 0), ("exp(2*r)", 2), ("sqrt(1 + 2*r)", 1), ("log(1 + 3*r)", 3), ("sin(2*r)", 2)],
)
def test_a_derivative_at_zero_or_one_is_the_slope(text, slope):
    at = Real(1) if text == "r**3" else Real(0)
    assert evaluate(derivative(profile(text), "r"), {"r": at}, EXACT) == slope


def test_the_derivative_of_a_cosine_is_minus_the_sine():
    assert evaluate(derivative(profile("cos(r)"), "r"), {"r": Real.pi() / 2}, EXACT) == -1


# Assertions


@pytest.mark.parametrize("relation", Relation)
@pytest.mark.parametrize("value", [0, 1, 2])
def test_an_assertion_or_its_negation_holds_and_not_both(relation, value):
    holds = laws.COMPARE[relation](Real(value), Real(1))
    assert laws.COMPARE[NEGATED[relation]](Real(value), Real(1)) is not holds


# The checker: bounds


def test_a_bound_that_is_reached_proves_at_most_and_not_less():
    assert accepted(Supremum(one("r"), Domain.LAWS, LE, Real(HALF)), UPPER)
    for relation in (LT, GE, GT):
        assert not accepted(Supremum(one("r"), Domain.LAWS, relation, Real(HALF)), UPPER)


def test_a_pointwise_bound_pays_each_weight_its_own_extreme():
    problem = atoms_of("r", bias=matrix([[1, -1], [-1, 1]]))
    halved = Pointwise(Real(-1), Real(1))
    assert accepted(Supremum(problem, Domain.LAWS, LE, Real(HALF)), halved)
    negative = one("r + 1", bias=matrix([[-1]]))
    assert accepted(Supremum(negative, Domain.LAWS, LE, Real(0)), Pointwise(Real(0), Real(2)))
    assert not accepted(Supremum(negative, Domain.LAWS, LT, Real(0)), Pointwise(Real(0), Real(2)))


def test_a_pointwise_bound_over_laws_takes_no_peak_on_a_negative_diagonal():
    negative = one("r", bias=matrix([[-1]]))
    assert accepted(Supremum(negative, Domain.TUPLES, LE, Real(-HALF)), UPPER)
    assert not accepted(Supremum(negative, Domain.LAWS, LE, Real(-HALF)), UPPER)


@pytest.mark.parametrize(
    "proof", [Pointwise(Real(0), Real(1)), Pointwise(Real(-1), Real(0)), Pointwise(Real(1), Real(-1))]
)
def test_a_range_that_the_profile_leaves_is_refused(proof):
    for bias in (1, -1):
        assert not accepted(Supremum(one("r", bias=matrix([[bias]])), Domain.LAWS, LE, Real(5)), proof)


@pytest.mark.parametrize("proof", [UPPER, Linear(1, ((0,),), (ONE,)), Semidefinite((ONE,)), Circulant()])
def test_no_bound_holds_under_a_gauge_that_is_not_orthogonal(proof):
    problem = atoms_of("r", STRETCHED, masses=(ONE,))
    assert check(Supremum(problem, Domain.LAWS, LE, Real(HALF)), proof).reason == "gauge 0 is not orthogonal"


@pytest.mark.parametrize(
    "proof",
    [
        Linear(1, ((0,),), (-2 * ONE,)),
        Linear(1, ((0,),), (fmpq(3, 4),)),
        Linear(0, ((0,),), (ONE,)),
        Semidefinite((HALF,)),
        Semidefinite((-2 * ONE,)),
    ],
)
def test_multipliers_that_are_too_small_are_refused(proof):
    assert not accepted(Supremum(one("r"), Domain.TUPLES, LE, Real(10)), proof)


@pytest.mark.parametrize("proof", [Linear(1, ((0,),), (ONE,)), Semidefinite((ONE,)), Circulant()])
def test_a_linear_bound_holds_half_of_the_constant(proof):
    shifted = one("r + 3")
    assert accepted(Supremum(shifted, Domain.LAWS, LE, Real(2)), proof)
    lowered = one("r - 3")
    assert not accepted(Supremum(lowered, Domain.LAWS, LT, Real(-1)), proof)


@pytest.mark.parametrize("proof", [Linear(1, ((0,),), (-ONE,)), Semidefinite((-ONE,)), Circulant()])
def test_a_negative_multiplier_pays_for_tuples_alone(proof):
    negative = one("r", bias=matrix([[-1]]))
    assert accepted(Supremum(negative, Domain.TUPLES, LE, Real(-HALF)), proof)
    assert not accepted(Supremum(negative, Domain.LAWS, LT, Real(0)), proof)


def test_each_coordinate_of_a_label_has_the_multiplier_of_the_label():
    problem = bilinear(([[4, 0], [0, 4]], [[0, 0], [0, 0]]), ([[0, 0], [0, 0]], [[-4, 0], [0, -4]]))
    assert accepted(Supremum(problem, Domain.TUPLES, LE, Real(0)), Semidefinite((ONE, -ONE)))
    assert not accepted(Supremum(problem, Domain.TUPLES, LE, Real(0)), Semidefinite((-ONE, ONE)))


def test_a_matrix_whose_second_row_alone_is_not_circulant_is_refused():
    bias = matrix([[0, 1, 1], [1, 5, 1], [1, 1, 0]])
    problem = atoms_of("r", masses=(THIRD,) * 3, bias=bias)
    assert not accepted(Supremum(problem, Domain.LAWS, LE, Real(100)), Circulant())


def test_a_bound_by_balls_is_not_called_rational():
    assert check(Supremum(one("exp(r)"), Domain.LAWS, LE, Real(9)), Pointwise(Real(0), Real.exp(1))).trust is Trust.BALL


# The checker: laws


def test_a_law_of_another_dimension_is_refused():
    for point in (vector([1]), vector([1, 0, 0])):
        assert not accepted(Supremum(one("r"), Domain.LAWS, GE, Real(0)), Attained(graph_law([point])))


def test_a_spread_law_attains_nothing_over_tuples():
    assert accepted(Supremum(one("r"), Domain.LAWS, GE, Real(0)), Attained(Law((BALANCED,))))
    assert not accepted(Supremum(one("r"), Domain.TUPLES, GE, Real(0)), Attained(Law((BALANCED,))))


def test_a_law_that_reaches_a_value_does_not_pass_it():
    law = Attained(graph_law([E1]))
    assert accepted(Supremum(one("r"), Domain.LAWS, GE, Real(HALF)), law)
    assert not accepted(Supremum(one("r"), Domain.LAWS, GT, Real(HALF)), law)
    assert not accepted(Supremum(one("r"), Domain.LAWS, LE, Real(HALF)), law)


def test_a_stated_energy_or_marginal_is_not_believed():
    law = graph_law([E1])
    assert not accepted(Energy(one("r"), law, EQ, Real(7)), EnergyValue(Real(7)))
    assert not accepted(Output(one("r"), law, EQ, dirac(E2)), OutputLaw(dirac(E2)))
    assert not accepted(Output(one("r"), law, NE, dirac(E1)), OutputLaw(dirac(E1)))


def test_lists_compare_by_true_differences():
    two, three = (Real(2), Real(2)), (Real(2), Real(3))
    zeros = Compared((Real(0), Real(0)))
    assert accepted(Identity(two, EQ, two), zeros)
    assert not accepted(Identity(two, EQ, three), zeros)
    assert not accepted(Identity(two, NE, two), Compared((Real(0), Real(1))))
    assert accepted(Identity(two, NE, three), Compared((Real(0), Real(-1))))
    assert not accepted(Identity(two, EQ, three), Compared((Real(0), Real(-1))))
    assert not accepted(Identity((), EQ, ()), Compared(()))


@pytest.mark.parametrize("relation", [LE, LT, GE, GT])
def test_a_ball_around_zero_is_certain_of_nothing(relation):
    assert not CERTAIN[relation](arb(0, 1))
    assert not CERTAIN[relation](arb("nan"))


def test_an_order_of_irrational_numbers_earns_the_trust_of_balls():
    assert laws.order_trust(Real.exp(1), Real(1), GT) is Trust.BALL
    assert laws.order_trust(Real.exp(1), Real.exp(1), GE) is Trust.RATIONAL
    assert laws.order_trust(Real(2), Real.exp(1), GE) is Trust.BALL


# The checker: affinity and convexity


def test_a_flat_self_term_proves_affinity_and_nothing_else():
    assert accepted(Affine(one("1"), 0, EQ), FlatSelfTerm())
    assert not accepted(Affine(one("1"), 0, NE), FlatSelfTerm())
    assert not accepted(Affine(one("1"), -1, EQ), FlatSelfTerm())


def test_an_energy_without_bend_is_not_curved():
    curved = CurvedSelfTerm(graph_law([E1]), dirac(MINUS))
    assert accepted(Affine(one("r"), 0, NE), curved)
    assert not accepted(Affine(one("r + r**2 - r"), 0, NE), curved)


def test_the_label_before_the_first_has_no_curved_self_term():
    assert not accepted(Affine(one("r"), -1, NE), CurvedSelfTerm(graph_law([E1]), dirac(MINUS)))


def test_a_chord_without_exact_energies_is_refused():
    said = check(Convex(one("-sqrt(2 + r)"), NE), NotConvex(graph_law([E1]), graph_law([A])))
    assert said.reason.startswith("the energy has no exact form")


def test_a_midpoint_counts_twice():
    assert not accepted(Affine(one("1"), 0, NE), CurvedSelfTerm(graph_law([E1]), dirac(MINUS)))
    assert not accepted(Convex(one("r"), NE), NotConvex(graph_law([E1]), graph_law([A])))
    assert accepted(Convex(one("-r"), NE), NotConvex(graph_law([E1]), graph_law([A])))


def test_a_chord_that_the_energy_follows_is_convex():
    assert not accepted(Convex(one("1"), NE), NotConvex(graph_law([E1]), graph_law([A])))


@pytest.mark.parametrize(
    "problem",
    [
        atoms_of("r", reading=Reading.TOKENS),
        one("-r"),
        one("r", bias=matrix([[-1]])),
    ],
)
def test_an_energy_that_is_not_seen_to_be_convex_is_refused(problem):
    assert accepted(Convex(one("r"), EQ), PositiveCoefficients())
    assert not accepted(Convex(problem, EQ), PositiveCoefficients())


# The checker: maximisers


@pytest.mark.parametrize(
    "problem",
    [
        atoms_of("r", bias=matrix([[1, -1], [-1, 1]])),
        atoms_of("r", bias=matrix([[1, 0], [0, 1]])),
        one("r", reading=Reading.TOKENS),
        one("r", bias=matrix([[0]])),
        one("r**2"),
        atoms_of("r", identity(2), STRETCHED),
    ],
)
def test_what_is_not_rigid_is_refused(problem):
    for assertion in (Unique(problem, EQ), Collapse(problem, EQ)):
        assert not accepted(assertion, Rigid())


def test_one_negative_bias_among_labels_that_hang_together_is_not_rigid():
    problem = atoms_of("r", masses=(THIRD,) * 3, bias=matrix([[1, 1, -1], [1, 1, 1], [-1, 1, 1]]))
    assert check(Collapse(problem, EQ), Rigid()).reason == "the bias of labels 0 and 2 is negative"


def test_tokens_with_a_negative_diagonal_are_rigid():
    problem = atoms_of("r", bias=matrix([[-1, 1], [1, -1]]), reading=Reading.TOKENS)
    assert accepted(Collapse(problem, EQ), Rigid())


def test_gauges_that_differ_in_the_last_one_do_not_collapse():
    problem = atoms_of("r", identity(2), QUARTER_TURN)
    assert not accepted(Collapse(problem, EQ), Rigid())
    assert accepted(Collapse(problem, NE), Rigid())
    assert accepted(Spread(problem, EQ), Rigid())


def test_a_common_axis_is_a_common_point():
    problem = atoms_of("r", identity(2), MIRROR)
    assert not accepted(Spread(problem, EQ), Rigid())
    assert accepted(Spread(problem, NE), Rigid())


def test_reflections_of_the_plane_have_many_outputs():
    assert accepted(OneOutput(atoms_of("r", identity(2), QUARTER_TURN), EQ), Rigid())
    assert not accepted(OneOutput(atoms_of("r", identity(2), MIRROR), EQ), Rigid())


def test_a_bound_for_tuples_makes_no_maximiser_over_laws():
    problem = atoms_of("r", bias=matrix([[-1, 0], [0, -1]]))
    upper = Linear(1, ((0,), (0,)), (-fmpq(1, 4),) * 2)
    assert not accepted(Collapse(problem, NE), Maximiser(graph_law([E1, E2]), upper))


def test_a_law_below_the_bound_is_no_maximiser():
    assert not accepted(Collapse(atoms_of("r"), NE), Maximiser(graph_law([E1, E2]), UPPER))


def test_a_maximiser_refutes_the_one_of_spread_and_collapse():
    problem = atoms_of("r**2")
    spread = Maximiser(graph_law([E1, MINUS]), UPPER)
    collapsed = Maximiser(graph_law([E1, E1]), UPPER)
    assert accepted(Collapse(problem, NE), spread)
    assert accepted(Spread(problem, NE), collapsed)
    assert not accepted(Spread(problem, NE), spread)
    assert not accepted(Collapse(problem, NE), collapsed)


def test_a_circulant_collapses_without_gauges_and_without_ties():
    three = (THIRD,) * 3
    assert accepted(Collapse(atoms_of("r", masses=three), EQ), Circulant())
    for problem in (
        atoms_of("r", *(QUARTER_TURN,) * 3, masses=three),
        atoms_of("r", masses=three, bias=matrix([[1, 0, 0], [0, 1, 0], [0, 0, 1]])),
        atoms_of("r", masses=three, bias=matrix([[-2, 1, 1], [1, -2, 1], [1, 1, -2]])),
    ):
        assert not accepted(Collapse(problem, EQ), Circulant())


def test_a_law_must_be_better_than_collapsed_ones_that_agree():
    negative = one("r", bias=matrix([[-1]]))
    assert accepted(Spread(negative, EQ), CollapsedBelow(Law((BALANCED,))))
    assert not accepted(Spread(one("r"), EQ), CollapsedBelow(graph_law([E1])))
    assert not accepted(Spread(one("r", bias=matrix([[-1]])), EQ), CollapsedBelow(graph_law([E1])))
    bent = atoms_of("r", identity(2), MIRROR, bias=matrix([[0, -1], [-1, 0]]))
    assert not accepted(Spread(bent, EQ), CollapsedBelow(graph_law([E2, E2])))


def test_half_of_the_collapsed_energy_is_the_bar():
    problem = one("r", bias=matrix([[-1]]))
    part = Law((finite_measure([fmpq(1, 10), fmpq(9, 10)], [MINUS, E1]),))
    assert accepted(Spread(problem, EQ), CollapsedBelow(part))
    lone = one("-2*r - 1")
    assert not accepted(Spread(lone, EQ), CollapsedBelow(graph_law([E1])))
    assert accepted(Spread(lone, EQ), CollapsedBelow(Law((finite_measure([fmpq(1, 10), fmpq(9, 10)], [MINUS, E1]),))))
    above = one("r")
    assert not accepted(Spread(above, EQ), CollapsedBelow(graph_law([E1])))


def test_two_maximisers_must_both_be_maximisers():
    problem = atoms_of("r")
    assert not accepted(Unique(problem, NE), TwoMaximisers(graph_law([E1, E1]), graph_law([E1, E2]), UPPER))


def test_means_are_compared_in_the_gauge_frame():
    problem = atoms_of("r", identity(2), MIRROR)
    pair = TwoMaximisers(graph_law([E1, E1]), graph_law([E2, vector([0, -1])]), UPPER)
    assert not accepted(Unique(problem, NE), pair)
    assert accepted(OneOutput(problem, NE), pair)


def test_outputs_with_one_mean_may_differ_in_their_second_moment():
    # k = 0: every law is a maximiser; both outputs have mean 0
    problem = atoms_of("r", bias=matrix([[0, 0], [0, 0]]))
    cross = Law((BALANCED, finite_measure([HALF, HALF], [E2, vector([0, -1])])))
    assert accepted(OneOutput(problem, NE), TwoMaximisers(Law((BALANCED, BALANCED)), cross, UPPER))


# The checker: realisations and orbits


TURNED = atoms_of("r", identity(2), QUARTER_TURN, masses=(THIRD, 1 - THIRD))
ON_ORBIT = graph_law([E1, vector([0, -1])])


def test_a_realisation_has_the_masses_and_the_target_that_are_asked_for():
    target = finite_measure([HALF, HALF], [E1, vector([0, -1])])
    proof = Realisation((HALF, HALF), ON_ORBIT, UPPER)
    assert accepted(Realisable(TURNED, Masses.FREE, target, EQ), proof)
    assert not accepted(Realisable(TURNED, Masses.FIXED, target, EQ), proof)
    assert not accepted(Realisable(TURNED, Masses.FREE, dirac(E1), EQ), proof)


def test_a_realisation_may_leave_labels_out():
    proof = Realisation((ONE, fmpq(0)), ON_ORBIT, UPPER)
    assert accepted(Realisable(TURNED, Masses.FREE, dirac(E1), EQ), proof)


def test_an_output_of_a_rigid_problem_is_not_called_unrealisable():
    # the second label's candidate is the one that gives it: the first point comes from label 2
    target = finite_measure([1 - THIRD, THIRD], [vector([0, -1]), E1])
    assert not accepted(Realisable(TURNED, Masses.FIXED, target, NE), Rigid())
    assert not accepted(Realisable(TURNED, Masses.FREE, target, NE), Rigid())
    assert accepted(Realisable(TURNED, Masses.FIXED, finite_measure([HALF, HALF], [E1, A]), NE), Rigid())


def test_free_masses_need_every_choice_of_labels_rigid():
    off = finite_measure([HALF, HALF], [E1, MINUS])
    assert accepted(Realisable(atoms_of("r"), Masses.FREE, off, NE), Rigid())
    for problem in (
        atoms_of("r", reading=Reading.TOKENS),
        atoms_of("r", bias=matrix([[0, 1], [1, 0]])),
    ):
        assert not accepted(Realisable(problem, Masses.FREE, off, NE), Rigid())


def test_an_orbit_is_of_the_gauges_not_of_their_inverses():
    gauges = (identity(2), QUARTER_TURN)
    assert accepted(Orbit(gauges, (vector([0, -1]),), EQ), OrbitPoint(E1))
    assert not accepted(Orbit(gauges, (E2,), EQ), OrbitPoint(E1))
    assert not accepted(Orbit(gauges, (vector([0, -1]), E1), NE), OffOrbit())
    assert accepted(Orbit(gauges, (E1, MINUS), NE), OffOrbit())


def test_orbits_are_of_orthogonal_gauges_and_points_of_the_sphere():
    assert not accepted(Orbit((STRETCHED,), (E2,), EQ), OrbitPoint(E2))
    assert not accepted(Orbit((identity(2),), (vector([2, 0]),), EQ), OrbitPoint(vector([2, 0])))


# The checker: labels in a continuum


def test_the_bound_of_a_trigonometric_bias_needs_a_rising_profile_and_its_halved_modes():
    assert accepted(ContinuumSupremum(circle(0, 1), Family.LAWS, LE, Real(fmpq(1, 4))), Fourier())
    assert not accepted(ContinuumSupremum(circle(0, 1), Family.LAWS, LT, Real(fmpq(1, 4))), Fourier())
    assert not accepted(ContinuumSupremum(circle(-1, -1), Family.LAWS, LT, Real(0)), Fourier())
    assert not accepted(ContinuumSupremum(circle(-1, text="-r"), Family.LAWS, LE, Real(0)), Fourier())


def test_a_falling_profile_has_no_bound_by_modes():
    said = check(ContinuumSupremum(circle(-1, text="-r"), Family.LAWS, LE, Real(5)), Fourier())
    assert said.reason == "the profile is not a r + b with a >= 0"


def test_a_tie_and_the_value_zero_do_not_collapse():
    assert accepted(ContinuumCollapse(circle(1, 1), EQ), Fourier())
    for problem in (circle(1, 2), circle(0, -1)):
        assert not accepted(ContinuumCollapse(problem, EQ), Fourier())


EXPONENTIAL = ContinuumProblem(1, Exponential(fmpq(-1), ONE), profile("r"))


@pytest.mark.parametrize(
    "problem",
    [
        ContinuumProblem(1, Exponential(fmpq(-1), ONE), profile("r + 1")),
        ContinuumProblem(1, Exponential(fmpq(-1), ONE), profile("r - 1")),
        ContinuumProblem(1, Exponential(ONE, ONE), profile("r")),
    ],
)
def test_the_transform_bounds_the_repulsive_linear_kernel_alone(problem):
    assert accepted(ContinuumSupremum(EXPONENTIAL, Family.LAWS, LE, Real(0)), PositiveTransform())
    assert not accepted(ContinuumSupremum(problem, Family.LAWS, LE, Real(0)), PositiveTransform())


def test_zero_is_reached_over_laws_and_not_over_graph_laws():
    assert accepted(ContinuumSupremum(EXPONENTIAL, Family.GRAPHS, LT, Real(0)), PositiveTransform())
    assert not accepted(ContinuumSupremum(EXPONENTIAL, Family.LAWS, LT, Real(0)), PositiveTransform())
    assert accepted(ContinuumSupremum(EXPONENTIAL, Family.LAWS, LT, Real(1)), PositiveTransform())
    assert not accepted(GraphMaximiser(EXPONENTIAL, EQ), PositiveTransform())


def test_a_spread_law_attains_nothing_over_graph_laws():
    law = ContinuumAttained(CellLaw((finite_measure([HALF, HALF], [vector([1]), vector([-1])]),)))
    assert accepted(ContinuumSupremum(EXPONENTIAL, Family.LAWS, GE, Real(0)), law)
    assert not accepted(ContinuumSupremum(EXPONENTIAL, Family.GRAPHS, GE, Real(0)), law)
    assert not accepted(GraphMaximiser(circle(-1), EQ), ContinuumAttained(CellLaw((BALANCED,))))


def test_only_a_better_law_beats_the_collapsed_ones():
    great, point = CurveLaw(1, fmpq(0)), CurveLaw(0, fmpq(0))
    assert accepted(ContinuumSpread(circle(0, 1), EQ), BetterThanCollapsed(great))
    assert not accepted(ContinuumSpread(circle(1, 1), EQ), BetterThanCollapsed(point))
    assert not accepted(ContinuumSpread(circle(-1), EQ), BetterThanCollapsed(point))
    assert accepted(ContinuumSpread(circle(1, 3), EQ), BetterThanCollapsed(great))


def test_a_collapsed_law_is_maximal_where_its_mode_is_greatest_and_not_negative():
    assert accepted(ContinuumSpread(circle(1, 2), NE), Fourier())
    assert not accepted(ContinuumSpread(circle(-1, -4), NE), Fourier())
    assert not accepted(ContinuumSpread(circle(1, 3), NE), Fourier())


@pytest.mark.parametrize("problem", [circle(1, -2), circle(1, text="r**2 - 2*r"), circle(1, 1, -1)])
def test_a_bias_of_any_sign_or_a_profile_that_peaks_elsewhere_is_refused(problem):
    assert accepted(ContinuumSpread(circle(1, HALF, -HALF), NE), NonNegativeBias())
    assert not accepted(ContinuumSpread(problem, NE), NonNegativeBias())


def test_a_maximiser_refutes_collapse_only_if_it_is_spread():
    collapsed, both = CellLaw((dirac(E1), dirac(E1))), CellLaw((BALANCED,))
    assert accepted(ContinuumCollapse(circle(0, 1), NE), ContinuumAttained(CurveLaw(1, fmpq(0))))
    assert not accepted(ContinuumCollapse(circle(0, 1), EQ), ContinuumAttained(CurveLaw(1, fmpq(0))))
    assert not accepted(ContinuumCollapse(circle(1), NE), ContinuumAttained(collapsed))
    assert accepted(ContinuumCollapse(circle(-1), NE), ContinuumAttained(both))


def test_no_turn_at_all_is_not_uniform():
    assert accepted(UniformWinding(fmpq(0), ONE, NE), WholeTurns())
    assert not accepted(UniformWinding(fmpq(0), ONE, EQ), WholeTurns())
    assert not accepted(UniformWinding(HALF, ONE, EQ), WholeTurns())


# The checker: sharings


def test_a_sharing_gives_each_target_its_own_mass():
    even = SubsetSums((HALF, HALF), (THIRD, 1 - THIRD), EQ)
    assert not accepted(even, Sharing((0, 1)))
    assert not accepted(SubsetSums((HALF, HALF), (HALF, HALF), EQ), Sharing((0, -1)))
    assert accepted(SubsetSums((HALF, HALF), (HALF, HALF), EQ), Sharing((0, 1)))


def test_an_exhausted_search_finds_the_sharing_that_exists():
    assert accepted(SubsetSums((HALF, HALF), (THIRD, 1 - THIRD), NE), NoSharing())
    assert not accepted(SubsetSums((HALF, HALF), (ONE,), NE), NoSharing())
    assert accepted(SubsetSums((HALF,), (HALF, HALF), NE), NoSharing())
    assert not accepted(SubsetSums((fmpq(0), ONE), (HALF, HALF), NE), NoSharing())


# The checker: replay


def statement(theorem, role, variant, part):
    return TheoremStatement(theorem.name, role, variant, part, negated=False, instance={})


def test_a_hypothesis_that_a_boundary_drops_must_not_hold():
    theorem = theorem_named("rotary.bound")
    holds = SimpleNamespace(gauges=(identity(2),), profile=profile("r"), u=E1, labels=Labels((ONE,), Reading.ATOMIC))
    require_hypotheses(theorem, Role.CLAIM, "", holds)
    for role, variant in ((Role.BOUNDARY, "peak"), (Role.CLAIM, "peak")):
        with pytest.raises(InvalidInputError):
            require_hypotheses(theorem, role, variant, holds)
    broken = SimpleNamespace(**{**vars(holds), "profile": profile("-r")})
    require_hypotheses(theorem, Role.BOUNDARY, "peak", broken)
    for role, variant in ((Role.CLAIM, ""), (Role.MUTANT, theorem.mutants[0].name)):
        with pytest.raises(InvalidInputError, match="does not hold"):
            require_hypotheses(theorem, role, variant, broken)


def test_a_file_of_more_than_the_greatest_size_is_not_read(tmp_path):
    path = tmp_path / "great.json"
    with path.open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    assert replay_file(path).check.reason == f"the file has {MAX_BYTES + 1} bytes, more than {MAX_BYTES}"


def test_a_certificate_calls_its_theorem_by_name_and_not_by_number():
    number = TheoremStatement("R1", Role.CLAIM, "", "bound", negated=False, instance={})
    with pytest.raises(InvalidInputError, match=r"expected the name 'rotary\.bound'"):
        claim_parts(number)


def test_a_mutant_is_its_own_claim_and_a_boundary_has_one_part():
    theorem = theorem_named("rotary.bound")
    mutant, boundary = theorem.mutants[0], theorem.boundaries[0]
    assert claim_of(theorem, Role.MUTANT, mutant.name) is mutant.claim
    assert claim_of(theorem, Role.BOUNDARY, boundary.drops) is theorem.claim
    require_part(theorem, statement(theorem, Role.BOUNDARY, boundary.drops, boundary.part))
    with pytest.raises(InvalidInputError, match="part"):
        require_part(theorem, statement(theorem, Role.BOUNDARY, boundary.drops, "another"))


# What the theorem files claim: a claim that is too weak is proved as easily


def unit(n):
    return fmpq_mat(n, n, [fmpq(i == j) for i in range(n) for j in range(n)])


def test_graph_laws_of_repelling_atoms_are_bounded_by_all_labels_and_strictly_below_zero():
    labels = Labels((HALF, HALF), Reading.ATOMIC)
    problem = repulsion.repulsive_problem(labels, 2, THIRD * unit(2))
    parts = atoms.claim(atoms.RepulsiveInstance(problem, THIRD))
    graph, below = parts["graph"], parts["below"]
    assert isinstance(graph, Supremum)
    assert isinstance(below, Supremum)
    assert (graph.domain, graph.relation, graph.value) == (Domain.TUPLES, LE, Real(-THIRD))
    assert (below.domain, below.relation, below.value) == (Domain.TUPLES, LT, Real(0))


def test_alternating_cells_approach_zero_with_the_square_of_their_number():
    problem = ContinuumProblem(2, Exponential(fmpq(-2), ONE), profile("r"))
    parts = rank.claim(rank.CellsInstance(problem, 4))
    assert as_claimed(parts["approached"]) == (Family.GRAPHS, GT, Real(-fmpq(2 * 2, 16)))
    assert as_claimed(parts["graphs"]) == (Family.GRAPHS, LT, Real(0))
    assert not rank.is_repulsive(circle(0, 0))


def as_claimed(assertion):
    assert isinstance(assertion, ContinuumSupremum)
    return assertion.family, assertion.relation, assertion.value


def test_what_the_greedy_choice_compares_is_the_energy():
    problem = bilinear(([[3, 1], [1, -2]], [[1, 2], [0, 1]]), ([[1, 0], [2, 1]], [[1, 0], [0, 1]]))
    law = Law((BALANCED, finite_measure([THIRD, 1 - THIRD], [A, E2])))
    for i in (0, 1):
        first, second = (
            (finite.replacement_energy(problem, law, i, piece, own=True), energy(problem, law.replaced(i, piece)))
            for piece in (dirac(A), dirac(B))
        )
        assert (first[0] - second[0]) * HALF == first[1] - second[1]


def test_a_slice_sees_those_that_were_replaced_before_it():
    problem = atoms_of("r", bias=matrix([[0, -1], [-1, 0]]))
    assert energy(problem, finite.greedy(problem, Law((BALANCED, BALANCED)))) == fmpq(1, 4)


def test_a_chord_is_held_at_its_middle_and_not_strictly():
    x = convex.ChordInstance(one("r"), graph_law([E1]), graph_law([A]))
    chord = convex.claim(x)["chord"]
    assert isinstance(chord, Energy)
    assert chord.law.slices[0].same_as(finite_measure([HALF, HALF], [E1, A]))
    assert chord.relation is LE


def test_repelling_atoms_have_the_linear_profile():
    for problem in (atoms_of("r**2"), atoms_of("r", identity(2), identity(2))):
        with pytest.raises(InvalidInputError, match="without a gauge"):
            repulsion.require_linear(problem)


@pytest.mark.parametrize("name", ["rotary.bound", "rotary.maximisers", "prefix.maximisers", "prefix.gauge"])
def test_a_profile_that_peaks_inside_is_excluded_but_on_two_points(name):
    (peak,) = (one for one in theorem_named(name).hypotheses if one.name == "peak")
    assert not peak.holds(SimpleNamespace(profile=profile("r - r**2"), u=E1))
    assert peak.holds(SimpleNamespace(profile=profile("r - r**2"), u=vector([1])))


def test_no_turn_at_all_is_no_whole_period():
    (periods,) = (one for one in theorem_named("rotary.shapes").hypotheses if one.name == "whole periods")
    assert periods.holds(SimpleNamespace(rate=HALF, length=fmpq(4)))
    assert not periods.holds(SimpleNamespace(rate=fmpq(0), length=ONE))
    assert not periods.holds(SimpleNamespace(rate=HALF, length=ONE))


def test_a_bias_that_only_touches_zero_does_not_change_sign():
    labels = Labels((THIRD,) * 3, Reading.ATOMIC)
    for mean in (ONE, fmpq(0)):
        with pytest.raises(InvalidInputError, match="changes sign"):
            criterion.SignInstance(toeplitz.ToeplitzInstance(2, labels, (mean, ONE), profile("r")))


def test_the_negative_self_bias_of_tokens_breaks_no_hypothesis():
    (bias,) = (one for one in theorem_named("spectral.nonnegative").hypotheses if one.name == "bias")
    negative = matrix([[-1, 1], [1, -1]])
    assert bias.holds(SimpleNamespace(problem=atoms_of("r", bias=negative, reading=Reading.TOKENS)))
    assert not bias.holds(SimpleNamespace(problem=atoms_of("r", bias=negative)))


def test_the_great_circle_is_better_than_collapse_and_not_only_as_good():
    order = exponential.claim(exponential.ExponentInstance(2, fmpq(0), ONE))["collapsed"]
    assert isinstance(order, ContinuumOrder)
    assert order.relation is LT
