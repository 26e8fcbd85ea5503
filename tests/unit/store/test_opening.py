"""Making and opening job.db."""

import os
import sqlite3
from pathlib import Path

import pytest

from periplus.errors import ConfigError, SchemaTooNew, StateDamaged
from periplus.store import JobStore, opening
from periplus.store.schema import APPLICATION_ID, SCHEMA_VERSION
from unit.store.samples import fill


@pytest.fixture
def job(path: Path) -> Path:
    store = JobStore.create(path)
    fill(store)
    store.close()
    return path


def change(path: Path, sql: str) -> None:
    connection = sqlite3.connect(path)
    connection.executescript(sql)
    connection.close()


def test_a_new_job_is_ours(path: Path) -> None:
    JobStore.create(path).close()
    assert [file.name for file in path.parent.iterdir()] == ["job.db"]
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
    assert connection.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
    connection.close()
    JobStore.open(path).close()


def test_a_job_is_not_made_twice(job: Path) -> None:
    before = job.read_bytes()
    with pytest.raises(ConfigError, match="there is a job already"):
        JobStore.create(job)
    assert job.read_bytes() == before


def test_a_job_needs_its_directory(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="create it first"):
        JobStore.create(tmp_path / "missing" / "job.db")
    with pytest.raises(ConfigError, match="there is no job"):
        JobStore.open(tmp_path / "missing" / "job.db")


def test_a_job_left_unfinished_by_a_crash_is_made_anew(path: Path) -> None:
    path.with_name("job.db.new").write_bytes(b"half")
    JobStore.create(path).close()
    JobStore.open(path).close()


def test_the_log_of_a_deleted_job_is_not_replayed(path: Path) -> None:
    store = JobStore.create(path)
    fill(store)
    log = path.with_name("job.db-wal").read_bytes()
    store.close()
    path.unlink()
    path.with_name("job.db-wal").write_bytes(log)
    store = JobStore.create(path)
    assert store.waiting() == 0
    store.close()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_directory_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(ConfigError, match="cannot write"):
        JobStore.create(tmp_path / "job.db")
    tmp_path.chmod(0o700)


@pytest.mark.parametrize("content", [b"hello", b"\x00" * 5000, b"<html>" * 1000])
def test_a_file_that_is_no_database_is_not_ours(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(ConfigError, match="not a Periplus job"):
        JobStore.open(path)
    assert path.read_bytes() == content


def test_a_database_of_another_program_is_not_ours(path: Path) -> None:
    change(path, "CREATE TABLE cookies (a); INSERT INTO cookies VALUES (1);")
    before = path.read_bytes()
    with pytest.raises(ConfigError, match="not a Periplus job"):
        JobStore.open(path)
    assert path.read_bytes() == before


def test_an_empty_file_is_damage(path: Path) -> None:
    path.touch()
    with pytest.raises(StateDamaged, match="empty"):
        JobStore.open(path)


def test_a_job_of_a_newer_version_is_left_alone(job: Path) -> None:
    change(job, f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    before = job.read_bytes()
    with pytest.raises(SchemaTooNew, match="upgrade"):
        JobStore.open(job)
    assert job.read_bytes() == before


@pytest.mark.parametrize(
    "sql",
    [
        "PRAGMA user_version = 0",
        "PRAGMA application_id = 7",
        "DROP TABLE links",
        "CREATE TABLE extra (a)",
        "CREATE TRIGGER t AFTER INSERT ON urls BEGIN DELETE FROM pages; END",
        "ALTER TABLE pages ADD COLUMN extra",
    ],
)
def test_tables_that_are_not_as_they_should_be_are_damage(job: Path, sql: str) -> None:
    change(job, sql)
    with pytest.raises(StateDamaged, match="verify JOB --repair"):
        JobStore.open(job)


def test_our_file_with_a_broken_header_is_damage(job: Path) -> None:
    data = bytearray(job.read_bytes())
    data[3] ^= 0xFF
    job.write_bytes(data)
    with pytest.raises(StateDamaged):
        JobStore.open(job)


def test_an_older_job_is_migrated(job: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    newer = (*opening.migrate.__defaults__[0], "CREATE TABLE more (a);")  # type: ignore[index]
    monkeypatch.setattr(opening.migrate, "__defaults__", (newer,))
    monkeypatch.setattr(opening, "SCHEMA_VERSION", len(newer))
    store = JobStore.open(job)
    assert store._database.all("SELECT * FROM more") == []
    assert store.waiting() > 0
    store.close()
