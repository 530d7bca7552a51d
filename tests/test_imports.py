"""The import law holds, and the test of it can fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.import_law import LAWS, violations

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("theorems", "verify", "properties", "tests", "benchmarks")

PLANTED = [
    ("theorems/a.py", "import verify.search", "1: theorems-below: verify.search"),
    ("theorems/rotary/orbit.py", "from properties import laws", "1: theorems-below: properties.laws"),
    ("verify/pipeline.py", "def f():\n    from tests import planted", "2: verify-below: tests.planted"),
    ("verify/cli.py", "import os, properties", "1: verify-below: properties"),
    ("properties/laws.py", "if True:\n  import tests.planted as p", "2: properties-below: tests.planted"),
    ("theorems/model/law.py", "import sympy", "1: model-pure: sympy"),
    ("theorems/model/law.py", "from numpy import array", "1: model-pure: numpy.array"),
    ("theorems/model/law.py", "from ..statement import Theorem", "1: model-pure: theorems.statement.Theorem"),
    ("theorems/model/__init__.py", "from .. import catalogue", "1: model-pure: theorems.catalogue"),
    (
        "theorems/rotary/orbit.py",
        "from theorems import symbolic",
        "1: theorem-files-exact: theorems.symbolic",
    ),
    (
        "theorems/rotary/orbit.py",
        "from ..symbolic.energy import E",
        "1: theorem-files-exact: theorems.symbolic.energy.E",
    ),
    ("theorems/statement.py", "import sympy as sp", "1: theorem-files-exact: sympy"),
    ("verify/checker/gram.py", "from verify.relax import gram", "1: checker-trusted: verify.relax.gram"),
    ("verify/checker/gram.py", "from .. import search", "1: checker-trusted: verify.search"),
    ("verify/checker/gram.py", "import theorems.symbolic", "1: checker-trusted: theorems.symbolic"),
    ("verify/certificate.py", "from .pipeline import run", "1: checker-trusted: verify.pipeline.run"),
    ("verify/certificate.py", "import rich", "1: checker-trusted: rich"),
    ("verify/pipeline.py", "def f():\n    import cvxpy as cp", "2: numeric-confined: cvxpy"),
    (
        "verify/report/pictures.py",
        "from matplotlib.figure import Figure",
        "1: numeric-confined: matplotlib.figure.Figure",
    ),
    ("verify/commands/experiments.py", "def f():\n    import ot", "2: numeric-confined: ot"),
    ("properties/laws.py", "from scipy.optimize import minimize", "1: numeric-confined: scipy.optimize.minimize"),
    ("verify/ledger.py", "import importlib as i\ni.import_module('numpy')", "2: numeric-confined: numpy"),
    ("verify/search/ascent.py", "eval('1')", "1: no-evaluation: eval"),
    ("theorems/symbolic/kernels.py", "import sympy\nsympy.sympify('x')", "2: no-evaluation: sympify"),
    (
        "tests/planted.py",
        "from sympy.parsing.sympy_parser import parse_expr as p",
        "1: no-evaluation: parse_expr",
    ),
    ("benchmarks/peers.py", "run = exec", "1: no-evaluation: exec"),
]


def checkout() -> dict[str, str]:
    return {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
    }


def test_every_package_is_read():
    read = {path.split("/")[0] for path in checkout()}
    assert {"theorems", "verify", "properties", "tests"} <= read


def test_the_source_keeps_the_import_law():
    assert violations(checkout()) == []


@pytest.mark.parametrize(("path", "source", "breach"), PLANTED)
def test_a_planted_breach_is_found(path: str, source: str, breach: str):
    assert f"{path}:{breach}" in violations({path: source})


def test_every_law_has_a_planted_breach():
    planted = {breach.split(": ")[1] for _, _, breach in PLANTED}
    assert planted == {law.name for law in LAWS} | {"no-evaluation"}


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("theorems/model/law.py", "import math\nfrom flint import fmpq\nfrom . import labels\nfrom .real import Real"),
        ("theorems/model/law.py", "import theorems.model.real\nfrom theorems.model import labels"),
        ("theorems/rotary/orbit.py", "from theorems.model.law import Law\nfrom ..statement import Theorem"),
        ("theorems/symbolic/energy.py", "import sympy\nfrom theorems.model import energy"),
        ("verify/checker/gram.py", "from ..verdict import Verdict\nfrom verify.errors import Refusal\nimport flint"),
        ("verify/checker/gram.py", "from theorems.statement import Theorem\nfrom verify.checker import floor"),
        ("verify/search/ascent.py", "import numpy as np\nfrom scipy import linalg\nimport cvxpy"),
        ("properties/laws.py", "from verify.pipeline import run\nimport hypothesis"),
        ("tests/test_law.py", "import numpy\nfrom properties import laws\ntext = 'eval(1)'"),
        ("verify/checkers.py", "import rich\nimport numpydoc\nevaluate = 1"),
    ],
)
def test_what_the_law_allows_is_let_pass(path: str, source: str):
    assert violations({path: source}) == []


def test_a_relative_import_above_the_root_is_an_error():
    with pytest.raises(ValueError, match="stays below the root"):
        violations({"verify/ledger.py": "from ... import os"})
