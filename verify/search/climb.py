"""Climbing the ladder: rungs by cost until the bracket is closed, no rung fits the time, or none can help any more."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from flint import fmpq

from theorems.model.assertion import Domain
from theorems.model.errors import InexactError
from theorems.model.real import Real
from verify.errors import SolverError
from verify.search.bounds import Upper, replayed
from verify.search.candidates import from_moments, many_starts, spread_slices
from verify.search.ladder import is_climbable, jensen_labels, rungs
from verify.search.moments import degree_of, moment_proof, polynomials_within

if TYPE_CHECKING:
    from theorems.model.law import Law
    from verify.search.ladder import Rung
    from verify.search.moments import Polynomials
    from verify.search.steps import Search

PART = 0.25
"""Part of the gap that the polynomials in place of the profiles may take up."""

TIGHT = 1e-7
"""Relative distance of a relaxation's own value from the best energy at which more blocks are thought not to help."""


def climb(search: Search, domain: Domain) -> None:
    """Adds laws and proofs to the search, rung by rung."""
    problem = search.problem
    if not is_climbable(problem):
        return
    best = max((entry.estimate for entry in search.pool.entries), default=0.0)
    try:
        polynomials = polynomials_within(problem, PART * float(search.gap) * abs(best))
    except InexactError as error:
        search.say(f"no moment relaxation: {error}")
        return
    single = jensen_labels(problem)
    spread = domain is Domain.LAWS and not all(single)
    if not spread:
        search.say("ascent from many starts")
        _add(search, many_starts(problem))
    for rung in rungs(problem, degree_of(polynomials), free_diagonal=spread):
        left = search.deadline - monotonic()
        if search.closed(domain) or rung.seconds > left:
            return
        if not search.has_relaxation(rung.relaxation) and _is_enough(search, domain, rung, polynomials, left):
            return
    for law in spread_slices(problem, single) if spread else ():
        search.say("ascent with slices of several atoms")
        search.pool.add(law)
        if search.closed(domain) or monotonic() > search.deadline:
            return


def _is_enough(search: Search, domain: Domain, rung: Rung, polynomials: Polynomials, left: float) -> bool:
    """Climbs one rung; whether its relaxation is as good as tight, so that no other can do better."""
    search.say(f"upper bound: {rung.name}")
    began = monotonic()
    try:
        found = moment_proof(search.problem, rung.relaxation, polynomials, left)
    except SolverError as error:
        search.say(f"{rung.name}: {error}")
        return False
    upper = replayed(search.problem, domain, Upper(found.proof, Real(0), rung.name, fmpq(0)))
    if upper is None:
        return False
    if not rung.relaxation.free_diagonal and not _is_tight(search, found.value):
        _add(search, from_moments(search.problem, found.gram))
    search.record(domain, upper, began)
    return _is_tight(search, found.value)


def _is_tight(search: Search, value: float) -> bool:
    best = max((entry.estimate for entry in search.pool.entries), default=0.0)
    return abs(value - best) <= TIGHT * abs(best)


def _add(search: Search, laws: list[Law]) -> None:
    for law in laws:
        search.pool.add(law)
