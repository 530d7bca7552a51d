"""The steps of a solve: structured laws, the pointwise bound, ascents, the linear bound; each only if it may help."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from time import monotonic
from typing import TYPE_CHECKING

import numpy as np

from theorems.model.assertion import Domain
from theorems.model.calculus import as_polynomial
from theorems.model.errors import InvalidInputError
from theorems.model.kernel import GeneralKernel, ZonalKernel, frame_gauges
from theorems.model.matrix import is_orthogonal
from theorems.model.proof import Moment, Semidefinite
from verify.decimals import relative_gap
from verify.search.bounds import Upper, circulant_upper, linear_upper, pointwise_upper, replayed
from verify.search.companions import balanced_laws, paired_tuple
from verify.search.general import general_laws
from verify.search.grid import MAX_DIMENSION, MAX_LABELS, grid_upper
from verify.search.groups import components
from verify.search.linear_form import LinearForm, linear_form
from verify.search.pool import ROUNDING, Pool
from verify.search.primal import Found, best_circle, linear_laws, point_laws, profile_laws
from verify.search.recovery import recovered
from verify.search.structured import gauge_frame_points, has_circles, one_point, one_point_energy

if TYPE_CHECKING:
    from collections.abc import Callable

    from flint import fmpq

    from theorems.model.problem import Problem
    from theorems.model.proof import Relaxation
    from theorems.model.real import Real
    from verify.search.floats import Floats
    from verify.search.pool import Entry


@dataclass(frozen=True, eq=False)
class Climbed:
    """An upper bound as it was found.

    Attributes:
        domain: over which it was searched.
        upper: the bound.
        lower: what the best law of the domain had by then; None if there was no law. Certified later.
        seconds: that its search took, the exact bound included.
    """

    domain: Domain
    upper: Upper
    lower: Real | None
    seconds: float


@dataclass(eq=False)
class Search:
    """Laws and proofs found so far for one problem.

    Attributes:
        problem: the problem.
        gap: the relative gap aimed at.
        deadline: a time of `time.monotonic` after which no step is begun.
        say: told of each step.
        climbs: whether the moment relaxations and the grid are climbed, which may take long.
        rungs: the upper bounds in the order in which they were found.
    """

    problem: Problem
    gap: fmpq
    deadline: float
    say: Callable[[str], None]
    climbs: bool = True
    pool: Pool = field(init=False)
    rungs: list[Climbed] = field(default_factory=list)
    _found: list[tuple[Domain, Upper]] = field(default_factory=list)
    _replays: dict[tuple[int, Domain], Upper | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.pool = Pool(self.problem, self.form)

    @np.errstate(all="ignore")  # a pole or an overflow in floats is no finding; the checker decides
    def run(self, domain: Domain) -> None:
        """Adds laws and proofs until the bracket over the domain is closed, or nothing is left to try.

        Past the deadline no step is begun but those without which there is no bound at all. The Gram relaxation is
        never above the pointwise bound, which is asked for first only where it is exact: for a non-negative C.
        """
        if not self.pool.entries:
            self._structured()
        likely = self.form is None or bool((self.form.floats >= 0).all())
        rest = (self._pointwise, self._ascent) if likely else (self._ascent, self._pointwise)
        dear = (self._ladder, self._grid) if self.climbs else ()
        for step in (self._circulant, *rest, *dear):
            if self.closed(domain) or (monotonic() > self.deadline and self.uppers(domain)):
                return
            step(domain)

    def record(self, domain: Domain, upper: Upper, began: float) -> None:
        """Takes in an upper bound that was searched for since `began`, as a rung."""
        self._found.append((domain, upper))
        best = next(iter(self.pool.ranked(domain)), None)
        lower = None if best is None else self._lower(best)
        self.rungs.append(Climbed(domain, upper, lower, monotonic() - began))

    def has_relaxation(self, relaxation: Relaxation) -> bool:
        """Whether a moment relaxation was solved, over either domain."""
        proofs = (upper.proof for _, upper in self._found)
        return any(isinstance(proof, Moment) and proof.relaxation == relaxation for proof in proofs)

    def _lower(self, best: Entry) -> Real:
        guess = self.pool.guess(best)
        return self.pool.lower_value(best) if guess is None else guess

    def uppers(self, domain: Domain) -> list[Upper]:
        """All proofs, by the value that they give over the domain, least first."""
        for k, (home, each) in enumerate(self._found):
            if (k, domain) not in self._replays:
                same = home is domain
                self._replays[k, domain] = each if same else replayed(self.problem, domain, each)
        known = [upper for (_, where), upper in self._replays.items() if where is domain and upper is not None]
        return sorted(known, key=lambda upper: _Ordered(upper.value))

    def closed(self, domain: Domain) -> bool:
        """Whether the best proof and the best law are within the gap."""
        return any(self._enough(domain, upper.value) for upper in self.uppers(domain)[:1])

    def _enough(self, domain: Domain, value: Real) -> bool:
        best = next(iter(self.pool.ranked(domain)), None)
        if best is None:
            return False
        return relative_gap(self._lower(best), value) <= self.gap or bool(self.pool.attaining(value, domain))

    def _structured(self) -> None:
        self.say("laws that the structure suggests")
        energy = one_point_energy(self.problem, self.form)
        for u in gauge_frame_points(self.problem):
            self.pool.add(one_point(self.problem, u), energy)
        for law in (
            components(self.problem),
            best_circle(self.problem, self.form),
            *balanced_laws(self.problem),
            paired_tuple(self.problem),
        ):
            if law is not None:
                self.pool.add(law)

    def _circulant(self, domain: Domain) -> None:
        if self.form is None or not has_circles(self.problem, self.form) or self._has("circulant"):
            return
        self.say("upper bound: eigenvalues of a circulant")
        began = monotonic()
        found = circulant_upper(self.problem, self.form, domain)
        if found is not None:
            self.record(domain, found, began)

    def _has(self, source: str) -> bool:
        return any(upper.source == source for _, upper in self._found)

    def _pointwise(self, domain: Domain) -> None:
        if not self._has("pointwise"):
            self.say("upper bound: range of the profile")
            began = monotonic()
            found = pointwise_upper(self.problem, domain)
            if found is not None:
                self.record(domain, found, began)

    def _grid(self, domain: Domain) -> None:
        """For a general kernel, or gauges that are not orthogonal, which no other rule takes."""
        if not isinstance(self.problem.kernel, GeneralKernel) and all(
            map(is_orthogonal, frame_gauges(self.problem.kernel))
        ):
            return
        began = monotonic()
        best = self.pool.ranked(domain)[:2]
        scale = max((abs(entry.estimate) for entry in best), default=1.0)
        found = grid_upper(
            self.problem,
            domain,
            [entry.law for entry in best],
            wanted=max(float(self.gap), ROUNDING) * scale / 2,
            enough=lambda value: monotonic() > self.deadline or self._enough(domain, value),
            say=self.say,
        )
        if found is not None:
            self.record(domain, found, began)

    @property
    def why_unbounded(self) -> str:
        """Why there may be no upper bound at all."""
        if isinstance(self.problem.kernel, GeneralKernel):
            return (
                f"which a general kernel has by the grid alone, for dimensions 1 to {MAX_DIMENSION} and at most "
                f"{MAX_LABELS} labels"
            )
        return "as for a profile with a pole"

    @cached_property
    def form(self) -> LinearForm | None:
        """The quadratic form, for a linear profile or a bilinear kernel."""
        kernel = self.problem.kernel
        if isinstance(kernel, ZonalKernel):
            polynomial = as_polynomial(kernel.profile, "r")
            if polynomial is None or polynomial.degree() > 1:
                return None
        try:
            return linear_form(self.problem)
        except InvalidInputError:
            return None

    def _ascent(self, domain: Domain) -> None:
        self.say(f"ascent over {domain.value}")
        form, kernel = self.form, self.problem.kernel
        seed = 0 if domain is Domain.LAWS else 1
        if isinstance(kernel, GeneralKernel):
            for law in general_laws(self.problem, kernel, domain, seed):
                self.pool.add(law)
            return
        found = (
            profile_laws(self.problem, domain, seed) if form is None else linear_laws(self.problem, form, domain, seed)
        )
        for law in found.laws:
            self.pool.add(law)
        if form is not None and found.point is not None and not self.closed(domain):
            self._linear(form, domain, found)

    def _linear(self, form: LinearForm, domain: Domain, found: Found) -> None:
        self.say("upper bound: multipliers of the ascent")
        began = monotonic()

        def enough(value: Real) -> bool:
            return monotonic() > self.deadline or self._enough(domain, value)

        def learn(point: Floats) -> None:
            for law in point_laws(self.problem, form, point):
                self.pool.add(law)

        if found.point is not None:
            upper = linear_upper(self.problem, form, domain, found.point, enough=enough, learn=learn, say=self.say)
            self.record(domain, upper, began)
            if isinstance(upper.proof, Semidefinite) and not self.pool.attaining(upper.value, domain):
                law = recovered(self.problem, upper.proof, found.point)
                if law is not None:
                    self.pool.add(law)

    def _ladder(self, domain: Domain) -> None:
        from verify.search.climb import climb  # late: most problems are closed without Clarabel and its cones

        climb(self, domain)


class _Ordered:
    """A sort key by exact order."""

    def __init__(self, value: Real) -> None:
        self.value = value

    def __lt__(self, other: _Ordered) -> bool:
        return self.value < other.value
