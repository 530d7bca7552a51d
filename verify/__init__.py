"""How a claim is checked: relaxations and searches find, a small checker decides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from verify.solver import solve as solve

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:  # noqa: ANN401 - a module's attributes have any type
    """`verify.solve`, loaded when it is asked for: the checker runs without the solvers."""
    if name == "solve":
        from verify.solver import solve

        return solve
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
