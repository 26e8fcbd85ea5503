"""Sampled pages: what is remembered of a visit, and kept as JSON."""

import json

from periplus.page import read_page
from periplus.plan.irobot.pages import (
    is_turning,
    layout_labels,
    link_places,
    page_from_json,
    sampled_page,
)
from periplus.plan.strategy import Offered, Verdict, Visit
from unit.plan.irobot.samples import BASE, NUMBER, WORD, page, region

MARKUP = b"""<html><head><link rel=canonical href=/t/1></head><body><p>Some words are here today</p>
<ul class=list><li><a href=/t/2>two</a></li><li><a href=/t/3>three</a></li>
<li><a href=/t/4>four</a></li></ul><a href=/alone>alone</a></body></html>"""


def visit_of(body: bytes, path: str = "/t/1?x=1", status: int = 200) -> Visit:
    view = read_page(body, BASE + path)
    links = [Offered(row, row + 10, url, True, False) for row, url in enumerate(view.links.urls)]
    return Visit(1, BASE + path, status, 2, "g", Verdict.VALUABLE, view, links)


def test_links_in_records_are_placed_by_pattern_and_column() -> None:
    taken = sampled_page(visit_of(MARKUP))
    by_url = {link.url.removeprefix(BASE): link.place for link in taken.links}
    assert by_url["/t/2"] == by_url["/t/3"] == by_url["/t/4"]
    assert " " in by_url["/t/2"]
    assert by_url["/alone"].endswith("body/a")


def test_hints_in_the_head_are_no_links_but_name_the_form() -> None:
    taken = sampled_page(visit_of(MARKUP))
    assert taken.form == BASE + "/t/1"
    assert BASE + "/t/1" not in [link.url for link in taken.links]


def test_a_canonical_link_to_another_site_is_not_believed() -> None:
    elsewhere = MARKUP.replace(b"href=/t/1>", b"href=http://other.test/x>", 1)
    assert sampled_page(visit_of(elsewhere)).form == ""


def test_a_redirect_stands_for_its_target() -> None:
    links = [Offered(-1, 7, BASE + "/there", True, False)]
    taken = sampled_page(Visit(1, BASE + "/here", 302, 0, "g", Verdict.DUPLICATE, None, links))
    assert taken.is_redirect
    assert taken.form == BASE + "/there"
    assert not taken.is_page


def test_matched_patterns_replace_their_ids_in_places() -> None:
    view = read_page(MARKUP, BASE + "/")
    assert view.structure is not None
    pattern = view.structure.regions[0].pattern
    assert f"{5:016x} a" in link_places(view, {pattern: 5})


def test_pages_come_back_from_json() -> None:
    first = page(3, "/a?b=1", regions=[region(9, "a", "b/a")], form="/c", noindex=True)
    again = page_from_json(json.loads(json.dumps(first.to_json())))
    assert again.to_json() == first.to_json()
    assert again.regions == first.regions
    assert again.sketch.tolist() == first.sketch.tolist()


def test_layout_is_the_set_of_places() -> None:
    labels = layout_labels(read_page(MARKUP, BASE + "/"))
    assert any(label.endswith("ul.list/li/a") for label in labels)


def test_numbers_turn_pages_and_words_do_not() -> None:
    assert is_turning(NUMBER)
    assert not is_turning(WORD)
