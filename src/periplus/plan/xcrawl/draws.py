"""Draws that depend on a seed and a count alone, so that a resumed walk goes on with the same."""

from collections.abc import Sequence

import numpy as np
import xxhash

from periplus.plan.xcrawl.weights import Vector


class Draws:
    """A stream of numbers between 0 and 1."""

    def __init__(self, seed: int, drawn: int = 0) -> None:
        self._seed = seed
        self.drawn = drawn

    def number(self) -> float:
        """The next number."""
        self.drawn += 1
        value = xxhash.xxh3_64_intdigest(self.drawn.to_bytes(8, "big"), seed=self._seed)
        return (value >> 11) / 2**53

    def one_of(self, values: Sequence[int]) -> int:
        """One of several values, all alike."""
        return values[int(self.number() * len(values))]

    def by_weight(self, weights: Vector) -> int:
        """A place, drawn in proportion to its weight."""
        sums = np.cumsum(weights)
        if not sums[-1] > 0:
            return int(self.number() * len(weights))
        return min(int(np.searchsorted(sums, self.number() * sums[-1], "right")), len(sums) - 1)
