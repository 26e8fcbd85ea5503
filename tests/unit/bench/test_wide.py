"""The cost of a growing frontier: moments of one crawl."""

import pytest

from periplus.bench.wide import watch_frontier
from periplus.crawl import loop


def test_a_crawl_is_looked_at_whenever_so_many_urls_are_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(loop, "COMMIT_PAGES", 5)
    first, second = watch_frontier([3000, 500], "bfs")
    assert 500 <= first.urls < second.urls
    assert second.urls >= 3000
    assert second.waiting > 5 * second.requests
    assert first.requests < second.requests
    assert 0 < first.cpu_seconds < second.cpu_seconds
    assert second.microseconds_per_request > 0
    assert 0 < first.peak_rss_mb <= second.peak_rss_mb


def test_two_sizes_that_come_at_once_are_one_moment() -> None:
    assert len(watch_frontier([400, 401], "bfs")) == 1
