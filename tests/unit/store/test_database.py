"""The connection: errors of our tree, one transaction, checksums."""

import sqlite3
from pathlib import Path

import pytest

from periplus.errors import ConfigError, DiskFull, StateDamaged, StateError
from periplus.store import database
from periplus.store.database import Database, blob_checksum, checksum, storable


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "x.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE t (a INTEGER PRIMARY KEY, b BLOB)")
    connection.close()
    return path


def rows(file: Path) -> list[tuple[int]]:
    connection = sqlite3.connect(file)
    found = connection.execute("SELECT a FROM t ORDER BY a").fetchall()
    connection.close()
    return found


def test_checksums_tell_values_and_types_apart() -> None:
    values = [(1, "a"), (1, "b"), ("1", "a"), (1.0, "a"), (1, b"a"), (1, None), ("1a",), (None, 1)]
    assert len({checksum(*value) for value in values}) == len(values)
    assert checksum("é", 2.5, None, b"\xff") == 4079333612
    assert blob_checksum(1, b"x") != blob_checksum(2, b"x") != blob_checksum(2, b"y")


def test_text_is_made_storable() -> None:
    assert storable("naïve 😀") == "naïve 😀"
    assert storable("a\ud800b") == "a?b"


def test_nothing_is_there_before_the_commit(file: Path) -> None:
    ours = Database(file)
    ours.make_durable()
    ours.many("INSERT INTO t VALUES (?, NULL)", [(1,), (2,)])
    assert ours.all("SELECT a FROM t") == [(1,), (2,)]
    assert rows(file) == []
    ours.commit()
    assert rows(file) == [(1,), (2,)]
    ours.many("INSERT INTO t VALUES (?, NULL)", [(3,)])
    ours.close()
    assert rows(file) == [(1,), (2,)]


def test_commits_reach_the_disk(file: Path) -> None:
    ours = Database(file)
    ours.make_durable()
    assert ours.one("PRAGMA journal_mode") == ("wal",)
    assert ours.one("PRAGMA synchronous") == (2,)
    ours.close()


def test_no_room_undoes_the_transaction_and_stays_said(file: Path) -> None:
    ours = Database(file)
    ours.make_durable()
    ours.many("INSERT INTO t VALUES (?, NULL)", [(1,)])
    ours.commit()
    ours.run_outside("PRAGMA max_page_count = 10")
    with pytest.raises(DiskFull, match="free some space"):
        ours.many("INSERT INTO t VALUES (?, ?)", [(n, bytes(5000)) for n in range(2, 40)])
    for attempt in (
        lambda: ours.many("INSERT INTO t VALUES (?, NULL)", [(99,)]),
        ours.commit,
        lambda: ours.one("SELECT 1"),
        lambda: ours.all("SELECT 1"),
    ):
        with pytest.raises(DiskFull):
            attempt()
    ours.close()
    assert rows(file) == [(1,)]


@pytest.mark.parametrize(("free", "kind"), [(0, DiskFull), (1 << 40, StateError)])
def test_a_disk_error_is_a_full_disk_where_it_is_full(
    file: Path, monkeypatch: pytest.MonkeyPatch, free: int, kind: type[Exception]
) -> None:
    class Usage:
        def __init__(self, path: Path) -> None:
            self.free = free

    ours = Database(file)
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR_WRITE
    monkeypatch.setattr(database.shutil, "disk_usage", Usage)
    assert type(ours.explained(error)) is kind
    ours.close()


def test_another_program_that_writes_is_named(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "_BUSY_SECONDS", 0.0)
    other = sqlite3.connect(file, isolation_level=None)
    ours = Database(file)
    ours.make_durable()
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StateError, match="close that program"):
        ours.many("INSERT INTO t VALUES (?, NULL)", [(1,)])
    ours.close()
    other.close()


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be opened"):
        Database(tmp_path / "missing.db").one("SELECT 1")


def test_anything_else_that_sqlite_says_is_damage(file: Path) -> None:
    ours = Database(file)
    for sql in ("SELECT x FROM t", "SELECT a FROM gone"):
        with pytest.raises(StateDamaged, match="verify JOB --repair"):
            ours.one(sql)
    ours.many("INSERT INTO t VALUES (?, NULL)", [(1,)])
    with pytest.raises(StateDamaged, match="UNIQUE"):
        ours.many("INSERT INTO t VALUES (?, NULL)", [(1,)])
    ours.close()


def test_our_own_mistakes_stay_visible(file: Path) -> None:
    ours = Database(file)
    with pytest.raises(sqlite3.ProgrammingError):
        ours.one("SELECT ?", ())
    ours.close()
