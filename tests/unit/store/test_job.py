"""The whole store: one commit, same answers in memory, on disk and after opening."""

from pathlib import Path

import pytest

from periplus.errors import DiskFull
from periplus.plan.strategy import Reason
from periplus.store import JobStore, UrlState, job
from unit.store.samples import ORIGIN, add, everything, fill, page, put, url


def test_memory_disk_and_reopened_give_the_same_answers(store: JobStore, path: Path) -> None:
    fill(store)
    expected = everything(store)
    on_disk = JobStore.create(path)
    fill(on_disk)
    assert everything(on_disk) == expected
    on_disk.close()
    on_disk = JobStore.open(path)
    assert everything(on_disk) == expected
    on_disk.close()
    assert expected["waiting"] > 20


def test_closing_without_a_commit_leaves_the_last_one(path: Path) -> None:
    store = JobStore.create(path)
    fill(store, pages=10)
    store.close()
    store = JobStore.open(path)
    expected = everything(store, drain=False)
    for n in range(1000, 1500):
        put(store, url(n))
    taken = store.take(ORIGIN)
    assert taken is not None
    store.finish(page(taken.url_id, 500))
    store.set_meta("settings", "other")
    store.set_warc("a-00000.warc.gz", 99_999_999)
    store.check(full=True)
    store.close()
    store = JobStore.open(path)
    assert everything(store, drain=False) == expected
    store.close()


def test_results_end_the_waiting(store: JobStore) -> None:
    done, failed, skipped = [put(store, url(n), rank=float(n)) for n in range(3)]
    for _ in range(3):
        assert store.take(ORIGIN) is not None
    store.finish(page(done, 1))
    store.fail(failed, Reason.FAILED, "dns", 4)
    store.skip([skipped], Reason.REFUSED_ADDRESS)
    store.commit()
    assert [store.row(n).state for n in (done, failed, skipped)] == [
        UrlState.FETCHED,
        UrlState.FAILED,
        UrlState.SKIPPED,
    ]
    assert store.row(done).reason == Reason.FOLLOW
    assert (store.row(failed).attempts, store.row(failed).fault) == (4, "dns")
    assert store._database.all("SELECT * FROM queue") == []
    assert (store.waiting(), store.origins()) == (0, [])


def test_what_is_done_stays_done(store: JobStore) -> None:
    done, failed = put(store, url(1)), put(store, url(2))
    store.finish(page(done, 1))
    store.fail(failed, Reason.FAILED, "dns", 4)
    for n in (1, 2):
        put(store, url(n))
    store.skip([done, failed], Reason.ROBOTS)
    assert [store.row(n).state for n in (done, failed)] == [UrlState.FETCHED, UrlState.FAILED]
    assert store.waiting() == 0


def test_a_decision_that_is_not_final_leaves_the_url_known(store: JobStore) -> None:
    url_id = put(store, url(1))
    store.skip([url_id], Reason.STRATEGY, final=False)
    row = store.row(url_id)
    assert (row.state, row.reason, store.waiting()) == (UrlState.KNOWN, Reason.STRATEGY, 0)


def test_pages_can_be_put_back_from_an_archive(store: JobStore) -> None:
    """What a rebuild does: URLs that were never queued get their pages and positions."""
    ids = add(store, [url(n) for n in range(3)])
    for seq, url_id in enumerate(ids, start=1):
        store.finish(page(url_id, seq))
    store.commit()
    store.check(full=True)
    assert [row.warc_offset for row in store.pages()] == [1000, 2000, 3000]


def test_rows_are_written_before_they_are_many(
    store: JobStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job, "_BUFFERED_ROWS", 50)
    for n in range(500):
        put(store, url(n))
        assert store._urls.unwritten <= 52
        assert store._frontier.unwritten <= 52


def fill_until_full(store: JobStore) -> int:
    """Commit a hundred URLs at a time; answers how many commits there were."""
    for n in range(1000):
        try:
            for k in range(1000 + 100 * n, 1100 + 100 * n):
                put(store, url(k), rank=float(k))
            store.commit()
        except DiskFull:
            return n
    raise AssertionError("there was room for everything")


@pytest.mark.parametrize("pages", range(35, 95, 5))
def test_a_full_disk_leaves_the_last_commit(path: Path, pages: int) -> None:
    """The room ends at different writes: into any table, or at the commit itself."""
    store = JobStore.create(path)
    fill(store, pages=5)
    waiting = store.waiting()
    store._database.run_outside(f"PRAGMA max_page_count = {pages}")
    commits = fill_until_full(store)
    with pytest.raises(DiskFull, match="everything committed so far is safe"):
        store.commit()
    with pytest.raises(DiskFull):
        store.row(1)
    store.close()
    store = JobStore.open(path)
    assert store.waiting() == waiting + 100 * commits
    put(store, url(999_999))
    store.commit()
    store.check(full=True)
    store.close()
