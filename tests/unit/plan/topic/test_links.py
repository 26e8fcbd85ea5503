"""What links name."""

from periplus.plan.topic.links import MUCH, NO_SIGNS, signs_of, url_words
from periplus.plan.topic.topic import make_topic

TOPIC = make_topic({"wild boar": 2, "forest": 1})


def test_a_url_spells_words() -> None:
    words = url_words("http://a.test/WildBoars/red_deer-2.html?tag=oak%20tree")
    assert words.split() == ["Wild", "Boars", "red", "deer", "2", "html", "tag", "oak", "tree"]


def test_the_anchor_or_the_url_may_name_the_topic() -> None:
    said = signs_of(TOPIC, "All about wild boars", "http://a.test/7", "en")
    spelt = signs_of(TOPIC, "more", "http://a.test/wild-boar", "en")
    assert said.level == spelt.level == MUCH
    assert signs_of(TOPIC, "more", "http://a.test/7", "en") == NO_SIGNS
    assert signs_of(TOPIC, "", "http://a.test/", "") == NO_SIGNS


def test_heavier_keywords_are_stronger_signs() -> None:
    light = make_topic({"wild boar": 9, "forest": 1})
    assert signs_of(light, "forest", "http://a.test/7", "en").level == 1
    assert signs_of(light, "wild boar", "http://a.test/7", "en").level == MUCH


def test_a_short_anchor_that_is_the_topic_comes_before_a_long_one() -> None:
    short = signs_of(TOPIC, "forest", "http://a.test/7", "en")
    long = signs_of(TOPIC, "the way from town to forest and back again", "http://a.test/7", "en")
    assert short.score > long.score > 0


def test_scores_stay_between_zero_and_one() -> None:
    signs = signs_of(TOPIC, "wild boar forest " * 100, "http://a.test/wild/boar/forest", "en")
    assert 0 < signs.score <= 1
