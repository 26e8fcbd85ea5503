"""The counts of a summary."""

from periplus.plan.strategy import Reason, Verdict
from periplus.store import JobStore, UrlState
from unit.store.samples import add, page, put, url


def test_an_empty_job_counts_nothing(store: JobStore) -> None:
    counts = store.counts()
    assert (counts.urls, counts.reasons, counts.pages, counts.faults) == ({}, {}, 0, {})
    assert (counts.payload_bytes, counts.warc_bytes) == (0, 0)


def test_everything_is_counted(store: JobStore) -> None:
    ids = add(store, [url(n) for n in range(9)])
    put(store, url(0))
    put(store, url(1), reason=Reason.SEED)
    put(store, url(2))
    store.skip(ids[3:5], Reason.ROBOTS)
    store.skip([ids[5]], Reason.OUT_OF_SCOPE)
    store.fail(ids[6], Reason.FAILED, "timeout", 4)
    store.note_attempt(ids[0], 1, "dns")  # waits again: no fault of the summary
    store.finish(page(ids[1], 1))
    store.finish(page(ids[7], 2, status=404, verdict=Verdict.INVALID, truncated="time"))
    store.finish(page(ids[7], 3, media_type="image/png", revisit_of=ids[1]))
    store.set_warc("a", 100)
    store.set_warc("b", 11)
    counts = store.counts()
    assert counts.urls == {
        UrlState.KNOWN: 1,
        UrlState.WAITING: 2,
        UrlState.FETCHED: 2,
        UrlState.FAILED: 1,
        UrlState.SKIPPED: 3,
    }
    assert counts.reasons == {
        (UrlState.WAITING, Reason.FOLLOW): 2,
        (UrlState.FETCHED, Reason.SEED): 1,
        (UrlState.FAILED, Reason.FAILED): 1,
        (UrlState.SKIPPED, Reason.ROBOTS): 2,
        (UrlState.SKIPPED, Reason.OUT_OF_SCOPE): 1,
    }
    assert (counts.pages, counts.pages_by_status) == (3, {200: 2, 404: 1})
    assert counts.pages_by_verdict == {Verdict.VALUABLE: 2, Verdict.INVALID: 1}
    assert counts.pages_by_media_type == {"image/png": 1, "text/html": 2}
    assert (counts.revisits, counts.truncated) == (1, 1)
    assert counts.faults == {"timeout": 1}
    assert (counts.payload_bytes, counts.warc_bytes) == (15_000, 111)
