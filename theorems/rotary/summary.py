r"""R3s: the summary's sentence on orbit universality, which cannot keep both of its halves.

Claim: "rho is assumed non-atomic", and "once a rotation orbit is fixed, every law on that orbit is realised
    exactly".
Scope: The continuum of one position s and one plane turned at a rate v != 0, d >= 2: the fibres of s -> R_s^{-1} u
    are countable. With independent angles, or in `cells`, both halves hold. Outside: weights not shared over depth,
    continuous depth, the surrogate model of the paper.
Route: A law without atoms gives a countable fibre no mass, so no point of the orbit gets any; a Dirac mass on the
    orbit is a law.
Certificate: CountableFibres.
Boundary: none, the sentence does not stand.
Source: summary sections 2.2 and 3.2; claims.md R3.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flint import fmpq

from theorems import draw
from theorems.model.assertion import Assertion, Relation, WindingAtom
from theorems.model.errors import InvalidInputError
from theorems.model.proof import CountableFibres
from theorems.statement import Source, Theorem

if TYPE_CHECKING:
    from theorems.model.proof import Proof


@dataclass(frozen=True, eq=False)
class PathInstance:
    """Positions on the line, turned at a rate other than 0."""

    rate: fmpq

    def __post_init__(self) -> None:
        if self.rate == 0:
            raise InvalidInputError("rate=0: expected a path that moves")

    @property
    def shape(self) -> tuple[int, int, str]:
        """No finite number of labels, the plane, and the reading."""
        return 0, 2, "continuum"


def claim(x: PathInstance) -> dict[str, Assertion]:
    """A law with an atom is among the outputs, for a law of positions without atoms."""
    return {"sentence": WindingAtom(x.rate, Relation.EQ)}


def witness(_: PathInstance) -> tuple[Proof, ...]:
    """The fibres."""
    return (CountableFibres(),)


def draw_path(source: Source) -> PathInstance:
    """A positive or negative rate."""
    return PathInstance(draw.positive(source) * source.turn((1, -1)))


THEOREM = Theorem(
    name="rotary.summary",
    number="R3s",
    section="3.2",
    title="the summary: non-atomic positions realise every law on the orbit",
    text=__doc__ or "",
    instance=PathInstance,
    hypotheses=(),
    draw=draw_path,
    claim=claim,
    witness=witness,
    boundaries=(),
    mutants=(),
    wrong="with one position and non-atomic rho no output has an atom, so not every law on the orbit is one: rho may "
    "need atoms, or the angles must be independent",
)
