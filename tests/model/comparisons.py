"""Four evaluations of one energy held together, as functions that can be handed wrong ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flint import arb, ctx

from tests.model.rounding import energy_bound, gradient_bound
from theorems.model import energy as model
from theorems.model.arithmetic import Balls
from theorems.model.law import Law
from theorems.model.problem import Problem
from theorems.model.real import Real
from theorems.symbolic import energy as symbolic
from theorems.symbolic.arithmetic import SYMBOLIC, vanishes
from verify.search import floats

BALL_BITS = 96
EXACT_BITS = 2048
"""Precision of the enclosure that stands for the exact value: far finer than the ball it is held against."""


def ball_energy(problem: Problem, law: Law) -> arb:
    with ctx.workprec(BALL_BITS):
        return model.energy(problem, law, Balls(BALL_BITS))


def symbolic_energy(problem: Problem, law: Law):
    return symbolic.energy(problem, symbolic.exact_slices(law))


@dataclass(frozen=True)
class Evaluations:
    """(problem, law) -> energy, four times."""

    exact: Callable = model.energy
    ball: Callable = ball_energy
    float: Callable = floats.energy
    symbolic: Callable = symbolic_energy


def within(value: float, exact: Real, bound: float) -> bool:
    """Whether |value - exact| <= bound, decided by balls."""
    with ctx.workprec(EXACT_BITS):
        return bool(abs(arb(float(value)) - exact.ball(EXACT_BITS)) <= arb(bound))


def ball_agrees(ball: arb, exact: Real) -> bool:
    """Whether the ball contains the value, and is narrow enough for that to mean something."""
    with ctx.workprec(EXACT_BITS):
        fine = exact.ball(EXACT_BITS)
        return bool(ball.contains(fine)) and bool(ball.rad() <= (1 + abs(fine)) * arb(2) ** (40 - BALL_BITS))


def same_in_sympy(expression, exact: Real) -> bool:
    return vanishes(expression - SYMBOLIC.lift(exact))


def disagreements(problem: Problem, law: Law, by: Evaluations) -> list[str]:
    """Which of the three others do not agree with the exact value."""
    exact = by.exact(problem, law)
    found = {
        "ball": ball_agrees(by.ball(problem, law), exact),
        "float": within(by.float(problem, law), exact, energy_bound(problem, law)),
        "symbolic": same_in_sympy(by.symbolic(problem, law), exact),
    }
    return [name for name, agrees in found.items() if not agrees]


def gradient_disagreements(
    problem: Problem,
    points,
    exact: Callable = model.gradient,
    symbolic_gradient: Callable = symbolic.gradient,
    float_gradient: Callable = floats.gradient,
) -> list[str]:
    """Which entries of the gradients in sympy and in floats do not agree with the exact ones."""
    lifted = [symbolic.exact_point(point) for point in points]
    rounded = float_gradient(problem, points)
    found = []
    for i in range(len(problem)):
        bound = gradient_bound(problem, points, i)
        formula = symbolic_gradient(problem, lifted, i)
        for c, entry in enumerate(exact(problem, points, i)):
            if not same_in_sympy(formula[c], entry):
                found.append(f"symbolic[{i}][{c}]")
            if not within(rounded[i][c], entry, bound):
                found.append(f"float[{i}][{c}]")
    return found
