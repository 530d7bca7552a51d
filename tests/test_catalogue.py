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
from verify.certificate import Role
from verify.ledger import Settings
from verify.pipeline import Task

SPINE = {"D1", "D2", "D3", "D5", "R1", "R3", "P2", "S1"}

DEFAULT = Settings()

each_theorem = pytest.mark.parametrize("theorem", catalogue(), ids=lambda theorem: theorem.number)


@cache
def shapes(name: str, instances: int = DEFAULT.instances) -> tuple[tuple[int, int, Reading], ...]:
    """(n, d, reading) of the instances that the default run draws for the claim of a theorem."""
    theorem = theorem_named(name)
    tasks = (Task(theorem, Role.CLAIM, "", DEFAULT.seed, index, DEFAULT.size) for index in range(instances))
    problems = [task.instance().problem for task in tasks]
    return tuple((len(problem), problem.dimension, problem.labels.reading) for problem in problems)


def test_the_theorems_of_the_spine_are_found():
    assert {theorem.number for theorem in catalogue()} >= SPINE


def test_theorems_come_by_section_and_number():
    keys = [(theorem.section, theorem.number[0], int(theorem.number[1:])) for theorem in catalogue()]
    assert keys == sorted(keys)


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
    assert re.fullmatch(r"[DRPSF]\d+", theorem.number)


def least(theorem, letter: str) -> int:
    """The least n or d that the theorem's Scope admits."""
    return int(re.findall(rf"\b{letter} >= (\d+)", theorem.text.split("Scope:")[1])[0])


def test_the_least_sizes_are_one_but_for_the_circle_of_the_toeplitz_bias():
    assert all(least(theorem, "n") == 1 for theorem in catalogue())
    assert [theorem.number for theorem in catalogue() if least(theorem, "d") != 1] == ["S2"]


@each_theorem
def test_the_default_run_has_every_size_and_dimension(theorem):
    drawn = shapes(theorem.name)
    assert {n for n, _, _ in drawn} == set(range(least(theorem, "n"), DEFAULT.size + 1))
    assert {d for _, d, _ in drawn} == set(range(least(theorem, "d"), 6))


@each_theorem
def test_the_default_run_has_each_admitted_reading_at_least_four_times(theorem):
    admitted = {reading for _, _, reading in shapes(theorem.name, 60)}
    counted = Counter(reading for _, _, reading in shapes(theorem.name))
    assert set(counted) == admitted
    assert min(counted.values()) >= 4
    if theorem.number in {"D3", "D5"}:
        assert len(admitted) == 1
    elif theorem.number in SPINE:
        assert admitted == set(Reading)


@each_theorem
@pytest.mark.parametrize("seed", [1, 7])
def test_a_run_of_a_hundred_has_every_size_and_dimension_whatever_its_seed(theorem, seed):
    tasks = [Task(theorem, Role.CLAIM, "", seed, index, DEFAULT.size) for index in range(100)]
    problems = [task.instance().problem for task in tasks]
    assert {problem.dimension for problem in problems} == set(range(least(theorem, "d"), 6))
    assert {len(problem) for problem in problems} == set(range(1, DEFAULT.size + 1))
