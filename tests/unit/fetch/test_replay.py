import asyncio
from pathlib import Path

import pytest

from periplus.exchange import Purpose, Request, Response
from periplus.fetch.mirror import Mirror
from periplus.fetch.mirror_views import open_views
from periplus.fetch.replay import ReplayFetcher, ViewSource
from periplus.page.view import Stage
from unit.bench.sites import START, forum


@pytest.fixture
def mirror(tmp_path: Path) -> Mirror:
    return Mirror(forum(tmp_path / "forum"), tmp_path / "cache")


def ask(fetcher: ReplayFetcher, url: str, purpose: Purpose = Purpose.PAGE) -> Response:
    return asyncio.run(fetcher.fetch(Request(url, purpose)))


def test_answers_as_recorded(mirror: Mirror) -> None:
    fetcher = ReplayFetcher(mirror)
    found = ask(fetcher, START + "t1")
    assert (found.status, found.url, found.is_html) == (200, START + "t1", True)
    assert b"one two three" in found.body
    assert int(found.header("content-length")) == len(found.body)
    moved = ask(fetcher, START + "old")
    assert (moved.status, moved.header("location"), moved.is_redirect) == (302, "/t1", True)
    assert ask(fetcher, START + "gone").status == 404
    assert found.request_head == b"GET /t1 HTTP/1.1\r\nHost: site.test\r\n\r\n"


def test_unknown_urls_and_robots_are_not_found(mirror: Mirror) -> None:
    fetcher = ReplayFetcher(mirror)
    assert ask(fetcher, START + "never-seen").status == 404
    assert ask(fetcher, START + "robots.txt", Purpose.ROBOTS).status == 404
    assert ask(fetcher, "http://elsewhere.test/t1").status == 404


def test_other_spellings_find_the_page(mirror: Mirror) -> None:
    fetcher = ReplayFetcher(mirror)
    assert ask(fetcher, START + "%74%31").status == 200


def test_every_request_is_noted_in_order(mirror: Mirror) -> None:
    fetcher = ReplayFetcher(mirror)
    for path, purpose in (
        ("robots.txt", Purpose.ROBOTS),
        ("t1", Purpose.PAGE),
        ("t1", Purpose.PAGE),
    ):
        ask(fetcher, START + path, purpose)
    assert [(asked.url, asked.status, asked.purpose) for asked in fetcher.asked] == [
        (START + "robots.txt", 404, Purpose.ROBOTS),
        (START + "t1", 200, Purpose.PAGE),
        (START + "t1", 200, Purpose.PAGE),
    ]


def test_views_come_from_the_shelf(mirror: Mirror) -> None:
    fetcher = ReplayFetcher(mirror, open_views(mirror))
    assert isinstance(fetcher, ViewSource)
    view = fetcher.view_of(ask(fetcher, START + "t1"), Stage.ALL)
    assert view is not None
    assert view.url == START + "t1"
    assert view.links.urls == [START + "t1?p=2", "http://elsewhere.test/x"]
    assert view.words is not None
    assert view.structure is not None


def test_no_view_where_the_body_has_to_be_read(mirror: Mirror) -> None:
    fetcher = ReplayFetcher(mirror, open_views(mirror))
    assert fetcher.view_of(ask(fetcher, START + "old"), Stage.LINKS) is None
    assert fetcher.view_of(ask(fetcher, START + "unknown"), Stage.LINKS) is None
    assert fetcher.view_of(ask(fetcher, START + "%74%31"), Stage.LINKS) is None
    without = ReplayFetcher(mirror)
    assert without.view_of(ask(without, START + "t1"), Stage.LINKS) is None


def test_views_are_read_once(mirror: Mirror, monkeypatch: pytest.MonkeyPatch) -> None:
    open_views(mirror).close()
    monkeypatch.setattr("periplus.fetch.mirror_views.read_page", None)
    shelf = open_views(mirror)
    assert shelf.view(0, Stage.LINKS) is not None
