"""Politeness as the server sees it: how many requests at once, how far apart, and when none."""

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from email.utils import formatdate
from itertools import pairwise
from pathlib import Path
from statistics import median

import pytest

from crash.crawls import Pages, page, periplus, plain, redirect, star
from periplus.bench.crash_worker import Crawlers
from periplus.synthetic.faults import Fault, RequestRecord
from periplus.synthetic.server import LoopbackServer, ServerSettings, serve_in_thread

# The server notes a request when it gets to it, on a busy machine somewhat late.
LATE_SECONDS = 0.005


def crawl(server: LoopbackServer, job: Path, *options: str) -> int:
    whole = ("--allow-private", "--strategy", "bfs", "-q")
    return periplus("crawl", server.url, "-o", job, *whole, *options).code


def gaps(records: list[RequestRecord]) -> list[float]:
    return [later.started - earlier.started for earlier, later in pairwise(records)]


def assert_spaced(records: list[RequestRecord], seconds: float) -> None:
    """One late note shortens a gap and lengthens the one before; the middle and the sum stand."""
    found = gaps(records)
    assert median(found) >= seconds - LATE_SECONDS
    assert sum(found) >= (seconds - LATE_SECONDS) * len(found)
    assert min(found) >= seconds / 2


@pytest.mark.parametrize("concurrency", [1, 3, 8])
def test_never_more_requests_at_once_than_allowed(tmp_path: Path, concurrency: int) -> None:
    settings = ServerSettings(delay=0.03)
    with serve_in_thread(star(60), settings=settings) as server:
        code = crawl(server, tmp_path, "--delay", "0", "--concurrency", str(concurrency))
    assert code == 0
    assert len(server.requests) == 62
    assert server.peak_in_flight == concurrency
    assert max(record.in_flight for record in server.requests) == concurrency


@pytest.mark.parametrize("concurrency", [1, 4])
def test_starts_are_a_delay_apart_however_many_are_in_flight(
    tmp_path: Path, concurrency: int
) -> None:
    settings = ServerSettings(delay=0.05)
    with serve_in_thread(star(24), settings=settings) as server:
        code = crawl(server, tmp_path, "--delay", "0.12", "--concurrency", str(concurrency))
    assert code == 0
    assert len(server.requests) == 26
    assert_spaced(server.requests, 0.12)


def test_a_crawl_delay_is_honoured_also_after_a_resume(tmp_path: Path) -> None:
    with serve_in_thread(star(14, "User-agent: *\nCrawl-delay: 0.3\n")) as server:
        options = ("--delay", "0", "--concurrency", "8")
        assert crawl(server, tmp_path, *options, "--max-requests", "8") == 6
        resumed_at = len(server.requests)
        assert crawl(server, tmp_path, *options, "--max-requests", "100") == 0
    assert server.targets().count("/robots.txt") == 1
    assert_spaced(server.requests[1:resumed_at], 0.3)
    assert_spaced(server.requests[resumed_at:], 0.3)


def asked_between(server: LoopbackServer, start: float, end: float) -> list[str]:
    return [record.target for record in server.requests if start < record.started < end]


@pytest.mark.parametrize("status", [429, 503])
def test_nobody_is_asked_before_retry_after_in_seconds(tmp_path: Path, status: int) -> None:
    fault = Fault(status=status, headers=(("Retry-After", "3"),), times=1)
    settings = ServerSettings(faults={"/5": fault})
    with serve_in_thread(star(8), settings=settings) as server:
        assert crawl(server, tmp_path, "--delay", "0") == 0
    (refused,) = [record for record in server.requests if record.status == status]
    assert refused.ended is not None
    assert asked_between(server, refused.ended, refused.ended + 3.0) == []
    assert server.targets().count("/5") == 2
    assert {record.target for record in server.requests} == set(server.site.answers)


def test_nobody_is_asked_before_the_date_of_retry_after(tmp_path: Path) -> None:
    until = int(time.time()) + 5
    moment = time.monotonic() + until - time.time()
    fault = Fault.too_many_requests(formatdate(until, usegmt=True))
    with serve_in_thread(star(8), settings=ServerSettings(faults={"/5": fault})) as server:
        assert crawl(server, tmp_path, "--delay", "0") == 0
    (refused,) = [record for record in server.requests if record.status == 429]
    assert refused.ended is not None
    assert refused.ended < moment, "the machine was too slow for this test to say anything"
    # The wall clock may be slewed a little while we wait.
    assert asked_between(server, refused.ended, moment - 0.05) == []
    assert server.targets().count("/5") == 2


def test_with_many_in_flight_no_new_request_follows_a_refusal(tmp_path: Path) -> None:
    settings = ServerSettings(delay=0.05, faults={"/9": Fault.too_many_requests(4)})
    with serve_in_thread(star(14), settings=settings) as server:
        assert crawl(server, tmp_path, "--delay", "0", "--concurrency", "4") == 0
    (refused,) = [record for record in server.requests if record.status == 429]
    assert refused.ended is not None
    # What had started before the answer arrived is in flight and cannot be called back.
    asked = asked_between(server, refused.ended, refused.ended + 4.0)
    assert len(asked) <= 3
    assert asked_between(server, refused.ended + 1.0, refused.ended + 4.0) == []


def is_barred(job: Path) -> bool:
    """Whether the bar on the host is committed; looks at a job that runs, without touching it."""
    try:
        database = sqlite3.connect(f"{(job / 'job.db').as_uri()}?mode=ro", uri=True)
        with closing(database):
            (until,) = database.execute("SELECT max(not_before) FROM hosts").fetchone()
    except sqlite3.Error:
        return False
    return until is not None and until > time.time() + 2.0


def wait_for(condition: Callable[[], bool], seconds: float = 60.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.005)


@pytest.mark.slow
@pytest.mark.parametrize("kills", [1, 3])
def test_a_kill_does_not_make_the_crawler_forget_retry_after(tmp_path: Path, kills: int) -> None:
    """The bar is committed before anything else is done; the kill comes right after that."""
    job, wait = tmp_path / "job", 8.0
    arguments = ["crawl", "", "-o", str(job), "--allow-private", "-q", "--delay", "0"]
    settings = ServerSettings(faults={"/5": Fault.too_many_requests(int(wait))})
    with (
        serve_in_thread(star(8), settings=settings) as server,
        # Commits by time are far off: what is committed, the refusal committed.
        Crawlers(tmp_path / "log", commit_seconds=600.0) as crawlers,
    ):
        arguments[1] = server.url
        crawlers.start(arguments)
        wait_for(lambda: any(record.status == 429 for record in server.requests))
        wait_for(lambda: is_barred(job))
        for _ in range(kills - 1):
            assert crawlers.kill()
            crawlers.start(arguments)
            time.sleep(0.5)
        assert crawlers.kill()
        crawlers.start(arguments)
        wait_for(lambda: crawlers.has_ended)
        assert crawlers.wait() == 0, crawlers.said
    (refused,) = [record for record in server.requests if record.status == 429]
    assert refused.ended is not None
    assert asked_between(server, refused.ended, refused.ended + wait - 0.05) == []
    assert server.targets().count("/5") == 2
    assert {record.target for record in server.requests} == set(server.site.answers)


def test_what_robots_disallow_is_never_asked(tmp_path: Path) -> None:
    robots = "User-agent: *\nDisallow: /private\nDisallow: /*?print=\nAllow: /private/open\n"
    site = Pages(
        {
            "/robots.txt": plain(robots),
            "/": page(
                "start", "/private", "/private/1", "/private/open", "/a?print=1", "/go", "/a"
            ),
            "/go": redirect("/private/2"),
            "/a": page("a", "/private/3", "//127.0.0.1/private/4"),
            "/private/open": page("open", "/private/5"),
        }
    )
    with serve_in_thread(site) as server:
        options = ("--delay", "0", "--scope", "prefix")
        assert crawl(server, tmp_path, *options, "--max-requests", "3") == 6
        assert crawl(server, tmp_path, *options, "--max-requests", "100") == 0
    assert sorted(server.targets()) == ["/", "/a", "/go", "/private/open", "/robots.txt"]
    assert server.targets()[0] == "/robots.txt"


@pytest.mark.parametrize("status", [500, 503])
def test_a_robots_txt_that_fails_closes_the_site(tmp_path: Path, status: int) -> None:
    site = star(5)
    site.answers["/robots.txt"] = plain("User-agent: *\nAllow: /\n", status=status)
    fault = Fault(status=status, headers=(("Retry-After", "1"),), times=None)
    with serve_in_thread(site, settings=ServerSettings(faults={"/robots.txt": fault})) as server:
        options = ("--allow-private", "--delay", "0", "--strategy", "bfs")
        outcome = periplus("crawl", server.url, "-o", tmp_path, *options)
        assert outcome.code in (5, 8)
        assert "robots.txt" in outcome.err
        assert 1 <= len(server.requests) <= 4
        assert set(server.targets()) == {"/robots.txt"}
        server.settings.faults.clear()
        site.answers["/robots.txt"] = plain("")
        assert crawl(server, tmp_path, "--delay", "0") == 0
    assert set(server.targets()) == set(site.answers)


def test_a_private_address_is_not_even_connected_to(tmp_path: Path) -> None:
    with serve_in_thread(star(3)) as server:
        outcome = periplus("crawl", server.url, "-o", tmp_path, "--delay", "0")
        assert outcome.code == 5
        assert "--allow-private" in outcome.err
        assert server.connections == 0
