"""Searching for an instance that refutes, and shrinking it to a smallest one; the checker decides on each.

Hypothesis draws and shrinks: fewer choices first, then smaller numbers. After that smaller (n, d) are asked for until
none is found, so the result is smallest among what was looked at, not proved to be smallest of all.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, Phase, find, settings
from hypothesis.configuration import set_hypothesis_home_dir
from hypothesis.errors import NoSuchExample

from theorems.model import codec
from theorems.model.errors import InexactError, InvalidInputError, UndecidedError
from theorems.statement import shape_of
from verify.certificate import Role
from verify.pipeline import Decision, Task, decide
from verify.search.interrupts import heard_interrupts
from verify.search.source import draw_of, drawn
from verify.verdict import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from theorems.statement import Draw, Instance, Theorem

SLOW = (HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large, HealthCheck.large_base_example)
"""What Hypothesis would stop a long search for."""

MOST_SMALLER = 40
"""How often a smaller (n, d) is asked for."""


@dataclass(frozen=True)
class Aim:
    """What is to be refuted of a theorem.

    Attributes:
        theorem: the theorem.
        role: claim, boundary or mutant.
        variant: the hypothesis dropped or the mutant's name; "" for the claim.
    """

    theorem: Theorem
    role: Role
    variant: str = ""


@dataclass
class Searched:
    """How far a search went; filled in on the way.

    Attributes:
        instances: different instances looked at, those of the shrinking included.
        open: how many of them were neither proved nor refuted.
        most_labels: the greatest n among them.
        most_dimensions: the greatest d among them.
    """

    instances: int = 0
    open: int = 0
    most_labels: int = 0
    most_dimensions: int = 0

    def add(self, instance: Instance) -> None:
        """Counts an instance."""
        n, d, _ = shape_of(instance)
        self.instances += 1
        self.most_labels, self.most_dimensions = max(self.most_labels, n), max(self.most_dimensions, d)


@dataclass
class Hunt:
    """Looks at instances, each once, and remembers what was decided of them."""

    aim: Aim
    told: Callable[[], None]
    searched: Searched = field(default_factory=Searched)
    decisions: dict[str, Decision | None] = field(default_factory=dict[str, "Decision | None"])

    def refutes(self, instance: Instance) -> bool:
        """Whether the checker accepts a refutation of what is aimed at on this instance."""
        key = self.key(instance)
        if key not in self.decisions:
            self.told()
            self.searched.add(instance)
            self.decisions[key] = self._decided(instance)
        decision = self.decisions[key]
        return decision is not None and decision.verdict.outcome is Outcome.REFUTED

    def key(self, instance: Instance) -> str:
        """One text for one instance."""
        return codec.dumps(codec.encode(instance, self.aim.theorem.instance))

    def _decided(self, instance: Instance) -> Decision | None:
        task = Task(self.aim.theorem, self.aim.role, self.aim.variant, 0, 0, 0)
        try:
            decision = decide(task, instance)
        except (InvalidInputError, InexactError, UndecidedError):
            self.searched.open += 1
            return None
        self.searched.open += decision.verdict.outcome is Outcome.INCONCLUSIVE
        return decision


@dataclass(frozen=True)
class Result:
    """The smallest instance found, if any, with what was decided of it, and how far the search went."""

    instance: Instance | None
    decision: Decision | None
    searched: Searched


def search(aim: Aim, *, seed: int, tries: int, size: int, told: Callable[[], None]) -> Result:
    """Searches so many draws of up to `size` labels; the same seed gives the same result.

    Raises:
        ContradictionError: a part is both proved and refuted.
    """
    hunt = Hunt(aim, told)
    draw = draw_of(aim.theorem, aim.role, aim.variant)
    best = _found(draw, hunt.refutes, seed, tries, size)
    if best is None:
        return Result(None, None, hunt.searched)
    for _ in range(MOST_SMALLER):
        least = shape_of(best)[:2]
        smaller = _found(draw, lambda x, least=least: shape_of(x)[:2] < least and hunt.refutes(x), seed, tries, size)
        if smaller is None:
            break
        best = smaller
    return Result(best, hunt.decisions[hunt.key(best)], hunt.searched)


def breaking_alone(aim: Aim, *, seed: int, tries: int, size: int, told: Callable[[], None]) -> Searched:
    """Searches every draw of the theorem for instances at which exactly the hypothesis `aim.variant` fails.

    For one without a boundary; `Searched.open` counts those instances, which the checker would take from no file.
    """
    theorem, searched, known = aim.theorem, Searched(), set[str]()

    def breaks(instance: Instance) -> bool:
        key = codec.dumps(codec.encode(instance, theorem.instance))
        if key not in known:
            known.add(key)
            told()
            searched.add(instance)
            searched.open += _fails_alone(theorem, aim.variant, instance)
        return False

    draws = [theorem.draw, *(boundary.draw for boundary in theorem.boundaries)]
    draws += [mutant.draw for mutant in theorem.mutants if mutant.draw]
    for draw in draws:
        _found(draw, breaks, seed, max(1, tries // len(draws)), size)
    return searched


def _fails_alone(theorem: Theorem, name: str, instance: Instance) -> bool:
    try:
        return all(one.holds(instance) != (one.name == name) for one in theorem.hypotheses)
    except (UndecidedError, InexactError):
        return False


def _found(draw: Draw, wanted: Callable[[Instance], bool], seed: int, tries: int, size: int) -> Instance | None:
    """The smallest instance that Hypothesis finds with the property."""
    chosen = settings(
        max_examples=tries,
        database=None,
        deadline=None,
        derandomize=False,  # the seed is given below
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=SLOW,
    )
    with _home_elsewhere(), heard_interrupts() as require_no_interrupt:

        def looked_at(instance: Instance) -> bool:
            require_no_interrupt()
            return wanted(instance)

        try:
            return find(drawn(draw, size=size), looked_at, settings=chosen, random=Random(seed))
        except NoSuchExample:
            return None


@contextmanager
def _home_elsewhere() -> Generator[None]:
    """Has Hypothesis keep its notes on the source in a folder that goes away, not in the one the user works in."""
    with TemporaryDirectory(prefix="anticollapse-") as folder:
        set_hypothesis_home_dir(folder)
        try:
            yield
        finally:
            set_hypothesis_home_dir(None)
