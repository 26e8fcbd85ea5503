"""What periplus find does before the crawl."""

from pathlib import Path

import pytest

from periplus.crawl.examples import Example
from periplus.crawl.settings import Secrets, make_settings
from periplus.errors import ConfigError
from periplus.find.command import Search, read_examples, search_sites
from unit.find.little_web import little_web

PAGE = Example("saved.html", "", b"<html><body><h1 class=x>camera zoom lens</h1></body></html>")
QUICK = {"delay": 0.0, "allow_private": True, "iterations": 3}


def test_there_must_be_an_example() -> None:
    with pytest.raises(ConfigError, match="no example"):
        read_examples([])
    assert read_examples(["https://a.test/1"])[0].url == "https://a.test/1"


def test_accepted_pages_of_the_best_sites_are_where_to_begin() -> None:
    notes: list[str] = []
    with little_web(20) as web:
        examples = [Example("u", f"{web.base}/item/1"), Example("v", f"{web.base}/item/2")]
        found = search_sites(
            Search(f"searxng:{web.base}", 2),
            examples,
            make_settings(QUICK),
            Secrets(),
            notes.append,
        )
    assert found
    assert all(f"{web.base}/item/" in url for url in found)
    assert "1 sites" in notes[-1]


def test_an_engine_that_leads_nowhere_is_said_so() -> None:
    with little_web(20) as web:
        given = ([PAGE], make_settings({**QUICK, "accept": "css:video"}), Secrets(), str)
        with pytest.raises(ConfigError, match="led to was accepted"):
            search_sites(Search(f"searxng:{web.base}", 2), *given)
        with pytest.raises(ConfigError, match="HTTP 404"):
            search_sites(Search(f"searxng:{web.base}/absent/", 2), *given)
        wordless = [Example("w", "", b"<html><body><p>1 2 3</p></body></html>")]
        with pytest.raises(ConfigError, match="no words"):
            search_sites(Search(f"searxng:{web.base}", 2), wordless, *given[1:])


def test_layouts_say_nothing_about_other_sites(tmp_path: Path) -> None:
    with little_web(3) as web, pytest.raises(ConfigError, match="layouts differ"):
        search_sites(
            Search(f"searxng:{web.base}", 1),
            [PAGE],
            make_settings({**QUICK, "accept": "examples"}),
            Secrets(),
            str,
        )
