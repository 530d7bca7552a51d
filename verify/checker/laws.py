"""Rules that evaluate a given law: its energy, its content marginal, and numbers computed from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from theorems.model.arithmetic import EXACT
from theorems.model.assertion import NEGATED, ORDER, Domain, Energy, Identity, Output, Relation, Supremum
from theorems.model.energy import enclosure, energy
from theorems.model.errors import InexactError
from theorems.model.law import content_marginal
from theorems.model.proof import Attained, Compared, EnergyValue, OutputLaw
from verify.errors import RefusedError
from verify.verdict import Trust

if TYPE_CHECKING:
    from collections.abc import Callable

    from flint import arb

    from theorems.model.law import Law
    from theorems.model.problem import Problem
    from theorems.model.real import Real

LARGE = 64
"""Number of atoms above which an order is first tried by balls: exact sums of many fractions grow long."""

PRECISION = 192
"""Bits of those balls."""

COMPARE: dict[Relation, Callable[[Real, Real], bool]] = {
    Relation.LE: lambda a, b: a <= b,
    Relation.LT: lambda a, b: a < b,
    Relation.GE: lambda a, b: a >= b,
    Relation.GT: lambda a, b: a > b,
    Relation.EQ: lambda a, b: a == b,
    Relation.NE: lambda a, b: a != b,
}


CERTAIN: dict[Relation, Callable[[arb], bool]] = {
    Relation.LE: lambda ball: ball <= 0,
    Relation.LT: lambda ball: ball < 0,
    Relation.GE: lambda ball: ball >= 0,
    Relation.GT: lambda ball: ball > 0,
}
"""Whether every number of the ball compares with 0 as asked; False for NaN."""


def require_shape(problem: Problem, law: Law) -> None:
    """Refuses a law that is not one of the problem's: a slice a label, points of its dimension."""
    if len(law.slices) != len(problem):
        raise RefusedError(f"the law has {len(law.slices)} slices, the problem {len(problem)} labels")
    if law.slices[0].dimension != problem.dimension:
        raise RefusedError(f"the law lives in dimension {law.slices[0].dimension}, the problem in {problem.dimension}")


def order_trust(left: Real, right: Real, relation: Relation) -> Trust:
    """BALL where an order of irrational forms was decided by balls, RATIONAL otherwise."""
    by_form = relation in (Relation.EQ, Relation.NE) or (left - right).is_rational
    return Trust.RATIONAL if by_form else Trust.BALL


def require_energy(problem: Problem, law: Law, relation: Relation, value: Real) -> Trust:
    """Lemma: E(law) is a finite sum, computed exactly or enclosed by balls, that compares with the value as asked."""
    require_shape(problem, law)
    if law.atom_count > LARGE and _ordered_by_balls(problem, law, relation, value):
        return Trust.BALL
    try:
        exact = energy(problem, law, EXACT)
    except InexactError as error:
        if _ordered_by_balls(problem, law, relation, value):
            return Trust.BALL
        raise RefusedError(f"the energy has no exact form and balls do not decide: {error}") from None
    if not COMPARE[relation](exact, value):
        raise RefusedError(f"the energy of the law is not {relation.value} {value}")
    return order_trust(exact, value, relation)


def _ordered_by_balls(problem: Problem, law: Law, relation: Relation, value: Real) -> bool:
    """Whether balls show the order asked for; they refuse the opposite one, and prove no equality."""
    if relation not in ORDER:
        return False
    ball = enclosure(problem, law, PRECISION) - value.ball(PRECISION)
    if CERTAIN[NEGATED[relation]](ball):
        raise RefusedError(f"the energy of the law is not {relation.value} {value}")
    return CERTAIN[relation](ball)


def attained(assertion: Supremum, proof: Attained) -> Trust:
    """Lemma: a law of the domain with E(law) >= v (> v) shows that some law has."""
    if assertion.relation not in (Relation.GE, Relation.GT):
        raise RefusedError(f"one law proves no bound of the kind {assertion.relation.value}")
    if assertion.domain is Domain.TUPLES and not proof.law.is_tuple:
        raise RefusedError("a slice of the law is not a Dirac mass")
    return require_energy(assertion.problem, proof.law, assertion.relation, assertion.value)


def energy_value(assertion: Energy, proof: EnergyValue) -> Trust:
    """Lemma: the stated energy is the exact one, and compares with the value as asked."""
    require_shape(assertion.problem, assertion.law)
    require_energy(assertion.problem, assertion.law, Relation.EQ, proof.energy)
    if not COMPARE[assertion.relation](proof.energy, assertion.value):
        raise RefusedError(f"the energy {proof.energy} is not {assertion.relation.value} {assertion.value}")
    return order_trust(proof.energy, assertion.value, assertion.relation)


def output_law(assertion: Output, proof: OutputLaw) -> Trust:
    """Lemma: the stated measure is sum_i rho_i mu_i, and is the target or is not."""
    require_shape(assertion.problem, assertion.law)
    if not content_marginal(assertion.problem.labels, assertion.law).same_as(proof.marginal):
        raise RefusedError("the stated content marginal is not that of the law")
    if proof.marginal.same_as(assertion.target) != (assertion.relation is Relation.EQ):
        raise RefusedError(f"the content marginal does not compare with the target as {assertion.relation.value}")
    return Trust.RATIONAL


def compared(assertion: Identity, proof: Compared) -> Trust:
    """Lemma: the stated differences are those of the two lists, all of them 0 or not."""
    left, right = assertion.left, assertion.right
    if not left or len(left) != len(right) or len(proof.difference) != len(left):
        raise RefusedError(f"lists of {len(left)}, {len(right)} and {len(proof.difference)} numbers do not compare")
    for k, (a, b, stated) in enumerate(zip(left, right, proof.difference, strict=True)):
        if a - b != stated:
            raise RefusedError(f"entry {k}: the stated difference {stated} is not {a - b}")
    if all(stated == 0 for stated in proof.difference) != (assertion.relation is Relation.EQ):
        raise RefusedError(f"the two lists do not compare as {assertion.relation.value}")
    return Trust.RATIONAL
