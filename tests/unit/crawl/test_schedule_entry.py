"""How much pages matter, and how they get into the timetable."""

from dataclasses import replace
from pathlib import Path

import pytest

from periplus.crawl.schedule import Timetable
from periplus.crawl.schedule_entry import enter_pages, importance_of
from periplus.plan.strategy import Verdict
from periplus.store import JobStore
from unit.crawl.samples import DATE, ORIGIN, SMALL_SITE, crawl_job
from unit.store.samples import page

DAY = 86_400.0


def test_pages_that_lead_to_content_matter_most() -> None:
    leaf = page(1, 1)
    assert importance_of(leaf, 1, 0) == 1.0
    assert importance_of(leaf, 50, 0) < importance_of(leaf, 50, 20)
    assert importance_of(leaf, 2, 20) < importance_of(leaf, 50, 20)
    assert importance_of(replace(leaf, verdict=Verdict.DUPLICATE), 1, 0) < 1.0
    assert importance_of(replace(leaf, status=404), 1, 0) < 0.2


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> JobStore:
    crawl_job(tmp_path / "job", SMALL_SITE, monkeypatch)
    return JobStore.open(tmp_path / "job" / "job.db")


def test_every_page_of_a_crawl_is_entered_once(store: JobStore) -> None:
    table = Timetable(store, lambda: DATE + DAY)
    assert enter_pages(store, table) == 7  # robots.txt is no page
    assert len(store.visits) == 7
    assert enter_pages(store, table) == 0
    row = store.visits.get(store.find(ORIGIN + "/a") or 0)
    assert row is not None
    assert (row.last, row.gone) == (DATE, 0)
    gone = store.visits.get(store.find(ORIGIN + "/gone") or 0)
    assert gone is not None
    assert (gone.gone, gone.due) == (1, DATE + DAY)
    store.close()


def test_visits_that_were_missed_are_caught_up_with(store: JobStore) -> None:
    table = Timetable(store, lambda: DATE + 30 * DAY)
    enter_pages(store, table)
    [first] = store.page_of(store.find(ORIGIN + "/a") or 0)
    before = store.visits.get(first.url_id)
    seq = store.last_seq()
    for at, (status, digest) in enumerate(
        ((304, first.digest), (200, "sha1:OTHER"), (200, "sha1:THIRD"), (410, "sha1:GONE")), 1
    ):
        store.finish(
            replace(first, seq=seq + at, date=DATE + at * DAY, status=status, digest=digest)
        )
    assert enter_pages(store, table) == 4
    row = store.visits.get(first.url_id)
    assert before is not None
    assert row is not None
    assert row.rate > before.rate
    assert (row.gone, row.last) == (1, DATE + 4 * DAY)
    store.close()
