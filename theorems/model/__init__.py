"""Exact objects of the theory, on the standard library and python-flint alone."""
