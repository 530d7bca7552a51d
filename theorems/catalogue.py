"""Finds the theorem files by walking the package; there is nothing to register."""

from __future__ import annotations

import importlib
import pkgutil
import re
from functools import cache
from typing import TYPE_CHECKING

import theorems
from theorems.model.errors import InvalidInputError
from theorems.statement import Theorem

if TYPE_CHECKING:
    from collections.abc import Iterable

NOT_STATEMENTS = ("model", "symbolic")
"""Packages below `theorems` that hold no theorem file."""


@cache
def catalogue() -> tuple[Theorem, ...]:
    """Every theorem, by section and number.

    Raises:
        InvalidInputError: two theorems share a name or a number.
    """
    found: list[Theorem] = []
    for area in pkgutil.iter_modules(theorems.__path__, "theorems."):
        if area.ispkg and area.name.rsplit(".", 1)[1] not in NOT_STATEMENTS:
            package = importlib.import_module(area.name)
            for file in pkgutil.iter_modules(package.__path__, f"{area.name}."):
                module = importlib.import_module(file.name)
                if isinstance(theorem := getattr(module, "THEOREM", None), Theorem):
                    found.append(theorem)
    for kind in ("name", "number"):
        listed = [getattr(theorem, kind) for theorem in found]
        if len(set(listed)) != len(listed):
            raise InvalidInputError(f"{kind}s={sorted(listed)}: expected each once")
    return tuple(sorted(found, key=_order))


def _order(theorem: Theorem) -> tuple[list[int], str, int, str]:
    """By section, then by number: a letter, a whole number, and at times a letter for a variant."""
    section = [int(part) for part in re.findall(r"\d+", theorem.section)]
    match = re.fullmatch(r"([A-Z])(\d+)([a-z]?)", theorem.number)
    if match is None:
        raise InvalidInputError(f"number={theorem.number!r} of {theorem.name}: expected a form such as R1 or S2c")
    area, number, variant = match.groups()
    return section, area, int(number), variant


def theorem_named(name: str) -> Theorem:
    """The theorem with that name or number.

    Raises:
        InvalidInputError: there is none.
    """
    for theorem in catalogue():
        if name in (theorem.name, theorem.number):
            return theorem
    raise InvalidInputError(f"theorem={name[:60]!r}: expected one of {', '.join(t.name for t in catalogue())}")


def select(names: Iterable[str]) -> tuple[Theorem, ...]:
    """The named theorems, or all of them if no name is given, each once, in the order of the catalogue."""
    wanted = [theorem_named(name) for name in names]
    return tuple(theorem for theorem in catalogue() if not wanted or theorem in wanted)
