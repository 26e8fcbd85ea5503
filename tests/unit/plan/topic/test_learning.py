"""Topics learned from pages."""

import pytest

from periplus.errors import ConfigError
from periplus.plan.topic.learning import Example, learn_topic
from periplus.plan.topic.relevance import relevance

FOXES = [
    Example("The red fox is a hunter. Foxes live in dens.\nA red fox hunts at night.", "en"),
    Example("Where the red fox hunts, hens are few: foxes love hens.\nA red fox sleeps.", "en"),
]
OTHERS = [
    Example("Sign in to comment. The garden at night is quiet, and the night is long.", "en"),
    Example("Sign in to comment. Bread needs flour, water, night and time.", "en"),
]


def test_what_the_examples_share_and_others_lack() -> None:
    topic = learn_topic(FOXES, OTHERS)
    assert topic.terms[:2] == ("fox", "red fox")
    assert "night" not in topic.terms
    assert sum(topic.weights) == pytest.approx(1.0)
    assert topic.language == "en"


def test_examples_pass_their_own_threshold_and_others_do_not() -> None:
    topic = learn_topic(FOXES, OTHERS)
    assert all(relevance(topic, one.text, "en").score >= topic.threshold for one in FOXES)
    assert all(relevance(topic, one.text, "en").score < topic.threshold for one in OTHERS)


def test_one_example_without_a_background() -> None:
    topic = learn_topic(FOXES[:1], threshold=0.04, keywords=3)
    assert "fox" in topic.terms
    assert len(topic.terms) <= 3
    assert topic.threshold == 0.04


def test_what_repeats_on_a_page_as_a_line_counts_once() -> None:
    menu = "\n".join(["subscribe subscribe"] * 50)
    topic = learn_topic([Example(f"{menu}\nfox fox fox", "en")])
    assert topic.terms[0] == "fox"


def test_forms_and_footers_of_the_examples_are_no_topic() -> None:
    form = "Your email address is required, your email is not shown"
    topic = learn_topic([Example(f"{one.text}\n{form}", "en") for one in FOXES])
    assert "fox" in topic.terms
    assert not {"email", "required"} & set(topic.terms)


def test_nothing_to_learn_from() -> None:
    for text in ("", "the of and", "12 34 12 34"):
        with pytest.raises(ConfigError, match="no words to learn"):
            learn_topic([Example(text, "en")])
