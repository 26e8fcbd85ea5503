"""Estimates of coverage against the truth."""

import numpy as np

from periplus.bench.estimate_errors import WatchedCrawl, estimate_errors


def test_errors_count_from_nine_tenths_of_the_content_on() -> None:
    crawl = WatchedCrawl(0)
    crawl.believed = {"a": 0.1, "c": 0.85, "d": 0.98, "e": 0.995}
    found = estimate_errors(crawl, ["a", "b", "c", "d", "e"], np.array([0.5, 0.6, 0.9, 0.97, 0.98]))
    assert found["estimates"] == {"0.9": 0.85, "0.95": 0.98, "0.97": 0.98}
    assert (found["least"], found["most"], found["at_the_end"]) == (-5.0, 1.5, 1.5)
    assert found["error"] == -0.8
    assert found["within_two_points"] == 0.67


def test_a_crawl_that_got_little_has_no_errors() -> None:
    crawl = WatchedCrawl(0)
    crawl.believed = {"a": 0.9}
    assert estimate_errors(crawl, ["a"], np.array([0.2])) == {"estimates": {}}
