"""Asking engines and fetching what they name."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from periplus.crawl.settings import make_settings
from periplus.fetch.http import FetchSettings, HttpFetcher
from periplus.find import asking
from periplus.find.asking import EngineClient, PageFetcher
from periplus.find.engine import EngineFailed
from unit.find.web import Answer, served


def with_fetcher(work: Callable[[HttpFetcher], Coroutine[Any, Any, Any]]) -> Any:
    async def main() -> Any:
        fetcher = HttpFetcher(FetchSettings(user_agent="Test/1", allow_private=True))
        try:
            return await work(fetcher)
        finally:
            await fetcher.close()

    return asyncio.run(main())


def test_rate_limits_are_waited_for() -> None:
    answers = iter([429, 503, 200])

    def handler(path: str, query: dict[str, str], headers: dict[str, str]) -> Answer:
        return next(answers), "application/json", b"{}", {"Retry-After": "0"}

    with served(handler) as web:
        response = with_fetcher(lambda fetcher: EngineClient(fetcher, 0.0)(web.base + "/s?q=x"))
    assert response.body == b"{}"
    assert len(web.asked) == 3


@pytest.mark.parametrize(
    ("status", "more", "said"),
    [
        (429, {"Retry-After": "9000"}, "limits how often"),
        (403, {}, "check the key"),
        (404, {}, "check its address"),
        (500, {}, "HTTP 500"),
    ],
)
def test_refusals_are_said_without_the_query(status: int, more: dict[str, str], said: str) -> None:
    def handler(path: str, query: dict[str, str], headers: dict[str, str]) -> Answer:
        return status, "text/html", b"no", more

    with served(handler) as web, pytest.raises(EngineFailed, match=said) as caught:
        with_fetcher(lambda fetcher: EngineClient(fetcher, 0.0)(web.base + "/s?key=secret"))
    assert "secret" not in str(caught.value)


def test_an_engine_that_is_not_there_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "_FIRST_WAIT", 0.0)
    with pytest.raises(EngineFailed, match="cannot be reached") as caught:
        with_fetcher(lambda fetcher: EngineClient(fetcher, 0.0)("http://127.0.0.1:1/?key=secret"))
    assert "secret" not in str(caught.value)


def test_listed_pages_are_fetched_once_with_redirects_and_robots() -> None:
    def handler(path: str, query: dict[str, str], headers: dict[str, str]) -> Answer:
        if path == "/robots.txt":
            return 200, "text/plain", b"User-agent: *\nDisallow: /closed", {}
        if path == "/old":
            return 302, "text/html", b"", {"Location": "/new"}
        body = f"<html><body><p>{path}</p><a href='/more'>more</a></body></html>"
        return 200, "text/html", body.encode(), {}

    async def work(fetcher: HttpFetcher) -> list[str]:
        settings = make_settings({"delay": 0.0, "allow_private": True})
        pages = PageFetcher(fetcher, settings)
        first = await pages.pages([f"{web.base}/{name}" for name in ("a", "old", "closed")])
        second = await pages.pages([f"{web.base}/{name}" for name in ("a", "b")])
        assert pages.requests == len(web.asked)
        pages.close()
        return [page.url.removeprefix(web.base) for page in (*first, *second)]

    with served(handler) as web:
        assert sorted(with_fetcher(work)) == ["/a", "/b", "/new"]
    assert web.asked.count("/robots.txt") == 1
    assert "/closed" not in web.asked
    assert "/more" not in web.asked
