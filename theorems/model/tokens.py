"""The words of an expression's text, and errors that point at one of them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from theorems.model.errors import InvalidInputError

MAX_LENGTH = 10_000
"""Longest expression, in characters."""

MAX_NESTING = 50
"""Deepest nesting of brackets, which bounds the recursion of the parser."""

_WINDOW = 60
"""How many characters of a long line an error shows on each side of the caret."""

_TOKEN = re.compile(
    r"(?P<space>[ \t\r\n]+)|(?P<number>\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3})?(?![\w.]))|(?P<name>[A-Za-z_]\w*)"
    r"|(?P<symbol>\*\*|[-+*/()\[\],])",
    re.ASCII,
)
_HINTS = {"^": "write ** for a power", ".": "write 0.5 for .5; nothing here has attributes"}


class ExpressionError(InvalidInputError):
    """An expression that is refused; the message ends with the line and a caret under the place."""

    def __init__(self, problem: str, text: str, position: int) -> None:
        """Points at a position of the text, counted from 0."""
        line_start = text.rfind("\n", 0, position) + 1
        line = text[line_start:].split("\n", 1)[0]
        row, column = text.count("\n", 0, position) + 1, position - line_start
        where = f"line {row}, column {column + 1}" if "\n" in text.strip() else f"column {column + 1}"
        left = max(0, column - _WINDOW)
        shown = "".join(c if " " <= c <= "~" else "?" for c in line[left : column + _WINDOW])
        super().__init__(f"expression, {where}: {problem}\n  {shown}\n  {' ' * (column - left)}^")


@dataclass(frozen=True)
class Token:
    """A word: kind is number, name, symbol or end."""

    kind: str
    text: str
    position: int


def tokenize(text: str) -> tuple[Token, ...]:
    """The words of the text, with one of kind `end` behind them.

    Raises:
        ExpressionError: a character that no expression holds, a malformed number, or a text beyond `MAX_LENGTH`.
    """
    if len(text) > MAX_LENGTH:
        raise ExpressionError(f"{len(text)} characters, expected at most {MAX_LENGTH}", text, MAX_LENGTH)
    tokens: list[Token] = []
    position = 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None or match.lastgroup is None:
            raise ExpressionError(_refusal(text[position]), text, position)
        if match.lastgroup != "space":
            tokens.append(Token(match.lastgroup, match[0], position))
        position = match.end()
    return (*tokens, Token("end", "the end", len(text)))


def _refusal(character: str) -> str:
    if character.isascii() and character.isdigit():
        return "malformed number; expected one like 3, 0.25 or 1e-9, with an operator behind it (2 * s, not 2s)"
    if not character.isascii():
        return f"character U+{ord(character):04X} is not ASCII; type it anew, it may only look like another"
    hint = _HINTS.get(character, "expected numbers, names, + - * / ** ( ) [ ] and commas")
    return f"character {character!a} has no place in an expression; {hint}"


class Words:
    """A place in the words of a text, and the steps that a parser takes from there."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = tokenize(text)
        self._next = 0
        self._nesting = 0

    @property
    def token(self) -> Token:
        """The word at the place."""
        return self._tokens[self._next]

    def error(self, problem: str, token: Token | None = None) -> ExpressionError:
        """The error that points at the word, by default the one at the place."""
        token = token or self.token
        found = "" if token.kind == "end" else f", found {token.text[:40]!r}"
        return ExpressionError(problem + found, self._text, token.position)

    def take(self) -> Token:
        """The word at the place, and a step."""
        token = self.token
        self._next += token.kind != "end"
        return token

    def accept(self, *symbols: str) -> str | None:
        """A step over one of the symbols, or None."""
        return self.take().text if self.token.kind == "symbol" and self.token.text in symbols else None

    def expect(self, symbol: str) -> None:
        """A step over the symbol, or an error."""
        if self.accept(symbol) is None:
            raise self.error(f"expected {symbol!r}")

    def open(self, symbol: str) -> None:
        """A step over an opening bracket, one level deeper."""
        self.expect(symbol)
        self._nesting += 1
        if self._nesting > MAX_NESTING:
            raise self.error(f"brackets nested more than {MAX_NESTING} deep")

    def close(self, symbol: str) -> None:
        """A step over the closing bracket."""
        self.expect(symbol)
        self._nesting -= 1
