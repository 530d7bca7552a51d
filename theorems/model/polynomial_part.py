"""The terms of a general kernel that are polynomials in the contents, as a matrix over monomials with balls as entries.

A square that cancels them then cancels exactly, before any box is looked at.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flint import arb, arb_mat, fmpq

from theorems.model.errors import InexactError
from theorems.model.evaluation import evaluate
from theorems.model.features import exponents
from theorems.model.kernel import GeneralKernel
from theorems.model.nodes import ZERO, Sum, add

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from theorems.model.arithmetic import Balls
    from theorems.model.evaluation import Value
    from theorems.model.matrix import Vector
    from theorems.model.nodes import Expression
    from theorems.model.real import Real

MAX_MONOMIALS = 400
"""Beyond this many a term is no polynomial here."""

Exponents = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Polynomial:
    """A polynomial in x_1..x_d, y_1..y_d with balls as coefficients, reduced by |x| = |y| = 1.

    Attributes:
        terms: coefficients by exponents, those of x_d and y_d at most 1.
    """

    terms: dict[Exponents, arb]

    def __add__(self, other: Polynomial) -> Polynomial:
        total = dict(self.terms)
        for each, c in other.terms.items():
            total[each] = total[each] + c if each in total else c
        return Polynomial(total)

    def __sub__(self, other: Polynomial) -> Polynomial:
        return self + Polynomial({each: -c for each, c in other.terms.items()})

    def __mul__(self, other: Polynomial) -> Polynomial:
        if len(self.terms) * len(other.terms) > MAX_MONOMIALS:
            raise InexactError("a polynomial of too many monomials")
        total = Polynomial({})
        for left, c in self.terms.items():
            for right, e in other.terms.items():
                total = total + _reduced(tuple(a + b for a, b in zip(left, right, strict=True)), c * e)
        return total

    def __pow__(self, exponent: int) -> Polynomial:
        if exponent < 0 or exponent > MAX_MONOMIALS:
            constant = _constant(self)
            return Polynomial({(0,) * _width(self): constant**exponent})
        power = Polynomial({(0,) * _width(self): arb(1)})
        for _ in range(exponent):
            power = power * self
        return power


def _width(polynomial: Polynomial) -> int:
    return len(next(iter(polynomial.terms))) if polynomial.terms else 0


def _constant(polynomial: Polynomial) -> arb:
    if any(any(each) for each in polynomial.terms) or not polynomial.terms:
        raise InexactError("no constant")
    return next(iter(polynomial.terms.values()))


def _reduced(each: Exponents, c: arb) -> Polynomial:
    """C times the monomial: z_d^2 = 1 - z_1^2 - .. for z = x and y."""
    d = len(each) // 2
    for last in (d - 1, 2 * d - 1):
        if each[last] > 1:
            lower = (*each[:last], each[last] - 2, *each[last + 1 :])
            total = _reduced(lower, c)
            for k in range(last - d + 1, last):
                total = total + _reduced((*lower[:k], lower[k] + 2, *lower[k + 1 :]), -c)
            return total
    return Polynomial({each: c})


@dataclass(frozen=True)
class Polynomials:
    """The arithmetic of such polynomials.

    Attributes:
        balls: of the coefficients.
        dimension: d.
    """

    balls: Balls
    dimension: int

    def constant(self, value: arb) -> Polynomial:
        """A constant."""
        return Polynomial({(0,) * (2 * self.dimension): value})

    def coordinate(self, k: int) -> Polynomial:
        """X_(k + 1), or y_(k - d + 1) for k >= d."""
        return _reduced(tuple(int(k == m) for m in range(2 * self.dimension)), arb(1))

    def number(self, value: fmpq, /) -> Polynomial:
        """A rational."""
        return self.constant(self.balls.number(value))

    def lift(self, value: Real, /) -> Polynomial:
        """An exact number."""
        return self.constant(self.balls.lift(value))

    def gram(self, points: Sequence[Vector], /) -> Value:
        """All inner products."""
        return [[self.constant(entry) for entry in row] for row in self.balls.gram(points)]

    def sum(self, values: Iterable[Polynomial], /) -> Polynomial:
        """The sum."""
        total = self.number(fmpq(0))
        for value in values:
            total = total + value
        return total

    def pi(self) -> Polynomial:
        """The number pi."""
        return self.constant(self.balls.pi())

    def call(self, function: str, arguments: Sequence[Polynomial], /) -> Polynomial:
        """A function of constants.

        Raises:
            InexactError: of anything else.
        """
        return self.constant(self.balls.call(function, [_constant(argument) for argument in arguments]))


def polynomial_part(kernel: GeneralKernel, i: int, j: int, degree: int, balls: Balls) -> tuple[arb_mat, Expression]:
    """(H, rest) with h_ij(x, y) = phi(x)^T H phi(y) + rest, phi the monomials of the degree; at flint's precision."""
    d = kernel.table.dimension
    chosen = {each: k for k, each in enumerate(exponents(d, degree))}
    arithmetic = Polynomials(balls, d)
    names = kernel.table.lifted(i, j, arithmetic)
    names |= {"x": [arithmetic.coordinate(k) for k in range(d)], "y": [arithmetic.coordinate(d + k) for k in range(d)]}
    matrix = arb_mat(len(chosen), len(chosen))
    rest: list[Expression] = []
    for term in kernel.expression.terms if isinstance(kernel.expression, Sum) else (kernel.expression,):
        try:
            found: Polynomial = evaluate(term, names, arithmetic)
        except InexactError:
            found = Polynomial({(degree + 1,) * (2 * d): arb(1)})
        if all(each[:d] in chosen and each[d:] in chosen and c.is_finite() for each, c in found.terms.items()):
            for each, c in found.terms.items():
                matrix[chosen[each[:d]], chosen[each[d:]]] += c
        else:
            rest.append(term)
    return matrix, add(*rest) if rest else ZERO
