"""Lists that were begun are completed."""

import json

import pytest

from periplus.page.read import read_page
from periplus.plan.adaptive.completing import Completion
from periplus.plan.strategy import Offered, Verdict, Visit
from periplus.site.url_functions import UrlFunctions
from periplus.site.url_patterns import UrlPatterns

SITE = "http://site.test"
UNINDEXED = '<meta name="robots" content="noindex">'


class Site:
    """URL ids by path, and pages with pagers."""

    def __init__(self) -> None:
        self.ids: dict[str, int] = {}
        self.fetched: set[str] = set()
        self.completion = Completion(UrlPatterns())

    def id(self, path: str) -> int:
        return self.ids.setdefault(path, len(self.ids) + 1)

    def page(
        self,
        path: str,
        anchors: dict[str, str],
        *,
        is_copy: bool = False,
        is_barren: bool = False,
        head: str = "",
    ) -> None:
        self.fetched.add(path)
        body = f"{head}<title>Hens</title>" + "".join(
            f'<p><a href="{url}">{text}</a>' for text, url in anchors.items()
        )
        view = read_page(body.encode(), SITE + path, charset="utf-8")
        links = [
            Offered(row, self.id(path), SITE + path, True, path in self.fetched)
            for row, path in enumerate(url.removeprefix(SITE) for url in view.links.urls)
        ]
        verdict = Verdict.DUPLICATE if is_copy else Verdict.VALUABLE
        visit = Visit(self.id(path), SITE + path, 200, 0, "", verdict, view, links)
        self.completion.patterns.learn(offered.url for offered in links)
        self.completion.take_in(visit, is_barren=is_barren)

    def missing(self, path: str) -> None:
        url = SITE + path
        visit = Visit(self.id(path), url, 404, 0, "", Verdict.INVALID, None, [])
        self.completion.take_in(visit, is_barren=True)

    def thread(
        self,
        base: str,
        number: int,
        last: int,
        others: dict[str, str] | None = None,
        *,
        is_copy: bool = False,
        is_barren: bool = False,
    ) -> None:
        def url(page: int) -> str:
            return base if page == 1 else f"{base}&p={page}"

        pages = {1, 2, number - 1, number + 1, last} - {0, number, last + 1}
        anchors = {**(others or {}), **{str(p): url(p) for p in sorted(pages)}}
        self.page(url(number), anchors, is_copy=is_copy, is_barren=is_barren)

    def by_pattern(self, paths: tuple[str, ...]) -> dict[str, dict[int, str]]:
        lists: dict[str, dict[int, str]] = {}
        for path in paths:
            pattern = self.completion.patterns.keys(SITE + path).pattern
            lists.setdefault(pattern, {})[self.id(path)] = SITE + path
        return lists

    def due(
        self,
        pages: int = 1_000,
        barred: tuple[str, ...] = (),
        waiting: tuple[str, ...] = (),
        linked: tuple[str, ...] = (),
        everywhere: tuple[str, ...] = (),
    ) -> set[str]:
        """What is to be fetched, where firsts of lists wait that were never begun."""
        found = self.completion.begin(
            pages,
            [self.id(path) for path in barred],
            self.by_pattern(waiting),
            self.by_pattern(linked),
            [self.id(path) for path in everywhere if path not in self.fetched],
        )
        paths = {number: path for path, number in self.ids.items()}
        return {paths[target] for target in found}


def test_the_missing_pages_of_a_thread_are_asked_for_and_then_those_beyond() -> None:
    site = Site()
    for thread in (1, 2):
        site.thread(f"/t?id={thread}", 1, 5)
    asked = []
    while due := site.due():
        assert not site.completion.is_done
        for path in sorted(due):
            asked.append(path)
            base, _, number = path.partition("&p=")
            site.thread(base, int(number), 5, is_copy=True)
    assert sorted(asked) == sorted(f"/t?id={n}&p={p}" for n in (1, 2) for p in (2, 3, 4, 5))
    # Pages 3 and 4 were announced by others alone.
    assert max(asked.index(f"/t?id={n}&p=2") for n in (1, 2)) < asked.index("/t?id=1&p=3")
    assert site.completion.is_done


def test_copies_and_other_spellings_are_left() -> None:
    site = Site()
    site.thread("/t?id=1", 1, 3)
    site.thread("/t?id=2", 1, 3)
    site.thread("/t?id=3", 1, 3, is_copy=True)
    assert site.due(barred=("/t?id=2&p=2",)) == {"/t?id=1&p=2", "/t?id=1&p=3", "/t?id=2&p=3"}


def test_counts_of_things_found_are_no_pages() -> None:
    site = Site()
    site.thread("/t?id=1", 1, 3)
    site.page("/t?id=2&p=2", {"1": "/t?id=2", "3": "/t?id=2&p=3", "14": "/t?id=2&stars=few"})
    asked = site.due()
    for path in sorted(asked):
        site.page(path, {})
    asked |= site.due()
    assert asked == {"/t?id=1&p=2", "/t?id=1&p=3", "/t?id=2", "/t?id=2&p=3"}


def test_there_is_a_budget() -> None:
    site = Site()
    for thread in range(200):
        site.thread(f"/t?id={thread}", 1, 2)
    asked = 0
    while due := site.due(pages=100):
        asked += len(due)
        for path in due:
            site.page(path, {}, is_copy=True)
    assert asked == 28


def test_lists_whose_further_pages_cannot_be_had_get_few_requests() -> None:
    site = Site()
    for thread in range(30):
        site.thread(f"/t?id={thread}", 1, 2)
    asked = 0
    while due := site.due():
        asked += len(due)
        for path in due:
            site.missing(path)
    assert 1 <= asked <= 6


def test_lists_without_an_end_get_few_requests() -> None:
    site = Site()
    asked = 0
    site.page("/calendar?m=1", {"next": "/calendar?m=2", "title": "/"})
    for month in range(2, 200):
        due = site.due(pages=100)
        if not due:
            break
        asked += len(due)
        site.page(f"/calendar?m={month}", {"next": f"/calendar?m={month + 1}"})
    assert asked <= 6


def test_a_list_that_only_says_next_is_followed_while_it_names_pages_in_hand() -> None:
    site = Site()
    for post in range(40):
        site.page(f"/post-{post}", {"home": "/"})

    def links(number: int) -> dict[str, str]:
        posts = {f"post {p}": f"/post-{p}" for p in range(4 * number, 4 * number + 4)}
        following = f"/hens{number + 1}.html"
        return {"home": "/", "⟩": following, **posts}

    site.page("/hens.html", links(1))
    asked = []
    while due := site.due(pages=1_000):
        asked += sorted(due)
        site.page(asked[-1], links(len(asked) + 1))
    # Page 10 names no post that there is.
    assert asked == [f"/hens{number}.html" for number in range(2, 11)]


def test_what_was_saved_comes_back() -> None:
    site = Site()
    for thread in (1, 2):
        site.thread(f"/t?id={thread}", 1, 3)
    site.due()
    other = Completion(UrlPatterns())
    other.restore(json.loads(json.dumps(site.completion.save())))
    assert other.save() == site.completion.save()
    assert other.has_turns
    assert sorted(other.targets()) == sorted(site.completion.targets())


def test_what_cannot_be_had_does_not_keep_the_crawl_going() -> None:
    site = Site()
    for thread in (1, 2):
        site.thread(f"/t?id={thread}", 1, 3)
    assert site.due()
    for number in range(21):
        assert not site.completion.is_done
        site.page(f"/other/{number}", {})
    assert site.completion.is_done
    assert site.due() == set()


def test_the_next_thread_is_another_one() -> None:
    site = Site()
    for thread in (1, 2):
        base = f"/t?id={thread}"
        site.page(base, {"2": f"{base}&p=2", "3": f"{base}&p=3", "next": f"{base}&go=next"})
    asked = site.due()
    for path in sorted(asked):
        site.page(path, {})
    assert asked | site.due() == {f"/t?id={n}&p={p}" for n in (1, 2) for p in (2, 3)}


def test_lists_that_show_what_is_in_hand_in_another_order_are_left_soon() -> None:
    site = Site()
    site.thread("/posts?by=ada", 1, 2)
    site.thread("/posts?by=bob", 1, 30)
    asked = []
    while due := site.due():
        for path in sorted(due):
            asked.append(path)
            base, _, number = path.partition("&p=")
            site.thread(base, int(number), 30, is_barren=True)
    assert len(asked) <= 5


def test_a_list_whose_pages_name_many_others_is_completed_though_it_brings_nothing() -> None:
    site = Site()
    for post in range(300):
        site.page(f"/post-{post}", {"home": "/"})

    def posts(number: int) -> dict[str, str]:
        return {f"post {p}": f"/post-{p}" for p in range(6 * number, 6 * number + 6)}

    site.thread("/hens?of=all", 1, 2, posts(40))
    site.thread("/hens?of=ada", 1, 30, posts(1))
    asked = set()
    while due := site.due():
        for path in sorted(due):
            asked.add(path)
            base, _, number = path.partition("&p=")
            site.thread(base, int(number), 30, posts(int(number)), is_barren=True)
    assert {f"/hens?of=ada&p={number}" for number in range(2, 31)} <= asked


def site_with_lists(pages: int, topics: int = 26) -> tuple[Site, tuple[str, ...]]:
    """Four lists of a kind are in hand, and others wait."""
    site = Site()
    firsts = tuple(f"/topic/{number}" for number in range(101, 101 + topics))
    site.page("/", {path: path for path in firsts})
    for path in firsts[:4]:
        anchors = {str(n): f"{path}?p={n}" for n in range(2, pages + 1)}
        site.page(path, anchors)
        for number in range(2, pages + 1):
            site.page(f"{path}?p={number}", {})
    return site, firsts[4:]


def test_long_lists_that_were_never_begun_are_begun_where_all_of_them_can_be_had() -> None:
    site, waiting = site_with_lists(pages=8)
    asked = set()
    while due := site.due(pages=2_000, waiting=waiting):
        asked |= due
        for path in due:
            things = {f"A thing {n}": f"/thing?n={n}&of={path}" for n in range(6)}
            first = path.partition("?")[0]
            site.page(path, {**things, **{str(n): f"{first}?p={n}" for n in range(2, 9)}})
            waiting = tuple(other for other in waiting if other != path)
    assert {path for path in asked if "?" not in path} == set(site_with_lists(pages=8)[1])


def test_lists_of_one_page_and_kinds_with_too_many_are_not_begun() -> None:
    site, waiting = site_with_lists(pages=1)
    assert site.due(pages=2_000, waiting=waiting) == set()
    site, waiting = site_with_lists(pages=8)
    assert site.due(pages=100, waiting=waiting) == set()
    assert site.due(pages=2_000, waiting=waiting)


def test_short_lists_that_many_pages_link_to_are_begun_when_all_others_are_complete() -> None:
    site, linked = site_with_lists(pages=3)
    site.thread("/t?id=1", 1, 2)
    assert site.due(pages=2_000, linked=linked) == {"/t?id=1&p=2"}
    site.page("/t?id=1&p=2", {})
    due = site.due(pages=2_000, linked=linked)
    assert due
    assert due <= set(linked)
    assert site_with_lists(pages=3)[0].due(pages=100, linked=linked) == set()  # for want of room


def test_of_long_lists_that_are_too_many_those_are_begun_that_many_pages_link_to() -> None:
    def begun(pages: int, linked: int) -> set[str]:
        site, waiting = site_with_lists(pages=8)
        return site.due(pages=pages, waiting=waiting, linked=waiting[:linked])

    assert begun(60, linked=6) == set()  # there is room for two of the six
    assert begun(150, linked=6) == set(site_with_lists(pages=8)[1][:3])  # three at once
    assert begun(150, linked=12) == set()


def test_page_1_of_a_list_that_is_in_hand_without_a_number_is_the_same() -> None:
    site = Site()
    site.thread("/t?id=1", 1, 3)
    site.page("/t?id=2", {"2": "/t?id=2&p=2", "3": "/t?id=2&p=3"})
    site.page("/t?id=2&p=2", {"1": "/t?id=2&p=1", "3": "/t?id=2&p=3"})
    assert "/t?id=2&p=1" not in site.due()
    assert site.completion.asked


def test_other_views_of_the_pages_of_a_list_are_not_its_pages() -> None:
    """Each page of the list may be sorted otherwise: that is learned from how URLs are made."""
    site = Site()
    pages = ["/list", *(f"/list/page/{n}" for n in range(2, 6))]
    site.completion.patterns = UrlPatterns(UrlFunctions())
    site.completion.patterns.learn(SITE + path for path in pages)
    for number, path in enumerate(pages[:-1], 2):
        site.page(path, {"by age": f"{path}?by=age", str(number): f"/list/page/{number}"})
    site.page("/list?by=age", {"2": "/list/page/2?by=age", "3": "/list/page/3?by=age"})
    assert site.completion.patterns.keys(SITE + "/list/page/3?by=age").function
    assert site.due() == {"/list/page/5"}


def test_links_of_which_many_look_like_next_turn_no_pages() -> None:
    site = Site()
    below = {f"{'>' * n}": f"/dir/{name}/list" for n, name in enumerate("abcde", 1)}
    site.page("/dir/list", {"next": "/dir/list?p=2"})
    site.page("/dir/list?p=2", {"next": "/dir/list?p=3"})
    site.page("/dir/other/list", below)
    assert site.due() == {"/dir/list?p=3"}


def test_what_most_pages_link_to_is_fetched_though_it_is_no_list() -> None:
    site = Site()
    site.page("/", {"news": "/news", "rules": "/rules"})
    assert site.due(everywhere=("/news", "/rules")) == {"/news", "/rules"}
    assert not site.completion.is_of_list(site.id("/news"))
    assert site.completion.is_of_list(site.id("/news?p=2"))
    site.page("/news", {}, is_barren=True)
    site.page("/rules", {}, is_barren=True)
    assert site.completion.is_done


def test_small_pages_come_last_and_within_bounds() -> None:
    site = Site()
    for thread in (1, 2):
        site.thread(f"/t?id={thread}", 1, 5)
    small = [site.id(f"/u?id={n}") for n in range(40)]
    asked: list[str] = []
    while due := site.completion.begin(100, [], {}, {}, [], small):
        paths = {number: path for path, number in site.ids.items()}
        for target in sorted(due):
            path = paths[target]
            asked.append(path)
            assert site.completion.is_small(target) == path.startswith("/u")
            assert site.completion.is_of_list(target) == path.startswith("/t")
            base, _, number = path.partition("&p=")
            if number:
                site.thread(base, int(number), 5, is_copy=True)
            else:
                site.page(path, {})
    assert [path[:2] for path in asked] == ["/t"] * 8 + ["/u"] * 15


@pytest.mark.parametrize(("head", "asked"), [("", 3), (UNINDEXED, 0)])
def test_versions_of_a_page_that_are_to_be_in_no_index_are_no_list(head: str, asked: int) -> None:
    site = Site()
    anchors = {str(n): f"/page?version={n}" for n in range(1, 6)}
    for version in (1, 2):
        path = f"/page?version={version}"
        site.page(path, anchors, is_barren=True, head=head)
    assert len(site.due()) == asked
