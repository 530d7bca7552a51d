"""The three ways in which the exact model says no."""


class InvalidInputError(ValueError):
    """Input that has no meaning here; the message names the value and what was expected."""


class UndecidedError(ArithmeticError):
    """A predicate that neither the forms nor balls of the highest precision could decide; never taken for False."""


class InexactError(ArithmeticError):
    """A value that has no exact form in the ring of `Real`; a ball may still enclose it."""
