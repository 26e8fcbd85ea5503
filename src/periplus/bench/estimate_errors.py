"""How far the adaptive strategy's estimate of coverage is from the truth while it crawls."""

from typing import Any

import numpy as np

from periplus.bench.metrics import Curve
from periplus.plan.adaptive.crawling import AdaptiveCrawl
from periplus.plan.estimates import CoverageEstimate
from periplus.plan.strategy import Judgement, Visit

_FROM = 0.9  # of the content: from here on the estimate is to be right
_POINTS = 2.0
_MARKS = (0.9, 0.95, 0.97, 0.99)


class WatchedCrawl(AdaptiveCrawl):
    """Notes after each page what it believes to have."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.believed: dict[str, CoverageEstimate] = {}  # by URL

    def judge(self, visit: Visit) -> Judgement:
        """The judgement, and a note."""
        judgement = super().judge(visit)
        self.believed[visit.url] = self.coverage_estimate()
        return judgement


def estimate_errors(crawl: WatchedCrawl, requests: list[str], curve: Curve) -> dict[str, Any]:
    """Errors in points from 90 % of the content on, and the estimates at some shares of it."""
    pairs = [
        (float(truth), crawl.believed[url])
        for url, truth in zip(requests, curve, strict=True)
        if url in crawl.believed
    ]
    late = [(truth, shown) for truth, shown in pairs if truth >= _FROM]
    errors = np.array([100 * (shown.share - truth) for truth, shown in late])
    is_inside = np.array([shown.low <= truth <= shown.high for truth, shown in late])
    at = {
        str(mark): round(next(shown.share for truth, shown in pairs if truth >= mark), 3)
        for mark in _MARKS
        if pairs and pairs[-1][0] >= mark
    }
    if not len(errors):
        return {"estimates": at}
    return {
        "estimates": at,
        "error": round(float(errors.mean()), 1),
        "least": round(float(errors.min()), 1),
        "most": round(float(errors.max()), 1),
        "within_two_points": round(float((np.abs(errors) <= _POINTS).mean()), 2),
        "truth_in_interval": round(float(is_inside.mean()), 2),
        "at_the_end": round(float(errors[-1]), 1),
    }
