"""What a theorem file declares: a claim about instances, its hypotheses, boundaries and mutants."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from theorems.model.errors import InvalidInputError

if TYPE_CHECKING:
    from theorems.model.assertion import Assertion
    from theorems.model.proof import Proof

Instance = Any
"""A frozen dataclass of model types, one class a theorem file."""

T = TypeVar("T")


def shape_of(instance: Instance) -> tuple[int, int, str]:
    """(n, d, reading) of an instance; one without finitely many labels says its own `shape`."""
    if hasattr(instance, "shape"):
        return instance.shape
    problem = instance.problem
    return len(problem), problem.dimension, problem.labels.reading.value


class Source(Protocol):
    """Where a draw gets its choices: a seeded generator in `check`, Hypothesis in `properties`."""

    @property
    def size(self) -> int:
        """The greatest number of labels wanted."""
        ...

    def integer(self, low: int, high: int) -> int:
        """A whole number in [low, high]."""
        ...

    def turn(self, options: Sequence[T]) -> T:
        """One of the options; over consecutive instances of a run each comes up in turn."""
        ...


Claim = Callable[[Instance], Mapping[str, "Assertion"]]
Draw = Callable[[Source], Instance]


@dataclass(frozen=True)
class Hypothesis:
    """A condition that the theorem needs, or is not known to need.

    Attributes:
        name: what `Boundary.drops` and the reports call it.
        statement: in words and LaTeX.
        holds: decides it exactly; raises `UndecidedError` rather than guess.
        tried: for a hypothesis without a boundary, what was tried to break the claim without it.
    """

    name: str
    statement: str
    holds: Callable[[Instance], bool]
    tried: str = ""


@dataclass(frozen=True)
class Boundary:
    """Instances that break one hypothesis alone, on each of which the named part of the claim is refuted.

    Attributes:
        drops: the name of the hypothesis.
        part: the part of the claim that falls.
        draw: draws such an instance.
        least: the least n and d it exists for, in words.
    """

    drops: str
    part: str
    draw: Draw
    least: str


@dataclass(frozen=True)
class Mutant:
    """The claim with one careless freedom changed: a wrong version that a careful reader could miss.

    Attributes:
        name: what the reports call it.
        change: what was changed, in words.
        claim: the wrong claim.
        draw: draws instances it is tried on; the theorem's own by default.
    """

    name: str
    change: str
    claim: Claim
    draw: Draw | None = None


@dataclass(frozen=True)
class Theorem:
    """One statement of `claims.md`, with all that is needed to test and to attack it.

    Attributes:
        name: area and statement, such as "rotary.bound"; unique.
        number: its number in claims.md, such as "R1".
        section: the section of the summary it is from.
        title: a few words.
        text: the docstring of its file: Claim, Scope, Route, Certificate, Boundary, Source.
        instance: the dataclass of its instances; has a `problem` or says n, d and reading by `shape`.
        hypotheses: all that the claim assumes.
        draw: an instance that meets every hypothesis.
        claim: the assertions it makes of an instance, by part.
        witness: untrusted proofs to try, for the claim, its boundaries and its mutants.
        boundaries: at most one a hypothesis.
        mutants: at least three.
        wrong: for a sentence of the summary that does not hold as it stands: what it lacks, in one plain sentence. Its
            claim is to be refuted on every instance; it has no hypotheses, boundaries or mutants.
    """

    name: str
    number: str
    section: str
    title: str
    text: str
    instance: type
    hypotheses: tuple[Hypothesis, ...]
    draw: Draw
    claim: Claim
    witness: Callable[[Instance], Sequence[Proof]]
    boundaries: tuple[Boundary, ...]
    mutants: tuple[Mutant, ...]
    wrong: str = ""

    @property
    def stands(self) -> bool:
        """Whether the claim is to be proved; else it is to be refuted."""
        return not self.wrong

    def __post_init__(self) -> None:
        names = [hypothesis.name for hypothesis in self.hypotheses]
        dropped = [boundary.drops for boundary in self.boundaries]
        mutants = [mutant.name for mutant in self.mutants]
        for kind, listed in (("hypotheses", names), ("boundaries", dropped), ("mutants", mutants)):
            if len(set(listed)) != len(listed):
                raise InvalidInputError(f"{kind}={listed} of {self.name}: expected each once")
        if unknown := set(dropped) - set(names):
            raise InvalidInputError(f"boundaries={sorted(unknown)} of {self.name}: expected names among {names}")
        for hypothesis in self.hypotheses:
            if (hypothesis.name in dropped) == bool(hypothesis.tried):
                raise InvalidInputError(
                    f"hypothesis={hypothesis.name!r} of {self.name}: expected a boundary, or what was tried, not both"
                )
        if self.wrong and (names or dropped or mutants):
            raise InvalidInputError(
                f"wrong={self.wrong!r} of {self.name}: expected no hypotheses, boundaries and mutants"
            )
        if len(mutants) < 3 and self.stands:
            raise InvalidInputError(f"mutants={mutants} of {self.name}: expected at least three")

    def boundary(self, hypothesis: str) -> Boundary:
        """The boundary that drops the named hypothesis."""
        return _named(self.boundaries, hypothesis, "drops", self.name)

    def mutant(self, name: str) -> Mutant:
        """The mutant of that name."""
        return _named(self.mutants, name, "name", self.name)


def _named(entries: Sequence[T], wanted: str, attribute: str, theorem: str) -> T:
    for entry in entries:
        if getattr(entry, attribute) == wanted:
            return entry
    known = [getattr(entry, attribute) for entry in entries]
    raise InvalidInputError(f"name={wanted[:60]!r} in {theorem}: expected one of {known}")
