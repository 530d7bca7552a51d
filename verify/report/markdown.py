"""The report of a counterexample in Markdown, and the texts of all files of its folder."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from theorems.model.continuum import ArcLaw, CellLaw, ContinuumLaw, CurveLaw
from theorems.model.law import Law, Measure
from theorems.model.problem import Problem
from theorems.statement import shape_of
from verify.certificate import Role
from verify.folder import REPORT
from verify.report.by_hand import by_hand
from verify.report.counterexample import CERTIFICATE, document, title_of, why_of
from verify.report.layout import instance_lines, law_table, measure_table
from verify.report.picture import caption, picture
from verify.report.reasons import said
from verify.report.words import law_words, shape

if TYPE_CHECKING:
    from verify.report.counterexample import Found
    from verify.report.why import Exhibit, Why

PICTURE, MARKDOWN = "picture.svg", "report.md"
"""Files in the folder of a report."""


def report_files(found: Found) -> dict[str, str]:
    """The texts of the report's files, by their names."""
    why = why_of(found)
    return {
        MARKDOWN: markdown(found, why),
        REPORT: json.dumps(document(found), indent=1, ensure_ascii=False) + "\n",
        PICTURE: picture(f"{title_of(found.aim)}: a counterexample", why),
        CERTIFICATE: found.text,
    }


def markdown(found: Found, why: Why) -> str:
    """The report as a person reads it."""
    theorem, seen = found.aim.theorem, caption(why)
    part = f"part `{found.part}` of {theorem.number}"
    bears = f"It bears on {part}, “{said(found.claimed)}”, which is false on this instance."
    sections = [
        [f"# {title_of(found.aim)}: a counterexample", "", f"`{theorem.name}`: {theorem.title} (S {theorem.section})."],
        ["## The statement", "", *_quoted(theorem.text)],
        _changed(found),
        ["## The smallest instance found", "", f"{_sized(found)}.", "", *instance_lines(found.instance)],
        ["## Why it refutes", "", f"On this instance, part `{found.part}`:", "", *_reasons(why), *_sides(why)],
        *([_shown(why)] if why.exhibits else []),
        ["## Picture", "", f"![{seen}]({PICTURE})", "", seen, bears],
        _certified(found),
    ]
    text = "\n\n".join("\n".join(lines).strip() for lines in sections) + "\n"
    return re.sub(r"\n{3,}", "\n\n", text)


def _reasons(why: Why) -> list[str]:
    return [f"{sentence}\n" for sentence in why.sentences]


def _quoted(docstring: str) -> list[str]:
    """The Claim of the docstring as a quotation, its LaTeX as it stands."""
    match = re.search(r"^Claim: (.*?)(?=^[A-Z][a-z]+: )", docstring, re.MULTILINE | re.DOTALL)
    words = " ".join((match.group(1) if match else docstring).split())
    return [f"> {words}"]


def _changed(found: Found) -> list[str]:
    theorem, aim = found.aim.theorem, found.aim
    if aim.role is Role.MUTANT:
        mutant = theorem.mutant(aim.variant)
        return ["## What is changed", "", f"The mutant “{mutant.name}”: {mutant.change}. Every hypothesis holds here."]
    if aim.role is Role.CLAIM:
        if theorem.wrong:
            return ["## What it lacks", "", f"The sentence does not hold as it stands: {theorem.wrong}."]
        return ["## The hypotheses", "", "Every hypothesis holds here: the claim itself is refuted."]
    lines = ["## The hypothesis dropped", ""]
    for hypothesis in theorem.hypotheses:
        mark = "**fails here**" if hypothesis.name == aim.variant else "holds here"
        lines.append(f"- {hypothesis.name}, {mark}: {hypothesis.statement}")
    alone = "this one, the only one, fails" if len(theorem.hypotheses) == 1 else "this one alone fails"
    lines += ["", f"The checker decides each exactly on the instance, and refuses the certificate unless {alone}."]
    return [*lines, f"The least case, by the theorem file: {theorem.boundary(aim.variant).least}."]


def _sized(found: Found) -> str:
    looked = found.searched.instances
    simplest = "the simplest that the draw can give refutes already"
    how = simplest if looked == 1 else f"the smallest found among {looked} instances looked at"
    return f"{shape(shape_of(found.instance))}; {how}"


def _sides(why: Why) -> list[str]:
    if why.sides is None:
        return []
    rows = [f"| {one.words} | {one.exact or 'no short exact form'} | {one.decimal} |" for one in why.sides]
    return ["| | exactly | as a decimal |", "| --- | --- | --- |", *rows]


def _shown(why: Why) -> list[str]:
    lines = ["## What to look at", ""]
    energies = why.sides is None or any("E" in one.words.split() for one in why.sides)
    for exhibit in why.exhibits:
        terms = by_hand(exhibit) if energies else []
        heading = f"**{exhibit.title[:1].upper()}{exhibit.title[1:]}**"
        lines += [heading, "", *_content(exhibit), "", *terms, ""]
    return lines


def _content(exhibit: Exhibit) -> list[str]:
    content, problem = exhibit.content, exhibit.problem
    if isinstance(content, Law):
        return law_table(content, problem.labels if isinstance(problem, Problem) else None)
    if isinstance(content, Measure):
        return measure_table(content)
    return _continuum_words(content)


def _continuum_words(content: ContinuumLaw) -> list[str]:
    match content:
        case CellLaw(slices):
            rows = law_table(Law(slices))
            cells = "one cell, which is all labels" if len(slices) == 1 else f"{len(slices)} equal cells of labels"
            return [f"It is constant on {cells}:", "", rows[0].replace("label", "cell"), *rows[1:]]
        case CurveLaw(0, _):
            return ["Every label at one point."]
        case CurveLaw(winding, square):
            turn = "s" if winding == 1 else f"{winding} s"
            across, height = (f"sqrt({1 - square}) ", f", sqrt({square})") if square else ("", "")
            return [f"x(s) = ({across}cos({turn}), {across}sin({turn}){height}, 0, ...), {law_words(content)}."]
        case ArcLaw(rate):
            return [f"x(s) = (cos({rate} s), sin({rate} s), 0, ...) for s in (-pi, pi), {law_words(content)}."]


def _certified(found: Found) -> list[str]:
    proves = (
        f"[{CERTIFICATE}]({CERTIFICATE}) proves the opposite on this instance; the checker accepts it with the trust "
        f"`{found.trust.label}`. It says nothing about other instances, and nothing against the theorem with all its "
        "hypotheses."
    )
    commands = "Replay the certificate, and find the counterexample again, with:"
    return ["## Certificate", "", proves, "", commands, "", "```sh", found.recheck, found.command, "```"]
