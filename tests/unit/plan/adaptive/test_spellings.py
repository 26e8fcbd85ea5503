"""Other spellings: foretold by what fetched pages of their kind stood for, and owned in turn."""

import json
from collections.abc import Sequence

import pytest

from periplus.page.read import read_page
from periplus.plan.adaptive import spellings as module
from periplus.plan.adaptive.arcs import ArcKey, Arcs
from periplus.plan.adaptive.settings import AdaptiveSettings
from periplus.plan.adaptive.spellings import Changed, Claim, Spellings, leads_back
from periplus.plan.adaptive.waiting import Waiting
from periplus.plan.adaptive.yields import YieldTree
from periplus.plan.strategy import Offered, Verdict, Visit
from periplus.site.url_patterns import UrlPatterns

BASE = "http://site.test"
GRAMS = 100


class Site:
    """The parts that spellings work with."""

    def __init__(self, settings: AdaptiveSettings | None = None) -> None:
        settings = settings or AdaptiveSettings()
        self.spellings = Spellings(settings)
        self.patterns = UrlPatterns()
        self.arcs = Arcs(YieldTree(settings), settings)
        self.waiting = Waiting(self.arcs.shape)
        self.waiting.make_room(2000)
        self.patterns.learn(f"{BASE}/item?id={n}&sort=up" for n in range(20))
        self.patterns.learn(f"{BASE}/item?id={n}" for n in range(20))

    def fetched(
        self,
        page: int,
        path: str,
        *,
        canonical: str = "",
        new: int = GRAMS,
        text: str = "",
        links: Sequence[Offered] = (),
        turns_pages: bool = False,
    ) -> Changed:
        link = f'<link rel="canonical" href="{BASE}{canonical}">' if canonical else ""
        body = f"<html><head>{link}</head><body><p>{text or path}</p></body></html>"
        view = read_page(body.encode(), BASE + path, charset="utf-8")
        visit = Visit(page, BASE + path, 200, 0, "", Verdict.VALUABLE, view, links)
        return self._taken_in(visit, new, turns_pages=turns_pages)

    def failed(self, page: int, path: str) -> Changed:
        return self._taken_in(Visit(page, BASE + path, 500, 0, "", Verdict.INVALID, None, []), 0)

    def _taken_in(self, visit: Visit, new: int, *, turns_pages: bool = False) -> Changed:
        keys = self.patterns.keys(visit.url)
        return self.spellings.take_in(
            visit, keys, new, GRAMS, self.waiting, self.patterns, turns_pages=turns_pages
        )

    def claims(self, links: dict[int, str]) -> dict[int, Claim]:
        """Look up links of a page, by URL id."""
        offered = [
            Offered(row, target, BASE + path, True, False)
            for row, (target, path) in enumerate(links.items())
        ]
        visit = Visit(1, BASE, 200, 0, "", Verdict.VALUABLE, None, offered)
        turns = [False] * (len(offered) + 1)
        return self.spellings.look_up(visit, turns, self.patterns, self.arcs, self.waiting)

    def put(self, links: dict[int, str]) -> None:
        """Have links wait that were looked up."""
        for target, path in links.items():
            key = ArcKey(self.waiting.pattern[target], "", False, False, -1)
            self.waiting.arc[target] = self.arcs.number(key) or self.arcs.make(key, 1.0)
            self.waiting.put_url(target, BASE + path)

    def teach(self) -> None:
        """Fetch pages in another order, each of which says that it stands for the plain one."""
        for n in range(5):
            path = f"/item?id={n}"
            self.fetched(100 + n, path + "&sort=up", canonical=path)


def test_two_links_with_one_form_are_one_page_and_the_first_owns_it() -> None:
    site = Site()
    links = {10: "/item?id=50", 11: "/item?id=50&sort=up", 12: "/item?id=51&sort=up"}
    assert {t: c.owner for t, c in site.claims(links).items()} == {10: 10, 11: 11, 12: 12}
    site = Site()
    site.teach()
    assert {t: c.owner for t, c in site.claims(links).items()} == {10: 10, 11: 10, 12: 12}
    assert site.claims(links) == {}  # nothing is looked up twice by the same rules


@pytest.mark.parametrize("turns_pages", [True, False])
@pytest.mark.parametrize(
    ("shown", "is_known"),
    [
        (["/a", "/b", "/c"], False),  # other things than any page before
        (["/a", "/b"], False),  # too few
        (["/a", "/b", "/c"], True),
        (["/list?f={}&page=7", "/list?f={}&page=8", "/list?f={}&page=9"], False),  # its own pages
    ],
)
def test_further_pages_of_lists_stand_for_themselves_whatever_they_say(
    shown: list[str], *, is_known: bool, turns_pages: bool
) -> None:
    site = Site()
    for n in range(20):
        site.patterns.learn([f"{BASE}/list?f={n}", f"{BASE}/list?f={n}&page=2"])
    for n in range(5):
        first = f"/list?f={n}"
        site.fetched(100 + n, first)
        links = [
            Offered(row, 1000 + 10 * n + row, BASE + path.format(n), not is_known, False)
            for row, path in enumerate(shown)
        ]
        further = f"{first}&page=2"
        site.fetched(
            200 + n, further, canonical=first, new=10, links=links, turns_pages=turns_pages
        )
    owner = site.claims({10: "/list?f=9", 11: "/list?f=9&page=2"})[11].owner
    is_list = turns_pages and shown == ["/a", "/b", "/c"] and not is_known
    assert owner == (11 if is_list else 10)


def test_nothing_is_foretold_where_that_is_switched_off() -> None:
    site = Site(AdaptiveSettings(use_duplicates=False))
    site.teach()
    assert site.claims({10: "/item?id=50", 11: "/item?id=50&sort=up"}) == {}
    assert site.waiting.pattern[10] != site.waiting.pattern[11]  # but patterns are told apart


def test_waiting_links_are_looked_up_again_when_more_is_known() -> None:
    site = Site()
    links = {10: "/item?id=50", 11: "/item?id=50&sort=up"}
    site.claims(links)
    site.put(links)
    assert site.spellings.review(site.patterns, site.arcs, site.waiting) == {}
    site.teach()
    found = site.spellings.review(site.patterns, site.arcs, site.waiting)
    assert found[11].owner == 10


def test_outdated_spellings_are_looked_for_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_LOOKED_THROUGH", 1000)
    site = Site()
    links = {10: "/item?id=50&sort=up", 1500: "/item?id=51&sort=up"}
    site.claims(links)
    site.put(links)
    for target in links:
        key = site.arcs.keys[site.waiting.arc[target]]._replace(is_other_spelling=True)
        site.waiting.arc[target] = site.arcs.make(key, 1.0)
        site.waiting.version[target] = 0
    rounds = [set(site.spellings.review(site.patterns, site.arcs, site.waiting)) for _ in range(4)]
    assert rounds == [{10}, {1500}, set(), set()]


def test_a_fetched_page_owns_its_form_and_demotes_who_waited_for_it() -> None:
    site = Site()
    site.claims({10: "/item?id=50"})
    site.put({10: "/item?id=50"})
    assert site.fetched(11, "/p/x", canonical="/item?id=50") == Changed(10, None)
    assert site.fetched(12, "/p/y") == Changed(None, None)


def test_a_page_with_another_text_is_not_what_it_declares() -> None:
    site = Site()
    site.fetched(10, "/item?id=50")
    assert site.fetched(11, "/p/x", canonical="/item?id=50", new=GRAMS) == Changed(None, None)
    assert site.fetched(12, "/p/y", canonical="/item?id=50", new=0) == Changed(10, None)


def test_one_text_is_one_page_if_it_is_long() -> None:
    long, short = "some words that are many " * 80, "sorry"
    site = Site()
    for text, first, second in ((long, 10, 11), (short, 20, 21)):
        site.fetched(first, f"/p/{first}", text=text)
        changed = site.fetched(second, f"/q/{second}", text=text, new=0)
        assert changed.demoted == (first if text is long else None)


def test_when_a_page_cannot_be_had_its_rival_gets_its_turn() -> None:
    site = Site()
    site.teach()
    links = {10: "/item?id=50", 11: "/item?id=50&sort=up"}
    site.spellings.deny(site.claims(links)[11], 11)
    state = json.loads(json.dumps(site.spellings.save()))
    restored = Site()
    restored.spellings.restore(state)
    for each in (site, restored):
        assert each.failed(10, "/item?id=50") == Changed(None, 11)
        assert each.failed(10, "/item?id=50") == Changed(None, None)
        assert each.claims({12: "/item?id=50&sort=up"})[12].owner == 11


@pytest.mark.parametrize("waits", [True, False])
@pytest.mark.parametrize("told", ["/item?id=50&page=2", "/item?id=50", ""])
def test_what_a_page_was_wrongly_foretold_to_stand_for_is_yet_to_be_had(
    told: str, waits: bool
) -> None:
    site = Site()
    site.teach()
    claims = site.claims({11: "/item?id=50&sort=up", 12: "/item?id=50"})
    assert claims[12].owner == 11
    if waits:
        site.spellings.deny(claims[12], 12)
    is_wrong = told.endswith("page=2")
    changed = site.fetched(11, "/item?id=50&sort=up", canonical=told)
    assert changed == Changed(None, 12 if is_wrong and waits else None)
    owner = site.claims({13: "/item?id=50"})[13].owner
    assert owner == (11 if not is_wrong else 12 if waits else 13)


def test_what_is_found_after_a_page_could_not_be_had_stands_for_itself() -> None:
    site = Site()
    site.teach()
    site.claims({10: "/item?id=50"})
    assert site.failed(10, "/item?id=50") == Changed(None, None)
    assert site.claims({11: "/item?id=50&sort=up"})[11].owner == 11


def test_where_a_redirect_leads_is_the_page_that_it_stood_for() -> None:
    site = Site()
    site.teach()
    links = {10: "/item?id=50&sort=up", 11: "/item?id=50"}
    assert site.claims(links)[11].owner == 10
    target = Offered(-1, 11, BASE + "/item?id=50", False, False)
    there = Visit(10, BASE + links[10], 301, 0, "", Verdict.DUPLICATE, None, [target])
    assert site._taken_in(there, 0) == Changed(None, 11)
    assert site.claims({12: "/item?id=50&sort=up"})[12].owner == 11
    # A redirect to a page in hand changes nothing.
    site.fetched(11, links[11])
    other = Visit(13, BASE + "/item?id=50&sort=up", 301, 0, "", Verdict.DUPLICATE, None, [target])
    assert site._taken_in(other, 0) == Changed(None, None)


@pytest.mark.parametrize("ask", ["next=/items/{}/", "lang=en&to=%2Fitems%2F{}%2F%3Fa%3D1"])
def test_a_redirect_to_a_wall_is_no_other_url_of_the_page(ask: str) -> None:
    site = Site()
    for number in range(5):
        path = f"/items/{number}/"
        wall = f"{BASE}/login/?" + ask.format(number)
        target = Offered(-1, 100 + number, wall, True, False)
        visit = Visit(number + 1, BASE + path, 302, 0, "", Verdict.DUPLICATE, None, [target])
        site._taken_in(visit, 0)
    links = {50: "/items/50/", 51: "/items/51/"}
    found = site.claims(links)
    assert {found[target].pattern for target in links} == {site.waiting.pattern[50]}


def test_only_a_target_that_is_told_the_whole_url_leads_back() -> None:
    assert leads_back(
        BASE + "/login?next=http%3A%2F%2Fsite.test%2Fitems%2F5%2F", BASE + "/items/5/"
    )
    assert not leads_back(BASE + "/index?route=/start/", BASE + "/")
    assert not leads_back(BASE + "/list?in=/items/", BASE + "/items/5/")
    assert not leads_back(BASE + "/items/5/", BASE + "/items/5/?sort=up")


def test_state_survives_json() -> None:
    site, restored = Site(), Site()
    site.teach()
    site.fetched(10, "/p/10", text="some words that are many " * 80)
    restored.spellings.restore(json.loads(json.dumps(site.spellings.save())))
    assert restored.spellings.save() == site.spellings.save()
    links = {50: "/item?id=50", 51: "/item?id=50&sort=up", 52: "/item?id=3"}
    assert restored.claims(links) == site.claims(links)


def test_a_thread_that_its_messages_name_is_no_other_spelling_of_one() -> None:
    site = Site()
    thread = Offered(0, 500, f"{BASE}/show?thread=7", False, False)
    other = Offered(0, 501, f"{BASE}/show?thread=8", False, False)
    for page in range(3):
        site.fetched(page + 1, f"/message?id={page}", canonical="/show?thread=7", links=[thread])
        if page == 0:
            assert site.claims({500: "/show?thread=7"})[500].owner != 500
    assert site.claims({500: "/show?thread=7"})[500].owner == 500
    site.fetched(9, "/message?id=9", canonical="/show?thread=8", links=[other])
    assert site.claims({501: "/show?thread=8"})[501].owner == 501
