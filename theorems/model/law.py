"""Finitely supported laws, graph laws and content marginals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flint import fmpq

from theorems.model.errors import InvalidInputError
from theorems.model.matrix import Vector, all_rational
from theorems.model.real import Real
from theorems.model.sphere import is_on_sphere

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from theorems.model.labels import Labels


@dataclass(frozen=True, eq=False)
class Atom:
    """A point of the sphere with a positive rational weight."""

    weight: fmpq
    point: Vector


@dataclass(frozen=True, eq=False)
class Measure:
    """A finitely supported probability on S^{d-1}; atoms may repeat a point.

    Raises:
        InvalidInputError: no atom, a weight that is not positive, weights that do not sum to 1, points of different
            dimensions, or a point off the sphere.
    """

    atoms: tuple[Atom, ...]

    def __post_init__(self) -> None:
        total = sum((atom.weight for atom in self.atoms), start=fmpq(0))
        if total != 1:
            raise InvalidInputError(f"sum(weights)={total}: expected 1")
        for atom in self.atoms:
            if atom.weight <= 0:
                raise InvalidInputError(f"weight={atom.weight}: expected a positive weight; leave the atom out instead")
            if len(atom.point) != self.dimension:
                raise InvalidInputError(f"points of dimensions {self.dimension} and {len(atom.point)} in one measure")
            if not is_on_sphere(atom.point):
                raise InvalidInputError(f"point=({', '.join(map(str, atom.point))}): expected a point with <x, x> = 1")

    @property
    def dimension(self) -> int:
        """The number of coordinates of a point."""
        return len(self.atoms[0].point)

    @property
    def is_dirac(self) -> bool:
        """Whether all the mass is at one point."""
        first = self.atoms[0].point
        return all(same_point(atom.point, first) for atom in self.atoms)

    def merged(self) -> Measure:
        """The same measure with one atom a point, in order of first appearance."""
        if all_rational([atom.point for atom in self.atoms]):
            weights: dict[tuple[fmpq, ...], fmpq] = {}
            for atom in self.atoms:
                key = tuple(entry.rational() for entry in atom.point)
                weights[key] = weights.get(key, fmpq(0)) + atom.weight
            return Measure(tuple(Atom(w, tuple(map(Real, key))) for key, w in weights.items()))
        found: list[Atom] = []
        for atom in self.atoms:
            for k, known in enumerate(found):
                if same_point(known.point, atom.point):
                    found[k] = Atom(known.weight + atom.weight, known.point)
                    break
            else:
                found.append(atom)
        return Measure(tuple(found))

    def same_as(self, other: Measure) -> bool:
        """Whether both are the same probability."""
        mine, theirs = self.merged(), other.merged()
        if len(mine.atoms) != len(theirs.atoms):
            return False
        return all(any(a.weight == b.weight and same_point(a.point, b.point) for b in theirs.atoms) for a in mine.atoms)

    def mean(self) -> Vector:
        """The barycentre, a vector of length at most 1."""
        return tuple(
            sum((Real(atom.weight) * atom.point[c] for atom in self.atoms), start=Real(0))
            for c in range(self.dimension)
        )


@dataclass(frozen=True, eq=False)
class Law:
    """A joint law with fixed label marginal: one probability on the sphere a label."""

    slices: tuple[Measure, ...]

    def __post_init__(self) -> None:
        if len({piece.dimension for piece in self.slices}) > 1:
            raise InvalidInputError(f"slices of dimensions {sorted({p.dimension for p in self.slices})} in one law")

    @property
    def is_tuple(self) -> bool:
        """Whether every slice is a Dirac mass."""
        return all(piece.is_dirac for piece in self.slices)

    @property
    def atom_count(self) -> int:
        """Number of atoms over all slices."""
        return sum(len(piece.atoms) for piece in self.slices)

    def replaced(self, i: int, piece: Measure) -> Law:
        """The law with slice i exchanged."""
        return Law((*self.slices[:i], piece, *self.slices[i + 1 :]))


def same_point(a: Vector, b: Vector) -> bool:
    """Whether the points agree exactly."""
    return len(a) == len(b) and all(x == y for x, y in zip(a, b, strict=True))


def dirac(point: Vector) -> Measure:
    """All mass at one point."""
    return Measure((Atom(fmpq(1), point),))


def graph_law(points: Iterable[Vector]) -> Law:
    """Gamma[x*]: label i sits at points[i]."""
    return Law(tuple(dirac(point) for point in points))


def mixture(first: Measure, second: Measure, weight: fmpq) -> Measure:
    """(1 - weight) first + weight second, for 0 <= weight <= 1."""
    atoms = [Atom((1 - weight) * atom.weight, atom.point) for atom in first.atoms if weight != 1]
    atoms += [Atom(weight * atom.weight, atom.point) for atom in second.atoms if weight != 0]
    return Measure(tuple(atoms))


def content_marginal(labels: Labels, law: Law) -> Measure:
    """sum_i rho_i mu_i: where the contents are, whatever the label."""
    return Measure(
        tuple(
            Atom(mass * atom.weight, atom.point)
            for mass, piece in zip(labels.masses, law.slices, strict=True)
            for atom in piece.atoms
        )
    )


def finite_measure(weights: Sequence[fmpq], points: Sequence[Vector]) -> Measure:
    """The measure with the given weights at the given points."""
    return Measure(tuple(Atom(w, p) for w, p in zip(weights, points, strict=True)))
