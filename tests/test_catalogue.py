"""The catalogue finds every theorem file, and the default run covers what the project promises of it."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import pytest

from theorems.catalogue import catalogue, select, theorem_named
from theorems.diracization import affinity
from theorems.model.errors import InvalidInputError
from theorems.model.labels import Reading
from theorems.statement import shape_of
from verify.certificate import Role
from verify.ledger import Settings
from verify.pipeline import Task

CLAIMED = {f"{area}{k}" for area, last in (("D", 6), ("R", 5), ("P", 3), ("S", 4)) for k in range(1, last + 1)}
"""The statements of claims.md sections 1 to 4."""

MOTION = {"F1", "F2", "F4", "F5", "F6"}
"""Those of section 5, and its boundary, the twisted state. Their n and d hang together (F2: d >= n; F5, F6: d = 2), so
that the sizes below are not asked of them; tests/dynamics says which they have."""

VARIANTS = {"D6s", "R3s", "S1s", "S2c"}
"""The summary's sentences that do not stand, and S2 in the continuum of labels."""

ONE_READING = {"D3": Reading.CELLS, "D5": Reading.ATOMIC, "P3": Reading.CELLS}
ALL_BUT_TOKENS = {"D4", "S2", "S3"}

CONTINUUM = "continuum"

DEFAULT = Settings()

STATIC = [theorem for theorem in catalogue() if theorem.number not in MOTION]

each_theorem = pytest.mark.parametrize("theorem", catalogue(), ids=lambda theorem: theorem.number)
each_static_theorem = pytest.mark.parametrize("theorem", STATIC, ids=lambda theorem: theorem.number)


@cache
def shapes(name: str, instances: int = DEFAULT.instances, seed: int = DEFAULT.seed) -> tuple[tuple[int, int, str], ...]:
    """(n, d, reading) of the instances that a run draws for the claim of a theorem, by default the default run."""
    theorem = theorem_named(name)
    tasks = (Task(theorem, Role.CLAIM, "", seed, index, DEFAULT.size) for index in range(instances))
    return tuple(shape_of(task.instance()) for task in tasks)


def in_the_continuum(theorem) -> bool:
    """Whether labels are a continuum, so that there is no n."""
    return shapes(theorem.name)[0][2] == CONTINUUM


def counts(theorem) -> set[int]:
    """The n that a run of the default size has to draw; D6 counts cells, and has no other n in the continuum."""
    if in_the_continuum(theorem) and not theorem.number.startswith("D6"):
        return {0}
    return set(range(1 if in_the_continuum(theorem) else least(theorem, "n"), DEFAULT.size + 1))


def dimensions(theorem) -> set[int]:
    """The d that a run has to draw; the path of R3s turns one plane, whatever lies beyond it."""
    return {2} if theorem.number == "R3s" else set(range(least(theorem, "d"), 6))


def test_every_statement_of_claims_has_a_theorem_file():
    assert {theorem.number for theorem in catalogue()} == CLAIMED | VARIANTS | MOTION


def test_a_statement_has_a_number_of_its_own_and_a_variant_the_number_of_its_statement():
    assert {re.sub("[a-z]$", "", number) for number in VARIANTS} <= CLAIMED
    assert {theorem.number for theorem in catalogue() if not theorem.stands} == {n for n in VARIANTS if n[-1] == "s"}


def test_theorems_come_by_section_and_number_and_a_variant_after_its_statement():
    keys = [(theorem.section, theorem.number[0], theorem.number[1:]) for theorem in catalogue()]
    assert keys == sorted(keys)  # numbers have one digit


def test_a_theorem_is_found_by_name_and_by_number():
    assert all(theorem_named(word) is theorem for theorem in catalogue() for word in (theorem.name, theorem.number))


def test_a_selection_comes_in_the_order_of_the_catalogue_each_once():
    assert [theorem.number for theorem in select(["S1", "D1", "diracization.affinity"])] == ["D1", "S1"]
    assert select([]) == catalogue()


def test_an_unknown_theorem_is_an_error_that_names_those_there_are():
    with pytest.raises(InvalidInputError, match=r"theorem='D7': expected one of .*rotary\.bound"):
        theorem_named("D7")


def test_two_theorems_of_one_name_are_an_error(monkeypatch):
    from theorems.diracization import atoms

    monkeypatch.setattr(atoms, "THEOREM", affinity.THEOREM)
    catalogue.cache_clear()
    try:
        with pytest.raises(InvalidInputError, match="expected each once"):
            catalogue()
    finally:
        monkeypatch.undo()
        catalogue.cache_clear()
    assert atoms.THEOREM.number == "D5"


@each_theorem
def test_the_name_of_a_theorem_is_that_of_its_file(theorem):
    module = theorem.draw.__module__ if not hasattr(theorem.draw, "func") else theorem.draw.func.__module__
    assert re.fullmatch(r"[a-z]+\.[a-z_]+", theorem.name)
    assert module.startswith("theorems.")
    assert re.fullmatch(r"[DRPSF]\d+[cs]?", theorem.number)


def least(theorem, letter: str) -> int:
    """The least n or d that the theorem's Scope admits."""
    return int(re.findall(rf"\b{letter} >= (\d+)", theorem.text.split("Scope:")[1])[0])


def test_the_least_sizes_are_one_but_where_a_circle_or_a_plane_is_needed():
    finite = [theorem for theorem in STATIC if not in_the_continuum(theorem)]
    assert [theorem.number for theorem in finite if least(theorem, "n") != 1] == ["S3"]
    assert {theorem.number for theorem in STATIC if least(theorem, "d") != 1} == {
        *("R3s", "R5", "S2", "S2c", "S3", "S4")
    }


def test_the_statements_in_the_continuum_are_those_of_which_claims_says_so():
    assert {theorem.number for theorem in catalogue() if in_the_continuum(theorem)} == {
        *("D6", "D6s", "R3s", "S2c", "S4")
    }


@each_static_theorem
def test_the_default_run_has_every_size_and_dimension(theorem):
    drawn = shapes(theorem.name)
    assert {n for n, _, _ in drawn} == counts(theorem)
    assert {d for _, d, _ in drawn} == dimensions(theorem)


@each_static_theorem
def test_the_default_run_has_each_admitted_reading_at_least_four_times(theorem):
    admitted = {reading for _, _, reading in shapes(theorem.name, 60)}
    counted = Counter(reading for _, _, reading in shapes(theorem.name))
    assert set(counted) == admitted
    assert min(counted.values()) >= 4
    wanted = {CONTINUUM} if in_the_continuum(theorem) else {reading.value for reading in Reading}
    if theorem.number in ALL_BUT_TOKENS:
        wanted.discard(Reading.TOKENS.value)
    if theorem.number in ONE_READING:
        wanted = {ONE_READING[theorem.number].value}
    assert admitted == wanted


@each_static_theorem
@pytest.mark.parametrize("seed", [1, 7])
def test_a_run_of_a_hundred_has_every_size_and_dimension_whatever_its_seed(theorem, seed):
    drawn = shapes(theorem.name, 100, seed)
    assert {n for n, _, _ in drawn} == counts(theorem)
    assert {d for _, d, _ in drawn} == dimensions(theorem)
