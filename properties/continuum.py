"""Laws of a continuum of labels: what a change of cells, contents or bias leaves as it is, and bounds of any law drawn.

Each law raises AssertionError where it is broken. `of` is the energy that is held to it, by default the model's.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from flint import fmpq

from properties.invariance import moved
from theorems.model.assertion import ContinuumSupremum, Family, Relation
from theorems.model.continuum import (
    CellLaw,
    ContinuumLaw,
    ContinuumProblem,
    CurveLaw,
    Trigonometric,
    continuum_energy,
    is_graph_law,
)
from theorems.model.law import Law, dirac
from theorems.model.matrix import Matrix
from theorems.model.profile import value_at
from theorems.model.proof import ContinuumAttained, Fourier
from theorems.model.real import Real
from verify.checker import check
from verify.checker.continuum import greatest_energy

ContinuumEnergy = Callable[[ContinuumProblem, ContinuumLaw], Real]
"""The exact energy of a law of the continuum."""


def refinement_keeps_energy(
    problem: ContinuumProblem, law: CellLaw, parts: int, *, of: ContinuumEnergy = continuum_energy
) -> None:
    """Every cell cut into so many equal ones with its slice counts as it did."""
    refined = CellLaw(tuple(piece for piece in law.slices for _ in range(parts)))
    assert of(problem, refined) == of(problem, law), f"cells cut in {parts} have another energy"


def rotation_keeps_energy(
    problem: ContinuumProblem, law: CellLaw, rotation: Matrix, *, of: ContinuumEnergy = continuum_energy
) -> None:
    """O(d), acting on all contents at once, keeps the energy."""
    slices = moved(Law(law.slices), [rotation] * len(law.slices)).slices
    assert of(problem, CellLaw(slices)) == of(problem, law), "O(d) changes the energy"


def shift_keeps_energy(
    problem: ContinuumProblem, law: CellLaw, step: int, *, of: ContinuumEnergy = continuum_energy
) -> None:
    """On the circle of labels, no cell is the first."""
    assert isinstance(problem.bias, Trigonometric), "an interval has ends"
    cut = step % len(law.slices)
    shifted = CellLaw(law.slices[cut:] + law.slices[:cut])
    assert of(problem, shifted) == of(problem, law), "labels turned by whole cells have another energy"


def energy_is_linear_in_the_bias(
    problem: ContinuumProblem,
    law: ContinuumLaw,
    other: Trigonometric,
    factor: fmpq,
    *,
    of: ContinuumEnergy = continuum_energy,
) -> None:
    """E of k + c k' is E of k plus c times E of k', on the circle of labels."""
    assert isinstance(problem.bias, Trigonometric), "sums of biases are trigonometric here"
    mine, theirs = problem.bias.coefficients, other.coefficients
    length = max(len(mine), len(theirs))
    padded = [[*listed, *[fmpq(0)] * (length - len(listed))] for listed in (mine, theirs)]
    both = Trigonometric(tuple(a + factor * b for a, b in zip(*padded, strict=True)))
    first, second, together = (of(replace(problem, bias=bias), law) for bias in (problem.bias, other, both))
    assert together == first + factor * second, "the energy is not linear in the bias"


def one_point_has_the_collapsed_energy(
    problem: ContinuumProblem, law: CellLaw, *, of: ContinuumEnergy = continuum_energy
) -> None:
    """All cells at the first content of the law have phi(1)/2 times the mean of the bias."""
    assert isinstance(problem.bias, Trigonometric), "the mean is a_0"
    value = of(problem, CellLaw((dirac(law.slices[0].atoms[0].point),) * len(law.slices)))
    assert value == value_at(problem.profile, Real(1)) * problem.bias.coefficients[0] / 2, "collapse has another energy"


def energy_is_below_the_fourier_bound(
    problem: ContinuumProblem, law: ContinuumLaw, *, of: ContinuumEnergy = continuum_energy
) -> Real:
    """Parseval's bound, which the checker accepts, is not passed; returns how far below it the law stays."""
    value, upper = of(problem, law), greatest_energy(problem)
    bounded = check(ContinuumSupremum(problem, Family.LAWS, Relation.LE, upper), Fourier())
    assert bounded.accepted, f"U is no upper bound: {bounded.reason}"
    assert value <= upper, f"a law of energy {value} passes the bound {upper} of all laws"
    family = Family.GRAPHS if is_graph_law(law) else Family.LAWS
    reached = check(ContinuumSupremum(problem, family, Relation.GE, value), ContinuumAttained(law))
    assert reached.accepted, f"the law's own energy is no lower bound: {reached.reason}"
    return upper - value


def repulsion_keeps_energy_below_zero(
    problem: ContinuumProblem, law: CellLaw, *, of: ContinuumEnergy = continuum_energy
) -> Real:
    """D6: E <= 0 under -c exp(-r |s - t|) and a linear profile, and E < 0 for graph laws; returns -E."""
    value = of(problem, law)
    assert value <= 0, f"a law of energy {value} under a repulsive bias"
    assert value < 0 or not is_graph_law(law), "a graph law reaches 0 under a repulsive bias"
    return -value


def circle_is_a_lower_bound(problem: ContinuumProblem, winding: int, *, of: ContinuumEnergy = continuum_energy) -> None:
    """S2: under a linear profile the m-fold circle has l_m/2, which Parseval's bound does not pass."""
    assert isinstance(problem.bias, Trigonometric), "circles need the circle of labels"
    listed = problem.bias.coefficients
    mode = listed[0] if winding == 0 else listed[winding] / 2 if winding < len(listed) else fmpq(0)
    value = of(problem, CurveLaw(winding, fmpq(0)))
    assert value == mode / 2, f"the {winding}-fold circle has not half of its mode"
    assert value <= greatest_energy(problem), "a circle passes Parseval's bound"
