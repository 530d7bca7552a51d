"""The reason behind a refutation, for assertions about a continuum of labels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flint import arb, ctx, fmpq

from theorems.model.assertion import (
    Assertion,
    ContinuumCollapse,
    ContinuumOrder,
    ContinuumSpread,
    ContinuumSupremum,
    GraphMaximiser,
    Relation,
    UniformWinding,
    WindingAtom,
)
from theorems.model.continuum import ArcLaw, CellLaw, CurveLaw, Trigonometric, continuum_ball, continuum_energy
from theorems.model.errors import InexactError
from theorems.model.law import dirac, finite_measure
from theorems.model.profile import value_at
from theorems.model.proof import BetterThanCollapsed, ContinuumAttained, PositiveTransform, Proof
from theorems.model.real import Real
from theorems.model.sphere import antipode, axis
from verify.checker.continuum import greatest_energy
from verify.report.why import PRECISION, Exhibit, Why, against, compared, side

if TYPE_CHECKING:
    from theorems.model.continuum import ContinuumLaw, ContinuumProblem


def continuum_reason(claimed: Assertion, proof: Proof, says: str) -> Why:
    """Why the proof refutes what is claimed of a continuum; the proof's name where nothing better is known."""
    match claimed, proof:
        case ContinuumSupremum(), _:
            return _supremum(claimed, proof, says)
        case ContinuumOrder(problem, first, _, second), _:
            values = _energy(problem, first), _energy(problem, second)
            sides = side("E of the first law", values[0]), side("E of the second law", values[1])
            words = f"But E = {sides[0]} is {compared(*values)} {sides[1]}."
            return Why(
                (says, words),
                sides,
                (Exhibit("the first law", first, problem), Exhibit("the second law", second, problem)),
            )
        case GraphMaximiser(), _:
            return _graph(claimed, proof, says)
        case ((ContinuumCollapse() | ContinuumSpread()), _):
            return _collapse(claimed, proof, says)
        case UniformWinding(rate, length, _), _:
            turns = rate * length
            whole = turns.q == 1 and turns != 0
            kind = f"{'a' if whole else 'no'} whole number other than 0"
            words = f"It makes {rate} * {length} = {turns} turns, which is {kind}"
            end = "each point is passed equally often." if whole else "some points are passed more often than others."
            return Why((says, f"{words}: {end}"), None, (Exhibit("the path from start to end", ArcLaw(turns)),))
        case WindingAtom(rate, _), _:
            words = (
                f"At {rate} turns a unit the positions that reach one point of the circle are countably many, a turn "
                "apart. A law without atoms gives countably many positions no mass, so no point of it has any. A "
                "Dirac mass on the orbit is a law on it, and is never the output."
            )
            return Why((says, words), None, (Exhibit("the orbit, coloured by the position", CurveLaw(1, fmpq(0))),))
        case _:
            return Why((says, f"The checker accepted a proof of the opposite ({type(proof).__name__})."))


def _energy(problem: ContinuumProblem, law: ContinuumLaw) -> Real | arb:
    try:
        return continuum_energy(problem, law)
    except InexactError:
        with ctx.workprec(PRECISION):
            return continuum_ball(problem, law, PRECISION)


def _supremum(claimed: ContinuumSupremum, proof: Proof, says: str) -> Why:
    problem, value = claimed.problem, claimed.value
    if isinstance(proof, ContinuumAttained):
        found = _energy(problem, proof.law)
        sides = side("E of the law", found), side("the claimed bound", value)
        words = f"But the law below has E = {sides[0]}, which is {against(found, claimed.relation, value)}."
        return Why((says, words), sides, (Exhibit("the law that refutes the claim", proof.law, problem),))
    upper = Real(0) if isinstance(proof, PositiveTransform) else greatest_energy(problem)
    sides = side("the bound for every law", upper), side("E as claimed", value)
    words = f"But no law has more than E = {sides[0]} ({_bound_words(proof)}), against {sides[1]} claimed."
    return Why((says, words), sides)


def _bound_words(proof: Proof) -> str:
    transform = "the bias has a negative transform, so E <= 0, and E = 0 only where almost every slice has mean zero"
    return transform if isinstance(proof, PositiveTransform) else "Parseval's identity"


def _graph(claimed: GraphMaximiser, proof: Proof, says: str) -> Why:
    problem = claimed.problem
    if isinstance(proof, ContinuumAttained):
        sides = (
            side("E of the law", _energy(problem, proof.law)),
            side("the bound for every law", greatest_energy(problem)),
        )
        words = f"But the law below is a graph law with E = {sides[0]}, and no law has more."
        return Why((says, words), sides, (Exhibit("a graph law that is a maximiser", proof.law, problem),))
    unit, half = axis(problem.dimension, 0), fmpq(1, 2)
    zero = CellLaw((finite_measure((half, half), (unit, antipode(unit))),))
    graph = CellLaw((dirac(unit), dirac(antipode(unit))))
    values = _energy(problem, zero), _energy(problem, graph)
    sides = side("E of the mean-zero law", values[0]), side("E of two alternating cells", values[1])
    words = (
        f"But the law with every label half at e_1 and half at -e_1 has E = {sides[0]}, the maximum: "
        f"{_bound_words(proof)}. In a graph law every slice is one point, its mean of length 1, so that E < 0: cells "
        f"at e_1 and -e_1 in turn come as near to 0 as one likes (E = {sides[1]} for two cells) and never reach it."
    )
    exhibits = (
        Exhibit("a maximiser that is no graph law", zero, problem),
        Exhibit("a graph law, with E < 0", graph, problem),
    )
    return Why((says, words), sides, exhibits)


def _collapse(claimed: ContinuumCollapse | ContinuumSpread, proof: Proof, says: str) -> Why:
    problem = claimed.problem
    collapsed = _collapsed_energy(problem)
    if isinstance(proof, ContinuumAttained | BetterThanCollapsed):
        found = _energy(problem, proof.law)
        sides = side("E of the law", found), side("E of every collapsed law", collapsed)
        words = f"But the law below has E = {sides[0]}; a collapsed law has E = {sides[1]}"
        end = "no law has more than the first" if isinstance(proof, ContinuumAttained) else "which is less"
        return Why((says, f"{words}, and {end}."), sides, (Exhibit("the law", proof.law, problem),))
    words = f"every collapsed law has E = {side('', collapsed)}"
    if isinstance(claimed, ContinuumCollapse) and claimed.relation is Relation.NE:
        return Why((says, f"But {words}, and no other law has as much ({type(proof).__name__})."))
    exhibits = (Exhibit("a collapsed law", CurveLaw(0, fmpq(0)), problem),)
    return Why(
        (says, f"But {words}, and no law has more ({type(proof).__name__}): they are maximisers."), None, exhibits
    )


def _collapsed_energy(problem: ContinuumProblem) -> Real:
    """phi(1)/2 times the mean of the bias, a_0 on the circle."""
    mean = problem.bias.coefficients[0] if isinstance(problem.bias, Trigonometric) else 0
    return value_at(problem.profile, Real(1)) * mean / 2
