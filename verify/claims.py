"""`claim`: one claim about one's own kernel, proved, refuted, or neither."""

from __future__ import annotations

import re
from difflib import get_close_matches
from time import monotonic
from typing import TYPE_CHECKING

from theorems.model.assertion import Domain, Relation
from theorems.model.continuum_file import ContinuumFile, read_file
from theorems.model.errors import InvalidInputError
from theorems.model.real import Real, parse_rational
from verify.answer import Answer, negated
from verify.certificate import BoundClaim, Certificate, ProblemStatement, Property, PropertyClaim
from verify.decimals import shown
from verify.errors import SolverError
from verify.report.because import because
from verify.verdict import Outcome, Trust, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable

    from flint import fmpq

    from theorems.model.problem_file import ProblemFile
    from verify.attempts import Material
    from verify.certificate import ProblemClaim

PROPERTIES = {
    "collapses": Property.COLLAPSE,
    "spreads": Property.SPREAD,
    "diracizes": Property.GRAPH_LAW,
    "orbit": Property.ORBIT,
    "great-circle": Property.GREAT_CIRCLE,
}
"""The claims without a number, as architecture.md defines them."""

ORDERS = {"<=": Relation.LE, "<": Relation.LT, ">=": Relation.GE, ">": Relation.GT}

ENERGY = re.compile(r"energy\s*(<=|>=|<|>)\s*(\S+)", re.ASCII)

MOST_REFUSALS, LONGEST = 4, 120
"""Refusals that are told where a claim stays open, and characters of each."""


def parse_claim(text: str) -> tuple[str, ProblemClaim]:
    """The claim in one form, and what it says.

    Raises:
        InvalidInputError: it is none of the claims; the message lists them and names a close one.
    """
    words = " ".join(text.split())
    if words in PROPERTIES:
        return words, PropertyClaim(PROPERTIES[words], Relation.EQ)
    found = ENERGY.fullmatch(words)
    if found is not None:
        value = parse_rational(found[2])
        return f"energy {found[1]} {value}", BoundClaim(Domain.LAWS, ORDERS[found[1]], Real(value))
    close = get_close_matches(words.lower(), [*PROPERTIES, "energy <= 1/4"], 1)
    hint = f"; did you mean {close[0]!r}?" if close else ""
    listed = ", ".join(PROPERTIES)
    raise InvalidInputError(f"claim={words[:40]!r}: expected {listed}, or energy <= p/q (also <, >=, >){hint}")


def decide_claim(
    text: str,
    claim: str,
    gap: fmpq,
    time: float = 60.0,
    progress: Callable[[str], None] | None = None,
) -> Answer:
    """Whether the claim holds for a problem file's text.

    Args:
        text: the problem file.
        claim: one of the claims, see `parse_claim`.
        gap: relative gap at which the search for better bounds ends.
        time: seconds after which no further step is begun.
        progress: told in a few words of each step.

    Raises:
        InvalidInputError: the text is no problem file, or the claim none of the claims.
    """
    words, asked = parse_claim(claim)
    file = read_file(text)
    # late: a bad file is refused before any solver is loaded
    if isinstance(file, ContinuumFile):
        from verify.continuum_claims import continuum_claim

        return continuum_claim(file, words, asked, gap, time, progress)
    from threadpoolctl import threadpool_limits

    from verify.attempts import Material
    from verify.search.steps import Search

    deadline = monotonic() + time
    say: Callable[[str], None] = progress or (lambda _: None)
    with threadpool_limits(1):
        quick = Search(file.problem, gap, deadline, say, climbs=False)
        answer = _decided(file, words, asked, Material(file.problem, file.values, quick))
        if answer.verdict.outcome is not Outcome.INCONCLUSIVE:
            return answer
        search = Search(file.problem, gap, deadline, say)
        return _decided(file, words, asked, Material(file.problem, file.values, search))


def _decided(file: ProblemFile, words: str, asked: ProblemClaim, material: Material) -> Answer:
    labels, kernel = file.problem.labels, file.describe()
    size = f"n = {len(labels)}, {labels.reading.value}; contents in dimension d = {file.problem.dimension}"
    from verify.maximisers import proved_claim

    refusals: list[str] = []
    for claim, outcome in ((asked, Outcome.PROVED), (negated(asked), Outcome.REFUTED)):
        try:
            found = proved_claim(material, claim, refusals.append)
        except SolverError as error:
            refusals.append(str(error))
            continue
        if found is not None:
            certificate = Certificate(ProblemStatement(file.text, claim), found.proof)
            verdict = Verdict(outcome, found.trust, because(file, claim, found.proof))
            return Answer(kernel, size, words, verdict, (certificate,))
    reason = f"neither it nor its negation was proved; {_known(material)}"
    if refusals:
        told = dict.fromkeys(refusal[:LONGEST] for refusal in refusals)
        reason += "; refused: " + "; ".join(list(told)[:MOST_REFUSALS])
    return Answer(kernel, size, words, Verdict(Outcome.INCONCLUSIVE, Trust.SAMPLED, reason), ())


def _known(material: Material) -> str:
    try:
        laws = material.laws
    except SolverError as error:
        return str(error)
    return f"the greatest energy is in [{shown(laws.below.claim.value, -1)}, {shown(laws.above.claim.value, 1)}]"
