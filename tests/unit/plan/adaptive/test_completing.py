"""Lists that were begun are completed."""

import json

from periplus.page.read import read_page
from periplus.plan.adaptive.completing import Completion
from periplus.plan.strategy import Offered, Verdict, Visit

SITE = "http://site.test"


class Site:
    """URL ids by path, and pages with pagers."""

    def __init__(self) -> None:
        self.ids: dict[str, int] = {}
        self.fetched: set[str] = set()
        self.completion = Completion()

    def id(self, path: str) -> int:
        return self.ids.setdefault(path, len(self.ids) + 1)

    def page(self, path: str, anchors: dict[str, str], *, is_copy: bool = False) -> None:
        self.fetched.add(path)
        body = "<title>Hens</title>" + "".join(
            f'<p><a href="{url}">{text}</a>' for text, url in anchors.items()
        )
        view = read_page(body.encode(), SITE + path, charset="utf-8")
        links = [
            Offered(row, self.id(path), SITE + path, True, path in self.fetched)
            for row, path in enumerate(url.removeprefix(SITE) for url in view.links.urls)
        ]
        verdict = Verdict.DUPLICATE if is_copy else Verdict.VALUABLE
        self.completion.take_in(Visit(self.id(path), SITE + path, 200, 0, "", verdict, view, links))

    def thread(self, base: str, number: int, last: int, *, is_copy: bool = False) -> None:
        def url(page: int) -> str:
            return base if page == 1 else f"{base}&p={page}"

        pages = {1, 2, number - 1, number + 1, last} - {0, number, last + 1}
        self.page(url(number), {str(p): url(p) for p in sorted(pages)}, is_copy=is_copy)

    def due(self, pages: int = 1_000, barred: tuple[str, ...] = ()) -> set[str]:
        paths = {number: path for path, number in self.ids.items()}
        found = self.completion.begin(pages, [self.id(path) for path in barred])
        return {paths[target] for target in found}


def test_the_missing_pages_of_a_thread_are_asked_for_and_then_those_beyond() -> None:
    site = Site()
    for thread in (1, 2):
        site.thread(f"/t?id={thread}", 1, 5)
    assert site.due() == {f"/t?id={n}&p={p}" for n in (1, 2) for p in (2, 5)}
    assert not site.completion.is_done
    for thread in (1, 2):
        for number in (2, 5):
            site.thread(f"/t?id={thread}", number, 5, is_copy=True)
    assert site.due() == {f"/t?id={n}&p={p}" for n in (1, 2) for p in (3, 4)}
    for thread in (1, 2):
        for number in (3, 4):
            site.thread(f"/t?id={thread}", number, 5, is_copy=True)
    assert site.due() == set()
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
    assert site.due() == {"/t?id=1&p=2", "/t?id=1&p=3", "/t?id=2", "/t?id=2&p=3"}


def test_there_is_a_budget() -> None:
    site = Site()
    for thread in range(200):
        site.thread(f"/t?id={thread}", 1, 2)
    assert len(site.due(pages=100)) == 20


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
    other = Completion()
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
    assert site.due() == {f"/t?id={n}&p={p}" for n in (1, 2) for p in (2, 3)}
