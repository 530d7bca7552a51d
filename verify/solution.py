"""What `solve` answers: a bracket of the maximal energy, properties of all maximisers, and their certificates."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from theorems.model import codec
from theorems.model.continuum import ContinuumLaw
from theorems.model.law import Law
from verify.certificate import Certificate, to_text

if TYPE_CHECKING:
    from verify.verdict import Trust


@dataclass(frozen=True)
class GraphBounds:
    """The bracket over graph laws, as decimals rounded outward."""

    lower: str
    upper: str


@dataclass(frozen=True)
class Rung:
    """A step of the climb, as decimals rounded outward.

    Attributes:
        name: the kind of the upper bound; ", graph laws" is added where it was searched over these alone.
        lower: some law, or graph law, has at least that energy.
        upper: none has more, which one of the certificates shows.
        seconds: that the search for the upper bound took.
    """

    name: str
    lower: str
    upper: str
    seconds: float


@dataclass(frozen=True)
class Solution:
    """Every number, and every word but "unknown", rests on one of the certificates, which the checker accepted.

    Attributes:
        lower: L, a decimal rounded down: some law has at least that energy.
        upper: U, a decimal rounded up: no law has more.
        lower_exact: L as the certificate states it.
        upper_exact: U as the certificate states it.
        trust: the weakest trust among the certificates.
        relative_gap: (U - L)/max(|L|, |U|) of the exact values, a decimal rounded up; "0" iff U = L.
        outcome: "closed" if that is at most the gap asked for, else "gap".
        marginal: "collapsed" or "spread" if all maximisers over laws are, "either" if both kinds occur, or "unknown".
        maximisers: over laws and up to O(d) in the gauge frame: "unique", "finite" (finitely many), "continuum"
            (infinitely many), or "unknown".
        output_laws: "one" or "many", up to O(d), or "unknown".
        graph: the bracket over graph laws.
        multipliers: l_i of the slice masses in the proof of U, decimals rounded up; () if U is no linear bound.
        multiplier_source: "ascent", "relaxation", "lifted" or "circulant"; where there are none the kind of the
            bound, such as "pointwise" or "second level".
        repair: what making them exact cost, relative to their sum, a decimal rounded up; "0" if nothing.
        law: the law of L.
        rungs: every upper bound that was found, in order, with what the best law had by then.
        certificates: of both brackets, of the words, and of the rungs.
    """

    lower: str
    upper: str
    lower_exact: str
    upper_exact: str
    trust: Trust
    relative_gap: str
    outcome: str
    marginal: str
    maximisers: str
    output_laws: str
    graph: GraphBounds
    multipliers: tuple[str, ...]
    multiplier_source: str
    repair: str
    law: Law | ContinuumLaw
    rungs: tuple[Rung, ...]
    certificates: tuple[Certificate, ...]

    def document(self) -> dict[str, Any]:
        """The answer as JSON values; the certificates as their files hold them, sealed."""
        plain = "lower upper lower_exact upper_exact relative_gap outcome marginal maximisers output_laws"
        return {
            **{name: getattr(self, name) for name in plain.split()},
            "multiplier_source": self.multiplier_source,
            "repair": self.repair,
            "trust": self.trust.label,
            "graph": {"lower": self.graph.lower, "upper": self.graph.upper},
            "multipliers": list(self.multipliers),
            "rungs": [asdict(rung) for rung in self.rungs],
            "law": codec.encode(self.law, Law if isinstance(self.law, Law) else ContinuumLaw),
            "certificates": [json.loads(to_text(certificate)) for certificate in self.certificates],
        }
