"""Topics as people write them."""

import pytest

from periplus.errors import ConfigError
from periplus.plan.topic.reading import topic_from_words, topic_from_yaml


def test_words_between_commas() -> None:
    topic = topic_from_words("foxes, wild boar ; den,")
    assert topic.terms == ("foxes", "wild boar", "den")
    assert topic.weights == pytest.approx((1 / 3,) * 3)


@pytest.mark.parametrize("text", ["", " , ;", "the, and", "?!"])
def test_words_that_make_no_topic(text: str) -> None:
    with pytest.raises(ConfigError, match="topic"):
        topic_from_words(text)


def test_yaml_with_weights() -> None:
    topic = topic_from_yaml(
        "name: beasts\nlanguage: en\nkeywords:\n  fox: 3\n  wild boar: 1\nrelevance: 0.02\n", "t"
    )
    assert (topic.terms, topic.weights) == (("fox", "wild boar"), (0.75, 0.25))
    assert (topic.language, topic.threshold) == ("en", 0.02)


def test_yaml_as_a_list_and_a_threshold_that_wins() -> None:
    topic = topic_from_yaml("keywords: [fox, 1984]\nrelevance: 0.02", "t", threshold=0.3)
    assert (topic.terms, topic.threshold) == (("fox", "1984"), 0.3)


def test_yaml_that_says_norwegian() -> None:
    assert topic_from_yaml("language: no\nkeywords: [rev]", "t").language == "no"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a mapping"),
        ("- fox", "expected a mapping"),
        ("keywords: {fox: 1", "not valid YAML"),
        ("\0", "not valid YAML"),
        ("[" * 5_000, "not valid YAML"),
        ("words: [fox]", "unknown key 'words'"),
        ("name: x", "`keywords` is missing"),
        ("keywords:", "`keywords` is missing"),
        ("keywords: []", "is empty"),
        ("keywords: fox", "mapping or a list"),
        ("keywords: {fox: 0}", "positive number"),
        ("keywords: {fox: many}", "positive number"),
        ("keywords: [yes]", "in quotes"),
        ("keywords: [[fox]]", "must be text"),
        ("keywords: [the, and]", "stop words"),
        ("keywords: [fox]\nrelevance: high", "must be a number"),
        ("keywords: [fox]\nrelevance: 3", "between 0 and 1"),
        ("keywords: [fox]\nlanguage: 3", "language must be text"),
        ("keywords: [fox]\nlanguage: klingon", "unknown language"),
    ],
)
def test_yaml_that_makes_no_topic(text: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        topic_from_yaml(text, "topic.yaml")
