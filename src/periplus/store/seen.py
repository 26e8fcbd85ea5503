"""The identity table: 64-bit URL hashes to dense ids, in numpy arrays with open addressing.

The hashes lie in the order of their ids; the slots hold ids alone. So a URL costs 8 bytes and
between 6 and 14 bytes of slots, growing moves only the slots, and the hashes can be stored and
loaded as plain blocks. Two URLs with one 64-bit hash are taken for the same URL.
"""

import secrets
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from periplus.store.rows import UrlIds

Hashes = npt.NDArray[np.uint64]
Flags = npt.NDArray[np.bool_]

_FULLEST = 0.6  # of the slots: beyond, probing gets long
_FEWEST_SLOTS_LOG2 = 12
_FEW = 256
_ALL_BITS = (1 << 64) - 1
_REBUILD_ROWS = 1 << 16  # bounds the temporary arrays while the slots are rebuilt


class SeenTable:
    """Ids for hashes, counted from 1 in the order of first sight."""

    def __init__(self) -> None:
        self._hashes: Hashes = np.zeros(1024, dtype=np.uint64)
        self._count = 0
        # A site can choose its URLs but not this factor, so it cannot make them crowd.
        self._factor = np.uint64(secrets.randbits(64) | 1)
        self._set_slots(_FEWEST_SLOTS_LOG2)

    @classmethod
    def of(cls, blocks: Iterable[bytes]) -> "SeenTable":
        """The table of stored hashes in the order of their ids."""
        table = cls()
        for block in blocks:
            table._append(np.frombuffer(block, dtype="<u8").astype(np.uint64, copy=False))
        table._make_room(0)
        table._fill_slots()
        return table

    def __len__(self) -> int:
        return self._count

    def hash_of(self, url_id: int) -> int:
        """The hash that got this id."""
        return int(self._hashes[url_id])

    def stored_block(self, first: int, last: int) -> bytes:
        """The hashes of ids `first` to `last` (included), little-endian."""
        return self._hashes[first : last + 1].astype("<u8", copy=False).tobytes()

    def find(self, hashes: Hashes) -> UrlIds:
        """The id of each hash, 0 for one never seen."""
        found = np.zeros(len(hashes), dtype=np.uint32)
        slot = self._first_slots(hashes)
        ids = self._slots[slot]
        open_rows = np.flatnonzero(ids)
        ids = ids[open_rows]
        while len(open_rows):
            matches = self._hashes[ids] == hashes[open_rows]
            found[open_rows[matches]] = ids[matches]
            open_rows = open_rows[~matches]
            slot[open_rows] = (slot[open_rows] + 1) & self._mask
            ids = self._slots[slot[open_rows]]
            occupied = ids != 0
            open_rows = open_rows[occupied]
            ids = ids[occupied]
        return found

    def add(self, hashes: Hashes) -> tuple[UrlIds, Flags]:
        """The id of each hash and whether it is new; new ones get the next ids in order."""
        if len(hashes) <= _FEW:
            return self._add_few(hashes.tolist())
        ids = self.find(hashes)
        fresh = np.zeros(len(hashes), dtype=np.bool_)
        unknown = np.flatnonzero(ids == 0)
        if not len(unknown):
            return ids, fresh
        given: dict[int, int] = {}
        following = self._count + 1
        assigned = []
        first_rows = []
        for row, value in zip(unknown.tolist(), hashes[unknown].tolist(), strict=True):
            url_id = given.get(value)
            if url_id is None:
                url_id = given[value] = following
                following += 1
                first_rows.append(row)
            assigned.append(url_id)
        ids[unknown] = assigned
        fresh[first_rows] = True
        first = self._count + 1
        self._make_room(len(first_rows))
        self._append(hashes[first_rows])
        self._place(first, self._count)
        return ids, fresh

    def _add_few(self, hashes: list[int]) -> tuple[UrlIds, Flags]:
        """`add` one by one: for the links of a page faster than a dozen numpy calls."""
        self._make_room(len(hashes))
        self._reserve(self._count + 1 + len(hashes))
        by_id = self._hashes.data
        by_slot = self._slots.data
        factor, shift, mask = int(self._factor), int(self._shift), int(self._mask)
        count = self._count
        ids = []
        for value in hashes:
            slot = (value * factor & _ALL_BITS) >> shift
            while (url_id := by_slot[slot]) and by_id[url_id] != value:
                slot = (slot + 1) & mask
            if not url_id:
                count += 1
                url_id = by_slot[slot] = count
                by_id[count] = value
            ids.append(url_id)
        fresh = np.zeros(len(ids), dtype=np.bool_)
        if count > self._count:
            following = self._count + 1
            for row, url_id in enumerate(ids):
                if url_id == following:
                    fresh[row] = True
                    following += 1
            self._count = count
        return np.array(ids, dtype=np.uint32), fresh

    def _set_slots(self, log2: int) -> None:
        self._log2 = log2
        self._shift = np.uint64(64 - log2)
        self._mask = np.int64((1 << log2) - 1)
        self._slots: UrlIds = np.zeros(1 << log2, dtype=np.uint32)

    def _first_slots(self, hashes: Hashes) -> npt.NDArray[np.int64]:
        return ((hashes * self._factor) >> self._shift).astype(np.int64)

    def _append(self, hashes: Hashes) -> None:
        end = self._count + 1 + len(hashes)
        self._reserve(end)
        self._hashes[self._count + 1 : end] = hashes
        self._count = end - 1

    def _reserve(self, end: int) -> None:
        if end > len(self._hashes):
            self._hashes.resize(max(end, len(self._hashes) * 5 // 4), refcheck=False)

    def _make_room(self, more: int) -> None:
        log2 = self._log2
        while self._count + more > _FULLEST * (1 << log2):
            log2 += 1
        if log2 != self._log2:
            del self._slots  # the hashes suffice to rebuild them: never hold both
            self._set_slots(log2)
            self._fill_slots()

    def _fill_slots(self) -> None:
        self._slots.fill(0)
        for first in range(1, self._count + 1, _REBUILD_ROWS):
            self._place(first, min(first + _REBUILD_ROWS - 1, self._count))

    def _place(self, first: int, last: int) -> None:
        """Put distinct hashes that are in no slot yet into the next free ones."""
        ids = np.arange(first, last + 1, dtype=np.uint32)
        slot = self._first_slots(self._hashes[first : last + 1])
        while len(ids):
            free = self._slots[slot] == 0
            self._slots[slot[free]] = ids[free]
            # Of several that wanted one free slot the last has it: the others go on.
            unplaced = self._slots[slot] != ids
            ids = ids[unplaced]
            slot = (slot[unplaced] + 1) & self._mask
