"""Links of pages, packed."""

from dataclasses import replace

import numpy as np
import pytest

from periplus.errors import StateDamaged
from periplus.plan.strategy import Reason
from periplus.store import JobStore, LinkRows
from unit.store.samples import add, links, url


def plain(rows: LinkRows) -> tuple[object, ...]:
    return rows.targets.tolist(), rows.rows.tolist(), rows.labels, rows.reasons, rows.groups


@pytest.mark.parametrize("count", [0, 1, 100, 20_000])
@pytest.mark.parametrize("commits", [True, False])
def test_links_come_back(store: JobStore, count: int, commits: bool) -> None:
    rows = links(range(1, count + 1))
    store.add_links(5, rows)
    if commits:
        store.commit()
    found = store.links_of(5)
    assert plain(found) == plain(rows)
    assert (found.targets.dtype, found.rows.dtype) == (np.uint32, np.int32)


def test_rows_in_any_order_and_large_numbers_come_back(store: JobStore) -> None:
    numbers = [-1, 7, 3, 2**31 - 1, -1, 0, -(2**31)]
    rows = LinkRows(
        np.array([2**32 - 1, 1, 70_000, 0, 5, 255, 256], dtype=np.uint32),
        np.array(numbers, dtype=np.int32),
        [f"label {n} \ud800" for n in range(7)],
        list(Reason)[:7],
        ["", "g", "é", "", "g", "long " * 100, ""],
    )
    store.add_links(1, rows)
    store.commit()
    found = store.links_of(1)
    assert plain(found)[:2] == plain(rows)[:2]
    assert found.labels == [f"label {n} ?" for n in range(7)]
    assert (found.reasons, found.groups) == (rows.reasons, rows.groups)


@pytest.mark.parametrize("count", [1, 3, 500])
def test_what_links_say_of_pages_comes_back(store: JobStore, count: int) -> None:
    rows = links(range(1, count + 1))
    marks = [0xFFFF, *[0] * (count - 1)]
    store.add_links(1, replace(rows, turns=marks))
    store.add_links(2, replace(rows, turns=[0] * count))
    store.commit()
    assert store.links_of(1).turns == marks
    assert plain(store.links_of(1)) == plain(rows)
    assert store.links_of(2).turns is None
    assert store.links_to(1, 10) == [(1, 0), (2, 0)]


def test_a_page_without_links_has_none(store: JobStore) -> None:
    assert len(store.links_of(3)) == 0


def test_later_links_take_the_place_of_earlier_ones(store: JobStore) -> None:
    store.add_links(1, links([1, 2, 3]))
    store.commit()
    store.add_links(1, links([4]))
    store.add_links(1, links([5, 6]))
    store.commit()
    assert store.links_of(1).targets.tolist() == [5, 6]
    assert store.links_to(1, 10) == []


def test_links_to_a_url_are_found(store: JobStore) -> None:
    add(store, [url(n) for n in range(400)])
    for page in range(1, 301):
        store.add_links(page, links([page, 400, 7]))
    assert store.links_to(7, 3) == [(1, 2), (2, 2), (3, 2)]
    assert len(store.links_to(400, 1000)) == 300
    assert store.links_to(300, 10) == [(300, 0)]
    assert store.links_to(399, 10) == []
    store.check(full=True)


def test_a_hundred_links_take_few_bytes(store: JobStore) -> None:
    rows = links(range(1, 101))
    store.add_links(1, rows)
    store.commit()
    found = store._database.one("SELECT length(data) FROM links")
    assert found is not None
    assert found[0] < 300


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE links SET data = substr(data, 1, length(data) - 1)",
        "UPDATE links SET data = x''",
        "UPDATE links SET data = 'text'",
        "UPDATE links SET page = 2",
        "UPDATE labels SET name = 'x'",
    ],
)
def test_changed_links_are_damage(store: JobStore, statement: str) -> None:
    add(store, [url(1)])
    store.add_links(1, links([1]))
    store.commit()
    store._database.many(statement, [()])
    with pytest.raises(StateDamaged):
        store.check(full=True)


@pytest.mark.parametrize(
    "data",
    [b"", b"\x01", b"\x01" + bytes(8), b"\x00\xff\xff\xff\xff\x01\x01\x01\x01\x01", bytes(9)],
)
def test_bytes_that_are_no_links_are_damage(store: JobStore, data: bytes) -> None:
    with pytest.raises(StateDamaged):
        store._links._unpacked(1, data)


def test_missing_links_are_damage(store: JobStore) -> None:
    add(store, [url(1)])
    store.add_links(1, links([1]))
    store.commit()
    store._database.many("DELETE FROM links", [()])
    with pytest.raises(StateDamaged, match="missing"):
        store.links_to(1, 10)


def test_links_that_lead_nowhere_are_damage(store: JobStore) -> None:
    add(store, [url(1)])
    store.add_links(1, links([2]))
    with pytest.raises(StateDamaged, match="lead nowhere"):
        store.check(full=True)


def test_pages_that_link_to_a_url_are_counted_once(store: JobStore) -> None:
    ids = add(store, [url(n) for n in range(4)])
    store.add_links(ids[0], links([ids[1], ids[1], ids[2]]))
    store.add_links(ids[1], links([ids[2]]))
    assert store.in_links().tolist() == [0, 0, 1, 2, 0]
