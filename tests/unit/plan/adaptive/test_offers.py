"""Answers for links: one arc for links alike, stock that adds up, and links that move."""

import json
from collections import Counter

import pytest

from periplus import url as urls
from periplus.page.read import read_page
from periplus.plan.adaptive.answers import Answers
from periplus.plan.adaptive.arcs import NO_ARC, Arcs
from periplus.plan.adaptive.offers import Offers
from periplus.plan.adaptive.settings import AdaptiveSettings
from periplus.plan.adaptive.spellings import Claim
from periplus.plan.adaptive.yields import YieldTree
from periplus.plan.strategy import FOLLOWED, Offered, Verdict, Visit

BASE = "http://site.test"


class Desk:
    """Offers with arcs of their own; `values` says what arcs are worth, 1 where it is silent."""

    def __init__(self) -> None:
        settings = AdaptiveSettings()
        self.tree = YieldTree(settings)
        self.arcs = Arcs(self.tree, settings)
        self.values: dict[int, float] = {}
        self.offers = Offers(settings, self.arcs, lambda arc: self.values.get(arc, 1.0), 0)
        self.ids: dict[str, int] = {BASE + "/": 1}
        self.fetched = {1}

    def number(self, path: str) -> int:
        return self.ids[BASE + path]

    def arc(self, path: str) -> int:
        return self.offers.waiting.arc[self.number(path)]

    def visit(self, body: str, path: str = "/") -> Visit:
        url = BASE + path
        view = read_page(f"<html><body>{body}</body></html>".encode(), url, charset="utf-8")
        offered = []
        for row, link in enumerate(view.links.urls):
            fresh = link not in self.ids
            target = self.ids.setdefault(link, len(self.ids) + 1)
            offered.append(Offered(row, target, link, fresh, target in self.fetched))
        page = self.ids.setdefault(url, len(self.ids) + 1)
        return Visit(page, url, 200, 0, "", Verdict.VALUABLE, view, offered)

    def answer(self, body: str, path: str = "/") -> Answers:
        answers = Answers()
        self.offers.answer(self.visit(body, path), answers, 1)
        return answers

    def is_page(self, path: str) -> bool:
        return not self.arcs.keys[self.arc(path)].is_other_spelling

    def is_stock_right(self) -> bool:
        waiting = Counter(arc for arc in self.offers.waiting.arc if arc != NO_ARC)
        return self.arcs.stock == [waiting[arc] for arc in range(len(self.arcs))]


def items(numbers: range) -> str:
    return "".join(f'<li><a href="/item/{n}">An item</a></li>' for n in numbers)


LIST = f'<ul class="items">{items(range(10, 30))}</ul>'
HOME = LIST + '<div id="foot"><a href="/">Home</a><a href="/about">About us</a></div>'


def test_links_alike_share_an_arc_and_pages_in_hand_are_left_alone() -> None:
    desk = Desk()
    answers = desk.answer(HOME)
    *of_items, home, about = answers.choices
    assert len({choice.group for choice in of_items}) == 1
    assert about.group not in ("", of_items[0].group)
    assert home.reason not in FOLLOWED
    assert answers.fresh[desk.arc("/item/12")] == 20
    assert desk.is_stock_right()


def test_links_that_a_site_disowns_are_an_arc_of_their_own() -> None:
    desk = Desk()
    desk.answer(
        LIST + '<ul class="items"><li><a rel="nofollow" href="/item/99">Not yet</a></li></ul>'
    )
    assert desk.arc("/item/99") != desk.arc("/item/10") == desk.arc("/item/29")


def test_a_url_that_is_taken_leaves_the_stock_once() -> None:
    desk = Desk()
    desk.answer(HOME)
    number, arc = desk.number("/item/12"), desk.arc("/item/12")
    before = desk.arcs.stock[arc]
    desk.offers.taken(number, Answers(), is_barren=False)
    desk.offers.taken(number, Answers(), is_barren=False)
    desk.offers.taken(10_000, Answers(), is_barren=True)  # one that no page offered
    assert desk.arcs.stock[arc] == before - 1
    assert desk.arc("/item/12") == NO_ARC
    assert desk.is_stock_right()


@pytest.mark.parametrize("is_better", [False, True])
def test_a_waiting_link_moves_only_to_a_better_arc(is_better: bool) -> None:
    desk = Desk()
    desk.answer(HOME)
    old = desk.arc("/item/12")
    desk.values[old] = 0.1 if is_better else 10.0
    answers = desk.answer('<h1><a href="/item/12">An item</a></h1>', "/other")
    assert answers.choices[0].move is is_better
    assert answers.choices[0].group == desk.arcs.names[desk.arc("/item/12")]
    assert (desk.arc("/item/12") != old) is is_better
    assert desk.arcs.outdone[old] == is_better
    assert not answers.fresh  # it was known before
    assert desk.is_stock_right()


def test_links_with_larger_numbers_come_first() -> None:
    offers = Desk().offers
    assert offers.rank(1, {0: 500.0}) < offers.rank(2, {0: 3.0}) < offers.rank(3, {})


def test_a_waiting_link_moves_when_another_spelling_of_it_was_fetched() -> None:
    desk = Desk()
    desk.answer(HOME)
    visit = desk.visit("<p>the item</p>", "/print/12")
    assert visit.view is not None
    visit.view.canonical = BASE + "/item/12"
    answers = Answers()
    keys = desk.offers.patterns.keys(visit.url)
    desk.offers.take_in(visit, keys, 50, 50, answers)
    arc = desk.arc("/item/12")
    assert desk.arcs.keys[arc].is_other_spelling
    assert answers.moves[desk.number("/item/12")].group == desk.arcs.names[arc]
    assert desk.is_stock_right()


def test_state_survives_json() -> None:
    desk, restored = Desk(), Desk()
    desk.answer(HOME)
    for old, new in ((desk.tree, restored.tree), (desk.arcs, restored.arcs)):
        new.restore(json.loads(json.dumps(old.save())))
    restored.offers.restore(json.loads(json.dumps(desk.offers.save())))
    restored.ids = dict(desk.ids)
    assert restored.is_stock_right()
    later = f'<ul class="items">{items(range(20, 40))}</ul><h1><a href="/new">New</a></h1>'
    assert restored.answer(later, "/later") == desk.answer(later, "/later")


def redirected(desk: Desk, path: str, target: str) -> None:
    """Fetch a URL that was offered before, and be sent on."""
    number = desk.ids.setdefault(BASE + target, len(desk.ids) + 1)
    offered = [Offered(-1, number, BASE + target, False, False)]
    page = desk.number(path)
    visit = Visit(page, BASE + path, 301, 0, "", Verdict.DUPLICATE, None, offered)
    desk.fetched.add(page)
    answers = Answers()
    desk.offers.taken(page, answers, is_barren=True)
    desk.offers.take_in(visit, desk.offers.patterns.keys(visit.url), 0, 0, answers)
    desk.offers.answer(visit, answers, 1)


def test_what_waited_for_spellings_that_only_redirect_gets_its_own_place() -> None:
    desk = Desk()
    names = [f"name{chr(97 + n)}" for n in range(20)]
    anchors = "".join(f'<li><a href="/{name}">one</a></li>' for name in names)
    desk.answer(anchors)
    for name in names[:4]:
        redirected(desk, f"/{name}", f"/{name}/")
    desk.offers.review(Answers())  # the others stand for pages of the other pattern from now on
    answers = desk.answer("".join(f'<h2><a href="/{name}/">one</a></h2>' for name in names[4:]))
    is_other = [c.group.startswith("= ") for c in answers.choices]
    assert any(is_other)
    for name in names[4:8]:
        redirected(desk, f"/{name}", f"/{name}/")
    waiting = [desk.arcs.keys[desk.arc(f"/{name}/")] for name in names[8:]]
    assert not any(key.is_other_spelling for key in waiting)
    assert desk.is_stock_right()


def test_a_link_waits_where_it_once_stood_if_that_place_proves_better() -> None:
    desk = Desk()
    desk.answer(f"<ul>{items(range(1, 4))}</ul>")
    first = desk.arc("/item/1")
    desk.answer('<p class="crumbs"><a href="/item/1">Item 1</a></p>', "/elsewhere")
    place = next(arc for arc in range(1, len(desk.arcs)) if "crumbs" in desk.arcs.names[arc])
    assert desk.arc("/item/1") == first
    desk.values = {first: 0.1, place: 2.0}
    moved = Answers()
    desk.offers.review(moved)
    assert set(moved.moves) == {desk.number("/item/1")}
    assert desk.arc("/item/1") == place
    assert (desk.arcs.outdone[first], desk.arcs.outdone[place]) == (1.0, 0.0)
    desk.values = {first: 5.0, place: 2.0}
    desk.offers.review(moved)
    assert desk.arc("/item/1") == first
    assert desk.is_stock_right()


def test_an_arrow_to_the_next_page_turns_pages() -> None:
    desk = Desk()
    body = '<p><a href="/topic/7?page=2"><i></i></a> <a href="/user/3"><i></i></a></p>'
    answers = desk.answer(body, "/topic/7")
    assert answers.continuing == answers.turning == {desk.arc("/topic/7?page=2")}


@pytest.mark.parametrize(("form", "kept"), [("/item/12", "/item/12"), ("/item?n=12", "/item/10")])
def test_one_of_two_urls_waits_that_were_foretold_to_be_spellings_of_each_other(
    form: str, kept: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Desk()
    desk.answer(HOME)
    one, other = desk.number("/item/10"), desk.number("/item/12")
    pattern = desk.offers.waiting.pattern[one]

    def foretell(target: int, form: str, owner: int) -> None:
        claims = {target: Claim(urls.url_hash(BASE + form), owner, pattern)}
        monkeypatch.setattr(desk.offers.spellings, "review", lambda *_: claims)
        desk.offers.review(Answers())

    foretell(other, "/item/10", one)
    assert not desk.is_page("/item/12")
    foretell(one, form, other)
    places = [p for p in ("/item/10", "/item/12") if desk.is_page(p)]
    assert places == [kept]
    assert desk.is_stock_right()


def test_a_page_waits_where_a_link_to_another_spelling_of_it_stood(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk = Desk()
    boards = "".join(f'<li><a href="/board?f={n}&s=a1b2c3d4e5f6">A board</a></li>' for n in "123")
    menu = "".join(f'<a href="/board?f={n}">A board</a>' for n in "123")
    desk.answer(f'<ul class="boards">{boards}</ul>')
    desk.answer(f'<div id="jump">{menu}</div>', "/elsewhere")
    one, other = desk.number("/board?f=3&s=a1b2c3d4e5f6"), desk.number("/board?f=3")
    waiting, former = desk.offers.waiting, desk.arc("/board?f=3")
    held = desk.arcs.keys[waiting.arc[one]]
    claims = {one: Claim(urls.url_hash(BASE + "/board?f=3"), other, waiting.pattern[other])}
    monkeypatch.setattr(desk.offers.spellings, "review", lambda *_: claims)
    answers = Answers()
    desk.offers.review(answers)
    assert answers.merged == {(waiting.pattern[one], waiting.pattern[other])}
    place = desk.arcs.number(held._replace(pattern=waiting.pattern[other]))
    desk.values = {former: 1.0, place: 2.0}
    monkeypatch.setattr(desk.offers.spellings, "review", lambda *_: {})
    desk.offers.review(Answers())
    assert desk.arc("/board?f=3") == place != former
    assert not desk.is_page("/board?f=3&s=a1b2c3d4e5f6")
    assert desk.is_stock_right()


def posts(topic: str, numbers: range) -> str:
    links = (f'<li><a href="/topic/{topic}/?post={n}">A post</a></li>' for n in numbers)
    return f"<ul>{''.join(links)}</ul>"


def test_links_to_other_parts_of_a_thing_in_hand_wait_apart_where_they_bring_nothing() -> None:
    desk = Desk()
    topics = [
        "the-first-topic-1",
        "the-second-one-2",
        "about-cats-3",
        "about-dogs-4",
        "and-so-on-5",
    ]
    desk.answer("".join(posts(topic, range(10)) for topic in topics))
    fresh = desk.arc("/topic/about-cats-3/?post=1")

    def fetch(topic: str, post: int, *, is_fruit: bool) -> Answers:
        path = f"/topic/{topic}/?post={post}"
        arc, answers = desk.arc(path), Answers()
        desk.offers.taken(desk.number(path), answers, is_barren=not is_fruit)
        desk.offers.learn_thing(desk.visit("<p>", path), arc, answers, is_fruit=is_fruit)
        return answers

    for topic in topics[:3]:
        assert not fetch(topic, 0, is_fruit=True).moves
    for post in range(1, 4):
        assert not fetch(topics[0], post, is_fruit=False).moves
    answers = fetch(topics[0], 4, is_fruit=False)
    assert len(answers.moves) == 5 + 9 + 9  # all that waits of three topics
    known = desk.arc("/topic/about-cats-3/?post=1")
    assert known != fresh == desk.arc("/topic/about-dogs-4/?post=1")
    assert answers.moves[desk.number("/topic/about-cats-3/?post=1")].group == desk.arcs.names[known]
    assert desk.arcs.keys[known].shows_known

    # A page that could not be had brings nothing of its thing in hand.
    path = f"/topic/{topics[3]}/?post=9"
    missing = Visit(desk.number(path), BASE + path, 404, 0, "", Verdict.INVALID, None, [])
    answers = Answers()
    desk.offers.learn_thing(missing, desk.arc(path), answers, is_fruit=False)
    assert not answers.moves

    assert len(fetch(topics[3], 0, is_fruit=True).moves) == 9
    assert desk.arc("/topic/about-dogs-4/?post=1") == known
    # Shown again it stays there, and a new one joins it, however good the others are.
    desk.values[fresh] = 100.0
    desk.answer(posts("about-dogs-4", range(12)), "/other")
    assert (
        desk.arc("/topic/about-dogs-4/?post=1") == desk.arc("/topic/about-dogs-4/?post=11") == known
    )
    desk.offers.review(Answers())
    assert desk.arc("/topic/about-dogs-4/?post=1") == known
    assert desk.is_stock_right()

    other = Desk()
    other.offers.restore(json.loads(json.dumps(desk.offers.save())))
    assert other.offers.save()["things"] == desk.offers.save()["things"]
