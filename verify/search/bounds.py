"""Upper bounds of a problem over a domain: proofs with the exact values that they give."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from flint import fmpq

from theorems.model.errors import InexactError, InvalidInputError, UndecidedError
from theorems.model.proof import Circulant
from theorems.model.real import Real
from verify.checker.bounds import upper_bound
from verify.errors import RefusedError
from verify.search.dual import linear_bound
from verify.search.range import pointwise
from verify.search.simple import simple_proof

if TYPE_CHECKING:
    from collections.abc import Callable

    from theorems.model.assertion import Domain
    from theorems.model.problem import Problem
    from theorems.model.proof import UpperBound
    from verify.search.floats import Floats
    from verify.search.linear_form import LinearForm


@dataclass(frozen=True, eq=False)
class Upper:
    """A proof that E <= value over a domain.

    Attributes:
        proof: pointwise, linear, semidefinite or circulant.
        value: the bound that the checker computes from it.
        source: where it came from, in a word.
        price: what the repair of its multipliers cost, relative; 0 where there was nothing to repair.
        multipliers: l_1..l_n, the prices of the slice masses; () for a pointwise bound.
    """

    proof: UpperBound
    value: Real
    source: str
    price: fmpq = field(default_factory=fmpq)
    multipliers: tuple[Real, ...] = ()


def replayed(problem: Problem, domain: Domain, upper: Upper) -> Upper | None:
    """What the proof of a bound gives over another domain, by the checker's own rule; None if it is refused."""
    try:
        value, _ = upper_bound(problem, domain, upper.proof)
    except (RefusedError, InvalidInputError, InexactError, UndecidedError):
        return None
    return replace(upper, value=value)


def pointwise_upper(problem: Problem, domain: Domain) -> Upper | None:
    """The pointwise bound, for a zonal kernel whose profile could be bounded."""
    proof = pointwise(problem)
    return None if proof is None else replayed(problem, domain, Upper(proof, Real(0), "pointwise"))


def circulant_upper(problem: Problem, form: LinearForm, domain: Domain) -> Upper | None:
    """The bound by the greatest eigenvalue of a circulant C, which is then every slice's multiplier."""
    found = replayed(problem, domain, Upper(Circulant(), Real(0), "circulant"))
    if found is None:
        return None
    eigenvalue = (2 * found.value - form.constant) / form.labels
    return replace(found, multipliers=(eigenvalue,) * form.labels)


def linear_upper(
    problem: Problem,
    form: LinearForm,
    domain: Domain,
    point: Floats,
    *,
    enough: Callable[[Real], bool],
    learn: Callable[[Floats], None],
    say: Callable[[str], None],
) -> Upper:
    """The linear bound of `verify.search.dual`, or an exact one from simple multipliers where that is no worse."""
    dual = linear_bound(problem, form, domain, point, enough=enough, learn=learn, say=say)
    proof = dual.repaired.proof
    prices = tuple(map(Real, proof.multipliers))
    found = Upper(proof, dual.repaired.value, dual.source, dual.repaired.price, prices)
    simple = simple_proof(dual.given) if form.is_rational else None
    if simple is None:
        return found
    prices = tuple(map(Real, simple.multipliers))
    exact = replayed(problem, domain, Upper(simple, Real(0), dual.source, fmpq(0), prices))
    return found if exact is None or exact.value > found.value else exact
