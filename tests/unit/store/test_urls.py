"""Identities, texts, states and how URLs were found."""

from pathlib import Path

import numpy as np
import pytest

from periplus.errors import StateDamaged
from periplus.plan.strategy import Reason
from periplus.store import JobStore, UrlState, urls
from unit.store.samples import add, put, url


def test_urls_get_dense_ids_once(store: JobStore) -> None:
    ids, fresh = store.intern([url(1), url(2), url(1)])
    assert (ids.tolist(), fresh.tolist()) == ([1, 2, 1], [True, True, False])
    ids, fresh = store.intern([url(3), url(2)])
    assert (ids.tolist(), fresh.tolist()) == ([3, 2], [True, False])
    assert ids.dtype == np.uint32
    assert store.intern([])[0].tolist() == []
    assert (store.find(url(2)), store.find(url(9))) == (2, None)


def test_recent_urls_may_be_forgotten(store: JobStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(urls, "_RECENT_URLS", 10)
    texts = [url(n) for n in range(100)]
    for n in range(0, 100, 5):
        store.intern(texts[n : n + 5])
    assert add(store, texts) == list(range(1, 101))


@pytest.mark.parametrize("commits", [True, False])
def test_a_row_tells_everything(path: Path, commits: bool) -> None:
    store = JobStore.create(path)
    page, target, skipped, bare = add(store, [url(n) for n in range(4)])
    if commits:
        store.commit()
    store.describe([target, skipped], via=page, rows=[4, 5], depth=3)
    put(store, url(1), group="g", rank=2.5, depth=3)
    store.skip([skipped], Reason.OUT_OF_SCOPE)
    store.note_attempt(target, 2, "timeout")
    if commits:
        store.commit()
        store.close()
        store = JobStore.open(path)
    row = store.row(target)
    assert (row.url, row.state, row.reason) == (url(1), UrlState.WAITING, Reason.FOLLOW)
    assert (row.via, row.via_row, row.depth) == (page, 4, 3)
    assert (row.group, row.rank, row.attempts, row.fault) == ("g", 2.5, 2, "timeout")
    row = store.row(skipped)
    assert (row.state, row.reason, row.via_row) == (UrlState.SKIPPED, Reason.OUT_OF_SCOPE, 5)
    assert (row.group, row.rank, row.depth) == (None, None, 3)
    row = store.row(bare)
    assert (row.state, row.reason, row.via, row.via_row) == (UrlState.KNOWN, None, None, None)
    assert (row.attempts, row.fault) == (0, None)
    for unknown in (0, 5, -1):
        with pytest.raises(KeyError):
            store.row(unknown)
    store.close()


@pytest.mark.parametrize("commits", [True, False])
def test_the_first_way_to_a_url_is_kept(store: JobStore, commits: bool) -> None:
    first, second, target = add(store, [url(n) for n in range(3)])
    store.describe([target], via=first, rows=[1], depth=1)
    if commits:
        store.commit()
    store.describe([target], via=second, rows=[2], depth=9)
    row = store.row(target)
    assert (row.via, row.via_row, row.depth) == (first, 1, 1)


def test_states_over_many_blocks_survive(path: Path) -> None:
    store = JobStore.create(path)
    count = 2 * 1024 + 300
    ids = add(store, [url(n) for n in range(count)])
    store.skip(ids[::2], Reason.ROBOTS)
    store.commit()
    store.skip(ids[1::500], Reason.EXCLUDED)
    store.intern([url(count)])
    store.commit()
    everything = np.arange(1, count + 2, dtype=np.uint32)
    expected = store.state(everything).tolist()
    store.close()
    store = JobStore.open(path)
    assert store.state(everything).tolist() == expected
    assert store.row(ids[501]).reason == Reason.EXCLUDED
    assert store.intern([url(7), url(count + 1)])[0].tolist() == [8, count + 2]
    store.close()


def test_attempts_are_counted_up(store: JobStore) -> None:
    url_id = put(store, url(1))
    store.note_attempt(url_id, 1, "dns")
    store.commit()
    store.note_attempt(url_id, 2, "tls \ud800")
    taken = store.take("https://a.example")
    assert taken is not None
    assert taken.attempts == 2
    store.commit()
    assert (store.row(url_id).attempts, store.row(url_id).fault) == (2, "tls ?")
    store.check(full=True)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE urls SET url = 'https://a.example/page/8' WHERE id = 1",
        "UPDATE urls SET url = x'FF' WHERE id = 1",
        "UPDATE urls SET via = 7 WHERE id = 1",
        "UPDATE urls SET via_row = 'text' WHERE id = 1",
        "UPDATE urls SET lane = 5 WHERE id = 1",
        "UPDATE urls SET depth = 1 << 40 WHERE id = 1",
        "DELETE FROM urls WHERE id = 1",
        "UPDATE attempts SET attempts = 77",
        "UPDATE attempts SET fault = 'other'",
    ],
)
def test_a_changed_row_is_damage(store: JobStore, statement: str) -> None:
    [url_id] = add(store, [url(1)])
    store.note_attempt(url_id, 1, "dns")
    store.commit()
    store._database.many(statement, [()])
    with pytest.raises(StateDamaged, match="verify JOB --repair"):
        store.row(url_id)
    with pytest.raises(StateDamaged):
        store.check(full=True)
