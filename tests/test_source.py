"""Seeded choices: reproducible, independent of what else is run, and fair in turns."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from properties.source import HypothesisSource, drawn
from tests.command_line import ROOT
from verify.source import SeededSource

KEY = (5, "rotary.bound", "claim:")


def choices(seed, theorem, stream, index):
    source = SeededSource(seed, theorem, stream, index, 12)
    return [source.integer(0, 10**9) for _ in range(4)], [source.turn(range(7)) for _ in range(4)]


def test_the_same_key_gives_the_same_choices():
    assert choices(*KEY, 3) == choices(*KEY, 3)


@pytest.mark.parametrize("place", range(4), ids=["seed", "theorem", "stream", "index"])
def test_each_part_of_the_key_changes_the_choices(place):
    key = [*KEY, 3]
    other = list(key)
    other[place] = [6, "rotary.orbit", "boundary:peak", 4][place]
    assert choices(*key)[0] != choices(*other)[0]


def test_the_choices_do_not_depend_on_the_hash_seed():
    code = f"from tests.test_source import choices; print(choices(*{KEY!r}, 3))"
    printed = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert printed == {f"{choices(*KEY, 3)}\n"}


@given(st.integers(0, 2**31), st.integers(-50, 50), st.integers(0, 50), st.integers(0, 99))
def test_whole_numbers_stay_in_their_range(seed, low, width, index):
    source = SeededSource(seed, "t", "claim:", index, 12)
    assert all(low <= source.integer(low, low + width) <= low + width for _ in range(8))


@given(st.integers(0, 2**31), st.integers(1, 12), st.integers(0, 20), st.integers(0, 3))
def test_a_block_of_as_many_instances_as_options_sees_every_option(seed, count, block, earlier):
    seen = set()
    for index in range(block * count, (block + 1) * count):
        source = SeededSource(seed, "t", "claim:", index, 12)
        for _ in range(earlier):
            source.turn("ab")
        seen.add(source.turn(range(count)))
    assert seen == set(range(count))


@given(st.integers(0, 2**31), st.integers(2, 6), st.integers(2, 6))
def test_two_turns_of_one_instance_are_not_in_step(seed, first, second):
    """Where each block is shuffled anew, more pairs of options come up than the lesser number of them."""
    pairs = set()
    for index in range(40 * max(first, second)):
        source = SeededSource(seed, "t", "claim:", index, 12)
        pairs.add((source.turn(range(first)), source.turn(range(second))))
    assert len(pairs) > max(first, second)


@given(st.data(), st.integers(-20, 20), st.integers(0, 20))
def test_hypothesis_makes_the_same_kinds_of_choices(data, low, width):
    source = HypothesisSource(data.draw, 5)
    assert source.size == 5
    assert low <= source.integer(low, low + width) <= low + width
    assert source.turn("abc") in "abc"


@given(st.data())
def test_a_lead_fixes_the_first_whole_numbers_alone(data):
    source = HypothesisSource(data.draw, 5, (3, 4))
    assert [source.integer(0, 9), source.integer(0, 9)] == [3, 4]
    assert source.integer(7, 7) == 7


@given(drawn(lambda source: source.size, size=9))
def test_the_size_is_the_one_that_was_asked_for(size):
    assert size == 9
