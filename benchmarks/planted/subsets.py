"""Which tests are asked about an error in which file; each subset takes well under 20 s."""

from __future__ import annotations

from dataclasses import dataclass

PLANTED = "tests/test_planted_errors.py"


@dataclass(frozen=True)
class Subset:
    """Tests for pytest, and theorems for a quick `check`; () is every theorem."""

    tests: tuple[str, ...]
    theorems: tuple[str, ...] = ()


OF_MODEL = {
    "real": ("tests/model/test_real.py",),
    "term": ("tests/model/test_real.py",),
    "matrix": ("tests/model/test_matrix_sphere_gauge.py",),
    "gauge": ("tests/model/test_matrix_sphere_gauge.py",),
    "sphere": ("tests/model/test_matrix_sphere_gauge.py",),
    "labels": ("tests/model/test_law_labels.py",),
    "law": ("tests/model/test_law_labels.py",),
    "energy": ("properties/test_invariances.py",),
    "kernel": ("tests/model/test_problem_file.py", "properties/test_invariances.py"),
    "problem": ("tests/model/test_problem_file.py", "properties/test_invariances.py"),
    "profile": ("tests/model/test_profile.py",),
    "selfterm": ("properties/test_diracization.py",),
    "multipliers": ("tests/model/test_multipliers.py",),
    "quadratic": ("tests/model/test_quadratic.py",),
    "refinement": ("properties/test_diracization.py",),
    "continuum": ("properties/test_spectral.py",),
    "flow": ("properties/test_rotary.py",),
    "codec": ("tests/model/test_codec.py",),
    "arithmetic": ("tests/model/test_expression.py",),
    "calculus": ("tests/model/test_expression.py", "tests/model/test_profile.py"),
    "evaluation": ("tests/model/test_expression.py",),
    "approximation": ("tests/moments/test_approximation.py",),
    "assertion": ("tests/model/test_codec.py",),
}

OF_CHECKER = {
    "classes": ("tests/checker/test_classes_rules.py",),
    "families": ("tests/checker/test_classes_rules.py",),
    "graphs": ("tests/checker/test_graph_rules.py",),
    "circles": ("tests/checker/test_graph_rules.py",),
    "moments": ("tests/moments/test_edges.py",),
}
"""Tests beside the planted errors' own."""

OF_CHAPTER = {
    "diracization": ("properties/test_diracization.py",),
    "rotary": ("properties/test_rotary.py",),
    "prefix": ("properties/test_prefix.py",),
    "spectral": ("properties/test_spectral.py",),
}

SHARED = {
    "diracization/repulsion": ("diracization.atoms", "diracization.finite", "diracization.splitting"),
    "rotary/bound": ("rotary.bound", "rotary.orbit", "prefix.maximisers"),
}
"""Theorem files that others build on."""


def subset(file: str) -> Subset:
    """The subset for an error in the file.

    Raises:
        KeyError: no tests are named for it.
    """
    folder, _, name = file.removesuffix(".py").rpartition("/")
    if folder == "theorems/model":
        return Subset((PLANTED, *OF_MODEL[name]))
    if folder == "verify/checker":
        return Subset((PLANTED, *OF_CHECKER.get(name, ())))
    if folder == "theorems/model/moments":
        return Subset(("tests/moments",))
    chapter = folder.removeprefix("theorems/")
    theorems = SHARED.get(f"{chapter}/{name}", (f"{chapter}.{name}",))
    return Subset((PLANTED, *OF_CHAPTER[chapter]), theorems)
