"""Invented prose behaves like prose."""

from collections import Counter
from itertools import pairwise

from periplus.synthetic.words import Language, coin, language

TOPIC = ("quorvel", "zintar", "plomek")


def pairs(text: str) -> set[tuple[str, str]]:
    words = text.casefold().replace(".", "").replace(",", "").split()
    return set(pairwise(words))


def test_coin_spells_one_word_for_one_number():
    assert coin(123456789, 3) == "dandplorkfa"
    assert len({coin(n * 7919, 3) for n in range(500)}) > 480


def test_vocabulary_is_distinct_and_depends_on_the_seed():
    first, second = Language(0), Language(1)
    assert len(set(first.words)) == len(first.words) == 16_000
    assert first.words[:50] != second.words[:50]
    assert language(0).words == first.words
    assert first.rank(first.words[77]) == 77
    assert first.rank("no such word") is None


def test_word_frequencies_fall_as_in_natural_text():
    words = language(0)
    counts: Counter[str] = Counter()
    for post in range(300):
        counts.update(words.prose(100, TOPIC, "zipf", post).casefold().strip(".").split())
    ordered = [count for _, count in counts.most_common()]
    assert ordered[0] > 4 * ordered[30] > 8
    assert sum(count == 1 for count in ordered) > len(ordered) * 0.3


def test_each_text_brings_mostly_new_pairs():
    words = language(0)
    seen: set[tuple[str, str]] = set()
    fresh = []
    for post in range(400):
        found = pairs(words.prose(70, words.topic(9, "t", post), "new", post))
        fresh.append(len(found - seen) / len(found))
        seen |= found
    assert sum(fresh[200:]) / 200 > 0.8
    assert min(fresh[200:]) < 1.0


def test_topic_words_occur_and_lengths_are_as_asked():
    text = language(0).prose(400, TOPIC, "topical", 1)
    assert len(text.split()) == 400
    share = sum(word.strip(".,?!").casefold() in TOPIC for word in text.split()) / 400
    assert 0.08 < share < 0.22


def test_names_and_phrases_are_deterministic():
    words = language(5)
    assert words.name("member", 3) == Language(5).name("member", 3)
    assert words.phrase(4, TOPIC, "title", 9) == Language(5).phrase(4, TOPIC, "title", 9)
    assert len({words.name("member", n) for n in range(200)}) > 190
