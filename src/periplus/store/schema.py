"""The tables of job.db and the numbered migrations that lead to them.

`application_id` marks the file as ours, `user_version` counts the migrations it has had. Values
that nothing else would give away when a byte flips on disk carry a checksum (`crc`), which is
tested whenever the row is read.
"""

import sqlite3
from collections.abc import Sequence

APPLICATION_ID = 0x50455249  # "PERI"

_FIRST = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL, crc INTEGER NOT NULL) WITHOUT ROWID;

-- Names that repeat a million times elsewhere as numbers.
CREATE TABLE reasons (id INTEGER PRIMARY KEY, name TEXT NOT NULL, crc INTEGER NOT NULL);
CREATE TABLE labels (id INTEGER PRIMARY KEY, name TEXT NOT NULL, crc INTEGER NOT NULL);
CREATE UNIQUE INDEX labels_by_name ON labels (name);
CREATE TABLE groups (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, priority REAL NOT NULL, crc INTEGER NOT NULL
);

-- Every URL ever seen. `crc` covers id, via and via_row; `place_crc` id, lane, rank and depth.
-- The text itself is covered by its 64-bit hash in url_hashes.
CREATE TABLE urls (
  id INTEGER PRIMARY KEY, url TEXT NOT NULL,
  via INTEGER NOT NULL, via_row INTEGER NOT NULL, crc INTEGER NOT NULL,
  lane INTEGER NOT NULL, rank REAL NOT NULL, depth INTEGER NOT NULL, place_crc INTEGER NOT NULL
);
-- Packed blocks of consecutive ids: loaded whole when the job is opened.
CREATE TABLE url_hashes (block INTEGER PRIMARY KEY, data BLOB NOT NULL, crc INTEGER NOT NULL);
CREATE TABLE url_states (block INTEGER PRIMARY KEY, data BLOB NOT NULL, crc INTEGER NOT NULL);
CREATE TABLE attempts (
  url_id INTEGER PRIMARY KEY, attempts INTEGER NOT NULL, fault TEXT NOT NULL, crc INTEGER NOT NULL
);

-- The frontier: one lane for each origin and link group. Its rows repeat `urls.lane` and
-- `urls.rank` in the order in which they are taken.
CREATE TABLE lanes (
  id INTEGER PRIMARY KEY, origin TEXT NOT NULL, group_id INTEGER NOT NULL,
  waiting INTEGER NOT NULL, crc INTEGER NOT NULL
);
CREATE TABLE queue (
  lane INTEGER NOT NULL, rank REAL NOT NULL, url_id INTEGER NOT NULL,
  PRIMARY KEY (lane, rank, url_id)
) WITHOUT ROWID;

CREATE TABLE pages (
  seq INTEGER PRIMARY KEY, url_id INTEGER NOT NULL, date REAL NOT NULL, status INTEGER NOT NULL,
  media_type TEXT NOT NULL, verdict TEXT NOT NULL, depth INTEGER NOT NULL,
  group_id INTEGER NOT NULL, digest TEXT NOT NULL, warc_file TEXT NOT NULL,
  warc_offset INTEGER NOT NULL, warc_length INTEGER NOT NULL, payload_bytes INTEGER NOT NULL,
  seconds REAL NOT NULL, text_hash INTEGER, title TEXT NOT NULL, redirect_to INTEGER,
  revisit_of INTEGER, truncated TEXT, charset TEXT, crc INTEGER NOT NULL
);
CREATE INDEX pages_by_url ON pages (url_id);
CREATE INDEX pages_by_digest ON pages (digest);
CREATE INDEX pages_by_text ON pages (text_hash) WHERE text_hash IS NOT NULL;
CREATE TABLE links (page INTEGER PRIMARY KEY, data BLOB NOT NULL, crc INTEGER NOT NULL);

CREATE TABLE hosts (
  origin TEXT PRIMARY KEY, not_before REAL NOT NULL, delay REAL NOT NULL,
  strikes INTEGER NOT NULL, robots_status INTEGER, robots_body BLOB, robots_fetched REAL,
  crc INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE warcs (name TEXT PRIMARY KEY, length INTEGER NOT NULL, crc INTEGER NOT NULL)
WITHOUT ROWID;

-- How many rows each table has: a row that disappears is damage, too.
CREATE TABLE sizes (name TEXT PRIMARY KEY, rows INTEGER NOT NULL, crc INTEGER NOT NULL)
WITHOUT ROWID;
"""

# When each fetched URL is to be asked for again, and what its visits have told. `history` is packed
# by whoever estimates change rates.
_VISITS = """
CREATE TABLE visits (
  url_id INTEGER PRIMARY KEY, due REAL NOT NULL, last REAL NOT NULL, rate REAL NOT NULL,
  value REAL NOT NULL, template INTEGER NOT NULL, gone INTEGER NOT NULL, why TEXT NOT NULL,
  history BLOB NOT NULL, crc INTEGER NOT NULL
);
CREATE INDEX visits_by_due ON visits (due);
"""

_NOTES = """
CREATE TABLE notes (url_id INTEGER PRIMARY KEY, note TEXT NOT NULL, crc INTEGER NOT NULL);
"""
MIGRATIONS: Sequence[str] = (_FIRST, _VISITS, _NOTES)
SCHEMA_VERSION = len(MIGRATIONS)

Definition = tuple[str, str, str | None]


def version_of(connection: sqlite3.Connection) -> int:
    """How many migrations the file has had."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def application_of(connection: sqlite3.Connection) -> int:
    """Whose file it is."""
    return int(connection.execute("PRAGMA application_id").fetchone()[0])


def migrate(connection: sqlite3.Connection, migrations: Sequence[str] = MIGRATIONS) -> None:
    """Apply the migrations that are missing, each with its number in one transaction."""
    for number in range(version_of(connection) + 1, len(migrations) + 1):
        connection.executescript(
            "BEGIN IMMEDIATE;"
            + migrations[number - 1]
            + f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {number}; COMMIT;"
        )


def definitions(connection: sqlite3.Connection) -> set[Definition]:
    """Every table and index of a database with the statement that made it."""
    found = connection.execute("SELECT type, name, sql FROM sqlite_master").fetchall()
    return {(kind, name, sql) for kind, name, sql in found}


def expected_definitions() -> set[Definition]:
    """What `definitions` gives for a database with every migration."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        migrate(connection)
        return definitions(connection)
    finally:
        connection.close()
