"""Problem files of a continuum: which form a kernel is read as, and what is refused with the reason."""

from __future__ import annotations

import pytest
from flint import fmpq

from tests.continuum.edges import text
from theorems.model.bias import General, Invariant
from theorems.model.continuum import Exponential, Trigonometric, continuum_ball
from theorems.model.continuum_file import ContinuumFile, read_file
from theorems.model.errors import InvalidInputError
from theorems.model.problem_file import ProblemFile
from verify.checker.continuum import collapsed


def read(expression, law="circle", dimension=2):
    file = read_file(text(expression, law, dimension))
    assert isinstance(file, ContinuumFile)
    return file


@pytest.mark.parametrize(
    ("expression", "coefficients"),
    [
        ("cos(s - t) * dot(x, y)", (0, 1)),
        ("(1/2 - cos(2*t - 2*s)) * dot(x, y)", ("1/2", 0, -1)),
        ("(cos(s)*cos(t) + sin(s)*sin(t))**2 * dot(x, y)", ("1/2", 0, "1/2")),
        ("exp(dot(x, y))", (1,)),
        ("sin(s - t)*sin(s - t) * dot(x, y)", ("1/2", 0, "-1/2")),
        ("(cos(s - t) - cos(t - s)) * dot(x, y)", (0,)),
    ],
)
def test_a_trigonometric_polynomial_of_the_difference_gets_its_exact_coefficients(expression, coefficients):
    bias = read(expression).problem.bias
    assert isinstance(bias, Trigonometric)
    assert [str(a) for a in bias.coefficients] == [str(a) for a in coefficients]


def test_an_exponential_of_the_distance_is_found_on_the_interval_alone():
    bias = read("-3/2 * exp(-2 * abs(t - s)) * dot(x, y)", "interval").problem.bias
    assert isinstance(bias, Exponential)
    assert (bias.scale, bias.rate) == (fmpq(-3, 2), fmpq(2))
    assert isinstance(read("exp(-abs(s - t)) * dot(x, y)").problem.bias, General)


@pytest.mark.parametrize(
    ("expression", "law", "form", "mean"),
    [
        ("exp(cos(s - t))", "circle", Invariant, "1.26606587775201"),  # I_0(1)
        ("1 / (2 - cos(s - t))", "circle", Invariant, "0.577350269189626"),  # 3^(-1/2)
        ("exp(-(s - t)**2)", "interval", Invariant, "0.861527706796296"),
        ("abs(s - t)", "interval", Invariant, "0.333333333333333"),
        ("min(s, t)", "interval", General, "0.333333333"),
        ("1 + s * t", "interval", General, "1.25"),
        ("abs(s - t)", "circle", General, "2.094395102"),  # 2 pi/3
        ("exp(s - t) + exp(t - s)", "interval", Invariant, "2.17232253926"),  # 4 cosh(1) - 4
    ],
)
def test_other_biases_are_of_the_difference_or_of_both_labels_and_have_the_right_mean(expression, law, form, mean):
    problem = read(f"({expression}) * dot(x, y)", law).problem
    assert isinstance(problem.bias, form)
    assert abs(2 * continuum_ball(problem, collapsed(problem), 64).mid() - fmpq(*_fraction(mean))) < fmpq(1, 10**8)


def _fraction(decimal):
    whole, _, places = decimal.partition(".")
    return int(whole + places), 10 ** len(places)


def test_a_rotary_gauge_is_kept_apart_from_the_problem_in_its_frame():
    file = read("exp(dot(rotate(x, 2*s, 1, 2), rotate(y, 2*t, 1, 2)))", dimension=3)
    assert file.gauge is not None
    assert "gauge R(s) x = rotate(x, 2 * s, 1, 2)" in file.describe()
    assert isinstance(
        read_file(text("dot(x, y)").replace('"circle"', '"circle"\ncount = 2\nreading = "cells"')), ProblemFile
    )


@pytest.mark.parametrize(
    ("expression", "law", "message"),
    [
        ("sin(s - t) * dot(x, y)", "circle", "bias: it has a sine of s - t and is not symmetric"),
        ("exp(s - t) * dot(x, y)", "interval", "the bias exp(s - t) is not symmetric"),
        ("x[1] * y[1]", "circle", "kernel: taken for a continuum of labels is"),
        ("bias(s, t) * dot(x, y)", "circle", "gauge(..) and bias(..) are tables of finitely many labels; give count"),
        ("dot(rotate(x, s**2, 1, 2), rotate(y, t**2, 1, 2))", "circle", "angle=s**2: expected a s + b"),
        ("dot(rotate(x, 1001*s, 1, 2), rotate(y, 1001*t, 1, 2))", "circle", "|a| up to 1000"),
        ("dot(rotate(x, s, 1, 3), rotate(y, t, 1, 3))", "circle", "coordinate=3: expected 1 to 2, the dimension"),
        ("log(s - 2) * dot(x, y)", "interval", "the bias log(s - 2): precision=128 bits: expected a finite ball"),
    ],
)
def test_a_kernel_without_a_form_is_refused_with_the_reason(expression, law, message):
    with pytest.raises(InvalidInputError) as caught:
        read_file(text(expression, law))
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[kernel]", "[bias]\nmatrix = [[1]]\n[kernel]", "bias: not allowed for a continuum of labels"),
        ("[kernel]", "[gauge]\nmatrices = [[[1]]]\n[kernel]", "gauge: not allowed for a continuum of labels"),
        ("[kernel]", "[flow]\nbeta = 1\n[kernel]", "flow: not allowed here; the table belongs to the command `flow`"),
        ("[kernel]", "[plot]\n[kernel]", "'plot': unknown, expected one of content, labels, kernel"),
        (
            '"circle"',
            '"circle"\nreading = "atomic"',
            "labels.reading: found the string 'atomic', expected one of cells",
        ),
        ('"circle"', '"circle"\nweights = ["1"]', 'labels.weights: not allowed with law = "circle"'),
        ('"circle"', '"circle"\nsize = 3', "labels.'size': unknown, expected one of law, reading"),
        ('"circle"', '"torus"', "labels.law: found the string 'torus'"),
    ],
)
def test_a_careless_file_is_refused_by_name(old, new, message):
    with pytest.raises(InvalidInputError) as caught:
        read_file(text("cos(s - t) * dot(x, y)").replace(old, new, 1))
    assert message in str(caught.value)
