"""Running (site, strategy, seed) through the same crawl core as a live crawl, and judging it.

Each run has a process of its own, so that its peak memory is its own and runs go side by side.
"""

import asyncio
import concurrent.futures
import resource
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from periplus.bench.facts import open_facts
from periplus.bench.metrics import Score, Scorer, count_ratios
from periplus.bench.reference import Reference, open_reference
from periplus.bench.result import BenchResult
from periplus.bench.targets import Targets
from periplus.crawl.run import crawl_in_memory
from periplus.crawl.settings import make_settings
from periplus.crawl.threads import thread_urls
from periplus.fetch.mirror import Mirror
from periplus.fetch.mirror_views import open_views
from periplus.fetch.replay import ReplayFetcher
from periplus.fetch.worker_pool import worker_pool
from periplus.plan.registry import make_strategy
from periplus.plan.strategy import KeepsThreads
from periplus.plan.xcrawl.strategy import Xcrawl

ORACLE = "oracle"  # not a strategy: it knows what no crawler can know


@dataclass(frozen=True, slots=True)
class Run:
    """What is to be run."""

    site: Path
    strategy: str
    seed: int
    max_requests: int | None = None
    cache: Path | None = None
    options: tuple[tuple[str, Any], ...] = ()  # of the strategy


@dataclass(frozen=True, slots=True)
class Crawl:
    """What one crawl did."""

    requests: list[str]
    sample_requests: int
    threads: list[list[str]]
    outcome: str
    seconds: float
    peak_rss_mb: float


def crawl_once(mirror: Mirror, run: Run) -> Crawl:
    """Replay a mirror under a strategy, through the core that live crawls run through."""
    fetcher = ReplayFetcher(mirror, open_views(mirror))
    options, starts = dict(run.options), (mirror.start_url,)
    if run.strategy == Xcrawl.name:
        # What to look for is part of the task: some of the pages that the labels call content.
        options["examples"] = Targets(mirror).examples(run.seed)
        starts = (*options["examples"], mirror.start_url)
    strategy = make_strategy(run.strategy, run.seed, options)
    settings = make_settings(
        {
            "urls": starts,
            "strategy": run.strategy,
            "seed": run.seed,
            "max_requests": run.max_requests,
            "delay": 0.0,
        }
    )
    started = time.perf_counter()
    outcome, store = asyncio.run(crawl_in_memory(settings, fetcher, strategy))
    seconds = time.perf_counter() - started
    joined = strategy.threads() if isinstance(strategy, KeepsThreads) else ()
    threads = thread_urls(store, joined)
    store.close()
    return Crawl(
        requests=[asked.url for asked in fetcher.asked],
        sample_requests=int(getattr(strategy, "sample_requests", 0)),
        threads=threads,
        outcome=str(outcome),
        seconds=seconds,
        peak_rss_mb=peak_rss_mb(),
    )


def follow_oracle(mirror: Mirror, reference: Reference, run: Run) -> Crawl:
    """The requests of the crawler that knows everything."""
    rows = reference.oracle[: run.max_requests]
    requests = [mirror.entries[row].url for row in rows]
    return Crawl(requests, 0, [], "complete", 0.0, peak_rss_mb())


def measure(run: Run) -> BenchResult:
    """Run and judge; what a worker process does."""
    with Mirror(run.site, run.cache) as mirror:
        crawl = crawl_once(mirror, run) if run.strategy != ORACLE else None
        facts = open_facts(mirror)
        scorer = Scorer(mirror, facts)
        reference = open_reference(mirror, facts, scorer)
        if crawl is None:
            crawl = follow_oracle(mirror, reference, run)
        score = scorer.score(crawl.requests, crawl.threads)
        return _result(mirror, run, crawl, score, reference, scorer.valuable_urls)


def measure_all(runs: Sequence[Run], jobs: int) -> Iterator[tuple[Run, BenchResult]]:
    """Every run with its result, as they come in."""
    if jobs <= 1 or len(runs) == 1:
        yield from ((run, measure(run)) for run in runs)
        return
    with worker_pool(min(jobs, len(runs)), tasks_each=1) as pool:
        futures = {pool.submit(measure, run): run for run in runs}
        try:
            for future in concurrent.futures.as_completed(futures):
                yield futures[future], future.result()
        finally:
            _cancel(futures)


def _cancel(futures: Iterable[concurrent.futures.Future[BenchResult]]) -> None:
    for future in futures:
        future.cancel()


def peak_rss_mb() -> float:
    """The most memory that this process has held so far."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1024 * 1024) if sys.platform == "darwin" else peak / 1024


def _result(
    mirror: Mirror, run: Run, crawl: Crawl, score: Score, reference: Reference, valuable: int
) -> BenchResult:
    # The first request is for robots.txt and belongs to neither part.
    after = [mirror.key(url) for url in crawl.requests[crawl.sample_requests + 1 :]]
    online = count_ratios(mirror, after) if crawl.sample_requests and after else None
    count = max(1, len(after))
    return BenchResult(
        site=mirror.name,
        strategy=run.strategy,
        seed=run.seed,
        requests=score.requests,
        sample_requests=crawl.sample_requests,
        content=score.content,
        content_all=score.content_all,
        external_links=score.external_links,
        r_inv=score.r_inv,
        r_dup=score.r_dup,
        r_cov=score.r_cov,
        relations=score.relations,
        to={**score.to},
        auc=score.auc,
        oracle=reference.oracle_to,
        lower_bound=reference.lower_bound,
        valuable=valuable,
        urls=len(mirror.labels),
        seconds=crawl.seconds,
        pages_per_second=score.requests / crawl.seconds if crawl.seconds else 0.0,
        peak_rss_mb=crawl.peak_rss_mb,
        outcome=crawl.outcome,
        online_r_inv=online.invalid / count if online is not None else None,
        online_r_dup=online.duplicate / count if online is not None else None,
        curve=score.curve,
    )
