"""Upper bounds by moment relaxations: the polynomials, the dual solution, and the proof that it makes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from flint import fmpq

from theorems.model.approximation import approximate
from theorems.model.moments.pairs import pairs_of
from theorems.model.moments.relaxation import expanded, indexed
from theorems.model.proof import Moment
from verify.search.floats import to_float
from verify.search.moment_dual import factors_of, solve_dual

if TYPE_CHECKING:
    from theorems.model.moments.relaxation import Blocks
    from theorems.model.nodes import Expression
    from theorems.model.problem import Problem
    from theorems.model.proof import Relaxation
    from verify.search.floats import Floats

Polynomials = dict["Expression", tuple[tuple[fmpq, ...], fmpq]]
"""For each profile that occurs, in order of occurrence, a polynomial and its distance from the profile."""


@dataclass(frozen=True, eq=False)
class MomentBound:
    """A proof from a dual solution, and what the solver printed.

    Attributes:
        proof: the proof.
        value: the relaxation's own value, in floats.
        gram: its moments of g_ij, (n, n), 1 on the diagonal.
    """

    proof: Moment
    value: float
    gram: Floats


DEGREES = tuple(range(2, 21, 2))
"""Degrees of the polynomials tried in turn."""


def pair_terms(problem: Problem) -> list[tuple[int, int, float, Expression]]:
    """(i, j, weight in E, profile) for i <= j, without what is 0."""
    found: list[tuple[int, int, float, Expression]] = []
    for i, j in pairs_of(len(problem), free=True):
        weight, profile = problem.pair_term(i, j)
        if not weight.is_zero():
            found.append((i, j, float(to_float(weight)) * (0.5 if i == j else 1.0), profile))
    return found


def polynomials_within(problem: Problem, allowed: float) -> Polynomials:
    """For each profile the first polynomial that costs at most allowed, or else the nearest.

    Raises:
        InexactError: a profile is not analytic on any known disc.
    """
    found: Polynomials = {}
    terms = pair_terms(problem)
    total = sum(abs(weight) for *_, weight, _ in terms)
    for *_, profile in terms:
        for degree in DEGREES if profile not in found else ():
            polynomial = approximate(profile, degree)
            if profile not in found or polynomial[1] < found[profile][1]:
                found[profile] = polynomial
            if total * float(found[profile][1]) <= allowed:
                break
    return found


def degree_of(polynomials: Polynomials) -> int:
    """The greatest degree."""
    return max((len(coefficients) - 1 for coefficients, _ in polynomials.values()), default=0)


def objective_of(
    problem: Problem, relaxation: Relaxation, polynomials: Polynomials, blocks: Blocks
) -> dict[int, float]:
    """c by place: E as a combination of monomials, in floats."""
    objective: dict[int, float] = {}
    for i, j, weight, profile in pair_terms(problem):
        for monomial, coefficient in expanded(relaxation, (i, j), polynomials[profile][0]):
            place = blocks.places[monomial]
            objective[place] = objective.get(place, 0.0) + weight * float(coefficient)
    return objective


def _gram(relaxation: Relaxation, blocks: Blocks, moments: Floats, labels: int) -> Floats:
    """The moments of g_ij, (n, n), with 1 on the diagonal."""
    found = np.eye(labels)
    for i in range(labels):
        for j in range(i):
            terms = expanded(relaxation, (j, i), (fmpq(0), fmpq(1)))
            found[i, j] = found[j, i] = sum(float(c) * moments[blocks.places[monomial]] for monomial, c in terms)
    return found


def moment_proof(problem: Problem, relaxation: Relaxation, polynomials: Polynomials, seconds: float) -> MomentBound:
    """The proof that the dual solution of a relaxation makes.

    Raises:
        SolverError: the solver stopped badly.
    """
    blocks = indexed(relaxation, len(problem), problem.dimension, max(degree_of(polynomials), 1))
    solved = solve_dual(blocks, objective_of(problem, relaxation, polynomials, blocks), seconds)
    bits, factors = factors_of(solved.duals)
    proof = Moment(relaxation, tuple(p for p, _ in polynomials.values()), bits, factors)
    return MomentBound(proof, solved.value, _gram(relaxation, blocks, solved.moments, len(problem)))
