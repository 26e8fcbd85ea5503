"""Crawlers that are forked, watched, signalled and killed."""

import time
from collections.abc import Iterator
from pathlib import Path
from signal import SIGTERM

import pytest

from crash.crawls import star
from periplus.bench.crash_worker import Crawlers
from periplus.synthetic.server import ServerSettings, serve_in_thread


@pytest.fixture(scope="module")
def crawlers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Crawlers]:
    with Crawlers(tmp_path_factory.mktemp("crawlers") / "log", commit_seconds=1.0) as running:
        yield running


def wait_for_end(crawlers: Crawlers) -> int:
    deadline = time.monotonic() + 60
    while not crawlers.has_ended:
        assert time.monotonic() < deadline
        time.sleep(0.005)
    return crawlers.wait()


def test_a_command_line_runs_and_its_words_and_code_are_known(crawlers: Crawlers) -> None:
    crawlers.start(["--version"])
    assert wait_for_end(crawlers) == 0
    assert crawlers.said.startswith("periplus ")
    crawlers.start(["nonsense"])
    assert wait_for_end(crawlers) == 2


def test_one_that_has_ended_cannot_be_killed(crawlers: Crawlers) -> None:
    crawlers.start(["--version"])
    deadline = time.monotonic() + 60
    while not crawlers.has_ended and time.monotonic() < deadline:
        time.sleep(0.005)
    assert not crawlers.kill()
    assert crawlers.wait() == 0


@pytest.fixture
def endless(tmp_path: Path) -> Iterator[list[str]]:
    """A crawl that waits for its first answer until we end it."""
    with serve_in_thread(star(1), settings=ServerSettings(delay=600.0)) as server:
        yield ["crawl", server.url, "-o", str(tmp_path), "--allow-private", "-q"]


def test_one_that_runs_is_killed(crawlers: Crawlers, endless: list[str]) -> None:
    crawlers.start(endless)
    assert crawlers.kill()


def test_signals_reach_the_command_line(crawlers: Crawlers, endless: list[str]) -> None:
    crawlers.start(endless)
    crawlers.signal(SIGTERM)
    crawlers.signal(SIGTERM)
    assert wait_for_end(crawlers) in (-SIGTERM, 130)


def test_outside_its_block_nothing_is_started(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="with"):
        Crawlers(tmp_path / "log", 1.0).start(["--version"])
    with Crawlers(tmp_path / "log", 1.0) as crawlers, pytest.raises(ValueError, match="nothing"):
        crawlers.signal(SIGTERM)
