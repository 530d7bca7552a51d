"""Exact blocks of moment relaxations: matrices of polynomials in inner products, PSD at every tuple on the sphere."""
