"""Learning a topic from pages that the crawl fetches."""

import pytest

from periplus.errors import ConfigError
from periplus.plan.strategy import Offered, Verdict, Visit
from periplus.plan.topic.kinds import Kind
from periplus.plan.topic.learner import BACKGROUND, Held, Learner
from periplus.plan.topic.settings import settings_of
from unit.plan.topic.pages import SITE, Site, link

FOX = "<p>A red fox hunts at night. The red fox sleeps by day. Foxes and dens, dens of foxes.</p>"


def learner() -> Learner:
    return Learner(settings_of({"example_urls": [SITE + "/fox"]}))


def bread(site: Site, number: int) -> Visit:
    return site.visit(f"/b/{number}", f"<p>Bread {number} of flour and water.</p>" + link("/"))


def test_examples_and_background_make_a_topic() -> None:
    learning, site = learner(), Site()
    example = site.visit("/fox", FOX)
    assert learning.is_example(example)
    assert learning.take_in(example, is_example=True) is None
    topics = [learning.take_in(bread(site, n), is_example=False) for n in range(BACKGROUND)]
    assert topics[:-1] == [None] * (BACKGROUND - 1)
    assert topics[-1] is not None
    assert "fox" in topics[-1].terms
    assert "bread" not in topics[-1].terms


def test_a_redirect_hands_the_example_on() -> None:
    learning = learner()
    target = Offered(-1, 2, SITE + "/new", True, False)
    moved = Visit(1, SITE + "/fox", 301, 0, "seed", Verdict.DUPLICATE, None, [target])
    assert learning.is_example(moved)
    assert learning.is_example(Site().visit("/new", FOX))
    assert not learning.is_example(Site().visit("/new", FOX))


def test_examples_that_cannot_be_had_end_the_crawl() -> None:
    learning, site = learner(), Site()
    gone = site.visit("/fox", "<h1>404</h1>", verdict=Verdict.INVALID, status=404)
    learning.take_in(gone, is_example=learning.is_example(gone))
    for n in range(BACKGROUND - 1):
        learning.take_in(bread(site, n), is_example=False)
    with pytest.raises(ConfigError, match="none of the example pages"):
        learning.take_in(bread(site, BACKGROUND), is_example=False)


def test_kept_and_restored() -> None:
    learning, other, site = learner(), learner(), Site()
    learning.take_in(bread(site, 1), is_example=False)
    learning.hold(Held(7, SITE + "/x", "x", Kind(0, 0, 0, "/*", "a")))
    other.restore(learning.save())
    assert other.save() == learning.save()
    assert other.release() == [Held(7, SITE + "/x", "x", Kind(0, 0, 0, "/*", "a"))]
    assert other.release() == []
