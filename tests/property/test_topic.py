"""Relevance keeps its promises for any text and topic."""

import contextlib
import json

from hypothesis import given
from hypothesis import strategies as st

from periplus.errors import ConfigError
from periplus.plan.topic.reading import topic_from_words, topic_from_yaml
from periplus.plan.topic.relevance import relevance
from periplus.plan.topic.topic import Topic, make_topic, topic_from_json

WORDS = st.sampled_from(["fox", "foxes", "wild boar", "oak", "the", "house", "Häuser", "東京"])
TEXTS = st.lists(WORDS | st.text(max_size=8), max_size=40).map(" ".join)
TOPICS = st.dictionaries(
    st.sampled_from(["fox", "wild boar", "oak tree", "haus", "東京"]),
    st.floats(0.01, 100),
    min_size=1,
).map(make_topic)
LANGUAGES = st.sampled_from(["", "en", "de", "ja", "x-odd"])


@given(TOPICS, TEXTS, LANGUAGES)
def test_between_zero_and_one_and_made_of_counts(topic: Topic, text: str, language: str) -> None:
    found = relevance(topic, text, language)
    weights = dict(zip(topic.terms, topic.weights, strict=True))
    assert 0.0 <= found.score <= 1.0 + 1e-9
    told = sum(number / found.words * weights[term] for term, number in found.counts)
    assert abs(told - found.score) < 1e-9


@given(TOPICS, TEXTS)
def test_a_text_said_twice_is_as_relevant(topic: Topic, text: str) -> None:
    once, twice = relevance(topic, text, "en"), relevance(topic, f"{text}\n{text}", "en")
    assert abs(once.score - twice.score) < 1e-9


@given(TOPICS)
def test_topics_are_normal_and_kept(topic: Topic) -> None:
    assert abs(sum(topic.weights) - 1.0) < 1e-9
    assert topic_from_json(json.loads(json.dumps(topic.to_json()))) == topic


@given(st.text(max_size=200))
def test_any_words_make_a_topic_or_say_why_not(text: str) -> None:
    for make in (topic_from_words, lambda text: topic_from_yaml(text, "topic.yaml")):
        with contextlib.suppress(ConfigError):
            assert make(text).terms
