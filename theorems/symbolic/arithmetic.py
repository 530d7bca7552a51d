"""The arithmetic of `theorems.model.evaluation.evaluate` over sympy expressions, and an exact proof that one is 0.

Numbers are built as sympy objects, never read from text: sympy's readers of text run it as Python.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import lcm
from typing import TYPE_CHECKING, Any

import sympy

from theorems.model.errors import InexactError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from flint import fmpq

    from theorems.model.matrix import Vector
    from theorems.model.real import Real

Formula = Any
"""A sympy expression. Sympy's own type hints are partial and would have every sum cast."""

_CALLS = {
    "exp": sympy.exp,
    "log": sympy.log,
    "sqrt": sympy.sqrt,
    "cos": sympy.cos,
    "sin": sympy.sin,
    "abs": sympy.Abs,
    "min": sympy.Min,
    "max": sympy.Max,
}

# sqrt(p) = a + b cos(2 pi/n) as p: (a, b, n), for the primes that occur in sympy's own values of cos(2 pi q)
_ROOTS = {2: (0, 2, 8), 3: (0, 2, 12), 5: (1, 4, 5)}


@dataclass(frozen=True)
class Symbolic:
    """Values are sympy expressions, exact throughout."""

    def number(self, value: fmpq, /) -> Formula:
        """The rational."""
        return sympy.Rational(int(value.p), int(value.q))

    def lift(self, value: Real, /) -> Formula:
        """Sum of c exp(q) cos(2 pi t) pi^k, term by term."""
        total: Formula = sympy.S.Zero
        for c, q, t, k in value.terms:
            turn = sympy.cos(2 * sympy.pi * self.number(t))
            total += self.number(c) * sympy.exp(self.number(q)) * turn * sympy.pi**k
        return total

    def gram(self, points: Sequence[Vector], /) -> list[list[Formula]]:
        """All inner products, multiplied out by sympy, so that `matrix.gram` is not believed."""
        lifted = [[self.lift(entry) for entry in point] for point in points]
        return [[inner(left, right) for right in lifted] for left in lifted]

    def sum(self, values: Iterable[Formula], /) -> Formula:
        """The sum."""
        return sympy.Add(*values)

    def pi(self) -> Formula:
        """The number pi."""
        return sympy.pi

    def call(self, function: str, arguments: Sequence[Formula], /) -> Formula:
        """One of `FUNCTIONS`."""
        return _CALLS[function](*arguments)


SYMBOLIC = Symbolic()


def inner(left: Sequence[Formula], right: Sequence[Formula]) -> Formula:
    """The inner product of two vectors of expressions."""
    total: Formula = sympy.S.Zero
    for a, b in zip(left, right, strict=True):
        total += a * b
    return total


def vanishes(expression: Formula) -> bool:
    """Whether the expression is shown to be 0 by exact means; True is a proof, False may be a lack of one.

    Cosines of rational multiples of pi, and the square roots that sympy writes for them, become powers of one root of
    unity z of order N. The numerator is then expanded and reduced modulo the cyclotomic polynomial Phi_N; exponentials
    of different arguments, pi and symbols stay independent.

    Raises:
        InexactError: a float occurs.
    """
    if expression.has(sympy.Float):
        raise InexactError("expression: expected exact numbers, found a float")
    z = sympy.Dummy("z")
    cosines = {node: _turn(node) for node in expression.atoms(sympy.cos) if _turn(node) is not None}
    roots = [node for node in expression.atoms(sympy.Pow) if _root(node) is not None]
    orders = [int(turn.q) for turn in cosines.values() if turn is not None]
    orders += [_ROOTS[p][2] for node in roots for p in sympy.factorint(node.base)]
    order = lcm(*orders)

    def cosine(turn: Formula) -> Formula:
        step = int(turn * order) % order
        return (z**step + z ** (-step % order)) / 2

    def root(node: Formula) -> Formula:
        value: Formula = sympy.S.One
        for p in sympy.factorint(node.base):
            constant, factor, n = _ROOTS[p]
            value *= constant + factor * cosine(sympy.Rational(1, n))
        return value ** (2 * node.exp)

    replaced = {node: cosine(turn) for node, turn in cosines.items() if turn is not None}
    replaced |= {node: root(node) for node in roots}
    numerator = sympy.expand(sympy.numer(sympy.together(expression.xreplace(replaced))))
    if not numerator.has(z):
        return numerator == 0
    return sympy.expand(sympy.rem(numerator, sympy.cyclotomic_poly(order, z), z)) == 0


def _turn(node: Formula) -> Formula | None:
    """The t of cos(2 pi t), if it is rational."""
    turn = node.args[0] / (2 * sympy.pi)
    return turn if isinstance(turn, sympy.Rational) else None


def _root(node: Formula) -> Formula | None:
    """The exponent, if the node is a half-integral power of a square-free product of the primes of `_ROOTS`."""
    base, exponent = node.base, node.exp
    if not (isinstance(base, sympy.Integer) and isinstance(exponent, sympy.Rational) and exponent.q == 2):
        return None
    factors = sympy.factorint(base)
    return exponent if base > 1 and all(p in _ROOTS and power == 1 for p, power in factors.items()) else None
