"""The spread of rates over pages."""

import json
import math

import numpy as np
import pytest

from periplus.change.population import (
    GRID,
    POINTS,
    Population,
    Populations,
    first_guess,
    log_likelihood,
)
from periplus.change.rates import DAY, History


def visited(rate: float, interval: float, visits: int, seed: int) -> History:
    draw = np.random.default_rng(seed)
    history = History().add(0.0, False)
    for turn in range(1, visits + 1):
        history = history.add(turn * interval, bool(draw.random() < -math.expm1(-rate * interval)))
    return history


def two_kinds() -> list[History]:
    """Half of the pages change every other hour, half every hundred days."""
    return [visited((12 if n % 2 else 0.01) / DAY, 5 * DAY, 8, n) for n in range(200)]


def test_without_visits_the_first_guess_holds() -> None:
    assert first_guess().sum() == pytest.approx(1.0)
    assert Population().rate(History()) < 1 / DAY
    assert log_likelihood(History()).tolist() == [0.0] * POINTS


def test_many_visits_find_the_rate() -> None:
    rate = Population().rate(visited(0.5 / DAY, DAY, 3000, 1))
    assert rate == pytest.approx(0.5 / DAY, rel=0.2)


def test_known_changes_find_the_rate() -> None:
    rate = Population().rate(History().add_known(400, 800 * DAY))
    assert rate == pytest.approx(0.5 / DAY, rel=0.2)


def test_pages_of_a_template_tell_of_each_other() -> None:
    population = Population()
    population.learn_all(two_kinds())
    once_changed = History().add(0.0, False).add(5 * DAY, True)
    once_quiet = History().add(0.0, False).add(5 * DAY, False)
    assert population.rate(once_changed) > 0.15 / DAY
    assert population.rate(once_quiet) < 0.05 / DAY


def test_learning_visit_by_visit_comes_near_learning_at_once() -> None:
    one, other = Population(), Population()
    histories = two_kinds()
    one.learn_all(histories)
    for _ in range(3):
        for history in histories:
            other.learn(history if other.mass.sum() > 150 else History(), history)
    slow = GRID < 0.1 / DAY
    assert one.spread[slow].sum() == pytest.approx(0.5, abs=0.1)
    assert other.spread[slow].sum() == pytest.approx(one.spread[slow].sum(), abs=0.15)


def test_nothing_learned_is_the_first_guess() -> None:
    population = Population()
    population.learn_all(two_kinds())
    population.learn_all([History()])
    assert population.spread == pytest.approx(first_guess())


def test_a_population_survives_storing() -> None:
    population = Population()
    population.learn_all(two_kinds())
    again = Population.from_json(json.loads(json.dumps(population.to_json())))
    assert again.spread == pytest.approx(population.spread, abs=1e-6)
    assert Population.from_json([1.0, 2.0]).mass.sum() == 0.0


def test_arrays_say_the_same_as_single_pages() -> None:
    histories = two_kinds()
    pages = Populations(np.zeros(len(histories), dtype=np.int64))
    draw = [np.random.default_rng(n) for n in range(len(histories))]
    rates = [(12 if n % 2 else 0.01) / DAY for n in range(len(histories))]
    rows = np.arange(len(histories))
    for _ in range(8):
        changed = [
            bool(d.random() < -math.expm1(-rate * 5 * DAY))
            for d, rate in zip(draw, rates, strict=True)
        ]
        pages.observe(rows, np.full(len(rows), 5 * DAY), np.array(changed))
    pages.learn_spreads()
    population = Population()
    population.learn_all(histories)
    expected = np.array([population.rate(history) for history in histories])
    assert pages.rates == pytest.approx(expected, rel=0.05)
