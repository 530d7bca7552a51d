"""The laws that any such theory obeys, on problems of every form, sign and reading."""

from __future__ import annotations

from hypothesis import given, target
from hypothesis import strategies as st

from properties import bounds, invariance, strategies, variation
from theorems import draw as choose
from theorems.model.labels import Reading

zonal = strategies.zonal_problems()
LINEAR = ("r", "2*r - 1/3", "-r")


@given(st.data(), strategies.with_laws(zonal))
def test_orthogonal_matrices_acting_in_the_gauge_frame_keep_the_energy(data, drawn):
    problem, law = drawn
    invariance.rotation_keeps_energy(problem, law, data.draw(strategies.orthogonals(problem.dimension)))


@given(st.data(), strategies.with_laws(strategies.zonal_problems(gauged=False)))
def test_without_gauges_orthogonal_matrices_keep_the_energy(data, drawn):
    problem, law = drawn
    rotation = data.draw(strategies.orthogonals(problem.dimension))
    invariance.rotation_keeps_energy(problem, law, rotation)
    invariance.gauge_covariance(problem, law, [rotation] * len(problem))


@given(st.data(), strategies.problems_with_laws())
def test_contents_turned_together_with_the_kernel_keep_their_energy(data, drawn):
    problem, law = drawn
    invariance.gauge_covariance(problem, law, data.draw(strategies.gauges(len(problem), problem.dimension)))


@given(strategies.with_laws(strategies.zonal_problems(gauged=True)))
def test_a_kernel_with_gauges_is_the_one_without_at_turned_contents(drawn):
    invariance.gauge_is_a_frame(*drawn)


@given(st.data(), strategies.problems_with_laws())
def test_the_order_of_the_labels_does_not_matter(data, drawn):
    problem, law = drawn
    order = data.draw(st.permutations(range(len(problem))))
    invariance.relabelling_keeps_energy_and_output(problem, law, order)


@given(st.data(), strategies.with_laws(strategies.problems(readings=choose.WITH_SELF_TERMS)))
def test_a_label_split_into_equal_halves_keeps_energy_and_output(data, drawn):
    problem, law = drawn
    invariance.halving_keeps_energy_and_output(problem, law, data.draw(st.integers(0, len(problem) - 1)))


@given(strategies.problems_with_laws())
def test_cells_refined_by_the_atoms_of_their_slices_keep_energy_and_output(drawn):
    invariance.splitting_keeps_energy_and_output(*drawn)


@given(strategies.problems_with_laws())
def test_equal_atoms_may_be_merged(drawn):
    invariance.merging_atoms_keeps_energy(*drawn)


@given(strategies.problems_with_laws())
def test_tokens_are_atoms_less_their_self_terms(drawn):
    invariance.tokens_leave_out_self_terms(*drawn)


@given(st.data(), strategies.with_laws(zonal), strategies.fractions())
def test_the_energy_is_linear_in_the_bias(data, drawn, factor):
    problem, law = drawn
    invariance.energy_is_linear_in_the_bias(problem, law, data.draw(strategies.biases(len(problem))), factor)


@given(strategies.problems_with_laws())
def test_the_content_marginal_is_a_probability_with_the_mean_of_the_slices(drawn):
    problem, law = drawn
    invariance.content_marginal_is_a_mixture(problem.labels, law)


@given(strategies.problems_with_laws(2, size=3))
def test_the_energy_is_quadratic_along_segments_of_laws(drawn):
    variation.energy_is_quadratic_along_segments(*drawn)


@given(strategies.problems_with_laws(2, size=3))
def test_the_first_variation_is_the_slope_of_the_energy(drawn):
    variation.first_variation_is_the_slope(*drawn)


@given(strategies.problems_with_laws(size=3))
def test_the_potential_integrates_to_twice_the_energy(drawn):
    variation.potential_integrates_to_twice_the_energy(*drawn)


@given(st.data(), strategies.with_laws(strategies.zonal_problems(texts=LINEAR) | strategies.bilinear_problems(), 2))
def test_no_law_passes_the_linear_bound_of_any_factor(data, drawn):
    problem, low, law = drawn
    proof = bounds.linear_proof(problem, *data.draw(bounds.factors(problem)))
    bounds.bracket_holds(problem, low, law, proof)
    target(-float(bounds.energy_is_below(problem, law, proof).ball().mid()), label="distance to the linear bound")


@given(strategies.with_laws(strategies.zonal_problems(texts=LINEAR) | strategies.bilinear_problems(), most=1))
def test_no_tuple_passes_the_linear_bound_of_the_zero_factor(drawn):
    problem, law = drawn
    rows = len(bounds.linear_matrix(problem)[0])
    bounds.energy_is_below(problem, law, bounds.linear_proof(problem, 1, [[0]] * rows))


@given(strategies.with_laws(strategies.zonal_problems(texts=("r", "r**3 + r", "r**2", "-r", "1 - 2*r", "exp(r)")), 2))
def test_no_law_passes_the_pointwise_bound(drawn):
    problem, low, law = drawn
    proof = bounds.pointwise_proof(problem)
    bounds.bracket_holds(problem, low, law, proof)
    target(-float(bounds.energy_is_below(problem, law, proof).ball().mid()), label="distance to the pointwise bound")


@given(st.data(), st.integers(1, 5))
def test_each_kind_of_bias_has_its_structure(data, n):
    made = {kind: data.draw(strategies.biases(n, kind), label=kind) for kind in strategies.BIAS_KINDS}
    labels = range(n)
    assert all(bias[i][j] == bias[j][i] for bias in made.values() for i in labels for j in labels)
    assert all(made["circulant"][i][j] == made["circulant"][0][(j - i) % n] for i in labels for j in labels)
    rank_one = made["low-rank"]
    assert all(rank_one[i][j] * rank_one[i][j] == rank_one[i][i] * rank_one[j][j] for i in labels for j in labels)
    assert all(entry == made["constant"][0][0] for row in made["constant"] for entry in row)
    assert all(made["block"][i][j] == 0 for i in labels for j in labels if (i - j) % 2)
    assert all(entry in (0, 1) for row in made["zero-one"] for entry in row)
    assert all(made["hollow"][i][i] == 0 for i in labels)


@given(strategies.problems())
def test_what_is_drawn_is_small(problem):
    assert len(problem) <= 4
    assert problem.dimension <= 3
    assert problem.labels.reading in Reading
