"""Pages that change on their own."""

import numpy as np
import pytest

from periplus.change.schedule import fresh_share
from periplus.errors import ConfigError
from periplus.synthetic.evolving import DAY, EvolvingPages, EvolvingParameters


def test_equal_seeds_are_equal_worlds() -> None:
    one, other = (EvolvingPages(EvolvingParameters(pages=50, seed=4)) for _ in range(2))
    rows = np.arange(50)
    np.testing.assert_array_equal(one.rates, other.rates)
    np.testing.assert_array_equal(one.visit(rows, DAY), other.visit(rows, DAY))


def test_rates_are_skewed_about_their_median() -> None:
    world = EvolvingPages(EvolvingParameters(pages=5000, templates=40, median_days=2.0))
    assert np.median(world.rates) == pytest.approx(0.5 / DAY, rel=0.4)
    assert world.rates.max() > 100 * np.median(world.rates)


def test_visits_find_changes_as_often_as_there_are_some() -> None:
    world = EvolvingPages(EvolvingParameters(pages=4000, between=0.0, within=0.0, median_days=1.0))
    rows = np.arange(4000)
    share = np.mean([world.visit(rows, turn * DAY).mean() for turn in range(1, 11)])
    assert share == pytest.approx(1 - np.exp(-1), abs=0.01)


def test_freshness_and_age_are_those_of_the_theory() -> None:
    parameters = EvolvingParameters(pages=3000, between=0.0, within=0.0, median_days=1.0)
    world = EvolvingPages(parameters, observed_from=10 * DAY)
    rows = np.arange(3000)
    for turn in range(1, 31):
        world.visit(rows, turn * 2 * DAY)
    found = world.measured(60 * DAY)
    expected = fresh_share(np.array([1 / DAY]), np.array([2 * DAY]))[0]
    assert found.fresh == pytest.approx(expected, abs=0.005)
    # mean of (t - change)+ over a period of 2 days at one change a day
    assert found.age / DAY == pytest.approx(1 - (1 - (1 - np.exp(-2)) / 2), abs=0.01)


def test_a_copy_is_fresh_until_it_is_overtaken() -> None:
    world = EvolvingPages(EvolvingParameters(pages=100))
    rows = np.arange(100)
    early, late = world.fresh_since_visit(rows, DAY), world.fresh_since_visit(rows, 2 * DAY)
    assert np.all(early <= late)
    assert np.all(early <= DAY)


def test_importances_are_skewed_where_asked_for_and_mean_one() -> None:
    plain = EvolvingPages(EvolvingParameters(pages=500))
    skewed = EvolvingPages(EvolvingParameters(pages=500, importance_shape=1.2))
    assert plain.importances.tolist() == [1.0] * 500
    assert skewed.importances.mean() == pytest.approx(1.0)
    assert skewed.importances.max() > 10


@pytest.mark.parametrize(
    "wrong", [{"pages": 0}, {"median_days": 0.0}, {"within": -1.0}, {"moving_share": 2.0}]
)
def test_impossible_worlds_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ConfigError):
        EvolvingParameters(**wrong)  # type: ignore[arg-type]
