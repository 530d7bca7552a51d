r"""P2: a gauge makes any map of the prompts a maximiser (Theorem 4 of the paper, finitely many prompts).

Claim: For $f: P \to S^{d-1}$ and $u$, let $v = f(p) - u$ and $G(p) = I - 2 v v^T/|v|^2$ ($I$ where $v = 0$). Then
    $G(p)$ is orthogonal with $G(p) f(p) = u$, and for $h = \varphi(\langle G(p) x, G(q) y \rangle)$, $\varphi \le
    \varphi(1)$, the graph law $\Gamma[f]$ is a maximiser with the content marginal $f_\# \pi$, exactly. For d >= 2,
    composed with a reflection that fixes u where $v \ne 0$, G(p) is a rotation.
Scope: Finitely many prompts in all three readings, d >= 1, n >= 1. That G is measurable, and general prompt spaces,
    are *quoted*; G is in general not continuous. Outside: weights not shared over depth, continuous depth, the
    surrogate model of the paper.
Route: A Householder reflection exchanges f(p) and u; then R1.
Certificate: Compared (orthogonality, G f = u, determinant), Pointwise, EnergyValue, OutputLaw.
Boundary: peak: a profile that is greater elsewhere than at 1, least n = 1, d = 1 (`tokens`: n = 2).
Source: summary section 3.3, Theorem 4; claims.md P2.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from flint import fmpq

from theorems import draw, frame
from theorems.model.assertion import Assertion, Domain, Energy, Identity, Output, Relation, Supremum
from theorems.model.errors import InvalidInputError
from theorems.model.gauge import carrying, carrying_rotation, determinant, fixing_reflection
from theorems.model.kernel import ZonalKernel
from theorems.model.labels import Labels, Reading
from theorems.model.law import finite_measure, graph_law, same_point
from theorems.model.matrix import Matrix, apply, identity, matrix, product, transpose
from theorems.model.problem import Problem
from theorems.model.profile import peaks_at_one, value_at
from theorems.model.real import Real
from theorems.model.sphere import antipode, axis, is_on_sphere
from theorems.statement import Boundary, Hypothesis, Mutant, Source, Theorem

if TYPE_CHECKING:
    from theorems.model.matrix import Vector
    from theorems.model.nodes import Expression
    from theorems.model.proof import Proof


@dataclass(frozen=True, eq=False)
class PrefixInstance:
    """Prompts with their masses, the point f(p) of each, the point u, and a profile."""

    labels: Labels
    images: tuple[Vector, ...]
    u: Vector
    profile: Expression

    def __post_init__(self) -> None:
        if len(self.images) != len(self.labels):
            raise InvalidInputError(f"images: {len(self.images)} points for {len(self.labels)} prompts")
        for point in (self.u, *self.images):
            if len(point) != len(self.u) or not is_on_sphere(point):
                raise InvalidInputError(f"point=({', '.join(map(str, point))}): expected one of S^{len(self.u) - 1}")

    @property
    def problem(self) -> Problem:
        """The problem whose gauges are the reflections of the claim."""
        gauges = tuple(carrying(image, self.u) for image in self.images)
        return Problem(len(self.u), self.labels, ZonalKernel(draw.ones(len(self.labels)), self.profile, gauges))


def _reflections(x: PrefixInstance, factor: int, *, plus: bool) -> list[Matrix]:
    """I - factor v v^T/|v|^2 with v = f(p) - u, or f(p) + u if `plus`; the identity where v = 0."""
    gauges: list[Matrix] = []
    for image in x.images:
        v = tuple(a + b if plus else a - b for a, b in zip(image, x.u, strict=True))
        square = sum((entry * entry for entry in v), start=Real(0))
        if square == 0:
            gauges.append(identity(len(v)))
        else:
            gauges.append(
                matrix([[int(i == j) - factor * a * b / square for j, b in enumerate(v)] for i, a in enumerate(v)])
            )
    return gauges


def _flat(matrices: list[Matrix]) -> Vector:
    return tuple(entry for one in matrices for row in one for entry in row)


def _rotation_parts(x: PrefixInstance, *, wrong_side: bool) -> Identity:
    """Determinants and images under the rotations; `wrong_side` composes with a reflection that fixes f(p) instead."""
    left: list[Real] = []
    for image in x.images:
        rotation = carrying_rotation(image, x.u)
        if wrong_side and not same_point(image, x.u):
            rotation = product(fixing_reflection(image), carrying(image, x.u))
        left += [determinant(rotation), *apply(rotation, image)]
    right = [entry for _ in x.images for entry in (Real(1), *x.u)]
    return Identity(tuple(left), Relation.EQ, tuple(right))


def claim(
    x: PrefixInstance,
    *,
    factor: int = 2,
    plus: bool = False,
    wrong_side: bool = False,
    equal_masses: bool = False,
    token_terms: bool = True,
) -> dict[str, Assertion]:
    """The parts of P2; the freedoms are the reflection, the rotation, the masses of the output, and the value."""
    problem, d = x.problem, len(x.u)
    gauges = _reflections(x, factor, plus=plus)
    images = tuple(entry for gauge, image in zip(gauges, x.images, strict=True) for entry in apply(gauge, image))
    squares = _flat([product(transpose(gauge), gauge) for gauge in gauges])
    value = frame.peak_value(problem)
    if not token_terms and problem.labels.reading is Reading.TOKENS:
        value = value_at(x.profile, Real(1)) / 2
    masses = x.labels.masses
    output = finite_measure((fmpq(1, len(masses)),) * len(masses) if equal_masses else masses, x.images)
    law = graph_law(x.images)
    parts: dict[str, Assertion] = {
        "gauge": Identity(images + squares, Relation.EQ, x.u * len(gauges) + _flat([identity(d)] * len(gauges))),
        "bound": Supremum(problem, Domain.LAWS, Relation.LE, value),
        "value": Energy(problem, law, Relation.EQ, value),
        "output": Output(problem, law, Relation.EQ, output),
    }
    if d >= 2:
        parts["rotation"] = _rotation_parts(x, wrong_side=wrong_side)
    return parts


def witness(x: PrefixInstance) -> tuple[Proof, ...]:
    """The pointwise bound, and laws past a wrong peak."""
    return (frame.peak_bound(x.profile), *frame.laws_past_the_peak(x.problem))


def _drawn(source: Source, texts: tuple[str, ...], kinds: tuple[str, ...], tokens: int = 1) -> PrefixInstance:
    """The first image is u, -u, or any point, in turn; the others are any, repeated at times."""
    n, d, reading = draw.shape(source, draw.ALL_READINGS, tokens=tokens)
    u = draw.point(source, d)
    kind = source.turn(kinds)
    first = u if kind == "same" else antipode(u) if kind == "antipode" else draw.point(source, d)
    images = [first]
    images += [first if source.integer(0, 4) == 0 else draw.point(source, d) for _ in range(n - 1)]
    return PrefixInstance(draw.labels(source, n, reading), tuple(images), u, draw.profile(source.turn(texts)))


def draw_prefix(source: Source) -> PrefixInstance:
    """Any map f, the corners f(p) = u and f(p) = -u in turn."""
    return _drawn(source, draw.STRICT_PROFILES + draw.WEAK_PROFILES, ("any", "same", "antipode"))


def draw_dipped(source: Source) -> PrefixInstance:
    """A profile whose greatest value is not at 1."""
    return _drawn(source, draw.DIPPED_PROFILES, ("any",), 2)


def draw_unequal(source: Source) -> PrefixInstance:
    """Two prompts of masses 1/3 and 2/3 at different points, d >= 3, u neither of them."""
    d = source.integer(3, 4)
    labels = Labels((fmpq(1, 3), fmpq(2, 3)), source.turn(draw.ALL_READINGS))
    phi = draw.profile(source.turn(draw.STRICT_PROFILES))
    return PrefixInstance(labels, (axis(d, 0), axis(d, 2)), axis(d, 1), phi)


THEOREM = Theorem(
    name="prefix.gauge",
    number="P2",
    section="3.3",
    title="a gauge makes any map of the prompts a maximiser (Theorem 4)",
    text=__doc__ or "",
    instance=PrefixInstance,
    hypotheses=(
        Hypothesis(
            "peak",
            r"$\varphi(t) \le \varphi(1)$ at every attainable $t$ ($\pm 1$ for d = 1, $[-1, 1]$ for d >= 2)",
            lambda x: peaks_at_one(x.profile, len(x.u)),
        ),
    ),
    draw=draw_prefix,
    claim=claim,
    witness=witness,
    boundaries=(Boundary("peak", "bound", draw_dipped, "n = 1, d = 1; tokens: n = 2"),),
    mutants=(
        Mutant("projection", "the reflection loses its factor 2", partial(claim, factor=1), draw_unequal),
        Mutant("wrong sign", "v = f(p) + u, which carries f(p) to -u", partial(claim, plus=True), draw_unequal),
        Mutant(
            "wrong side", "the rotation's reflection fixes f(p), not u", partial(claim, wrong_side=True), draw_unequal
        ),
        Mutant("equal masses", "the output has equal masses", partial(claim, equal_masses=True), draw_unequal),
        Mutant("token terms", "the value in `tokens` keeps the self terms", partial(claim, token_terms=False)),
    ),
)
