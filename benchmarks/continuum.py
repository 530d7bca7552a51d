"""Certified intervals for k = cos(s - t), phi = exp(beta r) on the circle itself, beside the great circle's energy.

    python -m benchmarks.continuum [--time 30] [--json]

A row is one beta and one dimension: L and U of `solve`, their relative gap, the energy I_1(beta)/2 of the great circle,
sinh(beta)/4, below which no zonal bound without triangles falls (a pair measure on t = -1 and 1 with the
mean cos u), whether a law in a ball beats every circle, and whether all certificates were accepted again.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict, dataclass
from time import monotonic

from flint import arb, ctx, fmpq

from theorems.model.assertion import Relation
from verify.certificate import ProblemStatement, Property, PropertyClaim, to_text
from verify.checker.replay import replay_text
from verify.solver import solve

BETAS = ("1/2", "1", "3/2", "2", "3")
DIMENSIONS = (2, 3)


@dataclass(frozen=True)
class Row:
    """One problem; decimals as `solve` rounds them."""

    dimension: int
    beta: str
    lower: str
    upper: str
    relative_gap: str
    circle: str
    two_points: str
    circle_beaten: bool
    accepted: bool
    seconds: float


def text(dimension: int, beta: str) -> str:
    """The problem file."""
    return (
        f'[content]\ndimension = {dimension}\n[labels]\nlaw = "circle"\n[kernel]\n'
        f'expression = "cos(s - t) * exp(beta * dot(x, y))"\nparameters = {{ beta = "{beta}" }}\n'
    )


def row(dimension: int, beta: str, time: float) -> Row:
    """Solves one problem and replays its certificates."""
    start = monotonic()
    solution = solve(text(dimension, beta), time=time)
    spent = monotonic() - start
    beaten = PropertyClaim(Property.GREAT_CIRCLE, Relation.NE)
    claims = [one.statement.claim for one in solution.certificates if isinstance(one.statement, ProblemStatement)]
    said = [claim for claim in claims if isinstance(claim, PropertyClaim)]
    with ctx.workprec(96):
        b = arb(fmpq(*map(int, beta.split("/"))))
        circle, sinh = b.bessel_i(1) / 2, b.sinh() / 4
    return Row(
        dimension,
        beta,
        solution.lower,
        solution.upper,
        solution.relative_gap,
        circle.str(12, radius=False),
        sinh.str(12, radius=False),
        any((claim.property, claim.relation) == (beaten.property, beaten.relation) for claim in said),
        all(replay_text(to_text(one)).check.accepted for one in solution.certificates),
        round(spent, 1),
    )


def _line(one: Row) -> str:
    bounds = f"[{one.lower[:14]}, {one.upper[:14]}]  gap {one.relative_gap[:9]:9}"
    circle = f"circle {one.circle}{' beaten' if one.circle_beaten else '       '}  sinh/4 {one.two_points}"
    said = "accepted" if one.accepted else "REFUSED"
    return f"d = {one.dimension}  beta = {one.beta:4} {bounds}  {circle}  {said}  {one.seconds} s"


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--time", type=float, default=30.0, help="seconds for each problem")
    parser.add_argument("--json", action="store_true", help="one JSON document")
    options = parser.parse_args()
    rows: list[Row] = []
    for dimension in DIMENSIONS:
        for beta in BETAS:
            rows.append(row(dimension, beta, options.time))
            one = rows[-1]
            if not options.json:
                print(_line(one), flush=True)
    if options.json:
        print(json.dumps([asdict(one) for one in rows], indent=1))


if __name__ == "__main__":
    main()
