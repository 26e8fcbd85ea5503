"""Content that later pages show again is not counted as the excerpts' own."""

import json

import numpy as np

from periplus.page.view import U64
from periplus.plan.adaptive.exclusive import Exclusive

LIST, ARTICLE = 0, 1
NONE: U64 = np.empty(0, np.uint64)


def grams(start: int, number: int = 4000) -> U64:
    """2-grams as hashes; a sample of them by their bits is a fair one."""
    return np.arange(start, start + number, dtype=np.uint64)


def shares(exclusive: Exclusive) -> tuple[float, float]:
    of_list, of_article = exclusive.share(np.array([LIST, ARTICLE], np.int32)).tolist()
    return of_list, of_article


def test_unknown_patterns_have_the_benefit_of_the_doubt() -> None:
    exclusive = Exclusive()
    assert exclusive.share(np.array([5, 0], np.int32)).tolist() == [1.0, 1.0]
    assert len(exclusive.share(np.empty(0, np.int32))) == 0


def test_a_list_loses_what_a_mostly_new_page_shows_again() -> None:
    exclusive = Exclusive()
    exclusive.learn(LIST, grams(0), grams(0))
    assert shares(exclusive) == (1.0, 1.0)
    exclusive.learn(ARTICLE, grams(0, 12_000), grams(4000, 8000))
    of_list, of_article = shares(exclusive)
    assert 0 <= of_list < 0.5
    assert of_article == 1.0


def test_a_page_with_little_new_takes_nothing_over() -> None:
    exclusive = Exclusive()
    exclusive.learn(LIST, grams(0), grams(0))
    exclusive.learn(ARTICLE, grams(0), NONE)
    assert shares(exclusive) == (1.0, 1.0)


def test_a_pattern_loses_nothing_to_itself_and_a_gram_only_once() -> None:
    exclusive = Exclusive()
    exclusive.learn(LIST, grams(0), grams(0))
    exclusive.learn(LIST, grams(0, 12_000), grams(4000, 8000))
    assert shares(exclusive)[LIST] == 1.0
    exclusive.learn(ARTICLE, grams(0, 24_000), grams(12_000, 12_000))
    once = shares(exclusive)
    exclusive.learn(2, grams(0, 48_000), grams(24_000, 24_000))
    assert shares(exclusive)[LIST] == once[LIST]  # it was the article's by then
    assert shares(exclusive)[ARTICLE] < once[ARTICLE]


def test_state_survives_json() -> None:
    exclusive, restored = Exclusive(), Exclusive()
    exclusive.learn(LIST, grams(0), grams(0))
    restored.restore(json.loads(json.dumps(exclusive.save())))
    for each in (exclusive, restored):
        each.learn(ARTICLE, grams(0, 12_000), grams(4000, 8000))
    assert shares(restored) == shares(exclusive)
    assert shares(restored)[LIST] < 1
