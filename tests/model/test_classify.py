"""Classification: which form a kernel has, with which exact tables, and why another one is refused."""

from __future__ import annotations

import time

import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from theorems.model import boundedness
from theorems.model.classify import classify
from theorems.model.description import describe, is_circulant
from theorems.model.errors import InvalidInputError
from theorems.model.kernel import BilinearKernel, GeneralKernel, PairKernel, ZonalKernel
from theorems.model.label_table import LabelTable
from theorems.model.matrix import identity, is_orthogonal, matrix
from theorems.model.nodes import Content, Rotate
from theorems.model.parser import CONTENTS, parse
from theorems.model.real import Real
from theorems.model.text import to_text

SWAP = matrix([[0, 1], [1, 0]])


def circle(n):
    return tuple(Real.pi() * fmpq(2 * j, n) for j in range(n))


def classified(text, values=None, dimension=2, **tables):
    return classify(parse(text, contents=CONTENTS), LabelTable(dimension, values or circle(4), **tables))


def refusal(text, **options):
    with pytest.raises(InvalidInputError) as caught:
        classified(text, **options)
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("dot(x, y)", "bias k(s, t) = 1, profile phi(r) = r, no gauge"),
        ("-dot(x, y)", "bias k(s, t) = -1, profile phi(r) = r, no gauge"),
        ("exp(2 * dot(y, x)) / 2", "bias k(s, t) = 1/2, profile phi(r) = exp(2 * r), no gauge"),
        ("cos(s - t) * dot(x, y)**2 * 3", "bias k(s, t) = 3 * cos(s - t), profile phi(r) = r**2, no gauge"),
        ("cos(s - t) * dot(x, y) + dot(x, y) / 2", "bias k(s, t) = cos(s - t) + 1/2, profile phi(r) = r, no gauge"),
        ("s*t*dot(x, y) - 2*s*t*dot(x, y)**2", "bias k(s, t) = s * t, profile phi(r) = r - 2 * r**2, no gauge"),
        ("dot(x, y) + dot(x, y)**2", "bias k(s, t) = 1, profile phi(r) = r + r**2, no gauge"),
        ("cos(s - t)", "bias k(s, t) = cos(s - t), profile phi(r) = 1, no gauge"),
        (
            "exp(dot(rotate(y, 3*t, 1, 2), rotate(x, 3*s, 1, 2)))",
            "bias k(s, t) = 1, profile phi(r) = exp(r), gauge R(s) x = rotate(x, 3 * s, 1, 2)",
        ),
        ("x[1] * y[1] + cos(s) * cos(t) * x[2] * y[2]", "bilinear, h(x, y) = <x, M(s, t) y>"),
        ("dot(rotate(x, s - t, 1, 2), y)", "bilinear, h(x, y) = <x, M(s, t) y>"),
    ],
)
def test_the_form_of_a_kernel(text, form):
    assert classified(text).form == form


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("exp(dot(x, y)) * x[1]", "not symmetric: 3/5*exp(24/145) at x = (3/5, -4/5), label 1 (s = 0) and y = (-20/29"),
        ("x[1] * y[1] * x[2]**-1", "not symmetric"),
        ("x[1]**2 * y[1]", "not symmetric: -36/145 at x = (3/5, -4/5), label 1 (s = 0) and y = (-20/29, -21/29)"),
        ("dot(x, rotate(y, t, 1, 2))**2", "not symmetric"),
        ("exp(s * dot(x, y))", "not symmetric: 1 at x = (3/5, -4/5), label 1 (s = 0) and y = (3/5, -4/5), label 2"),
        ("rotate(x, y[1], 1, 2)[1] * y[1]", "not symmetric"),
        ("rotate(x, dot(x, y), 1, 2)[1] * y[1]", "not symmetric"),
        ("sin(s - t) * dot(x, y)**2 + dot(x, y)", "not symmetric"),
        ("dot(x, x)", "could not be shown symmetric"),
        ("(cos(s)**2 + sin(s)**2) * exp(x[1] * y[1])", "could not be shown symmetric"),
    ],
)
def test_an_asymmetric_kernel_is_refused_with_a_point_or_where_no_form_shows_symmetry(text, reason):
    message = refusal(text)
    assert reason in message
    if "could not" in reason:
        assert "write it as (h(x, y) + h(y, x))/2" in message
    else:
        assert "expected h((x,s),(y,t)) = h((y,t),(x,s))" in message


@pytest.mark.parametrize(
    ("text", "kind", "form"),
    [
        ("exp(cos(s - t) * dot(x, y))", PairKernel, "pairwise, profile psi(r; s, t) = exp(cos(s - t) * r), no gauge"),
        ("s * t * dot(x, y)**2 + dot(x, y)", PairKernel, "pairwise, profile psi(r; s, t) = s * t * r**2 + r, no gauge"),
        (
            "exp(cos(s - t) * dot(rotate(x, s, 1, 2), rotate(y, t, 1, 2)))",
            PairKernel,
            "pairwise, profile psi(r; s, t) = exp(cos(s - t) * r), gauge R(s) x = rotate(x, s, 1, 2)",
        ),
        (
            "x[1] * y[1] * exp(dot(x, y))",
            GeneralKernel,
            "general, h(x, y; s, t) = x[1] * y[1] * exp(dot(x, y))",
        ),
        ("exp(-abs(x[1] - y[1]))", GeneralKernel, "general, h(x, y; s, t) = exp(-abs(x[1] - y[1]))"),
        ("exp(dot(rotate(x, t, 1, 2), rotate(y, s, 1, 2)))", GeneralKernel, None),
        ("exp(dot(rotate(x, s - t, 1, 2), y))", GeneralKernel, None),
        ("dot(rotate(x, x[1], 1, 2), rotate(y, y[1], 1, 2))", GeneralKernel, None),
        ("exp(dot(x, y)) * dot(rotate(x, s, 1, 2), rotate(y, t, 1, 2))", GeneralKernel, None),
        ("min(x[1], y[1]) * max(y[2], x[2])", GeneralKernel, None),
        ("(exp(s * x[1]) + exp(t * y[1])) / 2", GeneralKernel, None),
    ],
)
def test_any_other_symmetric_kernel_is_pairwise_or_general(text, kind, form):
    found = classified(text)
    assert isinstance(found.kernel, kind)
    assert form is None or found.form == form


def test_a_profile_of_a_pair_holds_its_labels_as_numbers():
    kernel = classified("cos(s - t) * dot(x, y) + bias(s, t) * dot(x, y)**2", bias=identity(4)).kernel
    assert isinstance(kernel, PairKernel)
    assert [to_text(profile) for profile in kernel.profiles[0]] == ["r + r**2", "0", "-r", "0"]
    assert kernel.profiles[1][3] is kernel.profiles[0][2]


@pytest.mark.parametrize(
    ("just_beyond", "just_inside"),
    [
        ("1 / (s + t + 1 + dot(x, y))", "1 / (s + t + 2 + dot(x, y))"),
        ("1 / (x[1] - y[1])**2", "1 / (1 + (x[1] - y[1])**2)"),
        ("log(2 + x[1] + y[1])", "log(9/4 + x[1] + y[1])"),
        ("sqrt(dot(x, y) + s * t)", "sqrt(5/4 + dot(x, y) + s * t)"),
    ],
)
def test_a_kernel_that_balls_do_not_bound_is_refused_with_the_place(just_beyond, just_inside):
    message = refusal(just_beyond, values=circle(2))
    assert "kernel: balls do not bound it at label 1 (s = 0) and label 1 (s = 0), " in message
    assert "near" in message
    classified(just_inside, values=circle(2))


def test_the_cells_of_all_profiles_together_are_bounded(monkeypatch):
    wide = "1 / (1 + s * t + dot(x, y) * sin(9 * dot(x, y)) - sin(9 * dot(x, y)) * dot(x, y))"
    used = []

    def counted(profile, look=boundedness._unbounded_on_interval):
        used.append(look(profile)[1])
        return None, used[-1]

    labels = tuple(map(Real, (0, 1, 2)))
    monkeypatch.setattr(boundedness, "_unbounded_on_interval", counted)
    classified(wide, values=labels)
    total = sum(used)
    assert total > len(used) > 1
    monkeypatch.setattr(boundedness, "MAX_PROFILE_CELLS", total)
    classified(wide, values=labels)
    monkeypatch.setattr(boundedness, "MAX_PROFILE_CELLS", total - 1)
    assert f"not bounded by {total - 1} cells in all" in refusal(wide, values=labels)


def test_a_general_kernel_on_many_labels_is_not_looked_at_pair_by_pair():
    assert "on 41 labels, expected at most 40" in refusal("log(9 + s * x[1] + t * y[1])", values=circle(41))
    assert isinstance(classified("log(9 + x[1] + y[1]) + s * t", values=circle(3)).kernel, GeneralKernel)
    assert isinstance(classified("log(9 + x[1] + y[1])", values=circle(41)).kernel, GeneralKernel)


def test_a_linear_expression_in_which_the_frames_differ_is_still_bilinear():
    kernel = classified("dot(rotate(x, s, 1, 2), rotate(y, t, 1, 2)) + dot(x, y)").kernel
    assert isinstance(kernel, BilinearKernel)
    assert kernel.blocks[0][1] == ((1, -1), (1, 1))
    assert kernel.blocks[1][0] == ((1, 1), (-1, 1))


def test_a_non_symmetric_bias_is_refused_with_labels_and_values():
    values = (Real(1), Real("1/2"))
    assert refusal("s * dot(x, y)", values=values) == (
        "the bias s is not symmetric: 1/2 at (label 2 (s = 1/2), label 1 (s = 1)), 1 with the two exchanged, "
        "contents too; expected h((x,s),(y,t)) = h((y,t),(x,s))"
    )
    assert isinstance(classified("s * t * dot(x, y)", values=values).kernel, ZonalKernel)


def test_a_non_symmetric_block_is_refused():
    assert "the kernel is not symmetric: 1 at" in refusal("x[1] * y[2]")
    assert isinstance(classified("x[1] * y[2] + x[2] * y[1]").kernel, BilinearKernel)


def test_a_bias_without_exact_form_makes_profiles_of_pairs():
    kernel = classified("exp(-abs(s - t)) * dot(x, y)").kernel
    assert isinstance(kernel, PairKernel)
    assert to_text(kernel.profiles[0][1]) == "exp(-1/2 * pi) * r"
    assert isinstance(classified("exp(-abs(s - t) / pi) * dot(x, y)", values=(Real(0),)).kernel, ZonalKernel)


def test_an_angle_without_exact_form_makes_a_general_kernel():
    text = "dot(rotate(x, {0}*s, 1, 2), rotate(y, {0}*t, 1, 2))**2"
    values = (Real(0), Real("1/2"))
    assert isinstance(classified(text.format("1"), values=values).kernel, GeneralKernel)
    assert isinstance(classified(text.format("pi"), values=values).kernel, ZonalKernel)


def test_division_by_zero_at_a_label_is_refused():
    assert "y = (21/29, -20/29), label 1 (s = 0): divisor=0: division by zero" in refusal(
        "1 / dot(x, rotate(y, t, 1, 2))"
    )
    assert "division by zero" in refusal("1 / (s - t) * dot(x, y)")


def test_a_coordinate_beyond_the_dimension_is_refused():
    assert "coordinate=3: expected 1 to 2" in refusal("x[3] * y[3]")
    assert "coordinate=3: expected 1 to 2" in refusal("dot(rotate(x, s, 1, 3), rotate(y, t, 1, 3))")


@pytest.mark.parametrize("text", ["bias(s, t) * dot(x, y)", "dot(gauge(x, s), gauge(y, t))"])
def test_a_missing_table_is_refused(text):
    assert "expected a [" in refusal(text)


def test_a_gauge_that_is_not_orthogonal_is_refused_with_its_label():
    with pytest.raises(InvalidInputError, match="the matrix of label 2 is not orthogonal"):
        LabelTable(2, circle(2), gauges=(SWAP, matrix([[1, 0], [1, 1]])))
    LabelTable(2, circle(2), gauges=(SWAP, identity(2)))


@pytest.mark.parametrize("tables", [{"gauges": (SWAP,)}, {"gauges": (identity(3),) * 2}, {"bias": identity(3)}])
def test_tables_of_another_size_are_refused(tables):
    with pytest.raises(InvalidInputError, match="expected 2"):
        LabelTable(2, circle(2), **tables)


def test_a_gauge_table_becomes_the_gauges():
    kernel = classified("exp(dot(gauge(x, s), gauge(y, t)))", values=circle(2), gauges=(identity(2), SWAP)).kernel
    assert isinstance(kernel, ZonalKernel)
    assert kernel.gauges == (identity(2), SWAP)


def test_nested_rotations_and_gauges_act_from_the_inside():
    frame = "rotate(gauge({0}, {1}), pi/2, 1, 2)"
    text = f"dot({frame.format('x', 's')}, {frame.format('y', 't')})"
    kernel = classified(text, values=circle(2), gauges=(identity(2), SWAP)).kernel
    assert isinstance(kernel, ZonalKernel)
    # swap first: e1 -> e2; then the quarter turn: e2 -> -e1
    assert kernel.gauges[1] == matrix([[-1, 0], [0, 1]])


def test_bias_of_exchanged_labels_reads_the_transposed_entry():
    table = matrix([[0, 1], [3, 0]])
    assert "the bias bias(s, t) is not symmetric" in refusal("bias(s,t) * dot(x,y)", values=circle(2), bias=table)
    kernel = classified("(bias(s, t) + bias(t, s)) / 2 * dot(x, y)", values=circle(2), bias=table).kernel
    assert isinstance(kernel, ZonalKernel)
    assert kernel.bias == matrix([[0, 2], [2, 0]])


@given(st.integers(1, 7), st.integers(-4, 4))
def test_rotary_gauges_are_orthogonal_and_blocks_agree_with_them(n, m):
    dot = f"dot(rotate(x, {m}*s, 1, 2), rotate(y, {m}*t, 1, 2))"
    zonal = classified(dot, values=circle(n)).kernel
    assert isinstance(zonal, ZonalKernel)
    assert all(is_orthogonal(gauge) for gauge in zonal.gauges)
    bilinear = classified(f"dot(rotate(x, {m}*(s - t), 1, 2), y)", values=circle(n)).kernel
    assert isinstance(bilinear, BilinearKernel)
    for i in range(n):
        for j in range(n):
            inner = [
                [sum((zonal.gauges[i][c][a] * zonal.gauges[j][c][b] for c in range(2)), start=Real(0)) for b in (0, 1)]
                for a in (0, 1)
            ]
            assert bilinear.blocks[i][j] == tuple(map(tuple, inner))


def test_a_name_that_is_no_label_is_refused():
    with pytest.raises(InvalidInputError, match=r"names=\['r'\]"):
        classify(parse("r", names=("r",)), LabelTable(2, circle(2)))


def test_a_rotation_by_contents_is_never_taken_for_a_frame():
    angle = parse("x[1]", contents=CONTENTS)
    assert Rotate(Content("x"), angle, 1, 2) != Content("x")
    kernel = classified("dot(rotate(x, x[1], 1, 2), rotate(y, y[1], 1, 2))").kernel
    assert isinstance(kernel, GeneralKernel)


def test_too_many_exact_values_are_refused():
    assert "exact values, expected at most" in refusal("x[1] * y[1]", values=circle(60), dimension=20)


@pytest.mark.parametrize(
    ("just_beyond", "just_inside"),
    [
        ("1 / (cos(2*pi/99991) + cos(2*pi/99989))", "cos(2*pi/99991)"),
        ("cos(2*pi/101) + cos(2*pi/103) + cos(2*pi/107)", "cos(2*pi/101) + cos(2*pi/103)"),
        ("(exp(1) + exp(2/7) + exp(3/11) + exp(5/13))**40", "(exp(1) + exp(2/7) + exp(3/11))**10"),
        ("(cos(s) + cos(2*s) + cos(3*s))**40 * cos(t)", "cos(s)**40 * cos(t)**40"),
        ("(1 + cos(s - t))**64 * (1 + sin(s - t)**2)**32", "(1 + cos(s - t))**64"),
    ],
)
def test_values_that_would_grow_without_end_are_refused_at_once(just_beyond, just_inside):
    begin = time.perf_counter()
    message = refusal(f"({just_beyond}) * dot(x, y)")
    assert time.perf_counter() - begin < 1
    assert "multiples of 1/" in message or "terms when multiplied out" in message
    assert isinstance(classified(f"({just_inside}) * dot(x, y)").kernel, ZonalKernel)


def test_rotations_that_mix_planes_again_and_again_are_refused_at_once():
    def turned(times):
        x, y = "x", "y"
        for k in range(times):
            x, y = (f"rotate({v}, {k + 1}*{u}, {k % 2 + 1}, {k % 2 + 2})" for v, u in ((x, "s"), (y, "t")))
        return f"dot({x}, {y})"

    begin = time.perf_counter()
    assert "fewer rotations of a plane" in refusal(turned(40), dimension=3)
    assert time.perf_counter() - begin < 1
    assert isinstance(classified(turned(5), dimension=3).kernel, ZonalKernel)


MASSES = (fmpq(1, 4),) * 4


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("cos(s - t) * dot(x, y)", "linear profile; circulant bias"),
        ("(2 + cos(s - t)) * exp(dot(x, y))", "circulant bias; non-negative bias"),
        ("cos(s) * cos(t) * dot(x, y)**2", ""),
    ],
)
def test_the_description_names_the_symmetries(text, words):
    found = classified(text)
    assert describe(found, MASSES) == "; ".join([found.form, *([words] if words else [])])


def test_a_circulant_table_with_unequal_masses_is_not_called_circulant():
    kernel = classified("cos(s - t) * dot(x, y)").kernel
    assert isinstance(kernel, ZonalKernel)
    assert is_circulant(kernel.bias, MASSES)
    assert not is_circulant(kernel.bias, (fmpq(1, 8), fmpq(3, 8), fmpq(1, 4), fmpq(1, 4)))
