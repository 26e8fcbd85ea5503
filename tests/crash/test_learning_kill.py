"""kill -9 of crawls that learn: resumed, they decide as if nothing had happened."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from crash.crawls import pages_of, periplus
from periplus.bench.crash_worker import Crawlers
from periplus.synthetic.presets import sized
from periplus.synthetic.server import LoopbackServer, ServerSettings, serve_in_thread

# One request at a time: then the order of pages, and with it every decision, is fixed.
ONE_BY_ONE = ("--delay", "0", "--concurrency", "1", "--allow-private", "--quiet")
WORDS = ", ".join(sized(600, 5).language.words[20:23])
# By topic: what is not archived cannot be judged again, yet nothing may be decided otherwise.
LEARNERS = {"adaptive": (), "acebot": ("--sample", "60"), "topic": ("--topic", WORDS)}
KILL_AFTER = (
    15,
    90,
)  # requests: while it samples or knows little, and while it uses what it learnt
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


@pytest.mark.parametrize("strategy", LEARNERS)
def test_a_killed_crawl_ends_with_the_same_pages(
    tmp_path: Path, server: LoopbackServer, crawlers: Crawlers, strategy: str
) -> None:
    options = ("--strategy", strategy, *LEARNERS[strategy], *ONE_BY_ONE)
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    outcome = periplus("crawl", server.url, "-o", whole, *options)
    assert outcome.code == 0, outcome.err
    command = ["crawl", server.url, "-o", str(killed), *options]
    for requests in KILL_AFTER:
        kill_after(requests, crawlers, server, command)
    outcome = periplus(*command)
    assert outcome.code == 0, outcome.err
    assert pages_of(killed) == pages_of(whole)
    assert (killed / "plan.json").exists() == (whole / "plan.json").exists()
    assert periplus("verify", killed).code == 0
