"""Laws of much energy: ascents in the gauge frame, then rounding; over all laws or over tuples of Diracs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from theorems.model.assertion import Domain
from theorems.model.errors import InexactError, UndecidedError
from theorems.model.selfterm import is_jensen
from verify.search.ascent import TIE, Blocks, ascend
from verify.search.floats import ZonalArrays, to_arrays
from verify.search.rounding import FloatSlice, mean_slice, rounded_law
from verify.search.spheres import ascend_profile
from verify.search.structured import circle, has_circles

if TYPE_CHECKING:
    from theorems.model.law import Law
    from theorems.model.problem import Problem
    from verify.search.floats import Floats
    from verify.search.linear_form import LinearForm

STARTS = ((40, 12), (100, 4), (10**9, 2))
"""(n, k): up to n labels, k starts of an ascent."""


TURNED = 64
"""Labels above which means are turned; below, the axes that the search fell upon are as good."""


@dataclass(frozen=True, eq=False)
class Found:
    """What an ascent found.

    Attributes:
        laws: exact laws, best first in intent; they are compared by exact energy later.
        point: X of the quadratic form, from which multipliers are read; None for any other profile.
    """

    laws: tuple[Law, ...]
    point: Floats | None


def starts_for(labels: int) -> int:
    """The number of starts."""
    return next(count for most, count in STARTS if labels <= most)


def linear_starts(form: LinearForm) -> int:
    """The same for a quadratic form; one if X has k columns with k (k + 1)/2 > n, which leaves no bad local maximum.

    Source: Boumal, Voroninski, Bandeira, arXiv:1606.04970, for almost all C; only a guess is lost where it fails.
    """
    return 1 if form.columns * (form.columns + 1) > 2 * form.labels else starts_for(form.labels)


def linear_laws(problem: Problem, form: LinearForm, domain: Domain, seed: int) -> Found:
    """An ascent of the quadratic form: over means in balls for laws, over unit vectors for tuples."""
    blocks = Blocks(form.floats, form.width, ball=domain is Domain.LAWS)
    point = ascend(blocks, form.columns, linear_starts(form), seed)
    return Found(point_laws(problem, form, point), point)


def point_laws(problem: Problem, form: LinearForm, point: Floats) -> tuple[Law, ...]:
    """The laws whose slices have the means in X, rounded; many means are turned onto their few principal axes first.

    X has then few columns that are not 0: its rank is far below d at large n, and short laws are quick to check.
    """
    means = point.reshape(form.labels, problem.dimension)
    if form.width == 1 and form.labels > TURNED:
        means = means @ np.linalg.svd(means, full_matrices=False)[2].T
        means = np.pad(means, ((0, 0), (0, problem.dimension - means.shape[1])))
    return _rounded(problem, [mean_slice(mean) for mean in means])


def profile_laws(problem: Problem, domain: Domain, seed: int) -> Found:
    """The same for any other profile, of all pairs or of each.

    Over laws a slice whose self term is not Jensen is given two points of weight 1/2. In dimension 1 the profile is
    linear on {-1, 1}, and the quadratic form with slope (phi(1) - phi(-1))/2 is used.
    """
    arrays = to_arrays(problem)
    if not isinstance(arrays, ZonalArrays):
        return Found((), None)
    n, d = len(problem), problem.dimension
    if d == 1:
        above, below = (arrays.profile.value(np.full((n, n), end)) for end in (1.0, -1.0))
        form = arrays.weighted_bias * (above - below) / 2
        means = ascend(Blocks(form, 1, ball=domain is Domain.LAWS), 1, starts_for(n), seed)
        return Found(_rounded(problem, [mean_slice(mean) for mean in means]), None)
    split = [domain is Domain.LAWS and not _jensen(problem, i) for i in range(n)]
    labels = [i for i in range(n) for _ in range(1 + split[i])]
    weights = np.array([0.5 if split[i] else 1.0 for i in labels])
    sites = arrays.at_sites(labels, weights)
    points = ascend_profile(sites.weighted_bias, sites.profile, d, starts_for(n), seed)
    if points is None:
        return Found((), None)
    slices = [FloatSlice(weights[np.array(labels) == i], points[np.array(labels) == i]) for i in range(n)]
    return Found(_rounded(problem, slices), None)


def _rounded(problem: Problem, slices: list[FloatSlice]) -> tuple[Law, ...]:
    """The roundings with and without merging of near points; one law where there is nothing to merge."""
    points = np.concatenate([piece.points for piece in slices])
    inner = np.abs(points @ points.T) - 2 * np.eye(len(points))
    merged = rounded_law(problem, slices, merge=True)
    apart = len(points) == 1 or bool(inner.max() < 1 - 1e-9)
    return (merged,) if apart else (merged, rounded_law(problem, slices, merge=False))


def best_circle(problem: Problem, form: LinearForm | None) -> Law | None:
    """The m-fold circle of most energy in floats, the first of equals; None where circles do not suit the kernel.

    For a linear profile their energies are the eigenvalues of a circulant C times n/2, by one fast Fourier transform.
    """
    if not has_circles(problem, form):
        return None
    n = len(problem)
    arrays = None if form else to_arrays(problem)
    if form is not None:
        energies = np.fft.rfft(form.floats[0]).real[1:].tolist()
    elif isinstance(arrays, ZonalArrays):
        angles = 2 * np.pi * np.arange(n) / n
        differences = angles[:, None] - angles[None, :]
        energies = [
            0.5 * float((arrays.weighted_bias * arrays.profile.value(np.cos(m * differences))).sum())
            for m in range(1, n // 2 + 1)
        ]
    else:
        return None
    best = max(filter(np.isfinite, energies), default=None)  # beyond a pole, or the range of float64, there is none
    if best is None:
        return None
    return circle(problem, 1 + next(k for k, value in enumerate(energies) if value >= best - TIE * abs(best)))


def _jensen(problem: Problem, i: int) -> bool:
    try:
        return is_jensen(problem, i)
    except (InexactError, UndecidedError):
        return False
