"""R4 on whole trajectories: the gauge carries the rotary flow to the flow without labels; and [flow] beta."""

from __future__ import annotations

import numpy as np
import pytest

from theorems.model.errors import InvalidInputError
from theorems.model.problem import zonal
from theorems.model.text import to_text
from verify.flow_file import read_flow_file
from verify.search.field import ExactField
from verify.search.integrator import integrate
from verify.search.starts import uniform

N, D, TAU, TOLERANCE = 12, 3, 6.0, 1e-9

TEXT = """
[content]
dimension = 2
[labels]
law = "circle"
count = 4
reading = "tokens"
[kernel]
expression = "exp({exponent} * dot(x, y))"
parameters = {{ {name} = "2" }}
[flow]
tau = "1"
beta = "3"
start = "uniform"
"""


def rotations(seed: int) -> np.ndarray:
    """N orthogonal matrices, reflections among them."""
    return np.linalg.qr(np.random.default_rng(seed).standard_normal((N, D, D)))[0]


def trajectories(gauges: np.ndarray, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """R_i x_i at the end of the rotary flow, and the end of the plain flow from R_i x_i."""
    masses = np.full(N, 1 / N)
    start = uniform(N, D, seed)
    turned = np.einsum("nij,nj->ni", gauges, start)
    rotary = ExactField(masses=masses, dimension=D, beta=2.0, gauges=gauges)
    plain = ExactField(masses=masses, dimension=D, beta=2.0)
    there = integrate(rotary, start, TAU, TOLERANCE).points
    return np.einsum("nij,nj->ni", gauges, there), integrate(plain, turned, TAU, TOLERANCE).points


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_the_gauge_carries_one_trajectory_to_the_other(seed):
    carried, plain = trajectories(rotations(seed), seed)
    assert np.linalg.norm(carried - plain, axis=1).max() < 1e-6  # both within the tolerance times the steps


def test_a_gauge_turned_the_wrong_way_would_be_seen():
    gauges = rotations(0)
    carried, plain = trajectories(gauges, 0)
    back = np.einsum("nji,nj->ni", gauges, np.einsum("nji,nj->ni", gauges, carried))
    assert np.linalg.norm(back - plain, axis=1).max() > 1e-3


def test_beta_of_the_flow_replaces_that_of_the_kernel():
    problem = read_flow_file(TEXT.format(exponent="beta", name="beta")).file.problem
    assert to_text(zonal(problem).profile) == "exp(3 * r)"


def test_beta_of_the_flow_without_one_in_the_kernel_is_refused():
    with pytest.raises(InvalidInputError, match=r"flow\.beta: expected a parameter beta"):
        read_flow_file(TEXT.format(exponent="gamma", name="gamma"))
