"""Untrusted searches: floats and solvers live here, and nothing here is believed without a certificate."""
