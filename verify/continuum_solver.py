"""`solve` for labels in a continuum: laws, upper bounds by cost, and words, each accepted by the checker."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from flint import ctx

from theorems.model.assertion import Domain, Relation
from theorems.model.bias import General
from theorems.model.continuum import ContinuumLaw, continuum_ball, continuum_energy
from theorems.model.errors import InexactError, InvalidInputError, UndecidedError
from theorems.model.proof import ContinuumAttained, Fourier, Pointwise, PositiveTransform, StepBound, ToeplitzZonal
from theorems.model.real import Real
from verify.certificate import BoundClaim, Certificate, ProblemStatement, claimed
from verify.checker import check
from verify.checker.continuum_bounds import continuum_upper
from verify.continuum_words import continuum_words
from verify.decimals import ball_edge, is_short, relative_gap, shown, tidied
from verify.errors import ContradictionError, RefusedError, SolverError
from verify.proved import Proved
from verify.rungs import rung
from verify.search.continuum import cell_law, simple_laws
from verify.search.continuum_bounds import ladder
from verify.solution import GraphBounds, Rung, Solution
from verify.verdict import Trust, weakest

if TYPE_CHECKING:
    from collections.abc import Callable

    from flint import fmpq

    from theorems.model.continuum_file import ContinuumFile
    from theorems.model.proof import ContinuumUpper, Proof

Made = TypeVar("Made")

CELLS = (24, 48, 96, 192)
"""Numbers of cells of the laws that ascents look for, in turn."""

FEW_CELLS = (4, 8, 16, 24)
"""The same for a bias of both labels, each pair of cells of which is integrated."""

PRECISION = 96
"""Bits of the balls around energies of laws."""


NAMES = {
    Fourier: "fourier",
    PositiveTransform: "positive transform",
    Pointwise: "pointwise",
    ToeplitzZonal: "zonal",
    StepBound: "steps",
}
"""The rungs in a word."""


@dataclass(frozen=True, eq=False)
class Entry:
    """A law and its energy: exact, or a decimal below every number of its ball."""

    law: ContinuumLaw
    energy: Real
    exact: bool


@dataclass(frozen=True, eq=False)
class UpperEntry:
    """A proof of an upper bound as it was found.

    Attributes:
        proof: the proof.
        value: the bound that the checker computes from it.
        trust: what the checker gives it.
        lower: the energy of the best law by then; None if there was none.
        seconds: that its step took.
    """

    proof: ContinuumUpper
    value: Real
    trust: Trust = Trust.BALL
    lower: Real | None = None
    seconds: float = 0.0


@dataclass(eq=False)
class ContinuumSearch:
    """Laws and proofs found so far.

    Attributes:
        file: the problem's file.
        gap: the relative gap aimed at.
        deadline: a time of `time.monotonic` after which no step is begun.
        say: told of each step.
    """

    file: ContinuumFile
    gap: fmpq
    deadline: float
    say: Callable[[str], None]
    laws: list[Entry] = field(default_factory=list)
    uppers: list[UpperEntry] = field(default_factory=list)

    def run(self, done: Callable[[], bool] | None = None) -> None:
        """Cheap laws and bounds, then finer ones of both kinds in turn, until closed (or done) or out of time."""
        done = done or self.closed
        problem = self.file.problem
        self.say("laws that the structure suggests")
        for law in simple_laws(problem):
            self.add_law(law)
        steps = ladder(problem, self.say)
        cells = iter(FEW_CELLS if isinstance(problem.bias, General) else CELLS)
        spent = 0.0
        for proofs in steps:
            # a step costs about three times the one before: one that would end long after the deadline is not begun
            if self._over(done) or (self.laws and self.uppers and monotonic() + 2 * spent > self.deadline):
                return
            start = monotonic()
            for proof in self._tried(proofs):
                self.add_upper(proof, start)
            n = None if self._over(done) else next(cells, None)
            if n is not None:
                self.say(f"ascent over laws of {n} cells")
                for law in self._tried(lambda n=n: cell_law(problem, n, Domain.LAWS)):
                    self.add_law(law)
            spent = monotonic() - start

    def _tried(self, make: Callable[[], list[Made]]) -> list[Made]:
        """What a step makes; nothing where the bias or the profile has no value or no series that it needs."""
        try:
            return make()
        except (InvalidInputError, InexactError, UndecidedError) as error:
            self.say(f"step left out: {str(error)[:200]}")
            return []

    def _over(self, done: Callable[[], bool]) -> bool:
        return bool(self.laws and self.uppers) and (monotonic() > self.deadline or done())

    def closed(self) -> bool:
        """Whether the best bound and the best law are within the gap."""
        return relative_gap(self.best.energy, self.upper.value) <= self.gap

    @property
    def maximal(self) -> list[ContinuumLaw]:
        """The laws that reach the best bound exactly."""
        return [entry.law for entry in self.laws if entry.exact and entry.energy == self.upper.value]

    @property
    def best(self) -> Entry:
        """The law of most energy, the first of equals."""
        best = self.laws[0]
        for entry in self.laws[1:]:
            best = entry if entry.energy > best.energy else best
        return best

    @property
    def upper(self) -> UpperEntry:
        """The least bound, the first of equals."""
        best = self.uppers[0]
        for entry in self.uppers[1:]:
            best = entry if entry.value < best.value else best
        return best

    def add_law(self, law: ContinuumLaw) -> None:
        """Adds a law whose energy can be enclosed."""
        problem = self.file.problem
        try:
            value = continuum_energy(problem, law)
            self.laws.append(Entry(law, value, exact=True))
        except InexactError:
            try:
                with ctx.workprec(PRECISION):
                    ball = continuum_ball(problem, law, PRECISION)
                self.laws.append(Entry(law, Real(ball_edge(ball, -1)), exact=False))
            except (InexactError, InvalidInputError, UndecidedError, ValueError) as error:
                self.say(f"law left out: {str(error)[:200]}")
        except InvalidInputError as error:
            self.say(f"law left out: {str(error)[:200]}")

    def add_upper(self, proof: ContinuumUpper, began: float) -> None:
        """Adds a proof that the checker takes, looked for since `began`."""
        try:
            value, trust = continuum_upper(self.file.problem, proof)
        except (RefusedError, InvalidInputError, InexactError, UndecidedError) as error:
            self.say(f"refused: {str(error)[:200]}")
            return
        lower = self.best.energy if self.laws else None
        self.uppers.append(UpperEntry(proof, value, trust, lower, monotonic() - began))


def solve_continuum(file: ContinuumFile, gap: fmpq, deadline: float, say: Callable[[str], None]) -> Solution:
    """Certified bounds for a continuum problem; see `verify.solver.solve`, whose arguments and errors these are."""
    search = ContinuumSearch(file, gap, deadline, say)
    search.run()
    if not search.uppers:
        raise SolverError("status=unbounded; no upper bound was proved, as for a bias or a profile with a pole")
    if not search.laws:
        raise SolverError("status=uncertified; the energy of no law could be certified")
    above, below = _above(search), _below(search)
    say("properties of all maximisers")
    words = continuum_words(file.text, search.best.law, search.maximal, search.upper.proof)
    rungs, others = _climbed(search, above, below)
    proofs = [above, below, *words.proofs, *others]
    low, high = below.claim.value, above.claim.value
    if low > high:
        raise ContradictionError(f"domain=laws: L={low} is above U={high}")
    distance = relative_gap(low, high)
    return Solution(
        lower=shown(low, -1),
        upper=shown(high, 1),
        lower_exact=str(low),
        upper_exact=str(high),
        trust=weakest([one.trust for one in proofs]),
        relative_gap=shown(distance, 1, 4),
        outcome="closed" if distance <= gap else "gap",
        marginal=words.marginal,
        maximisers=words.maximisers,
        output_laws=words.output_laws,
        graph=GraphBounds(shown(low, -1), shown(high, 1)),  # one supremum, by claims.md D6
        multipliers=(),
        multiplier_source=type(search.upper.proof).__name__,
        repair="0",
        law=search.best.law,
        rungs=rungs,
        certificates=tuple(Certificate(ProblemStatement(file.text, one.claim), one.proof) for one in proofs),
    )


def _climbed(
    search: ContinuumSearch, above: Proved[BoundClaim], below: Proved[BoundClaim]
) -> tuple[tuple[Rung, ...], list[Proved[BoundClaim]]]:
    """The upper bounds in the order in which they were found, and the proofs of all but the best."""
    rungs: list[Rung] = []
    others: list[Proved[BoundClaim]] = []
    for entry in search.uppers:
        value = above.claim.value
        if entry.proof is not above.proof:
            value = tidied(entry.value, 1)
            others.append(Proved(BoundClaim(Domain.LAWS, Relation.LE, value), entry.proof, entry.trust))
        rungs.append(rung(NAMES[type(entry.proof)], entry.lower, below.claim.value, value, entry.seconds))
    return tuple(rungs), others


def _proved(search: ContinuumSearch, relation: Relation, value: Real, proof: Proof) -> Proved[BoundClaim] | None:
    """The bound, if the checker accepts its proof; else the search's listener is told why not."""
    claim = BoundClaim(Domain.LAWS, relation, value)
    found = check(claimed(search.file.problem, claim), proof)
    if found.trust is None:
        search.say(f"refused: {found.reason[:200]}")
        return None
    return Proved(claim, proof, found.trust)


def _above(search: ContinuumSearch) -> Proved[BoundClaim]:
    upper = search.upper
    found = _proved(search, Relation.LE, tidied(upper.value, 1), upper.proof)
    if found is None:
        raise SolverError("status=refused; the best upper bound was not accepted twice")
    return found


def _below(search: ContinuumSearch) -> Proved[BoundClaim]:
    """The best law with its exact energy where that is short, else with a decimal below it."""
    entry = search.best
    values = [entry.energy] if entry.exact and is_short(entry.energy) else []
    for value in [*values, tidied(entry.energy, -1)]:
        found = _proved(search, Relation.GE, value, ContinuumAttained(entry.law))
        if found is not None:
            return found
    raise SolverError("status=uncertified; the energy of the best law could not be certified twice")
