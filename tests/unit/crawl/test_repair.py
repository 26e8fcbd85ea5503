"""Mending: the archive is the truth, and a mended job goes on."""

import shutil
from pathlib import Path

import pytest

from periplus.crawl.events import StopReason
from periplus.crawl.repair import repair_job
from periplus.crawl.verify import verify_job
from periplus.errors import ConfigError
from periplus.plan.strategy import Verdict
from periplus.store import JobStore, UrlState
from unit.crawl.refreshing import DAY, refresh_job
from unit.crawl.samples import (
    DATE,
    ORIGIN,
    SMALL_SITE,
    crawl_job,
    open_test_job,
    page,
    response,
    site,
)


@pytest.fixture(scope="module")
def half(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A job that stopped after six of its eight requests."""
    path = tmp_path_factory.mktemp("repair") / "job"
    with pytest.MonkeyPatch.context() as monkeypatch:
        crawl_job(path, SMALL_SITE, monkeypatch, max_requests=6, max_depth=5)
    return path


@pytest.fixture
def job(half: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(half, tmp_path / "job"))


def known(path: Path) -> dict[str, tuple[UrlState, Verdict | None]]:
    """State and verdict of every URL."""
    with open_test_job(path) as job:
        verdicts = {page.url_id: page.verdict for page in job.store.pages()}
        rows = [job.store.row(n) for n in range(1, 200) if is_known(job.store, n)]
        return {row.url: (row.state, verdicts.get(row.url_id)) for row in rows}


def is_known(store, url_id: int) -> bool:  # type: ignore[no-untyped-def]
    try:
        store.url(url_id)
    except KeyError:
        return False
    return True


def warc_of(job: Path) -> Path:
    [warc] = (job / "archive").glob("*.warc.gz")
    return warc


def test_a_whole_job_is_left_as_it_is(job: Path) -> None:
    assert list(repair_job(job)) == [f"{job}: nothing to mend"]
    assert not (job / "damaged").exists()


def test_a_lost_database_is_rebuilt_with_its_frontier(
    job: Path, half: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = known(half)
    (job / "job.db").unlink()
    said = list(repair_job(job))
    assert said == [f"{job / 'job.db'}: rebuilt from the archive: 6 pages"]
    assert verify_job(job).findings == []
    assert known(job) == before
    outcome, fetcher = crawl_job(job, SMALL_SITE, monkeypatch, max_requests=100)
    assert outcome is StopReason.COMPLETE
    assert fetcher.paths == ["/robots.txt", "/c", "/d"]  # robots.txt is asked for anew


def test_settings_come_back_from_the_archive(job: Path) -> None:
    (job / "job.db").unlink()
    list(repair_job(job))
    with open_test_job(job) as opened:
        assert (opened.settings.max_depth, opened.settings.max_requests) == (5, 6)
        assert opened.outcome is StopReason.INTERRUPTED
        counters = opened.store.get_meta("counters")
    assert (counters["requests"], counters["robots_requests"], counters["pages"]) == (6, 1, 5)


def test_a_damaged_database_is_put_aside(job: Path) -> None:
    (job / "job.db").write_bytes(b"nonsense" * 500)
    list(repair_job(job))
    assert (job / "damaged" / "job.db.0").read_bytes() == b"nonsense" * 500
    (job / "job.db").write_bytes(b"again" * 500)
    list(repair_job(job))
    assert (job / "damaged" / "job.db.1").read_bytes() == b"again" * 500
    assert verify_job(job).findings == []


def test_a_damaged_record_is_dropped_and_its_url_asked_for_again(
    job: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_test_job(job) as opened:
        places = {opened.store.url(p.url_id): p for p in opened.store.pages()}
    lost = places[ORIGIN + "/b"]
    data = bytearray(warc_of(job).read_bytes())
    middle = lost.warc_offset + lost.warc_length // 2
    data[middle : middle + 8] = b"\xff" * 8
    warc_of(job).write_bytes(data)
    said = list(repair_job(job))
    assert "records kept" in said[0]
    assert (job / "damaged" / warc_of(job).name).read_bytes() == bytes(data)
    assert known(job)[ORIGIN + "/b"] == (UrlState.WAITING, None)
    _, fetcher = crawl_job(job, SMALL_SITE, monkeypatch, max_requests=100)
    assert "/b" in fetcher.paths
    assert "/a" not in fetcher.paths
    assert verify_job(job).findings == []


def test_copies_are_rebuilt_from_their_originals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = page("/1", "/only-here").body
    answers = site(page("/", "/1", "/2"), response("/1", body), response("/2", body))
    crawl_job(tmp_path / "job", answers, monkeypatch)
    before = known(tmp_path / "job")
    (tmp_path / "job" / "job.db").unlink()
    list(repair_job(tmp_path / "job"))
    assert known(tmp_path / "job") == before
    assert verify_job(tmp_path / "job").findings == []


def test_an_archive_that_says_nothing_of_its_settings_cannot_be_rebuilt(job: Path) -> None:
    (job / "job.db").unlink()
    warc_of(job).unlink()
    with pytest.raises(ConfigError, match="no record of the crawl's settings"):
        list(repair_job(job))


def test_what_is_no_job(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="is no job"):
        list(repair_job(tmp_path))


def test_visits_of_a_refresh_are_rebuilt_as_such(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "job"
    crawl_job(path, site(page("/", "/a", "/b"), page("/a", etag='"1"'), page("/b")), monkeypatch)
    later = site(
        page("/", "/a", "/b", "/new"),
        response("/a", status=304, media_type="", etag='"1"'),
        page("/b", text="Something else stands here now, in other words"),
        page("/new"),
    )
    refresh_job(path, later, monkeypatch)
    before = visits_of(path)
    assert [status for _, status, _ in before if status == 304] == [304]
    (path / "job.db").unlink()
    assert list(repair_job(path))
    assert visits_of(path) == before
    assert verify_job(path).findings == []
    _, report, _ = refresh_job(path, later, monkeypatch, wall=DATE + 800 * DAY)
    assert report.counts.changed == 0
    assert report.counts.visits == 4


def visits_of(path: Path) -> list[tuple[str, int, int | None]]:
    store = JobStore.open(path / "job.db")
    try:
        return [(store.url(row.url_id), row.status, row.revisit_of) for row in store.pages()]
    finally:
        store.close()
