"""Options of a crawl by topic."""

from typing import Any

import pytest

from periplus.errors import ConfigError
from periplus.plan.topic.learning import Example
from periplus.plan.topic.settings import TUNNEL, settings_of
from periplus.plan.topic.topic import make_topic

TOPIC = make_topic({"fox": 1})


def test_a_topic_or_what_was_kept_of_it() -> None:
    assert settings_of({"topic": TOPIC}).topic == TOPIC
    assert settings_of({"topic": TOPIC.to_json(), "tunnel": None}).topic == TOPIC
    assert settings_of({"topic": TOPIC}).tunnel == TUNNEL


def test_examples_as_they_are_kept_in_a_job() -> None:
    settings = settings_of({"examples": [["a fox", "en"]], "example_urls": ("http://a.test/",)})
    assert settings.examples == (Example("a fox", "en"),)
    assert settings.example_urls == {"http://a.test/"}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "needs a topic"),
        ({"examples": []}, "needs a topic"),
        ({"topic": TOPIC, "sample": 3}, "takes no sample"),
        ({"topic": TOPIC, "tunnel": -1}, "tunnel"),
        ({"topic": TOPIC, "tunnel": 101}, "tunnel"),
        ({"topic": TOPIC, "relevance": 1.5}, "relevance"),
    ],
)
def test_what_cannot_be(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        settings_of(options)
