"""Objectives that look for pages."""

import json

import numpy as np
import pytest

from periplus.page.view import U64
from periplus.plan.adaptive.objective import Content, Searching, Sum
from periplus.plan.adaptive.searching import AcceptedPages, TopicPages
from periplus.plan.strategy import Offered, Verdict, Visit
from periplus.plan.topic.reading import topic_from_words
from periplus.plan.topic.settings import TopicSettings, settings_of
from periplus.plan.verdicts import Verdicts
from unit.plan.topic.pages import SITE, Site, link

ABOUT = "<p>Foxes hunt at night; foxes sleep by day, and no fox is alone.</p>"
OTHER = "<p>Bread is made of flour and water, and of nothing else at all.</p>"
NEW: U64 = np.arange(100, dtype=np.uint64)


def foxes() -> TopicPages:
    return TopicPages(TopicSettings(topic_from_words("fox, foxes")))


def test_pages_about_the_topic_are_worth_most() -> None:
    site, objective = Site(), foxes()
    about = objective.gain(site.visit("/1", ABOUT), NEW)
    assert objective.about is not None
    assert objective.about["is_relevant"]
    other = objective.gain(site.visit("/2", OTHER), NEW)
    assert objective.about is not None
    assert not objective.about["is_relevant"]
    assert about > 50
    assert 0 < other <= 2  # it may be the way to others
    assert objective.gain(site.visit("/3", ABOUT, verdict=Verdict.DUPLICATE), NEW) == 0


def test_links_are_told_apart_by_what_they_name_and_where_they_stand() -> None:
    site, objective = Site(), foxes()
    both = link("/a", "all about foxes") + link("/b", "bread")
    on, off = site.visit("/1", ABOUT + both), site.visit("/2", 200 * OTHER + both)
    named_on, plain_on = (objective.mark(on, offered) for offered in on.links)
    named_off, plain_off = (objective.mark(off, offered) for offered in off.links)
    assert len({named_on.name, plain_on.name, named_off.name, plain_off.name}) == 4
    assert named_on.prior > named_off.prior > plain_off.prior
    assert named_on.prior > plain_on.prior > plain_off.prior


def test_a_topic_is_learned_from_a_page_that_the_crawl_fetches() -> None:
    site = Site()
    objective = TopicPages(settings_of({"example_urls": [SITE + "/1"]}))
    new_place = Offered(-1, 50, SITE + "/new", True, False)
    objective.see(Visit(49, SITE + "/1", 301, 0, "seed", Verdict.DUPLICATE, None, [new_place]))
    assert objective.gain(site.visit("/0", OTHER), NEW) <= 2
    example = "<p>Foxes hunt. Foxes sleep. Foxes eat. A fox is a fox.</p>"
    objective.see(site.visit("/new", example + link("/x")))
    for number in range(10, 19):
        assert objective.note == ""
        objective.see(site.visit(f"/{number}", OTHER + f"<p>number {number}</p>" + link("/x")))
    assert "foxes" in objective.note
    assert objective.gain(site.visit("/21", ABOUT), NEW) > 20


def test_what_was_learned_is_kept() -> None:
    site, objective = Site(), foxes()
    menu = "<p>foxes, bread and more</p>"
    for number in range(8):
        objective.see(site.visit(f"/{number}", menu + OTHER + f"<p>{number}</p>"))
    other = TopicPages(settings_of({"example_urls": [SITE + "/x"]}))
    other.restore(json.loads(json.dumps(objective.save())))
    page = site.visit("/9", menu + ABOUT)
    assert other.gain(page, NEW) == objective.gain(page, NEW) > 50


@pytest.mark.parametrize("has_validator", [True, False])
def test_accepted_pages_count_and_others_hardly(has_validator: bool) -> None:
    site, verdicts = Site(), Verdicts()
    card = "<div class=card><h1>Lamp</h1><table><tr><td>price</td></tr></table></div>"
    verdicts.note(SITE + "/1", True)
    verdicts.note(SITE + "/2", True)
    objective = AcceptedPages((SITE + "/1",), (), verdicts if has_validator else None)
    assert objective.gain(site.visit("/1", card), NEW) == 100
    assert objective.about == {"accepted": True, "copy": False}
    objective.gain(site.visit("/", "<ul>" + link("/1") + link("/2") + "</ul>"), NEW)
    restored = AcceptedPages((SITE + "/1",), (), verdicts if has_validator else None)
    restored.restore(json.loads(json.dumps(objective.save())))
    for one in (objective, restored):
        assert one.gain(site.visit("/2", card, group="x"), NEW) == 100
        assert one.gain(site.visit("/3", OTHER, group="x"), NEW) <= 2
        assert one.about is None


def test_a_validator_that_fails_is_told_of() -> None:
    verdicts = Verdicts()
    verdicts.report(SITE + "/1", "it has no table")
    objective = AcceptedPages((), (), verdicts)
    objective.see(Site().visit("/1", OTHER))
    assert "it has no table" in objective.note


def test_a_sum_looks_for_pages_with_its_parts() -> None:
    site = Site()
    both = Sum([(1.0, Content()), (2.0, foxes())])
    assert isinstance(both, Searching)
    assert both.reads_text
    page = site.visit("/1", ABOUT + link("/a", "foxes"))
    both.see(page)
    assert both.about is not None
    assert both.about["is_relevant"]
    assert both.gain(page, NEW) > 100 + 2 * 50
    assert both.mark(page, page.links[0]).name == foxes().mark(page, page.links[0]).name
    assert not Sum([(1.0, Content())]).reads_text
