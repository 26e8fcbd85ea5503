"""The small tables: JSON values by key, hosts, lengths of WARC files."""

import json
from typing import Any

from periplus.store.database import Database, checksum, damaged, storable
from periplus.store.rows import HostRow
from periplus.store.sizes import Sizes


class Meta:
    """JSON values by key."""

    def __init__(self, database: Database, sizes: Sizes) -> None:
        self._database = database
        self._sizes = sizes
        self._unwritten: dict[str, str] = {}
        self._keys = {str(key) for (key,) in database.all("SELECT key FROM meta")}
        sizes.expect("meta", len(self._keys))

    def get(self, key: str, default: Any) -> Any:
        """The value last set. Raises: StateDamaged."""
        if key not in self._keys:
            return default
        text = self._unwritten.get(key)
        if text is None:
            row = self._database.one("SELECT value, crc FROM meta WHERE key = ?", (key,))
            if row is None or row[1] != checksum(key, row[0]):
                raise damaged(self._database.path, f"the value of {key!r} has changed")
            text = row[0]
        return json.loads(text)

    def set(self, key: str, value: Any) -> None:
        """Keep a value."""
        self._unwritten[key] = json.dumps(value)
        if key not in self._keys:
            self._keys.add(key)
            self._sizes.grow("meta")

    def check_rows(self) -> None:
        """Read every value. Raises: StateDamaged."""
        for key in sorted(self._keys):
            self.get(key, None)

    def flush(self) -> None:
        """Write rows into the open transaction."""
        rows = [(key, text, checksum(key, text)) for key, text in self._unwritten.items()]
        self._unwritten.clear()
        if rows:
            self._database.many("INSERT OR REPLACE INTO meta VALUES (?, ?, ?)", rows)


class Hosts:
    """What each origin told us, kept over restarts."""

    def __init__(self, database: Database, sizes: Sizes) -> None:
        self._database = database
        self._sizes = sizes
        self._unwritten: dict[str, HostRow] = {}
        self._origins = {str(origin) for (origin,) in database.all("SELECT origin FROM hosts")}
        sizes.expect("hosts", len(self._origins))

    def set(self, origin: str, host: HostRow) -> None:
        """Keep what is known of an origin."""
        origin = storable(origin)
        self._unwritten[origin] = host
        if origin not in self._origins:
            self._origins.add(origin)
            self._sizes.grow("hosts")

    def all(self) -> dict[str, HostRow]:
        """Every origin. Raises: StateDamaged."""
        self.flush()
        hosts = {}
        for *values, crc in self._database.all("SELECT * FROM hosts"):
            if crc != checksum(*values):
                raise damaged(self._database.path, f"host {values[0]!r} has changed")
            hosts[str(values[0])] = HostRow(*values[1:])
        self._sizes.expect("hosts", len(hosts))
        return hosts

    def flush(self) -> None:
        """Write rows into the open transaction."""
        rows = []
        for origin, host in self._unwritten.items():
            fetched = host.robots_fetched
            values = (
                origin,
                float(host.not_before),
                float(host.delay),
                host.strikes,
                host.robots_status,
                host.robots_body,
                None if fetched is None else float(fetched),
            )
            rows.append((*values, checksum(*values)))
        self._unwritten.clear()
        if rows:
            self._database.many(
                "INSERT OR REPLACE INTO hosts VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows
            )


class Warcs:
    """The committed length of each WARC file: few enough to be in memory."""

    def __init__(self, database: Database, sizes: Sizes) -> None:
        self._database = database
        self._sizes = sizes
        self._lengths: dict[str, int] = {}
        self._changed: set[str] = set()
        for name, length, crc in database.all("SELECT name, length, crc FROM warcs"):
            if crc != checksum(name, length):
                raise damaged(database.path, f"the length of {name!r} has changed")
            self._lengths[name] = length
        sizes.expect("warcs", len(self._lengths))

    def set(self, name: str, length: int) -> None:
        """Note how long a file is."""
        if name not in self._lengths:
            self._sizes.grow("warcs")
        self._lengths[name] = length
        self._changed.add(name)

    def all(self) -> dict[str, int]:
        """Every file."""
        return dict(self._lengths)

    def flush(self) -> None:
        """Write rows into the open transaction."""
        rows = [(n, self._lengths[n], checksum(n, self._lengths[n])) for n in sorted(self._changed)]
        self._changed.clear()
        if rows:
            self._database.many("INSERT OR REPLACE INTO warcs VALUES (?, ?, ?)", rows)
