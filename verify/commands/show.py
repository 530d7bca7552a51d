"""`anticollapse show NAME`: everything that a theorem file says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from theorems.catalogue import theorem_named
from verify.commands.list import TRUSTED

if TYPE_CHECKING:
    import argparse


def run(options: argparse.Namespace) -> int:
    """Prints the theorem; 0, or bad input for an unknown name."""
    theorem = theorem_named(options.name)
    print(f"{theorem.name} ({theorem.number}, summary section {theorem.section})\n")
    print(theorem.text.strip())
    print("\nHypotheses:")
    for hypothesis in theorem.hypotheses:
        drops = [boundary for boundary in theorem.boundaries if boundary.drops == hypothesis.name]
        print(f"  {hypothesis.name}: {hypothesis.statement}")
        for boundary in drops:
            print(f"    needed: without it the part {boundary.part!r} falls; least {boundary.least}")
        if not drops:
            print(f"    not known to be needed; tried: {hypothesis.tried}")
    print("\nMutants, each to be refuted:")
    for mutant in theorem.mutants:
        print(f"  {mutant.name}: {mutant.change}")
    print("\nTrusted base: " + "; ".join(TRUSTED))
    return 0
