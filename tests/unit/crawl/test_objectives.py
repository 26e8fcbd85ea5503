"""What crawls with the objectives topic and accepted look for."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from periplus import url as urls
from periplus.crawl.objectives import searched_for
from periplus.crawl.run import crawl_in_memory
from periplus.crawl.settings import Settings, make_settings
from periplus.crawl.strategies import strategy_for
from periplus.errors import ConfigError
from periplus.exchange import Request, Response
from periplus.plan.adaptive.crawling import AdaptiveCrawl
from periplus.plan.topic.strategy import TopicFirst
from periplus.store import JobStore
from periplus.synthetic import presets
from unit.crawl.samples import START, response
from unit.plan.adaptive.generated import Asked

TOPICS = ("foxes", "bread", "boats", "stones", "clocks", "rivers")
MEMBERS = 40


class Journal:
    """A site of articles about six things, listed by thing and by day (a `Fetcher`)."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def fetch(self, request: Request) -> Response:
        path = urls.path_and_query(request.url)
        self.asked.append(path)
        if path == "/robots.txt":
            return response(path, status=404)
        return response(path, f"<html lang=en><body>{self._page(path)}".encode())

    def _page(self, path: str) -> str:
        if path == "/":
            lists = [(f"/about/{topic}", topic) for topic in TOPICS]
            return _links(lists + [(f"/day/{day}", f"day {day}") for day in range(MEMBERS)])
        kind, name = path.strip("/").split("/")
        if kind == "about":
            return _links([(f"/p/{name}{n}", f"piece {n}") for n in range(MEMBERS)])
        if kind == "day":
            return _links([(f"/p/{topic}{name}", f"piece {name}") for topic in TOPICS])
        topic = name.rstrip("0123456789")
        said = " ".join(f"{topic} {name} said{n} of{name}" for n in range(40))
        return f"<h1>{name}</h1><p>{said}</p>"

    async def close(self) -> None:
        """Nothing to close."""


def _links(links: list[tuple[str, str]]) -> str:
    return "<ul>" + "".join(f'<li><a href="{u}">{name}</a></li>' for u, name in links) + "</ul>"


def foxes_among(settings: dict[str, Any], requests: int = 60) -> float:
    site = Journal()
    made = make_settings({"urls": (START,), "delay": 0.0, "max_requests": requests, **settings})
    strategy = strategy_for(made)
    _, store = asyncio.run(crawl_in_memory(made, site, strategy))
    store.close()
    return sum(path.startswith("/p/foxes") for path in site.asked) / requests


def test_pages_of_the_topic_come_first() -> None:
    by_content = foxes_among({})
    by_topic = foxes_among({"objective": "topic", "topic": "foxes"})
    by_both = foxes_among({"objective": "content+10*topic", "topic": "foxes"})
    assert by_topic > 2.5 * by_content
    assert by_both > 1.5 * by_content


def test_a_topic_with_an_objective_is_for_adaptive_and_without_one_for_its_own_strategy() -> None:
    with_objective = strategy_for(make_settings({"topic": "foxes", "objective": "content+topic"}))
    assert isinstance(with_objective, AdaptiveCrawl)
    assert with_objective.reads_text
    assert isinstance(strategy_for(make_settings({"topic": "foxes"})), TopicFirst)
    assert not AdaptiveCrawl().reads_text


def test_a_validator_is_heard() -> None:
    made = strategy_for(make_settings({"objective": "accepted", "accept": "css:h1"}))
    assert isinstance(made, AdaptiveCrawl)
    assert made.verdicts is not None
    like = strategy_for(make_settings({"objective": "accepted", "like": (START,)}))
    assert isinstance(like, AdaptiveCrawl)
    assert like.verdicts is None


def test_pages_like_an_example_come_first() -> None:
    site = presets.sized(2400, 5)
    profile = next(label.url for label in site.labels() if label.kind == "profile")
    found = {}
    for objective, like in (("content", ()), ("accepted", (profile,))):
        fetcher = Asked(site)
        settings = make_settings(
            {
                "urls": (site.start_url,),
                "delay": 0.0,
                "max_requests": 100,
                "objective": objective,
                "like": like,
            }
        )
        _, store = asyncio.run(crawl_in_memory(settings, fetcher, strategy_for(settings)))
        store.close()
        labels = map(site.label_of, fetcher.urls)
        found[objective] = len({label.entity for label in labels if label.kind == "profile"})
    assert found["accepted"] > 40
    assert found["content"] < 10


def test_files_are_kept_in_the_job(tmp_path: Path) -> None:
    page, topic = tmp_path / "page.html", tmp_path / "topic.yaml"
    page.write_text("<html><body><div><h1>Foxes</h1><p>They hunt.</p></div></body></html>")
    topic.write_text("keywords: [foxes]")
    settings = make_settings(
        {"objective": "topic+accepted", "topic": str(topic), "like": (str(page),)}
    )
    store = JobStore.create(None)
    searched_for(settings, store)
    page.unlink()
    topic.unlink()
    means = searched_for(settings, store)["means"]
    assert means.topic is not None
    assert means.accepted is not None
    with pytest.raises(ConfigError, match="cannot read"):
        searched_for(settings)


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"objective": "topic"}, "the objective topic needs a topic: --topic"),
        ({"objective": "accepted"}, "--accept, or examples with --like"),
        ({"objective": "accepted", "accept": "text"}, "needs an example .* --like"),
        ({"objective": "accepted", "accept": "nothing"}, "unknown validator"),
        ({"objective": "content", "topic": "foxes"}, "--topic is for --objective topic"),
        ({"relevance": 0.1}, "--relevance is for --objective topic"),
        ({"accept": "table"}, "--accept is for --objective accepted"),
        ({"like": (START,)}, "--like is for --objective accepted"),
        ({"objective": "topic", "topic": "foxes", "tunnel": 2}, "adaptive takes no tunnel"),
    ],
)
def test_what_is_missing_or_of_no_use_is_named(given: dict[str, Any], complaint: str) -> None:
    settings: Settings = make_settings(given)
    with pytest.raises(ConfigError, match=complaint):
        strategy_for(settings)
