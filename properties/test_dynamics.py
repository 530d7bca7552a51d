"""Tokens in motion: F1, F2, F4, F5 and the twisted state on instances that Hypothesis draws, decided as claimed."""

from __future__ import annotations

import pytest
from flint import arb, ctx, fmpq
from hypothesis import assume, given
from hypothesis import strategies as st

from properties import claims
from properties.source import instances
from theorems.dynamics import ascent, clusters, equiangular, harmonics, twist
from theorems.model.passage import Attention, Equiangular, Passage, TwoClusters, passage_ball
from verify.certificate import Role

THEOREMS = tuple(area.THEOREM for area in (ascent, equiangular, clusters, harmonics, twist))
BOUNDARIES = [(theorem, boundary.drops) for theorem in THEOREMS for boundary in theorem.boundaries]

betas = st.builds(fmpq, st.integers(-40, 40), st.integers(1, 8))
inners = st.builds(fmpq, st.integers(0, 99), st.just(100))


@pytest.mark.parametrize("theorem", THEOREMS, ids=lambda theorem: theorem.name)
@given(data=st.data())
def test_what_is_claimed_of_motion_is_proved(theorem, data):
    claims.claim_is_proved(theorem, data.draw(instances(theorem)))


@pytest.mark.parametrize(("theorem", "hypothesis"), BOUNDARIES, ids=lambda value: getattr(value, "name", value))
@given(data=st.data())
def test_each_hypothesis_on_motion_is_needed(theorem, hypothesis, data):
    claims.boundary_is_refuted(theorem, hypothesis, data.draw(instances(theorem, Role.BOUNDARY, hypothesis, size=6)))


@given(st.integers(2, 50), betas, st.sampled_from(Attention), st.lists(inners, min_size=3, max_size=3, unique=True))
def test_a_passage_takes_as_long_as_its_two_halves(n, beta, attention, states):
    first, middle, last = sorted(states)
    equation = Equiangular(n, beta, attention)
    with ctx.workprec(128):
        whole = passage_ball(Passage(equation, first, last), 128)
        halves = passage_ball(Passage(equation, first, middle), 128) + passage_ball(
            Passage(equation, middle, last), 128
        )
        assert whole > 0
        assert whole.overlaps(halves)


@given(betas, st.integers(1, 49), st.integers(1, 49))
def test_two_tokens_are_two_clusters(beta, first, second):
    """n = 2 equiangular tokens at r = cos z move as two clusters at the angle z, raw h."""
    assume(first < second)
    near, far = fmpq(first, 100), fmpq(second, 100)
    with ctx.workprec(128):
        time = passage_ball(Passage(TwoClusters(beta, normalised=False), far, near), 128)
        # the same integral in r = cos z has the ends cos(2 pi far) < cos(2 pi near), rounded outward to rationals
        low, high = (arb.cos_pi_fmpq(2 * turn) for turn in (far, near))
        outer = Passage(Equiangular(2, beta, Attention.USA), _rational(low, -1), _rational(high, 1))
        inner = Passage(Equiangular(2, beta, Attention.USA), _rational(low, 1), _rational(high, -1))
        assert not time > passage_ball(outer, 128)
        assert not time < passage_ball(inner, 128)


def _rational(ball: arb, side: int) -> fmpq:
    """A multiple of 10^-6 below (-1) or above (1) every number of the ball."""
    end = ((ball * 10**6).floor() if side < 0 else (ball * 10**6).ceil()).unique_fmpz()
    assert end is not None
    return fmpq(end, 10**6)
