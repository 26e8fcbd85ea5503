"""Yields: evidence overrides what coarser levels let expect; dead kinds die at once."""

import json

import pytest

from periplus.plan.adaptive.settings import AdaptiveSettings
from periplus.plan.adaptive.yields import ROOT, YieldTree

PRICE = 8.0


def tree() -> YieldTree:
    made = YieldTree(AdaptiveSettings())
    made.mean_gain = 100.0
    return made


def test_an_unknown_node_is_expected_to_be_like_its_parent() -> None:
    made = tree()
    shape = made.add(ROOT)
    pattern = made.add(shape)
    for _ in range(20):
        made.learn(pattern, 200.0, PRICE)
    arc = made.add(pattern)
    assert made.estimates()[arc] == pytest.approx(made.estimates()[pattern], rel=0.3)


def test_a_chore_word_lowers_the_expectation_until_there_is_evidence() -> None:
    made = tree()
    pattern = made.add(made.add(ROOT))
    plain, chore = made.add(pattern), made.add(pattern, prior=0.1)
    assert made.estimates()[chore] == pytest.approx(0.1 * made.estimates()[plain])
    for _ in range(10):
        made.learn(chore, 300.0, PRICE)
    assert made.estimates()[chore] > 200


def test_barren_fetches_silence_a_fruitful_parent() -> None:
    made = tree()
    pattern = made.add(made.add(ROOT))
    good, dead = made.add(pattern), made.add(pattern)
    for _ in range(30):
        made.learn(good, 300.0, PRICE)
    for _ in range(5):
        made.learn(dead, 0.0, PRICE)
    assert made.estimates()[dead] < 1.0


def test_one_estimate_equals_all_estimates() -> None:
    made = tree()
    node = ROOT
    for step in range(4):
        node = made.add(node, prior=0.5)
        made.learn(node, 40.0 * step, PRICE)
    values = made.estimates()
    assert made.estimate(node, float(values[ROOT])) == pytest.approx(values[node])


def test_recent_fetches_count_more() -> None:
    made = tree()
    arc = made.add(made.add(ROOT))
    for gain in [500.0] * 10 + [10.0] * 30:
        made.learn(arc, gain, PRICE)
    assert made.estimates()[arc] < 80


def test_state_survives_json() -> None:
    made, restored = tree(), tree()
    arc = made.add(made.add(ROOT))
    made.learn(arc, 50.0, PRICE)
    restored.restore(json.loads(json.dumps(made.save())))
    assert restored.estimates().tolist() == made.estimates().tolist()
    assert restored.save() == made.save()


def test_the_next_page_of_a_rich_page_is_expected_to_be_rich() -> None:
    made = tree()
    pattern = made.add(made.add(ROOT))
    made.learn(made.add(pattern), 10.0, PRICE)
    arc = made.add(pattern)
    before = made.estimates()[arc]
    made.hint(arc, 800.0)
    root = float(made.estimates()[ROOT])
    assert made.estimates()[arc] > 4 * before
    assert made.estimate(arc, root) == pytest.approx(made.estimates()[arc])
    again = YieldTree(AdaptiveSettings())
    again.restore(json.loads(json.dumps(made.save())))
    assert again.estimates()[arc] == made.estimates()[arc]
    for _ in range(4):
        made.learn(arc, 0.0, PRICE)
    assert made.estimates()[arc] < 0.1 * 800


def test_what_a_node_may_bring_yet_is_lent_by_its_parent_until_it_was_tried_often() -> None:
    known = tree()
    pattern = known.add(ROOT)
    barren, other = known.add(pattern), known.add(pattern)
    for gain in (0.0, 500.0, 20.0, 300.0):
        known.learn(other, gain, PRICE)
    hopes = []
    for _ in range(12):
        hopes.append(known.hopes()[barren])
        known.learn(barren, 0.0, PRICE)
    assert hopes == sorted(hopes, reverse=True)
    assert hopes[0] > 150.0 > hopes[3] > PRICE
    assert known.estimates()[barren] < 1.0


def test_what_varies_may_bring_more_than_its_mean() -> None:
    known = tree()
    pattern = known.add(ROOT)
    even, uneven = known.add(pattern), known.add(pattern)
    for at in range(12):
        known.learn(even, 10.0, PRICE)
        known.learn(uneven, 0.0 if at % 6 else 60.0, PRICE)
    hopes = known.hopes()
    assert hopes[uneven] > 1.5 * hopes[even]


def test_barren_fetches_in_a_row_are_bad_luck_where_one_in_five_bears() -> None:
    yields = tree()
    node = yields.add(ROOT)
    for _ in range(5):
        yields.learn(node, 100.0, PRICE)
        for _ in range(4):
            yields.learn(node, 0.0, PRICE)
    assert yields.lasting()[node] == pytest.approx(20.0)
    for _ in range(10):
        yields.learn(node, 0.0, PRICE)
    assert yields.lasting()[node] == pytest.approx(500 / 35)


def test_barren_fetches_in_a_row_are_the_end_where_nearly_all_bore() -> None:
    yields = tree()
    node = yields.add(ROOT)
    for _ in range(40):
        yields.learn(node, 100.0, PRICE)
    assert yields.lasting()[node] == pytest.approx(100.0)
    for _ in range(4):
        yields.learn(node, 0.0, PRICE)
    assert yields.lasting()[node] == 0.0


def test_a_few_early_fruits_say_nothing_of_much_that_came_in_vain() -> None:
    yields = tree()
    node = yields.add(ROOT)
    for _ in range(4):
        yields.learn(node, 100.0, PRICE)
    for _ in range(6):
        yields.learn(node, 0.0, PRICE)
    assert yields.lasting()[node] > 0.0
    for _ in range(6):
        yields.learn(node, 0.0, PRICE)
    assert yields.lasting()[node] == 0.0


def test_where_all_that_came_in_vain_does_not_exist_bad_luck_lasts_longer() -> None:
    unlucky, unwritten = tree(), tree()
    for yields in (unlucky, unwritten):
        yields.add(ROOT)
        for _ in range(3):
            yields.learn(1, 100.0, PRICE)
            yields.learn(1, 0.0, PRICE, is_missing=True)
        for _ in range(20):
            yields.learn(1, 0.0, PRICE, is_missing=yields is unwritten)
    assert unlucky.lasting()[1] == 0.0
    assert unwritten.lasting()[1] > 0.0
    for _ in range(40):
        unwritten.learn(1, 0.0, PRICE, is_missing=True)
    assert unwritten.lasting()[1] == 0.0


def test_what_fruits_bring_is_told_apart_from_how_often_there_are_any() -> None:
    yields = tree()
    node = yields.add(ROOT)
    assert yields.of_fruits()[node] == 0.0
    yields.learn(node, 100.0, PRICE)
    for _ in range(9):
        yields.learn(node, 0.0, PRICE)
    assert yields.of_fruits()[node] == pytest.approx(100.0)


def test_early_riches_say_nothing_of_what_later_fruits_bring() -> None:
    yields = tree()
    node = yields.add(ROOT)
    for _ in range(5):
        yields.learn(node, 1000.0, PRICE)
    for _ in range(60):
        yields.learn(node, PRICE, PRICE)
        yields.learn(node, 0.0, PRICE)
    assert 0.0 < yields.lasting()[node] < PRICE


def test_pages_that_do_not_exist_are_counted() -> None:
    yields = tree()
    node = yields.add(ROOT)
    yields.learn(node, 0.0, PRICE, is_missing=True)
    yields.learn(node, 0.0, PRICE)
    assert yields.missing[node] == yields.missing[ROOT] == 1
