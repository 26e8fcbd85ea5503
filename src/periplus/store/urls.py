"""Every URL ever seen: identity, text, state, how it was found and its place in the frontier.

In memory are the identities, one state byte and one reason byte a URL, and what was touched
lately. The rest is read from disk when it is asked for.
"""

import struct
import zlib
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from periplus.store.database import Database, Row, blob_checksum, checksum, damaged, storable
from periplus.store.rows import UrlIds, UrlState
from periplus.store.seen import Flags, SeenTable
from periplus.store.sizes import Sizes
from periplus.url import url_hash, url_hashes

Bytes = npt.NDArray[np.uint8]
Place = tuple[int, float, int]  # lane, rank, depth
NOWHERE: Place = (0, 0.0, 0)

_BLOCK = 1024  # URLs in a stored block: two bytes a URL, so that one fits a database page
_RECENT_URLS = 1 << 16
_CHECKED_ROWS = 10_000
_NO_PAGE = 0
_NO_ROW = -1

_found_bytes = struct.Struct("<qqq").pack
_place_bytes = struct.Struct("<qqdq").pack

_INSERT = "INSERT INTO urls VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
_UPDATE = "UPDATE urls SET lane = ?, rank = ?, depth = ?, place_crc = ? WHERE id = ?"
_UPDATE_FOUND = "UPDATE urls SET via = ?, via_row = ?, crc = ? WHERE id = ?"
_COLUMNS = "url, via, via_row, crc, lane, rank, depth, place_crc"
_SELECT = f"SELECT {_COLUMNS} FROM urls WHERE id = ?"  # noqa: S608
_SELECT_RANGE = f"SELECT id, {_COLUMNS} FROM urls WHERE id >= ? AND id < ?"  # noqa: S608


def found_crc(url_id: int, via: int, via_row: int) -> int:
    """Covers how a URL was found."""
    return zlib.crc32(_found_bytes(url_id, via, via_row))


def place_crc(url_id: int, place: Place) -> int:
    """Covers where a URL stands in the frontier."""
    return zlib.crc32(_place_bytes(url_id, *place))


class Urls:
    """The book of URLs, dense ids from 1."""

    def __init__(self, database: Database, sizes: Sizes) -> None:
        self._database = database
        self._sizes = sizes
        self.seen = SeenTable.of(self._blocks("url_hashes"))
        count = len(self.seen)
        sizes.expect("urls", count)
        self.states = bytearray(1)
        self._reasons = bytearray(1)
        for block in self._blocks("url_states"):
            self.states += block[: len(block) // 2]
            self._reasons += block[len(block) // 2 :]
        if len(self.states) != count + 1:
            raise damaged(database.path, "URLs and their states differ in number")
        self._dirty_blocks: set[int] = set()
        self._first_unwritten = count + 1
        self._texts: list[str] = []
        self._found: list[tuple[int, int]] = []
        self._found_later: dict[int, tuple[int, int]] = {}
        self.places: dict[int, Place] = {}
        self._moved: set[int] = set()
        self._attempts: dict[int, tuple[int, str]] = {}
        self._recent: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self.seen)

    @property
    def unwritten(self) -> int:
        """How many rows wait in memory to be written."""
        return len(self._texts) + len(self._moved)

    def intern(self, urls: list[str]) -> tuple[UrlIds, Flags]:
        """The id of each URL and whether it was never seen before."""
        recent = self._recent
        known = [recent.get(url, 0) for url in urls]
        ids = np.array(known, dtype=np.uint32)
        fresh = np.zeros(len(urls), dtype=np.bool_)
        if 0 not in known:
            return ids, fresh
        unsure = [row for row, url_id in enumerate(known) if not url_id]
        texts = [urls[row] for row in unsure]
        found, new = self.seen.add(url_hashes(texts))
        ids[unsure] = found
        if new.any():
            fresh[unsure] = new
            self._note_new([texts[row] for row in np.flatnonzero(new).tolist()])
        if len(recent) > _RECENT_URLS:
            recent.clear()
        recent.update(zip(texts, found.tolist(), strict=True))
        return ids, fresh

    def find(self, url: str) -> int | None:
        """The id of a URL that was seen."""
        found = self.seen.find(np.array([url_hash(url)], dtype=np.uint64))
        return int(found[0]) or None

    def states_of(self, ids: UrlIds) -> Bytes:
        """The state of each URL."""
        found: Bytes = np.frombuffer(self.states, dtype=np.uint8)[ids]
        return found

    def reason_of(self, url_id: int) -> int:
        """The stored number of the last decision's reason."""
        return self._reasons[url_id]

    def decisions(self) -> tuple[Bytes, Bytes]:
        """State and reason number of every URL, in the order of the ids."""
        return (
            np.frombuffer(bytes(self.states), dtype=np.uint8)[1:],
            np.frombuffer(bytes(self._reasons), dtype=np.uint8)[1:],
        )

    def decide(self, url_id: int, state: UrlState, reason: int | None = None) -> None:
        """Note a URL's new state and, unless it stays, the reason."""
        self.states[url_id] = state
        if reason is not None:
            self._reasons[url_id] = reason
        self._dirty_blocks.add((url_id - 1) // _BLOCK)

    def describe(self, ids: Sequence[int], via: int, rows: Sequence[int], depth: int) -> None:
        """Note how URLs were found, where that is not known yet."""
        place: Place = (0, 0.0, depth)
        first = self._first_unwritten
        for url_id, row in zip(ids, rows, strict=True):
            url_id = int(url_id)
            if url_id >= first:
                if self._found[url_id - first][0] == _NO_PAGE:
                    self._found[url_id - first] = (via, int(row))
                    self.places.setdefault(url_id, place)
            elif self.found(url_id)[0] is None:
                self._found_later[url_id] = (via, int(row))
                if self.place(url_id) == NOWHERE:
                    self.move(url_id, place)

    def text(self, url_id: int) -> str:
        """The URL itself. Raises: StateDamaged."""
        if url_id >= self._first_unwritten:
            return self._texts[url_id - self._first_unwritten]
        return self._load(url_id)[0]

    def found(self, url_id: int) -> tuple[int | None, int | None]:
        """The page and the link row by which a URL was found first."""
        if url_id >= self._first_unwritten:
            via, row = self._found[url_id - self._first_unwritten]
        else:
            via, row = self._found_later.get(url_id) or self._load(url_id)[1]
        return (None, None) if via == _NO_PAGE else (via, row)

    def place(self, url_id: int) -> Place:
        """Lane, rank and depth: of the last time that it was queued. Raises: StateDamaged."""
        place = self.places.get(url_id)
        if place is None or place[2] < 0:
            place = NOWHERE if url_id >= self._first_unwritten else self._load(url_id)[2]
            self.places[url_id] = place
        return place

    def stored(self, url_id: int) -> tuple[str, Place]:
        """Text and place together, by one look-up."""
        if url_id >= self._first_unwritten:
            return self.text(url_id), self.place(url_id)
        text, _, place = self._load(url_id)
        return text, self.places[url_id] if url_id in self._moved else place

    def move(self, url_id: int, place: Place) -> None:
        """Note a new place."""
        self.places[url_id] = place
        if url_id < self._first_unwritten:
            self._moved.add(url_id)

    def attempts(self, url_id: int) -> tuple[int, str | None]:
        """How many attempts failed, and how the last one did. Raises: StateDamaged."""
        noted = self._attempts.get(url_id)
        if noted is not None or not self._sizes.of("attempts"):
            return noted or (0, None)
        row = self._database.one(
            "SELECT url_id, attempts, fault, crc FROM attempts WHERE url_id = ?", (url_id,)
        )
        return (0, None) if row is None else self._intact_attempts(row)

    def note_attempts(self, url_id: int, attempts: int, fault: str) -> None:
        """Note failed attempts."""
        if self.attempts(url_id) == (0, None):
            self._sizes.grow("attempts")
        self._attempts[url_id] = (attempts, storable(fault))

    def faults(self, state: UrlState) -> list[str]:
        """The last fault of each URL of a state, after `flush`. Raises: StateDamaged."""
        rows = self._database.all("SELECT url_id, attempts, fault, crc FROM attempts")
        self._sizes.expect("attempts", len(rows))
        faults = [(row[0], self._intact_attempts(row)[1]) for row in rows]
        return [fault for url_id, fault in faults if self.states[url_id] == state]

    def flush(self) -> None:
        """Write rows into the open transaction."""
        if self._texts:
            self._database.many(_INSERT, self._new_rows())
            self._first_unwritten += len(self._texts)
            self._texts.clear()
            self._found.clear()
        if self._moved:
            moved = [(url_id, self.places[url_id]) for url_id in sorted(self._moved)]
            self._moved.clear()
            self._database.many(_UPDATE, ((*place, place_crc(i, place), i) for i, place in moved))
        if self._found_later:
            later = sorted(self._found_later.items())
            self._found_later.clear()
            self._database.many(
                _UPDATE_FOUND, ((*found, found_crc(i, *found), i) for i, found in later)
            )
        if self._attempts:
            noted = sorted(self._attempts.items())
            self._attempts.clear()
            self._database.many(
                "INSERT OR REPLACE INTO attempts VALUES (?, ?, ?, ?)",
                ((i, count, fault, checksum(i, count, fault)) for i, (count, fault) in noted),
            )

    def flush_blocks(self) -> None:
        """Write the identities and states that changed: once a commit, after `flush`."""
        count = len(self.seen)
        new_from = self._sizes.of("urls")
        if count > new_from:
            blocks = range(new_from // _BLOCK, (count - 1) // _BLOCK + 1)
            self._write_blocks("url_hashes", [(b, self._hash_block(b)) for b in blocks])
            self._dirty_blocks.update(blocks)
            self._sizes.grow("urls", count - new_from)
        dirty = sorted(self._dirty_blocks)
        self._dirty_blocks.clear()
        self._write_blocks("url_states", [(b, self._state_block(b)) for b in dirty])

    def forget_places(self, keep: set[int]) -> None:
        """Drop remembered places, after `flush`, but for the ids given."""
        self.places = {i: place for i, place in self.places.items() if i in keep}

    def _note_new(self, texts: list[str]) -> None:
        self._texts.extend(texts)
        self._found.extend([(_NO_PAGE, _NO_ROW)] * len(texts))
        self.states.extend(bytes(len(texts)))
        self._reasons.extend(bytes(len(texts)))

    def _new_rows(self) -> list[tuple[int, str, int, int, int, int, float, int, int]]:
        get = self.places.get
        rows = []
        first = self._first_unwritten
        for url_id, (text, (via, row)) in enumerate(
            zip(self._texts, self._found, strict=True), start=first
        ):
            place = get(url_id, NOWHERE)
            crc = found_crc(url_id, via, row)
            rows.append((url_id, text, via, row, crc, *place, place_crc(url_id, place)))
        return rows

    def check_rows(self) -> None:
        """Read every row, after `flush`. Raises: StateDamaged."""
        found = self._database.one("SELECT count(*) FROM urls")
        if found != (len(self.seen),):
            raise damaged(self._database.path, "URLs and their identities differ in number")
        for first in range(1, len(self.seen) + 1, _CHECKED_ROWS):
            for url_id, *row in self._database.all(_SELECT_RANGE, (first, first + _CHECKED_ROWS)):
                self._intact(url_id, row)
        self.faults(UrlState.FAILED)

    def _intact_attempts(self, row: Row) -> tuple[int, str]:
        url_id, attempts, fault, crc = row
        if crc != checksum(url_id, attempts, fault) or not 0 < url_id < len(self.states):
            raise damaged(self._database.path, f"the attempts of URL {url_id} have changed")
        return attempts, fault

    def _load(self, url_id: int) -> tuple[str, tuple[int, int], Place]:
        row = self._database.one(_SELECT, (url_id,))
        if row is None:
            raise damaged(self._database.path, f"URL {url_id} is missing")
        return self._intact(url_id, row)

    def _intact(self, url_id: int, row: Sequence[Any]) -> tuple[str, tuple[int, int], Place]:
        text, via, via_row, crc, lane, rank, depth, crc_of_place = row
        place = (lane, rank, depth)
        try:
            intact = (
                crc == found_crc(url_id, via, via_row)
                and crc_of_place == place_crc(url_id, place)
                and url_hash(text) == self.seen.hash_of(url_id)
            )
        except (struct.error, AttributeError, TypeError):
            intact = False
        if not intact:
            raise damaged(self._database.path, f"URL {url_id} has changed")
        return text, (via, via_row), place

    def _blocks(self, table: str) -> Iterator[bytes]:
        sql = f"SELECT block, data, crc FROM {table} WHERE block >= ? ORDER BY block LIMIT 256"  # noqa: S608
        expected = 0
        while rows := self._database.all(sql, (expected,)):
            for block, data, crc in rows:
                whole = isinstance(data, bytes) and crc == blob_checksum(block, data)
                if block != expected or not whole:
                    raise damaged(self._database.path, f"block {expected} of {table} has changed")
                expected += 1
                yield data

    def _hash_block(self, block: int) -> bytes:
        first = block * _BLOCK + 1
        return self.seen.stored_block(first, min(first + _BLOCK - 1, len(self.seen)))

    def _state_block(self, block: int) -> bytes:
        ids = slice(block * _BLOCK + 1, (block + 1) * _BLOCK + 1)
        return bytes(self.states[ids] + self._reasons[ids])

    def _write_blocks(self, table: str, blocks: list[tuple[int, bytes]]) -> None:
        if blocks:
            self._database.many(
                f"INSERT OR REPLACE INTO {table} VALUES (?, ?, ?)",  # noqa: S608
                ((block, data, blob_checksum(block, data)) for block, data in blocks),
            )
