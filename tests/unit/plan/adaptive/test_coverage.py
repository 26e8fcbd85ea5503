"""The estimate of coverage, and the end of a crawl."""

import json

import numpy as np
import pytest

from periplus.plan.adaptive.coverage import Coverage
from periplus.plan.adaptive.doubt import doubts
from periplus.plan.adaptive.index import ArcColumns
from periplus.plan.adaptive.settings import AdaptiveSettings
from periplus.plan.strategy import Progress

PROGRESS = Progress(200, 200, 50)


def columns(own: float, stock: float, fetches: float, mean: float | None = None) -> ArcColumns:
    """One arc, not another spelling, all of whose fetches bore."""
    one, no = np.ones(1), np.zeros(1, bool)
    return ArcColumns(
        own=own * one,
        mean=(own if mean is None else mean) * one,
        hope=0 * one,
        stock=stock * one,
        fetches=fetches * one,
        patterns=np.zeros(1, np.int32),
        shapes=np.zeros(1, np.int32),
        is_other_spelling=no,
        is_wall=no,
        priors=one,
        is_revealing_known=~no,
        is_dry=no,
        fruits=fetches * one,
        links=stock * one,
        derived=0 * one,
        outdone=0 * one,
        trust=one,
        bred=0 * one,
        lasting=0 * one,
        of_fruit=0 * one,
        missing=0 * one,
        is_place_barren=no,
        is_often_shown=no,
        is_left=no,
        is_partly_told=no,
    )


def estimate(
    coverage: Coverage, own: float, stock: float, fetches: float, mean: float | None = None
) -> None:
    arcs = columns(own, stock, fetches, mean)
    coverage.estimate(arcs, arcs.own, own, own, doubts(arcs, coverage.useful))


def fetched(pages: int, gain: float) -> Coverage:
    coverage = Coverage(AdaptiveSettings())
    for _ in range(pages):
        coverage.count(gain)
    return coverage


def test_the_share_is_what_is_in_hand_of_what_is_expected() -> None:
    coverage = fetched(100, 90.0)
    estimate(coverage, own=10.0, stock=100.0, fetches=1e6)
    assert coverage.share == pytest.approx(0.9, rel=1e-3)
    low, high = coverage.interval
    assert low < coverage.share < high


def test_what_was_never_tried_may_hold_something_and_widens_the_interval() -> None:
    tried, untried = fetched(100, 90.0), fetched(100, 90.0)
    estimate(tried, own=10.0, stock=100.0, fetches=50.0)
    estimate(untried, own=10.0, stock=100.0, fetches=0.0)
    assert untried.doubted > tried.doubted == 0.0
    low, high = untried.interval
    assert low < untried.share < high == 1.0


def test_what_is_shown_is_another_share_than_what_decides_within_the_same_interval() -> None:
    coverage = fetched(100, 90.0)
    coverage.outlook.learn(0, 100)
    estimate(coverage, own=10.0, stock=100.0, fetches=100.0, mean=15.0)
    assert coverage.shown.share < coverage.share
    assert coverage.shown[1:] == coverage.interval


def test_the_interval_that_is_shown_has_the_share_in_it() -> None:
    coverage = fetched(100, 90.0)
    coverage.outlook.learn(0, 100)
    estimate(coverage, own=10.0, stock=100.0, fetches=100.0, mean=100.0)
    assert coverage.shown.share < coverage.interval[0]
    assert coverage.shown.low == coverage.shown.share < coverage.shown.high


def test_a_crawl_ends_by_the_lower_end_that_is_shown() -> None:
    coverage = Coverage(AdaptiveSettings(coverage=0.9))
    for _ in range(200):
        coverage.count(100.0)
    coverage.outlook.learn(0, 200)
    estimate(coverage, own=10.0, stock=20.0, fetches=100.0)
    assert coverage.is_enough(PROGRESS)
    estimate(coverage, own=10.0, stock=20.0, fetches=100.0, mean=1e4)
    assert coverage.shown.low < 0.9 < coverage.interval[0]
    assert not coverage.is_enough(PROGRESS)


def test_a_crawl_does_not_end_before_what_is_tried_against_all_odds_was() -> None:
    half, nearly = Coverage(AdaptiveSettings(coverage=0.5)), Coverage(AdaptiveSettings())
    for coverage in (half, nearly):
        for _ in range(200):
            coverage.count(100.0)
        estimate(coverage, own=10.0, stock=0.0, fetches=100.0)
        assert coverage.shown.low > 0.99
    # Should the discussion of each of 150 pages be written, it is not nearly all that is in hand.
    assert half.is_enough(PROGRESS, untold=150)
    assert not nearly.is_enough(PROGRESS, untold=150)
    assert nearly.is_enough(PROGRESS)


@pytest.mark.parametrize(
    ("stock", "best_but_tries", "is_enough"),
    [
        pytest.param(600.0, 0.9, True, id="only tries are left"),
        pytest.param(600.0, 1.1, False, id="something is worth a request"),
        pytest.param(5_000.0, 0.9, False, id="too much may be missing"),
    ],
)
def test_where_only_tries_are_left_the_estimate_itself_is_enough(
    stock: float, best_but_tries: float, is_enough: bool
) -> None:
    coverage, price = fetched(200, 100.0), 6.0
    assert coverage.price() == pytest.approx(price)
    arcs = columns(0.5 * price, stock, 50.0)
    doubt = doubts(arcs, coverage.useful)
    ends = []
    for _ in range(2):
        coverage.estimate(arcs, arcs.own, 4 * price, best_but_tries * price, doubt)
        ends.append(coverage.is_enough(PROGRESS))
    assert coverage.shown.low < 0.99 < coverage.shown.share
    assert ends == [False, is_enough]


@pytest.mark.parametrize(("stock", "fetches"), [(100.0, 5.0), (10.0, 0.0), (0.0, 0.0)])
def test_what_many_links_hold_that_were_never_tried_is_least_known(
    stock: float, fetches: float
) -> None:
    coverage = fetched(100, 90.0)

    def unsure(stock: float, fetches: float) -> float:
        arcs = columns(10.0, stock, fetches)
        return float(coverage.unsure(arcs, doubts(arcs, coverage.useful))[0])

    assert unsure(stock, fetches) < unsure(100.0, 0.0)


def test_a_crawl_goes_on_while_something_is_worth_a_request() -> None:
    coverage = fetched(200, 100.0)
    for _ in range(3):
        estimate(coverage, own=90.0, stock=500.0, fetches=9.0)
    assert not coverage.is_enough(PROGRESS)


def test_one_poor_estimate_is_not_the_end_but_two_are() -> None:
    coverage = fetched(200, 100.0)
    estimate(coverage, own=5.0, stock=900.0, fetches=9.0)
    assert not coverage.is_enough(PROGRESS)
    estimate(coverage, own=5.0, stock=900.0, fetches=9.0)
    assert coverage.is_enough(PROGRESS)


def test_state_survives_json() -> None:
    coverage, restored = fetched(50, 80.0), Coverage(AdaptiveSettings())
    estimate(coverage, own=5.0, stock=10.0, fetches=3.0)
    restored.restore(json.loads(json.dumps(coverage.save())))
    assert restored.save() == coverage.save()
