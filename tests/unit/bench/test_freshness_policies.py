"""Rules for what to visit next."""

import numpy as np
import pytest

from periplus.bench.freshness_policies import (
    POLICIES,
    NutchAdaptive,
    Optimal,
    Periplus,
    PooledGamma,
    Proportional,
    Uniform,
    largest,
)
from periplus.synthetic.evolving import DAY, EvolvingPages, EvolvingParameters

YES, NO = np.array([True]), np.array([False])


def world(pages: int = 40) -> EvolvingPages:
    return EvolvingPages(EvolvingParameters(pages=pages, seed=2, templates=3))


def test_the_largest_are_found() -> None:
    assert sorted(largest(np.array([3.0, 9.0, 1.0, 7.0]), 2)) == [1, 3]
    assert sorted(largest(np.array([3.0, 9.0]), 5)) == [0, 1]


@pytest.mark.parametrize("policy_type", POLICIES)
def test_every_rule_picks_as_many_as_it_is_told(policy_type: type[Uniform]) -> None:
    pages = world()
    policy = policy_type(pages)
    for turn in range(1, 30):
        now = turn * DAY
        rows = policy.pick(7, now, now - pages.last)
        assert len(set(rows.tolist())) == 7
        waits = now - pages.last[rows]
        changed = pages.visit(rows, now)
        policy.saw(rows, now, waits, changed, changed)


def test_uniform_takes_the_oldest() -> None:
    assert Uniform(world(3)).pick(1, 0.0, np.array([1.0, 5.0, 2.0])).tolist() == [1]


def test_proportional_and_optimal_disagree_about_the_fastest() -> None:
    pages = world(400)
    ages = np.full(400, 5 * DAY)
    fastest = int(np.argmax(pages.rates))
    assert Proportional(pages).pick(1, 0.0, ages).tolist() == [fastest]
    assert fastest not in Optimal(pages).pick(100, 0.0, ages)


def test_nutch_lengthens_and_shortens_as_its_rule_says() -> None:
    policy = NutchAdaptive(world(1))
    row = np.array([0])
    policy.saw(row, 30 * DAY, np.array([30 * DAY]), NO, YES)
    assert policy._intervals[0] == pytest.approx(24 * DAY)
    assert policy._due[0] == pytest.approx(54 * DAY)
    policy.saw(row, 54 * DAY, np.array([24 * DAY]), NO, NO)
    assert policy._intervals[0] == pytest.approx(33.6 * DAY)
    assert policy._due[0] == pytest.approx((54 - 0.3 * 24 + 33.6) * DAY)
    # a page that has been quiet for longer than its interval takes that time for the interval
    policy.saw(row, 100 * DAY, np.array([46 * DAY]), NO, NO)
    assert policy._intervals[0] == pytest.approx(70 * DAY)


@pytest.mark.parametrize("policy_type", [Periplus, PooledGamma])
def test_ours_learn_who_is_quiet(policy_type: type[Uniform]) -> None:
    pages = EvolvingPages(EvolvingParameters(pages=60, templates=2))
    policy = policy_type(pages)
    rows = np.arange(60)
    quiet = pages.templates == 0
    for turn in range(1, 9):
        policy.saw(rows, turn * DAY, np.full(60, 5 * DAY), ~quiet, ~quiet)
    picked = policy.pick(int(quiet.sum()) // 2, 0.0, np.full(60, 60 * DAY))
    assert quiet[picked].all()
