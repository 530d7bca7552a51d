"""Untrusted: which proofs to try for an assertion. The checker decides on each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from theorems.model.assertion import Affine, Energy, Identity, Orbit, Output
from theorems.model.energy import energy
from theorems.model.law import content_marginal
from theorems.model.proof import Compared, EnergyValue, FlatSelfTerm, OffOrbit, OutputLaw
from verify.checker import RULES, Check, check

if TYPE_CHECKING:
    from collections.abc import Sequence

    from theorems.model.assertion import Assertion
    from theorems.model.proof import Proof


def computed(assertion: Assertion) -> tuple[Proof, ...]:
    """The proof that only needs the assertion's own data evaluated, if there is one of its kind."""
    if isinstance(assertion, Energy):
        return (EnergyValue(energy(assertion.problem, assertion.law)),)
    if isinstance(assertion, Output):
        return (OutputLaw(content_marginal(assertion.problem.labels, assertion.law).merged()),)
    if isinstance(assertion, Identity):
        return (Compared(tuple(a - b for a, b in zip(assertion.left, assertion.right, strict=True))),)
    if isinstance(assertion, Affine):
        return (FlatSelfTerm(),)
    return (OffOrbit(),) if isinstance(assertion, Orbit) else ()


def prove(assertion: Assertion, offered: Sequence[Proof]) -> tuple[Proof | None, Check]:
    """The first proof that the checker accepts, or None and why the last one was refused."""
    said = Check(None, f"no proof of {type(assertion).__name__} was offered")
    for proof in (*computed(assertion), *offered):
        if (type(assertion), type(proof)) in RULES:
            said = check(assertion, proof)
            if said.accepted:
                return proof, said
    return None, said
