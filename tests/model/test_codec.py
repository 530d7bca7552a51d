"""Canonical JSON: round trips of every kind of object, and refusals that name their reason."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from tests.model.expression_strategies import profiles as any_profiles
from tests.model.instances import gauges, laws, points, problems, problems_with, rationals, reals
from theorems.model.assertion import (
    Affine,
    Assertion,
    Collapse,
    Domain,
    Energy,
    Identity,
    Masses,
    OneOutput,
    Orbit,
    Output,
    Realisable,
    Relation,
    Spread,
    Supremum,
    Unique,
    negation,
)
from theorems.model.codec import MAX_NUMBER, decode, dumps, encode, loads
from theorems.model.errors import InvalidInputError
from theorems.model.kernel import Kernel
from theorems.model.labels import Labels, Reading
from theorems.model.law import Law, Measure
from theorems.model.matrix import equal
from theorems.model.nodes import Expression
from theorems.model.problem import Problem
from theorems.model.proof import Attained, Linear, OffOrbit, Pointwise, Proof
from theorems.model.real import Real


def through_text(value: Any, hint: Any) -> Any:
    """The object that comes back from its text; the text is the same once more."""
    text = dumps(encode(value, hint))
    again = decode(loads(text), hint)
    assert dumps(encode(again, hint)) == text
    return again


relations = st.sampled_from(Relation)


@st.composite
def assertions(draw):
    """One of each kind, with any relation: the codec does not judge."""
    problem, law = draw(problems_with(laws))
    target = law.slices[0]
    value, relation = draw(reals), draw(relations)
    turned = tuple(draw(st.lists(gauges(problem.dimension), min_size=1, max_size=2)))
    found = tuple(draw(st.lists(points(problem.dimension), max_size=2)))
    return draw(
        st.sampled_from(
            [
                Supremum(problem, draw(st.sampled_from(Domain)), relation, value),
                Energy(problem, law, relation, value),
                Output(problem, law, relation, target),
                Collapse(problem, relation),
                Spread(problem, relation),
                Unique(problem, relation),
                OneOutput(problem, relation),
                Realisable(problem, draw(st.sampled_from(Masses)), target, relation),
                Orbit(turned, found, relation),
                Affine(problem, 0, relation),
                Identity((value,), relation, (value, value)),
            ]
        )
    )


@given(reals)
def test_numbers_come_back(number):
    again = through_text(number, Real)
    assert again == number
    assert again.terms == number.terms


@given(rationals)
def test_rationals_come_back(number):
    assert through_text(number, fmpq) == number


@given(any_profiles)
def test_profiles_come_back_as_the_same_tree(profile):
    assert through_text(profile, Expression) == profile


@given(problems())
def test_problems_come_back(problem):
    again = through_text(problem, Problem)
    assert again.labels == problem.labels
    assert again.dimension == problem.dimension
    assert type(again.kernel) is type(problem.kernel)
    assert all(equal(again.gauge(i), problem.gauge(i)) for i in range(len(problem)))


@given(problems_with(laws))
def test_laws_come_back(case):
    _, law = case
    again = through_text(law, Law)
    assert [len(piece.atoms) for piece in again.slices] == [len(piece.atoms) for piece in law.slices]
    assert all(a.same_as(b) for a, b in zip(again.slices, law.slices, strict=True))


@given(assertions())
def test_assertions_come_back_and_so_do_their_negations(assertion):
    again = through_text(assertion, Assertion)
    assert type(again) is type(assertion)
    assert again.relation is assertion.relation
    opposite = through_text(negation(assertion), Assertion)
    assert dumps(encode(negation(opposite), Assertion)) == dumps(encode(assertion, Assertion))


@given(problems_with(laws), reals)
def test_proofs_come_back(case, value):
    _, law = case
    proofs = [
        Pointwise(value, value),
        Linear(7, ((1, -2), (0, 3)), (fmpq(1, 2), fmpq(-3))),
        Attained(law),
        OffOrbit(),
    ]
    for proof in proofs:
        assert type(through_text(proof, Proof)) is type(proof)


def document() -> dict[str, Any]:
    """A problem as JSON, to be spoiled."""
    return {
        "dimension": 2,
        "labels": {"masses": ["1/2", "1/2"], "reading": "atomic"},
        "kernel": {
            "type": "ZonalKernel",
            "bias": [["1", "-1/3"], ["-1/3", [["1", "0", "1/5", 0]]]],
            "profile": "exp(2 * r)",
            "gauges": [],
        },
    }


def test_the_document_that_the_tests_below_spoil_is_sound():
    decode(loads(json.dumps(document())), Problem)


SPOILED = [
    (("dimension",), "2", r"\$\.dimension: expected int, found str"),
    (("dimension",), True, r"\$\.dimension: expected int, found bool"),
    (("dimension",), None, r"\$\.dimension: expected int, found NoneType"),
    (("dimension",), 0, "dimension=0: expected"),
    (("labels",), [], r"\$\.labels: expected dict, found list"),
    (("labels", "masses"), "1", r"\$\.labels\.masses: expected list, found str"),
    (("labels", "masses"), [], "at least one label"),
    (("labels", "masses"), ["1/2", "1/3"], r"sum\(masses\)=5/6"),
    (("labels", "masses"), ["1"], "bias: 2 rows for 1 labels"),
    (("labels", "masses", 0), "2/4", "expected lowest terms, 1/2"),
    (("labels", "masses", 0), "0.5", r"masses\[0\]='0.5': expected a rational"),
    (("labels", "masses", 0), "+1/2", r'expected a rational "p/q"'),
    (("labels", "masses", 0), "1/2 ", r'expected a rational "p/q"'),
    (("labels", "masses", 0), "01/2", r'expected a rational "p/q"'),
    (("labels", "masses", 0), "-0", r'expected a rational "p/q"'),
    (("labels", "masses", 0), "1/0", r'expected a rational "p/q"'),
    (("labels", "masses", 0), "1/1", "expected lowest terms, 1"),
    (("labels", "masses", 0), "1" * (MAX_NUMBER + 1), r'expected a rational "p/q"'),
    (("labels", "masses", 0), 1, r"masses\[0\]: expected str, found int"),
    (("labels", "reading"), "Atomic", "reading='Atomic': expected one of"),
    (("labels", "reading"), 1, "reading=int: expected one of"),
    (("kernel", "type"), "Kernel", r"\$\.kernel\.type='Kernel': expected one of"),
    (("kernel", "type"), ["ZonalKernel"], r"\$\.kernel\.type=list: expected one of"),
    (("kernel", "type"), "BilinearKernel", r"keys \['bias', 'gauges', 'profile'\], expected \['blocks'\]"),
    (("kernel", "bias"), [["1"]], "bias: 1 rows for 2 labels"),
    (("kernel", "bias"), [["1", "0"], ["0"]], r"bias\[1\] has 1 entries"),
    (("kernel", "bias"), [["1", "0"], ["1", "0"]], "expected a symmetric matrix"),
    (("kernel", "bias", 0, 0), [], "expected the terms in reduced form"),
    (("kernel", "bias", 0, 0), [["1", "0", "0", 0]], "expected the terms in reduced form"),
    (("kernel", "bias", 0, 0), [["1", "0", "6/5", 0]], "expected the terms in reduced form"),
    (("kernel", "bias", 0, 0), [["1", "1", "0", 0], ["1", "1", "0", 0]], "expected the terms in reduced form"),
    (("kernel", "bias", 0, 0), [["1", "2", "0", 0], ["1", "1", "0", 0]], "expected the terms in reduced form"),
    (("kernel", "bias", 0, 0), [["0", "1", "0", 0]], "expected the terms in reduced form"),
    (("kernel", "bias", 0, 0), [["1", "10001", "0", 0]], r"expected \|k\| <= 64 and \|q\| <= 10000"),
    (("kernel", "bias", 0, 0), [["1", "0", "0", 65]], r"expected \|k\| <= 64"),
    (("kernel", "bias", 0, 0), [["1", "0", "0", True]], "expected int, found bool"),
    (("kernel", "bias", 0, 0), [["1", "0", "0"]], r"expected \[c, q, t, k\]"),
    (("kernel", "bias", 0, 0), {"value": 1}, "expected list, found dict"),
    (("kernel", "profile"), "exp(2 * x)", "unknown name"),
    (("kernel", "profile"), "r +", "column 4"),
    (("kernel", "profile"), "__import__('os')", "column 1"),
    (("kernel", "profile"), ["r"], "expected str, found list"),
    (("kernel", "gauges"), [[["1"]], [["1"]]], "has not the shape 2 x 2"),
    (("kernel", "gauges"), [[["1", "0"], ["0", "1"]]], "1 matrices for 2 labels"),
    (("kernel", "gauges"), [[["1", "0"], ["0"]], [["1", "0"], ["0", "1"]]], "has not the shape 2 x 2"),
]


@pytest.mark.parametrize(("path", "value", "reason"), SPOILED)
def test_a_spoiled_field_is_refused_with_its_reason(path, value, reason):
    spoiled = document()
    *before, last = path
    inner: Any = spoiled
    for key in before:
        inner = inner[key]
    inner[last] = value
    with pytest.raises(InvalidInputError, match=reason):
        decode(loads(json.dumps(spoiled)), Problem)


def test_cosines_of_an_immense_field_are_compared_without_expanding_it():
    """The list of the powers of such a root of unity would not fit into any memory."""
    one, other = [["1", "0", "1/1000000000007", 0]], [["1", "0", "1/1000000000009", 0]]
    spoiled = document()
    spoiled["kernel"]["bias"] = [["1", one], [one, other]]
    decode(spoiled, Problem)
    spoiled["kernel"]["bias"] = [["1", one], [other, "1"]]
    with pytest.raises(InvalidInputError, match="expected a symmetric matrix"):
        decode(spoiled, Problem)


@pytest.mark.parametrize("place", [(), ("labels",), ("kernel",)])
def test_keys_that_are_missing_or_unknown_are_refused(place):
    def inner(spoiled: Any) -> dict[str, Any]:
        for key in place:
            spoiled = spoiled[key]
        return spoiled

    more, less = document(), document()
    inner(more)["note"] = "harmless?"
    inner(less).popitem()
    for spoiled in (more, less):
        with pytest.raises(InvalidInputError, match=r"keys \[.*\], expected \["):
            decode(spoiled, Problem)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"a":1,"a":1}', "expected each key once"),
        ('{"b":{"a":1,"a":2}}', "expected each key once"),
        ("1.0", "json number=1.0: expected whole numbers"),
        ("[1e3]", "json number=1e3"),
        ("-0.0", "json number=-0.0"),
        ("NaN", "json number=NaN"),
        ("[Infinity]", "json number=Infinity"),
        ("-Infinity", "json number=-Infinity"),
        ("", "expected one JSON document"),
        ("1 2", "expected one JSON document"),
        ("{'a': 1}", "expected one JSON document"),
        ("[1,]", "expected one JSON document"),
        ("9" * 10_000, "expected one JSON document"),
        ("[" * 100_000, "expected one JSON document"),
        ("\ufeff1", "expected one JSON document"),
    ],
)
def test_texts_that_are_not_plain_json_are_refused(text, reason):
    with pytest.raises(InvalidInputError, match=reason):
        loads(text)


@pytest.mark.parametrize("hint", [Reading, Kernel, Labels, Real, fmpq, Expression, Measure, Law, Assertion, Proof, int])
@pytest.mark.parametrize(
    "wrap", [lambda inner: [inner], lambda inner: {"type": inner}, lambda inner: {"kind": [inner]}]
)
def test_what_is_nested_as_deep_as_json_allows_is_refused_and_never_crashes(hint, wrap):
    """Deeper than repr can go from where decode stands, though json could still read it."""
    data: Any = []
    for _ in range(3000):
        data = [data]
    with pytest.raises(InvalidInputError, match=r"expected"):
        decode(wrap(data), hint)


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 5)
    | st.sampled_from(["", "1", "1/2", "r", "atomic", "=", "ZonalKernel"]),
    lambda below: (
        st.lists(below, max_size=3)
        | st.dictionaries(st.sampled_from(["type", "masses", "reading", "atoms", "weight", "point", "slices"]), below)
    ),
    max_leaves=8,
)


@given(json_values, st.sampled_from([Problem, Law, Measure, Labels, Real, fmpq, Expression, Assertion, Proof, Kernel]))
def test_decoding_is_total(data, hint):
    """Whatever the JSON, an object that is written as this text, or a refusal."""
    try:
        found = decode(data, hint)
    except InvalidInputError:
        return
    assert dumps(encode(found, hint)) == dumps(data)


def test_a_text_that_is_no_canonical_profile_is_still_the_same_profile():
    """`1*r` and `r` are two texts of one tree; the certificate compares whole texts, so that only one passes there."""
    assert decode("r*1", Expression) == decode("r", Expression)
