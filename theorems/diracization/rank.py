r"""D6: over a non-atomic label law a maximiser need not be a graph law; more than slice affinity is needed.

Claim: Let labels be uniform on [0,1] and $h = -c\,e^{-r|s-t|} \langle x, y \rangle$, c, r > 0. Then $E \le 0$ over
    all laws, attained where every slice has mean zero; every graph law has E < 0, and their supremum 0 is
    approached (by n alternating cells, as $1/n^2$) and not attained: no graph law is a maximiser.
Scope: The continuum itself: Fourier transforms, no grid; d >= 1. What holds for non-atomic label laws (the suprema
    agree; graph laws attain it if E is convex, for step kernels, or for finite joint rank) is D4, D3, and *quoted*
    (Lyapunov). Outside: weights not shared over depth, continuous depth, the surrogate model of the paper.
Route: $e^{-r|u|}$ has the positive transform $2r/(r^2 + w^2)$, so E = 0 forces the mean of almost every slice to
    vanish.
Certificate: PositiveTransform (both bounds), ContinuumAttained (the mean-zero law, the alternating cells; exact
    integrals).
Boundary: repulsive: c < 0, where a collapsed law is positive; infinite rank: the bias -1 of rank one, where the
    circle reaches 0, least d = 2; linear: phi = -r. Each least d = 1 but for the circle.
Source: summary section 2.2; claims.md D6.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from flint import fmpq

from theorems import draw
from theorems.model.assertion import Assertion, ContinuumSupremum, Family, GraphMaximiser, Relation
from theorems.model.continuum import CellLaw, ContinuumProblem, CurveLaw, Exponential, Trigonometric, continuum_energy
from theorems.model.errors import InvalidInputError
from theorems.model.law import dirac, finite_measure
from theorems.model.proof import ContinuumAttained, PositiveTransform
from theorems.model.real import Real
from theorems.model.sphere import antipode, axis
from theorems.statement import Boundary, Hypothesis, Mutant, Source, Theorem

if TYPE_CHECKING:
    from theorems.model.proof import Proof


@dataclass(frozen=True, eq=False)
class CellsInstance:
    """A continuum problem, and a number of alternating cells."""

    problem: ContinuumProblem
    cells: int

    def __post_init__(self) -> None:
        if not 1 <= self.cells <= 64:
            raise InvalidInputError(f"cells={self.cells}: expected 1 to 64")
        if not isinstance(self.problem.bias, Trigonometric | Exponential):
            raise InvalidInputError("bias: expected a trigonometric polynomial or an exponential")

    @property
    def shape(self) -> tuple[int, int, str]:
        """The number of cells, the dimension, and the reading."""
        return self.cells, self.problem.dimension, "continuum"


def alternating(dimension: int, cells: int) -> CellLaw:
    """Cells at e_1 and -e_1 in turn."""
    unit = axis(dimension, 0)
    return CellLaw(tuple(dirac(unit if j % 2 == 0 else antipode(unit)) for j in range(cells)))


def mean_zero(dimension: int) -> CellLaw:
    """Every label half at e_1 and half at -e_1."""
    unit, half = axis(dimension, 0), fmpq(1, 2)
    return CellLaw((finite_measure((half, half), (unit, antipode(unit))),))


def claim(
    x: CellsInstance, *, one_cell: bool = False, strict_laws: bool = False, attained: bool = False
) -> dict[str, Assertion]:
    """The parts of D6; the freedoms are the bound for graph laws, strictness over laws, and who attains it."""
    problem = x.problem
    bias = problem.bias
    scale, rate = (abs(bias.scale), bias.rate) if isinstance(bias, Exponential) else (fmpq(1), fmpq(1))
    graphs = continuum_energy(problem, alternating(problem.dimension, 1)) if one_cell else Real(0)
    return {
        "laws": ContinuumSupremum(problem, Family.LAWS, Relation.LT if strict_laws else Relation.LE, Real(0)),
        "reached": ContinuumSupremum(problem, Family.LAWS, Relation.GE, Real(0)),
        "graphs": ContinuumSupremum(problem, Family.GRAPHS, Relation.LT, graphs),
        "approached": ContinuumSupremum(problem, Family.GRAPHS, Relation.GT, Real(-scale * (1 + rate) / x.cells**2)),
        "unattained": GraphMaximiser(problem, Relation.EQ if attained else Relation.NE),
    }


def witness(x: CellsInstance) -> tuple[Proof, ...]:
    """The transform, the mean-zero law, cells alternating and not, and the circle."""
    d = x.problem.dimension
    laws: list[Proof] = [PositiveTransform(), ContinuumAttained(mean_zero(d))]
    laws += [ContinuumAttained(alternating(d, cells)) for cells in sorted({1, 2, x.cells})]
    if isinstance(x.problem.bias, Trigonometric) and d > 1:
        laws.append(ContinuumAttained(CurveLaw(1, fmpq(0))))
    return tuple(laws)


def _made(source: Source, scale: fmpq, text: str) -> CellsInstance:
    d = source.turn(draw.DIMENSIONS)
    bias = Exponential(scale, source.turn((fmpq(1), fmpq(1, 2), fmpq(2))))
    return CellsInstance(ContinuumProblem(d, bias, draw.profile(text)), source.turn(range(1, source.size + 1)))


def draw_repulsive(source: Source) -> CellsInstance:
    """A repulsive exponential bias."""
    return _made(source, -draw.positive(source), source.turn(("r", "2*r")))


def draw_attractive(source: Source) -> CellsInstance:
    """The same with the other sign."""
    return _made(source, draw.positive(source), "r")


def draw_turned(source: Source) -> CellsInstance:
    """The same with the profile -r."""
    return _made(source, -draw.positive(source), "-r")


def draw_rank_one(source: Source) -> CellsInstance:
    """The bias -c of rank one, on the circle."""
    d = max(2, source.turn(draw.DIMENSIONS))
    problem = ContinuumProblem(d, Trigonometric((-draw.positive(source),)), draw.profile("r"))
    return CellsInstance(problem, source.turn(range(1, source.size + 1)))


def draw_many_cells(source: Source) -> CellsInstance:
    """Two cells or more."""
    x = draw_repulsive(source)
    return CellsInstance(x.problem, max(2, x.cells))


def is_repulsive(problem: ContinuumProblem) -> bool:
    """Whether no coefficient of the bias is positive, and one is negative."""
    bias = problem.bias
    entries = bias.coefficients if isinstance(bias, Trigonometric) else ()
    entries = (bias.scale,) if isinstance(bias, Exponential) else entries
    return all(entry <= 0 for entry in entries) and any(entry < 0 for entry in entries)


THEOREM = Theorem(
    name="diracization.rank",
    number="D6",
    section="2.2",
    title="over a continuum of labels a graph law need not attain the maximum",
    text=__doc__ or "",
    instance=CellsInstance,
    hypotheses=(
        Hypothesis("repulsive", "c > 0", lambda x: is_repulsive(x.problem)),
        Hypothesis(
            "infinite rank",
            r"the bias is $-c\,e^{-r|s-t|}$, of infinite rank",
            lambda x: isinstance(x.problem.bias, Exponential),
        ),
        Hypothesis(
            "linear",
            r"$\varphi(t) = t$ or $2t$",
            lambda x: x.problem.profile in (draw.profile("r"), draw.profile("2*r")),
        ),
    ),
    draw=draw_repulsive,
    claim=claim,
    witness=witness,
    boundaries=(
        Boundary("repulsive", "graphs", draw_attractive, "d = 1"),
        Boundary("infinite rank", "graphs", draw_rank_one, "d = 2"),
        Boundary("linear", "graphs", draw_turned, "d = 1"),
    ),
    mutants=(
        Mutant(
            "one cell", "graph laws stay below the energy of one cell", partial(claim, one_cell=True), draw_many_cells
        ),
        Mutant("strict over laws", "all laws have E < 0, not graph laws alone", partial(claim, strict_laws=True)),
        Mutant("attained", "some graph law is a maximiser", partial(claim, attained=True)),
    ),
)
