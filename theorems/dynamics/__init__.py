"""Theorems on tokens in motion: what the flow keeps, how fast it collapses, where it lingers."""
