"""The import law `theorems <- verify <- properties <- tests` as a function of the source.

It takes a mapping from paths to sources, so that a test can plant sources that break it. What it cannot see, a module
that arrives through another, is the business of the test that runs recheck without sympy, numpy and the solvers.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

STANDARD = tuple(sys.stdlib_module_names)
NUMERIC = ("numpy", "scipy", "cvxpy", "ot", "matplotlib")
EVALUATORS = {"eval", "exec", "sympify", "parse_expr"}


@dataclass(frozen=True)
class Law:
    """Files under `where`, those under `exempt` apart, import nothing outside `allowed` and nothing in `forbidden`."""

    name: str
    where: tuple[str, ...]
    exempt: tuple[str, ...] = ()
    allowed: tuple[str, ...] | None = None
    forbidden: tuple[str, ...] = ()


LAWS = (
    Law("theorems-below", ("theorems",), forbidden=("verify", "properties", "tests", "benchmarks", "conftest")),
    Law("verify-below", ("verify",), forbidden=("properties", "tests", "benchmarks", "conftest")),
    Law("properties-below", ("properties",), forbidden=("tests", "benchmarks", "conftest")),
    Law("model-pure", ("theorems.model",), allowed=(*STANDARD, "flint", "theorems.model")),
    # More than the statement asks of theorem files: recheck loads them, and it runs without sympy and numpy.
    Law(
        "theorem-files-exact",
        ("theorems",),
        exempt=("theorems.symbolic",),
        allowed=(*STANDARD, "flint", "theorems"),
        forbidden=("theorems.symbolic",),
    ),
    # verdict and errors are in the list because the checker loads them.
    Law(
        "checker-trusted",
        ("verify.checker", "verify.certificate", "verify.verdict", "verify.errors"),
        allowed=(
            *STANDARD,
            "flint",
            "theorems",
            "verify.checker",
            "verify.certificate",
            "verify.verdict",
            "verify.errors",
        ),
        forbidden=("theorems.symbolic",),
    ),
    Law(
        "numeric-confined",
        ("theorems", "verify", "properties"),
        exempt=("verify.search", "verify.relax"),
        forbidden=NUMERIC,
    ),
)


def under(name: str, prefixes: tuple[str, ...]) -> bool:
    """Whether the dotted name is one of the prefixes or lies in one of them."""
    return any(name == prefix or name.startswith(prefix + ".") for prefix in prefixes)


def module_of(path: str) -> tuple[str, str]:
    """The dotted name of the module at a path from the root, and that of the package it lies in."""
    parts = PurePosixPath(path).with_suffix("").parts
    if parts[-1] == "__init__":
        return ".".join(parts[:-1]), ".".join(parts[:-1])
    return ".".join(parts), ".".join(parts[:-1])


def origin(node: ast.ImportFrom, package: str) -> str:
    """The absolute name of what follows `from`."""
    if not node.level:
        return node.module or ""
    parts = package.split(".")
    if not package or node.level > len(parts):
        raise ValueError(f"level={node.level} in package={package!r}: a relative import stays below the root")
    return ".".join([*parts[: len(parts) - node.level + 1], *([node.module] if node.module else [])])


def called_name(node: ast.Call) -> str:
    """The last part of what is called: f of f(), g of a.b.g()."""
    match node.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def imports(tree: ast.AST, package: str) -> Iterator[tuple[int, str]]:
    """Line and absolute name of each import at any depth; `from a import b` is a.b, for b may be a module."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from ((node.lineno, alias.name) for alias in names)
            case ast.ImportFrom(names=names):
                base = origin(node, package)
                yield from ((node.lineno, base if a.name == "*" else f"{base}.{a.name}") for a in names)
            case ast.Call(args=[ast.Constant(value=str(name)), *_]) if called_name(node) in {
                "import_module",
                "__import__",
            }:
                yield node.lineno, name
            case _:
                pass


def evaluations(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and name wherever one of EVALUATORS is called, named or imported."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) if name in EVALUATORS:
                yield node.lineno, name
            case ast.ImportFrom(names=names):
                yield from ((node.lineno, alias.name) for alias in names if alias.name in EVALUATORS)
            case _:
                pass


def violations(sources: Mapping[str, str]) -> list[str]:
    """Each breach as `path:line: law: name`, in the order of the paths."""
    found: list[str] = []
    for path, source in sorted(sources.items()):
        module, package = module_of(path)
        tree = ast.parse(source, path)
        names = sorted(imports(tree, package))
        for law in LAWS:
            if not under(module, law.where) or under(module, law.exempt):
                continue
            found += [
                f"{path}:{line}: {law.name}: {name}"
                for line, name in names
                if under(name, law.forbidden) or (law.allowed is not None and not under(name, law.allowed))
            ]
        found += [f"{path}:{line}: no-evaluation: {name}" for line, name in sorted(evaluations(tree))]
    return found
