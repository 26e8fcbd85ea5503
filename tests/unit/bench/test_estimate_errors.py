"""Estimates of coverage against the truth."""

import numpy as np

from periplus.bench.estimate_errors import WatchedCrawl, estimate_errors
from periplus.plan.estimates import CoverageEstimate


def test_errors_count_from_nine_tenths_of_the_content_on() -> None:
    crawl = WatchedCrawl(0)
    shown = {"a": 0.1, "c": 0.85, "d": 0.98, "e": 0.995}
    crawl.believed = {
        url: CoverageEstimate(share, share - 0.03, 1.0) for url, share in shown.items()
    }
    found = estimate_errors(crawl, ["a", "b", "c", "d", "e"], np.array([0.5, 0.6, 0.9, 0.97, 0.98]))
    assert found["estimates"] == {"0.9": 0.85, "0.95": 0.98, "0.97": 0.98}
    assert (found["least"], found["most"], found["at_the_end"]) == (-5.0, 1.5, 1.5)
    assert found["error"] == -0.8
    assert found["within_two_points"] == 0.67
    crawl.believed["d"] = CoverageEstimate(0.98, 0.975, 1.0)
    later = estimate_errors(crawl, list("abcde"), np.array([0.5, 0.6, 0.9, 0.97, 0.98]))
    assert (found["truth_in_interval"], later["truth_in_interval"]) == (1.0, 0.67)


def test_a_crawl_that_got_little_has_no_errors() -> None:
    crawl = WatchedCrawl(0)
    crawl.believed = {"a": CoverageEstimate(0.9, 0.8, 1.0)}
    assert estimate_errors(crawl, ["a"], np.array([0.2])) == {"estimates": {}}
