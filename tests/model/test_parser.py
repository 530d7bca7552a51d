"""The parser: what it takes, what it refuses, and that it refuses fast."""

from __future__ import annotations

import time
import tracemalloc

import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from theorems.model.arithmetic import Exact
from theorems.model.errors import InvalidInputError
from theorems.model.expression import Name, Number, Power, derivative, evaluate
from theorems.model.parser import CONTENTS, RESERVED, ExpressionError, parse
from theorems.model.real import Real
from theorems.model.text import to_text

HOSTILE = [
    "9**9**9",
    "9**9**9**9**9",
    "((9**64)**64)**64",
    "(((s**64)**64)**64)**64",
    "9**999999999",
    "9**-999999999",
    "9**00000000000000064",
    "2**0.5",
    "2**s",
    "2**(1+1)",
    "1e9999",
    "1e400",
    "1e-400",
    "1e399 * 10 * s",
    "s / 1e399 / 10",
    "1" * 401,
    "*".join(["1e999"] * 900),
    "9" * 9000,
    "(" * 51 + "s" + ")" * 51,
    "cos(" * 51 + "s" + ")" * 51,
    "((" * 4000,
    "s" * 10_001,
    "1 + " * 4000 + "s",
    "rotate(" * 60 + "x" + ", s, 1, 2)" * 60 + "[1]",
    "__import__('os').system('true')",
    "().__class__.__bases__[0]",
    "s.__class__",
    "x.real",
    "exec('1')",
    "eval(s)",
    "open(s)",
    "lambda: s",
    "[s for s in t]",
    "{s}",
    "s if t else s",
    "s and t",
    "not s",
    "s == t",
    "s < t",
    "s = t",
    "s := t",
    "s ^ t",
    "s // t",
    "s % t",
    "~s",
    "s @ t",
    "s; t",
    "s # t",
    "s \\ t",
    "'s'",
    '"s"',
    "f's'",
    "nan",
    "inf",
    "-inf",
    "Infinity",
    "NaN",
    "oo",
    "I",
    "1j",
    "0x10",
    "1_000",
    ".5",
    "5.",
    "1.2.3",
    "2s",
    "2 s",
    "s t",
    "s(t)",
    "cos",
    "cos()",
    "cos(s, t)",
    "min(s)",
    "gamma(s)",
    "pi(s)",
    "u",
    "r",
    "z[1]",
    "x",
    "x + y",
    "dot(x)",
    "dot(x, s)",
    "dot(x, y, x)",
    "x[0]",
    "x[65]",
    "x[-1]",
    "x[s]",
    "x[1.0]",
    "x[0000000011]",
    "rotate(x, s, 1, 1)[1]",
    "rotate(x, s, 1)[1]",
    "rotate(s, s, 1, 2)[1]",
    "gauge(x, 1)[1]",
    "gauge(x, r)[1]",
    "bias(s)",
    "bias(1, 2)",
    "s/0",
    "s/(1/3*0)",
    "",
    "   ",
    "+",
    "s +",
    "* s",
    "s)",
    "(s",
    "\u0455",  # Cyrillic dze, looks like s
    "\u03c0",
    "s \u2212 t",  # minus sign
    "s\u00a0+ t",
    "\u0661",  # a digit to str.isdigit
    "\uff53",  # full width s, which Python itself would read as s
    "s\u200b",
    "s\x00",
    "co\u0000s(s)",
    "\ud800",
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text_is_refused_fast_and_in_little_memory(text):
    tracemalloc.start()
    begin = time.perf_counter()
    with pytest.raises(ExpressionError, match=r"expression, .*column \d+: "):
        parse(text, contents=CONTENTS)
    elapsed, (_, peak) = time.perf_counter() - begin, tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert elapsed < 1
    assert peak < 20_000_000


@pytest.mark.parametrize(
    "text",
    [
        "9**9",
        "(9**9)**9",
        "(9**64)**63",
        "9**-64",
        "9**0064",
        "2**2",
        "2**(-2)",
        "1e399",
        "9" * 399 + "/" + "7" * 399 + " * s",
        "s/" + "9" * 399,
        "1" * 400,
        "(" * 50 + "s" + ")" * 50,
        "1 + " * 2000 + "s",
        "s/" * 2000 + "s",
        "-" * 5000 + "s",
        "rotate(" * 48 + "x" + ", s, 1, 2)" * 48 + "[1]",
        "0.5",
        "2 * s",
        "min(s, t)",
        "x[64]",
        "rotate(x, s, 1, 2)[1]",
        "gauge(x, s)[1]",
        "bias(s, t)",
        "s/(t*0)",
        "s\n + t",
    ],
)
def test_the_neighbour_just_inside_the_edge_is_taken(text):
    node = parse(text, contents=CONTENTS)
    assert parse(to_text(node), contents=CONTENTS) == node


@given(st.text(max_size=60) | st.text(alphabet="stxy01.*/+-()[], expcosdt", max_size=60))
def test_any_text_is_an_expression_or_an_expression_error(text):
    try:
        node = parse(text, contents=CONTENTS)
    except ExpressionError:
        return
    assert parse(to_text(node), contents=CONTENTS) == node


def test_an_error_shows_line_column_and_caret():
    with pytest.raises(ExpressionError) as caught:
        parse("cos(s - t)\n  * exp(beta * s)", parameters={"b": fmpq(1)})
    assert str(caught.value) == (
        "expression, line 2, column 9: unknown name; expected one of s, t, b, pi, exp, log, sqrt, cos, sin, abs, min, "
        "max, found 'beta'\n"
        "    * exp(beta * s)\n"
        "          ^"
    )


def test_an_error_in_a_long_line_shows_the_part_around_the_caret():
    with pytest.raises(ExpressionError) as caught:
        parse("s + " * 500 + "u" + " + s" * 500)
    _, shown, caret = str(caught.value).split("\n")
    assert len(shown) < 130
    assert shown[caret.index("^")] == "u"


def test_a_message_holds_no_control_characters_of_the_text():
    with pytest.raises(ExpressionError) as caught:
        parse("s + \x1b[31m")
    assert "\x1b" not in str(caught.value)


def test_parameters_become_their_numbers_also_as_exponents():
    assert parse("m * s", parameters={"m": fmpq(1, 3)}) == parse("s/3")
    assert parse("s**m", parameters={"m": fmpq(3)}) == Power(Name("s"), 3)
    with pytest.raises(ExpressionError, match="whole exponent"):
        parse("s**m", parameters={"m": fmpq(1, 2)})


@pytest.mark.parametrize("name", sorted(RESERVED))
def test_no_parameter_takes_a_reserved_name(name):
    with pytest.raises(InvalidInputError, match="expected a name other than"):
        parse("s", parameters={name: fmpq(1)})


def test_a_profile_knows_r_and_no_contents():
    assert parse("r", names=("r",)) == Name("r")
    for text in ("s", "x[1]", "dot(x, y)", "bias(s, t)", "gauge(x, s)[1]"):
        with pytest.raises(ExpressionError, match="unknown name"):
            parse(text, names=("r",))


def test_numbers_are_read_exactly():
    assert parse("0.1") == Number(fmpq(1, 10))
    assert parse("1/3") == Number(fmpq(1, 3))
    assert parse("1e-9") == Number(fmpq(1, 10**9))


def _deepest() -> str:
    """An expression as deep as is allowed, with sum, product, power and call at each level."""
    deepest, text = "s", "s"
    while True:
        text = f"1 + 2 / sin({text})"
        try:
            parse(text)
        except ExpressionError as error:
            assert "depth" in str(error)  # noqa: PT017  # which bound stops it is what this is about
            return deepest
        deepest = text


def test_the_deepest_tree_is_within_reach_of_every_recursion():
    node = parse(_deepest())
    assert parse(to_text(node)) == node
    assert hash(node) == hash(parse(to_text(node)))
    assert derivative(node, "s") != node
    assert evaluate(node, {"s": Real(0)}, _Flat()) is not None


class _Flat(Exact):
    """Exact but for functions, which are 1."""

    def call(self, _function, _arguments, /):
        return Real(1)


def test_a_parameter_is_bounded_like_a_literal():
    assert parse("b", parameters={"b": fmpq(1, 10**399)}) == Number(fmpq(1, 10**399))
    with pytest.raises(ExpressionError, match="1328 bits"):
        parse("b", parameters={"b": fmpq(1, 10**400)})
