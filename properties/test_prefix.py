"""Prefix labels: P2 on instances that Hypothesis draws, and what atoms of the prompt law rule out (P3)."""

from __future__ import annotations

from flint import fmpq
from hypothesis import given, target
from hypothesis import strategies as st

from properties import bounds, claims, invariance, strategies
from properties.source import instances
from theorems import draw as choose
from theorems.model.assertion import Identity, Masses, Realisable, Relation
from theorems.model.gauge import carrying, carrying_rotation, determinant
from theorems.model.labels import Labels, Reading
from theorems.model.law import content_marginal, finite_measure, graph_law
from theorems.model.matrix import apply, is_orthogonal
from theorems.model.proof import Realisation, Rigid
from theorems.model.real import Real
from theorems.model.sphere import axis
from theorems.prefix.gauge import THEOREM, PrefixInstance
from verify.certificate import Role


@given(instances(THEOREM))
def test_a_gauge_makes_any_map_of_the_prompts_a_maximiser(x):
    claims.claim_is_proved(THEOREM, x)


@given(instances(THEOREM, Role.BOUNDARY, "peak"))
def test_a_profile_greater_elsewhere_than_at_one_breaks_the_realisation(x):
    claims.boundary_is_refuted(THEOREM, "peak", x)


@given(st.data(), instances(THEOREM))
def test_no_law_passes_the_energy_of_the_map(data, x):
    law = data.draw(strategies.laws(x.problem, 2))
    target(-float(bounds.below_the_peak(x.problem, law).ball().mid()), label="distance to the energy of the map")


@given(instances(THEOREM))
def test_the_map_collapses_in_the_gauge_frame(x):
    invariance.gauge_is_a_frame(x.problem, graph_law(x.images))
    frame = invariance.moved(graph_law(x.images), x.problem.kernel.gauges)
    assert content_marginal(x.labels, frame).is_dirac


@given(st.data(), st.integers(1, 4))
def test_a_carrying_gauge_is_orthogonal_and_a_rotation_where_there_is_room(data, dimension):
    start, end = (data.draw(strategies.points(dimension)) for _ in range(2))
    gauge = carrying(start, end)
    assert is_orthogonal(gauge)
    claims.is_proved(Identity(apply(gauge, start), Relation.EQ, end))
    if dimension > 1:
        turned = carrying_rotation(start, end)
        assert is_orthogonal(turned)
        claims.is_proved(Identity((determinant(turned), *apply(turned, start)), Relation.EQ, (Real(1), *end)))


def test_two_equal_prompts_cannot_make_three_equal_outputs():
    half, third = fmpq(1, 2), fmpq(1, 3)
    x = PrefixInstance(Labels((half, half), Reading.ATOMIC), (axis(3, 0), axis(3, 1)), axis(3, 2), choose.profile("r"))
    wanted = finite_measure((third,) * 3, [axis(3, i) for i in range(3)])
    claims.is_proved(Realisable(x.problem, Masses.FIXED, wanted, Relation.NE), Rigid())


@given(instances(THEOREM))
def test_the_masses_of_the_prompts_are_the_masses_of_the_output(x):
    wanted = finite_measure(x.labels.masses, x.images)
    proof = Realisation(x.labels.masses, graph_law(x.images), bounds.pointwise_proof(x.problem))
    claims.is_proved(Realisable(x.problem, Masses.FIXED, wanted, Relation.EQ), proof)
