"""An instance in exact numbers, laid out to be read: Markdown with aligned blocks."""

from __future__ import annotations

import dataclasses
import re
from typing import TYPE_CHECKING, Any, cast

from flint import fmpq

from theorems.model.bias import General, Invariant
from theorems.model.continuum import ContinuumProblem, Exponential, Trigonometric
from theorems.model.kernel import GeneralKernel, PairKernel, ZonalKernel
from theorems.model.labels import Labels, Reading
from theorems.model.law import Law, Measure
from theorems.model.matrix import equal, identity
from theorems.model.problem import Problem
from theorems.model.profile import value_at
from theorems.model.real import Real
from theorems.model.text import to_text
from verify.report.why import coordinate, masses_text, point_text, side

if TYPE_CHECKING:
    from collections.abc import Sequence

    from theorems.model.matrix import Matrix
    from theorems.model.nodes import Expression
    from theorems.statement import Instance

IN_PROBLEM = {"problem", "labels", "gauges", "profile", "dimension"}
"""Fields that the lines about the problem say already."""

READINGS = {
    Reading.ATOMIC: "each label is an atom of the label law; the i = j terms count",
    Reading.CELLS: "each label is a non-atomic cell, the kernel constant on it; the i = j terms count",
    Reading.TOKENS: "each label is a token without self-interaction; the i = j terms are left out",
}


def instance_lines(instance: Instance) -> list[str]:
    """Everything that the instance holds."""
    lines: list[str] = []
    problem: Problem | ContinuumProblem | None = getattr(instance, "problem", None)
    if isinstance(problem, Problem):
        lines += _problem(problem)
    elif problem is not None:
        lines += _continuum(problem)
    return lines + _fields(instance, IN_PROBLEM if problem is not None else set())


def _fields(instance: Instance, known: set[str]) -> list[str]:
    meanings = dict(re.findall(r"^ {4,}(\w+): (.+?)\.?$", type(instance).__doc__ or "", re.MULTILINE))
    lines: list[str] = []
    for field in dataclasses.fields(instance):
        if field.name in known:
            continue
        value = getattr(instance, field.name)
        if dataclasses.is_dataclass(value) and not isinstance(value, Law | Measure | Labels):
            lines += _fields(value, known)
            continue
        name = field.name.replace("_", " ")
        meaning = meanings.get(field.name, "")
        lines += _field(f"{name} ({meaning})" if meaning else name, value)
    return lines


def _field(name: str, value: Any) -> list[str]:  # noqa: ANN401 - a field of any theorem's instance
    match value:
        case Law():
            return [f"- {name}:", "", *law_table(value), ""]
        case Measure():
            return [f"- {name}:", "", *measure_table(value), ""]
        case bool():
            return [f"- {name}: {'yes' if value else 'no'}"]
        case tuple():
            return [f"- {name} = {_tuple_text(cast('tuple[Any, ...]', value))}"]
        case _:
            return [f"- {name} = {value}"]


def _tuple_text(entries: tuple[Any, ...]) -> str:
    """A point, points one a label, or rationals."""
    if entries and isinstance(entries[0], tuple):
        return ", ".join(map(point_text, entries)) + " in the order of the labels"
    return point_text(entries) if entries and isinstance(entries[0], Real) else masses_text(entries)


def _problem(problem: Problem) -> list[str]:
    labels, kernel = problem.labels, problem.kernel
    n = len(labels)
    lines = [
        f"- dimension d = {problem.dimension}, number of labels n = {n}",
        f"- masses of the labels: {masses_text(labels.masses)}",
        f"- reading `{labels.reading.value}`: {READINGS[labels.reading]}",
    ]
    if isinstance(kernel, PairKernel | GeneralKernel):
        return [
            *lines,
            f"- kernel `{to_text(kernel.expression)}`"
            + (", r the inner product" if isinstance(kernel, PairKernel) else ""),
        ]
    if not isinstance(kernel, ZonalKernel):
        lines.append("- kernel $h_{ij}(x, y) = \\langle x, M_{ij} y \\rangle$ with the blocks")
        blocks = [(f"M_{i + 1}{j + 1}", kernel.blocks[i][j]) for i in range(n) for j in range(i, n)]
        return [*lines, "", *_matrices(blocks), ""]
    plain = all(entry == 1 for row in kernel.bias for entry in row)
    inner = "\\langle R_i x, R_j y \\rangle" if kernel.gauges else "\\langle x, y \\rangle"
    lines.append(f"- kernel $h_{{ij}}(x, y) = {'' if plain else 'k_{ij} '}\\varphi({inner})$")
    lines.append(f"- profile {profile_words(kernel.profile)}")
    shown: list[tuple[str, Matrix]] = [] if plain else [("k", kernel.bias)]
    lines += ["- bias $k_{ij} = 1$"] if plain else []
    if kernel.gauges and all(equal(gauge, identity(problem.dimension)) for gauge in kernel.gauges):
        lines.append("- gauges: every $R_i$ is the identity")
    else:
        shown += [(f"R_{i + 1}", gauge) for i, gauge in enumerate(kernel.gauges)]
    return [*lines, "", *_matrices(shown), ""] if shown else lines


def profile_words(profile: Expression) -> str:
    """The profile and its values at -1, 0 and 1."""
    values = [f"$\\varphi({r})$ = {side('', value_at(profile, Real(r)))}" for r in (-1, 0, 1)]
    return f"$\\varphi(r)$ = `{to_text(profile)}`: " + ", ".join(values)


def _matrices(named: Sequence[tuple[str, Matrix]]) -> list[str]:
    lines: list[str] = []
    for name, rows in named:
        texts = [[coordinate(entry) for entry in row] for row in rows]
        widths = [max(len(row[j]) for row in texts) for j in range(len(texts[0]))]
        for i, row in enumerate(texts):
            head = f"{name} = " if i == len(texts) // 2 else " " * (len(name) + 3)
            aligned = "  ".join(text.rjust(width) for text, width in zip(row, widths, strict=True))
            lines.append(f"{head}[ {aligned} ]")
        lines.append("")
    return ["```text", *lines[:-1], "```"]


def _continuum(problem: ContinuumProblem) -> list[str]:
    match problem.bias:
        case Trigonometric(coefficients):
            waves = [f"{_factor(a)}cos({'' if m == 1 else m}(s - t))" for m, a in enumerate(coefficients) if m and a]
            mean = [str(coefficients[0])] if coefficients[0] or not waves else []
            where, bias = "the circle, s in (-pi, pi)", " + ".join([*mean, *waves]).replace("+ -", "- ")
        case Exponential(scale, rate):
            where, bias = "[0, 1]", f"{_factor(scale)}exp(-{_factor(rate)}|s - t|)"
        case Invariant(space, function) | General(space, function):
            where, bias = f"the {space.value}", to_text(function)
    return [
        f"- dimension d = {problem.dimension}",
        f"- labels: a continuum, uniform on {where}",
        "- kernel $h((x, s), (y, t)) = k(s, t)\\, \\varphi(\\langle x, y \\rangle)$",
        f"- bias k(s, t) = `{bias}`",
        f"- profile {profile_words(problem.profile)}",
    ]


def _factor(a: fmpq) -> str:
    return {fmpq(1): "", fmpq(-1): "-"}.get(a, f"{a} ")


def law_table(law: Law, labels: Labels | None = None) -> list[str]:
    """One row an atom: its label, the label's mass if the labels are given, its weight in the slice, its point."""
    head = ["label", *(["mass of the label"] if labels else []), "weight in its slice", "point"]
    rows = [
        [str(i + 1), *([str(labels.masses[i])] if labels else []), str(atom.weight), point_text(atom.point)]
        for i, piece in enumerate(law.slices)
        for atom in piece.atoms
    ]
    return table(head, rows)


def measure_table(measure: Measure) -> list[str]:
    """One row an atom: its weight and its point."""
    return table(["weight", "point"], [[str(atom.weight), point_text(atom.point)] for atom in measure.atoms])


def table(head: list[str], rows: list[list[str]]) -> list[str]:
    """A table in Markdown."""
    return ["| " + " | ".join(row) + " |" for row in (head, ["---"] * len(head), *rows)]
