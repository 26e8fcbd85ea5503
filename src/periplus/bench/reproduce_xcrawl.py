"""xCrawl's experiments on mirrored sites: recall and harvest rate, baselines, sweeps.

`python -m periplus.bench.reproduce_xcrawl SITE...` prints the tables of docs/explanation/xcrawl.md
as JSON lines.
"""

import argparse
import asyncio
import json
import math
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from periplus.bench.facts import open_facts
from periplus.bench.target_oracle import oracle_requests
from periplus.bench.targets import EXAMPLES, SHARE, HuntScore, LabelVerdicts, Targets, hunt_score
from periplus.crawl.run import crawl_in_memory
from periplus.crawl.settings import make_settings
from periplus.fetch.mirror import Mirror
from periplus.fetch.mirror_views import open_views
from periplus.fetch.replay import ReplayFetcher
from periplus.plan.orders import BreadthFirst
from periplus.plan.strategy import Strategy
from periplus.plan.xcrawl.apprentice import Apprentice
from periplus.plan.xcrawl.strategy import Xcrawl

OURS, PAPER, BASELINE, BLIND = "xcrawl", "faithful", "apprentice", "bfs"
ORACLE = "oracle"  # no strategy: it knows all pages before it asks for them
ALONE = (OURS, PAPER, BASELINE, BLIND, ORACLE)
RESTARTS = (0.05, 0.10, 0.15, 0.20, 0.25, 0.30)
ITERATIONS = (5, 10, 25, 50, 100)


def make(name: str, seed: int, options: Mapping[str, Any]) -> Strategy:
    """One of the compared strategies."""
    if name == BLIND:
        return BreadthFirst(seed)
    if name == BASELINE:
        return Apprentice(seed, options)
    return Xcrawl(seed, {**options, "faithful": name == PAPER})


def hunt(
    mirror: Mirror,
    targets: Targets,
    name: str,
    seed: int,
    *,
    by_labels: bool = False,
    limit: int | None = None,
    number: int = EXAMPLES,
    options: Mapping[str, Any] | None = None,
) -> tuple[HuntScore, float]:
    """Crawl a mirror for its targets; the score and the CPU seconds."""
    examples = targets.examples(seed, number)
    given = {**(options or {}), "examples": examples}
    if by_labels:
        given["verdicts"] = LabelVerdicts(targets)
    strategy = make(name, seed, given)
    fetcher = ReplayFetcher(mirror, open_views(mirror))
    starts = (mirror.start_url,) if name == BLIND else (*examples, mirror.start_url)
    settings = make_settings({"urls": starts, "seed": seed, "delay": 0.0, "max_requests": limit})
    started = time.process_time()
    _, store = asyncio.run(crawl_in_memory(settings, fetcher, strategy))
    seconds = time.process_time() - started
    store.close()
    return hunt_score(targets, [asked.url for asked in fetcher.asked]), seconds


def compare(mirror: Mirror, seed: int, number: int, *, by_labels: bool) -> list[dict[str, Any]]:
    """Ours first; the others also judged at as many requests as ours took, and as the paper's."""
    targets = Targets(mirror)
    total = len(targets.keys)
    scores: dict[str, tuple[HuntScore, float]] = {}
    for name in (OURS, PAPER, BASELINE, BLIND):
        scores[name] = hunt(mirror, targets, name, seed, by_labels=by_labels, number=number)
    equal = {f"recall_at_{name}": scores[name][0].requests for name in (OURS, PAPER)}
    return [
        {
            "site": mirror.name,
            "kind": targets.kind,
            "targets": total,
            "strategy": name,
            "seed": seed,
            "examples": number,
            "validator": "labels" if by_labels else "examples",
            "requests": score.requests,
            "recall": round(score.recall, 4),
            "harvest": round(score.harvest, 4),
            "to_90": score.to_90,
            **{key: round(score.recall_after(n, total), 4) for key, n in equal.items()},
            "seconds": round(seconds, 1),
        }
        for name, (score, seconds) in scores.items()
    ]


def sweep(mirror: Mirror, seed: int, settings: Mapping[str, Any]) -> dict[str, Any]:
    """The paper's walk with other parameters, its validator always right (Figure 5)."""
    targets = Targets(mirror)
    score, _ = hunt(mirror, targets, PAPER, seed, by_labels=True, options=settings)
    return {
        "site": mirror.name,
        "seed": seed,
        **settings,
        "requests": score.requests,
        "recall": round(score.recall, 4),
        "harvest": round(score.harvest, 4),
    }


def oracle(mirror: Mirror, seed: int, number: int) -> dict[str, Any]:
    """The requests to 90 % recall of a crawler that knows the site."""
    targets, links = Targets(mirror), open_facts(mirror).links
    numbers = {key: at for at, key in enumerate(sorted(targets.keys))}
    shown = [numbers.get(targets.shown(entry.url) or "", -1) for entry in mirror.entries]
    starts = map(mirror.find, (*targets.examples(seed, number), mirror.start_url))
    pages = oracle_requests(
        [links[row].tolist() for row in range(len(links))],
        shown,
        [row for row in starts if row is not None],
        math.ceil(SHARE * len(numbers)),
    )
    to_90 = None if pages is None else pages + 1  # robots.txt
    return {"site": mirror.name, "strategy": ORACLE, "seed": seed, "to_90": to_90}


def main(arguments: Sequence[str] | None = None) -> int:
    """Print one JSON object for each run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sites", type=Path, nargs="+")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--examples", type=int, default=EXAMPLES, help="how many are given")
    parser.add_argument("--labels", action="store_true", help="a validator that is always right")
    parser.add_argument("--only", choices=ALONE, help="one strategy alone")
    parser.add_argument("--sweep", action="store_true", help="vary restarts and iterations")
    parser.add_argument("--cache", type=Path)
    given = parser.parse_args(arguments)
    for site in given.sites:
        with Mirror(site, given.cache) as mirror:
            for seed in range(given.seeds):
                if given.sweep:
                    for restart in RESTARTS:
                        show(sweep(mirror, seed, {"restart": restart}))
                    for iterations in ITERATIONS:
                        show(sweep(mirror, seed, {"iterations": iterations}))
                elif given.only == ORACLE:
                    show(oracle(mirror, seed, given.examples))
                elif given.only:
                    show(_alone(mirror, given.only, seed, given.examples, given.labels))
                else:
                    for row in compare(mirror, seed, given.examples, by_labels=given.labels):
                        show(row)
    return 0


def _alone(mirror: Mirror, name: str, seed: int, number: int, by_labels: bool) -> dict[str, Any]:
    targets = Targets(mirror)
    score, seconds = hunt(mirror, targets, name, seed, by_labels=by_labels, number=number)
    return {
        "site": mirror.name,
        "strategy": name,
        "seed": seed,
        "examples": number,
        "validator": "labels" if by_labels else "examples",
        "requests": score.requests,
        "recall": round(score.recall, 4),
        "harvest": round(score.harvest, 4),
        "to_90": score.to_90,
        "seconds": round(seconds, 1),
    }


def show(row: Mapping[str, Any]) -> None:
    """One line on stdout."""
    print(json.dumps(row), flush=True)


if __name__ == "__main__":
    raise SystemExit(main())
