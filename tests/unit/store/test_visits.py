"""Visits: found by the moment they are due, kept over restarts, damage noticed."""

import math
from pathlib import Path

import pytest

from periplus.errors import StateDamaged
from periplus.store import JobStore, VisitRow, visits
from periplus.store.schema import MIGRATIONS, migrate
from unit.store.samples import add, fill, page, url


def visit(url_id: int, due: float, **more: object) -> VisitRow:
    values = {"last": due - 10.0, "rate": 1e-5, "value": 1.5, "template": 7, "why": "age", **more}
    return VisitRow(url_id, due, **values)  # type: ignore[arg-type]


def test_urls_come_in_the_order_of_their_moments(store: JobStore) -> None:
    ids = add(store, [url(n) for n in range(4)])
    for url_id, due in zip(ids, (40.0, 10.0, 30.0, 30.0), strict=True):
        store.visits.set(visit(url_id, due))
    found = store.visits.due(35.0, 10)
    assert [(row.url_id, row.due) for row in found] == [(ids[1], 10), (ids[2], 30), (ids[3], 30)]
    assert [row.url_id for row in store.visits.due(35.0, 10, after=(30.0, ids[2]))] == [ids[3]]
    assert [row.url_id for row in store.visits.due(math.inf, 2)] == [ids[1], ids[2]]
    assert (store.visits.count_due(30.0), store.visits.next_due()) == (3, 10.0)


def test_a_visit_takes_the_place_of_the_one_before(store: JobStore) -> None:
    [url_id] = add(store, [url(1)])
    assert store.visits.get(url_id) is None
    assert store.visits.next_due() is None
    for due in (5.0, 9.0):
        store.visits.set(visit(url_id, due, history=b"\x00\xff"))
        store.commit()
    assert store.visits.get(url_id) == visit(url_id, 9.0, history=b"\x00\xff")
    assert len(store.visits) == 1
    assert list(store.visits.all()) == [visit(url_id, 9.0, history=b"\x00\xff")]


def test_columns_come_in_parts(store: JobStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visits, "_CHUNK", 3)
    ids = add(store, [url(n) for n in range(8)])
    for at, url_id in enumerate(ids):
        store.visits.set(visit(url_id, float(at % 4), gone=at))
    parts = list(store.visits.columns(2.0))
    assert [len(part) for part in parts] == [3, 3]
    assert [i for part in parts for i in part.url_ids.tolist()] == [
        ids[at] for at in (0, 4, 1, 5, 2, 6)
    ]
    assert parts[0].gone.tolist() == [0, 4, 1]
    assert [row.url_id for row in store.visits.all()] == ids


@pytest.mark.parametrize("change", ["due = due + 1", "why = 'other'", "history = x'01'"])
def test_a_changed_row_is_damage(path: Path, change: str) -> None:
    store = JobStore.create(path)
    [url_id] = add(store, [url(1)])
    store.finish(page(url_id, 1))
    store.visits.set(visit(url_id, 5.0))
    store.commit()
    store._database.run_outside(f"UPDATE visits SET {change}")
    with pytest.raises(StateDamaged):
        store.visits.get(url_id)
    with pytest.raises(StateDamaged):
        store.visits.due(math.inf, 1)
    with pytest.raises(StateDamaged):
        store.check(full=True)
    store.close()


def test_a_missing_row_is_damage(path: Path) -> None:
    store = JobStore.create(path)
    [url_id] = add(store, [url(1)])
    store.finish(page(url_id, 1))
    store.visits.set(visit(url_id, 5.0))
    store.commit()
    store._database.run_outside("DELETE FROM visits")
    with pytest.raises(StateDamaged, match="visits"):
        store.check(full=True)
    store.close()


def test_a_job_of_the_first_version_is_migrated(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sqlite3

    from periplus.store import opening, schema

    with monkeypatch.context() as before:
        before.setattr(opening, "migrate", lambda connection: migrate(connection, MIGRATIONS[:1]))
        before.setattr(opening, "SCHEMA_VERSION", 1)

        def first_tables() -> set[schema.Definition]:
            connection = sqlite3.connect(":memory:", isolation_level=None)
            migrate(connection, MIGRATIONS[:1])
            found = schema.definitions(connection)
            connection.close()
            return found

        before.setattr(opening, "expected_definitions", first_tables)
        old = JobStore.create(path)
        fill(old)
        old.commit()
        pages = list(old.pages())
        old.close()
    store = JobStore.open(path)
    assert list(store.pages()) == pages
    assert len(store.visits) == 0
    store.visits.set(visit(1, 5.0))
    store.commit()
    store.check(full=True)
    assert schema.version_of(store._database.connection) == len(MIGRATIONS)
    store.close()


def test_visits_dated_after_a_moment_are_found(store: JobStore) -> None:
    ids = add(store, [url(n) for n in range(3)])
    store.visits.set(visit(ids[0], 10.0, last=5.0))
    store.visits.set(visit(ids[1], 10.0, last=50.0))
    store.visits.set(visit(ids[2], 999.0, last=5.0))
    assert [row.url_id for row in store.visits.dated_after(20.0, 100.0)] == ids[1:]
