"""Draws by seed and count."""

import numpy as np

from periplus.plan.xcrawl.draws import Draws


def test_the_same_seed_and_count_draw_the_same() -> None:
    first, second = Draws(7), Draws(7)
    drawn = [first.number() for _ in range(20)]
    assert drawn == [second.number() for _ in range(20)]
    resumed = Draws(7, drawn=10)
    assert [resumed.number() for _ in range(10)] == drawn[10:]
    assert Draws(8).number() != drawn[0]
    assert all(0 <= number < 1 for number in drawn)


def test_heavy_places_are_drawn_more_often_and_weightless_ones_never() -> None:
    draws = Draws(1)
    places = [draws.by_weight(np.array([1.0, 0.0, 9.0])) for _ in range(500)]
    assert 1 not in places
    assert places.count(2) > 5 * places.count(0) > 0


def test_without_any_weight_all_places_are_alike() -> None:
    draws = Draws(2)
    assert {draws.by_weight(np.zeros(3)) for _ in range(100)} == {0, 1, 2}
    assert {draws.one_of([4, 5]) for _ in range(50)} == {4, 5}
