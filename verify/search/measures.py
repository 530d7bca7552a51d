"""What is measured of a law of tokens on the sphere: order, spread, clusters, distances. Floats, believed by nobody."""

from __future__ import annotations

import numpy as np
import ot
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.spatial import KDTree
from scipy.spatial.distance import cdist

from theorems.model.errors import InvalidInputError
from verify.search.floats import Floats

LINK = 1e-3
"""Tokens nearer than this are of one cluster, and so are chains of such tokens."""

MOST_PIVOTS = 10_000_000
"""Pivots of the exact transport problem; it warns, and here stops, when they do not do."""


def mean(masses: Floats, points: Floats) -> Floats:
    """The vector sum_i rho_i x_i."""
    return masses @ points


def order(masses: Floats, points: Floats) -> float:
    """|sum_i rho_i x_i|: 1 iff all tokens are at one point."""
    return float(np.linalg.norm(mean(masses, points)))


def disorder(masses: Floats, points: Floats) -> float:
    """1 - |mean| without cancellation: sum_i rho_i |x_i - c|^2 / 2, c the mean's direction (1 where the mean is 0)."""
    centre = mean(masses, points)
    size = np.linalg.norm(centre)
    if size == 0:
        return 1.0
    return float(0.5 * (masses @ ((points - centre / size) ** 2).sum(axis=1)))


def spread(masses: Floats, points: Floats) -> float:
    """The root of sum_i rho_i |x_i - mean|^2: 0 iff collapsed, at most 1."""
    return float(np.sqrt(masses @ ((points - mean(masses, points)) ** 2).sum(axis=1)))


def width(masses: Floats, points: Floats) -> float:
    """The greatest chordal distance of a token from the direction of the mean; 2 where the mean is 0."""
    centre = mean(masses, points)
    size = np.linalg.norm(centre)
    return float(np.linalg.norm(points - centre / size, axis=1).max()) if size > 0 else 2.0


def clusters(points: Floats, link: float = LINK) -> int:
    """How many groups the tokens fall into when those at a distance of at most `link` are joined."""
    pairs = KDTree(points).query_pairs(link, output_type="ndarray")
    ones = np.ones(len(pairs))
    graph = coo_array((ones, (pairs[:, 0], pairs[:, 1])), shape=(len(points), len(points)))
    return int(connected_components(graph, directed=False)[0])


def transport(masses: Floats, points: Floats, other_masses: Floats, other_points: Floats) -> float:
    """The Wasserstein distance W_1 of two laws for the chordal distance, by the network simplex of POT.

    Raises:
        InvalidInputError: the masses of one of the two do not sum to 1.
    """
    for weights in (masses, other_masses):
        if abs(weights.sum() - 1) > 1e-9:
            raise InvalidInputError(f"masses: sum {weights.sum()}, expected 1")
    # Both sums are 1 up to rounding, and the solver wants them equal.
    first, second = masses / masses.sum(), other_masses / other_masses.sum()
    # Not ot.dist, which takes squares apart and so loses all distances below 1e-8.
    cost = cdist(points, other_points)
    return float(np.asarray(ot.emd2(first, second, cost, numItermax=MOST_PIVOTS)))
