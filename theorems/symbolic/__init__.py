"""The same mathematics in sympy: kernels, energy, derivatives, identities and LaTeX. Theorem files do not import it."""
