"""The messages of refusals, read from the checker's source: what is fixed in each, as a pattern."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

SOURCES = {
    **dict.fromkeys(sorted((ROOT / "verify" / "checker").glob("*.py")), ("RefusedError",)),
    ROOT / "verify" / "checker" / "replay.py": ("RefusedError", "InvalidInputError"),
    ROOT / "verify" / "certificate.py": ("InvalidInputError",),
}


@dataclass(frozen=True)
class Refusal:
    """A place that refuses, and a pattern that its message fits."""

    place: str
    pattern: str

    def fits(self, reason: str) -> bool:
        """Whether the reason may be from here."""
        return re.fullmatch(self.pattern, reason, re.DOTALL) is not None


def pattern(node: ast.expr) -> str:
    """What is fixed in the message; anything in the rest."""
    match node:
        case ast.Constant(str() as text):
            return re.escape(text)
        case ast.JoinedStr(values):
            return "".join(map(pattern, values))
        case ast.BinOp(left, ast.Add(), right):
            return pattern(left) + pattern(right)
        case ast.IfExp(_, body, otherwise):
            return f"(?:{pattern(body)}|{pattern(otherwise)})"
        case _:
            return ".*"


def refusals_in(source: str, name: str, errors: tuple[str, ...]) -> Iterator[Refusal]:
    """Every `raise` of one of the errors whose message has a fixed part."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Raise(ast.Call(ast.Name(error), [message, *_])) if error in errors:
                if (made := pattern(message)) != ".*":
                    yield Refusal(f"{name}:{node.lineno}", made)
            case _:
                pass


def refusals() -> list[Refusal]:
    """All refusals of the trusted rules, of the replay and of certificates."""
    return [
        refusal
        for path, errors in SOURCES.items()
        for refusal in refusals_in(path.read_text(encoding="utf-8"), path.name, errors)
    ]
