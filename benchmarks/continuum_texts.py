"""Certificates about problem texts of a continuum of labels: one for each rule that they can be proved by."""

from __future__ import annotations

from collections.abc import Iterator

from flint import fmpq

from theorems.model.assertion import Domain, Relation
from theorems.model.continuum import CellLaw, CurveLaw
from theorems.model.law import dirac
from theorems.model.proof import (
    BetterThanCircles,
    BetterThanCollapsed,
    ContinuumAttained,
    ContinuumMaximiser,
    Fourier,
    NonNegativeBias,
    Pointwise,
    PositiveTransform,
    Proof,
    StepBound,
    ToeplitzZonal,
    Triangle,
    TwoContinuumMaximisers,
)
from theorems.model.real import Real
from theorems.model.sphere import antipode, axis
from verify.certificate import BoundClaim, Certificate, ProblemClaim, ProblemStatement, Property, PropertyClaim, to_text

EQ, NE, LE, GE = Relation.EQ, Relation.NE, Relation.LE, Relation.GE
HALF, ZERO, ONE = fmpq(1, 2), fmpq(0), fmpq(1)

POINT, CIRCLE = CurveLaw(0, ZERO), CurveLaw(1, ZERO)
HALVES = CellLaw((dirac(axis(2, 0)), dirac(antipode(axis(2, 0)))))
RANGE = Pointwise(Real(-1), Real(1))
TRIANGLES = (Triangle(1, 1, HALF, perimeter=False), Triangle(1, 2, HALF, perimeter=True))
REACHED = ContinuumMaximiser(CIRCLE, Fourier())


def continuum_text(expression: str, law: str = "circle", dimension: int = 2) -> str:
    """A problem file of a continuum."""
    return f'[content]\ndimension = {dimension}\n[labels]\nlaw = "{law}"\n[kernel]\nexpression = "{expression}"\n'


COSINE = continuum_text("cos(s - t) * dot(x, y)")
TIED = continuum_text("(1/2 + cos(s - t)) * dot(x, y)", dimension=3)
CURVED = continuum_text("cos(s - t) * exp(3 * dot(x, y))")
REPULSIVE = continuum_text("-exp(-abs(s - t)) * dot(x, y)", "interval")
ATTRACTIVE = continuum_text("exp(-abs(s - t)) * dot(x, y)", "interval")
PRODUCT = continuum_text("(1 + s * t) * dot(x, y)", "interval")


def _bound(relation: Relation, value: str, domain: Domain = Domain.LAWS) -> BoundClaim:
    return BoundClaim(domain, relation, Real(value))


def _claims() -> Iterator[tuple[str, ProblemClaim, Proof]]:
    yield COSINE, _bound(LE, "1/4"), Fourier()
    yield COSINE, _bound(GE, "1/4", Domain.TUPLES), ContinuumAttained(CIRCLE)
    yield COSINE, _bound(LE, "7/10"), ToeplitzZonal(4, (HALF,), ((ZERO, -ONE),), 4, TRIANGLES)
    yield ATTRACTIVE, _bound(LE, "1/2"), RANGE
    yield PRODUCT, _bound(LE, "3/4"), StepBound(4, Real(1), RANGE)
    yield REPULSIVE, _bound(LE, "0"), PositiveTransform()
    properties: list[tuple[str, Property, Relation, Proof]] = [
        (COSINE, Property.COLLAPSE, NE, REACHED),
        (TIED, Property.SPREAD, NE, ContinuumMaximiser(POINT, Fourier())),
        (COSINE, Property.SPREAD, EQ, BetterThanCollapsed(CIRCLE)),
        (COSINE, Property.GRAPH_LAW, EQ, REACHED),
        (COSINE, Property.GREAT_CIRCLE, EQ, REACHED),
        (CURVED, Property.GREAT_CIRCLE, NE, BetterThanCircles(HALVES)),
        (COSINE, Property.UNIQUE, EQ, Fourier()),
        (TIED, Property.UNIQUE, NE, TwoContinuumMaximisers(POINT, CIRCLE, Fourier())),
        (TIED, Property.FINITE, NE, Fourier()),
        (REPULSIVE, Property.FINITE, NE, PositiveTransform()),
        (REPULSIVE, Property.GRAPH_LAW, NE, PositiveTransform()),
        (ATTRACTIVE, Property.COLLAPSE, EQ, NonNegativeBias()),
        (ATTRACTIVE, Property.UNIQUE, EQ, NonNegativeBias()),
        (ATTRACTIVE, Property.SPREAD, NE, NonNegativeBias()),
        (ATTRACTIVE, Property.ORBIT, EQ, NonNegativeBias()),
    ]
    for text, kind, relation, proof in properties:
        yield text, PropertyClaim(kind, relation), proof


def about_continua() -> Iterator[tuple[str, str]]:
    """Names and texts of the certificates."""
    for k, (text, claim, proof) in enumerate(_claims()):
        yield f"continuum.{k:02d}", to_text(Certificate(ProblemStatement(text, claim), proof))
