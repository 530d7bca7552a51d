"""The laws that a solve has found, with their energies by balls; exact energies are asked for where they may decide."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from math import isfinite
from typing import TYPE_CHECKING

import numpy as np
from flint import fmpq

from theorems.model.arithmetic import EXACT
from theorems.model.assertion import Domain
from theorems.model.energy import enclosure, energy
from theorems.model.errors import InexactError, UndecidedError
from theorems.model.kernel import GeneralKernel, frame_gauges
from theorems.model.real import Real
from verify.decimals import ball_edge, is_short, tidied
from verify.search.floats import law_sites, to_arrays, to_float, to_matrix
from verify.search.general import GeneralArrays, general_arrays

if TYPE_CHECKING:
    from flint import arb

    from theorems.model.law import Law
    from theorems.model.problem import Problem
    from verify.search.floats import Arrays
    from verify.search.linear_form import LinearForm

PRECISION = 192
"""Bits of the balls."""

NEAR = 1e-9
"""Relative distance from the best energy in floats within which laws are ranked by balls."""

AFFORDABLE = 64
"""Atoms up to which the exact energy of a law is computed where it may equal a bound."""

ROUNDING = 1e-12
"""Relative error of an energy in floats that is allowed for before the checker is asked."""

CHEAP = 24
"""Atoms up to which it is computed to see whether its form is short."""


@dataclass(eq=False)
class Entry:
    """A law and its energy: in floats, and as a ball and exactly once these were asked for."""

    law: Law
    estimate: float
    ball: arb | None = None
    exact: Real | None = None


@dataclass(eq=False)
class Pool:
    """Laws in the order in which they were found; of equal energies the first is preferred.

    Attributes:
        problem: the problem.
        form: its quadratic form, if it has one.
        entries: the laws.
    """

    problem: Problem
    form: LinearForm | None
    entries: list[Entry] = field(default_factory=list)

    @cached_property
    def _arrays(self) -> Arrays | GeneralArrays:
        kernel = self.problem.kernel
        return general_arrays(self.problem, kernel) if isinstance(kernel, GeneralKernel) else to_arrays(self.problem)

    def _estimate(self, law: Law) -> float:
        labels, weights, points = law_sites(law)
        if self.form is None:
            return float(self._arrays.at_sites(labels, weights).energy(points))
        means = np.zeros((self.form.labels, points.shape[1]))
        np.add.at(means, labels, weights[:, None] * points)
        gauges = frame_gauges(self.problem.kernel)
        if gauges:
            means = np.stack([to_matrix(gauge) @ mean for gauge, mean in zip(gauges, means, strict=True)])
        x = means.reshape(-1, self.form.columns)
        return 0.5 * (float(to_float(self.form.constant)) + float((x * (self.form.floats @ x)).sum()))

    def add(self, law: Law, exact: Real | None = None) -> None:
        """Takes a law in, unless its energy is not finite in floats.

        Args:
            law: a law of the problem.
            exact: its energy, where a formula tells it; a hint as all else here.
        """
        estimate = self._estimate(law) if exact is None else float(to_float(exact))
        if isfinite(estimate):
            self.entries.append(Entry(law, estimate, None if exact is None else exact.ball(PRECISION), exact))

    def ranked(self, domain: Domain) -> list[Entry]:
        """The laws of the domain, those of more energy first: by balls near the top, by floats below."""
        mine = [entry for entry in self.entries if domain is Domain.LAWS or entry.law.is_tuple]
        if not mine:
            return []
        best = max(entry.estimate for entry in mine)
        near = best - NEAR * max(abs(best), 1e-300)
        ranked: list[Entry] = []
        for entry in (entry for entry in mine if entry.estimate >= near):
            place = next(
                (k for k, other in enumerate(ranked) if self.enclosed(entry) > self.enclosed(other)), len(ranked)
            )
            ranked.insert(place, entry)
        return ranked + sorted((entry for entry in mine if entry.estimate < near), key=lambda entry: -entry.estimate)

    def enclosed(self, entry: Entry) -> arb:
        """A ball around the energy. Cost: the energy by balls, once."""
        ball = entry.ball
        if ball is None:
            ball = entry.ball = enclosure(self.problem, entry.law, PRECISION)
        return ball

    def exact(self, entry: Entry) -> Real | None:
        """The exact energy, if it has a form and the law is small."""
        if entry.exact is None and entry.law.atom_count <= AFFORDABLE:
            try:
                entry.exact = energy(self.problem, entry.law, EXACT)
            except (InexactError, UndecidedError):
                return None
        return entry.exact

    def attaining(self, value: Real, domain: Domain) -> list[Entry]:
        """The laws of the domain whose energy is exactly the value; large laws only if a formula told their energy."""
        target = value.ball(PRECISION)
        small = [e for e in self.ranked(domain) if e.exact is not None or e.law.atom_count <= AFFORDABLE]
        near = [entry for entry in small if self.enclosed(entry).overlaps(target)]
        return [entry for entry in near if (exact := self.exact(entry)) is not None and exact == value]

    def short(self, entry: Entry) -> Real | None:
        """The exact energy, if it is at hand for little and its form is short."""
        exact = self.exact(entry) if entry.law.atom_count <= CHEAP else entry.exact
        return exact if exact is not None and is_short(exact) else None

    def guess(self, entry: Entry) -> Real | None:
        """A number that is probably below the energy of a large law, at no cost; the checker decides."""
        if entry.ball is not None or entry.law.atom_count <= AFFORDABLE:
            return None
        return tidied(Real(fmpq(*(entry.estimate - ROUNDING * abs(entry.estimate)).as_integer_ratio())), -1, 12)

    def lower_value(self, entry: Entry) -> Real:
        """A number of 20 digits that is below the energy."""
        return Real(ball_edge(self.enclosed(entry), -1, 20))
