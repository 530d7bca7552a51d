"""`claim` for labels in a continuum: laws and bounds until the claim or its negation is proved."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from threadpoolctl import threadpool_limits

from theorems.model.assertion import Relation
from theorems.model.proof import ContinuumAttained
from verify.answer import Answer, negated
from verify.certificate import BoundClaim, Certificate, ProblemStatement, claimed_of_text
from verify.checker import check
from verify.continuum_solver import ContinuumSearch
from verify.continuum_words import attempts
from verify.decimals import shown
from verify.report.words import in_words
from verify.verdict import Outcome, Trust, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from flint import fmpq

    from theorems.model.continuum_file import ContinuumFile
    from theorems.model.proof import Proof
    from verify.certificate import ProblemClaim


def continuum_claim(
    file: ContinuumFile,
    words: str,
    asked: ProblemClaim,
    gap: fmpq,
    time: float = 60.0,
    progress: Callable[[str], None] | None = None,
) -> Answer:
    """Whether the claim holds for a problem file without `labels.count`.

    Args:
        file: the problem file.
        words: the claim in words, for the answer.
        asked: the claim.
        gap: relative gap at which the search for better bounds ends.
        time: seconds after which no further step is begun.
        progress: told in a few words of each step.

    Raises:
        InvalidInputError: the claim has no meaning for it.
    """
    text = file.text
    claimed_of_text(text, asked)  # refused before any search, if it has no meaning
    search = ContinuumSearch(file, gap, monotonic() + time, progress or (lambda _: None))
    size = f"the {file.space.value}, a continuum; contents in dimension d = {file.problem.dimension}"
    found: list[tuple[Outcome, ProblemClaim, Proof, Trust]] = []

    def done() -> bool:
        found.extend(_decided(text, asked, search))
        return bool(found) or search.closed()

    with threadpool_limits(1):
        search.run(done)
        if not found and search.laws and search.uppers:
            found.extend(_decided(text, asked, search))
    if not found:
        verdict = Verdict(
            Outcome.INCONCLUSIVE, Trust.SAMPLED, f"neither it nor its negation was proved; {_known(search)}"
        )
        return Answer(file.describe(), size, words, verdict, ())
    outcome, claim, proof, trust = found[0]
    reason = f"{in_words(claimed_of_text(text, claim))} ({type(proof).__name__}); {_known(search)}"
    certificate = Certificate(ProblemStatement(text, claim), proof)
    return Answer(file.describe(), size, words, Verdict(outcome, trust, reason), (certificate,))


def _decided(
    text: str, asked: ProblemClaim, search: ContinuumSearch
) -> Iterable[tuple[Outcome, ProblemClaim, Proof, Trust]]:
    """The first proof of the claim or of its negation that the checker takes."""
    for outcome, claim in ((Outcome.PROVED, asked), (Outcome.REFUTED, negated(asked))):
        assertion = claimed_of_text(text, claim)
        for proof in _proofs(claim, search):
            trust = check(assertion, proof).trust
            if trust is not None:
                return [(outcome, claim, proof, trust)]
    return []


def _proofs(claim: ProblemClaim, search: ContinuumSearch) -> list[Proof]:
    best, upper = search.best.law, search.upper.proof
    if isinstance(claim, BoundClaim):
        return [upper] if claim.relation in (Relation.LE, Relation.LT) else [ContinuumAttained(best)]
    wanted = claim.property, claim.relation
    return [proof for key, proofs in attempts(best, search.maximal, upper) if key == wanted for proof in proofs]


def _known(search: ContinuumSearch) -> str:
    if not (search.laws and search.uppers):
        return "no bound was proved"
    return f"the greatest energy is in [{shown(search.best.energy, -1)}, {shown(search.upper.value, 1)}]"
