"""Simple rational multipliers behind floats: where they are the true ones, the bound is exact and may be attained."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from flint import fmpq

from theorems.model.proof import Semidefinite

if TYPE_CHECKING:
    from verify.search.floats import Floats

DENOMINATOR = 20_000
"""Greatest denominator; a random number is within `NEAR` of such a fraction once in about 2500 times."""

NEAR = 1e-12
"""Distance, relative to the greatest multiplier, at which a fraction is taken for the truth; the checker decides."""


def simple_proof(multipliers: Floats) -> Semidefinite | None:
    """The proof with each multiplier replaced by a simple fraction; None where one has none near."""
    peak = max((abs(float(entry)) for entry in multipliers), default=0.0)
    found = [Fraction(float(entry)).limit_denominator(DENOMINATOR) for entry in multipliers]
    if any(abs(float(entry) - exact) > NEAR * peak for entry, exact in zip(multipliers, found, strict=True)):
        return None
    return Semidefinite(tuple(fmpq(exact.numerator, exact.denominator) for exact in found))
