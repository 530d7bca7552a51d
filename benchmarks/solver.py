"""Time to certified bounds of linear profiles at large n, beside cvxpy's solvers and one eigenvalue decomposition.

    python -m benchmarks.solver [--quick] [--json] [--sizes 100 200] [--seed 1]

First table: C Gaussian over sqrt(n) with zero diagonal, n labels of equal mass, d = ceil(sqrt(2n)) + 1, exact rationals
(`benchmarks.kernels`). All columns see the same C, in one run, on one BLAS thread; the problem is already built.

* ours: search, certificate and the exact check of both bounds, to a relative gap of 1e-8, the default of `solve`.
* SCS, Clarabel: `verify.relax.gram`, problem set-up included, then one eigenvalue decomposition to shift the dual to
  feasibility, in floats, unchecked. SCS at the loosest eps of a ladder whose shifted dual is within 1e-8 of the
  certified value, which is our gap; its time is that of this one eps. "-": not run, or stopped at `LIMIT` seconds, or
  never within 1e-8.
* eigvalsh: `numpy.linalg.eigvalsh` of C, the floor; ratios are to it.

Second table: other kernels at one size, each to 1e-8, -exp(-|s - t|) to 1e-6. Times are seconds of CPU of this process,
of which other programs on the machine take nothing, the best of `REPEATS` for ours and the floor; loading of modules
is not counted. The last lines fit cost = constant * n^exponent.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from dataclasses import asdict, dataclass, replace
from time import monotonic, process_time
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from flint import fmpq
from threadpoolctl import threadpool_limits

from benchmarks import kernels
from theorems.model.assertion import Domain
from verify.bracket import Bracket, bracket
from verify.decimals import relative_gap
from verify.errors import SolverError
from verify.relax.gram import gram_relaxation
from verify.search.linear_form import linear_form
from verify.search.steps import Search

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from theorems.model.problem import Problem

Result = TypeVar("Result")

SIZES, QUICK = (50, 100, 200, 500, 1000), (20, 80)
KERNELS, KERNEL_SIZE, QUICK_KERNEL_SIZE = (
    ("rank_one", "circulant", "max_cut", "positive", "gaussian", "repulsive"),
    500,
    80,
)
TARGET, LOOSE = fmpq(1, 10**8), fmpq(1, 10**6)
REPEATS = 3
LIMIT = 300
"""Seconds at which a peer is stopped."""

SCS_MOST, CLARABEL_MOST = 500, 50
"""Sizes up to which the peers run."""

LADDERS = ((200, tuple(10.0**-k for k in range(4, 12))), (10**9, tuple(10.0**-k for k in range(8, 12))))
"""(n, eps): looser ones than these miss 1e-8 by far at larger n, and take minutes to say so."""


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


@dataclass(frozen=True)
class KernelRow:
    """One kernel: the gap asked for and reached, and where the upper bound came from."""

    kernel: str
    n: int
    target: float
    gap: float
    trust: str
    source: str
    ours: float
    eigvalsh: float


def best_of(repeats: int, run: Callable[[], Result]) -> tuple[float, Result]:
    """The least seconds of some runs, and the last result."""
    times: list[float] = []
    results: list[Result] = []
    for _ in range(repeats):
        start = process_time()
        results.append(run())
        times.append(process_time() - start)
    return min(times), results[-1]


def ours(problem: Problem, target: fmpq, repeats: int) -> tuple[float, float, Bracket]:
    """Seconds, relative gap and the certified bracket; nothing is kept from one run to the next."""

    def run() -> Bracket:
        return bracket(Search(replace(problem), target, monotonic() + 600, lambda _: None), Domain.LAWS)

    seconds, found = best_of(repeats, run)
    gap = float(relative_gap(found.below.claim.value, found.above.claim.value).ball(64).mid())
    return seconds, gap, found


def trust(found: Bracket) -> str:
    """The weaker trust of the two bounds."""
    return max(found.above.trust, found.below.trust).label


def peer(matrix: np.ndarray, upper: float, solver: str, options: dict[str, float]) -> float | None:
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
    return seconds if bound <= upper * (1 + float(TARGET)) else None


def measure(n: int, seed: int) -> Row:
    """One row of the first table."""
    problem = kernels.gaussian(n, seed)
    matrix = linear_form(problem).floats
    floor, _ = best_of(REPEATS, lambda: np.linalg.eigvalsh(matrix))
    seconds, gap, found = ours(problem, TARGET, REPEATS)
    upper = float(found.above.claim.value.ball(64).mid())
    scs, scs_eps = None, None
    ladder = next(steps for most, steps in LADDERS if n <= most)
    for eps in ladder if n <= SCS_MOST else ():
        scs = peer(matrix, upper, "SCS", {"eps": eps, "max_iters": 10**6, "time_limit_secs": LIMIT})
        if scs is not None:
            scs_eps = eps
            break
    clarabel = peer(matrix, upper, "CLARABEL", {"time_limit": LIMIT}) if n <= CLARABEL_MOST else None
    return Row(n, problem.dimension, gap, trust(found), seconds, scs, scs_eps, clarabel, floor)


def kernel_row(name: str, n: int, seed: int) -> KernelRow:
    """One row of the second table."""
    problem: Problem = getattr(kernels, name)(n, seed)
    matrix = linear_form(problem).floats
    floor, _ = best_of(REPEATS, lambda: np.linalg.eigvalsh(matrix))
    target = LOOSE if name == "repulsive" else TARGET
    seconds, gap, found = ours(problem, target, 1)
    return KernelRow(name, n, float(target), gap, trust(found), found.upper.source, seconds, floor)


def line(row: Row) -> str:
    """A row as text, each time with its ratio to the floor."""

    def cell(seconds: float | None) -> str:
        return f"{'-':>18}" if seconds is None else f"{seconds:8.3f} {seconds / row.eigvalsh:7.0f}x "

    eps = "-" if row.scs_eps is None else f"{row.scs_eps:.0e}"
    ahead = "-" if row.scs is None else f"{row.scs / row.ours:.0f}x"
    times = f"{cell(row.ours)}{cell(row.scs)}{eps:>7}{ahead:>7}{cell(row.clarabel)}{row.eigvalsh * 1e3:9.2f}"
    return f"{row.n:4d} {row.d:3d}  {row.gap:8.1e} {row.trust:>9}{times}"


def kernel_line(row: KernelRow) -> str:
    """A row of the second table as text."""
    times = f"{row.ours:8.3f} {row.ours / row.eigvalsh:7.0f}x"
    return f"{row.kernel:<12}{row.n:5d}  {row.target:7.0e} {row.gap:8.1e} {row.trust:>9} {row.source:>11}{times}"


def exponent(rows: Sequence[Row], column: str) -> float | None:
    """The slope of log seconds against log n, by least squares; None for less than two sizes."""
    points = [(row.n, getattr(row, column)) for row in rows if getattr(row, column)]
    if len(points) < 2:
        return None
    sizes, seconds = np.log(np.array(points)).T
    return float(np.polyfit(sizes, seconds, 1)[0])


def main(arguments: list[str] | None = None) -> int:
    """Runs the tables; 0 iff every certified gap is within its target."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--quick", action="store_true", help="small sizes alone")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")
    options = parser.parse_args(arguments)
    out = sys.stderr if options.json else sys.stdout
    sizes, size = (QUICK, QUICK_KERNEL_SIZE) if options.quick else (options.sizes, KERNEL_SIZE)
    rows: list[Row] = []
    others: list[KernelRow] = []
    columns = f"{'ours s':>18}{'SCS s':>18}{'eps':>7}{'ahead':>7}{'Clarabel s':>18}{'eigvalsh ms':>12}"
    with threadpool_limits(1):
        print(f"{'n':>4} {'d':>3}  {'gap':>8} {'trust':>9}{columns}", file=out)
        for n in sizes:
            rows.append(measure(n, options.seed))
            print(line(rows[-1]), file=out, flush=True)
        print(f"\n{'kernel':<12}{'n':>5}  {'asked':>7} {'gap':>8} {'trust':>9} {'source':>11}{'ours s':>18}", file=out)
        for name in KERNELS:
            others.append(kernel_row(name, size, options.seed))
            print(kernel_line(others[-1]), file=out, flush=True)
    growth = {column: exponent(rows, column) for column in ("ours", "scs", "eigvalsh")}
    fitted = ", ".join(f"{name} n^{value:.1f}" for name, value in growth.items() if value is not None)
    print(f"\ngrowth of cost: {fitted}", file=out)
    if options.json:
        document = {"rows": [asdict(row) for row in rows], "kernels": [asdict(row) for row in others]}
        print(json.dumps({"schema": 1, "seed": options.seed, "target": "1e-8", "growth": growth, **document}))
    met = [row.gap <= float(TARGET) for row in rows] + [row.gap <= row.target for row in others]
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main())
