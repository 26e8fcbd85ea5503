"""Which 2-grams were seen already, in bounded memory: layered Bloom filters.

A layer that is a third full is closed and a larger one opened. False positives (under one in a
hundred) make a page look a little less new than it is; nothing else depends on them.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from periplus.page.view import U32, U64
from periplus.site.hash_table import packed, unpacked

_PROBES = 4
_FIRST_BITS = 22  # of the first layer, as a power of two: half a mebibyte
_MOST_BITS = 28
_MOST_LAYERS = 8
_FULL = 0.33
_BIT = np.left_shift(1, np.arange(8)).astype(np.uint8)
_PROBE_NUMBERS: U32 = np.arange(_PROBES, dtype=np.uint32)[:, None]

Bits = npt.NDArray[np.uint8]


class _Layer:
    def __init__(self, power: int, bits: Bits | None = None, ones: int = 0) -> None:
        self.power = power
        self.bits: Bits = np.zeros(1 << (power - 3), np.uint8) if bits is None else bits
        self.ones = ones  # at most: to count them takes long, and seldom matters

    def places(self, grams: U64) -> U32:
        """The bits of each gram, a column of them; 32 bits of each sum are enough to find them."""
        low = grams.astype(np.uint32)
        step = (grams >> np.uint64(32)).astype(np.uint32) | np.uint32(1)
        places: U32 = (low + step * _PROBE_NUMBERS) & np.uint32((1 << self.power) - 1)
        return places

    def absent(self, places: U32) -> npt.NDArray[np.intp]:
        """The numbers of the grams that it does not contain."""
        found = self.bits.take(places >> 3) >> (places & 7).astype(np.uint8)
        absent: npt.NDArray[np.intp] = (np.bitwise_and.reduce(found, axis=0) & 1 == 0).nonzero()[0]
        return absent

    def add(self, places: U32) -> None:
        np.bitwise_or.at(self.bits, (places >> 3).ravel(), _BIT[places & 7].ravel())
        self.ones += places.size

    @property
    def is_full(self) -> bool:
        most = _FULL * (1 << self.power)
        if self.ones > most:
            self.ones = int(np.bitwise_count(self.bits).sum())
        return self.ones > most


class SeenGrams:
    """A set of 2-gram hashes that only grows."""

    def __init__(self) -> None:
        self._layers = [_Layer(_FIRST_BITS)]

    def take(self, grams: U64) -> U64:
        """The grams that are new; from now on they are seen."""
        new = grams
        for layer in self._layers:
            if not len(new):
                return new
            places = layer.places(new)
            at = layer.absent(places)
            new, places = new.take(at), places.take(at, axis=1)
        if len(new):
            last = self._layers[-1]
            last.add(places)
            if len(self._layers) < _MOST_LAYERS and last.is_full:
                self._layers.append(_Layer(min(last.power + 2, _MOST_BITS)))
        return new

    def save(self) -> list[Any]:
        """All state as JSON values."""
        return [[layer.power, layer.ones, packed(layer.bits)] for layer in self._layers]

    def restore(self, state: list[Any]) -> None:
        """Take up what `save` returned."""
        self._layers = [
            _Layer(int(power), unpacked(bits, np.uint8), int(ones)) for power, ones, bits in state
        ]
