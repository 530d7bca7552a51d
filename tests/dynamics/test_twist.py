"""The rule for twisted states beside a Hessian made another way: the whole matrix, in floats, by its eigenvalues."""

from __future__ import annotations

from itertools import product
from math import cos, exp, pi, sin

import numpy as np
import pytest
from flint import fmpq

from theorems.draw import profile, symmetric
from theorems.dynamics.twist import ring
from theorems.model.assertion import Energy, Relation, StableTwist
from theorems.model.energy import energy
from theorems.model.kernel import ZonalKernel
from theorems.model.labels import Labels, Reading
from theorems.model.law import graph_law
from theorems.model.problem import Problem
from theorems.model.proof import EnergyValue, TwistHessian, TwistMoves
from theorems.model.real import Real
from theorems.model.sphere import axis
from verify.checker import check

PROFILES = {
    "r": (lambda r: r, lambda _: 1.0, lambda _: 0.0),
    "exp(r)": (exp, exp, exp),
    "r**3 - r": (lambda r: r**3 - r, lambda r: 3 * r * r - 1, lambda r: 6 * r),
    "exp(-2*r)": (lambda r: exp(-2 * r), lambda r: -2 * exp(-2 * r), lambda r: 4 * exp(-2 * r)),
}

CASES = [
    (n, winding, text, seed)
    for n, text, seed in product((3, 4, 5, 7, 8), PROFILES, range(3))
    for winding in range(1, n)
]


def circulant(n: int, seed: int) -> list[int]:
    """k_0..k_{n-1} with k_s = k_{n-s}, of both signs; the ring for seed 0."""
    if seed == 0:
        return [int(s in (1, n - 1)) for s in range(n)]
    return [(7 * seed * min(s, n - s) ** 2 + seed) % 5 - 2 for s in range(n)]


def eigenvalues(n: int, winding: int, k: list[int], text: str) -> list[float]:
    """Of the Hessian in the angles of E = 1/(2 n^2) sum_ij k_ij phi(cos(theta_i - theta_j)) at the twisted state."""
    _, first, second = PROFILES[text]
    bend = np.zeros((n, n))
    for i, j in product(range(n), repeat=2):
        u = 2 * pi * winding * (j - i) / n
        if i != j:
            bend[i, j] = k[(j - i) % n] * (sin(u) ** 2 * second(cos(u)) - cos(u) * first(cos(u))) / n**2
    return sorted(np.linalg.eigvalsh(np.diag(bend.sum(axis=1)) - bend), reverse=True)


@pytest.mark.parametrize(("n", "winding", "text", "seed"), CASES)
def test_a_twist_is_stable_iff_all_but_one_of_the_eigenvalues_are_negative(n, winding, text, seed):
    k = circulant(n, seed)
    bias = symmetric(n, {(i, j): fmpq(k[j - i]) for i in range(n) for j in range(i, n)})
    problem = Problem(2, Labels((fmpq(1, n),) * n, Reading.ATOMIC), ZonalKernel(bias, profile(text)))
    found = eigenvalues(n, winding, k, text)
    # the common rotation has the eigenvalue 0; a second one within rounding of 0 is a tie
    stable = found[0] < 1e-12 and found[1] < -1e-12
    relation = Relation.EQ if stable else Relation.NE
    other = Relation.NE if stable else Relation.EQ
    assert check(StableTwist(problem, winding, relation), TwistHessian()).reason == ""
    assert not check(StableTwist(problem, winding, other), TwistHessian()).accepted


def at_height(n: int, height: float, text: str) -> float:
    """E of the ring's twisted state at a common height off its plane, in floats."""
    phi, delta = PROFILES[text][0], 2 * pi / n
    return phi((1 - height**2) * cos(delta) + height**2) / n


@pytest.mark.parametrize("text", PROFILES)
@pytest.mark.parametrize("n", [3, 5, 8])
def test_in_space_a_rise_off_the_plane_gains_where_the_rule_says_so(n, text):
    problem = Problem(3, Labels((fmpq(1, n),) * n, Reading.ATOMIC), ZonalKernel(ring(n), profile(text)))
    flat = PROFILES[text]
    gains = at_height(n, 1e-3, text) > at_height(n, 0.0, text)
    in_plane = sin(2 * pi / n) ** 2 * flat[2](cos(2 * pi / n)) > cos(2 * pi / n) * flat[1](cos(2 * pi / n))
    said = check(StableTwist(problem, 1, Relation.NE), TwistHessian())
    assert said.accepted == (gains or in_plane)


@pytest.mark.parametrize("n", [5, 6, 8, 12])
def test_a_stable_twist_is_no_maximiser(n):
    problem = Problem(2, Labels((fmpq(1, n),) * n, Reading.ATOMIC), ZonalKernel(ring(n), profile("r")))
    twist = graph_law((Real.cosine(fmpq(j, n)), Real.sine(fmpq(j, n))) for j in range(n))
    top = energy(problem, graph_law([axis(2, 0)] * n))
    assert check(StableTwist(problem, 1, Relation.EQ), TwistHessian()).accepted
    assert check(Energy(problem, twist, Relation.LT, top), EnergyValue(energy(problem, twist))).accepted


@pytest.mark.parametrize("n", [3, 5, 7])
def test_a_heavy_token_pulls_its_neighbours_and_does_not_move_itself(n):
    masses = (fmpq(2, n + 1), *(fmpq(1, n + 1),) * (n - 1))
    problem = Problem(2, Labels(masses, Reading.ATOMIC), ZonalKernel(ring(n), profile("exp(r)")))
    moved = [check(StableTwist(problem, 1, Relation.NE), TwistMoves(i)).accepted for i in range(n)]
    assert moved == [i in (1, n - 1) for i in range(n)]
