"""Rules that show infinitely many classes of maximisers: a family of them along which an invariant changes."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from flint import fmpq

from theorems.model.assertion import Domain, Finite, Relation
from theorems.model.law import Law, mixture
from theorems.model.matrix import all_rational, apply, equal, gram, product, shape_is, to_flint, transpose
from theorems.model.multipliers import linear_matrix
from theorems.model.problem import Problem, zonal
from theorems.model.real import Real
from verify.checker.bounds import require_orthogonal_gauges, upper_bound
from verify.checker.laws import require_energy, require_shape
from verify.checker.maximisers import gauge_frame_means, require_maximiser
from verify.errors import RefusedError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from theorems.model.matrix import Matrix, Vector
    from theorems.model.proof import Blocks, GramDirection, GramSegment, Segment
    from verify.verdict import Trust


def segment(assertion: Finite, proof: Segment) -> Trust:
    """A segment of maximisers.

    Lemma: let mu_0, mu_1 and their midpoint be maximisers over laws, and let an invariant of O(d), acting in the gauge
    frame, differ between two of the three. Then the maximisers form infinitely many classes under O(d).

    Proof. q -> E((1 - q) mu_0 + q mu_1) is a polynomial of degree 2 at most that takes the greatest value of E at
    q = 0, 1/2 and 1, so it is constant and every mixture is a maximiser. With z = R_i x in slice i, O(d) keeps
    <m_i, m_j> of the means and the integrals of <z, z'>^2 over mu_i x mu_j; both are polynomials in q. One that
    differs at two of 0, 1/2, 1 is not constant, so that it takes infinitely many values on [0, 1].
    """
    _require_many(assertion)
    problem = assertion.problem
    require_orthogonal_gauges(problem)
    for law in (proof.first, proof.second):
        require_shape(problem, law)
    pairs = zip(proof.first.slices, proof.second.slices, strict=True)
    laws = proof.first, Law(tuple(mixture(a, b, fmpq(1, 2)) for a, b in pairs)), proof.second
    bound, trust = upper_bound(problem, Domain.LAWS, proof.upper)
    for law in laws:
        trust = max(trust, require_energy(problem, law, Relation.GE, bound))
    for invariant in (gauge_frame_means, squared_moments):
        start, middle, end = (invariant(problem, law) for law in laws)
        if not (equal(start, middle) and equal(start, end)):
            return trust
    raise RefusedError("the invariants agree at both ends of the segment and halfway")


def squared_moments(problem: Problem, law: Law) -> Matrix:
    """The integrals of <z, z'>^2 over mu_i x mu_j for all labels i, j, z = R_i x."""
    sites = [(i, atom) for i, piece in enumerate(law.slices) for atom in piece.atoms]
    inner = gram([apply(problem.gauge(i), atom.point) for i, atom in sites])
    n = len(law.slices)
    found = [[Real(0)] * n for _ in range(n)]
    for a, (i, one) in enumerate(sites):
        for b, (j, two) in enumerate(sites):
            found[i][j] = found[i][j] + inner[a][b] * inner[a][b] * (one.weight * two.weight)
    return tuple(map(tuple, found))


def gram_segment(assertion: Finite, proof: GramSegment) -> Trust:
    """A segment of Gram matrices.

    Lemma: for a profile a r + b, let two maximisers over laws have means M_0, M_1 in the gauge frame, one row a label,
    with M_0 M_0^T != M_1 M_1^T, and let [M_0 | M_1] have rank d at most. Then the maximisers form infinitely many
    classes under O(d).

    Proof. G_q = (1 - q) M_0 M_0^T + q M_1 M_1^T = B B^T, B = [sqrt(1 - q) M_0 | sqrt(q) M_1], whose columns lie in the
    span of those of [M_0 | M_1]: so G_q = Y Y^T with d columns. Its diagonal is at most 1, so each row of Y is the mean
    of a slice, of two antipodal atoms say. E depends on the Gram matrix of the means alone and is affine in it, so
    these laws are maximisers too; and their Gram matrices, which O(d) keeps, all differ. The rank is found by exact
    elimination if M_0 and M_1 are rational, and else is at most the number of columns that do not vanish.
    """
    _require_many(assertion)
    problem = assertion.problem
    zonal(problem)
    require_orthogonal_gauges(problem)
    linear_matrix(problem)  # refuses any other profile
    trust = require_maximiser(problem, proof.first, proof.upper)
    trust = max(trust, require_maximiser(problem, proof.second, proof.upper))
    first, second = _frame_means(problem, proof.first), _frame_means(problem, proof.second)
    if equal(gram(first), gram(second)):
        raise RefusedError("the Gram matrices of the two maximisers agree")
    joined = [(*a, *b) for a, b in zip(first, second, strict=True)]
    rank = (
        to_flint(joined).rank()
        if all_rational(joined)
        else sum(any(entry != 0 for entry in column) for column in zip(*joined, strict=True))
    )
    if rank > problem.dimension:
        raise RefusedError(f"the means of both maximisers may need dimension {rank}, more than {problem.dimension}")
    return trust


def gram_direction(assertion: Finite, proof: GramDirection) -> Trust:
    """A direction of Gram matrices.

    Lemma: for a profile a r + b, let a maximiser over laws have the means M in the gauge frame, a row m_i a label, and
    let H be symmetric with <m_i, H m_i> = 0 for all i and M H M^T != 0. Then the maximisers form infinitely many
    classes under O(d).

    Proof. For small |t|, I + tH is positive definite. M (I + tH)^(1/2) has rows of the lengths |m_i| <= 1, means of
    slices again, and the Gram matrix M M^T + t M H M^T. E is affine in it, and greatest at t = 0, inside: so E is
    constant. The Gram matrices, which O(d) keeps, all differ.
    """
    _require_many(assertion)
    problem, direction = assertion.problem, proof.direction
    zonal(problem)
    require_orthogonal_gauges(problem)
    linear_matrix(problem)  # refuses any other profile
    if not shape_is(direction, problem.dimension, problem.dimension) or not equal(direction, transpose(direction)):
        raise RefusedError(f"the direction is no symmetric matrix of size {problem.dimension}")
    trust = require_maximiser(problem, proof.law, proof.upper)
    means = tuple(_frame_means(problem, proof.law))
    moved = product(product(means, direction), transpose(means))
    for i, row in enumerate(moved):
        if row[i] != 0:
            raise RefusedError(f"the mean of label {i} changes its length in the direction")
    if not _any_nonzero(moved):
        raise RefusedError("the direction does not move the Gram matrix")
    return trust


def _frame_means(problem: Problem, law: Law) -> list[Vector]:
    return [apply(problem.gauge(i), piece.mean()) for i, piece in enumerate(law.slices)]


def blocks(assertion: Finite, proof: Blocks) -> Trust:
    """Two groups of labels that do not see each other.

    Lemma: d >= 2, C_ij = 0 between a group of labels and the others, and a maximiser over laws in which some mean in
    the group and some mean outside do not vanish. Then the maximisers form infinitely many classes under O(d).

    Proof. Q in O(d) on the slices of the group alone, in the gauge frame, keeps the energy. Let m_i in the group and
    m_j outside not vanish. As Q runs through the rotations, <Q m_i, m_j>, which O(d) keeps when it acts on all labels,
    takes every value between -|m_i||m_j| and |m_i||m_j|.
    """
    _require_many(assertion)
    problem = assertion.problem
    require_orthogonal_gauges(problem)
    if problem.dimension < 2:
        raise RefusedError("in dimension 1 there are only the turns by 1 and -1")
    group = set(proof.group)
    others = [j for j in range(len(problem)) if j not in group]
    if len(group) != len(proof.group) or not others or len(group) + len(others) != len(problem):
        raise RefusedError(f"the group is no proper part of the {len(problem)} labels")
    if not group:
        raise RefusedError("the group is empty")
    weights = problem.weighted_bias()
    for i in proof.group:
        for j in others:
            if weights[i][j] != 0:
                raise RefusedError(f"the bias of labels {i} and {j} is not 0")
    trust = require_maximiser(problem, proof.law, proof.upper)
    means = _frame_means(problem, proof.law)
    if not _any_nonzero(means[i] for i in proof.group) or not _any_nonzero(means[j] for j in others):
        raise RefusedError("all means vanish in the group or outside")
    return trust


def _any_nonzero(means: Iterable[Vector]) -> bool:
    return any(entry != 0 for entry in chain.from_iterable(means))


def _require_many(assertion: Finite) -> None:
    if assertion.relation is not Relation.NE:
        raise RefusedError(f"a family of maximisers proves no statement of the kind {assertion.relation.value}")
