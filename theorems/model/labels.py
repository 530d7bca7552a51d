"""Label laws: rational masses, and how a label is read."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from theorems.model.errors import InvalidInputError

if TYPE_CHECKING:
    from flint import fmpq


class Reading(Enum):
    """What label i stands for; it decides which laws are graph laws and whether the i = j terms count."""

    ATOMIC = "atomic"
    """An atom of the label law: graph laws are tuples of Diracs, and the i = j terms count."""

    CELLS = "cells"
    """A non-atomic cell on which the kernel is constant: a graph law may vary inside it, so it realises any slice."""

    TOKENS = "tokens"
    """A token without self-interaction: the i = j terms are left out."""


@dataclass(frozen=True)
class Labels:
    """A finite label law.

    Attributes:
        masses: n positive rationals with sum exactly 1.
        reading: how each label is read.

    Raises:
        InvalidInputError: no label, a mass that is not positive, or a sum other than 1.
    """

    masses: tuple[fmpq, ...]
    reading: Reading

    def __post_init__(self) -> None:
        if not self.masses:
            raise InvalidInputError("labels=(): expected at least one label")
        for i, mass in enumerate(self.masses):
            if mass <= 0:
                raise InvalidInputError(f"masses[{i}]={mass}: expected a positive mass; leave the label out instead")
        total = sum(self.masses, start=0 * self.masses[0])
        if total != 1:
            raise InvalidInputError(f"sum(masses)={total}: expected 1; divide each mass by {total}")

    def __len__(self) -> int:
        return len(self.masses)

    @property
    def self_terms(self) -> bool:
        """Whether the i = j terms count."""
        return self.reading is not Reading.TOKENS
