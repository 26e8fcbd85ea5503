"""Engines by name."""

from pathlib import Path

import pytest

from periplus.errors import ConfigError
from periplus.find.json_engines import Brave, Google, MediaWiki, SearXng
from periplus.find.making import make_engine
from periplus.find.opensearch import OpenSearch
from unit.find.answers import Asked

KEYS = {"BRAVE_API_KEY": "b", "GOOGLE_API_KEY": "g", "GOOGLE_SEARCH_ENGINE": "e"}


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("searxng:https://s.test/", SearXng),
        ("opensearch:https://s.test/d.xml", OpenSearch),
        ("mediawiki:https://s.test/api.php", MediaWiki),
        ("brave", Brave),
        ("google", Google),
        ("brave:http://127.0.0.1:1/", Brave),
    ],
)
def test_names_make_engines(name: str, kind: type) -> None:
    assert isinstance(make_engine(name, Asked(), KEYS), kind)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("altavista", "unknown search engine"),
        ("searxng", "needs an address"),
        ("searxng:not an address", "needs an address"),
        ("brave", "BRAVE_API_KEY"),
        ("google", "GOOGLE_API_KEY"),
        ("archive:", "archive:JOB"),
    ],
)
def test_what_is_missing_is_said(name: str, said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        make_engine(name, Asked(), {})


def test_a_directory_without_a_crawl_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no crawl"):
        make_engine(f"archive:{tmp_path}", Asked(), {})


def test_a_key_that_could_break_a_header_is_refused_without_showing_it() -> None:
    with pytest.raises(ConfigError) as caught:
        make_engine("brave", Asked(), {"BRAVE_API_KEY": "se\ncret"})
    assert "cret" not in str(caught.value)
