"""kill -9 of an iRobot crawl while it samples, and again while it crawls by what it learned."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from crash.crawls import pages_of, periplus
from periplus.bench.crash_worker import Crawlers
from periplus.store import JobStore
from periplus.synthetic.presets import sized
from periplus.synthetic.server import LoopbackServer, ServerSettings, serve_in_thread

# One request at a time: then the order of pages, and with it every decision, is fixed.
SAMPLE = 80
OPTIONS = (
    *("--strategy", "irobot", "--sample", str(SAMPLE)),
    *("--delay", "0", "--concurrency", "1", "--allow-private", "--quiet"),
)
KILLED_AFTER = (40, 80)  # requests: the sample is half done; then it is over
WAIT_SECONDS = 120.0


@pytest.fixture(scope="module")
def server() -> Iterator[LoopbackServer]:
    with serve_in_thread(sized(600, 5), settings=ServerSettings(delay=0.002)) as running:
        yield running


@pytest.fixture(scope="module")
def crawlers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Crawlers]:
    log = tmp_path_factory.mktemp("crawlers") / "log"
    with Crawlers(log, commit_seconds=0.1) as running:
        yield running


def kill_after(
    requests: int, crawlers: Crawlers, server: LoopbackServer, command: list[str]
) -> None:
    asked = len(server.targets())
    crawlers.start(command)
    deadline = time.monotonic() + WAIT_SECONDS
    while len(server.targets()) < asked + requests:
        assert time.monotonic() < deadline, "the crawl did not come so far"
        assert not crawlers.has_ended, crawlers.said()
        time.sleep(0.001)
    assert crawlers.kill()


def committed(job: Path) -> set[str]:
    """The paths of the pages that are in hand for good."""
    store = JobStore.open(job / "job.db")
    urls = [urlsplit(store.url(page.url_id)) for page in store.pages()]
    store.close()
    paths = {f"{u.path}?{u.query}" if u.query else u.path for u in urls}
    return paths - {"/robots.txt"}


def test_a_crawl_killed_in_both_phases_decides_the_same_and_asks_nothing_twice(
    tmp_path: Path, server: LoopbackServer, crawlers: Crawlers
) -> None:
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    outcome = periplus("crawl", server.url, "-o", whole, *OPTIONS)
    assert outcome.code == 0, outcome.err
    command = ["crawl", server.url, "-o", str(killed), *OPTIONS]
    held: list[set[str]] = []
    asked = []
    for requests in KILLED_AFTER:
        kill_after(requests, crawlers, server, command)
        held.append(committed(killed))
        asked.append(len(server.targets()))
    outcome = periplus(*command)
    assert outcome.code == 0, outcome.err
    assert len(held[0]) < SAMPLE < len(held[1])  # once in the sample, once after it
    for pages, start in zip(held, asked, strict=True):
        assert not pages & set(server.targets()[start:])
    assert pages_of(killed) == pages_of(whole)
    plans = [json.loads((job / "plan.json").read_text())["plan"] for job in (killed, whole)]
    assert plans[0] == plans[1]
    assert periplus("verify", killed).code == 0
