"""`anticollapse list`: the theorems by section and number, and what one must trust."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from theorems.catalogue import catalogue

if TYPE_CHECKING:
    import argparse

SCHEMA = 1

WIDTH = 22
"""Width of the names in the table."""

TRUSTED = (
    "python-flint",
    "theorems/model",
    "theorems/statement.py",
    "the named theorem's hypotheses and claim",
    "verify/certificate.py",
    "verify/checker",
)


def run(options: argparse.Namespace) -> int:
    """Prints the list; always 0."""
    if options.json:
        listed = [
            {
                "name": theorem.name,
                "number": theorem.number,
                "source": f"S {theorem.section}, {theorem.number}",
                "title": theorem.title,
                "hypotheses": [hypothesis.name for hypothesis in theorem.hypotheses],
                "boundaries": [boundary.drops for boundary in theorem.boundaries],
                "mutants": [mutant.name for mutant in theorem.mutants],
            }
            for theorem in catalogue()
        ]
        print(json.dumps({"schema": SCHEMA, "theorems": listed, "trusted_base": list(TRUSTED)}, indent=1))
        return 0
    for theorem in catalogue():
        print(f"S {theorem.section:<4} {theorem.number:<3} {theorem.name:<{WIDTH}} {theorem.title}")
    print("\ntrusted base: " + "; ".join(TRUSTED))
    return 0
