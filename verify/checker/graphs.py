"""Rules about graph laws among all maximisers: whether some is one, and whether all laws of a kind fall short."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flint import arb, ctx

from theorems.model.arithmetic import enclose
from theorems.model.assertion import (
    CircleMaximiser,
    Collapse,
    Convex,
    Diracizes,
    Domain,
    OrbitMaximiser,
    Relation,
    Spread,
)
from theorems.model.boundedness import require_bounded
from theorems.model.calculus import as_polynomial
from theorems.model.kernel import BilinearKernel, ZonalKernel
from theorems.model.labels import Reading
from theorems.model.matrix import all_rational
from theorems.model.problem import Problem
from theorems.model.selfterm import is_jensen
from verify.checker.bounds import profile_trust, require_orthogonal_gauges, upper_bound
from verify.checker.convexity import positive_coefficients
from verify.checker.laws import PRECISION, require_energy
from verify.checker.maximisers import collapsed_below, require_maximiser
from verify.errors import RefusedError
from verify.verdict import Trust

if TYPE_CHECKING:
    from theorems.model.proof import (
        AboveGraphs,
        CollapsedBelow,
        JensenSelfTerms,
        Maximiser,
        PositiveCoefficients,
        SplitCells,
    )


def require_continuous(problem: Problem) -> None:
    """Refuses a kernel that is not seen to be continuous, or raises InexactError: no maximiser need exist.

    Lemma: a profile that balls enclose on all of [-1, 1], or a kernel that they enclose on each of finitely many cells
    that cover the spheres, is composed there of functions on intervals where they are continuous; a continuous energy
    on the compact set of laws has a maximum.
    """
    kernel = problem.kernel
    if isinstance(kernel, BilinearKernel):
        return
    if isinstance(kernel, ZonalKernel) and as_polynomial(kernel.profile, "r") is not None:
        return
    require_orthogonal_gauges(problem)
    if not isinstance(kernel, ZonalKernel):
        require_bounded(kernel, kernel.table)
        return
    with ctx.workprec(PRECISION):
        enclose(kernel.profile, {"r": arb(0, 1)}, PRECISION)


def _require_attained(assertion: Diracizes) -> Problem:
    if assertion.relation is not Relation.EQ:
        raise RefusedError("a reason for a graph law proves no statement of the kind !=")
    return assertion.problem


def not_collapsed(assertion: Collapse, proof: CollapsedBelow) -> Trust:
    """Lemma: a continuous E has a maximiser; with a law of more energy than all collapsed ones, it is not collapsed."""
    if assertion.relation is not Relation.NE:
        raise RefusedError("a law above the collapsed ones proves no statement of the kind =")
    require_continuous(assertion.problem)
    return collapsed_below(Spread(assertion.problem, Relation.EQ), proof)


def split_cells(assertion: Diracizes, _proof: SplitCells) -> Trust:
    """Lemma: in `cells` a graph law may vary inside a cell, so that every law has one of its energy (claims.md D3).

    Proof. Send the part w_ia of cell i to the atom x_ia; h does not see where in the cell a label is. A maximiser,
    which exists for a continuous kernel, may have infinitely many atoms: a cell without atoms carries any slice.
    """
    problem = _require_attained(assertion)
    if problem.labels.reading is not Reading.CELLS:
        raise RefusedError("the labels are no cells")
    require_continuous(problem)
    return Trust.RATIONAL


def jensen_self_terms(assertion: Diracizes, _proof: JensenSelfTerms) -> Trust:
    """Lemma: if every self term is absent or Jensen, some tuple of Dirac masses is a maximiser over laws.

    Proof. h_ii(x, y) <= (h_ii(x, x) + h_ii(y, y))/2 gives E(mu) <= int E(mu with slice i at x) mu_i(dx), so some point
    x does no worse than mu_i. One slice after the other, from a maximiser. Source: claims.md D2.
    """
    problem = _require_attained(assertion)
    require_continuous(problem)
    for i in range(len(problem)):
        if not is_jensen(problem, i):
            raise RefusedError(f"the self term of label {i} is not Jensen")
    kernel = problem.kernel
    if isinstance(kernel, BilinearKernel):
        return Trust.RATIONAL
    if not isinstance(kernel, ZonalKernel):
        return Trust.BALL
    return max(profile_trust(problem), Trust.RATIONAL if all_rational(kernel.bias) else Trust.BALL)


def convex_graph(assertion: Diracizes, proof: PositiveCoefficients) -> Trust:
    """Lemma: a convex E has a maximiser among the extreme laws, the tuples of Dirac masses (Bauer; claims.md D4)."""
    return positive_coefficients(Convex(_require_attained(assertion), Relation.EQ), proof)


def graph_maximiser(assertion: Diracizes, proof: Maximiser) -> Trust:
    """Lemma: a tuple of Dirac masses, a graph law in every reading, that is a maximiser over laws."""
    problem = _require_attained(assertion)
    trust = require_maximiser(problem, proof.law, proof.upper)
    if not proof.law.is_tuple:
        raise RefusedError("a slice of the maximiser is not a Dirac mass")
    return trust


def above_graphs(assertion: Diracizes | OrbitMaximiser | CircleMaximiser, proof: AboveGraphs) -> Trust:
    """A law above all tuples of Dirac masses.

    Lemma: a law of more energy than a bound for all tuples of Dirac masses shows that no such tuple is a maximiser: no
    graph law in `atomic` and `tokens`, no orbit and no circle in any reading.
    """
    if assertion.relation is not Relation.NE:
        raise RefusedError("a law above the tuples proves no statement of the kind =")
    problem = assertion.problem
    if isinstance(assertion, Diracizes) and problem.labels.reading is Reading.CELLS:
        raise RefusedError("in cells every law has a graph law of its energy")
    bound, trust = upper_bound(problem, Domain.TUPLES, proof.upper)
    return max(trust, require_energy(problem, proof.law, Relation.GT, bound))
