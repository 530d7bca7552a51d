"""Trigonometric polynomials in two labels, by form: cos and sin of whole multiples, their sums, products and powers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flint import fmpq

from theorems.model.bias import linear
from theorems.model.errors import InvalidInputError
from theorems.model.nodes import Call, Number, Power, Product, Sum

if TYPE_CHECKING:
    from collections.abc import Mapping

    from theorems.model.nodes import Expression

Waves = dict[tuple[int, int], tuple[fmpq, fmpq]]
"""{(p, q): (a, b)} for the sum of (a + b i) exp(i(ps + qt))."""

MAX_MODE = 64
"""Greatest frequency."""

MAX_WORK = 200_000
"""Most products of coefficients that one multiplication may take."""

_ZERO = fmpq(0)


def cosine_coefficients(node: Expression) -> tuple[fmpq, ...] | None:
    """a_0..a_M with sum_m a_m cos(m(s - t)); None where the expression is no trigonometric polynomial of s - t by form.

    Raises:
        InvalidInputError: it is one, and has a sine of s - t, so that it is not symmetric.
    """
    waves = _waves(node)
    if waves is None or any(p != -q for p, q in waves):
        return None
    if any(b != 0 for _, b in waves.values()):
        raise InvalidInputError("bias: it has a sine of s - t and is not symmetric; expected k(s, t) = k(t, s)")
    top = max((p for p, _ in waves), default=0)
    both = [waves.get((m, -m), (_ZERO, _ZERO))[0] + waves.get((-m, m), (_ZERO, _ZERO))[0] for m in range(1, top + 1)]
    return (waves.get((0, 0), (_ZERO, _ZERO))[0], *both)


def _waves(node: Expression) -> Waves | None:
    match node:
        case Number(value):
            return _clean({(0, 0): (value, _ZERO)})
        case Call("cos" | "sin", (argument,)):
            return _wave(argument, sine=node.function == "sin")
        case Sum(terms):
            total: Waves = {}
            for term in terms:
                below = _waves(term)
                if below is None:
                    return None
                for mode, (a, b) in below.items():
                    c, d = total.get(mode, (_ZERO, _ZERO))
                    total[mode] = a + c, b + d
            return _clean(total)
        case Product(factors):
            return _product(factors)
        case Power(base, exponent) if 0 <= exponent <= MAX_MODE:
            return _product((base,) * exponent)
        case _:
            return None


def _wave(argument: Expression, *, sine: bool) -> Waves | None:
    line = linear(argument)
    if line is None or line[2] != 0 or any(slope.q != 1 or abs(slope) > MAX_MODE for slope in line[:2]):
        return None
    p, q = int(line[0].p), int(line[1].p)
    if p == q == 0:
        return {} if sine else {(0, 0): (fmpq(1), _ZERO)}
    half = fmpq(1, 2)
    return (
        {(p, q): (_ZERO, -half), (-p, -q): (_ZERO, half)} if sine else {(p, q): (half, _ZERO), (-p, -q): (half, _ZERO)}
    )


def _product(factors: tuple[Expression, ...]) -> Waves | None:
    total: Waves = {(0, 0): (fmpq(1), _ZERO)}
    for factor in factors:
        below = _waves(factor)
        if below is None or len(below) * len(total) > MAX_WORK:
            return None
        total = _times(total, below)
        if any(abs(p) > MAX_MODE or abs(q) > MAX_MODE for p, q in total):
            return None
    return total


def _times(left: Mapping[tuple[int, int], tuple[fmpq, fmpq]], right: Waves) -> Waves:
    made: Waves = {}
    for (p, q), (a, b) in left.items():
        for (v, w), (c, d) in right.items():
            e, f = made.get((p + v, q + w), (_ZERO, _ZERO))
            made[p + v, q + w] = e + a * c - b * d, f + a * d + b * c
    return _clean(made)


def _clean(waves: Waves) -> Waves:
    return {mode: value for mode, value in waves.items() if value[0] != 0 or value[1] != 0}
