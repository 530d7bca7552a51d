r"""Local ascent of 1/2 sum_ab W_ab phi(<z_a, z_b>) over unit vectors, for any profile that is smooth almost everywhere.

L-BFGS on v with z = v/|v|: a retraction of the product of spheres, on which the energy does not depend on |v|. Source:
the usual lift, e.g. Absil, Mahony, Sepulchre, "Optimization Algorithms on Matrix Manifolds", 2008, chapter 4.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.optimize import minimize

from theorems.model.errors import InvalidInputError
from verify.search.ascent import TIE, scaled

if TYPE_CHECKING:
    from collections.abc import Callable

    from verify.search.floats import Floats, PairProfile, Profile

STEPS = 400
"""Most steps of a start."""

SPACING = 1e-6
"""Half the distance of the two values from which a slope is taken where phi has none as a formula (abs, min, max)."""


def slope_of(profile: Profile | PairProfile) -> Callable[[Floats], Floats]:
    """The slope phi' as a function of an array, by central differences where phi holds a kink."""
    try:
        profile.slope(np.zeros((1, 1)))
    except InvalidInputError:
        return lambda r: (profile.value(r + SPACING) - profile.value(r - SPACING)) / (2 * SPACING)
    return profile.slope


def ascend_profile(
    weights: Floats, profile: Profile | PairProfile, dimension: int, starts: int, seed: int
) -> Floats | None:
    """The best points of several starts, (N, d), or None where phi is not finite along the way.

    Cost: `STEPS` Gram matrices of N points a start.

    Args:
        weights: W, (N, N), symmetric.
        profile: phi.
        dimension: d >= 2.
        starts: number of starts.
        seed: of their random points.
    """
    found, energies = [], []
    for start in range(starts):
        rng = np.random.default_rng((seed, start))
        reached = _climbed(weights, profile, rng.standard_normal((len(weights), dimension)))
        if reached is None:
            return None
        found.append(reached[0])
        energies.append(reached[1])
    if not np.isfinite(energies).all():
        return None
    best = max(energies)
    margin = TIE * max(*(abs(value) for value in energies), 1e-300)
    return next(z for z, value in zip(found, energies, strict=True) if value >= best - margin)


def climb(weights: Floats, profile: Profile | PairProfile, first: Floats) -> Floats | None:
    """The points that an ascent reaches from the given ones, (N, d), or None where phi is not finite along the way."""
    reached = _climbed(weights, profile, first)
    return None if reached is None or not np.isfinite(reached[1]) else reached[0]


def _climbed(weights: Floats, profile: Profile | PairProfile, first: Floats) -> tuple[Floats, float] | None:
    """The same with their energy for scaled weights; None where phi is not finite at the start."""
    slope = slope_of(profile)
    weights = scaled(weights)
    shape = first.shape

    def objective(flat: Floats) -> tuple[float, Floats]:
        v = flat.reshape(shape)
        lengths = np.sqrt((v * v).sum(axis=1))[:, None]
        z = v / lengths
        inner = np.clip(z @ z.T, -1.0, 1.0)
        pull = (weights * slope(inner)) @ z
        tangent = (pull - (pull * z).sum(axis=1)[:, None] * z) / lengths
        return -0.5 * float((weights * profile.value(inner)).sum()), -tangent.ravel()

    start = first / np.sqrt((first * first).sum(axis=1))[:, None]
    if not np.isfinite(objective(start.ravel())[0]):
        return None
    options = {"maxiter": STEPS, "ftol": 1e-16, "gtol": 1e-13, "maxcor": 20}
    result = minimize(objective, start.ravel(), jac=True, method="L-BFGS-B", options=options)
    z = result.x.reshape(shape)
    return z / np.sqrt((z * z).sum(axis=1))[:, None], -float(result.fun)
