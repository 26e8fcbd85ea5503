"""Requests per CPU second: the arithmetic, and one small measurement."""

import io
import sys
from pathlib import Path

import pytest
from rich.console import Console

from periplus.bench import speed
from periplus.bench.speed import SpeedResult, best_of, measure_speed, speed_table
from periplus.errors import ConfigError


def result(crawler: str, requests: int, cpu_seconds: float) -> SpeedResult:
    return SpeedResult(crawler, requests, 2.0, cpu_seconds, 80.0)


def shown(results: list[SpeedResult]) -> str:
    page = io.StringIO()
    Console(width=120, file=page).print(speed_table(results))
    return page.getvalue()


def test_the_rate_is_by_cpu_time() -> None:
    assert result("periplus", 600, 1.5).per_cpu_second == 400.0
    assert result("periplus", 600, 0.0).per_cpu_second == 0.0


def test_the_best_round_of_each_crawler_counts() -> None:
    results = [result("periplus", 600, 2), result("scrapy", 600, 6), result("periplus", 600, 1)]
    assert {name: one.cpu_seconds for name, one in best_of(results).items()} == {
        "periplus": 1,
        "scrapy": 6,
    }


def test_the_table_ends_with_the_ratio_where_there_are_two() -> None:
    both = shown([result("periplus", 600, 1), result("scrapy", 600, 4)])
    assert "600" in both
    assert both.strip().splitlines()[-1].split() == ["periplus", ":", "scrapy", "4.00"]
    assert "scrapy" not in shown([result("periplus", 600, 1)])


def test_a_crawler_that_fails_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="broken ended with exit code 3"):
        speed._crawl(100, "broken", [sys.executable, "-c", "exit(3)"], tmp_path / "log")


def test_a_small_forum_is_crawled_and_counted_by_the_server() -> None:
    [found] = measure_speed(120, 8, 1, None)
    assert found.crawler == "periplus"
    assert 60 <= found.requests <= 240
    assert found.cpu_seconds > 0
    assert found.peak_rss_mb > 10
