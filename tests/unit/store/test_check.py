"""The full check: tables against each other."""

import pytest

from periplus.errors import StateDamaged
from periplus.store import JobStore
from unit.store.samples import fill


@pytest.fixture
def filled(store: JobStore) -> JobStore:
    fill(store)
    return store


def test_an_intact_job_passes(filled: JobStore) -> None:
    filled.check()
    filled.check(full=True)


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM queue WHERE url_id = (SELECT min(url_id) FROM queue)",
        "INSERT INTO queue VALUES (1, 0.0, 1)",
        "INSERT INTO queue VALUES (77, 0.0, 1)",
        "UPDATE queue SET rank = rank + 1 WHERE url_id = (SELECT min(url_id) FROM queue)",
        "DELETE FROM labels WHERE id = 2",
        "DELETE FROM attempts",
        "UPDATE attempts SET url_id = 10000 WHERE url_id = (SELECT min(url_id) FROM attempts)",
        "UPDATE urls SET id = 10000 WHERE id = 5",
        "DELETE FROM pages WHERE seq = 3",
        "DELETE FROM links WHERE page = 1",
    ],
)
def test_tables_that_disagree_are_damage(filled: JobStore, statement: str) -> None:
    filled._database.many(statement, [()])
    with pytest.raises(StateDamaged):
        filled.check(full=True)


def test_a_page_of_no_url_is_damage(filled: JobStore) -> None:
    row = filled._database.one("SELECT url_id FROM pages WHERE seq = 3")
    assert row is not None
    filled._urls.states[row[0]] = 0
    with pytest.raises(StateDamaged, match="differ in number"):
        filled.check(full=True)


def test_the_cheap_check_sees_missing_urls(filled: JobStore) -> None:
    filled._database.many("DELETE FROM urls WHERE id > ?", [(20,)])
    with pytest.raises(StateDamaged, match="URLs are missing"):
        filled.check()
