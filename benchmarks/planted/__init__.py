"""Planted errors: one at a time in a copy of the tree, and whether a named subset of the tests finds each."""
