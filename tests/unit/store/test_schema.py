"""Tables and migrations."""

import sqlite3
from collections.abc import Iterator

import pytest

from periplus.store.schema import (
    APPLICATION_ID,
    MIGRATIONS,
    SCHEMA_VERSION,
    application_of,
    definitions,
    expected_definitions,
    migrate,
    version_of,
)


@pytest.fixture
def connection() -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    yield connection
    connection.close()


def test_a_new_file_gets_every_migration_and_our_mark(connection: sqlite3.Connection) -> None:
    migrate(connection)
    assert version_of(connection) == SCHEMA_VERSION == len(MIGRATIONS)
    assert application_of(connection) == APPLICATION_ID
    assert definitions(connection) == expected_definitions()


def test_migrations_are_applied_once(connection: sqlite3.Connection) -> None:
    migrate(connection)
    connection.execute("INSERT INTO warcs VALUES ('a', 1, 2)")
    migrate(connection)
    assert connection.execute("SELECT name FROM warcs").fetchall() == [("a",)]


def test_an_older_file_gets_what_it_lacks(connection: sqlite3.Connection) -> None:
    migrate(connection)
    connection.execute("INSERT INTO warcs VALUES ('a', 1, 2)")
    newer = [*MIGRATIONS, "ALTER TABLE warcs ADD COLUMN sealed INTEGER NOT NULL DEFAULT 7;"]
    migrate(connection, newer)
    assert version_of(connection) == SCHEMA_VERSION + 1
    assert connection.execute("SELECT name, sealed FROM warcs").fetchall() == [("a", 7)]


def test_a_migration_that_fails_leaves_the_version_before(connection: sqlite3.Connection) -> None:
    migrate(connection)
    broken = [*MIGRATIONS, "CREATE TABLE extra (x); CREATE TABLE urls (x);"]
    with pytest.raises(sqlite3.OperationalError):
        migrate(connection, broken)
    connection.rollback()
    assert version_of(connection) == SCHEMA_VERSION
    assert definitions(connection) == expected_definitions()
