"""What a planted lie is, and short ways to write certificates, true and false."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flint import fmpq

from benchmarks.changes.scene import put, resealed
from theorems.catalogue import theorem_named
from theorems.model import codec
from theorems.model.assertion import Domain, Relation
from theorems.model.law import Law, Measure, finite_measure, graph_law
from theorems.model.matrix import Vector, vector
from theorems.model.proof import Pointwise, Proof
from theorems.model.real import Real, RealLike
from verify.certificate import (
    BoundClaim,
    Certificate,
    ProblemStatement,
    Property,
    PropertyClaim,
    Role,
    TheoremStatement,
    to_text,
)

LAWS, TUPLES = Domain.LAWS, Domain.TUPLES
LE, LT, GE, GT, EQ, NE = Relation.LE, Relation.LT, Relation.GE, Relation.GT, Relation.EQ, Relation.NE

UNIT = Pointwise(Real(-1), Real(1))
"""The bound of phi = r by its own range."""

TINY = fmpq(1, 2**80)
"""How far past the edge a lie stands."""


@dataclass(frozen=True)
class Lie:
    """A false certificate, the reason it must be refused for, and a true one beside it.

    Attributes:
        name: what is wrong, in words.
        reason: a part of the checker's message.
        text: the false certificate.
        neighbour: the true one.
    """

    name: str
    reason: str
    text: str
    neighbour: str


def problem(
    d: int,
    masses: Sequence[str],
    expression: str,
    *,
    reading: str = "atomic",
    bias: Sequence[Sequence[str]] | None = None,
    gauges: Sequence[Sequence[Sequence[str]]] | None = None,
) -> str:
    """A problem text with labels 0, 1, 2, .."""
    points = [str(k) for k in range(len(masses))]
    lines = [
        f'[content]\ndimension = {d}\n[labels]\nlaw = "points"\nreading = {json.dumps(reading)}',
        f"points = {json.dumps(points)}\nweights = {json.dumps(list(masses))}",
        f"[kernel]\nexpression = {json.dumps(expression)}",
    ]
    lines += [f"[bias]\nmatrix = {json.dumps(bias)}"] if bias else []
    lines += [f"[gauge]\nmatrices = {json.dumps(gauges)}"] if gauges else []
    return "\n".join(lines) + "\n"


def bound(text: str, relation: Relation, value: RealLike, proof: Proof, domain: Domain = LAWS) -> str:
    """A certificate about the supremum."""
    return to_text(Certificate(ProblemStatement(text, BoundClaim(domain, relation, Real.of(value))), proof))


def all_maximisers(text: str, kind: Property, relation: Relation, proof: Proof) -> str:
    """A certificate about a property of all maximisers."""
    return to_text(Certificate(ProblemStatement(text, PropertyClaim(kind, relation)), proof))


def of_theorem(
    name: str,
    part: str,
    instance: object,
    proof: Proof,
    *,
    role: Role = Role.CLAIM,
    variant: str = "",
    negated: bool = False,
) -> str:
    """A certificate about a part of a theorem's claim."""
    encoded = codec.encode(instance, theorem_named(name).instance)
    return to_text(Certificate(TheoremStatement(name, role, variant, part, negated=negated, instance=encoded), proof))


def edited(text: str, *path: str | int, to: Any) -> str:  # noqa: ANN401 - any JSON value
    """The certificate with the value at the path replaced, sealed again."""
    document = json.loads(text)
    put(document, path, to)
    return resealed(document)


def at(*entries: RealLike) -> Vector:
    """A vector."""
    return vector(entries)


def points(*where: Sequence[RealLike]) -> Law:
    """Every label at a point."""
    return graph_law(vector(point) for point in where)


def spread(*atoms: tuple[str, Sequence[RealLike]]) -> Measure:
    """A measure with atoms (weight, point)."""
    return finite_measure([fmpq(*map(int, weight.split("/"))) for weight, _ in atoms], [vector(p) for _, p in atoms])


HALVES = ("1/2", "1/2")
ONE_LABEL = problem(2, ["1"], "dot(x, y)")
REPELLED = problem(2, ["1"], "-dot(x, y)")
PAIR = problem(2, HALVES, "dot(x, y)")
E1, E2 = (1, 0), (0, 1)
