"""LaTeX for `show` and the reports: what it says, and that every kind of assertion says something."""

from __future__ import annotations

import typing

import pytest
from flint import fmpq

from theorems.model.assertion import (
    Affine,
    Assertion,
    CircleMaximiser,
    Collapse,
    ContinuumCollapse,
    ContinuumFinite,
    ContinuumOrder,
    ContinuumSpread,
    ContinuumSupremum,
    ContinuumUnique,
    Convex,
    Diracizes,
    Domain,
    Energy,
    Family,
    Finite,
    GraphMaximiser,
    GreatCircle,
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
    UniformWinding,
    Unique,
    WindingAtom,
)
from theorems.model.continuum import ArcLaw, CellLaw, ContinuumProblem, CurveLaw, Exponential, Trigonometric
from theorems.model.kernel import BilinearKernel, ZonalKernel
from theorems.model.labels import Labels, Reading
from theorems.model.law import finite_measure, graph_law
from theorems.model.matrix import identity, matrix
from theorems.model.parser import parse
from theorems.model.problem import Problem
from theorems.model.real import Real
from theorems.model.sphere import axis, stereographic
from theorems.symbolic.continuum import continuum_latex, continuum_law_latex
from theorems.symbolic.latex import (
    MAX_SHOWN,
    assertion_latex,
    energy_latex,
    kernel_latex,
    law_latex,
    matrix_latex,
    measure_latex,
    number_latex,
    vector_latex,
)

EAST, NORTH = axis(2, 0), axis(2, 1)
KERNEL = ZonalKernel(matrix([[1, "-1/2"], ["-1/2", 1]]), parse("exp(2 * r)", names=("r",)))
ROTATED = ZonalKernel(KERNEL.bias, KERNEL.profile, (identity(2), matrix([[0, -1], [1, 0]])))
LAW = graph_law([EAST, NORTH])
HALVES = finite_measure([fmpq(1, 2), fmpq(1, 2)], [EAST, NORTH])
TOKENS = Problem(2, Labels((fmpq(1, 3), fmpq(2, 3)), Reading.TOKENS), ROTATED)
EQ, NE, LE, GT = Relation.EQ, Relation.NE, Relation.LE, Relation.GT
CIRCLE = ContinuumProblem(3, Trigonometric((fmpq(1, 2), fmpq(1))), parse("exp(2 * r)", names=("r",)))
INTERVAL = ContinuumProblem(1, Exponential(fmpq(-1), fmpq(2)), parse("r", names=("r",)))
INTEGRAL = r"\textstyle\int \mu_s\, \rho(ds)"
VALUE = Real.cosine("1/7") * Real.exp("1/2")

SAID = [
    (Supremum(TOKENS, Domain.LAWS, LE, Real("1/2")), r"\forall\, \mu:\ E[\mu] \le \frac{1}{2}"),
    (
        Supremum(TOKENS, Domain.TUPLES, GT, Real(1)),
        r"\exists\, \mu = (\delta_{x_1}, \dots, \delta_{x_n}):\ E[\mu] > 1",
    ),
    (Energy(TOKENS, LAW, EQ, VALUE), r"E[\mu] = e^{\frac{1}{2}} \cos{\left(\frac{2 \pi}{7} \right)}, \quad \mu_{1} ="),
    (Output(TOKENS, LAW, NE, HALVES), r"\textstyle\sum_i \rho_i \mu_i \ne \frac{1}{2}\, \delta_{\left(1, 0\right)} +"),
    (
        Collapse(TOKENS, EQ),
        r"\forall\, \mu \in \operatorname{arg\,max} E:\ \textstyle\sum_i \rho_i \mu_i = \delta_u \text{ for some } u",
    ),
    (
        Collapse(TOKENS, NE),
        r"\exists\, \mu \in \operatorname{arg\,max} E:\ \textstyle\sum_i \rho_i \mu_i \ne \delta_u \text{ for all } u",
    ),
    (
        Spread(TOKENS, EQ),
        r"\forall\, \mu \in \operatorname{arg\,max} E:\ \textstyle\sum_i \rho_i \mu_i \ne \delta_u \text{ for all } u",
    ),
    (
        Spread(TOKENS, NE),
        r"\exists\, \mu \in \operatorname{arg\,max} E:\ \textstyle\sum_i \rho_i \mu_i = \delta_u \text{ for some } u",
    ),
    (Unique(TOKENS, EQ), r"\forall\, \mu, \nu \in \operatorname{arg\,max} E:\ (R_i)_\# \nu_i \in"),
    (OneOutput(TOKENS, NE), r"\sum_i \rho_i \nu_i \notin \{Q_\# \sum_i \rho_i \mu_i : Q \in O(d)\}"),
    (Finite(TOKENS, EQ), r"\lvert \operatorname{arg\,max} E / O(d) \rvert < \infty"),
    (Finite(TOKENS, NE), r"\rvert = \infty"),
    (Diracizes(TOKENS, EQ), r"\exists\, x:\ \Gamma[x] \in \operatorname{arg\,max} E"),
    (OrbitMaximiser(TOKENS, NE), r"\nexists\, u:\ \Gamma[R^{-1} u] \in"),
    (CircleMaximiser(TOKENS, EAST, EQ), r"\exists\, m \ge 1:\ \Gamma[(\cos m s, \sin m s, 0, \dots)]"),
    (Realisable(TOKENS, Masses.FREE, HALVES, EQ), r"\exists\, \rho, \ \mu \in \operatorname{arg\,max} E"),
    (Realisable(TOKENS, Masses.FIXED, HALVES, NE), r"\nexists\, \mu \in \operatorname{arg\,max} E"),
    (Orbit((identity(2),), (EAST, NORTH), EQ), r"\exists\, u:\ \{\left(1, 0\right), \left(0, 1\right)\} \subseteq"),
    (Orbit((identity(2),), (EAST,), NE), r"\nexists\, u"),
    (Affine(TOKENS, 1, NE), r"E \text{ is not affine in } \mu_{2}"),
    (Identity(EAST, EQ, NORTH), r"\left(1, 0\right) = \left(0, 1\right)"),
    (Convex(TOKENS, NE), r"E \text{ is not convex on } \{\mu: \text{label law } \rho\}"),
    (Convex(TOKENS, EQ), r"E \text{ is convex on }"),
    (
        SubsetSums((fmpq(1, 2), fmpq(1, 2)), (fmpq(1, 3), fmpq(2, 3)), NE),
        r"\nexists\, k: \{1..2\} \to \{1..2\}:\ \textstyle\sum_{k(p) = j} \pi_p = \nu_j",
    ),
    (ContinuumSupremum(CIRCLE, Family.LAWS, LE, Real("1/4")), r"\forall\, \mu:\ E[\mu] \le \frac{1}{4}"),
    (ContinuumSupremum(CIRCLE, Family.GRAPHS, GT, Real(0)), r"\exists\, \mu = \Gamma[x]:\ E[\mu] > 0"),
    (
        ContinuumOrder(CIRCLE, CurveLaw(1, fmpq(1, 4)), Relation.LT, ArcLaw(fmpq(3, 4))),
        r"E[\mu] < E[\nu], \quad \mu: x(s) = \left(\frac{\sqrt{3} \cos{\left(s \right)}}{2},",
    ),
    (GraphMaximiser(CIRCLE, NE), r"\nexists\, x: A \to S^{2}:\ \Gamma[x] \in \operatorname{arg\,max} E"),
    (ContinuumCollapse(CIRCLE, EQ), r"\forall\, \mu \in \operatorname{arg\,max} E:\ " + INTEGRAL + r" = \delta_u"),
    (ContinuumCollapse(CIRCLE, NE), r"\exists\, \mu \in \operatorname{arg\,max} E:\ " + INTEGRAL + r" \ne \delta_u"),
    (ContinuumSpread(CIRCLE, EQ), r"\forall\, \mu \in \operatorname{arg\,max} E:\ " + INTEGRAL + r" \ne \delta_u"),
    (ContinuumSpread(CIRCLE, NE), r"\exists\, \mu \in \operatorname{arg\,max} E:\ " + INTEGRAL + r" = \delta_u"),
    (ContinuumUnique(CIRCLE, EQ), r"|\operatorname{arg\,max} E / O(d)| = 1"),
    (ContinuumFinite(CIRCLE, NE), r"|\operatorname{arg\,max} E / O(d)| = \infty"),
    (GreatCircle(CIRCLE, EQ), r"\exists\, m \ge 1:\ \Gamma[s \mapsto (\cos ms, \sin ms, 0, \dots)]"),
    (
        UniformWinding(fmpq(2, 3), fmpq(3, 2), EQ),
        r"\left(s \mapsto e^{\frac{4 i \pi s}{3}}\right)_\# \mathcal{U}[0, \frac{3}{2}] = \mathcal{U}(S^1)",
    ),
    (
        WindingAtom(fmpq(-1), NE),
        r"\nexists\, \rho \text{ non-atomic}:\ \left(s \mapsto e^{- 2 i \pi s}\right)_\# \rho \text{ has an atom}",
    ),
]


def balanced(text: str) -> bool:
    """Braces close in order, and every \\left has its \\right."""
    depth = 0
    for before, character in zip(" " + text, text, strict=False):
        depth += (character == "{" and before != "\\") - (character == "}" and before != "\\")
        if depth < 0:
            return False
    return depth == 0 and text.count(r"\left") == text.count(r"\right") and "Real(" not in text


@pytest.mark.parametrize(("assertion", "part"), SAID)
def test_an_assertion_says_what_it_asserts(assertion, part):
    text = assertion_latex(assertion)
    assert part in text
    assert balanced(text)


def test_every_kind_of_assertion_is_among_the_above():
    moving = {NonNegative, PassageTime, GrowthRate, StableTwist}  # tests/dynamics/test_reports.py has these
    assert {type(assertion) for assertion, _ in SAID} == set(typing.get_args(Assertion)) - moving


@pytest.mark.parametrize(("reading", "below"), [("atomic", "i, j"), ("cells", "i, j"), ("tokens", r"i \ne j")])
def test_the_energy_names_its_half_its_masses_and_whether_self_terms_count(reading, below):
    text = energy_latex(TOKENS.with_labels(Labels(TOKENS.labels.masses, Reading(reading))))
    assert rf"E[\mu] = \frac{{1}}{{2}} \sum_{{{below}}}" in text
    assert r"\rho = \left(\frac{1}{3}, \frac{2}{3}\right)" in text
    assert "S^{1}" in text
    assert balanced(text)


def test_a_zonal_kernel_shows_profile_bias_and_gauges():
    plain, rotated = kernel_latex(KERNEL), kernel_latex(ROTATED)
    assert r"k_{ij}\, \varphi(\langle x, y \rangle)" in plain
    assert r"\varphi(r) = e^{2 r}" in plain
    assert r"k = \left(\begin{matrix}1 & - \frac{1}{2}" in plain
    assert r"\varphi(\langle R_i x, R_j y \rangle)" in rotated
    assert r"R_{2} = \left(\begin{matrix}0 & -1" in rotated
    assert balanced(plain)
    assert balanced(rotated)


def test_a_bilinear_kernel_shows_each_block_once():
    block = matrix([[0, 1], [0, 0]])
    turned = matrix([[0, 0], [1, 0]])
    text = kernel_latex(BilinearKernel(((identity(2), block), (turned, identity(2)))))
    assert r"\langle x, M_{ij} y \rangle" in text
    assert [f"M_{{{pair}}} =" in text for pair in ("11", "12", "21", "22")] == [True, True, False, True]


def test_a_problem_in_the_continuum_names_its_labels_its_bias_and_its_profile():
    circle, interval = continuum_latex(CIRCLE), continuum_latex(INTERVAL)
    assert r"s, t \in \mathbb{R}/2\pi\mathbb{Z}, \quad k(s, t) = \cos{\left(s - t \right)} + \frac{1}{2}" in circle
    assert r"\varphi(r) = e^{2 r}, \quad \mu_s \in \mathcal{P}(S^{2})" in circle
    assert r"s, t \in [0, 1], \quad k(s, t) = - e^{- 2 \left|{s - t}\right|}" in interval
    assert balanced(circle)
    assert balanced(interval)


def test_a_law_in_the_continuum_is_its_map_or_its_cells():
    assert continuum_law_latex(CurveLaw(2, fmpq(0))).startswith(r"x(s) = \left(\cos{\left(2 s \right)}, \sin{")
    assert r"\frac{1}{2}, 0, \dots\right)" in continuum_law_latex(CurveLaw(1, fmpq(1, 4)))
    assert continuum_law_latex(ArcLaw(fmpq(3, 4))).endswith(r"0, \dots\right), \ s \in (-\pi, \pi)")
    cells = CellLaw((HALVES, finite_measure([fmpq(1)], [EAST])))
    assert continuum_law_latex(cells) == r"\mu_s \text{ constant on } 2 \text{ cells, 3 atoms}"


def test_large_objects_are_named_and_not_written_out():
    many = MAX_SHOWN + 1
    points = [stereographic([fmpq(k)]) for k in range(many)]
    assert matrix_latex(identity(many), "k") == r"k \in \mathbb{R}^{7 \times 7}"
    assert "7 atoms" in measure_latex(finite_measure([fmpq(1, many)] * many, points))
    assert "7 slices, 7 atoms" in law_latex(graph_law(points))
    assert vector_latex(tuple(map(Real, range(many)))) == r"\left(0, 1, 2, 3, 4, \dots, 6\right)"


def test_numbers_are_written_as_sympy_writes_them():
    assert number_latex(Real("-1/3")) == r"- \frac{1}{3}"
    assert number_latex(2 * Real.exp(1) - Real.pi()) == r"- \pi + 2 e"
