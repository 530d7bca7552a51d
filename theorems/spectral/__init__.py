"""The spectral dichotomy: which biases collapse and which spread (claims.md 4)."""
