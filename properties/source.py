"""Instances of the theorems as strategies, over the source of choices that `refute` searches with too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from verify.certificate import Role
from verify.search.source import SIZE, HypothesisSource, draw_of, drawn

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from theorems.statement import Instance, Theorem

__all__ = ["SIZE", "HypothesisSource", "draw_of", "drawn", "instances"]


def instances(
    theorem: Theorem, role: Role = Role.CLAIM, variant: str = "", *, size: int = SIZE
) -> SearchStrategy[Instance]:
    """Instances of a theorem, of the boundary that drops the hypothesis `variant`, or for the mutant `variant`."""
    return drawn(draw_of(theorem, role, variant), size=size)
