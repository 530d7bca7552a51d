"""A second opinion on certificates, written from claims.md alone: is the statement of this file true?

It shares no code with `theorems.model`, `verify.checker` and the theorem files. It reads the JSON and the problem text
itself, works with Python's fractions, and with mpmath at 110 digits where a number is not rational, and states the
theorems' hypotheses and claims anew. A statement about all laws is decided by bounds of its own, or attacked by a
search for a law that breaks it; where neither ends, the answer is None: not decided.
"""

from benchmarks.oracle.judge import Judgement, judge

__all__ = ["Judgement", "judge"]
