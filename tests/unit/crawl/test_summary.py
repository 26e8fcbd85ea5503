"""What a crawl came to, kept beside it."""

import json
from pathlib import Path

import pytest

from periplus import __version__
from periplus.crawl.events import StopReason
from periplus.crawl.summary import SUMMARY, read_summary, summarise, write_summary
from unit.crawl.samples import SMALL_SITE, START, crawl_job, open_test_job


def test_a_summary_counts_what_was_asked_brought_and_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "job"
    crawl_job(path, SMALL_SITE, monkeypatch)
    summary = read_summary(path)
    assert summary is not None
    assert (summary.version, summary.job, summary.start_urls) == (__version__, str(path), [START])
    assert (summary.outcome, summary.waiting, summary.strategy) == ("complete", 0, "bfs")
    counters = summary.counters
    assert (counters.requests, counters.robots_requests, counters.redirects) == (8, 1, 1)
    assert counters.verdicts == {"valuable": 5, "duplicate": 1, "invalid": 1}
    assert counters.skipped == {"out-of-scope": 1}
    [warc] = (path / "archive").glob("*.warc.gz")
    assert (summary.warc_files, summary.warc_bytes) == (1, warc.stat().st_size)
    written = json.loads((path / SUMMARY).read_text())
    assert written["errors"] == {"http-404": 1}


def test_what_waits_is_in_the_summary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    crawl_job(tmp_path / "job", SMALL_SITE, monkeypatch, max_requests=2)
    with open_test_job(tmp_path / "job", max_requests=2) as job:
        summary = summarise(job, StopReason.MAX_REQUESTS)
    assert (summary.outcome, summary.waiting) == ("max-requests", 4)


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b'{"version": 3}', b"\xff"])
def test_a_summary_that_makes_no_sense_is_none(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "reports").mkdir()
    (tmp_path / SUMMARY).write_bytes(content)
    assert read_summary(tmp_path) is None


def test_no_summary_is_none(tmp_path: Path) -> None:
    assert read_summary(tmp_path) is None


def test_a_summary_is_written_whole(tmp_path: Path) -> None:
    with open_test_job(tmp_path / "job") as job:
        write_summary(job, StopReason.INTERRUPTED)
        assert read_summary(job.path) == summarise(job, StopReason.INTERRUPTED)
    assert [path.name for path in (tmp_path / "job" / "reports").iterdir()] == ["summary.json"]


def test_the_estimated_coverage_is_in_the_summary(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    crawl_job(tmp_path / "job", SMALL_SITE, monkeypatch, strategy="adaptive")
    summary = read_summary(tmp_path / "job")
    assert summary is not None
    assert summary.coverage is not None
    assert (
        0 <= summary.coverage["low"] <= summary.coverage["share"] <= summary.coverage["high"] <= 1
    )
