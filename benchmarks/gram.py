"""Time to a certified bound of the Gram problem, beside cvxpy's solvers and one eigenvalue decomposition.

    python -m benchmarks.gram [--quick] [--json] [--sizes 20 50] [--seed 1]

Instances: n labels in the reading `tokens` with equal masses, linear profile, d = ceil(sqrt(2n)) + 1, biases Gaussian
over sqrt(n) on a grid of 2^-30. All columns see the same C, in one run, on one BLAS thread.

* ours: search, certificate and the exact check of both bounds, to a relative gap of 1e-7.
* SCS, Clarabel: `verify.relax.gram`, problem set-up included, then one eigenvalue decomposition to shift the dual to
  feasibility, in floats, unchecked. SCS at the loosest eps of 1e-3, .., 1e-9 whose shifted dual is within 1e-7 of the
  certified value; its time is that of this one eps. "-": not run (Clarabel above n = 100) or never within 1e-7.
* eigvalsh: `numpy.linalg.eigvalsh` of C, the floor; ratios are to it.

Each time is the best of `REPEATS` (Clarabel above n = 50: of one); loading of modules is not counted.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
from dataclasses import asdict, dataclass
from time import monotonic, perf_counter
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from flint import fmpq
from threadpoolctl import threadpool_limits

from theorems.model.assertion import Domain
from theorems.model.kernel import ZonalKernel
from theorems.model.labels import Labels, Reading
from theorems.model.parser import parse
from theorems.model.problem import Problem
from theorems.model.real import Real
from verify.bracket import Bracket, bracket
from verify.decimals import relative_gap
from verify.errors import SolverError
from verify.relax.gram import gram_relaxation
from verify.search.linear_form import linear_form
from verify.search.steps import Search

if TYPE_CHECKING:
    from collections.abc import Callable

Result = TypeVar("Result")

SIZES = (20, 50, 100, 200)
TARGET = fmpq(1, 10**7)
TOLERANCE = 1e-7
REPEATS = 3
LADDER = tuple(10.0**-k for k in range(3, 10))
CLARABEL_MOST = 100


@dataclass(frozen=True)
class Row:
    """One size: seconds a column, None where a column did not run or did not reach the target."""

    n: int
    d: int
    gap: float
    trust: str
    ours: float
    scs: float | None
    scs_eps: float | None
    clarabel: float | None
    eigvalsh: float


def instance(n: int, seed: int) -> Problem:
    """The instance of a size: a Gaussian bias by `random.Random`, rounded to 2^-30."""
    rng = random.Random(seed * 1000 + n)
    bias = [[Real(0)] * n for _ in range(n)]
    for i in range(n):
        for j in range(i):
            bias[i][j] = bias[j][i] = Real(fmpq(round(rng.gauss(0, 1) / math.sqrt(n) * 2**30), 2**30))
    kernel = ZonalKernel(tuple(map(tuple, bias)), parse("r", names=("r",), parameters={}))
    return Problem(math.ceil(math.sqrt(2 * n)) + 1, Labels((fmpq(1, n),) * n, Reading.TOKENS), kernel)


def best_of(repeats: int, run: Callable[[], Result]) -> tuple[float, Result]:
    """The least seconds of some runs, and the last result."""
    times: list[float] = []
    results: list[Result] = []
    for _ in range(repeats):
        start = perf_counter()
        results.append(run())
        times.append(perf_counter() - start)
    return min(times), results[-1]


def ours(problem: Problem) -> tuple[float, float, float, str]:
    """Seconds, relative gap, upper bound and trust of a certified bracket."""

    def run() -> Bracket:
        return bracket(Search(problem, TARGET, monotonic() + 600, lambda _: None), Domain.LAWS)

    seconds, found = best_of(REPEATS, run)
    upper = found.above.claim.value
    gap = float(relative_gap(found.below.claim.value, upper).ball(64).mid())
    return seconds, gap, float(upper.ball(64).mid()), max(found.above.trust, found.below.trust).label


def peer(matrix: np.ndarray, upper: float, solver: str, repeats: int, options: dict[str, float]) -> float | None:
    """Seconds of a solver and its shift, or None if the shifted dual is not within the target of the value."""

    def run() -> float:
        try:
            solution = gram_relaxation(matrix, len(matrix), Domain.TUPLES, solver=solver, options=options)
        except SolverError:
            return math.inf
        slack = np.diag(solution.multipliers) - matrix
        shift = max(0.0, -float(np.linalg.eigvalsh(slack)[0]))
        return 0.5 * (float(solution.multipliers.sum()) + len(matrix) * shift)

    seconds, bound = best_of(1, run)
    if bound > upper * (1 + TOLERANCE):
        return None
    return min(seconds, best_of(repeats - 1, run)[0]) if repeats > 1 else seconds


def measure(n: int, seed: int) -> Row:
    """One row."""
    problem = instance(n, seed)
    matrix = linear_form(problem).floats
    floor, _ = best_of(REPEATS, lambda: np.linalg.eigvalsh(matrix))
    seconds, gap, upper, trust = ours(problem)
    scs, scs_eps = None, None
    for eps in LADDER:
        scs = peer(matrix, upper, "SCS", REPEATS, {"eps": eps, "max_iters": 200_000})
        if scs is not None:
            scs_eps = eps
            break
    repeats = REPEATS if n <= 50 else 1
    clarabel = peer(matrix, upper, "CLARABEL", repeats, {}) if n <= CLARABEL_MOST else None
    return Row(n, problem.dimension, gap, trust, seconds, scs, scs_eps, clarabel, floor)


def line(row: Row) -> str:
    """A row as text, each time with its ratio to the floor."""

    def cell(seconds: float | None) -> str:
        return f"{'-':>18}" if seconds is None else f"{seconds:8.3f} {seconds / row.eigvalsh:7.0f}x "

    eps = "-" if row.scs_eps is None else f"{row.scs_eps:.0e}"
    times = f"{cell(row.ours)}{cell(row.scs)}{eps:>7}{cell(row.clarabel)}{row.eigvalsh * 1e3:9.2f}"
    return f"{row.n:4d} {row.d:3d}  {row.gap:8.1e} {row.trust:>9}{times}"


def main(arguments: list[str] | None = None) -> int:
    """Runs the table; 0 iff every certified gap is within the target."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--quick", action="store_true", help="n = 20 and 50 alone")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")
    options = parser.parse_args(arguments)
    sizes = (20, 50) if options.quick else options.sizes
    rows = []
    columns = f"{'ours s':>18}{'SCS s':>18}{'eps':>7}{'Clarabel s':>18}{'eigvalsh ms':>12}"
    head = f"{'n':>4} {'d':>3}  {'gap':>8} {'trust':>9}{columns}"
    with threadpool_limits(1):
        print(head, file=sys.stderr if options.json else sys.stdout)
        for n in sizes:
            rows.append(measure(n, options.seed))
            print(line(rows[-1]), file=sys.stderr if options.json else sys.stdout, flush=True)
    if options.json:
        print(json.dumps({"schema": 1, "seed": options.seed, "target": "1e-7", "rows": [asdict(row) for row in rows]}))
    return 0 if all(row.gap <= TOLERANCE for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
