"""How many rows each table has, so that a row which disappears is noticed as damage."""

from periplus.store.database import Database, checksum, damaged


class Sizes:
    """Counted in memory, stored with each commit."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._rows: dict[str, int] = {}
        self._changed: set[str] = set()
        for name, rows, crc in database.all("SELECT name, rows, crc FROM sizes"):
            if crc != checksum(name, rows):
                raise damaged(database.path, f"the size of table {name!r} has changed")
            self._rows[name] = rows

    def grow(self, name: str, rows: int = 1) -> None:
        """Note that a table has so many more rows."""
        self._rows[name] = self._rows.get(name, 0) + rows
        self._changed.add(name)

    def of(self, name: str) -> int:
        """How many rows a table should have."""
        return self._rows.get(name, 0)

    def expect(self, name: str, rows: int) -> None:
        """Compare with what was found. Raises: StateDamaged."""
        if rows != self.of(name):
            raise damaged(
                self._database.path, f"table {name} has {rows} rows where {self.of(name)} belong"
            )

    def flush(self) -> None:
        """Write what has changed into the open transaction."""
        changed = [(name, self._rows[name]) for name in sorted(self._changed)]
        self._changed.clear()
        if changed:
            self._database.many(
                "INSERT OR REPLACE INTO sizes VALUES (?, ?, ?)",
                [(name, rows, checksum(name, rows)) for name, rows in changed],
            )
