"""Stopping a crawl and starting it again: signals, budgets, a second run, a finished job."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from signal import SIGINT, SIGTERM, Signals

import pytest

from crash.crawls import QUICK, pages_of, periplus, star
from periplus.bench.crash_worker import Crawlers
from periplus.store import JobStore
from periplus.synthetic.faults import Fault
from periplus.synthetic.server import LoopbackServer, ServerSettings, serve_in_thread

PAGES = 60
SLOW = 0.03  # seconds an answer takes, so that there is time to be stopped in


@pytest.fixture
def server() -> Iterator[LoopbackServer]:
    with serve_in_thread(star(PAGES), settings=ServerSettings(delay=SLOW)) as running:
        yield running


@pytest.fixture(scope="module")
def crawlers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Crawlers]:
    log = tmp_path_factory.mktemp("crawlers") / "log"
    with Crawlers(log, commit_seconds=1.0) as running:
        yield running


def wait_for(condition: Callable[[], bool], seconds: float = 120.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.001)


def crawl(server: LoopbackServer, job: Path) -> list[str]:
    return ["crawl", server.url, "-o", str(job), *QUICK]


def stop(crawlers: Crawlers, *signals: Signals) -> int:
    for number in signals:
        crawlers.signal(number)
        # Two signals at the same moment would be one to the kernel.
        time.sleep(0.02)
    wait_for(lambda: crawlers.has_ended)
    return crawlers.wait()


def assert_goes_on(server: LoopbackServer, job: Path) -> None:
    """The stopped job is whole, and the same command brings it to its end."""
    before = pages_of(job)
    outcome = periplus("verify", job)
    assert outcome.code == 0, outcome.out + outcome.err
    server.settings.delay = 0.0
    outcome = periplus(*crawl(server, job))
    assert outcome.code == 0, outcome.err
    after = pages_of(job)
    assert before < after
    assert len(after) == PAGES + 2
    assert periplus("verify", job).code == 0


@pytest.mark.parametrize("number", [SIGINT, SIGTERM])
def test_one_signal_ends_a_crawl_cleanly(
    server: LoopbackServer, crawlers: Crawlers, tmp_path: Path, number: Signals
) -> None:
    crawlers.start(crawl(server, tmp_path))
    wait_for(lambda: len(server.requests) >= 15)
    assert stop(crawlers, number) == 130
    assert "stopping after what is in flight" in crawlers.said
    assert "interrupted" in crawlers.said
    # What was in flight was waited for and is kept: nothing is asked for twice.
    assert len(pages_of(tmp_path)) == len(server.requests)
    assert (tmp_path / "indexes" / "index.cdxj").is_file()
    assert_goes_on(server, tmp_path)
    assert len(server.requests) == PAGES + 2


def test_two_signals_end_a_crawl_at_once(
    server: LoopbackServer, crawlers: Crawlers, tmp_path: Path
) -> None:
    crawlers.start(crawl(server, tmp_path))
    wait_for(lambda: len(server.requests) >= 15)
    server.settings.delay = 60.0
    seen = len(server.requests)
    wait_for(lambda: len(server.requests) >= seen + 4 or server.in_flight == 4)
    asked_at = time.monotonic()
    assert stop(crawlers, SIGINT, SIGINT) == 130
    assert time.monotonic() - asked_at < 30.0
    assert_goes_on(server, tmp_path)


def test_one_signal_ends_a_crawl_that_waits_for_its_host(
    crawlers: Crawlers, tmp_path: Path
) -> None:
    settings = ServerSettings(faults={"/7": Fault.too_many_requests(3600)})
    with serve_in_thread(star(PAGES), settings=settings) as server:
        crawlers.start(crawl(server, tmp_path))
        wait_for(lambda: any(record.status == 429 for record in server.requests))
        assert stop(crawlers, SIGINT) == 130
        before = len(server.requests)
        assert len(pages_of(tmp_path)) == before - 1
        crawlers.start(crawl(server, tmp_path))
        time.sleep(1.0)
        assert stop(crawlers, SIGINT) == 130
        assert len(server.requests) == before
    assert periplus("verify", tmp_path).code == 0


@pytest.mark.parametrize("milliseconds", [0, 5, 15, 30, 60, 120])
def test_a_signal_during_the_start_leaves_a_job_that_goes_on(
    server: LoopbackServer, crawlers: Crawlers, tmp_path: Path, milliseconds: int
) -> None:
    server.settings.delay = 0.0
    crawlers.start(crawl(server, tmp_path))
    wait_for((tmp_path / ".lock").exists)
    time.sleep(milliseconds / 1000)
    assert stop(crawlers, SIGINT) in (130, 0)
    assert "Traceback" not in crawlers.said
    assert periplus(*crawl(server, tmp_path)).code == 0
    assert len(pages_of(tmp_path)) == PAGES + 2


def test_a_second_run_on_a_job_is_turned_away(
    server: LoopbackServer, crawlers: Crawlers, tmp_path: Path
) -> None:
    server.settings.delay = 0.3
    crawlers.start(crawl(server, tmp_path))
    wait_for(lambda: len(server.requests) >= 2)
    second = periplus(*crawl(server, tmp_path))
    assert second.code == 4
    assert "is in use by process" in second.err
    assert periplus("verify", tmp_path).code == 4
    assert not crawlers.has_ended
    assert stop(crawlers, SIGINT) == 130
    assert_goes_on(server, tmp_path)


def test_a_finished_job_is_not_asked_for_again(server: LoopbackServer, tmp_path: Path) -> None:
    server.settings.delay = 0.0
    assert periplus(*crawl(server, tmp_path)).code == 0
    asked = len(server.requests)
    archive = {path: path.read_bytes() for path in (tmp_path / "archive").iterdir()}
    again = periplus(*crawl(server, tmp_path))
    assert again.code == 0
    assert f"{tmp_path} is finished" in again.err
    assert "periplus refresh" in again.err
    assert len(server.requests) == asked == PAGES + 2
    assert server.connections <= 4
    assert archive == {path: path.read_bytes() for path in (tmp_path / "archive").iterdir()}


def test_a_budget_ends_a_crawl_and_a_larger_one_resumes_it(
    server: LoopbackServer, tmp_path: Path
) -> None:
    server.settings.delay = 0.0
    command = crawl(server, tmp_path)
    assert periplus(*command, "--max-requests", "20").code == 6
    assert len(server.requests) == 20
    assert periplus("verify", tmp_path).code == 0
    assert periplus(*command).code == 6
    assert len(server.requests) == 20
    assert periplus(*command, "--max-requests", "50").code == 6
    assert len(server.requests) == 50
    assert periplus(*command, "--max-requests", "1000").code == 0
    assert len(server.requests) == PAGES + 2 == len(pages_of(tmp_path))
    assert periplus("verify", tmp_path).code == 0


def test_a_job_whose_maker_was_killed_before_it_had_settings(
    server: LoopbackServer, tmp_path: Path
) -> None:
    server.settings.delay = 0.0
    JobStore.create(tmp_path / "job.db").close()
    assert periplus(*crawl(server, tmp_path)).code == 0
    assert len(pages_of(tmp_path)) == PAGES + 2
