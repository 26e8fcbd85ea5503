"""The notes table: what a strategy found out about a fetched page, as JSON, for `explain`."""

import json
from collections.abc import Mapping
from typing import Any

from periplus.store.database import Database, checksum, damaged
from periplus.store.sizes import Sizes

_REPLACE = "INSERT OR REPLACE INTO notes (url_id, note, crc) VALUES (?, ?, ?)"
_CHUNK = 10_000


class Notes:
    """One note a URL; rows written since the last flush are in memory."""

    def __init__(self, database: Database, sizes: Sizes) -> None:
        self._database = database
        self._sizes = sizes
        self._unwritten: dict[int, str] = {}

    @property
    def unwritten(self) -> int:
        """How many rows wait in memory to be written."""
        return len(self._unwritten)

    def set(self, url_id: int, note: Mapping[str, Any]) -> None:
        """Keep a note, in place of an earlier one."""
        if url_id not in self._unwritten and self._stored(url_id) is None:
            self._sizes.grow("notes")
        self._unwritten[url_id] = json.dumps(note)

    def get(self, url_id: int) -> dict[str, Any] | None:
        """The note about a URL. Raises: StateDamaged."""
        text = self._unwritten.get(url_id) or self._stored(url_id)
        if text is None:
            return None
        found: dict[str, Any] = json.loads(text)
        return found

    def check_rows(self, last_id: int) -> None:
        """Read every note. Raises: StateDamaged."""
        self.flush()
        count, last = 0, 0
        while rows := self._database.all(
            "SELECT url_id, note, crc FROM notes WHERE url_id > ? ORDER BY url_id LIMIT ?",
            (last, _CHUNK),
        ):
            for url_id, text, crc in rows:
                if crc != checksum(url_id, text) or not 0 < url_id <= last_id:
                    raise damaged(self._database.path, f"the note about URL {url_id} has changed")
            count += len(rows)
            last = int(rows[-1][0])
        self._sizes.expect("notes", count)

    def flush(self) -> None:
        """Write rows into the open transaction."""
        if self._unwritten:
            rows = [(key, text, checksum(key, text)) for key, text in self._unwritten.items()]
            self._unwritten.clear()
            self._database.many(_REPLACE, rows)

    def _stored(self, url_id: int) -> str | None:
        row = self._database.one("SELECT note, crc FROM notes WHERE url_id = ?", (url_id,))
        if row is None:
            return None
        if row[1] != checksum(url_id, row[0]):
            raise damaged(self._database.path, f"the note about URL {url_id} has changed")
        return str(row[0])
