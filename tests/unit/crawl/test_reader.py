"""Reading responses: codings, charsets, what has no page in it."""

import gzip

import pytest

from periplus.crawl.events import Reading
from periplus.crawl.reader import CachedReader, PageReader
from periplus.exchange import Response
from periplus.limits import DEFAULT_LIMITS, Limits
from periplus.page.view import PageView, Stage
from unit.crawl.samples import ORIGIN, page, redirect, response

READER = PageReader(Stage.LINKS, DEFAULT_LIMITS)


def test_a_page_is_read_with_its_links() -> None:
    view = READER.read(page("/", "/a", "b")).view
    assert view is not None
    assert view.links.urls == [ORIGIN + "/a", ORIGIN + "/b"]
    assert view.words is None  # nobody asked for words


def test_content_codings_are_undone_and_the_charset_is_found() -> None:
    body = gzip.compress("<title>größer</title><p>x".encode("iso-8859-1"))
    answer = response(
        "/", body, media_type="text/html; charset=iso-8859-1", content_encoding="gzip"
    )
    reading = READER.read(answer)
    assert reading.view is not None
    assert reading.view.title == "größer"
    assert reading.charset == "windows-1252"
    assert reading.note == ""


@pytest.mark.parametrize(
    ("told", "unindexed"),
    [
        ("noindex", True),
        ("nofollow, NOINDEX", True),
        ("none", True),
        ("nofollow", False),
        ("somebot: noindex", False),
        ("somebot: nofollow, noindex", False),
    ],
)
def test_a_header_may_keep_a_page_out_of_indexes(told: str, unindexed: bool) -> None:
    answer = response("/", b"<p>text", x_robots_tag=told)
    view = READER.read(answer).view
    assert view is not None
    assert view.noindex is unindexed
    known = READER.read(response("/", b"<p>text")).view
    assert known is not None
    cached = CachedReader(Source(known), Stage.LINKS, READER).read(answer).view
    assert cached is not None
    assert cached.noindex is unindexed


@pytest.mark.parametrize(
    "answer",
    [
        response("/empty", b""),
        response("/image", b"\x89PNG", media_type="image/png"),
        response("/text", b"<a href=/x>", media_type="text/plain"),
        redirect("/old", "/new"),
    ],
)
def test_what_is_no_page_is_not_parsed(answer: Response) -> None:
    assert READER.read(answer) == Reading()


def test_a_bomb_is_read_up_to_the_limit_and_that_is_noted() -> None:
    limits = Limits(decoded_bytes=10_000, decode_ratio_from_bytes=10_000)
    body = gzip.compress(b"<p>" + b"a" * 1_000_000)
    reading = PageReader(Stage.LINKS, limits).read(response("/", body, content_encoding="gzip"))
    assert reading.view is not None
    assert reading.view.bytes <= 10_000
    assert reading.note


def test_a_body_that_is_not_what_it_says_is_survived() -> None:
    reading = READER.read(response("/", b"\x00\x01not gzip", content_encoding="gzip"))
    assert reading.note or reading.view is not None


class Source:
    """Has read one page before."""

    def __init__(self, view: PageView) -> None:
        self.view = view

    def view_of(self, response: Response, stages: Stage) -> PageView | None:
        return self.view if response.url == self.view.url else None


def test_views_that_are_known_are_not_read_again() -> None:
    known = READER.read(page("/known", "/a")).view
    assert known is not None
    cached = CachedReader(Source(known), Stage.LINKS, READER)
    assert cached.read(response("/known", b"anything")).view is known
    other = cached.read(page("/other", "/b")).view
    assert other is not None
    assert other.links.urls == [ORIGIN + "/b"]
    assert cached.read(redirect("/known", "/x")) == Reading()
