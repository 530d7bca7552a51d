"""Prefix labels: gauges that realise any output law (claims.md 3)."""
