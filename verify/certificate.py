"""Certificate files: a statement, a proof, and a seal over both.

The file carries data alone. Which assertion it proves is recomputed by `verify.checker.replay` from the theorem file
or from the problem text; the file has no status and no meaning of its own.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, cast

from theorems.model import codec
from theorems.model.assertion import (
    CircleMaximiser,
    Collapse,
    Diracizes,
    Domain,
    Finite,
    OneOutput,
    OrbitMaximiser,
    Relation,
    Spread,
    Supremum,
    Unique,
)
from theorems.model.errors import InvalidInputError
from theorems.model.proof import Proof
from theorems.model.real import Real

if TYPE_CHECKING:
    from theorems.model.assertion import Assertion
    from theorems.model.matrix import Vector
    from theorems.model.problem import Problem

SCHEMA = 1
"""Version of the file format."""

MAX_BYTES = 64 * 2**20
"""Greatest size of a certificate file; looked at before it is read."""


class Role(Enum):
    """What the instance is to the theorem."""

    CLAIM = "claim"
    BOUNDARY = "boundary"
    MUTANT = "mutant"


@dataclass(frozen=True)
class TheoremStatement:
    """A part of what a theorem, or a mutant of it, claims of an instance; or the negation of that part.

    Attributes:
        theorem: its name.
        role: whether the claim itself, the claim at a boundary, or a mutant is meant.
        variant: the hypothesis dropped or the mutant's name; "" for the claim.
        part: which part of the claim.
        negated: whether the proof is of the negation.
        instance: the instance as JSON, of the theorem's own dataclass.
    """

    theorem: str
    role: Role
    variant: str
    part: str
    negated: bool
    instance: Any


class Property(Enum):
    """What `solve` and `claim` say of the maximisers; see the assertions that `claimed` makes of them."""

    COLLAPSE = "collapse"
    SPREAD = "spread"
    UNIQUE = "unique"
    ONE_OUTPUT = "one-output"
    FINITE = "finite"
    GRAPH_LAW = "graph-law"
    ORBIT = "orbit"
    GREAT_CIRCLE = "great-circle"


@dataclass(frozen=True, eq=False)
class BoundClaim:
    """The energy over a domain compares with a value."""

    domain: Domain
    relation: Relation
    value: Real


@dataclass(frozen=True, eq=False)
class PropertyClaim:
    """A property of all maximisers, or its negation (!=)."""

    property: Property
    relation: Relation


ProblemClaim = BoundClaim | PropertyClaim


@dataclass(frozen=True)
class ProblemStatement:
    """A claim about the problem that a text states."""

    problem: str
    claim: ProblemClaim


Statement = TheoremStatement | ProblemStatement


@dataclass(frozen=True)
class Certificate:
    """A statement with a proof that is yet to be checked."""

    statement: Statement
    proof: Proof


_PROPERTIES = {
    Property.COLLAPSE: Collapse,
    Property.SPREAD: Spread,
    Property.UNIQUE: Unique,
    Property.ONE_OUTPUT: OneOutput,
    Property.FINITE: Finite,
    Property.GRAPH_LAW: Diracizes,
    Property.ORBIT: OrbitMaximiser,
}


def claimed(problem: Problem, claim: ProblemClaim, values: Vector = ()) -> Assertion:
    """The assertion that a claim makes of a problem; `values` are its labels as numbers, which circles need."""
    if isinstance(claim, BoundClaim):
        return Supremum(problem, claim.domain, claim.relation, claim.value)
    if claim.property is Property.GREAT_CIRCLE:
        return CircleMaximiser(problem, values, claim.relation)
    return _PROPERTIES[claim.property](problem, claim.relation)


def seal_of(document: dict[str, Any]) -> str:
    """The sha256 of the canonical JSON of all fields but the seal, in hexadecimal.

    Raises:
        InvalidInputError: there is no such text: it holds half a surrogate pair, which UTF-8 has not, or is too deep.
    """
    rest = {key: value for key, value in document.items() if key != "seal"}
    try:
        return hashlib.sha256(codec.dumps(rest).encode()).hexdigest()
    except (UnicodeEncodeError, RecursionError) as error:
        raise InvalidInputError(f"json: {type(error).__name__}; expected UTF-8 text, not nested too deep") from None


def to_text(certificate: Certificate) -> str:
    """The file's text, sealed: one text for one certificate."""
    document = {"schema": SCHEMA, **codec.encode(certificate, Certificate)}
    return codec.dumps({**document, "seal": seal_of(document)}) + "\n"


def from_text(text: str) -> Certificate:
    """Decodes a file's text.

    Raises:
        InvalidInputError: it is not exactly what `to_text` writes for some certificate.
    """
    loaded: Any = codec.loads(text)
    document = cast("dict[str, Any]", loaded) if type(loaded) is dict else {}
    if set(document) != {"schema", "statement", "proof", "seal"}:
        raise InvalidInputError("certificate: expected the keys schema, statement, proof and seal")
    if document["schema"] != SCHEMA or type(document["schema"]) is not int:
        raise InvalidInputError(f"schema={str(document['schema'])[:20]}: expected {SCHEMA}")
    if document["seal"] != seal_of(document):
        raise InvalidInputError("seal: it does not fit the rest of the certificate, which was changed after sealing")
    body = {key: document[key] for key in ("statement", "proof")}
    certificate: Certificate = codec.decode(body, Certificate)
    written = {"schema": SCHEMA, **codec.encode(certificate, Certificate), "seal": document["seal"]}  # checked above
    if codec.dumps(written) + "\n" != text:
        raise InvalidInputError("certificate: expected the canonical text (sorted keys, no spaces, lowest terms)")
    return certificate
