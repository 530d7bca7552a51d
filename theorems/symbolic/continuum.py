r"""LaTeX of what is asserted of a continuum of labels, and of the laws there; `latex` writes the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sympy

from theorems.model.assertion import (
    ContinuumCollapse,
    ContinuumFinite,
    ContinuumOrder,
    ContinuumSpread,
    ContinuumSupremum,
    ContinuumUnique,
    Family,
    GraphMaximiser,
    GreatCircle,
    Relation,
    UniformWinding,
    WindingAtom,
)
from theorems.model.bias import General, Invariant, Space
from theorems.model.continuum import (
    ArcLaw,
    ContinuumLaw,
    ContinuumProblem,
    CurveLaw,
    Trigonometric,
)
from theorems.model.evaluation import evaluate
from theorems.symbolic.arithmetic import SYMBOLIC
from theorems.symbolic.kernel import profile_expression

if TYPE_CHECKING:
    from flint import fmpq

ContinuumAssertion = (
    ContinuumSupremum
    | ContinuumOrder
    | GraphMaximiser
    | ContinuumCollapse
    | ContinuumSpread
    | ContinuumUnique
    | ContinuumFinite
    | GreatCircle
    | UniformWinding
    | WindingAtom
)

SYMBOLS = {
    Relation.LE: r"\le",
    Relation.LT: "<",
    Relation.GE: r"\ge",
    Relation.GT: ">",
    Relation.EQ: "=",
    Relation.NE: r"\ne",
}

MARGINAL = r"\textstyle\int \mu_s\, \rho(ds)"

_S, _T = sympy.symbols("s t", real=True)


def bias_latex(problem: ContinuumProblem) -> str:
    """The label space, and k(s, t) = ..."""
    if isinstance(problem.bias, Trigonometric):
        waves = (SYMBOLIC.number(a) * sympy.cos(m * (_S - _T)) for m, a in enumerate(problem.bias.coefficients))
        return rf"s, t \in \mathbb{{R}}/2\pi\mathbb{{Z}}, \quad k(s, t) = {sympy.latex(sum(waves, sympy.Integer(0)))}"
    if isinstance(problem.bias, Invariant | General):
        where = r"\mathbb{R}/2\pi\mathbb{Z}" if problem.space is Space.CIRCLE else "[0, 1]"
        names = {"u": _S - _T, "s": _S, "t": _T}
        if isinstance(problem.bias, Invariant) and problem.space is Space.INTERVAL:
            names["u"] = sympy.Abs(_S - _T)
        value = evaluate(problem.bias.function, names, SYMBOLIC)
        return rf"s, t \in {where}, \quad k(s, t) = {sympy.latex(value)}"
    scale, rate = (SYMBOLIC.number(value) for value in (problem.bias.scale, problem.bias.rate))
    decay = sympy.latex(scale * sympy.exp(-rate * sympy.Abs(_S - _T)))
    return rf"s, t \in [0, 1], \quad k(s, t) = {decay}"


def continuum_latex(problem: ContinuumProblem) -> str:
    """The energy functional of the problem, its label law, its bias and its profile."""
    profile = sympy.latex(profile_expression(problem.profile))
    return (
        r"E[\mu] = \frac{1}{2} \iint k(s, t) \iint \varphi(\langle x, y \rangle)\, \mu_s(dx)\, \mu_t(dy)\, "
        rf"\rho(ds)\, \rho(dt), \quad \rho \text{{ uniform}}, \quad {bias_latex(problem)}, \quad "
        rf"\varphi(r) = {profile}, \quad \mu_s \in \mathcal{{P}}(S^{{{problem.dimension - 1}}})"
    )


def continuum_law_latex(law: ContinuumLaw) -> str:
    """The map of a graph law, or the number of cells of a law that is constant on them."""
    match law:
        case CurveLaw(winding, square_height):
            height, radius = (sympy.sqrt(SYMBOLIC.number(q)) for q in (square_height, 1 - square_height))
            return rf"x(s) = {_tuple(radius * sympy.cos(winding * _S), radius * sympy.sin(winding * _S), height)}"
        case ArcLaw(rate):
            angle = SYMBOLIC.number(rate) * _S
            arc = _tuple(sympy.cos(angle), sympy.sin(angle), sympy.Integer(0))
            return rf"x(s) = {arc}, \ s \in (-\pi, \pi)"
        case _:
            atoms = sum(len(piece.atoms) for piece in law.slices)
            return rf"\mu_s \text{{ constant on }} {len(law.slices)} \text{{ cells, {atoms} atoms}}"


def assertion_latex(assertion: ContinuumAssertion) -> str:
    """What the assertion says; the problem it speaks of is written by `continuum_latex`."""
    holds = assertion.relation is Relation.EQ
    exists = r"\exists" if holds else r"\nexists"
    match assertion:
        case ContinuumSupremum(_, family, relation, value):
            quantifier = r"\forall" if relation in {Relation.LE, Relation.LT} else r"\exists"
            over = r"\mu" if family is Family.LAWS else r"\mu = \Gamma[x]"
            return rf"{quantifier}\, {over}:\ E[\mu] {SYMBOLS[relation]} {sympy.latex(SYMBOLIC.lift(value))}"
        case ContinuumOrder(_, first, relation, second):
            listed = rf"\mu: {continuum_law_latex(first)}, \quad \nu: {continuum_law_latex(second)}"
            return rf"E[\mu] {SYMBOLS[relation]} E[\nu], \quad {listed}"
        case GraphMaximiser():
            sphere = rf"S^{{{assertion.problem.dimension - 1}}}"
            return rf"{exists}\, x: A \to {sphere}:\ \Gamma[x] \in \operatorname{{arg\,max}} E"
        case ContinuumUnique():
            return rf"|\operatorname{{arg\,max}} E / O(d)| {SYMBOLS[assertion.relation]} 1"
        case ContinuumFinite():
            return rf"|\operatorname{{arg\,max}} E / O(d)| {'<' if holds else '='} \infty"
        case GreatCircle():
            circle = r"\Gamma[s \mapsto (\cos ms, \sin ms, 0, \dots)]"
            return rf"{exists}\, m \ge 1:\ {circle} \in \operatorname{{arg\,max}} E"
        case UniformWinding(rate, length, relation):
            image = rf"{_turning(rate)}_\# \mathcal{{U}}[0, {sympy.latex(SYMBOLIC.number(length))}]"
            return rf"{image} {SYMBOLS[relation]} \mathcal{{U}}(S^1)"
        case WindingAtom(rate, _):
            return rf"{exists}\, \rho \text{{ non-atomic}}:\ {_turning(rate)}_\# \rho \text{{ has an atom}}"
        case _:
            return _of_maximisers(holds=holds, spread=isinstance(assertion, ContinuumSpread))


def _of_maximisers(*, holds: bool, spread: bool) -> str:
    every = r"\forall" if holds else r"\exists"
    dirac = r" = \delta_u \text{ for some } u" if holds != spread else r" \ne \delta_u \text{ for all } u"
    return rf"{every}\, \mu \in \operatorname{{arg\,max}} E:\ {MARGINAL}{dirac}"


def _turning(rate: fmpq) -> str:
    exponent = sympy.latex(2 * sympy.pi * sympy.I * SYMBOLIC.number(rate) * _S)
    return rf"\left(s \mapsto e^{{{exponent}}}\right)"


def _tuple(*entries: sympy.Expr) -> str:
    shown = entries if entries[-1] != 0 else entries[:-1]
    written = ", ".join(sympy.latex(entry) for entry in shown)
    return rf"\left({written}, 0, \dots\right)"
