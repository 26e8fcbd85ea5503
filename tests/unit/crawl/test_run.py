"""Crawls put together: on disk, in memory, and what their archive says of them."""

import asyncio
import json
from pathlib import Path

import pytest

from periplus.archive.reader import iterate
from periplus.archive.record import RecordType
from periplus.crawl import run as crawl_run
from periplus.crawl.events import StopReason
from periplus.crawl.observer import Silent
from periplus.crawl.run import crawl_in_memory, run_until_stopped
from periplus.crawl.settings import Secrets, Settings
from periplus.fetch.settings import FetchSettings
from periplus.plan.orders import BreadthFirst, DepthFirst
from unit.crawl.samples import (
    ORIGIN,
    SMALL_SITE,
    START,
    ScriptedFetcher,
    crawl_job,
    open_test_job,
    page,
    site,
)

PATHS = ["/robots.txt", "/", "/a", "/b", "/old", "/gone", "/c", "/d"]


def test_a_job_fetches_each_url_once_and_leaves_everything_in_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outcome, fetcher = crawl_job(tmp_path / "job", SMALL_SITE, monkeypatch)
    assert outcome is StopReason.COMPLETE
    assert fetcher.paths == PATHS
    files = {str(path.relative_to(tmp_path / "job")) for path in (tmp_path / "job").rglob("*")}
    assert {"job.db", "indexes/index.cdxj", "pages/pages.jsonl", "reports/summary.json"} <= files
    with open_test_job(tmp_path / "job") as job:
        assert job.outcome is StopReason.COMPLETE


def test_a_job_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, before = crawl_job(tmp_path / "job", SMALL_SITE, monkeypatch, max_requests=4)
    assert (first, before.paths) == (StopReason.MAX_REQUESTS, PATHS[:4])
    again, after = crawl_job(tmp_path / "job", SMALL_SITE, monkeypatch, max_requests=100)
    assert (again, after.paths) == (StopReason.COMPLETE, PATHS[4:])
    with open_test_job(tmp_path / "job") as job:
        assert job.store.get_meta("counters")["requests"] == len(PATHS)


def test_an_unended_run_leaves_no_outcome(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(ScriptedFetcher):
        async def fetch(self, request):  # type: ignore[no-untyped-def]
            raise ZeroDivisionError

    crawl_job(tmp_path / "job", SMALL_SITE, monkeypatch, max_requests=3)
    monkeypatch.setattr(crawl_run, "HttpFetcher", lambda settings, **more: Broken({}))
    with open_test_job(tmp_path / "job", max_requests=9) as job:
        with pytest.raises(ZeroDivisionError):
            asyncio.run(crawl_run.run_job(job, Silent(), Secrets()))
        assert job.outcome is None


def test_the_archive_says_how_the_crawl_was_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    crawl_job(tmp_path / "job", SMALL_SITE, monkeypatch, ignore_robots=True, user_agent="Seeker/1")
    [warc] = (tmp_path / "job" / "archive").glob("*.warc.gz")
    first = next(iter(iterate(warc)))
    assert first.type == RecordType.WARCINFO
    fields = dict(line.split(": ", 1) for line in first.block.decode().splitlines() if ": " in line)
    assert fields["robots"] == "ignored"
    assert fields["http-header-user-agent"] == "Seeker/1"
    assert json.loads(fields["periplus-settings"])["urls"] == [START]


def test_the_fetcher_is_told_settings_and_secrets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[FetchSettings] = []
    fetcher = ScriptedFetcher(site(page("/")))

    def make(settings: FetchSettings, **more: object) -> ScriptedFetcher:
        told.append(settings)
        return fetcher

    monkeypatch.setattr(crawl_run, "HttpFetcher", make)
    secrets = Secrets(proxy="http://proxy.example:3128", basic_auth="me:päss")
    given = {"user_agent": "Seeker/1", "allow_private": True, "concurrency": 5}
    with open_test_job(tmp_path / "job", **given) as job:
        asyncio.run(crawl_run.run_job(job, Silent(), secrets))
    [settings] = told
    assert (settings.user_agent, settings.allow_private) == ("Seeker/1", True)
    assert (settings.proxy, settings.connections_per_host) == ("http://proxy.example:3128", 5)
    assert dict(settings.credentials) == {ORIGIN: (("Authorization", "Basic bWU6cMOkc3M="),)}


def test_a_job_runs_in_this_thread_until_it_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetcher = ScriptedFetcher(SMALL_SITE)
    monkeypatch.setattr(crawl_run, "HttpFetcher", lambda settings, **more: fetcher)
    with open_test_job(tmp_path / "job") as job:
        assert run_until_stopped(job, Silent(), Secrets()) is StopReason.COMPLETE
    assert fetcher.paths == PATHS


def test_a_crawl_in_memory_takes_no_time_however_patient_it_is() -> None:
    fetcher = ScriptedFetcher(SMALL_SITE)
    settings = Settings(urls=(START,), delay=3600.0)
    outcome, store = asyncio.run(crawl_in_memory(settings, fetcher, BreadthFirst()))
    assert outcome is StopReason.COMPLETE
    assert fetcher.paths == PATHS
    assert store.get_meta("counters")["seconds"] >= 7 * 3600.0


def test_the_strategy_gives_the_order() -> None:
    fetcher = ScriptedFetcher(SMALL_SITE)
    settings = Settings(urls=(START,), delay=0.0)
    asyncio.run(crawl_in_memory(settings, fetcher, DepthFirst()))
    assert fetcher.paths[:4] == ["/robots.txt", "/", "/gone", "/old"]
    assert sorted(fetcher.paths) == sorted(PATHS)
