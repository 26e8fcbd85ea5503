"""Notes about pages: kept over restarts, damage noticed."""

from pathlib import Path

import pytest

from periplus.errors import StateDamaged
from periplus.store import JobStore
from unit.store.samples import add, url


def test_a_note_takes_the_place_of_the_one_before(store: JobStore) -> None:
    [first, second] = add(store, [url(1), url(2)])
    store.notes.set(first, {"relevance": 0.5})
    assert store.notes.get(first) == {"relevance": 0.5}
    store.commit()
    store.notes.set(first, {"relevance": 0.25, "keywords": {"Füchse": 2}})
    store.commit()
    assert store.notes.get(first) == {"relevance": 0.25, "keywords": {"Füchse": 2}}
    assert store.notes.get(second) is None
    store.check(full=True)


def test_notes_are_there_after_a_restart_and_uncommitted_ones_are_not(path: Path) -> None:
    store = JobStore.create(path)
    [first, second] = add(store, [url(1), url(2)])
    store.notes.set(first, {"a": 1})
    store.commit()
    store.notes.set(second, {"b": 2})
    store.close()
    again = JobStore.open(path)
    assert (again.notes.get(first), again.notes.get(second)) == ({"a": 1}, None)
    again.close()


@pytest.mark.parametrize(
    "damage",
    ["UPDATE notes SET note = '{\"a\": 7}'", "DELETE FROM notes", "UPDATE notes SET url_id = 99"],
)
def test_a_note_that_changed_or_vanished_is_noticed(store: JobStore, damage: str) -> None:
    [first] = add(store, [url(1)])
    store.notes.set(first, {"a": 1})
    store.commit()
    store._database.many(damage, [()])
    with pytest.raises(StateDamaged):
        store.check(full=True)
