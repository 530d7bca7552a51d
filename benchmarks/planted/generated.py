"""Errors made from the syntax tree: an operator turned, a constant off by one, a check left out; sampled by a seed."""

from __future__ import annotations

import ast
import random
from typing import TYPE_CHECKING

from benchmarks.planted.error import ROOT, Planted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

SEED = 3
"""Chooses the sites; the file's name is hashed in, so that a change of one file moves no site of another."""

MODEL = (
    "real",
    "matrix",
    "gauge",
    "sphere",
    "labels",
    "law",
    "energy",
    "kernel",
    "problem",
    "profile",
    "selfterm",
    "multipliers",
    "refinement",
    "continuum",
    "flow",
    "codec",
    "arithmetic",
    "calculus",
    "evaluation",
)
"""The mathematics of theorems/model."""

CHAPTERS = ("diracization", "rotary", "prefix", "spectral")

NOT_CLAIMED = ("witness", "draw", "tuple_bounds", "_balanced_pair", "laws_past_the_peak")
"""Functions of a theorem file that offer proofs or draw instances: an error there proves nothing false."""

COMPARED: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
}
COMPUTED: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "/"),
    ast.Div: ("/", "*"),
}


def files(root: Path = ROOT) -> dict[str, int]:
    """Every file that bears generated errors, and how many."""
    counts = {f"theorems/model/{name}.py": 2 for name in MODEL}
    for path in sorted((root / "verify" / "checker").glob("*.py")):
        counts[f"verify/checker/{path.name}"] = 3
    for chapter in CHAPTERS:
        for path in sorted((root / "theorems" / chapter).glob("*.py")):
            if path.name not in ("__init__.py", "summary.py"):
                counts[f"theorems/{chapter}/{path.name}"] = 1
    return counts


def errors(root: Path = ROOT) -> list[Planted]:
    """The sampled errors of all files, in order."""
    made: list[Planted] = []
    for file, count in files(root).items():
        sites = list(sites_in(file, (root / file).read_text(encoding="utf-8")))
        chosen = random.Random(f"{SEED}:{file}").sample(range(len(sites)), min(count, len(sites)))
        made += [sites[k] for k in sorted(chosen)]
    return made


def sites_in(file: str, source: str) -> Iterator[Planted]:
    """Every error that can be made in the functions and hypotheses of the source."""
    text = Text(file, source)
    for node in _nodes(ast.parse(source)):
        yield from _operators(text, node)
        yield from _leaves(text, node)


class Text:
    """A source with the places of its syntax tree, whose columns count bytes."""

    def __init__(self, file: str, source: str) -> None:
        """The source of the file."""
        self._file = file
        self._source = source
        self._lines = [line.encode() for line in source.splitlines(keepends=True)]
        self._starts = [0]
        for line in self._lines:
            self._starts.append(self._starts[-1] + len(line.decode()))

    def _offset(self, line: int, column: int) -> int:
        return self._starts[line - 1] + len(self._lines[line - 1][:column].decode())

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        """Where the node starts and ends."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._offset(node.lineno, node.col_offset), self._offset(node.end_lineno, node.end_col_offset)

    def planted(self, start: int, end: int, new: str) -> Planted:
        """The error that replaces what stands there, named by its line."""
        line = self._source.count("\n", 0, start) + 1
        old = " ".join(self._source[start:end].split())
        what = f"generated, line {line}: {old[:40]} " + (f"becomes {new}" if new else "left out")
        return Planted(self._file, start, end, new, what)

    def between(self, left: ast.expr, right: ast.expr, old: str, new: str) -> Iterator[Planted]:
        """The error that exchanges the operator between two operands."""
        low, high = self.span(left)[1], self.span(right)[0]
        if self._source.count(old, low, high) == 1:
            place = self._source.index(old, low, high)
            yield self.planted(place, place + len(old), new)


def _operators(text: Text, node: ast.AST) -> Iterator[Planted]:
    match node:
        case ast.Compare(left, [operator], [right]) if type(operator) in COMPARED:
            yield from text.between(left, right, *COMPARED[type(operator)])
        case ast.BinOp(left, operator, right) if type(operator) in COMPUTED and not _is_text(left, right):
            yield from text.between(left, right, *COMPUTED[type(operator)])
        case ast.BoolOp(operator, [first, second, *_]) if not _is_text(first, second):
            words = ("and", "or") if isinstance(operator, ast.And) else ("or", "and")
            yield from text.between(first, second, *words)
        case ast.UnaryOp(ast.Not()):
            start, _ = text.span(node)
            yield text.planted(start, start + len("not "), "")
        case _:
            pass


def _leaves(text: Text, node: ast.AST) -> Iterator[Planted]:
    match node:
        case ast.Return(ast.Constant(bool() as value) as constant):
            yield text.planted(*text.span(constant), str(not value))
        case ast.Constant(int() as value) if not isinstance(value, bool):
            yield text.planted(*text.span(node), str(value + 1))
            yield text.planted(*text.span(node), f"({value - 1})" if value < 1 else str(value - 1))
        case ast.Raise():
            yield text.planted(*text.span(node), "pass")
        case _:
            pass


def _is_text(*nodes: ast.expr) -> bool:
    return any(isinstance(node, ast.JoinedStr) or isinstance(getattr(node, "value", None), str) for node in nodes)


def _nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """The nodes of functions and hypotheses, not of messages, hints, mutants, and what draws or offers proofs."""
    for child in _children(tree):
        if not _is_left_out(child) and not (isinstance(tree, ast.Module) and _is_table(child)):
            yield child
            yield from _nodes(child)


def _children(node: ast.AST) -> Iterable[ast.AST]:
    match node:
        case ast.FunctionDef():
            return [*node.body, *filter(None, node.args.kw_defaults)]
        case ast.AnnAssign():
            return filter(None, [node.value])
        case ast.Raise():
            return ()
        case _:
            return ast.iter_child_nodes(node)


def _is_left_out(node: ast.AST) -> bool:
    match node:
        case ast.FunctionDef(name=name, args=arguments):
            drawn = any(argument.arg == "source" for argument in arguments.args)
            return drawn or name.startswith(NOT_CLAIMED) or name.endswith(("__str__", "__repr__", "_text"))
        case ast.Call(func=ast.Name(id="Mutant" | "Boundary")) | ast.JoinedStr():
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING")) | ast.Import() | ast.ImportFrom():
            return True
        case ast.Subscript(value=ast.Name(id="dict" | "tuple" | "list")):
            return True
        case _:
            return False


def _is_table(node: ast.AST) -> bool:
    """Whether a statement of a module is a budget or a table, not the theorem or a hypothesis."""
    named = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
    return isinstance(node, ast.Assign | ast.AnnAssign) and not named & {"Hypothesis", "Theorem"}
