"""The report of how fast pages are read."""

import math

import pytest

from periplus.bench.stages import format_stages, measure_stages

PAGES = [
    (f"http://site.test/{n}", b"<ul>" + b"<li><a href=/x>some words</a>" * 9 + b"</ul>")
    for n in range(5)
]


def test_every_stage_is_measured() -> None:
    report = measure_stages(PAGES, rounds=1)
    names = [rate.name for rate in report.rates]
    assert names == ["parse", "links", "words", "structure", "all", "encode", "decode"]
    assert report.pages == 5
    assert report.mean_links == 9
    assert report.mean_bytes == len(PAGES[0][1])
    assert report.peak_rss_mb > 1
    assert all(rate.pages_per_second > 0 for rate in report.rates)
    assert report.rate("parse") > report.rate("all")
    with pytest.raises(StopIteration):
        report.rate("none")


def test_the_table_names_every_stage() -> None:
    report = measure_stages(PAGES, rounds=1)
    table = format_stages(report)
    for rate in report.rates:
        assert rate.name in table
    assert "peak memory" in table


def test_no_pages() -> None:
    report = measure_stages([], rounds=1)
    assert report.mean_bytes == 0
    assert all(
        rate.pages_per_second == 0 or math.isinf(rate.pages_per_second) for rate in report.rates
    )
