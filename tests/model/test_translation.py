"""Expressions that depend on s - t alone, and the tables that are made of them."""

from __future__ import annotations

import pytest
from flint import fmpq

from theorems.model.parser import parse
from theorems.model.problem import zonal
from theorems.model.problem_file import read_problem_file
from theorems.model.real import Real
from theorems.model.translation import are_equispaced, depends_on_difference


@pytest.mark.parametrize(
    "text",
    [
        "1",
        "pi",
        "s - t",
        "cos(t - s)",
        "2*s - 2*t + 1",
        "exp(-abs(s - t))",
        "(s - t)**2 * cos(3*(s - t))",
        "s - t + s - t",
    ],
)
def test_what_depends_on_the_difference_is_seen(text):
    assert depends_on_difference(parse(text))


@pytest.mark.parametrize("text", ["s", "s + t", "s * t", "cos(s) - cos(t)", "2*s - t", "s*(s - t)", "s/pi - t/pi + s"])
def test_what_does_not_is_not_taken_for_it(text):
    assert not depends_on_difference(parse(text))


def test_labels_are_equispaced_only_by_one_exact_step():
    assert are_equispaced((Real(3),))
    assert are_equispaced(tuple(Real.pi() * fmpq(k, 3) for k in range(5)))
    assert not are_equispaced((Real(0), Real(1), Real("3/2")))


def bias(expression, labels):
    problem = read_problem_file(
        f'[content]\ndimension = 2\n[labels]\n{labels}\nreading = "cells"\n[kernel]\n'
        f'expression = "({expression}) * dot(x, y)"\n'
    ).problem
    return zonal(problem).bias


@pytest.mark.parametrize(
    "labels",
    ['law = "circle"\ncount = 5', 'law = "points"\npoints = ["0", "1", "3"]\nweights = ["1/3", "1/3", "1/3"]'],
)
def test_one_value_a_diagonal_is_the_value_at_every_pair(labels):
    """cos(s - t) is evaluated once a difference on the circle; the other side of the identity is so at every pair."""
    if "circle" in labels:
        once, pairwise = bias("cos(s - t)", labels), bias("cos(s)*cos(t) + sin(s)*sin(t)", labels)
    else:
        once, pairwise = bias("(s - t)**2", labels), bias("s**2 - 2*s*t + t**2", labels)
    for row, other in zip(once, pairwise, strict=True):
        assert all(a == b for a, b in zip(row, other, strict=True))
