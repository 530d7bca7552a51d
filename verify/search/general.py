"""Laws of much energy for a general kernel: ascents on the spheres with slopes from jets, several atoms a slice."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING

import numpy as np
from scipy.optimize import minimize

from theorems.model.assertion import Domain
from theorems.model.evaluation import evaluate
from theorems.model.jets import Jet, Jets
from theorems.model.kernel import GeneralKernel
from verify.search.floats import FLOATS, label_arrays
from verify.search.rounding import FloatSlice, rounded_law

if TYPE_CHECKING:
    from collections.abc import Sequence

    from theorems.model.law import Law
    from theorems.model.problem import Problem
    from verify.search.floats import Floats, Value

STEPS = 300
"""Most steps of a start."""

STARTS = 8
"""Starts of an ascent; a start costs up to `STEPS` values of the kernel at all pairs of atoms."""

ATOMS = 3
"""Atoms of a slice whose self term may prefer several."""

LEAST = 1e-5
"""Weight below which an atom is left out."""

MOST_SIGNS = 14
"""Labels up to which all tuples of S^0 are tried."""


@dataclass(frozen=True)
class FloatJets(Jets):
    """Jets over arrays: one slope at a kink, which is enough for an ascent."""

    def kink(self, argument: Floats) -> Floats:
        """The sign."""
        return np.sign(argument)

    def extreme(self, function: str, left: Jet, right: Jet) -> Jet:
        """Min or max of two, entry by entry."""
        chosen = left.value <= right.value if function == "min" else left.value >= right.value
        size = max(len(left.slopes), len(right.slopes))
        first, second = (each.slopes or (0.0,) * size for each in (left, right))
        slopes = tuple(np.where(chosen, a, b) for a, b in zip(first, second, strict=True))
        return Jet(np.where(chosen, left.value, right.value), slopes)


JETS = FloatJets(FLOATS)


@dataclass(frozen=True, eq=False)
class GeneralArrays:
    """E = 1/2 sum_ab W_ab h_ab(x_a, x_b) over sites a, b.

    Attributes:
        kernel: the exact kernel.
        index: the label of each site.
        pairs: W, (N, N); 0 between the sites of one label in `tokens`.
    """

    kernel: GeneralKernel
    index: tuple[int, ...]
    pairs: Floats

    @cached_property
    def _names(self) -> dict[str, Value]:
        return label_arrays(self.kernel.table, self.index)

    def values(self, points: Floats) -> Floats:
        """h_ab at the points, (N, d) to (N, N)."""
        names = {**self._names, "x": list(points.T[:, :, None]), "y": list(points.T[:, None, :])}
        with np.errstate(all="ignore"):
            return np.broadcast_to(evaluate(self.kernel.expression, names, FLOATS), self.pairs.shape)

    def values_and_slopes(self, points: Floats) -> tuple[Floats, Floats]:
        """The same with the slopes in x_a, (N, N, d)."""
        d = points.shape[1]
        unit = np.eye(d)
        x = [Jet(points[:, c, None], tuple(unit[c])) for c in range(d)]
        y = [Jet(points[None, :, c]) for c in range(d)]
        names = {key: _constants(value) for key, value in self._names.items()}
        with np.errstate(all="ignore"):
            jet = evaluate(self.kernel.expression, {**names, "x": x, "y": y}, JETS)
        shape = self.pairs.shape
        slopes = [np.broadcast_to(slope, shape) for slope in jet.slopes or (0.0,) * d]
        return np.broadcast_to(jet.value, shape), np.stack(slopes, axis=-1)

    def energy(self, points: Floats) -> float:
        """The energy of a tuple of sites, (N, d)."""
        return 0.5 * float((self.pairs * self.values(points)).sum())

    def at_sites(self, labels: Sequence[int], weights: Floats) -> GeneralArrays:
        """The problem of N sites: site a is the part `weights[a]` of the former site `labels[a]`."""
        index = np.asarray(labels)
        pairs = self.pairs[np.ix_(index, index)] * np.outer(weights, weights)
        return GeneralArrays(self.kernel, tuple(self.index[a] for a in labels), pairs)


def _constants(value: Value) -> Value:
    return [_constants(entry) for entry in value] if isinstance(value, list) else Jet(value)


def general_arrays(problem: Problem, kernel: GeneralKernel) -> GeneralArrays:
    """The problem in floats, one site a label."""
    masses = np.array([FLOATS.number(mass) for mass in problem.labels.masses])
    pairs = np.outer(masses, masses)
    if not problem.labels.self_terms:
        np.fill_diagonal(pairs, 0.0)
    return GeneralArrays(kernel, tuple(range(len(problem))), pairs)


def general_laws(problem: Problem, kernel: GeneralKernel, domain: Domain, seed: int) -> tuple[Law, ...]:
    """Exact laws from ascents: one atom a label, and over laws with self terms `ATOMS` of free weights too."""
    arrays, n, d = general_arrays(problem, kernel), len(problem), problem.dimension
    several = domain is Domain.LAWS and problem.labels.self_terms
    if d == 1:
        twice = [i for i in range(n) for _ in range(2)]
        return tuple(_rounded(problem, twice, *each) for each in _signs(arrays, mixed=several))
    found = [_rounded(problem, range(n), np.ones(n), x) for x, _ in _ascents(arrays, np.zeros(n, dtype=int), d, seed)]
    if several:
        labels = [i for i in range(n) for _ in range(ATOMS)]
        sites = arrays.at_sites(labels, np.ones(len(labels)))
        found += [_rounded(problem, labels, w, x) for x, w in _ascents(sites, np.array(labels), d, seed)]
    return tuple(found)


def _ascents(arrays: GeneralArrays, labels: np.ndarray, dimension: int, seed: int) -> list[tuple[Floats, Floats]]:
    """The best points and weights of several starts; all weights 1 where each label has one site."""
    size = len(arrays.index)
    single = len(set(arrays.index)) == size
    groups = (labels[:, None] == labels[None, :]).astype(float)
    scale = 2.0 ** -np.frexp(arrays.pairs.max() or 1.0)[1]

    def parts(flat: Floats) -> tuple[Floats, Floats, Floats]:
        v, logits = flat[: size * dimension].reshape(size, dimension), flat[size * dimension :]
        if single:
            return v, np.sqrt((v * v).sum(axis=1))[:, None], np.ones(size)
        powers = np.exp(np.clip(logits, -30, 30))
        return v, np.sqrt((v * v).sum(axis=1))[:, None], powers / (groups @ powers)

    def objective(flat: Floats) -> tuple[float, Floats]:
        v, lengths, weights = parts(flat)
        x = v / lengths
        values, slopes = arrays.values_and_slopes(x)
        weighted = scale * arrays.pairs * np.outer(weights, weights)
        pull = (weighted[:, :, None] * slopes).sum(axis=1)
        tangent = (pull - (pull * x).sum(axis=1)[:, None] * x) / lengths
        gain = scale * ((arrays.pairs * values) @ weights)
        turn = np.zeros(size) if single else weights * (gain - groups @ (weights * gain))
        total = 0.5 * float((weighted * values).sum())
        return -total, -np.concatenate([tangent.ravel(), turn])

    found: list[tuple[float, Floats, Floats]] = []
    for start in range(STARTS):
        rng = np.random.default_rng((seed, start))
        first = np.concatenate([rng.standard_normal(size * dimension), 0.1 * rng.standard_normal(size)])
        if not np.isfinite(objective(first)[0]):
            continue
        result = minimize(
            objective, first, jac=True, method="L-BFGS-B", options={"maxiter": STEPS, "ftol": 1e-15, "gtol": 1e-12}
        )
        v, lengths, weights = parts(result.x)
        if np.isfinite(result.fun):
            found.append((-float(result.fun), v / lengths, weights))
    found.sort(key=lambda each: -each[0])
    return [(x, weights) for _, x, weights in found[:2]]


def _signs(arrays: GeneralArrays, *, mixed: bool) -> list[tuple[Floats, Floats]]:
    """(weights, points) on S^0 of most energy: all tuples where they are few, and slices of both signs if asked."""
    n = len(arrays.index)
    both = arrays.at_sites([i for i in range(n) for _ in range(2)], np.ones(2 * n))
    form = both.pairs * both.values(np.tile([[1.0], [-1.0]], (n, 1)))
    choices = list(product((0, 1), repeat=n)) if n <= MOST_SIGNS else []
    rng = np.random.default_rng(0)
    starts = [np.array(choice) for choice in choices] or [rng.integers(0, 2, n) for _ in range(200)]
    shares = np.zeros((len(starts), 2 * n))
    for row, start in zip(shares, starts, strict=True):
        row[2 * np.arange(n) + start] = 1.0
    energies = 0.5 * ((shares @ form) * shares).sum(axis=1)
    best = shares[int(np.argmax(energies))]
    found = [_swept(form, best.copy(), mixed=False)]
    if mixed:
        tries = [best, np.full(2 * n, 0.5), *rng.dirichlet((1.0, 1.0), size=(STARTS, n)).reshape(STARTS, 2 * n)]
        ends = [_swept(form, start.copy(), mixed=True) for start in tries]
        found.append(max(ends, key=lambda share: float(share @ form @ share)))
    points = np.tile([[1.0], [-1.0]], (n, 1))
    return [(share, points) for share in found]


def _swept(form: Floats, share: Floats, *, mixed: bool) -> Floats:
    """Each slice in turn at its best share of the two signs, which is a quadratic problem in one number."""
    for _ in range(STEPS):
        before = share.copy()
        for k in range(0, len(share), 2):
            pair = [k, k + 1]
            share[pair] = 0.0
            pull = form[pair] @ share
            a, b, c = form[k, k], form[k, k + 1], form[k + 1, k + 1]
            # E(p) = 1/2 (a p^2 + 2 b p (1 - p) + c (1 - p)^2) + pull . (p, 1 - p)
            bend, slope = a - 2 * b + c, b - c + pull[0] - pull[1]
            p = float(0.5 * a + pull[0] >= 0.5 * c + pull[1])
            if mixed and bend < 0:
                p = float(np.clip(-slope / bend, 0.0, 1.0))
            share[pair] = p, 1 - p
        if np.abs(share - before).max() < 1e-14:
            break
    return share


def _rounded(problem: Problem, labels: Sequence[int], weights: Floats, points: Floats) -> Law:
    """The exact law with the atoms of some weight."""
    mine = np.asarray(labels)
    slices: list[FloatSlice] = []
    for i in range(len(problem)):
        kept = (mine == i) & (weights > LEAST)
        slices.append(FloatSlice(weights[kept] / weights[kept].sum(), points[kept]))
    return rounded_law(problem, slices, merge=True)
