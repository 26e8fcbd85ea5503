"""A map from 64-bit hashes to small numbers as numpy columns: 12 bytes a slot, asked in batches."""

import base64
import zlib
from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from periplus.page.view import I32, U64

_FIRST_SLOTS = 1 << 10
_FULL = 0.6
_SPREAD, _SHIFT = 0x9E3779B97F4A7C15, 20
_SPREADS, _SHIFTS = np.uint64(_SPREAD), np.uint64(_SHIFT)  # for many keys at once
_64_BITS = (1 << 64) - 1
_ABSENT = -1
_FEW = 16  # keys that are faster looked for one by one


class HashTable:
    """Open addressing with linear probing. The hash 0 is taken for 1."""

    def __init__(self, most: int | None = None) -> None:
        self._most = most
        self._keys: U64 = np.zeros(_FIRST_SLOTS, np.uint64)
        self._values: I32 = np.full(_FIRST_SLOTS, _ABSENT, np.int32)
        self._used = 0

    def __len__(self) -> int:
        return self._used

    @property
    def is_closed(self) -> bool:
        """Whether it has grown to its limit; what is new is no longer taken in."""
        return self._most is not None and self._used >= self._most

    def get(self, keys: U64) -> I32:
        """The value of each key, -1 where there is none."""
        return self._values[self._slots(_clean(keys))]

    def find(self, key: int) -> int:
        """The value of one key, -1 where there is none: for few keys much faster than `get`."""
        return self._values.item(self._slot(key or 1))

    def setdefault(self, key: int, value: int) -> int:
        """The value of one key, which is set where there was none, or -1."""
        slot = self._slot(key or 1)
        found = self._values.item(slot)
        if found != _ABSENT:
            return found
        self._set_at(slot, key or 1, value, may_add=not self.is_closed)
        return value

    def set(self, key: int, value: int) -> None:
        """Set the value of one key."""
        self._set(key or 1, value, may_add=not self.is_closed)

    def _set(self, key: int, value: int, *, may_add: bool = True) -> None:
        self._set_at(self._slot(key), key, value, may_add=may_add)

    def _set_at(self, slot: int, key: int, value: int, *, may_add: bool) -> None:
        if not self._keys.item(slot):
            if not may_add:
                return
            if self._used + 1 > _FULL * len(self._keys):
                self._grow()
                slot = self._slot(key)
            self._keys[slot] = key
            self._used += 1
        self._values[slot] = value

    def put(self, keys: U64, values: I32) -> None:
        """Set the values of keys, which are to be distinct."""
        keys = _clean(keys)
        if self.is_closed:
            known = self.get(keys) != _ABSENT
            keys, values = keys[known], values[known]
        while self._used + len(keys) > _FULL * len(self._keys):
            self._grow()
        if len(keys) > _FEW:
            slots = self._slots(keys)
            is_free = self._keys[slots] == 0
            self._keys[slots] = keys
            # Of the keys that want one free slot the last gets it, the others look again.
            has_slot = self._keys[slots] == keys
            self._values[slots[has_slot]] = values[has_slot]
            self._used += int(np.count_nonzero(is_free & has_slot))
            keys, values = keys[~has_slot], values[~has_slot]
        for key, value in zip(keys.tolist(), values.tolist(), strict=True):
            self._set(key, value)

    def _slot(self, key: int) -> int:
        mask, held_at = len(self._keys) - 1, self._keys.item
        slot = ((key * _SPREAD & _64_BITS) >> _SHIFT) & mask
        while (held := held_at(slot)) and held != key:
            slot = (slot + 1) & mask
        return slot

    def _slots(self, keys: U64) -> npt.NDArray[np.intp]:
        mask = len(self._keys) - 1
        slots = ((keys * _SPREADS) >> _SHIFTS).astype(np.intp) & mask
        held = self._keys[slots]
        looking = ((held != keys) & (held != 0)).nonzero()[0]
        while len(looking) > _FEW:
            slots[looking] = (slots[looking] + 1) & mask
            held = self._keys[slots[looking]]
            looking = looking[(held != keys[looking]) & (held != 0)]
        for i in looking.tolist():
            slots[i] = self._slot(keys.item(i))
        return slots

    def _grow(self) -> None:
        held = self._keys != 0
        keys, values = self._keys[held], self._values[held]
        size = 4 * len(self._keys)
        self._keys = np.zeros(size, np.uint64)
        self._values = np.full(size, _ABSENT, np.int32)
        self._used = 0
        most, self._most = self._most, None
        self.put(keys, values)
        self._most = most

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        held = self._keys != 0
        return {"keys": packed(self._keys[held]), "values": packed(self._values[held])}

    def restore(self, state: dict[str, Any]) -> None:
        """Take up what `save` returned."""
        self._keys = np.zeros(_FIRST_SLOTS, np.uint64)
        self._values = np.full(_FIRST_SLOTS, _ABSENT, np.int32)
        self._used = 0
        most, self._most = self._most, None
        self.put(unpacked(state["keys"], np.uint64), unpacked(state["values"], np.int32))
        self._most = most


def _clean(keys: U64) -> U64:
    return keys if np.count_nonzero(keys) == len(keys) else np.where(keys == 0, np.uint64(1), keys)


def packed(column: npt.NDArray[Any]) -> str:
    """A numpy column as text for JSON."""
    return _packed(np.ascontiguousarray(column).tobytes())


def unpacked(text: str, kind: Any) -> npt.NDArray[Any]:
    """What `packed` made a text of."""
    return np.frombuffer(_unpacked(text), kind).copy()


def packed_lines(lines: Iterable[str]) -> str:
    """Texts without line breaks as one text for JSON, a fraction of their size."""
    return _packed("\n".join(lines).encode("utf-8", "surrogatepass"))


def unpacked_lines(text: str) -> list[str]:
    """What `packed_lines` made a text of; of no texts, one that is empty."""
    return _unpacked(text).decode("utf-8", "surrogatepass").split("\n")


def _packed(data: bytes) -> str:
    return base64.b64encode(zlib.compress(data, 1)).decode("ascii")


def _unpacked(text: str) -> bytes:
    return zlib.decompress(base64.b64decode(text))
