"""Seeded choices for `check`: the same seed, theorem, stream and index give the same instance, whatever else is run."""

from __future__ import annotations

import hashlib
import random
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

T = TypeVar("T")


def _generator(*key: object) -> random.Random:
    digest = hashlib.sha256("\0".join(map(str, key)).encode()).digest()
    return random.Random(int.from_bytes(digest, "big"))


class SeededSource:
    """A `theorems.statement.Source`: whole numbers from a seeded generator, options in turn over the index.

    `turn` goes through its options in a shuffled order that depends on the seed, the stream and how many turns were
    taken before, one option an index; m consecutive indices see all m options.
    """

    def __init__(self, seed: int, theorem: str, stream: str, index: int, size: int) -> None:
        """Choices for instance `index` of a stream such as "claim", with at most `size` labels."""
        self._key = (seed, theorem, stream)
        self._index = index
        self._size = size
        self._turns = 0
        self._generator = _generator(*self._key, index)

    @property
    def size(self) -> int:
        """The greatest number of labels wanted."""
        return self._size

    def integer(self, low: int, high: int) -> int:
        """A whole number in [low, high]."""
        return self._generator.randint(low, high)

    def turn(self, options: Sequence[T]) -> T:
        """The option whose turn it is."""
        self._turns += 1
        block, position = divmod(self._index, len(options))
        order = list(range(len(options)))
        _generator(*self._key, "turn", self._turns, len(options), block).shuffle(order)
        return options[order[position]]
