"""Lies about all maximisers, by the lemma of rigidity."""

from __future__ import annotations

from benchmarks.lies.lie import EQ, NE, ONE_LABEL, Lie, all_maximisers, problem
from benchmarks.lies.maximisers import (
    ABOUT,
    APART,
    COLLAPSE,
    EVEN,
    MIRROR,
    ONE_OUTPUT,
    PLANE,
    SAME,
    SPREAD,
    UNIQUE,
    biased,
)
from theorems.model.proof import Rigid
from verify.certificate import Property


def _rigid(name: str, reason: str, text: str, near: str, kind: Property = UNIQUE) -> Lie:
    return Lie(name, reason, all_maximisers(text, kind, EQ, Rigid()), all_maximisers(near, kind, EQ, Rigid()))


LIES = (
    _rigid(
        "rigid with a self term below 0 by 10^-30",
        "the bias of labels 0 and 0 is negative",
        biased([f"-1/{10**30}", "1"], ["1", "1"]),
        biased(["0", "1"], ["1", "1"]),
        COLLAPSE,
    ),
    _rigid(
        "rigid with a profile that takes phi(1) at -1 too",
        "the profile reaches phi(1) or more",
        EVEN,
        problem(2, ["1"], "dot(x, y)**2 + dot(x, y)/10**30"),
    ),
    _rigid(
        "rigid with a profile that takes phi(1) inside alone",
        "the profile reaches phi(1) or more",
        problem(2, ["1"], "1 - (dot(x, y) - 1)**2 * (dot(x, y) - 1/3)**2"),
        problem(1, ["1"], "1 - (dot(x, y) - 1)**2 * (dot(x, y) - 1/3)**2"),
    ),
    _rigid(
        "rigid with two labels that do not see each other",
        "the labels of positive bias do not hang together",
        biased(["1", "0"], ["0", "1"]),
        biased(["1", f"1/{10**30}"], [f"1/{10**30}", "1"]),
        COLLAPSE,
    ),
    _rigid(
        "rigid with one token",
        "the labels of positive bias do not hang together",
        problem(2, ["1"], "dot(x, y)", reading="tokens"),
        ONE_LABEL,
    ),
    Lie(
        "rigidity for two different maximisers",
        "rigidity proves no statement of the kind !=",
        all_maximisers(ONE_LABEL, UNIQUE, NE, Rigid()),
        all_maximisers(ONE_LABEL, UNIQUE, EQ, Rigid()),
    ),
    _rigid("collapse where the gauges differ", "the gauges differ: some maximiser is spread", ABOUT, SAME, COLLAPSE),
    Lie(
        "a spread maximiser where the gauges agree",
        "the gauges agree",
        all_maximisers(SAME, COLLAPSE, NE, Rigid()),
        all_maximisers(ABOUT, COLLAPSE, NE, Rigid()),
    ),
    _rigid("no collapsed maximiser where the axis is common", "a point may be common", ABOUT, APART, SPREAD),
    Lie(
        "a collapsed maximiser where no point is common",
        "no point is seen to be common",
        all_maximisers(APART, SPREAD, NE, Rigid()),
        all_maximisers(ABOUT, SPREAD, NE, Rigid()),
    ),
    _rigid(
        "one output law where the gauges turn about an axis",
        "the gauges differ, and do not commute with the rotations",
        ABOUT,
        SAME,
        ONE_OUTPUT,
    ),
    _rigid(
        "one output law in the plane with a reflection",
        "the gauges differ, and do not commute with the rotations",
        MIRROR,
        PLANE,
        ONE_OUTPUT,
    ),
    Lie(
        "a lemma of bilinear kernels' gauge frame",
        "expected the form k(s,t) phi",
        all_maximisers(problem(2, ["1"], "x[1]*y[1]"), UNIQUE, EQ, Rigid()),
        all_maximisers(ONE_LABEL, UNIQUE, EQ, Rigid()),
    ),
)
