"""Canonical JSON from type hints: one text for one object.

Dataclasses become objects (with a "type" where the hint is a union), tuples lists, enums their values, rationals
"p/q", exact numbers "p/q" or a list of terms [c, q, t, k] for c exp(q) cos(2 pi t) pi^k, profiles their text.
Decoding is total: whatever is not of the form raises `InvalidInputError`.
"""

from __future__ import annotations

import dataclasses
import json
import re
import types
import typing
from enum import Enum
from functools import cache
from typing import Any

from flint import fmpq, fmpz

from theorems.model import assertion, continuum, kernel, labels, law, problem, proof
from theorems.model.errors import InvalidInputError
from theorems.model.matrix import Matrix, Vector
from theorems.model.nodes import Expression
from theorems.model.parser import parse
from theorems.model.real import MAX_EXPONENT, Real
from theorems.model.text import to_text

Json = Any

MAX_NUMBER = 10_000
"""Longest rational in a certificate, in characters: some hundred are in use, and exact elimination multiplies them."""

_CANONICAL = re.compile(r"-?[1-9][0-9]*(/[1-9][0-9]*)?|0", re.ASCII)

_NAMES: dict[str, Any] = {
    "Expression": Expression,
    "Matrix": Matrix,
    "Vector": Vector,
    "Real": Real,
    "fmpq": fmpq,
    **{
        name: value
        for module in (labels, kernel, problem, law, continuum, assertion, proof)
        for name, value in vars(module).items()
        if isinstance(value, type | types.UnionType)
    },
    # of a theorem's instance; other kernels are stated by the text of a problem file
    "Kernel": kernel.ZonalKernel | kernel.BilinearKernel,
}


def dumps(value: Json) -> str:
    """Canonical text: sorted keys, no spaces, no float."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def loads(text: str) -> Json:
    """JSON without floats and without repeated keys.

    Raises:
        InvalidInputError: anything else, nesting too deep included.
    """
    try:
        return json.loads(
            text, parse_float=_no_float, parse_constant=_no_float, object_pairs_hook=_object_without_repeats
        )
    except (ValueError, RecursionError) as error:
        if isinstance(error, InvalidInputError):
            raise
        raise InvalidInputError(f"json: {str(error)[:200]}; expected one JSON document") from None


def _no_float(text: str) -> Json:
    raise InvalidInputError(f'json number={text[:40]}: expected whole numbers; write rationals as "p/q"')


def _object_without_repeats(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise InvalidInputError(f"json keys={[key for key, _ in pairs][:20]}: expected each key once")
    return made


@cache
def _fields(kind: type) -> dict[str, Any]:
    hints = typing.get_type_hints(kind, localns=_NAMES)
    return {field.name: hints[field.name] for field in dataclasses.fields(kind)}


def encode(value: Any, hint: Any) -> Json:
    """The JSON value of an object of the hinted type."""
    if hint is Real:  # numbers first: they are most of an instance
        return (
            str(value.rational()) if value.is_rational else [[str(c), str(q), str(t), k] for c, q, t, k in value.terms]
        )
    if hint is fmpq:
        return str(value)
    if hint is Any:  # JSON already
        return value
    if hint == Expression:
        return to_text(value)
    if isinstance(hint, types.UnionType):
        return {"type": type(value).__name__, **encode(value, type(value))}
    if typing.get_origin(hint) is tuple:
        (entry, _) = typing.get_args(hint)
        return [encode(item, entry) for item in value]
    if dataclasses.is_dataclass(hint):
        return {name: encode(getattr(value, name), kind) for name, kind in _fields(hint).items()}
    return value.value if isinstance(value, Enum) else value


def decode(data: Json, hint: Any, where: str = "$") -> Any:
    """The object of the hinted type that `encode` writes as this JSON value.

    Raises:
        InvalidInputError: there is none; the message says where.
    """
    if hint is Real:  # numbers first: they are most of a certificate
        return _real(data, where)
    if hint is fmpq:
        return _rational(data, where)
    if hint is Any:
        return data
    if hint == Expression:
        return parse(_typed(data, str, where), names=("r",), parameters={})
    if isinstance(hint, types.UnionType):
        return _decode_union(data, hint, where)
    if typing.get_origin(hint) is tuple:
        (entry, _) = typing.get_args(hint)
        items: Json = _typed(data, list, where)
        return tuple(decode(item, entry, f"{where}[{k}]") for k, item in enumerate(items))
    if dataclasses.is_dataclass(hint):
        return _decode_fields(data, typing.cast("type", hint), where)
    if isinstance(hint, type) and issubclass(hint, Enum):
        known = [member for member in hint if member.value == data and isinstance(data, str)]
        if not known:
            found = repr(data[:60]) if isinstance(data, str) else type(data).__name__  # a deep list has no safe repr
            raise InvalidInputError(f"{where}={found}: expected one of {[member.value for member in hint]}")
        return known[0]
    return _typed(data, typing.cast("type", hint), where)


def _typed(data: Json, kind: type, where: str) -> Any:
    if type(data) is not kind:
        raise InvalidInputError(f"{where}: expected {kind.__name__}, found {type(data).__name__}")
    return data


def _decode_union(data: Json, hint: types.UnionType, where: str) -> Any:
    known = {kind.__name__: kind for kind in typing.get_args(hint)}
    name = _typed(data, dict, where).get("type")
    if not isinstance(name, str) or name not in known:
        found = repr(name[:60]) if isinstance(name, str) else type(name).__name__
        raise InvalidInputError(f"{where}.type={found}: expected one of {sorted(known)}")
    return _decode_fields({key: value for key, value in data.items() if key != "type"}, known[name], where)


def _decode_fields(data: Json, kind: type, where: str) -> Any:
    fields = _fields(kind)
    if set(_typed(data, dict, where)) != set(fields):
        raise InvalidInputError(f"{where}: keys {sorted(data)[:20]}, expected {sorted(fields)} for {kind.__name__}")
    return kind(**{name: decode(data[name], hint, f"{where}.{name}") for name, hint in fields.items()})


def _rational(data: Json, where: str) -> fmpq:
    text: str = _typed(data, str, where)
    if len(text) > MAX_NUMBER or not _CANONICAL.fullmatch(text):
        raise InvalidInputError(f'{where}={text[:40]!r}: expected a rational "p/q" in lowest terms')
    numerator, _, denominator = text.partition("/")
    value = fmpq(fmpz(numerator), fmpz(denominator or "1"))
    if str(value) != text:
        raise InvalidInputError(f"{where}={text[:40]!r}: expected lowest terms, {str(value)[:40]}")
    return value


def _real(data: Json, where: str) -> Real:
    if isinstance(data, str):
        return Real(_rational(data, where))
    terms: list[tuple[fmpq, fmpq, fmpq, int]] = []
    for k, entry in enumerate(_typed(data, list, where)):
        spot = f"{where}[{k}]"
        if len(_typed(entry, list, spot)) != 4:
            raise InvalidInputError(f"{spot}: expected [c, q, t, k]")
        *numbers, power = entry
        c, q, t = (_rational(number, spot) for number in numbers)
        if abs(_typed(power, int, spot)) > 64 or abs(q) > MAX_EXPONENT:
            raise InvalidInputError(f"{spot}: expected |k| <= 64 and |q| <= {MAX_EXPONENT}")
        terms.append((c, q, t, power))
    value = Real.from_terms(terms)
    if encode(value, Real) != data:
        raise InvalidInputError(f"{where}: expected the terms in reduced form and order")
    return value
