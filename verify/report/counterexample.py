"""A certified counterexample: what its report is about, and the JSON document of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from flint import fmpq

from theorems.model.law import Law, Measure, finite_measure, graph_law
from theorems.statement import shape_of
from verify.certificate import Role, TheoremStatement
from verify.checker.replay import claim_of
from verify.report.identities import IDENTITIES, UNNAMED
from verify.report.reasons import reason, said
from verify.report.why import Exhibit

if TYPE_CHECKING:
    from theorems.model.assertion import Assertion
    from theorems.statement import Instance
    from verify.certificate import Certificate
    from verify.report.why import Side, Why
    from verify.search.counterexample import Aim, Searched
    from verify.verdict import Trust

SCHEMA = 1
"""Version of the form of report.json."""

CERTIFICATE = "certificate.json"
"""The certificate in the folder of a report."""


@dataclass(frozen=True)
class Found:
    """A counterexample with all that its report says.

    Attributes:
        aim: what it refutes.
        instance: where.
        certificate: the certificate, which the checker accepted as it is written.
        text: the certificate's text.
        trust: what it earned.
        searched: how far the search went.
        seed: the seed of the search.
        command: the command that finds it again.
        folder: the folder of the report, as commands name it.
    """

    aim: Aim
    instance: Instance
    certificate: Certificate
    text: str
    trust: Trust
    searched: Searched
    seed: int
    command: str
    folder: str

    @property
    def part(self) -> str:
        """The part of the claim that falls."""
        statement = self.certificate.statement
        return statement.part if isinstance(statement, TheoremStatement) else ""

    @property
    def claimed(self) -> Assertion:
        """The part of the claim, before it is refuted."""
        return claim_of(self.aim.theorem, self.aim.role, self.aim.variant)(self.instance)[self.part]

    @property
    def recheck(self) -> str:
        """The command that replays the certificate."""
        return f"anticollapse recheck {self.folder}/{CERTIFICATE}"


def title_of(aim: Aim) -> str:
    """What is refuted, in a few words."""
    number = aim.theorem.number
    return {
        Role.BOUNDARY: f"{number} without the hypothesis “{aim.variant}”",
        Role.MUTANT: f"{number}, mutant “{aim.variant}”",
        Role.CLAIM: f"{number}, the summary's sentence" if aim.theorem.wrong else f"{number}, its claim",
    }[aim.role]


def why_of(found: Found) -> Why:
    """The reasons, with the instance's own law or points to look at where the proof has none."""
    speakers = {Role.BOUNDARY: "Without that hypothesis the claim", Role.MUTANT: "The mutant"}
    speaker = speakers.get(found.aim.role, "The sentence" if found.aim.theorem.wrong else "The claim")
    names = IDENTITIES.get((found.aim.theorem.name, found.part), UNNAMED)
    why = reason(found.claimed, found.certificate.proof, speaker, names)
    return why if why.exhibits else replace(why, exhibits=_own_exhibits(found.instance))


def _own_exhibits(instance: Instance) -> tuple[Exhibit, ...]:
    problem = getattr(instance, "problem", None)
    for name, title in (("law", "the law of the instance"), ("target", "the target"), ("points", "the contents")):
        content = getattr(instance, name, None)
        if isinstance(content, Law | Measure):
            return (Exhibit(title, content, problem if isinstance(content, Law) else None),)
        if content is not None:
            return (Exhibit(title, graph_law(content), problem),)
    images, u = getattr(instance, "images", None), getattr(instance, "u", None)
    if images is not None:
        return (Exhibit("the images f(p)", graph_law(images), problem),)
    return (Exhibit("the point u", finite_measure((fmpq(1),), (u,))),) if u is not None else ()


def document(found: Found) -> dict[str, Any]:
    """The JSON document: the same as the Markdown says, for a machine."""
    why = why_of(found)
    theorem, role = found.aim.theorem, found.aim.role
    n, d, reading = shape_of(found.instance)
    kind = {Role.BOUNDARY: "dropped", Role.MUTANT: "mutant"}.get(role, "sentence" if theorem.wrong else "claim")
    statement = found.certificate.statement
    return {
        "schema": SCHEMA,
        "theorem": theorem.name,
        "number": theorem.number,
        "outcome": "refuted",
        kind: found.aim.variant or theorem.wrong or theorem.title,
        "part": found.part,
        "claimed": said(found.claimed),
        "why": list(why.sentences),
        "n": n,
        "d": d,
        "reading": reading,
        "instance": statement.instance if isinstance(statement, TheoremStatement) else None,
        "left": _side(why.sides[0]) if why.sides else None,
        "right": _side(why.sides[1]) if why.sides else None,
        "trust": found.trust.label,
        "certificate": CERTIFICATE,
        "searched": {"instances": found.searched.instances, "seed": found.seed},
        "replay": {"recheck": found.recheck, "refute": found.command},
    }


def _side(one: Side) -> dict[str, str]:
    return {"words": one.words, "exact": one.exact, "decimal": one.decimal}
