"""Strategies and laws, with Hypothesis, for this suite's tests and for kernels of one's own.

`strategies` draws exact problems and laws that compose and shrink; `invariance`, `variation`, `bounds`, `motion` and
`continuum` hold the laws that every kernel obeys, as functions that raise AssertionError; `claims` decides what a
theorem says of an instance.

>>> from hypothesis import given
>>> from properties import invariance, strategies
>>> @given(strategies.problems_with_laws())
... def test_my_kernel(drawn):
...     invariance.splitting_keeps_energy_and_output(*drawn)
"""
