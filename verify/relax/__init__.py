"""From an exact instance to a convex problem; its solver's numbers are hints and never bounds."""
