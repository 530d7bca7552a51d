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
    NEGATED,
    CircleMaximiser,
    Collapse,
    ContinuumCollapse,
    ContinuumFinite,
    ContinuumSpread,
    ContinuumSupremum,
    ContinuumUnique,
    Diracizes,
    Domain,
    Family,
    Finite,
    GraphMaximiser,
    GreatCircle,
    OneOutput,
    OrbitMaximiser,
    Relation,
    Spread,
    Supremum,
    Unique,
)
from theorems.model.continuum import ContinuumProblem
from theorems.model.continuum_file import ContinuumFile, read_file
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


_CONTINUUM = {
    Property.COLLAPSE: ContinuumCollapse,
    Property.SPREAD: ContinuumSpread,
    Property.UNIQUE: ContinuumUnique,
    Property.FINITE: ContinuumFinite,
    Property.GRAPH_LAW: GraphMaximiser,
    Property.GREAT_CIRCLE: GreatCircle,
}
_IN_THE_FRAME = (Property.UNIQUE, Property.FINITE, Property.GRAPH_LAW, Property.ORBIT)
"""What a gauge leaves as it is: a graph law stays one, and s -> R(s)^{-1} u is constant in the frame."""


def claimed(problem: Problem | ContinuumProblem, claim: ProblemClaim, values: Vector = ()) -> Assertion:
    """The assertion that a claim makes of a problem; `values` are its labels as numbers, which circles need."""
    if isinstance(problem, ContinuumProblem):
        return _of_continuum(problem, claim)
    if isinstance(claim, BoundClaim):
        return Supremum(problem, claim.domain, claim.relation, claim.value)
    if claim.property is Property.GREAT_CIRCLE:
        return CircleMaximiser(problem, values, claim.relation)
    return _PROPERTIES[claim.property](problem, claim.relation)


def _of_continuum(problem: ContinuumProblem, claim: ProblemClaim) -> Assertion:
    if isinstance(claim, BoundClaim):
        family = Family.LAWS if claim.domain is Domain.LAWS else Family.GRAPHS
        return ContinuumSupremum(problem, family, claim.relation, claim.value)
    if claim.property is Property.ORBIT:  # some constant law in the frame is a maximiser: with one, all are
        return ContinuumSpread(problem, NEGATED[claim.relation])
    if claim.property not in _CONTINUUM:
        raise InvalidInputError(f"property={claim.property.value}: expected one that is defined for the continuum")
    return _CONTINUUM[claim.property](problem, claim.relation)


def claimed_of_text(text: str, claim: ProblemClaim) -> Assertion:
    """The assertion that a claim makes of the problem of a text, of finitely many labels or of a continuum.

    Raises:
        InvalidInputError: the text is no problem file, or the claim has no meaning for it.
    """
    file = read_file(text)
    gauged = isinstance(file, ContinuumFile) and file.gauge is not None
    if gauged and isinstance(claim, PropertyClaim) and claim.property not in _IN_THE_FRAME:
        raise InvalidInputError(f"property={claim.property.value}: not defined here under a gauge of a continuum")
    return claimed(file.problem, claim, () if isinstance(file, ContinuumFile) else file.values)


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
