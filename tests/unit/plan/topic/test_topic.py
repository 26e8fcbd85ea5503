"""Topics as values."""

import math

import pytest

from periplus.errors import ConfigError
from periplus.plan.topic.topic import MOST_TERMS, Topic, make_topic, topic_from_json


def test_weights_add_up_to_one() -> None:
    topic = make_topic({"fox": 3, "wild boar": 1})
    assert topic.terms == ("fox", "wild boar")
    assert topic.weights == (0.75, 0.25)


def test_spellings_of_one_keyword_are_one() -> None:
    topic = make_topic({"Wild  Boar": 1, "wild boar": 2, "fox": 1})
    assert dict(zip(topic.terms, topic.weights, strict=True)) == {"wild boar": 0.75, "fox": 0.25}


def test_the_threshold_is_one_word_in_a_hundred() -> None:
    assert make_topic({"fox": 1}).threshold == 0.01
    assert make_topic({"fox": 1, "boar": 1}).threshold == 0.005
    assert make_topic({"fox": 1}, threshold=0.2).threshold == 0.2


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ({}, "is empty"),
        ({"fox": 0}, "positive number"),
        ({"fox": -1}, "positive number"),
        ({"fox": math.nan}, "positive number"),
        ({"fox": math.inf}, "positive number"),
        ({"fox": True}, "positive number"),
        ({"fox": "much"}, "positive number"),
        ({"…": 1}, "no word"),
        ({"x" * 300: 1}, "too long"),
        ({"the": 1, "of": 2}, "stop words"),
        ({f"word{i}": 1 for i in range(MOST_TERMS + 1)}, "the most"),
        ({"a1": 1e308, "a2": 1e308}, "too large"),
    ],
)
def test_what_makes_no_topic(weights: dict[str, float], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        make_topic(weights)


@pytest.mark.parametrize("threshold", [-0.1, 1.1, math.nan])
def test_a_threshold_that_cannot_be(threshold: float) -> None:
    with pytest.raises(ConfigError, match="between 0 and 1"):
        make_topic({"fox": 1}, threshold=threshold)


def test_a_language_decides_what_a_stop_word_is() -> None:
    with pytest.raises(ConfigError, match="stop words"):
        make_topic({"die der": 1})
    assert make_topic({"die der": 1}, language="en").language == "en"
    with pytest.raises(ConfigError, match="stop words"):
        make_topic({"die": 1}, language="de")


def test_a_name_that_is_a_stop_word_somewhere_may_be_meant() -> None:
    assert make_topic({"men": 1}).terms == ("men",)
    with pytest.raises(ConfigError, match="stop words"):
        make_topic({"the": 1})
    with pytest.raises(ConfigError, match="unknown language"):
        make_topic({"fox": 1}, language="klingon")


def test_kept_and_read_again() -> None:
    topic = make_topic({"fox": 2, "wild boar": 1}, language="en", threshold=0.02)
    assert topic_from_json(topic.to_json()) == topic
    assert isinstance(topic, Topic)
    assert topic.mean_weight == 0.5
