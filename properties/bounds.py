"""Laws of the bracket: every law that can be drawn has an energy between the bounds that the checker accepts.

Each law raises AssertionError where it is broken. `of` is the energy that is held to it, by default the model's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from flint import fmpq
from hypothesis import strategies as st

from theorems.model.assertion import Domain, Relation, Supremum
from theorems.model.energy import energy
from theorems.model.multipliers import linear_matrix, needed_multipliers
from theorems.model.problem import Problem, zonal
from theorems.model.profile import lies_within, peaks_at_one, value_at
from theorems.model.proof import Attained, Linear, Pointwise, UpperBound
from theorems.model.real import Real
from verify.checker import check
from verify.checker.bounds import upper_bound

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypothesis.strategies import SearchStrategy

    from properties.invariance import EnergyFunction
    from theorems.model.law import Law


def linear_proof(problem: Problem, denominator: int, factor: Sequence[Sequence[int]]) -> Linear:
    """The linear certificate of any factor F whatever: its multipliers are what F needs (claims.md section 4)."""
    multipliers = needed_multipliers(problem, denominator, factor)
    return Linear(denominator, tuple(map(tuple, factor)), tuple(multipliers))


def pointwise_proof(problem: Problem) -> Pointwise:
    """The pointwise certificate -b <= phi <= phi(1), or phi <= b where phi is greater elsewhere; b a power of 2."""
    profile, dimension, bound = zonal(problem).profile, problem.dimension, Real(1)
    while not lies_within(profile, dimension, -bound, bound):
        bound *= 2
    return Pointwise(-bound, value_at(profile, Real(1)) if peaks_at_one(profile, dimension) else bound)


def factors(problem: Problem, columns: int = 2) -> SearchStrategy[tuple[int, tuple[tuple[int, ...], ...]]]:
    """(denominator, F) of the shape that a linear certificate of the problem needs; F shrinks to 0."""
    rows = len(linear_matrix(problem)[0])
    row = st.tuples(*[st.integers(-4, 4)] * columns)
    return st.tuples(st.integers(1, 4), st.tuples(*[row] * rows))


def energy_is_below(problem: Problem, law: Law, proof: UpperBound, *, of: EnergyFunction = energy) -> Real:
    """E(law) <= U over all laws, and over tuples if it is one; returns how far below U over laws it stays."""
    value = of(problem, law)
    upper, _ = upper_bound(problem, Domain.LAWS, proof)
    assert value <= upper, f"a law of energy {value} passes the bound {upper} of all laws"
    if law.is_tuple:
        over_tuples, _ = upper_bound(problem, Domain.TUPLES, proof)
        assert value <= over_tuples, f"a tuple of energy {value} passes the bound {over_tuples} of all tuples"
    return upper - value


def bracket_holds(problem: Problem, low: Law, law: Law, proof: UpperBound, *, of: EnergyFunction = energy) -> None:
    """The checker accepts E(low) as a lower bound L and the proof's U, L <= U, and no law drawn passes U."""
    lower = of(problem, low)
    upper, _ = upper_bound(problem, Domain.LAWS, proof)
    reached = check(Supremum(problem, Domain.LAWS, Relation.GE, lower), Attained(low))
    assert reached.accepted, f"the law's own energy is no lower bound: {reached.reason}"
    bounded = check(Supremum(problem, Domain.LAWS, Relation.LE, upper), proof)
    assert bounded.accepted, f"U is no upper bound: {bounded.reason}"
    assert lower <= upper, f"L = {lower} is above U = {upper}"
    energy_is_below(problem, law, proof, of=of)


def below_the_peak(problem: Problem, law: Law, *, of: EnergyFunction = energy) -> Real:
    """For k >= 0 and phi <= phi(1): E <= phi(1)/2 sum C_ij (R1, S1); returns the distance."""
    kernel, weighted = zonal(problem), problem.weighted_bias()
    top = value_at(kernel.profile, Real(1))
    assert all(entry >= 0 for row in weighted for entry in row), "bias: expected k >= 0"
    assert lies_within(kernel.profile, problem.dimension, None, top), "profile: expected phi <= phi(1)"
    bound = top * fmpq(1, 2) * Real.sum(entry for row in weighted for entry in row)
    value = of(problem, law)
    assert value <= bound, f"a law of energy {value} passes the peak {bound}"
    return bound - value
