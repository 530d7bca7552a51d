"""Grid certificates: the relaxation on points of the sphere, its dual rounded, and the ceilings found on boxes."""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from itertools import count
from math import ceil, inf, isfinite
from typing import TYPE_CHECKING

import numpy as np
from flint import arb, ctx, fmpq

from theorems.model.assertion import Domain
from theorems.model.errors import InexactError, UndecidedError
from theorems.model.features import exponents, monomials
from theorems.model.kernel import kernel_function
from theorems.model.proof import Grid
from theorems.model.real import Real
from theorems.model.selfterm import is_jensen
from verify.checker.boxes import PRECISION
from verify.checker.grid import MAX_DIMENSION, residuals
from verify.errors import SolverError
from verify.relax.grid import grid_relaxation
from verify.search.bounds import Upper
from verify.search.floats import FLOATS, law_sites

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from theorems.model.cells import Cell
    from theorems.model.law import Law
    from theorems.model.problem import Problem
    from verify.checker.boxes import Box, Enclosure, Residual
    from verify.search.floats import Floats

DEGREES = {1: (1,), 2: (2, 4), 3: (2, 3)}
"""Degrees of the monomials tried in turn, by the dimension."""

SPREAD = {1: 1, 2: 6, 3: 14}
"""Points all over the sphere for each degree and one more."""

EASES = (1e-3, 1e-5, 1e-7)
"""How much the relaxations for one degree ease their square, relative to the kernel: the price of flat residuals. From
the second on the points hold where the bound before was attained."""

MAX_PAIRS = 20_000
"""Pairs of points, over all pairs of labels, up to which the relaxation takes seconds."""

MAX_LABELS = 24
"""Labels up to which the relaxation is stated; each pair of them needs boxes of its own."""

BOXES = 6000
"""Boxes for all pairs of labels together; a rule looks at no more to check the bound."""

BITS = 30
"""Entries of the factor and the prices are kept to this many bits."""


def grid_upper(
    problem: Problem,
    domain: Domain,
    laws: Sequence[Law],
    *,
    wanted: float,
    enough: Callable[[Real], bool],
    say: Callable[[str], None],
) -> Upper | None:
    """The best grid bound found; None in a dimension or with a number of labels that the relaxation does not reach.

    Args:
        problem: the problem.
        domain: laws or tuples.
        laws: the best laws known; their atoms are among the points of the relaxation.
        wanted: the error of the bound, absolute, below which boxes need not go.
        enough: whether a bound ends the search.
        say: told of each step.
    """
    n, d = len(problem), problem.dimension
    share = int(np.sqrt(2 * MAX_PAIRS) / n)
    if d > MAX_DIMENSION or n > MAX_LABELS:
        return None
    best: Upper | None = None
    for degree in DEGREES[d]:
        if share < len(exponents(d, degree)) + 1 and d > 1 and best is not None:
            break
        known = [
            np.concatenate([_spread(d, min(share // 2, SPREAD[d] * (degree + 1))), *(_atoms(law, i) for law in laws)])
            for i in range(n)
        ]
        for ease in EASES if d > 1 else (0.0,):
            say(f"upper bound: grid, degree {degree}, {sum(map(len, known))} points")
            try:
                bare = _dual(problem, domain, known, degree, ease)
                found, places = _with_ceilings(problem, domain, bare, wanted)
            except SolverError as error:
                say(f"grid: {error}")
                break
            best = found if best is None or found.value < best.value else best
            if enough(best.value):
                return best
            known = [np.concatenate([old, *new]) if new else old for old, new in zip(known, places, strict=True)]
            if max(map(len, known)) > 2 * share:
                break
    return best


def _spread(dimension: int, size: int) -> Floats:
    """Points all over the sphere."""
    if dimension == 1:
        return np.array([[1.0], [-1.0]])
    k = np.arange(max(size, 4))
    if dimension == 2:
        angles = 2 * np.pi * k / len(k)
        return np.stack([np.cos(angles), np.sin(angles)], axis=1)
    height = 1 - (2 * k + 1) / len(k)
    angles = np.pi * (3 - np.sqrt(5)) * k  # Fibonacci's spiral
    radius = np.sqrt(1 - height**2)
    return np.stack([radius * np.cos(angles), radius * np.sin(angles), height], axis=1)


def _atoms(law: Law, i: int) -> Floats:
    labels, _, points = law_sites(law)
    return points[np.array(labels) == i] if points.shape[1] > 1 else np.zeros((0, 1))


def _dual(problem: Problem, domain: Domain, known: Sequence[Floats], degree: int, ease: float) -> Grid:
    """The dual of the relaxation on the points, in whole numbers, its ceilings 0."""
    n, d = len(problem), problem.dimension
    chosen = exponents(d, degree)
    features = [
        np.stack([np.broadcast_to(v, len(x)) for v in monomials(list(x.T), chosen, np.ones(len(x)))], axis=1)
        for x in known
    ]

    def kernel(i: int, j: int) -> Floats:
        x, y = (list(known[i].T[:, :, None]), list(known[j].T[:, None, :]))
        return np.broadcast_to(kernel_function(problem.kernel, i, j, FLOATS)(x, y), (len(known[i]), len(known[j])))

    masses = np.array([FLOATS.number(mass) for mass in problem.labels.masses])
    diagonal = domain is Domain.TUPLES or all(_jensen(problem, i) for i in range(n))
    size = max(float(np.abs(kernel(i, j)).max()) for i in range(n) for j in range(i + 1)) or 1.0
    if not isfinite(size):
        raise SolverError("status=unbounded: the kernel is not finite in floats")
    solved = grid_relaxation(
        masses,
        features,
        lambda i, j: kernel(i, j) / size,
        self_terms=problem.labels.self_terms,
        diagonal=diagonal,
        ease=ease,
    )
    weights, vectors = np.linalg.eigh(size * (solved.square + solved.square.T) / 2)
    kept = weights > 1e-12 * max(float(weights[-1]), 1e-300)
    root = vectors[:, kept] * np.sqrt(weights[kept]) if kept.any() else np.zeros((len(vectors), 1))
    largest = max(float(np.abs(root).max()), size * float(np.abs(solved.prices).max()), 1e-9)
    denominator = 2 ** max(0, BITS - ceil(np.log2(largest)))
    columns = size * solved.prices.transpose(0, 2, 1).reshape(-1, n)
    zeros = tuple((fmpq(0),) * (i + 1) for i in range(n))
    return Grid(degree, denominator, _whole(root, denominator), _whole(columns, denominator), zeros)


def _whole(matrix: Floats, denominator: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(round(float(entry) * denominator) for entry in row) for row in matrix)


def _with_ceilings(problem: Problem, domain: Domain, bare: Grid, wanted: float) -> tuple[Upper, list[list[Floats]]]:
    """The bound with the ceilings that boxes show, and for each label the points where they are nearly attained."""
    n, masses = len(problem), problem.labels.masses
    places: list[list[Floats]] = [[] for _ in range(n)]
    rows: list[list[fmpq]] = [[] for _ in range(n)]
    total = fmpq(0)
    with ctx.workprec(PRECISION):
        tops = {pair: _Top(residual) for pair, residual in residuals(problem, domain, bare)}
        weights = {(i, j): masses[i] * masses[j] * (1 if i == j else 2) for i, j in tops}
        _narrowed({pair: (top, float(weights[pair])) for pair, top in tops.items()}, wanted)
        for (i, j), top in tops.items():
            rows[i].append(top.ceiling())
            total += weights[i, j] * rows[i][j]
            for label, cell in zip((i, j), (top.place[0], top.place[-1]), strict=True):
                places[label].append(_middle(cell))
    proof = Grid(bare.degree, bare.denominator, bare.factor, bare.prices, tuple(map(tuple, rows)))
    return Upper(proof, Real(total) / 2, "grid"), places


def _narrowed(tops: dict[tuple[int, int], tuple[_Top, float]], wanted: float) -> None:
    """Halves boxes, always of the pair whose ceiling costs most, until the bound is as wanted or `BOXES` are spent."""
    queue = [(-weight * top.excess, pair) for pair, (top, weight) in tops.items()]
    heapify(queue)
    looked = sum(top.looked for top, _ in tops.values())
    while queue and looked < BOXES:
        _, pair = heappop(queue)
        top, weight = tops[pair]
        if top.excess <= wanted or not top.divisible:
            continue
        before = top.looked
        for _ in range(8):
            top.halve()
        looked += top.looked - before
        heappush(queue, (-weight * top.excess, pair))


def _middle(cell: Cell) -> Floats:
    point = cell.point([arb(u) for u in cell.centre])
    return np.array([[float(entry.mid()) for entry in point]])


class _Top:
    """The greatest value of a residual, between its value at a place and the top of the boxes left, best first."""

    def __init__(self, residual: Residual) -> None:
        self._residual, self._order = residual, count()
        self._heap: list[tuple[float, int, Box, Enclosure]] = []
        self._lowest, self.looked = -inf, 0
        self.place: Box = residual.whole()[0]
        for box in residual.whole():
            self._look(box)

    @property
    def excess(self) -> float:
        """How far the ceiling is above the greatest value seen."""
        return -self._heap[0][0] - self._lowest

    @property
    def divisible(self) -> bool:
        """Whether the top box has parameters: for d = 1 it is a point."""
        return bool(self._heap[0][3].widths)

    def halve(self) -> None:
        """The top box in two."""
        _, _, box, found = heappop(self._heap)
        for half in self._residual.halved(box, found.steepest):
            self._look(half)

    def _look(self, box: Box) -> None:
        found = self._residual.enclosed(box)
        self.looked += 1
        upper = float(found.value.upper()) if found.value.is_finite() else inf
        if found.centre.is_finite() and float(found.centre.mid()) > self._lowest:
            self._lowest, self.place = float(found.centre.mid()), box
        heappush(self._heap, (-upper, next(self._order), box, found))

    def ceiling(self) -> fmpq:
        """A rational of few bits above all boxes left.

        Raises:
            SolverError: balls bound no box of the top.
        """
        top = self._heap[0][3].value.upper()
        if not top.is_finite():
            raise SolverError("status=unbounded: boxes do not bound the kernel")
        step = fmpq(2) ** (max(-60, ceil(np.log2(max(abs(float(top)), 1e-18)))) - 60)
        up = (arb(top) / arb(step)).upper().ceil().unique_fmpz()
        if up is None:
            raise SolverError(f"status=unbounded: the kernel reaches {top}")
        return fmpq(up + 1) * step


def _jensen(problem: Problem, i: int) -> bool:
    try:
        return is_jensen(problem, i)
    except (InexactError, UndecidedError):
        return False
