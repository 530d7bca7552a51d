"""Changes to a certificate: every way in which a careless or hostile hand may alter the file, by kind."""

from benchmarks.changes import formulas, meaning, numbers, raw, shapes, statements
from benchmarks.changes.scene import CHANGES, Scene, canonical, resealed

__all__ = ["CHANGES", "Scene", "canonical", "formulas", "meaning", "numbers", "raw", "resealed", "shapes", "statements"]
