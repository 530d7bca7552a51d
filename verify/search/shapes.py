"""The shapes of the experiments: a label law with its gauges, whose maximisers x(s) = R_s^{-1} u draw them (d = 3).

Labels are equispaced. What a run ends at depends on the direction u that it settles on in the gauge frame; the starts
here are of two kinds, uniform, which leaves u to chance, and framed, which holds it near `POLE` so that laws of
different runs can be compared.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256

import numpy as np

from theorems.model.errors import InvalidInputError
from verify.search.floats import Floats

POLE = np.array([np.sqrt(0.75), 0.0, 0.5])
"""u: at 60 degrees from the axis of the rotary gauges, so neither on it (one point) nor orthogonal to it."""

WAVE = 0.8
"""a in the generalised rotary gauge R_z(s) R_x(a sin 3s)."""

CAP = 0.5
"""The least <u_0, u_i> of a framed start, before it is turned: a cap of 60 degrees."""

FINE = 2048
"""Labels that stand for the continuum where a law of labels is compared with its limit."""

SITES = np.array([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [-1.0, 1.0, -1.0] / np.sqrt(3)])
"""Where the prompts of the three-point shape send their mass."""

SHARES = (1 / 2, 1 / 3, 1 / 6)


@dataclass(frozen=True, eq=False)
class Family:
    """n labels.

    Attributes:
        masses: rho, (n,), sum 1.
        gauges: R, (n, 3, 3), orthogonal.
        hues: the label as a number in [0, 1), for pictures, (n,).
    """

    masses: Floats
    gauges: Floats
    hues: Floats

    def orbit(self, u: Floats) -> Floats:
        """R_i^{-1} u, (n, 3)."""
        return np.einsum("nji,j->ni", self.gauges, u)

    def frame(self, points: Floats) -> Floats:
        """u_i = R_i x_i, (n, 3)."""
        return np.einsum("nij,nj->ni", self.gauges, points)

    def content(self, frame: Floats) -> Floats:
        """x_i = R_i^{-1} u_i, (n, 3)."""
        return np.einsum("nji,nj->ni", self.gauges, frame)


@dataclass(frozen=True)
class Shape:
    """One experiment.

    Attributes:
        name: as in file names and tables.
        words: the auxiliary variable.
        seen: what the law of a run that has settled looks like.
        family: the labels, given their number and a shift in [0, 1) of a step.
        fine: how many labels stand for the continuum; fewer where the law of labels is finite anyway.
    """

    name: str
    words: str
    seen: str
    family: Callable[[int, float], Family]
    fine: int = FINE

    @property
    def is_curve(self) -> bool:
        """Whether the labels approximate a continuum, and their law a curve."""
        return self.fine == FINE

    @property
    def collapses(self) -> bool:
        """Whether the content itself collapses: without auxiliary variables."""
        return self.name == "baseline"


def _angles(n: int, shift: float) -> Floats:
    return 2 * np.pi * (np.arange(n) + shift) / n


def about_z(s: Floats) -> Floats:
    """Rotations about the third axis, (n, 3, 3)."""
    zero, one = np.zeros_like(s), np.ones_like(s)
    rows = [[np.cos(s), -np.sin(s), zero], [np.sin(s), np.cos(s), zero], [zero, zero, one]]
    return np.moveaxis(np.array(rows), -1, 0)


def about_x(s: Floats) -> Floats:
    """Rotations about the first axis, (n, 3, 3)."""
    zero, one = np.zeros_like(s), np.ones_like(s)
    rows = [[one, zero, zero], [zero, np.cos(s), -np.sin(s)], [zero, np.sin(s), np.cos(s)]]
    return np.moveaxis(np.array(rows), -1, 0)


def reflections(targets: Floats, u: Floats) -> Floats:
    """G = I - 2 v v^T / |v|^2, v = f - u, so that G f = u; the identity where f = u. (n, 3) to (n, 3, 3)."""
    v = targets - u
    square = (v**2).sum(axis=1)
    scale = np.where(square > 0, 2 / np.where(square > 0, square, 1), 0)
    return np.eye(targets.shape[1]) - scale[:, None, None] * (v[:, :, None] * v[:, None, :])


def viviani(s: Floats) -> Floats:
    """Viviani's curve (cos^2 s, cos s sin s, sin s): closed, and crosses itself once."""
    return np.stack([np.cos(s) ** 2, np.cos(s) * np.sin(s), np.sin(s)], axis=1)


def _equal(n: int) -> Floats:
    return np.full(n, 1 / n)


def _baseline(n: int, shift: float) -> Family:
    return Family(_equal(n), np.tile(np.eye(3), (n, 1, 1)), _angles(n, shift) / (2 * np.pi))


def _rotary(n: int, shift: float) -> Family:
    s = _angles(n, shift)
    return Family(_equal(n), about_z(s), s / (2 * np.pi))


def _generalised(n: int, shift: float) -> Family:
    s = _angles(n, shift)
    return Family(_equal(n), about_z(s) @ about_x(WAVE * np.sin(3 * s)), s / (2 * np.pi))


def _sites(n: int, _shift: float) -> Family:
    """Token counts round n/2 and n/3; the masses make up for it, so that the sites have theirs exactly."""
    if n < 6:
        raise InvalidInputError(f"n={n}: expected at least 6 tokens for the masses 1/2, 1/3, 1/6")
    counts = [round(n / 2), round(n / 3)]
    counts.append(n - sum(counts))
    site = np.repeat(np.arange(3), counts)
    masses = np.repeat([share / count for share, count in zip(SHARES, counts, strict=True)], counts)
    return Family(masses, reflections(SITES[site], POLE), site / 3)


def _curve(n: int, shift: float) -> Family:
    s = _angles(n, shift)
    return Family(_equal(n), reflections(viviani(s), POLE), s / (2 * np.pi))


SHAPES = (
    Shape("baseline", "none", "one point", _baseline, 1),
    Shape("rope", "RoPE, R(s) = R_z(s)", "a latitude", _rotary),
    Shape("generalised", f"generalised RoPE, R(s) = R_z(s) R_x({WAVE} sin 3s)", "a wavy closed curve", _generalised),
    Shape("prefix-points", "prefix, three sites of masses 1/2, 1/3, 1/6", "three clusters", _sites, 6),
    Shape("prefix-curve", "prefix, Viviani's curve", "a figure of eight", _curve),
)


def shape_named(name: str) -> Shape:
    """The shape of that name."""
    return next(shape for shape in SHAPES if shape.name == name)


def generator(*key: object) -> np.random.Generator:
    """A generator that depends on the key alone."""
    return np.random.default_rng(int.from_bytes(sha256("/".join(map(str, key)).encode()).digest()[:16], "big"))


def uniform_start(family: Family, random: np.random.Generator) -> Floats:
    """Contents drawn from the uniform law on the sphere, and so uniform in the gauge frame too."""
    drawn = random.normal(size=(len(family.masses), 3))
    return drawn / np.linalg.norm(drawn, axis=1, keepdims=True)


def framed_start(family: Family, random: np.random.Generator) -> Floats:
    """Uniform on a cap of the gauge frame, then reflected so that the mean points at `POLE`.

    The flow commutes with a common rotation or reflection of the gauge frame, so this takes nothing away: it fixes
    the one freedom that would let runs of one shape draw different laws, from the start and not from the outcome.
    """
    drawn = random.normal(size=(len(family.masses), 2))
    heights = random.uniform(CAP, 1, size=len(drawn))  # by Archimedes uniform in the height is uniform on the sphere
    flat = drawn * (np.sqrt(1 - heights**2) / np.linalg.norm(drawn, axis=1))[:, None]
    frame = np.column_stack([flat, heights])
    centre = family.masses @ frame
    turned = frame @ reflections((centre / np.linalg.norm(centre))[None], POLE)[0].T
    return family.content(turned / np.linalg.norm(turned, axis=1, keepdims=True))


STARTS = {"uniform": uniform_start, "framed": framed_start}
