"""Links of a kind that lead to one and the same page."""

import json

import numpy as np

from periplus.plan.adaptive.settings import AdaptiveSettings
from periplus.plan.adaptive.walls import First, Walls
from periplus.plan.adaptive.yields import YieldTree


def test_the_third_page_with_a_text_shows_what_the_first_one_was() -> None:
    walls = Walls()
    first = First(node=5, pattern=1, gain=40.0)
    assert walls.meet(99, first, fetches=0) is None
    assert not walls.patterns
    assert walls.meet(99, First(6, 1, 0.0), fetches=1) is None
    assert not walls.patterns
    assert walls.meet(99, First(6, 1, 0.0), fetches=1) == First(5, 1, 40.0, times=2)
    assert walls.patterns == {1}
    # It is told once.
    assert walls.meet(99, First(7, 1, 0.0), fetches=2) is None


def test_it_is_told_of_which_patterns_walls_are_known() -> None:
    walls = Walls()
    for fetches in range(3):
        walls.meet(99, First(5, 1, 40.0), fetches)
    assert walls.are_met(np.array([0, 1, 2, 1], np.int32)).tolist() == [False, True, False, True]


def test_the_text_of_a_wall_is_known_from_the_third_page_on() -> None:
    walls, restored = Walls(), Walls()
    for fetches in range(3):
        assert not walls.is_text_of_one(99)
        walls.meet(99, First(5, 1, 40.0), fetches)
    walls.meet(98, First(5, 1, 40.0), fetches=3)
    restored.restore(json.loads(json.dumps(walls.save())))
    for each in (walls, restored):
        assert each.is_text_of_one(99)
        assert not each.is_text_of_one(98)
        assert not each.is_text_of_one(0)


def test_prompts_are_walls_that_are_to_be_in_no_index() -> None:
    walls, restored = Walls(), Walls()
    for fetches in range(3):
        walls.meet(99, First(5, 1, 40.0), fetches, is_unindexed=True)
        walls.meet(98, First(6, 2, 40.0), fetches)
    restored.restore(json.loads(json.dumps(walls.save())))
    assert restored.are_met(np.array([1, 2], np.int32)).tolist() == [True, True]
    assert restored.are_prompts(np.array([1, 2], np.int32)).tolist() == [True, False]


def test_a_text_that_another_pattern_had_is_no_wall() -> None:
    walls = Walls()
    walls.meet(99, First(5, 1, 40.0), fetches=0)
    assert walls.meet(99, First(6, 2, 0.0), fetches=0) is None
    assert not walls.patterns


def test_what_another_pattern_led_to_first_is_a_wall_all_the_same() -> None:
    walls = Walls()
    walls.meet(99, First(5, 1, 40.0), fetches=0)
    met = [walls.meet(99, First(6, 2, 0.0), fetches=n) for n in range(3)]
    assert met == [None, None, First(6, 2, 0.0, times=2)]
    assert walls.patterns == {2}


def test_kinds_that_have_led_elsewhere_often_are_no_longer_watched() -> None:
    walls = Walls()
    walls.meet(99, First(5, 1, 40.0), fetches=20)
    assert walls.meet(99, First(6, 1, 0.0), fetches=21) is None


def test_what_is_known_is_saved() -> None:
    walls = Walls()
    walls.meet(99, First(5, 1, 40.0), fetches=0)
    walls.meet(98, First(5, 2, 40.0), fetches=0)
    walls.meet(98, First(5, 2, 0.0), fetches=0)
    walls.meet(98, First(5, 2, 0.0), fetches=0)
    walls.meet(99, First(5, 1, 0.0), fetches=1)
    other = Walls()
    other.restore(json.loads(json.dumps(walls.save())))
    assert other.save() == walls.save()
    assert other.patterns == {2}
    assert other.meet(99, First(6, 1, 0.0), fetches=2) == First(5, 1, 40.0, times=2)


def test_what_a_wall_brought_is_taken_back() -> None:
    tree = YieldTree(AdaptiveSettings())
    parent = tree.add(0)
    wall, other = tree.add(parent), tree.add(parent)
    tree.mean_gain = 100.0
    tree.learn(other, 80.0, price=10.0)
    before = tree.estimates()[wall]
    tree.learn(wall, 40.0, price=10.0)
    tree.retract(wall, 40.0, price=10.0)
    tree.learn(wall, 0.0, price=10.0)
    assert tree.fruits[wall] == 0
    assert tree.fruits[parent] == 1
    assert tree.estimates()[wall] < 0.3 * before
    # What was barren anyway is nothing to take back.
    tree.retract(other, 1.0, price=10.0)
    assert tree.fruits[other] == 1
