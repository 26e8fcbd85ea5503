"""The number of rows that each table should have."""

import pytest

from periplus.errors import StateDamaged
from periplus.store.database import Database
from periplus.store.opening import create_tables
from periplus.store.sizes import Sizes


@pytest.fixture
def database() -> Database:
    database = Database(None)
    create_tables(database)
    return database


def test_sizes_are_stored(database: Database) -> None:
    sizes = Sizes(database)
    sizes.grow("pages", 3)
    sizes.grow("pages")
    sizes.flush()
    loaded = Sizes(database)
    assert (loaded.of("pages"), loaded.of("links")) == (4, 0)
    loaded.expect("pages", 4)
    database.close()


def test_another_number_is_damage(database: Database) -> None:
    with pytest.raises(StateDamaged, match="table pages has 1 rows where 0 belong"):
        Sizes(database).expect("pages", 1)
    database.close()


def test_a_changed_size_is_damage(database: Database) -> None:
    sizes = Sizes(database)
    sizes.grow("pages", 3)
    sizes.flush()
    database.many("UPDATE sizes SET rows = ?", [(4,)])
    with pytest.raises(StateDamaged, match="size of table 'pages'"):
        Sizes(database)
    database.close()
