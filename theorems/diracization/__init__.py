"""Conditional Diracization: maximisers may be taken with one point a label, and where that fails (claims.md 1)."""
