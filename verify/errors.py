"""Errors of the machinery; bad input raises `theorems.model.errors.InvalidInputError`."""


class RefusedError(Exception):
    """A proof that does not prove its assertion; the message is the reason. Raised and caught inside the checker."""


class SolverError(RuntimeError):
    """A solver that stopped badly; carries its status, never a number."""


class ContradictionError(RuntimeError):
    """The suite contradicts itself: a lower bound above an upper one, or a claim both proved and refuted."""
