"""What the instances of a run are, drawn again from its seed alone, and known by a digest."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from theorems.catalogue import theorem_named
from theorems.model import codec
from theorems.model.errors import InvalidInputError
from theorems.statement import shape_of
from verify.certificate import Role
from verify.pipeline import Task
from verify.run import plan

if TYPE_CHECKING:
    from verify.ledger import Settings
    from verify.run import Work


@dataclass(frozen=True)
class Drawn:
    """The first instance of a piece of work.

    Attributes:
        problem: its (n, d, reading).
        digest: of its JSON.
    """

    problem: tuple[int, int, str]
    digest: str


def digest_of(instance: object) -> str:
    """The sha256 of the canonical JSON of an encoded instance, in hexadecimal: small enough to send to a process."""
    return hashlib.sha256(codec.dumps(instance).encode()).hexdigest()


def drawn(item: Work) -> Drawn:
    """Draws the instance again."""
    theorem, settings = theorem_named(item.theorem), item.settings
    instance = Task(theorem, item.role, item.variant, settings.seed, item.indices[0], settings.size).instance()
    return Drawn(shape_of(instance), digest_of(codec.encode(instance, theorem.instance)))


def comparable(document: dict[str, Any], settings: Settings) -> list[Work]:
    """The work whose instances a ledger's certificates are compared with; where the ledger is malformed, less of it.

    A mutant needs none: a certificate about any instance will do. No more is drawn than the ledger lists.
    """
    found: list[Work] = []
    for one in document["theorems"]:
        try:
            runs = len(one["runs"])
            bound = {boundary["hypothesis"] for boundary in one["boundaries"] if boundary["certificates"]}
            works = plan([theorem_named(one["name"])], settings)
            found += [work for work in works if work.role is Role.CLAIM and work.indices[0] < runs]
            found += [work for work in works if work.role is Role.BOUNDARY and work.variant in bound]
        except (InvalidInputError, KeyError, TypeError, AttributeError):  # said where the ledger is compared
            continue
    return found
