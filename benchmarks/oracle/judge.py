"""From the text of a certificate to the statement it makes, and to the oracle's answer."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from benchmarks.oracle import convexity, diracization, frames, gauged, spectra, spectral
from benchmarks.oracle.assertions import Asserted, Hints
from benchmarks.oracle.continuum import ContinuumLaw, continuum_law_of
from benchmarks.oracle.formulas import UndefinedError
from benchmarks.oracle.numbers import Json, number
from benchmarks.oracle.problem_texts import problem_of_text
from benchmarks.oracle.problems import Law, law_of
from benchmarks.oracle.properties import decided

Instance = dict[str, Any]


@dataclass(frozen=True)
class Stated:
    """A theorem as the oracle knows it: how an instance is read, what is assumed, claimed, and broken where."""

    read: Callable[[Any], Instance]
    hypotheses: Callable[[Instance], dict[str, bool | None]]
    claim: Callable[[Instance, str], dict[str, Asserted]]
    boundaries: dict[str, str]
    mutants: tuple[str, ...]


D, G, S, C, F, W = diracization, gauged, spectral, convexity, frames, spectra

THEOREMS = {
    "diracization.affinity": Stated(
        D.read_slices, D.affinity_hypotheses, D.affinity, {"flat": "affine"},
        ("lost half", "halved cross term", "jointly affine"),
    ),
    "diracization.finite": Stated(
        D.read_law, D.finite_hypotheses, D.finite, {"Jensen": "exists"},
        ("own self term", "all at once", "any atom", "doubled gain", "strict gain"),
    ),
    "diracization.splitting": Stated(
        D.read_law, D.splitting_hypotheses, D.splitting, {"cells": "exists"},
        ("equal parts", "equal cells", "no siblings"),
    ),
    "diracization.atoms": Stated(
        D.read_repulsive, D.atoms_hypotheses, D.atoms, {"atomic": "graph", "definite": "graph", "gap": "below"},
        ("lost half", "strict bound", "all laws"),
    ),
    "rotary.bound": Stated(
        G.read_rotary, G.bound_hypotheses, G.bound, {"orthogonal": "bound", "peak": "bound"},
        ("transposed gauge", "lost half", "token terms", "strict bound", "same content"),
    ),
    "rotary.maximisers": Stated(
        G.read_rotary, G.maximisers_hypotheses, G.maximisers,
        {"orthogonal": "maximal", "peak": "unique", "strict": "unique", "pairs": "unique"},
        ("transposed gauge", "strict bound", "always spread", "one output"),
    ),
    "rotary.orbit": Stated(
        G.read_orbit, G.orbit_hypotheses, G.orbit, {"orthogonal": "bound", "peak": "bound", "orbit": "realised"},
        ("transposed gauge", "equal masses", "any orbits"),
    ),
    "prefix.gauge": Stated(
        G.read_prefix, G.prefix_hypotheses, G.prefix, {"peak": "bound"},
        ("projection", "wrong sign", "wrong side", "equal masses", "token terms"),
    ),
    "spectral.nonnegative": Stated(
        S.read_bias, S.nonnegative_hypotheses, S.nonnegative,
        {"bias": "bound", "peak": "bound", "strict": "collapse", "connected": "collapse"},
        ("lost half", "token terms", "strict bound", "any tuple"),
    ),
    "spectral.toeplitz": Stated(
        S.read_toeplitz, S.toeplitz_hypotheses, S.toeplitz,
        {"resolved": "bound", "equal masses": "bound", "linear": "bound"},
        ("whole modes", "lost half", "sign decides", "ties collapse"),
    ),
    "diracization.convex": Stated(
        C.read_chord, C.convex_hypotheses, C.convexity,
        {"bias": "convex", "profile": "convex", "self terms": "convex"},
        ("lost factor", "strict gain", "any vertex", "without self terms"),
    ),
    "diracization.rank": Stated(
        W.read_cells, W.rank_hypotheses, W.rank,
        {"repulsive": "graphs", "infinite rank": "graphs", "linear": "graphs"},
        ("one cell", "strict over laws", "attained"),
    ),
    "diracization.summary": Stated(W.read_cells, W.nothing, W.rank_summary, {}, ()),
    "rotary.conjugacy": Stated(
        F.read_flow, F.flow_hypotheses, F.flow, {"orthogonal": "conjugate", "values": "ascent"},
        ("transposed gauge", "no projection", "lost masses"),
    ),
    "rotary.shapes": Stated(
        F.read_latitude, F.latitude_hypotheses, F.latitude,
        {"coprime": "output", "equal masses": "output", "peak": "bound", "whole periods": "winding"},
        ("half turns", "swapped", "half a period"),
    ),
    "rotary.summary": Stated(F.read_path, W.nothing, F.path_summary, {}, ()),
    "prefix.maximisers": Stated(
        G.read_rotary, G.maximisers_hypotheses, F.prompts,
        {"orthogonal": "bound", "peak": "unique", "strict": "unique", "pairs": "unique"},
        ("transposed gauge", "lost half", "same content", "one output"),
    ),
    "prefix.universality": Stated(
        F.read_target, F.target_hypotheses, F.target, {"non-atomic": "masses", "peak": "bound"},
        ("shifted", "equal cells", "token terms"),
    ),
    "spectral.fourier": Stated(
        W.read_circle, W.fourier_hypotheses, W.fourier, {"linear": "bound"},
        ("whole modes", "lost half", "sign decides", "ties collapse"),
    ),
    "spectral.criterion": Stated(
        W.read_sign, W.sign_hypotheses, W.sign, {"spectral": "collapse", "resolved": "bound"},
        ("sign decides", "first mode", "lost half"),
    ),
    "spectral.profile": Stated(
        W.read_exponent, W.exponent_hypotheses, W.exponent, {"exponent": "spread", "mean zero": "spread"},
        ("always the circle", "always two points", "swapped height"),
    ),
    "spectral.summary": Stated(S.read_bias, W.nothing, W.bias_summary, {}, ()),
}  # fmt: skip


@dataclass(frozen=True)
class Judgement:
    """Whether the statement is true, or None where the oracle does not know, and why."""

    true: bool | None
    why: str


def judge(text: str) -> Judgement:
    """The oracle's answer for the text of a certificate that the checker accepted; its proof is a hint at most."""
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)  # here alone: the checker is to do without
    try:
        return _judged(json.loads(text))
    finally:
        sys.set_int_max_str_digits(limit)


def _judged(document: dict[str, Json]) -> Judgement:
    try:
        if document["statement"]["type"] == "ProblemStatement":
            said = _problem_statement(document["statement"])
        else:
            found = _theorem_statement(document["statement"])
            if isinstance(found, Judgement):
                return found
            said = found
        answer = decided(said, _hints(document["proof"]))
    except UndefinedError as error:
        return Judgement(None, f"undefined: {error}")
    except (SyntaxError, RecursionError) as error:
        return Judgement(None, f"a formula that the oracle does not read: {type(error).__name__}")
    except OverflowError:
        return Judgement(None, "numbers beyond floats")
    except (ValueError, KeyError, TypeError, IndexError) as error:
        return Judgement(False, f"malformed: {type(error).__name__} {error}")
    words = {True: "true", False: "false", None: "not decided"}[answer]
    return Judgement(answer, f"{said.kind} {said.relation}: {words}")


def _problem_statement(statement: dict[str, Any]) -> Asserted:
    problem, claim = problem_of_text(statement["problem"]), statement["claim"]
    if claim["type"] == "BoundClaim":
        return Asserted("supremum", claim["relation"], problem, number(claim["value"]), claim["domain"])
    kind = "orbit-law" if claim["property"] == "orbit" else claim["property"]
    return Asserted(kind, claim["relation"], problem)


def _theorem_statement(statement: dict[str, Any]) -> Asserted | Judgement:
    if statement["theorem"] not in THEOREMS:
        return Judgement(None, f"no such theorem is known to the oracle: {statement['theorem']}")
    theorem = THEOREMS[statement["theorem"]]
    role, variant, part = statement["role"], statement["variant"], statement["part"]
    known = {"claim": ("",), "boundary": tuple(theorem.boundaries), "mutant": theorem.mutants}[role]
    if variant not in known or (role == "boundary" and part != theorem.boundaries[variant]):
        return Judgement(False, f"malformed: {role} {variant!r}, part {part!r}")
    x = theorem.read(statement["instance"])
    for name, holds in theorem.hypotheses(x).items():
        if holds is None:
            return Judgement(None, f"hypothesis {name} is not decided")
        if holds == (role == "boundary" and name == variant):
            return Judgement(False, f"hypothesis {name} {'holds' if holds else 'does not hold'}")
    said = theorem.claim(x, variant if role == "mutant" else "")[part]
    return said.negated() if statement["negated"] else said


def _hints(proof: dict[str, Any]) -> Hints:
    """All laws and multipliers in the proof that can be read."""
    laws: list[Law] = []
    continuum: list[ContinuumLaw] = []
    for key in ("law", "first", "second"):
        if key in proof:
            with suppress(ValueError, KeyError, TypeError):
                laws.append(law_of(proof[key]))
            with suppress(ValueError, KeyError, TypeError):
                continuum.append(continuum_law_of(proof[key]))
    found = [part.get("multipliers", []) for part in (proof, proof.get("upper", {}))]
    multipliers = [[Fraction(entry) for entry in one] for one in found if one]
    masses = [Fraction(mass) for mass in proof["masses"]] if "masses" in proof else None
    return Hints(laws, multipliers, masses, continuum)
