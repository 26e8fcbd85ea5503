"""Sitemaps and feeds as pages whose links are what they list."""

import asyncio
import gzip
from collections.abc import Callable
from typing import Any

import pytest

from periplus.change.listed_dates import MOST_ENTRIES
from periplus.crawl.list_reader import ListReader, reads_lists, with_lists
from periplus.crawl.reader import PageReader
from periplus.crawl.run import crawl_in_memory
from periplus.crawl.settings import make_settings
from periplus.exchange import Request, Response
from periplus.limits import DEFAULT_LIMITS
from periplus.page.view import PageView, Stage
from periplus.plan.adaptive.making import make_adaptive
from periplus.plan.adaptive.numbers import numbers_of_links
from periplus.plan.orders import BreadthFirst
from unit.crawl.samples import ORIGIN, START, ScriptedFetcher, page, response, robots, site

READER = ListReader(PageReader(Stage.ALL, DEFAULT_LIMITS), DEFAULT_LIMITS)
XML = "application/xml"


def sitemap(*paths: str, dates: tuple[str, ...] = ()) -> bytes:
    shown = [*dates, *[""] * (len(paths) - len(dates))]
    rows = (
        f"<url><loc>{ORIGIN}{path}</loc>{f'<lastmod>{date}</lastmod>' if date else ''}</url>"
        for path, date in zip(paths, shown, strict=True)
    )
    return f'<?xml version="1.0"?><urlset>{"".join(rows)}</urlset>'.encode()


def index(*paths: str) -> bytes:
    rows = (f"<sitemap><loc>{ORIGIN}{path}</loc></sitemap>" for path in paths)
    return f"<sitemapindex>{''.join(rows)}</sitemapindex>".encode()


def view_of(body: bytes, path: str = "/sitemap.xml", media_type: str = XML) -> PageView:
    view = READER.read(response(path, body, media_type=media_type)).view
    assert view is not None
    return view


def test_what_a_sitemap_lists_are_links_with_their_dates_as_numbers() -> None:
    view = view_of(sitemap("/a", "/b", "/c", dates=("2026-01-01", "2026-01-11")))
    assert view.links.urls == [ORIGIN + "/a", ORIGIN + "/b", ORIGIN + "/c"]
    assert {link.label for link in view.links} == {"sitemap/url"}
    assert numbers_of_links(view, range(3)) == {0: {0: 0.0}, 1: {0: 10.0}}
    assert view.words is None


def test_feeds_and_indexes_have_places_of_their_own() -> None:
    feed = view_of(b"<rss><item><link>/new</link></item></rss>", "/feed", "application/rss+xml")
    assert [link.label for link in feed.links] == ["feed/entry"]
    assert feed.links.urls == [ORIGIN + "/new"]
    assert [link.label for link in view_of(index("/1.xml")).links] == ["sitemapindex/sitemap"]


def test_sitemaps_are_read_that_are_gzip_files() -> None:
    packed = gzip.compress(sitemap("/a"))
    assert view_of(packed, "/sitemap.xml.gz", "application/x-gzip").links.urls == [ORIGIN + "/a"]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\x1f\x8b broken",
        b"<urlset><url><loc>javascript:alert(1)</loc></url></urlset>",
        b"<url><loc>" * 10_000,
        b'<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><urlset><url><loc>&b;</urlset>',
        gzip.compress(b"\0" * 10_000_000),
    ],
)
def test_what_lists_nothing_is_no_page(body: bytes) -> None:
    assert READER.read(response("/sitemap.xml", body, media_type=XML)).view is None


def test_no_more_is_read_than_the_protocol_allows() -> None:
    view = view_of(sitemap(*(f"/{n}" for n in range(MOST_ENTRIES + 5))))
    assert len(view.links) == MOST_ENTRIES


def test_only_those_who_ask_are_given_lists() -> None:
    reader = PageReader(Stage.LINKS, DEFAULT_LIMITS)
    assert with_lists(reader, BreadthFirst(), DEFAULT_LIMITS) is reader
    assert isinstance(with_lists(reader, make_adaptive(0), DEFAULT_LIMITS), ListReader)
    assert not reads_lists(make_adaptive(0, {"sitemaps": False}))


def crawled(fetcher: Any, requests: int = 300, **options: Any) -> list[str]:
    settings = make_settings({"urls": (START,), "delay": 0.0, "max_requests": requests})
    _, store = asyncio.run(crawl_in_memory(settings, fetcher, make_adaptive(0, options)))
    store.close()
    return [url.removeprefix(ORIGIN) for url in fetcher.asked]


def article(path: str) -> Response:
    word = "w" + path.strip("/").replace("/", "")
    return page(path, "/", text=" ".join(f"{word}a{n}" for n in range(50)))


def test_pages_are_found_that_only_a_sitemap_tells_of() -> None:
    hidden = [f"/post/{n}" for n in range(40)]
    answers = site(page("/", "/post/0", "/about"), page("/about", "/"), *map(article, hidden))
    answers[ORIGIN + "/robots.txt"] = robots(
        f"Sitemap: {ORIGIN}/index.xml\nSitemap: http://elsewhere.test/s.xml"
    )
    for path, body in (
        ("/index.xml", index("/1.xml", "/2.xml.gz")),
        ("/1.xml", sitemap(*hidden[:20], "http://elsewhere.test/x")),
        ("/2.xml.gz", gzip.compress(sitemap(*hidden[20:]))),
    ):
        answers[ORIGIN + path] = response(path, body, media_type=XML)
    asked = crawled(ScriptedFetcher(answers))
    assert asked[:3] == ["/robots.txt", "/", "/index.xml"]
    assert asked[3] in ("/1.xml", "/2.xml.gz")
    assert set(hidden) <= set(asked)
    assert not any("elsewhere" in url for url in asked)
    without = crawled(ScriptedFetcher(answers), sitemaps=False)
    assert not any(path.endswith((".xml", ".gz")) for path in without)
    assert len(set(hidden) & set(without)) == 1


class Endless:
    """Names of sitemaps without end, each of which lists pages made by `make` (a `Fetcher`)."""

    def __init__(self, make: Callable[[str], Response], listed: int) -> None:
        self._make = make
        self._listed = listed
        self.asked: list[str] = []

    async def fetch(self, request: Request) -> Response:
        self.asked.append(request.url)
        path = request.url.removeprefix(ORIGIN)
        if path == "/robots.txt":
            return robots(f"Sitemap: {ORIGIN}/map/0.xml")
        if path.endswith(".xml"):
            number = int(path.strip("/map.xl"))
            names = [f"/map/{2 * number + k}.xml" for k in (1, 2)]
            pages = [f"/p/{number}x{n}" for n in range(self._listed)]
            body = sitemap(*pages) + index(*names)
            return response(path, body, media_type=XML)
        if path == "/" or path.startswith("/real"):
            return page(path, *(f"/real/{n}" for n in range(40)), text=path * 30)
        return self._make(path)

    async def close(self) -> None:
        """Nothing to close."""


def test_sitemaps_without_end_that_list_nothing_of_worth_cost_little() -> None:
    asked = crawled(Endless(lambda path: response(path, status=404), 100))
    assert sum(path.endswith(".xml") for path in asked) <= 20
    assert sum(path.startswith("/p/") for path in asked) <= 30


def test_no_further_sitemap_is_asked_for_while_enough_waits() -> None:
    asked = crawled(Endless(article, 20_000), 100)
    assert sum(path.endswith(".xml") for path in asked) <= 6
    assert sum(path.startswith("/p/") for path in asked) > 60
