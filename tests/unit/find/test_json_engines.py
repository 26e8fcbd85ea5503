"""Engines that answer with JSON."""

import asyncio

import pytest

from periplus.find.engine import EngineFailed, Found
from periplus.find.json_engines import Brave, Google, MediaWiki, SearXng
from unit.find.answers import Asked

A, B = "http://a.test/1", "http://b.test/2"


def test_searxng() -> None:
    ask = Asked({"results": [{"url": A}, {"url": B}], "number_of_results": 900})
    assert asyncio.run(SearXng(ask, "http://s.test").search("zoom lens")) == Found((A, B), 900)
    assert ask.urls == ["http://s.test/search?q=zoom+lens&format=json"]


def test_mediawiki_gives_addresses_for_titles() -> None:
    found = {"query": {"searchinfo": {"totalhits": 41}, "search": [{"title": "One"}]}}
    pages = {"query": {"pages": {"7": {"title": "One", "fullurl": A}}}}
    ask = Asked(found, pages)
    assert asyncio.run(MediaWiki(ask, "http://w.test/api.php").search("one")) == Found((A,), 41)
    assert "srsearch=one" in ask.urls[0]
    assert "inprop=url" in ask.urls[1]


def test_mediawiki_without_results_asks_once() -> None:
    ask = Asked({"query": {"search": []}})
    assert asyncio.run(MediaWiki(ask, "http://w.test/api.php").search("one")) == Found((), 0)
    with pytest.raises(EngineFailed, match=r"api.php"):
        asyncio.run(MediaWiki(Asked({"error": {}}), "http://w.test/").search("one"))


def test_brave_gets_its_key_in_a_header() -> None:
    ask = Asked({"web": {"results": [{"url": A}]}}, {})
    engine = Brave(ask, "my-key")
    assert asyncio.run(engine.search("zoom")) == Found((A,), 1)
    assert ("X-Subscription-Token", "my-key") in ask.headers[0]
    assert "my-key" not in ask.urls[0]
    assert asyncio.run(engine.search("zoom")) == Found((), 0)


def test_google_counts_hits() -> None:
    ask = Asked({"items": [{"link": A}], "searchInformation": {"totalResults": "77"}})
    assert asyncio.run(Google(ask, "k", "cx").search("zoom")) == Found((A,), 77)
    assert "cx=cx" in ask.urls[0]


@pytest.mark.parametrize("body", [b"<html>", {"results": 3}, [1]])
def test_nonsense_is_a_failure(body: object) -> None:
    with pytest.raises(EngineFailed):
        asyncio.run(SearXng(Asked(body), "http://s.test").search("x"))
