"""Profiles of pairs and general kernels: values, normal forms, cells of the sphere, and energies by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest
from flint import arb, ctx, fmpq
from hypothesis import given
from hypothesis import strategies as st

from tests.model.expression_strategies import kernels
from theorems.model.arithmetic import Balls
from theorems.model.cells import bent, faces, placed
from theorems.model.energy import energy, peak_energy
from theorems.model.errors import InexactError, InvalidInputError, UndecidedError
from theorems.model.evaluation import evaluate, raised
from theorems.model.features import exponents, monomials
from theorems.model.jets import Jet, Jets
from theorems.model.kernel import kernel_function
from theorems.model.law import Law, finite_measure, graph_law
from theorems.model.matrix import dot, identity, vector
from theorems.model.nodes import add, multiply
from theorems.model.normal_form import NormalForm
from theorems.model.parser import CONTENTS, parse
from theorems.model.problem_file import read_problem
from theorems.model.real import Real
from theorems.model.refinement import split
from theorems.model.selfterm import is_flat, is_jensen
from theorems.model.sphere import stereographic
from theorems.model.symmetry import exchanged
from theorems.symbolic.arithmetic import SYMBOLIC

BALLS = Balls(128)
P, Q = vector(["3/5", "4/5"]), vector([0, 1])


def problem(expression, dimension=2, reading="atomic", points=("1", "2"), weights=("1/4", "3/4")):
    return read_problem(
        f'[content]\ndimension = {dimension}\n[labels]\nlaw = "points"\npoints = {list(points)!r}\n'
        f'weights = {list(weights)!r}\nreading = "{reading}"\n[kernel]\nexpression = "{expression}"\n'
    )


def test_the_energy_of_profiles_of_pairs_by_hand():
    # h_11 = 1 + r, h_12 = h_21 = 2 + r, h_22 = 4 + r at r = 4/5 between the labels
    found = energy(problem("s * t + dot(x, y)"), graph_law([P, Q]))
    assert found == (Real("1/16") * 2 + 2 * Real("3/16") * Real("14/5") + Real("9/16") * 5) / 2
    assert energy(problem("s * t + dot(x, y)", reading="tokens"), graph_law([P, Q])) == Real("3/16") * Real("14/5")


def test_the_energy_of_a_general_kernel_by_hand():
    # h_ij(x, y) = exp(x_1 y_1) + s t x_2 y_2
    found = energy(problem("exp(x[1] * y[1]) + s * t * x[2] * y[2]"), graph_law([P, Q]))
    first, mixed, second = Real.exp("9/25") + Real("16/25"), 1 + Real("8/5"), Real(1) + 4
    assert found == (Real("1/16") * first + Real("3/8") * mixed + Real("9/16") * second) / 2


def test_a_value_without_exact_form_is_enclosed():
    flat = problem("1 / (2 + exp(exp(x[1] * y[1])))")
    with pytest.raises(InexactError):
        energy(flat, graph_law([P, Q]))
    with ctx.workprec(128):
        assert energy(flat, graph_law([Q, Q]), BALLS).overlaps(1 / (2 + arb(1).exp()) / 2)


def test_cells_split_any_kernel_without_changing_the_energy():
    half = fmpq(1, 2)
    law = Law((finite_measure([half, half], [P, Q]), finite_measure([half, half], [Q, P])))
    for text in ("s * t * dot(x, y)**2 + dot(x, y)", "exp(x[1] * y[1]) + s * t * x[2] * y[2]"):
        whole = problem(text, reading="cells")
        assert energy(*split(whole, law)) == energy(whole, law)


def test_the_energy_of_one_point_is_that_of_the_profiles_at_1():
    pairs = problem("s * t * dot(x, y)**2 + dot(x, y)")
    assert peak_energy(pairs) == energy(pairs, graph_law([P, P]))
    with pytest.raises(InvalidInputError, match="meet in <R_i x, R_j y> alone"):
        peak_energy(problem("exp(x[1] * y[1])"))


def test_profiles_of_pairs_have_a_gauge_a_label_or_none():
    kernel = problem("exp(s * t * dot(x, y))").kernel
    with pytest.raises(InvalidInputError, match="gauges: 1 matrices for 2 labels"):
        replace(kernel, gauges=(identity(2),))


def test_self_terms_of_profiles_of_pairs_are_decided_and_those_of_a_general_kernel_are_not():
    pairs = problem("(s * t - 2) * dot(x, y) + dot(x, y)**2")  # h_11 = r^2 - r peaks at -1, h_22 = r^2 + 2 r at 1
    assert [is_jensen(pairs, i) for i in range(2)] == [False, True]
    assert not is_flat(pairs, 0)
    general = problem("exp(x[1] * y[1])")
    with pytest.raises(UndecidedError, match="general kernel"):
        is_jensen(general, 0)
    assert is_jensen(problem("exp(x[1] * y[1])", reading="tokens"), 0)


TEXTS = {
    "zonal": "s * t * exp(dot(x, y))",
    "bilinear": "s * x[1] * y[2] + t * x[2] * y[1]",
    "pairs": "s * t * dot(x, y)**2 + dot(x, y)",
    "general": "exp(x[1] * y[1]) + s * t * x[2] * y[2]",
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_one_function_evaluates_every_kind_as_the_expression_does(text):
    given_problem, tree = problem(text), parse(text, contents=CONTENTS)
    for i, j in ((0, 0), (0, 1), (1, 1)):
        with ctx.workprec(128):
            x, y = (list(map(BALLS.lift, point)) for point in (P, Q))
            lifted = {"s": arb(i + 1), "t": arb(j + 1), "x": x, "y": y}
            found = kernel_function(given_problem.kernel, i, j, BALLS)(x, y)
            assert found.overlaps(evaluate(tree, lifted, BALLS))
            assert float(found.rad()) < 1e-30


FORM = NormalForm(3, symmetric_bias=False)


@given(kernels, kernels, kernels)
def test_a_normal_form_does_not_see_the_order_of_terms_and_factors(a, b, c):
    assert FORM.polynomial(add(a, multiply(b, c))) == FORM.polynomial(add(multiply(c, b), a))
    assert FORM.polynomial(multiply(a, add(b, c))) == FORM.polynomial(add(multiply(a, c), multiply(b, a)))


@given(kernels)
def test_a_mean_over_the_exchange_is_symmetric_by_form(h):
    mean = multiply(parse("1/2"), add(h, exchanged(h)))
    assert FORM.polynomial(mean) == FORM.polynomial(exchanged(mean))


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("x[1]", "x[2]"),
        ("x[1] * y[1]", "x[1] + y[1]"),
        ("cos(s - t)", "sin(s - t)"),
        ("sin(s - t)", "sin(t - s)"),
        ("(s - t)**3", "(t - s)**3"),
        ("1 / (s - t)", "1 / (t - s)"),
        ("exp(s - t)", "exp(t - s)"),
        ("min(s, t)", "max(s, t)"),
        ("bias(s, t)", "bias(t, s)"),
        ("dot(x, x)", "dot(x, y)"),
        ("gauge(x, s)[1]", "gauge(x, t)[1]"),
        ("rotate(x, s, 1, 2)[1]", "rotate(x, s, 2, 1)[1]"),
    ],
)
def test_different_functions_have_different_normal_forms(left, right):
    forms = [FORM.polynomial(parse(text, contents=CONTENTS)) for text in (left, right)]
    assert forms[0] != forms[1]


@pytest.mark.parametrize("dimension", [1, 2, 3, 4])
def test_the_faces_and_their_halves_cover_the_sphere(dimension):
    cells = faces(dimension)
    for k in range(dimension - 1):
        cells = [half for cell in cells for half in cell.halved(k)]
    for slopes in (fmpq(1, 3), fmpq(-7, 4), fmpq(9, 2)):
        point = stereographic([slopes * (k + 1) for k in range(dimension - 1)])
        with ctx.workprec(64):
            assert any(
                all(
                    ball.overlaps(BALLS.lift(entry))
                    for ball, entry in zip(cell.point(cell.enclosed()), point, strict=True)
                )
                for cell in cells
            )


def test_slopes_and_bends_of_a_cell_are_those_of_differences():
    cell = faces(3)[2].halved(0)[1].halved(1)[0]
    u, step = [fmpq(1, 3), fmpq(-2, 7)], fmpq(1, 10**9)
    with ctx.workprec(256):
        here = [arb(entry) for entry in u]
        moved = [[arb(entry + step * (k == m)) for m, entry in enumerate(u)] for k in range(2)]
        for c, jet in enumerate(bent(cell, here)):
            for k in range(2):
                slope = (cell.point(moved[k])[c] - cell.point(here)[c]) * 10**9
                assert abs(float(slope - jet.slopes[k])) < 1e-8
                for m in range(2):
                    bend = (bent(cell, moved[k])[c].slopes[m] - jet.slopes[m]) * 10**9
                    assert abs(float(bend - jet.bends[m][k])) < 1e-7


@given(st.integers(0, 3), st.integers(0, 3))
def test_jets_on_a_cell_hold_values_and_differences_in_it(first, second):
    node = parse(
        "exp(x[1] * y[2]) * abs(x[1] - y[1]) + max(x[2], y[2]) / (2 + x[1]) - sqrt(3 + x[2])", contents=CONTENTS
    )
    x, y = (faces(2)[k].halved(0)[1].halved(0)[0] for k in (first, second))
    with ctx.workprec(64):
        jet = evaluate(node, {"x": placed(x, 0, 1), "y": placed(y, 1, 0)}, Jets(BALLS))

        def at(u, v):
            return evaluate(node, {"x": x.point([arb(u)]), "y": y.point([arb(v)])}, BALLS)

        (low, high), (below, above) = x.box[0], y.box[0]
        middle = (low + high) / 2
        assert jet.value.overlaps(at(low, above))
        assert jet.slopes[0].contains(((at(high, below) - at(middle, below)) / arb(high - middle)).mid())
        assert jet.slopes[1].contains(((at(low, above) - at(low, below)) / arb(above - below)).mid())


@pytest.mark.parametrize(("dimension", "degree", "count"), [(1, 1, 2), (1, 5, 2), (2, 4, 9), (3, 2, 9), (3, 0, 1)])
def test_the_monomials_are_a_basis_of_the_polynomials_on_the_sphere(dimension, degree, count):
    chosen = exponents(dimension, degree)
    assert len(chosen) == len(set(chosen)) == count
    point = stereographic([fmpq(2, 3)] * (dimension - 1))
    values = monomials(point, chosen, Real(1))
    for each, value in zip(chosen, values, strict=True):
        product = Real(1)
        for entry, power in zip(point, each, strict=True):
            product = product * entry**power
        assert value == product


@pytest.mark.parametrize("exponent", [1, 2, 3, 6, 7])
@pytest.mark.parametrize("ball", [arb(0, 1), arb(0, 1e-30), arb(0.25, 0.5), arb(-2, 3), arb(0), arb(1, 0.5)])
def test_a_power_of_a_ball_is_finite_and_holds_the_powers_in_it(ball, exponent):
    with ctx.workprec(64):
        found = raised(ball, exponent)
        assert found.is_finite()
        for inside in (ball.lower(), ball.mid(), ball.upper()):
            assert found.overlaps(inside**exponent)
        assert found.contains(0) or not ball.contains(0)


def test_a_constant_jet_has_no_slopes():
    jets = Jets(SYMBOLIC)
    assert jets.number(fmpq(2)).slopes == ()
    assert (Jet(arb(2), (arb(1),)) * Jet(arb(3))).slopes[0] == 3
    assert dot(identity(2)[0], P) == Real("3/5")
