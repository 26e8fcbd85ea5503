"""Estimates of how much is in hand."""

from periplus.plan.adaptive.crawling import AdaptiveCrawl
from periplus.plan.estimates import CoverageEstimate, EstimatesCoverage
from periplus.plan.orders import BreadthFirst


def test_an_estimate_is_written_for_people_and_for_programs() -> None:
    estimate = CoverageEstimate(0.97234, 0.95, 0.98888)
    assert estimate.formatted() == "97.2 % (95.0 to 98.9)"
    assert estimate.to_json() == {"share": 0.9723, "low": 0.95, "high": 0.9889}


def test_strategies_tell_whether_they_estimate() -> None:
    assert isinstance(AdaptiveCrawl(), EstimatesCoverage)
    assert not isinstance(BreadthFirst(), EstimatesCoverage)
