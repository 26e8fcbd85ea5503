"""Means that lean on coarser ones."""

import pytest

from periplus.plan.topic.yields import Yields


def test_nothing_known_is_the_prior() -> None:
    assert Yields().estimate(("a", "a b"), 0.4) == pytest.approx(0.4)


def test_a_fine_kind_leans_on_its_coarse_one() -> None:
    yields = Yields()
    for _ in range(30):
        yields.learn(("a", "a b"), 1.0)
    assert yields.estimate(("a", "a c"), 0.1) > 0.8
    assert yields.estimate(("z",), 0.1) == pytest.approx(0.1)


def test_a_few_barren_fetches_tell_a_kind_from_its_siblings() -> None:
    yields = Yields()
    for _ in range(10):
        yields.learn(("a", "a good"), 1.0)
        yields.learn(("a", "a bad"), 0.0)
    assert yields.estimate(("a", "a good"), 0.5) > 0.8
    assert yields.estimate(("a", "a bad"), 0.5) < 0.2


def test_what_was_long_ago_counts_less() -> None:
    yields = Yields()
    for gain in [1.0] * 200 + [0.0] * 200:
        yields.learn(("a",), gain)
    assert yields.estimate(("a",), 0.5) < 0.1


def test_kept_and_restored() -> None:
    yields, other = Yields(), Yields()
    yields.learn(("a", "b"), 0.3)
    other.restore(yields.save())
    assert other.save() == yields.save()
    assert other.estimate(("a", "b"), 0.9) == yields.estimate(("a", "b"), 0.9)
