"""`anticollapse solve`: certified bounds on the greatest energy of one's own kernel."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from theorems.model.assertion import Relation
from theorems.model.continuum import ArcLaw, CellLaw, CurveLaw
from theorems.model.continuum_file import ContinuumFile, read_file
from verify.certificate import ProblemStatement, Property, PropertyClaim, to_text
from verify.commands.problem_text import problem_text
from verify.folder import SOLUTION, require_writable, write_folder
from verify.report.words import law_words

if TYPE_CHECKING:
    import argparse

    from theorems.model.continuum import ContinuumLaw
    from theorems.model.law import Law
    from theorems.model.problem_file import ProblemFile
    from verify.solution import Solution

SHOWN = 6
"""Most labels whose multiplier and slice are printed; --json has them all."""


def run(options: argparse.Namespace) -> int:
    """Solves and prints; 0 if the gap is closed, 3 if not. The problem is parsed before any solver is imported."""
    file = read_file(problem_text(options.problem, options.example))
    out = Path(options.out) if options.out else None
    if out is not None:
        require_writable(out)
    from verify.solver import solve

    console = Console(stderr=True)
    with console.status("solving") as status:
        told = status.update if sys.stderr.isatty() else None
        solution = solve(file, gap=options.gap, time=options.time, progress=told)
    document = solution.document()
    if out is not None:
        texts = {f"certificates/{k:02d}.json": to_text(one) for k, one in enumerate(solution.certificates)}
        write_folder(out, {SOLUTION: json.dumps(document, indent=1) + "\n", **texts})
    if options.json:
        print(json.dumps(document, indent=1))
    else:
        _print(file, solution)
        if out is not None:
            print(f"\nwritten to {out}; what is proved: anticollapse recheck {out}")
    return 0 if solution.outcome == "closed" else 3


def _print(file: ProblemFile | ContinuumFile, solution: Solution) -> None:
    print(f"kernel        {file.describe()}")
    if isinstance(file, ContinuumFile):
        print(f"labels        the {file.space.value}, a continuum; dimension d = {file.problem.dimension}")
    else:
        labels = file.problem.labels
        print(f"labels        n = {len(labels)}, {labels.reading.value}; dimension d = {file.problem.dimension}")
    print(f"max E         in [{solution.lower}, {solution.upper}]")
    print(f"relative gap  {solution.relative_gap}: {solution.outcome} [{solution.trust.label}]")
    for k, rung in enumerate(solution.rungs):
        head = "rungs         " if not k else " " * 14
        print(f"{head}{rung.name}: [{rung.lower}, {rung.upper}] in {rung.seconds:.1f} s")
    print(f"graph laws    in [{solution.graph.lower}, {solution.graph.upper}]{_attained(solution)}")
    print(f"marginal      {solution.marginal}, over all maximisers")
    print(f"maximisers    {solution.maximisers}, up to O(d) in the gauge frame")
    print(f"output laws   {solution.output_laws}, up to O(d)")
    if solution.multipliers:
        source = f"source: {solution.multiplier_source}, relative cost of the repair {solution.repair}"
        print(f"multipliers   l_i of the slice masses ({source})")
        print("              " + _few(list(solution.multipliers)))
    print("law           " + "\n              ".join(_slices(solution.law)))
    print(f"certificates  {len(solution.certificates)}")


def _attained(solution: Solution) -> str:
    """Whether a graph law attains the maximum over laws, where a certificate says so."""
    words = {Relation.EQ: ", attained by one", Relation.NE: ", attained by none"}
    claims = [one.statement.claim for one in solution.certificates if isinstance(one.statement, ProblemStatement)]
    found = [one for one in claims if isinstance(one, PropertyClaim) and one.property is Property.GRAPH_LAW]
    return next((words[one.relation] for one in found), "")


def _few(entries: list[str]) -> str:
    more = f" ... ({len(entries) - SHOWN} more)" if len(entries) > SHOWN else ""
    return "  ".join(entries[:SHOWN]) + more


def _slices(law: Law | ContinuumLaw) -> list[str]:
    """The slices, rounded for reading; a law of a continuum in words, and its cells."""
    if isinstance(law, CurveLaw | ArcLaw):
        return [law_words(law)]
    lines = [law_words(law)] if isinstance(law, CellLaw) else []
    unit = "cell" if isinstance(law, CellLaw) else "label"
    for i, piece in enumerate(law.slices[:SHOWN]):
        atoms = [
            f"{'' if atom.weight == 1 else f'{atom.weight} at '}("
            + ", ".join(entry.ball(64).mid().str(6, radius=False) for entry in atom.point)
            + ")"
            for atom in piece.atoms
        ]
        lines.append(f"{unit} {i + 1}: " + " + ".join(atoms))
    if len(law.slices) > SHOWN:
        lines.append(f"... ({len(law.slices) - SHOWN} more)")
    return lines
