"""What a crawl costs as its frontier grows: one crawl, looked at whenever so many URLs are known.

The generated forum shows a hundred links on a page, most of which lead nowhere new, so that a
hundred URLs wait for each page that was fetched: a million of them after some twelve thousand.
"""

import asyncio
import contextlib
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

from periplus.bench.runner import peak_rss_mb
from periplus.bench.scale import SyntheticFetcher
from periplus.crawl.observer import Silent, Snapshot
from periplus.crawl.run import crawl_in_memory
from periplus.crawl.settings import make_settings
from periplus.errors import PeriplusError
from periplus.fetch.worker_pool import worker_pool
from periplus.plan.registry import make_strategy
from periplus.synthetic.forum import ForumParameters, ForumSite

_URLS_OF_A_THREAD = 25  # known long before all threads are in hand


@dataclass(frozen=True, slots=True)
class Moment:
    """How the crawl stood when so many URLs were known; the making of pages is left out."""

    urls: int
    waiting: int
    requests: int
    cpu_seconds: float
    microseconds_per_request: float  # since the moment before
    peak_rss_mb: float


class _EnoughError(PeriplusError):
    """All moments were seen."""


class _Watcher(Silent):
    """Notes the moments at which so many URLs are known (an `Observer`)."""

    def __init__(self, sizes: Sequence[int], fetcher: SyntheticFetcher) -> None:
        self._left = sorted(sizes)
        self._fetcher = fetcher
        self._started = time.process_time()
        self.moments: list[Moment] = []

    def progressed(self, snapshot: Snapshot) -> None:
        """How the crawl stands, after a commit."""
        urls = snapshot.waiting + snapshot.counters.pages
        if self._left and urls >= self._left[0]:
            self._note(snapshot, urls)
            self._left = [size for size in self._left if size > urls]
        if not self._left:
            self._stop()

    def _note(self, snapshot: Snapshot, urls: int) -> None:
        cpu = time.process_time() - self._started - self._fetcher.cpu_seconds
        requests = self._fetcher.requests
        before = self.moments[-1] if self.moments else Moment(0, 0, 0, 0.0, 0.0, 0.0)
        since = (cpu - before.cpu_seconds) / max(1, requests - before.requests)
        self.moments.append(
            Moment(urls, snapshot.waiting, requests, cpu, 1e6 * since, peak_rss_mb())
        )

    def _stop(self) -> NoReturn:
        raise _EnoughError("all sizes were seen")


def watch_frontier(sizes: Sequence[int], strategy: str, seed: int = 0) -> list[Moment]:
    """Crawl until as many URLs are known as the largest size says; what a worker process does.

    Fewer moments come back than there are sizes if the strategy has enough before.
    """
    site = wide_forum(max(sizes), seed)
    fetcher = SyntheticFetcher(site)
    watcher = _Watcher(sizes, fetcher)
    settings = make_settings(
        {"urls": (site.start_url,), "strategy": strategy, "seed": seed, "delay": 0.0}
    )
    made = make_strategy(strategy, seed)
    with contextlib.suppress(_EnoughError):
        asyncio.run(crawl_in_memory(settings, fetcher, made, observer=watcher))
    return watcher.moments


def wide_forum(urls: int, seed: int) -> ForumSite:
    """A forum of which so many URLs are known while most of its threads wait."""
    threads = max(60, urls // _URLS_OF_A_THREAD)
    return ForumSite(
        ForumParameters(
            seed=seed,
            boards=max(3, threads // 400),
            threads=threads,
            posts_per_thread=25.0,
            members=max(8, threads // 4),
            threads_per_page=100,
            posts_per_page=30,
            redundancy=4,
            invalid_share=0.5,
        )
    )


def measure_frontier_growth(sizes: Sequence[int], strategy: str) -> list[Moment]:
    """The moments of one crawl in a process of its own."""
    with worker_pool(1, tasks_each=1) as pool:
        return pool.submit(watch_frontier, sizes, strategy).result()
