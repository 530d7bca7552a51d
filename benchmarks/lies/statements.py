"""Lies about what is claimed: roles, hypotheses, parts, instances, and the file itself."""

from __future__ import annotations

import json

from flint import fmpq, fmpq_mat

from benchmarks.changes.scene import canonical, resealed
from benchmarks.lies.bounds import stretched
from benchmarks.lies.lie import LE, ONE_LABEL, TINY, UNIT, Lie, bound, edited, of_theorem
from theorems.diracization import repulsion
from theorems.diracization.atoms import RepulsiveInstance
from theorems.model.labels import Labels, Reading
from theorems.model.proof import EnergyValue, Linear, Semidefinite
from theorems.model.real import Real
from verify.certificate import Role

ROTATED = stretched("1")
TRUE = of_theorem("rotary.bound", "bound", ROTATED, UNIT)
ATTAINED = of_theorem("rotary.bound", "attained", ROTATED, EnergyValue(Real("1/2")))
INSTANCE = "statement", "instance"


def _variant(role: Role, variant: str, part: str = "bound") -> str:
    return of_theorem("rotary.bound", part, ROTATED, UNIT, role=role, variant=variant)


def _statement(key: str, value: object) -> str:
    return edited(TRUE, "statement", key, to=value)


def _lie(name: str, reason: str, text: str, neighbour: str = TRUE) -> Lie:
    return Lie(name, reason, text, neighbour)


ATOM = repulsion.repulsive_problem(Labels((fmpq(1),), Reading.ATOMIC), 2, fmpq_mat(1, 1, [1]))
BENT = of_theorem("diracization.atoms", "graph", RepulsiveInstance(ATOM, fmpq(1)), Semidefinite((fmpq(-1),)))
WHOLE = bound(ONE_LABEL, LE, "1/2", UNIT)

LIES = (
    _lie(
        "a gauge that is orthogonal but for 2^-80",
        "hypothesis 'orthogonal' of rotary.bound does not hold",
        edited(TRUE, *INSTANCE, "gauges", 0, 0, 0, to=str(1 + TINY)),
    ),
    _lie(
        "a boundary where the hypothesis holds",
        "hypothesis 'orthogonal' of rotary.bound holds",
        _variant(Role.BOUNDARY, "orthogonal"),
    ),
    _lie(
        "a boundary that no hypothesis names",
        "expected one of ['orthogonal', 'peak']",
        _variant(Role.BOUNDARY, "strict"),
    ),
    _lie("a claim with a variant", "expected '' for a claim", _variant(Role.CLAIM, "strict bound")),
    _lie("a mutant that does not exist", "name='lost quarter'", _variant(Role.MUTANT, "lost quarter")),
    _lie(
        "the claim of a mutant under the mutant's name, by the claim's own proof",
        "the bound 1/2 is not < 1/2",
        _variant(Role.MUTANT, "strict bound"),
    ),
    _lie("a part of another theorem", "expected one of ['attained', 'bound']", _statement("part", "collapse")),
    _lie(
        "a boundary in a part where it does not fall",
        "expected the part that the boundary names",
        of_theorem(
            "rotary.bound",
            "attained",
            stretched("2"),
            EnergyValue(Real("1/2")),
            role=Role.BOUNDARY,
            variant="orthogonal",
        ),
        of_theorem(
            "rotary.bound",
            "attained",
            ROTATED,
            EnergyValue(Real("1/2")),
        ),
    ),
    _lie(
        "a claim negated without need",
        "an upper bound proves no statement of the kind >",
        _statement("negated", value=True),
    ),
    _lie(
        "a dimension without end",
        "expected 1, the sphere S^0 = {-1, 1}, to 1000",
        edited(BENT, *INSTANCE, "problem", "dimension", to=10**30),
        edited(BENT, *INSTANCE, "problem", "dimension", to=3),
    ),
    _lie("a theorem by its number", "theorem='R1': expected the name 'rotary.bound'", _statement("theorem", "R1")),
    _lie("a theorem that does not exist", "theorem='rotary.bounds'", _statement("theorem", "rotary.bounds")),
    _lie(
        "the instance of another theorem",
        "expected ['gauges', 'labels', 'profile', 'u'] for RotaryInstance",
        _statement("instance", {"rotary": json.loads(TRUE)["statement"]["instance"], "target": {"atoms": []}}),
    ),
    _lie(
        "a part with the proof of another",
        "EnergyValue is no proof of Supremum",
        of_theorem("rotary.bound", "bound", ROTATED, EnergyValue(Real("1/2"))),
    ),
    _lie(
        "an instance with no label",
        "labels=(): expected at least one label",
        edited(TRUE, *INSTANCE, "labels", "masses", to=[]),
    ),
    _lie(
        "label masses that sum to 1 + 2^-80",
        "expected 1; divide each mass",
        edited(TRUE, *INSTANCE, "labels", "masses", to=[str(1 + TINY)]),
    ),
    _lie("a label of mass 0", "expected a positive mass", edited(TRUE, *INSTANCE, "labels", "masses", to=["1", "0"])),
    _lie(
        "a u that is off the sphere by 2^-80",
        "u: expected a point with <u, u> = 1",
        edited(TRUE, *INSTANCE, "u", to=["0", str(1 + TINY)]),
    ),
    _lie(
        "a gauge for a label that is not there",
        "gauges: expected one 2 x 2 matrix",
        edited(TRUE, *INSTANCE, "gauges", to=[]),
    ),
    _lie(
        "a number that is not in lowest terms",
        "expected lowest terms, 1",
        edited(TRUE, *INSTANCE, "labels", "masses", to=["2/2"]),
    ),
    _lie(
        "a whole number where a rational stands",
        "expected str, found int",
        edited(TRUE, *INSTANCE, "labels", "masses", to=[1]),
    ),
    _lie(
        "a truth value where a whole number stands",
        "$.proof.denominator: expected int, found bool",
        edited(bound(ONE_LABEL, LE, "1/2", Linear(1, ((0,),), (fmpq(1),))), "proof", "denominator", to=True),
        bound(ONE_LABEL, LE, "1/2", Linear(1, ((0,),), (fmpq(1),))),
    ),
    _lie(
        "a seal of another certificate",
        "seal: it does not fit",
        canonical({**json.loads(TRUE), "seal": json.loads(ATTAINED)["seal"]}) + "\n",
    ),
    _lie(
        "the text of a certificate with spaces",
        "expected the canonical text",
        json.dumps(json.loads(TRUE), sort_keys=True) + "\n",
    ),
    _lie("another version of the format", "schema=2: expected 1", edited(TRUE, "schema", to=2)),
    _lie("a truth value for the version", "schema=True: expected 1", edited(TRUE, "schema", to=True)),
    _lie(
        "a status in the file",
        "expected the keys schema, statement, proof and seal",
        resealed({**json.loads(TRUE), "status": "proved"}),
    ),
    _lie("a status in the proof", "$.proof: keys", edited(TRUE, "proof", "status", to="proved")),
    _lie("a key twice", "expected each key once", TRUE.replace('"schema":1', '"schema":1,"schema":1')),
    _lie("a float", 'write rationals as "p/q"', TRUE.replace('"schema":1', '"schema":1.0')),
    _lie(
        "a problem text whose masses sum to 1 + 2^-80",
        "labels.weights: sum",
        edited(WHOLE, "statement", "problem", to=ONE_LABEL.replace('["1"]', f'["{1 + TINY}"]')),
        WHOLE,
    ),
    _lie(
        "a problem text that runs Python",
        "unknown name",
        edited(WHOLE, "statement", "problem", to=ONE_LABEL.replace("dot(x, y)", "__import__(1)")),
        WHOLE,
    ),
    _lie(
        "a cosine in a form that is not reduced",
        "expected the terms in reduced form and order",
        edited(WHOLE, "statement", "claim", "value", to=[["1", "0", "1/6", 0]]),
        WHOLE,
    ),
)
