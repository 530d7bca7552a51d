"""Normal forms of scalar expressions, polynomials over Q in atoms: expressions of one form are equal as functions.

Atoms are names, coordinates, inner products, reciprocals and function values. The converse fails, as it must:
sin(s)**2 + cos(s)**2 and 1 have two forms.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from flint import fmpq

from theorems.model.nodes import (
    Bias,
    Call,
    Content,
    Coordinate,
    Dot,
    Expression,
    Gauge,
    Name,
    Number,
    Pi,
    Power,
    Product,
    Sum,
    VectorExpression,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

Monomial = tuple[tuple[str, int], ...]
"""Atoms with their exponents other than 0, sorted."""

Polynomial = dict[Monomial, fmpq]
"""Coefficients other than 0."""

MAX_MONOMIALS = 256
"""Beyond this many, a product or power is an atom of its own, and a sum beyond eight times as many."""

MAX_TEXT = 200
"""Longest name of an atom; a longer one is known by its SHA-256."""

MAX_EXPANDED = 4
"""Dimension up to which inner products are written out in coordinates."""

_ONE: Monomial = ()


@dataclass(frozen=True)
class NormalForm:
    """How expressions are brought to their form.

    Attributes:
        dimension: d.
        symmetric_bias: whether bias(s, t) = bias(t, s).
    """

    dimension: int
    symmetric_bias: bool

    def polynomial(self, node: Expression) -> Polynomial:
        """The form of an expression; equal forms are equal functions of all names, wherever both are defined."""
        match node:
            case Number(value):
                return {_ONE: value} if value else {}
            case Sum(parts):
                return _total([self.polynomial(part) for part in parts])
            case Product(parts):
                return _product([self.polynomial(part) for part in parts])
            case Power(base, exponent):
                return _power(self.polynomial(base), exponent)
            case Call(function, arguments):
                return _call(function, [self.polynomial(part) for part in arguments])
            case _:
                return self._leaf(node)

    def _leaf(self, node: Pi | Name | Bias | Coordinate | Dot) -> Polynomial:
        match node:
            case Pi():
                return _atom("pi")
            case Name(name):
                return _atom(name)
            case Bias(row, column):
                names = sorted((row, column)) if self.symmetric_bias else (row, column)
                return _atom(f"bias({', '.join(names)})")
            case Coordinate(vector, index):
                return self._entries(vector)[index - 1]
            case Dot(left, right):
                return self._inner(left, right)

    def _inner(self, left: VectorExpression, right: VectorExpression) -> Polynomial:
        pairs = list(zip(self._entries(left), self._entries(right), strict=True))
        if self.dimension <= MAX_EXPANDED:
            return _total([_product(list(pair)) for pair in pairs])
        sides = sorted("; ".join(map(written, side)) for side in zip(*pairs, strict=True))
        return _atom(f"dot[{sides[0]} | {sides[1]}]")

    def _entries(self, node: VectorExpression) -> list[Polynomial]:
        if isinstance(node, Content):
            return [_atom(f"{node.name}[{k + 1}]") for k in range(self.dimension)]
        entries = self._entries(node.vector)
        if isinstance(node, Gauge):
            inside = "; ".join(map(written, entries))
            return [_atom(f"gauge({inside}, {node.label})[{k + 1}]") for k in range(self.dimension)]
        angle = self.polynomial(node.angle)
        cosine, sine = _call("cos", [angle]), _call("sin", [angle])
        first, second = entries[node.i - 1], entries[node.j - 1]
        entries[node.i - 1] = _total([_product([cosine, first]), _scaled(_product([sine, second]), fmpq(-1))])
        entries[node.j - 1] = _total([_product([sine, first]), _product([cosine, second])])
        return entries


def written(polynomial: Polynomial) -> str:
    """One text for one polynomial."""
    parts = sorted(polynomial.items())
    return " + ".join("*".join([str(c), *(f"{atom}^{e}" for atom, e in monomial)]) for monomial, c in parts) or "0"


def _atom(text: str, exponent: int = 1) -> Polynomial:
    name = text if len(text) <= MAX_TEXT else f"#{sha256(text.encode()).hexdigest()}"
    return {((name, exponent),): fmpq(1)}


def _total(parts: Sequence[Polynomial]) -> Polynomial:
    total: Polynomial = {}
    for part in parts:
        for monomial, c in part.items():
            total[monomial] = total.get(monomial, fmpq(0)) + c
    kept = {monomial: c for monomial, c in total.items() if c}
    return _as_atom(kept) if len(kept) > 8 * MAX_MONOMIALS else kept


def _scaled(polynomial: Polynomial, factor: fmpq) -> Polynomial:
    return {monomial: factor * c for monomial, c in polynomial.items()}


def _product(parts: Sequence[Polynomial]) -> Polynomial:
    """The product, expanded while it is short; factors that would make it long stay as atoms, which sort."""
    total: Polynomial = {_ONE: fmpq(1)}
    for part in sorted(parts, key=lambda part: (len(part), written(part))):
        if len(total) * len(part) > MAX_MONOMIALS:
            total, part = _as_atom(total), _as_atom(part)  # noqa: PLW2901  # atoms stand for both from here
        total = _total([{_joined(m, k): c * e} for m, c in total.items() for k, e in part.items()])
    return total


def _joined(left: Monomial, right: Monomial) -> Monomial:
    exponents = dict(left)
    for atom, e in right:
        exponents[atom] = exponents.get(atom, 0) + e
    return tuple(sorted((atom, e) for atom, e in exponents.items() if e))


def _as_atom(polynomial: Polynomial, exponent: int = 1) -> Polynomial:
    """The power as one monomial: of the polynomial itself if it is one, else of an atom with leading coefficient 1."""
    if len(polynomial) == 1:
        ((monomial, c),) = polynomial.items()
        if c or exponent > 0:
            return {tuple((atom, e * exponent) for atom, e in monomial): c**exponent}
    if not polynomial:
        return _atom("(0)", exponent)
    lead = polynomial[min(polynomial)]
    return _scaled(_atom(f"({written(_scaled(polynomial, 1 / lead))})", exponent), lead**exponent)


def _power(base: Polynomial, exponent: int) -> Polynomial:
    if exponent == 0:
        return {_ONE: fmpq(1)}
    if exponent < 0 or len(base) ** exponent > MAX_MONOMIALS:
        return _as_atom(base, exponent)
    return _product([base] * exponent)


def _call(function: str, arguments: Sequence[Polynomial]) -> Polynomial:
    """A function's value: even and odd functions of one sign of the argument, min and max of sorted ones."""
    first = arguments[0]
    if function in ("min", "max"):
        return _atom(f"{function}({', '.join(sorted(map(written, arguments)))})")
    negative = function in ("cos", "sin", "abs") and bool(first) and first[min(first)] < 0
    value = _atom(f"{function}({written(_scaled(first, fmpq(-1)) if negative else first)})")
    return _scaled(value, fmpq(-1)) if negative and function == "sin" else value
