"""The rule of moment relaxations: dual matrices that are PSD by construction, and what they leave is paid for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flint import arb, ctx, fmpq, fmpz, fmpz_mat

from theorems.model.approximation import MAX_DEGREE, distance
from theorems.model.assertion import Domain
from theorems.model.calculus import as_polynomial
from theorems.model.moments.pairs import pairs_of
from theorems.model.moments.relaxation import expanded, indexed, sizes
from theorems.model.real import Real
from theorems.model.selfterm import is_jensen
from verify.errors import RefusedError
from verify.verdict import Trust

if TYPE_CHECKING:
    from theorems.model.moments.relaxation import Blocks, IndexedBlock
    from theorems.model.nodes import Expression
    from theorems.model.problem import Problem
    from theorems.model.proof import Moment

MAX_BITS = 256
"""Finest grid of the factors."""

MAX_ENTRY_BITS = 512
"""Longest entry of a factor."""

MAX_TERMS = 1_000_000
"""Most terms of all polynomials together, n^2 times those of one: a check stays within seconds."""

PRECISION = 256
"""Bits of the balls of irrational weights."""

LARGEST = 4096
"""Bits of the largest irrational weight."""

ROUNDING = 160
"""Irrational weights are replaced by multiples of 2^-ROUNDING; the difference is paid for."""


def moment(problem: Problem, domain: Domain, proof: Moment) -> tuple[Real, Trust]:
    """A bound by a moment relaxation; the caller has seen that the gauges are orthogonal.

    Lemma: let M_b be matrices of polynomials in the inner products g of the points in the gauge frame, each PSD at
    every tuple, Z_b = F_b F_b^T, p_psi polynomials with |psi - p_psi| <= eps_psi on [-1, 1], and c_m the coefficients
    of 1/2 sum_ij w_ij p_ij(g_ij) in the monomials m, c_0 the constant. With r_m = c_m + sum_b <Z_b, M_(b,m)>,
    E <= c_0 + sum_b <Z_b, M_(b,0)> + sum_m |r_m| + 1/2 sum_ij |w_ij| eps_ij over tuples of Diracs.

    Proof. 0 <= <Z_b, M_b> as both are PSD (`theorems.model.moments`), so the polynomial is at most
    c_0 + sum_b <Z_b, M_(b,0)> + sum_m r_m m, and |m| <= 1 for every monomial. Where each self term that counts
    satisfies Jensen's condition J, every law has a tuple of Diracs of at least its energy (claims.md D2), so that the
    bound holds over laws. With a free diagonal the blocks are those that hold for the moments of independent draws
    X_i, X'_j from any slices, in which E = 1/2 sum_ij w_ij E psi_ij(<X_i, X'_j>), i = j included: over laws, and hence
    over tuples. A w that is irrational is a rational one and a rest of known size, which times |psi| is paid for.
    Source: claims.md section 4, moment certificate.
    """
    widths = sizes(proof.relaxation, len(problem), problem.dimension)
    _require_shape(proof, widths)
    if domain is Domain.LAWS and not proof.relaxation.free_diagonal:
        for i in range(len(problem)):
            if not is_jensen(problem, i):
                raise RefusedError(f"self term {i} gains from spreading the slice: free the diagonal")
    terms = max((len(coefficients) for coefficients in proof.polynomials), default=0)
    if len(problem) ** 2 * terms > MAX_TERMS:
        raise RefusedError(f"{len(problem)} labels and polynomials of {terms} terms: more than {MAX_TERMS} in all")
    blocks = indexed(proof.relaxation, len(problem), problem.dimension, max(terms - 1, 1))
    objective, paid, trust = _objective(problem, proof, blocks)
    pairing = [0] * len(blocks.places)
    for block, factor in zip(blocks.blocks, proof.factors, strict=True):
        _add_pairing(pairing, block, factor)
    scale = fmpz(4) ** proof.bits
    exact = {place: fmpq(pairing[place], scale) + value for place, value in objective.items()}
    others = sum(abs(value) for place, value in enumerate(pairing) if place and place not in exact)
    constant = exact.pop(0, fmpq(pairing[0], scale))
    return Real(constant + sum(map(abs, exact.values()), start=fmpq(others, scale)) + paid), trust


def _require_shape(proof: Moment, widths: list[int]) -> None:
    if not 0 <= proof.bits <= MAX_BITS:
        raise RefusedError(f"bits {str(proof.bits)[:20]}: expected 0 to {MAX_BITS}")
    if len(proof.factors) != len(widths):
        raise RefusedError(f"{len(proof.factors)} factors for {len(widths)} blocks")
    for b, (factor, rows) in enumerate(zip(proof.factors, widths, strict=True)):
        columns = len(factor[0]) if factor else 0
        if len(factor) != rows or columns > rows or any(len(row) != columns for row in factor):
            raise RefusedError(f"factor {b}: expected {rows} rows of one length, at most that")
        if any(entry.bit_length() > MAX_ENTRY_BITS for row in factor for entry in row):
            raise RefusedError(f"factor {b}: an entry is longer than {MAX_ENTRY_BITS} bits")
    if any(len(coefficients) > MAX_DEGREE + 1 for coefficients in proof.polynomials):
        raise RefusedError(f"a polynomial of more than degree {MAX_DEGREE}")


def _add_pairing(pairing: list[int], block: IndexedBlock, factor: tuple[tuple[int, ...], ...]) -> None:
    """Adds 4^bits <Z, M_m> for every monomial m."""
    columns = len(factor[0]) if factor else 0
    if not columns:
        return
    rows = fmpz_mat(block.size, columns, [entry for row in factor for entry in row])
    dual = [[int(entry) for entry in row] for row in (rows * rows.transpose()).tolist()]
    for row, column, terms in block.entries:
        weight = dual[row][column] if row == column else 2 * dual[row][column]
        for place, coefficient in terms:
            pairing[place] += weight * coefficient


def _objective(problem: Problem, proof: Moment, blocks: Blocks) -> tuple[dict[int, fmpq], fmpq, Trust]:
    """The c_m by place, what polynomials and irrational weights leave out, and the trust."""
    objective: dict[int, fmpq] = {}
    paid, trust = fmpq(0), Trust.RATIONAL
    polynomials: dict[Expression, tuple[tuple[fmpq, ...], fmpq, fmpq]] = {}
    for i, j in pairs_of(len(problem), free=True):
        weight, profile = problem.pair_term(i, j)
        if weight.is_zero():
            continue
        share = fmpq(1, 2 if i == j else 1)
        if profile not in polynomials:
            polynomials[profile] = _polynomial(profile, proof, len(polynomials))
            trust = trust if as_polynomial(profile, "r") is not None else Trust.BALL
        coefficients, epsilon, size = polynomials[profile]
        exact, rest = _rounded(weight)
        trust = trust if weight.is_rational else Trust.BALL
        paid += share * (abs(exact) * epsilon + rest * size)
        for monomial, coefficient in expanded(proof.relaxation, (i, j), coefficients):
            place = blocks.places[monomial]
            objective[place] = objective.get(place, fmpq(0)) + share * exact * coefficient
    if len(polynomials) != len(proof.polynomials):
        raise RefusedError(f"{len(proof.polynomials)} polynomials for {len(polynomials)} profiles")
    return objective, paid, trust


def _polynomial(profile: Expression, proof: Moment, index: int) -> tuple[tuple[fmpq, ...], fmpq, fmpq]:
    """p, its distance from the profile on [-1, 1], and a bound of the profile there."""
    if index >= len(proof.polynomials):
        raise RefusedError(f"profile {index + 1} has no polynomial")
    coefficients = proof.polynomials[index]
    epsilon = distance(profile, coefficients)
    return coefficients, epsilon, sum(map(abs, coefficients), start=epsilon)


def _rounded(weight: Real) -> tuple[fmpq, fmpq]:
    """A rational near the weight, and at least their distance; 0 where the weight is rational."""
    if weight.is_rational:
        return weight.rational(), fmpq(0)
    with ctx.workprec(PRECISION):
        ball = weight.ball(PRECISION)
        small = abs(ball) < 2**LARGEST
        near = (ball.mid() * 2**ROUNDING).floor().unique_fmpz() if small else None
        rest = None if near is None else abs(ball * 2**ROUNDING - arb(near)).upper().ceil().unique_fmpz()
    if near is None or rest is None:
        raise RefusedError(f"weight {str(weight)[:60]}: expected less than 2^{LARGEST} in size")
    return fmpq(near, fmpz(2) ** ROUNDING), fmpq(rest, fmpz(2) ** ROUNDING)
