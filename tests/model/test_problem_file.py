"""Problem files: the examples, exact numbers, and a refusal by name for all else."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from flint import fmpq

from theorems.model.continuum_file import ContinuumFile, read_file
from theorems.model.errors import InvalidInputError
from theorems.model.kernel import BilinearKernel, ZonalKernel
from theorems.model.labels import Reading
from theorems.model.problem_file import MAX_BYTES, read_problem, read_problem_file
from theorems.model.real import Real

EXAMPLES = sorted((Path(__file__).parents[2] / "verify" / "examples").glob("*.toml"))

GOOD = """
[content]
dimension = 2
[labels]
law = "circle"
count = 4
reading = "atomic"
[kernel]
expression = "k * cos(s - t) * dot(x, y)"
parameters = { k = "1/3" }
"""
POINTS = GOOD.replace('"circle"', '"points"').replace("count = 4", 'points = ["0", 0.5]\nweights = ["1/3", "2/3"]')
GAUGE = POINTS.replace("k * cos(s - t) * dot(x, y)", "k * dot(gauge(x, s), gauge(y, t))") + (
    "[gauge]\nmatrices = [[[1, 0], [0, 1]], [[0.6, '-4/5'], [0.8, 3e-1]]]\n"
)
BIAS = POINTS.replace("k * cos(s - t)", "bias(s, t)") + "[bias]\nmatrix = [[0, '1/2'], [0.5, 1]]\n"


def refusal(text):
    with pytest.raises(InvalidInputError) as caught:
        read_problem(text)
    return str(caught.value)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_is_read_and_says_what_to_expect(path):
    text = path.read_text(encoding="utf-8")
    assert text.startswith("# Expect: ")
    file = read_file(text)
    assert isinstance(file, ContinuumFile) or len(file.problem) == len(file.values)
    assert file.text == text


def test_the_examples_are_all_there_with_the_forms_they_show():
    forms = {path.stem: read_file(path.read_text(encoding="utf-8")).describe() for path in EXAMPLES}
    one = "bias k(s, t) = 1, profile phi(r)"
    assert forms == {
        "continuum-circle": "bias k(s, t) = cos(s - t), profile phi(r) = exp(2 * r), no gauge; trigonometric bias",
        "continuum-repulsion": "bias k(s, t) = -exp(-abs(s - t)), profile phi(r) = r, no gauge; exponential bias; "
        "linear profile",
        "cosine-circle": "bias k(s, t) = cos(s - t), profile phi(r) = r, no gauge; linear profile; circulant bias",
        "pairwise": "pairwise, profile psi(r; s, t) = exp((2 + cos(s - t)) * r), gauge R(s) x = rotate(x, s, 1, 2)",
        "general": ("general, h(x, y; s, t) = exp(-abs(s - t)) * x[1] * y[1] + 1/4 * (s * x[2] + t * y[2])"),
        "distance-bias": "bias k(s, t) = exp(-abs(s - t)), profile phi(r) = exp(r), no gauge; non-negative bias",
        "prefix": f"{one} = exp(r), gauge R(s) x = gauge(x, s); non-negative bias",
        "rope": f"{one} = exp(2 * r), gauge R(s) x = rotate(x, s, 1, 2); circulant bias; non-negative bias",
        "signed": "bias k(s, t) = bias(s, t), profile phi(r) = r, no gauge; linear profile",
    }


def test_labels_on_the_circle_are_two_pi_j_over_n():
    file = read_problem_file(GOOD)
    assert list(file.values) == [Real.pi() * fmpq(j, 2) for j in range(4)]
    assert file.problem.labels.masses == (fmpq(1, 4),) * 4
    assert file.problem.labels.reading is Reading.ATOMIC
    kernel = file.problem.kernel
    assert isinstance(kernel, ZonalKernel)
    third = fmpq(1, 3)
    assert kernel.bias[0] == (third, 0, -third, 0)


def test_labels_on_the_interval_are_the_midpoints_of_its_cells():
    file = read_problem_file(GOOD.replace('"circle"', '"interval"').replace("cos(s - t)", "s * t"))
    assert list(file.values) == [fmpq(1, 8), fmpq(3, 8), fmpq(5, 8), fmpq(7, 8)]


def test_points_bring_their_weights():
    file = read_problem_file(POINTS.replace("cos(s - t)", "s * t"))
    assert list(file.values) == [0, fmpq(1, 2)]
    assert file.problem.labels.masses == (fmpq(1, 3), fmpq(2, 3))


def test_a_toml_float_is_read_exactly():
    file = read_problem_file(GOOD.replace('"1/3"', "0.1"))
    assert isinstance(file.problem.kernel, ZonalKernel)
    assert file.problem.kernel.bias[0][0] == fmpq(1, 10)


def test_a_bias_table_becomes_the_bias():
    kernel = read_problem(BIAS).kernel
    assert isinstance(kernel, ZonalKernel)
    assert kernel.bias == ((0, fmpq(1, 2)), (fmpq(1, 2), 1))


def test_a_linear_kernel_of_no_other_form_is_bilinear():
    assert isinstance(read_problem(GOOD.replace("dot(x, y)", "x[1] * y[1]")).kernel, BilinearKernel)


def test_a_gauge_matrix_that_is_not_orthogonal_is_refused_and_its_neighbour_is_not():
    assert refusal(GAUGE) == "gauge: the matrix of label 2 is not orthogonal; check its rows"
    assert read_problem(GAUGE.replace("3e-1", "6e-1")).dimension == 2


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "dimension = 2",
            "dimension = 0",
            "content.dimension: found the number 0, expected a whole number from 1",
        ),
        ("dimension = 2", "dimension = 65", "content.dimension: found the number 65"),
        ("dimension = 2", "dimension = 2.0", "content.dimension: found the number '2.0'"),
        ("dimension = 2", "dimension = true", "content.dimension: found a boolean"),
        ("dimension = 2", "dimension = [2]", "content.dimension: found a list"),
        ("dimension = 2", "dimension = 1979-05-27", "content.dimension: found a date or time"),
        ("dimension = 2", "dimension = 0x" + "f" * 5000, "content.dimension: found a number that is too long"),
        ("dimension = 2", "dimension = " + "9" * 5000, "toml: "),
        ("dimension = 2", "", "content.dimension: missing, expected a whole number"),
        ("dimension = 2", "dimension = 2\nsize = 3", "content.'size': unknown, expected one of dimension"),
        ("[content]", "[contents]", "'contents': unknown, expected one of content, labels, kernel, gauge, bias"),
        ("[content]\ndimension = 2", "content = 1", "content: found the number 1, expected a table"),
        ('"circle"', '"torus"', "labels.law: found the string 'torus', expected one of circle, interval, points"),
        ('"atomic"', '"tokens "', "labels.reading: found the string 'tokens ', expected one of atomic, cells, tokens"),
        ("count = 4", "count = 0", "labels.count: found the number 0"),
        ("count = 4", "count = 1001", "labels.count: found the number 1001, expected a whole number from 1 to 1000"),
        ("count = 4", 'count = "4"', "labels.count: found the string '4'"),
        ("count = 4", "", "labels.count: missing, which means the continuum; finite labels are needed here"),
        ("count = 4", 'count = 4\nweights = ["1"]', 'labels.weights: not allowed with law = "circle"'),
        ('k = "1/3"', "k = nan", "number=nan: expected an exact rational, not nan or inf"),
        ('k = "1/3"', "k = -inf", "number=-inf: expected an exact rational"),
        ('k = "1/3"', 'k = "nan"', "kernel.parameters.k: number='nan': expected an exact rational"),
        ('k = "1/3"', 'k = "1/0"', "kernel.parameters.k: number='1/0'"),
        ('k = "1/3"', "k = 1e9999", "kernel.parameters.k: number='1e9999'"),
        ('k = "1/3"', "k = true", "kernel.parameters.k: found a boolean"),
        ('k = "1/3"', 's = "1/3"', "parameter='s': expected a name other than"),
        ("{ k", "{ j", "unknown name; expected one of s, t, x, y, j, pi"),
        ('"k * cos(s - t) * dot(x, y)"', "3", "kernel.expression: found the number 3, expected a string"),
        ('"k * cos(s - t) * dot(x, y)"', "0.5", "kernel.expression: found the number '0.5', expected a string"),
        ("dot(x, y)", "dot(x, y", "expected ')'"),
        ("cos(s - t)", "s", "the bias 1/3 * s is not symmetric"),
        ("[kernel]", "[kernel", "toml: "),
        ("[kernel]", "[content]", "toml: "),
        ("[kernel]", "a = " + "[" * 100_000 + "\n[kernel]", "toml: "),
        ("[kernel]", ".".join(["a"] * 100_000) + " = 1\n[kernel]", "toml: 99999 dots outside of numbers"),
        ("[kernel]", " . ".join(["1"] * 100_000) + " = 1\n[kernel]", "toml: 99999 dots outside of numbers"),
        ("[kernel]", "#" * MAX_BYTES + "\n[kernel]", "expected a file of at most 1048576 bytes"),
        ("[kernel]", "#\ud800\n[kernel]", ""),
    ],
)
def test_a_careless_or_hostile_file_is_refused_by_name(old, new, message):
    text = GOOD.replace(old, new, 1)
    assert text != GOOD
    begin = time.perf_counter()
    if message:
        assert message in refusal(text)
    else:
        assert read_problem(text).dimension == 2
    assert time.perf_counter() - begin < 1


@pytest.mark.parametrize(
    ("base", "old", "new", "message"),
    [
        (POINTS, '"2/3"', '"1/2"', "labels.weights: sum 5/6, expected 1"),
        (POINTS, ', "2/3"', "", "labels: 2 points and 1 weights, expected as many"),
        (POINTS, '["1/3", "2/3"]', '["4/3", "-1/3"]', "masses[1]=-1/3: expected a positive mass"),
        (POINTS, "points = [", "count = 2\npoints = [", 'labels.count: not allowed with law = "points"'),
        (POINTS, '["0", 0.5]', "[]", "labels.points: 0 entries, expected 1 to"),
        (POINTS, '["0", 0.5]', '"0"', "labels.points: found the string '0', expected a list"),
        (POINTS, "0.5", "[1]", "labels.points[1]: found a list, expected an exact rational"),
        (GAUGE, "[[1, 0], [0, 1]], ", "", "gauge: 1 matrices, expected 2, one a label"),
        (GAUGE, "[0, 1]]", "[0]]", "gauge.matrices[0][1]: 1 entries, expected 2, a square matrix"),
        (GAUGE, "dimension = 2", "dimension = 3", "gauge: a matrix with 2 rows, expected 3 x 3"),
        (GAUGE, "matrices", "matrix", "gauge.'matrix': unknown, expected one of matrices"),
        (BIAS, "[0.5, 1]", "[0.25, 1]", "the bias bias(s, t) is not symmetric: 1/4 at (label 2 (s = 1/2), label 1"),
        (BIAS, ", [0.5, 1]", "", "bias.matrix[0]: 2 entries, expected 1 to 1"),
        (BIAS, "[bias]\nmatrix = [[0, '1/2'], [0.5, 1]]\n", "", "bias(..): expected a [bias] table with a matrix"),
    ],
)
def test_tables_that_do_not_fit_are_refused_by_name(base, old, new, message):
    text = base.replace(old, new, 1)
    assert text != base
    assert message in refusal(text)


def test_a_message_is_one_line_and_two_more_for_an_expression():
    assert refusal(GOOD.replace("dot(x, y)", "u")).count("\n") == 2
    assert refusal(GOOD.replace("count = 4", "count = 0")).count("\n") == 0
