"""Expressions: canonical form, texts, values in two arithmetics, derivatives, substitution."""

from __future__ import annotations

import pytest
from flint import arb, ctx, fmpq, fmpq_poly
from hypothesis import given

from tests.model.expression_strategies import kernels, polynomials, profiles, rationals
from theorems.model.arithmetic import EXACT, Balls, enclose
from theorems.model.errors import InexactError, InvalidInputError
from theorems.model.expression import (
    Call,
    Content,
    Name,
    Number,
    Power,
    Product,
    Rotate,
    Sum,
    as_polynomial,
    derivative,
    evaluate,
    multiply,
    substitute,
)
from theorems.model.parser import CONTENTS, parse
from theorems.model.real import Real
from theorems.model.text import to_text

R = Name("r")


def profile(text):
    return parse(text, names=("r",))


def kernel(text):
    return parse(text, contents=CONTENTS)


def polynomial_of(node, name="r"):
    polynomial = as_polynomial(node, name)
    assert polynomial is not None
    return polynomial


def exact(text, **names):
    return evaluate(kernel(text), {name: Real.of(value) for name, value in names.items()}, EXACT)


@given(kernels)
def test_the_text_of_an_expression_reads_back_as_the_same_expression(node):
    assert kernel(to_text(node)) == node


@given(kernels)
def test_the_text_is_a_fixed_point_of_reading_and_writing(node):
    text = to_text(node)
    assert to_text(kernel(text)) == text


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("s-(t-1)", "s - (t - 1)"),
        ("-2**2", "-2**2"),
        ("(-2)**2", "(-2)**2"),
        ("2/3*s/4", "1/6 * s"),
        ("1/s/t", "1 / s / t"),
        ("1/(s/t)", "1 / (s / t)"),
        ("1/s**2", "1 / s**2"),
        ("s**-2", "s**-2"),
        ("--s", "s"),
        ("-(s+t)*2", "-2 * (s + t)"),
        ("0/s", "0 / s"),
        ("max(s,t,1)", "max(s, t, 1)"),
    ],
)
def test_a_text_is_written_in_its_canonical_form(written, canonical):
    assert to_text(kernel(written)) == canonical


@pytest.mark.parametrize(
    "build",
    [
        lambda: Number(0.5),  # pyright: ignore[reportArgumentType]
        lambda: Sum((R,)),
        lambda: Sum((R, Sum((R, R)))),
        lambda: Product((R, Number(fmpq(2)))),
        lambda: Product((Number(fmpq(1)), R)),
        lambda: Product((R, Product((R, R)))),
        lambda: Power(R, 1),
        lambda: Power(R, 0.5),  # pyright: ignore[reportArgumentType]
        lambda: Call("eval", (R,)),
        lambda: Call("exp", (R, R)),
        lambda: Call("min", (R,)),
        lambda: Rotate(Content("x"), R, 1, 1),
    ],
)
def test_nodes_refuse_what_is_not_canonical(build):
    with pytest.raises(InvalidInputError, match=r"expected"):
        build()


@given(profiles, rationals)
def test_a_ball_contains_the_exact_value(node, r):
    try:
        value = evaluate(node, {"r": Real(r)}, EXACT)
    except InexactError:
        return
    with ctx.workprec(128):
        difference = enclose(node, {"r": arb(r)}, 128) - value.ball(256)
    assert difference.contains(0)


@given(polynomials, rationals)
def test_the_polynomial_of_an_expression_takes_its_values(node, r):
    assert polynomial_of(node)(r) == evaluate(node, {"r": Real(r)}, EXACT)


@given(polynomials)
def test_the_derivative_of_a_polynomial_is_that_of_its_coefficients(node):
    assert polynomial_of(derivative(node, "r")) == polynomial_of(node).derivative()


@given(polynomials, polynomials)
def test_the_derivative_obeys_the_product_rule(left, right):
    expected = polynomial_of(derivative(left, "r")) * polynomial_of(right)
    expected += polynomial_of(left) * polynomial_of(derivative(right, "r"))
    assert polynomial_of(derivative(multiply(left, right), "r")) == expected


@given(polynomials, rationals)
def test_a_difference_quotient_minus_the_derivative_is_divisible_by_the_step(node, r):
    # p(r + h) - p(r) - h p'(r) has a zero of order two at h = 0, as a polynomial in h
    shifted = substitute(node, {"r": parse("r + h", names=("r", "h"))})
    at_r = substitute(shifted, {"r": Number(r)})
    change = polynomial_of(at_r, "h") - fmpq_poly([polynomial_of(node)(r)])
    change -= fmpq_poly([0, polynomial_of(derivative(node, "r"))(r)])
    assert change % fmpq_poly([0, 0, 1]) == 0


@pytest.mark.parametrize(
    ("text", "slope"),
    [
        ("exp(2 * r) / 2", "exp(2 * r)"),
        ("cos(3 * r)", "-3 * sin(3 * r)"),
        ("sin(r)", "cos(r)"),
        ("log(r)", "1 / r"),
        ("1 / r", "-r**-2"),
        ("exp(1)", "0"),
    ],
)
def test_derivatives_of_known_functions(text, slope):
    with ctx.workprec(100):
        values = [enclose(node, {"r": arb("0.3")}, 100) for node in (derivative(profile(text), "r"), profile(slope))]
        assert abs(values[0] - values[1]) < arb("1e-20")


@pytest.mark.parametrize("function", ["abs(r)", "min(r, 1)", "max(0, r)"])
def test_a_kink_has_no_derivative(function):
    with pytest.raises(InvalidInputError, match="has a kink"):
        derivative(profile(function), "r")


def test_a_kink_in_another_name_is_a_constant():
    assert derivative(parse("abs(s) * t"), "t") == parse("abs(s)")


@pytest.mark.parametrize("text", ["exp(r)", "1 / r", "pi * r", "r / (1 + r)", "exp(0) * r"])
def test_what_is_no_polynomial_by_form_has_none(text):
    assert as_polynomial(profile(text), "r") is None


def test_a_rational_function_of_numbers_alone_is_a_polynomial():
    assert as_polynomial(profile("r / (1 + 2)**2"), "r") == fmpq_poly([0, fmpq(1, 9)])


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("exp(1/2) * exp(1/2)", Real.exp(1)),
        ("cos(pi/3)", Real("1/2")),
        ("sin(pi/2)", Real(1)),
        ("sqrt(4/9)", Real("2/3")),
        ("log(exp(3))", Real(3)),
        ("log(1)", Real(0)),
        ("abs(1 - exp(1))", Real.exp(1) - 1),
        ("min(pi, 3, 4)", Real(3)),
        ("max(pi, 3)", Real.pi()),
        ("s**-1", Real("1/2")),
        ("0.1 + 1e-1", Real("1/5")),
    ],
)
def test_exact_values(text, value):
    assert exact(text, s=2) == value


@pytest.mark.parametrize("text", ["exp(pi)", "cos(1)", "sin(1/2)", "sqrt(2)", "log(2)", "1 / (1 + exp(1))"])
def test_a_value_without_exact_form_is_refused_and_still_enclosed(text):
    with pytest.raises(InexactError, match="exact form"):
        exact(text)
    assert enclose(parse(text), {}, 64).is_finite()


def test_the_refusal_names_function_and_argument():
    with pytest.raises(InexactError, match=r"exp\(pi\) has no exact form here; exact are rationals, pi, exp of"):
        exact("exp(pi)")


def test_no_power_of_e_is_taken_whose_decimals_would_fill_the_memory():
    assert exact("exp(-10000)") == Real.exp(-10_000)
    with pytest.raises(InexactError, match=r"exp\(-10001\) has no exact form here; .* from -10000 to 10000"):
        exact("exp(-10001)")


@pytest.mark.parametrize("text", ["log(0)", "log(-1)", "sqrt(-1)", "1 / (s - s)", "(s - s)**-2"])
def test_a_value_outside_its_domain_is_refused(text):
    with pytest.raises(InvalidInputError, match=r"expected|division by zero"):
        exact(text, s=1)


@pytest.mark.parametrize("text", ["log(s)", "1 / s", "sqrt(s)", "s**-2", "cos(log(s))"])
def test_a_ball_across_the_edge_of_a_domain_is_refused(text):
    with pytest.raises(InexactError, match="expected a finite ball"):
        enclose(parse(text), {"s": arb(0, 1)}, 64)
    assert enclose(parse(text), {"s": arb(1, 0.5)}, 64).is_finite()


def test_enclosing_leaves_the_global_precision_as_it_was():
    before = ctx.prec
    enclose(parse("pi"), {}, 300)
    assert ctx.prec == before


def test_balls_of_inner_products_contain_the_exact_ones():
    points = [(Real("3/5"), Real("4/5")), (Real.cosine("1/7"), Real.sine("1/7"))]
    exact_gram, balls = EXACT.gram(points), Balls(64).gram(points)
    assert all((balls[i][j] - exact_gram[i][j].ball(128)).contains(0) for i in range(2) for j in range(2))


def test_a_rotation_turns_the_first_axis_towards_the_second():
    turned = [
        evaluate(kernel(f"rotate(x, pi/2, 1, 2)[{k}]"), {"x": [Real(1), Real(0), Real(5)]}, EXACT) for k in (1, 2, 3)
    ]
    assert turned == [0, 1, 5]


def test_a_coordinate_beyond_the_dimension_is_refused_and_the_last_one_is_not():
    vector = {"x": [Real(1), Real(2)]}
    assert evaluate(kernel("x[2]"), vector, EXACT) == 2
    with pytest.raises(InvalidInputError, match="coordinate=3: expected 1 to 2"):
        evaluate(kernel("x[3]"), vector, EXACT)


def test_a_missing_name_is_refused_with_those_that_are_there():
    with pytest.raises(InvalidInputError, match=r"t: no value in the environment; expected one of s"):
        exact("t", s=1)


def test_labels_of_tables_are_renamed_and_never_replaced_by_values():
    node = kernel("bias(s, t) * gauge(x, s)[1]")
    assert substitute(node, {"s": Name("t"), "t": Name("s")}, {"x": "y"}) == kernel("bias(t, s) * gauge(y, t)[1]")
    with pytest.raises(InvalidInputError, match="label=s: expected a name"):
        substitute(node, {"s": Number(fmpq(1))})
