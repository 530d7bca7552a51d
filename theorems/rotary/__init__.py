"""Rotary labels: kernels phi(<R_s x, R_t y>) and laws on a rotation orbit (claims.md 2)."""
