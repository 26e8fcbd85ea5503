"""iRobot's experiments on mirrored sites: quality, sample sizes, first pages, arcs, templates.

`python -m periplus.bench.reproduce_irobot SITE...` prints the tables of docs/explanation/irobot.md.
"""

import argparse
import asyncio
import json
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from math import comb
from pathlib import Path
from typing import Any

from periplus.bench.metrics import count_ratios
from periplus.bench.relations import relations
from periplus.crawl.run import crawl_in_memory
from periplus.crawl.settings import make_settings
from periplus.crawl.threads import thread_urls
from periplus.fetch.mirror import Mirror
from periplus.fetch.mirror_views import open_views
from periplus.fetch.replay import ReplayFetcher
from periplus.page.view import Stage
from periplus.plan.irobot.pages import sampled_page
from periplus.plan.irobot.site_map import NO_VERTEX
from periplus.plan.irobot.strategy import IRobot
from periplus.plan.orders import BreadthFirst
from periplus.plan.strategy import Strategy, Verdict, Visit

SAMPLES = (50, 100, 200, 300, 500, 1_000)


@dataclass(frozen=True, slots=True)
class Quality:
    """One crawl by equation 5, with the sample and without."""

    site: str
    seed: int
    requests: int
    times_valuable: float  # all requests, over the pages worth having
    online: int
    online_r_inv: float
    online_r_dup: float
    r_inv: float
    r_dup: float
    r_cov: float
    relations: float | None
    layouts: float  # adjusted Rand index of the sample's pages against the labels' kinds
    vertices: float
    templates: float  # kinds of pages: vertices whose URLs differ in decorations are one
    cpu_seconds: float
    learn_seconds: float


@dataclass(frozen=True, slots=True)
class Crawled:
    """A replayed crawl."""

    requests: list[str]
    threads: list[list[str]]


def replay(mirror: Mirror, strategy: Strategy, seed: int, limit: int | None = None) -> Crawled:
    """Crawl a mirror in memory."""
    fetcher = ReplayFetcher(mirror, open_views(mirror))
    given = {"urls": (mirror.start_url,), "seed": seed, "max_requests": limit, "delay": 0.0}
    _, store = asyncio.run(crawl_in_memory(make_settings(given), fetcher, strategy))
    threads = thread_urls(store)
    store.close()
    return Crawled([asked.url for asked in fetcher.asked], threads)


def quality(mirror: Mirror, seed: int, options: Mapping[str, Any] | None = None) -> Quality:
    """Crawl with iRobot and judge it."""
    strategy = IRobot(seed, options)
    started = time.process_time()
    crawled = replay(mirror, strategy, seed)
    cpu = time.process_time() - started
    keys = [mirror.key(url) for url in crawled.requests]
    online = keys[strategy.sample_requests + 1 :]  # the first request is for robots.txt
    whole, apart = count_ratios(mirror, keys), count_ratios(mirror, online)
    valuable = max(1, valuable_pages(mirror))
    started = time.process_time()
    strategy.learn_now()
    learning = time.process_time() - started
    layouts, vertices, templates = agreement(mirror, strategy)
    return Quality(
        site=mirror.name,
        seed=seed,
        requests=len(keys),
        times_valuable=len(keys) / valuable,
        online=len(online),
        online_r_inv=apart.invalid / max(1, len(online)),
        online_r_dup=apart.duplicate / max(1, len(online)),
        r_inv=whole.invalid / max(1, len(keys)),
        r_dup=whole.duplicate / max(1, len(keys)),
        r_cov=whole.obtained / valuable,
        relations=relations(mirror, crawled.threads),
        layouts=layouts,
        vertices=vertices,
        templates=templates,
        cpu_seconds=cpu,
        learn_seconds=learning,
    )


def valuable_pages(mirror: Mirror) -> int:
    """The pages worth having."""
    return sum(label.verdict is Verdict.VALUABLE for label in mirror.labels.values())


def agreement(mirror: Mirror, strategy: IRobot) -> tuple[float, float, float]:
    """Layouts, vertices and kinds of pages of the sample against the kinds in the labels.

    The labels tell a link to a single post from the thread that it shows: one layout, two kinds.
    """
    model = strategy.model
    if model is None:
        return 0.0, 0.0, 0.0
    found, named = [], []
    for row, page in enumerate(strategy.pages):
        label = mirror.labels.get(mirror.key(page.url))
        if page.is_page and label is not None:
            vertex = model.site_map.vertices[model.site_map.vertex_of[row]]
            found.append((vertex.cluster, vertex.number, vertex.template))
            named.append(label.kind)
    layouts, vertices, templates = (adjusted_rand([f[i] for f in found], named) for i in range(3))
    return layouts, vertices, templates


def whole_agreement(mirror: Mirror, strategy: IRobot) -> dict[str, float]:
    """Kinds of pages against the labels' over all pages of a site, as the model classifies them."""
    model = strategy.model
    if model is None:
        return {"pages": 0, "templates": 0.0, "of no vertex": 0.0}
    views = open_views(mirror)
    found: list[object] = []
    named, unknown = [], 0
    for row in range(len(mirror)):
        label, response = mirror.label(row), mirror.response(row)
        view = views.view(row, Stage.ALL) if label is not None else None
        if label is None or view is None or not 200 <= response.status < 300:
            continue
        visit = Visit(row, response.url, response.status, 1, "", Verdict.VALUABLE, view, ())
        layout, vertex = model.classify(sampled_page(visit, model.matched))
        unknown += vertex == NO_VERTEX
        found.append(
            (layout, model.groups.of(response.url))
            if vertex == NO_VERTEX
            else model.site_map.vertices[vertex].template
        )
        named.append(label.kind)
    share = unknown / max(1, len(named))
    return {
        "pages": len(named),
        "templates": adjusted_rand(found, named),
        "of no vertex": share,
    }


def adjusted_rand(one: Sequence[object], other: Sequence[object]) -> float:
    """How well two divisions of the same things agree: 1 the same, 0 as by chance."""
    if len(one) < 2:
        return 1.0
    both = sum(comb(n, 2) for n in Counter(zip(one, other, strict=True)).values())
    left = sum(comb(n, 2) for n in Counter(one).values())
    right = sum(comb(n, 2) for n in Counter(other).values())
    chance = left * right / comb(len(one), 2)
    largest = (left + right) / 2
    return 1.0 if largest == chance else (both - chance) / (largest - chance)


def obtained_after(mirror: Mirror, requests: Sequence[str]) -> list[int]:
    """How many pages worth having were in hand after each request (Figures 11 and 12)."""
    seen: set[str] = set()
    counts, count = [], 0
    for url in requests:
        key = mirror.key(url)
        label = mirror.labels.get(key)
        if key not in seen and label is not None and label.verdict is Verdict.VALUABLE:
            count += 1
        seen.add(key)
        counts.append(count)
    return counts


def first_pages(mirror: Mirror, seed: int) -> dict[str, Any]:
    """Figures 11 and 12: with a plan in hand and without, against breadth first.

    The paper does not count the sample: `planned` starts with the plan of a crawl before.
    """
    sampled = IRobot(seed)
    curves = {"irobot": obtained_after(mirror, replay(mirror, sampled, seed).requests)}
    plan = sampled.plan()
    planned = IRobot(seed, {"plans": [plan] if plan else []})
    curves["planned"] = obtained_after(mirror, replay(mirror, planned, seed).requests)
    curves["bfs"] = obtained_after(mirror, replay(mirror, BreadthFirst(seed), seed).requests)
    valuable = valuable_pages(mirror)
    half, most = valuable // 2, int(0.9 * valuable)
    return {
        name: {
            "valuable of the first N": round(curve[min(valuable, len(curve)) - 1] / valuable, 3),
            "requests for half": _when(curve, half),
            "requests for 90 %": _when(curve, most),
        }
        for name, curve in curves.items()
    }


def _when(curve: Sequence[int], level: int) -> int | None:
    return next((at for at, count in enumerate(curve, start=1) if count >= level), None)


def arcs_against(strategy: IRobot, by_hand: frozenset[tuple[str, str]]) -> dict[str, float]:
    """Table 2: the arcs that are followed against those that a person would follow.

    Arcs of pages that are not fetched once the map is known are left out on both sides.

    Args:
        by_hand: pairs of kinds of URLs, from and to.
    """
    model = strategy.model
    if model is None:
        return {"auto": 0, "manual": 0, "both": 0, "precision": 0.0, "recall": 0.0}
    groups = [vertex.group for vertex in model.site_map.vertices]
    auto, manual = set(), set()
    for key, arc in model.site_map.arcs.items():
        if not model.is_kept(arc.source):
            continue
        if arc.follow:
            auto.add(key)
        if (groups[arc.source], arc.group) in by_hand:
            manual.add(key)
    both = auto & manual
    return {
        "auto": len(auto),
        "manual": len(manual),
        "both": len(both),
        "precision": len(both) / max(1, len(auto)),
        "recall": len(both) / max(1, len(manual)),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Print one JSON object for each experiment."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sites", type=Path, nargs="+")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--faithful", action="store_true")
    parser.add_argument("--samples", action="store_true", help="also vary the size of the sample")
    parser.add_argument("--first", action="store_true", help="also compare the first pages")
    parser.add_argument("--whole", action="store_true", help="also classify every page of a site")
    parser.add_argument("--by-hand", type=Path, help="JSON: pairs of kinds of URLs to follow")
    parser.add_argument("--cache", type=Path)
    given = parser.parse_args(arguments)
    for site in given.sites:
        with Mirror(site, given.cache) as mirror:
            for seed in range(given.seeds):
                options = {"faithful": given.faithful}
                show({"quality": asdict(quality(mirror, seed, options))})
            for size in SAMPLES if given.samples else ():
                for seed in range(given.seeds):
                    found = quality(mirror, seed, {"sample": size, "faithful": given.faithful})
                    show({"sample": size, **asdict(found)})
            if given.first:
                show({"first": {"site": mirror.name, **first_pages(mirror, 0)}})
            if given.whole:
                strategy = sampled(mirror, faithful=given.faithful)
                show({"whole": {"site": mirror.name, **whole_agreement(mirror, strategy)}})
            if given.by_hand is not None:
                pairs = json.loads(given.by_hand.read_text(encoding="utf-8"))
                strategy = sampled(mirror, faithful=given.faithful)
                show({"arcs": arcs_against(strategy, frozenset(map(tuple, pairs)))})
    return 0


def sampled(mirror: Mirror, *, faithful: bool) -> IRobot:
    """The model of a sample, seed 0, and no crawl by it."""
    strategy = IRobot(0, {"faithful": faithful, "only_sample": True})
    replay(mirror, strategy, 0)
    strategy.learn_now()
    return strategy


def show(row: Mapping[str, Any]) -> None:
    """One line on stdout."""
    print(json.dumps(row), flush=True)


if __name__ == "__main__":
    raise SystemExit(main())
