"""Where tokens start: points of the sphere, (n, d), one a row, of norm 1 up to rounding. Randomness by a seed alone."""

from __future__ import annotations

import csv
import math
from typing import TYPE_CHECKING

import numpy as np

from theorems.model.errors import InvalidInputError
from verify.search.floats import Floats

if TYPE_CHECKING:
    from pathlib import Path

MAX_BYTES = 1 << 26
"""Longest file of points."""


def uniform(count: int, dimension: int, seed: int) -> Floats:
    """Independent uniform points."""
    return _unit(np.random.default_rng(seed).standard_normal((count, dimension)))


def equiangular(count: int, dimension: int, inner: float) -> Floats:
    """n points with <x_i, x_j> = inner for i != j, in the first n coordinates.

    The rows of the root of (1 - inner) I + inner J.

    Raises:
        InvalidInputError: d < n, or not -1/(n - 1) < inner < 1.
    """
    if dimension < count:
        raise InvalidInputError(f"dimension={dimension}: expected at least count={count} for equiangular points")
    least = -1 / (count - 1) if count > 1 else -math.inf
    if not least < inner < 1:
        raise InvalidInputError(f"inner={inner}: expected a number between -1/(n - 1) = {least} and 1")
    own = math.sqrt(1 - inner)
    shared = (math.sqrt(1 + (count - 1) * inner) - own) / count
    points = np.zeros((count, dimension))
    points[:, :count] = own * np.eye(count) + shared
    return _unit(points)


def clustered(count: int, dimension: int, clusters: int, spread: float, seed: int) -> Floats:
    """Points about uniform centres: token i is centre i mod `clusters` plus `spread` times a Gaussian, projected.

    Raises:
        InvalidInputError: clusters outside of 1..n, or a spread that is negative or not finite.
    """
    if not 1 <= clusters <= count:
        raise InvalidInputError(f"clusters={clusters}: expected 1 to {count}, the number of tokens")
    if not 0 <= spread < math.inf:
        raise InvalidInputError(f"spread={spread}: expected a number from 0")
    rng = np.random.default_rng(seed)
    centres = _unit(rng.standard_normal((clusters, dimension)))
    return _unit(centres[np.arange(count) % clusters] + spread * rng.standard_normal((count, dimension)))


def near_uniform(count: int, mode: int, amplitude: float) -> Floats:
    """Points of the circle at angles a + amplitude sin(mode a), a = 2 pi i/n: d = 2.

    To first order (1/n) sum exp(i m angle) is -mode amplitude/2 at m = mode, and 0 at all other 0 < m < n - mode.

    Raises:
        InvalidInputError: not 1 <= mode < n/2, where the points do not resolve it, or an amplitude that is not finite.
    """
    if not 1 <= mode < count / 2:
        raise InvalidInputError(f"mode={mode}: expected from 1 to below n/2 = {count / 2}")
    if not math.isfinite(amplitude):
        raise InvalidInputError(f"amplitude={amplitude}: expected a finite number")
    angles = 2 * np.pi * np.arange(count) / count
    angles = angles + amplitude * np.sin(mode * angles)
    return np.column_stack([np.cos(angles), np.sin(angles)])


def twisted(count: int, winding: int) -> Floats:
    """Points of the circle at angles 2 pi winding i/n: d = 2."""
    angles = 2 * np.pi * winding * np.arange(count) / count
    return np.column_stack([np.cos(angles), np.sin(angles)])


def given(points: list[list[float]]) -> Floats:
    """The points as they stand, not scaled."""
    return np.array(points, dtype=np.float64)


def from_file(path: Path, count: int, dimension: int) -> Floats:
    """The points of a CSV file, scaled to norm 1: n rows of d numbers, or a header with columns x1..xd among others.

    Raises:
        InvalidInputError: missing, a directory, no text, a wrong number of rows or columns, what is no finite number,
            or a row of zeros.
    """
    rows = _rows(path)
    columns = list(range(dimension))
    if rows and not _is_number(rows[0][0]):
        header, *rows = rows
        names = [f"x{i + 1}" for i in columns]
        missing = [name for name in names if name not in header]
        if missing:
            raise InvalidInputError(f"points={path}: no column {missing[0]}, expected {', '.join(names)}")
        columns, width = [header.index(name) for name in names], len(header)
    else:
        width = dimension
    if len(rows) != count:
        raise InvalidInputError(f"points={path}: {len(rows)} rows, expected {count}, one a label")
    points = np.empty((count, dimension))
    for i, row in enumerate(rows):
        if len(row) != width:
            raise InvalidInputError(f"points={path}: {len(row)} entries in row {i + 1}, expected {width}")
        for c, column in enumerate(columns):
            if not _is_number(row[column]) or not math.isfinite(float(row[column])):
                raise InvalidInputError(f"points={path}: {row[column][:40]!a} in row {i + 1}, expected a finite number")
            points[i, c] = float(row[column])
    zero = np.flatnonzero(~points.any(axis=1))
    if len(zero):
        raise InvalidInputError(f"points={path}: row {zero[0] + 1} is 0, expected a vector with a direction")
    return _unit(points / np.abs(points).max(axis=1)[:, None])  # first so that no square leaves the range of float64


def _rows(path: Path) -> list[list[str]]:
    if path.is_dir():
        raise InvalidInputError(f"points={path}: expected a file, found a directory")
    if not path.is_file():
        raise InvalidInputError(f"points={path}: the file does not exist")
    if path.stat().st_size > MAX_BYTES:
        raise InvalidInputError(f"points={path}: expected at most {MAX_BYTES} bytes")
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
        return [[entry.strip() for entry in row] for row in csv.reader(lines, strict=True) if row]
    except (UnicodeDecodeError, csv.Error):
        raise InvalidInputError(f"points={path}: expected UTF-8 text, rows of numbers with commas") from None


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _unit(points: Floats) -> Floats:
    return points / np.sqrt((points * points).sum(axis=1))[:, None]
