r"""F2: equal angles stay equal, and close at a rate known in one line.

Claim: Let n >= 2 tokens of equal mass have $\langle x_i, x_j \rangle = r$ for all $i \ne j$. Then every inner product
    moves at $r' = \frac2n e^{\beta r} (1 - r)((n - 1) r + 1)$ under raw USA, and under SA, whose normaliser keeps the
    self term, at $r' = 2 e^{\beta r} (1 - r)((n - 1) r + 1)/(e^\beta + (n - 1) e^{\beta r})$. So for $-\frac1{n - 1} <
    r_0 < r_1 < 1$ the time t from $r_0$ to $r_1$ under USA has $e^{-b} \frac{q - 1}{q + 1} \le t \le e^{-a} \frac{q^2 -
    1}{4 q}$, where $q = \frac{((n - 1) r_1 + 1)(1 - r_0)}{((n - 1) r_0 + 1)(1 - r_1)}$ and a, b are the least and
    greatest of $\beta r_0, \beta r_1$; under SA both ends are multiplied by $\frac{e^\beta}{n}$ and $\frac{n - 1}{n}
    \frac{q - 1}{q + 1}$, $\frac{n - 1}{n} \frac{q^2 - 1}{4 q}$ are added.
Scope: Whole solutions, since the equation is scalar and autonomous: r(t) >= r_1 iff the passage to r_1 takes at most
    t, and the times are enclosed to any number of digits by an integral. n >= 2 tokens, `atomic` or `cells`; the
    Gram matrix is all that enters, and exists for d >= n. That USA collapses from almost every start for d >= 3 and
    every beta, for d = 2 if beta >= -0.16, is *quoted* (arXiv:2507.22857). Outside: weights not shared over depth,
    the surrogate model of the paper.
Route: $\langle x_i', x_j \rangle = \sum_l c_{il} (G_{lj} - G_{il} G_{ij})$. The logarithm of $((n - 1) r + 1)/(1 - r)$
    grows at the rate $2 e^{\beta r}$, and $2 \frac{q - 1}{q + 1} \le \log q \le \frac{q^2 - 1}{2 q}$ for q >= 1.
Certificate: Compared (Gram velocities), TimeIntegral (rigorous quadrature in Arb).
Boundary: equal masses: others, least n = 3; self term: `tokens`, n = 2; raw: normalised h, slower by $e^\beta$, n = 2;
    equal angles: one pair at another angle, n = 3.
Source: summary section 3.5; claims.md F2.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from flint import fmpq

from theorems import draw
from theorems.model.assertion import Assertion, Identity, PassageTime, Relation
from theorems.model.errors import InvalidInputError
from theorems.model.gram_flow import attention_gram_velocity, couplings, drift, gram_velocity, normalisers
from theorems.model.kernel import ZonalKernel
from theorems.model.labels import Labels, Reading
from theorems.model.matrix import Matrix, is_positive_semidefinite
from theorems.model.passage import MAX_BETA, Attention, Equiangular, Passage
from theorems.model.problem import Problem
from theorems.model.proof import TimeIntegral
from theorems.model.real import Real
from theorems.statement import Boundary, Hypothesis, Mutant, Source, Theorem

if TYPE_CHECKING:
    from theorems.model.proof import Proof


@dataclass(frozen=True, eq=False)
class EquiangularInstance:
    """Tokens at the inner product r, but for the first pair, and how far they are to go.

    Attributes:
        labels: n >= 2.
        dimension: d >= n.
        beta: not 0.
        normalised: whether h = exp(beta (r - 1))/beta, in place of exp(beta r)/beta.
        inner: r.
        first: the inner product of the first two.
        end: the inner product r_1 > r that is waited for.
    """

    labels: Labels
    dimension: int
    beta: fmpq
    normalised: bool
    inner: fmpq
    first: fmpq
    end: fmpq

    def __post_init__(self) -> None:
        n = len(self.labels)
        if not 2 <= n <= self.dimension or self.beta == 0 or abs(self.beta) > MAX_BETA:
            raise InvalidInputError(
                f"(n, d, beta)=({n}, {self.dimension}, {self.beta}): expected 2 <= n <= d, not beta=0"
            )
        if not fmpq(-1, n - 1) < self.inner < self.end < 1 or not is_positive_semidefinite(self.gram):
            raise InvalidInputError(f"(r, r_1)=({self.inner}, {self.end}): expected -1/(n-1) < r < r_1 < 1, a PSD Gram")

    @property
    def problem(self) -> Problem:
        """USA; SA has the same couplings and divides by their sum."""
        exponent = f"{self.beta}*(r - 1)" if self.normalised else f"{self.beta}*r"
        phi = draw.profile(f"{1 / self.beta}*exp({exponent})")
        return Problem(self.dimension, self.labels, ZonalKernel(draw.ones(len(self.labels)), phi))

    @property
    def gram(self) -> Matrix:
        """All inner products."""
        n = len(self.labels)
        entry = {(i, j): self.inner if i < j else fmpq(1) for i in range(n) for j in range(i, n)}
        return draw.symmetric(n, {**entry, (0, 1): self.first})


def passage_bounds(x: EquiangularInstance) -> tuple[Real, Real, Real, Real]:
    """Bounds of the time from r to r_1: from below and above under USA, then under SA."""
    n, r, end = len(x.labels), x.inner, x.end
    q = ((n - 1) * end + 1) * (1 - r) / (((n - 1) * r + 1) * (1 - end))
    below, above = (q - 1) / (q + 1), (q * q - 1) / (4 * q)  # of log(q)/2
    least, greatest = sorted((x.beta * r, x.beta * end))
    usa = (Real.exp(-greatest) * below, Real.exp(-least) * above)
    factor, share = Real.exp(x.beta) / n, fmpq(n - 1, n)
    return (*usa, factor * usa[0] + share * below, factor * usa[1] + share * above)


def claim(
    x: EquiangularInstance,
    *,
    ends: int = 2,
    others: int = 1,
    self_term: bool = True,
    delay: int = 1,
) -> dict[str, Assertion]:
    """The parts of F2; freedoms: how many ends move, n - others, SA's self term, a factor of the least times."""
    n, r = len(x.labels), x.inner
    coupling, entries = couplings(x.problem, x.gram), [(i, j) for i in range(n) for j in range(i)]
    moved, sizes = drift(coupling, x.gram), normalisers(coupling)
    usa, sa = gram_velocity(moved), attention_gram_velocity(moved, sizes)
    pull = ends * Real.exp(x.beta * r) * ((1 - r) * ((n - others) * r + 1))
    divisor = (Real.exp(x.beta) if self_term else Real(0)) + (n - 1) * Real.exp(x.beta * r)
    by_usa, by_sa = (Passage(Equiangular(n, x.beta, kind), r, x.end) for kind in (Attention.USA, Attention.SA))
    least, most, sa_least, sa_most = passage_bounds(x)
    return {
        "usa": Identity(tuple(usa[i][j] for i, j in entries), Relation.EQ, (pull / n,) * len(entries)),
        "sa": Identity(  # r' divisor = pull, times Z_i Z_j
            tuple(sa[i][j] * divisor for i, j in entries),
            Relation.EQ,
            tuple(sizes[i] * sizes[j] * pull for i, j in entries),
        ),
        "usa time at least": PassageTime(by_usa, Relation.GE, delay * least),
        "usa time at most": PassageTime(by_usa, Relation.LE, most),
        "sa time at least": PassageTime(by_sa, Relation.GE, delay * sa_least),
        "sa time at most": PassageTime(by_sa, Relation.LE, sa_most),
    }


def witness(_: EquiangularInstance) -> tuple[Proof, ...]:
    """The time integral; the rates are compared."""
    return (TimeIntegral(),)


def _drawn(source: Source, *, least: int = 2, reading: Reading | None = None) -> EquiangularInstance:
    n = max(least, source.turn(range(1, source.size + 1)))
    d = n + source.turn((0, 1, 2))
    beta = source.turn([fmpq(*pair) for pair in ((1, 1), (13, 10), (-1, 1), (4, 1), (1, 2), (9, 1), (-3, 2))])
    labels = Labels((fmpq(1, n),) * n, reading or source.turn((Reading.ATOMIC, Reading.CELLS)))
    # r = -1/(n - 1) + a step up, in twelfths of the way to 1; 0 is among them for n = 2, 3, 4, 5, 7
    low, width = fmpq(-1, n - 1), fmpq(n, n - 1)
    first = source.integer(1, 9)
    second = source.integer(first + 1, 11)
    inner = low + width * fmpq(first, 12)
    return EquiangularInstance(labels, d, beta, False, inner, inner, low + width * fmpq(second, 12))


def draw_equiangular(source: Source) -> EquiangularInstance:
    """Any n >= 2, both signs of beta, and two of eleven inner products."""
    return _drawn(source)


def draw_unequal(source: Source) -> EquiangularInstance:
    """The first mass is greater than the others, n >= 3."""
    x = _drawn(source, least=3)
    n = len(x.labels)
    masses = (fmpq(2, n + 1), *(fmpq(1, n + 1),) * (n - 1))
    return replace(x, labels=Labels(masses, x.labels.reading))


def draw_tokens(source: Source) -> EquiangularInstance:
    """Tokens that do not look at themselves."""
    return _drawn(source, reading=Reading.TOKENS)


def draw_normalised(source: Source) -> EquiangularInstance:
    """h = exp(beta (r - 1))/beta."""
    return replace(_drawn(source), normalised=True)


def draw_closer(source: Source) -> EquiangularInstance:
    """The first pair is halfway closer than the others, n >= 3."""
    x = _drawn(source, least=3)
    return replace(x, first=(x.inner + 1) / 2)


THEOREM = Theorem(
    name="dynamics.equiangular",
    number="F2",
    section="3.5",
    title="equal angles stay equal, and close at a known rate",
    text=__doc__ or "",
    instance=EquiangularInstance,
    hypotheses=(
        Hypothesis("equal masses", "all masses are 1/n", lambda x: len({str(m) for m in x.labels.masses}) == 1),
        Hypothesis("self term", "the i = j terms count", lambda x: x.labels.self_terms),
        Hypothesis("raw", r"$h = e^{\beta r}/\beta$", lambda x: not x.normalised),
        Hypothesis("equal angles", "all inner products agree", lambda x: bool(x.first == x.inner)),
    ),
    draw=draw_equiangular,
    claim=claim,
    witness=witness,
    boundaries=(
        Boundary("equal masses", "usa", draw_unequal, "n = 3, d = 3"),
        Boundary("self term", "sa", draw_tokens, "n = 2, d = 2"),
        Boundary("raw", "usa", draw_normalised, "n = 2, d = 2"),
        Boundary("equal angles", "usa", draw_closer, "n = 3, d = 3"),
    ),
    mutants=(
        Mutant("one end", "the rate is that of one end, 1/n for 2/n", partial(claim, ends=1)),
        Mutant("all but two", "(n - 2) r + 1 in place of (n - 1) r + 1", partial(claim, others=2)),
        Mutant("no self term", "SA's normaliser leaves out the self term", partial(claim, self_term=False)),
        Mutant("twice the time", "the least times are twice as long", partial(claim, delay=2)),
    ),
)
