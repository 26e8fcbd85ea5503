"""Judging made-up visits: moments at which so many URLs are known."""

import pytest

from periplus.bench.judging import watch_judging


@pytest.mark.parametrize("strategy", ["bfs", "adaptive"])
def test_judging_is_watched_as_urls_become_known(strategy: str) -> None:
    first, second = watch_judging([2_000, 500], strategy)
    assert 500 <= first.urls < 2_000 <= second.urls
    assert second.requests == pytest.approx(second.urls / 100, abs=1)
    assert second.waiting > 50 * second.requests
    assert 0 < first.cpu_seconds < second.cpu_seconds
    assert second.microseconds_per_request > 0
    assert second.peak_rss_mb > 0
