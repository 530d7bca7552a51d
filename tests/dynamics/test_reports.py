"""Assertions about motion have words and LaTeX, and come back from certificates."""

from __future__ import annotations

import pytest

from theorems.catalogue import theorem_named
from theorems.model.assertion import negation
from theorems.symbolic.latex import assertion_latex
from verify.certificate import Role
from verify.pipeline import Task
from verify.report.words import in_words

PARTS = {
    "F1": ("attention rises", "exact numbers are all >= 0", "not all >= 0", r"\ge 0"),
    "F2": ("sa time at most", "by SA, beta = ", "takes a time > ", r"\, dr \le"),
    "F4": (
        "at least",
        "two clusters from an angle of 1/4 to 1/8 turns by normalised USA",
        "takes a time < ",
        r"\sin z",
    ),
    "F5": ("power", "near the uniform law of S^1, phi = r", "at a rate != ", "P_{"),
    "F6": ("twist", "a stable critical point of the energy", "a stable critical point", "critical point"),
}


@pytest.mark.parametrize("number", PARTS)
def test_what_a_part_says_is_told_in_words_and_in_latex(number):
    theorem = theorem_named(number)
    part, words, denied, written = PARTS[number]
    assertion = theorem.claim(Task(theorem, Role.CLAIM, "", 0, 0, 6).instance())[part]
    assert words in in_words(assertion)
    assert denied in in_words(negation(assertion))
    assert written in assertion_latex(assertion)
    assert assertion_latex(assertion) != assertion_latex(negation(assertion))
