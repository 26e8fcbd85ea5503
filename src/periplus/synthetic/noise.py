"""Counter-based randomness: every draw is a pure function of a seed, a tag and numbers.

Nothing here has a state, so that any part of a generated site can be made alone, in any order,
and gives the same bytes in every process.
"""

import hashlib
import math
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import xxhash

T = TypeVar("T")

_MASK64 = (1 << 64) - 1
_ROUNDS = 4


@dataclass(frozen=True, slots=True)
class Noise:
    """Draws that depend on nothing but the seed, a tag and the numbers given."""

    seed: int

    def integer(self, tag: str, *key: int) -> int:
        """A uniform 64-bit integer."""
        return xxhash.xxh3_64_intdigest(f"{tag}{key}".encode(), self.seed & _MASK64)

    def unit(self, tag: str, *key: int) -> float:
        """A uniform number in [0, 1)."""
        return (self.integer(tag, *key) >> 11) / (1 << 53)

    def below(self, limit: int, tag: str, *key: int) -> int:
        """A uniform integer in [0, limit)."""
        return (self.integer(tag, *key) * limit) >> 64

    def chance(self, probability: float, tag: str, *key: int) -> bool:
        """True with the given probability."""
        return self.unit(tag, *key) < probability

    def pick(self, choices: Sequence[T], tag: str, *key: int) -> T:
        """One of the choices."""
        return choices[self.below(len(choices), tag, *key)]

    def values(self, count: int, tag: str, *key: int) -> tuple[int, ...]:
        """Uniform 16-bit integers, as many as asked for."""
        stem = f"{self.seed}:{tag}{key}".encode()
        return struct.unpack(f"<{count}H", hashlib.shake_128(stem).digest(2 * count))

    def child(self, tag: str, *key: int) -> "Noise":
        """An independent source."""
        return Noise(self.integer(tag, *key))


class Permutation:
    """A bijection of 0 … size-1 that looks random, without a table (Feistel, cycle walking)."""

    __slots__ = ("_half", "_keys", "_mask", "size")

    def __init__(self, size: int, noise: Noise, tag: str) -> None:
        self.size = max(size, 1)
        self._half = max(1, math.ceil(math.log2(max(self.size, 2)) / 2))
        self._mask = (1 << self._half) - 1
        self._keys = tuple(noise.integer(tag, turn) | 1 for turn in range(_ROUNDS))

    def forward(self, value: int) -> int:
        """Where a value goes."""
        value = self._once(value)
        while value >= self.size:
            value = self._once(value)
        return value

    def backward(self, value: int) -> int:
        """Where a value came from."""
        value = self._undo(value)
        while value >= self.size:
            value = self._undo(value)
        return value

    def _once(self, value: int) -> int:
        left, right = value >> self._half, value & self._mask
        for key in self._keys:
            left, right = right, left ^ (_scramble(right, key) & self._mask)
        return left << self._half | right

    def _undo(self, value: int) -> int:
        left, right = value >> self._half, value & self._mask
        for key in reversed(self._keys):
            left, right = right ^ (_scramble(left, key) & self._mask), left
        return left << self._half | right


def _scramble(value: int, key: int) -> int:
    mixed = (value + 0x9E3779B97F4A7C15) * key & _MASK64
    mixed ^= mixed >> 29
    return (mixed * 0xBF58476D1CE4E5B9 & _MASK64) >> 31
