"""The topic that settings name."""

from pathlib import Path
from typing import Any

import pytest

from periplus.crawl.settings import make_settings
from periplus.crawl.strategies import strategy_for
from periplus.crawl.topics import example_urls, topic_options
from periplus.errors import ConfigError
from periplus.plan.topic.strategy import TopicFirst
from periplus.store import JobStore

PAGE = b"<html lang=de><p>Der Fuchs jagt den Hasen. Ein Fuchs schl\xc3\xa4ft.</p></html>"


def test_words_and_yaml_make_topics(tmp_path: Path) -> None:
    path = tmp_path / "topic.yaml"
    path.write_text("keywords: {fox: 3, wild boar: 1}")
    for given, terms in (("fox, den", ["fox", "den"]), (str(path), ["fox", "wild boar"])):
        options = topic_options(make_settings({"topic": given, "relevance": 0.3}))
        assert list(options["topic"]["keywords"]) == terms
        assert options["topic"]["threshold"] == 0.3


def test_a_topic_means_the_strategy() -> None:
    assert make_settings({"topic": "fox"}).strategy == "topic"
    assert make_settings({"topic_like": "https://a.test/"}).strategy == "topic"
    assert make_settings({"topic": "fox", "strategy": "bfs"}).strategy == "bfs"
    assert make_settings({}).strategy == "adaptive"
    assert isinstance(strategy_for(make_settings({"topic": "fox"})), TopicFirst)


def test_files_are_read_once_and_kept_in_the_job(tmp_path: Path) -> None:
    path, page = tmp_path / "topic.yaml", tmp_path / "page.html"
    path.write_text("keywords: [fox]")
    page.write_bytes(PAGE)
    for settings in (
        make_settings({"topic": str(path)}),
        make_settings({"topic_like": (str(page), "http://a.test/x")}),
    ):
        store = JobStore.create(None)
        first = topic_options(settings, store)
        path.unlink(missing_ok=True)
        assert topic_options(settings, store) == first
        store.close()


def test_examples_are_pages_of_files_or_urls_to_fetch(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_bytes(PAGE)
    settings = make_settings({"topic_like": (str(page), "http://A.test:80/x", "http://a.test/x")})
    assert example_urls(settings) == ("http://a.test/x",)
    [[text, language]] = topic_options(settings)["examples"]
    assert text.startswith("Der Fuchs")
    assert language == "de"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"topic": "missing.yaml"}, "cannot read the topic"),
        ({"topic": "the, of"}, "stop words"),
        ({"topic": "fox", "topic_like": ("http://a.test/",)}, "not both"),
        ({"topic_like": ("missing.html",)}, "cannot read the example"),
        ({"topic_like": ("ftp://a.test/",)}, "not an http"),
        ({"strategy": "topic"}, "needs a topic"),
        ({"topic": "fox", "strategy": "bfs"}, "bfs takes no topic"),
        ({"tunnel": 3}, "takes no tunnel"),
        ({"topic": "fox", "relevance": 7}, "between 0 and 1"),
    ],
)
def test_what_cannot_be(given: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        strategy_for(make_settings(given))


def test_files_that_hold_no_page_or_topic(tmp_path: Path) -> None:
    binary = tmp_path / "picture.yaml"
    binary.write_bytes(b"\xff\xd8\x00\x01" * 100)
    with pytest.raises(ConfigError, match="not text"):
        topic_options(make_settings({"topic": str(binary)}))
    with pytest.raises(ConfigError, match="no HTML page"):
        topic_options(make_settings({"topic_like": (str(binary),)}))
    huge = tmp_path / "huge.yaml"
    huge.write_bytes(b"#" * 1_000_001)
    with pytest.raises(ConfigError, match="too large"):
        topic_options(make_settings({"topic": str(huge)}))
