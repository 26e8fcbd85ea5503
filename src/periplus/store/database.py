"""The SQLite connection of a job: one open transaction, errors mapped, checksums.

Everything written since the last commit is in one transaction. After a failed write nothing of it
remains, and the database answers only with that failure until it is closed.
"""

import errno
import json
import os
import shutil
import sqlite3
import struct
import zlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from periplus.errors import ConfigError, DiskFull, PeriplusError, StateDamaged, StateError
from periplus.limits import MIB

_CACHE_KIB = 64 * 1024
_BUSY_SECONDS = 10.0
_NO_ROOM_BYTES = MIB

# Names in a damaged schema that are no UTF-8 break the making of SQLite's own message.
SQLITE_ERRORS = (sqlite3.Error, UnicodeDecodeError)

Row = tuple[Any, ...]


def checksum(*values: str | float | bytes | None) -> int:
    """A checksum of a row's values that is the same on every Python and platform."""
    plain = [v.hex() if isinstance(v, bytes) else v for v in values]
    return zlib.crc32(json.dumps(plain).encode())


def blob_checksum(number: int, data: bytes) -> int:
    """A checksum of a packed block and its number."""
    return zlib.crc32(data, zlib.crc32(struct.pack("<q", number)))


def storable(text: str) -> str:
    """The text as it can be stored: lone surrogates become question marks."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace").decode()
    return text


def damaged(path: Path | None, detail: str) -> StateDamaged:
    """The error for a database that is not what was committed."""
    return StateDamaged(
        f"{path or 'job in memory'}: the job database is damaged: {detail}; "
        "run `periplus verify JOB --repair` to rebuild it from the archive"
    )


def unwritable(where: Path, error: OSError) -> PeriplusError:
    """The error for a place where the operating system lets us make nothing."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return DiskFull(
            f"{where}: no room left to write; free some space and run the same command again"
        )
    return ConfigError(f"{where}: cannot write there: {error.strerror}")


class Database:
    """A connection whose errors are ours."""

    def __init__(self, path: Path | None) -> None:
        """Open a file that exists, or a database in memory. Raises: ConfigError, StateError."""
        self.path = path
        self._failure: PeriplusError | None = None
        try:
            self.connection = self._connect()
        except SQLITE_ERRORS as error:
            raise self.explained(error) from error

    def _connect(self) -> sqlite3.Connection:
        name = "file::memory:" if self.path is None else f"{self.path.absolute().as_uri()}?mode=rw"
        connection = sqlite3.connect(
            name,
            uri=True,
            isolation_level=None,
            timeout=_BUSY_SECONDS,
            check_same_thread=False,
            cached_statements=256,
        )
        try:
            # A job may come from somebody else: no function runs because a schema says so.
            connection.execute("PRAGMA trusted_schema = OFF")
            connection.execute("PRAGMA cell_size_check = ON")
            connection.execute("PRAGMA secure_delete = OFF")
            connection.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
        except SQLITE_ERRORS:
            connection.close()
            raise
        return connection

    def make_durable(self) -> None:
        """Let every commit reach the disk before it returns."""
        self.run_outside("PRAGMA journal_mode = WAL")
        self.run_outside("PRAGMA synchronous = FULL")
        self.run_outside(f"PRAGMA journal_size_limit = {64 * MIB}")

    def one(self, sql: str, values: Sequence[Any] = ()) -> Row | None:
        """The first row of a query."""
        if self._failure is not None:
            raise self._failure
        try:
            row: Row | None = self.connection.execute(sql, values).fetchone()
        except SQLITE_ERRORS as error:
            raise self.explained(error) from error
        return row

    def all(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """Every row of a query."""
        if self._failure is not None:
            raise self._failure
        try:
            return self.connection.execute(sql, values).fetchall()
        except SQLITE_ERRORS as error:
            raise self.explained(error) from error

    def run_outside(self, sql: str) -> None:
        """Execute a statement that is no part of the transaction (a PRAGMA)."""
        try:
            self.connection.execute(sql).fetchall()
        except SQLITE_ERRORS as error:
            raise self.explained(error) from error

    def many(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        """Execute a statement for each row, inside the transaction."""
        if self._failure is not None:
            raise self._failure
        try:
            if not self.connection.in_transaction:
                self.connection.execute("BEGIN IMMEDIATE")
            self.connection.executemany(sql, rows)
        except SQLITE_ERRORS as error:
            raise self._failed(error) from error

    def commit(self) -> None:
        """Make everything since the last commit durable, or nothing of it."""
        if self._failure is not None:
            raise self._failure
        if not self.connection.in_transaction:
            return
        try:
            self.connection.execute("COMMIT")
        except SQLITE_ERRORS as error:
            raise self._failed(error) from error

    def close(self) -> None:
        """Forget what was not committed and let go of the file."""
        self._roll_back()
        try:
            self.connection.close()
        except SQLITE_ERRORS as error:
            raise self.explained(error) from error

    def _failed(self, error: Exception) -> PeriplusError:
        self._failure = self.explained(error)
        self._roll_back()
        return self._failure

    def _roll_back(self) -> None:
        try:
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")
        except SQLITE_ERRORS:
            # What was not committed is gone either way: recovery at the next start drops it.
            return

    def explained(self, error: Exception) -> PeriplusError:
        """The error of our tree that an SQLite error stands for."""
        if isinstance(error, sqlite3.ProgrammingError):
            raise error  # a defect of ours, not of the file
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        where = self.path or "job in memory"
        if code == sqlite3.SQLITE_FULL or (code == sqlite3.SQLITE_IOERR and self._no_room()):
            return DiskFull(
                f"{where}: no room left to write; everything committed so far is safe: "
                "free some space and run the same command again"
            )
        if code == sqlite3.SQLITE_IOERR:
            return StateError(f"{where}: {error}; check the disk, then run the same command again")
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return StateError(f"{where}: another program keeps it locked; close that program")
        if code == sqlite3.SQLITE_CANTOPEN or (
            code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM) and not self._writable()
        ):
            return ConfigError(f"{where}: cannot be opened for writing; check its permissions")
        return damaged(self.path, str(error))

    def _no_room(self) -> bool:
        return self.path is not None and shutil.disk_usage(self.path.parent).free < _NO_ROOM_BYTES

    def _writable(self) -> bool:
        return self.path is None or (
            os.access(self.path, os.W_OK) and os.access(self.path.parent, os.W_OK)
        )
