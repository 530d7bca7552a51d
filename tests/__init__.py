"""Tests; a package, so that no other distribution's `tests` can take the name."""
