r"""LaTeX of numbers, kernels, energies and assertions, for `anticollapse show` and the reports.

Labels count from 1, as in claims.md. Lists and matrices beyond `MAX_SHOWN` entries a row are named, not written out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import sympy

from theorems.model.assertion import (
    Affine,
    Assertion,
    CircleMaximiser,
    Collapse,
    Convex,
    Diracizes,
    Domain,
    Energy,
    Finite,
    GrowthRate,
    Identity,
    Masses,
    NonNegative,
    OneOutput,
    Orbit,
    OrbitMaximiser,
    Output,
    PassageTime,
    Realisable,
    Relation,
    Spread,
    StableTwist,
    SubsetSums,
    Supremum,
    Unique,
)
from theorems.model.kernel import BilinearKernel, Kernel, PairKernel, ZonalKernel, frame_gauges
from theorems.model.labels import Reading
from theorems.model.passage import Attention, Passage, TwoClusters
from theorems.model.text import to_text
from theorems.symbolic import continuum
from theorems.symbolic.arithmetic import SYMBOLIC
from theorems.symbolic.kernel import lifted, profile_expression

if TYPE_CHECKING:
    from flint import fmpq

    from theorems.model.law import Law, Measure
    from theorems.model.matrix import Matrix, Vector
    from theorems.model.nodes import Expression
    from theorems.model.problem import Problem
    from theorems.model.real import Real

MAX_SHOWN = 6
"""Most rows of a matrix, entries of a vector or points of a measure that are written out."""

RELATIONS = {
    Relation.LE: r"\le",
    Relation.LT: "<",
    Relation.GE: r"\ge",
    Relation.GT: ">",
    Relation.EQ: "=",
    Relation.NE: r"\ne",
}

ARGMAX = r"\operatorname{arg\,max} E"
MARGINAL = r"\textstyle\sum_i \rho_i \mu_i"


def number_latex(value: Real) -> str:
    """An exact number."""
    return sympy.latex(SYMBOLIC.lift(value))


def profile_latex(profile: Expression) -> str:
    """phi(r) = ..."""
    return rf"\varphi(r) = {sympy.latex(profile_expression(profile))}"


def matrix_latex(matrix: Matrix, name: str = "") -> str:
    """The matrix, or its name and shape where it is large."""
    rows, columns = len(matrix), len(matrix[0]) if matrix else 0
    if max(rows, columns) > MAX_SHOWN:
        return rf"{name or 'A'} \in \mathbb{{R}}^{{{rows} \times {columns}}}"
    written = sympy.latex(lifted(matrix), mat_str="matrix", mat_delim="(")
    return f"{name} = {written}" if name else written


def vector_latex(entries: Vector) -> str:
    """The entries in brackets, cut off with dots where there are many."""
    return rf"\left({_listed(number_latex(entry) for entry in entries)}\right)"


def kernel_latex(kernel: Kernel) -> str:
    """The form of h_ij and the data in it, separated by quads."""
    if isinstance(kernel, ZonalKernel):
        left, right = ("R_i x", "R_j y") if kernel.gauges else ("x", "y")
        parts = [rf"h_{{ij}}(x, y) = k_{{ij}}\, \varphi(\langle {left}, {right} \rangle)"]
        parts += [profile_latex(kernel.profile), matrix_latex(kernel.bias, "k")]
        parts += _matrices(kernel.gauges, [f"R_{{{i + 1}}}" for i in range(len(kernel.gauges))])
    elif not isinstance(kernel, BilinearKernel):
        framed = isinstance(kernel, PairKernel)
        inner = r"\langle R_i x, R_j y \rangle" if frame_gauges(kernel) else r"\langle x, y \rangle"
        written = to_text(kernel.expression).replace("_", r"\_")
        parts = [rf"h_{{ij}}(x, y) = \psi_{{ij}}({inner})" if framed else "h_{ij}(x, y)", rf"\texttt{{{written}}}"]
    else:
        n = len(kernel.blocks)
        parts = [r"h_{ij}(x, y) = \langle x, M_{ij} y \rangle"]
        blocks = [kernel.blocks[i][j] for i in range(n) for j in range(i, n)]
        parts += _matrices(blocks, [f"M_{{{i + 1}{j + 1}}}" for i in range(n) for j in range(i, n)])
    return r", \quad ".join(parts)


def energy_latex(problem: Problem) -> str:
    """The energy functional of the problem, its masses and its sphere."""
    below = r"i \ne j" if problem.labels.reading is Reading.TOKENS else "i, j"
    masses = _listed(sympy.latex(SYMBOLIC.number(mass)) for mass in problem.labels.masses)
    return (
        rf"E[\mu] = \frac{{1}}{{2}} \sum_{{{below}}} \rho_i \rho_j \iint h_{{ij}}(x, y)\, \mu_i(dx)\, \mu_j(dy), \quad "
        rf"\rho = \left({masses}\right), \quad \mu_i \in \mathcal{{P}}(S^{{{problem.dimension - 1}}})"
    )


def measure_latex(measure: Measure) -> str:
    """A combination of Dirac masses."""
    if len(measure.atoms) > MAX_SHOWN:
        return rf"\nu \quad (\text{{{len(measure.atoms)} atoms}})"
    terms: list[str] = []
    for atom in measure.atoms:
        weight = "" if atom.weight == 1 else sympy.latex(SYMBOLIC.number(atom.weight)) + r"\, "
        terms.append(rf"{weight}\delta_{{{vector_latex(atom.point)}}}")
    return " + ".join(terms)


def law_latex(law: Law) -> str:
    """The slices mu_1, mu_2, ..., or how many atoms there are."""
    if len(law.slices) > MAX_SHOWN:
        return rf"\mu \quad (\text{{{len(law.slices)} slices, {law.atom_count} atoms}})"
    return r", \quad ".join(rf"\mu_{{{i + 1}}} = {measure_latex(piece)}" for i, piece in enumerate(law.slices))


def assertion_latex(assertion: Assertion) -> str:  # noqa: C901 - one case a kind of assertion
    """What the assertion says; the problem it speaks of is written by `energy_latex` and `kernel_latex`."""
    relation = RELATIONS[assertion.relation]
    match assertion:
        case Supremum(domain=domain, value=value):
            return _supremum(assertion.relation, domain, number_latex(value))
        case Energy(law=law, value=value):
            return rf"E[\mu] {relation} {number_latex(value)}, \quad {law_latex(law)}"
        case Output(law=law, target=target):
            return rf"{MARGINAL} {relation} {measure_latex(target)}, \quad {law_latex(law)}"
        case Orbit(gauges=gauges, points=points):
            quantifier = r"\exists" if assertion.relation is Relation.EQ else r"\nexists"
            listed = _listed(map(vector_latex, points))
            return rf"{quantifier}\, u:\ \{{{listed}\}} \subseteq \{{R_i^{{\top}} u : i \le {len(gauges)}\}}"
        case Affine() | Convex():
            return _of_shape(assertion)
        case Identity(left=left, right=right):
            return rf"{vector_latex(left)} {relation} {vector_latex(right)}"
        case NonNegative() | PassageTime() | GrowthRate() | StableTwist():
            return _of_motion(assertion)
        case SubsetSums(masses=masses, targets=targets):
            return _subset_sums(masses, targets, r"\exists" if assertion.relation is Relation.EQ else r"\nexists")
        case Collapse() | Spread() | Unique() | OneOutput() | Realisable():
            return _of_maximisers(assertion)
        case Finite() | Diracizes() | OrbitMaximiser() | CircleMaximiser():
            return _of_some(assertion)
        case _:
            return continuum.assertion_latex(assertion)


def _of_shape(assertion: Affine | Convex) -> str:
    """Whether E is affine in a slice, or convex."""
    verb = "is" if assertion.relation is Relation.EQ else "is not"
    if isinstance(assertion, Affine):
        return rf"E \text{{ {verb} affine in }} \mu_{{{assertion.label + 1}}}"
    return rf"E \text{{ {verb} convex on }} \{{\mu: \text{{label law }} \rho\}}"


def _subset_sums(masses: Sequence[fmpq], targets: Sequence[fmpq], quantifier: str) -> str:
    """Which prompt p gives its mass to which target k(p)."""
    given, wanted = (_listed(sympy.latex(SYMBOLIC.number(mass)) for mass in listed) for listed in (masses, targets))
    return (
        rf"{quantifier}\, k: \{{1..{len(masses)}\}} \to \{{1..{len(targets)}\}}:\ "
        rf"\textstyle\sum_{{k(p) = j}} \pi_p = \nu_j, \quad \pi = \left({given}\right), "
        rf"\quad \nu = \left({wanted}\right)"
    )


def _of_motion(assertion: NonNegative | PassageTime | GrowthRate | StableTwist) -> str:
    relation = RELATIONS[assertion.relation]
    match assertion:
        case NonNegative(values=values):
            order = r"\ge" if assertion.relation is Relation.EQ else r"\not\ge"
            return rf"{vector_latex(values)} {order} 0"
        case PassageTime(passage=passage, value=value):
            return rf"\textstyle\int {_pace(passage)} {relation} {number_latex(value)}"
        case GrowthRate(dimension=dimension, profile=profile, degree=degree, value=value):
            rate = rf"\int \varphi'(t)(1 - t^2) P_{{{degree}}}'(t)\, d\sigma"
            return (
                rf"{rate} {relation} {number_latex(value)}, \quad {profile_latex(profile)}, \quad S^{{{dimension - 1}}}"
            )
        case StableTwist(winding=winding):
            verb = "is" if assertion.relation is Relation.EQ else "is not"
            angle = rf"2\pi \cdot {winding} j/{len(assertion.problem)}"
            return rf"x_j = (\cos {angle}, \sin {angle}) \text{{ {verb} a stable critical point of }} E"


def _pace(passage: Passage) -> str:
    """The integrand, 1/|y'|, with its ends."""
    equation = passage.equation
    beta, ends = sympy.latex(SYMBOLIC.number(equation.beta)), [sympy.latex(SYMBOLIC.number(q)) for q in _ends(passage)]
    if isinstance(equation, TwoClusters):
        shift = r"1 - \cos z" if equation.normalised else r"-\cos z"
        return rf"_{{2\pi \cdot {ends[0]}}}^{{2\pi \cdot {ends[1]}}} \frac{{e^{{{beta} ({shift})}}}}{{\sin z}}\, dz"
    n = equation.count
    scale = str(n) if equation.attention is Attention.USA else rf"e^{{{beta}}} + {n - 1} e^{{{beta} r}}"
    field = rf"2 e^{{{beta} r}} (1 - r)({n - 1} r + 1)"
    return rf"_{{{ends[0]}}}^{{{ends[1]}}} \frac{{{scale}}}{{{field}}}\, dr"


def _ends(passage: Passage) -> tuple[fmpq, fmpq]:
    return min(passage.start, passage.end), max(passage.start, passage.end)


def _supremum(relation: Relation, domain: Domain, value: str) -> str:
    over = r"\mu" if domain is Domain.LAWS else r"\mu = (\delta_{x_1}, \dots, \delta_{x_n})"
    quantifier = r"\forall" if relation in {Relation.LE, Relation.LT} else r"\exists"
    return rf"{quantifier}\, {over}:\ E[\mu] {RELATIONS[relation]} {value}"


def _of_maximisers(assertion: Collapse | Spread | Unique | OneOutput | Realisable) -> str:
    holds = assertion.relation is Relation.EQ
    every = r"\forall" if holds else r"\exists"
    each = rf"{every}\, \mu \in {ARGMAX}:\ {MARGINAL}"
    pair = rf"{every}\, \mu, \nu \in {ARGMAX}:\ "
    within = r"\in" if holds else r"\notin"
    match assertion:
        case Collapse():
            return each + _dirac(is_one=holds)
        case Spread():
            return each + _dirac(is_one=not holds)
        case Unique():
            return rf"{pair}(R_i)_\# \nu_i {within} \{{(Q R_i)_\# \mu_i : Q \in O(d)\}}"
        case OneOutput():
            return rf"{pair}\textstyle\sum_i \rho_i \nu_i {within} \{{Q_\# \sum_i \rho_i \mu_i : Q \in O(d)\}}"
        case Realisable(masses=masses, target=target):
            quantifier = r"\exists" if holds else r"\nexists"
            free = r"\rho, \ " if masses is Masses.FREE else ""
            return rf"{quantifier}\, {free}\mu \in {ARGMAX}:\ {MARGINAL} = {measure_latex(target)}"


def _of_some(assertion: Finite | Diracizes | OrbitMaximiser | CircleMaximiser) -> str:
    """How many maximisers there are up to O(d), or that one of a kind is among them."""
    holds = assertion.relation is Relation.EQ
    exists = r"\exists" if holds else r"\nexists"
    match assertion:
        case Finite():
            return rf"\lvert {ARGMAX} / O(d) \rvert {'<' if holds else '='} \infty"
        case Diracizes():
            return rf"{exists}\, x:\ \Gamma[x] \in {ARGMAX}"
        case OrbitMaximiser():
            return rf"{exists}\, u:\ \Gamma[R^{{-1}} u] \in {ARGMAX}"
        case CircleMaximiser():
            return rf"{exists}\, m \ge 1:\ \Gamma[(\cos m s, \sin m s, 0, \dots)] \in {ARGMAX}"


def _dirac(*, is_one: bool) -> str:
    return r" = \delta_u \text{ for some } u" if is_one else r" \ne \delta_u \text{ for all } u"


def _matrices(matrices: Iterable[Matrix], names: list[str]) -> list[str]:
    written = [matrix_latex(matrix, name) for matrix, name in zip(matrices, names, strict=True)]
    return written if len(written) <= MAX_SHOWN else [*written[: MAX_SHOWN - 1], r"\dots"]


def _listed(entries: Iterable[str]) -> str:
    written = list(entries)
    if len(written) > MAX_SHOWN:
        written = [*written[: MAX_SHOWN - 1], r"\dots", written[-1]]
    return ", ".join(written)
