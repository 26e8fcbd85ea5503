"""Refreshes of a job: what is visited, when a run ends, clocks that are set."""

from pathlib import Path

import pytest

from periplus.crawl.clock import VirtualClock
from periplus.crawl.events import StopReason
from periplus.crawl.refresh import RefreshLimits, crawl_outcome, steady
from periplus.crawl.verify import verify_job
from periplus.errors import ConfigError, FetchError, FetchFault
from periplus.store import JobStore
from unit.crawl.refreshing import DAY, Told, WallClock, refresh_job, statuses, visit_of
from unit.crawl.samples import DATE, ORIGIN, SMALL_SITE, crawl_job, page, response, site

YEAR = 365 * DAY
LATER = DATE + 400 * DAY


@pytest.fixture
def job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "job"
    crawl_job(path, SMALL_SITE, monkeypatch)
    return path


def test_nothing_is_due_right_after_a_crawl(job: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    outcome, report, fetcher = refresh_job(job, SMALL_SITE, monkeypatch, wall=DATE + 60.0)
    assert (outcome, report.requests, fetcher.asked) == (StopReason.COMPLETE, 0, [])
    assert report.next_due is not None
    assert report.next_due > DATE + 60.0


def test_everything_is_due_in_the_end(job: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    outcome, report, fetcher = refresh_job(job, SMALL_SITE, monkeypatch)
    assert outcome is StopReason.COMPLETE
    pages = sorted(fetcher.paths)
    assert pages == ["/", "/a", "/b", "/c", "/d", "/gone", "/old", "/robots.txt"]
    assert report.counts.same == 5
    assert (report.counts.gone, report.counts.moved, report.counts.changed) == (1, 1, 0)
    assert report.still_due == 0
    assert verify_job(job).findings == []
    assert statuses(job, "/a") == [200, 200]


def test_a_budget_counts_every_request(job: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    outcome, report, fetcher = refresh_job(job, SMALL_SITE, monkeypatch, budget=3)
    assert outcome is StopReason.MAX_REQUESTS
    assert report.requests == len(fetcher.asked) == 3
    assert fetcher.paths[0] == "/robots.txt"
    assert set(fetcher.paths[1:]) == {"/", "/a"}  # by which the others were found


def test_a_budget_is_used_for_what_is_not_due_yet_but_once(
    job: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outcome, _, fetcher = refresh_job(job, SMALL_SITE, monkeypatch, wall=DATE + 60.0, budget=50)
    assert outcome is StopReason.COMPLETE
    assert len(set(fetcher.asked)) == len(fetcher.asked)
    assert {"/", "/a", "/b", "/c"} <= set(fetcher.paths)
    assert "/gone" not in fetcher.paths  # what is gone waits for its time


def test_time_ends_a_refresh(job: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    outcome, _, fetcher = refresh_job(
        job, SMALL_SITE, monkeypatch, wall=DATE + 60.0, seconds=3600.0
    )
    assert outcome in (StopReason.COMPLETE, StopReason.MAX_TIME)
    assert "/" in fetcher.paths


def test_watching_waits_for_what_becomes_due(job: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    outcome, _, fetcher = refresh_job(
        job, SMALL_SITE, monkeypatch, wall=DATE + 60.0, watch=True, budget=40
    )
    assert outcome is StopReason.MAX_REQUESTS
    assert len(fetcher.asked) == 40
    assert fetcher.paths.count("/") >= 2  # the busiest page came round again


def test_changed_pages_and_new_links_are_taken_in(
    job: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed = {
        **SMALL_SITE,
        **site(
            page("/a", "/b", "/c", "/", "/new", text="The page /a says something else now"),
            page("/new", "/newer"),
            page("/newer"),
        ),
    }
    _, report, fetcher = refresh_job(job, changed, monkeypatch)
    assert report.counts.changed == 1
    assert report.counts.kinds == {"text": 1}
    assert report.counts.new_pages == 2
    assert {"/new", "/newer"} <= set(fetcher.paths)
    assert statuses(job, "/new") == [200]
    assert verify_job(job).findings == []
    assert visit_of(job, "/a").rate > visit_of(job, "/b").rate


def test_conditions_are_sent_and_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "job"
    crawl_job(path, site(page("/", "/a"), page("/a", etag='"1"')), monkeypatch)
    answers = site(page("/", "/a"), response("/a", status=304, media_type="", etag='"1"'))
    _, report, fetcher = refresh_job(path, answers, monkeypatch)
    sent = {request.url.removeprefix(ORIGIN): request.headers for request in fetcher.requests}
    assert sent["/a"] == (("If-None-Match", '"1"'),)
    assert sent["/"] == ()
    assert (report.counts.not_modified, report.counts.same) == (1, 1)
    assert statuses(path, "/a") == [200, 304]
    assert verify_job(path).findings == []


def test_a_304_that_nobody_asked_for_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "job"
    crawl_job(path, site(page("/", "/a"), page("/a")), monkeypatch)
    answers = site(page("/", "/a"), response("/a", status=304, media_type=""))
    _, report, _ = refresh_job(path, answers, monkeypatch)
    assert (report.counts.not_modified, report.counts.errors) == (0, 1)
    assert verify_job(path).findings == []


@pytest.mark.parametrize("jump", [-10 * YEAR, -YEAR, -DAY, YEAR, 30 * YEAR])
def test_a_clock_that_was_set_does_no_harm(
    job: Path, monkeypatch: pytest.MonkeyPatch, jump: float
) -> None:
    refresh_job(job, SMALL_SITE, monkeypatch, wall=LATER + jump)
    _, report, _ = refresh_job(job, SMALL_SITE, monkeypatch, wall=LATER)
    assert report.still_due == 0
    row = visit_of(job, "/")
    assert row.last <= LATER + 3600.0
    assert LATER < row.due <= LATER + 366 * DAY
    _, report, fetcher = refresh_job(job, SMALL_SITE, monkeypatch, wall=LATER + 800 * DAY)
    assert {"/", "/a", "/b", "/c", "/d"} <= set(fetcher.paths)
    assert verify_job(job).findings == []


def test_time_of_a_run_goes_on_however_the_clock_is_set() -> None:
    clock = WallClock(5_000.0)
    now = steady(clock)
    assert now() == 5_000.0
    clock.offset += YEAR
    clock._now += 7.0
    assert now() == 5_007.0
    assert steady(VirtualClock(3.0))() == 3.0


def test_a_site_that_refuses_everything_keeps_its_job(
    job: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    down = {url: FetchError(url, FetchFault.CONNECT) for url in SMALL_SITE}
    told = Told()
    outcome, report, _ = refresh_job(job, down, monkeypatch, observer=told)
    assert outcome is StopReason.UNREACHABLE
    assert report.counts.visits == 0
    assert statuses(job, "/a") == [200]
    assert any("robots.txt" in note for note in told.notes)
    _, report, _ = refresh_job(job, SMALL_SITE, monkeypatch)
    assert report.counts.same == 5


def test_the_crawls_own_outcome_stays(job: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refresh_job(job, SMALL_SITE, monkeypatch, budget=2)
    store = JobStore.open(job / "job.db")
    assert crawl_outcome(store) is StopReason.COMPLETE
    assert store.get_meta("outcome") == "complete"
    store.set_meta("outcome", None)  # as a kill leaves it
    store.commit()
    assert crawl_outcome(store) is StopReason.COMPLETE
    store.close()
    refresh_job(job, SMALL_SITE, monkeypatch)
    assert (job / "reports" / "refresh.json").is_file()
    assert verify_job(job).findings == []


def test_a_job_without_pages_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "job"
    down = {url: FetchError(url, FetchFault.CONNECT) for url in SMALL_SITE}
    crawl_job(path, down, monkeypatch)
    with pytest.raises(ConfigError, match="no pages yet"):
        refresh_job(path, SMALL_SITE, monkeypatch)


def test_limits_are_checked() -> None:
    with pytest.raises(ConfigError, match="--budget"):
        RefreshLimits(budget=0)
    with pytest.raises(ConfigError, match="--for"):
        RefreshLimits(seconds=0.0)
    assert RefreshLimits(budget=1).mode.eager
    assert not RefreshLimits(budget=1, watch=True).mode.eager
    assert RefreshLimits(watch=True).mode.watch
