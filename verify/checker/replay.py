"""From a certificate to the assertion it must prove, and to the verdict: nothing is taken from the file but data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from theorems.catalogue import theorem_named
from theorems.model import codec
from theorems.model.assertion import negation
from theorems.model.errors import InexactError, InvalidInputError, UndecidedError
from theorems.model.problem_file import read_problem
from verify.certificate import (
    MAX_BYTES,
    Certificate,
    ProblemStatement,
    Role,
    TheoremStatement,
    claimed,
    from_text,
)
from verify.checker import Check, check

if TYPE_CHECKING:
    from pathlib import Path

    from theorems.model.assertion import Assertion
    from theorems.statement import Theorem


@dataclass(frozen=True)
class Replay:
    """A certificate read, with what it must prove and whether it does."""

    certificate: Certificate | None
    assertion: Assertion | None
    check: Check


def replay_file(path: Path) -> Replay:
    """Reads and replays a certificate file; a file that is too large, unreadable or malformed is refused."""
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            return _refused(f"the file has {size} bytes, more than {MAX_BYTES}")
        text = path.read_bytes().decode("utf-8")
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
        return claimed(read_problem(statement.problem).problem, statement.claim)
    theorem = theorem_named(statement.theorem)
    if statement.theorem != theorem.name:
        raise InvalidInputError(f"theorem={statement.theorem!r}: expected the name {theorem.name!r}")
    instance = codec.decode(statement.instance, theorem.instance, "$.statement.instance")
    require_hypotheses(theorem, statement, instance)
    parts = claim_of(theorem, statement)(instance)
    if statement.part not in parts:
        raise InvalidInputError(f"part={statement.part[:60]!r}: expected one of {sorted(parts)}")
    assertion = parts[statement.part]
    return negation(assertion) if statement.negated else assertion


def claim_of(theorem: Theorem, statement: TheoremStatement) -> Any:  # noqa: ANN401 - instances have a type a theorem
    """The claim that is meant: the theorem's own, or that of the mutant named."""
    if statement.role is Role.MUTANT:
        return theorem.mutant(statement.variant).claim
    return theorem.claim


def require_hypotheses(theorem: Theorem, statement: TheoremStatement, instance: Any) -> None:  # noqa: ANN401
    """Refuses unless all hypotheses hold, or at a boundary all but exactly the named one.

    A boundary must be the one the theorem file lists, and fall in the part it names; a claim has no variant.
    """
    if statement.role is Role.CLAIM and statement.variant:
        raise InvalidInputError(f"variant={statement.variant[:60]!r}: expected '' for a claim")
    if statement.role is Role.BOUNDARY and statement.part != theorem.boundary(statement.variant).part:
        raise InvalidInputError(f"part={statement.part[:60]!r}: expected the part that the boundary names")
    dropped = statement.variant if statement.role is Role.BOUNDARY else None
    for hypothesis in theorem.hypotheses:
        holds = hypothesis.holds(instance)
        if holds == (hypothesis.name == dropped):
            raise InvalidInputError(
                f"hypothesis {hypothesis.name!r} of {theorem.name} " + ("holds" if holds else "does not hold")
            )
