r"""Exact real numbers: formal Q-combinations of products of exp(q), cos(2 pi t) and powers of pi.

Equality is by form: cosines are reduced in the cyclotomic field Q[z]/Phi_N, and exponentials of different
rationals are linearly independent over the algebraic numbers (Lindemann-Weierstrass). Order is by Arb balls of
rising precision. A ball alone proves no equality.
"""

from __future__ import annotations

import re
from contextlib import suppress
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from flint import arb, ctx, fmpq, fmpq_poly, fmpz, fmpz_poly

from theorems.model.errors import InexactError, InvalidInputError, UndecidedError
from theorems.model.term import UNIT, Term, parts, product, reduced_cosine, term

if TYPE_CHECKING:
    from collections.abc import Iterable

Scalar = int | Fraction | fmpq | fmpz
"""Rational types that the gate lets in. No float, no bool."""

_ZERO = fmpq(0)
_QUARTER = fmpq(1, 4)
_NO_TERMS: dict[Term, fmpq] = {}

PRECISIONS = (64, 128, 256, 512, 1024, 2048, 4096)
"""Ball precisions tried in turn before an order is called undecided, in bits."""

MAX_DIGITS = 400
"""Longest rational that text from outside may hold, in characters."""

MAX_EXPONENT = 10_000
"""Greatest |q| of an exp(q) that text from outside may ask for; its decimals would fill the memory far beyond."""

MAX_ORDER = 100_000
"""Greatest common denominator of turns whose cosines are compared."""

MAX_TERMS = 100_000
"""Most products of terms that one multiplication may make."""

_RATIONAL = re.compile(r"([+-]?)(\d+)(?:/(\d+)|(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?)", re.ASCII)


def parse_rational(text: str) -> fmpq:
    """Reads "3", "-1/3", "0.25" or "1e-9" exactly.

    Raises:
        InvalidInputError: anything else, a zero denominator, or more than `MAX_DIGITS` characters.
    """
    match = _RATIONAL.fullmatch(text.strip()) if len(text) <= MAX_DIGITS else None
    if match is None or (match[3] is not None and int(match[3]) == 0):
        raise InvalidInputError(
            f"number={text[:60]!r}: expected an exact rational of at most {MAX_DIGITS} characters, "
            'such as "3", "-1/3" or "0.25"'
        )
    sign, whole, denominator, decimals, exponent = match.groups()
    value = fmpq(int(whole), int(denominator or 1))
    if decimals:
        value += fmpq(int(decimals), 10 ** len(decimals))
    if exponent:
        value *= fmpq(10) ** int(exponent)
    return -value if sign == "-" else value


def rational(value: Scalar | str) -> fmpq:
    """The gate for rationals: lets in int, Fraction, flint rationals and their text; a float or bool is refused."""
    if type(value) is fmpq:
        return value
    if isinstance(value, bool) or not isinstance(value, int | Fraction | fmpq | fmpz | str):
        kind = type(value).__name__
        raise InvalidInputError(f"number={value!r}: expected an exact rational (int, Fraction, text '1/3'), not {kind}")
    if isinstance(value, str):
        return parse_rational(value)
    if isinstance(value, Fraction):
        return fmpq(value.numerator, value.denominator)
    return fmpq(value)


def _cosines_reduced(cosines: Iterable[tuple[fmpq, fmpq]]) -> fmpq_poly:
    """The sum of c cos(2 pi t) as a polynomial in z = exp(2 pi i/N) reduced mod Phi_N, N the turns' denominator.

    The powers of z below the degree of Phi_N are independent over Q: the number is rational iff this is constant.

    Raises:
        UndecidedError: N is beyond `MAX_ORDER`.
    """
    pairs = list(cosines)
    order = lcm(*(int(t.q) for _, t in pairs))
    if order > MAX_ORDER:
        raise UndecidedError(f"cosines of turns: expected a common denominator of at most {MAX_ORDER}")
    coefficients = [_ZERO] * order
    for c, t in pairs:
        step = int((t * order).p)
        coefficients[step % order] += c / 2
        coefficients[-step % order] += c / 2
    return fmpq_poly(coefficients) % fmpq_poly(fmpz_poly.cyclotomic(order))


class Real:
    """An exact real number in the ring Q[exp(q), cos(2 pi t), pi : q, t rational]. Immutable."""

    __slots__ = ("_q", "_terms")

    _q: fmpq | None  # the value, if the form is rational: sums and products of rationals touch nothing else
    _terms: dict[Term, fmpq]  # the form otherwise; empty where _q is set

    def __init__(self, value: Scalar | str = 0) -> None:
        """A rational number; see `rational` for what is let in."""
        self._q = rational(value)
        self._terms = _NO_TERMS

    @classmethod
    def of(cls, value: RealLike) -> Real:
        """The gate: a `Real` as it is, a rational converted, a float refused."""
        return value if isinstance(value, Real) else cls(value)

    @classmethod
    def _made(cls, terms: dict[Term, fmpq]) -> Real:
        """The number of that form; the dictionary becomes its own."""
        for empty in [key for key, c in terms.items() if not c]:
            del terms[empty]
        if not terms or (len(terms) == 1 and UNIT in terms):
            return cls._rational(terms.get(UNIT, _ZERO))
        made = cls.__new__(cls)
        made._q, made._terms = None, terms
        return made

    @classmethod
    def _rational(cls, q: fmpq) -> Real:
        made = cls.__new__(cls)
        made._q, made._terms = q, _NO_TERMS
        return made

    def _form(self) -> dict[Term, fmpq]:
        return self._terms if self._q is None else {UNIT: self._q}

    @classmethod
    def exp(cls, exponent: Scalar | str) -> Real:
        """Euler's number to the power of a rational q."""
        return cls._made({term(rational(exponent), _ZERO, 0): fmpq(1)})

    @classmethod
    def cosine(cls, turn: Scalar | str) -> Real:
        """cos(2 pi t) for a rational t (an angle in turns)."""
        c, t = reduced_cosine(rational(turn))
        return cls._made({term(_ZERO, t, 0): c})

    @classmethod
    def sine(cls, turn: Scalar | str) -> Real:
        """sin(2 pi t) for a rational t (an angle in turns)."""
        return cls.cosine(rational(turn) - _QUARTER)

    @classmethod
    def pi(cls) -> Real:
        """The number pi."""
        return cls._made({term(_ZERO, _ZERO, 1): fmpq(1)})

    @property
    def terms(self) -> tuple[tuple[fmpq, fmpq, fmpq, int], ...]:
        """The form: (c, q, t, k) for each c exp(q) cos(2 pi t) pi^k, in a fixed order."""
        return tuple((c, *form) for form, c in sorted((parts(key), c) for key, c in self._form().items()) if c)

    @classmethod
    def from_terms(cls, terms: Iterable[tuple[fmpq, fmpq, fmpq, int]]) -> Real:
        """The inverse of `terms`; any rationals and whole k are taken and reduced."""
        total: dict[Term, fmpq] = {}
        for c, q, t, k in terms:
            factor, turn = reduced_cosine(t)
            key = term(q, turn, k)
            total[key] = total.get(key, _ZERO) + c * factor
        return cls._made(total)

    @property
    def is_rational(self) -> bool:
        """Whether the form is a plain rational; cos(2 pi/10) - cos(2 pi/5) = 1/2 is not, until `simplified`."""
        return self._q is not None

    def rational(self) -> fmpq:
        """The value, if the form is rational.

        Raises:
            InexactError: the form holds exp, cos or pi.
        """
        if self._q is None:
            raise InexactError(f"{self} is not a rational number")
        return self._q

    def rational_multiple_of_pi(self) -> fmpq:
        """The q with self = q pi.

        Raises:
            InexactError: there is none by form.
        """
        key = term(_ZERO, _ZERO, 1)
        if self._q == 0:
            return _ZERO
        if set(self._terms) != {key}:
            raise InexactError(f"{self} is not a rational multiple of pi")
        return self._terms[key]

    @classmethod
    def sum(cls, values: Iterable[Real]) -> Real:
        """The sum, in time linear in the number of terms of all values together."""
        rational_part = _ZERO
        total: dict[Term, fmpq] = {}
        for value in values:
            if value._q is not None:
                rational_part += value._q
            else:
                for key, c in value._terms.items():
                    total[key] = total.get(key, _ZERO) + c
        if not total:
            return cls._rational(rational_part)
        total[UNIT] = total.get(UNIT, _ZERO) + rational_part
        return cls._made(total)

    def __add__(self, other: RealLike) -> Real:
        if self._q is not None and type(other) is Real and other._q is not None:
            return Real._rational(self._q + other._q)  # most sums and products are of rationals
        if not isinstance(other, _REAL_LIKE):
            return NotImplemented
        other = Real.of(other)
        total = dict(self._form())
        for key, c in other._form().items():
            total[key] = total.get(key, _ZERO) + c
        return Real._made(total)

    __radd__ = __add__

    def __neg__(self) -> Real:
        if self._q is not None:
            return Real._rational(-self._q)
        return Real._made({key: -c for key, c in self._terms.items()})

    def __sub__(self, other: RealLike) -> Real:
        return self + (-Real.of(other)) if isinstance(other, _REAL_LIKE) else NotImplemented

    def __rsub__(self, other: RealLike) -> Real:
        return Real.of(other) + (-self) if isinstance(other, _REAL_LIKE) else NotImplemented

    def __mul__(self, other: RealLike) -> Real:
        if self._q is not None and type(other) is Real and other._q is not None:
            return Real._rational(self._q * other._q)  # most sums and products are of rationals
        if not isinstance(other, _REAL_LIKE):
            return NotImplemented
        other = Real.of(other)
        mine, theirs = self._form(), other._form()
        if len(mine) * len(theirs) > MAX_TERMS:
            raise InexactError(f"a product of {len(mine)} by {len(theirs)} terms: expected at most {MAX_TERMS}")
        for scale, terms in ((self._q, theirs), (other._q, mine)):
            if scale is not None:
                return Real._made({key: scale * c for key, c in terms.items()})
        total: dict[Term, fmpq] = {}
        for one, c in mine.items():
            for another, c2 in theirs.items():
                for key, factor in product(one, another):
                    value = c * c2 if factor is None else c * c2 * factor
                    total[key] = total.get(key, _ZERO) + value
        return Real._made(total)

    __rmul__ = __mul__

    def __truediv__(self, other: RealLike) -> Real:
        return self * Real.of(other).inverse() if isinstance(other, _REAL_LIKE) else NotImplemented

    def __rtruediv__(self, other: RealLike) -> Real:
        return Real.of(other) * self.inverse() if isinstance(other, _REAL_LIKE) else NotImplemented

    def inverse(self) -> Real:
        """1/self, for a form of one term c exp(q) pi^k.

        Raises:
            InvalidInputError: self is 0.
            InexactError: the form has several terms or a cosine.
        """
        if self.is_zero():
            raise InvalidInputError("divisor=0: division by zero")
        (key, c), *more = self._form().items()
        q, t, k = parts(key)
        if more or t:
            raise InexactError(f"1/({self}) has no exact form here")
        return Real._made({term(-q, _ZERO, -k): 1 / c})

    def __pow__(self, exponent: int) -> Real:
        if exponent < 0:
            return self.inverse() ** (-exponent)
        power, square = Real(1), self
        while exponent:
            if exponent & 1:
                power = power * square
            exponent >>= 1
            if exponent:
                square = square * square
        return power

    def is_zero(self) -> bool:
        """Whether the form vanishes; iff the number is 0 where no pi occurs, and only `if` otherwise.

        Raises:
            UndecidedError: the cosines lie in too large a cyclotomic field.
        """
        if self._q is not None:
            return self._q == 0
        groups: dict[tuple[int, int, int], list[tuple[fmpq, fmpq]]] = {}
        for key, c in self._terms.items():
            a, b, _, _, k = key
            groups.setdefault((a, b, k), []).append((c, parts(key)[1]))
        # one cosine of a turn in [0, 1/4) is positive
        return all(len(group) > 1 and _cosines_reduced(group).degree() < 0 for group in groups.values())

    def simplified(self) -> Real:
        """The same number, as a plain rational if it is an algebraic number that is rational."""
        if self._q is None and all(q == 0 and k == 0 for q, _, k in map(parts, self._terms)):
            reduced = _cosines_reduced((c, parts(key)[1]) for key, c in self._terms.items())
            if reduced.degree() < 1:
                return Real(reduced[0])
        return self

    def ball(self, precision: int = 128) -> arb:
        """An Arb ball that contains the number, computed at the given precision in bits."""
        with ctx.workprec(precision):
            if self._q is not None:
                return arb(self._q)
            total = arb(0)
            for key, c in self._terms.items():
                q, t, k = parts(key)
                value = arb(c)
                if q:
                    value *= arb(q).exp()
                if t:
                    value *= arb.cos_pi_fmpq(2 * t)
                if k:
                    value *= arb.pi() ** k
                total += value
            return total

    def sign(self) -> int:
        """-1, 0 or 1.

        Raises:
            UndecidedError: no ball excludes 0, and the form does not vanish or is too large to tell.
        """
        if self._q is not None:
            return (self._q > 0) - (self._q < 0)
        for precision in PRECISIONS:
            ball = self.ball(precision)
            if ball > 0:
                return 1
            if ball < 0:
                return -1
            if precision == PRECISIONS[0]:  # the cheapest ball decides most signs
                with suppress(UndecidedError):  # too large for the form to tell; finer balls may
                    if self.is_zero():
                        return 0
        raise UndecidedError(f"the sign of {self} is not decided by balls of {PRECISIONS[-1]} bits")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _REAL_LIKE):
            return NotImplemented
        return self is other or (self - Real.of(other)).sign() == 0

    __hash__ = None  # pyright: ignore[reportAssignmentType]  # equal numbers may have different forms

    def __lt__(self, other: RealLike) -> bool:
        return (self - Real.of(other)).sign() < 0

    def __le__(self, other: RealLike) -> bool:
        return (self - Real.of(other)).sign() <= 0

    def __gt__(self, other: RealLike) -> bool:
        return (self - Real.of(other)).sign() > 0

    def __ge__(self, other: RealLike) -> bool:
        return (self - Real.of(other)).sign() >= 0

    def __abs__(self) -> Real:
        return -self if self.sign() < 0 else self

    def __bool__(self) -> bool:
        return self.sign() != 0

    def __str__(self) -> str:
        if self._q is not None:
            return str(self._q)
        return " + ".join(_term_text(*form) for form in self.terms).replace("+ -", "- ")

    def __repr__(self) -> str:
        return f"Real({str(self)!r})"


RealLike = Real | int | Fraction | fmpq | fmpz | str
_REAL_LIKE = (Real, int, Fraction, fmpq, fmpz)


def rationals(values: Iterable[Real]) -> list[fmpq] | None:
    """The values, if all are rational by form, in a pass made for large tables; else None."""
    found = [value._q for value in values]  # pyright: ignore[reportPrivateUsage]  # a call a value is most of the cost
    return found if set(map(type, found)) <= {fmpq} else None  # pyright: ignore[reportReturnType]


def _term_text(c: fmpq, q: fmpq, t: fmpq, k: int) -> str:
    factors = [f"exp({q})"] if q else []
    factors += [f"cos(2*pi*{t})"] if t else []
    factors += [f"pi^{k}" if k != 1 else "pi"] if k else []
    if not factors:
        return str(c)
    head = "" if c == 1 else "-" if c == -1 else f"{c}*"
    return head + "*".join(factors)
