"""From a certificate to the assertion it must prove, and to the verdict: nothing is taken from the file but data."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from theorems.catalogue import theorem_named
from theorems.model import codec
from theorems.model.assertion import negation
from theorems.model.errors import InexactError, InvalidInputError, UndecidedError
from theorems.statement import shape_of
from verify.certificate import (
    MAX_BYTES,
    Certificate,
    ProblemStatement,
    Role,
    TheoremStatement,
    claimed_of_text,
    from_text,
)
from verify.checker import Check, check

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from theorems.model.assertion import Assertion
    from theorems.statement import Claim, Instance, Theorem


@dataclass(frozen=True)
class Replay:
    """A certificate read, with what it must prove and whether it does."""

    certificate: Certificate | None
    assertion: Assertion | None
    check: Check


def replay_file(path: Path) -> Replay:
    """Reads and replays a certificate file; a file that is too large, unreadable or malformed is refused."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)  # a device tells no size
        if len(data) > MAX_BYTES:
            size = max(len(data), path.stat().st_size)
            return _refused(f"the file has {size} bytes, more than {MAX_BYTES}")
        text = data.decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        return _refused(f"unreadable: {error}")
    return replay_text(text)


def replay_text(text: str) -> Replay:
    """Replays the text of a certificate: decodes it, rebuilds the assertion, evaluates hypotheses, checks the proof."""
    try:
        certificate = from_text(text)
        assertion = rebuilt(certificate)
    except (InvalidInputError, InexactError, UndecidedError) as error:
        return _refused(str(error))
    except RecursionError:
        return _refused("json: nested too deep")
    return Replay(certificate, assertion, check(assertion, certificate.proof))


def _refused(reason: str) -> Replay:
    return Replay(None, None, Check(None, reason))


def rebuilt(certificate: Certificate) -> Assertion:
    """The assertion that the certificate must prove.

    Raises:
        InvalidInputError: the statement has no meaning, or a hypothesis does not hold as its role wants.
        UndecidedError, InexactError: a hypothesis could not be decided.
    """
    statement = certificate.statement
    if isinstance(statement, ProblemStatement):
        return claimed_of_text(statement.problem, statement.claim)
    _, parts = claim_parts(statement)
    if statement.part not in parts:
        raise InvalidInputError(f"part={statement.part[:60]!r}: expected one of {sorted(parts)}")
    assertion = parts[statement.part]
    return negation(assertion) if statement.negated else assertion


def claim_parts(statement: TheoremStatement) -> tuple[tuple[int, int, str], Mapping[str, Assertion]]:
    """(n, d, reading) of the instance, and what the claim that is meant says of it; see `rebuilt`."""
    name, role, variant = statement.theorem, statement.role, statement.variant
    claimed_of = _claimed_parts(name, role, variant, codec.dumps(statement.instance))
    require_part(theorem_named(name), statement)
    return claimed_of


@lru_cache(maxsize=4)
def _claimed_parts(
    name: str, role: Role, variant: str, instance_text: str
) -> tuple[tuple[int, int, str], Mapping[str, Assertion]]:
    """Cached, since the certificates of one instance, one a part, mostly follow each other."""
    theorem = theorem_named(name)
    if name != theorem.name:
        raise InvalidInputError(f"theorem={name!r}: expected the name {theorem.name!r}")
    instance = codec.decode(codec.loads(instance_text), theorem.instance, "$.statement.instance")
    require_hypotheses(theorem, role, variant, instance)
    return shape_of(instance), claim_of(theorem, role, variant)(instance)


def claim_of(theorem: Theorem, role: Role, variant: str) -> Claim:
    """The claim that is meant: the theorem's own, or that of the mutant named."""
    return theorem.mutant(variant).claim if role is Role.MUTANT else theorem.claim


def require_part(theorem: Theorem, statement: TheoremStatement) -> None:
    """Refuses a boundary in another part than the one it names, where alone it is known to fall."""
    if statement.role is Role.BOUNDARY and statement.part != theorem.boundary(statement.variant).part:
        raise InvalidInputError(f"part={statement.part[:60]!r}: expected the part that the boundary names")


def require_hypotheses(theorem: Theorem, role: Role, variant: str, instance: Instance) -> None:
    """Refuses unless all hypotheses hold, or at a boundary all but exactly the named one; a claim has no variant."""
    if role is Role.CLAIM and variant:
        raise InvalidInputError(f"variant={variant[:60]!r}: expected '' for a claim")
    dropped = theorem.boundary(variant).drops if role is Role.BOUNDARY else None
    for hypothesis in theorem.hypotheses:
        holds = hypothesis.holds(instance)
        if holds == (hypothesis.name == dropped):
            raise InvalidInputError(
                f"hypothesis {hypothesis.name!r} of {theorem.name} " + ("holds" if holds else "does not hold")
            )
