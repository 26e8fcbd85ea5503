"""Sim(T, D) as the paper defines it."""

import pytest

from periplus.plan.topic.relevance import relevance
from periplus.plan.topic.topic import Topic, make_topic


def test_a_page_worked_out_by_hand() -> None:
    # T = [(fox, 0.5), (wild boar, 0.3), (forest, 0.2)]; 12 effective words:
    # fox fox ran fox met wild boar forest, old forest old oak
    topic = make_topic({"fox": 5, "wild boar": 3, "forest": 2})
    text = "The fox and the foxes ran; a fox met the wild boar in the forest.\nOld forest, old oak."
    found = relevance(topic, text, "en")
    assert found.words == 12
    assert found.score == pytest.approx(0.125 + 0.025 + 0.4 / 12)
    assert found.counts == (("fox", 3), ("forest", 2), ("wild boar", 1))


def test_nothing_but_keywords_is_the_most() -> None:
    assert relevance(make_topic({"fox": 1}), "fox fox\nfoxes", "en").score == 1.0


def test_no_words_no_relevance() -> None:
    topic = make_topic({"fox": 1})
    assert relevance(topic, "", "en").score == 0.0
    assert relevance(topic, "the of and", "en").words == 0


def test_a_phrase_ends_with_its_block() -> None:
    topic = make_topic({"wild boar": 1})
    assert relevance(topic, "wild\nboar", "en").counts == ()
    assert relevance(topic, "the wild, wild boars", "en").counts == (("wild boar", 1),)


def test_stop_words_inside_a_phrase_do_not_matter() -> None:
    topic = make_topic({"history of art": 1})
    assert relevance(topic, "a history of the arts", "en").counts == (("history of art", 1),)


def test_a_phrase_does_not_overlap_with_itself() -> None:
    topic = make_topic({"bora bora": 1})
    assert relevance(topic, "bora bora bora bora bora", "en").counts == (("bora bora", 2),)


def test_stems_are_those_of_the_page() -> None:
    topic = make_topic({"Häuser": 1})
    assert relevance(topic, "Das Haus und die Häuser der Stadt", "de").counts == (("häuser", 2),)
    assert relevance(topic, "haus", "en").counts == ()


def test_the_language_is_guessed_where_the_page_does_not_tell() -> None:
    topic = make_topic({"painting": 1})
    text = "These are the paintings that he painted when he was in the north of the country"
    assert relevance(topic, text).counts == (("painting", 2),)


def test_letters_of_scripts_without_spaces_are_phrases() -> None:
    topic = Topic(("東京",), (1.0,))
    assert relevance(topic, "東京大学は東京にある", "ja").counts == (("東京", 2),)


def test_as_json() -> None:
    found = relevance(make_topic({"fox": 1}), "fox den", "en").to_json()
    assert found == {"relevance": 0.5, "effective_words": 2, "keywords": {"fox": 1}}
