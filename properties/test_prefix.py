"""Prefix labels: P2 on instances that Hypothesis draws, and what cells can share out and atoms cannot (P3)."""

from __future__ import annotations

from flint import fmpq
from hypothesis import given, target
from hypothesis import strategies as st

from properties import bounds, claims, invariance, strategies
from properties.source import instances
from theorems import draw as choose
from theorems import frame
from theorems.model.assertion import Identity, Masses, Realisable, Relation, SubsetSums
from theorems.model.flow import velocity
from theorems.model.gauge import carrying, carrying_rotation, determinant
from theorems.model.labels import Labels, Reading
from theorems.model.law import content_marginal, finite_measure, graph_law
from theorems.model.matrix import apply, is_orthogonal
from theorems.model.proof import NoSharing, Realisation, Rigid, Sharing
from theorems.model.real import Real
from theorems.model.sphere import axis
from theorems.prefix import maximisers, universality
from theorems.prefix.gauge import THEOREM, PrefixInstance
from verify.certificate import Role
from verify.checker import check


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


@given(st.data(), instances(universality.THEOREM))
def test_the_cells_of_the_common_refinement_share_out_the_target_exactly(data, x):
    """P3: each cell of the refinement lies in one prompt and goes to one point."""
    parts = universality.refinement(x)
    masses, targets = [mass for mass, _ in parts], [fmpq(0)] * len(x.target.atoms)
    assert all(mass > 0 for mass in masses)
    assert len(parts) <= len(x.labels) + len(x.target.atoms) - 1
    for mass, k in parts:
        targets[k] += mass
    assert targets == [atom.weight for atom in x.target.atoms]
    law = data.draw(strategies.laws(x.problem, 2))
    bounds.below_the_peak(x.problem, law)


@given(strategies.masses(3), st.lists(st.integers(0, 2), min_size=3, max_size=3))
def test_what_prompts_are_shared_out_to_is_a_list_of_subset_sums(masses, shares):
    targets = tuple(sum((m for m, k in zip(masses, shares, strict=True) if k == j), start=fmpq(0)) for j in range(3))
    claims.is_proved(SubsetSums(masses, targets, Relation.EQ), Sharing(tuple(shares)))
    assert not check(SubsetSums(masses, targets, Relation.NE), NoSharing()).accepted


@given(strategies.masses(3), st.integers(1, 5))
def test_a_target_moved_off_every_subset_sum_has_no_sharing(masses, k):
    """The denominators of the masses do not divide that of the shift, a prime beyond them all."""
    shift = fmpq(k, 10007)
    targets = (masses[0] + masses[1] - shift, masses[2] + shift)
    claims.is_proved(SubsetSums(masses, targets, Relation.NE), NoSharing())


@given(instances(maximisers.THEOREM))
def test_the_maximisers_under_any_gauge_of_the_prompts_do_not_move(x):
    points = frame.unrotated(x.gauges, x.u)
    assert all(entry == 0 for i in range(len(points)) for entry in velocity(x.problem, points, i))
