"""Change-rate estimators."""

import json
import math

import numpy as np
import pytest

from periplus.change.rates import (
    DAY,
    HIGHEST_RATE,
    LOWEST_RATE,
    WEEKLY,
    History,
    Prior,
    bias_reduced,
    complete,
    estimate,
    maximum_likelihood,
    naive,
    pooled,
    regular,
)


def simulated(rate: float, intervals: list[float], seed: int) -> History:
    """Visits of a page that changes as a Poisson process."""
    draw = np.random.default_rng(seed)
    history, now = History().add(0.0, False), 0.0
    for interval in intervals:
        now += interval
        history = history.add(now, bool(draw.random() < -math.expm1(-rate * interval)))
    return history


def test_the_regular_estimator_is_the_papers() -> None:
    assert regular(10, 3, DAY) == pytest.approx(-math.log(7.5 / 10.5) / DAY)
    assert regular(10, 10, DAY) == pytest.approx(math.log(21) / DAY)
    assert regular(0, 0, DAY) == 0.0


def test_for_regular_visits_both_estimators_agree() -> None:
    history = History().add(0.0, False)
    for day in range(1, 21):
        history = history.add(day * DAY, day % 3 == 0)
    assert bias_reduced(history) == pytest.approx(regular(20, 6, DAY), rel=1e-6)
    assert maximum_likelihood(history) == pytest.approx(-math.log(14 / 20) / DAY, rel=1e-6)


@pytest.mark.parametrize("rate", [0.05 / DAY, 0.7 / DAY, 4 / DAY])
def test_irregular_visits_find_the_rate(rate: float) -> None:
    gaps = (np.random.default_rng(1).gamma(2.0, 0.5, 4000) / rate).tolist()
    history = simulated(rate, gaps, 7)
    assert maximum_likelihood(history) == pytest.approx(rate, rel=0.08)
    assert estimate(history) == pytest.approx(rate, rel=0.08)
    assert naive(history) < 0.9 * rate


def test_few_visits_are_less_biased_than_by_counting() -> None:
    rate = 1.5 / DAY
    histories = [simulated(rate, [DAY] * 10, seed) for seed in range(300)]
    counted = np.mean([naive(history) for history in histories])
    reduced = np.mean([bias_reduced(history) for history in histories])
    assert abs(reduced - rate) < 0.1 * rate < 0.4 * rate < abs(counted - rate)


def test_extremes_stay_finite_and_in_bounds() -> None:
    always = simulated(1.0, [DAY] * 50, 1)
    never = simulated(0.0, [DAY] * 5000, 1)
    assert maximum_likelihood(always) == math.inf
    assert bias_reduced(always) < math.inf
    assert maximum_likelihood(never) == bias_reduced(never) == 0.0
    for history in (always, never, History()):
        assert LOWEST_RATE <= estimate(history) <= HIGHEST_RATE


def test_without_visits_the_prior_decides() -> None:
    assert estimate(History(), Prior(2.0, 4 * DAY)) == pytest.approx(0.5 / DAY)
    assert estimate(History()) == pytest.approx(WEEKLY.rate)


def test_visits_overcome_the_prior() -> None:
    history = simulated(2 / DAY, [0.3 * DAY] * 2000, 3)
    assert estimate(history, Prior(1.0, 10 * DAY)) == pytest.approx(2 / DAY, rel=0.15)


def test_pages_of_a_template_lend_each_other_their_rate() -> None:
    histories = [simulated(0.2 / DAY, [2 * DAY] * 5, seed) for seed in range(200)]
    prior = pooled(histories)
    assert prior.rate == pytest.approx(0.2 / DAY, rel=0.1)
    assert estimate(History(), prior) == pytest.approx(prior.rate)


def test_known_changes_count_as_they_are() -> None:
    history = History().add_known(9, 100 * DAY)
    assert estimate(history, Prior(1.0, 1.0)) == pytest.approx(10 / (100 * DAY), rel=1e-3)
    assert complete(9, 100 * DAY, Prior(1.0, 1.0)) == pytest.approx(10 / (100 * DAY), rel=1e-3)
    assert history.add_known(-1, DAY) == history.add_known(1, math.nan) == history


def test_a_clock_that_goes_back_does_no_harm() -> None:
    history = History().add(1000.0, False).add(500.0, False).add(math.nan, True)
    assert history.quiet == 0.0
    assert history.last == 1000.0
    changed = history.add(400.0, True)
    assert changed.changes == 1
    assert changed.observed > 0
    assert estimate(changed) <= HIGHEST_RATE


def test_a_history_survives_storing_and_stays_small() -> None:
    history = simulated(1 / DAY, (np.random.default_rng(2).random(3000) * 40 * DAY).tolist(), 4)
    again = History.from_json(json.loads(json.dumps(history.to_json())))
    assert again == history
    assert len(history.moved) < 60
