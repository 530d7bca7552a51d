"""`solve`: certified bounds on the maximal energy of a kernel, and what can be proved of its maximisers."""

from __future__ import annotations

from fractions import Fraction
from time import monotonic
from typing import TYPE_CHECKING

from threadpoolctl import threadpool_limits

from theorems.model.assertion import Domain
from theorems.model.continuum_file import ContinuumFile, read_file
from theorems.model.labels import Reading
from theorems.model.real import Real
from verify.attempts import Material
from verify.certificate import Certificate, ProblemStatement
from verify.continuum_solver import solve_continuum
from verify.csv_tables import inlined
from verify.decimals import read_gap, relative_gap, shown
from verify.maximisers import properties
from verify.rungs import climbed
from verify.search.steps import Search
from verify.solution import GraphBounds, Solution
from verify.verdict import weakest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from theorems.model.problem_file import ProblemFile


def solve(
    problem: ProblemFile | ContinuumFile | str,
    gap: float | str | Fraction = 1e-8,
    time: float = 60.0,
    progress: Callable[[str], None] | None = None,
    folder: Path | None = None,
) -> Solution:
    """Certified bounds for a problem file.

    Deterministic for a given machine unless the time runs out: one BLAS thread, fixed seeds, exact comparisons.

    Args:
        problem: a problem file, read or as its text.
        gap: relative gap at which the bracket counts as closed.
        time: seconds after which no further step is begun; what is certified by then is reported.
        progress: told in a few words of each step.
        folder: where the CSV files are that a text names; without it no file is read.

    Raises:
        InvalidInputError: the text is no problem file, or the gap no number.
        SolverError: no bound could be proved at all, such as for a profile with a pole.
        ContradictionError: a certified lower bound is above a certified upper one, which must not happen.
    """
    if isinstance(problem, str):
        problem = read_file(problem if folder is None else inlined(problem, folder))
    with threadpool_limits(1):
        if isinstance(problem, ContinuumFile):
            return solve_continuum(problem, read_gap(gap), monotonic() + time, progress or (lambda _: None))
        return _solution(
            problem, Search(problem.problem, read_gap(gap), monotonic() + time, progress or (lambda _: None))
        )


def _solution(file: ProblemFile, search: Search) -> Solution:
    """Bracket over laws, then over graph laws, then words."""
    problem = file.problem
    material = Material(problem, file.values, search)
    laws, graph = material.laws, material.graph
    cells = problem.labels.reading is Reading.CELLS
    search.say("properties of all maximisers")
    words = properties(material)
    bounds = [laws.above, laws.below] + ([] if cells else [graph.above, graph.below])
    proofs = [(each.claim, each.proof, each.trust) for each in bounds]
    proofs += [(each.claim, each.proof, each.trust) for each in words.proofs]
    rungs = climbed(search, {Domain.LAWS: laws, Domain.TUPLES: graph})
    proofs += [(each.claim, each.proof, each.trust) for each in rungs.proofs]
    low, high = laws.below.claim.value, laws.above.claim.value
    distance = relative_gap(low, high)
    return Solution(
        lower=shown(low, -1),
        upper=shown(high, 1),
        lower_exact=str(low),
        upper_exact=str(high),
        trust=weakest([trust for _, _, trust in proofs]),
        relative_gap=shown(distance, 1, 4),
        outcome="closed" if distance <= search.gap else "gap",
        marginal=words.marginal,
        maximisers=words.maximisers,
        output_laws=words.output_laws,
        graph=GraphBounds(shown(graph.below.claim.value, -1), shown(graph.above.claim.value, 1)),
        multipliers=tuple(shown(entry, 1) for entry in laws.upper.multipliers),
        multiplier_source=laws.upper.source,
        repair=shown(Real(abs(laws.upper.price)), 1, 4),
        law=laws.law,
        rungs=rungs.rungs,
        certificates=tuple(Certificate(ProblemStatement(file.text, claim), proof) for claim, proof, _ in proofs),
    )
