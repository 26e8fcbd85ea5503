"""Harvest ratio of crawls by topic: pages of a category in hand for each request made.

A topic is made of the words of a category's name, and nothing else. Which pages are of it is taken
from the site's own editors, never from a score: an entity (a post, an article, a product) belongs
to a category if a list page that is labelled with the category links to it, and if it is not one of
those that a third of all lists link to. Each entity counts once, by whatever URL it is fetched.
"""

import asyncio
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.table import Table

from periplus.crawl.run import crawl_in_memory
from periplus.crawl.settings import make_settings
from periplus.errors import ConfigError
from periplus.fetch.mirror import Mirror
from periplus.fetch.mirror_views import ViewShelf, open_views
from periplus.fetch.replay import ReplayFetcher
from periplus.page.view import Stage
from periplus.plan.adaptive.objective import Means
from periplus.plan.adaptive.searching import TopicPages
from periplus.plan.registry import make_strategy
from periplus.plan.strategy import Verdict
from periplus.plan.topic.reading import topic_from_words
from periplus.plan.topic.settings import TopicSettings
from periplus.plan.topic.topic import Topic
from periplus.plan.topic.words import plain_words, stop_words

REQUESTS = 500
LEAST_MEMBERS = 40  # fewer cannot fill the first hundreds of requests
_MOST_SHARE = 1 / 3  # of all entities: a category of everything is no topic
_EVERYWHERE = 1 / 3  # of the lists: what more of them link to is in the frame of pages
_LEAST_LETTERS = 3  # of a word that means something by itself
_LISTS = frozenset(("list", "board"))
_ENTITIES = frozenset(("article", "product", "thread"))
_WORD_ENDS = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Category:
    """A category of a site with the pages in it."""

    name: str  # as labelled
    words: str  # the topic made of it
    members: frozenset[str]  # entities


@dataclass(frozen=True, slots=True)
class Harvest:
    """What one crawl brought of one topic."""

    site: str
    topic: str
    strategy: str
    seed: int
    requests: int
    members: int  # that there are
    curve: list[int]  # members in hand after each request

    def at(self, requests: int) -> float:
        """The harvest ratio after so many requests."""
        found = self.curve[min(requests, len(self.curve)) - 1] if self.curve else 0
        return found / requests

    def to_json(self) -> dict[str, Any]:
        """As JSON values."""
        return {
            "site": self.site,
            "topic": self.topic,
            "strategy": self.strategy,
            "seed": self.seed,
            "requests": self.requests,
            "members": self.members,
            "harvest": {str(n): round(self.at(n), 4) for n in _marks(self.requests)},
            "curve": self.curve,
        }


def categories(mirror: Mirror, views: ViewShelf) -> list[Category]:
    """The categories of a site that make a topic, largest first."""
    members: defaultdict[str, set[str]] = defaultdict(set)
    everything: set[str] = set()
    for label in mirror.labels.values():
        if label.kind in _ENTITIES and label.entity and label.verdict is Verdict.VALUABLE:
            everything.add(label.entity)
        if label.kind in _LISTS and label.entity and label.verdict is Verdict.VALUABLE:
            members[label.entity] |= _linked_entities(mirror, views, label.url)
    listed = Counter(entity for found in members.values() for entity in found)
    common = {entity for entity, number in listed.items() if number > _EVERYWHERE * len(members)}
    found = []
    for name, linked in members.items():
        own = frozenset(linked - common)
        words = topic_words(name)
        if words and LEAST_MEMBERS <= len(own) <= _MOST_SHARE * len(everything):
            found.append(Category(name, words, own))
    return sorted(found, key=lambda category: (-len(category.members), category.name))


def _linked_entities(mirror: Mirror, views: ViewShelf, url: str) -> set[str]:
    row = mirror.find(url)
    view = views.view(row, Stage.LINKS) if row is not None else None
    if view is None:
        return set()
    entities = (_entity(mirror, link) for link in view.links.urls)
    return {entity for entity in entities if entity is not None}


def _entity(mirror: Mirror, url: str) -> str | None:
    """What a URL shows, if it shows a thing of its own."""
    label = mirror.labels.get(mirror.key(url))
    if label is None or label.kind not in _ENTITIES or label.verdict is Verdict.INVALID:
        return None
    return label.entity


def topic_words(name: str) -> str:
    """The keywords of a category's name: its words and, where two or more follow, the phrase.

    `category:research-and-user-experience` gives `research, user experience, user, experience`.
    Names that are one short word, or one that says nothing, give none.
    """
    last = re.split(r"[:/]", name)[-1]
    runs: list[list[str]] = [[]]
    for word in plain_words(_WORD_ENDS.sub(" ", last)):
        if word in stop_words("en"):
            runs.append([])
        elif len(word) >= _LEAST_LETTERS and not word.isdecimal():
            runs[-1].append(word)
    terms: list[str] = []
    for run in runs:
        terms += [" ".join(run)] if len(run) > 1 else []
        terms += run
    return ", ".join(dict.fromkeys(terms))


def harvest(
    mirror: Mirror,
    views: ViewShelf,
    category: Category,
    strategy: str,
    seed: int,
    requests: int = REQUESTS,
    topic: Topic | None = None,
) -> Harvest:
    """Crawl a mirror for a category and count its members as they come in.

    Args:
        strategy: its name; with an objective as `adaptive:topic` or `adaptive:content+2*topic`.
    """
    name, _, objective = strategy.partition(":")
    topic = topic or topic_from_words(category.words)
    options: dict[str, Any] = {}
    if name == "topic":
        options["topic"] = topic
    elif objective:
        means = Means(topic=TopicPages(TopicSettings(topic)))
        options |= {"objective": objective, "means": means}
    fetcher = ReplayFetcher(mirror, views)
    settings = make_settings(
        {
            "urls": (mirror.start_url,),
            "seed": seed,
            "max_requests": requests,
            "delay": 0.0,
            "strategy": name,
        }
    )
    _, store = asyncio.run(crawl_in_memory(settings, fetcher, make_strategy(name, seed, options)))
    store.close()
    curve = _curve(mirror, (asked.url for asked in fetcher.asked), category.members)
    return Harvest(
        mirror.name, category.words, strategy, seed, requests, len(category.members), curve
    )


def _curve(mirror: Mirror, asked: Iterable[str], members: frozenset[str]) -> list[int]:
    found: set[str] = set()
    curve = []
    for url in asked:
        entity = _entity(mirror, url)
        if entity in members:
            found.add(entity)
        curve.append(len(found))
    return curve


def _marks(requests: int) -> list[int]:
    return [n for n in (50, 100, 200, 300, 500, 1_000, 2_000, 5_000) if n <= requests]


def run_harvest(
    sites: Sequence[Path],
    *,
    topics: int = 5,
    seeds: int = 1,
    requests: int = REQUESTS,
    strategies: Sequence[str] = ("topic", "bfs"),
    cache: Path | None = None,
    only: str | None = None,
) -> list[Harvest]:
    """Every site, its largest categories, every strategy and seed.

    Raises:
        ConfigError: a site has no categories, or a strategy that there is not.
    """
    if not strategies:
        raise ConfigError("name at least one strategy")
    results: list[Harvest] = []
    for site in sites:
        with Mirror(site, cache) as mirror:
            views = open_views(mirror)
            chosen = categories(mirror, views)
            if only is not None:
                chosen = [category for category in chosen if only in category.name]
            if not chosen:
                raise ConfigError(f"{site} has no category of {LEAST_MEMBERS} pages or more")
            results += [
                harvest(mirror, views, category, strategy, seed, requests)
                for category in chosen[:topics]
                for strategy in strategies
                for seed in range(seeds)
            ]
            views.close()
    return results


def harvest_table(results: Sequence[Harvest]) -> Table:
    """One row for each site and topic: the ratios of every strategy, and how they compare."""
    strategies = list(dict.fromkeys(result.strategy for result in results))
    requests = max(result.requests for result in results)
    table = Table(title=f"harvest ratio: pages of the category for each of {requests:,} requests")
    table.add_column("site")
    table.add_column("topic", overflow="fold")
    table.add_column("pages", justify="right")
    for strategy in strategies:
        for mark in [n for n in _marks(requests) if n >= 100]:
            table.add_column(f"{strategy} {mark:,}", justify="right")
    if len(strategies) > 1:
        table.add_column(f"{strategies[0]} / {strategies[1]}", justify="right")
    for site, topic in dict.fromkeys((result.site, result.topic) for result in results):
        mine = [r for r in results if (r.site, r.topic) == (site, topic)]
        row = [site, topic, f"{mine[0].members:,}"]
        means: dict[str, float] = {}
        for strategy in strategies:
            runs = [r for r in mine if r.strategy == strategy]
            marks = [n for n in _marks(requests) if n >= 100]
            row += [f"{sum(r.at(mark) for r in runs) / len(runs):.3f}" for mark in marks]
            means[strategy] = sum(r.at(requests) for r in runs) / len(runs)
        if len(strategies) > 1:
            first, second = means[strategies[0]], means[strategies[1]]
            row.append(f"{first / second:.2f}" if second else "∞")
        table.add_row(*row)
    return table
