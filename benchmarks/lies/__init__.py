"""Planted lies: false certificates just past the edge of what is accepted, each with the reason to be given."""

from benchmarks.lies import (
    bounds,
    continuum,
    energies,
    factors,
    kernels,
    maximisers,
    outputs,
    prompts,
    rigidity,
    statements,
)
from benchmarks.lies.lie import Lie

LIES: tuple[Lie, ...] = (
    *bounds.LIES,
    *factors.LIES,
    *energies.LIES,
    *rigidity.LIES,
    *maximisers.LIES,
    *outputs.LIES,
    *statements.LIES,
    *continuum.LIES,
    *prompts.LIES,
    *kernels.LIES,
)

__all__ = ["LIES", "Lie"]
