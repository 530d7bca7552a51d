"""Rules about D1: whether the energy is affine in one slice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flint import fmpq

from theorems.model.assertion import Affine, Relation
from theorems.model.energy import energy
from theorems.model.errors import InexactError
from theorems.model.law import mixture
from theorems.model.selfterm import is_flat
from verify.checker.laws import require_shape
from verify.errors import RefusedError
from verify.verdict import Trust

if TYPE_CHECKING:
    from theorems.model.proof import CurvedSelfTerm, FlatSelfTerm


def flat_self_term(assertion: Affine, _: FlatSelfTerm) -> Trust:
    """Lemma: E is affine in mu_i iff the self term of i is absent or flat: h_ii(x,y) = (h_ii(x,x) + h_ii(y,y))/2.

    Proof. Only (rho_i^2/2) iint h_ii dmu_i dmu_i is not affine in mu_i; it is iff it vanishes on differences of
    probabilities, and a flat h_ii = g(x) + g(y) does. `theorems.model.selfterm` decides flatness. Source: claims.md D1.
    """
    if assertion.relation is not Relation.EQ:
        raise RefusedError("a flat self term proves no statement of the kind !=")
    if not 0 <= assertion.label < len(assertion.problem):
        raise RefusedError(f"label {assertion.label} is none of the {len(assertion.problem)} labels")
    if not is_flat(assertion.problem, assertion.label):
        raise RefusedError(f"the self term of label {assertion.label} is not flat")
    return Trust.RATIONAL


def curved_self_term(assertion: Affine, proof: CurvedSelfTerm) -> Trust:
    """Lemma: an affine function takes at a midpoint the mean of its values at the ends; E, exactly, does not."""
    if assertion.relation is not Relation.NE:
        raise RefusedError("a curved self term proves no statement of the kind =")
    problem, i, law = assertion.problem, assertion.label, proof.law
    if not 0 <= i < len(problem):
        raise RefusedError(f"label {i} is none of the {len(problem)} labels")
    other = law.replaced(i, proof.other)
    require_shape(problem, law)
    middle = law.replaced(i, mixture(law.slices[i], proof.other, fmpq(1, 2)))
    try:
        ends = energy(problem, law) + energy(problem, other)
        bend = 2 * energy(problem, middle) - ends
    except InexactError as error:
        raise RefusedError(f"the energy has no exact form: {error}") from None
    if bend == 0:
        raise RefusedError("the energy at the midpoint is the mean of those at the ends")
    return Trust.RATIONAL
