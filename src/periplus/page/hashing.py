"""64-bit hashes of words and of runs of words, by numpy over whole texts. Stable for ever.

A word's hash is a polynomial in its code points (each mixed first), modulo 2**64. With prefix sums
over the text the hash of any word is a difference of two sums, divided by the base to the power of
its place: no Python object for a word is ever made. The base is odd, so it can be divided by.
"""

from functools import lru_cache

import numpy as np

from periplus.page.view import U64

_BASE = 0x9E3779B97F4A7C15
_INVERSE = pow(_BASE, -1, 1 << 64)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_STEP = np.uint64(0xD1342543DE82EF95)
_SEED = np.uint64(0x5851F42D4C957F2D)


def mix(values: U64) -> U64:
    """A bijection of 64 bits that lets every input bit reach every output bit (splitmix64)."""
    mixed = values ^ (values >> np.uint64(30))
    mixed *= _MIX_1
    mixed ^= mixed >> np.uint64(27)
    mixed *= _MIX_2
    mixed ^= mixed >> np.uint64(31)
    return mixed


def code_values(code_points: U64) -> U64:
    """What each code point adds to the hash of its word."""
    return mix(code_points + _SEED)


ASCII_VALUES = code_values(np.arange(128, dtype=np.uint64))


@lru_cache(maxsize=24)
def _powers_of_size(base: int, size: int) -> U64:
    powers = np.full(size, base, dtype=np.uint64)
    powers[0] = 1
    return np.multiply.accumulate(powers)


def _powers(base: int, count: int) -> U64:
    size = 1024
    while size < count:
        size *= 2
    return _powers_of_size(base, size)[:count]


def span_hashes(values: U64, starts: np.ndarray, ends: np.ndarray) -> U64:
    """The hash of each span of `values`; equal spans hash equal wherever they stand."""
    sums = np.zeros(len(values) + 1, dtype=np.uint64)
    np.cumsum(values * _powers(_BASE, len(values)), out=sums[1:])
    return mix((sums[ends] - sums[starts]) * _powers(_INVERSE, len(values) + 1)[starts])


def run_hashes(words: U64, length: int) -> U64:
    """The hash of each run of `length` consecutive words; none if there are fewer words."""
    count = len(words) - length + 1
    if count <= 0:
        return np.empty(0, dtype=np.uint64)
    total = words[:count].copy()
    for offset in range(1, length):
        total *= _STEP
        total += words[offset : offset + count]
    return mix(total)


def distinct(values: U64) -> U64:
    """Sorted distinct values."""
    if len(values) < 2:
        return values
    ordered = np.sort(values)
    keep = np.empty(len(ordered), dtype=bool)
    keep[0] = True
    np.not_equal(ordered[1:], ordered[:-1], out=keep[1:])
    return ordered[keep]


_LANES = np.uint64(0x0101010101010101)
_LANE_ROWS = 255  # as many ones as a lane of eight bits can count


def simhash(features: U64) -> int:
    """64 bits, each the majority of that bit over the features: near texts differ in few bits."""
    if not len(features):
        return 0
    groups = np.arange(0, len(features), _LANE_ROWS)
    lanes = np.empty((8, len(groups)), dtype="<u8")
    for shift in range(8):
        # Bits `shift` of all eight bytes are counted at once, each in a byte of its own.
        np.add.reduceat((features >> np.uint64(shift)) & _LANES, groups, out=lanes[shift])
    ones = lanes.view(np.uint8).reshape(8, -1, 8).sum(axis=1)  # by shift and byte
    majority = (2 * ones > len(features)).T.ravel()
    return int.from_bytes(np.packbits(majority, bitorder="little").tobytes(), "little")
