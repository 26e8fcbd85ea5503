"""Traps have no end, bring nothing, and are labelled so; deep lists are honest."""

import re

import pytest

from periplus import url as urls
from periplus.synthetic.forum import ForumParameters, ForumSite
from periplus.synthetic.mirror import links_of, walk
from periplus.synthetic.nature import Verdict
from periplus.synthetic.scheme import View
from periplus.synthetic.traps import Traps

SMALL = {"seed": 2, "boards": 2, "depth": 1, "threads": 5, "members": 4, "redundancy": 0}
TRAPS = {
    "calendar": ("trap:calendar", Verdict.INVALID),
    "facets": ("trap:facets", Verdict.DUPLICATE),
    "growing_paths": ("trap:growing-path", Verdict.DUPLICATE),
    "sessions": ("trap:sessions", Verdict.DUPLICATE),
    "link_farm": ("trap:link-farm", Verdict.INVALID),
}


def forum(**traps: object) -> ForumSite:
    return ForumSite(ForumParameters(**SMALL, traps=Traps(**traps)))


@pytest.mark.parametrize("name", TRAPS)
def test_each_trap_goes_on_and_on(name):
    why, verdict = TRAPS[name]
    site = forum(**{name: True})
    assert site.parameters.traps.endless
    walked = list(walk(site, limit=700, trap_limit=400))
    trapped = [step for step in walked if step.label.why == why]
    assert len(trapped) >= 400
    assert {step.label.verdict for step in trapped} == {verdict}
    assert all(step.answer.status == 200 for step in trapped if step.answer is not None)
    assert any(step.answer is None for step in walked)


@pytest.mark.parametrize("name", TRAPS)
def test_the_site_around_a_trap_is_as_without_it(name):
    plain = {label.url: label for label in forum().labels()}
    walked = walk(forum(**{name: True}), trap_limit=30)
    steps = {
        step.url: step.label
        for step in walked
        if not (step.label.why or "").startswith("trap:") and step.label.entity != "page:grow"
    }
    assert steps == plain


def test_without_traps_their_urls_are_missing():
    site, trapped = forum(), forum(calendar=True, facets=True, link_farm=True, growing_paths=True)
    assert not site.parameters.traps.endless
    for view in (
        View("calendar", 3),
        View("day", 3),
        View("farm", 3),
        View("facets"),
        View("deep"),
    ):
        label = site.label_of(site.base_url + site.path(view))
        assert (label.kind, label.verdict) == ("error", Verdict.INVALID)
        assert b"nothing here" in site.answer(site.path(view)).body
    growing = trapped.path(View("grow", page=3))
    assert site.parse(growing) is None
    assert trapped.parse(growing) == View("grow", page=3)
    assert trapped.parse(growing + "x/") is None


def test_growing_paths_grow_by_a_relative_link():
    site = forum(growing_paths=True)
    first = site.path(View("grow"))
    answer = site.answer(first)
    assert site.label_of(site.base_url + first).verdict is Verdict.VALUABLE
    longer = [
        urls.path_and_query(link)
        for link in links_of(site, site.base_url + first, answer)
        if urls.path_and_query(link).startswith(first) and len(link) > len(site.base_url + first)
    ]
    assert longer == [first + first[1:]]
    again = site.label_of(site.base_url + longer[0])
    assert again.dup_of == site.base_url + first


def test_session_traps_change_the_id_on_every_page():
    site = forum(sessions=True)
    name = site.scheme.parameter("session")
    tokens = []
    url = site.start_url
    for _ in range(6):
        answer = site.answer(urls.path_and_query(url))
        url = next(link for link in links_of(site, url, answer) if f"{name}=" in link)
        tokens.append(url.split(f"{name}=")[1])
    assert len(set(tokens)) == 6
    label = site.label_of(url)
    assert label.dup_of is not None
    assert site.label_of(label.dup_of).verdict is Verdict.VALUABLE


def test_deep_pagination_is_finite_and_each_page_is_new():
    site = forum(deep_pages=40)
    assert not site.parameters.traps.endless
    labels = [label for label in site.labels() if label.entity == "deep"]
    assert [label.page for label in labels] == list(range(1, 41))
    assert {label.verdict for label in labels} == {Verdict.VALUABLE}
    walked = {step.url for step in walk(site)}
    assert {label.url for label in labels} <= walked
    seen: set[str] = set()
    for label in labels:
        body = site.answer(urls.path_and_query(label.url)).body.decode()
        listed = body[body.index("<h2>Notes") : body.index(site.skin.names.css("footer"), 4000)]
        found = set(re.findall(r"[a-z]+ [a-z]+ [a-z]+ [a-z]+", listed))
        assert len(found - seen) > 0.8 * len(found) > 20
        seen |= found
    assert site.label_of(site.base_url + site.path(View("deep", page=41))).kind == "error"


def test_link_farm_pages_are_nearly_the_same():
    site = forum(link_farm=True)
    words = [
        set(site.answer(site.path(View("farm", number))).body.decode().split())
        for number in (0, 77, 12345)
    ]
    for other in words[1:]:
        assert words[0] != other
        assert len(words[0] & other) > 0.7 * len(words[0])


def test_all_traps_at_once():
    traps = Traps.all(deep_pages=500)
    assert traps.endless
    assert traps.deep_pages == 500
