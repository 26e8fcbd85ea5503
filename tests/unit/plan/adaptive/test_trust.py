"""How far links are believed that were never tried."""

import json

import numpy as np
import pytest

from periplus.plan.adaptive.trust import PlaceGains, trust_in_untried, trust_in_words


def test_what_stands_where_others_brought_nothing_is_believed_less() -> None:
    places, patterns = np.array([0, 0, 0, 1, 1]), np.array([0, 1, 2, 3, 4])
    fetches, fruits = np.array([1.0, 1.0, 0.0, 1.0, 0.0]), np.array([0.0, 0.0, 0.0, 1.0, 0.0])
    trust = trust_in_untried(places, patterns, fetches, fruits)
    assert trust.tolist() == [1, 1, 1 / 3, 1, 1]


def test_patterns_with_a_word_that_brought_nothing_are_believed_less() -> None:
    # Words 0 and 1: "edit" in the first three and the last, "wiki" in all.
    words = np.array([0, 1, 0, 1, 0, 1, 1, 1, 0, 1], np.int32)
    ends = np.array([2, 4, 6, 7, 8, 10], np.int32)
    tried = np.array([True, True, True, True, True, False])
    bore = np.array([False, False, False, True, True, False])
    trust = trust_in_words(words, ends, tried, bore)
    assert trust[-1] == trust[:3].max() < 0.5
    assert trust[3:5].tolist() == [1, 1]


def test_patterns_without_words_are_believed() -> None:
    ends = np.zeros(2, np.int32)
    known = np.array([True, False])
    assert trust_in_words(np.empty(0, np.int32), ends, known, ~known).tolist() == [1, 1]


def test_a_place_is_judged_by_what_its_patterns_let_expect() -> None:
    gains = PlaceGains(memory=1.0)
    for _ in range(5):
        gains.learn(2, gain=0.0, expected=100.0)
        gains.learn(3, gain=150.0, expected=100.0)
    effects = gains.effects(np.array([0, 2, 3, 7], np.int32), usual=100.0)
    assert effects.tolist() == pytest.approx([1.0, 50 / 550, 1.0, 1.0])
    # One rich page makes no place a good one.
    gains.learn(2, gain=9_000.0, expected=100.0)
    assert gains.effects(np.array([2], np.int32), usual=100.0)[0] == pytest.approx(250 / 650)


def test_what_is_known_of_places_is_saved() -> None:
    gains = PlaceGains(memory=0.9)
    gains.learn(1, gain=5.0, expected=10.0)
    other = PlaceGains(memory=0.9)
    other.restore(json.loads(json.dumps(gains.save())))
    assert other.save() == gains.save()
