"""Certificates to change: those of a small run of `check`, and statements about the packaged problems."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files

from flint import fmpq

from benchmarks.continuum_texts import about_continua
from benchmarks.maximiser_statements import about_maximisers
from theorems import frame
from theorems.catalogue import catalogue
from theorems.model.assertion import Domain, Relation
from theorems.model.law import Law, graph_law
from theorems.model.multipliers import linear_matrix, needed_multipliers
from theorems.model.problem import Problem, zonal
from theorems.model.problem_file import read_problem
from theorems.model.profile import value_at
from theorems.model.proof import (
    Attained,
    Ceilings,
    Circulant,
    CollapsedBelow,
    Grid,
    Linear,
    Maximiser,
    Moment,
    Pointwise,
    Proof,
    Relaxation,
    Rigid,
    Semidefinite,
    TwoMaximisers,
    UpperBound,
)
from theorems.model.real import Real
from theorems.model.sphere import axis
from verify.certificate import BoundClaim, Certificate, ProblemClaim, ProblemStatement, Property, PropertyClaim, to_text
from verify.checker.bounds import upper_bound
from verify.checker.replay import replay_text
from verify.ledger import Settings
from verify.run import plan, work

SIZE = 4
INSTANCES = 5

EQ, NE = Relation.EQ, Relation.NE

RuleName = tuple[str, str]


@dataclass(frozen=True)
class Genuine:
    """A certificate that the checker accepts.

    Attributes:
        name: where it is from.
        text: the file's text.
        rule: the kinds of its assertion and its proof.
    """

    name: str
    text: str
    rule: RuleName


def genuine(name: str, text: str) -> Genuine:
    """The certificate, which must be accepted."""
    replay = replay_text(text)
    if replay.certificate is None or replay.assertion is None or not replay.check.accepted:
        raise ValueError(f"{name}: expected an accepted certificate, refused for: {replay.check.reason}")
    return Genuine(name, text, (type(replay.assertion).__name__, type(replay.certificate.proof).__name__))


def collected(seed: int) -> list[Genuine]:
    """All certificates of a run with few small instances, and those about the packaged and a few small problems."""
    found: list[Genuine] = []
    for item in plan(catalogue(), Settings(seed, INSTANCES, SIZE)):
        found += [genuine(path, text) for path, text in work(item).texts.items()]
    stated_texts = (*about_examples(), *about_maximisers(), *about_continua())
    return found + [genuine(name, text) for name, text in stated_texts]


def evenly(material: list[Genuine], most: int) -> list[Genuine]:
    """At most so many, all rules as evenly as they come, for theorems and for problem texts each."""
    met: Counter[tuple[RuleName, bool]] = Counter()
    ranked: list[tuple[int, int, Genuine]] = []
    for k, one in enumerate(material):
        key = one.rule, '"type":"ProblemStatement"' in one.text
        met[key] += 1
        ranked.append((met[key], k, one))
    return [one for _, _, one in sorted(ranked, key=lambda entry: entry[:2])[:most]]


def example(name: str) -> str:
    """The text of a packaged problem."""
    return (files("verify.examples") / f"{name}.toml").read_text(encoding="utf-8")


def stated(text: str, claim: ProblemClaim, proof: Proof) -> str:
    """The certificate of a claim about a problem text."""
    return to_text(Certificate(ProblemStatement(text, claim), proof))


def about_examples() -> Iterator[tuple[str, str]]:
    """Every kind of claim and proof that `solve` knows, for the packaged problems."""
    for name, proofs in (
        ("cosine-circle", _cosine),
        ("distance-bias", _peaked),
        ("rope", _peaked),
        ("prefix", _peaked),
        ("signed", _signed),
        ("pairwise", _pairwise),
        ("general", _general),
    ):
        text = example(name)
        problem = read_problem(text)
        for k, (claim, proof) in enumerate(proofs(problem)):
            yield f"{name}.{k:02d}", stated(text, claim, proof)


Claimed = Iterator[tuple[ProblemClaim, Proof]]


def _bounds(problem: Problem, upper: UpperBound) -> Claimed:
    for domain in Domain:
        value, _ = upper_bound(problem, domain, upper)
        yield BoundClaim(domain, Relation.LE, value), upper
        yield BoundClaim(domain, Relation.LT, value + Real("1/1000")), upper


def trivial_factor(problem: Problem) -> Linear:
    """F = 0 and the multipliers that it needs."""
    rows, _ = linear_matrix(problem)
    factor = ((0,),) * len(rows)
    return Linear(1, factor, tuple(needed_multipliers(problem, 1, factor)))


def halves_moment(problem: Problem) -> Moment:
    """The zonal block of degree 1 of a linear profile r with Z = J/4."""
    blocks = Relaxation(hausdorff=0, zonal=1, level=0, vertices=0, free_diagonal=False, torus=0)
    return Moment(blocks, ((fmpq(0), fmpq(1)),), 1, (((1,),) * len(problem),))


def ngon(n: int, d: int, turns: int = 1) -> Law:
    """Label j at (cos, sin) of 2 pi turns j/n."""
    rest = (Real(0),) * (d - 2)
    return graph_law((Real.cosine(fmpq(turns * j, n)), Real.sine(fmpq(turns * j, n)), *rest) for j in range(n))


def _cosine(problem: Problem) -> Claimed:
    n, d = len(problem), problem.dimension
    circle, upper = ngon(n, d), Circulant()
    quarter = Real("1/4")
    yield from _bounds(problem, upper)
    yield from _bounds(problem, trivial_factor(problem))
    yield BoundClaim(Domain.LAWS, Relation.GE, quarter), Attained(circle)
    yield BoundClaim(Domain.TUPLES, Relation.GE, quarter), Attained(circle)
    yield PropertyClaim(Property.SPREAD, EQ), CollapsedBelow(circle)
    yield PropertyClaim(Property.COLLAPSE, NE), Maximiser(circle, upper)


def _peaked(problem: Problem) -> Claimed:
    phi = zonal(problem).profile
    upper = Pointwise(Real(-1), value_at(phi, Real(1)))
    first, last = (frame.one_point_law(problem, axis(3, k)) for k in (0, 2))
    value = frame.peak_value(problem)
    yield from _bounds(problem, upper)
    for domain in Domain:
        yield BoundClaim(domain, Relation.GE, value), Attained(first)
        yield BoundClaim(domain, Relation.GT, value - Real("1/1000")), Attained(last)
    yield PropertyClaim(Property.UNIQUE, EQ), Rigid()
    if not zonal(problem).gauges:
        yield PropertyClaim(Property.COLLAPSE, EQ), Rigid()
        yield PropertyClaim(Property.ONE_OUTPUT, EQ), Rigid()
        yield PropertyClaim(Property.SPREAD, NE), Maximiser(first, upper)
        return
    yield PropertyClaim(Property.COLLAPSE, NE), Rigid()
    yield PropertyClaim(Property.COLLAPSE, NE), Maximiser(first, upper)
    yield PropertyClaim(Property.ONE_OUTPUT, NE), TwoMaximisers(first, last, upper)


def _signed(problem: Problem) -> Claimed:
    rows, _ = linear_matrix(problem)
    sums = tuple(sum((abs(entry).rational() for entry in row), start=fmpq(0)) for row in rows)
    yield from _bounds(problem, trivial_factor(problem))
    yield from _bounds(problem, Semidefinite(sums))
    yield from _bounds(problem, halves_moment(problem))
    signs = graph_law((Real((-1) ** (i // 2)), Real(0)) for i in range(len(problem)))
    yield BoundClaim(Domain.TUPLES, Relation.GE, Real("-1/2")), Attained(signs)


def _pairwise(problem: Problem) -> Claimed:
    tops = tuple(
        tuple(value_at(problem.pair_term(i, j)[1], Real(1)) for j in range(i + 1)) for i in range(len(problem))
    )
    yield from _bounds(problem, Ceilings(tops))
    yield PropertyClaim(Property.UNIQUE, EQ), Rigid()


def _general(problem: Problem) -> Claimed:
    """A plain ceiling for each pair: no square and no price."""
    n, ceiling = len(problem), fmpq(3, 2)
    yield from _bounds(problem, Grid(0, 1, ((0,),) * n, ((0,) * n,) * n, tuple((ceiling,) * (i + 1) for i in range(n))))
