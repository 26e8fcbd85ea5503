"""The value index and what is due."""

import numpy as np
import pytest

from periplus.change.rates import DAY
from periplus.change.schedule import (
    due,
    explain,
    fresh_share,
    intervals,
    price_of,
    value,
)

RATES = np.array([0.01, 0.1, 1.0, 10.0]) / DAY
ONES = np.ones(4)


def test_the_index_grows_to_importance_by_rate() -> None:
    assert value(1 / DAY, 2.0, 1e9) == pytest.approx(2 * DAY)
    assert value(1 / DAY, 2.0, 0.0) == 0.0
    assert value(1 / DAY, 1.0, DAY) == pytest.approx(DAY * (1 - 2 / np.e))


def test_negative_ages_are_none() -> None:
    assert value(1 / DAY, 1.0, -5.0) == 0.0


def test_small_products_lose_nothing() -> None:
    assert value(1e-8, 1.0, 1.0) == pytest.approx(0.5e-8, rel=1e-6)


def test_an_interval_is_where_the_index_reaches_the_price() -> None:
    price = 0.2 * DAY
    waits = intervals(RATES, ONES, price)
    reached = np.isfinite(waits)
    assert reached.tolist() == [True, True, True, False]
    assert value(RATES, ONES, waits)[reached] == pytest.approx(np.full(3, price))


@pytest.mark.parametrize("budget", [0.05, 0.5, 5.0, 50.0])
def test_the_price_spends_the_budget(budget: float) -> None:
    draw = np.random.default_rng(5)
    rates = draw.lognormal(-2, 1.5, 500) / DAY
    weights = draw.random(500) + 0.1
    price = price_of(rates, weights, budget / DAY)
    assert np.sum(1 / intervals(rates, weights, price)) == pytest.approx(budget / DAY, rel=0.02)


def test_the_optimum_beats_other_ways_to_spend() -> None:
    rates = np.random.default_rng(6).lognormal(-1, 2, 2000) / DAY
    ones = np.ones(len(rates))
    budget = 0.2 * len(rates) / DAY
    best = fresh_share(rates, intervals(rates, ones, price_of(rates, ones, budget))).mean()
    uniform = fresh_share(rates, ones * len(rates) / budget).mean()
    proportional = fresh_share(rates, rates.sum() / budget / rates).mean()
    assert best > uniform > proportional


def test_dear_pages_are_visited_less_often() -> None:
    costs = np.array([1.0, 4.0])
    rates = np.array([0.1, 0.1]) / DAY
    waits = intervals(rates, np.ones(2), price_of(rates, np.ones(2), 1 / DAY, costs), costs)
    assert waits[1] > waits[0]
    assert np.sum(costs / waits) == pytest.approx(1 / DAY, rel=0.02)


def test_what_is_due_comes_in_the_order_of_worth() -> None:
    ages = np.array([400.0, 30.0, 3.0, 3.0]) * DAY
    plan = due(RATES, ONES, ages, now=1e9, budget=0.2 / DAY)
    assert plan.order[0] == 0
    assert plan.when[3] == np.inf
    rows = plan.due(1e9)
    assert set(rows) == set(np.flatnonzero(plan.when <= 1e9))
    assert np.all(np.diff(plan.values[rows]) <= 0)
    assert len(plan.due(1e9, most=1)) == 1


def test_ages_that_are_no_numbers_or_negative_do_no_harm() -> None:
    plan = due(RATES, ONES, np.array([np.nan, -5.0, 1.0, 0.0]), now=0.0, budget=1 / DAY)
    assert np.all(plan.when >= 0)
    assert plan.values[:2].tolist() == [0.0, 0.0]


def test_nothing_to_visit_and_nothing_to_spend() -> None:
    none = np.empty(0)
    assert len(due(none, none, none, now=0.0, budget=1.0).order) == 0
    assert price_of(RATES, ONES, 0.0) == np.inf
    assert np.isinf(intervals(RATES, ONES, np.inf)).all()


def test_why_is_said_in_words() -> None:
    price = 0.2 * DAY
    assert explain(10 / DAY, 1.0, DAY, price).startswith("never due: changes every 2.4 h")
    assert explain(0.1 / DAY, 1.0, 60 * DAY, price).startswith("due: changes every 10.0 d")
    assert explain(0.1 / DAY, 1.0, 60.0, price).startswith("due in ")
    assert "last seen 0 s ago" in explain(0.1 / DAY, 1.0, -5.0, price)
