"""D6, S2 on the circle, S3, S4 and the summary's sentences D6s and S1s of claims.md, stated anew."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from benchmarks.oracle.assertions import Asserted
from benchmarks.oracle.continuum import Arc, Cells, Continuum, Curve, circle_of, continuum_energy, continuum_of
from benchmarks.oracle.numbers import Json, compare, opposite, unit
from benchmarks.oracle.problems import dirac
from benchmarks.oracle.spectral import read_toeplitz

HALF, ONE, ZERO = Fraction(1, 2), Fraction(1), Fraction(0)


def written(text: str, wanted: tuple[str, ...], same: bool) -> bool | None:
    """Whether the profile is one of the texts; None for another text that means the same."""
    return True if text.replace(" ", "") in wanted else None if same else False


def is_multiple(problem: Continuum, factor: int) -> bool:
    """Whether phi = factor r."""
    return problem.affine is not None and compare(problem.affine[0], Fraction(factor)) == 0 == compare(
        problem.affine[1], ZERO
    )


def read_cells(data: Json) -> dict[str, Any]:
    """A continuum problem and 1 to 64 cells."""
    if not 1 <= data["cells"] <= 64:
        raise ValueError("cells")
    return {"problem": continuum_of(data["problem"]), "cells": data["cells"]}


def rank_hypotheses(x: dict[str, Any]) -> dict[str, bool | None]:
    """D6's."""
    problem = x["problem"]
    entries = (problem.scale,) if problem.modes is None else problem.modes
    return {
        "repulsive": max(entries) <= 0 and min(entries) < 0,
        "infinite rank": problem.modes is None,
        "linear": written(problem.text, ("r", "2*r"), is_multiple(problem, 1) or is_multiple(problem, 2)),
    }


def rank(x: dict[str, Any], mutant: str) -> dict[str, Asserted]:
    """D6: 0 is the maximum, and no graph law attains it."""
    problem, n = x["problem"], x["cells"]
    scale, rate = (abs(problem.scale), problem.rate) if problem.modes is None else (ONE, ONE)
    graphs = continuum_energy(problem, Cells((dirac(unit(problem.d, 0)),)))[0] if mutant == "one cell" else ZERO
    near = -scale * (1 + rate) / n**2
    return {
        "laws": Asserted("continuum supremum", "<" if mutant == "strict over laws" else "<=", problem, ZERO, "laws"),
        "reached": Asserted("continuum supremum", ">=", problem, ZERO, "laws"),
        "graphs": Asserted("continuum supremum", "<", problem, graphs, "graphs"),
        "approached": Asserted("continuum supremum", ">", problem, near, "graphs"),
        "unattained": Asserted("graph maximiser", "=" if mutant == "attained" else "!=", problem),
    }


def nothing(_: dict[str, Any]) -> dict[str, bool | None]:
    """The summary's sentences state no hypotheses."""
    return {}


def rank_summary(x: dict[str, Any], _: str) -> dict[str, Asserted]:
    """D6s: a maximiser may be taken to be a graph law."""
    return {"sentence": Asserted("graph maximiser", "=", x["problem"])}


def bias_summary(x: dict[str, Any], _: str) -> dict[str, Asserted]:
    """S1s: every maximiser is collapsed."""
    return {"sentence": Asserted("collapse", "=", x["problem"])}


def read_circle(data: Json) -> dict[str, Any]:
    """A problem on the circle of labels, d >= 2."""
    problem = continuum_of(data["problem"])
    if problem.modes is None or problem.d < 2:
        raise ValueError("instance")
    return {"problem": problem}


def fourier_hypotheses(x: dict[str, Any]) -> dict[str, bool | None]:
    """S2's."""
    return {"linear": written(x["problem"].text, ("r",), is_multiple(x["problem"], 1))}


def fourier(x: dict[str, Any], mutant: str) -> dict[str, Asserted]:
    """S2 on the circle."""
    problem = x["problem"]
    mean, *rest = problem.modes
    modes = [mean, *(a if mutant == "whole modes" else a / 2 for a in rest)]
    best = max([ZERO, *modes])
    value = best * (1 if mutant == "lost half" else HALF)
    collapsed = mean >= sum(map(abs, rest), start=ZERO) if mutant == "sign decides" else mean == best
    alone = mean == best and (mutant == "ties collapse" or modes.count(best) == 1)
    return {
        "bound": Asserted("continuum supremum", "<=", problem, value, "laws"),
        "attained": Asserted("continuum supremum", ">=", problem, value, "graphs"),
        "graph": Asserted("graph maximiser", "=", problem),
        "spread": Asserted("continuum spread", "!=" if collapsed else "=", problem),
        "collapse": Asserted("continuum collapse", "=" if alone and mean > 0 else "!=", problem),
    }


def read_sign(data: Json) -> dict[str, Any]:
    """Equispaced labels, 0 < a_0 < a_1 alone, phi = r."""
    x = read_toeplitz(data["equispaced"])
    masses, coefficients = x["problem"].masses, x["coefficients"]
    if len(coefficients) != 2 or not 0 < coefficients[0] < coefficients[1] or len(set(masses)) > 1:
        raise ValueError("instance")
    return x


def sign_hypotheses(x: dict[str, Any]) -> dict[str, bool | None]:
    """S3's; the profile must be r."""
    a0, a1 = x["coefficients"]
    if x["text"] != "r":
        raise ValueError("profile")
    return {"spectral": a0 > a1 / 2, "resolved": x["problem"].n >= 3}


def sign(x: dict[str, Any], mutant: str) -> dict[str, Asserted]:
    """S3: k changes sign, and every maximiser is collapsed."""
    problem, (a0, a1) = x["problem"], x["coefficients"]
    value = (a1 / 2 if mutant == "first mode" else a0) * (1 if mutant == "lost half" else HALF)
    law = [dirac(unit(problem.d, 0))] * problem.n
    least = Fraction(compare(a0 - a1, ZERO))
    parts = {
        "bound": Asserted("supremum", "<=", problem, value),
        "attained": Asserted("energy", "=", problem, value, law=law),
        "sign": Asserted("identity", "=", left=(least,), right=(-ONE,)),
    }
    if mutant == "sign decides":
        return {**parts, "spread": Asserted("spread", "=", problem)}
    circle = circle_of(problem.d, (a0, a1), "r")
    return {
        **parts,
        "collapse": Asserted("collapse", "=", problem),
        "continuum": Asserted("continuum collapse", "=", circle),
    }


def read_exponent(data: Json) -> dict[str, Any]:
    """d >= 2, c and beta of k = c + cos(s - t), phi = exp(beta r)."""
    d, mean, beta = data["dimension"], Fraction(data["mean"]), Fraction(data["beta"])
    if not 2 <= d <= 1000 or not 0 <= beta <= 6:
        raise ValueError("instance")
    return {"problem": circle_of(d, (mean, ONE), f"exp(({beta})*r)"), "beta": beta, "mean": mean}


def exponent_hypotheses(x: dict[str, Any]) -> dict[str, bool | None]:
    """S4's."""
    return {"exponent": x["beta"] > 0, "mean zero": x["mean"] == 0}


def exponent(x: dict[str, Any], mutant: str) -> dict[str, Asserted]:
    """S4: the circle beats collapse and is beaten."""
    problem, beta, d = x["problem"], x["beta"], x["problem"].d

    def order(law: object, relation: str, other: object) -> Asserted:
        return Asserted("continuum order", relation, problem, law=law, other=other)

    point, great = Curve(0, ZERO), Curve(1, ZERO)
    parts = {
        "spread": Asserted("continuum spread", "=", problem),
        "collapsed": order(point, "<", great),
    }
    if d >= 3 and beta >= Fraction(8, 5):
        q = min(HALF, (beta - Fraction(3, 2)) / 2)
        tilted = Curve(1, 1 - q if mutant == "swapped height" else q)
        parts["latitude"] = order(great, ">=" if mutant == "always the circle" else "<", tilted)
    if beta >= 2:
        parts["arc"] = order(great, "<", Arc(Fraction(3, 4)))
    if beta >= Fraction(11, 4) or mutant == "always two points":
        e = unit(d, 0)
        parts["two points"] = order(great, "<", Cells((dirac(e), dirac(opposite(e)))))
    if x["mean"] == 0:
        parts["positive"] = Asserted("continuum supremum", ">", problem, ZERO, "graphs")
    return parts
