"""Laws of the energy along segments of laws: it is quadratic there, and D1, D2, D4 say how it bends.

Each law raises AssertionError where it is broken. `of` is the energy that is held to it, by default the model's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from flint import fmpq

from theorems.diracization.finite import greedy
from theorems.model.assertion import Convex, Relation
from theorems.model.energy import energy, first_variation, pair_interaction, potential
from theorems.model.law import Law, Measure, mixture
from theorems.model.problem import Problem
from theorems.model.proof import PositiveCoefficients
from theorems.model.real import Real
from theorems.model.selfterm import is_flat, is_jensen
from verify.checker import check

if TYPE_CHECKING:
    from properties.invariance import EnergyFunction

HALF = fmpq(1, 2)
THIRD = fmpq(1, 3)

Choice = Callable[[Problem, Law], Law]
"""A tuple of Dirac masses for a law."""


def between(first: Law, second: Law, share: fmpq) -> Law:
    """(1 - share) first + share second, slice by slice; for 0 <= share <= 1."""
    return Law(tuple(mixture(a, b, share) for a, b in zip(first.slices, second.slices, strict=True)))


def energy_is_quadratic_along_segments(problem: Problem, law: Law, other: Law, *, of: EnergyFunction = energy) -> None:
    """E((1-e) mu + e nu) at e = 1/3 is what its values at 0, 1/2 and 1 say of a quadratic polynomial."""
    start, middle, end, third = (of(problem, between(law, other, e)) for e in (fmpq(0), HALF, fmpq(1), THIRD))
    # Lagrange at 1/3: (1-1/3)(1-2/3), 4/3 (1-1/3), -1/3 (1-2/3)
    assert third == fmpq(2, 9) * start + fmpq(8, 9) * middle - fmpq(1, 9) * end, "the energy is not quadratic"


def first_variation_is_the_slope(problem: Problem, law: Law, other: Law, *, of: EnergyFunction = energy) -> None:
    """The first variation towards nu is the slope of the quadratic e -> E((1-e) mu + e nu) at 0."""
    start, middle, end = (of(problem, between(law, other, e)) for e in (fmpq(0), HALF, fmpq(1)))
    slope = 4 * middle - 3 * start - end
    assert first_variation(problem, law, other) == slope, "the first variation is not the slope of the energy"


def potential_integrates_to_twice_the_energy(problem: Problem, law: Law, *, of: EnergyFunction = energy) -> None:
    """Sum_i rho_i int V_i dmu_i = 2 E."""
    total = Real.sum(
        mass * atom.weight * potential(problem, law, i, atom.point)
        for i, (mass, piece) in enumerate(zip(problem.labels.masses, law.slices, strict=True))
        for atom in piece.atoms
    )
    assert total == 2 * of(problem, law), "the potential does not integrate to twice the energy"


def bend_is_the_self_term(
    problem: Problem, law: Law, label: int, piece: Measure, *, of: EnergyFunction = energy
) -> None:
    """Half way to another slice of one label, E leaves the mean of its ends by the self term alone.

    The difference is -rho_i^2/8 iint h_ii d(nu - mu) d(nu - mu), and 0 in `tokens` (D1).
    """
    start = law.slices[label]
    ends = [of(problem, law), of(problem, law.replaced(label, piece))]
    middle = of(problem, law.replaced(label, mixture(start, piece, HALF)))
    own = Real(0)
    if problem.labels.self_terms:
        pairs = ((1, start, start), (-2, start, piece), (1, piece, piece))
        own = Real.sum(sign * pair_interaction(problem, label, a, label, b) for sign, a, b in pairs)
    bend = middle - (ends[0] + ends[1]) / 2
    assert bend == -(problem.labels.masses[label] ** 2) * own / 8, (
        f"slice {label} bends the energy by more than its self term"
    )


def flat_slice_is_affine(
    problem: Problem, law: Law, label: int, piece: Measure, *, of: EnergyFunction = energy
) -> None:
    """If the self term of the label is absent or flat, E is affine in its slice (D1)."""
    if not is_flat(problem, label):
        return
    ends = of(problem, law) + of(problem, law.replaced(label, piece))
    middle = of(problem, law.replaced(label, mixture(law.slices[label], piece, HALF)))
    assert middle == ends / 2, f"the self term of label {label} is flat, and its slice bends the energy"


def energy_is_convex_along_segments(problem: Problem, law: Law, other: Law, *, of: EnergyFunction = energy) -> Real:
    """D4, wherever the checker sees that E is convex: no chord lies below E; returns how far above its middle lies."""
    if not check(Convex(problem, Relation.EQ), PositiveCoefficients()).accepted:
        return Real(0)
    start, third, middle, end = (of(problem, between(law, other, e)) for e in (fmpq(0), THIRD, HALF, fmpq(1)))
    assert 2 * middle <= start + end, "the energy bends down along a segment of laws"
    assert 3 * third <= 2 * start + end, "the energy bends down along a segment of laws"
    return start + end - 2 * middle


def best_vertex_is_as_good(problem: Problem, law: Law, *, choose: Choice = greedy) -> None:
    """D4, Bauer: where E is convex some tuple of the law's own atoms has at least its energy."""
    if not check(Convex(problem, Relation.EQ), PositiveCoefficients()).accepted:
        return
    chosen = choose(problem, law)
    assert chosen.is_tuple, "a slice was left with more than one content"
    assert energy(problem, chosen) >= energy(problem, law), "no graph law found is as good as the law"


def greedy_tuple_loses_nothing(problem: Problem, law: Law, *, choose: Choice = greedy) -> None:
    """If every self term is Jensen, the best atoms, slice by slice, have at least the energy of the law (D2)."""
    if not all(is_jensen(problem, i) for i in range(len(problem))):
        return
    chosen = choose(problem, law)
    assert chosen.is_tuple, "a slice was left with more than one content"
    assert energy(problem, chosen) >= energy(problem, law), "the tuple of best atoms has less energy than the law"
