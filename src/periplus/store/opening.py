"""Making and opening job.db: whose file it is, which version, whether it is whole."""

import contextlib
import os
from pathlib import Path

from periplus.errors import ConfigError, PeriplusError, SchemaTooNew, StateDamaged
from periplus.store.database import SQLITE_ERRORS, Database, damaged, unwritable
from periplus.store.schema import (
    APPLICATION_ID,
    SCHEMA_VERSION,
    application_of,
    definitions,
    expected_definitions,
    migrate,
    version_of,
)

_MAGIC = b"SQLite format 3\0"
_APPLICATION_ID_AT = 68  # sqlite.org/fileformat.html, section 1.3
_SIDE_FILES = ("-wal", "-shm", "-journal")


def make_file(path: Path) -> None:
    """Put a database with every table at `path`: whole, or not at all.

    Raises: ConfigError, DiskFull.
    """
    if path.exists():
        raise ConfigError(f"{path}: there is a job already; resume it or choose another directory")
    if not path.parent.is_dir():
        raise ConfigError(f"{path.parent}: there is no such directory; create it first")
    unfinished = path.with_name(path.name + ".new")
    try:
        # A log that outlived its database would be replayed into the new one.
        for stale in (unfinished, *(path.with_name(path.name + end) for end in _SIDE_FILES)):
            stale.unlink(missing_ok=True)
        unfinished.touch()
        database = Database(unfinished)
        try:
            create_tables(database)
        finally:
            database.close()
        unfinished.replace(path)
        _sync_directory(path.parent)
    except OSError as error:
        raise unwritable(path.parent, error) from error


def create_tables(database: Database) -> None:
    """Apply every migration to an empty database. Raises: DiskFull, StateError."""
    try:
        migrate(database.connection)
    except SQLITE_ERRORS as error:
        raise database.explained(error) from error


def open_file(path: Path) -> Database:
    """Open a job's database, migrated and with the tables it should have.

    Raises: ConfigError where there is no job of ours, SchemaTooNew, StateDamaged.
    """
    if not path.is_file():
        raise ConfigError(f"{path}: there is no job; start one with `periplus crawl URL -o JOB`")
    if path.stat().st_size == 0:
        raise damaged(path, "the file is empty")
    if not _may_be_ours(path):
        raise ConfigError(f"{path}: this is not a Periplus job")
    database = Database(path)
    try:
        _identify(database, path)
        database.make_durable()
        create_tables(database)
        if definitions(database.connection) != expected_definitions():
            raise damaged(path, "its tables are not what they should be")
    except SQLITE_ERRORS as error:
        database.close()
        raise database.explained(error) from error
    except PeriplusError:
        with contextlib.suppress(StateDamaged):
            database.close()
        raise
    return database


def _identify(database: Database, path: Path) -> None:
    application = application_of(database.connection)
    version = version_of(database.connection)
    tables = {name for kind, name, _ in definitions(database.connection) if kind == "table"}
    ours = {"urls", "queue", "pages", "links"} <= tables
    if application != APPLICATION_ID:
        if ours:
            raise damaged(path, "its header has changed")
        raise ConfigError(f"{path}: this is not a Periplus job")
    if version < 1:
        raise damaged(path, "its version is missing")
    if version > SCHEMA_VERSION:
        raise SchemaTooNew(
            f"{path}: made by a newer Periplus (schema {version}, this one knows "
            f"{SCHEMA_VERSION}); upgrade with `pip install -U periplus`"
        )


def _may_be_ours(path: Path) -> bool:
    """Whether it is a database at all, or one of ours whose first bytes are damaged."""
    with path.open("rb") as file:
        header = file.read(_APPLICATION_ID_AT + 4)
    ours = APPLICATION_ID.to_bytes(4, "big")
    return header.startswith(_MAGIC) or header[_APPLICATION_ID_AT:] == ours


def _sync_directory(directory: Path) -> None:
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
