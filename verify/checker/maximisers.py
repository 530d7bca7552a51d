"""Rules about all maximisers over laws: the rigidity lemma, and exact maximisers as witnesses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flint import arb_mat, ctx

from theorems.model.assertion import Collapse, Domain, OneOutput, Relation, Spread, Unique
from theorems.model.energy import peak_energy
from theorems.model.kernel import FramedKernel, PairKernel, frame_gauges
from theorems.model.law import Law, Measure, content_marginal
from theorems.model.matrix import all_rational, apply, equal, gram, product, to_flint, transpose
from theorems.model.problem import Problem, zonal
from theorems.model.profile import peaks_only_at_one
from theorems.model.real import Real
from verify.checker.bounds import circulant_eigenvalues, profile_trust, require_orthogonal_gauges, upper_bound
from verify.checker.laws import require_energy
from verify.checker.pairwise import bonds_of_pairs
from verify.errors import RefusedError
from verify.verdict import Trust

if TYPE_CHECKING:
    from theorems.model.matrix import Matrix
    from theorems.model.proof import Circulant, CollapsedBelow, Maximiser, Rigid, TwoMaximisers, UpperBound

PRECISION = 256
"""Bits of the balls that decide a rank."""


def require_rigid(problem: Problem) -> Trust:
    """Refuses a problem that is not rigid.

    Lemma: the maximisers over laws are exactly the Gamma[R^{-1} u], u on the sphere, if
    h_ij = k_ij phi(<R_i x, R_j y>) with R_i orthogonal, k >= 0 wherever a term counts, phi(t) < phi(1) at every
    attainable t < 1, and the graph of k_ij > 0, i != j, is connected (n >= 2) or k_11 > 0 and its term counts (n = 1).

    Proof. E <= phi(1)/2 sum C_ij, with equality iff R_i x = R_j y for mu_i x mu_j almost all (x, y) and every pair
    with C_ij > 0. An edge i ~ j makes both slices Dirac at one point of the gauge frame; a connected graph carries
    that point to every label. For n = 1 the pair (x, y) with independent x, y ~ mu_1 does. Source: claims.md R2, S1.

    Profiles of pairs: the same with psi_ij <= psi_ij(1) for every pair that counts, and the graph of those with
    psi_ij(t) < psi_ij(1) at every attainable t < 1 in place of k_ij > 0.
    """
    if isinstance(problem.kernel, PairKernel):
        bonds, trust = bonds_of_pairs(problem)
        if not is_connected(bonds):
            raise RefusedError("the pairs whose profile peaks at 1 alone do not join all labels")
        return trust
    kernel = zonal(problem)
    require_orthogonal_gauges(problem)
    weights = problem.weighted_bias()
    for i, row in enumerate(weights):
        for j, weight in enumerate(row):
            if weight < 0:
                raise RefusedError(f"the bias of labels {i} and {j} is negative")
    if not peaks_only_at_one(kernel.profile, problem.dimension):
        raise RefusedError("the profile reaches phi(1) or more at an attainable inner product below 1")
    if not is_connected(weights):
        raise RefusedError("the labels of positive bias do not hang together")
    irrational = not all_rational(kernel.bias)
    return max(profile_trust(problem), Trust.BALL) if irrational else profile_trust(problem)


def is_connected(weights: Matrix) -> bool:
    """Whether the graph of positive off-diagonal weights joins all labels; for one label, whether w_11 > 0."""
    if len(weights) == 1:
        return weights[0][0] > 0
    reached, frontier = {0}, [0]
    while frontier:
        i = frontier.pop()
        new = [j for j, weight in enumerate(weights[i]) if j not in reached and weight > 0]
        reached.update(new)
        frontier += new
    return len(reached) == len(weights)


def gauges_agree(problem: Problem) -> bool:
    """Whether R_i = R_1 for every i."""
    gauges = frame_gauges(problem.kernel)
    return all(equal(gauge, gauges[0]) for gauge in gauges)


def common_points(problem: Problem) -> bool | None:
    """Whether some p is R_i^{-1} u for all i and one u: (R_i - R_1) p = 0 for all i. None if balls do not decide."""
    gauges = frame_gauges(problem.kernel)
    rows = tuple(
        tuple(a - b for a, b in zip(row, first, strict=True))
        for gauge in gauges
        for row, first in zip(gauge, gauges[0], strict=True)
    )
    if all_rational(rows):
        return not rows or to_flint(rows).rank() < problem.dimension
    square = product(transpose(rows), rows)
    with ctx.workprec(PRECISION):
        full = bool(arb_mat([[entry.ball(PRECISION) for entry in row] for row in square]).det() > 0)
    return False if full else None


def rigid(assertion: Collapse | Spread | Unique | OneOutput, _proof: Rigid) -> Trust:
    """What rigidity says of all maximisers.

    Lemma: for a rigid problem the maximisers are all Gamma[R^{-1} u]. So the maximiser is unique up to O(d) in the
    gauge frame; all are collapsed iff the gauges agree; none is iff no point is common to all R_i^{-1} u; and the
    content marginals agree up to O(d) if the gauges agree, if d = 1 (the two u give antipodal laws), or if d = 2 and
    every R_i is a rotation (then R_i^{-1} Q u = Q R_i^{-1} u for every rotation Q, and these carry u anywhere).
    """
    problem, holds = assertion.problem, assertion.relation is Relation.EQ
    trust = require_rigid(problem)
    if isinstance(assertion, Spread):
        common = common_points(problem)
        if common is not (not holds):
            raise RefusedError("a point may be common to all R_i^{-1} u" if holds else "no point is seen to be common")
        return trust if all(all_rational(g) for g in frame_gauges(problem.kernel)) else max(trust, Trust.BALL)
    if isinstance(assertion, Collapse):
        if gauges_agree(problem) != holds:
            raise RefusedError("the gauges differ: some maximiser is spread" if holds else "the gauges agree")
        return trust
    if not holds:
        raise RefusedError(f"rigidity proves no statement of the kind {assertion.relation.value}")
    if isinstance(assertion, OneOutput) and not (
        gauges_agree(problem) or problem.dimension == 1 or (problem.dimension == 2 and _all_rotations(problem))
    ):
        raise RefusedError("the gauges differ, and do not commute with the rotations")
    return trust


def _all_rotations(problem: Problem) -> bool:
    return all(g[0][0] * g[1][1] - g[0][1] * g[1][0] == 1 for g in frame_gauges(problem.kernel))


def require_maximiser(problem: Problem, law: Law, upper: UpperBound) -> Trust:
    """Lemma: a law whose energy is at least a bound for all laws is a maximiser over laws."""
    bound, trust = upper_bound(problem, Domain.LAWS, upper)
    return max(trust, require_energy(problem, law, Relation.GE, bound))


def maximiser(assertion: Collapse | Spread, proof: Maximiser) -> Trust:
    """Lemma: a maximiser with a Dirac content marginal refutes Spread, one with another refutes Collapse."""
    if assertion.relation is not Relation.NE:
        raise RefusedError(f"one maximiser proves no statement of the kind {assertion.relation.value}")
    trust = require_maximiser(assertion.problem, proof.law, proof.upper)
    collapsed = content_marginal(assertion.problem.labels, proof.law).is_dirac
    if collapsed != isinstance(assertion, Spread):
        raise RefusedError("the content marginal of the maximiser is " + ("" if collapsed else "not ") + "a Dirac mass")
    return trust


def circulant_collapse(assertion: Collapse, _proof: Circulant) -> Trust:
    """A simple greatest eigenvalue with a constant eigenvector collapses.

    Lemma: a circulant C whose lambda_0 = sum_j c_j is positive and greater than every other eigenvalue, with no
    gauge, collapses: every maximiser over laws has one point for all labels.

    Proof. E = n lambda_0/2 forces (m_i) into the eigenspace of lambda_0, so that all m_i agree, and |m_i| = 1, which
    makes every slice Dirac. That value is attained by collapsed laws. Source: claims.md S2.
    """
    if assertion.relation is not Relation.EQ:
        raise RefusedError("a simple eigenvalue proves no statement of the kind !=")
    if zonal(assertion.problem).gauges:
        raise RefusedError("a gauge turns the contents: the maximisers are collapsed in its frame alone")
    values, _, trust = circulant_eigenvalues(assertion.problem)
    constant_mode = values.pop(0, None)
    if constant_mode is not None and constant_mode <= 0:
        raise RefusedError("lambda_0 is not positive")
    if constant_mode is None or any(other >= constant_mode for other in values.values()):
        raise RefusedError("lambda_0 is not greater than every other eigenvalue")
    return trust


def collapsed_below(assertion: Spread, proof: CollapsedBelow) -> Trust:
    """A law above all collapsed ones.

    Lemma: where the gauges agree and are orthogonal, every law with a Dirac content marginal has the energy
    phi(1)/2 sum C_ij (1/2 sum w_ij psi_ij(1) with profiles of pairs); a law of more energy shows that no maximiser is
    collapsed.
    """
    if assertion.relation is not Relation.EQ:
        raise RefusedError(f"a better law proves no statement of the kind {assertion.relation.value}")
    problem = assertion.problem
    if not isinstance(problem.kernel, FramedKernel):
        zonal(problem)
    require_orthogonal_gauges(problem)
    if not gauges_agree(problem):
        raise RefusedError("the gauges differ, so that collapsed laws differ in energy")
    return require_energy(problem, proof.law, Relation.GT, peak_energy(problem))


def two_maximisers(assertion: Unique | OneOutput, proof: TwoMaximisers) -> Trust:
    """Two maximisers that no symmetry carries into each other.

    Lemma: O(d), acting in the gauge frame, keeps all inner products of the means of the slices there; O(d) keeps
    |mean|^2 and sum w_a w_b <x_a, x_b>^2 of a content marginal. Two maximisers that differ in them differ beyond it.
    """
    if assertion.relation is not Relation.NE:
        raise RefusedError(f"two maximisers prove no statement of the kind {assertion.relation.value}")
    problem = assertion.problem
    trust = require_maximiser(problem, proof.first, proof.upper)
    trust = max(trust, require_maximiser(problem, proof.second, proof.upper))
    if isinstance(assertion, Unique):
        differ = not equal(gauge_frame_means(problem, proof.first), gauge_frame_means(problem, proof.second))
    else:
        first, second = (
            content_invariants(content_marginal(problem.labels, law)) for law in (proof.first, proof.second)
        )
        differ = any(a != b for a, b in zip(first, second, strict=True))
    if not differ:
        raise RefusedError("the two maximisers agree in the invariants")
    return trust


def gauge_frame_means(problem: Problem, law: Law) -> Matrix:
    """All inner products of R_i m_i, m_i the mean of slice i."""
    if not isinstance(problem.kernel, FramedKernel):
        raise RefusedError("the kernel has no gauge frame in which O(d) is a symmetry")
    return gram([apply(problem.gauge(i), piece.mean()) for i, piece in enumerate(law.slices)])


def content_invariants(measure: Measure) -> tuple[Real, Real]:
    """|mean|^2 and the squared length of the second moment."""
    inner = gram([atom.point for atom in measure.atoms])
    first, second = Real(0), Real(0)
    for a, row in zip(measure.atoms, inner, strict=True):
        for b, value in zip(measure.atoms, row, strict=True):
            weight = a.weight * b.weight
            first = first + value * weight
            second = second + value * value * weight
    return first, second
