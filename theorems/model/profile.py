"""Where a profile phi lies on the inner products that the sphere attains: exact for polynomials, else by balls.

Attainable are -1 and 1 for d = 1, and [-1, 1] for d >= 2. Nothing here looks at a grid of points.
"""

from __future__ import annotations

from collections import deque
from itertools import pairwise
from typing import TYPE_CHECKING

from flint import arb, ctx, fmpq, fmpq_poly

from theorems.model.arithmetic import EXACT, Balls, enclose
from theorems.model.calculus import as_polynomial, derivative
from theorems.model.errors import InexactError, InvalidInputError, UndecidedError
from theorems.model.evaluation import evaluate
from theorems.model.nodes import Call, Number, Product
from theorems.model.real import Real

if TYPE_CHECKING:
    from theorems.model.nodes import Expression

PRECISION = 128
"""Bits of the balls."""

DEPTH = 20
"""Halvings of [-1, 1] after which a sign is called undecided."""

MAX_CELLS = 2**14
"""Cells after which it is: a profile that is its bound throughout, such as exp(9), settles none."""


def value_at(profile: Expression, r: Real) -> Real:
    """phi(r), exact.

    Raises:
        InexactError: the value has no exact form.
    """
    return evaluate(profile, {"r": r}, EXACT)


def peaks_at_one(profile: Expression, dimension: int) -> bool:
    """Whether phi(t) <= phi(1) for every attainable t.

    Raises:
        UndecidedError, InexactError: it could not be decided.
    """
    return lies_within(profile, dimension, None, value_at(profile, Real(1)))


def peaks_only_at_one(profile: Expression, dimension: int) -> bool:
    """Whether phi(t) < phi(1) for every attainable t other than 1.

    Raises:
        UndecidedError, InexactError: it could not be decided.
    """
    top = value_at(profile, Real(1))
    if dimension == 1:
        return value_at(profile, Real(-1)) < top
    polynomial = as_polynomial(profile, "r")
    if polynomial is None:
        return _below_by_balls(profile, top)
    return not returns_to_peak(profile, dimension) and top.rational() > polynomial(fmpq(0))


def returns_to_peak(profile: Expression, dimension: int) -> bool:
    """Whether phi(t) = phi(1) for some attainable t other than 1.

    Raises:
        UndecidedError, InexactError: it could not be decided; phi crosses phi(1) and is no polynomial, say.
    """
    top = value_at(profile, Real(1))
    if dimension == 1:
        return value_at(profile, Real(-1)) == top
    polynomial = as_polynomial(profile, "r")
    if polynomial is None:
        if not _below_by_balls(profile, top):
            raise UndecidedError("profile: whether it takes the value phi(1) again is not decided by balls")
        return False
    gap = _divided_at_one(fmpq_poly([top.rational()]) - polynomial)
    return gap.degree() < 0 or roots_between(gap, fmpq(-1), fmpq(1)) > 0


def _divided_at_one(gap: fmpq_poly) -> fmpq_poly:
    """The polynomial without its zero at 1."""
    while gap.degree() >= 0 and gap(fmpq(1)) == 0:
        gap //= fmpq_poly([-1, 1])
    return gap


def is_identity(profile: Expression) -> bool:
    """Whether phi(r) = r, however it is written."""
    polynomial = as_polynomial(profile, "r")
    return polynomial is not None and polynomial.degree() == 1 and polynomial[1] == 1 and polynomial[0] == 0


def has_positive_coefficients(profile: Expression) -> bool:
    """Whether the profile is a polynomial with coefficients >= 0 beyond the constant, or c exp(b r), b, c >= 0."""
    polynomial = as_polynomial(profile, "r")
    if polynomial is not None:
        return all(polynomial[m] >= 0 for m in range(1, polynomial.degree() + 1))
    match profile:
        case Product((Number(scale), Call("exp", (argument,)))) if scale >= 0:
            pass
        case Call("exp", (argument,)):
            pass
        case _:
            return False
    exponent = as_polynomial(argument, "r")
    return exponent is not None and all(exponent[m] >= 0 for m in range(1, exponent.degree() + 1))


def lies_within(profile: Expression, dimension: int, lowest: Real | None, highest: Real | None) -> bool:
    """Whether lowest <= phi(t) <= highest for every attainable t; None stands for no bound.

    Raises:
        UndecidedError, InexactError: it could not be decided.
    """
    if dimension == 1:
        return all(
            _ordered_at(profile, end, bound, side)
            for end in (-1, 1)
            for bound, side in ((highest, 1), (lowest, -1))
            if bound is not None
        )
    polynomial = as_polynomial(profile, "r")
    if polynomial is not None and all(bound is None or bound.is_rational for bound in (lowest, highest)):
        above = highest is None or is_nonnegative(fmpq_poly([highest.rational()]) - polynomial)
        return above and (lowest is None or is_nonnegative(polynomial - fmpq_poly([lowest.rational()])))
    return (highest is None or _bounded_by_balls(profile, highest, 1)) and (
        lowest is None or _bounded_by_balls(profile, lowest, -1)
    )


def _ordered_at(profile: Expression, end: int, bound: Real, side: int) -> bool:
    """Whether side * (bound - phi(end)) >= 0, by balls where phi(end) has no exact form."""
    try:
        return side * (bound - value_at(profile, Real(end))) >= 0
    except InexactError:
        with ctx.workprec(PRECISION):
            gap = side * (bound.ball(PRECISION) - enclose(profile, {"r": arb(end)}, PRECISION))
        if gap >= 0 or gap < 0:
            return bool(gap >= 0)
        raise UndecidedError(f"profile: its order to {bound} at {end} is not decided by balls") from None


def roots_between(polynomial: fmpq_poly, low: fmpq, high: fmpq) -> int:
    """Number of distinct real roots in [low, high] of a non-zero polynomial, by Sturm's theorem.

    The chain starts from the square-free part, whose roots are those of the polynomial, each simple.
    """
    squarefree = polynomial // polynomial.gcd(polynomial.derivative())
    chain = [squarefree, squarefree.derivative()]
    while chain[-1].degree() >= 0:
        chain.append(-(chain[-2] % chain[-1]))

    def sign_changes(t: fmpq) -> int:
        signs = [value > 0 for p in chain if (value := p(t)) != 0]
        return sum(a != b for a, b in pairwise(signs))

    # Sturm counts the roots in (low, high]
    return sign_changes(low) - sign_changes(high) + (squarefree(low) == 0)


def is_nonnegative(polynomial: fmpq_poly) -> bool:
    """Whether p(t) >= 0 on [-1, 1]: its sign is that at a point where it is not 0, unless it changes inside.

    It changes exactly at the roots of odd multiplicity inside (-1, 1).
    """
    if polynomial.degree() < 0:
        return True
    if polynomial(fmpq(-1)) < 0 or polynomial(fmpq(1)) < 0:
        return False
    changing = fmpq_poly([1])
    for part, multiplicity in _squarefree_parts(polynomial):
        if multiplicity % 2:
            changing *= part
    for end in (fmpq(-1), fmpq(1)):
        if changing(end) == 0:
            changing //= fmpq_poly([-end, 1])
    if changing.degree() > 0 and roots_between(changing, fmpq(-1), fmpq(1)) > 0:
        return False
    # some of degree + 1 points is no root; the sign there is the sign throughout
    degree = polynomial.degree()
    samples = (polynomial(fmpq(2 * k - degree, degree + 1)) for k in range(degree + 1))
    return next(value for value in samples if value != 0) > 0


def _squarefree_parts(polynomial: fmpq_poly) -> list[tuple[fmpq_poly, int]]:
    """Yun's algorithm: p = constant * product of part^multiplicity, each part square-free."""
    parts: list[tuple[fmpq_poly, int]] = []
    common = polynomial.gcd(polynomial.derivative())
    rest, slope = polynomial // common, polynomial.derivative() // common
    multiplicity = 1
    while rest.degree() > 0:
        slope -= rest.derivative()
        part = rest.gcd(slope) if slope.degree() >= 0 else rest
        if part.degree() > 0:
            parts.append((part, multiplicity))
        rest, slope = rest // part, slope // part
        multiplicity += 1
    return parts


def _ball(low: fmpq, high: fmpq) -> arb:
    return arb((low + high) / 2, (high - low) / 2)


def _bounded_by_balls(profile: Expression, bound: Real, side: int) -> bool:
    """Whether side * (bound - phi) >= 0 on [-1, 1]; equality is found at the end points only.

    A cell [a, b] is settled by a ball of bound - phi without 0, or, where phi takes the bound exactly at an end
    point, by the sign of phi' on the cell next to it (mean value theorem). A cell of the wrong strict sign says no.
    """
    touching = {end: _touches(profile, end, bound) for end in (-1, 1)}
    slope = _slope(profile) if any(touching.values()) else None
    cells = deque([(fmpq(-1), fmpq(1), 0)])  # wide cells first: one of the wrong sign ends the search
    with ctx.workprec(PRECISION):
        arithmetic = Balls(PRECISION)
        ceiling = bound.ball(PRECISION)
        looked = 0
        while cells:
            low, high, depth = cells.popleft()
            looked += 1
            cell = _ball(low, high)
            gap = side * (ceiling - evaluate(profile, {"r": cell}, arithmetic))
            if gap > 0:
                continue
            if gap < 0:
                return False
            if slope is not None:
                rise = side * evaluate(slope, {"r": cell}, arithmetic)
                if (high == 1 and touching[1] and rise > 0) or (low == -1 and touching[-1] and rise < 0):
                    continue
            if depth == DEPTH or looked == MAX_CELLS:
                raise UndecidedError(f"profile: its order to {bound} on [{low}, {high}] is not decided by balls")
            middle = (low + high) / 2
            cells += [(low, middle, depth + 1), (middle, high, depth + 1)]
    return True


def _slope(profile: Expression) -> Expression | None:
    """phi' as a formula; None where phi has a kink, and then no equality at an end point is found."""
    try:
        return derivative(profile, "r")
    except InvalidInputError:
        return None


def _below_by_balls(profile: Expression, top: Real) -> bool:
    """Whether phi(t) < top = phi(1) on [-1, 1): as `_bounded_by_balls`, which is strict but at the end points."""
    return _bounded_by_balls(profile, top, 1) and not _takes(profile, -1, top)


def _touches(profile: Expression, end: int, bound: Real) -> bool:
    """Whether phi(end) is known to be the bound; without an exact form of it, it is not, and no equality is claimed."""
    try:
        return _takes(profile, end, bound)
    except InexactError:
        return False


def _takes(profile: Expression, end: int, bound: Real) -> bool:
    """Whether phi(end) = bound, exactly."""
    return value_at(profile, Real(end)) == bound
