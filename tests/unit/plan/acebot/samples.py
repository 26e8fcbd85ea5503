"""Small sites as samples, visits and crawls."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from periplus.bench.scale import SyntheticFetcher
from periplus.crawl.run import crawl_in_memory
from periplus.crawl.settings import make_settings
from periplus.page import read_page
from periplus.page.options import LabelStyle
from periplus.page.view import Stage
from periplus.plan.acebot.graph import SiteGraph, make_graph
from periplus.plan.acebot.label_clusters import LabelClusters
from periplus.plan.acebot.patterns import NavigationPlan, Pattern, Repeat, Step
from periplus.plan.acebot.sample import CANONICAL, REDIRECT, Sample
from periplus.plan.acebot.strategy import AceBot
from periplus.plan.strategy import Offered, Verdict, Visit
from periplus.store import JobStore
from periplus.synthetic.site import GeneratedSite

ORIGIN = "http://site.test"
Link = tuple[str, str]  # label, name of the target
SPECIAL = {"redirect": REDIRECT, "canonical": CANONICAL}


def sample_of(
    pages: Mapping[str, tuple[Iterable[int], Sequence[Link]]], flips: Iterable[str] = ()
) -> Sample:
    """A sample of named pages with 2-gram numbers and links; the first is the start."""
    numbers: dict[str, int] = {name: number for number, name in enumerate(pages, 1)}
    sample = Sample()
    labels: dict[str, int] = {}
    for name, (grams, links) in pages.items():
        sample.ids.append(numbers[name])
        sample.urls.append(f"{ORIGIN}/{name}")
        sample.forms.append(sample.urls[-1])
        sample.grams.append(np.array(sorted(grams), dtype=np.uint32))
        columns = []
        for label, target in links:
            number = SPECIAL.get(label)
            if number is None:
                number = labels.setdefault(label, len(labels))
                sample.label_links[number] += 1
                sample.label_flips[number] += label in flips
            columns.append((numbers.setdefault(target, len(numbers) + 1), number))
        sample.label_pages.update({number for _, number in columns if number >= 0})
        sample.targets.append(np.array([t for t, _ in columns], dtype=np.uint32))
        sample.labels.append(np.array([n for _, n in columns], dtype=np.int32))
    sample.roots = [0]
    sample.label_names = list(labels)
    return sample


def graph_of(
    pages: Mapping[str, tuple[Iterable[int], Sequence[Link]]], flips: Iterable[str] = ()
) -> tuple[SiteGraph, LabelClusters]:
    """The graph of such a sample, every label a cluster of its own."""
    sample = sample_of(pages, flips)
    clusters = LabelClusters(sample.label_names, LabelStyle.BOTH)
    return make_graph(sample, clusters), clusters


def plan_of(*patterns: Sequence[str], labels: Sequence[str] = ()) -> NavigationPlan:
    """A plan of patterns written as "board", "turn*", "more+"; earlier ones score higher."""
    made = tuple(
        Pattern(tuple(map(_step, steps)), pages=10, score=100.0 - number)
        for number, steps in enumerate(patterns)
    )
    used = [step.label for pattern in made for step in pattern.steps]
    return NavigationPlan(made, tuple(dict.fromkeys([*used, *labels])))


def _step(text: str) -> Step:
    repeats = {"+": Repeat.MORE, "*": Repeat.FLIP}
    repeat = repeats.get(text[-1], Repeat.ONCE)
    return Step(text.rstrip("+*"), repeat)


def visit_of(url: str, body: str, ids: dict[str, int], *, group: str = "", depth: int = 1) -> Visit:
    """A page of HTML as a strategy sees it; `ids` numbers URLs as they come."""
    view = read_page(
        f"<html><body>{body}</body></html>".encode(),
        url,
        charset="utf-8",
        stages=Stage.LINKS | Stage.WORDS,
    )
    page = ids.setdefault(url, len(ids) + 1)
    links = []
    for row, target in enumerate(view.links.urls):
        fresh = target not in ids
        number = ids.setdefault(target, len(ids) + 1)
        if number != page:
            links.append(Offered(row, number, target, fresh, False))
    return Visit(page, url, 200, depth, group, Verdict.VALUABLE, view, links)


def crawl(site: GeneratedSite, strategy: AceBot) -> JobStore:
    """Crawl a generated site to its end."""
    settings = make_settings({"urls": (site.start_url,), "delay": 0.0})
    return asyncio.run(crawl_in_memory(settings, SyntheticFetcher(site), strategy))[1]


def crawled(site: GeneratedSite, options: Mapping[str, Any]) -> tuple[AceBot, JobStore, list[str]]:
    """A crawl of a generated site: strategy, store and the URLs in their order."""
    strategy = AceBot(0, options)
    store = crawl(site, strategy)
    return strategy, store, [store.url(page.url_id) for page in store.pages()]
