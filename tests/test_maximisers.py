"""What `solve` says of the set of maximisers, on the problems whose answers claims.md tells."""

from __future__ import annotations

import pytest

from tests.test_solver import assert_replayable, example, text, words
from theorems.model.assertion import Relation
from theorems.model.proof import Blocks, GramDirection, GramSegment, Segment, StrictSigns, UniqueGram
from verify.attempts import Material
from verify.certificate import ProblemStatement, Property, PropertyClaim
from verify.errors import ContradictionError
from verify.maximisers import properties
from verify.proved import Proved
from verify.solver import solve
from verify.verdict import Trust

HALVES = ("1/2", "1/2")
QUARTERS = ("1/4",) * 4


def circle(n: int, expression: str, dimension: int = 3, reading: str = "atomic") -> str:
    """Equispaced labels on the circle."""
    return (
        f'[content]\ndimension = {dimension}\n[labels]\nlaw = "circle"\ncount = {n}\nreading = "{reading}"\n'
        f'[kernel]\nexpression = "{expression}"\n'
    )


def proofs(solution, kind: Property) -> list[type]:
    """The kinds of proof that the solution's claims of a property rest on."""
    found = []
    for one in solution.certificates:
        assert isinstance(one.statement, ProblemStatement)
        claim = one.statement.claim
        if isinstance(claim, PropertyClaim) and claim.property is kind:
            found.append(type(one.proof))
    return found


CONTINUA = {
    "D5: one repelling atom, slices of mean zero": (text("-dot(x, y)", dimension=2), "spread", "many", Segment),
    "D5: a PSD bias, repulsive": (
        text("-bias(s, t) * dot(x, y)", weights=("1/3", "2/3"), bias="[[2, 1], [1, 3]]"),
        "spread",
        "many",
        Segment,
    ),
    "S2: the tie of collapse and circle": (circle(8, "(1/2 + cos(s - t)) * dot(x, y)"), "either", "many", GramSegment),
    "S2: quarter turns": (circle(4, "cos(s - t) * dot(x, y)"), "spread", "unknown", Blocks),
    "S2: k = -1": (circle(6, "-dot(x, y)"), "spread", "many", GramDirection),
    "S1: two components": (
        text("bias(s, t) * exp(dot(x, y))", weights=HALVES, bias="[[1, 0], [0, 2]]"),
        "either",
        "many",
        Blocks,
    ),
    "R2: phi = t^2": (text("dot(x, y)**2", weights=HALVES), "either", "many", Segment),
    "R2: phi = t^2 under rotations": (
        circle(3, "dot(rotate(x, s, 1, 2), rotate(y, t, 1, 2))**2"),
        "either",
        "many",
        Segment,
    ),
    "five repelling tokens": (text("-dot(x, y)", "tokens", weights=("1/5",) * 5), "spread", "many", GramDirection),
    "four repelling tokens": (text("-dot(x, y)", "tokens", weights=QUARTERS), "spread", "unknown", GramDirection),
}


@pytest.mark.parametrize("name", CONTINUA)
def test_a_continuum_of_maximisers_is_seen(name):
    problem, marginal, outputs, proof = CONTINUA[name]
    solution = solve(problem)
    assert words(solution) == (marginal, "continuum", outputs)
    assert proofs(solution, Property.FINITE) == [proof]
    assert_replayable(solution)


UNIQUE = {
    "S2: k = cos, 8 labels": (circle(8, "cos(s - t) * dot(x, y)"), "spread"),
    "S2: k = cos, 3 labels": (circle(3, "cos(s - t) * dot(x, y)"), "spread"),
    "three repelling tokens": (text("-dot(x, y)", "tokens", weights=("1/3",) * 3), "spread"),
    "a triangle of sides 2, 3, 4": (text("-dot(x, y)", "tokens", weights=("2/9", "1/3", "4/9")), "spread"),
    "a signed bias with simple prices": (
        text("bias(s, t) * dot(x, y)", weights=("1/3",) * 3, bias="[[1, -1, 1], [-1, 2, 0], [1, 0, 1]]"),
        "spread",
    ),
    "a signed bias that collapses": (
        text("bias(s, t) * dot(x, y)", weights=("1/3",) * 3, bias="[[2, -1, 3], [-1, 4, 3], [3, 3, 2]]"),
        "collapsed",
    ),
}


@pytest.mark.parametrize("name", UNIQUE)
def test_an_exact_dual_shows_one_maximiser(name):
    problem, marginal = UNIQUE[name]
    solution = solve(problem)
    assert words(solution) == (marginal, "unique", "one")
    assert proofs(solution, Property.UNIQUE) == [UniqueGram]
    assert proofs(solution, Property.FINITE) == []
    assert_replayable(solution)


def test_a_positive_bias_still_has_one_collapsed_maximiser():
    assert words(solve(example("distance-bias"))) == ("collapsed", "unique", "one")


def test_in_dimension_one_two_components_have_finitely_many_maximisers():
    solution = solve(text("bias(s, t) * dot(x, y)", dimension=1, weights=HALVES, bias="[[1, 0], [0, 2]]"))
    assert words(solution) == ("either", "finite", "many")
    assert proofs(solution, Property.FINITE) == [StrictSigns]
    assert_replayable(solution)


def test_nothing_is_said_where_the_bounds_leave_a_gap():
    assert words(solve(example("signed")))[1] == "unknown"


def test_a_property_and_its_negation_stop_the_program(monkeypatch):
    monkeypatch.setattr("verify.maximisers.proved_claim", lambda _, claim: Proved(claim, StrictSigns(), Trust.RATIONAL))
    with pytest.raises(ContradictionError, match="collapse: it and its negation were both proved"):
        properties(object.__new__(Material))


def test_only_a_refuted_finiteness_is_called_a_continuum(monkeypatch):
    said = {(Property.FINITE, Relation.NE)}

    def proved(_, claim):
        key = claim.property, claim.relation
        return Proved(claim, StrictSigns(), Trust.RATIONAL) if key in said else None

    monkeypatch.setattr("verify.maximisers.proved_claim", proved)
    assert properties(object.__new__(Material)).maximisers == "continuum"
    said.clear()
    assert properties(object.__new__(Material)).maximisers == "unknown"
